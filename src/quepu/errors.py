"""The errors of the library, each with a stable code and a message in English and Chinese.

"Not a win" and "below the minimum" are results with a reason, never errors.
"""

MESSAGES: dict[str, tuple[str, str]] = {
    # notation
    "empty_hand": ("the hand is empty", "没有给出手牌"),
    "unknown_character": ("{text!r} is not a tile, meld or option", "{text!r} 不是牌、副露或选项"),
    "missing_suit": ("the digits {text!r} have no suit: add m, p, s, z or f", "数字 {text!r} 后面缺少花色（m、p、s、z 或 f）"),
    "missing_number": ("the suit {text!r} has no digits before it", "花色 {text!r} 前面缺少数字"),
    "no_such_tile": ("{text!r} is not a tile", "没有 {text!r} 这种牌"),
    "more_than_a_set": ("more than {limit} tiles, and a whole set has only {limit}", "超过 {limit} 张牌，而一整副牌只有 {limit} 张"),
    "flower_in_hand": ("flowers are not part of the hand: write flowers={text}", "花牌不属于手牌，请写成 flowers={text}"),
    "unclosed_meld": ("missing {text!r} at the end of this meld", "这组副露缺少 {text!r}"),
    "bad_meld": ("{text!r} is not a chow, pung or kong", "{text!r} 不是顺子、刻子或杠"),
    "bad_concealed_kong": (
        "{text!r} is not a concealed kong: parentheses hold four equal tiles",
        "{text!r} 不是暗杠：圆括号内应为四张相同的牌",
    ),
    "bad_winning_tile": ("expected one tile after +, got {text!r}", "+ 后面应为一张牌，而不是 {text!r}"),
    "second_winning_tile": ("{text!r} is a second winning tile; a hand has one", "和牌张只能有一张，{text!r} 是第二张"),
    "wrong_order": (
        "{text!r} is in the wrong place: a hand is written as tiles, melds, +tile, | options",
        "{text!r} 的位置不对，顺序应为：手牌、副露、+和牌张、| 选项",
    ),
    "unknown_option": ("unknown option {text!r}", "没有选项 {text!r}"),
    "bad_option": ("the option {option} cannot be {text!r}", "选项 {option} 不能是 {text!r}"),
    "repeated_option": ("the option {option} is given twice", "选项 {option} 重复"),
    "option_separator": (
        "separate options with spaces, not {text!r}: | self seat=S",
        "选项之间应以空格分隔，而不是 {text!r}：| self seat=S",
    ),
    # impossible hands
    "tile_count": ("expected {wanted} tiles (a kong counts three), got {found}", "应为 {wanted} 张牌（杠按三张计），实际为 {found} 张"),
    "too_many_tiles": (
        "expected at most {limit} tiles (a kong counts three), got {found}",
        "一手牌最多 {limit} 张（杠按三张计），实际为 {found} 张",
    ),
    "no_such_kind": ("there is no kind of tile with the number {found}", "没有编号为 {found} 的牌"),
    "no_such_meld": ("{tile} cannot be the lowest tile of a chow", "{tile} 不能作为顺子的第一张"),
    "bad_row": ("row {found} of the batch is not a hand", "这批数据的第 {found} 行不是一手牌"),
    "too_many_melds": ("a hand has at most four melds, got {found}", "副露最多四组，实际为 {found} 组"),
    "five_of_a_tile": ("{found} copies of {tile}, but only {limit} exist", "{tile} 有 {found} 张，而一副牌中只有 {limit} 张"),
    "kong_without_kong": ("a win on the replacement tile of a kong requires a kong in the hand", "岭上开花（杠上开花）的手牌中必须有杠"),
    "first_turn_impossible": (
        "first_turn requires the dealer's first draw, or a win on their first discard, without any meld, kong or tile face up before",
        "first_turn 只能是庄家第一张自摸，或闲家和庄家的第一张舍牌，且此前没有副露、开杠或亮明的牌",
    ),
    "first_turn_last_tile": ("a win in the first turn cannot be on the last tile of the wall", "第一巡和牌不可能是牌墙的最后一张"),
    "last_tile_not_last": (
        "last_tile and tiles_left contradict each other: the wall is empty after the last tile",
        "last_tile 与 tiles_left 矛盾：最后一张之后牌墙已空",
    ),
    "heaven_ready_claimed": (
        "ready=heaven is declared before any exchange of tiles, and claiming a meld is an exchange",
        "天听须在换牌之前报出，而吃、碰、明杠都算换牌",
    ),
    "last_copy_held": (
        "last_copy means that the other three copies of the winning tile are face up, but the concealed hand has one of them",
        "绝张（last_copy）要求和牌张的另外三张均已亮明，而手中还有一张",
    ),
    "robbed_copy_held": (
        "the other three copies of a robbed tile are in the pung it was added to, but this hand has one of them",
        "被抢的牌另外三张都在对方的明刻里，而这手牌中还有一张",
    ),
    "not_a_win": ("this hand does not win, so it has no reading", "这手牌没有和牌，因此没有拆法"),
    "conflicting_circumstances": (
        "{option} is given twice, as {first!r} and as {second!r}",
        "{option} 给了两个不同的值：{first!r} 和 {second!r}",
    ),
    # objects and files
    "bad_json": ("invalid JSON: {text}", "JSON 无效：{text}"),
    "unknown_key": ("unknown key {text!r}", "没有键 {text!r}"),
    "repeated_key": ("the parameter {text!r} is given more than once", "参数 {text!r} 重复"),
    "not_one_of": ("{option} cannot be {text!r}; expected one of {known}", "{option} 不能是 {text!r}，应为 {known} 之一"),
    "missing_key": ("missing key {text!r}", "缺少键 {text!r}"),
    "bad_value": ("{option} cannot be {text}", "{option} 不能是 {text}"),
    "out_of_range": (
        "{option} cannot be {text}; expected an integer from {least} to {most}",
        "{option} 不能是 {text}，应为 {least} 到 {most} 的整数",
    ),
    "decimal_out_of_range": (
        "{option} cannot be {text}; expected a number from {least:g} to {most:g}",
        "{option} 不能是 {text}，应为 {least:g} 到 {most:g} 的数",
    ),
    "wrong_keys": ("the keys are {text}; expected {known}", "键为 {text}，应为 {known}"),
    "unknown_flag": ("unknown flag {text!r}", "没有标志 {text!r}"),
    # the command line
    "usage": ("invalid command line: {reason}", "命令行有误：{reason}"),
    "not_together": ("{first} and {second} cannot be used together", "{first} 与 {second} 不能同时使用"),
    "jsonl_alone": (
        "--jsonl cannot be combined with a hand or circumstances as arguments; each object has its own",
        "--jsonl 不能与手牌或和牌情形参数同时使用；它们写在每行的对象里",
    ),
    "bad_flowers": (
        "{option} cannot be {text!r}; expected an integer from 0 to 8, or different flowers such as 1f5f",
        "{option} 不能是 {text!r}，应为 0 到 8 的整数，或不重复的花牌，例如 1f5f",
    ),
    "bot_count": (
        "{option} cannot be {text!r}; expected one name, or three names separated by commas",
        "{option} 不能是 {text!r}，应为一个名字，或用逗号分隔的三个名字",
    ),
    "system_error": ("system error: {reason}", "系统错误：{reason}"),
    "needs_compiled": (
        "this goes through hundreds of millions of hands and requires the compiled kernel, which is not installed",
        "这要遍历数亿手牌，需要编译后的内核，而当前没有",
    ),
    "unreadable_file": ("cannot read {text}: {reason}", "无法读取 {text}：{reason}"),
    "not_utf8": ("not UTF-8", "不是 UTF-8 文本"),
    "unwritable_file": ("cannot write {text}: {reason}", "无法写入 {text}：{reason}"),
    "unwritable_folder": ("cannot write to the folder {text}: {reason}", "无法写入文件夹 {text}：{reason}"),
    # the table
    "illegal_action": ("action {action} is not legal for seat {seat} now", "座位 {seat} 现在不能执行动作 {action}"),
    "illegal_at_table": (
        "table {table}: action {action} is not legal for seat {seat} now; no table has changed",
        "第 {table} 桌：座位 {seat} 现在不能执行动作 {action}；所有牌桌均未改变",
    ),
    "not_asked": ("seat {seat} has nothing to decide now", "现在不轮到座位 {seat} 行动"),
    "not_held": ("the game is not on hold", "牌局没有处于暂停状态"),
    "hand_over": ("this hand is over", "这一局已经结束"),
    "no_such_action": ("seat {seat} or action {action} does not exist", "座位 {seat} 或动作 {action} 不存在"),
    "bad_wall": ("a wall has four of each tile, and eight flowers or none", "牌墙应为每种牌四张，花牌八张或没有"),
    "unknown_player": ("unknown player {text!r}; expected one of {known}", "没有玩家 {text!r}，可用的有 {known}"),
    # records
    "folder_not_empty": ("{text} is not an empty folder, and nothing is overwritten", "{text} 不是空文件夹；不会覆盖已有内容"),
    "record_exists": ("{text} already exists, and nothing is overwritten", "{text} 已存在；不会覆盖"),
    "record_foreign": ("not a record that this version can read: {reason}", "不是本版本能读取的牌谱：{reason}"),
    "record_unreadable": ("not a line of a record: {reason}", "不是牌谱中的一行：{reason}"),
    "record_rewritten": (
        "another program has saved this file again: {reason}. Records are compared byte by byte; use the file as written or downloaded",
        "这个文件被其他程序重新保存过：{reason}。牌谱须逐字节保持原样，请使用最初写出或下载的文件",
    ),
    "record_incomplete": ("the record ends here, before the end of the match", "牌谱到此中断，对局尚未结束"),
    "record_bad_event": ("not an event of a record: {reason}", "不是牌谱中的事件：{reason}"),
    "record_impossible": ("this cannot happen here: {reason}", "此处不可能发生：{reason}"),
    "record_differs": ("expected {wanted}", "此处应为 {wanted}"),
    "record_wanted": ("expected a line of type {t!r}", "此处应为类型 {t!r} 的一行"),
    "record_shuffle": ("the seed does not match the commitment in line {hand}", "种子与第 {hand} 行的承诺不符"),
    "record_deal": (
        "the seed and the nonces do not give the dice and the deal after line {hand}",
        "由种子和随机数得出的骰子与配牌，与第 {hand} 行开始的不符",
    ),
    "record_hash": ("the sha256 does not match the lines before it", "sha256 与前面的内容不符"),
    "record_goes_on": ("the record continues after its end", "牌谱结束之后还有内容"),
    # the reasons in a wrong record
    "record_empty": ("the file is empty", "文件为空"),
    "record_mark": ("the file begins with a byte order mark (BOM)", "文件开头多了 BOM（字节顺序标记）"),
    "record_line_ends": ("the lines end with {found} instead of LF", "行尾是 {found}，应为 LF"),
    "record_no_json": ("not JSON from character {position} on", "从第 {position} 个字符起不是 JSON"),
    "record_no_object": ("not a JSON object", "不是 JSON 对象"),
    "record_version": ("unknown version {text}; expected one of {known}", "版本为 {text}，只支持 {known}"),
    "record_nobody": ("no seat can choose an action that leads to {t!r}", "没有人能做出导致 {t!r} 的动作"),
    "record_tiles": ("these tiles cannot be dealt or drawn", "不可能这样配牌或摸牌"),
    "record_player": ("a player's {reason}", "玩家的 {reason}"),
    # the server
    "missing_extra": (
        "{text} is not installed; this command requires it: python3 -m pip install 'quepu[{extra}]'",
        "没有安装所需的 {text}，请运行：python3 -m pip install 'quepu[{extra}]'",
    ),
    "port_taken": (
        "port {port} is in use by another program; choose another one with --port, or omit --port",
        "端口 {port} 已被其他程序占用；请用 --port 指定另一个，或省略 --port",
    ),
    "cannot_listen": ("cannot listen on the address {text}: {reason}", "无法监听地址 {text}：{reason}"),
    "bad_variable": (
        "the environment variable {option} cannot be {text!r}; expected: {wanted}",
        "环境变量 {option} 不能是 {text!r}，应为：{wanted}",
    ),
    "keeps_dying": (
        "the server process died {count} times within {seconds} s, most recently from {reason}; it is not restarted, see the log",
        "服务进程在 {seconds} 秒内终止了 {count} 次，最后一次原因是 {reason}；不再重启，请查看日志",
    ),
    "worker_died": ("a worker process died ({reason})", "一个工作进程意外终止（{reason}）"),
    "no_lan": ("this machine has no address in a local network", "这台机器没有局域网地址"),
    "two_rules": ("rules and overlay are both given; give only one of them", "rules 与 overlay 不能同时给出"),
    "not_found": ("{text} does not exist", "{text} 不存在"),
    "wrong_method": ("{text} is not allowed here", "此处不支持 {text}"),
    "wrong_host": ("unknown host name {text!r}; QUEPU_HOSTS can add it", "未知的主机名 {text!r}；可用 QUEPU_HOSTS 添加"),
    "wrong_media_type": ("the body must be {wanted}, not {text!r}", "请求体应为 {wanted}，而不是 {text!r}"),
    "too_large": ("{option} is larger than {limit:,} bytes", "{option} 超过 {limit:,} 字节"),
    "too_many": ("{option} has more than {limit:,} entries", "{option} 超过 {limit:,} 项"),
    "too_many_requests": ("too many requests: try again in {seconds} s", "请求过多，请 {seconds} 秒后再试"),
    "too_slow": ("the body did not arrive within {seconds} s", "未能在 {seconds} 秒内收到请求体"),
    "busy": ("the answer was not ready within {seconds} s", "未能在 {seconds} 秒内得出结果"),
    "internal_error": ("internal server error; see the server's log", "服务器内部错误，详见服务器日志"),
    # play over the network
    "not_running": ("the server is starting or shutting down, and rooms are closed", "服务器正在启动或关闭，房间尚不可用"),
    "no_database": ("cannot use the database {text}: {reason}", "无法使用数据库 {text}：{reason}"),
    "database_damaged": (
        "the database {file} is damaged ({reason}); nothing was changed. Replace it with a backup, or move it away to start with an empty "
        "one; the command .recover of sqlite3 may save what is still readable",
        "数据库 {file} 已损坏（{reason}），未作任何改动。请用备份替换，或将它移走后从空库开始；"
        "sqlite3 的 .recover 命令或许能恢复仍可读取的内容",
    ),
    "store_unwritable": ("rooms and games cannot be stored now; see the log for the reason", "现在无法保存房间和对局，原因见日志"),
    "store_gone": (
        "the database file was removed or replaced while the server was running; nothing is stored",
        "数据库文件在服务器运行期间被移走或替换，现在无法保存任何内容",
    ),
    "store_damaged": ("the database is damaged", "数据库已损坏"),
    "disk_low": ("the disk of the database is almost full", "数据库所在磁盘空间不足"),
    "data_in_use": (
        "another server is using {text}; stop it, or choose another place with --data or --database",
        "另一个服务器正在使用 {text}；请先停止它，或用 --data 或 --database 另选",
    ),
    "journal_differs": (
        "the journal of this game does not match the current rules, from update {number} on",
        "这场对局的日志从第 {number} 次更新起与现行规则不符",
    ),
    "bad_message": ("invalid message: {reason}", "消息无效：{reason}"),
    "stale": ("this message refers to number {n}, but the game is at {now}", "这条消息针对第 {n} 号，而牌局已到第 {now} 号"),
    "answered_already": ("number {n} is already answered", "第 {n} 号已经答复过"),
    "wrong_nonce": ("this nonce does not match the commitment for hand {n}", "这个随机数与第 {n} 局的承诺不符"),
    "not_now": ("this is not possible now", "现在不能这样做"),
    "not_a_player": ("only a player can do this", "只有玩家才能这样做"),
    "not_the_host": ("only the host of the room can do this", "只有房主才能这样做"),
    "no_chair": ("there is no free seat, or you already have one", "没有空座位，或您已经有座位"),
    "cannot_remove": ("you can only remove people who joined after you", "只能请出比您后进房间的人"),
    "too_few_players": ("this room has no bots and requires four people", "此房间不使用机器人，需要四个人"),
    "removed": ("the host has removed you from this room", "您已被房主请出房间"),
    "invite_needed": ("this link is no longer valid; ask a member of the room for a new one", "这个链接已失效，请向房间成员索取新链接"),
    "room_full": ("the room is full", "房间已满"),
    "nothing_to_take_back": ("there is nothing to take back", "没有可以撤回的操作"),
    "too_fast": ("too fast; wait a moment", "操作过快，请稍候"),
    "game_unfinished": ("this game is not over yet", "这场对局还没有结束"),
    "bad_record": ("invalid record: {reason}", "牌谱无效：{reason}"),
    # rule books
    "unknown_rules": ("unknown rule book {text!r}; expected one of {known}", "没有规则 {text!r}，可用的有 {known}"),
    "unknown_fan": ("{rules} has no fan {text!r}", "{rules} 中没有番种 {text!r}"),
    "wrong_overlay": ("{file}, line {line}: {reason}", "{file} 第 {line} 行：{reason}"),
    # the reasons in a wrong overlay
    "overlay_syntax": ("invalid TOML: {detail}", "TOML 语法错误：{detail}"),
    "overlay_dots": ("too many dots in one line", "一行中的点过多"),
    "overlay_base": ("base must be the id of a rule book", "base 必须是规则的 id"),
    "name_no_text": ("name must be a string", "name 必须是字符串"),
    "name_empty": ("name is empty", "name 为空"),
    "name_long": ("name has {found} characters; the maximum is {limit}", "name 有 {found} 个字符，最多 {limit} 个"),
    "name_character": ("name contains the control character {text}, which cannot be displayed", "name 含有无法显示的控制字符 {text}"),
    "name_marks": ("name has more than {limit} combining marks on one letter", "name 中一个字母上的附加符号超过 {limit} 个"),
    "overlay_fans": (
        "fan must have one table for each fan, such as [fan.pure_straight]",
        "fan 中每个番种必须是一张表，例如 [fan.pure_straight]",
    ),
    "overlay_fan": ("fan.{fan} must be a table", "fan.{fan} 必须是一张表"),
    "overlay_key": ("unknown key {text!r}; expected one of {known}", "没有键 {text!r}，可用的有 {known}"),
    "overlay_number": ("{key} must be an integer from 0 to {limit}", "{key} 必须是 0 到 {limit} 的整数"),
    "overlay_enabled": ("enabled must be true or false", "enabled 必须是 true 或 false"),
    "overlay_list": ("{key} must be a list of fans", "{key} 必须是番种列表"),
    "overlay_itself": ("a fan cannot exclude itself", "番种不能排除自己"),
    "overlay_not_excluded": ("{fan} does not exclude {other}", "{fan} 并不排除 {other}"),
    "wrong_rule_book": ("the rule book {rules} is invalid: {reason}", "规则 {rules} 有误：{reason}"),
}
"""Code → message in English and in Chinese. ``docs/errors.md`` lists them."""


