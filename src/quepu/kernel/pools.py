"""Pools of scorers, distance searches and choosers, which are costly to create. The C types are in ``pools.pxd``."""

from collections.abc import Sequence

from quepu.kernel import guard, row_checks
from quepu.kernel.chooser import Chooser
from quepu.kernel.distance import Distances
from quepu.kernel.estimates import Estimates
from quepu.kernel.fan_table import FanTable
from quepu.kernel.guard import Guarded
from quepu.kernel.payments import Payments
from quepu.kernel.scorer import Scorer
from quepu.kernel.style import Style


class ScorerPool(Guarded):
    """The scorers of one rule book. A scorer caches what hands have in common, and creating one costs a third of the time to score a hand,
    so it is kept for the next call. A scorer that is taken belongs to one thread."""

    def __init__(self, scoring: type[Scorer], table: FanTable) -> None:
        self.start_init()
        guard.check_type("table", table, FanTable)
        self.scoring = scoring
        self.table = table
        self.free: list[Scorer] = []
        self.finish_init()

    def take(self) -> Scorer:
        """A free scorer; put it back after use."""
        self.check_usable()
        try:
            return self.free.pop()
        except IndexError:
            scorer = self.scoring(self.table)
        guard.check_type("a scorer", scorer, Scorer)
        return scorer

    def put_back(self, scorer: Scorer) -> None:
        self.check_usable()
        guard.check_type("scorer", scorer, Scorer)
        scorer.check_usable()
        if scorer.table is not self.table:
            raise ValueError("this scorer belongs to another rule book")
        self.free.append(scorer)

    def score(self, row: bytes) -> tuple[int, int, int, int, bytes] | None:
        """The result of the hand in a row (see ``Scorer.result``), or None if it does not win."""
        row_checks.check_win_at(row, 0)
        scorer = self.take()
        scorer.check_usable()
        result = scorer.result() if scorer.score_row(row, 0) else None
        self.free.append(scorer)
        return result


class DistancePool(Guarded):
    """The distance searches of one rule book. A search that is taken belongs to one thread."""

    def __init__(self, shapes: int, four_as_two_pairs: bool) -> None:
        self.start_init()
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.free: list[Distances] = []
        self.finish_init()

    def take(self) -> Distances:
        """A free search; put it back after use."""
        self.check_usable()
        try:
            return self.free.pop()
        except IndexError:
            from quepu.kernel.cache import suit_tables

            return Distances(self.shapes, self.four_as_two_pairs, suit_tables())

    def put_back(self, measure: Distances) -> None:
        self.check_usable()
        guard.check_type("measure", measure, Distances)
        measure.check_usable()
        if measure.shapes != self.shapes or measure.four_as_two_pairs != self.four_as_two_pairs:
            raise ValueError("this search belongs to a rule book with other shapes")
        self.free.append(measure)

    def missing(self, row: bytes) -> int:
        """The number of tiles missing from the nearest win of the hand in a row."""
        measure = self.take()
        missing = measure.missing_from(row)
        self.free.append(measure)
        return missing

    def useful(self, row: bytes) -> tuple[int, list[int]]:
        """The number of tiles missing, and the kinds that reduce it."""
        measure = self.take()
        missing, mask = measure.useful_from(row)
        self.free.append(measure)
        kinds = []
        for kind in range(34):
            if mask >> kind & 1:
                kinds.append(kind)
        return missing, kinds


class ChooserPool(Guarded):
    """The choosers of one rule book, in these styles. A chooser has large caches, so all players share a few of them."""

    def __init__(self, scoring: type[Scorer], table: FanTable, payments: Payments, styles: Sequence[Style], estimates: Estimates) -> None:
        self.start_init()
        guard.check_type("table", table, FanTable)
        self.scoring = scoring
        self.table = table
        self.payments = payments
        self.styles = tuple(styles)
        self.estimates = estimates
        self.free: list[Chooser] = []
        self.finish_init()

    def choose(self, observation: bytes, style: int) -> int:
        """The action that the seat of an observation chooses in this style."""
        chooser = self.take()
        action = chooser.choose(observation, style)
        self.free.append(chooser)
        return action

    def take(self) -> Chooser:
        """A free chooser; put it back after use. It belongs to one thread."""
        self.check_usable()
        try:
            return self.free.pop()
        except IndexError:
            return Chooser(self.scoring(self.table), self.payments, self.styles, self.estimates)

    def put_back(self, chooser: Chooser) -> None:
        self.check_usable()
        guard.check_type("chooser", chooser, Chooser)
        chooser.check_usable()
        if chooser.prospects.scorer.table is not self.table or chooser.style_count != len(self.styles):
            raise ValueError("this chooser belongs to another rule book or plays other styles")
        self.free.append(chooser)
