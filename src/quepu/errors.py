"""The errors of the library, each with a stable code and a message in English and Chinese.

"Not a win" and "below the minimum" are results with a reason, never errors.
"""

MESSAGES: dict[str, tuple[str, str]] = {
    # notation
    "empty_hand": ("没有给出手牌", "the hand is empty"),
    "unknown_character": ("{text!r} 不是牌、副露或选项", "{text!r} is not a tile, meld or option"),
    "missing_suit": ("数字 {text!r} 后面缺少花色：万、饼、条（或 m、p、s）", "the digits {text!r} have no suit: add m, p, s, z or f"),
    "missing_number": ("花色 {text!r} 前面缺少数字", "the suit {text!r} has no digits before it"),
    "no_such_tile": ("没有 {text!r} 这种牌", "{text!r} is not a tile"),
    "more_than_a_set": ("超过 {limit} 张牌，而一整副牌只有 {limit} 张", "more than {limit} tiles, and a whole set has only {limit}"),
    "flower_in_hand": ("花牌不属于手牌，请写成“花={tile}”", "flowers are not part of the hand: write flowers={text}"),
    "unclosed_meld": ("这组副露缺少 {text!r}", "missing {text!r} at the end of this meld"),
    "bad_meld": ("{text!r} 不是顺子、刻子或杠", "{text!r} is not a chow, pung or kong"),
    "bad_concealed_kong": (
        "{text!r} 不是暗杠：圆括号内应为四张相同的牌",
        "{text!r} is not a concealed kong: parentheses hold four equal tiles",
    ),
    "bad_winning_tile": ("+ 后面应为一张牌，而不是 {text!r}", "expected one tile after +, got {text!r}"),
    "second_winning_tile": ("和牌张只能有一张，{text!r} 是第二张", "{text!r} is a second winning tile; a hand has one"),
    "wrong_order": (
        "{text!r} 的位置不对，顺序应为：手牌、副露、+和牌张、| 选项",
        "{text!r} is in the wrong place: a hand is written as tiles, melds, +tile, | options",
    ),
    "unknown_option": ("没有选项 {text!r}", "unknown option {text!r}"),
    "bad_option": ("“{option}”不能是 {text!r}", "the option {option} cannot be {text!r}"),
    "repeated_option": ("“{option}”重复", "the option {option} is given twice"),
    "option_separator": (
        "选项之间应以空格分隔，而不是 {text!r}：| 自摸 南家",
        "separate options with spaces, not {text!r}: | self seat=S",
    ),
    "ambiguous_text": (
        "{text!r} 有两种意思，请写 {first!r} 或 {second!r}",
        "{text!r} can mean two things: write {first!r} or {second!r}",
    ),
    "melds_unclear": (
        "{text!r} 是哪几组副露不清楚：请分组写，如“副露：中中中 234万 手牌：…”，或“碰中 吃234万”",
        "it is not clear which melds {text!r} are: write them apart, as in 'melds: CCC 234m hand: …', or 'pung CCC chow 234m'",
    ),
    "names_a_fan": ("“{text}”是番种，不是一手牌；请把牌写出来", "{text} is a fan, not a hand: write the tiles of a hand"),
    "capital_suit": (
        "{text!r}：数字后面的花色要小写，如 {right!r}；大写 P S W 是白、南、西",
        "{text!r}: a suit after digits is lower-case, as in {right!r}; P, S and W are white, south and west",
    ),
    "letter_before_meld": (
        "{text!r}：副露前面不写字母，请写 {right!r}；小写的 c、p 单独写是中、白",
        "{text!r}: a meld has no letter before it, write {right!r}; c and p apart from digits are the red and white dragon",
    ),
    "red_five": ("{text!r}：这些规则没有赤五，请写 {right!r}", "{text!r}: there are no red fives in these rules, write {right!r}"),
    # impossible hands
    "tile_count": ("应为 {wanted} 张牌（杠按三张计），实际为 {found} 张", "expected {wanted} tiles (a kong counts three), got {found}"),
    "too_many_tiles": (
        "一手牌最多 {limit} 张（杠按三张计），实际为 {found} 张",
        "expected at most {limit} tiles (a kong counts three), got {found}",
    ),
    "kong_not_marked": (
        "一手牌最多 {limit} 张（杠按三张计），实际为 {found} 张；四张 {tile} 如果是杠，请写成“杠{tile}”，暗杠写成“暗杠{tile}”",
        "expected at most {limit} tiles (a kong counts three), got {found}; if the four {tile} are a kong, write 'kong {tile}', "
        "or 'concealed kong {tile}'",
    ),
    "no_such_kind": ("没有编号为 {found} 的牌", "there is no kind of tile with the number {found}"),
    "no_such_meld": ("{tile} 不能作为顺子的第一张", "{tile} cannot be the lowest tile of a chow"),
    "bad_row": ("这批数据的第 {found} 行不是一手牌", "row {found} of the batch is not a hand"),
    "too_many_melds": ("副露最多四组，实际为 {found} 组", "a hand has at most four melds, got {found}"),
    "five_of_a_tile": ("{words} 有 {found} 张，而一副牌中只有 {limit} 张", "{found} copies of {words}, but only {limit} exist"),
    "kong_without_kong": (
        "杠后补牌和牌（杠上开花、岭上开花），手牌中必须有杠",
        "a win on the replacement tile of a kong requires a kong in the hand",
    ),
    "first_turn_impossible": (
        "天和是庄家第一张自摸，地和是闲家和庄家的第一张舍牌，此前都没有副露、开杠或亮明的牌",
        "a win in the first turn (天和, 地和) requires the dealer's first draw, or a win on their first discard, "
        "without any meld, kong or tile face up before",
    ),
    "first_turn_last_tile": ("第一巡和牌不可能是牌墙的最后一张", "a win in the first turn cannot be on the last tile of the wall"),
    "last_tile_not_last": (
        "和的是牌墙最后一张，就不会还有余牌",
        "a win on the last tile of the wall leaves no tiles in it",
    ),
    "heaven_ready_claimed": (
        "天听须在换牌之前报出，而吃、碰、明杠都算换牌",
        "天听 (ready, heaven) is declared before any exchange of tiles, and claiming a meld is an exchange",
    ),
    "last_copy_held": (
        "绝张要求和牌张的另外三张均已亮明，而手中还有一张",
        "a win on the last copy of a tile (绝张) means that the other three are face up, but the concealed hand has one of them",
    ),
    "robbed_copy_held": (
        "被抢的牌另外三张都在对方的明刻里，而这手牌中还有一张",
        "the other three copies of a robbed tile are in the pung it was added to, but this hand has one of them",
    ),
    "not_a_win": ("这手牌没有和牌，因此没有拆法", "this hand does not win, so it has no reading"),
    "conflicting_circumstances": (
        "{option} 给了两个不同的值：{first!r} 和 {second!r}",
        "{option} is given twice, as {first!r} and as {second!r}",
    ),
    # objects and files
    "bad_json": ("JSON 无效：{text}", "invalid JSON: {text}"),
    "unknown_key": ("没有键 {text!r}", "unknown key {text!r}"),
    "repeated_key": ("参数 {text!r} 重复", "the parameter {text!r} is given more than once"),
    "not_one_of": ("{option} 不能是 {text!r}，应为 {known} 之一", "{option} cannot be {text!r}; expected one of {known}"),
    "missing_key": ("缺少键 {text!r}", "missing key {text!r}"),
    "bad_value": ("{option} 不能是 {text}", "{option} cannot be {text}"),
    "out_of_range": (
        "{option} 不能是 {text}，应为 {least} 到 {most} 的整数",
        "{option} cannot be {text}; expected an integer from {least} to {most}",
    ),
    "decimal_out_of_range": (
        "{option} 不能是 {text}，应为 {least:g} 到 {most:g} 的数",
        "{option} cannot be {text}; expected a number from {least:g} to {most:g}",
    ),
    "wrong_keys": ("键为 {text}，应为 {known}", "the keys are {text}; expected {known}"),
    "unknown_flag": ("没有标志 {text!r}", "unknown flag {text!r}"),
    # positions
    "no_such_decision": ("没有这个决定：共有 {count} 个", "there is no such decision: the record has {count}"),
    "other_decision": (
        "第 {number} 个决定属于 --seat {seat}（--deal {deal}）",
        "decision {number} is that of --seat {seat}, in --deal {deal}",
    ),
    "no_such_deal": ("没有第 {number} 局：牌谱共有 {count} 局", "there is no deal {number}: the record has {count}"),
    "no_decisions": ("在这些局中没有要做的决定", "there is nothing to decide in these hands"),
    "other_rules": (
        "输入的规则是 {found}，与 --rules {text} 不同：请去掉 --rules",
        "the input is under the rules {found}, but --rules says {text}: leave out --rules",
    ),
    "only_record": ("{option} 只用于牌谱", "{option} is for records only"),
    "not_a_position": (
        "这个文件不是局面，也不是牌谱：应为 JSON 对象，或 408 字节的观察（十六进制或 base64）",
        "this file is neither a position nor a record: expected a JSON object, or the 408 bytes of an observation in hexadecimal or base64",
    ),
    "one_position": ("局面应由 {known} 中的一个给出", "a position is given by exactly one of {known}"),
    "bad_position": ("没有这样的局面：{reason}", "there is no such position: {reason}"),
    "nothing_to_decide": ("在这个局面中，这一家没有要做的决定", "there is nothing for this seat to decide in this position"),
    # the command line
    "usage": ("命令行有误：{reason}", "invalid command line: {reason}"),
    "not_together": ("{first} 与 {second} 不能同时使用", "{first} and {second} cannot be used together"),
    "needs_one_of": ("{first} 与 {second} 必须给出一个", "give either {first} or {second}"),
    "needs_the_other": ("{first} 与 {second} 必须同时给出", "{first} and {second} must be given together"),
    "jsonl_alone": (
        "--jsonl 不能与手牌或和牌情形参数同时使用；它们写在每行的对象里",
        "--jsonl cannot be combined with a hand or circumstances as arguments; each object has its own",
    ),
    "bad_flowers": (
        "{option} 不能是 {text!r}，应为 0 到 8 的整数，或不重复的花牌，例如 1f5f",
        "{option} cannot be {text!r}; expected an integer from 0 to 8, or different flowers such as 1f5f",
    ),
    "bot_count": (
        "{option} 不能是 {text!r}，应为一个名字，或用逗号分隔的三个名字",
        "{option} cannot be {text!r}; expected one name, or three names separated by commas",
    ),
    "system_error": ("系统错误：{reason}", "system error: {reason}"),
    "needs_compiled": (
        "这要遍历数亿手牌，需要编译后的内核，而当前没有",
        "this goes through hundreds of millions of hands and requires the compiled kernel, which is not installed",
    ),
    "unreadable_file": ("无法读取 {text}：{reason}", "cannot read {text}: {reason}"),
    "not_utf8": ("不是 UTF-8 文本", "not UTF-8"),
    "unwritable_file": ("无法写入 {text}：{reason}", "cannot write {text}: {reason}"),
    "unwritable_folder": ("无法写入文件夹 {text}：{reason}", "cannot write to the folder {text}: {reason}"),
    # the table
    "illegal_action": ("座位 {seat} 现在不能执行动作 {action}", "action {action} is not legal for seat {seat} now"),
    "illegal_at_table": (
        "第 {table} 桌：座位 {seat} 现在不能执行动作 {action}；所有牌桌均未改变",
        "table {table}: action {action} is not legal for seat {seat} now; no table has changed",
    ),
    "not_asked": ("现在不轮到座位 {seat} 行动", "seat {seat} has nothing to decide now"),
    "not_reset": ("环境还没有开始一局：请先调用 reset()", "the environment has no deal in play: call reset() first"),
    "not_held": ("牌局没有处于暂停状态", "the game is not on hold"),
    "hand_over": ("这一局已经结束", "this hand is over"),
    "no_such_action": ("座位 {seat} 或动作 {action} 不存在", "seat {seat} or action {action} does not exist"),
    "bad_wall": ("牌墙应为每种牌四张，花牌八张或没有", "a wall has four of each tile, and eight flowers or none"),
    "no_reasons": ("玩家 {text!r} 不说明理由", "the player {text!r} gives no reasons"),
    "unknown_player": ("没有玩家 {text!r}，可用的有 {known}", "unknown player {text!r}; expected one of {known}"),
    "unknown_player_option": (
        "{text!r} 不是 master 的选项；可用的有 {known}，每个一次",
        "{text!r} is not an option of master; expected {known}, once each",
    ),
    # studies
    "not_a_study": ("不是一次模拟的文件：{reason}", "not the file of a simulation: {reason}"),
    "different_releases": (
        "这些局由不同版本的 quepu 模拟（{found} 与 {wanted}），打法可能不同，不能合在一起",
        "these deals were simulated by different releases of quepu ({found} and {wanted}), which may play otherwise; they are not added up",
    ),
    "other_study": ("{text} 里是另一次模拟；不会覆盖", "{text} has another simulation, and nothing is overwritten"),
    "other_book": ("{text} 是另一套规则（{rules}）的模拟", "{text} is a simulation of another rule book ({rules})"),
    "too_few_fans": (
        "出现过 {least} 次以上、有分数的番种太少；请模拟更多局",
        "too few fans with a value were found {least} times or more; simulate more deals",
    ),
    "not_an_overlay_file": (
        "规则不能写入 {text}：文件名应以 .toml 结尾；已有的文件若不是规则，不会覆盖",
        "an overlay cannot be written to {text}: its name must end in .toml, and a file that is not an overlay is not overwritten",
    ),
    "not_a_report": ("{text} 不是报告；不会覆盖", "{text} is not a report, and nothing is overwritten"),
    "bad_shard": ("分片应为 i/n，i 从 1 到 n，不能是 {text}", "a shard is i/n with i from 1 to n, not {text}"),
    "different_studies": ("这些文件不是同一次模拟的分片", "these files are not shards of the same simulation"),
    "incomplete_study": ("第 {shard}/{shards} 片还没有模拟完", "shard {shard}/{shards} is not complete"),
    "missing_shards": ("应有 {shards} 片，每片一次；现有 {found}", "expected {shards} shards, each once; found {found}"),
    # simulations on a cluster
    "no_cluster": ("无法使用 Ray 集群 {text}：{reason}", "cannot use the Ray cluster {text}: {reason}"),
    "cluster_lost": ("与 Ray 集群的连接中断（{reason}）", "the connection to the Ray cluster was lost ({reason})"),
    "node_without_quepu": (
        "节点 {node} 没有安装 quepu，或版本过旧；请在每台机器上安装同一个 quepu",
        "the node {node} has no quepu, or an older one: install the same quepu on every machine",
    ),
    "node_differs": (
        "节点 {node} 的 quepu 是 {found}，而这里是 {wanted}；请在每台机器上安装同一个 quepu，再重启集群",
        "the node {node} has quepu {found}, but here it is {wanted}: install the same quepu on every machine, and restart the cluster",
    ),
    "node_interpreted": (
        "节点 {node} 的 quepu 没有编译；请在有 C 编译器时重新安装，再重启集群",
        "the quepu of the node {node} is not compiled: install it again with a C compiler, and restart the cluster",
    ),
    # records
    "folder_not_empty": ("{text} 不是空文件夹；不会覆盖已有内容", "{text} is not an empty folder, and nothing is overwritten"),
    "record_exists": ("{text} 已存在；不会覆盖", "{text} already exists, and nothing is overwritten"),
    "record_foreign": ("不是本版本能读取的牌谱：{reason}", "not a record that this version can read: {reason}"),
    "record_unreadable": ("不是牌谱中的一行：{reason}", "not a line of a record: {reason}"),
    "record_rewritten": (
        "这个文件被其他程序重新保存过：{reason}。牌谱须逐字节保持原样，请使用最初写出或下载的文件",
        "another program has saved this file again: {reason}. Records are compared byte by byte; use the file as written or downloaded",
    ),
    "record_incomplete": ("牌谱到此中断，对局尚未结束", "the record ends here, before the end of the match"),
    "record_bad_event": ("不是牌谱中的事件：{reason}", "not an event of a record: {reason}"),
    "record_impossible": ("此处不可能发生：{reason}", "this cannot happen here: {reason}"),
    "record_differs": ("此处应为 {wanted}", "expected {wanted}"),
    "record_wanted": ("此处应为类型 {t!r} 的一行", "expected a line of type {t!r}"),
    "record_shuffle": ("种子与第 {hand} 行的承诺不符", "the seed does not match the commitment in line {hand}"),
    "record_deal": (
        "由种子和随机数得出的骰子与配牌，与第 {hand} 行开始的不符",
        "the seed and the nonces do not give the dice and the deal after line {hand}",
    ),
    "record_hash": ("sha256 与前面的内容不符", "the sha256 does not match the lines before it"),
    "record_goes_on": ("牌谱结束之后还有内容", "the record continues after its end"),
    # the reasons in a wrong record
    "record_empty": ("文件为空", "the file is empty"),
    "record_mark": ("文件开头多了 BOM（字节顺序标记）", "the file begins with a byte order mark (BOM)"),
    "record_line_ends": ("行尾是 {found}，应为 LF", "the lines end with {found} instead of LF"),
    "record_no_json": ("从第 {position} 个字符起不是 JSON", "not JSON from character {position} on"),
    "record_no_object": ("不是 JSON 对象", "not a JSON object"),
    "record_version": ("版本为 {text}，只支持 {known}", "unknown version {text}; expected one of {known}"),
    "record_nobody": ("没有人能做出导致 {t!r} 的动作", "no seat can choose an action that leads to {t!r}"),
    "record_tiles": ("不可能这样配牌或摸牌", "these tiles cannot be dealt or drawn"),
    "record_player": ("玩家的 {reason}", "a player's {reason}"),
    # the server
    "missing_package": ("没有安装所需的 {text}", "{text} is not installed"),
    "missing_extra": (
        "没有安装所需的 {text}，请运行：python3 -m pip install 'quepu[{extra}]'",
        "{text} is not installed; this command requires it: python3 -m pip install 'quepu[{extra}]'",
    ),
    "port_taken": (
        "端口 {port} 已被其他程序占用；请用 --port 指定另一个，或省略 --port",
        "port {port} is in use by another program; choose another one with --port, or omit --port",
    ),
    "cannot_listen": ("无法监听地址 {text}：{reason}", "cannot listen on the address {text}: {reason}"),
    "unreadable_certificate": (
        "无法使用证书 {text} 与私钥 {key}：{reason}",
        "cannot use the certificate {text} with the key {key}: {reason}",
    ),
    "key_mismatch": ("私钥 {key} 与证书 {text} 不匹配", "the key {key} does not belong to the certificate {text}"),
    "key_encrypted": (
        "私钥 {text} 有密码；请先解除，例如 openssl pkey",
        "the key {text} has a password; remove it first, for example with openssl pkey",
    ),
    "key_not_private": (
        "别的用户也能读取私钥 {text}；请运行 chmod 600，或用 --data 选择支持权限的文件夹",
        "other users can read the private key {text}: run chmod 600 on it, or choose a folder that has permissions with --data",
    ),
    "authority_damaged": (
        "本地证书颁发机构 {text} 已损坏（{reason}）；可从备份恢复，或删除后重新生成，那样每台设备都要重新信任",
        "the local certificate authority {text} is damaged ({reason}): restore it from a backup, or delete it to make another one, "
        "which every device must trust again",
    ),
    "authority_expired": (
        "本地证书颁发机构 {text} 的有效期是 {first} 到 {last}；请检查系统时间，或删除后重新生成，那样每台设备都要重新信任",
        "the local certificate authority {text} is valid from {first} to {last}: check the clock, or delete the file to make another one, "
        "which every device must trust again",
    ),
    "authority_too_narrow": (
        "本地证书颁发机构 {text} 不能为 {name} 签发证书；删除后可重新生成，那样每台设备都要重新信任",
        "the local certificate authority {text} may not sign for {name}: delete the file to make another one, which every device must "
        "trust again",
    ),
    "bad_variable": (
        "环境变量 {option} 不能是 {text!r}，应为：{wanted}",
        "the environment variable {option} cannot be {text!r}; expected: {wanted}",
    ),
    "keeps_dying": (
        "服务进程在 {seconds} 秒内终止了 {count} 次，最后一次原因是 {reason}；不再重启，请查看日志",
        "the server process died {count} times within {seconds} s, most recently from {reason}; it is not restarted, see the log",
    ),
    "worker_died": ("一个工作进程意外终止（{reason}）", "a worker process died ({reason})"),
    "no_lan": ("这台机器没有局域网地址", "this machine has no address in a local network"),
    "two_rules": ("rules 与 overlay 不能同时给出", "rules and overlay are both given; give only one of them"),
    "not_found": ("{text} 不存在", "{text} does not exist"),
    "wrong_method": ("此处不支持 {text}", "{text} is not allowed here"),
    "wrong_host": ("未知的主机名 {text!r}；可用 QUEPU_HOSTS 添加", "unknown host name {text!r}; QUEPU_HOSTS can add it"),
    "wrong_media_type": ("请求体应为 {wanted}，而不是 {text!r}", "the body must be {wanted}, not {text!r}"),
    "too_large": ("{option} 超过 {limit:,} 字节", "{option} is larger than {limit:,} bytes"),
    "too_many": ("{option} 超过 {limit:,} 项", "{option} has more than {limit:,} entries"),
    "too_many_requests": ("请求过多，请 {seconds} 秒后再试", "too many requests: try again in {seconds} s"),
    "too_slow": ("未能在 {seconds} 秒内收到请求体", "the body did not arrive within {seconds} s"),
    "busy": ("未能在 {seconds} 秒内得出结果", "the answer was not ready within {seconds} s"),
    "internal_error": ("服务器内部错误，详见服务器日志", "internal server error; see the server's log"),
    # several processes
    "not_a_node": (
        "这个请求带有站内转发的标头，却没有正确的密钥",
        "the request has the headers of a relay within this site, but not its secret",
    ),
    "node_gone": (
        "负责它的节点暂时无法访问，请稍后再试",
        "the node that is responsible for this cannot be reached; try again in a moment",
    ),
    # play over the network
    "not_running": ("服务器正在启动或关闭，房间尚不可用", "the server is starting or shutting down, and rooms are closed"),
    "moved": ("这已转由另一个服务器负责，请重试", "another server is responsible for this now; try again"),
    "nodes_need_postgresql": (
        "--node 需要 PostgreSQL：请用 --database 或 QUEPU_DATABASE 指定",
        "--node needs a PostgreSQL: choose one with --database or QUEPU_DATABASE",
    ),
    "no_database": ("无法使用数据库 {text}：{reason}", "cannot use the database {text}: {reason}"),
    "database_newer": (
        "数据库 {file} 已由更新版本的雀谱升级（修订 {found}，本版本只到 {known}），未作任何改动。请启动那个新版本，或恢复升级前的备份",
        "a newer version of Quepu has upgraded the database {file} (revision {found}; this version knows {known}); nothing was changed. "
        "Start the newer version, or restore a backup from before",
    ),
    "database_damaged": (
        "数据库 {file} 已损坏（{reason}），未作任何改动。请用备份替换，或将它移走后从空库开始；"
        "sqlite3 的 .recover 命令或许能恢复仍可读取的内容",
        "the database {file} is damaged ({reason}); nothing was changed. Replace it with a backup, or move it away to start with an empty "
        "one; the command .recover of sqlite3 may save what is still readable",
    ),
    "store_unwritable": ("现在无法保存房间和对局，原因见日志", "rooms and games cannot be stored now; see the log for the reason"),
    "store_gone": (
        "数据库文件在服务器运行期间被移走或替换，现在无法保存任何内容",
        "the database file was removed or replaced while the server was running; nothing is stored",
    ),
    "store_damaged": ("数据库已损坏", "the database is damaged"),
    "disk_low": ("数据库所在磁盘空间不足", "the disk of the database is almost full"),
    "database_not_empty": (
        "{text} 已有数据。只能恢复到空的数据库：请先停止服务器，再把它移走，或另选一个",
        "{text} is in use. A backup is restored into an empty database: stop the server and move it away, or choose another one",
    ),
    "not_a_backup": ("{text} 不是雀谱的备份", "{text} is not a backup of Quepu"),
    "backup_of_another_kind": (
        "{text} 是 {kind} 的备份，不能恢复到 {wanted}",
        "{text} is a backup of {kind}; it cannot be restored into {wanted}",
    ),
    "missing_program": ("没有程序 {text}，请安装 {package}", "the program {text} is not installed; it is in the package {package}"),
    "program_failed": ("{text} 失败：{reason}", "{text} failed: {reason}"),
    "file_exists": ("{text} 已存在，没有覆盖", "{text} exists, and was not replaced"),
    "data_in_use": (
        "另一个服务器正在使用 {text}；请先停止它，或用 --data 或 --database 另选",
        "another server is using {text}; stop it, or choose another place with --data or --database",
    ),
    "journal_differs": (
        "这场对局的日志从第 {number} 次更新起与现行规则不符",
        "the journal of this game does not match the current rules, from update {number} on",
    ),
    "bad_message": ("消息无效：{reason}", "invalid message: {reason}"),
    "stale": ("这条消息针对第 {n} 号，而牌局已到第 {now} 号", "this message refers to number {n}, but the game is at {now}"),
    "answered_already": ("第 {n} 号已经答复过", "number {n} is already answered"),
    "wrong_nonce": ("这个随机数与第 {n} 局的承诺不符", "this nonce does not match the commitment for hand {n}"),
    "not_now": ("现在不能这样做", "this is not possible now"),
    "not_a_player": ("只有玩家才能这样做", "only a player can do this"),
    "not_the_host": ("只有房主才能这样做", "only the host of the room can do this"),
    "no_chair": ("没有空座位，或您已经有座位", "there is no free seat, or you already have one"),
    "cannot_remove": ("只能请出比您后进房间的人", "you can only remove people who joined after you"),
    "too_few_players": ("此房间不使用机器人，需要四个人", "this room has no bots and requires four people"),
    "removed": ("您已被房主请出房间", "the host has removed you from this room"),
    "not_a_member": ("您不是这个房间的成员", "you are not a member of this room"),
    "metrics_private": (
        "监控数据只给本机、本地网络，以及带有令牌的程序",
        "metrics are for this machine, local networks, and programs with a token",
    ),
    "invite_needed": ("这个链接已失效，请向房间成员索取新链接", "this link is no longer valid; ask a member of the room for a new one"),
    "room_full": ("房间已满", "the room is full"),
    "no_such_bot": ("没有这个机器人，或者它没有连接：{text}", "there is no bot {text}, or it is not connected"),
    "bot_plays": ("这个机器人同时最多打 {limit} 场", "this bot plays at most {limit} games at the same time"),
    "too_many_bots": ("服务器上登记的机器人已满（{limit} 个）", "the server knows {limit} bots, and accepts no more"),
    "too_many_bot_games": ("机器人的对局太多（{limit} 场），请稍候", "{limit} games of bots are being played; try again later"),
    "no_server": ("{text} 没有服务器应答：{reason}", "nothing answers at {text}: {reason}"),
    "bot_refused": ("服务器拒绝了：{reason}", "the server refuses: {reason}"),
    "program_ended": ("程序已结束：{reason}", "the program has ended: {reason}"),
    "no_token": ("没有令牌：请用 {option} 或环境变量 {variable}", "there is no token: use {option} or the variable {variable}"),
    "bad_botzone": ("不是 Botzone 国标麻将的请求：{text!r}", "not a request of Botzone's Chinese Standard Mahjong: {text!r}"),
    "no_hints": ("这一桌不用提示", "this table is played without hints"),
    "nothing_to_take_back": ("没有可以撤回的操作", "there is nothing to take back"),
    "too_fast": ("操作过快，请稍候", "too fast; wait a moment"),
    "too_many_reviews": ("等待中的复盘太多，请等其中一个完成", "too many reviews are waiting: wait until one of them is done"),
    "not_your_review": ("这次复盘是别人请求的，不能由你取消", "somebody else has requested this review, so you cannot cancel it"),
    "too_many_studies": ("等待中的实验太多，请等其中一个完成", "too many studies are waiting: wait until one of them is done"),
    "not_your_study": ("这次实验是别人发起的，不能由你取消", "somebody else has started this study, so you cannot cancel it"),
    "nothing_simulated": ("这次实验还没有模拟任何一局", "no deal of this study has been simulated yet"),
    "studies_not_comparable": (
        "只有四家、局数和种子都相同的两次实验才能比较",
        "only two studies with the same players, number of deals and seed can be compared",
    ),
    "game_unfinished": ("这场对局还没有结束", "this game is not over yet"),
    "rated_game": (
        "这是正式对局，要打到底；可以离开，由机器人代打",
        "this game is played to its end; you can leave it to a bot",
    ),
    "unfinished_game": ("您还有一场正式对局没有打完，请先打完它", "you have a rated game that is not over; finish it first"),
    "sign_in_to_be_rated": ("登录后才能打计分的对局", "sign in to play a rated game"),
    # duplicate events
    "event_running": ("比赛结束之前，牌谱和各桌成绩不公开", "records and results are not shown before the event is over"),
    "event_begun": ("比赛已经开始", "the event has begun"),
    "event_not_begun": ("比赛还没有开始", "the event has not begun"),
    "event_full": ("比赛的名额已满", "the event is full"),
    # accounts
    "not_signed_in": ("请先登录", "sign in first"),
    "wrong_sign_in": ("名字或密码不对", "the name or the password is wrong"),
    "wrong_password": ("密码不对", "the password is wrong"),
    "wrong_recovery": ("名字或恢复码不对，或这个恢复码已经用过", "the name or the recovery code is wrong, or the code was used before"),
    "name_taken": ("已有人用这个名字，或与它看起来一样的名字", "somebody has this name, or one that looks the same"),
    "name_letters": (
        "名字里不能有“{text}”：只能用汉字、字母和数字，以及空格和 - _ . ' ·",
        "a name cannot have {text!r}: it has letters and digits with which people write names, spaces, and - _ . ' ·",
    ),
    "name_scripts": (
        "名字不能混用不同文字的字母：和汉字、假名、谚文一起用的只能是拉丁字母",
        "the letters of a name must be of one script; only Latin, Chinese, Japanese and Korean ones may stand together",
    ),
    "name_reserved": ("这个名字不能用", "this name cannot be used"),
    "name_of_account": ("已登录：名字在“我的账号”页面修改", "you are signed in: change your name on the account page"),
    "password_short": ("密码至少要有 {limit} 个字符", "a password has at least {limit} characters"),
    "password_weak": ("这个密码太容易猜到", "this password is too easy to guess"),
    "password_common": (
        "这个密码太常见，或与名字相同，请换一个",
        "this password is one of the commonest, or the same as the name; choose another one",
    ),
    "too_many_accounts": ("本站暂不接受新账号", "this server accepts no new accounts"),
    "wrong_origin": ("这个请求不是从本站的页面发出的", "this request does not come from a page of this server"),
    "wrong_token": ("登录状态已变，请刷新页面再试", "this page belongs to another session; load it again"),
    "claimed_already": ("这个座位属于另一个账号", "this member belongs to another account"),
    "no_such_person": ("没有这个人", "there is no such person"),
    "too_many_people": ("名单已满", "this list is full"),
    "too_many_reports": ("今天的举报太多，请明天再试", "too many reports today; try again tomorrow"),
    "not_welcome": ("房主不接受你加入", "the host of this room does not want you to join"),
    "no_guests": ("这一桌要登录才能加入", "only people who are signed in can join this table"),
    "account_banned": ("这个账号已被停用：{reason}", "this account is banned: {reason}"),
    "address_banned": ("你的网络地址已被停用", "your network address is banned"),
    "bans_this_machine": ("{text} 是服务器本机，不能停用", "{text} is the server itself, which is never banned"),
    "no_such_ban": ("没有编号为 {text} 的停用，或已经解除", "there is no ban {text}, or it is lifted already"),
    "not_an_operator": ("只有管理员才能这样做", "only an operator can do this"),
    "closed_for_maintenance": (
        "本站即将维护，暂不能开始新的对局",
        "this server is about to be stopped for maintenance; no new games begin",
    ),
    "wrong_network": ("{text!r} 不是地址或网段", "{text!r} is neither an address nor a network"),
    "network_too_large": (
        "网段 {text} 太大，几乎会禁掉所有人：前缀至少 /{least}",
        "the network {text} is too large: a ban would exclude nearly everybody; its prefix must be /{least} or longer",
    ),
    "bans_yourself": ("网段 {text} 包含你自己的地址", "the network {text} contains your own address"),
    "no_such_account": ("没有账号“{text}”", "there is no account {text!r}"),
    "profile_changed": ("另一台设备刚刚存过", "another device has stored something in the meantime"),
    # score sheets, clubs and tournaments
    "entry_wrong": ("条目有误，{place}：{reason}", "wrong entry, {place}: {reason}"),
    "entry_differs": ("条目 {text} 已经有了，内容不同", "there is an entry {text} already, with other content"),
    "too_many_entries": ("一次有 {found} 个条目，最多 {limit} 个", "{found} entries at once; the maximum is {limit}"),
    "document_full": ("已经放不下更多条目", "no more entries fit"),
    "too_many_documents": ("服务器上的文件已满，暂时不能新建", "the server stores no further documents"),
    "no_document": ("没有这份文件，或已被删除：{text}", "there is no document {text}, or it was deleted"),
    "document_exists": ("已有一份 id 相同的文件", "there is another document with this id"),
    "wrong_key": ("这个链接只能看，不能改", "this link allows reading, not changing"),
    "wrong_pin": ("PIN 不对", "the PIN is wrong"),
    "no_pin": ("没有设 PIN", "no PIN is set"),
    "pin_locked": ("PIN 试错太多次，请稍后再试", "too many wrong PINs; try again later"),
    "wrong_document_file": ("不是完好的导出文件：{reason}", "not an intact exported file: {reason}"),
    "bad_record": ("牌谱无效：{reason}", "invalid record: {reason}"),
    # the reasons in a wrong exported file
    "file_keys": ("键应为 {known}", "expected the keys {known}"),
    "file_value": ("{option} 的值不对", "the value of {option} is wrong"),
    "file_hash": ("sha256 与内容不符", "the sha256 does not match the content"),
    "file_size": ("内容超过上限", "the content exceeds the maximum"),
    # rule books
    "unknown_rules": ("没有规则 {text!r}，可用的有 {known}", "unknown rule book {text!r}; expected one of {known}"),
    "unknown_fan": ("{rules} 中没有番种 {text!r}", "{rules} has no fan {text!r}"),
    "wrong_overlay": ("{file} 第 {line} 行：{reason}", "{file}, line {line}: {reason}"),
    # the reasons in a wrong overlay
    "overlay_syntax": ("TOML 语法错误：{detail}", "invalid TOML: {detail}"),
    "overlay_dots": ("一行中的点过多", "too many dots in one line"),
    "overlay_base": ("base 必须是规则的 id", "base must be the id of a rule book"),
    "name_no_text": ("name 必须是字符串", "name must be a string"),
    "name_empty": ("name 为空", "name is empty"),
    "name_long": ("name 有 {found} 个字符，最多 {limit} 个", "name has {found} characters; the maximum is {limit}"),
    "name_character": ("name 含有无法显示的控制字符 {text}", "name contains the control character {text}, which cannot be displayed"),
    "name_marks": ("name 中一个字母上的附加符号超过 {limit} 个", "name has more than {limit} combining marks on one letter"),
    "overlay_fans": (
        "fan 中每个番种必须是一张表，例如 [fan.pure_straight]",
        "fan must have one table for each fan, such as [fan.pure_straight]",
    ),
    "overlay_fan": ("fan.{fan} 必须是一张表", "fan.{fan} must be a table"),
    "overlay_key": ("没有键 {text!r}，可用的有 {known}", "unknown key {text!r}; expected one of {known}"),
    "overlay_number": ("{key} 必须是 0 到 {limit} 的整数", "{key} must be an integer from 0 to {limit}"),
    "overlay_enabled": ("enabled 必须是 true 或 false", "enabled must be true or false"),
    "overlay_list": ("{key} 必须是番种列表", "{key} must be a list of fans"),
    "overlay_itself": ("番种不能排除自己", "a fan cannot exclude itself"),
    "overlay_not_excluded": ("{fan} 并不排除 {other}", "{fan} does not exclude {other}"),
    "wrong_rule_book": ("规则 {rules} 有误：{reason}", "the rule book {rules} is invalid: {reason}"),
}
"""Code → message in Chinese and in English, in this order as in ``quepu.texts``. ``docs/errors.md`` lists them."""


