"""Thousands of tables in one call, for machine learning and simulations.

Each table plays deal after deal by one rule book. At any time one of its seats is asked for an action; ``step`` applies an action at each
table and advances all tables until a seat is asked again. It runs without Python, so that other threads can run meanwhile.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

from quepu.engine.deal import check_number
from quepu.engine.rules import new_state, play_rules
from quepu.engine.wall import full_set
from quepu.errors import IllegalAction, QuepuError, as_json
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.chance import Chance, wall_of
from quepu.kernel.estimates import Estimates
from quepu.kernel.observation_layout import OBSERVATION, OUTCOME
from quepu.kernel.shapes import NO_TILE
from quepu.kernel.state import State
from quepu.kernel.stepper import Stepper
from quepu.kernel.style import STYLES, Style
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

MOST_TABLES = 1 << 20
WORD = (1 << 64) - 1
FORMATS = {"B": ("B",), "Q": ("B", "Q", "L"), "i": ("B", "i")}
"""The formats of buffers, in the notation of ``struct``, that are accepted for each: the same numbers, or plain bytes."""
FORMAT_SIZES = {format: array(format).itemsize for format in FORMATS}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended."""

    winner: int | None
    """None if nobody won."""
    source: int | None
    """The seat that gave the winning tile; None on a self-draw."""
    discards: int
    refused: frozenset[int]
    """The seats that had a complete hand which was below the minimum."""
    row: bytes | None
    """The winning hand as ``quepu.batch`` packs it; None of a win by eight flowers."""


class Tables:
    """A number of tables. Each step writes its results into these buffers, with a row for each table. You can provide your own buffers,
    of any shape, if they are writable, contiguous and of the right size.

    - ``seats``, bytes: the seat that is asked; NO_SEAT if the deal is over and no other follows.
    - ``masks``, two 64-bit words: its legal actions, a bit for each, the lowest first.
    - ``rewards``, four 32-bit numbers: the payment to each seat for the deals that ended in this step.
    - ``done``, bytes: the number of these deals: 0 or, almost always, 1.
    - ``observations``, 408 bytes: what the seat that is asked may know (see ``quepu.engine.observation``); None if ``observes`` is False.
    - ``outcomes``, 28 bytes, if asked for: how the last deal that has ended did so (see ``Outcome``); else None.

    If several seats may claim a tile, they are asked one after the other, and no seat can see the response of another.

    >>> tables = Tables(count=3, seed=7)
    >>> tables.seats.tolist()
    [0, 0, 0]
    """

    def __init__(
        self,
        rules: str | RuleBook = DEFAULT,
        count: int = 1024,
        seed: int = 0,
        *,
        tiles: int | None = None,
        plays_forced: bool = True,
        deals_again: bool = True,
        observes: bool = True,
        seats: Any = None,
        masks: Any = None,
        rewards: Any = None,
        done: Any = None,
        observations: Any = None,
        outcomes: bool = False,
        players: Sequence[str | Style | None] | None = None,
        estimates: Estimates | None = None,
    ) -> None:
        """``seed`` determines the walls: see ``wall``. In books with a round wind it changes from deal to deal. ``plays_forced``: a seat
        with one legal action is not asked. ``deals_again``: after a deal the next one begins. ``players`` are the names, or the styles, of
        the kernel's players at the four seats, None for a seat that is asked here. If there are four, each step plays one deal at every
        table. They estimate with ``estimates``, or with those of the book."""
        self.book = find_book(rules)
        self.rules = play_rules(self.book)
        check_number("count", count, 1, MOST_TABLES)
        check_number("seed", seed, 0, WORD)
        self.count = count
        self.seed = seed
        self.tiles = len(full_set(self.rules.tiles if tiles is None else tiles))
        self.seats = _buffer("seats", seats, "B", count)
        self.masks = _buffer("masks", masks, "Q", 2 * count)
        self.rewards = _buffer("rewards", rewards, "i", 4 * count)
        self.done = _buffer("done", done, "B", count)
        self.observations = _buffer("observations", observations, "B", OBSERVATION * count) if observes else None
        self.outcomes = _buffer("outcomes", None, "B", OUTCOME * count) if outcomes else None
        state, payments, styles = new_state(self.book, self.rules), self.book.family.settlement.payments(), styles_of(players)
        self._stepper = Stepper(
            state, count, seed, self.tiles, payments, self.rules.has_round_wind, plays_forced, deals_again, styles,
            self.book.estimates if estimates is None else estimates,
        )  # fmt: skip
        self._stepper.write_to(self.seats, self.masks, self.rewards, self.done, self.observations, self.outcomes)
        self._lock = Lock()
        self._stepper.begin()

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"Tables({self.book.id!r}, {self.count}, seed={self.seed})"

    def step(self, actions: Any = None) -> None:
        """Apply the action of the seat that is asked at every table: a buffer of bytes, or a sequence of numbers; None where the kernel
        plays all seats. Where no seat is asked, the number is ignored. If an action is not legal, IllegalAction names the table, and no
        table has changed."""
        chosen = _bytes("actions", bytes(self.count) if actions is None else actions, self.count)
        with self._lock:
            wrong = self._stepper.step(chosen)
        if wrong >= 0:
            raise IllegalAction("illegal_at_table", table=wrong, seat=self.state(wrong).first_asked(), action=chosen[wrong])

    def observe(self, seats: Any, observations: Any = None) -> memoryview:
        """Write the observations of any seats, one for each table (NO_SEAT: a spectator), into a new buffer or yours."""
        chosen = _bytes("seats", seats, self.count)
        for seat in set(chosen):
            if seat != NO_SEAT:
                check_number("seat", seat, 0, 3)
        cells = _buffer("observations", observations, "B", OBSERVATION * self.count)
        with self._lock:
            self._stepper.observe_all(chosen, cells)
        return cells

    def state(self, table: int) -> State:
        """A copy of a table, with its hidden tiles, for tests and for search."""
        check_number("table", table, 0, self.count - 1)
        with self._lock:
            return self._stepper.copy_to(table, new_state(self.book, self.rules))

    def outcome(self, table: int) -> Outcome:
        """How the last deal of a table ended that has done so."""
        check_number("table", table, 0, self.count - 1)
        if self.outcomes is None:
            raise QuepuError("bad_value", option="outcomes", text="False: these tables keep none")
        winner, loser, discards, refused, *row = self.outcomes[OUTCOME * table : OUTCOME * (table + 1)]
        return Outcome(
            None if winner == NO_SEAT else winner,
            None if loser == NO_SEAT else loser,
            discards,
            frozenset(seat for seat in range(4) if refused >> seat & 1),
            None if winner == NO_SEAT or row[0] == NO_TILE else bytes(row),
        )

    def hand(self, table: int) -> int:
        """The number, from 0, of the current or last deal of a table."""
        check_number("table", table, 0, self.count - 1)
        return int(self._stepper.hands[table]) - 1

    def wall(self, table: int, hand: int) -> bytes:
        """The wall of any deal of a table, in the order of drawing. ``quepu.kernel.chance`` describes how it follows from the seed."""
        check_number("table", table, 0, self.count - 1)
        check_number("hand", hand, 0, WORD)
        return wall_of(self.seed, table, hand, self.tiles)


