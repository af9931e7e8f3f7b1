"""The parts of a state: the position (which tiles are where), the legal actions, and the row that the scorer reads."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import quepu
from quepu import notation
from quepu.engine.events import read_row
from quepu.engine.rules import new_state, play_rules
from quepu.engine.wall import full_set
from quepu.kernel import arrays, fact_bits, is_compiled
from quepu.kernel.actions import ACTIONS, CLAIM_PUNG, NO_SEAT, PASS
from quepu.kernel.layout import row, tiles_row
from quepu.kernel.position import Position
from quepu.kernel.row_codec import decode
from quepu.kernel.shapes import NO_TILE, ROW
from quepu.kernel.state import State
from quepu.rules import BOOKS, book
from tests.hands import random_wins

KERNEL = Path(quepu.__file__).parent / "kernel"


def dealt(rules: str = "lingque28") -> State:
    """A deal from the tiles in order, except that the third seat has two of the kind 13, which the dealer draws."""
    wall = bytearray(full_set(136))
    wall[8:10], wall[53:55] = wall[53:55], wall[8:10]
    state = new_state(book(rules), play_rules(book(rules)))
    state.start(bytes(wall))
    return state


# The position.


def test_every_tile_is_in_a_hand_or_in_the_wall() -> None:
    state = dealt()
    hands = [state.hand(seat) for seat in range(4)]
    assert [len(hand) for hand in hands] == [state.hand_size(seat) for seat in range(4)] == [14, 13, 13, 13]
    assert hands[0] == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 13]
    assert state.left() == len(state.wall_left()) == 136 - 53
    assert Counter(tile for tiles in (*hands, state.wall_left()) for tile in tiles) == Counter(full_set(136))


def test_hidden_from_a_seat_are_the_other_hands_and_the_wall() -> None:
    state = dealt()
    for seat in range(4):
        assert Counter(state.hidden(seat)) == Counter(full_set(136)) - Counter(state.hand(seat))


def test_a_discard_moves_from_the_hand_to_the_discards_and_can_be_seen() -> None:
    state = dealt()
    assert state.visible() == [0] * 34
    state.apply(0, 13)
    assert state.discard_list() == [(0, 13, 0)]
    assert state.discards_of(0) == [(13, 0)]
    assert state.discards_of(1) == []
    assert state.visible()[13] == 1
    assert 13 not in state.hand(0)


def test_a_claim_moves_tiles_into_a_meld() -> None:
    state = dealt()
    state.apply(0, 13)
    [seat] = state.asked()
    state.apply(seat, CLAIM_PUNG)
    assert state.hand_size(seat) == 11
    assert [(tile, source) for _, tile, source in state.melds_of(seat)] == [(13, 0)]
    assert state.visible()[13] == 3
    assert sum(state.visible()) == 3


def test_a_copy_is_equal_and_independent() -> None:
    state = dealt()
    copy = state.copy()
    assert copy.equals(state)
    assert copy.dump() == state.dump()
    copy.apply(0, 12)
    assert not copy.equals(state)
    copy.copy_from(state)
    assert copy.equals(state)


def test_a_cleared_table_is_as_new() -> None:
    state, new = dealt(), new_state(book(), play_rules(book()))
    state.clear()
    assert state.equals(new)
    assert state.left() == 0
    assert state.asked() == []


@pytest.mark.parametrize("read", ["hand", "hand_size", "melds_of", "discards_of", "flowers_of", "ready_of", "hidden", "legal", "actions"])
def test_there_are_four_seats(read: str) -> None:
    for seat in (-1, 4, NO_SEAT):
        with pytest.raises(IndexError, match=f"there is no seat {seat}"):
            getattr(dealt(), read)(seat)


# Legal actions.


@pytest.mark.parametrize("rules", BOOKS)
def test_the_mask_the_list_and_may_agree(rules: str) -> None:
    state = dealt(rules)
    for _ in range(40):
        for seat in range(4):
            actions = state.actions(seat)
            assert state.legal(seat) == sum(1 << action for action in actions)
            assert actions == [action for action in range(ACTIONS) if state.may(seat, action)]
        asked = [seat for seat in range(4) if state.actions(seat)]
        assert sorted(state.asked()) == asked
        if not asked:
            break
        state.apply(state.first_asked(), state.actions(state.first_asked())[-1])


def test_the_dealer_may_discard_every_kind_in_hand_and_make_every_kong() -> None:
    assert dealt().actions(0) == [0, 4, 8, 12, 13, 42, 46, 50]


def test_a_seat_that_could_only_pass_is_not_asked() -> None:
    state = dealt()
    state.apply(0, 13)
    [seat] = state.asked()
    assert state.actions(seat) == [CLAIM_PUNG, PASS]


def test_nothing_is_legal_beyond_the_seats_and_the_numbers() -> None:
    state = dealt()
    assert not any(state.may(seat, action) for seat, action in ((-1, 0), (4, 0), (0, -1), (0, ACTIONS), (0, 10**6)))


# The row.


def test_a_row_is_decoded_to_what_was_encoded() -> None:
    for hand, win in random_wins(5, 300):
        cells = row(hand, win)
        assert len(cells) == ROW
        assert row(*read_row(cells)) == cells
        tiles, melds, circumstances = decode(cells)
        assert tiles == [*hand.concealed, hand.winning]
        assert melds == [meld.type << 6 | meld.tile for meld in hand.melds]
        assert circumstances["self_drawn"] == win.self_drawn
        assert circumstances["tiles_left"] == win.tiles_left


def test_a_row_without_a_win_has_no_circumstances() -> None:
    hand = notation.parse("12345678m22p [EEE]")[0]
    cells = tiles_row(hand, hand.size)
    assert decode(cells)[2] == {
        "self_drawn": False, "seat": 0, "round": 0, "last_tile": False, "kong": False, "first_turn": False, "last_copy": False,
        "flowers": 0, "ready": None, "tiles_left": None,
    }  # fmt: skip
    assert cells[-1] == NO_TILE


@pytest.mark.parametrize("length", [0, ROW - 1, ROW + 1])
def test_a_row_has_24_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="the length of a row is a number from 24 to 24"):
        decode(bytes(length))


# What is declared in .pxd files and used by both modes.


def test_the_bits_of_the_facts_are_the_same_in_python_and_in_c() -> None:
    declared = re.findall(r"^    (\w+) = (\d+)$", (KERNEL / "fact_bits.pxd").read_text("utf-8"), re.MULTILINE)
    assert {name: int(number) for name, number in declared} == {name: bit for name, bit in vars(fact_bits).items() if name.isupper()}


@pytest.mark.skipif(is_compiled(), reason="compiled, the arrays are part of the objects")
def test_arrays_have_the_sizes_that_the_declarations_give() -> None:
    fields = arrays.fields(Position)
    assert next(iter(fields)) == "wall"
    assert (fields["wall"], fields["layers"], fields["front"]) == ((144,), (4, 4), ())
    state = dealt()
    assert len(state.wall) == 144
    assert [len(layer) for layer in state.layers] == [4] * 4
