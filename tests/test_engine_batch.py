"""Many tables in one call: they play as single ones do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quepu.engine.batch import Sampler, Tables
from quepu.engine.observation import decode
from quepu.engine.rules import PlayRules, new_state
from quepu.engine.view import view
from quepu.engine.wall import full_set
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel import is_compiled
from quepu.kernel.actions import NO_SEAT, OVER, PASS, WIN
from quepu.kernel.observation import observation
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.state import State
from quepu.rules import BOOKS

MANY = is_compiled()
every_book = pytest.mark.parametrize("rules", BOOKS)


class Single:
    """A table played by ``State`` alone, as a table of a batch is."""

    def __init__(self, tables: Tables, number: int, plays_forced: bool, deals_again: bool) -> None:
        self.tables, self.number, self.plays_forced, self.deals_again = tables, number, plays_forced, deals_again
        self.hand = -1
        self.done, self.rewards = 0, [0, 0, 0, 0]
        self.deal()
        self.go_on()

    @property
    def rules(self) -> PlayRules:
        return self.tables.rules

    def deal(self) -> None:
        self.hand += 1
        self.state = new_state(self.tables.book, self.rules, self.hand % 4)
        self.state.start(self.tables.wall(self.number, self.hand))

    def go_on(self) -> None:
        while True:
            if self.state.phase == OVER:
                self.done += 1
                state = self.state
                if state.winner != NO_SEAT:
                    paid = self.tables.book.family.settlement.settle(
                        state.winner, None if state.loser == NO_SEAT else state.loser, state.points, state.given()
                    )
                    self.rewards = [a + b for a, b in zip(self.rewards, paid, strict=True)]
                if not self.deals_again:
                    return
                self.deal()
            elif self.plays_forced and len(self.state.actions(self.seat)) == 1:
                self.state.apply(self.seat, self.state.actions(self.seat)[0])
            else:
                return

    @property
    def seat(self) -> int:
        return (self.state.asked() or [NO_SEAT])[0]

    def step(self, action: int) -> None:
        self.done, self.rewards = 0, [0, 0, 0, 0]
        if self.state.phase != OVER:
            self.state.apply(self.seat, action)
            self.go_on()


def check_same(tables: Tables, single: Single) -> None:
    n, state = single.number, single.state
    assert tables.state(n).dump() == state.dump()
    assert tables.hand(n) == single.hand
    assert tables.state(n).round == state.round
    assert tables.seats[n] == single.seat
    mask = 0 if single.seat == NO_SEAT else state.legal(single.seat)
    assert tables.masks[2 * n : 2 * n + 2].tolist() == [mask % 2**64, mask >> 64]
    assert tables.done[n] == single.done
    assert tables.rewards[4 * n : 4 * n + 4].tolist() == single.rewards
    assert tables.observations is not None
    seen = tables.observations[OBSERVATION * n : OBSERVATION * (n + 1)].tobytes()
    assert seen == observation(state, single.seat)
    assert decode(seen) == view(state, None if single.seat == NO_SEAT else single.seat)


@every_book
@pytest.mark.parametrize("plays_forced", [True, False])
@pytest.mark.parametrize("deals_again", [True, False])
def test_many_tables_play_as_single_ones_with_the_same_walls_and_actions(rules: str, plays_forced: bool, deals_again: bool) -> None:
    tables = Tables(rules, 3 if MANY else 2, seed=5, plays_forced=plays_forced, deals_again=deals_again)
    singles = [Single(tables, n, plays_forced, deals_again) for n in range(len(tables))]
    sampler, actions = Sampler(6), bytearray(len(tables))
    for _ in range(600 if MANY else 130):
        for single in singles:
            check_same(tables, single)
        sampler.choose(tables.masks, actions)
        tables.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
    assert [single.hand > 2 for single in singles] == [deals_again and MANY] * len(singles)


def test_every_book_can_be_played_with_flowers() -> None:
    assert max(Tables("lingque28", 2, tiles=144).wall(0, 0)) == 41
    tables = Tables("lingque28", 2, seed=1, tiles=144)
    for n in range(2):
        check_same(tables, Single(tables, n, True, True))


def wins_first(masks: memoryview, actions: bytearray, sampler: Sampler) -> None:
    """At random, but who may win wins."""
    sampler.choose(masks, actions)
    for n in range(len(actions)):
        if masks[2 * n + 1] >> WIN - 64 & 1:
            actions[n] = WIN


@every_book
def test_the_rewards_are_what_the_settlement_says(rules: str) -> None:
    tables = Tables(rules, 512 if MANY else 2, seed=3, deals_again=False, observes=False)
    sampler, actions = Sampler(1), bytearray(len(tables))
    won = 0
    for _ in range(500):
        wins_first(tables.masks, actions, sampler)
        tables.step(actions)
        for n in [n for n in range(len(tables)) if tables.done[n]]:
            state, paid = tables.state(n), [0, 0, 0, 0]
            if state.winner != NO_SEAT:
                won += 1
                paid = [
                    *tables.book.family.settlement.settle(
                        state.winner, None if state.loser == NO_SEAT else state.loser, state.points, state.given()
                    )
                ]
                assert sum(paid) == 0
            assert tables.rewards[4 * n : 4 * n + 4].tolist() == paid
    assert tables.seats.tolist() == [NO_SEAT] * len(tables)
    assert won or not MANY


# What is wrong.


def whole(tables: Tables) -> list[object]:
    """All that can be seen of tables."""
    buffers = (tables.seats, tables.masks, tables.rewards, tables.done, tables.observations)
    return [*(bytes(one) for one in buffers if one is not None), *(tables.state(n).dump() for n in range(len(tables)))]


@pytest.mark.parametrize("action", [PASS, 120, 127, 128, 255])
def test_an_illegal_action_names_its_table_and_changes_nothing_anywhere(action: int) -> None:
    tables = Tables("lingque28", 5, seed=2)
    actions = bytearray(5)
    Sampler(0).choose(tables.masks, actions)
    actions[3] = actions[4] = action
    before = whole(tables)
    with pytest.raises(IllegalAction) as error:
        tables.step(actions)
    assert error.value.code == "illegal_at_table"
    assert str(error.value) == f"table 3: action {action} is not legal for seat 0 now; no table has changed"
    assert whole(tables) == before


def test_what_the_caller_does_to_his_buffers_does_not_make_anything_legal() -> None:
    tables = Tables("lingque28", 2, seed=2)
    tables.masks[0] = tables.masks[1] = 2**64 - 1
    tables.seats[0] = 3
    with pytest.raises(IllegalAction):
        tables.step([PASS, PASS])


def test_where_nobody_is_asked_it_does_not_matter_what_is_told() -> None:
    tables = Tables("guobiao", 3, seed=2, deals_again=False)
    sampler, actions = Sampler(4), bytearray(3)
    for _ in range(400):
        sampler.choose(tables.masks, actions)
        tables.step(actions)
    assert tables.seats.tolist() == [NO_SEAT] * 3
    assert tables.masks.tolist() == [0] * 6
    assert actions == bytes([PASS] * 3)
    before = whole(tables)
    tables.step(bytes([255, 0, 7]))
    assert whole(tables) == before


@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"count": 0}, "count"),
        ({"count": 2.0}, "count"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"tiles": 140}, "tiles"),
        ({"seats": bytes(4)}, "seats"),
        ({"seats": bytearray(5)}, "seats"),
        ({"masks": bytearray(63)}, "masks"),
        ({"rewards": memoryview(bytearray(64)).cast("q")}, "rewards"),
        ({"observations": memoryview(bytearray(8 * OBSERVATION))[::2]}, "observations"),
        ({"done": "abcd"}, "done"),
    ],
)
def test_a_mismatch_is_reported(given: dict[str, Any], option: str) -> None:
    with pytest.raises(QuepuError, match=option):
        Tables(**{"count": 4} | given)


@pytest.mark.parametrize("actions", [[0], [0, 0, 300], "abc", 3, [0.5, 1, 1], memoryview(bytearray(24)).cast("q")])
def test_actions_that_are_not_bytes_are_refused(actions: Any) -> None:
    with pytest.raises(QuepuError, match="actions"):
        Tables(count=3).step(actions)


# Buffers.


def test_results_go_into_the_callers_buffers() -> None:
    buffers: dict[str, Any] = {
        "seats": bytearray(3), "masks": memoryview(bytearray(48)).cast("Q"), "rewards": memoryview(bytearray(48)).cast("i"),
        "done": bytearray(3), "observations": bytearray(3 * OBSERVATION),
    }  # fmt: skip
    tables, own = Tables("woodshole", 3, seed=9, **buffers), Tables("woodshole", 3, seed=9)
    assert own.observations is not None
    actions = bytearray(3)
    Sampler(1).choose(own.masks, actions)
    for one in (tables, own):
        one.step(actions)
    assert [bytes(buffers[name]) for name in buffers] == [bytes(getattr(own, name)) for name in buffers]


@pytest.mark.compiled
def test_numpys_arrays_are_buffers_of_any_shape() -> None:
    import numpy as np

    masks, rewards = np.zeros((64, 2), np.uint64), np.zeros((64, 4), np.int32)
    observations = np.zeros((64, OBSERVATION), np.uint8)
    tables = Tables("guobiao", 64, seed=3, masks=masks, rewards=rewards, observations=observations)
    actions, sampler = np.zeros(64, np.uint8), Sampler(8)
    for _ in range(200):
        sampler.choose(masks, actions)
        legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
        assert legal[np.arange(64), actions].all()
        assert (legal == np.unpackbits(observations[:, :16], axis=1, bitorder="little")).all()
        tables.step(actions)
    assert (rewards.sum(axis=1) == 0).all()
    for n in range(64):
        assert decode(observations[n]) == view(tables.state(n), tables.seats[n])


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["object", "float64", ">u8", "int64", "bool"])
def test_buffers_of_other_things_are_refused(kind: str) -> None:
    import numpy as np

    with pytest.raises(QuepuError) as caught:
        Tables("guobiao", 4, masks=np.zeros((4, 2), kind))
    assert caught.value.code == "bad_value"
    with pytest.raises(QuepuError) as caught:
        Sampler(1).choose(np.zeros((4, 2), np.uint64), np.zeros(4, kind))
    assert caught.value.code == "bad_value"


def test_plain_bytes_are_buffers_for_all() -> None:
    masks, rewards = bytearray(64), bytearray(64)
    tables, own = Tables("guobiao", 4, seed=5, masks=masks, rewards=rewards), Tables("guobiao", 4, seed=5)
    assert (bytes(masks), bytes(rewards)) == (bytes(own.masks), bytes(own.rewards))
    assert tables.masks == own.masks


def test_no_table_and_no_desk_are_refused() -> None:
    with pytest.raises(TypeError):
        observation(None, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        State(None)  # type: ignore[arg-type]


def test_bytes_that_are_not_an_observation_are_refused() -> None:
    with pytest.raises(QuepuError) as caught:
        decode(b"\xff" * OBSERVATION)
    assert caught.value.code == "bad_value"


def test_observations_of_any_seat_can_be_asked_for() -> None:
    tables = Tables("guobiao", 4, seed=8)
    Sampler(2).choose(tables.masks, actions := bytearray(4))
    tables.step(actions)
    for seat in (0, 1, 2, 3, NO_SEAT):
        cells = tables.observe([seat] * 4)
        for n in range(4):
            expected = view(tables.state(n), None if seat == NO_SEAT else seat)
            assert decode(cells[n * OBSERVATION : (n + 1) * OBSERVATION]) == expected
    with pytest.raises(QuepuError, match="seat"):
        tables.observe([0, 1, 2, 4])


# Chance.


def words(state: int) -> Iterator[int]:
    """SplitMix64, read again."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        yield mixed ^ mixed >> 31


