"""The program's texts, in both languages."""

from __future__ import annotations

from typing import TypedDict

Text = tuple[str, str]
"""A sentence in Chinese and in English, in this order everywhere."""

TEXTS: dict[str, Text] = {
    # explanation
    "no_win": (
        "不成和牌：不是四个面子加雀头，也不是{rules}的特殊牌型",
        "not a winning hand: no four sets and a pair, and no special shape of these rules ({rules})",
    ),
    "read_as": ("拆解：{reading}", "read as {reading}"),
    "points": ("{points} 分", "{points} point{points:s}"),
    "no_fans": ("没有番种：0 分", "no fan at all: 0 points"),
    "flowers": (
        "花牌 {count} 张，每张 {each} 分：{base} + {count}×{each} = {points} 分",
        "{count} flower{count:s} at {each} point{each:s}: {base} + {count}×{each} = {points} point{points:s}",
    ),
    "added": ("{name}：{base} + {more} = {points} 分", "{name}: {base} + {more} = {points} point{points:s}"),
    "legal": ("{base} ≥ {minimum}，达到起和分", "{base} ≥ {minimum}: the minimum is met"),
    "illegal": ("{base} < {minimum}，未达起和分，不能和牌", "{base} < {minimum}: below the minimum, this may not win"),
    "refused": ("不计：", "Not counted:"),
    "refused_follows": ("{fan}：不计，{by}已计入", "{fan}: not counted, {by} counts already"),
    "refused_against": ("{fan}：与{by}互斥，两者只计其一", "{fan}: one or the other, and {by} counts"),
    "others": ("其他拆解：", "Other readings:"),
    # waits and discards
    "tile": ("牌", "tile"),
    "left": ("余", "left"),
    "by_discard": ("点和", "by discard"),
    "by_self_draw": ("自摸", "by self-draw"),
    "fans_by_discard": ("点和番种", "fans by discard"),
    "too_few": ("不足 {minimum}", "below {minimum}"),
    "cannot_win": ("{base} < {minimum}，不能和", "{base} < {minimum}, cannot win"),
    "discard": ("打", "discard"),
    "distance": ("向听", "to ready"),
    "ready": ("听牌", "ready"),
    "useful": ("有效牌", "useful tiles"),
    "after_discard": ("打 {tile}，听：", "after {tile}, waiting for:"),
    "waits_for": ("听 {kinds} 种 {left} 张：", "waiting for {kinds} kind{kinds:s}, {left} tile{left:s}:"),
    "not_ready": ("未听牌，差 {distance} 步；有效牌：", "not ready, {distance} away; useful tiles:"),
    "legal_distance": ("距能点和（不计偶然番种）的听牌 {distance} 步", "{distance} away from a wait that may win on a discard"),
    "legal_distance_at_least": (
        "距能点和（不计偶然番种）的听牌至少 {distance} 步",
        "at least {distance} away from a wait that may win on a discard",
    ),
    "already_won": (
        "这十四张已自摸和牌：{worth}。如果仍要打一张：",
        "these fourteen tiles win by self-draw: {worth}. If you discard anyway:",
    ),
    # advice
    "win_offered": ("可以和：{points} 分（{fans}）", "win: {points} point{points:s} ({fans})"),
    "win_offered_plain": ("可以和：{points} 分", "win: {points} point{points:s}"),
    "aims": ("可以做：", "worth aiming for:"),
    "aim_points": ("约 {points} 分", "about {points} point{points:s}"),
    "aim_points_self": ("自摸约 {points} 分", "about {points} point{points:s} by self-draw"),
    "aim_missing": ("差 {count} 张：{tiles}", "{count} tile{count:s} away: {tiles}"),
    "aim_as": ("如 {hand}", "as {hand}"),
    "aim_plain": ("普通和牌", "a plain win"),
    "no_aims": ("附近没有找到够 {minimum} 分的和牌。", "no winning hand of {minimum} point{minimum:s} was found nearby."),
    "no_aims_free": ("附近没有找到和牌。", "no winning hand was found nearby."),
    "suggest": ("建议{act}：{why}。", "suggested: {act}, {why}."),
    "suggest_discard": ("打{tile}", "discard {tile}"),
    "suggest_ready": ("这样就听牌", "then the hand is ready"),
    "suggest_nearest": ("这样离听牌最近", "which leaves the hand nearest to ready"),
    "suggest_aim": ("做{fans}用不上它", "not needed for {fans}"),
    "suggest_nearer": ("离听牌近一步", "a step nearer to ready"),
    "suggest_worth": ("能做成分数更高的牌", "then the hand can be worth more"),
    "suggest_hopeless": ("{claim}之后没有找到能和的牌", "after {claim} no hand that may win was found"),
    "suggest_no_nearer": ("{claim}不会离听牌更近", "{claim} brings the hand no nearer to ready"),
    "suggest_lost": ("{claim}会失去{fans}", "{claim} loses {fans}"),
    "suggest_safe": ("前景更好的牌更危险", "what promises more is more dangerous"),
    "suggest_best": ("这样前景最好", "which promises most"),
    "suggest_less": ("{claim}之后前景更差", "{claim} promises less"),
    "suggest_last_ready": ("最后一张可能和牌", "it may win"),
    "suggest_last_far": ("最后一张和不了牌", "it cannot win"),
    "suggest_why": ("{who}：{text}", "{who}: {text}"),
    "suggest_cheaper": ("{claim}快一步，可是分数少得多", "{claim} is a step nearer, but worth much less"),
    "claim_distance": ("向听 {before} → {after}", "to ready: {before} → {after}"),
    "claim_lost": ("失去：{fans}", "lost: {fans}"),
    "claim_cheaper": ("不亮这组牌值 {concealed} 分", "with this set concealed: {concealed} point{concealed:s}"),
    # why a player chooses something
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
    # comparison
    "compare_differences": ("差别：", "Where they differ:"),
    "compare_no_win": ("{book}不成和牌", "{book}: not a winning hand"),
    "compare_illegal": (
        "{book}不能和：{base} 分，{minimum} 分起和",
        "{book}: may not win, {base} point{base:s} where {minimum} are needed",
    ),
    "compare_unknown": ("无此番种", "has no such fan"),
    "compare_does_not_hold": ("{fan}不成立", "{fan} does not hold"),
    # rule books
    "book_facts": ("{count} 个番种", "{count} fan{count:s}"),
    "book_minimum": ("，{minimum} 分起和", ", minimum {minimum} point{minimum:s}"),
    "book_flower": ("，花牌每张 {flower} 分", ", {flower} point{flower:s} for a flower"),
    "excludes": ("不计：{names}", "excludes: {names}"),
    "refused_by": ("有以下番种时不计：{names}", "not counted with: {names}"),
    "against": ("互斥：{names}", "mutually exclusive with: {names}"),
    "example_yes": ("成立：", "Counts:"),
    "example_no": ("不成立或不计：", "Does not hold or does not count:"),
    "not_a_win": ("不成和牌", "not a winning hand"),
    "floor": ("最低", "minimum"),
    "ceiling": ("最高", "maximum"),
    "fan_name": ("番种", "fan"),
    "witness": ("最低分数的牌例", "a hand with the minimum"),
    # the table
    "wind_E": ("東", "East"),
    "wind_S": ("南", "South"),
    "wind_W": ("西", "West"),
    "wind_N": ("北", "North"),
    "ready_heaven": ("天听", "ready (heaven)"),
    "ready_earth": ("地听", "ready (earth)"),
    "ready_human": ("人听", "ready (human)"),
    "ready_ghost": ("鬼听", "ready (ghost)"),
    "ready_insect": ("虫听", "ready (insect)"),
    "table_head": ("{round}风圈，第 {number} 局，余 {left} 张", "{round} round, hand {number}, {left} tile{left:s} left"),
    "event_hand": ("第 {number} 局，{round}风圈，骰子 {dice}", "hand {number}, {round} round, dice {dice}"),
    "event_draw": ("{who} 摸 {tile}", "{who}: draws {tile}"),
    "event_draw_kong": ("{who} 杠后补 {tile}", "{who}: draws {tile} for the kong"),
    "event_draw_flower": ("{who} 补花摸 {tile}", "{who}: draws {tile} for the flower"),
    "event_replaces": ("{who} 补一张", "{who}: draws from the tail"),
    "event_flower": ("{who} 亮花 {tile}", "{who}: lays down {tile}"),
    "event_discard": ("{who} 打 {tile}", "{who}: discards {tile}"),
    "event_discard_drawn": ("{who} 摸打 {tile}", "{who}: discards {tile}, just drawn"),
    "event_chow": ("{who} 吃 {source} 的 {tile}：{meld}", "{who}: chow with {tile} from {source}: {meld}"),
    "event_pung": ("{who} 碰 {source} 的 {tile}：{meld}", "{who}: pung with {tile} from {source}: {meld}"),
    "event_kong": ("{who} 杠 {source} 的 {tile}：{meld}", "{who}: kong with {tile} from {source}: {meld}"),
    "event_added_kong": ("{who} 加杠 {meld}", "{who}: adds to a pung: {meld}"),
    "event_concealed_kong": ("{who} 暗杠 {meld}", "{who}: concealed kong {meld}"),
    "event_hidden_kong": ("{who} 暗杠", "{who}: concealed kong, face down"),
    "event_ready": ("{who} 报听：{ready}", "{who}: declares {ready}"),
    "event_self_draw": ("{who} 自摸，{points} 分", "{who}: wins by self-draw, {points} point{points:s}"),
    "event_win": ("{who} 和 {source} 的牌，{points} 分", "{who}: wins on the tile of {source}, {points} point{points:s}"),
    "event_eight_flowers": ("{who} 集齐八花，{points} 分", "{who}: wins with all eight flowers, {points} point{points:s}"),
    "event_exhausted": ("荒牌，无人和牌", "no tiles are left; nobody wins"),
    "event_declined": ("{who} 不摸最后一张，荒牌", "{who}: declines the last tile; nobody wins"),
    "event_reveal": ("洗牌种子 {seed}…", "the seed of the shuffle: {seed}…"),
    # quepu play
    "you": ("你", "you"),
    "play_seed": ("（种子 {seed}）", "(seed {seed})"),
    "play_help_short": (
        "轮到你时输入要打的牌（如 5m、E）；h 看提示，? 看全部命令，q 离开。",
        "In your turn, type the tile to discard (5m, E); h shows hints, ? lists the commands, q leaves.",
    ),
    "play_help": (
        "  打牌：牌名，如 5m、E、五萬；直接回车打出刚摸的牌，或放弃吃碰。\n"
        "  w 和  p 碰  k 杠  c 吃  n 不要  r 报听  f 补花  d 不摸最后一张\n"
        "  h 提示：向听、听牌与分数、可以做什么牌、吃碰杠的得失、为何不能和   t 再看牌桌\n"
        "  y 机器人为什么这么打（练习中，或一局结束后）   u 悔牌（练习）   q 离开",
        "  Discard: a tile's name, as 5m or E; an empty line discards the tile just drawn, or passes.\n"
        "  w win  p pung  k kong  c chow  n pass  r declare ready  f replace a flower  d decline the last tile\n"
        "  h hints: how far from ready, waits with points, what to aim for, what a claim gives and loses, why a win is not allowed\n"
        "  t the table again   y why the bots did that (practice, or after the hand)   u undo (practice)   q leave",
    ),
    "play_discard": ("打哪张？", "Discard?"),
    "play_offer": ("{who} 打出 {tile}：", "{who} discards {tile}:"),
    "action_chow": ("吃", "chow"),
    "action_113": ("碰", "pung"),
    "action_114": ("杠", "kong"),
    "action_115": ("和", "win"),
    "action_116": ("补花", "replace a flower"),
    "action_117": ("报听", "declare ready"),
    "action_118": ("不摸", "decline the last tile"),
    "action_119": ("不要", "pass"),
    "action_concealed_kong": ("暗杠", "concealed kong"),
    "action_added_kong": ("加杠", "add to a pung"),
    "action_draw_last": ("摸最后一张", "draw the last tile"),
    "play_after": ("若{action}：", "after {action}:"),
    "play_flowers_first": ("先补花再看。", "Replace the flowers first."),
    "play_unknown": ("现在不能“{text}”。", "'{text}' is not possible now."),
    "play_no_undo": ("只有练习模式（--practice）可以悔牌。", "Undo is available in practice mode only (--practice)."),
    "play_no_reasons": (
        "理由会透露暗牌：只在练习模式（--practice）或一局结束后可看。",
        "Reasons reveal hidden tiles: they are shown in practice mode (--practice) or after the hand.",
    ),
    "play_nothing_to_explain": ("机器人还没有可说明的选择。", "The bots have made no choice to explain yet."),
    "play_nothing_to_undo": ("本局没有可悔的牌。", "There is nothing to undo in this hand."),
    "play_undone": ("已退回上一步。", "The last decision is undone."),
    "play_pays": ("{who} 付 {points} 分：{why}", "{who} pays {points} point{points:s}: {why}"),
    "play_next": ("回车开始下一局，y 看机器人为什么这么打，q 离开。", "Enter for the next hand, y for why the bots played so, q to leave."),
    "play_over": ("对局结束。", "The match is over."),
    "play_left": ("对局到此为止。", "The match ends here."),
    "play_recorded": ("牌谱已写入 {file}", "the record is in {file}"),
    "no_win_no_tile": ("现在没有可和的牌。", "There is no tile to win on now."),
    "no_win_not_a_win": ("还不成和牌。", "This is not a winning hand yet."),
    "no_win_flowers_in_hand": ("手里还有花牌，不能和。", "There are flowers in the hand, so it cannot win."),
    "no_win_below_minimum": ("分数不够，不能和：", "Too few points, so it cannot win:"),
    # quepu replay and verify
    "replay_help": (
        "回车或 n 下一步，p 上一步，j 3 跳到第 3 局，v E（S、W、N、all）换视角，q 离开。",
        "Enter or n: next; p: previous; j 3: to hand 3; v E (S, W, N, all): whose view; q: leave.",
    ),
    "replay_prompt": ("第 {at} 步，第 {line} 行", "step {at}, line {line}"),
    "replay_end": ("牌谱到此结束。", "The record ends here."),
    "verify_nonces": (
        "{hands} 局有玩家事先承诺了随机数：公开的 {opened} 个都与承诺相符，未公开 {withheld} 个",
        "nonces committed before the deal (hands: {hands}): opened, each as committed: {opened}; withheld: {withheld}",
    ),
    "verify_withheld": ("第 {hand} 局 {player}", "{player} in hand {hand}"),
    "verify_valid": ("有效，{hands} 局：{players}", "valid (hands: {hands}): {players}"),
    # quepu arena
    "arena_head": (
        "{rules}，{hands} 局，{sets} 组复式，种子 {seed}",
        "{rules}, hands: {hands}, duplicate sets: {sets}, seed: {seed}",
    ),
    "arena_player": ("玩家", "player"),
    "arena_points": ("每局得分", "points a hand"),
    "arena_wins": ("和牌 %", "wins %"),
    "arena_of_decided": ("占分出胜负之局 %", "of decided hands %"),
    "arena_self_draws": ("自摸 %", "self-draws %"),
    "arena_deal_ins": ("放铳 %", "deal-ins %"),
    "arena_draws": ("荒牌 {draws} %", "draws {draws} %"),
    "arena_note": (
        "± 与括号为 95 % 置信区间，以复式组（同样的牌墙，四种座次）为单位计算，不以单局计。",
        "± and brackets are 95 % confidence intervals, over duplicate sets (the same walls, all four seatings), not over single hands.",
    ),
    # quepu analyse
    "analyse_head": (
        "{rules}，{seat}家，每种打法试 {samples} 副随机牌局，种子 {seed}",
        "{rules}, seat {seat}, random deals: {samples}, seed: {seed}",
    ),
    "analyse_offer": ("{seat}家打出 {tile}", "{seat} offers {tile}"),
    "analyse_hand_alone": (
        "其他情况未知：按{seat}家第一次出牌计算，各家还没有打出牌；",
        "Nothing else is known: {seat}'s first turn, no discards, all other hands concealed; ",
    ),
    "analyse_first_turn": ("第一巡的番种（天和、天听等）照计。", "fans of the first turn (天和, 天听 and the like) count."),
    "analyse_no_first_turn": ("这套规则没有第一巡的番种。", "these rules have no fans of the first turn."),
    "analyse_claimed": ("吃、碰、明杠来自上家。", "claimed melds are from the player before."),
    "analyse_action": ("打法", "action"),
    "analyse_points": ("预期得分", "expected points"),
    "analyse_behind": ("少得", "less than the best"),
    "analyse_wins": ("和牌 %", "wins %"),
    "analyse_deal_ins": ("放铳 %", "deal-ins %"),
    "analyse_deals": ("局数", "deals"),
    "analyse_best": ("机器人的选择", "the bot's choice"),
    "analyse_played": ("实际打法", "played"),
    "analyse_note": (
        "± 为 95 % 置信区间的一半；“少得”由同样的牌局相比得出。",
        "± is half a 95 % interval; differences are from the same deals.",
    ),
    "analyse_decision": (
        "第 {number} 个决定：第 {hand} 局第 {step} 步，{player}（{seat}家）",
        "decision {number}: hand {hand}, step {step}, {player} ({seat})",
    ),
    "analyse_number": ("决定", "decision"),
    "analyse_hand": ("局", "hand"),
    "analyse_step": ("步", "step"),
    "analyse_player": ("玩家", "player"),
    "analyse_tiles": ("手牌", "tiles"),
    "analyse_chosen": ("实际打法", "played"),
    "analyse_better": ("机器人", "bot"),
    "analyse_cost": ("少得", "cost"),
    "analyse_list": (
        "{count} 个决定。--decision N 分析其中一个，--seat E（S、W、N：开局时的座位）复盘一位玩家的全部决定。",
        "decisions: {count}. --decision N analyses one; --seat E (S, W, N: the seat in the first hand) reviews all of a player's.",
    ),
    "analyse_incomplete": (
        "牌谱不完整：在第 {line} 行中断，对局尚未结束。",
        "The record is incomplete: it ends at line {line}, before the end of the match.",
    ),
    "analyse_review": (
        "{rules}，{player}：{count} 个决定，机器人同意 {agreed} 个；明显的失误 {mistakes} 个，共少得约 {cost} 分（随机牌局 {samples} 副）",
        "{rules}, {player}: decisions: {count}, the bot agrees: {agreed}; clear mistakes: {mistakes}, together {cost} points "
        "(random deals: {samples})",
    ),
    "analyse_no_mistakes": ("没有发现明显的失误。", "No clear mistakes were found."),
    # command line
    "cli": ("雀谱：为任意一手麻将计分，并说明理由。", "Quepu 雀谱: score any winning mahjong hand, with the reasons."),
    "cli_score": ("计算一手和牌的分数；不给手牌则进入交互模式", "score a winning hand; without a hand, start a prompt"),
    "cli_waits": ("十三张牌听哪些牌，各值多少分", "show the waits of thirteen tiles, with their points"),
    "cli_discards": ("十四张牌打哪一张", "show what to discard from fourteen tiles"),
    "cli_compare": ("同一手牌在各规则下的得分与差别", "compare the scores of a hand under several rule books"),
    "cli_fans": ("番种表，或某个番种的定义、不计与例子", "list the fans of a rule book, or show one fan with examples"),
    "cli_serve": ("启动网站：在浏览器里打牌、计分、查规则、做练习", "start the site: play, score and practise in the browser"),
    "cli_host": ("监听地址（默认 127.0.0.1）", "the address to listen on (default 127.0.0.1)"),
    "cli_port": (
        "端口，0 到 65535；0 表示任意空闲端口（默认 8000，被占用时用下一个）",
        "the port, 0 to 65535; 0 is any free port (default 8000, or the next free one)",
    ),
    "cli_data": (
        "存放数据库与服务器日志的目录（默认：数据库在用户数据目录，不写日志）",
        "the folder for the database and the server's log (default: the database in the user's data folder, no log)",
    ),
    "cli_database": (
        "改用 PostgreSQL：postgresql+psycopg://…（也可用环境变量 QUEPU_DATABASE）",
        "use PostgreSQL instead: postgresql+psycopg://… (or the environment variable QUEPU_DATABASE)",
    ),
    "cli_pace": (
        "机器人与等待吃碰的节奏，0 到 10：1 为正常，0 为不停顿",
        "the pace of bots and claims, 0 to 10: 1 is normal, 0 means no pauses",
    ),
    "cli_lan": ("向局域网开放，并显示二维码", "make it available in the local network, and show a QR code"),
    "cli_no_browser": ("不打开浏览器", "do not open a browser"),
    "serve_at": ("雀谱：{address}", "Quepu 雀谱 is at {address}"),
    "serve_lan": (
        "雀谱：{address}\n同一网络中的任何人都能打开它。",
        "Quepu 雀谱 is at {address}\nAnyone in this network can open it.",
    ),
    "serve_stop": ("按 Ctrl-C 结束。", "Press Ctrl-C to stop."),
    "serve_died": (
        "服务进程意外终止（{reason}），已重新启动；详情见日志。",
        "The serving process died ({reason}) and is started again; see the log.",
    ),
    "serve_ended": ("已结束。", "Ended."),
    "cli_play": ("与三个机器人打一场", "play a match against three bots"),
    "cli_replay": ("在终端里回放牌谱", "replay a record on the terminal"),
    "cli_verify": ("核对牌谱：重打一遍并逐行比较", "verify records: replay them and compare every line"),
    "cli_arena": ("让机器人互相对局，复式计分", "let bots play each other, in duplicate"),
    "cli_analyse": (
        "分析一个局面的每种打法：预期得分、和牌率及误差；或复盘牌谱中的决定",
        "analyse every legal action of a position: expected points, chance to win, errors; or review the decisions of a record",
    ),
    "cli_position": (
        "手牌、牌谱文件，或局面的 JSON 文件；- 为标准输入",
        "a hand, a record file, or a file with a position as JSON; - is standard input",
    ),
    "cli_samples": (
        "每种打法试多少副随机牌局，{least} 到 {most}（默认 {default}）",
        "in how many random deals an action is tried, {least} to {most} (default {default})",
    ),
    "cli_analyse_seed": ("随机牌局的种子（默认 0）", "the seed of the random deals (default 0)"),
    "cli_analyse_deal": ("牌谱：第几局", "in a record: the number of the deal"),
    "cli_analyse_seat": ("牌谱：哪位玩家，以开局时的座位表示", "in a record: the player, by their seat in the first hand"),
    "cli_decision": ("牌谱：第几个决定", "in a record: the number of a decision"),
    "cli_bots": (
        "对手：{known}；一个名字，或用逗号分隔的三个名字（默认 normal）",
        "the opponents: {known}; one name, or three separated by commas (default normal)",
    ),
    "cli_play_seed": ("牌墙的种子（默认随机）", "the seed of the walls (default: random)"),
    "cli_rounds": ("圈数，1 到 4（默认 4）", "the number of rounds, 1 to 4 (default 4)"),
    "cli_play_hands": ("最多打几局", "the maximum number of hands"),
    "cli_practice": ("练习模式：可以悔牌", "practice mode: decisions can be undone"),
    "cli_record": ("把牌谱写入此文件；不覆盖已有文件", "write a record to this file; an existing file is not overwritten"),
    "cli_record_file": ("牌谱文件", "a record file"),
    "cli_view": ("从哪一家的视角看（默认 all：四家明牌）", "the seat whose view is shown (default all: every hand is visible)"),
    "cli_all": ("一次输出全部内容", "print everything at once"),
    "cli_players": ("四个机器人：{known}", "four bots: {known}"),
    "cli_arena_hands": ("总局数（默认 1024），向上取整到整组", "the total number of hands (default 1024), rounded up to whole sets"),
    "cli_arena_seed": ("种子（默认 0）", "the seed (default 0)"),
    "cli_records": ("把每场的牌谱写入这个空文件夹", "write a record of every match to this empty folder"),
    "cli_lab": ("规则实验", "run experiments on a rule book"),
    "cli_fit": (
        "从自对局求出稳健机器人估计听牌、危险和收益用的数，输出 JSON",
        "fit what careful bots estimate, who is ready, danger and gain, to deals they play among themselves; prints JSON",
    ),
    "cli_fit_deals": ("对局数（默认 12000）", "the number of deals (default: 12000)"),
    "cli_fit_seed": ("种子，同一种子结果相同", "the seed; the same seed gives the same numbers"),
    "cli_fit_style": ("由哪种机器人对局", "which bot plays the deals"),
    "cli_simulate": (
        "让机器人打许多局，统计番种、和牌、放铳、得分等的频率，附置信区间",
        "let bots play many deals, and measure fans, wins, deal-ins, points and more, with confidence intervals",
    ),
    "cli_simulate_players": (
        "四个机器人，用逗号分隔（默认 swift,swift,swift,swift）：{known}、strong",
        "four bots, separated by commas (default: swift,swift,swift,swift): {known}, strong",
    ),
    "cli_simulate_hands": ("局数（默认 10000）", "the number of deals (default: 10000)"),
    "cli_simulate_seed": ("种子，同一种子结果逐字节相同", "the seed; the same seed gives the same bytes"),
    "cli_shard": ("只模拟第 I 片，共 N 片；以后用 lab merge 合并", "simulate only shard I of N, to be merged by lab merge"),
    "cli_simulate_out": (
        "把计数存进这个文件；中断后用同样的命令继续",
        "keep the counts in this file; after an interruption the same command continues",
    ),
    "cli_merge": ("合并一次模拟的全部分片", "merge all shards of a simulation"),
    "cli_study_file": ("lab simulate --out 写的文件", "a file written by lab simulate --out"),
    "cli_merge_out": ("把合并后的计数存进这个文件", "write the merged counts to this file"),
    "simulate_head": (
        "{rules}：模拟 {deals} 局，种子 {seed}，分片 {shard}",
        "{rules}, simulated deals: {deals}, seed: {seed}, shard: {shard}",
    ),
    "simulate_note": (
        "每局牌墙都不同。括号和 ± 是 95 % 置信区间；全部是模拟所得，不是精确值。",
        "Every deal has its own wall. Brackets and ± are 95 % confidence intervals; all figures are simulated, none is exact.",
    ),
    "simulate_draws": (
        "荒牌 {draws} %；分出胜负的局里自摸占 {self_draws} %",
        "draws {draws} %; of the decided deals, self-draws {self_draws} %",
    ),
    "simulate_length": ("每局打出 {discards} 张；和牌平均 {points} 分", "discards a deal {discards}; points of a winning hand {points}"),
    "simulate_refused": (
        "有人牌型已成却不够起和的局：{refused} %",
        "deals in which somebody had a complete hand below the minimum: {refused} %",
    ),
    "simulate_empty": ("这一片没有要模拟的局", "this shard has no deals"),
    "simulate_seat": ("座位", "seat"),
    "simulate_wins": ("和牌次数", "wins"),
    "simulate_share": ("占和牌 %", "share of wins %"),
    "simulate_mean": ("这些和牌的平均分", "points of these wins"),
    "simulate_rest": (
        "列出 {shown} 个番种，共 {all} 个；没有出现过的有 {never} 个。--json 列出全部。",
        "fans listed: {shown} of {all}; never made: {never}. --json lists all.",
    ),
    "simulate_pair": ("同时出现的番种", "fans together"),
    "simulate_lift": ("是独立时的倍数", "times as often as if independent"),
    "cli_what_if": (
        "同样的牌墙用两套规则各打一遍，比较有什么不同",
        "play two rule books on the same walls, and show what differs",
    ),
    "cli_what_if_before": ("一套规则：id 或 .toml 文件", "a rule book: an id or a .toml file"),
    "cli_what_if_after": ("另一套规则", "another rule book"),
    "what_if_head": (
        "{before} → {after}：各模拟 {hands} 局，种子 {seed}",
        "{before} → {after}, simulated deals each: {hands}, seed: {seed}",
    ),
    "what_if_note": (
        "± 是 95 % 置信区间；p 已按同时比较的数目校正（Holm），小于 0.05 的才算有差别。",
        "± is half a 95 % interval; p is corrected for the number of differences (Holm); below 0.05 a difference is significant.",
    ),
    "what_if_measure": ("项目", "measure"),
    "what_if_fan": ("占和牌 %", "share of wins %"),
    "what_if_difference": ("差", "difference"),
    "what_if_chance": ("p", "p"),
    "what_if_significant": ("有差别", "significant"),
    "what_if_draws": ("荒牌 %", "draws %"),
    "what_if_self_draws": ("自摸占和牌 %", "self-draws, of decided deals %"),
    "what_if_refused": ("有人不够起和 %", "below the minimum %"),
    "what_if_discards": ("每局打出的牌", "discards a deal"),
    "what_if_points": ("和牌分数", "points of a win"),
    "what_if_points_east": ("庄家每局得分", "the dealer's points a deal"),
    "what_if_rest": ("有差别的番种：{significant}，共 {all} 种", "fans that differ: {significant} of {all}"),
    "cli_floors": ("遍历所有和牌，求各番种的最低与最高分数", "find the minimum and maximum points of every fan, over all hands"),
    "cli_hand": ('手牌，例如 "12345678m22p [EEE] +9m"', 'a hand, such as "12345678m22p [EEE] +9m"'),
    "cli_fan": ("番种的名称或 id", "the name or id of a fan"),
    "cli_rules": ("规则：{known}（默认 {default}）", "rule book: {known} (default {default})"),
    "cli_compare_rules": (
        "只比较这些规则，按所写顺序，用逗号分隔：{known}（默认全部）；只给一个选项或自定义规则时，与其所改的规则比较",
        "compare only these, in this order, separated by commas: {known} (default: all); a single option or "
        "overlay is compared with the book it changes",
    ),
    "cli_json": ("以 JSON 输出", "print the answer as JSON"),
    "cli_lang": ("语言（默认取自环境变量）", "the language (default: from the environment)"),
    "cli_jsonl": (
        "从标准输入读取 JSON 对象，每行一个，逐行输出结果",
        "read one JSON object per line from standard input, and write one for each",
    ),
    "cli_explain": ("与 --jsonl 同用：附完整解释", "with --jsonl: include the whole explanation"),
    "cli_html": ("以 HTML 片段输出", "print the answer as an HTML fragment"),
    "cli_seen": ("别处已见的牌", "tiles that are visible elsewhere"),
    "cli_self": ("自摸", "self-drawn"),
    "cli_seat": ("门风", "seat wind"),
    "cli_round": ("圈风", "round wind"),
    "cli_last_tile": ("海底捞月 / 河底捞鱼", "won on the last tile"),
    "cli_kong": ("岭上开花 / 抢杠", "won on a kong's replacement, or by robbing a kong"),
    "cli_first_turn": ("天和 / 地和", "won on the first turn"),
    "cli_last_copy": ("绝张", "won on the last copy of a tile"),
    "cli_ready": ("报听（Woods Hole）：天 地 人 鬼 虫", "the ready declaration (Woods Hole)"),
    "cli_tiles_left": ("牌墙剩余张数（Woods Hole）", "the number of tiles left in the wall (Woods Hole)"),
    "cli_flowers": ("花牌：张数，或如 1f5f", "flowers: how many, or which, such as 1f5f"),
    "cli_workers": ("进程数，1 到 {most}（默认每核一个）", "the number of processes, 1 to {most} (default: one per core)"),
    "cli_version": ("显示版本，以及内核是否已编译", "show the version, and whether the kernel is compiled"),
    "error": ("错误", "error"),
    "prompt_help": (
        "输入 14 张牌计分，13 张看听牌，“打”加 14 张看该打哪张；输入番种名看定义；rules lingque26 换规则，lang en 换语言，q 退出。\n"
        "例：12345678m22p [EEE] +9m | self",
        'Type 14 tiles for a score, 13 for waits, "d" and 14 tiles for discards, or the name of a fan for its '
        "definition; rules lingque26 and lang zh change the rule book and the language, q quits.\n"
        "For example: 12345678m22p [EEE] +9m | self",
    ),
}

