"""The players of the kernel: what they choose from an observation, alone and at many tables at once."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from quepu.engine import play_rules
from quepu.engine.batch import Tables
from quepu.engine.observation import observation
from quepu.engine.rules import new_state
from quepu.errors import QuepuError
from quepu.hand import set_tiles
from quepu.kernel import is_compiled
from quepu.kernel.actions import NO_SEAT, OVER, PASS
from quepu.kernel.chooser import Chooser
from quepu.kernel.combinations import combinations
from quepu.kernel.observation_layout import HAND, OFFERED
from quepu.kernel.state import State
from quepu.kernel.style import STYLES, Style
from quepu.rules import BOOKS, book
from tests.sizes import sizes

TABLES = 3 if is_compiled() else 1


def chooser(rules: str, *styles: Style) -> Chooser:
    return Chooser(book(rules).scorer(), book(rules).family.settlement.payments(), styles or tuple(STYLES.values()))


def play_alone(state: State, seated: list[int], choosing: Chooser) -> None:
    """Play a deal to its end, the seats in these styles."""
    while state.phase != OVER:
        seat = state.first_asked()
        legal = state.actions(seat)
        state.apply(seat, legal[0] if len(legal) == 1 else choosing.choose(observation(state, seat), seated[seat]))


def by_trying_all(kinds: int, sets: int, pair: bool) -> set[tuple[int, ...]]:
    """The counts of all combinations, found by trying all sets and pairs."""
    codes = [64 | kind for kind in range(kinds)] + ([*range(7)] if kinds == 9 else [])
    found = set()
    for chosen in combinations_with_replacement(codes, sets):
        tiles = [tile for code in chosen for tile in set_tiles(code)]
        for two in range(kinds) if pair else [None]:
            counts = tuple(tiles.count(kind) + 2 * (kind == two) for kind in range(kinds))
            if max(counts) <= 4:
                found.add(counts)
    return found


@pytest.mark.parametrize("sets", range(4))
def test_every_combination_of_sets_and_a_pair_is_found_once(sets: int) -> None:
    for kinds in (9, 7):
        for pair in (False, True):
            got = combinations().counts(kinds, 2 * sets + pair)
            assert len(got) == len(set(got))
            assert set(got) == by_trying_all(kinds, sets, pair)


@pytest.mark.parametrize("rules", BOOKS)
def test_four_players_of_the_kernel_play_one_deal_in_each_step(rules: str) -> None:
    """They do at many tables what they do alone, and the walls are those of the tables."""
    names = ["swift", "efficient", "swift", "swift"]
    tables = Tables(rules, count=TABLES, seed=5, players=names)
    assert [*tables.seats] == [NO_SEAT] * TABLES
    tables.step()
    assert [*tables.done] == [1] * TABLES
    choosing = chooser(rules)
    for n in range(TABLES):
        state = new_state(book(rules), play_rules(book(rules)), 0)
        state.start(tables.wall(n, 0))
        play_alone(state, [list(STYLES).index(name) for name in names], choosing)
        paid = (0, 0, 0, 0)
        if state.winner != NO_SEAT:
            payments = book(rules).family.settlement.payments()
            paid = payments.settled(state.winner, state.loser, state.points, state.given())
        assert tuple(tables.rewards[4 * n : 4 * n + 4]) == paid


def test_a_seat_without_a_player_is_asked() -> None:
    tables = Tables("guobiao", count=5, seed=2, players=["swift", None, "swift", "swift"])
    deals = 0
    for _ in range(60 if is_compiled() else 20):
        assert {*tables.seats} == {1}
        tables.step([PASS if tables.masks[2 * n + 1] >> PASS - 64 & 1 else first_action(tables, n) for n in range(5)])
        deals += sum(tables.done)
    assert deals > 0


def first_action(tables: Tables, n: int) -> int:
    mask: int = tables.masks[2 * n] | tables.masks[2 * n + 1] << 64
    return (mask & -mask).bit_length() - 1


def test_four_players_stop_after_a_deal_if_no_other_follows() -> None:
    tables = Tables(count=2, seed=1, deals_again=False, players=["swift"] * 4)
    tables.step()
    first = tables.rewards.tolist()
    assert tables.done.tolist() == [1, 1]
    tables.step()
    assert tables.done.tolist() == [0, 0]
    assert first != tables.rewards.tolist() == [0] * 8


@pytest.mark.parametrize(
    ("players", "code"), [(["swift"], "bad_value"), (["swift", "slow", None, None], "unknown_player"), ([3, None, None, None], "bad_value")]
)
def test_wrong_players_are_refused(players: list[object], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        Tables(count=1, players=players)  # type: ignore[arg-type]
    assert caught.value.code == code


@sizes(few=4, many=200, interpreted=1)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_player_uses_nothing_hidden(rules: str, count: int) -> None:
    """With the hidden tiles exchanged for others that fit what the seat may know, the choice stays the same."""
    random = Random(3)
    choosing = chooser(rules)
    tables = Tables(rules, count=count, seed=9, players=["swift", None, "swift", "swift"])
    for _ in range(6):
        actions = []
        for n in range(len(tables)):
            state = tables.state(n)
            seen = observation(state, 1)
            chosen = [choosing.choose(seen, style) for style in range(len(STYLES))]
            for _ in range(2):
                hidden = list(state.hidden(1))
                random.shuffle(hidden)
                other = state.copy()
                other.rearrange(1, bytes(hidden))
                if other.legal(1) == state.legal(1):
                    assert [choosing.choose(observation(other, 1), style) for style in range(len(STYLES))] == chosen
            actions.append(chosen[-1])
        tables.step(actions)


def test_observations_that_no_table_has_are_refused() -> None:
    state = new_state(book("guobiao"), play_rules(book("guobiao")))
    state.start(Tables("guobiao", count=1, seed=4).wall(0, 0))
    seen = bytearray(observation(state, 0))
    choosing = chooser("guobiao")
    choosing.choose(bytes(seen), 0)
    with pytest.raises(ValueError, match="the length of an observation"):
        choosing.choose(bytes(seen[:-1]), 0)
    with pytest.raises(ValueError, match="style is a number"):
        choosing.choose(bytes(seen), 99)
    for at, value in ((HAND, 5), (OFFERED, 3)):
        wrong = bytearray(seen)
        wrong[at] = value
        with pytest.raises(ValueError, match=r"copies|does not fit|the number of"):
            choosing.choose(bytes(wrong), 0)
    with pytest.raises(ValueError, match="nothing to decide"):
        choosing.choose(bytes(16) + bytes(seen[16:]), 0)
