"""The levels for people: which errors the weaker ones make, which nobody makes, and that each is stronger than the one before."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from math import inf, nan
from typing import Any

import pytest

from quepu.engine import MatchSettings, play_match, play_rules
from quepu.engine.batch import Tables
from quepu.engine.record import canonical
from quepu.kernel.actions import CHOW_LOW, CLAIM_PUNG, PASS, REPLACE_FLOWER, WIN
from quepu.kernel.chooser import Chooser
from quepu.kernel.style import STYLES, Style
from quepu.players import LEVELS, PLAYERS, STRONG, player
from quepu.rules import BOOKS, book
from quepu.tiles import NAMES
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, wall_with

SWIFT = STYLES["swift"]


ERRING = ("beginner", "easy", "normal", "swift")
"""The levels that err like people, and a program beside them that has none of their weaknesses."""


def choices(scene: Scene, seat: int, rules: str, names: tuple[str, ...] = LEVELS) -> dict[str, int]:
    """What each of them chooses."""
    view = scene.hand.view(seat)
    return {name: player(name, book(rules)).choose(view) for name in names}


def discards(scene: Scene, seat: int, rules: str, names: tuple[str, ...] = LEVELS) -> dict[str, str]:
    return {name: NAMES[action] for name, action in choices(scene, seat, rules, names).items()}


def same(action: object, names: tuple[str, ...] = LEVELS) -> dict[str, object]:
    """All of them agree."""
    return dict.fromkeys(names, action)


def in_styles(scene: Scene, seat: int, rules: str, *styles: Style) -> list[int]:
    """What each style chooses."""
    chooser = Chooser(book(rules).scorer(), book(rules).family.settlement.payments(), styles)
    observation = scene.hand.view(seat).observation
    return [chooser.choose(observation, style) for style in range(len(styles))]


def offered_3m(hand: str) -> Scene:
    """South holds this hand, and East has discarded 3m."""
    scene = Scene("guobiao", wall_with(["3m" + "147p147sESWNPF", hand], size=144))
    scene.discard(E, "3m")
    return scene


def after_three_5m() -> Scene:
    """East has six pairs, C and the last 5m; the other 5m were discarded, four more tiles since then."""
    scene = Scene("guobiao", wall_with(["1199p2277s33sEEC"], draws="9m 5m 5m 5m 9m 1m 1m 1m 5m", size=144))
    for seat, tile in ((E, "9m"), (S, "5m"), (W, "5m"), (N, "5m"), (E, "9m"), (S, "1m"), (W, "1m"), (N, "1m")):
        scene.discard(seat, tile)
    scene.pass_all()
    return scene


def test_the_levels_are_players_of_which_the_strongest_is_another_one() -> None:
    assert LEVELS == ("beginner", "easy", "normal", "strong")
    assert set(LEVELS) < set(PLAYERS)
    assert STRONG in set(PLAYERS) - set(LEVELS)
    scene = after_three_5m()
    assert choices(scene, E, "guobiao")["strong"] == player(STRONG, book("guobiao")).choose(scene.hand.view(E))


# The errors of people.


def test_a_beginner_waits_for_a_tile_that_is_gone() -> None:
    """Without C the hand waits for 5m, of which none is left."""
    assert discards(after_three_5m(), E, "guobiao", ERRING) == {**same("5m", ERRING), "beginner": "C"}


def test_who_remembers_the_last_discards_only_counts_those() -> None:
    forgetful = [replace(SWIFT, memory=memory, imprecision=0.1) for memory in (4, 5, 255)]
    assert [NAMES[action] for action in in_styles(after_three_5m(), E, "guobiao", *forgetful)] == ["C", "5m", "5m"]


def test_a_beginner_forgets_the_minimum() -> None:
    """With a pung of 3m the hand is nearly ready, but for nothing that is worth eight points."""
    scene = offered_3m("33m 123p 456p 77s 89s E")
    assert choices(scene, S, "guobiao", ERRING) == {**same(CLAIM_PUNG, ERRING), "swift": PASS}
    assert in_styles(scene, S, "guobiao", SWIFT, replace(SWIFT, indifference=0.75)) == [PASS, CLAIM_PUNG]


def test_beginners_claim_what_spoils_a_good_hand() -> None:
    """Pairs of honours, and a chow that leaves nothing but a cheap hand."""
    scene = offered_3m("45m 678m 11p CC WW EE")
    assert choices(scene, S, "guobiao", ERRING) == {"beginner": CHOW_LOW, "easy": CHOW_LOW, "normal": PASS, "swift": PASS}
    assert in_styles(scene, S, "guobiao", SWIFT, replace(SWIFT, eagerness=2.0)) == [PASS, CHOW_LOW]


def test_people_discard_honours_first() -> None:
    """A hand of characters and honours: the circle 9 is in the way."""
    scene = Scene("guobiao", wall_with(["1234678m ECC 569p"], draws="2m", size=144))
    assert discards(scene, E, "guobiao", ERRING) == {**same("E", ERRING), "swift": "9p"}
    assert [NAMES[action] for action in in_styles(scene, E, "guobiao", SWIFT, replace(SWIFT, imprecision=0.5))] == ["9p", "E"]


# What nobody does wrong.


@pytest.mark.parametrize("rules", BOOKS)
def test_every_level_wins_when_it_may(rules: str) -> None:
    size = play_rules(book(rules)).tiles
    assert choices(Scene(rules, wall_with([WAITS_FOR_5M], draws="5m", size=size)), E, rules) == same(WIN)
    scene = Scene(rules, wall_with([JUNK, WAITS_FOR_5M], draws="5m", size=size))
    scene.discard(E, "5m")
    assert choices(scene, S, rules) == same(WIN)


def test_every_level_replaces_a_flower() -> None:
    assert choices(Scene("guobiao", wall_with(["123m456p789s1122p"], draws="1f", size=144)), E, "guobiao") == same(REPLACE_FLOWER)


@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_every_level_makes_its_hand_ready(rules: str) -> None:
    """Without 1m it waits for 2m and 5m."""
    scene = Scene(rules, wall_with(["34m 345p 345s 66p 78s 1m"], draws="9s", size=play_rules(book(rules)).tiles))
    assert discards(scene, E, rules) == same("1m")


def test_no_level_breaks_a_ready_hand_for_nothing() -> None:
    """Two pungs of dragons, waiting for 4s. Without the rule that only equally near hands look alike, a careless player discards 3s."""
    scene = Scene("guobiao", wall_with(["234p66p35sCCCPPP"], draws="6m", size=144))
    assert discards(scene, E, "guobiao") == same("6m")
    assert [NAMES[action] for action in in_styles(scene, E, "guobiao", replace(SWIFT, imprecision=1.0))] == ["6m"]


def test_every_level_claims_what_completes_a_good_hand() -> None:
    scene = Scene("lingque28", wall_with(["C147m147p147sESW", "147m369p258sNNPF", "CC 22s 33s 55s 777s FF"], draws="9m"))
    scene.discard(E, "C")
    assert choices(scene, W, "lingque28") == same(CLAIM_PUNG)


# Styles.


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("memory", value) for value in (-1, 256)),
        *(("indifference", value) for value in (-0.1, 1.1, nan, inf)),
        *(("eagerness", value) for value in (0.0, -1.0, 101.0, nan, inf)),
        *(("imprecision", value) for value in (-0.1, 1.1, nan, inf)),
    ],
)
def test_a_style_with_numbers_out_of_range_is_refused(field: str, value: Any) -> None:
    payments = book("guobiao").family.settlement.payments()
    with pytest.raises(ValueError, match=field):
        Chooser(book("guobiao").scorer(), payments, [replace(SWIFT, **{field: value})])


@pytest.mark.parametrize(("field", "value"), [("memory", "4"), ("indifference", None), ("eagerness", "much"), ("imprecision", [])])
def test_a_style_with_something_else_than_numbers_is_refused(field: str, value: Any) -> None:
    payments = book("guobiao").family.settlement.payments()
    with pytest.raises(TypeError):
        Chooser(book("guobiao").scorer(), payments, [replace(SWIFT, **{field: value})])


GAMES = {
    "lingque28": ((64, -16, -16, -32), "b76826a73d66a7b5"),
    "lingque26": ((64, -16, -16, -32), "b76826a73d66a7b5"),
    "guobiao": ((-8, -8, -25, 41), "dd3b32d5a76f0553"),
    "guobiao98": ((-8, -8, -25, 41), "554bdda2d5d879f2"),
    "woodshole": ((-2, -1, 4, -1), "5525460281d92d57"),
}


@pytest.mark.parametrize("rules", BOOKS)
def test_levels_play_the_same_hand_compiled_and_interpreted(rules: str) -> None:
    """The beginning of the SHA-256 of all that happened."""
    settings = MatchSettings(play_rules(book(rules)).tiles, hands=1)
    players = [player(name, book(rules), n) for n, name in enumerate(("beginner", "first", "easy", "normal"))]
    written = sha256()
    result = play_match(players, rules, 6, settings, lambda event: written.update(canonical(event.as_dict())))
    assert (result.scores, written.hexdigest()[:16]) == GAMES[rules]


# Strength.


def points_against_three(one: str, others: str, rules: str, walls: int) -> float:
    """The points of one in a deal against three others, on the same walls from every seat."""
    total = 0
    for seat in range(4):
        seated = [one if n == seat else others for n in range(4)]
        tables = Tables(rules, count=walls, seed=1, deals_again=False, players=seated)
        tables.step()
        total += sum(tables.rewards[seat::4])
    return total / (4 * walls)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "walls"), [("guobiao", 150), ("lingque28", 200), ("woodshole", 400)])
def test_each_level_beats_the_one_below(rules: str, walls: int) -> None:
    """A small sample that is always the same; docs/arena.md has the figures of many deals."""
    assert points_against_three("beginner", "easy", rules, walls) < -0.5
    assert points_against_three("easy", "normal", rules, walls) < -0.5
    assert points_against_three("beginner", "normal", rules, walls) < -2
