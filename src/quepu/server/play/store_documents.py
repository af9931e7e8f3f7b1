"""Score sheets, clubs and tournaments in the database.

A function that changes something checks everything first. What it refuses is an error that it returns and does not raise: an exception in
the thread of the store would also undo the changes that are committed together with it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.club.entries import MOST_BYTES, MOST_ENTRIES, Entry, canonical
from quepu.errors import QuepuError
from quepu.server.play.store_rows import stamp
from quepu.server.play.store_tables import document_entries, document_keys, documents

MOST_KEYS = 500
"""The maximum number of keys of a document. Beyond it the oldest key that a PIN gave ends; the first key stays."""
FREE_TRIES = 5
"""How many wrong PINs lock a document."""
_LOCK_SECONDS, _MOST_LOCK_SECONDS = 60.0, 86400.0
_DAY = 86400.0
_AT_ONCE = 500
"""The parameters of a statement are limited."""


@dataclass(frozen=True, slots=True)
class Document:
    """What is known of a document without its entries."""

    id: str
    kind: str
    seq: int
    """The number of its entries, which is also the number of the last one."""
    at: int
    """The greatest logical time."""
    size: int
    """The bytes of its entries."""
    digest: int
    """See ``digest_of``."""
    touched: float
    pin: str | None
    """The PIN, hashed."""
    tries: int
    locked_until: float


@dataclass(frozen=True, slots=True)
class Version:
    """What changes with every entry of a document, and its size in bytes."""

    kind: str
    seq: int
    digest: int
    size: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the entries of a document, in the order of their arrival, as JSON."""

    document: Document
    bodies: list[str]
    seq: int
    """The number of the last of these entries."""
    may_write: bool

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The entries, parsed. This may take long, so it is for a thread."""
        return [json.loads(body) for body in self.bodies]


@dataclass(frozen=True, slots=True)
class Added:
    """What was stored: how many bytes were new, and the document now."""

    seq: int
    at: int
    size: int


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it is written."""

    id: str
    at: int
    body: str
    size: int


def written(entries: Iterable[Entry]) -> list[Written]:
    """Entries as they are written. For thousands of them this takes long, so it is not for the thread of the store."""
    bodies = [(entry, canonical(entry)) for entry in entries]
    return [Written(entry["id"], entry["at"], body, len(body.encode())) for entry, body in bodies]


# Reading.


def find(connection: Connection, id: str, is_locked: bool = False) -> Document | None:
    """A document that exists and was not deleted. Locked, no other node changes it until the transaction ends."""
    query = sa.select(documents).where((documents.c.id == id) & documents.c.deleted.is_(None))
    row = connection.execute(query.with_for_update() if is_locked else query).first()
    if row is None:
        return None
    return Document(row.id, row.kind, row.seq, row.at, row.bytes, row.digest, row.touched, row.pin, row.tries, row.locked_until)


def is_key(connection: Connection, id: str, hash: str | None) -> bool:
    """Whether this is the hash of one of the keys of a document."""
    known = connection.scalars(sa.select(document_keys.c.hash).where(document_keys.c.document == id)).all()
    return hash is not None and any(hmac.compare_digest(one, hash) for one in known)


def read(connection: Connection, id: str, after: int, most: int, most_bytes: int, hash: str | None = None) -> Part | None:
    """The entries after number ``after``, at most so many, and at most so many bytes unless it is a single one. Reading is a use of the
    document; that is noted once a day."""
    document = find(connection, id)
    if document is None:
        return None
    if time.time() - document.touched > _DAY:
        connection.execute(documents.update().where(documents.c.id == id).values(touched=stamp(time.time())))
    bodies: list[str] = []
    if after < document.seq:
        # not those that another node has added since: they would not fit the rest of the answer
        later = (document_entries.c.document == id) & document_entries.c.seq.between(after + 1, document.seq)
        query = sa.select(document_entries.c.body).where(later).order_by(document_entries.c.seq).limit(most)
        with connection.execute(query) as rows:
            for (body,) in rows:
                most_bytes -= len(body.encode())
                if most_bytes < 0 and bodies:
                    break
                bodies.append(body)
    return Part(document, bodies, min(after, document.seq) + len(bodies), is_key(connection, id, hash))


def read_all(connection: Connection, id: str) -> Part | None:
    """All entries of a document."""
    return read(connection, id, 0, MOST_ENTRIES, 2 * MOST_BYTES)


