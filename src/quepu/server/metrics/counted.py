"""What a process counts. Any part of the server may add to it; nothing here depends on another part.

No value of a label comes from a client: each is a name in the code or a rule book.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import GC_COLLECTOR, CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, with the time of its first use
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
REGISTRY.register(GC_COLLECTOR)

_SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LONG = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_LOOP_SECONDS = 0.5

REQUESTS = Counter("quepu_requests", "Requests by HTTP that were answered.", ("function", "status"), registry=REGISTRY)
REQUEST_SECONDS = Histogram("quepu_request_seconds", "Time to answer a request.", ("function",), buckets=_LONG, registry=REGISTRY)
REFUSED = Counter("quepu_refused", "Requests, connections and messages that were refused by a limit.", ("reason",), registry=REGISTRY)
MESSAGE_SECONDS = Histogram(
    "quepu_message_seconds",
    "Time from a message of a client in a room until what it did was stored and sent.",
    ("type",),
    buckets=_SHORT,
    registry=REGISTRY,
)
BOT_SECONDS = Histogram("quepu_bot_seconds", "Time in which a bot chose, with the wait for a thread.", buckets=_LONG, registry=REGISTRY)
DEALS = Counter("quepu_deals", "Deals that began.", ("rules",), registry=REGISTRY)
GAMES_STARTED = Counter("quepu_games_started", "Games that began.", ("rules",), registry=REGISTRY)
GAMES_FINISHED = Counter("quepu_games_finished", "Games that ended.", ("rules",), registry=REGISTRY)
STORE_WAIT_SECONDS = Histogram(
    "quepu_store_wait_seconds", "Time from a wish to store or read until it was done.", buckets=_SHORT, registry=REGISTRY
)
COMMIT_SECONDS = Histogram(
    "quepu_store_commit_seconds", "Time of a transaction, which has the work of many rooms.", buckets=_SHORT, registry=REGISTRY
)
STORE_FAILURES = Counter("quepu_store_failures", "Work of the store that failed.", registry=REGISTRY)
BACKGROUND_SECONDS = Counter("quepu_background_seconds", "Processor time of work in the background.", ("kind",), registry=REGISTRY)
PRUNED = Counter("quepu_pruned", "Rows that upkeep has deleted.", ("what",), registry=REGISTRY)
LOOP_DELAY_SECONDS = Histogram("quepu_loop_delay_seconds", "How late the event loop was.", buckets=_SHORT, registry=REGISTRY)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe how long something takes, if it does not fail."""
    began = perf_counter()
    yield
    histogram.observe(perf_counter() - began)


async def watch_loop() -> None:
    """Measure how late the event loop is, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LOOP_SECONDS
        await asyncio.sleep(_LOOP_SECONDS)
        LOOP_DELAY_SECONDS.observe(max(0.0, loop.time() - due))