LEVELS_IN_WORDS: dict[str, tuple[Text, Text]] = {
    "beginner": (
        ("新手", "Beginner"),
        (
            "刚学会：只顾自己的牌，见牌就吃碰，常忘了起和。",
            "Has just learnt to play: sees its own tiles, claims too much, forgets the minimum.",
        ),
    ),
    "easy": (
        ("初级", "Easy"),
        ("会打，但粗心：记不住打过的牌，爱吃爱碰。", "Knows how to play, but is careless: forgets old discards, likes to claim."),
    ),
    "normal": (
        ("中级", "Normal"),
        ("稳定的牌友：朝能和的牌打，偶有小失误。", "A steady player: goes for hands that may win, with small mistakes."),
    ),
    "strong": (
        ("高级", "Strong"),
        ("最强的机器人：算得清，也防别人和牌。", "The strongest bot: calculates well, and watches what others may win with."),
    ),
}
"""The levels, which are players too: what people choose, the weakest first. For each its name, and what to expect of it."""

PLAYERS_IN_WORDS: dict[str, Text] = {
    **{level: (f"{name[0]}机器人", f"{name[1].lower()} bot") for level, (name, _) in LEVELS_IN_WORDS.items()},
    "random": ("随机机器人", "random bot"),
    "first": ("简单机器人", "simple bot"),
    "swift": ("敏捷机器人", "swift bot"),
    "efficient": ("快攻机器人", "quick bot"),
    "careful": ("稳健机器人", "careful bot"),
    "master": ("大师机器人", "master bot"),
}
"""What people call the players of ``quepu.players``. The names themselves are for programs and records."""

