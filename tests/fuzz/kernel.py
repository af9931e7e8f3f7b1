"""The entry of the compiled modules themselves: every function that Python can call, with arguments that nobody promised anything about."""

from __future__ import annotations

from array import array
from typing import Any

from quepu.errors import QuepuError
from tests.fuzz.entry import Entry, documented
from tests.fuzz.play import Choices
from tests.kernel_entries import CLEAN, ENTRIES, NUMBERS, OTHERS, is_small, module

_SKIPPED = ("suits.build", "chains.chains", "chains._all_chains", "sweep._images")
"""They have no arguments and take long."""
NAMES = tuple(name for name in ENTRIES if name not in _SKIPPED)


class Kernel(Entry):
    """The first byte chooses the function, the others change its good arguments."""

    name = "kernel"
    is_binary = True

    def seeds(self) -> list[bytes]:
        """Every function with one argument changed in each way that there is."""
        return [
            *super().seeds(),
            *(bytes((n, 255 - place, way, 7, 200, 3, 255, 0)) for n in range(len(NAMES)) for place in (0, 1) for way in range(6)),
        ]

    def run(self, data: bytes) -> str:
        choices = Choices(data)
        name = NAMES[choices.next() % len(NAMES)]
        entry = ENTRIES[name]
        home, _, function = name.rpartition(".")
        good = entry.arguments()
        arguments = [given if place in entry.slow else changed(given, choices, entry.plain) for place, given in enumerate(good)]
        if entry.of is None:
            call = getattr(module(home), function)
        elif function == "__init__":
            made: Any = type(entry.of())
            call = made.__new__(made).__init__
        else:
            call = getattr(entry.of(), function)
        try:
            call(*arguments)
        except QuepuError as error:
            return f"{name} {documented(error)}"
        except (*CLEAN, MemoryError) as error:
            return f"{name} {type(error).__name__}"
        return f"{name} ok"


def changed(given: Any, choices: Choices, plain: bool) -> Any:
    """A good argument as it is, or something else in its place."""
    which = choices.next()
    if which < 100:
        return given
    if which >= 230:
        return (*OTHERS, *(() if plain else NUMBERS))[(which + choices.next()) % (len(OTHERS) + (0 if plain else len(NUMBERS)))]
    if isinstance(given, bool | int | float):
        value = choices.next()
        if value < 100:
            return value - 20
        number = NUMBERS[value % len(NUMBERS)]
        return number + choices.next() - 128 if not plain or is_small(number) else value
    if isinstance(given, bytes | bytearray):
        return type(given)(cells(bytes(given), choices))
    if isinstance(given, array):
        content = cells(given.tobytes(), choices)
        return array(given.typecode, content[: len(content) // given.itemsize * given.itemsize])
    if isinstance(given, list | tuple):
        return type(given)(changed(one, choices, plain) for one in given for _ in range(2 if choices.next() > 240 else 1))
    return given


def cells(content: bytes, choices: Choices) -> bytes:
    """Bytes with some of them changed, and sometimes more or fewer of them."""
    new = bytearray(content)
    for _ in range(choices.next() % 6):
        at, value = choices.next(), choices.next()
        if new:
            new[at % len(new)] = value if value > 200 else value % 5
    size = choices.next()
    return bytes(new) if size < 200 else bytes(new) * (size % 4) if size < 240 else bytes(new[: choices.next()])