def wall_as_told(seed: int, table: int, hand: int, size: int) -> bytes:
    """A wall by the words of ``quepu.kernel.chance``."""
    state = next(words((next(words((next(words(seed)) + table) % 2**64)) + hand) % 2**64))
    source = words(state)
    wall = [*full_set(size)]
    for i in reversed(range(1, size)):
        bound = i + 1
        while True:
            high, low = divmod((next(source) >> 32) * bound, 2**32)
            if low >= 2**32 % bound:
                break
        wall[i], wall[high] = wall[high], wall[i]
    return bytes(wall)


def test_walls_follow_from_seed_table_and_hand_as_it_is_told() -> None:
    known = words(1234567)
    assert [next(known) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    for rules, seed in (("lingque28", 0), ("woodshole", 2026), ("guobiao", 2**64 - 1)):
        tables = Tables(rules, 3, seed=seed)
        walls = [tables.wall(n, hand) for n in range(3) for hand in (0, 1, 2**64 - 1)]
        assert len(set(walls)) == 9
        assert walls == [wall_as_told(seed, n, hand, tables.tiles) for n in range(3) for hand in (0, 1, 2**64 - 1)]


def test_every_tile_is_as_likely_in_every_place() -> None:
    tables = Tables("lingque28", 1, seed=1)
    hands = 3400
    for place in (0, 1, 67, 134, 135):
        counts = Counter(tables.wall(0, hand)[place] for hand in range(hands))
        expected = hands / 34
        square = sum((counts[kind] - expected) ** 2 / expected for kind in range(34))
        assert square < 70  # of 33 degrees of freedom: less than 1 in 5000 is above


def test_the_sampler_takes_every_legal_action_as_often_and_no_other() -> None:
    legal = [0, 5, 63, 64, 100, 119]
    mask = sum(1 << action for action in legal)
    masks = memoryview(bytearray((mask.to_bytes(16, "little")) * 6000)).cast("Q")
    first, second = bytearray(6000), bytearray(6000)
    Sampler(3).choose(masks, first)
    Sampler(3).choose(masks, second)
    assert first == second
    counts = Counter(first)
    assert sorted(counts) == legal
    assert all(abs(count - 1000) < 150 for count in counts.values())


# Threads.


def played(rules: str, seed: int) -> list[object]:
    """All that can be seen of tables after many steps."""
    tables, sampler = Tables(rules, 32 if MANY else 2, seed=seed), Sampler(seed)
    actions = bytearray(len(tables))
    for _ in range(500 if MANY else 20):
        sampler.choose(tables.masks, actions)
        tables.step(actions)
    return whole(tables)


def test_eight_threads_play_as_one() -> None:
    jobs = [(rules, seed) for seed in range(4) for rules in [*BOOKS][:2] + [*BOOKS][-2:]]
    alone = [played(*job) for job in jobs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda job: played(*job), jobs)) == alone


# A table of one's own.


@every_book
def test_a_table_that_is_cleared_plays_another_hand_as_a_new_one(rules: str) -> None:
    tables = Tables(rules, 1, seed=4)
    used = new_state(tables.book, tables.rules)
    for hand in range(3):
        used.clear(round=hand if tables.rules.has_round_wind else 0)
        fresh = new_state(tables.book, tables.rules, hand)
        for state in (used, fresh):
            state.start(tables.wall(0, hand))
        play_alike(used, fresh)


def play_alike(one: State, other: State) -> None:
    while one.phase != OVER:
        assert one.dump() == other.dump()
        assert one.equals(other)
        seat = one.first_asked()
        assert seat == one.asked()[0]
        action = one.actions(seat)[-1]
        one.apply(seat, action)
        other.apply(seat, action)
    assert one.dump() == other.dump()
