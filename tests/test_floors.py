"""Floors: the least points of every fan, over all hands, beside the printed table."""

import json
import time
from pathlib import Path

import pytest

import quepu
from quepu.lab import floors as lab
from quepu.rules import book

APPENDIX = {row["name"]: row["floor"] for row in json.loads((Path(__file__).parent / "data/lingque28_appendix.json").read_text("utf-8"))}


def of_special_shapes(rules: str) -> dict[str, int]:
    """The floors of the fans that only special shapes have: all of them are in one unit of the sweep."""
    found = lab._unit((rules, -1, 0))
    return {book(rules).rows[number].name: least for number, least, *_ in found}


@pytest.mark.compiled
def test_the_floors_of_the_special_shapes_are_the_printed_ones() -> None:
    least = of_special_shapes("lingque28+appendix")
    for name in ("七对", "全不靠", "十三幺", "大七星", "四喜对", "三元对", "连七对", "镜数对", "三同二对", "镜同对"):
        assert (name, least[name]) == (name, APPENDIX[name])


@pytest.mark.compiled
def test_镜同对_has_16_副_in_the_body_and_so_a_floor_of_120() -> None:
    assert of_special_shapes("lingque28")["镜同对"] == 120
    assert quepu.score("224466m224466pN +N").points == 120


@pytest.mark.compiled
def test_a_floor_is_a_hand_that_scores_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small part of the sweep, the whole way through."""
    monkeypatch.setattr(lab, "PAIRS", (27,))
    monkeypatch.setattr(lab, "SET_TYPES", 2)
    found = lab.floors("lingque28", workers=2)
    names = [fan.label or fan.name for fan in book().rows]
    assert [floor.name for floor in found] == [name for name in dict.fromkeys(names) if name in {floor.name for floor in found}]
    for floor in found:
        for points, hand in ((floor.floor, floor.hand), (floor.ceiling, floor.ceiling_hand)):
            score = quepu.score(hand)
            assert score.points == points
            assert floor.name in {counted.fan.label or counted.fan.name for counted in score.fans}


@pytest.mark.long
def test_the_floors_of_lingque28_are_the_printed_ones() -> None:
    """Every row of the appendix, 镜同对 with its 12 副. 岭上开花 is nominal there: its true least is 24, as a kong comes with it."""
    began = time.monotonic()
    found = {floor.name: floor for floor in lab.floors("lingque28+appendix")}
    print(f"lab floors: {time.monotonic() - began:.0f} s")
    assert {name: floor.floor for name, floor in found.items()} == {**APPENDIX, "岭上开花": 24}
    for floor in found.values():
        assert quepu.score(floor.hand, "lingque28+appendix").points == floor.floor
        assert quepu.score(floor.ceiling_hand, "lingque28+appendix").points == floor.ceiling


def test_interpreted_the_sweep_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "is_compiled", lambda: False)
    with pytest.raises(quepu.QuepuError) as caught:
        lab.floors()
    assert caught.value.code == "needs_compiled"


def test_a_book_that_tells_suits_apart_is_refused() -> None:
    for rules in ("guobiao", "guobiao98"):
        with pytest.raises(quepu.QuepuError) as caught:
            lab.floors(rules)
        assert caught.value.code == "no_floors"
