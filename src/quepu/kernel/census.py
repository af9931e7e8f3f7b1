"""Counts winning hands of fourteen concealed tiles, and the fans in them.

Every tile of a hand is the winning tile in turn, on a discard and by self-draw, without flowers or circumstances. Hands are counted, and
the ways to draw them: a hand with n of the four tiles of a kind can be drawn in as many ways as n of four tiles can be chosen, and the last
tile drawn is the winning one. The C types are in ``census.pxd``.
"""

from quepu.kernel import guard, row_codec
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import MOST_FANS, NO_TILE
from quepu.tiles import KINDS

MOST_IMAGES = 36

WINNING, COMPLETE = MOST_FANS, MOST_FANS + 1
"""The places of the counts of all winning hands, and of all complete ones: below the minimum they do not win. Those of fans come first."""


class Census(Guarded):
    """Counts hands one after another. ``winds`` are those of a row: four times the round wind, and the seat wind."""

    row: list[int]
    held: list[int]
    hands: list[int]
    ways: list[int]

    def __init__(self, scorer: Scorer, winds: int) -> None:
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.facts = self.scorer.facts
        guard.check_range("winds", winds, 0, 15)
        self.winds = winds
        for i in range(2 * (MOST_FANS + 2)):
            self.hands[i] = self.ways[i] = 0
        self.finish_init()

    def count(self, tiles: bytes, images: int) -> int:
        """Count a hand, given as a count for each kind, and its images: as many hands that have the same fans. Whether it is complete in
        this book."""
        self.check_usable()
        self.scorer.check_usable()
        guard.check_range("the number of kinds", len(tiles), KINDS, KINDS)
        guard.check_range("images", images, 1, MOST_IMAGES)
        size = 0
        for kind in range(34):
            self.held[kind] = tiles[kind]
            guard.check_range("a count", self.held[kind], 0, 4)
            size += self.held[kind]
        guard.check_range("the number of tiles", size, 14, 14)
        return self.count_held(images)

    def count_held(self, images: int) -> int:
        row_codec.write_concealed(self.row, self.held, NO_TILE)
        row_codec.write_melds(self.row, self.row, 0)
        row_codec.write_circumstances(self.row, 0, self.winds, 0, 0, 0, NO_TILE)
        self.scorer.load_row(self.row, 0)
        if self.scorer.arrangements.count == 0:
            return 0
        ways = self.facts.one * images
        for kind in range(34):
            ways *= self.choices(self.held[kind])
        for kind in range(34):
            if self.held[kind]:
                self.facts.winning = kind
                self.facts.only_wait = -1  # not known yet
                for self_drawn in range(2):
                    self.win(self_drawn, images, ways * self.held[kind])
        return 1

    def choices(self, count: int) -> int:
        """The number of ways to choose this many of the four tiles of a kind."""
        return 6 if count == 2 else 4 if count & 1 else 1

    def win(self, self_drawn: int, images: int, ways: int) -> None:
        """Count the hand won on the winning tile."""
        self.facts.set_circumstances(self_drawn, 0, NO_TILE)
        self.scorer.score_readings()
        first = self_drawn * (MOST_FANS + 2)
        self.add(first + COMPLETE, images, ways)
        if self.scorer.best_points >= self.scorer.table.minimum:
            self.add(first + WINNING, images, ways)
            for fan in range(self.scorer.table.size):
                if self.scorer.best_counts[fan]:
                    self.add(first + fan, images, ways)

    def add(self, place: int, images: int, ways: int) -> None:
        self.hands[place] += images
        self.ways[place] += ways

    def result(self, self_drawn: int) -> list[tuple[int, int]]:
        """Hands and ways of each fan, of all winning hands, and of all complete ones."""
        self.check_usable()
        guard.check_range("self_drawn", self_drawn, 0, 1)
        first = self_drawn * (MOST_FANS + 2)
        places = [*range(self.scorer.table.size), WINNING, COMPLETE]
        return [(self.hands[first + place], self.ways[first + place]) for place in places]
