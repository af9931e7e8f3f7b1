"""A deal that holds: it stops at every tile that could be claimed, and is otherwise the same."""

from __future__ import annotations

from io import BytesIO

import pytest

from quepu.engine import Header, MatchInPlay, MatchSettings, RecordWriter, play_rules, replay, verify
from quepu.engine.events import Discarded, Event, MadeKong
from quepu.engine.game import choices
from quepu.engine.replay import replay_batches
from quepu.engine.shuffle import secret_for
from quepu.engine.view import Feed
from quepu.errors import IllegalAction
from quepu.kernel.actions import PASS
from quepu.players import player
from quepu.rules import BOOKS, book

every_book = pytest.mark.parametrize("rules", BOOKS)


def play(rules: str, holds: bool, seed: int = 5, hands: int = 3) -> tuple[bytes, list[list[Event]]]:
    """A record and its batches."""
    rule_book = book(rules)
    settings = MatchSettings(play_rules(rule_book).tiles, hands=hands)
    file = BytesIO()
    record = RecordWriter(file, Header(rule_book, ("a", "b", "c", "d"), settings))
    game = MatchInPlay(rule_book, settings, record.write, holds)
    players = [player("random", rule_book, seed) for _ in range(4)]
    batches = []
    while not game.over:
        batches.append(game.begin(secret_for(seed, game.match.number)))
        while game.deal is not None:
            if game.deal.held:
                assert game.deal.asked() == []
                assert game.deal.view(0).offer is not None
                batches.append(game.release())
            for seat, action in choices(game.deal, players) if game.deal else []:
                batches.append(game.apply(seat, action))
    record.finish()
    return file.getvalue(), batches


@every_book
def test_the_same_choices_make_the_same_game(rules: str) -> None:
    record, batches = play(rules, holds=True)
    assert record == play(rules, holds=False)[0]
    for batch in batches:
        for event in batch[:-1]:
            offers = isinstance(event, Discarded) or (isinstance(event, MadeKong) and event.added)
            assert not offers, "an offer is the last of its batch"


@every_book
def test_the_record_of_a_match_that_holds_is_replayed_batch_by_batch(rules: str) -> None:
    record, batches = play(rules, holds=True)
    again = [[step.event for step in batch] for batch in replay_batches(record, holds=True)]
    assert again == [batch for batch in batches if batch]
    assert [event for batch in again for event in batch] == [step.event for step in replay(record)]


def test_only_a_table_that_holds_is_released() -> None:
    game = MatchInPlay(book("guobiao"), holds=True)
    game.begin(secret_for(1, 1))
    with pytest.raises(IllegalAction) as refused:
        game.release()
    assert refused.value.code == "not_held"


def test_a_last_tile_that_is_drawn_after_all_have_passed_is_replayed() -> None:
    """Woods Hole: somebody could claim the last discard but one and passes; then the last tile is offered, which is a choice of its own."""
    rules = book("woodshole")
    settings = MatchSettings(144, hands=1)
    found = 0
    for seed in range(12):
        file = BytesIO()
        record = RecordWriter(file, Header(rules, ("a", "b", "c", "d"), settings))
        game = MatchInPlay(rules, settings, record.write)
        game.begin(secret_for(seed, 1))
        while game.deal is not None:
            asked = game.deal.asked()
            passed = game.deal.view(asked[0]).offer is not None and game.deal.view(asked[0]).wall_left == 1
            for seat in asked:
                legal = game.deal.view(seat).legal
                game.apply(seat, PASS if PASS in legal else legal[0])
            found += passed
        record.finish()
        verify(file.getvalue())
    assert found


@every_book
def test_a_spectator_sees_no_hand(rules: str) -> None:
    game = MatchInPlay(book(rules), holds=True)
    feed = Feed(None, play_rules(game.book).shows_concealed_kongs)
    seen_events = [feed.add(event).event.as_dict() for event in game.begin(secret_for(2, 1))]
    assert {"t": "deal"} in seen_events
    assert all("tile" not in one for one in seen_events if one["t"] == "draw")
    assert game.deal is not None
    view = game.deal.view(None)
    assert (view.hand, view.drawn, view.legal) == ((), None, ())
    assert [seat.concealed for seat in view.seats] == [seat.concealed for seat in game.deal.view(0).seats]
