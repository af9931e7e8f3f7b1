"""The arrays of the kernel's objects where the kernel runs interpreted.

Compiled, the arrays are part of each object, with the types and sizes that the ``.pxd`` file of its module declares. Interpreted,
``allocate`` reads the same declarations and makes lists of these sizes, so that each size is written once.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

_CLASS = re.compile(r"cdef class (\w+)")
_FIELDS = re.compile(r"    cdef (?:readonly |public )?(?:(?:const |unsigned |signed )*\w+)((?:\[\d+\])*) (\w+(?:, \w+)*)$")


def allocate(made: object) -> None:
    """Give an object of an interpreted class all its arrays, filled with zeros."""
    for part in type(made).__mro__:
        for name, sizes in fields(part).items():
            if sizes:
                setattr(made, name, _zeros(sizes))


@cache
def fields(kind: type) -> dict[str, tuple[int, ...]]:
    """The fields that the ``.pxd`` file declares for a class, in order, with the sizes of their dimensions: none for a field that is not an
    array."""
    file = getattr(sys.modules[kind.__module__], "__file__", None)
    declarations = Path(file).with_suffix(".pxd") if file else None
    if declarations is None or not declarations.is_file():
        return {}
    found: dict[str, tuple[int, ...]] = {}
    current = ""
    for line in declarations.read_text(encoding="utf-8").split("\n"):
        if header := _CLASS.match(line):
            current = header[1]
        elif current == kind.__name__ and (field := _FIELDS.match(line)):
            found |= dict.fromkeys(field[2].split(", "), tuple(map(int, re.findall(r"\d+", field[1]))))
    return found


def fields_before(kind: type, end: str) -> list[str]:
    """The names of the fields that are declared before another one: what a copy of the bytes up to it would copy."""
    names = list(fields(kind))
    return names[: names.index(end)]


def _zeros(sizes: tuple[int, ...]) -> list[Any]:
    first, *rest = sizes
    if not rest:
        return [0] * first
    return [_zeros(tuple(rest)) for _ in range(first)]
