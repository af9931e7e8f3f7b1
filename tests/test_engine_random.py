"""What holds in every game: many hands played at random, and towards wins, under every book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.engine.deal import Deal
from quepu.engine.game import Player
from quepu.engine.rules import PlayRules, new_state, play_rules
from quepu.engine.shuffle import secret_for
from quepu.engine.view import view
from quepu.engine.wall import full_set
from quepu.errors import IllegalAction
from quepu.hand import Meld
from quepu.kernel import is_compiled
from quepu.kernel.actions import ACTIONS, CLAIMED, CLAIMING, DECLINE, LAST_DRAW, OVER, PASS, ROBBING
from quepu.kernel.perft import accepted
from quepu.kernel.row_checks import check_wins
from quepu.kernel.shapes import FLAGS, LAST_COPY
from quepu.kernel.state import State
from quepu.players.random import RandomPlayer
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook
from tests import oracle_table
from tests.players import Nearest

TABLES: dict[str, tuple[RuleBook, PlayRules, int]] = {
    **{rules: (book(rules), play_rules(book(rules)), play_rules(book(rules)).tiles) for rules in BOOKS},
    "lingque28 with flowers": (book("lingque28"), play_rules(book("lingque28")), 144),
}
every_table = pytest.mark.parametrize("name", TABLES)


def dealt(name: str, seed: int, round: int = 0) -> Deal:
    rules, table, size = TABLES[name]
    wall, dice = secret_for(seed, 1).shuffle(1, size)
    return Deal(rules, wall, dice, round, table)


def players_for(name: str, seed: int) -> list[Player]:
    """One at random, three towards wins; interpreted, distances are dear, so all at random."""
    if not is_compiled():
        return [RandomPlayer(seed + n) for n in range(4)]
    return [RandomPlayer(seed), *(Nearest(TABLES[name][0], seed + n) for n in range(1, 4))]


def play_through(hand: Deal, players: list[Player], look: Callable[[Deal], None]) -> None:
    """Play a hand to its end and look at it before every action."""
    while not hand.over:
        look(hand)
        seat = hand.asked()[0]
        menu = hand.view(seat)
        hand.apply(seat, players[seat].choose(menu) if len(menu.legal) > 1 else menu.legal[0])
    look(hand)


# Tiles and points.


def tiles_of(state: State) -> Counter[int]:
    """All tiles of a table, wherever they lie."""
    found: Counter[int] = Counter(state.wall_left())
    for seat in range(4):
        found += Counter(state.hand(seat))
        found += Counter(34 + i for i in range(8) if state.flowers_of(seat) >> i & 1)
        for code, _, _ in state.melds_of(seat):
            found += Counter(Meld.from_code(code).tiles)
    found += Counter(tile for _, tile, marks in state.discard_list() if not marks & CLAIMED)
    if state.phase == ROBBING:
        found[state.offered] += 1
    return found


def check_tiles(hand: Deal) -> None:
    """All are there, and every seat has as many as it should."""
    state = hand.state
    assert tiles_of(state) == Counter(full_set(136 + 8 * (max(tiles_of(state)) > 33)))
    for seat in range(4):
        size = state.hand_size(seat) + 3 * len(state.melds_of(seat))
        assert size in (13, 14)
    if state.phase not in (OVER, CLAIMING, ROBBING, LAST_DRAW):
        assert state.hand_size(state.turn) + 3 * len(state.melds_of(state.turn)) == 14


@every_table
def test_no_tile_is_lost_and_every_payment_adds_up_to_zero(name: str) -> None:
    won = 0
    for seed in range(20 if is_compiled() else 3):
        hand = dealt(name, seed, seed % 4)
        play_through(hand, players_for(name, seed), check_tiles)
        outcome = hand.outcome()
        assert sum(outcome.payments) == 0
        assert (outcome.winner is None) == (outcome.points == 0) or name == "woodshole"
        won += outcome.winner is not None
    assert won or not is_compiled()


# What is legal.


def check_menus(hand: Deal, scratch: State) -> int:
    """``legal`` is what ``apply`` accepts, for every seat and every action of the numbering; how many menus that were."""
    menus = 0
    for seat in range(4):
        legal = hand.state.actions(seat)
        assert accepted(hand.state, seat, scratch) == legal
        assert hand.legal(seat) == sum(1 << action for action in legal)
        menus += legal != []
    return menus


@every_table
def test_legal_is_what_apply_accepts(name: str) -> None:
    menus = 0
    for seed in range(20 if is_compiled() else 2):
        hand = dealt(name, seed)
        scratch = hand.state.copy()

        def look(hand: Deal, scratch: State = scratch) -> None:
            nonlocal menus
            menus += check_menus(hand, scratch)

        play_through(hand, players_for(name, seed), look)
    assert menus > (1000 if is_compiled() else 100)


@every_table
def test_a_refused_action_raises_and_changes_nothing(name: str) -> None:
    """By the public way in, at every decision of a hand."""

    def look(hand: Deal) -> None:
        before, events = hand.state.copy(), len(hand.events)
        for seat in range(4):
            for action in range(ACTIONS):
                if not hand.state.may(seat, action):
                    with pytest.raises(IllegalAction):
                        hand.apply(seat, action)
        assert hand.state.equals(before)
        assert len(hand.events) == events

    play_through(dealt(name, 11), players_for(name, 11), look)


def family(name: str) -> str:
    return next(one for one in (oracle_table.LINGQUE, oracle_table.GUOBIAO, oracle_table.WOODSHOLE) if name.startswith(one))


@every_table
def test_legal_actions_agree_with_the_oracle(name: str) -> None:
    rules, table, size = TABLES[name]
    menus: Counter[int] = Counter()
    for seed in range(30 if is_compiled() else 2):
        hand = dealt(name, seed, seed % 4)
        oracle = oracle_table.Oracle(rules, family(name), size, seed % 4 if table.has_round_wind else 0)
        seen = 0

        def look(hand: Deal, oracle: oracle_table.Oracle = oracle) -> None:
            nonlocal seen
            fresh = seen < len(hand.events)
            for event in hand.events[seen:]:
                oracle.see(event)
            seen = len(hand.events)
            asked = {seat: set(hand.state.actions(seat)) for seat in hand.asked()}
            if hand.over:
                assert not asked
            elif hand.state.phase == LAST_DRAW:
                assert (oracle.wall, family(name)) == (1, oracle_table.WOODSHOLE)
                assert asked == {hand.state.turn: {DECLINE, PASS}}
            else:
                expected = oracle.menus()
                # while claims are collected, those who have answered are asked no more
                assert asked == (expected if fresh else {seat: expected[seat] for seat in asked})
            menus.update(action for menu in asked.values() for action in menu)

        play_through(hand, players_for(name, seed), look)
    if is_compiled():
        wanted = {110, 111, 112, 113, 114, 115, 119} | ({116} if family(name) == "guobiao" else set())
        wanted |= {117, 118} if family(name) == "woodshole" else set()
        assert wanted <= set(menus)
        assert any(42 <= action < 76 for action in menus)
        assert any(76 <= action < 110 for action in menus)


# Views.


def resampled(state: State, seat: int, random: Random, flowers_stay: bool) -> State:
    """The state with the tiles that a seat cannot see laid otherwise; flowers stay in the wall where nobody can hold one."""
    hidden = bytearray(state.hidden(seat))
    places = [place for place in range(len(hidden)) if not (flowers_stay and hidden[place] > 33)]
    tiles = [hidden[place] for place in places]
    random.shuffle(tiles)
    for place, tile in zip(places, tiles, strict=True):
        hidden[place] = tile
    other = state.copy()
    other.rearrange(seat, bytes(hidden))
    return other


@every_table
def test_a_view_does_not_change_with_what_the_seat_cannot_know(name: str) -> None:
    random = Random(4)

    def look(hand: Deal) -> None:
        if not hand.over:
            for seat in range(4):
                other = resampled(hand.state, seat, random, not TABLES[name][1].chosen_flowers)
                assert view(other, seat) == hand.view(seat)
                assert other.legal(seat) == hand.legal(seat)

    for seed in range(6 if is_compiled() else 1):
        play_through(dealt(name, seed), players_for(name, seed), look)


# Answers in any order, any position, any seed.


@given(st.sampled_from([*TABLES]), st.integers(0, 2**32), st.integers(0, 3), st.randoms(use_true_random=False))
@settings(max_examples=30 if is_compiled() else 5, deadline=None)
def test_seats_may_act_in_any_order_and_a_copy_plays_like_the_state(name: str, seed: int, round: int, random: Random) -> None:
    hand = dealt(name, seed, round)
    twin = hand.state.copy()
    while not hand.over:
        answers = [(seat, random.choice(hand.state.actions(seat))) for seat in hand.asked()]
        for seat, action in answers:
            hand.apply(seat, action)
        random.shuffle(answers)
        for seat, action in answers:
            twin.apply(seat, action)
        assert twin.dump() == hand.state.dump()
        check_tiles(hand)
    assert sum(hand.outcome().payments) == 0


@every_table
def test_no_game_has_circumstances_that_the_scorer_refuses(name: str) -> None:
    """The rows by which the engine scores are rows of possible wins, whoever could win on the tile and whatever the tiles are worth."""
    rules, table, size = TABLES[name]
    random = Random(f"possible {name}")
    tiles = bytearray(full_set(size))
    met = Counter[int]()
    for number in range(300 if is_compiled() else 4):
        random.shuffle(tiles)
        state = new_state(rules, table, number % 4)
        state.start(bytes(tiles))
        while state.phase != OVER:
            for seat in range(4):
                row = state.winning_row(seat)
                if row and max(state.hand(seat)) < 34:
                    check_wins(row)
                    met[row[FLAGS]] += 1
            seat = state.asked()[0]
            actions = state.actions(seat)
            state.apply(seat, random.choice(actions))
    # by discard, self-drawn, and the latter on the last tile
    assert {0, 1, 3} <= set(met)
    assert not is_compiled() or sum(count for flags, count in met.items() if flags & LAST_COPY) > 100


@pytest.mark.long
@pytest.mark.compiled
@every_table
def test_legal_is_what_apply_accepts_in_millions_of_states(name: str) -> None:
    """Ten million in all, in hands at random."""
    rules, table, size = TABLES[name]
    random = Random(f"menus {name}")
    tiles = bytearray(full_set(size))
    menus = hands = 0
    scratch = new_state(rules, table)
    while menus < 10_000_000 / len(TABLES):
        random.shuffle(tiles)
        state = new_state(rules, table, hands % 4)
        state.start(bytes(tiles))
        hands += 1
        while state.phase != OVER:
            for seat in range(4):
                legal = state.actions(seat)
                assert accepted(state, seat, scratch) == legal
                menus += legal != []
            seat = state.asked()[0]
            actions = state.actions(seat)
            state.apply(seat, actions[int(random.random() * len(actions))])
        assert tiles_of(state) == Counter(tiles)


@pytest.mark.long
@pytest.mark.compiled
@every_table
def test_hundreds_of_deals_towards_wins_keep_all_tiles_and_agree_with_the_oracle(name: str) -> None:
    rules, table, size = TABLES[name]
    for seed in range(1000, 1300):
        hand = dealt(name, seed, seed % 4)
        oracle = oracle_table.Oracle(rules, family(name), size, seed % 4 if table.has_round_wind else 0)
        seen = 0

        def look(hand: Deal, oracle: oracle_table.Oracle = oracle) -> None:
            nonlocal seen
            check_tiles(hand)
            if seen < len(hand.events):
                for event in hand.events[seen:]:
                    oracle.see(event)
                seen = len(hand.events)
                if hand.state.phase not in (OVER, LAST_DRAW):
                    assert {seat: set(hand.state.actions(seat)) for seat in hand.asked()} == oracle.menus()

        play_through(hand, players_for(name, seed), look)
        assert sum(hand.outcome().payments) == 0
