"""The layout of planes: an observation as planes of 4 × 9 cells, for networks that learn (``quepu.env``).

The rows of a plane are the suits 萬, 饼, 条 and the honours 東南西北中發白, so the cell of a tile has the number of its kind; the last two
cells of the fourth row are never used by a tile. Seats are relative to the seat that looks: itself, the next, the opposite, the previous.
A plane that answers yes or no is full or empty. Every cell is 0 or 1.
"""

from __future__ import annotations

from itertools import accumulate
from types import MappingProxyType

ROWS, COLUMNS = 4, 9
PLANE = ROWS * COLUMNS

LATEST = 6
"""The number of discards of a seat that are shown in order."""

COPIES = 4
"""The planes of a count: the first has the kinds with at least one tile, the second with at least two, and so on."""

PARTS = {
    "hand": (COPIES, "the seat's own tiles, the drawn one included: at least 1, 2, 3, 4 of a kind"),
    "drawn": (1, "the tile that the seat has just drawn"),
    "offered": (1, "the tile on offer: a discard that can be claimed, or a tile that is being added to a pung"),
    "offered_by": (3, "full if it is offered by the next, the opposite, the previous seat"),
    "robbed": (1, "full if the tile on offer is being added to a pung"),
    "unseen": (COPIES, "at least 1, 2, 3, 4 tiles of a kind that the seat has not seen: in the wall or in the hands of others"),
    "seat_wind": (1, "the seat's own wind"),
    "round_wind": (1, "the wind of the 圈; East in books without it"),
    "turn": (4, "full for the seat whose turn it is; while a discard can be claimed, the seat that discarded it"),
    "wall": (3, "tiles left in the wall: as many cells, from the first cell of the first plane on"),
    "flowers": (1, "a row for each seat, a column for each flower that is laid down"),
    "discarded_flowers": (1, "a row for each seat, a column for each flower that it has discarded"),
    "own_flowers": (1, "a column for each flower; the rows: in the seat's hand, just drawn, on offer, may be discarded"),
    "ready": (1, "a row for each seat; a column for its ready declaration: heaven, earth, human, ghost, insect"),
    "hidden_kongs": (1, "a row for each seat; as many columns as it has concealed kongs that are face down"),
    "latest_from_hand": (1, "a row for each seat, a column for each of its latest discards, the last one first: not the tile just drawn"),
    "latest_claimed": (1, "the same: the discard was claimed"),
    "may_discard": (1, "legal actions: the kinds that may be discarded"),
    "may_concealed_kong": (1, "legal actions: the kinds of concealed kongs"),
    "may_added_kong": (1, "legal actions: the kinds that may be added to a pung"),
    "may": (10, "full for each legal action from 110 on: chow low, middle, high; pung; kong; win; replace a flower; declare ready; "
            "decline the last tile; pass"),
}  # fmt: skip
"""The parts of all planes in their order: the number of planes, and what they show."""

SEAT_PARTS = {
    "chows": (COPIES, "chows, at the lowest tile of each: at least 1, 2, 3, 4"),
    "pungs": (1, "pungs"),
    "kongs": (1, "open kongs"),
    "concealed_kongs": (1, "concealed kongs whose tiles the seat that looks can see"),
    "claimed_from": (3, "claimed tiles in melds, from the seat after the owner, opposite it, before it"),
    "discards": (COPIES, "discards: at least 1, 2, 3, 4 of a kind, claimed ones included"),
    "from_hand": (1, "kinds that were discarded from the hand and not just drawn, at least once"),
    "claimed": (1, "kinds of discards that were claimed, at least once"),
    "latest": (LATEST, "the latest discards in order, the last one first; of a flower, an empty plane"),
}
"""The parts that follow for each seat: first for the seat itself, then the next, the opposite and the previous one."""


def _starts(parts: dict[str, tuple[int, str]]) -> list[int]:
    """Where each part begins, and where the last one ends."""
    return [0, *accumulate(count for count, _ in parts.values())]


(
    OWN_HAND, DRAWN_TILE, OFFERED_TILE, OFFERED_BY, IS_ROBBED, UNSEEN, SEAT_WIND, ROUND_WIND, WHOSE_TURN, WALL_LEFT, LAID_FLOWERS,
    DISCARDED_FLOWERS, OWN_FLOWERS, READY_GRADE, HIDDEN_KONGS, LATEST_FROM_HAND, LATEST_CLAIMED, MAY_DISCARD, MAY_CONCEALED_KONG,
    MAY_ADDED_KONG, MAY, OF_SEATS,
) = _starts(PARTS)  # fmt: skip
"""The number of the first plane of each part; OF_SEATS is the first one of the seats."""

CHOWS, PUNGS, KONGS, CONCEALED_KONGS, CLAIMED_FROM, ALL_DISCARDS, FROM_HAND_KINDS, CLAIMED_KINDS, LATEST_DISCARDS, SEAT_PLANES = _starts(
    SEAT_PARTS
)
"""The first plane of each part of a seat, counted from the first one of the seat."""

PLANES = OF_SEATS + 4 * SEAT_PLANES
"""The number of planes."""

CELLS = PLANES * PLANE
"""The bytes of all planes of an observation."""

SEAT_NAMES = ("own", "next", "opposite", "previous")
"""The seats in the names of parts, in order."""

LAYOUT = MappingProxyType(
    {name: slice(start, start + count) for start, (name, (count, _)) in zip(_starts(PARTS), PARTS.items(), strict=False)}
    | {
        f"{seat}_{name}": slice(begin + start, begin + start + count)
        for begin, seat in zip(range(OF_SEATS, PLANES, SEAT_PLANES), SEAT_NAMES, strict=True)
        for start, (name, (count, _)) in zip(_starts(SEAT_PARTS), SEAT_PARTS.items(), strict=False)
    }
)
"""The planes of each part by name: ``hand``, ``unseen``, …, ``own_chows``, ``next_chows``, …"""
