"""What a program is sent about its seat: what its seat may know, each event once, and nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from quepu.bot_protocol.match import BuiltIn, play_match, program_match
from quepu.bot_protocol.seat import DealSoFar, SeatFeed, ask_message, game_message, substitute
from quepu.engine import Header, MatchResult, View
from quepu.engine import play_match as plain_match
from quepu.engine.events import Event, HandBegan
from quepu.engine.shuffle import secret_for
from quepu.engine.view import seen
from quepu.engine.view_json import view_json
from quepu.kernel.actions import PASS
from quepu.players import player
from quepu.players.position import observation_of
from quepu.rules import BOOKS, named

for_every_book = pytest.mark.parametrize("rules", BOOKS)
NAMES = ("a", "b", "c", "d")


class Listener:
    """A player of the library that keeps all that its seat would be sent."""

    def __init__(self, name: str, rules: str, number: int) -> None:
        self.book = named(rules)
        self.player = player(name, self.book, number)
        self.feed = SeatFeed(number)
        self.events: list[dict[str, Any]] = []
        self.deal = 0
        self.asks: list[tuple[View, dict[str, Any]]] = []

    def take(self, news: dict[str, Any]) -> None:
        if news["deal"] != self.deal:
            self.deal, self.begun = news["deal"], len(self.events)
        assert news["from"] == len(self.events) - self.begun, "nothing is missing, and nothing comes twice"
        self.events += news["events"]

    async def choose(self, deal: DealSoFar, view: View) -> int:
        ask = ask_message("game", len(self.asks), self.feed.news(deal), deal, view, 1)
        self.take(ask)
        self.asks.append((view, ask))
        return self.player.choose(view)

    def deal_over(self, deal: DealSoFar) -> None:
        self.take(self.feed.news(deal))


def play(rules: str, seed: int, hands: int, names: tuple[str, ...] = ("normal", "random", "easy", "first")) -> tuple[Any, ...]:
    """A match of four listeners; they, all its events, and its result."""
    book = named(rules)
    listeners = [Listener(name, rules, number) for number, name in enumerate(names)]
    events: list[Event] = []
    result = asyncio.run(play_match(book, program_match(book, hands), listeners, lambda number: secret_for(seed, number), events.append))
    return listeners, events, result


@for_every_book
def test_a_seat_is_sent_every_event_of_a_match_once_as_it_may_see_it(rules: str) -> None:
    listeners, events, _ = play(rules, 5, 3)
    shows = named(rules).play.shows_concealed_kongs  # type: ignore[union-attr]
    for number, listener in enumerate(listeners):
        expected, seat = [], 0
        for event in events:
            seat = event.seats.index(number) if isinstance(event, HandBegan) else seat
            expected.append(seen(event, seat, shows).as_dict())
        assert listener.events == expected


@for_every_book
def test_a_question_has_the_view_of_the_seat_and_its_legal_actions_and_is_enough_to_choose(rules: str) -> None:
    """A built-in player that knows only the JSON chooses what it chooses from the view."""
    book = named(rules)
    chooser = player("normal", book)
    listeners, _, _ = play(rules, 6, 2)
    asks = [one for listener in listeners for one in listener.asks]
    assert len(asks) > 50
    for view, ask in asks:
        assert ask["view"] == view_json(view)
        assert ask["legal"] == list(view.legal)
        assert set(ask) == {"t", "game", "id", "deal", "from", "events", "round", "view", "legal", "seconds"}
    for view, ask in asks[::7]:
        cells = observation_of({"view": ask["view"], "round": ask["round"]}, book)
        assert cells[:16] == view.observation[:16]
        assert chooser.choose(replace(view, observation=cells)) == chooser.choose(view)


def test_a_match_with_waiting_players_is_the_one_of_players_that_choose_at_once() -> None:
    book = named("guobiao")
    settings = program_match(book, 3)
    make = [player(name, book, 3) for name in ("normal", "easy", "random", "swift")]
    again = [BuiltIn(player(name, book, 3)) for name in ("normal", "easy", "random", "swift")]
    found = asyncio.run(play_match(book, settings, again, lambda number: secret_for(9, number)))
    assert found == plain_match(make, book, 9, settings)
    assert isinstance(found, MatchResult)


def test_after_a_move_was_taken_back_the_events_begin_again_where_they_differ() -> None:
    _, events, _ = play("lingque28", 7, 1)
    began = next(event for event in events if isinstance(event, HandBegan))
    batches = [[events[0], events[1], events[2]], [events[3]], [events[4]], [events[5]]]
    feed = SeatFeed(2)
    assert feed.news(DealSoFar(began, batches, True))["from"] == 0
    other = [*batches[:2], [events[5]]]
    news = feed.news(DealSoFar(began, other, True))
    seat = began.seats.index(2)
    assert news == {"deal": 1, "from": 4, "events": [seen(events[5], seat, True).as_dict()]}
    assert feed.news(DealSoFar(began, other, True))["events"] == []
    feed.forget()
    assert feed.news(DealSoFar(began, other, True))["from"] == 0


def test_without_an_answer_a_seat_passes_or_discards_what_it_has_drawn() -> None:
    listeners, _, _ = play("woodshole", 8, 3, ("random",) * 4)
    found = set()
    for view, _ in (one for listener in listeners for one in listener.asks):
        action = substitute(view)
        assert action in view.legal
        if PASS in view.legal:
            assert action == PASS
            found.add("pass")
        elif view.drawn is not None and view.drawn in view.legal:
            assert action == view.drawn
            found.add("drawn")
        else:
            assert action < 42
            found.add("other")
    assert {"pass", "drawn"} <= found


def test_a_game_is_described_by_its_rules_its_players_and_the_place_of_the_bot() -> None:
    book = named("guobiao")
    header = Header(book, NAMES, program_match(book, 4))
    assert game_message("g", "sandbox", header, 2) == {
        "t": "game",
        "game": "g",
        "kind": "sandbox",
        "rules": "guobiao",
        "overlay": None,
        "match": {"tiles": 144, "rounds": 1, "hands": 4, "flowers_at_once": True},
        "players": ["a", "b", "c", "d"],
        "player": 2,
    }
