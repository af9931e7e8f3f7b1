"""Limits on the rate of an address, which hold for all nodes together.

Each node has its own buckets, and tells the others about once a second what addresses have spent. So an address that uses several nodes at
once gets more than the limit for a second, and not more after that.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

from quepu.server.cluster.alone import Cluster
from quepu.server.tokens import Buckets

TOPIC = "spent"
_PAUSE = 1.0
_WORTH = 0.02
"""What an address has spent is told when it is this part of a full bucket."""
_MOST_BYTES = 6000
"""The maximum size of what a message tells."""


class SharedLimits:
    """The buckets that nodes share, by name. A server alone has nobody to tell."""

    def __init__(self) -> None:
        self._buckets: dict[str, Buckets] = {}

    def add(self, name: str, buckets: Buckets | None) -> None:
        """Share these buckets. None is no limit."""
        if buckets is not None:
            self._buckets[name] = buckets

    async def run(self, cluster: Cluster) -> None:
        """Tell the other nodes what is spent here, and charge what is spent there, until cancelled."""
        end = cluster.bus.subscribe(TOPIC, lambda text: self._receive(cluster.id, text))
        try:
            while True:
                await asyncio.sleep(_PAUSE)
                self._tell(cluster)
        finally:
            end()

    def _tell(self, cluster: Cluster) -> None:
        for name, buckets in self._buckets.items():
            for part in _parts(buckets.spent(_WORTH * buckets.rate.burst)):
                cluster.bus.publish(TOPIC, json.dumps([cluster.id, name, part], separators=(",", ":")))

    def _receive(self, here: str, text: str) -> None:
        node, name, part = json.loads(text)
        buckets = self._buckets.get(name)
        if node != here and buckets is not None:
            for address, tokens in part.items():
                buckets.charge_elsewhere(address, tokens)


def _parts(spent: dict[str, float]) -> Iterator[dict[str, float]]:
    """What fits into a message each."""
    part: dict[str, float] = {}
    size = 0
    for address, tokens in spent.items():
        own = 2 * len(json.dumps(address)) + 16  # the message is a text in JSON again, which escapes it once more
        if part and size + own > _MOST_BYTES:
            yield part
            part, size = {}, 0
        part[address] = round(tokens, 2)
        size += own
    if part:
        yield part
