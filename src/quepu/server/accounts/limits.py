"""How often somebody may try to sign in, and sign up.

Only failures count. A name from one address is locked first, so that whoever tries passwords from elsewhere does not lock its owner out.

A try takes its tokens before the password is checked, so that many at once are no more than the limit, and gets them back if it succeeds.
Where there are none left, but others are being checked that may give theirs back, a try waits for these: many devices of one person may
sign in at the same moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from quepu.errors import QuepuError
from quepu.server.settings import Rate, Settings
from quepu.server.tokens import Buckets, too_many_requests

_MOST_WAITING = 200
"""The maximum number of tries that wait for others."""
_FAILURES = ("wrong_sign_in", "wrong_password", "wrong_recovery")

Taken = list[tuple[Buckets, str]]


def _buckets(rate: Rate | None) -> Buckets | None:
    return None if rate is None else Buckets(rate)


class SignInLimits:
    def __init__(self, settings: Settings) -> None:
        self._new = _buckets(settings.sign_up_rate)
        self._pairs = _buckets(settings.sign_in_rate)
        self._addresses = _buckets(settings.address_sign_in_rate)
        self._names = _buckets(settings.name_sign_in_rate)
        self._checking: Counter[tuple[Buckets, str]] = Counter()
        """How many tries are being checked that have taken from a bucket."""
        self._waiting: set[asyncio.Future[None]] = set()

    def share(self, add: Callable[[str, Buckets | None], None]) -> None:
        """Let these limits hold for all nodes together."""
        for name, buckets in (("new", self._new), ("pairs", self._pairs), ("addresses", self._addresses), ("names", self._names)):
            add(f"sign_in_{name}", buckets)

    def sign_up(self, address: str, local: bool) -> None:
        """Raise QuepuError if there are too many new accounts from an address."""
        if self._new is not None and not local and (wait := self._new.take(address, 1)):
            raise too_many_requests(wait)

    @asynccontextmanager
    async def trying(self, address: str, local: bool, name_key: str) -> AsyncIterator[None]:
        """A try to sign in. It is counted, unless it succeeds. Raises QuepuError if there were too many."""
        counted = [(self._pairs, f"{address} {name_key}"), (self._names, name_key)]
        if not local:
            counted.append((self._addresses, address))
        wanted = [(buckets, key) for buckets, key in counted if buckets is not None]
        await self._take(wanted)
        self._checking.update(wanted)
        try:
            yield
        except QuepuError as error:
            if error.code not in _FAILURES:
                _give_back(wanted)
            raise
        else:
            _give_back(wanted)
        finally:
            self._checking -= Counter(wanted)
            for one in self._waiting:
                if not one.done():
                    one.set_result(None)

    async def _take(self, wanted: Taken) -> None:
        """Take a token from each of these, or wait for tries that may give theirs back. Raises QuepuError if there are none."""
        while (refused := _taken(wanted)) is not None:
            one, wait = refused
            if not self._checking[one] or len(self._waiting) >= _MOST_WAITING:
                raise too_many_requests(wait)
            ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(ended)
            try:
                await ended
            finally:
                self._waiting.discard(ended)


def _taken(wanted: Taken) -> tuple[tuple[Buckets, str], float] | None:
    """Take a token from each, or none at all: then the one that has none, and the seconds until it has."""
    for at, (buckets, key) in enumerate(wanted):
        if wait := buckets.take(key, 1):
            _give_back(wanted[:at])
            return (buckets, key), wait
    return None


def _give_back(taken: Taken) -> None:
    for buckets, key in taken:
        buckets.charge(key, -1)
