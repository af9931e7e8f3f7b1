"""Desks, kept for the next who needs one. The C types stand in ``desks.pxd``."""

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel.distance import Distances
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scoring, Table

if cython.compiled:
    from cython.cimports.quepu.kernel.guard import check_type
    from cython.cimports.quepu.kernel.rows import check_win_at
else:
    from quepu.kernel.guard import check_type
    from quepu.kernel.rows import check_win_at


class Desks(Guarded):
    """The desks of one rule book. Making one costs a third of the scoring of a hand, and it remembers what hands have in common, so it is
    kept for the next. While it is taken nobody else can have it: threads do not meet."""

    def __init__(self, scoring: type[Scoring], table: Table) -> None:
        self.start_init()
        check_type("table", table, Table)
        self.scoring = scoring
        self.table = table
        self.free: list[Scoring] = []
        self.finish_init()

    def take(self) -> Scoring:
        """One that is free; put it back after use."""
        self.check_usable()
        try:
            return self.free.pop()
        except IndexError:
            desk = self.scoring(self.table)
        check_type("a desk", desk, Scoring)
        return desk

    def put_back(self, desk: Scoring) -> None:
        self.check_usable()
        check_type("desk", desk, Scoring)
        desk.check_usable()
        if desk.table is not self.table:
            raise ValueError("this desk belongs to another rule book")
        self.free.append(desk)

    def score(self, row: bytes) -> tuple[int, int, int, int, bytes] | None:
        """The result of the hand in a row (see ``Scoring.result``), or None if it does not win."""
        check_win_at(row, 0)
        desk = self.take()
        desk.check_usable()
        result = desk.result() if desk.score_row(row, 0) else None
        self.free.append(desk)
        return result


class Measures(Guarded):
    """What single hands of one rule book lack. As with desks, whatever is taken nobody else has."""

    def __init__(self, shapes: int, four_as_two_pairs: bool) -> None:
        self.start_init()
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.free: list[Distances] = []
        self.finish_init()

    def take(self) -> Distances:
        """One that is free; put it back after use."""
        self.check_usable()
        try:
            return self.free.pop()
        except IndexError:
            from quepu.kernel.cache import suit_tables

            return Distances(self.shapes, self.four_as_two_pairs, suit_tables())

    def put_back(self, measure: Distances) -> None:
        self.check_usable()
        check_type("measure", measure, Distances)
        measure.check_usable()
        if measure.shapes != self.shapes or measure.four_as_two_pairs != self.four_as_two_pairs:
            raise ValueError("this one measures by other shapes")
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
