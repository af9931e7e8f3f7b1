"""Replays: a record step by step, and a game that continues from one of its steps."""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Lock
from typing import Any, cast

from quepu.engine import Header
from quepu.engine.events import Event, HandBegan, Paid, Revealed, Won
from quepu.engine.record import RecordLines, read_record
from quepu.engine.replay import replay_batches
from quepu.errors import QuepuError
from quepu.notation import read
from quepu.rules.settlement import Payment
from quepu.score import Score
from quepu.server.http import to_json
from quepu.server.play.game import Entry, Game
from quepu.server.play.schemas import GameStep, PaymentJson, StepsAnswer
from quepu.server.play.serialize import deal_dict, events_dicts, view_dict
from quepu.server.play.settings import RoomSettings
from quepu.server.schemas import ExplainedWin

StepsKey = tuple[str, int, int | None, str]
"""The game, the number of the deal, the player or None, the language."""


def summary(record: bytes) -> dict[str, Any]:
    """The header of a record, and how it ended."""
    read = read_record(record)
    paid = [event for event in read.events if isinstance(event, Paid)]
    return {"header": read.header.as_dict(), "scores": list(paid[-1].scores), "hands": len(paid)}


def steps(game: str, record: bytes, number: int, player: int | None, lang: str, check: Callable[[], None] = lambda: None) -> StepsAnswer:
    """A deal of a record, step by step, as a player saw it, or with all hands open. ``check`` is called between steps, and may raise."""
    header = RecordLines(record).header()
    found: list[GameStep] = []
    began: HandBegan | None = None
    score = None
    paid: tuple[Payment, ...] = ()
    scores = [0, 0, 0, 0]
    for batch in replay_batches(record, holds=True):
        check()
        events, deal = [step.event for step in batch], batch[0].game.latest
        assert deal is not None
        if isinstance(events[0], HandBegan):
            if began is not None:
                break
            if events[0].number == number:
                began = events[0]
        scores = _scores(events, scores)
        if began is not None:
            seat = None if player is None else began.seats.index(player)
            found.append(
                {
                    "step": len(found),
                    "events": events_dicts(events, deal, seat, player is None),
                    "view": view_dict(deal, seat, player is None),
                    "scores": scores,
                }
            )
            score = explained(events, header, lang) or score
            paid = deal.payments()
    if began is None:
        raise QuepuError("not_found", text=f"hand {number}")
    return {
        "game": game,
        "hand": deal_dict(began),
        "hands": count_deals(record),
        "players": list(header.players),
        "steps": found,
        "score": score,
        "payments": payments_list(paid),
    }


class StepsCache:
    """The last answers, compressed: many people look at the same game. A record changes only if the account of a player is deleted."""

    MAX_BYTES = 16 * 2**20
    MAX_SECONDS = 600.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._packed: OrderedDict[StepsKey, tuple[bytes, float]] = OrderedDict()
        """The answers, and when they were made."""
        self._size = 0
        self._lock = Lock()

    def get(self, key: StepsKey) -> bytes | None:
        with self._lock:
            packed, made = self._packed.get(key, (None, 0.0))
            if packed is not None and self._clock() > made + self.MAX_SECONDS:
                del self._packed[key]
                self._size -= len(packed)
                return None
            if packed is not None:
                self._packed.move_to_end(key)
            return packed

    def make(self, key: StepsKey, record: bytes, check: Callable[[], None] = lambda: None) -> bytes:
        """Compute the steps, unless another thread has in the meantime."""
        found = self.get(key)
        if found is not None:
            return found
        game, number, player, lang = key
        packed = gzip.compress(to_json(steps(game, record, number, player, lang, check)), 6)
        with self._lock:
            self._size += len(packed) - len(self._packed.pop(key, (b"", 0.0))[0])
            self._packed[key] = packed, self._clock()
            while self._size > self.MAX_BYTES:
                self._size -= len(self._packed.popitem(last=False)[1][0])
        return packed


def count_deals(record: bytes) -> int:
    """The number of deals in a record that is complete."""
    return record.count(b'\n{"t":"reveal",')


def _scores(events: list[Event], before: list[int]) -> list[int]:
    return next((list(event.scores) for event in events if isinstance(event, Paid)), before)


def payments_list(payments: tuple[Payment, ...]) -> list[PaymentJson]:
    """Who pays what and why, as JSON."""
    return [cast(PaymentJson, payment.as_dict()) for payment in payments]


def explained(events: list[Event], header: Header, lang: str) -> ExplainedWin | None:
    """The score of the win among these events, explained."""
    for event in events:
        if isinstance(event, Won):
            return cast(ExplainedWin, Score(*read(event.hand), header.book).as_dict(True, lang))
    return None


Continuation = tuple[RoomSettings, Game, list[Entry]]
"""A room, a game in it, and its journal."""


def continuation(record: bytes, number: int, step: int, bots: str, check: Callable[[], None] = lambda: None) -> Continuation:
    """A room, a game that has reached a step of a deal, and its journal. It ends with that deal. ``check`` is called between steps, and
    may raise."""
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
            entries += [game.commit(secret.seed), game.start_deal(secret.nonces)]
        else:
            at += 1
            entries += game.follow(event)
        if game.match.number == number and at == step:
            break
    if game.over:
        raise QuepuError("hand_over")
    rules = header.as_dict()
    settings = RoomSettings(
        rules=rules["rules"], overlay=rules["overlay"], match=match, clock=None, bots=bots, private=True, casual=True, open_hands=False
    )
    return settings, game, entries


def journal_size(entries: list[Entry], limit: int) -> int:
    """The stored size of these entries in bytes. Raises QuepuError if it is more than ``limit``."""
    size = sum(len(to_json(entry)) for entry in entries)
    if size > limit:
        raise QuepuError("too_large", option="the journal of this game", limit=limit)
    return size


def first_events(record: bytes) -> Iterator[Event]:
    """The first event of every step of a record."""
    for batch in replay_batches(record, holds=True):
        yield batch[0].event
