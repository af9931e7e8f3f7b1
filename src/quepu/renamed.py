"""Former names that still work: each access emits a ``DeprecationWarning`` and returns the object with the new name."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def renamed(old: str, new: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module that was called ``old`` and is now ``new``. ``names`` maps the names that changed."""

    def getattr_of_module(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        current = names.get(name, name)
        try:
            value = getattr(import_module(new), current)
        except AttributeError:
            raise AttributeError(f"module {old!r} has no attribute {name!r}") from None
        warnings.warn(f"{old}.{name} is called {new}.{current} now", DeprecationWarning, stacklevel=2)
        return value

    return getattr_of_module