PLAYERS_ABOUT: dict[str, Text] = {
    **{level: about for level, (_, about) in LEVELS_IN_WORDS.items()},
    "random": ("乱打：每次随便选一个合法的动作。", "Plays anything: each time a legal action at random."),
    "first": ("能和就和，否则总选第一个合法的动作；供测试用。", "Wins when it can, else takes the first legal action; made for tests."),
    "swift": ("思路同快攻机器人，算得少，打得快；不防别人。", "The idea of the quick bot with a smaller search; does not defend."),
    "efficient": ("朝最近的、够起和的牌打；不防别人。", "Heads for the nearest hand that is allowed to win; does not defend."),
    "careful": (
        "还掂量每张打出去的牌会不会放铳；“高级”就是它。",
        "Also weighs what each discard may give away; the level Strong is this bot.",
    ),
    "master": (
        "先在许多副随机的牌里试打，再决定；想得更久。",
        "Tries its choices in many random deals before it acts, so it takes longer.",
    ),
}
"""What to expect of each player, in a line."""


class Both(TypedDict):
    """A text as JSON has it."""

    zh: str
    en: str


def both(text: Text) -> Both:
    """A text by language."""
    return {"zh": text[0], "en": text[1]}


def plural(number: int) -> str:
    """The ending of an English noun after a number: ``f"{n} point{plural(n)}"``. In a text of this module it is ``{n} point{n:s}``."""
    return "" if number == 1 else "s"


class _Number(int):
    """A number whose format ``s`` is the plural ending."""

    def __format__(self, spec: str) -> str:
        return plural(self) if spec == "s" else super().__format__(spec)


def fill(text: Text, lang: str, /, **details: object) -> str:
    """A sentence in Chinese (``zh``) or English, with its details filled in."""
    numbers = {name: _Number(value) for name, value in details.items() if type(value) is int}
    return text[lang != "zh"].format(**{**details, **numbers})


def say(lang: str, key: str, /, **details: object) -> str:
    """The sentence with this key, in Chinese (``zh``) or English."""
    return fill(TEXTS[key], lang, **details)
