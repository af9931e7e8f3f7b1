"""The ladder: games among connected bots that want them, with built-in players in the seats that are left. Their results are rated."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from quepu.bot_protocol.match import Participant, program_match
from quepu.club.sheet import ranks
from quepu.engine import Header
from quepu.engine.shuffle import Secret, nonce_from_seed
from quepu.errors import QuepuError
from quepu.players import LEVELS, distinct_names
from quepu.rules import BOOKS, named
from quepu.server.bots.hub import BotConnection, BotHub
from quepu.server.bots.tables import BotTables
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import LADDER
from quepu.server.cluster.roles import Role
from quepu.server.play.ids import new_id
from quepu.server.play.room_task import SYSTEM
from quepu.server.play.store import Store
from quepu.server.play.store_ladder import keep_ladder_game
from quepu.server.ratings.rate import Played

LOG = logging.getLogger("quepu.server")

ROUNDS, HANDS = 2, 8
"""The length of a match: 圈, and the maximum number of deals."""
_FEWEST = 2
"""How many bots, of different owners, a game needs."""
_SEATS = 4


class Ladder:
    def __init__(self, hub: BotHub, tables: BotTables, store: Store, pause: float, cluster: Cluster) -> None:
        """``pause`` is how long a bot rests after a game, in seconds. One node arranges the games of all."""
        self.hub = hub
        self.tables = tables
        self.store = store
        self.pause = pause
        self._role = Role(cluster, LADDER)
        self._playing: set[str] = set()
        """The bots that play, or rest."""
        self._games: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Arrange games, if no other node does, until cancelled."""
        await self._role.run(self._arrange)

    async def _arrange(self) -> None:
        self.hub.changed.set()
        try:
            while True:
                await self.hub.changed.wait()
                self.hub.changed.clear()
                for rules in BOOKS:
                    while group := self._group(rules):
                        self._begin(rules, group)
        finally:
            for game in self._games:
                game.cancel()
            await asyncio.gather(*self._games, return_exceptions=True)

    def _group(self, rules: str) -> list[BotConnection]:
        """Bots for a game, at most one of each owner; none if they are too few, or the server plays enough games."""
        free = [one for one in self.hub.connected.values() if rules in one.ladder and self._is_free(one)]
        SYSTEM.shuffle(free)
        by_owner = {owner(one): one for one in free}
        group = list(by_owner.values())[:_SEATS]
        return group if len(group) >= _FEWEST else []

    def _is_free(self, found: BotConnection) -> bool:
        if found.bot.id in self._playing:
            return False
        try:
            self.tables.check_free(found)
        except QuepuError:
            return False
        return True

    def _begin(self, rules: str, group: Sequence[BotConnection]) -> None:
        self._playing |= {one.bot.id for one in group}
        game = asyncio.create_task(self._play(rules, group))
        self._games.add(game)
        game.add_done_callback(self._games.discard)

    async def _play(self, rules: str, group: Sequence[BotConnection]) -> None:
        try:
            await self._game(rules, group)
            await asyncio.sleep(self.pause)
        except Exception:  # other games go on, and these bots get another one
            LOG.exception("a game of the ladder failed")
            await asyncio.sleep(max(1.0, self.pause))
        finally:
            self._playing -= {one.bot.id for one in group}
            self.hub.changed.set()

    async def _game(self, rules: str, group: Sequence[BotConnection]) -> None:
        players: list[BotConnection | str] = [*group, *SYSTEM.choices(LEVELS, k=_SEATS - len(group))]
        SYSTEM.shuffle(players)
        book, game = named(rules), new_id(SYSTEM)
        names = distinct_names([one if isinstance(one, str) else one.bot.name for one in players])
        header = Header(book, tuple(names), program_match(book, HANDS, ROUNDS))
        try:
            seats = [self._seat(one, game, header, number) for number, one in enumerate(players)]
            result, record = await self.tables.play(header, seats, _secret)
            places = ranks(result.scores)
            left = [self.hub.is_replaced(game, number) for number in range(_SEATS)]
            who = [one if isinstance(one, str) else one.bot.id for one in players]
            played = [Played(*one) for one in zip(who, places, left, strict=True)]
            summary = {"header": header.as_dict(), "scores": list(result.scores), "hands": result.hands}
            lease = await self._role.own()
            await self.store.do(lambda connection: keep_ladder_game(connection, game, record, summary, played), lease)
            self.hub.end(game, list(result.scores), list(places))
        finally:
            self.hub.leave(game)

    def _seat(self, one: BotConnection | str, game: str, header: Header, number: int) -> Participant:
        if isinstance(one, str):
            return self.tables.built_in(one, header, SYSTEM.getrandbits(31))
        return self.tables.seat(one, game, "ladder", header, number)


def owner(found: BotConnection) -> str:
    """Who a bot belongs to: its account, or the address that it comes from. On this machine every bot has an owner of its own."""
    if found.bot.account is not None:
        return f"account {found.bot.account}"
    return f"bot {found.bot.id}" if found.is_local else f"address {found.address}"


def _secret(number: int) -> Secret:
    """A seed from the system; the nonces follow from it."""
    seed = SYSTEM.randbytes(32)
    east, south, west, north = (nonce_from_seed(seed, seat) for seat in range(4))
    return Secret(seed, (east, south, west, north))
