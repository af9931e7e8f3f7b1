"""Why a player chooses something."""

from __future__ import annotations

from quepu.texts.text import Text

REASONS: dict[str, Text] = {
    "reason": ("{act}：{why}。", "{act}: {why}."),
    "reason_only": ("没有别的选择", "there is nothing else to do"),
    "reason_first": ("能和就和，否则取第一个合法动作", "wins if possible, else takes the first legal action"),
    "reason_random": ("从 {count} 个合法动作中随机选一个", "one of {count} legal action{count:s} at random"),
    "reason_flower": ("先处理花牌，它在手里没有用", "a flower is of no use in the hand"),
    "reason_flower_waits": ("应当先处理手里的花牌", "a flower in the hand should go first"),
    "reason_win": ("和牌至少 {points} 分（{fans}）", "wins {points} point{points:s} or more ({fans})"),
    "reason_win_declined": ("放弃了至少 {points} 分的和牌（{fans}）", "gives up a win of {points} point{points:s} or more ({fans})"),
    "reason_aim": (
        "做{fans}（{points} 分，差 {count} 张：{tiles}）",
        "aims for {fans} ({points} point{points:s}, {count} tile{count:s} from winning: {tiles})",
    ),
    "reason_aim_self": (
        "做{fans}（自摸 {points} 分，差 {count} 张：{tiles}）",
        "aims for {fans} ({points} point{points:s} by self-draw, {count} tile{count:s} from winning: {tiles})",
    ),
    "reason_aim_below": (
        "奔着分数不够的牌去，没管起和（差 {count} 张：{tiles}）",
        "aims for a hand with too few points and ignores the minimum ({count} tile{count:s} from winning: {tiles})",
    ),
    "reason_forgotten": ("忘了{tiles}已经不够", "forgets that too few {tiles} are left"),
    "reason_no_target": ("附近没有分数够和的牌", "no hand with enough points to win is near"),
    "reason_nothing": ("已经来不及和牌", "no winning hand is within reach any more"),
    "reason_far": (
        "离和牌最近差 {count} 张，有效牌 {useful} 张",
        "{count} tile{count:s} from the nearest win, {useful} tile{useful:s} help",
    ),
    "reason_waits_discard": ("听{tiles}，余 {left} 张，{worth}", "waits for {tiles}: {left} left, {worth}"),
    "reason_waits_self": ("听{tiles}，只能自摸，余 {left} 张，{worth}", "waits for {tiles}, by self-draw only: {left} left, {worth}"),
    "reason_waits_never": ("听{tiles}，余 {left} 张，但分数不够和", "waits for {tiles}: {left} left, but with too few points to win"),
    "reason_and_waits_self": ("{tiles}只能自摸，余 {left} 张，{worth}", "{tiles} by self-draw only: {left} left, {worth}"),
    "reason_and_waits_never": ("{tiles}分数不够和", "{tiles} would have too few points"),
    "reason_range": ("{least} 到 {most} 分", "{least} to {most} points"),
    "reason_with_tile": ("和{tile}是{fans}，{points} 分", "{tile} makes {fans}, {points} point{points:s}"),
    "reason_with_only_tile": ("是{fans}", "it makes {fans}"),
    "reason_risk": (
        "{tile}放铳给{seat}家 {chance}，约 {points} 分",
        "{tile} may deal in to {seat}: {chance}, about {points} point{points:s}",
    ),
    "reason_next": ("其次是{act}，{how}", "next best: {act}, which {how}"),
    "reason_better": ("不如{act}，后者{how}", "better: {act}, which {how}"),
    "reason_habit": (
        "看不出{act}更好，就按习惯：先打单张，再打对子，先字牌幺九，后中张",
        "does not see that {act} is better, and discards by habit: single tiles before pairs, honours and terminals before the middle",
    ),
    "reason_equal": ("与{act}一样好", "as good as {act}"),
    "reason_before": ("若{act}：{what}", "without it ({act}): {what}"),
    "reason_after": ("之后：{what}", "after it: {what}"),
    "reason_after_discard": ("之后打{tile}：{what}", "after it, and {tile} discarded: {what}"),
    "reason_change": ("两相比较，{how}", "beside that, it {how}"),
    "reason_would": ("{act}{how}（{what}）", "{act} {how} ({what})"),
    "reason_as_much": ("前景相当", "promises as much"),
    "reason_more": ("前景好 {share}", "promises {share} more"),
    "reason_times": ("前景约为 {times} 倍", "promises about {times} times as much"),
    "reason_far_more": ("前景好得多", "promises far more"),
    "reason_less": ("前景差 {share}", "promises {share} less"),
    "reason_almost_nothing": ("几乎没有前景", "promises almost nothing"),
    "reason_risks_more": ("平均多输 {points} 分（{risk}）", "risks {points} points more ({risk})"),
    "reason_risks_less": ("平均少输 {points} 分", "risks {points} points less"),
    "reason_useful": ("能靠近任何一种和牌的有 {useful} 张", "{useful} tile{useful:s} can bring some win nearer"),
    "reason_but": ("{first}，但{second}", "{first}, but {second}"),
    "reason_and": ("{first}，而且{second}", "{first}, and {second}"),
    "reason_last_ready": ("最后一张可能和牌", "the last tile may win"),
    "reason_last_far": ("最后一张和不了牌", "the last tile cannot win"),
    "reason_last_flowers": ("手里有花牌，最后一张和不了牌", "there are flowers in the hand, so the last tile cannot win"),
    "reason_tried": (
        "试打 {samples} 局：{points} ±{error} 分，和牌 {win}，放铳 {deal_in}",
        "tried in {samples} deal{samples:s}: {points} ±{error} points, wins {win}, deals in {deal_in}",
    ),
    "reason_tried_other": ("其他最好的是{act}，{difference} ±{error} 分", "best of the others: {act}, {difference} ±{error} points"),
    "reason_searched": (
        "试打 {samples} 局、最多续打 {horizon} 张，比{usual} {difference} ±{error} 分；"
        "按稳健机器人的估值 {prior} 分，综合 {both} ±{both_error} 分",
        "in {samples} deal{samples:s} played on for at most {horizon} discard{horizon:s}, {difference} ±{error} points compared with "
        "{usual}; {prior} by the values of the careful bot; {both} ±{both_error} from both",
    ),
    "reason_searched_to_the_end": (
        "试打 {samples} 局、每局打到底，比{usual} {difference} ±{error} 分；按稳健机器人的估值 {prior} 分，综合 {both} ±{both_error} 分",
        "in {samples} deal{samples:s} played to the end, {difference} ±{error} points compared with {usual}; "
        "{prior} by the values of the careful bot; {both} ±{both_error} from both",
    ),
    "reason_searched_both": ("综合 {points} ±{error} 分", "{points} ±{error} points from both"),
    "reason_searched_usual": ("稳健机器人也这样选", "the careful bot's choice too"),
    "reason_searched_next": ("其次是{act}：{how}", "next best: {act}, {how}"),
    "reason_searched_better": ("不如{act}：{how}", "better: {act}, {how}"),
    "reason_not_tried": ("没有试打；稳健机器人选的是{usual}", "not tried; the careful bot's choice: {usual}"),
    "reason_not_tried_prior": (
        "没有试打：按稳健机器人的估值，比{usual} {prior} 分",
        "not tried: {prior} points compared with {usual} by the values of the careful bot",
    ),
}