class QuepuError(ValueError):
    """An error with a stable ``code``. ``message("zh")`` returns its message in Chinese."""

    index: int | None = None
    """The position of the wrong hand in a batch."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = {name: _short(value) if name == "text" else value for name, value in details.items()}
        super().__init__(code)

    def message(self, lang: str = "en") -> str:
        message = MESSAGES[self.code][lang == "zh"].format(**self._details(lang))
        if self.index is None:
            return message
        return f"第 {self.index + 1} 手牌：{message}" if lang == "zh" else f"hand {self.index + 1}: {message}"

    def _details(self, lang: str) -> dict[str, object]:
        """The values for the placeholders of the message. A detail that is an error, such as a reason, becomes its own message."""
        return {name: value.message(lang) if isinstance(value, QuepuError) else value for name, value in self.details.items()}

    def __str__(self) -> str:
        return self.message()

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """The error object of the JSON interfaces."""
        return {"code": self.code, "message": self.message(lang)}

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.details, dict(self.__dict__))


class NotationError(QuepuError):
    """A hand, tile or option that is not valid notation. ``position`` is the index of the wrong character."""

    def __init__(self, code: str, position: int, **details: object) -> None:
        self.position = position
        super().__init__(code, **details)

    def message(self, lang: str = "en") -> str:
        where = f"第 {self.position + 1} 个字符：" if lang == "zh" else f"character {self.position + 1}: "
        return where + super().message(lang)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "position": self.position}


def _short(value: object) -> object:
    """Shorten a long piece of input for the message."""
    return value[:40] + "…" if isinstance(value, str) and len(value) > 60 else value


def as_json(value: object) -> str:
    """A wrong value for a message, in JSON: ``null`` and ``true``, not ``None`` and ``True``.

    >>> as_json([None, True, "東"])
    '[null, true, "東"]'
    """
    import json

    try:
        return json.dumps(value, ensure_ascii=False, default=repr)
    except (TypeError, ValueError, RecursionError):  # not possible in JSON
        return repr(value)


def json_type(value: object) -> str:
    """The JSON name of a value's type.

    >>> json_type([]), json_type(None)
    ('array', 'null')
    """
    return _JSON_TYPES.get(type(value), type(value).__name__)


_JSON_TYPES: dict[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    list: "array",
    tuple: "array",
    dict: "object",
}


class ImpossibleHand(QuepuError):
    """A hand that cannot occur: five of a tile, a wrong number of tiles, impossible circumstances."""


class IllegalAction(QuepuError):
    """An action that is not legal now. The state has not changed."""


class RecordError(QuepuError):
    """A record that is wrong in this line, or cannot be read to its end (``incomplete``)."""

    UNREAD = ("record_foreign", "record_unreadable", "record_incomplete")

    def __init__(self, code: str, line: int, **details: object) -> None:
        self.line = line
        super().__init__(code, **details)

    @property
    def incomplete(self) -> bool:
        """The record is unreadable or ends early, so nothing in it is known to be wrong."""
        return self.code in self.UNREAD

    def message(self, lang: str = "en") -> str:
        return (f"第 {self.line} 行：" if lang == "zh" else f"line {self.line}: ") + super().message(lang)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "line": self.line}


class RuleBookError(QuepuError):
    """A rule book that is unknown or invalid. In JSON, the error of an overlay also has its ``line`` and ``reason``."""

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        details = self._details(lang)
        place = {name: details[name] for name in ("line", "reason")} if self.code == "wrong_overlay" else {}
        return {**super().as_dict(lang), **place}


def _rebuild(kind: type[QuepuError], code: str, details: dict[str, object], state: dict[str, object]) -> QuepuError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    return error
