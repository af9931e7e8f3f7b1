"""The help texts and messages of the command line."""

from __future__ import annotations

from quepu.texts.text import Text

COMMANDS: dict[str, Text] = {
    "cli": ("雀谱：为任意一手麻将计分，并说明理由。", "Quepu 雀谱: score any winning mahjong hand, with the reasons."),
    "cli_score": ("计算一手和牌的分数；不给手牌则进入交互模式", "score a winning hand; without a hand, start a prompt"),
    "cli_waits": ("十三张牌听哪些牌，各值多少分", "show the waits of thirteen tiles, with their points"),
    "cli_discards": ("十四张牌打哪一张", "show what to discard from fourteen tiles"),
    "cli_compare": ("同一手牌在各规则下的得分与差别", "compare the scores of a hand under several rule books"),
    "cli_fans": ("番种表，或某个番种的定义、不计与例子", "list the fans of a rule book, or show one fan with examples"),
    "cli_serve": ("启动网站：在浏览器里打牌、计分、查规则、做练习", "start the site: play, score and practise in the browser"),
    "cli_admin": ("管理服务器：账号、停用、举报、维护", "operate a server: accounts, bans, reports, maintenance"),
    "cli_admin_about": (
        "管理一个服务器的数据库；服务器可以同时在运行",
        "Work in the database of a server, which may be running.",
    ),
    "cli_admin_accounts": ("列出账号", "list accounts"),
    "cli_admin_operators": ("列出、增加或取消管理员", "list, add or remove operators"),
    "cli_admin_ban": (
        "停用一个账号或网段；理由只告诉账号本人，来自被停用网段的人只看到“地址已被停用”",
        "ban an account or a network; only the owner of an account is shown the reason, others that their address is banned",
    ),
    "cli_admin_bans": ("列出生效中的停用", "list the bans in force"),
    "cli_admin_unban": ("解除停用", "lift a ban"),
    "cli_admin_reports": ("列出举报", "list reports"),
    "cli_admin_rooms": ("列出最近使用的房间", "list the rooms that were used last"),
    "cli_admin_maintenance": ("宣布或取消维护", "announce maintenance, or take it back"),
    "cli_admin_data": ("数据库所在的目录", "the folder of the database"),
    "cli_admin_name": ("账号的名字", "the name of the account"),
    "cli_admin_add": ("让此账号成为管理员", "make this account an operator"),
    "cli_admin_remove": ("此账号不再是管理员", "this account is no operator any more"),
    "cli_admin_address": ("地址或网段，如 203.0.113.0/24", "an address or a network, as 203.0.113.0/24"),
    "cli_admin_days": ("多少天（默认：直到解除）", "for how many days (default: until it is lifted)"),
    "cli_admin_reason": (
        "理由：账号的主人登录时会看到；停用地址时只给管理员看",
        "the reason: the owner of an account is shown it when they sign in; that of an address only operators see",
    ),
    "cli_admin_id": ("停用的编号", "the id of the ban"),
    "cli_admin_close": ("这份举报已处理", "this report has been dealt with"),
    "cli_admin_in": (
        "多少分钟以后：在所有牌桌上通知，到时不再开始新的对局",
        "in how many minutes: all tables are told, and from then on no game begins",
    ),
    "cli_admin_text": ("给所有人看的话", "what all are shown"),
    "cli_admin_off": ("取消维护", "no maintenance"),
    "cli_admin_unbanned": ("已解除停用", "the ban is lifted"),
    "cli_admin_reopened": ("没有维护了，可以开始新的对局", "maintenance is off: games may begin"),
    "cli_admin_no_maintenance": ("没有安排维护", "no maintenance is planned"),
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
    "cli_compute": (
        "另开几个进程计算算番、分析等请求，不影响牌桌（默认 0；也可用环境变量 QUEPU_COMPUTE）",
        "how many processes compute scores, analyses and the like, so that tables do not wait for them "
        "(default: 0; or the environment variable QUEPU_COMPUTE)",
    ),
    "cli_node": (
        "与其他服务器共用一个 PostgreSQL，它们由这个地址访问本服务器（也可用环境变量 QUEPU_NODE）",
        "share a PostgreSQL with other servers, which reach this one at this address (or the environment variable QUEPU_NODE)",
    ),
    "cli_pace": (
        "机器人与等待吃碰的节奏，0 到 10：1 为正常，0 为不停顿",
        "the pace of bots and claims, 0 to 10: 1 is normal, 0 means no pauses",
    ),
    "cli_lan": ("向局域网开放，并显示二维码", "make it available in the local network, and show a QR code"),
    "cli_https": (
        "用 https：生成本地证书，并说明怎样信任它",
        "use https: make a local certificate, and explain how to trust it",
    ),
    "cli_https_certificate": ("用自己的证书（PEM，含中间证书）", "use this certificate of your own (PEM, with intermediate ones)"),
    "cli_https_key": ("自己的证书的私钥（PEM）", "the private key of your own certificate (PEM)"),
    "cli_no_browser": ("不打开浏览器", "do not open a browser"),
    "cli_backup": ("备份服务器的数据库，服务器可以继续运行", "back up the database of a server, which may go on running"),
    "cli_backup_file": ("备份写入的新文件，或放备份的文件夹", "the new file for the backup, or a folder for it"),
    "cli_restore": ("把备份恢复到空的数据库", "restore a backup into an empty database"),
    "cli_restore_file": ("备份文件", "the backup"),
    "cli_data_of_server": ("服务器的数据文件夹，与 quepu serve 的 --data 相同", "the folder of the data, as for quepu serve"),
    "backup_done": (
        "已备份：{file}（{rooms} 个房间，{games} 场对局，{bytes} 字节）",
        "Backed up: {file} (rooms: {rooms}, games: {games}, bytes: {bytes})",
    ),
    "restore_done": ("已恢复：{rooms} 个房间，{games} 场对局", "Restored: rooms: {rooms}, games: {games}"),
    "cli_log": (
        "日志的格式：text 写入数据文件夹（默认），json 每行一个 JSON 对象，写到标准错误",
        "the form of the log: text, in the folder of the data (default), or json, one object a line on standard error",
    ),
    "serve_at": ("雀谱：{address}", "Quepu 雀谱 is at {address}"),
    "serve_lan": (
        "雀谱：{address}\n同一网络中的任何人都能打开它。",
        "Quepu 雀谱 is at {address}\nAnyone in this network can open it.",
    ),
    "serve_lan_http": (
        "不用 https 也能：对局、算牌、查规则，连着这台服务器时记分；数据留在各自的设备上，但浏览器有可能清除。\n"
        "不能：没有网络时打开网页、安装成应用、保持屏幕常亮、用系统菜单分享。这些需要 https：quepu serve --lan --https",
        "Without https this works: games, scoring hands, the rules, and score sheets while this server can be reached. Data is kept on\n"
        "each device, but browsers may discard it. This does not: opening the pages without a network, installing them as an app,\n"
        "keeping the screen on, sharing from the system's menu. For these use https: quepu serve --lan --https",
    ),
    "serve_trust": (
        "每台设备第一次打开之前，先信任本地证书；步骤在这里：{address}",
        "Before a device opens it for the first time, let it trust the local certificate. How to do that: {address}",
    ),
    "serve_fingerprint": (
        "{name} 的 SHA-256 指纹，安装前请核对：\n{fingerprint}",
        "Check the SHA-256 fingerprint of “{name}” before you install it:\n{fingerprint}",
    ),
    "serve_then": ("然后打开网站：{address}", "Then open the site: {address}"),
    "serve_own_certificate": (
        "请用证书上的名字打开；其他名字要加进环境变量 QUEPU_HOSTS。",
        "Open it by a name that is in your certificate, and list that name in the variable QUEPU_HOSTS.",
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
