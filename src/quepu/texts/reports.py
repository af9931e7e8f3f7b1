"""Reports of the laboratory: headings, what the sections show, and the names of columns."""

from __future__ import annotations

from quepu.texts.text import Text

REPORTS: dict[str, Text] = {
    # the command line
    "cli_report": (
        "把结果写成一个网页文件，图表齐全，可离线打开",
        "write the result as one HTML file with charts, which opens without a network",
    ),
    "cli_report_data": (
        "把各表写进这个文件夹，每表一个 CSV 和一个 Parquet",
        "write the tables into this folder, each as CSV and as Parquet",
    ),
    # every report
    "report_contents": ("目录", "contents"),
    "report_source_simulated": ("模拟所得", "simulated"),
    "report_source_enumerated": ("穷举所得", "enumerated"),
    "report_table": ("数据表（{rows} 行）", "the data as a table ({rows} row{rows:s})"),
    "report_nothing": ("没有数据", "no data"),
    "report_without_label": ("另有 {count} 个点因太挤未标名", "no room for the label of {count} more point{count:s}"),
    "report_yes": ("是", "yes"),
    "report_no": ("否", "no"),
    "report_repeat": ("重新得出本报告", "Repeat this report"),
    "report_repeat_text": (
        "用雀谱 {version} 运行下面的命令，得到的数逐位相同。",
        "With Quepu {version} this command gives the same figures, digit by digit.",
    ),
    "report_files": ("它要读的文件：", "The files that it reads:"),
    "report_alt_nothing": ("图：{title}，没有数据。", "Chart: {title}, without any data."),
    "report_alt_rows": (
        "图：{title}，共 {count} 行。第一行 {first}，最后一行 {last}。全部数值见下面的数据表。",
        "Chart: {title}, {count} row{count:s}. The first is {first}, the last {last}. The table below has all values.",
    ),
    "report_alt_distribution": (
        "图：{title}，从小到大 {ends}。全部数值见下面的数据表。",
        "Chart: {title}, from the smallest to the largest value {ends}. The table below has all values.",
    ),
    # facts
    "report_rules": ("规则", "rules"),
    "report_deals": ("局数", "deals"),
    "report_deals_each": ("各打局数", "deals each"),
    "report_players": ("玩家", "players"),
    "report_seed": ("种子", "seed"),
    "report_shard": ("分片", "shard"),
    "report_unfinished": ("{done}，共 {all}", "{done} of {all}"),
    "report_fan_count": ("番种数", "fans"),
    "report_minimum": ("起和", "minimum"),
    # a simulation
    "simulation_title": ("{rules}：对局模拟", "{rules}: a simulation"),
    "simulation_about": (
        "机器人按这套规则打了 {deals} 局，每局牌墙都不同。全部数字来自模拟，不是精确值；区间都是 95 % 置信区间。换一批玩家，"
        "做的牌会不同，数字也会不同。",
        "Bots have played {deals} deals under these rules, each with its own wall. All figures are simulated, none is exact; intervals are "
        "95 % confidence intervals. Other players make other hands, and would give other figures.",
    ),
    "simulation_measures": ("总览", "Overview"),
    "simulation_measures_text": (
        "庄家优势是庄家每局所得减去另外三家的平均所得。一局的收付合计为零，所以它等于庄家所得的三分之四。",
        "The dealer's advantage is what the dealer receives a deal less the mean of the three others. The payments of a deal add up to "
        "zero, so it is four thirds of what the dealer receives.",
    ),
    "simulation_fans": ("番种频率", "Fans"),
    "simulation_fans_text": (
        "和牌中有多少含有这个番种，图上是最常见的 {shown} 种，横线是置信区间。“这些和牌的平均分”是整手牌的分，不是番种本身的分。",
        "The share of winning hands that have the fan; the chart has the {shown} most frequent ones, and the lines are the intervals. "
        "“Points of these wins” is the mean of the whole hands, not what the fan itself is worth.",
    ),
    "simulation_rarity": ("稀有与分值", "Rarity and points"),
    "simulation_rarity_text": (
        "每个点是一个番种：越往右越少见，越往上含有它的和牌平均分越高。两轴都是对数坐标；出现不到 {least} 次的没有画。",
        "Each point is a fan: the farther right, the rarer; the higher, the more the hands that have it are worth. Both axes are "
        "logarithmic. Fans of fewer than {least} wins are left out.",
    ),
    "simulation_points": ("和牌分数", "Points of winning hands"),
    "simulation_points_text": (
        "和牌平均 {mean} 分，中位数 {median} 分。",
        "A winning hand is worth {mean} points on average; the median is {median}.",
    ),
    "simulation_payments": ("每局收付", "Payments"),
    "simulation_payments_text": (
        "一家在一局里收付的分数，四家合在一起。荒牌的局是 0。",
        "What a seat receives or pays in a deal, all four seats together. A draw counts as 0.",
    ),
    "simulation_discards": ("一局的长短", "Length of deals"),
    "simulation_discards_text": ("一局打出的牌数，平均 {mean} 张。", "The number of discards in a deal; the mean is {mean}."),
    "simulation_players": ("各玩家", "Players"),
    "simulation_players_text": (
        "每 {part} 局之后玩家各移一位；局数是 {round} 的倍数时，每人坐四个座位的局数相同。图上是每局得分。",
        "After each {part} deals the players move one seat on; in a multiple of {round} deals all have been at each seat equally often. "
        "The chart has the points a deal.",
    ),
    "simulation_seats": ("各座位", "Seats"),
    "simulation_seats_text": (
        "庄家总是东。庄家优势：每局比另外三家平均多得 {advantage} 分。",
        "The dealer is always East. The dealer's advantage, what they receive a deal beyond the mean of the others: {advantage} points.",
    ),
    "simulation_pairs": ("同时出现的番种", "Fans together"),
    "simulation_pairs_text": (
        "最常在同一手和牌里出现的两个番种。“倍数”是与两者互不相干时相比的倍数：大于 1 表示常常一起做成。",
        "The pairs of fans that are most often in one winning hand. “Times” compares with two fans that have nothing to do with each "
        "other: above 1, they are often made together.",
    ),
    # measures
    "measure_draws": ("荒牌", "draws"),
    "measure_self_draws": ("自摸占和牌", "self-draws, of decided deals"),
    "measure_refused": ("有人牌型已成却不够起和的局", "deals with a complete hand below the minimum"),
    "measure_discards": ("每局打出的牌", "discards a deal"),
    "measure_points": ("和牌分数", "points of a winning hand"),
    "measure_dealer_advantage": ("庄家优势，每局", "the dealer's advantage a deal"),
    "measure_points_east": ("庄家每局得分", "the dealer's points a deal"),
    "measure_unit_%": ("%", "%"),
    "measure_unit_points": ("分", "points"),
    "measure_unit_tiles": ("张", "tiles"),
    # columns
    "column_measure": ("项目", "measure"),
    "column_value": ("数值", "value"),
    "column_unit": ("单位", "unit"),
    "column_fan": ("番种", "fan"),
    "column_worth": ("分值", "value in the book"),
    "column_wins": ("和牌次数", "wins"),
    "column_times": ("计入次数", "times counted"),
    "column_share": ("占和牌", "share of wins"),
    "column_share_of_deals": ("占各局", "share of deals"),
    "column_share_of_payments": ("占比", "share"),
    "column_hand_points": ("这些和牌的平均分", "points of these wins"),
    "column_rarity": ("平均多少次和牌出现一次", "wins for each that has the fan"),
    "column_points": ("分数", "points"),
    "column_at_least": ("不低于此分的", "at least so many"),
    "column_payment": ("收付", "payment"),
    "column_seats": ("次数", "seats"),
    "column_discards": ("打出的牌数", "discards"),
    "column_deals": ("局数", "deals"),
    "column_player": ("玩家", "player"),
    "column_seat": ("座位", "seat"),
    "column_points_a_deal": ("每局得分", "points a deal"),
    "column_player_wins": ("和牌", "wins"),
    "column_self_draws": ("自摸", "self-draws"),
    "column_deal_ins": ("放铳", "deal-ins"),
    "column_refused": ("不够起和", "below the minimum"),
    "column_pair": ("番种", "fans"),
    "column_lift": ("倍数", "times"),
    # a comparison
    "comparison_title": ("{before} → {after}：有什么不同", "{before} → {after}: what differs"),
    "comparison_about": (
        "两套规则用同样的牌墙各打 {deals} 局，玩家都懂自己所打的规则。p 是本无差别而碰巧差这么多的概率，"
        "已按同时比较的 {tests} 项校正（Holm），小于 0.05 才算有差别。全部数字来自模拟，不是精确值；区间都是 95 % 置信区间。",
        "Both rule books are played on the same walls, {deals} deals each, by players that know the rules they play. p is the chance of "
        "such a difference if there is none in truth, corrected for the {tests} figures that are compared (Holm); below 0.05 a "
        "difference is significant. All figures are simulated, none is exact; intervals are 95 % confidence intervals.",
    ),
    "comparison_books": ("{before} → {after}", "{before} → {after}"),
    "comparison_measures": ("总览", "Overview"),
    "comparison_measures_text": ("有差别的项目：{significant}，共 {all} 项。", "Measures that differ: {significant} of {all}."),
    "comparison_fans": ("有差别的番种", "Fans that differ"),
    "comparison_fans_text": (
        "频率有差别的番种：{significant} 种，两套规则共有 {all} 种；图上是 p 最小的 {shown} 种。",
        "Fans whose frequency differs: {significant} of the {all} that both books have. The chart has the {shown} with the smallest p.",
    ),
    "comparison_fans_same": (
        "两套规则共有的 {all} 种番种，频率都没有可确认的差别；图上是 p 最小的 {shown} 种。",
        "No frequency of the {all} fans that both books have differs for certain. The chart has the {shown} with the smallest p.",
    ),
    "comparison_only": ("只有一套规则有的番种", "Fans that only one book has"),
    "comparison_only_text": ("只有一套规则有，所以没有差可比。", "They have no frequency in the other book to compare with."),
    "comparison_points": ("和牌分数", "Points of winning hands"),
    "comparison_points_text": (
        "实线和浅色面积是“{before}”，虚线是“{after}”。",
        "The continuous line with the area is {before}, the dashed line {after}.",
    ),
    "comparison_payments": ("每局收付", "Payments"),
    "comparison_discards": ("一局的长短", "Length of deals"),
    "column_book": ("规则", "rules"),
    "column_difference": ("差", "difference"),
    "column_p": ("p", "p"),
    "column_corrected": ("校正后的 p", "corrected p"),
    "column_significant": ("有差别", "differs"),
}
