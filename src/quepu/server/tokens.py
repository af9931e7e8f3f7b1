"""Tokens: what an address may take, and what a request costs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock

from starlette.types import Scope

from quepu.errors import QuepuError
from quepu.server.settings import Rate, Settings


class Buckets:
    """A bucket of tokens for each address. Each request takes some; they come back with time. Any thread may use them."""

    MOST = 10_000
    """So many addresses are remembered; then those with full buckets are forgotten, and if that is not enough all of them."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.filled: dict[str, tuple[float, float]] = {}
        """By address: how many tokens were there, and when."""
        self._lock = Lock()

    def take(self, address: str, tokens: float) -> float:
        """Take tokens; 0, or in how many seconds there will be enough."""
        with self._lock:
            now = self.clock()
            there = self._there(address, now)
            if there < tokens:
                self.filled[address] = (there, now)
                return (tokens - there) / self.rate.per_second
            self._fill(address, there - tokens, now)
            return 0

    def charge(self, address: str, tokens: float) -> None:
        """Take tokens for what has been done; where there are not enough, they are owed."""
        with self._lock:
            now = self.clock()
            self._fill(address, self._there(address, now) - tokens, now)

    def owed(self, address: str) -> float:
        """In how many seconds nothing will be owed any more; 0 if nothing is."""
        return max(0.0, -self._there(address, self.clock()) / self.rate.per_second)

    def _there(self, address: str, now: float) -> float:
        before, since = self.filled.get(address, (self.rate.burst, now))
        return min(self.rate.burst, before + (now - since) * self.rate.per_second)

    def _fill(self, address: str, tokens: float, now: float) -> None:
        if address not in self.filled and len(self.filled) >= self.MOST:
            self._forget(now)
        self.filled[address] = (tokens, now)

    def _forget(self, now: float) -> None:
        rate = self.rate
        self.filled = {
            address: (tokens, since)
            for address, (tokens, since) in self.filled.items()
            if tokens + (now - since) * rate.per_second < rate.burst
        }
        if len(self.filled) >= self.MOST:
            self.filled.clear()


class Account:
    """What one request pays: its price when it comes; then for what the price did not cover: processor time, stored bytes."""

    KEY = "quepu.account"
    """Its name in the scope of a request."""

    def __init__(self, settings: Settings, buckets: Buckets | None, address: str, price: float) -> None:
        self.settings = settings
        self.buckets = buckets
        self.address = address
        self.paid = price

    @classmethod
    def of(cls, scope: Scope) -> Account:
        """The account of a request; every request that RateLimit has let in has one."""
        account: Account = scope[cls.KEY]
        return account

    def enter(self) -> float:
        """Pay the price; 0, or in how many seconds there will be enough for it."""
        return 0 if self.buckets is None else self.buckets.take(self.address, self.paid)

    def owed(self) -> float:
        """In how many seconds the address can go on; 0 if at once."""
        return 0 if self.buckets is None else self.buckets.owed(self.address)

    def spend(self, seconds: float = 0, stored: int = 0) -> None:
        """Pay for processor time and for bytes that are kept."""
        cost = seconds / self.settings.token_seconds + stored / self.settings.token_bytes
        covered = min(self.paid, cost)
        self.paid -= covered
        if self.buckets is not None and cost > covered:
            self.buckets.charge(self.address, cost - covered)


def too_many_requests(wait: float) -> QuepuError:
    return QuepuError("too_many_requests", seconds=math.ceil(wait))
