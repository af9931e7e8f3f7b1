"""Observations: the bytes of what a seat may know are its view, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.engine.deal import Deal
from quepu.engine.observation import decode, observation
from quepu.engine.rules import new_state
from quepu.engine.view import view
from quepu.engine.wall import full_set
from quepu.errors import QuepuError
from quepu.kernel import is_compiled
from quepu.kernel.actions import NO_SEAT, OVER
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.state import State
from tests.tables import S, Scene, wall_with
from tests.test_engine_random import TABLES, dealt, every_table, play_through, players_for, resampled
from tests.test_engine_view import kongs


def check_all(state: State) -> None:
    """An observation has exactly what the view has."""
    for seat in (0, 1, 2, 3, None):
        seen = observation(state, NO_SEAT if seat is None else seat)
        assert len(seen) == OBSERVATION
        assert decode(seen) == view(state, seat)


@every_table
def test_an_observation_is_the_view(name: str) -> None:
    for seed in range(8 if is_compiled() else 1):
        play_through(dealt(name, seed, seed % 4), players_for(name, seed), lambda hand: check_all(hand.state))


@given(st.sampled_from([*TABLES]), st.integers(0, 2**32), st.integers(0, 3), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=25 if is_compiled() else 3, deadline=None)
def test_an_observation_is_the_view_whoever_acts_first_and_where_a_table_holds(
    name: str, seed: int, round: int, holds: bool, random: Random
) -> None:
    rules, table, size = TABLES[name]
    tiles = bytearray(full_set(size))
    random.shuffle(tiles)
    state = new_state(rules, table, round, holds=holds)
    state.start(bytes(tiles))
    while state.phase != OVER:
        check_all(state)
        if state.is_held():
            state.release()
        else:
            seat = random.choice(state.asked())
            state.apply(seat, random.choice(state.actions(seat)))
    check_all(state)


@every_table
def test_an_observation_does_not_change_with_what_the_seat_cannot_know(name: str) -> None:
    random = Random(4)

    def look(hand: Deal) -> None:
        if not hand.over:
            for seat in range(4):
                other = resampled(hand.state, seat, random, not TABLES[name][1].chosen_flowers)
                assert observation(other, seat) == observation(hand.state, seat)
                assert observation(other, NO_SEAT) == observation(hand.state, NO_SEAT)

    for seed in range(6 if is_compiled() else 1):
        play_through(dealt(name, seed), players_for(name, seed), look)


def test_an_observation_does_not_show_which_tiles_are_face_down() -> None:
    first, second = kongs("guobiao", "9m").state, kongs("guobiao", "6m").state
    assert first.hidden(S) != second.hidden(S)
    assert observation(first, S) == observation(second, S)
    assert observation(first, NO_SEAT) == observation(second, NO_SEAT)
    assert observation(first, 0) != observation(second, 0)


def test_an_observation_does_not_show_the_answer_of_another_seat() -> None:
    hands = ["147m147p147sESWN", "46m 258p 258s 1s2s CFP", "55m 369p 369s ESCFP", "34m 345p 345s 66p 789s"]
    scene = Scene("lingque28", wall_with(hands, draws="5m"))
    scene.discard(0, "5m")
    before = [observation(scene.state, seat) for seat in (*range(4), NO_SEAT)]
    scene.state.apply(1, scene.state.actions(1)[0])
    after = [observation(scene.state, seat) for seat in (*range(4), NO_SEAT)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True, True]


def test_eight_flowers_are_observed_as_they_are_viewed() -> None:
    for wall in (wall_with(["1234567f ESWNCF"], draws="8f", size=144), wall_with(["", "12345678f ESWNC"], size=144)):
        scene = Scene("woodshole", wall)
        assert scene.hand.over
        check_all(scene.state)


@pytest.mark.parametrize("size", [0, OBSERVATION - 1, OBSERVATION + 1])
def test_what_is_no_observation_is_not_decoded(size: int) -> None:
    with pytest.raises(QuepuError, match="observation"):
        decode(bytes(size))


@pytest.mark.parametrize("ask", [observation, lambda state, seat: state.legal(seat)])
def test_there_is_no_fifth_seat(ask: Callable[[State, int], object]) -> None:
    state = dealt("lingque28", 1).state
    for seat in (-1, 4):
        with pytest.raises(IndexError):
            ask(state, seat)
