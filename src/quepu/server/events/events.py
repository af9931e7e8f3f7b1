"""The duplicate events of a server: what clients see of them, and their results."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from hashlib import sha256

from quepu.engine import Header
from quepu.engine.record import RecordLines
from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server.events import schemas
from quepu.server.events.comparing import EventResults, PlayedTable, compare_tables
from quepu.server.play import store_events as rows
from quepu.server.play.ids import new_id
from quepu.server.play.plan import seed_of
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import token_hash
from quepu.server.play.serialize import wind
from quepu.server.play.settings import Clock, RoomSettings, match_settings
from quepu.server.play.store_events import StoredEvent
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn

_MOST_KEPT = 50
_ROUNDS = 4


class Comparison:
    """The results of an event that is over, with the names of all players at its tables."""

    def __init__(self, results: EventResults, headers: dict[int, Header]) -> None:
        self.results = results
        self.headers = headers

    def name_at(self, table: int, player: int) -> str:
        return self.headers[table].players[player]


class Events:
    """Results never change once an event is over, so the last ones are kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: OrderedDict[str, Comparison] = OrderedDict()

    # Changes.

    async def make(self, rooms: RoomRegistry, wanted: schemas.EventRequest, account: SignedIn | None) -> schemas.MadeEvent:
        """A new event. Raises QuepuError if there is no such rule book, or if there are too many events."""
        book = named(wanted.rules)
        settings = RoomSettings(
            rules=book.id,
            overlay=None,
            match=match_settings(book, None, _ROUNDS, wanted.deals),
            clock=None if wanted.clock is None else Clock(wanted.clock.turn, wanted.clock.bank, wanted.clock.claim),
            bots=wanted.bots,
            private=True,
            casual=False,
            open_hands=False,
            hints=False,
        )
        id, key = new_id(rooms.random), secrets.token_urlsafe(24)
        values = {"id": id, "title": wanted.title, "people": wanted.people, "secret": secrets.token_hex(32)}
        owner = {"organiser": token_hash(key), "account": None if account is None else account.id}
        limit = self._settings.stored_events
        _check(await rooms.store.do(lambda connection: rows.add_event(connection, {**values, **owner}, settings, limit)))
        return {"id": id, "key": key}

    async def join(self, rooms: RoomRegistry, id: str, name: str, account: SignedIn | None) -> schemas.JoinedEvent:
        token = secrets.token_urlsafe(24)
        shown, own = (name, None) if account is None else (account.name, account.id)
        limit = self._settings.event_players
        number = await rooms.store.do(lambda connection: rows.add_player(connection, id, shown, token_hash(token), own, limit))
        if isinstance(number, QuepuError):
            raise number
        return {"number": number, "token": token}

    async def leave(self, rooms: RoomRegistry, id: str, token: str) -> None:
        _check(await rooms.store.do(lambda connection: rows.drop_player(connection, id, token_hash(token))))

    async def begin(self, rooms: RoomRegistry, id: str, key: str) -> None:
        ids = [new_id(rooms.random) for _ in range(self._settings.event_players)]
        hashed = token_hash(key)
        _check(await rooms.store.do(lambda connection: rows.begin_event(connection, id, hashed, ids, rooms.random)))

    async def end(self, rooms: RoomRegistry, id: str, key: str) -> None:
        _check(await rooms.store.do(lambda connection: rows.end_event(connection, id, token_hash(key))))

    # What is shown.

    async def find(self, rooms: RoomRegistry, id: str) -> StoredEvent:
        """Raises QuepuError if there is no such event."""
        found = await rooms.store.do(lambda connection: rows.read_event(connection, id))
        if found is None:
            raise QuepuError("not_found", text=id)
        return found

    async def tables(self, rooms: RoomRegistry, event: StoredEvent) -> list[PlayedTable]:
        """The tables of an event that is over, with their records. Raises QuepuError if it is not over."""
        if event.started is None:
            raise QuepuError("event_not_begun")
        if event.ended is None:
            raise QuepuError("event_running")
        if event.id in self._kept:
            return []
        places = {(player.room, player.member): player.number for player in event.players}
        found = await rooms.store.do(lambda connection: rows.read_tables(connection, event))
        return [
            PlayedTable(table.table, [None if member is None else places.get((table.room, member)) for member in members], record)
            for table, members, record in found
        ]

    def compare(self, event: StoredEvent, tables: list[PlayedTable]) -> Comparison:
        """The results. They are computed once; this takes milliseconds a table, so it is for a thread."""
        known = self._kept.get(event.id)
        if known is None:
            headers = {table.table: RecordLines(table.record).header() for table in tables}
            known = self._kept[event.id] = Comparison(compare_tables(tables), headers)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return known


def _check(error: QuepuError | None) -> None:
    if error is not None:
        raise error


def status_of(started: float | None, ended: float | None) -> schemas.EventStatus:
    return "open" if started is None else "running" if ended is None else "over"


def describe(event: StoredEvent, secret: str | None) -> schemas.EventAnswer:
    """An event as somebody with this secret sees it: a player's token, or the key of the organiser."""
    hashed = token_hash(secret or "")
    own = next((player for player in event.players if hmac.compare_digest(player.token, hashed)), None)
    match, is_over = event.settings.match, event.ended is not None
    seeds = [seed_of(bytes.fromhex(event.secret), deal) for deal in range(1, (match.hands or 0) + 1)]
    numbers = {table.room: table.table for table in event.tables}
    return {
        "id": event.id,
        "title": event.title,
        "rules": event.settings.rules,
        "match": {"tiles": match.tiles, "rounds": match.rounds, "hands": match.hands},
        "deals": len(seeds),
        "people": event.people,
        "bots": event.settings.bots,
        "status": status_of(event.started, event.ended),
        "created": event.created,
        "started": event.started,
        "ended": event.ended,
        "commitments": [sha256(seed).hexdigest() for seed in seeds],
        "seeds": [seed.hex() for seed in seeds] if is_over else None,
        "players": [
            {"number": one.number, "name": one.name, "player": one.account, "table": numbers.get(one.room or "")} for one in event.players
        ],
        "tables": [
            {"table": one.table, "deals": one.deals, "finished": one.finished, "game": one.game if is_over and one.finished else None}
            for one in event.tables
        ],
        "you": None if own is None else {"number": own.number, "room": own.room, "member": own.member},
        "organiser": hmac.compare_digest(event.organiser, hashed),
    }


def results_answer(event: StoredEvent, comparison: Comparison, deal: int | None) -> schemas.ResultsAnswer:
    """The standings, and if wanted what was paid in a deal at all tables."""
    names = {player.number: player.name for player in event.players}
    results = comparison.results
    found = None
    if deal is not None and deal in results.deals:
        seats: list[schemas.EventSeat] = [
            {
                "table": one.table,
                "seat": wind(one.seat),
                "number": one.number,
                "name": comparison.name_at(one.table, one.player) if one.number is None else names[one.number],
                "payment": one.payment,
                "difference": round(one.difference, 2),
            }
            for one in results.deals[deal]
        ]
        found = schemas.EventDeal(deal=deal, seats=seats)
    return {
        "standings": [
            {
                "rank": one.rank,
                "number": one.number,
                "name": names[one.number],
                "table": one.table,
                "score": one.score,
                "difference": round(one.difference, 2),
            }
            for one in results.standings
        ],
        "deal": found,
    }
