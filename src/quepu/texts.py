"""What the program says, in both languages."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    # explanation: zh, en
    "no_win": (
        "不成和牌：不是四个面子加雀头，也不是{rules}的特殊牌型",
        "not a winning hand: no four sets and a pair, nor a special shape of {rules}",
    ),
    "read_as": ("拆解：{reading}", "read as {reading}"),
    "value": ("{fu} 副 {fan} 翻", "{fu} fu, {fan} fan"),
    "points": ("{points} 点", "{points} point{points:s}"),
    "sum": ("{sum} = {points} 点", "{sum} = {points} point{points:s}"),
    "fu_sum": ("副数 {sum} = {fu}", "fu {sum} = {fu}"),
    "merged": ("番牌合并为一个番种，刻子数即翻数：{fan} 翻", "the value tiles are one fan of as many fan as pungs: {fan}"),
    "most": ("最大单番：{name} {fan} 翻", "the greatest single fan: {name}, {fan} fan"),
    "jump": (
        "复合跳翻：不同类的{name}（{category}）{fan} 翻，{fan}² = {square} > 2×最大 = {twice}，加 1 翻，得 {total} 翻",
        "combination: {name}, of another category ({category}), {fan} fan; "
        "{fan}² = {square} > twice the greatest = {twice}: one more, {total}",
    ),
    "closed": ("门清跳翻：没有吃、碰、明杠，加 1 翻，得 {total} 翻", "concealed: nothing was claimed, one more, {total}"),
    "product": ("{fu} 副 × {fan} 翻 = {points} 点", "{fu} fu × {fan} fan = {points} points"),
    "no_fans": ("没有番种：0 点", "no fan at all: 0 points"),
    "flowers": (
        "花牌 {count} 枚，每枚 {each} 点：{base} + {count}×{each} = {points} 点",
        "{count} flower{count:s} at {each} point{each:s}: {base} + {count}×{each} = {points} points",
    ),
    "added": ("{name}：{base} + {more} = {points} 点", "{name}: {base} + {more} = {points} points"),
    "percent": ("+{percent}%", "+{percent}%"),
    "raised": ("加成：{sum} ×（100 + {percents}）% = {points} 点", "percentages: {sum} × (100 + {percents})% = {points} points"),
    "legal": ("{base} ≥ {minimum}，达到起和点数", "{base} ≥ {minimum}: the minimum is met"),
    "illegal": ("{base} < {minimum}，未达起和点数，不能和牌", "{base} < {minimum}: below the minimum, this may not win"),
    "refused": ("不计：", "Not counted:"),
    "refused_follows": ("{fan}：不计，{by}已计入", "{fan}: not counted, {by} counts already"),
    "refused_combined": (
        "{fan}：所用的牌已与{by}组合，不再拆开重算",
        "{fan}: its sets serve in {by} already, and are not taken apart to serve again",
    ),
    "refused_against": ("{fan}：与{by}互斥，两者只计其一", "{fan}: one or the other, and {by} counts"),
    "others": ("其他拆解：", "Other readings:"),
    # waits and discards
    "tile": ("牌", "tile"),
    "left": ("余", "left"),
    "by_discard": ("点和", "by discard"),
    "by_self_draw": ("自摸", "by self-draw"),
    "fans_by_discard": ("点和番种", "fans by discard"),
    "too_few": ("不足 {minimum}", "below {minimum}"),
    "discard": ("打", "discard"),
    "distance": ("向听", "to ready"),
    "ready": ("听牌", "ready"),
    "useful": ("有效牌", "useful tiles"),
    "after_discard": ("打 {tile}，听：", "after {tile}, waiting for:"),
    "waits_for": ("听 {kinds} 种 {left} 枚：", "waiting for {kinds} kind{kinds:s}, {left} tile{left:s}:"),
    "not_ready": ("未听牌，差 {distance} 步；有效牌：", "not ready, {distance} away; useful tiles:"),
    "already_won": (
        "这十四枚自摸已成和：{worth}。若仍要打一枚：",
        "these fourteen tiles win by self-draw: {worth}. Should one be thrown all the same:",
    ),
    # comparison
    "compare_differences": ("差别：", "Where they differ:"),
    "compare_no_win": ("{book}不成和牌", "{book}: not a winning hand"),
    "compare_illegal": (
        "{book}不能和：{base} 点，起和 {minimum} 点",
        "{book}: may not win, {base} point{base:s} where {minimum} are needed",
    ),
    "compare_unknown": ("无此番种", "has no such fan"),
    "compare_does_not_hold": ("{fan}不成立", "{fan} does not hold"),
    # rule books
    "book_facts": ("{count} 个番种", "{count} fans"),
    "book_minimum": ("，起和 {minimum} 点", ", at least {minimum} points to win"),
    "book_flower": ("，花牌每枚 {flower} 点", ", {flower} points for a flower"),
    "excludes": ("不计：{names}", "takes away: {names}"),
    "refused_by": ("有以下番种时不计：{names}", "itself not counted where these count: {names}"),
    "against": ("互斥：{names}", "one or the other: {names}"),
    "example_yes": ("成立：", "Counts:"),
    "example_no": ("不成立或不计：", "Does not hold, or does not count:"),
    "not_a_win": ("不成和牌", "not a winning hand"),
    "floor": ("最低", "least"),
    "ceiling": ("最高", "greatest"),
    "fan_name": ("番种", "fan"),
    "witness": ("最低点数的牌例", "a hand with the least"),
    # command line
    "cli": ("雀谱：算清任何一手麻将，并讲明道理。", "Quepu 雀谱: scores any winning mahjong hand, with its reasons."),
    "cli_score": ("算一手和牌；不给牌则进入交互", "score a winning hand; without one, ask for hands"),
    "cli_waits": ("十三枚牌听什么，各值多少", "what thirteen tiles wait for, and its worth"),
    "cli_discards": ("十四枚牌打哪张", "which of fourteen tiles to throw"),
    "cli_compare": ("同一手牌在各规则下的得分与差别", "one hand under every rule book, and where they differ"),
    "cli_fans": ("番种表；或一个番种的定义、不计与牌例", "the fans of a rule book; or one fan with its text and examples"),
    "cli_serve": ("启动网页：在浏览器里算点、查规则、做练习", "the site: study hands, rules and practice in the browser"),
    "cli_host": ("监听的地址（默认 127.0.0.1）", "the address to listen at (default 127.0.0.1)"),
    "cli_port": ("端口（默认 8000，被占用则取下一个）", "the port (default 8000, or the next free one)"),
    "cli_data": (
        "存放数据库与服务器日志的目录（默认：数据库在用户数据目录，不存日志）",
        "a folder for the database and the server's log (default: the database in the user's data folder, and no log)",
    ),
    "cli_database": (
        "改用 PostgreSQL：postgresql+psycopg://…（也可用环境变量 QUEPU_DATABASE）",
        "PostgreSQL instead: postgresql+psycopg://… (or in the environment, as QUEPU_DATABASE)",
    ),
    "cli_pace": ("机器人与吃碰等待的快慢：1 如常人，0 不停顿", "how long bots and claims take: 1 as people like it, 0 no time"),
    "cli_lan": ("向局域网开放，并显示二维码", "open it to the local network, and show a QR code"),
    "cli_no_browser": ("不打开浏览器", "do not open a browser"),
    "serve_at": ("雀谱：{address}", "Quepu 雀谱 is at {address}"),
    "serve_lan": (
        "雀谱：{address}\n同一网络中的任何人都能打开它。",
        "Quepu 雀谱 is at {address}\nAnyone in this network can open it.",
    ),
    "serve_stop": ("按 Ctrl-C 结束。", "Ctrl-C ends it."),
    "serve_ended": ("已结束。", "Ended."),
    "cli_lab": ("度量规则", "measure a rule book"),
    "cli_floors": ("遍历所有和牌，求各番种的最低与最高点数", "the least and greatest points of every fan, over all hands"),
    "cli_hand": ('牌，例如 "12345678m22p [EEE] +9m"', 'a hand, as "12345678m22p [EEE] +9m"'),
    "cli_fan": ("番种的名称或 id", "a fan's name or id"),
    "cli_rules": ("规则：{known}（默认 {default}）", "rule book: {known} (default {default})"),
    "cli_compare_rules": (
        "只比较这些规则，按所写次序，以逗号隔开：{known}（默认全部）；只给一个选项或自订规则时，与其所改的规则相比",
        "compare just these, in this order, with commas between them: {known} (default: all); "
        "an option or an overlay alone is compared with the book it changes",
    ),
    "cli_json": ("以 JSON 输出", "answer in JSON"),
    "cli_lang": ("语言（默认取自环境）", "language (default: from the environment)"),
    "cli_jsonl": ("标准输入每行一个 JSON 对象，逐行作答", "read JSON objects from standard input, a line each, and answer each"),
    "cli_explain": ("与 --jsonl 同用：附完整解释", "with --jsonl: the whole explanation too"),
    "cli_html": ("以 HTML 片段输出", "answer as an HTML fragment"),
    "cli_seen": ("已见于他处的牌", "tiles that lie open elsewhere"),
    "cli_self": ("自摸", "self-drawn"),
    "cli_seat": ("门风", "seat wind"),
    "cli_round": ("圈风", "round wind"),
    "cli_last_tile": ("海底捞月 / 河底捞鱼", "won on the last tile"),
    "cli_kong": ("岭上开花 / 抢杠", "won on a kong's replacement, or by robbing a kong"),
    "cli_first_turn": ("天和 / 地和", "won on the first turn"),
    "cli_last_copy": ("绝张", "won on the last copy of a tile"),
    "cli_ready": ("叫听（Woods Hole）：天 地 人 鬼 虫", "declared ready, by the discards before it (Woods Hole)"),
    "cli_tiles_left": ("牌墙余下的枚数（Woods Hole）", "tiles left in the wall (Woods Hole)"),
    "cli_flowers": ("花牌：枚数，或如 1f5f", "flowers: how many, or which, as 1f5f"),
    "cli_workers": ("进程数（默认为核数）", "processes (default: one a core)"),
    "cli_version": ("版本，以及内核是否已编译", "the version, and whether the kernel is compiled"),
    "error": ("错误", "error"),
    "prompt_help": (
        "输入 14 枚牌算点，13 枚看听牌，“打”加 14 枚看舍牌；番种名看定义；rules lingque26 换规则，lang en 换语言，q 退出。\n"
        "例：12345678m22p [EEE] +9m | self",
        'Type 14 tiles for a score, 13 for waits, "d" and 14 tiles for what to discard; a fan\'s name for its text; '
        "rules lingque26 and lang zh change those, q quits.\nFor example: 12345678m22p [EEE] +9m | self",
    ),
}


class _Number(int):
    """A number that knows the ending of the word after it: ``{points} point{points:s}``."""

    def __format__(self, spec: str) -> str:
        return ("" if self == 1 else "s") if spec == "s" else super().__format__(spec)


def say(lang: str, key: str, **details: object) -> str:
    """A sentence in Chinese (``zh``) or English."""
    numbers = {name: _Number(value) for name, value in details.items() if type(value) is int}
    return TEXTS[key][lang != "zh"].format(**{**details, **numbers})
