"""A game and its journal. Every change is an entry, which is stored before anybody is sent anything; the entries restore the game.

The events of an entry are those of the record; restoring uses the same engine as replaying a record. An entry adds what a record cannot
have before a deal is over (the seed, answers to a discard that is still on offer) or at all (choices that were taken back).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from quepu.engine import Header, MatchInPlay, RecordWriter, Secret
from quepu.engine.events import Event, FourHashes, HandBegan, Hash, Number, read_event
from quepu.engine.record import COMMITTED
from quepu.engine.replay import Choice, redo
from quepu.engine.shuffle import NonceCommitments, nonce_from_seed
from quepu.errors import QuepuError

Entry = dict[str, Any]


# Events that are sent to viewers but are not part of a record.


@dataclass(frozen=True, slots=True)
class Committed(Event):
    """The server has chosen the seed of the next deal, after players had committed to their nonces, here by their seats in that deal."""

    t = "commit"
    hand: Number
    commitment: Hash
    nonce_commitments: FourHashes = None


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """A player has taken back their last choice."""

    t = "back"
    player: Number


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The players have agreed to end the game early."""

    t = "ended"


class Game(MatchInPlay):
    """A match in play, with its updates and its journal. Each method that changes it returns the entry to be stored."""

    def __init__(self, header: Header) -> None:
        super().__init__(header.book, header.settings, holds=True)
        self.header = header
        self.n = 0
        """The number of the last update."""
        self.updates: list[tuple[int, list[Event]]] = []
        """The updates since the last deal, with their numbers."""
        self.batches: list[list[Event]] = []
        """The events of the deal in play or the last one, by action, without choices that were taken back."""
        self.by: list[list[int]] = []
        """For each batch: the seats of the people who chose it."""
        self.seed: bytes | None = None
        """The seed of the deal in play, or of the next one once the server has committed to it."""
        self.committed: dict[int, bytes] = {}
        """By player: commitments to the nonces of the next deal whose seed is not chosen yet."""
        self.nonce_commitments: NonceCommitments | None = None
        """By seat, for the deal whose seed is chosen; None if nobody committed to a nonce."""
        self.opened: dict[int, bytes] = {}
        """By player: the nonces of that deal, before it begins."""
        self.nonces: tuple[bytes, ...] = ()
        self.answers: dict[int, int] = {}
        """By seat: answers to the tile on offer that are not carried out yet."""
        self.began: HandBegan | None = None
        """The first event of the deal in play or the last one."""
        self.ended = False
        """The players have agreed to end it early."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The players at 東南西北 of the latest deal; before the first, of the first."""
        return self.began.seats if self.began is not None else self.match.seats

    @property
    def over(self) -> bool:
        return super().over or self.ended

    @property
    def deals_played(self) -> int:
        return self.match.number - 1

    @property
    def commitment(self) -> bytes:
        assert self.seed is not None
        return Secret(self.seed, (bytes(16),) * 4).commitment

    @property
    def next_to_commit(self) -> int:
        """The number of the deal whose nonces players can commit to now: the first whose seed is not chosen."""
        return self.match.number + (self.seed is not None)

    def nonce_commitment_of(self, player: int) -> bytes | None:
        """A player's commitment for the deal whose seed is chosen."""
        return None if self.nonce_commitments is None else self.nonce_commitments[self.match.seats.index(player)]

    # Changes.

    def commit_nonce(self, player: int, commitment: bytes) -> Entry:
        """Keep a player's commitment to the nonce of the deal ``next_to_commit``."""
        self.committed[player] = commitment
        return {"e": "commit_nonce", "player": player, "commitment": commitment.hex()}

    def commit(self, seed: bytes) -> Entry:
        """Choose the seed of the next deal. From now on its nonces can be opened, and nobody can commit to another."""
        self.seed = seed
        by_seat = tuple(map(self.committed.get, self.match.seats))
        self.nonce_commitments = by_seat if any(by_seat) else None
        self.committed, self.opened = {}, {}
        self._add_update([Committed(self.match.number, self.commitment, self.nonce_commitments)])
        return {"e": "commit", "seed": seed.hex()}

    def open_nonce(self, player: int, nonce: bytes) -> Entry:
        """Keep a nonce that its player has opened. The caller has checked it against its commitment."""
        self.opened[player] = nonce
        return {"e": "open_nonce", "player": player, "nonce": nonce.hex()}

    def seat_nonces(self) -> list[bytes]:
        """The nonces of the next deal by seat: opened by their players, or derived from the seed."""
        assert self.seed is not None
        return [self.opened.get(player) or nonce_from_seed(self.seed, seat) for seat, player in enumerate(self.match.seats)]

    def start_deal(self, nonces: Sequence[bytes]) -> Entry:
        """Begin the next deal, with the nonces of its seats."""
        self.nonces = tuple(nonces)
        self.opened = {}
        self.updates = []
        self.batches, self.by = [], []
        return {"e": "deal", "nonces": [nonce.hex() for nonce in nonces], "events": self._add_batch(self._begin(), [])}

    def _begin(self) -> list[Event]:
        assert self.seed is not None
        first, second, third, fourth = self.nonces
        events = self.begin(Secret(self.seed, (first, second, third, fourth), nonce_commitments=self.nonce_commitments))
        began = events[0]
        assert isinstance(began, HandBegan)
        self.began = began
        return events

    def answer(self, seat: int, action: int) -> Entry:
        """Keep an answer to the tile on offer."""
        self.answers[seat] = action
        return {"e": "answer", "seat": seat, "action": action}

    def act(self, choices: Sequence[Choice], by: list[int]) -> Entry:
        """Apply the choices of all seats that must act; ``by`` are those of people. Without choices, go on where the deal is held. An
        illegal choice raises IllegalAction: if it is the only one, nothing has changed; the caller has checked several."""
        events: list[Event] = []
        for seat, action, from_hand in choices:
            events += self.apply(seat, action, from_hand)
        return {"e": "act", "by": by, "events": self._add_batch(events if choices else self.release(), by)}

    def _add_batch(self, events: list[Event], by: list[int]) -> list[dict[str, Any]]:
        self.batches.append(events)
        self.by.append(by)
        self.answers = {}
        if self.deal is None:
            self.seed = None
        self._add_update(events)
        return [event.as_dict() for event in events]

    def _add_update(self, events: list[Event]) -> None:
        self.n += 1
        self.updates.append((self.n, events))

    def take_back(self, player: int, keep: int) -> Entry:
        """Undo everything in the deal after its first ``keep`` batches."""
        assert self.deal is not None, "a deal that is over stays as it is"
        self.batches, self.by = self.batches[:keep], self.by[:keep]
        self.abandon()
        self._begin()
        for events in self.batches[1:]:
            redo(self, events[0] if events else None)
        self.answers = {}
        self._add_update([TakenBack(player)])
        return {"e": "back", "player": player, "keep": keep}

    def end(self) -> Entry:
        """End the match after the deals that have been played."""
        self.ended = True
        self._add_update([Ended()])
        return {"e": "end"}

    # Restoring from the journal.

    def apply_entry(self, entry: Entry) -> None:
        """Repeat the change of an entry. The engine must give what was stored, or QuepuError is raised."""
        kind = entry["e"]
        if kind == "commit":
            again = self.commit(bytes.fromhex(entry["seed"]))
        elif kind == "commit_nonce":
            again = self.commit_nonce(entry["player"], bytes.fromhex(entry["commitment"]))
        elif kind == "open_nonce":
            again = self.open_nonce(entry["player"], bytes.fromhex(entry["nonce"]))
        elif kind == "deal":
            again = self.start_deal([bytes.fromhex(nonce) for nonce in entry["nonces"]])
        elif kind == "answer":
            again = self.answer(entry["seat"], entry["action"])
        elif kind == "act":
            first = read_event(entry["events"][0]) if entry["events"] else None
            again = {"e": "act", "events": self._add_batch(redo(self, first), entry["by"])}
        elif kind == "back":
            again = self.take_back(entry["player"], entry["keep"])
        else:
            again = self.end()
        if any(entry.get(key) != value for key, value in again.items()):
            raise QuepuError("journal_differs", number=self.n)

    def follow(self, event: Event) -> list[Entry]:
        """Apply the action that led to an event of a record; drawing the last tile may be a choice of its own before it."""
        entries: list[Entry] = []
        while len(entries) < 2 and not (entries and entries[-1]["events"]):
            entries.append({"e": "act", "by": [], "events": self._add_batch(redo(self, event), [])})
        return entries

    @classmethod
    def restore(cls, header: Header, entries: Iterable[Entry]) -> Game:
        game = cls(header)
        for entry in entries:
            game.apply_entry(entry)
        return game


def record_of(header: Header, entries: Iterable[Entry]) -> bytes | None:
    """The record of a game that is over; None if no deal of it was finished."""
    deals: list[list[list[dict[str, Any]]]] = []
    ended = False
    for entry in entries:
        if entry["e"] == "deal":
            deals.append([entry["events"]])
        elif entry["e"] == "act":
            deals[-1].append(entry["events"])
        elif entry["e"] == "back":
            del deals[-1][entry["keep"] :]
        ended = ended or entry["e"] == "end"
    flat = [[event for batch in deal for event in batch] for deal in deals]
    finished = [deal for deal in flat if deal[-1]["t"] == "reveal"]
    if not finished:
        return None
    if ended:
        header = replace(header, settings=replace(header.settings, hands=len(finished)))
    if any("nonce_commitments" in deal[0] for deal in finished):
        header = replace(header, version=COMMITTED)
    stream = BytesIO()
    writer = RecordWriter(stream, header)
    for event in (event for deal in finished for event in deal):
        writer.write(read_event(event))
    writer.finish()
    return stream.getvalue()
