"""The laboratory: help texts, results and reports."""

from __future__ import annotations

from quepu.texts.text import Text

LAB: dict[str, Text] = {
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
    "cli_simulate_hands": ("局数（默认 {default}）", "the number of deals (default: {default})"),
    "cli_simulate_seed": ("种子，同一种子结果逐字节相同", "the seed; the same seed gives the same bytes"),
    "cli_shard": ("只模拟第 I 片，共 N 片；以后用 lab merge 合并", "simulate only shard I of N, to be merged by lab merge"),
    "cli_simulate_out": (
        "把计数存进这个文件；中断后用同样的命令继续",
        "keep the counts in this file; after an interruption the same command continues",
    ),
    "cli_ray": (
        "在 Ray 集群上进行：集群的地址，如 auto 或 主机:端口；local 在本机临时启动一个",
        "play on a Ray cluster: its address, such as auto or host:port; local starts one on this machine for the time",
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
    "simulate_dealer": (
        "庄家优势：每局比另外三家平均多得 {advantage} 分",
        "the dealer's advantage, points a deal beyond the mean of the others: {advantage}",
    ),
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
    # count
    "cli_count": (
        "枚举全部十四张门内和牌，求各番种的牌数和在随机和牌中的概率（精确值）",
        "count all winning hands of fourteen concealed tiles, and the chance of each fan in a random one (exact)",
    ),
    "cli_count_seat": ("门风（默认 E）", "the seat wind (default: E)"),
    "cli_count_round": ("圈风（默认 E）", "the round wind (default: E)"),
    "count_head": ("{rules}：枚举全部和牌，精确值", "{rules}: all winning hands enumerated, exact"),
    "count_note": (
        "一手牌是十四张门内牌，连同其中的和牌张；没有副露、花牌和偶然番。随机和牌：随机摸十四张，恰好以最后一张成和。",
        "A hand is fourteen concealed tiles with the winning one among them, without melds, flowers or circumstances. A random winning "
        "hand is what fourteen tiles drawn at random are if they happen to win with the last.",
    ),
    "count_total": (
        "{way}：成牌 {complete} 手，其中够起和 {winning} 手；随机成牌有 {share} % 够起和",
        "{way}: {complete} complete hands, {winning} of them reach the minimum; of random complete hands {share} % do",
    ),
    "count_hands": ("手数", "hands"),
    "count_by_self_draw": ("自摸", "by self-draw"),
    "count_by_discard": ("点和", "by discard"),
    "count_absent": (
        "这样的和牌里不会有的番种（要副露、杠、花牌或偶然情况，或总不计）{count} 种：{fans}",
        "{count} fans are in none of these hands, as they need melds, kongs, flowers or circumstances, or are never counted: {fans}",
    ),
    "one_in": ("1/{number}", "1 in {number}"),
    # balance
    "cli_balance": (
        "比较各番种的分数与稀有程度，找出离谱的番种，并提出新的分数，写成自定义规则",
        "compare the worth of each fan with its rarity, find the outliers, and propose values as an overlay",
    ),
    "cli_balance_study": ("用这个 lab simulate --out 的文件，不再模拟", "use this file of lab simulate --out instead of simulating"),
    "cli_balance_enumerated": (
        "不模拟，改用枚举的十四张门内和牌（见 lab count）",
        "instead of simulating, use the enumerated concealed hands (see lab count)",
    ),
    "cli_balance_factor": (
        "差到多少倍算离谱（默认 2）",
        "a fan is an outlier if its worth is this many times more or less than its rarity suggests (default: 2)",
    ),
    "cli_balance_multiple": ("新的分数（副数）取 N 的倍数（默认 1）", "proposed values are multiples of N (default: 1)"),
    "cli_balance_keep_order": (
        "保持番种的大小顺序（灵雀按同翻的番种比副数）",
        "keep the order of the fans (in Lingque of the fu among fans of the same fan number)",
    ),
    "cli_balance_keep": ("这些番种不变：id 或名称，用逗号分隔", "leave these fans as they are: ids or names, separated by commas"),
    "cli_balance_all": ("所有番种都按稀有程度定分，不只是离谱的", "move all fans to what their rarity suggests, not only the outliers"),
    "cli_balance_overlay": ("把新的分数写成这个 .toml 文件", "write the proposal to this .toml file"),
    "balance_head": ("{rules}：番种的分数与稀有程度", "{rules}: worth and rarity of the fans"),
    "balance_simulated": (
        "占和牌的比例来自模拟，有抽样误差；相差超出误差才算。",
        "The shares of winning hands are simulated; only what exceeds their 95 % intervals is called different.",
    ),
    "balance_enumerated": (
        "占和牌的比例来自枚举：十四张门内牌，点和、自摸各半，不同于实战。",
        "The shares are those of enumerated hands of fourteen concealed tiles, half by discard and half by self-draw, not of play.",
    ),
    "balance_fit": ("本规则的趋势：分数 ≈ {scale} / 比例^{slope}", "the trend of this book: worth ≈ {scale} / share^{slope}"),
    "balance_pairs": (
        "稀有程度有别的番种 {pairs} 对，其中 {broken} 对是更稀有的反而更便宜",
        "of {pairs} pairs of fans that differ in rarity, the rarer one is worth less in {broken}",
    ),
    "simulate_share_name": ("占和牌", "share of wins"),
    "balance_worth": ("现值", "worth"),
    "balance_line": ("按趋势", "by the trend"),
    "balance_ratio": ("倍数", "ratio"),
    "balance_proposed": ("建议", "proposed"),
    "balance_high": ("偏高", "high"),
    "balance_low": ("偏低", "low"),
    "balance_outliers": (
        "离谱（{factor} 倍以上）的番种 {outliers} 种；建议改动 {changed} 种",
        "outliers (a factor of {factor} or more): {outliers}; changes proposed: {changed}",
    ),
    "balance_left_out": (
        "没有出现过、或没有分数可改的番种 {count} 种，不作建议：{fans}",
        "{count} fans were never found or have no value to change, so nothing is proposed for them: {fans}",
    ),
    "balance_written": (
        "已写入 {file}；可以直接用：quepu play --rules {file}",
        "written to {file}; play with it: quepu play --rules {file}",
    ),
    # reports of both
    "count_title": ("{rules}：枚举全部和牌", "{rules}: all winning hands"),
    "count_winds": ("门风 {seat}，圈风 {round}", "seat wind {seat}, round wind {round}"),
    "report_winds": ("风", "winds"),
    "count_totals": ("一共多少手", "How many hands"),
    "count_totals_text": (
        "成牌是牌型完整的十四张门内牌，连同其中的和牌张；达不到起和的不能和。",
        "A complete hand has the shape of a win; below the minimum of the rules it may not win. Hands that differ in the winning tile are "
        "different hands.",
    ),
    "count_fans": ("各番种的手数与概率", "The fans: hands and chances"),
    "count_fans_text": (
        "手数是计到该番种的和牌有多少手；概率是随机和牌计到它的可能性，两者都是精确值。总是零的番种要靠副露、杠、花牌或偶然情况。",
        "The number of winning hands in which the fan counts, and the chance that it counts in a random one; both are exact. Fans that are "
        "always at zero need melds, kongs, flowers or circumstances.",
    ),
    "column_way": ("和法", "won"),
    "column_complete": ("成牌（手）", "complete hands"),
    "column_winning": ("够起和（手）", "winning hands"),
    "column_complete_ways": ("成牌（摸法）", "ways to draw complete hands"),
    "column_winning_ways": ("够起和（摸法）", "ways to draw winning hands"),
    "column_reaches": ("随机成牌够起和的概率", "chance that a random complete hand wins"),
    "column_hands_of_way": ("{way}（手）", "hands, {way}"),
    "column_ways_of_way": ("{way}（摸法）", "ways to draw them, {way}"),
    "column_chance_of_way": ("{way}（概率）", "chance, {way}"),
    "balance_title": ("{rules}：分数与稀有程度", "{rules}: worth and rarity"),
    "balance_formula": ("分数 ≈ {scale} / 比例^{slope}", "worth ≈ {scale} / share^{slope}"),
    "report_trend": ("趋势", "trend"),
    "report_pairs": ("更稀有却更便宜的番种对", "pairs of fans in which the rarer one is worth less"),
    "balance_fans": ("越稀有越值钱吗", "Is the rarer fan worth more?"),
    "balance_fans_text": (
        "每点一个番种：越靠右越稀有，越靠上越值钱，线是本规则的趋势。离线 {factor} 倍以上、且超出误差的算离谱，共 {outliers} 种。"
        "稀有程度确有差别的番种 {pairs} 对，其中 {broken} 对是更稀有的反而更便宜。",
        "Each point is a fan: the further right the rarer, the higher up the more it is worth; the line is the trend of the book. Fans "
        "that are off the line by a factor of {factor} or more, beyond their intervals, are outliers: {outliers}. Of {pairs} pairs of "
        "fans that differ in rarity, the rarer one is worth less in {broken}.",
    ),
    "balance_fit_text": (
        "趋势由出现 {least} 次以上的番种两两斜率的中位数求出，离谱的番种对它影响很小。",
        "The trend is the median of the slopes of all pairs of fans found {least} times or more, so outliers hardly move it.",
    ),
    "balance_proposal": ("建议的分数", "Proposed values"),
    "balance_proposal_text": (
        "在所给条件下最接近趋势的分数；没有列出的番种不变。灵雀只改副数，不改翻数。起和不变。",
        "The values nearest to the trend under the constraints given; fans that are not listed stay. In Lingque the fu change and the fan "
        "number stays. The minimum stays.",
    ),
    "column_outlier": ("离谱", "outlier"),
    "column_key": ("数值", "number"),
    "column_value_now": ("现在", "now"),
}
