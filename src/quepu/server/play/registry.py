"""All rooms of a server: those in memory, each with its task, and through the store all others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from quepu.engine import Header
from quepu.errors import QuepuError
from quepu.players import bots_for
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import ROOM, Lease, OwnedElsewhere
from quepu.server.play.banned import Banned
from quepu.server.play.connected import ConnectedBots
from quepu.server.play.game import Entry, Game
from quepu.server.play.ids import new_id
from quepu.server.play.lobby import Listed, Lobby
from quepu.server.play.members import Member
from quepu.server.play.messages import ContinueRequest, RoomRequest
from quepu.server.play.plan import Plan
from quepu.server.play.room import Room
from quepu.server.play.room_task import SYSTEM, RoomTask, Services
from quepu.server.play.schemas import ListedRoom, OpenedAnswer
from quepu.server.play.session_player import SessionPlayer
from quepu.server.play.settings import Pace, RoomSettings
from quepu.server.play.store import Store
from quepu.server.play.store_accounts import names_of
from quepu.server.play.store_bots import deleted_among
from quepu.server.play.store_departed import DEPARTED
from quepu.server.play.store_names import REMOVED
from quepu.server.play.store_operator import Maintenance, delete_room
from quepu.server.play.store_rows import StoredGame, StoredRoom, Write
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn
from quepu.server.threads import Check, Job, Threads

_STOP_SECONDS = 0.5
"""How long the end of the server waits for bots that are choosing, and for games that are being restored."""
_DRAIN_PAUSE = 0.2
"""How often a node that ends looks whether games are over."""
_DRAIN_SECONDS = 2.0
"""How long the end of a node waits for the steps in its rooms, and then for the database to release their leases."""


BLOCKS, DELETED = "blocks", "deleted"
"""The topics of the bus: accounts that block others, or no longer, and that were deleted."""


class RoomRegistry:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        random: Random = SYSTEM,
        cluster: Cluster | None = None,
        connected: ConnectedBots | None = None,
        banned: Banned | None = None,
    ) -> None:
        self.store = store
        self.maintenance: Maintenance | None = None
        """When the server is to be stopped, if that is known."""
        self.cluster = cluster or Cluster()
        threads = Threads(4, "quepu-bot"), Threads(2, "quepu-room")
        self.services = Services(store, settings, *threads, self.cluster.leases, connected, self._notice, banned)
        self.pace = replace(Pace().scaled(settings.pace), deserted=settings.deserted_seconds)
        self.random = random
        self.live: dict[str, RoomTask] = {}
        """The rooms in memory, by id."""
        self.lobby = Lobby(self.cluster, self.listed)
        self._loading: dict[str, asyncio.Lock] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self.cluster.when_lost(self._lose)
        self._changing: set[asyncio.Task[None]] = set()
        """What follows from what people have changed."""
        self._ends = [
            self._subscribe(BLOCKS, self._look_at_blocks),
            self._subscribe(DELETED, self._forget_account),
        ]

    def _subscribe(self, topic: str, follow: Callable[[str], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        """Follow what happens to accounts. After messages may have been missed, look at all that are members here."""

        def missed() -> None:
            for account in {account for task in self.live.values() for account in task.room.accounts()}:
                self._follow(follow(account))

        return self.cluster.bus.subscribe(topic, lambda account: self._follow(follow(account)), missed)

    async def close(self) -> None:
        for end in self._ends:
            end()
        for changing in self._changing:
            changing.cancel()
        tasks = [room.task for room in self.live.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._releasing, return_exceptions=True)
        for threads in (self.services.bots, self.services.background):
            threads.stop_all(_STOP_SECONDS)

    def _notice(self) -> dict[str, Any] | None:
        maintenance = self.maintenance
        return None if maintenance is None else {"t": "notice", "at": maintenance.at, "text": maintenance.text}

    def is_closing(self) -> bool:
        """Whether the server is closed for maintenance: no game begins."""
        return self.maintenance is not None and self.maintenance.has_begun

    def announce(self, maintenance: Maintenance | None) -> None:
        """Tell all tables when the server is to be stopped, or that it is not."""
        if maintenance != self.maintenance:
            self.maintenance = maintenance
            message = self._notice() or {"t": "notice", "at": None, "text": ""}
            for task in list(self.live.values()):
                for connection in list(task.connections):
                    connection.send(message)
                task.look_again()

    def close_banned(self) -> None:
        """Close the connections of people who are banned by now."""
        banned = self.services.banned
        if banned is not None:
            for task in list(self.live.values()):
                task.close_banned(banned)

    def _run(self, room: Room, tokens: dict[str, int], lease: Lease) -> RoomTask:
        room.connected = self.services.connected
        room.is_closing = self.is_closing
        return RoomTask(room, tokens, self.services, self._forget, lease)

    def _forget(self, task: RoomTask) -> None:
        if self.live.get(task.room.id) is task:
            del self.live[task.room.id]
        self._release(task.lease)

    def _release(self, lease: Lease) -> None:
        if lease.is_fenced:
            releasing = asyncio.create_task(self.cluster.leases.release(lease))
            self._releasing.add(releasing)
            releasing.add_done_callback(self._releasing.discard)

    def _lose(self) -> None:
        """This node has lost its leases: others may have its rooms."""
        for task in self.live.values():
            task.leave()

    async def drain(self, seconds: float) -> None:
        """End all rooms between two of their steps, so that other nodes go on with them; those with a running game after these seconds,
        unless it is over before."""
        until = RoomTask.now() + seconds
        while playing := [task for task in self.live.values() if task.room.phase == "playing"]:
            for task in self.live.values():
                if task not in playing:
                    task.leave()
            if RoomTask.now() >= until:
                break
            await asyncio.sleep(_DRAIN_PAUSE)
        tasks = [room.leave() for room in self.live.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=_DRAIN_SECONDS)
        if self._releasing:
            await asyncio.wait(self._releasing, timeout=_DRAIN_SECONDS)

    async def hand_over(self, id: str) -> bool:
        """End a room that nobody is connected to, so that the node where people connect goes on with it; whether it has ended."""
        task = self.live.get(id)
        if task is None or self.cluster.is_alone or not task.is_unused():
            return False
        await asyncio.wait([task.leave()])
        await asyncio.gather(*self._releasing, return_exceptions=True)
        return True

    # New rooms.

    async def create(
        self, settings: RoomSettings, name: str, address: str = "", account: SignedIn | None = None
    ) -> tuple[RoomTask, Member, str]:
        """A new room with its first member, and their token."""
        if self.is_closing():
            raise QuepuError("closed_for_maintenance")
        room = Room(new_id(self.random), settings, self.pace, self.random)
        lease = await self.cluster.leases.claim(ROOM + room.id)
        room.writes.append(Write("room", {"id": room.id, "settings": settings.as_dict()}))
        task = self.live[room.id] = self._run(room, {}, lease)
        member, token = await task.join(name, address, account=account)
        return task, member, token

    async def open_room(self, request: RoomRequest, settings: RoomSettings, address: str, account: SignedIn | None = None) -> OpenedAnswer:
        """A new room, with the settings of the request."""
        task, member, token = await self.create(settings, request.name, address, account)
        if request.start:
            await task.do(task.room.start)
        return _opened(task, member, token)

    async def continue_game(
        self,
        settings: RoomSettings,
        game: Game,
        entries: list[Entry],
        request: ContinueRequest,
        address: str,
        account: SignedIn | None = None,
    ) -> OpenedAnswer:
        """A new room in which a game continues from a step of a record, one player against bots. Such a game counts for no account: its
        player knows the wall."""
        task, member, token = await self.create(settings, request.name, address, account)
        # not the names of the people who played it: a name is removed from the games of a person, and nobody would find these
        players = [SessionPlayer(name, None, request.bots) for name in bots_for(game.header.players, request.bots)]
        players[request.player] = SessionPlayer(member.name, member.number, request.bots)
        await task.do(lambda now: task.room.begin_game(players, now, (game, entries)))
        return _opened(task, member, token)

    # Stored rooms.

    async def find(self, id: str) -> RoomTask:
        """A room, loaded if needed. Raises QuepuError if there is none, or OwnedElsewhere if another node has it."""
        if id not in self.live:
            lock = self._loading.setdefault(id, asyncio.Lock())
            try:
                async with lock:
                    if id not in self.live:
                        self.live[id] = await self._load(id)
            finally:
                if not lock.locked():
                    self._loading.pop(id, None)
        return self.live[id]

    async def _load(self, id: str) -> RoomTask:
        if not self.cluster.is_alone and await self.store.room_settings(id) is None:  # nobody claims what is not there
            raise QuepuError("not_found", text=id)
        lease = await self.cluster.leases.claim(ROOM + id)
        try:
            return await self._load_owned(id, lease)
        except BaseException:
            self._release(lease)
            raise

    async def _load_owned(self, id: str, lease: Lease) -> RoomTask:
        stored = await self.store.room(id, lease)
        if stored is None:
            raise QuepuError("not_found", text=id)
        invite, seated_bots = stored.settings.pop("invite", None), stored.settings.pop("seated_bots", [])
        plan = stored.settings.pop("plan", None)
        room = Room(id, RoomSettings.from_dict(stored.settings), self.pace, self.random)
        room.invite = invite
        room.bots.restore(seated_bots)
        room.plan = None if plan is None else Plan.from_dict(plan)
        restored = await self._restore(stored)
        now, game = asyncio.get_running_loop().time(), stored.game
        for number, name, chair, token, account in stored.members:
            removed = chair == REMOVED or not token  # earlier versions cleared the token
            room.members.append(Member(number, name, None if removed else chair, now, seen=True, removed=removed, account=account))
        if game is not None:
            room.games = game.ordinal
        if game is not None and restored is not None:
            room.restore_game(game.id, restored, _players(game), stored.entries, now)
        task = self._run(room, {token: number for number, _, _, token, _ in stored.members if token}, lease)
        if game is not None and game.finished is not None:
            task.finished = game.id
        await task.look_at_blocks()
        return task

    async def _restore(self, stored: StoredRoom) -> Game | None:
        """The last game of a room from its journal; None if there is none, or if it ended so long ago that only its record is kept."""
        game, entries = stored.game, stored.entries
        if game is None or (game.finished is not None and not entries):
            return None
        header = Header.from_dict(game.header)
        return await self.services.background.run(Job(lambda check: Game.restore(header, _checked(entries, check)), "games"))

    async def is_open(self, id: str | None) -> bool:
        """Whether there is such a room and everybody may come in."""
        if id is None:
            return False
        if id in self.live:
            return not self.live[id].room.settings.private
        settings = await self.store.room_settings(id)
        return settings is not None and not settings["private"]

    async def game(self, id: str) -> StoredGame:
        """A game. If its end was stored just before a crash, its record is written now; if another node has its room, that is its
        business. Raises QuepuError if there is none."""
        game = await self.store.game(id)
        if game is not None and game.finished is None and game.room is not None and game.room not in self.live:
            with suppress(OwnedElsewhere):
                await (await self.find(game.room)).do(lambda _: None)
                game = await self.store.game(id)
        if game is None:
            raise QuepuError("not_found", text=id)
        return game

    async def forget_account(self, account: str) -> None:
        """An account was deleted. Other nodes hear of it too."""
        await self._forget_account(account)
        self.cluster.bus.publish(DELETED, account)

    def _follow(self, work: Coroutine[Any, Any, None]) -> None:
        async def follow() -> None:
            with suppress(QuepuError):  # of the store, whose log has it
                await work

        task = asyncio.create_task(follow())
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)

    async def _forget_account(self, account: str) -> None:
        if await self.store.do(lambda connection: names_of(connection, [account])):
            return  # it exists
        seated = {bot["bot"] for task in self.live.values() for bot in task.room.bots.as_dicts()}
        deleted = await self.store.do(lambda connection: deleted_among(connection, seated)) if seated else set()
        for task in list(self.live.values()):
            with suppress(QuepuError):  # the room has ended
                await task.do(lambda now, room=task.room: room.forget_account(account, DEPARTED, deleted))  # type: ignore[misc]

    async def people_changed(self, account: str) -> None:
        """Somebody blocks another, or no longer. Other nodes hear of it too."""
        await self._look_at_blocks(account)
        self.cluster.bus.publish(BLOCKS, account)

    async def _look_at_blocks(self, account: str) -> None:
        for task in [task for task in self.live.values() if account in task.room.accounts()]:
            with suppress(QuepuError):  # the room has ended, or the store
                await task.look_at_blocks()

    async def close_room(self, id: str) -> None:
        """Close a room for good, by an operator: its game ends where it is. Raises QuepuError if there is no such room."""
        task = await self.find(id)
        self.live.pop(id, None)
        task.task.cancel()
        await asyncio.gather(task.task, return_exceptions=True)
        for connection in task.connections:
            connection.close(4404)
        await self.store.do(lambda connection: delete_room(connection, id))

    def listed(self) -> list[Listed]:
        """The public rooms with a connection, the newest first."""
        found = [task for task in self.live.values() if task.connections and not task.room.settings.private]
        return [Listed(task.since, _listed(task.room)) for task in reversed(found)]


def _listed(room: Room) -> ListedRoom:
    return {
        "id": room.id,
        "rules": room.settings.rules,
        "overlay": room.settings.overlay is not None,
        "phase": room.phase,
        "host": next((member.name for member in room.members if member.number == room.members.host), None),
        "seated": len(room.members.seated()),
        "spectators": room.spectators,
    }


def _checked(entries: list[Entry], check: Check) -> Iterator[Entry]:
    for entry in entries:
        check()
        yield entry


def _players(game: StoredGame) -> list[SessionPlayer]:
    assert game.members is not None
    assert game.bots is not None
    accounts = game.accounts or [None] * 4
    return [SessionPlayer(*player) for player in zip(game.header["players"], game.members, game.bots, accounts, strict=True)]


def _opened(task: RoomTask, member: Member, token: str) -> OpenedAnswer:
    session = task.room.session
    return {"room": task.room.id, "member": member.number, "token": token, "game": session.id if session else None}
