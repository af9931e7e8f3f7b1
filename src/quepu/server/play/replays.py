"""Replays: a record step by step, and a game that goes on from a moment of it."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Lock
from typing import Any

from quepu.engine import Header, MatchInPlay
from quepu.engine.events import Event, HandBegan, Paid, Revealed, Won
from quepu.engine.record import RecordLines, read_record
from quepu.engine.replay import replay_batches
from quepu.errors import QuepuError
from quepu.notation import read
from quepu.score import Score
from quepu.server.http import to_json
from quepu.server.play.game import Entry, Game
from quepu.server.play.settings import RoomSettings
from quepu.server.play.shown import events_dicts, hand_dict, view_dict

Wanted = tuple[str, int, int | None, str]
"""Steps: the game, the hand's number, the player or None, the language."""


def summary(record: bytes) -> dict[str, Any]:
    """Of a record that was read: its header, and how it ended."""
    read = read_record(record)
    paid = [event for event in read.events if isinstance(event, Paid)]
    return {"header": read.header.as_dict(), "scores": list(paid[-1].scores), "hands": len(paid)}


def steps(record: bytes, number: int, player: int | None, lang: str, check: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """A hand of a record, step by step, as a player saw it, or with all hands open. ``check`` is called between steps, and may raise."""
    header = RecordLines(record).header()
    found: list[dict[str, Any]] = []
    began: HandBegan | None = None
    score = None
    scores = [0, 0, 0, 0]
    for batch in replay_batches(record, holds=True):
        check()
        events, game = [step.event for step in batch], batch[0].game
        if isinstance(events[0], HandBegan):
            if began is not None:
                break
            if events[0].number == number:
                began = events[0]
        scores = _scores(events, scores)
        if began is not None:
            found.append({**_step(len(found), events, game, began, player), "scores": scores})
            score = explained(events, header, lang) or score
    if began is None:
        raise QuepuError("not_found", text=f"hand {number}")
    return {"hand": hand_dict(began), "hands": _hands(record), "players": list(header.players), "steps": found, "score": score}


class KeptSteps:
    """The answers that were asked for last, packed: many people look at the same game. A record that is finished never changes."""

    MOST = 16 * 2**20

    def __init__(self) -> None:
        self._packed: OrderedDict[Wanted, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, wanted: Wanted) -> bytes | None:
        with self._lock:
            if wanted in self._packed:
                self._packed.move_to_end(wanted)
            return self._packed.get(wanted)

    def make(self, wanted: Wanted, record: bytes, check: Callable[[], None] = lambda: None) -> bytes:
        """Work it out, if nobody else has meanwhile."""
        found = self.get(wanted)
        if found is not None:
            return found
        game, number, player, lang = wanted
        packed = gzip.compress(to_json({"game": game, **steps(record, number, player, lang, check)}), 6)
        with self._lock:
            self._packed[wanted] = packed
            self._size += len(packed)
            while self._size > self.MOST:
                self._size -= len(self._packed.popitem(last=False)[1])
        return packed


def _hands(record: bytes) -> int:
    return record.count(b'\n{"t":"reveal",')


def _step(at: int, events: list[Event], game: MatchInPlay, began: HandBegan, player: int | None) -> dict[str, Any]:
    hand = game.latest
    assert hand is not None
    seat = None if player is None else began.seats.index(player)
    return {"step": at, "events": events_dicts(events, hand, seat, player is None), "view": view_dict(hand, seat, player is None)}


def _scores(events: list[Event], before: list[int]) -> list[int]:
    return next((list(event.scores) for event in events if isinstance(event, Paid)), before)


def explained(events: list[Event], header: Header, lang: str) -> dict[str, Any] | None:
    """The win among these events, with its reasons."""
    for event in events:
        if isinstance(event, Won):
            return Score(*read(event.hand), header.book).as_dict(True, lang)
    return None


Begun = tuple[RoomSettings, Game, list[Entry]]
"""A room, a game in it, and its journal."""


def continuation(record: bytes, number: int, step: int, bots: str, check: Callable[[], None] = lambda: None) -> Begun:
    """A room, a game that has come as far as a step of a hand, and its journal. It ends with that hand. ``check`` is called between steps,
    and may raise."""
    header = RecordLines(record).header()
    match = replace(header.settings, hands=number)
    game = Game(replace(header, settings=match))
    at = 0
    secrets = [event for event in read_record(record).events if isinstance(event, Revealed)]
    if not 1 <= number <= len(secrets):
        raise QuepuError("not_found", text=f"hand {number}")
    entries: list[Entry] = []
    for event in first_events(record):
        check()
        if game.over:
            break
        if isinstance(event, HandBegan):
            at = 0
            secret = secrets[event.number - 1]
            given = zip(event.seats, event.nonce_commitments or (), strict=False)
            entries += [game.commit_nonce(player, one) for player, one in given if one is not None]
            entries += [game.commit(secret.seed), game.deal(secret.nonces)]
        else:
            at += 1
            entries += game.follow(event)
        if game.play.match.number == number and at == step:
            break
    if game.over:
        raise QuepuError("hand_over")
    rules = header.as_dict()
    settings = RoomSettings(
        rules=rules["rules"], overlay=rules["overlay"], match=match, clock=None, bots=bots, private=True, casual=True, open_hands=False
    )
    return settings, game, entries


def journal_size(entries: list[Entry], limit: int) -> int:
    """How many bytes are stored for these entries. Raises QuepuError if they are more than ``limit``."""
    size = sum(len(to_json(entry)) for entry in entries)
    if size > limit:
        raise QuepuError("too_large", option="the journal of this game", limit=limit)
    return size


def first_events(record: bytes) -> Iterator[Event]:
    """The first event of every step of a record."""
    for batch in replay_batches(record, holds=True):
        yield batch[0].event
