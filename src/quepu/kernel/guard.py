"""Checks of arguments and objects for all functions of the kernel that Python can call.

Compiled, the kernel checks neither the bounds of its arrays nor whether an object was initialised. So every function that Python can call
checks sizes, ranges and objects itself, and the functions that it calls rely on that. Numbers become C numbers (see the .pxd files) before
they are checked, so that no object can have one value in the check and another one as an index. The C types are
in ``guard.pxd``; ``row_checks`` checks hands.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel.arrays import allocate

NEW, IN_INIT, USABLE, IN_USE = range(4)
"""The stages of an object. One whose ``__init__`` failed stays in the second, and is never used."""


class Guarded:
    """An object that is initialised once, and used by one thread at a time.

    C code would use the missing parts of an object that was made by ``__new__`` alone. An object that was initialised twice could have
    arrays that do not match. And where the interpreter's lock is released, a second thread could change the object meanwhile.
    """

    stage: int

    def start_init(self) -> None:
        """Begin ``__init__``. Interpreted, the object gets its arrays here."""
        if self.stage != NEW:
            raise TypeError(f"this {type(self).__name__} is initialised already")
        self.stage = IN_INIT
        if not cython.compiled:
            allocate(self)

    def finish_init(self) -> None:
        """End ``__init__``: from now on the object can be used."""
        self.stage = USABLE

    def check_usable(self) -> None:
        """Raise unless the object is initialised and not in use by another thread."""
        if self.stage == IN_USE:
            raise ValueError(f"this {type(self).__name__} is in use: give each thread its own")
        if self.stage != USABLE:
            raise TypeError(f"this {type(self).__name__} is not initialised")

    def lock(self) -> None:
        """Use the object while other threads may run."""
        self.check_usable()
        self.stage = IN_USE

    def unlock(self) -> None:
        self.stage = USABLE


if not cython.compiled:
    Guarded.stage = NEW


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Raise unless a number is within these bounds."""
    if not least <= value <= most:
        raise ValueError(f"{name} is a number from {least} to {most}, not {value}")


def check_type(name: str, value: object, type: type) -> None:
    """Raise unless a value has this type, as C code assumes; None never has."""
    if not isinstance(value, type):
        raise TypeError(f"{name} is a {type.__name__}, not {value!r:.60}")


def check_length(name: str, length: int, least: int) -> None:
    """Raise unless a buffer has at least ``least`` entries."""
    if length < least:
        raise ValueError(f"{name} has {length} entries; at least {least} are needed")


def check_seat(seat: int) -> None:
    """Raise unless there is such a seat."""
    if not 0 <= seat < 4:
        raise IndexError(f"there is no seat {seat}")
