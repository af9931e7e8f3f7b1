"""Games in the terminal: the table, play, replay, the arena, analyses."""

from __future__ import annotations

from quepu.texts.text import Text

GAMES: dict[str, Text] = {
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
}
