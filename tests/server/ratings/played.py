"""Games that were played by accounts and bots, with their results, in a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.engine import Connection

from quepu.engine import Header
from quepu.players import player as make_player
from quepu.server.play import store_rows as rows
from quepu.server.play.game import record_of
from quepu.server.play.settings import Pace
from quepu.server.play.store_rows import Write
from quepu.server.play.store_tables import accounts
from quepu.server.play.timing import READY
from quepu.server.ratings.results import GameResult, result_of
from tests.server.play.driver import Driver, settings, view_of

RATED: dict[str, Any] = {"private": False, "casual": False, "hints": False, "hands": 4}
"""The settings of a room whose games are rated."""


def add_account(connection: Connection, id: str, name: str) -> None:
    values = {"id": id, "name": name, "name_key": name.casefold(), "password": "", "is_operator": False, "created": 1.0, "seen": 1.0}
    connection.execute(accounts.insert().values(**values))


class PlayedGame:
    """A game by a driver. ``people``: the accounts of those who play, None for a guest; bots have the other seats."""

    def __init__(self, people: Sequence[str | None], seed: int = 1, pace: float = 0, **others: Any) -> None:
        self.driver = Driver(settings(**{**RATED, "bots": "swift", **others}), people=0, seed=seed, pace=Pace().scaled(pace))
        for number, account in enumerate(people):
            again = account in people[:number]  # an account joins once, but a guest can sign in later
            room, now = self.driver.room, self.driver.now
            room.join(account or f"guest {number}", f"hash {seed} {number}", now, None if again else account)
            if again and account is not None:
                room.claim(number, account, account)
            self.driver.log[number] = []
        self._chooser = make_player("swift", self.driver.room.settings.book)
        self.driver.start()

    def play(self, until: Callable[[Driver], bool] = lambda driver: driver.room.phase == "over") -> PlayedGame:
        """Play on, until something has come true. People play as well as a bot does."""
        driver = self.driver
        while not until(driver) and driver.room.phase == "playing":
            people = driver.prompted()
            if not people:
                driver.advance()
            elif driver.session.decision.phase == READY:
                driver.answer(people[0])
            else:
                driver.answer(people[0], self._chooser.choose(view_of(driver, people[0])))
        return self

    @property
    def id(self) -> str:
        return self.driver.session.id

    @property
    def header(self) -> Header:
        return self.driver.session.game.header

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [write.values["body"] for write in self.driver.writes if write.kind == "entry"]

    @property
    def record(self) -> bytes:
        record = record_of(self.header, self.entries)
        assert record is not None
        return record

    @property
    def result(self) -> GameResult:
        return result_of(self.record, self.entries, [player.member for player in self.driver.session.players])

    def store(self, connection: Connection, room: str) -> str:
        """Store all of it, in a room of this id."""
        self.driver.settle()
        stored = {"id": room, "settings": {**self.driver.room.settings.as_dict(), "invite": None}}
        rows.write(connection, Write("room", stored))
        for write in self.driver.writes:
            changed = {**write.values, **({"room": room} if "room" in write.values else {})}
            rows.write(connection, Write(write.kind, changed))
        game = self.driver.session.game
        done = {"id": self.id, "room": room, "scores": game.match.scores, "hands": game.deals_played}
        rows.write(connection, Write("finish", {**done, "record": self.record, "result": self.result}))
        return self.id
