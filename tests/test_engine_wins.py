"""A win is offered wherever the scorer gives enough: the first look at a hand, which spares most of the scoring, misses none."""

from __future__ import annotations

from random import Random

import pytest

from quepu import notation, tiles
from quepu.engine.events import read_row
from quepu.hand import Win
from quepu.kernel import is_compiled
from quepu.kernel.actions import CLAIM_PUNG, DECLARE_READY, WIN
from quepu.lab.sample import random_win
from quepu.rules import BOOKS, book
from quepu.score import Score
from tests.tables import JUNK, E, S, Scene, wall_with

SPECIAL = [
    "1199m22p3355sEECC",  # seven pairs, with four equal tiles too
    "1111m22p3355sEECC",
    "19m19p19sESWNCFPP",  # thirteen orphans
    "147m258p369sESWNC",  # knitted tiles with honours
    "147m258p36sESWNCF",
    "147m258p369s123mEE",  # a knitted straight with a set and a pair
    "147m258p369sEEECC",
    "11123456789999m",  # sets and a pair
    "11122233344455m",
    "234m234p234567s88p",
    "22334455667788p",
    "123123m789789s11p",
    "EEESSSWWWNNNCC",
]


def fourteen(text: str) -> list[int]:
    found = notation.parse_tiles(text)
    assert len(found) == 14, text
    return found


def check(rules: str, hand: list[int], random: Random) -> bool:
    """東 has drawn one of these tiles last, or 南 is offered it: each may win just where the scorer says so. Whether one may."""
    *thirteen, winning = random.sample(hand, 14)
    held, last = notation.format_tiles(sorted(thirteen)), notation.format_tiles([winning])
    drawn = Scene(rules, wall_with([held], draws=last))
    offered = Scene(rules, wall_with(["", held], draws=last))
    offered.state.apply(E, winning)
    found = False
    for scene, seat in ((drawn, E), (offered, S)):
        row = scene.state.winning_row(seat)
        if row is not None:
            legal = Score(*read_row(row), book(rules)).legal
            assert bool(scene.state.may(seat, WIN)) == legal, (held, last)
            found |= legal
    return found


@pytest.mark.parametrize("rules", BOOKS)
def test_hands_of_every_shape_may_win_where_they_are_worth_it(rules: str) -> None:
    random = Random(f"wins {rules}")
    wins = sum(check(rules, fourteen(text), random) for text in SPECIAL)
    assert wins >= 8
    for _ in range(400 if is_compiled() else 20):
        hand, _ = random_win(random)
        if not hand.melds:
            assert hand.winning is not None
            check(rules, [*hand.concealed, hand.winning], random)


@pytest.mark.parametrize("rules", BOOKS)
def test_hands_that_almost_win_may_not(rules: str) -> None:
    random = Random(f"no wins {rules}")
    for _ in range(200 if is_compiled() else 10):
        hand, _ = random_win(random)
        if not hand.melds:
            other = random.choice([kind for kind in range(34) if hand.concealed.count(kind) < 4])
            check(rules, [*hand.concealed, other], random)


def test_a_knitted_straight_with_a_meld_may_win() -> None:
    scene = Scene("guobiao", wall_with([JUNK, "147m 258p 36s CC EE 5s"], draws="C 8m 8m 2m 9s"))
    scene.discard(E, "C")
    scene.act(S, CLAIM_PUNG)
    scene.discard(S, "5s")
    scene.discard(2, "8m")
    scene.discard(3, "8m")
    scene.discard(E, "2m")
    scene.pass_all()
    assert WIN in scene.may(S)


def test_a_hand_that_waits_may_be_declared_ready_after_any_draw() -> None:
    random = Random("ready")
    declared = 0
    for _ in range(300 if is_compiled() else 10):
        hand, _ = random_win(random)
        if not hand.melds and Score(hand, Win(self_drawn=True), book("woodshole")).win:
            drawn = random.choice([kind for kind in range(34) if hand.concealed.count(kind) < 4])
            scene = Scene("woodshole", wall_with([notation.format_tiles(sorted(hand.concealed))], draws=tiles.NAMES[drawn], size=144))
            assert DECLARE_READY in scene.may(E), hand
            declared += 1
    assert declared > (80 if is_compiled() else 1)
