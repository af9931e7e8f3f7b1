"""The runner: matches between players, and the match that a server drives."""

from __future__ import annotations

import pytest

from quepu.engine import Deal, MatchInPlay, MatchSettings, Outcome, play_deal, play_match, play_rules
from quepu.engine.events import Event, HandBegan, Paid, Revealed
from quepu.engine.shuffle import secret_for
from quepu.engine.view import View
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import PASS
from quepu.players import PLAYERS, player
from quepu.rules import BOOKS, book


@pytest.mark.parametrize("rules", BOOKS)
def test_a_match_is_played_to_its_end_and_its_scores_add_up_to_zero(rules: str) -> None:
    written: list[Event] = []
    settings = MatchSettings(play_rules(book(rules)).tiles, rounds=1)
    result = play_match([player("random", book(rules), n) for n in range(4)], rules, 2, settings, written.append)
    assert result.hands >= 4
    assert sum(result.scores) == 0
    assert [event.number for event in written if isinstance(event, HandBegan)] == list(range(1, result.hands + 1))
    paid = [event for event in written if isinstance(event, Paid)]
    assert len(paid) == result.hands
    assert paid[-1].scores == result.scores
    assert isinstance(written[-1], Revealed)


def test_a_player_is_asked_only_when_there_is_a_choice_and_sees_only_its_own_view() -> None:
    class Watcher:
        def __init__(self, seat: int) -> None:
            self.seat = seat
            self.views: list[View] = []

        def choose(self, view: View) -> int:
            self.views.append(view)
            return view.legal[-1]

    watchers = [Watcher(seat) for seat in range(4)]
    wall, dice = secret_for(3, 1).shuffle(1, 136)
    outcome = play_deal(Deal(book(), wall, dice), watchers)
    assert isinstance(outcome, Outcome)
    for watcher in watchers:
        assert watcher.views
        assert all(view.seat == watcher.seat and len(view.legal) > 1 for view in watcher.views)


def test_an_answer_to_a_discard_does_not_see_the_other_answers() -> None:
    """All are asked before any answer is given."""
    order: list[tuple[int, int]] = []

    class Noting:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, view: View) -> int:
            order.append((self.seat, hand.state.waiting))
            return view.legal[-1]

    for seed in range(30):
        wall, dice = secret_for(seed, 1).shuffle(1, 136)
        hand = Deal(book(), wall, dice)
        order.clear()
        play_deal(hand, [Noting(seat) for seat in range(4)])
        if any(waiting == 2 for _, waiting in order):
            break
    first = next(n for n, (_, waiting) in enumerate(order) if waiting == 2)
    assert order[first + 1][1] == 2


def test_a_match_is_played_deal_by_deal() -> None:
    game = MatchInPlay(book(), MatchSettings(136, hands=2))
    with pytest.raises(IllegalAction) as caught:
        game.apply(0, PASS)
    assert caught.value.code == "hand_over"
    for number in (1, 2):
        assert not game.over
        secret = secret_for(9, number)
        events = game.begin(secret)
        began = events[0]
        assert isinstance(began, HandBegan)
        assert (began.number, began.commitment) == (number, secret.commitment)
        with pytest.raises(ValueError, match="a deal can begin only when"):
            game.begin(secret)
        while game.deal is not None:
            seat = game.deal.asked()[0]
            events = game.apply(seat, game.deal.view(seat).legal[-1])
        assert [type(event) for event in events[-2:]] == [Paid, Revealed]
        assert events[-1] == Revealed(secret.seed, secret.nonces)
    assert game.over
    with pytest.raises(ValueError, match="a deal can begin only when"):
        game.begin(secret_for(9, 3))


@pytest.mark.parametrize(
    ("seat", "action"), [("E", 1), (0, None), (0, "1m"), (4, 1), (-1, 1), (0, 120), (0, -1), (0, 2**70), (2**70, 1), (0, 1.0), (None, None)]
)
def test_an_invalid_seat_or_action_is_refused_and_changes_nothing(seat: object, action: object) -> None:
    wall, dice = secret_for(1, 1).shuffle(1, 136)
    hand = Deal(book(), wall, dice)
    before = hand.state.copy()
    with pytest.raises(IllegalAction) as caught:
        hand.apply(seat, action)  # type: ignore[arg-type]
    assert caught.value.code == "no_such_action"
    assert hand.state.equals(before)


def test_an_invalid_wall_or_round_is_refused() -> None:
    wall, dice = secret_for(1, 1).shuffle(1, 136)
    for other in (b"", b"\0", wall[:-1], wall[:-1] + b"\0", bytes(136), wall + bytes(range(34, 41)) + b"\x22"):
        with pytest.raises(QuepuError) as caught:
            Deal(book(), other, dice)
        assert caught.value.code == "bad_wall"
    for round in (9, -1, 4, "E", None, True):
        with pytest.raises(QuepuError) as caught:
            Deal(book("guobiao"), wall, dice, round=round)  # type: ignore[arg-type]
        assert caught.value.code == "out_of_range"


def test_an_illegal_action_of_a_player_is_refused() -> None:
    class Cheat:
        def choose(self, view: View) -> int:
            return 115

    with pytest.raises(IllegalAction):
        play_match([Cheat()] * 4)


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "master"])  # it plays slowly: see tests/test_master.py
def test_a_player_plays_the_same_from_the_same_seed(name: str) -> None:
    settings = MatchSettings(136, hands=1)
    results = []
    for _ in range(2):
        written: list[Event] = []
        play_match([player(name, book(), n) for n in range(4)], book(), 6, settings, written.append)
        results.append(written)
    assert results[0] == results[1]
