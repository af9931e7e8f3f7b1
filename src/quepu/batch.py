"""Many hands at once: ``pack`` them into rows, ``score_many`` of them into columns.

The columns speak the buffer protocol, so NumPy reads them without copying; NumPy itself is not needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping

from quepu import notation, tiles
from quepu.errors import QuepuError
from quepu.hand import READY, Hand, Win
from quepu.kernel.shapes import NO_TILE, ROW
from quepu.rules import DEFAULT, book
from quepu.rules.base import RuleBook

_KEYS = ("rules", "hand", "self_drawn", "seat", "round", "flags", "flowers", "ready", "tiles_left")
_FLAGS = ("last_tile", "kong", "first_turn", "last_copy")


def row(hand: Hand, win: Win) -> bytes:
    """The hand as the kernel reads it; the layout is told in ``quepu.kernel.facts``."""
    hand.check(14)
    win.check(hand)
    concealed = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    melds = [meld.code for meld in hand.melds]
    flowers = 0 if isinstance(win.flowers, int) else sum(1 << kind - tiles.KINDS for kind in win.flowers)
    return bytes(
        [
            *concealed,
            *[NO_TILE] * (14 - len(concealed)),
            *melds,
            *[NO_TILE] * (4 - len(melds)),
            win.self_drawn | win.last_tile << 1 | win.kong << 2 | win.first_turn << 3 | win.last_copy << 4,
            win.seat | win.round << 2,
            win.flower_count,
            flowers,
            0 if win.ready is None else 1 + READY.index(win.ready),
            NO_TILE if win.tiles_left is None else win.tiles_left,
        ]
    )


def read_object(given: Mapping[str, object]) -> tuple[str, Hand, Win]:
    """Rules, hand and win of one JSONL object, as INTERFACES promises them; anything unknown is an error."""
    for key in given:
        if key not in _KEYS:
            raise QuepuError("unknown_key", text=key)
    text = given.get("hand")
    if text is None:
        raise QuepuError("missing_key", text="hand")
    rules = given.get("rules", DEFAULT)
    for key, value in (("hand", text), ("rules", rules)):
        if not isinstance(value, str):
            raise QuepuError("bad_value", option=key, text=repr(value))
    circumstances = {key: given[key] for key in _KEYS if key in given and key not in ("rules", "hand", "flags")}
    flags = given.get("flags", [])
    if not isinstance(flags, list | tuple):
        raise QuepuError("bad_value", option="flags", text=repr(flags))
    for flag in flags:
        if flag not in _FLAGS:
            raise QuepuError("unknown_flag", text=flag)
        circumstances[flag] = True
    hand, win = notation.read(str(text), circumstances)
    return str(rules), hand, win


class HandBatch:
    """Hands packed into rows of 24 bytes, all under one rule book."""

    __slots__ = ("rows", "rules")

    def __init__(self, rows: bytes, rules: RuleBook) -> None:
        self.rows = rows
        self.rules = rules

    def __len__(self) -> int:
        return len(self.rows) // ROW

    def __repr__(self) -> str:
        return f"HandBatch({len(self)} hands, {self.rules.id})"


class ScoreBatch:
    """The scores of a batch, a column for each number: ``points`` (with flowers), ``base`` (without), ``fu``, ``fan`` (32 bit), ``win``,
    ``legal`` (bytes), and ``fans``, a matrix of how often each fan counts, its columns named by ``fan_ids``."""

    __slots__ = ("base", "fan", "fan_ids", "fans", "fu", "legal", "points", "win")

    def __init__(self, size: int, rules: RuleBook) -> None:
        self.points, self.base, self.fu, self.fan = (memoryview(array("i", bytes(4 * size))) for _ in range(4))
        self.win, self.legal = memoryview(bytearray(size)), memoryview(bytearray(size))
        self.fan_ids = tuple(rules.fans)
        cells = memoryview(bytearray(size * len(self.fan_ids)))
        self.fans = cells.cast("B", (size, len(self.fan_ids))) if size else cells

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"ScoreBatch({len(self)} hands)"


def pack(hands: Iterable[str | Mapping[str, object]], rules: str | RuleBook | None = None) -> HandBatch:
    """Pack hand strings or JSONL objects. All stand under one rule book: ``rules``, or the one the objects name.

    >>> len(pack(["12345678m22p [EEE] +9m", {"hand": "1133m5577p22s88sW +W", "self_drawn": True}]))
    2
    """
    rows = bytearray()
    chosen = None if rules is None else book(rules)
    for given in hands:
        if isinstance(given, str):
            hand, win = notation.read(given)
            named = None
        else:
            id, hand, win = read_object(given)
            named = book(id) if "rules" in given else None
        if named is not None and chosen is not None and named is not chosen:
            raise QuepuError("bad_value", option="rules", text=f"both {chosen.id!r} and {named.id!r} in one batch")
        chosen = chosen or named
        rows += row(hand, win)
    return HandBatch(bytes(rows), chosen or book(DEFAULT))


def score_many(hands: HandBatch | Iterable[str | Mapping[str, object]], rules: str | RuleBook | None = None) -> ScoreBatch:
    """Score a batch, or hands that are packed first.

    >>> batch = score_many(["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W"])
    >>> list(batch.points), list(batch.legal)
    ([36, 32], [1, 1])
    """
    batch = hands if isinstance(hands, HandBatch) else pack(hands, rules)
    under = batch.rules if rules is None else book(rules)
    scores = ScoreBatch(len(batch), under)
    if len(batch):
        cells = scores.fans.cast("B") if scores.fans.ndim == 1 else scores.fans.cast("B", (scores.fans.nbytes,))
        under.desk().score_rows(
            batch.rows, 0, len(batch), scores.points, scores.base, scores.fu, scores.fan, scores.win, scores.legal, cells
        )
    return scores


def rows_of(batch: HandBatch) -> Iterator[bytes]:
    """The single rows of a batch."""
    for at in range(0, len(batch.rows), ROW):
        yield batch.rows[at : at + ROW]