def versions(connection: Connection, ids: Sequence[str]) -> dict[str, Version]:
    """The versions of those documents that exist. This is a use of them, which is noted once a day."""
    found: dict[str, Version] = {}
    columns = documents.c.id, documents.c.kind, documents.c.seq, documents.c.digest, documents.c.bytes
    for first in range(0, len(ids), _AT_ONCE):
        chosen = documents.c.id.in_(ids[first : first + _AT_ONCE]) & documents.c.deleted.is_(None)
        for id, *version in connection.execute(sa.select(*columns).where(chosen)):
            found[id] = Version(*version)
        now = time.time()
        connection.execute(documents.update().where(chosen & (documents.c.touched < stamp(now - _DAY))).values(touched=stamp(now)))
    return found


# Writing.


def create(connection: Connection, id: str, kind: str, hash: str, entries: Sequence[Written], limit: int) -> Added | QuepuError:
    """A new document, if there are fewer than ``limit``; with a right key of one that is there, its entries are added to it."""
    known = connection.execute(sa.select(documents.c.kind, documents.c.deleted).where(documents.c.id == id)).first()
    if known is None:
        if _count(connection, documents.c.deleted.is_(None)) >= limit:
            return QuepuError("too_many_documents")
        found = _sorted_out(connection, id, entries, 0, 0)
        if isinstance(found, QuepuError):
            return found
        now = time.time()
        row = {
            "id": id,
            "kind": kind,
            "seq": 0,
            "at": 0,
            "bytes": 0,
            "digest": 0,
            "created": now,
            "touched": stamp(now),
            "tries": 0,
            "locked_until": 0,
        }
        connection.execute(documents.insert().values(**row))
        connection.execute(document_keys.insert().values(document=id, hash=hash, created=now))
        return _store(connection, id, found)
    if known.deleted is not None:
        return QuepuError("no_document", text=id)
    if known.kind != kind or not is_key(connection, id, hash):
        return QuepuError("document_exists")
    return add(connection, id, hash, entries)


def add(connection: Connection, id: str, hash: str | None, entries: Sequence[Written]) -> Added | QuepuError:
    """Add entries; those that are there already count as stored."""
    document = _writable(connection, id, hash)
    if isinstance(document, QuepuError):
        return document
    found = _sorted_out(connection, id, entries, document.seq, document.size)
    return found if isinstance(found, QuepuError) else _store(connection, id, found)


def delete(connection: Connection, id: str, hash: str | None) -> QuepuError | None:
    """Delete a document. Its id is kept, so that no device that was offline creates it again."""
    document = _writable(connection, id, hash)
    if isinstance(document, QuepuError):
        return document
    _drop_content(connection, [id])
    now = stamp(time.time())
    gone = {"seq": 0, "at": 0, "bytes": 0, "digest": 0, "touched": now, "deleted": now, "pin": None}
    connection.execute(documents.update().where(documents.c.id == id).values(**gone))
    return None


def _writable(connection: Connection, id: str, hash: str | None) -> Document | QuepuError:
    document = find(connection, id, is_locked=True)
    if document is None:
        return QuepuError("no_document", text=id)
    return document if is_key(connection, id, hash) else QuepuError("wrong_key")


def _sorted_out(connection: Connection, id: str, entries: Sequence[Written], count: int, size: int) -> list[Written] | QuepuError:
    """The entries that are new; ``count`` and ``size`` are what the document has already."""
    known = dict(_known(connection, id, [entry.id for entry in entries]))
    new: list[Written] = []
    for entry in entries:
        if entry.id not in known:
            known[entry.id] = entry.body
            new.append(entry)
        elif known[entry.id] != entry.body:
            return QuepuError("entry_differs", text=entry.id)
    if count + len(new) > MOST_ENTRIES or size + sum(entry.size for entry in new) > MOST_BYTES:
        return QuepuError("document_full")
    return new


