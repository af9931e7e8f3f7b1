"""What can go wrong, each with a stable code.

"Not a win" and "below the minimum" are results with a reason, never errors.
"""

MESSAGES: dict[str, tuple[str, str]] = {
    # notation
    "empty_hand": ("there is no hand here", "这里没有牌"),
    "unknown_character": ("{text!r} is no tile, meld or option", "{text!r} 不是牌、副露或选项"),
    "missing_suit": ("the digits {text!r} lack a suit: m, p, s, z or f", "数字 {text!r} 后面缺花色：m、p、s、z 或 f"),
    "missing_number": ("the suit {text!r} has no digits before it", "花色 {text!r} 前面缺数字"),
    "no_such_tile": ("there is no tile {text!r}", "没有 {text!r} 这种牌"),
    "more_than_a_set": (
        "there are more than {limit} tiles here, and a set has no more",
        "这里的牌超过 {limit} 枚，一副牌也没有这么多",
    ),
    "flower_in_hand": (
        "flowers are not part of the hand: write them as flowers={text}",
        "花牌不在手牌内，请写作 flowers={text}",
    ),
    "unclosed_meld": ("this meld is never closed by {text!r}", "这组副露缺少 {text!r}"),
    "bad_meld": ("{text!r} is no chow, pung or kong", "{text!r} 不是顺子、刻子或杠"),
    "bad_concealed_kong": (
        "{text!r} is no concealed kong: round brackets hold four equal tiles",
        "{text!r} 不是暗杠：圆括号内应为四枚相同的牌",
    ),
    "bad_winning_tile": ("after + stands exactly one tile, not {text!r}", "+ 之后应恰为一枚牌，而不是 {text!r}"),
    "second_winning_tile": ("there is a winning tile already; {text!r} is a second", "已有和牌张，{text!r} 是第二枚"),
    "wrong_order": (
        "{text!r} stands in the wrong place: a hand is tiles, melds, +tile, | options",
        "{text!r} 的位置不对：顺序为手牌、副露、+和牌张、| 选项",
    ),
    "unknown_option": ("{text!r} is no option", "没有选项 {text!r}"),
    "bad_option": ("the option {option} cannot be {text!r}", "选项 {option} 不能是 {text!r}"),
    "repeated_option": ("the option {option} is given twice", "选项 {option} 重复"),
    "option_separator": (
        "options have spaces between them, not {text!r}: | self seat=S",
        "选项之间用空格隔开，而不是 {text!r}：| self seat=S",
    ),
    # impossible hands
    "tile_count": (
        "{wanted} tiles are wanted, a kong counting three; here are {found}",
        "应为 {wanted} 枚牌（杠算三枚），这里有 {found} 枚",
    ),
    "too_many_tiles": (
        "a hand has at most {limit} tiles, a kong counting three; here are {found}",
        "一手牌至多 {limit} 枚（杠算三枚），这里有 {found} 枚",
    ),
    "no_such_kind": ("there is no tile of the kind {found}", "没有编号为 {found} 的牌"),
    "no_such_meld": ("no chow begins with {tile}", "{tile} 起不成顺子"),
    "bad_row": ("row {found} of the batch is not a hand", "批中第 {found} 行不是一手牌"),
    "too_many_melds": ("a hand has at most four melds, not {found}", "副露至多四组，这里有 {found} 组"),
    "five_of_a_tile": ("{found} of {tile}, but only {limit} exist", "{tile} 有 {found} 枚，而一副牌只有 {limit} 枚"),
    "kong_without_kong": (
        "a win on a kong's replacement needs a kong in the hand",
        "岭上（杠上）开花的和牌中必须有杠",
    ),
    "first_turn_impossible": (
        "first_turn is the dealer's first draw, or another's win on the dealer's first discard, without melds, kongs or tiles face up",
        "first_turn 只能是庄家第一张自摸，或闲家和庄家首张舍牌，且没有副露，此前也没有开杠或亮明的牌",
    ),
    "first_turn_last_tile": (
        "a win in the first turn cannot be on the last tile of the wall",
        "第一巡的和牌不可能是牌墙的最后一张",
    ),
    "last_tile_not_last": (
        "last_tile says that the wall is empty, and tiles_left that it is not",
        "last_tile 表示牌墙已空，而 tiles_left 表示还有牌",
    ),
    "heaven_ready_claimed": (
        "ready=heaven is declared before any exchange, and a claimed meld is one",
        "天听须在换牌之前报出，而吃、碰、明杠也是换牌",
    ),
    "last_copy_held": (
        "last_copy says that the three other copies of the winning tile are face up, but the concealed hand has one of them",
        "绝张（last_copy）的另外三枚应已亮明，而手中还有一枚",
    ),
    "robbed_copy_held": (
        "the three other copies of a robbed tile are in the pung it was added to, but this hand has one of them",
        "被抢的牌另外三枚都在那副明刻里，而这手牌中还有一枚",
    ),
    "not_a_win": ("this hand does not win, so there is no reading of it", "这手牌不成和，没有拆解可言"),
    "conflicting_circumstances": (
        "{option} is given twice, as {first!r} and as {second!r}",
        "{option} 给了两个不同的值：{first!r} 与 {second!r}",
    ),
    # objects and files
    "bad_json": ("this is no JSON object: {text}", "不是 JSON 对象：{text}"),
    "unknown_key": ("there is no key {text!r}", "没有键 {text!r}"),
    "repeated_key": ("the parameter {text!r} is given more than once", "参数 {text!r} 给了不止一次"),
    "not_one_of": ("{option} cannot be {text!r}; it is one of {known}", "{option} 不能是 {text!r}，应为 {known} 之一"),
    "missing_key": ("the key {text!r} is required", "缺少键 {text!r}"),
    "bad_value": ("{option} cannot be {text}", "{option} 不能是 {text}"),
    "out_of_range": (
        "{option} cannot be {text}; it is a whole number from {least} to {most}",
        "{option} 不能是 {text}，应为 {least} 到 {most} 的整数",
    ),
    "decimal_out_of_range": (
        "{option} cannot be {text}; it is a number from {least:g} to {most:g}",
        "{option} 不能是 {text}，应为 {least:g} 到 {most:g} 的数",
    ),
    "wrong_keys": ("the keys are {text}; they should be {known}", "键为 {text}，应为 {known}"),
    "unknown_flag": ("there is no flag {text!r}", "没有标志 {text!r}"),
    # the command line
    "usage": ("this command line is not valid: {reason}", "命令行写法不对：{reason}"),
    "not_together": ("{first} and {second} are not possible together", "{first} 与 {second} 不能同用"),
    "jsonl_alone": (
        "--jsonl takes no hand and no circumstances as arguments; each object has its own",
        "--jsonl 不能同时给牌或和牌情形；它们写在每行的对象里",
    ),
    "bad_flowers": (
        "{option} cannot be {text!r}; it is a whole number from 0 to 8, or different flowers such as 1f5f",
        "{option} 不能是 {text!r}，应为 0 到 8 的整数，或不重复的花牌，如 1f5f",
    ),
    "bot_count": (
        "{option} cannot be {text!r}; it is one name, or three with commas between them",
        "{option} 不能是 {text!r}，应为一个名字，或以逗号分开的三个名字",
    ),
    "system_error": ("the system reports: {reason}", "系统报错：{reason}"),
    "needs_compiled": (
        "this goes through hundreds of millions of hands and needs the compiled kernel, which is missing here",
        "这要遍历数亿手牌，需要编译后的内核，而此处没有",
    ),
    "unreadable_file": ("{text} cannot be read: {reason}", "无法读取 {text}：{reason}"),
    "not_utf8": ("it is not UTF-8", "不是 UTF-8 文本"),
    "unwritable_file": ("{text} cannot be written: {reason}", "无法写入 {text}：{reason}"),
    "unwritable_folder": ("nothing can be written into {text}: {reason}", "无法写入 {text}：{reason}"),
    # the table
    "illegal_action": ("seat {seat} may not do action {action} now", "座位 {seat} 现在不能做动作 {action}"),
    "illegal_at_table": (
        "at table {table} seat {seat} may not do action {action} now; nothing has been done at any table",
        "第 {table} 桌的座位 {seat} 现在不能做动作 {action}；所有牌桌均未变动",
    ),
    "not_asked": ("seat {seat} is not asked for an action now", "现在不轮到座位 {seat} 行动"),
    "not_held": ("the table does not hold here", "牌桌此时没有暂停"),
    "hand_over": ("this hand is over", "这一局已经结束"),
    "no_such_action": ("there is no seat {seat} or no action {action}", "没有座位 {seat} 或没有动作 {action}"),
    "bad_wall": ("a wall has four of each tile, and eight flowers or none", "牌墙应为每种牌四枚，花牌八枚或没有"),
    "unknown_player": ("there is no player {text!r}; there are {known}", "没有玩家 {text!r}；现有 {known}"),
    # records
    "folder_not_empty": ("{text} is not an empty folder, and nothing is overwritten", "{text} 不是空文件夹，不会覆盖"),
    "record_exists": ("{text} exists already, and nothing is overwritten", "{text} 已存在，不会覆盖"),
    "record_foreign": ("this is no record that can be read here: {reason}", "这不是此处能读的牌谱：{reason}"),
    "record_unreadable": ("this is no line of a record: {reason}", "这不是牌谱的一行：{reason}"),
    "record_rewritten": (
        "another program has saved this file anew: {reason}. A record counts byte by byte; use the file as it was written or downloaded",
        "这个文件被别的程序改存过：{reason}。牌谱要逐字节原样，请用当初写出或下载的文件",
    ),
    "record_incomplete": ("the record ends here, before the match does", "牌谱到此为止，而对局尚未结束"),
    "record_bad_event": ("this is no event of a record: {reason}", "这不是牌谱中的事件：{reason}"),
    "record_impossible": ("this cannot happen here: {reason}", "此处不可能发生：{reason}"),
    "record_differs": ("here should stand {wanted}", "此处应为 {wanted}"),
    "record_wanted": ("here should stand a line {t!r}", "此处应为 {t!r} 一行"),
    "record_shuffle": ("the seed does not fit the commitment in line {hand}", "种子与第 {hand} 行的承诺不符"),
    "record_deal": (
        "this does not shuffle to the dice and the deal that line {hand} begins with",
        "由此洗出的骰子与配牌和第 {hand} 行开始的不符",
    ),
    "record_hash": ("the sha256 does not fit the lines before it", "sha256 与前文不符"),
    "record_goes_on": ("the record goes on after its end", "牌谱结束之后还有内容"),
    # the reasons in a wrong record
    "record_empty": ("it is empty", "内容为空"),
    "record_mark": ("it begins with a byte order mark (BOM)", "开头多了 BOM（字节顺序标记）"),
    "record_line_ends": ("its lines end with {found} instead of LF", "行尾成了 {found}，应为 LF"),
    "record_no_json": ("it is no JSON, from character {position} on", "自第 {position} 个字符起不是 JSON"),
    "record_no_object": ("it is no JSON object", "不是 JSON 对象"),
    "record_version": ("its version is {text}; known is {known}", "版本为 {text}，此处只认得 {known}"),
    "record_nobody": ("nobody can do what leads to {t!r}", "没有人能做出引起 {t!r} 的动作"),
    "record_tiles": ("tiles cannot be dealt or drawn like this", "不能这样配牌或摸牌"),
    "record_player": ("a player's {reason}", "玩家的 {reason}"),
    # the server
    "missing_extra": (
        "this needs more packages, and {text} is missing: python3 -m pip install 'quepu[{extra}]'",
        "这需要另外的包，缺少 {text}：python3 -m pip install 'quepu[{extra}]'",
    ),
    "port_taken": (
        "port {port} is taken by another program; choose another one with --port, or leave --port out",
        "端口 {port} 已被其他程序占用；请用 --port 另选，或不写 --port",
    ),
    "cannot_listen": ("the address {text} cannot be used: {reason}", "无法使用地址 {text}：{reason}"),
    "bad_variable": (
        "the variable {option} cannot be {text!r}; expected: {wanted}",
        "环境变量 {option} 不能是 {text!r}；可用的值：{wanted}",
    ),
    "keeps_dying": (
        "the serving process died {count} times within {seconds} s, the last time by {reason}; it is not started again, see the log",
        "服务进程在 {seconds} 秒内终止了 {count} 次，最后一次是 {reason}；不再重新启动，请查看日志",
    ),
    "worker_died": ("a process that shared the work died ({reason})", "一个分担计算的进程意外终止（{reason}）"),
    "no_lan": ("this machine has no address in a local network", "这台机器没有局域网地址"),
    "two_rules": ("rules and overlay are given both; one of them is enough", "rules 与 overlay 只能给一个"),
    "not_found": ("there is nothing at {text}", "{text} 处什么也没有"),
    "wrong_method": ("{text} is not possible here", "这里不能用 {text}"),
    "wrong_host": (
        "this server is not called {text!r}; QUEPU_HOSTS can name it so",
        "本服务器不叫 {text!r}；可用 QUEPU_HOSTS 为它添加名字",
    ),
    "wrong_media_type": ("the body must be {wanted}, not {text!r}", "请求体应为 {wanted}，而不是 {text!r}"),
    "too_large": ("{option} is larger than {limit:,} bytes", "{option} 超过 {limit:,} 字节"),
    "too_many": ("{option} has more than {limit:,} entries", "{option} 多于 {limit:,} 项"),
    "too_many_requests": ("too many requests: try again in {seconds} s", "请求过多，请 {seconds} 秒后再试"),
    "too_slow": ("the body did not arrive within {seconds} s", "请求体未在 {seconds} 秒内收到"),
    "busy": ("the answer was not ready within {seconds} s", "未能在 {seconds} 秒内得出答案"),
    "internal_error": ("the server made a mistake; it is in its log", "服务器出错，已记入日志"),
    # play over the network
    "not_running": ("the tables are not open yet, or closed again", "牌桌尚未开放或已关闭"),
    "no_database": ("the database {text} cannot be used: {reason}", "无法使用数据库 {text}：{reason}"),
    "database_damaged": (
        "the database {file} is damaged ({reason}); nothing was changed. Put a backup in its place, or move it away to begin with an empty "
        "one; sqlite3's command .recover may save what can still be read",
        "数据库 {file} 已损坏（{reason}），未作任何改动。请用备份替换，或将它移走、从空库重新开始；"
        "sqlite3 的 .recover 命令或可救回仍能读取的内容",
    ),
    "store_unwritable": (
        "rooms and games cannot be stored now; the reason is in the log",
        "现在无法保存房间与对局，原因见日志",
    ),
    "store_gone": (
        "the file of the database was removed or replaced while the server runs; nothing is stored",
        "数据库文件在服务器运行时被移走或替换，现在什么都不会保存",
    ),
    "store_damaged": ("the database is damaged", "数据库已损坏"),
    "disk_low": ("the disk of the database is almost full", "数据库所在磁盘快满了"),
    "data_in_use": (
        "another server is using {text}; end it, or name another with --data or --database",
        "另一个服务器正在使用 {text}；请先结束它，或用 --data 或 --database 另选",
    ),
    "journal_differs": (
        "the journal of this game does not fit the rules as they are now, from its update {number} on",
        "这局的日志自第 {number} 次更新起与现行规则不符",
    ),
    "bad_message": ("this message cannot be read: {reason}", "无法读取此消息：{reason}"),
    "stale": ("this answers number {n}, and the table is at {now}", "这是对第 {n} 号的回答，而牌桌已到第 {now} 号"),
    "answered_already": ("number {n} has been answered already", "第 {n} 号已经回答过"),
    "wrong_nonce": ("this nonce is not the one committed to for hand {n}", "这个随机数与第 {n} 局承诺的不符"),
    "not_now": ("this cannot be done now", "现在不能这样做"),
    "not_a_player": ("only a player can do this", "只有玩家才能这样做"),
    "not_the_host": ("only the host of the room can do this", "只有房主才能这样做"),
    "no_chair": ("there is no free chair, or you have one", "没有空座位，或您已有座位"),
    "cannot_remove": ("only people who came after you can be removed", "只能请比您后来的人离开"),
    "too_few_players": ("four people are wanted, as this room has no bots", "此房间不用机器人，需要四个人"),
    "removed": ("the host has removed you from this room", "您已被房主请出这个房间"),
    "invite_needed": (
        "this link is no longer valid; ask a member of the room for a new one",
        "这个链接已失效，请向房间里的人索取新的链接",
    ),
    "room_full": ("nobody else can join this room", "房间已满"),
    "nothing_to_take_back": ("there is nothing that you could take back", "没有可以收回的选择"),
    "too_fast": ("not so fast", "太快了"),
    "game_unfinished": ("this game is not over yet", "这场对局还没有结束"),
    "bad_record": ("this record is not valid: {reason}", "这份牌谱无效：{reason}"),
    # rule books
    "unknown_rules": ("there is no rule book {text!r}; there are {known}", "没有规则 {text!r}；现有 {known}"),
    "unknown_fan": ("{rules} has no fan {text!r}", "{rules} 中没有番种 {text!r}"),
    "wrong_overlay": ("{file}, line {line}: {reason}", "{file} 第 {line} 行：{reason}"),
    # the reasons in a wrong overlay
    "overlay_syntax": ("this is no TOML: {detail}", "不合 TOML 语法（{detail}）"),
    "overlay_dots": ("too many dots in one line", "一行里的点太多"),
    "overlay_base": ("base must name a rule book", "base 必须是一部规则的 id"),
    "name_no_text": ("name must be a text", "name 必须是文字"),
    "name_empty": ("name is empty", "name 为空"),
    "name_long": ("name has {found} characters, and at most {limit} are possible", "name 有 {found} 个字符，至多 {limit} 个"),
    "name_character": (
        "name holds the control character {text}, which cannot be shown",
        "name 含有无法显示的控制字符 {text}",
    ),
    "name_marks": ("name has more than {limit} marks on one letter", "name 中一个字母上的附加符号多于 {limit} 个"),
    "overlay_fans": ("fan must be a table for each fan, as [fan.pure_straight]", "fan 必须是每个番种一张表，如 [fan.pure_straight]"),
    "overlay_fan": ("fan.{fan} must be a table", "fan.{fan} 必须是一张表"),
    "overlay_key": ("there is no key {text!r}; there are {known}", "没有键 {text!r}；可用的有 {known}"),
    "overlay_number": ("{key} must be a number from 0 to {limit}", "{key} 必须是 0 到 {limit} 的整数"),
    "overlay_enabled": ("enabled must be true or false", "enabled 必须是 true 或 false"),
    "overlay_list": ("{key} must be a list of fans", "{key} 必须是番种的列表"),
    "overlay_itself": ("a fan cannot exclude itself", "番种不能不计自己"),
    "overlay_not_excluded": ("{fan} does not exclude {other}", "{fan} 并没有不计 {other}"),
    "wrong_rule_book": ("the rule book {rules} is wrong: {reason}", "规则 {rules} 有误：{reason}"),
}
"""Code → its sentence in English and in Chinese. The documentation lists every one."""


