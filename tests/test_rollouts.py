"""Roll-outs: deals with random hidden tiles that fit an observation, played to their end."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from quepu.engine import play_rules
from quepu.engine.batch import Sampler, Tables
from quepu.engine.observation import decode, observation
from quepu.engine.rules import new_state
from quepu.kernel import is_compiled
from quepu.kernel.actions import DECLINE, NO_SEAT, OVER, WIN
from quepu.kernel.chooser import Chooser
from quepu.kernel.observation_layout import (
    DISCARD_COUNT,
    DRAWN,
    HAND,
    IS_OVER,
    LEFT,
    OBSERVATION,
    SEAT_BYTES,
    SEATS,
    TURN_OF,
)
from quepu.kernel.pools import DistancePool
from quepu.kernel.rollout_results import DEALT_IN, MOST_SAMPLES, WON
from quepu.kernel.rollouts import Rollouts
from quepu.kernel.state import State
from quepu.kernel.style import STYLES, Style
from quepu.rules import BOOKS, book
from tests.sizes import sizes

ROOT = Path(__file__).parent.parent
QUICK = Style(budget=4, beyond=0)
LATE = 30
"""The number of tiles in the wall from which on the interpreted tests play to the end."""


def rollouts(rules: str) -> Rollouts:
    return Rollouts(
        new_state(book(rules), play_rules(book(rules))), book(rules).family.settlement.payments(), [QUICK], book(rules).estimates
    )


def played(rules: str, seen: bytes, actions: bytes, first: int = 0, samples: int = 2, seed: int = 3) -> tuple[list[float], list[int]]:
    points, ends = array("d", bytes(8 * samples * len(actions))), bytearray(samples * len(actions))
    rollouts(rules).play(seen, actions, seed, first, samples, memoryview(points), memoryview(ends))
    return points.tolist(), list(ends)


def positions(rules: str, count: int, seed: int = 5, most_left: int = 144) -> Iterator[tuple[State, int]]:
    """States in which a seat must decide, from deals that are played at random."""
    tables, sampler, actions = Tables(rules, count=8, seed=seed), Sampler(seed), bytearray(8)
    found = 0
    while found < count:
        for n in range(8):
            if tables.observations is not None and tables.observations[n * OBSERVATION + LEFT] <= most_left and found < count:
                found += 1
                yield tables.state(n), tables.seats[n]
        sampler.choose(tables.masks, actions)
        tables.step(bytes(actions))


@sizes(few=300, many=20_000, interpreted=40)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_seat_cannot_tell_a_sample_from_the_deal(rules: str, count: int) -> None:
    rolled = rollouts(rules)
    for n, (state, seat) in enumerate(positions(rules, count)):
        seen = observation(state, seat)
        sample = rolled.sample(seen, 7, n)
        assert observation(sample, seat) == seen
        assert tiles_of(sample) == tiles_of(state)


def tiles_of(state: State) -> Counter[int]:
    """All tiles that are hidden from somebody."""
    tiles = Counter(state.hidden(0)) + Counter(state.hand(0))
    for seat in range(4):
        tiles.update(4 * [code & 63 for code, _, _ in state.melds_of(seat) if code >= 192])
    return tiles


def test_samples_follow_from_the_seed_and_their_number() -> None:
    rolled = rollouts("guobiao")
    ((state, seat),) = positions("guobiao", 1)
    seen = observation(state, seat)
    assert rolled.sample(seen, 7, 1).equals(rolled.sample(seen, 7, 1))
    assert not rolled.sample(seen, 7, 1).equals(rolled.sample(seen, 7, 2))
    assert not rolled.sample(seen, 7, 1).equals(rolled.sample(seen, 8, 1))


def test_all_hidden_tiles_are_equally_likely_at_all_places() -> None:
    """In the first turn, each of 34 kinds is in the next hand as often as the tiles that are left allow."""
    rolled = rollouts("lingque28")
    state = new_state(book("lingque28"), play_rules(book("lingque28")))
    state.start(Tables("lingque28", count=1, seed=4).wall(0, 0))
    seen = observation(state, 0)
    samples = 4000 if is_compiled() else 300
    found: Counter[int] = Counter()
    for n in range(samples):
        found.update(rolled.sample(seen, 1, n).hand(2))
    hidden = Counter(state.hidden(0))
    for kind in range(34):
        expected = samples * 13 * hidden[kind] / hidden.total()
        assert abs(found[kind] - expected) < 6 * expected**0.5


@pytest.mark.parametrize("rules", BOOKS)
def test_the_players_of_the_kernel_play_a_sample_to_its_end(rules: str) -> None:
    """The points are those of a deal in which they choose one action after the other. With more tiles in the wall, seats would draw them in
    other orders."""
    rolled = rollouts(rules)
    payments = book(rules).family.settlement.payments()
    choosing = Chooser(book(rules).scorer(), payments, [QUICK])
    for state, seat in positions(rules, 12 if is_compiled() else 2, most_left=1):
        seen = observation(state, seat)
        legal = bytes(state.actions(seat))
        points, ends = played(rules, seen, legal)
        for n in range(2):
            for i, action in enumerate(legal):
                deal = rolled.sample(seen, 3, n)
                deal.apply(seat, action)
                while deal.phase != OVER:
                    asked = deal.first_asked()
                    may = deal.actions(asked)
                    deal.apply(asked, may[0] if len(may) == 1 else choosing.choose(observation(deal, asked)))
                paid = (0,) * 4 if deal.winner == NO_SEAT else payments.settled(deal.winner, deal.loser, deal.points, deal.given())
                assert points[n * len(legal) + i] == paid[seat]
                assert (ends[n * len(legal) + i] == WON) == (deal.winner == seat)
                assert (ends[n * len(legal) + i] == DEALT_IN) == (deal.loser == seat)


def test_results_do_not_depend_on_how_the_samples_are_divided() -> None:
    ((state, seat),) = positions("guobiao", 1, most_left=LATE)
    seen, legal = observation(state, seat), bytes(state.actions(seat)[:2])
    together, _ = played("guobiao", seen, legal, 0, 4)
    assert together == played("guobiao", seen, legal, 0, 1)[0] + played("guobiao", seen, legal, 1, 3)[0]
    one_action, _ = played("guobiao", seen, legal[1:], 0, 4)
    assert together[1::2] == one_action


@pytest.mark.parametrize("rules", BOOKS)
def test_results_use_nothing_hidden(rules: str) -> None:
    random = Random(3)
    for state, seat in positions(rules, 3 if is_compiled() else 1, most_left=LATE):
        legal = bytes(state.actions(seat)[:2])
        other = state.copy()
        hidden = list(state.hidden(seat))
        random.shuffle(hidden)
        other.rearrange(seat, bytes(hidden))
        if other.legal(seat) == state.legal(seat):
            assert played(rules, observation(other, seat), legal) == played(rules, observation(state, seat), legal)


def test_a_win_brings_its_points_in_every_sample() -> None:
    tables = Tables("lingque28", count=8, seed=1, players=["swift", None, "swift", "swift"])
    assert tables.observations is not None
    choosing = book("lingque28").choosers
    found = 0
    while found < 3:
        actions = []
        for n in range(8):
            view = decode(tables.observations[n * OBSERVATION : (n + 1) * OBSERVATION])
            actions.append(choosing.choose(view.observation, 0))
            if WIN in view.legal:
                found += 1
                won = tables.state(n)
                won.apply(1, WIN)
                for seat in won.asked():
                    won.apply(seat, 119)
                points, ends = played("lingque28", view.observation, bytes([WIN]))
                paid = book("lingque28").family.settlement.payments().settled(1, won.loser, won.points, won.given())
                assert points == [paid[1]] * 2
                assert ends == [WON] * 2
        tables.step(actions)


def test_weigh_returns_the_choice_and_the_points_of_a_player() -> None:
    """The better the value of a discard, the more points it promises."""
    styled = Rollouts(
        new_state(book("guobiao"), play_rules(book("guobiao"))),
        book("guobiao").family.settlement.payments(),
        [QUICK, STYLES["careful"]],
        book("guobiao").estimates,
    )
    for state, seat in positions("guobiao", 40 if is_compiled() else 4):
        legal = state.actions(seat)
        for style in (0, 1):
            chosen, points = styled.weigh(observation(state, seat), style)
            assert len(points) == 120
            assert chosen in legal
            weighed = {action: value for action, value in enumerate(points) if value is not None}
            assert set(weighed) <= set(legal)
            if style == 0 and weighed:
                assert weighed[chosen] == max(weighed.values())


@pytest.mark.parametrize("rules", BOOKS)
def test_at_the_horizon_the_hands_show_what_a_seat_can_expect(rules: str) -> None:
    """At once, without a further discard: nobody has won, and all that somebody can expect is paid by the others."""
    rolled = rollouts(rules)
    for state, seat in positions(rules, 6 if is_compiled() else 1, most_left=60):
        seen, action = observation(state, seat), bytes(state.actions(seat)[:1])
        points, ends = array("d", [0.0] * 3), bytearray(3)
        if action[0] < 34:
            rolled.play(seen, action, 3, 0, 3, memoryview(points), memoryview(ends), 0, 0)
            again = array("d", [0.0] * 3)
            rolled.play(seen, action, 3, 0, 3, memoryview(again), memoryview(ends), 0, 0)
            assert points == again
            assert all(abs(expected) < 1000 for expected in points)


@pytest.mark.compiled
def test_what_is_expected_at_the_horizon_agrees_with_the_end() -> None:
    """Averaged over many positions, hands win about as much as they promise."""
    rolled = rollouts("guobiao")
    totals = [0.0, 0.0]
    for state, seat in positions("guobiao", 200, seed=8):
        seen, action = observation(state, seat), bytes(state.actions(seat)[:1])
        for i, horizon in enumerate((4, 112)):
            points, ends = array("d", [0.0] * 16), bytearray(16)
            rolled.play(seen, action, 3, 0, 16, memoryview(points), memoryview(ends), 0, horizon)
            totals[i] += sum(points) / 16 / 200
    assert abs(totals[0] - totals[1]) < 3.0


def late_results(rules: str) -> tuple[list[float], list[int]]:
    """The points and ends of three actions in three deals."""
    ((state, seat),) = positions(rules, 1, seed=7, most_left=LATE)
    return played(rules, observation(state, seat), bytes(state.actions(seat)[:3]), samples=3)


def test_results_are_the_same_compiled_and_interpreted() -> None:
    code = (
        "from quepu.kernel import is_compiled; from tests.test_rollouts import BOOKS, late_results; "
        "print(is_compiled(), *(late_results(rules) for rules in BOOKS), sep=chr(10))"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "QUEPU_REQUIRE_COMPILED": "0"}
    other = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert other.stdout.splitlines() == ["False", *(str(late_results(rules)) for rules in BOOKS)]


def test_hands_improve_with_the_turns_of_their_players() -> None:
    """A hand is nearer to ready than a random one, as a true one is."""
    distances = book("lingque28").distances
    tables = Tables("lingque28", count=4, seed=2, players=["swift", None, "swift", "swift"])
    rolled = rollouts("lingque28")
    sampled: list[int] = []
    true: list[int] = []
    random: list[int] = []
    while len(true) < (60 if is_compiled() else 6):
        for n in range(4):
            state = tables.state(n)
            if 20 < state.left() < 50:
                sample = rolled.sample(observation(state, 1), 5, len(true))
                shuffled = list(state.hidden(1))
                Random(n).shuffle(shuffled)
                other = state.copy()
                other.rearrange(1, bytes(shuffled))
                for found, deal in ((sampled, sample), (true, state), (random, other)):
                    found.append(sum(missing(distances, deal, seat) for seat in (0, 2, 3)))
        tables.step([book("lingque28").choosers.choose(observation(tables.state(n), 1), 1) for n in range(4)])
    assert sum(sampled) < 0.8 * sum(random)
    assert 0.7 < sum(sampled) / sum(true) < 1.4


def missing(distances: DistancePool, state: State, seat: int) -> int:
    hand = [tile for tile in state.hand(seat) if tile < 34]
    melds = [code for code, _, _ in state.melds_of(seat)]
    return distances.missing(bytes([*hand, *[255] * (14 - len(hand)), *melds, *[255] * (4 - len(melds)), *[0] * 5, 255]))


def first_turn(rules: str = "guobiao") -> bytearray:
    state = new_state(book(rules), play_rules(book(rules)))
    state.start(Tables(rules, count=1, seed=4).wall(0, 0))
    return bytearray(observation(state, 0))


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [
        (IS_OVER, 1, "the end"),
        (TURN_OF, 1, "not the turn"),
        (TURN_OF, 9, "there is no seat"),
        (LEFT, 70, "hidden tiles"),
        (DISCARD_COUNT, 1, "a discard is"),
        (DRAWN, 60, "the drawn tile"),
        (HAND + 41, 9, "tiles of a kind"),
        (SEATS + SEAT_BYTES, 14, "tiles in a hand"),
        (DECLINE >> 3, 1 << (DECLINE & 7), "tiles left|does not fit"),
    ],
)
def test_observations_that_no_table_has_are_refused(at: int, value: int, message: str) -> None:
    seen = first_turn()
    rolled = rollouts("guobiao")
    rolled.sample(bytes(seen), 1, 1)
    seen[at] = value
    with pytest.raises((ValueError, IndexError), match=message):
        rolled.sample(bytes(seen), 1, 1)


def test_wrong_arguments_are_refused() -> None:
    seen = bytes(first_turn())
    rolled = rollouts("guobiao")
    tile = bytes([decode(seen).legal[0]])

    def play(actions: bytes, samples: int, points: int = 1, ends: int = 1, style: int = 0) -> None:
        rolled.play(seen, actions, 0, 0, samples, memoryview(array("d", [0.0] * points)), memoryview(bytearray(ends)), style)

    with pytest.raises(ValueError, match="the number of actions"):
        play(b"", 1)
    with pytest.raises(ValueError, match="is not legal"):
        play(bytes([WIN]), 0)
    with pytest.raises(ValueError, match="samples is a number"):
        play(tile, MOST_SAMPLES + 1)
    with pytest.raises(ValueError, match="points has 1 entries"):
        play(tile, 2, 1, 2)
    with pytest.raises(ValueError, match="ends has 1 entries"):
        play(tile, 2, 2, 1)
    with pytest.raises(ValueError, match="style is a number"):
        play(tile, 1, style=1)
    with pytest.raises(ValueError, match="horizon is a number"):
        rolled.play(seen, tile, 0, 0, 0, memoryview(array("d")), memoryview(bytearray()), 0, 113)
    with pytest.raises(ValueError, match="the length of an observation"):
        rolled.sample(seen[1:], 0, 0)
