"""The interface through which a caller follows a long computation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Progress(Protocol):
    """Yields the items and may show how many of ``total`` there have been."""

    def __call__(self, items: Iterable[Item], total: int, label: str) -> Iterable[Item]: ...


def no_progress(items: Iterable[Item], total: int, label: str) -> Iterable[Item]:
    """The items, without any display."""
    return items
