"""Planes: what they show is what the view shows, and nothing else; no bytes make them write anywhere else."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.engine.batch import Sampler, Tables
from quepu.engine.deal import Deal
from quepu.engine.observation import observation
from quepu.engine.view import View, view
from quepu.hand import READY, MeldType
from quepu.kernel import is_compiled, planes, planes_layout
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.observation_layout import OBSERVATION, SEAT
from quepu.kernel.planes import write_planes
from quepu.kernel.planes_layout import CELLS, LATEST, LAYOUT, PARTS, PLANE, PLANES, SEAT_NAMES, SEAT_PARTS
from quepu.kernel.state import State
from quepu.rules import BOOKS
from tests.sizes import sizes
from tests.test_engine_random import TABLES, dealt, every_table, play_through, players_for, resampled
from tests.test_engine_view import kongs

FULL = range(PLANE)

Drawn = dict[tuple[str, int], set[int]]
"""The marked cells of the planes that are not empty, by the name of their part and their number in it."""


def drawn(cells: bytes | bytearray) -> Drawn:
    """The marked cells of all planes of an observation."""
    found = bytearray(b"\x07" * CELLS)
    write_planes(memoryview(cells), memoryview(found))
    assert set(found) <= {0, 1}
    marked = {
        (name, plane - part.start): {cell for cell in range(PLANE) if found[PLANE * plane + cell]}
        for name, part in LAYOUT.items()
        for plane in range(part.start, part.stop)
    }
    assert len(marked) == PLANES
    return {key: cells for key, cells in marked.items() if cells}


class Drawing:
    """The planes of a view, by the words of their table: a second implementation."""

    def __init__(self, seen: View, own: int) -> None:
        self.found: Drawn = {}
        self.own = own
        self.unseen = Counter(dict.fromkeys(range(34), 4))
        self.unseen -= Counter(seen.hand)
        self.hand(seen)
        self.table(seen)
        self.legal(seen)
        for row, name in enumerate(SEAT_NAMES):
            self.seat(seen, name, row)
        if seen.result is not None and seen.result.winner not in (None, seen.seat):
            self.unseen -= Counter(seen.result.hand)
        self.count("unseen", self.unseen)

    def mark(self, name: str, number: int, *cells: int) -> None:
        self.found.setdefault((name, number), set()).update(cells)

    def count(self, name: str, tiles: Counter[int]) -> None:
        for kind, copies in tiles.items():
            for i in range(copies if kind < 34 else 0):
                self.mark(name, i, kind)

    def relative(self, seat: int) -> int:
        return (seat - self.own) % 4

    def hand(self, seen: View) -> None:
        self.count("hand", Counter(seen.hand))
        self.mark("own_flowers", 0, *(tile - 34 for tile in seen.hand if tile > 33))
        if seen.drawn is not None:
            self.tile("drawn", seen.drawn, row=1)

    def tile(self, name: str, tile: int, row: int) -> None:
        if tile < 34:
            self.mark(name, 0, tile)
        else:
            self.mark("own_flowers", 0, 9 * row + tile - 34)

    def table(self, seen: View) -> None:
        if seen.offer is not None:
            self.tile("offered", seen.offer.tile, row=2)
            if seen.offer.seat != self.own:
                self.mark("offered_by", self.relative(seen.offer.seat) - 1, *FULL)
            if seen.offer.robbing:
                self.mark("robbed", 0, *FULL)
                self.unseen[seen.offer.tile] -= 1
        if seen.seat != NO_SEAT:
            self.mark("seat_wind", 0, 27 + seen.seat)
        self.mark("round_wind", 0, 27 + seen.round)
        self.mark("turn", self.relative(seen.turn), *FULL)
        for i in range(seen.wall_left):
            self.mark("wall", i // PLANE, i % PLANE)

    def legal(self, seen: View) -> None:
        for action in seen.legal:
            if action < 34:
                self.mark("may_discard", 0, action)
            elif action < 42:
                self.mark("own_flowers", 0, 27 + action - 34)
            elif action < 76:
                self.mark("may_concealed_kong", 0, action - 42)
            elif action < 110:
                self.mark("may_added_kong", 0, action - 76)
            else:
                self.mark("may", action - 110, *FULL)

    def seat(self, seen: View, name: str, row: int) -> None:
        owner = (self.own + row) % 4
        shown = seen.seats[owner]
        self.mark("flowers", 0, *(9 * row + tile - 34 for tile in shown.flowers))
        if shown.ready is not None:
            self.mark("ready", 0, 9 * row + READY.index(shown.ready))
        hidden = sum(not meld.tiles for meld in shown.melds)
        self.mark("hidden_kongs", 0, *(9 * row + i for i in range(hidden)))
        self.count(f"{name}_chows", Counter(meld.tiles[0] for meld in shown.melds if meld.type == MeldType.CHOW))
        for part, type in (("pungs", MeldType.PUNG), ("kongs", MeldType.KONG), ("concealed_kongs", MeldType.CONCEALED_KONG)):
            self.mark(f"{name}_{part}", 0, *(meld.tiles[0] for meld in shown.melds if meld.type == type and meld.tiles))
        for meld in shown.melds:
            self.unseen.subtract(meld.tiles)
            if meld.source is not None and meld.claimed is not None:
                self.mark(f"{name}_claimed_from", (meld.source - owner) % 4 - 1, meld.claimed)
        self.discards(seen, name, row)

    def discards(self, seen: View, name: str, row: int) -> None:
        all = seen.seats[(self.own + row) % 4].discards
        self.count(f"{name}_discards", Counter(discard.tile for discard in all))
        self.unseen.subtract(discard.tile for discard in all if not discard.claimed)
        self.mark("discarded_flowers", 0, *(9 * row + discard.tile - 34 for discard in all if discard.tile > 33))
        kinds = [discard for discard in all if discard.tile < 34]
        self.mark(f"{name}_from_hand", 0, *(discard.tile for discard in kinds if discard.from_hand))
        self.mark(f"{name}_claimed", 0, *(discard.tile for discard in kinds if discard.claimed))
        for i, discard in enumerate(all[: -LATEST - 1 : -1]):
            if discard.tile < 34:
                self.mark(f"{name}_latest", i, discard.tile)
            self.mark("latest_from_hand", 0, *([9 * row + i] if discard.from_hand else []))
            self.mark("latest_claimed", 0, *([9 * row + i] if discard.claimed else []))


def expected(seen: View) -> Drawn:
    own = 0 if seen.seat == NO_SEAT else seen.seat
    return {key: cells for key, cells in Drawing(seen, own).found.items() if cells}


@every_table
def test_planes_show_what_the_view_shows(name: str) -> None:
    met: set[tuple[str, int]] = set()

    def look(hand: Deal) -> None:
        for seat in (*range(4), None):
            seen = drawn(observation(hand.state, NO_SEAT if seat is None else seat))
            assert seen == expected(view(hand.state, seat))
            met.update(seen)

    for seed in range(12 if is_compiled() else 1):
        play_through(dealt(name, seed, seed % 4), players_for(name, seed), look)
    always = {"hand", "drawn", "offered", "unseen", "seat_wind", "round_wind", "turn", "wall", "may_discard", "may", "next_discards"}
    assert always <= {part for part, _ in met}


def hidden_tiles(state: State, seat: int) -> Counter[int]:
    """The tiles that a seat has not seen, from the state itself: the wall, the other hands, and kongs that are face down."""
    found = Counter(state.hidden(seat))
    for other in range(4):
        if other != seat and not state.shows_concealed_kongs:
            found.update(code & 63 for code, _, _ in state.melds_of(other) if code >= 192 for _ in range(4))
    return Counter({kind: copies for kind, copies in found.items() if kind < 34})


@every_table
def test_the_unseen_tiles_are_those_of_the_wall_and_of_the_other_hands(name: str) -> None:
    def look(hand: Deal) -> None:
        if not hand.over:
            for seat in range(4):
                seen = drawn(observation(hand.state, seat))
                copies = Counter(kind for i in range(4) for kind in seen.get(("unseen", i), ()))
                assert copies == hidden_tiles(hand.state, seat)

    for seed in range(12 if is_compiled() else 1):
        play_through(dealt(name, seed), players_for(name, seed), look)


@every_table
def test_planes_do_not_change_with_what_the_seat_cannot_know(name: str) -> None:
    random = Random(4)

    def look(hand: Deal) -> None:
        if not hand.over:
            for seat in range(4):
                other = resampled(hand.state, seat, random, not TABLES[name][1].chosen_flowers)
                assert drawn(observation(other, seat)) == drawn(observation(hand.state, seat))

    for seed in range(4 if is_compiled() else 1):
        play_through(dealt(name, seed), players_for(name, seed), look)


def test_planes_do_not_show_which_tiles_are_face_down() -> None:
    first, second = kongs("guobiao", "9m").state, kongs("guobiao", "6m").state
    assert drawn(observation(first, 1)) == drawn(observation(second, 1))
    assert drawn(observation(first, 1))["hidden_kongs", 0] == {27}
    assert drawn(observation(first, 0))["own_concealed_kongs", 0] == {8}


def test_rows_are_drawn_one_after_the_other_and_each_alone() -> None:
    tables, sampler, actions = Tables("guobiao", 5, seed=3), Sampler(3), bytearray(5)
    for _ in range(60):
        sampler.choose(tables.masks, actions)
        tables.step(actions)
    assert tables.observations is not None
    together = bytearray(5 * CELLS)
    write_planes(tables.observations, memoryview(together))
    for n in range(5):
        alone = bytearray(CELLS)
        write_planes(tables.observations[OBSERVATION * n : OBSERVATION * (n + 1)], memoryview(alone))
        assert together[CELLS * n : CELLS * (n + 1)] == alone


# Bytes from anywhere.


def interpreted() -> ModuleType:
    """The same file, interpreted."""
    spec = importlib.util.spec_from_file_location("planes_interpreted", Path(planes_layout.__file__).with_name("planes.py"))
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def observations() -> list[bytes]:
    """Observations of every book in the middle of deals."""
    found = []
    for rules in BOOKS:
        tables, sampler, actions = Tables(rules, 8, seed=9), Sampler(9), bytearray(8)
        for _ in range(60):
            sampler.choose(tables.masks, actions)
            tables.step(actions)
        assert tables.observations is not None
        found += [bytes(tables.observations[OBSERVATION * n : OBSERVATION * (n + 1)]) for n in range(8)]
    return found


def surrounded(cells: bytes | bytearray) -> bytes:
    """The planes of bytes, written between guards that must stay as they are."""
    around = bytearray(b"\xaa" * (CELLS + 2 * 4096))
    write_planes(memoryview(cells), memoryview(around)[4096 : 4096 + CELLS])
    assert around[:4096] == around[4096 + CELLS :] == b"\xaa" * 4096
    assert set(around[4096 : 4096 + CELLS]) <= {0, 1}
    return bytes(around[4096 : 4096 + CELLS])


@sizes(3_000, 300_000, interpreted=150)
def test_bytes_that_no_state_has_are_drawn_within_their_planes_the_same_in_both_modes(count: int, observations: list[bytes]) -> None:
    random, plain = Random(11), interpreted()
    for n in range(count):
        cells = bytearray(random.randbytes(OBSERVATION) if n % 4 == 0 else random.choice(observations))
        for _ in range(random.randrange(12)):
            cells[random.randrange(OBSERVATION)] = random.choice((0, 1, 4, 5, 33, 34, 41, 42, 63, 64, 127, 128, 192, 254, 255))
        found = surrounded(cells)
        if n % 10 == 0:
            again = bytearray(CELLS)
            plain.draw(cells, again)
            assert found == again


@pytest.mark.parametrize("value", range(256))
def test_an_observation_of_one_byte_repeated_is_drawn_within_its_planes(value: int) -> None:
    surrounded(bytes([value]) * OBSERVATION)


@given(st.binary(min_size=OBSERVATION, max_size=OBSERVATION), st.integers(404, 407), st.integers(0, 255))
@settings(max_examples=100 if is_compiled() else 10)
def test_the_same_bytes_have_the_same_planes_and_the_last_bytes_mean_nothing(cells: bytes, at: int, value: int) -> None:
    other = bytearray(cells)
    other[at] = value
    assert surrounded(cells) == surrounded(cells) == surrounded(other)


def test_the_planes_of_a_spectator_are_those_of_the_table_seen_from_east() -> None:
    state = dealt("guobiao", 1).state
    seen = drawn(observation(state, NO_SEAT))
    assert {"hand", "drawn", "seat_wind", "may_discard", "may"}.isdisjoint(part for part, _ in seen)
    assert seen["turn", 0] == set(FULL)
    assert observation(state, NO_SEAT)[SEAT] == NO_SEAT


@pytest.mark.parametrize(
    ("cells", "into", "error"),
    [
        (bytes(OBSERVATION - 1), bytearray(CELLS), ValueError),
        (bytes(OBSERVATION + 1), bytearray(2 * CELLS), ValueError),
        (bytes(2 * OBSERVATION), bytearray(2 * CELLS - 1), ValueError),
        (bytes(OBSERVATION), bytearray(0), ValueError),
    ],
)
def test_buffers_of_other_lengths_are_refused(cells: bytes, into: bytearray, error: type[Exception]) -> None:
    before = bytes(into)
    with pytest.raises(error):
        write_planes(memoryview(cells), memoryview(into))
    assert into == before


def test_no_observation_has_no_planes() -> None:
    write_planes(memoryview(b""), memoryview(bytearray()))


# The layout.


def test_the_parts_follow_one_another_and_have_their_names() -> None:
    parts = list(LAYOUT.values())
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == PLANES
    assert list(LAYOUT) == [*PARTS, *(f"{seat}_{name}" for seat in SEAT_NAMES for name in SEAT_PARTS)]
    assert LAYOUT["may"].start == planes_layout.MAY
    assert LAYOUT["own_chows"].start == planes_layout.OF_SEATS
    assert LAYOUT["own_latest"].start == planes_layout.OF_SEATS + planes_layout.LATEST_DISCARDS
    assert LAYOUT["latest_claimed"].start == planes_layout.LATEST_CLAIMED


@pytest.mark.compiled
def test_planes_are_compiled() -> None:
    module: Any = planes
    assert not str(module.__file__).endswith(".py")
