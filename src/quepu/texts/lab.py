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
}
