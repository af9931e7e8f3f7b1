"""``/metrics``: what was counted, and the state at the moment, in the format of Prometheus."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from fastapi import APIRouter, Request
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from starlette.responses import Response

from quepu import __version__
from quepu.errors import QuepuError
from quepu.kernel import is_compiled
from quepu.server.addresses import Addresses
from quepu.server.documents.documents import Documents
from quepu.server.http import Workers, bearer
from quepu.server.lab.api import Lab
from quepu.server.metrics.counted import REGISTRY
from quepu.server.openapi import answers_of
from quepu.server.play.api import Play
from quepu.server.play.registry import RoomRegistry
from quepu.server.settings import Settings
from quepu.server.threads import Threads

PHASES = ("lobby", "playing", "over")


class Shown:
    """What was counted, and what the parts of an application are doing."""

    def __init__(self, play: Play, lab: Lab, documents: Documents, workers: Workers, is_ready: bool) -> None:
        self.play = play
        self.lab = lab
        self.documents = documents
        self.workers = workers
        self.is_ready = is_ready

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()
        mode = "compiled" if is_compiled() else "interpreted"
        yield InfoMetricFamily("quepu_version", "The version of Quepu.", {"version": __version__, "kernel": mode})
        yield _gauge("quepu_ready", "Whether rooms and games can be stored.", int(self.is_ready))
        rooms = self.play.rooms
        yield from _of_rooms(rooms)
        yield _gauge("quepu_store_queue", "Work that waits for the thread of the store.", rooms.store.waiting)
        if (free := rooms.store.free()) is not None:
            yield _gauge("quepu_disk_free_bytes", "Free bytes on the disk of the database.", free)
        yield _gauge("quepu_documents_waiting", "Requests that wait for new entries of a document.", self.documents.waiting.count)
        tasks = {"reviews": len(self.play.reviews.background.tasks), "studies": len(self.lab.studies.background.tasks)}
        yield _by("quepu_background_tasks", "Work in the background that waits or runs.", "kind", tasks)
        yield from _of_threads({"answers": self.workers.threads, "bots": rooms.services.bots, "games": rooms.services.background})


def _of_rooms(rooms: RoomRegistry) -> Iterator[Metric]:
    tasks = list(rooms.live.values())
    phases: Counter[str] = Counter(task.room.phase for task in tasks)
    yield _by("quepu_rooms", "Rooms in memory.", "phase", {phase: phases[phase] for phase in PHASES})
    sockets = Counter("spectator" if one.number < 0 else "member" for task in tasks for one in task.connections)
    kinds = {kind: sockets[kind] for kind in ("member", "spectator")}
    yield _by("quepu_sockets", "Open sockets of rooms, with somebody who has said who they are.", "kind", kinds)


def _of_threads(pools: dict[str, Threads]) -> Iterator[Metric]:
    counts = {name: pool.count() for name, pool in pools.items()}
    running, waiting = ({name: both[one] for name, both in counts.items()} for one in (0, 1))
    yield _by("quepu_threads_running", "Work that is being done in threads.", "pool", running)
    yield _by("quepu_threads_waiting", "Work that waits for a thread.", "pool", waiting)


def _gauge(name: str, help: str, value: float) -> Metric:
    return GaugeMetricFamily(name, help, value)


def _by(name: str, help: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, help, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family


def may_see(request: Request, addresses: Addresses, tokens: Iterable[str]) -> bool:
    """Whether a request comes from this machine or a local network, or has one of the tokens."""
    if addresses.who(request.scope)[1]:
        return True
    given = (bearer(request) or "").encode("utf-8", "surrogateescape")
    found = False
    for token in tokens:  # all of them, so that the time says nothing
        found |= hmac.compare_digest(token.encode(), given)
    return found


def metrics_router(settings: Settings, shown: Callable[[bool], Shown], play: Play) -> APIRouter:
    api = APIRouter(generate_unique_id_function=lambda route: route.name)
    described = {**answers_of(None, 403), 200: {"content": {"text/plain": {}}, "description": "The metrics."}}

    @api.get("/metrics", responses=described, response_model=None, response_class=Response)
    async def metrics(request: Request) -> Response:
        """Metrics in the text format of Prometheus, for this machine and local networks, or with a token of `QUEPU_METRICS_TOKENS`."""
        if not may_see(request, play.addresses, settings.metrics_tokens):
            raise QuepuError("metrics_private")
        try:
            await play.check()
            is_ready = True
        except QuepuError:
            is_ready = False
        return Response(generate_latest(shown(is_ready)), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    return api
