"""Chooses any legal action with equal probability, from a seed."""

from random import Random

from quepu.engine.view import View


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: View) -> int:
        return view.legal[self.random.randrange(len(view.legal))]
