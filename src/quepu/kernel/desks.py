"""Desks for single hands. The C types stand in ``desks.pxd``."""

from quepu.kernel.scorer import Scoring, Table


class Desks:
    """The desks of one rule book at which single hands are scored. Making one costs a third of the scoring, so it is kept for the next
    hand. While it is taken nobody else can have it: threads do not meet."""

    def __init__(self, scoring: type[Scoring], table: Table) -> None:
        self.scoring = scoring
        self.table = table
        self.free: list[Scoring] = []

    def score(self, row: bytes) -> tuple[int, int, int, int, bytes] | None:
        """The result of the hand in a row (see ``Scoring.result``), or None if it does not win."""
        try:
            desk = self.free.pop()
        except IndexError:
            desk = self.scoring(self.table)
        result = desk.result() if desk.score_row(row, 0) else None
        self.free.append(desk)
        return result
