"""Studies in the background: one part of a study at a time, in turn for all addresses that wait.

What is done of a study is stored after each part. So a study that the end of the server interrupts continues when it starts again, and
gives the same bytes as without an interruption.
"""

from __future__ import annotations

import hmac
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import QuepuError
from quepu.lab.simulate import Counts, Design, Study, Task, play_part
from quepu.server.background import RESTARTED, Background, BackgroundTask, Limits
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import STUDIES
from quepu.server.cluster.roles import Role
from quepu.server.play import store_studies as rows
from quepu.server.play.ids import new_id
from quepu.server.play.room_task import SYSTEM, token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_studies import pack, unpack
from quepu.server.settings import Settings
from quepu.server.threads import Check

Status = Literal["waiting", "running", "done", "cancelled", "failed"]


@dataclass(slots=True, eq=False, kw_only=True)
class RunningStudy(BackgroundTask):
    """A study that waits or runs."""

    id: str
    created: float
    body: bytes
    """What is done of it, packed."""
    study: Study | None = None
    """The same; None until it is unpacked after a restart of the server."""
    began: float = 0.0
    """When its first part of this process began, by the monotonic clock; 0 if none has."""
    parts: int = 0
    """How many parts this process has done."""
    stored: float = 0.0
    """When the last of them was stored, by the monotonic clock."""

    def seconds_left(self) -> float | None:
        """The expected time until it is done, with the work of others in between; None if that is not known yet."""
        if self.study is None or not self.parts:
            return None
        now = time.monotonic()
        pace = max((self.stored - self.began) / self.parts, (now - self.began) / (self.parts + 1))
        return max(0.0, pace * (len(self.study.parts) - self.study.done) - (now - self.stored))


@dataclass(frozen=True, slots=True)
class FoundStudy:
    """A study at a moment. It can be unpacked in any thread."""

    id: str
    status: Status
    error: str | None
    created: float
    touched: float
    ahead: int
    """How many studies were started before it and are not done."""
    seconds_left: float | None
    body: bytes

    @property
    def study(self) -> Study:
        return unpack(self.body)


class Studies:
    """All studies of a server, or of all nodes: one of them works on them. ``run`` does that until it is cancelled."""

    def __init__(self, store: Store, settings: Settings, cluster: Cluster | None = None) -> None:
        self._store = store
        self._role = Role(cluster or Cluster(), STUDIES)
        limits = Limits(settings.study_rate, settings.address_studies, settings.studies_limit, "too_many_studies")
        self.background: Background[str, RunningStudy] = Background("study", settings, limits, self._advance, self._fail)
        self._failed: dict[str, str] = {}
        """The code of the error for which a study waits until the server starts again."""

    async def start(self, design: Design, address: str, is_local: bool) -> tuple[str, str]:
        """Begin a study; its id, and the token with which it can be cancelled. Raises OwnedElsewhere if another node works on studies."""
        lease = await self._role.own()
        self.background.check_limits(address)
        id, token, study = new_id(SYSTEM), secrets.token_urlsafe(24), Study(design)
        body = pack(study)
        account = self.background.account(address, is_local)
        self.background.add(id, RunningStudy(account=account, id=id, created=time.time(), body=body, study=study))
        try:
            await self._store.do(lambda connection: rows.keep_study(connection, id, token_hash(token), body), lease)
        except BaseException:
            self.background.remove(id)
            raise
        self.background.wake()
        return id, token

    async def cancel(self, id: str, token: str) -> None:
        """End a study; what is done of it stays. Only who has started it may."""
        stored = await self._stored(id)
        if not hmac.compare_digest(stored.token, token_hash(token)):
            raise QuepuError("not_your_study")
        lease = await self._role.own()
        self.background.remove(id)
        self._failed.pop(id, None)
        await self._store.do(lambda connection: rows.end_study(connection, id, "cancelled"), lease)

    async def find(self, id: str) -> FoundStudy:
        """Raises QuepuError if there is no such study."""
        # first what runs, then what is stored: a study that ends in between is reported as running rather than not at all
        task = self.background.tasks.get(id)
        if task is not None:
            status: Status = "running" if task.began else "waiting"
            ahead = 0 if task.began else self.background.ahead(task)
            return FoundStudy(id, status, None, task.created, time.time(), ahead, task.seconds_left(), task.body)
        stored = await self._stored(id)
        error = self._failed.get(id, stored.error)
        if stored.status == "open":
            return FoundStudy(id, "failed" if error else "waiting", error, stored.created, stored.touched, 0, None, stored.body)
        return FoundStudy(id, stored.status, error, stored.created, stored.touched, 0, None, stored.body)

    async def _stored(self, id: str) -> rows.StoredStudy:
        # our ids have no other characters; PostgreSQL would refuse some of them
        found = await self._store.do(lambda connection: rows.read_study(connection, id)) if id.isascii() and id.isalnum() else None
        if found is None:
            raise QuepuError("not_found", text=id)
        return found

    # Work.

    async def run(self) -> None:
        """Work on studies, whenever no other node does."""
        await self._role.run(self._work)

    async def _work(self) -> None:
        """Continue what was started before, then work on whatever is started."""
        try:
            await self._load()
            await self.background.run()
        finally:
            self.background.clear()

    async def _load(self) -> None:
        with suppress(QuepuError, SQLAlchemyError):
            for row in await self._store.do(rows.read_open_studies):
                if row.id not in self.background.tasks:
                    account = self.background.account(RESTARTED)
                    task = RunningStudy(account=account, id=row.id, created=row.created, body=row.body)
                    self.background.add(row.id, task)

    def close(self) -> None:
        self.background.close()

    async def _advance(self, task: RunningStudy) -> None:
        """Simulate the next part of a study, and store it."""
        lease = await self._role.own()
        task.began = task.began or time.monotonic()
        study, body = await self.background.compute(task, lambda check: _advanced(task, check))
        is_kept = await self._store.do(lambda connection: rows.keep_progress(connection, task.id, body, study.is_complete), lease)
        task.study, task.body = study, body
        task.parts, task.stored = task.parts + 1, time.monotonic()
        if study.is_complete or not is_kept:
            self.background.remove(task.id)

    async def _fail(self, task: RunningStudy, code: str) -> None:
        """End a study. If the store is the reason, the study is continued when the server starts again; another node that works on studies
        now continues it at once."""
        self.background.remove(task.id)
        if code == "moved":
            return
        if code.startswith("store_"):
            self._failed[task.id] = code
        else:
            with suppress(QuepuError, SQLAlchemyError):
                await self._store.do(lambda connection: rows.end_study(connection, task.id, "failed", code), self._role.lease)


def _advanced(task: RunningStudy, check: Check) -> tuple[Study, bytes]:
    """A study with one more part, and the same packed."""
    before = task.study or unpack(task.body)
    if not before.is_current:  # another release may play otherwise: parts of both do not make one study
        before = Study(before.design)
    counts = Counts()
    counts.add(before.counts)
    counts.add(play_part(Task(before.design, before.parts[before.done]), check))
    study = replace(before, done=before.done + 1, counts=counts)
    return study, pack(study)
