"""How often somebody may try to sign in, and sign up.

Only failures count. A name from one address is locked first, so that whoever tries passwords from elsewhere does not lock its owner out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quepu.errors import QuepuError
from quepu.server.settings import Rate, Settings
from quepu.server.tokens import Buckets, too_many_requests


def _buckets(rate: Rate | None) -> Buckets | None:
    return None if rate is None else Buckets(rate)


class SignInLimits:
    def __init__(self, settings: Settings) -> None:
        self._new = _buckets(settings.sign_up_rate)
        self._pairs = _buckets(settings.sign_in_rate)
        self._addresses = _buckets(settings.address_sign_in_rate)
        self._names = _buckets(settings.name_sign_in_rate)

    def share(self, add: Callable[[str, Buckets | None], None]) -> None:
        """Let these limits hold for all nodes together."""
        for name, buckets in (("new", self._new), ("pairs", self._pairs), ("addresses", self._addresses), ("names", self._names)):
            add(f"sign_in_{name}", buckets)

    def sign_up(self, address: str, local: bool) -> None:
        """Raise QuepuError if there are too many new accounts from an address."""
        if self._new is not None and not local and (wait := self._new.take(address, 1)):
            raise too_many_requests(wait)

    @contextmanager
    def trying(self, address: str, local: bool, name_key: str) -> Iterator[None]:
        """A try to sign in. It is counted at its beginning, so that many at once do not pass, and given back if it succeeds. Raises
        QuepuError if there were too many."""
        counted = [(self._pairs, f"{address} {name_key}"), (self._names, name_key)]
        if not local:
            counted.append((self._addresses, address))
        taken: list[tuple[Buckets, str]] = []
        for buckets, key in counted:
            if buckets is None:
                continue
            if wait := buckets.take(key, 1):
                _give_back(taken)
                raise too_many_requests(wait)
            taken.append((buckets, key))
        try:
            yield
        except QuepuError as error:
            if error.code not in ("wrong_sign_in", "wrong_password", "wrong_recovery"):
                _give_back(taken)
            raise
        else:
            _give_back(taken)


def _give_back(taken: list[tuple[Buckets, str]]) -> None:
    for buckets, key in taken:
        buckets.charge(key, -1)
