"""Entries with a fault that only one input shows, for the tests of the runner."""

from __future__ import annotations

import ctypes
import time

from tests.fuzz.entry import Entry
from tests.fuzz.mutation import Mutator

FATAL = b"fatal"


class Faulty(Entry):
    def __init__(self) -> None:
        self.made = 0

    def seeds(self) -> list[bytes]:
        return [b"harmless"]

    def mutate(self, mutator: Mutator) -> bytes:
        self.made += 1
        return FATAL if self.made == 20 else b"harmless %d" % self.made

    def run(self, data: bytes) -> str:
        if data == FATAL:
            self.fail()
        return "ok"

    def fail(self) -> None:
        raise NotImplementedError


class Dies(Faulty):
    name = "dies"

    def fail(self) -> None:
        ctypes.string_at(8)


class Raises(Faulty):
    name = "raises"

    def fail(self) -> None:
        raise KeyError("not a documented error")


class Waits(Faulty):
    name = "waits"

    def fail(self) -> None:
        while True:
            time.sleep(1)
