"""One hand under every rule book."""

import json
from pathlib import Path

import pytest

import quepu
from quepu.cli import main
from quepu.rules import BOOKS

HAND = "12345678m22p [EEE] +9m"


def test_every_book_has_its_score() -> None:
    comparison = quepu.compare(HAND)
    assert [(score.rules.id, score.points) for score in comparison.scores] == [
        ("lingque28", 36),
        ("lingque26", 36),
        ("guobiao", 21),
        ("guobiao98", 21),
        ("woodshole", 10),
    ]


def test_the_differences_are_sentences() -> None:
    assert quepu.compare(HAND).differences("zh") == [
        "灵雀（第二十八版）、灵雀（第二十六版）：番牌门风牌 4 副 1 翻；国标麻将、国标麻将（1998）、麻将记分法（Woods Hole）：无此番种",
        "灵雀（第二十八版）、灵雀（第二十六版）：一气贯通 8 副 3 翻；国标麻将、国标麻将（1998）：清龙 16 分；"
        "麻将记分法（Woods Hole）：一色龙 7 分",
        "灵雀（第二十八版）、灵雀（第二十六版）、麻将记分法（Woods Hole）：无此番种；国标麻将、国标麻将（1998）：圈风刻 2 分",
        "灵雀（第二十八版）、灵雀（第二十六版）、麻将记分法（Woods Hole）：无此番种；国标麻将、国标麻将（1998）：门风刻 2 分",
        "灵雀（第二十八版）、灵雀（第二十六版）、麻将记分法（Woods Hole）：缺一门不成立；国标麻将、国标麻将（1998）：缺一门 1 分",
        "灵雀（第二十八版）、灵雀（第二十六版）、国标麻将、国标麻将（1998）：无此番种；麻将记分法（Woods Hole）：坐圈风碰 2 分",
        "灵雀（第二十八版）、灵雀（第二十六版）、国标麻将、国标麻将（1998）：无此番种；麻将记分法（Woods Hole）：258将 1 分",
    ]


def test_the_differences_are_a_table_too() -> None:
    def cell(counts: bool, zh: str, en: str) -> dict[str, object]:
        return {"counts": counts, "zh": zh, "en": en}

    no = cell(False, "不成立", "does not hold")
    [_, straight, *_, voided, _, _] = quepu.compare(HAND, ["lingque28", "guobiao", "woodshole"]).table()
    assert straight == {
        "id": "pure_straight", "name": "一气贯通", "en": "Pure Straight",
        "books": {
            "lingque28": cell(True, "8 副 3 翻", "8 fu, 3 fan"), "guobiao": cell(True, "清龙 16 分", "Pure Straight 清龙 16 points"),
            "woodshole": cell(True, "一色龙 7 分", "Pure Straight 一色龙 7 points"),
        },
    }  # fmt: skip
    assert voided["books"] == {"lingque28": no, "guobiao": cell(True, "1 分", "1 point"), "woodshole": no}
    assert quepu.compare("12345678m22p [EEE] +1p").table() == []


def test_a_fan_is_the_same_in_two_books_if_its_id_is() -> None:
    assert [line for line in quepu.compare("23m55s [234p] [777p] [777m] +4m").differences("zh") if "双同刻" in line] == [
        "灵雀（第二十八版）、灵雀（第二十六版）：双同刻 4 副 2 翻；国标麻将、国标麻将（1998）：双同刻 2 分；"
        "麻将记分法（Woods Hole）：无此番种"
    ]


def test_fans_of_equal_name_are_not_the_same_fan() -> None:
    """海底捞月 is a self-draw in 灵雀, and a win on the last discard in 国标."""
    lines = quepu.compare("12345678m22p [EEE] +9m | last_tile", ("lingque28", "guobiao")).differences("zh")
    assert "灵雀（第二十八版）：无此番种；国标麻将：海底捞月 8 分" in lines


def test_there_are_no_differences_if_no_book_wins() -> None:
    assert quepu.compare("12345678m22p [EEE] +1p").differences() == []


def test_no_book_is_refused() -> None:
    with pytest.raises(quepu.QuepuError, match="rules"):
        quepu.compare(HAND, [])


def test_a_hand_that_wins_in_one_book_only_says_so() -> None:
    assert quepu.compare("147m258p369sE [567s] +E").differences("en") == [
        "Lingque, 28th edition: not a winning hand",
        "Lingque, 26th edition: not a winning hand",
        "Guobiao, the table of 1998: not a winning hand",
        "Woods Hole, the sheet of 2010: not a winning hand",
    ]


def test_a_hand_legal_in_one_book_and_not_in_another_says_so() -> None:
    differences = quepu.compare("23m55p [345p] [678s] [999m] +4m").differences("en")
    assert "Lingque, 28th edition: may not win, 2 points where 10 are needed" in differences
    assert "Guobiao, as played: may not win, 2 points where 8 are needed" in differences


def compared(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The books that the command compares."""
    assert main(["compare", HAND, "--json", *options]) == 0
    return list(json.loads(capsys.readouterr().out)["scores"])


def test_the_command_compares_the_books_that_are_named_in_that_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert compared(capsys) == list(BOOKS)
    assert compared(capsys, "--rules", "guobiao") == ["guobiao"]
    assert compared(capsys, "--rules", "woodshole,lingque28,woodshole") == ["woodshole", "lingque28"]
    assert compared(capsys, "--rules", "woodshole", "--rules", "guobiao,lingque28") == ["woodshole", "guobiao", "lingque28"]
    club = tmp_path / "club, with a comma.toml"
    club.write_text('base = "lingque28+appendix"\nname = "club"', "utf-8")
    assert compared(capsys, "--rules", str(club)) == ["lingque28+appendix/club", "lingque28+appendix"]
    assert compared(capsys, "--rules", "lingque28+appendix") == ["lingque28+appendix", "lingque28"]
    assert compared(capsys, "--rules", str(club), "--rules", "guobiao") == ["lingque28+appendix/club", "guobiao"]
    for wrong in ("riichi", "guobiao,riichi", "guobiao,"):
        assert main(["compare", HAND, "--rules", wrong, "--lang", "en"]) == 2
        assert "unknown_rules" in capsys.readouterr().err


def test_the_fans_have_their_english_names_too() -> None:
    told = quepu.compare(HAND, ["guobiao"]).as_dict()["scores"]["guobiao"]["fans"]
    assert [(fan["name"], fan["en"]) for fan in told] == [
        ("清龙", "Pure Straight"), ("圈风刻", "Prevalent Wind"), ("门风刻", "Seat Wind"), ("缺一门", "One Voided Suit")
    ]  # fmt: skip


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", HAND, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert list(result["scores"]) == list(BOOKS)
    assert result["scores"]["guobiao"]["points"] == 21
    assert main(["compare", "12345678m22p [EEE] +1p"]) == 1
    assert main(["compare", "12x"]) == 2
    capsys.readouterr()
