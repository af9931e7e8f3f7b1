"""``quepu sheet``: an exported sheet on the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quepu.cli import main
from quepu.cli.sheet import TABLES
from quepu.club import files
from quepu.club.files import to_bytes, to_csv
from tests.sheets import Sheet

Capture = pytest.CaptureFixture[str]

ID = "abcdefghjkmnpqrs"

pytestmark = pytest.mark.usefixtures("no_locale")


def evening() -> Sheet:
    sheet = Sheet("lingque26", title="周五", names=["甲", "乙丙", "", "D"], hands=3)
    sheet.win(1, 0, 1, 30, given=[0, 4, 0, 0])
    sheet.penalty(2, [-30, 10, 10, 10])
    sheet.win(2, 2, None, 20)
    sheet.win(2, 3, 1, 12)
    return sheet


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "sheet.json"
    path.write_bytes(to_bytes("sheet", ID, evening().entries))
    return str(path)


def test_a_sheet_in_english(file: str, capsys: Capture) -> None:
    assert main(["sheet", file]) == 0
    assert (
        capsys.readouterr().out
        == """\
周五  Lingque, 26th edition

  deal  round  dealer  result                                                           甲  乙丙  West    D
  1     East   甲      甲 wins 30 from 乙丙                                           +120   -90   -15  -15
  2     East   乙丙    West wins 20 by self-draw; 2 entries for it, the first counts   -30   -30   +90  -30
                       penalty                                                         -30   +10   +10  +10
                       total                                                           +60  -110   +85  -35

next: deal 3, East round, West deals

  rank  player  score  reduced
  1     West       85    0.351
  2     甲         60    0.248
  3     D         -35   -0.145
  4     乙丙     -110   -0.454

to settle:
  乙丙 pays West  85
  D pays 甲       35
  乙丙 pays 甲    25
"""
    )


def test_a_sheet_in_chinese_with_a_deal_after_the_end(tmp_path: Path, capsys: Capture) -> None:
    sheet = Sheet("guobiao", hands=1)
    sheet.draw(1)
    sheet.win(2, 1, 3, 12)
    path = tmp_path / "sheet.json"
    path.write_bytes(to_bytes("sheet", ID, sheet.entries))
    assert main(["sheet", str(path), "--lang", "zh"]) == 0
    assert (
        capsys.readouterr().out
        == """\
国标麻将

  局  圈  庄  结果                                   甲  乙  丙  丁
  1   東  甲  流局                                    0   0   0   0
  2   東  甲  乙 和 12 分，点炮：丁；终局之后，不计   0   0   0   0
              合计                                    0   0   0   0

已终局

  名次  牌手  得分
  1     甲       0
  1     乙       0
  1     丙       0
  1     丁       0
"""
    )


def test_json_is_the_state(file: str, capsys: Capture) -> None:
    assert main(["sheet", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(evening().state()))


@pytest.mark.parametrize("table", TABLES)
def test_csv_is_the_table(file: str, table: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["sheet", file, "--csv", table]) == 0
    assert capfdbinary.readouterr().out == to_csv(table, evening().entries)


def test_the_command_knows_every_table() -> None:
    assert files.SHEET_TABLES == TABLES


def test_a_name_cannot_move_the_cursor(tmp_path: Path, capsys: Capture) -> None:
    sheet = Sheet("guobiao", names=["\u202eabc", "\x9b31m", "a\nb", "d"], title="\u2066t")
    path = tmp_path / "sheet.json"
    path.write_bytes(to_bytes("sheet", ID, sheet.entries))
    assert main(["sheet", str(path)]) == 0
    shown = capsys.readouterr().out
    assert not {"\u202e", "\x9b", "\u2066"} & set(shown)
    assert "\\u202eabc" in shown
    assert "a\\nb" in shown


def test_bad_input_is_refused_with_exit_code_2(file: str, tmp_path: Path, capsys: Capture) -> None:
    club = tmp_path / "club.json"
    club.write_bytes(to_bytes("club", ID, []))
    empty = tmp_path / "empty.json"
    empty.write_bytes(to_bytes("sheet", ID, []))
    torn = tmp_path / "torn.json"
    torn.write_bytes(Path(file).read_bytes()[:-40])
    for arguments, code in (
        ([str(club)], "not_one_of"),
        ([str(empty)], "entry_wrong"),
        ([str(torn)], "wrong_document_file"),
        ([str(tmp_path / "missing")], "unreadable_file"),
        ([file, "--csv", "deals"], "not_together"),
        ([file, "--csv", "standings"], "usage"),
    ):
        assert main(["sheet", *arguments, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == code
