"""Desks, kept for the next who needs one. The C types stand in ``desks.pxd``."""

from quepu.kernel.distance import Distances
from quepu.kernel.scorer import Scoring, Table


class Desks:
    """The desks of one rule book. Making one costs a third of the scoring of a hand, and it remembers what hands have in common, so it is
    kept for the next. While it is taken nobody else can have it: threads do not meet."""

    def __init__(self, scoring: type[Scoring], table: Table) -> None:
        self.scoring = scoring
        self.table = table
        self.free: list[Scoring] = []

    def take(self) -> Scoring:
        """One that is free; put it back after use."""
        try:
            return self.free.pop()
        except IndexError:
            return self.scoring(self.table)

    def put_back(self, desk: Scoring) -> None:
        self.free.append(desk)

    def score(self, row: bytes) -> tuple[int, int, int, int, bytes] | None:
        """The result of the hand in a row (see ``Scoring.result``), or None if it does not win."""
        desk = self.take()
        result = desk.result() if desk.score_row(row, 0) else None
        self.free.append(desk)
        return result


class Measures:
    """What single hands of one rule book lack. As with desks, whatever is taken nobody else has."""

    def __init__(self, shapes: int, four_as_two_pairs: bool) -> None:
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.free: list[Distances] = []

    def take(self) -> Distances:
        """One that is free; put it back after use."""
        try:
            return self.free.pop()
        except IndexError:
            from quepu.kernel.cache import suit_tables

            return Distances(self.shapes, self.four_as_two_pairs, suit_tables())

    def put_back(self, measure: Distances) -> None:
        self.free.append(measure)

    def missing(self, row: bytes) -> int:
        """The tiles missing from the nearest win; ``row`` is the hand."""
        measure = self.take()
        missing = measure.missing_from(row)
        self.free.append(measure)
        return missing

    def useful(self, row: bytes) -> tuple[int, list[int]]:
        """The tiles missing, and the kinds that bring the hand nearer."""
        measure = self.take()
        missing, mask = measure.look(row)
        self.free.append(measure)
        kinds = []
        for kind in range(34):
            if mask >> kind & 1:
                kinds.append(kind)
        return missing, kinds
