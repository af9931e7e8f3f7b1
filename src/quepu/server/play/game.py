"""A game and its journal: every change is an entry that is stored before anybody is told, and the entries give the game back.

The events of an entry are those of the record; doing them again goes through the same engine as replaying a record. What an entry adds is
what a record cannot have before a hand is over (the seed, answers to a discard that is still on offer) or at all (moves taken back).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from quepu.engine import Deal, Header, MatchInPlay, RecordWriter, Secret
from quepu.engine.events import Event, FourHashes, HandBegan, Hash, Number, read_event
from quepu.engine.record import COMMITTED
from quepu.engine.replay import Choice, redo
from quepu.engine.shuffle import NonceCommitments, nonce_from_seed
from quepu.errors import QuepuError

Entry = dict[str, Any]


# What is told besides the events of a record.


@dataclass(frozen=True, slots=True)
class Committed(Event):
    """The table has chosen the seed of the next hand, after players had committed to their nonces, here by their seats in that hand."""

    t = "commit"
    hand: Number
    commitment: Hash
    nonce_commitments: FourHashes = None


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """A player has taken his last choice back."""

    t = "back"
    player: Number


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The players have ended the game before its time."""

    t = "ended"


class Game:
    """A match in play. Each method that changes it returns the entry to be stored."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.play = MatchInPlay(header.book, header.settings, holds=True)
        self.n = 0
        """How many updates all have been told."""
        self.told: list[tuple[int, list[Event]]] = []
        """These updates, since the last deal."""
        self.batches: list[list[Event]] = []
        """What has happened in the hand in play or the last one, without moves that were taken back."""
        self.by: list[list[int]] = []
        """For each batch: the seats of the people who chose it."""
        self.seed: bytes | None = None
        """Of the hand in play, or of the next if the table has committed itself."""
        self.committed: dict[int, bytes] = {}
        """By player: commitments to the nonces of the hand for which the table has not chosen its seed yet."""
        self.nonce_commitments: NonceCommitments | None = None
        """By seat, of the hand for which it has; None where nobody had committed to a nonce."""
        self.opened: dict[int, bytes] = {}
        """By player: the nonces of that hand, before it is dealt."""
        self.nonces: tuple[bytes, ...] = ()
        self.answers: dict[int, int] = {}
        """By seat: answers to what is on offer, not carried out yet."""
        self.began: HandBegan | None = None
        """How the hand in play or the last one began."""
        self.ended = False
        """By consent, before its time."""

    @property
    def hand(self) -> Deal | None:
        """The hand in play."""
        return self.play.hand

    @property
    def latest(self) -> Deal | None:
        """The hand in play, or the last one."""
        return self.play.latest

    @property
    def seats(self) -> tuple[int, ...]:
        """The players at 東南西北 of the latest hand; before the first, of the first."""
        return self.began.seats if self.began is not None else self.play.match.seats

    @property
    def over(self) -> bool:
        return self.play.over or self.ended

    @property
    def hands_played(self) -> int:
        return self.play.match.number - 1

    @property
    def commitment(self) -> bytes:
        assert self.seed is not None
        return Secret(self.seed, (bytes(16),) * 4).commitment

    @property
    def next_to_commit(self) -> int:
        """The number of the hand whose nonces players can commit to now: the first for which the table has not chosen its seed."""
        return self.play.match.number + (self.seed is not None)

    def nonce_commitment_of(self, player: int) -> bytes | None:
        """What a player has committed to for the hand whose seed is chosen."""
        return None if self.nonce_commitments is None else self.nonce_commitments[self.play.match.seats.index(player)]

    # What changes it.

    def commit_nonce(self, player: int, commitment: bytes) -> Entry:
        """Keep a player's commitment to the nonce of the hand ``next_to_commit``."""
        self.committed[player] = commitment
        return {"e": "commit_nonce", "player": player, "commitment": commitment.hex()}

    def commit(self, seed: bytes) -> Entry:
        """Choose the seed of the next hand. From now on its nonces can be opened, and nobody can commit to another."""
        self.seed = seed
        by_seat = tuple(map(self.committed.get, self.play.match.seats))
        self.nonce_commitments = by_seat if any(by_seat) else None
        self.committed, self.opened = {}, {}
        self._tell([Committed(self.play.match.number, self.commitment, self.nonce_commitments)])
        return {"e": "commit", "seed": seed.hex()}

    def open_nonce(self, player: int, nonce: bytes) -> Entry:
        """Keep a nonce that its player has opened. It has been checked against its commitment."""
        self.opened[player] = nonce
        return {"e": "open_nonce", "player": player, "nonce": nonce.hex()}

    def seat_nonces(self) -> list[bytes]:
        """The nonces of the next hand by seat: opened by their players, or following from the seed."""
        assert self.seed is not None
        return [self.opened.get(player) or nonce_from_seed(self.seed, seat) for seat, player in enumerate(self.play.match.seats)]

    def deal(self, nonces: Sequence[bytes]) -> Entry:
        """Begin the next hand, with the nonces of its seats."""
        self.nonces = tuple(nonces)
        self.opened = {}
        self.told = []
        self.batches, self.by = [], []
        return {"e": "deal", "nonces": [nonce.hex() for nonce in nonces], "events": self._done(self._deal(), [])}

    def _deal(self) -> list[Event]:
        assert self.seed is not None
        first, second, third, fourth = self.nonces
        events = self.play.begin(Secret(self.seed, (first, second, third, fourth), nonce_commitments=self.nonce_commitments))
        began = events[0]
        assert isinstance(began, HandBegan)
        self.began = began
        return events

    def answer(self, seat: int, action: int) -> Entry:
        """Keep an answer to what is on offer."""
        self.answers[seat] = action
        return {"e": "answer", "seat": seat, "action": action}

    def act(self, choices: Sequence[Choice], by: list[int]) -> Entry:
        """Carry out what all who are asked have chosen, some of them people; without choices, go on where the table holds. A choice that is
        not legal raises IllegalAction; if it is the only one nothing has changed, and several have been checked before they come here."""
        events: list[Event] = []
        for seat, action, from_hand in choices:
            events += self.play.apply(seat, action, from_hand)
        return {"e": "act", "by": by, "events": self._done(events if choices else self.play.release(), by)}

    def _done(self, events: list[Event], by: list[int]) -> list[dict[str, Any]]:
        self.batches.append(events)
        self.by.append(by)
        self.answers = {}
        if self.hand is None:
            self.seed = None
        self._tell(events)
        return [event.as_dict() for event in events]

    def _tell(self, events: list[Event]) -> None:
        self.n += 1
        self.told.append((self.n, events))

    def take_back(self, player: int, keep: int) -> Entry:
        """Undo all that has happened in the hand but the first so many batches."""
        assert self.hand is not None, "a hand that is over stays as it is"
        self.batches, self.by = self.batches[:keep], self.by[:keep]
        self.play.hand = None  # as if it had not been dealt
        self._deal()
        for events in self.batches[1:]:
            redo(self.play, events[0] if events else None)
        self.answers = {}
        self._tell([TakenBack(player)])
        return {"e": "back", "player": player, "keep": keep}

    def end(self) -> Entry:
        """End the match after the hands that have been played."""
        self.ended = True
        self._tell([Ended()])
        return {"e": "end"}

    # And back from the journal.

    def do_again(self, entry: Entry) -> None:
        """Do what an entry tells. What the engine says must be what was stored."""
        kind = entry["e"]
        if kind == "commit":
            again = self.commit(bytes.fromhex(entry["seed"]))
        elif kind == "commit_nonce":
            again = self.commit_nonce(entry["player"], bytes.fromhex(entry["commitment"]))
        elif kind == "open_nonce":
            again = self.open_nonce(entry["player"], bytes.fromhex(entry["nonce"]))
        elif kind == "deal":
            again = self.deal([bytes.fromhex(nonce) for nonce in entry["nonces"]])
        elif kind == "answer":
            again = self.answer(entry["seat"], entry["action"])
        elif kind == "act":
            first = read_event(entry["events"][0]) if entry["events"] else None
            again = {"e": "act", "events": self._done(redo(self.play, first), entry["by"])}
        elif kind == "back":
            again = self.take_back(entry["player"], entry["keep"])
        else:
            again = self.end()
        if any(entry.get(key) != value for key, value in again.items()):
            raise QuepuError("journal_differs", number=self.n)

    def follow(self, event: Event) -> list[Entry]:
        """Do what led to an event of a record; whether the last tile is drawn may be a choice of its own before it."""
        entries: list[Entry] = []
        while len(entries) < 2 and not (entries and entries[-1]["events"]):
            entries.append({"e": "act", "by": [], "events": self._done(redo(self.play, event), [])})
        return entries

    @classmethod
    def restore(cls, header: Header, entries: Iterable[Entry]) -> Game:
        game = cls(header)
        for entry in entries:
            game.do_again(entry)
        return game


def record_of(header: Header, entries: Iterable[Entry]) -> bytes | None:
    """The record of a game that is over; None if not one hand of it was finished."""
    hands: list[list[list[dict[str, Any]]]] = []
    ended = False
    for entry in entries:
        if entry["e"] == "deal":
            hands.append([entry["events"]])
        elif entry["e"] == "act":
            hands[-1].append(entry["events"])
        elif entry["e"] == "back":
            del hands[-1][entry["keep"] :]
        ended = ended or entry["e"] == "end"
    flat = [[event for batch in hand for event in batch] for hand in hands]
    finished = [hand for hand in flat if hand[-1]["t"] == "reveal"]
    if not finished:
        return None
    if ended:
        header = replace(header, settings=replace(header.settings, hands=len(finished)))
    if any("nonce_commitments" in hand[0] for hand in finished):
        header = replace(header, version=COMMITTED)
    stream = BytesIO()
    writer = RecordWriter(stream, header)
    for event in (event for hand in finished for event in hand):
        writer.write(read_event(event))
    writer.finish()
    return stream.getvalue()
