"""Wins if possible, else chooses the first legal action. It is deterministic, which helps in tests."""

from quepu.engine.view import View
from quepu.kernel.actions import WIN


class First:
    def choose(self, view: View) -> int:
        return WIN if WIN in view.legal else view.legal[0]
