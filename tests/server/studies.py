"""Studies for tests: parts that need no time, and parts that wait for the test."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from quepu.lab.simulate import Counts, Task, deals_of


def drawn_part(task: Task, check: Callable[[], None] = lambda: None) -> Counts:
    """A part in which every deal is drawn after 80 discards. Counts of different parts differ."""
    check()
    deals = deals_of(task.design, task.part)
    payments = Counter({f"{(seat + task.part) % 4},{seat},0": deals for seat in range(4)})
    return Counts(deals=deals, draws=deals, discards=Counter({str(80 + task.part % 3): deals}), payments=payments)


class Gate:
    """Parts that wait until the test lets them go on."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.begun: list[Task] = []

    def play(self, task: Task, check: Callable[[], None] = lambda: None) -> Counts:
        self.begun.append(task)
        while not self.allowed.acquire(timeout=0.01):
            check()
        return drawn_part(task, check)

    def allow(self, count: int) -> None:
        self.allowed.release(count)
