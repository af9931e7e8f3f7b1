"""Who is banned: networks and accounts, as an application knows them."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from starlette.types import Scope

from quepu.server.addresses import Addresses
from quepu.server.settings import Network, Settings

BANNED: Final = 1008
"""The code that closes the connections of banned people, and refuses new ones."""


class Banned:
    def __init__(self, settings: Settings) -> None:
        self._addresses = Addresses(settings)
        self._networks: tuple[Network, ...] = ()
        self._accounts: frozenset[str] = frozenset()

    def set(self, networks: Iterable[str], accounts: Iterable[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(text) for text in networks)
        self._accounts = frozenset(accounts)

    def has(self, scope: Scope) -> bool:
        """Whether a request comes from a banned network."""
        return bool(self._networks) and self.has_address(*self._addresses.who(scope))

    def has_address(self, text: str, is_local: bool) -> bool:
        """Whether an address, as ``Addresses.who`` returns it, is in a banned network. This machine itself is never banned."""
        if is_local or not self._networks:
            return False
        with suppress(ValueError):
            found: Any = ipaddress.ip_network(text, strict=False)
            return any(found.version == one.version and found.subnet_of(one) for one in self._networks)
        return False

    def has_account(self, account: str | None) -> bool:
        return account in self._accounts
