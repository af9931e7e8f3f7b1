"""Many hands at once: ``pack`` puts them into rows, ``score_many`` scores them into columns.

The columns support the buffer protocol, so NumPy reads them without copying; NumPy itself is not needed.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping

from quepu import notation
from quepu.errors import QuepuError, as_json
from quepu.hand import Hand
from quepu.json_lines import read_object
from quepu.kernel.layout import row, tiles_row
from quepu.kernel.row_checks import check_hands, check_wins
from quepu.kernel.shapes import ROW
from quepu.rules import DEFAULT, book
from quepu.rules.base import RuleBook

_MOST_THREADS = 1024
_PART = 1 << 16
"""The number of hands between two checks for Ctrl-C: a fraction of a second."""


class HandBatch:
    """Hands packed into rows of 24 bytes, all under one rule book."""

    __slots__ = ("_rows", "rules")

    def __init__(self, rows: bytes, rules: RuleBook) -> None:
        check_wins(rows)
        self._rows = rows
        self.rules = rules

    @property
    def rows(self) -> bytes:
        """The rows, which the constructor has checked. They cannot be replaced, because the kernel relies on the check."""
        return self._rows

    def __len__(self) -> int:
        return len(self.rows) // ROW

    def __repr__(self) -> str:
        return f"HandBatch({len(self)} hands, {self.rules.id})"


class ScoreBatch:
    """The scores of a batch in columns: ``points`` (with flowers), ``base`` (without), ``fu``, ``fan`` (32 bit), ``win``, ``legal``
    (bytes), and ``fans``, a matrix with the count of each fan, whose columns are named by ``fan_ids``."""

    __slots__ = ("base", "fan", "fan_ids", "fans", "fu", "legal", "points", "win")

    def __init__(self, size: int, fan_ids: tuple[str, ...]) -> None:
        self.points, self.base, self.fu, self.fan = (memoryview(array("i", bytes(4 * size))) for _ in range(4))
        self.win, self.legal = memoryview(bytearray(size)), memoryview(bytearray(size))
        self.fan_ids = fan_ids
        cells = memoryview(bytearray(size * len(self.fan_ids)))
        # no side of a view may be 0, but an overlay may disable all fans
        self.fans = cells.cast("B", (size, len(self.fan_ids))) if cells else cells

    def __reduce__(self) -> tuple[object, ...]:
        columns = {name: getattr(self, name).tobytes() for name in self.__slots__ if name != "fan_ids"}
        return _rebuild, (len(self), self.fan_ids, columns)

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"ScoreBatch({len(self)} hands)"


def pack(hands: Iterable[str | Mapping[str, object]], rules: str | RuleBook | None = None) -> HandBatch:
    """Pack hand strings or JSONL objects. All have one rule book: ``rules``, or the one that the objects name.

    >>> len(pack(["12345678m22p [EEE] +9m", {"hand": "1133m5577p22s88sW +W", "self_drawn": True}]))
    2
    """
    if isinstance(hands, str | Mapping):
        raise QuepuError("bad_value", option="hands", text="a single hand: give a list of them")
    rows = bytearray()
    chosen = None if rules is None else book(rules)

    def words(id: str = DEFAULT) -> Mapping[str, str]:
        """Those of the batch's book, or of the first that is named."""
        return (chosen or book(id)).words

    for n, given in enumerate(hands):
        try:
            if isinstance(given, str):
                hand, win = notation.read(given, words=words)
            elif isinstance(given, Mapping):
                id, hand, win = read_object(given, words)
                named = book(id) if "rules" in given or chosen is None else chosen
                if chosen and named.id != chosen.id:
                    raise QuepuError("bad_value", option="rules", text=f"both {chosen.id!r} and {named.id!r} in one batch")
                chosen = named
            else:
                raise QuepuError("bad_value", option="hand", text=as_json(given))
            rows += row(hand, win)
        except QuepuError as error:
            error.index = n
            raise
    return HandBatch(bytes(rows), chosen or book(DEFAULT))


def score_many(
    hands: HandBatch | Iterable[str | Mapping[str, object]], rules: str | RuleBook | None = None, threads: int = 1
) -> ScoreBatch:
    """Score a batch, or hands that are packed first, with this number of ``threads``; 0: one for each core.

    >>> batch = score_many(["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W"])
    >>> list(batch.points), list(batch.legal)
    ([36, 32], [1, 1])
    """
    threads = _number_of_threads(threads)
    batch = hands if isinstance(hands, HandBatch) else pack(hands, rules)
    under = batch.rules if rules is None else book(rules)
    scores = ScoreBatch(len(batch), tuple(under.fans))
    if len(batch):
        # the same exchange as from sum and rate to fu and fan
        sums, rates = under.family.fu_and_fan(scores.fu, scores.fan)
        cells = scores.fans.cast("B") if scores.fans.ndim == 1 else scores.fans.cast("B", (scores.fans.nbytes,))

        def score(first: int, last: int) -> None:
            scorer = under.scorers.take()
            scorer.score_rows(batch.rows, first, last, scores.points, scores.base, sums, rates, scores.win, scores.legal, cells)
            under.scorers.put_back(scorer)

        _share(score, len(batch), threads)
    return scores