def _known(connection: Connection, id: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    for part in _parts(names):
        where = (document_entries.c.document == id) & document_entries.c.id.in_(part)
        for row in connection.execute(sa.select(document_entries.c.id, document_entries.c.body).where(where)):
            yield row.id, row.body


def _store(connection: Connection, id: str, new: Sequence[Written]) -> Added:
    """Store what was checked. The document is locked, so the numbers have no gaps."""
    numbers = documents.c.seq, documents.c.at, documents.c.bytes, documents.c.digest
    seq, at, size, digest = connection.execute(sa.select(*numbers).where(documents.c.id == id)).one()
    rows = [{"document": id, "seq": seq + n, "id": entry.id, "body": entry.body} for n, entry in enumerate(new, 1)]
    added = sum(entry.size for entry in new)
    at = max([at, *(entry.at for entry in new)])
    if rows:
        connection.execute(document_entries.insert(), rows)
        changed: dict[str, Any] = {"seq": seq + len(rows), "at": at, "bytes": size + added}
        changed |= {"digest": digest_of((entry.id for entry in new), digest), "touched": stamp(time.time())}
        connection.execute(documents.update().where(documents.c.id == id).values(**changed))
    return Added(seq + len(rows), at, added)


def digest_of(ids: Iterable[str], before: int = 0) -> int:
    """A number by which two sets of entries can be compared, whatever their order: the sum of the first four bytes of the SHA-256 of the
    ids."""
    return (before + sum(int.from_bytes(hashlib.sha256(id.encode()).digest()[:4], "big") for id in ids)) % 2**32


# The PIN.


def set_pin(connection: Connection, id: str, hash: str, pin: str | None, revoke: bool) -> QuepuError | None:
    """Set the PIN, or remove it; ``revoke`` also ends all keys but this one."""
    document = _writable(connection, id, hash)
    if isinstance(document, QuepuError):
        return document
    changed = {"pin": pin, "tries": 0, "locked_until": 0, "touched": stamp(time.time())}
    connection.execute(documents.update().where(documents.c.id == id).values(**changed))
    if revoke:
        connection.execute(document_keys.delete().where((document_keys.c.document == id) & (document_keys.c.hash != hash)))
    return None


def begin_try(connection: Connection, id: str) -> str | QuepuError:
    """The hash of the PIN, to be compared with one that was entered. The try counts as a wrong one until ``admit`` ends it: so no number of
    simultaneous requests gets more tries. After the fifth the document is locked, for twice as long after each further one."""
    document = find(connection, id, is_locked=True)
    if document is None:
        return QuepuError("no_document", text=id)
    if document.pin is None:
        return QuepuError("no_pin")
    now = time.time()
    left = min(document.locked_until - now, _MOST_LOCK_SECONDS)  # also if the clock was ahead
    if left > 0:
        return QuepuError("pin_locked", seconds=int(left) + 1)
    changed: dict[str, Any] = {"tries": document.tries + 1}
    if document.tries + 1 >= FREE_TRIES:
        over = min(document.tries + 1 - FREE_TRIES, 20)
        changed["locked_until"] = now + min(_LOCK_SECONDS * 2**over, _MOST_LOCK_SECONDS)
    connection.execute(documents.update().where(documents.c.id == id).values(**changed))
    return document.pin


def admit(connection: Connection, id: str, pin: str, hash: str) -> QuepuError | None:
    """Add a key for who has entered the PIN with the hash ``pin``."""
    document = find(connection, id, is_locked=True)
    if document is None:
        return QuepuError("no_document", text=id)
    if document.pin != pin:  # it was changed meanwhile
        return QuepuError("wrong_pin")
    connection.execute(documents.update().where(documents.c.id == id).values(tries=0, locked_until=0, touched=stamp(time.time())))
    of_it = document_keys.c.document == id
    surplus = _count(connection, of_it, document_keys) + 1 - MOST_KEYS
    if surplus > 0:
        oldest = sa.select(document_keys.c.hash).where(of_it).order_by(document_keys.c.created).offset(1).limit(surplus)
        old = connection.scalars(oldest).all()
        connection.execute(document_keys.delete().where(of_it & document_keys.c.hash.in_(old)))
    connection.execute(document_keys.insert().values(document=id, hash=hash, created=time.time()))
    return None


# Pruning.


def drop_documents(connection: Connection, before: float | None, limit: int, most: int) -> int:
    """Delete the documents that were not used since ``before``, and the ids of deleted ones beyond the limit, the oldest first; at most
    ``most`` of each. Returns how many."""
    old: list[str] = []
    if before is not None:  # not what another node writes to at this moment
        unused = sa.select(documents.c.id).where(documents.c.touched < before).limit(most)
        old += connection.scalars(unused.with_for_update(skip_locked=True))
    is_deleted = documents.c.deleted.is_not(None)
    surplus = _count(connection, is_deleted) - limit
    if surplus > 0:
        oldest = sa.select(documents.c.id).where(is_deleted & documents.c.id.not_in(old)).order_by(documents.c.deleted)
        old += connection.scalars(oldest.limit(min(surplus, most)))
    for part in _parts(old):
        _drop_content(connection, part)
        connection.execute(documents.delete().where(documents.c.id.in_(part)))
    return len(old)


def _drop_content(connection: Connection, ids: Sequence[str]) -> None:
    connection.execute(document_entries.delete().where(document_entries.c.document.in_(ids)))
    connection.execute(document_keys.delete().where(document_keys.c.document.in_(ids)))


def _parts(items: Sequence[str]) -> Iterator[Sequence[str]]:
    return (items[begin : begin + _AT_ONCE] for begin in range(0, len(items), _AT_ONCE))


def _count(connection: Connection, where: sa.ColumnElement[bool], table: sa.Table = documents) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table).where(where)) or 0