class QuepuError(ValueError):
    """An error with a stable ``code``; ``message("zh")`` gives it in Chinese."""

    index: int | None = None
    """Which hand of a batch it is about."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = {name: _short(value) if name == "text" else value for name, value in details.items()}
        super().__init__(code)

    def message(self, lang: str = "en") -> str:
        sentence = MESSAGES[self.code][lang == "zh"].format(**self._details(lang))
        if self.index is None:
            return sentence
        return f"第 {self.index + 1} 手牌：{sentence}" if lang == "zh" else f"hand {self.index + 1}: {sentence}"

    def _details(self, lang: str) -> dict[str, object]:
        """What is filled in; a detail that is an error itself, such as a reason, by its own sentence."""
        return {name: value.message(lang) if isinstance(value, QuepuError) else value for name, value in self.details.items()}

    def __str__(self) -> str:
        return self.message()

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """The error object of the interfaces."""
        return {"code": self.code, "message": self.message(lang)}

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.details, dict(self.__dict__))


class NotationError(QuepuError):
    """A hand, tile or option is not written as the notation asks; ``position`` says where."""

    def __init__(self, code: str, position: int, **details: object) -> None:
        self.position = position
        super().__init__(code, **details)

    def message(self, lang: str = "en") -> str:
        where = f"第 {self.position + 1} 个字符：" if lang == "zh" else f"character {self.position + 1}: "
        return where + super().message(lang)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "position": self.position}


def _short(value: object) -> object:
    """A piece of input as it is shown: not the whole if it is huge."""
    return value[:40] + "…" if isinstance(value, str) and len(value) > 60 else value


class ImpossibleHand(QuepuError):
    """No such hand can lie on a table: five of a tile, a wrong count, impossible circumstances."""


class IllegalAction(QuepuError):
    """A player may not do this now. Nothing has changed."""


class RecordError(QuepuError):
    """A record is wrong in this line, or cannot be read to its end (``incomplete``)."""

    UNREAD = ("record_foreign", "record_unreadable", "record_incomplete")

    def __init__(self, code: str, line: int, **details: object) -> None:
        self.line = line
        super().__init__(code, **details)

    @property
    def incomplete(self) -> bool:
        """It is not wrong but unreadable, or breaks off."""
        return self.code in self.UNREAD

    def message(self, lang: str = "en") -> str:
        return (f"第 {self.line} 行：" if lang == "zh" else f"line {self.line}: ") + super().message(lang)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "line": self.line}


class RuleBookError(QuepuError):
    """A rule book is unknown or wrong. An overlay's error has its ``line`` and ``reason`` too."""

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        details = self._details(lang)
        place = {name: details[name] for name in ("line", "reason")} if self.code == "wrong_overlay" else {}
        return {**super().as_dict(lang), **place}


def _rebuild(kind: type[QuepuError], code: str, details: dict[str, object], state: dict[str, object]) -> QuepuError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    return error
