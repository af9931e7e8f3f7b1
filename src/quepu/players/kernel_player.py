"""The players of the kernel: they see an observation and choose without Python (``quepu.kernel.chooser``)."""

from __future__ import annotations

from quepu.engine.view import View
from quepu.kernel.style import STYLES
from quepu.rules.base import RuleBook


class KernelPlayer:
    """A player in one of the styles of the kernel. Such players keep nothing from one decision to the next, and share their caches."""

    def __init__(self, book: RuleBook, style: str) -> None:
        self.choosers = book.choosers
        self.style = list(STYLES).index(style)

    def choose(self, view: View) -> int:
        return self.choosers.choose(view.observation, self.style)