def styles_of(players: Sequence[str | Style | None] | None) -> tuple[Style | None, ...]:
    """The styles of the four players."""
    found: list[Style | None] = []
    for player in players or (None,) * 4:
        if isinstance(player, str):
            if player not in STYLES:
                raise QuepuError("unknown_player", text=player, known=", ".join(STYLES))
            found.append(STYLES[player])
        elif player is None or isinstance(player, Style):
            found.append(player)
        else:
            raise QuepuError("bad_value", option="players", text=as_json(player))
    if len(found) != 4:
        raise QuepuError("bad_value", option="players", text=f"{len(found)} names; expected four")
    return tuple(found)


class Sampler:
    """Chooses legal actions at random, all equally likely, the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        check_number("seed", seed, 0, WORD)
        self._chance = Chance(seed)

    def choose(self, masks: Any, actions: Any) -> None:
        """Write one of the legal actions of each table into a buffer of bytes; PASS where no seat is asked."""
        count = memoryview(actions).nbytes
        self._chance.choose(_buffer("masks", masks, "Q", 2 * count), _buffer("actions", actions, "B", count))


def _buffer(name: str, given: Any, format: Literal["B", "Q", "i"], size: int) -> memoryview:
    """A one-dimensional buffer of ``size`` numbers: the given one, of any shape, or a new one."""
    if given is None:
        return memoryview(array(format, bytes(array(format).itemsize * size)))
    try:
        cells = memoryview(given)
    except TypeError as error:
        raise QuepuError("bad_value", option=name, text=str(error)) from error
    if cells.readonly or not cells.c_contiguous or cells.format not in FORMATS[format] or cells.nbytes != size * FORMAT_SIZES[format]:
        wanted = f"{size} × {FORMAT_SIZES[format]} bytes"
        kind = "read-only " if cells.readonly else "" if cells.c_contiguous else "gappy "
        raise QuepuError("bad_value", option=name, text=f"a {kind}buffer {cells.format!r}, {cells.nbytes} bytes; expected {wanted}")
    return cells.cast("B").cast(format)


def _bytes(name: str, given: Any, size: int) -> memoryview:
    """A number below 256 for each table."""
    try:
        row = memoryview(bytes(given) if isinstance(given, list | tuple) else given)
    except (TypeError, ValueError) as error:
        raise QuepuError("bad_value", option=name, text=str(error)) from error
    if row.format != "B" or not row.c_contiguous or row.shape != (size,):
        raise QuepuError(
            "bad_value", option=name, text=f"a buffer {row.format!r} of the shape {row.shape}; expected {size} bytes in one dimension"
        )
    return row