def _number_of_threads(asked: int) -> int:
    if type(asked) is not int or not 0 <= asked <= _MOST_THREADS:
        raise QuepuError("out_of_range", option="threads", text=repr(asked), least=0, most=_MOST_THREADS)
    if asked:
        return asked
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _share(work: Callable[[int, int], None], size: int, threads: int) -> None:
    """Divide ``size`` rows into parts for threads. Each part is written by one thread, so that no thread waits for another. Ctrl-C is
    handled between the parts."""
    part = max(1, min(_PART, -(-size // threads)))
    parts = [(first, min(first + part, size)) for first in range(0, size, part)]
    if threads == 1:
        for first, last in parts:
            work(first, last)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work, first, last) for first, last in parts]
        try:
            for job in jobs:
                job.result()  # raises the error of a thread
        finally:
            pool.shutdown(cancel_futures=True)


def _rebuild(size: int, fan_ids: tuple[str, ...], columns: dict[str, bytes]) -> ScoreBatch:
    """A ScoreBatch from its columns' bytes."""
    scores = ScoreBatch(size, fan_ids)
    for name, content in columns.items():
        column: memoryview = getattr(scores, name)
        if size:
            flat = column.cast("B", (column.nbytes,)) if column.ndim > 1 else column.cast("B")
            flat[:] = content
    return scores


class DistanceBatch:
    """The distances of a batch in columns: ``distance`` from ready (signed bytes; 0 is ready, -1 a winning hand) and ``useful``, the kinds
    that reduce the distance, bit n for kind n (64 bit)."""

    __slots__ = ("distance", "useful")

    def __init__(self, size: int) -> None:
        self.distance = memoryview(array("b", bytes(size)))
        self.useful = memoryview(array("Q", bytes(8 * size)))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_distances, (self.distance.tobytes(), self.useful.tobytes())

    def __len__(self) -> int:
        return len(self.distance)

    def __repr__(self) -> str:
        return f"DistanceBatch({len(self)} hands)"


def _rebuild_distances(distance: bytes, useful: bytes) -> DistanceBatch:
    batch = DistanceBatch(len(distance))
    batch.distance.cast("B")[:] = distance
    batch.useful.cast("B")[:] = useful
    return batch


def distance_many(
    hands: HandBatch | bytes | bytearray | memoryview | Iterable[str | Hand], rules: str | RuleBook | None = None, threads: int = 1
) -> DistanceBatch:
    """The distance and the useful tiles of many hands of thirteen or fourteen tiles: strings, Hands, a batch, or rows as bytes (only the
    tiles and melds are read). ``threads`` is the number of threads; 0: one for each core.

    >>> batch = distance_many(["12345678m22p [EEE]", "123456m2299p [EEE]", "147m258p369sESW2p"])
    >>> list(batch.distance), [kind for kind in range(34) if batch.useful[1] >> kind & 1]
    ([0, 0, 1], [10, 17])
    """
    threads = _number_of_threads(threads)
    under = book(DEFAULT if rules is None else rules)
    if isinstance(hands, HandBatch):
        rows = hands.rows
        under = hands.rules if rules is None else under
    else:
        rows = bytes(hands) if isinstance(hands, bytes | bytearray | memoryview) else b"".join(_tiles_rows(hands))
    found = DistanceBatch(len(rows) // ROW)
    check_hands(rows)

    def measure_part(first: int, last: int) -> None:
        measure = under.distances.take()
        measure.measure_rows(rows, first, last, found.distance, found.useful)
        under.distances.put_back(measure)

    _share(measure_part, len(found), threads)
    return found


def _tiles_rows(hands: Iterable[str | Hand]) -> Iterator[bytes]:
    if isinstance(hands, str | Mapping):
        raise QuepuError("bad_value", option="hands", text="a single hand: give a list of them")
    for n, given in enumerate(hands):
        try:
            hand = notation.read(given)[0] if isinstance(given, str) else given
            if not isinstance(hand, Hand):
                raise QuepuError("bad_value", option="hand", text=as_json(given))
            yield tiles_row(hand, 14 if hand.size == 14 else 13)
        except QuepuError as error:
            error.index = n
            raise
