"""Limits on the rate of an address, which hold for all nodes together.

Each node has its own buckets, and tells the others about once a second what addresses have spent. So an address that uses several nodes at
once gets more than the limit for a second, and not more after that.
"""

from __future__ import annotations

import asyncio
import json

from quepu.server.cluster.alone import Cluster
from quepu.server.tokens import Buckets

TOPIC = "spent"
_PAUSE = 1.0
_WORTH = 0.02
"""What an address has spent is told when it is this part of a full bucket."""
_AT_ONCE = 100
"""The maximum number of addresses in a message."""


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
            spent = list(buckets.spent(_WORTH * buckets.rate.burst).items())
            for first in range(0, len(spent), _AT_ONCE):
                part = {address: round(tokens, 2) for address, tokens in spent[first : first + _AT_ONCE]}
                cluster.bus.publish(TOPIC, json.dumps([cluster.id, name, part], separators=(",", ":")))

    def _receive(self, here: str, text: str) -> None:
        node, name, part = json.loads(text)
        buckets = self._buckets.get(name)
        if node != here and buckets is not None:
            for address, tokens in part.items():
                buckets.charge_elsewhere(address, tokens)
