"""Reads observations back: from the bytes described in ``quepu.kernel.observation_layout`` to the ``View`` that ``view`` returns."""

from __future__ import annotations

from quepu.engine.view import DISCARDS, MeldView, Offer, Result, SeatView, View, meld_view
from quepu.errors import QuepuError
from quepu.hand import READY, MeldType
from quepu.kernel import observation_layout as fields
from quepu.kernel.actions import ACTIONS, NO_SEAT
from quepu.kernel.observation import observation
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.shapes import NO_TILE

__all__ = ["OBSERVATION", "decode", "observation"]

_HIDDEN_KONG = MeldView(MeldType.CONCEALED_KONG, (), None, None)


def decode(row: bytes | bytearray | memoryview) -> View:
    """The view in an observation, which can be any buffer of its bytes, such as a row of a NumPy array."""
    cells = bytes(row)
    if len(cells) != OBSERVATION:
        raise QuepuError("bad_value", option="observation", text=f"{len(cells)} bytes; expected {OBSERVATION}")
    try:
        return _view(cells)
    except (IndexError, ValueError) as error:
        raise QuepuError("bad_value", option="observation", text="bytes that no state has") from error


def _view(cells: bytes) -> View:
    legal = int.from_bytes(cells[: fields.POINTS], "little")
    offered = cells[fields.OFFERED]
    return View(
        seat=cells[fields.SEAT],
        round=cells[fields.ROUND],
        hand=_tiles(cells, fields.HAND),
        drawn=_or_none(cells[fields.DRAWN]),
        legal=tuple(action for action in range(ACTIONS) if legal >> action & 1),
        turn=cells[fields.TURN_OF],
        offer=None if offered == NO_TILE else Offer(cells[fields.OFFERER], offered, bool(cells[fields.ROBBED])),
        wall_left=cells[fields.LEFT],
        seats=tuple(_seat(cells, seat) for seat in range(4)),
        result=_result(cells) if cells[fields.IS_OVER] else None,
        observation=cells,
    )


def _seat(cells: bytes, seat: int) -> SeatView:
    own = cells[fields.SEATS + fields.SEAT_BYTES * seat :][: fields.SEAT_BYTES]
    melds = [own[fields.MELDS + 3 * i :][:3] for i in range(own[fields.MELD_COUNT])]
    discards = [(cells[fields.DISCARDS + i], cells[fields.DISCARD_MARKS + i]) for i in range(cells[fields.DISCARD_COUNT])]
    return SeatView(
        concealed=own[fields.CONCEALED],
        melds=tuple(_HIDDEN_KONG if code == NO_TILE else meld_view(code, claimed, source, True) for code, claimed, source in melds),
        discards=tuple(DISCARDS[4 * tile + (marks >> 2)] for tile, marks in discards if marks & 3 == seat),
        flowers=tuple(34 + i for i in range(8) if own[fields.FLOWERS] >> i & 1),
        ready=READY[own[fields.READY] - 1] if own[fields.READY] else None,
    )


def _result(cells: bytes) -> Result:
    points = int.from_bytes(cells[fields.POINTS : fields.SEAT], "little")
    return Result(_or_none(cells[fields.WINNER]), _or_none(cells[fields.LOSER]), points, _tiles(cells, fields.WINNING_HAND))


def _tiles(cells: bytes, at: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(42) for _ in range(cells[at + kind]))


def _or_none(value: int) -> int | None:
    """255 is NO_TILE and NO_SEAT."""
    return None if value == NO_SEAT else value
