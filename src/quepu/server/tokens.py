"""Tokens: how much an address may use, and what a request costs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from starlette.types import Scope

from quepu.errors import QuepuError
from quepu.server.settings import Rate, Settings


class Buckets:
    """A token bucket for each address. Any thread may use them."""

    MAX_ADDRESSES = 10_000
    """The maximum number of addresses. Beyond it those with full buckets are forgotten, or all of them if that is not enough."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.filled: dict[str, tuple[float, float]] = {}
        """By address: how many tokens were there, and when."""
        self._spent: dict[str, float] | None = None
        """By address: what was taken since ``spent`` was called; None if it never was."""
        self._lock = Lock()

    def take(self, address: str, tokens: float) -> float:
        """Take tokens and return 0; or return the seconds until there are enough."""
        with self._lock:
            now = self.clock()
            there = self._there(address, now)
            if there < tokens:
                self.filled[address] = (there, now)
                return (tokens - there) / self.rate.per_second
            self._fill(address, there - tokens, now)
            self._count(address, tokens)
            return 0

    def charge(self, address: str, tokens: float) -> None:
        """Take tokens for work that is done. If there are not enough, the address owes them."""
        with self._lock:
            now = self.clock()
            self._fill(address, self._there(address, now) - tokens, now)
            self._count(address, tokens)

    def charge_elsewhere(self, address: str, tokens: float) -> None:
        """Take tokens that another node has given. Nothing is owed for them."""
        with self._lock:
            now = self.clock()
            there = self._there(address, now)
            self._fill(address, min(there, max(0.0, there - tokens)), now)

    def spent(self, least: float) -> dict[str, float]:
        """What addresses have taken since the last call, those that have taken so much; what others have taken is for a later call."""
        with self._lock:
            before = self._spent or {}
            found = {address: tokens for address, tokens in before.items() if tokens >= least}
            self._spent = {address: tokens for address, tokens in before.items() if tokens < least}
            return found

    def owed(self, address: str) -> float:
        """The seconds until the address owes nothing; 0 if it owes nothing."""
        return max(0.0, -self._there(address, self.clock()) / self.rate.per_second)

    def _count(self, address: str, tokens: float) -> None:
        if self._spent is not None and (address in self._spent or len(self._spent) < self.MAX_ADDRESSES):
            self._spent[address] = self._spent.get(address, 0.0) + tokens

    def _there(self, address: str, now: float) -> float:
        before, since = self.filled.get(address, (self.rate.burst, now))
        return min(self.rate.burst, before + (now - since) * self.rate.per_second)

    def _fill(self, address: str, tokens: float, now: float) -> None:
        if address not in self.filled and len(self.filled) >= self.MAX_ADDRESSES:
            self._forget(now)
        self.filled[address] = (tokens, now)

    def _forget(self, now: float) -> None:
        rate = self.rate
        self.filled = {
            address: (tokens, since)
            for address, (tokens, since) in self.filled.items()
            if tokens + (now - since) * rate.per_second < rate.burst
        }
        if len(self.filled) >= self.MAX_ADDRESSES:
            self.filled.clear()


@dataclass(slots=True)
class Costs:
    """What a request has cost."""

    seconds: float = 0.0
    stored: int = 0


class Account:
    """What one request pays: a price in advance, then the processor time and the stored bytes that the price did not cover."""

    KEY = "quepu.account"
    """Its name in the scope of a request."""

    def __init__(self, settings: Settings, buckets: Buckets | None, address: str, price: float, costs: Costs | None = None) -> None:
        """``costs`` adds up what the request costs, for a process that has relayed it."""
        self.settings = settings
        self.buckets = buckets
        self.address = address
        self.paid = price
        self.costs = costs or Costs()

    @classmethod
    def of(cls, scope: Scope) -> Account:
        """The account of a request; every request that RateLimit has let in has one."""
        account: Account = scope[cls.KEY]
        return account

    def enter(self) -> float:
        """Pay the price and return 0; or return the seconds until there is enough for it."""
        return 0 if self.buckets is None else self.buckets.take(self.address, self.paid)

    def owed(self) -> float:
        """The seconds until the address owes nothing."""
        return 0 if self.buckets is None else self.buckets.owed(self.address)

    def spend(self, seconds: float = 0, stored: int = 0) -> None:
        """Pay for processor time and for stored bytes."""
        self.costs.seconds += seconds
        self.costs.stored += stored
        cost = seconds / self.settings.token_seconds + stored / self.settings.token_bytes
        covered = min(self.paid, cost)
        self.paid -= covered
        if self.buckets is not None and cost > covered:
            self.buckets.charge(self.address, cost - covered)


def too_many_requests(wait: float) -> QuepuError:
    return QuepuError("too_many_requests", seconds=math.ceil(wait))
