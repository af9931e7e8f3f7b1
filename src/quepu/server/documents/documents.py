"""The documents of a server: stored with their entries, protected by keys and PINs, and followed by those who wait."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy.engine import Connection
from starlette.requests import Request

from quepu.club.entries import DOCUMENT_LETTERS, KEY_LETTERS, LETTERS, MOST_AT_ONCE, is_id
from quepu.errors import QuepuError
from quepu.server.addresses import Addresses
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.bus import Bus
from quepu.server.documents.waiting import Waiting, happened
from quepu.server.http import Workers
from quepu.server.play import store_documents as rows
from quepu.server.play.room_task import token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_documents import Added, Document, Part, Version, Written
from quepu.server.settings import Settings

Result = TypeVar("Result")

CHANGED = "document"
"""The topic of messages to those who wait: the id of a document that has changed."""
_MOST_BYTES = 256 * 1024
"""The maximum size of the entries of one answer."""
_SCRYPT: dict[str, Any] = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


class Documents:
    """The documents of an application, while it runs."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self.settings = settings
        self.workers = workers
        self.addresses = Addresses(settings)
        self.waiting = Waiting(settings)
        self._store: Store | None = None
        self._bus = Bus()

    @asynccontextmanager
    async def running(self, store: Store, cluster: Cluster) -> AsyncIterator[None]:
        """A part of the lifespan of the application: from when the store is open until before it is closed."""
        self._store, self._bus = store, cluster.bus
        self.waiting = Waiting(self.settings)
        end = self._bus.subscribe(CHANGED, self.waiting.wake, missed=self.waiting.wake_all)
        try:
            yield
        finally:
            end()
            self.waiting.close()
            self._store = None

    async def _do(self, work: Callable[[Connection], Result | QuepuError]) -> Result:
        if self._store is None:
            raise QuepuError("not_running")
        done = await self._store.do(work)
        if isinstance(done, QuepuError):
            raise done
        return done

    # Reading.

    async def find(self, id: str) -> Document:
        """Raises QuepuError if there is no such document."""
        return await self._read(id, rows.find)

    async def read(self, id: str, after: int = 0, key: str | None = None) -> Part:
        """The first entries after a number."""
        hash = None if key is None else token_hash(key)
        return await self._read(id, lambda connection, id: rows.read(connection, id, after, MOST_AT_ONCE, _MOST_BYTES, hash))

    async def read_all(self, id: str, kind: str | None = None) -> Part:
        """All entries. Raises QuepuError if there is no such document, or it is of another kind."""
        found = await self._read(id, rows.read_all)
        if kind is not None and found.document.kind != kind:
            raise QuepuError("no_document", text=id)
        return found

    async def versions(self, ids: Sequence[str]) -> dict[str, Version]:
        """The versions of those documents that exist."""
        return await self._do(lambda connection: rows.versions(connection, ids)) if ids else {}

    async def follow(self, request: Request, id: str, after: int, wait: float, key: str | None) -> Part:
        """The same as ``read``; if there is nothing new it waits for it. A document with fewer entries than the client knows was
        restored from a backup: that is new too."""
        with self.waiting.place(id, *self.addresses.who(request.scope)) as event:
            found = await self.read(id, after, key)
            if event is None or not wait or found.document.seq != after:
                return found
            await happened(event, request, wait)
        return await self.read(id, after, key)

    async def _read(self, id: str, read: Callable[[Connection, str], Result | None]) -> Result:
        found = await self._do(lambda connection: read(connection, id)) if is_id("document", id) else None
        if found is None:
            raise QuepuError("no_document", text=id)
        return found

    # Writing.

    async def may_write(self, id: str, key: str | None) -> Document:
        """Raises QuepuError if there is no such document, or this is not one of its keys."""
        found = await self.find(id)
        if key is None or not await self._do(lambda connection: rows.is_key(connection, id, token_hash(key))):
            raise QuepuError("wrong_key")
        return found

    async def create(self, id: str, kind: str, key: str, entries: Sequence[Written]) -> Added:
        """A new document, or with a right key more entries of one that is there; committed when this returns."""
        limit, hash = self.settings.stored_documents, token_hash(key)
        return await self._added(id, lambda connection: rows.create(connection, id, kind, hash, entries, limit))

    async def add(self, id: str, key: str, entries: Sequence[Written]) -> Added:
        """Add entries; committed when this returns."""
        return await self._added(id, lambda connection: rows.add(connection, id, token_hash(key), entries))

    async def delete(self, id: str, key: str) -> None:
        await self._do(lambda connection: rows.delete(connection, id, token_hash(key)))
        self._bus.publish(CHANGED, id)

    async def _added(self, id: str, work: Callable[[Connection], Added | QuepuError]) -> Added:
        added = await self._do(work)
        if added.size:
            self._bus.publish(CHANGED, id)
        return added

    # The PIN.

    async def set_pin(self, request: Request, id: str, key: str, pin: str | None, revoke: bool) -> None:
        hashed = None if pin is None else await self.workers.run(request, lambda check: _hash_pin(pin, secrets.token_bytes(16)))
        await self._do(lambda connection: rows.set_pin(connection, id, token_hash(key), hashed, revoke))
        self._bus.publish(CHANGED, id)

    async def unlock(self, request: Request, id: str, pin: str) -> str:
        """A new key, for who knows the PIN."""
        if not is_id("document", id):
            raise QuepuError("no_document", text=id)
        right = await self._do(lambda connection: rows.begin_try(connection, id))
        if not await self.workers.run(request, lambda check: _is_pin(pin, right)):
            raise QuepuError("wrong_pin")
        key = new_key()
        await self._do(lambda connection: rows.admit(connection, id, right, token_hash(key)))
        return key


def new_document_id() -> str:
    return _random(DOCUMENT_LETTERS)


def new_key() -> str:
    return _random(KEY_LETTERS)


def _random(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _hash_pin(pin: str, salt: bytes) -> str:
    """A PIN has few digits: this is slow, so that who sees the database still has some work."""
    return f"{salt.hex()}:{hashlib.scrypt(pin.encode(), salt=salt, **_SCRYPT).hex()}"


def _is_pin(pin: str, hashed: str) -> bool:
    return hmac.compare_digest(_hash_pin(pin, bytes.fromhex(hashed.partition(":")[0])), hashed)
