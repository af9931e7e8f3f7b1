"""The accounts of a server: signing up, signing in and out, and what their owners change."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.requests import Request

from quepu.errors import QuepuError
from quepu.server import account_names
from quepu.server.account_names import look_alikes, skeleton
from quepu.server.accounts import passwords
from quepu.server.accounts.bans import Watch
from quepu.server.accounts.limits import SignInLimits
from quepu.server.accounts.sessions import new_secret, secret_of, session_hash
from quepu.server.addresses import Addresses
from quepu.server.cluster.bus import Bus
from quepu.server.http import Workers
from quepu.server.play import store_accounts as rows
from quepu.server.play import store_operator
from quepu.server.play.banned import Banned
from quepu.server.play.ids import new_id
from quepu.server.play.members import is_name_of_bot
from quepu.server.play.store import Store
from quepu.server.play.store_accounts import StoredAccount
from quepu.server.play.store_operator import Maintenance
from quepu.server.play.store_tables import accounts as accounts_table
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn

Result = TypeVar("Result")

OPERATORS = "operators"
"""The topic of the bus: an operator has changed something."""
SYSTEM = secrets.SystemRandom()
_RESERVED = frozenset(
    skeleton(name)
    for name in ("admin", "administrator", "operator", "moderator", "system", "server", "quepu", "雀谱", "管理员", "系统", "客服", "官方")
)


def check_name(name: str) -> None:
    """Raise QuepuError if no new account may have this name."""
    fault = account_names.fault_of(name)
    if fault is not None:
        raise fault
    if is_name_of_bot(name) or look_alikes(name) & _RESERVED:
        raise QuepuError("name_reserved")


class Accounts:
    """The accounts of an application, while it runs."""

    def __init__(self, settings: Settings, workers: Workers, banned: Banned) -> None:
        self.settings = settings
        self.workers = workers
        self.addresses = Addresses(settings)
        self.limits = SignInLimits(settings)
        self.banned = banned
        self._follow: Callable[[Maintenance | None], None] = lambda maintenance: None
        self._store: Store | None = None
        self._bus = Bus()

    @asynccontextmanager
    async def running(self, store: Store, bus: Bus) -> AsyncIterator[None]:
        """A part of the lifespan of the application: from when the store is open until before it is closed."""
        self._store, self._bus = store, bus
        watch = Watch(self.look)
        end = bus.subscribe(OPERATORS, lambda _: watch.wake(), missed=watch.wake)
        try:
            await watch.start()
            yield
        finally:
            end()
            await watch.stop()
            self._store = None

    def when_operated(self, follow: Callable[[Maintenance | None], None]) -> None:
        """``follow`` is called regularly after ``banned`` has changed, with when the server is to be stopped, if that is known."""
        self._follow = follow

    async def operated(self) -> None:
        """An operator has changed something. Other nodes hear of it too."""
        await self.look()
        self._bus.publish(OPERATORS, "")

    async def look(self) -> None:
        """Look at what operators have changed, here or in another process."""

        def work(connection: Connection) -> tuple[list[str], list[str], Maintenance | None]:
            networks, accounts = store_operator.banned(connection, "address"), store_operator.banned(connection, "account")
            return networks, accounts, store_operator.read_maintenance(connection)

        networks, accounts, planned = await self.do(work)
        self.banned.set(networks, accounts)
        self._follow(planned)

    async def do(self, work: Callable[[Connection], Result | QuepuError]) -> Result:
        """Do something in the store. An error that it returns is raised."""
        if self._store is None:
            raise QuepuError("not_running")
        done = await self._store.do(work)
        if isinstance(done, QuepuError):
            raise done
        return done

    @property
    def session_seconds(self) -> float:
        return self.settings.session_days * 86400

    # Who is signed in.

    async def find(self, hash: str) -> SignedIn | None:
        """The account of a session."""
        found = await self.do(lambda connection: rows.session_of(connection, hash))
        return None if found is None else SignedIn(found.id, found.name, found.is_operator, hash)

    async def read(self, id: str) -> tuple[StoredAccount, int]:
        """An account, and how many recovery codes it has left."""

        def work(connection: Connection) -> tuple[StoredAccount, int] | QuepuError:
            found = rows.by_id(connection, id)
            return QuepuError("not_signed_in") if found is None else (found, rows.codes_left(connection, id))

        return await self.do(work)

    # Signing up and in.

    async def sign_up(self, request: Request, name: str, password: str) -> tuple[str, str, list[str]]:
        """A new account: its id, the secret of its first session, and its recovery codes."""
        check_name(name)
        passwords.check_password(password, name)
        self.limits.sign_up(*self.addresses.who(request.scope))
        codes = passwords.new_codes()
        hash = await self.workers.run(request, lambda check: passwords.hashed(password))
        id, hashes, limit = new_id(SYSTEM), [passwords.code_hash(code) for code in codes], self.settings.stored_accounts

        def work(connection: Connection) -> QuepuError | None:
            if (connection.scalar(sa.select(sa.func.count()).select_from(accounts_table)) or 0) >= limit:
                return QuepuError("too_many_accounts")
            return rows.create(connection, id, name, hash, hashes)

        await self.do(work)
        return id, await self._open_session(request, id, hash), codes

    async def sign_in(self, request: Request, name: str, password: str) -> tuple[str, str]:
        """The id of the account, and the secret of a new session. Whether there is such a name shows neither in the error nor in the
        time."""
        async with self.limits.trying(*self.addresses.who(request.scope), skeleton(name)):
            found = await self.do(lambda connection: rows.by_name(connection, name))
            hash = None if found is None else found.password
            if not await self.workers.run(request, lambda check: passwords.is_right(password, hash)) or found is None:
                raise QuepuError("wrong_sign_in")
        again = None
        if passwords.is_outdated(found.password):
            again = await self.workers.run(request, lambda check: passwords.hashed(password))
        return found.id, await self._open_session(request, found.id, found.password, again)

    async def recover(self, request: Request, name: str, code: str, password: str) -> tuple[str, str]:
        """Set a new password with a recovery code, which is used up; all other sessions end."""
        passwords.check_password(password, name)
        hashed_code = passwords.code_hash(code)
        async with self.limits.trying(*self.addresses.who(request.scope), skeleton(name)):
            hash = await self.workers.run(request, lambda check: passwords.hashed(password))

            def work(connection: Connection) -> StoredAccount | QuepuError:
                found = rows.by_name(connection, name)
                if found is None or not rows.use_code(connection, found.id, hashed_code):
                    return QuepuError("wrong_recovery")
                rows.set_password(connection, found.id, hash)
                rows.end_sessions(connection, found.id)
                return found

            found = await self.do(work)
        return found.id, await self._open_session(request, found.id, hash)

    async def _open_session(self, request: Request, id: str, proven: str, instead: str | None = None) -> str:
        """A new session instead of the one that the browser had: nobody who knew that one is signed in by it. ``proven`` is the hash of
        the password that was right a moment ago: if another one was set since then, all sessions have ended, and none begins. ``instead``
        replaces the hash."""
        secret, before = new_secret(), secret_of(request.scope)
        hashes = session_hash(secret), None if before is None else session_hash(before)

        def work(connection: Connection) -> QuepuError | None:
            if not rows.still_has(connection, id, proven):
                return QuepuError("wrong_sign_in")
            reason = store_operator.ban_of(connection, id)
            if reason is not None:
                return QuepuError("account_banned", reason=reason)
            if instead is not None:
                rows.set_password(connection, id, instead)
            rows.open_session(connection, id, *hashes, self.session_seconds)
            return None

        await self.do(work)
        return secret

    async def sign_out(self, account: SignedIn, everywhere: bool) -> None:
        def work(connection: Connection) -> None:
            if everywhere:
                rows.end_sessions(connection, account.id)
            rows.end_session(connection, account.session)

        await self.do(work)

    # Changes.

    async def confirm(self, request: Request, account: SignedIn, password: str, work: Callable[[Connection], None]) -> None:
        """Change something that needs the password of the account, as a browser may be left open."""
        found, _ = await self.read(account.id)
        async with self.limits.trying(*self.addresses.who(request.scope), skeleton(found.name)):
            if not await self.workers.run(request, lambda check: passwords.is_right(password, found.password)):
                raise QuepuError("wrong_password")

        def confirmed(connection: Connection) -> QuepuError | None:
            if not rows.still_has(connection, account.id, found.password):
                return QuepuError("wrong_password")
            work(connection)
            return None

        await self.do(confirmed)

    async def rename(self, account: SignedIn, name: str) -> None:
        check_name(name)
        await self.do(lambda connection: rows.rename(connection, account.id, name))

    async def change_password(self, request: Request, account: SignedIn, password: str, new: str) -> str:
        """Set another password; all sessions end, and a new one begins, with this secret."""
        passwords.check_password(new, account.name)
        hash = await self.workers.run(request, lambda check: passwords.hashed(new))

        def work(connection: Connection) -> None:
            rows.set_password(connection, account.id, hash)
            rows.end_sessions(connection, account.id)

        await self.confirm(request, account, password, work)
        return await self._open_session(request, account.id, hash)

    async def new_codes(self, request: Request, account: SignedIn, password: str) -> list[str]:
        """Recovery codes instead of those before."""
        codes = passwords.new_codes()
        hashes = [passwords.code_hash(code) for code in codes]
        await self.confirm(request, account, password, lambda connection: rows.set_codes(connection, account.id, hashes))
        return codes
