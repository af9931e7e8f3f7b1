"""How whoever starts a long computation can follow it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Watch(Protocol):
    """Passes the items on, and can show how many of ``total`` have come."""

    def __call__(self, items: Iterable[Item], total: int, label: str) -> Iterable[Item]: ...


def unwatched(items: Iterable[Item], total: int, label: str) -> Iterable[Item]:
    return items
