"""Score sheets on the terminal."""

from __future__ import annotations

from quepu.texts.text import Text

SHEETS: dict[str, Text] = {
    "cli_sheet": ("显示导出的记分单", "show an exported score sheet"),
    "cli_sheet_file": ("导出的记分单文件；- 为标准输入", "an exported score sheet; - is standard input"),
    "cli_sheet_csv": ("以 CSV 输出一张表：deals 逐局，scores 总分", "print a table as CSV: deals or scores"),
    "sheet_deal": ("局", "deal"),
    "sheet_round": ("圈", "round"),
    "sheet_dealer": ("庄", "dealer"),
    "sheet_result": ("结果", "result"),
    "sheet_discard": ("{winner} 和 {points} 分，点炮：{source}", "{winner} wins {points} from {source}"),
    "sheet_self_drawn": ("{winner} 自摸 {points} 分", "{winner} wins {points} by self-draw"),
    "sheet_draw": ("流局", "drawn"),
    "sheet_penalty": ("判罚", "penalty"),
    "sheet_conflict": ("有 {count} 条记录不一致，暂取第一条", "{count} entries for it, the first counts"),
    "sheet_not_counted": ("终局之后，不计", "after the end, not counted"),
    "sheet_total": ("合计", "total"),
    "sheet_next": ("下一局：第 {number} 局，{round}圈，{dealer} 坐庄", "next: deal {number}, {round} round, {dealer} deals"),
    "sheet_over": ("已终局", "the sheet is over"),
    "sheet_rank": ("名次", "rank"),
    "sheet_player": ("牌手", "player"),
    "sheet_score": ("得分", "score"),
    "sheet_reduced": ("约化分数", "reduced"),
    "sheet_transfers": ("结算：", "to settle:"),
    "sheet_transfer": ("{payer} 付给 {receiver}", "{payer} pays {receiver}"),
}