class QuepuError(ValueError):
    """An error with a stable ``code``. ``message("zh")`` returns its message in Chinese."""

    index: int | None = None
    """The position of the wrong hand in a batch."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = {name: _short(value) if name == "text" else value for name, value in details.items()}
        super().__init__(code)

    def message(self, lang: str = "en") -> str:
        message = MESSAGES[self.code][lang != "zh"].format(**self._details(lang))
        if self.index is None:
            return message
        return f"第 {self.index + 1} 手牌：{message}" if lang == "zh" else f"hand {self.index + 1}: {message}"

    def _details(self, lang: str) -> dict[str, object]:
        """The values for the placeholders of the message. A detail that is an error, such as a reason, becomes its own message; one that is
        a text in both languages is in this one; a tile has its Chinese name in Chinese, and ``words`` are what players call it."""
        found = {name: _in_language(value, lang) for name, value in self.details.items()}
        if "tile" in found:
            found["words"] = _tile_in_words(str(found["tile"]), lang)
        if lang == "zh" and "tile" in found:
            found["tile"] = str(found["tile"]).translate(_IN_CHINESE)
        return found

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
        if self.code in _WITHOUT_PLACE:
            return super().message(lang)
        where = f"第 {self.position + 1} 个字符：" if lang == "zh" else f"character {self.position + 1}: "
        return where + super().message(lang)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "position": self.position}


_WITHOUT_PLACE = ("empty_hand",)
"""The errors in a hand that are not about one of its characters."""

_IN_CHINESE = str.maketrans("123456789mpsESWNCFP", "一二三四五六七八九萬饼条東南西北中發白")
"""The characters of a tile's name; the names themselves are of a higher layer."""


