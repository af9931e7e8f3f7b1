"""Hands as people type them: full-width characters, names of tiles, other letters for suits, options in Chinese, melds first."""

from __future__ import annotations

from pathlib import Path

import pytest

import quepu
from quepu import notation, tiles
from quepu.errors import MESSAGES, ImpossibleHand, NotationError

FILE = Path(__file__).parent / "data/hands_as_typed.tsv"


def typed() -> list[tuple[str, str]]:
    """Each text of the file, and what it is: a hand in the notation, or an error."""
    lines = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [(text.encode("latin-1", "backslashreplace").decode("unicode_escape"), found) for text, found in lines]


def found(text: str) -> str:
    try:
        return notation.format_hand(*notation.read(text))
    except NotationError as error:
        return f"error {error.code} {error.position}"


@pytest.mark.parametrize(("text", "expected"), typed())
def test_a_hand_as_people_type_it(text: str, expected: str) -> None:
    assert found(text) == expected


def test_there_are_more_than_two_hundred() -> None:
    assert len({text for text, _ in typed()}) >= 200


@pytest.mark.parametrize(("text", "expected"), [(text, expected) for text, expected in typed() if not expected.startswith("error")])
def test_what_is_read_is_read_again(text: str, expected: str) -> None:
    assert found(expected) == expected


def test_an_ambiguous_text_shows_how_to_write_each() -> None:
    with pytest.raises(NotationError) as caught:
        quepu.score("123456789b22m [EEE] +E | 海底捞月")
    assert caught.value.message("en") == "character 9: '9b' can mean two things: write '9p' or '9s'"
    assert caught.value.message("zh") == "第 9 个字符：'9b' 有两种意思，请写 '9p' 或 '9s'"
    assert {"ambiguous_text", "capital_suit", "red_five"} <= set(MESSAGES)


def test_a_very_long_text_is_not_rewritten() -> None:
    """It would take long; the error is that of the notation."""
    assert found("１" * 1000) == "error missing_suit 0"
    assert found("１" * 1001) == "error unknown_character 0"


def test_a_tile_has_its_chinese_name_in_a_chinese_error() -> None:
    for name, chinese in list(zip(tiles.NAMES, tiles.CHINESE, strict=True))[: tiles.KINDS]:
        error = ImpossibleHand("five_of_a_tile", tile=name, found=5, limit=4)
        assert error.message("zh") == f"{chinese} 有 5 张，而一副牌中只有 4 张"
        assert error.message("en") == f"5 copies of {name}, but only 4 exist"
