"""Messages that concern all nodes: within the process, and with nodes by ``LISTEN`` and ``NOTIFY`` of PostgreSQL.

A message is a hint that something has changed, not the only copy of it: messages that are sent while a node has no connection to the
database are lost for it. Then it calls ``missed`` of each subscription, which looks at everything again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

LOG = logging.getLogger("quepu.server")


@dataclass(frozen=True, slots=True)
class _Subscription:
    called: Callable[[str], None]
    missed: Callable[[], None]


class Bus:
    """The messages of a server alone: they reach the subscribers in its process."""

    def __init__(self) -> None:
        self._subscriptions: dict[str, list[_Subscription]] = {}

    def subscribe(self, topic: str, called: Callable[[str], None], missed: Callable[[], None] = lambda: None) -> Callable[[], None]:
        """Call a function with each message of a topic, also with those of this process. Returns a function that ends it."""
        own = _Subscription(called, missed)
        self._subscriptions.setdefault(topic, []).append(own)

        def end() -> None:
            with suppress(ValueError):
                self._subscriptions[topic].remove(own)

        return end

    def publish(self, topic: str, text: str) -> None:
        """Send a message: to this process at once, to the others soon. Whatever it is about must be committed."""
        self._deliver(topic, text)

    def _deliver(self, topic: str, text: str) -> None:
        for subscription in list(self._subscriptions.get(topic, ())):
            try:
                subscription.called(text)
            except Exception:  # one subscriber must not end the others
                LOG.exception("a message of %s failed", topic)

    def _resume(self) -> None:
        """Messages may have been missed."""
        for subscriptions in list(self._subscriptions.values()):
            for subscription in list(subscriptions):
                try:
                    subscription.missed()
                except Exception:  # one subscriber must not end the others
                    LOG.exception("what was missed could not be read")