_HONOURS = {
    "E": ("东风", "east wind E"), "S": ("南风", "south wind S"), "W": ("西风", "west wind W"), "N": ("北风", "north wind N"),
    "C": ("红中", "red dragon C"), "F": ("发财", "green dragon F"), "P": ("白板", "white dragon P"),
}  # fmt: skip


def _tile_in_words(tile: str, lang: str) -> str:
    """What players call a tile.

    >>> _tile_in_words("C", "zh"), _tile_in_words("C", "en"), _tile_in_words("5m", "zh")
    ('红中', 'red dragon C', '五萬')
    """
    if tile in _HONOURS:
        return _HONOURS[tile][lang != "zh"]
    return tile.translate(_IN_CHINESE) if lang == "zh" else tile


def _in_language(value: object, lang: str) -> object:
    if isinstance(value, QuepuError):
        return value.message(lang)
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(text, str) for text in value):
        return value[lang != "zh"]
    return value


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


class FanNamed(QuepuError):
    """The name of a fan instead of a hand. In JSON the error has the id of the ``fan``, and of the book ``rules`` that has it."""

    def __init__(self, rules: str, fan: str, text: tuple[str, str]) -> None:
        self.rules = rules
        self.fan = fan
        super().__init__("names_a_fan", text=text)

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().as_dict(lang), "fan": self.fan, "rules": self.rules}


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
