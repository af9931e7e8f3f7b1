"""Positions from outside: what one seat sees at a decision, as an observation that can be analysed.

A position is an object with exactly one of these keys (``docs/analysis.md``):

- ``hand``: fourteen tiles in the notation. Nothing else is known yet: it is the first decision of a deal.
- ``view``: what a seat sees, as ``GET /games/{id}/steps`` has it for a seat, with the ``round`` beside it.
- ``observation``: the 408 bytes of an observation, in hexadecimal or in base64.

The legal actions follow from the tiles; those in an observation must be right.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quepu import notation
from quepu.engine.observation import OBSERVATION, decode
from quepu.engine.rules import play_rules
from quepu.errors import QuepuError, as_json, json_type
from quepu.hand import READY, Meld, MeldType
from quepu.kernel import observation_layout as fields
from quepu.kernel.actions import CLAIMED, DECLINE, FROM_HAND, MOST_DISCARDS, NO_SEAT, PASS
from quepu.kernel.shapes import NO_TILE
from quepu.players.trials import borrowed_rollouts
from quepu.rules.base import RuleBook
from quepu.tiles import BY_NAME, KINDS, WINDS

KEYS = ("hand", "view", "observation")
"""The keys of an object, one of which says what the position is."""

_MELDS = {"chow": MeldType.CHOW, "pung": MeldType.PUNG, "kong": MeldType.KONG, "concealed_kong": MeldType.CONCEALED_KONG}
_VIEW_KEYS = {"seat", "hand", "drawn", "turn", "offer", "wall_left", "seats", "result"}
_SEAT_KEYS = {"concealed", "melds", "discards", "flowers", "ready"}
_MELD_KEYS = {"type", "tiles", "claimed", "from"}


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A discard: who discarded it, and its marks."""

    seat: int
    tile: int
    marks: int


def observation_of(given: Mapping[str, object], book: RuleBook) -> bytes:
    """The observation of a position under a rule book. Raises QuepuError if it is not one, or if there is nothing to decide in it."""
    named = [key for key in KEYS if key in given]
    for key in given:
        if key not in (*KEYS, "round"):
            raise QuepuError("unknown_key", text=key)
    if len(named) != 1:
        raise QuepuError("one_position", known=", ".join(KEYS))
    if "round" in given and named != ["view"]:
        raise QuepuError("unknown_key", text="round")
    if named == ["observation"]:
        return _checked(_bytes(given["observation"]), book)
    cells = _first_decision(given["hand"], book) if named == ["hand"] else _of_view(given["view"], given.get("round", "E"))
    return _with_legal(cells, book)


# An observation.


def _bytes(given: object) -> bytes:
    """The bytes in a text: hexadecimal if all its characters are, else base64, of either alphabet."""
    if not isinstance(given, str):
        raise QuepuError("bad_value", option="observation", text=as_json(given))
    text = "".join(given.split())
    try:
        if re.fullmatch(r"[0-9a-fA-F]+", text):
            found = bytes.fromhex(text)
        else:
            found = base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (ValueError, binascii.Error) as error:
        raise QuepuError("bad_value", option="observation", text=as_json(given[:40])) from error
    if len(found) != OBSERVATION:
        raise QuepuError("bad_value", option="observation", text=f"{len(found)} bytes; expected {OBSERVATION}")
    return found


def _checked(cells: bytes, book: RuleBook) -> bytes:
    """An observation, if its parts fit each other and its legal actions are right."""
    legal = decode(cells).legal
    if not legal:
        raise QuepuError("nothing_to_decide")
    wrong = set(legal) ^ set(_legal(cells, book))
    if wrong:
        raise QuepuError("bad_position", reason=f"the legal actions differ: {', '.join(map(str, sorted(wrong)))}")
    return cells


def _legal(cells: bytes, book: RuleBook) -> list[int]:
    """The legal actions of the seat of an observation, by the rules of play. Its own ones only say what the table waits for."""
    _check_draw(cells)
    try:
        with borrowed_rollouts(book) as rollouts:
            return rollouts.sample(cells, 0, 0).actions(cells[fields.SEAT])
    except QuepuError:
        raise
    except (ValueError, IndexError) as error:
        raise QuepuError("bad_position", reason=str(error)) from error


def _check_draw(cells: bytes) -> None:
    """A seat that is to discard has drawn a tile, or has claimed the last discard, or begins the deal."""
    seat, count = cells[fields.SEAT], cells[fields.DISCARD_COUNT]
    is_own_turn = cells[fields.TURN_OF] == seat and cells[fields.OFFERED] == NO_TILE
    own = fields.SEATS + fields.SEAT_BYTES * seat
    if not is_own_turn or cells[fields.DRAWN] != NO_TILE or cells[own + fields.CONCEALED] % 3 != 2:
        return
    has_begun, melds = 0 < count <= MOST_DISCARDS, cells[own + fields.MELD_COUNT]
    # after a kong it has drawn again
    has_melded = 0 < melds <= 4 and cells[own + fields.MELDS + 3 * (melds - 1)] >> 6 in (MeldType.CHOW, MeldType.PUNG)
    has_claimed = has_begun and has_melded and cells[fields.DISCARD_MARKS + count - 1] >> 2 & CLAIMED
    if not has_claimed and (has_begun or seat):
        raise QuepuError("bad_position", reason="the seat is to discard, but has neither drawn a tile nor claimed one")


def _with_legal(cells: bytearray, book: RuleBook) -> bytes:
    """An observation with the legal actions that follow from the rest."""
    if not play_rules(book).has_round_wind:
        cells[fields.ROUND] = 0
    seat = cells[fields.SEAT]
    own = cells[fields.SEATS + fields.SEAT_BYTES * seat :]
    if cells[fields.OFFERED] != NO_TILE:
        assumed = {PASS}
    elif cells[fields.TURN_OF] != seat:
        raise QuepuError("nothing_to_decide")
    elif own[fields.CONCEALED] % 3 == 1 and cells[fields.LEFT] == 1 and play_rules(book).may_decline:
        assumed = {PASS, DECLINE}
    elif own[fields.READY]:
        assumed = {cells[fields.DRAWN]} - {NO_TILE}
    else:
        assumed = {tile for tile in range(42) if cells[fields.HAND + tile]}
    _allow(cells, assumed)
    legal = set(_legal(bytes(cells), book))
    if not legal:
        raise QuepuError("nothing_to_decide")
    _allow(cells, legal)
    return bytes(cells)


def _allow(cells: bytearray, actions: set[int]) -> None:
    cells[: fields.POINTS] = sum(1 << action for action in actions).to_bytes(fields.POINTS, "little")


def _empty(seat: int, round: int, turn: int, left: int) -> bytearray:
    """An observation in which nothing has happened."""
    cells = bytearray(OBSERVATION)
    cells[fields.SEAT], cells[fields.ROUND], cells[fields.TURN_OF], cells[fields.LEFT] = seat, round, turn, left
    for field in (fields.DRAWN, fields.OFFERED, fields.OFFERER, fields.WINNER, fields.LOSER):
        cells[field] = NO_TILE
    for other in range(4):
        at = fields.SEATS + fields.SEAT_BYTES * other
        cells[at + fields.CONCEALED] = 13
        cells[at + fields.MELDS : at + fields.SEAT_BYTES] = bytes([NO_TILE] * 12)
    cells[fields.DISCARDS : fields.DISCARDS + 2 * MOST_DISCARDS] = bytes([NO_TILE] * 2 * MOST_DISCARDS)
    return cells


def _hold(cells: bytearray, tiles: list[int]) -> None:
    for tile in tiles:
        cells[fields.HAND + tile] += 1


# A hand alone.


def _first_decision(given: object, book: RuleBook) -> bytearray:
    """The seat has just drawn the last tile of its hand. Its melds are claimed from the player before it; nothing else has happened."""
    if not isinstance(given, str):
        raise QuepuError("bad_value", option="hand", text=as_json(given))
    hand, win = notation.read(given, words=lambda: book.words)
    hand.check(14)
    for option in notation.format_options(win):
        name = option.partition("=")[0]
        if name not in ("self", "seat", "round"):
            raise QuepuError("bad_option", option=name, text=option)
    held = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    kongs = sum(meld.type in (MeldType.KONG, MeldType.CONCEALED_KONG) for meld in hand.melds)
    cells = _empty(win.seat, win.round, win.seat, play_rules(book).tiles - 13 * 3 - 14 - kongs)
    cells[fields.DRAWN] = held[-1] if hand.winning is None else hand.winning
    _hold(cells, held)
    at = fields.SEATS + fields.SEAT_BYTES * win.seat
    cells[at + fields.CONCEALED] = len(held)
    cells[at + fields.MELD_COUNT] = len(hand.melds)
    for i, meld in enumerate(hand.melds):
        is_hidden = meld.type == MeldType.CONCEALED_KONG
        written = meld.code, NO_TILE if is_hidden else meld.tile, NO_SEAT if is_hidden else (win.seat - 1) % 4
        cells[at + fields.MELDS + 3 * i : at + fields.MELDS + 3 * i + 3] = bytes(written)
    return cells


# A view.


def _object(given: object, option: str, keys: set[str]) -> Mapping[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(given, Mapping):
        raise QuepuError("bad_json", text=f"{option}: expected an object, got {json_type(given)}")
    for key in given:
        if key not in keys and not (key == "hands" and option == "view"):
            raise QuepuError("unknown_key", text=f"{option}.{key}")
    for key in sorted(keys):
        if key not in given:
            raise QuepuError("missing_key", text=f"{option}.{key}")
    return given


def _list(given: object, option: str, least: int, most: int) -> list[Any]:
    if not isinstance(given, list) or not least <= len(given) <= most:
        raise QuepuError("bad_value", option=option, text=as_json(given)[:100])
    return given


def _number(given: object, option: str, least: int, most: int) -> int:
    if type(given) is not int or not least <= given <= most:
        raise QuepuError("out_of_range", option=option, text=as_json(given)[:100], least=least, most=most)
    return given


def _wind(given: object, option: str) -> int:
    if not isinstance(given, str) or given not in tuple(WINDS):
        raise QuepuError("not_one_of", option=option, text=as_json(given)[:100], known=", ".join(WINDS))
    return WINDS.index(given)


def _tile(given: object, option: str) -> int:
    if not isinstance(given, str) or given not in BY_NAME:
        raise QuepuError("bad_value", option=option, text=as_json(given)[:100])
    return BY_NAME[given]


def _tiles(given: object, option: str) -> list[int]:
    if not isinstance(given, str):
        raise QuepuError("bad_value", option=option, text=as_json(given)[:100])
    return notation.parse_tiles(given)


def _of_view(given: object, round: object) -> bytearray:
    view = _object(given, "view", _VIEW_KEYS)
    if view["result"] is not None:
        raise QuepuError("nothing_to_decide")
    seat = _wind(view["seat"], "view.seat")
    cells = _empty(seat, _wind(round, "round"), _wind(view["turn"], "view.turn"), _number(view["wall_left"], "view.wall_left", 0, 144))
    if view["drawn"] is not None:
        cells[fields.DRAWN] = _tile(view["drawn"], "view.drawn")
    _hold(cells, _tiles(view["hand"], "view.hand"))
    offer = view["offer"]
    if offer is not None:
        offer = _object(offer, "view.offer", {"seat", "tile", "robbing"})
        cells[fields.OFFERER], cells[fields.OFFERED] = _wind(offer["seat"], "view.offer.seat"), _tile(offer["tile"], "view.offer.tile")
        if type(offer["robbing"]) is not bool:
            raise QuepuError("bad_value", option="view.offer.robbing", text=as_json(offer["robbing"])[:100])
        cells[fields.ROBBED] = offer["robbing"]
    piles = [_write_seat(cells, other, one) for other, one in enumerate(_list(view["seats"], "view.seats", 4, 4))]
    _write_discards(cells, piles)
    return cells


def _write_seat(cells: bytearray, seat: int, given: object) -> list[_Thrown]:
    """Write what all see of a seat, except for its discards, which are returned."""
    option = f"view.seats.{WINDS[seat]}"
    seen = _object(given, option, _SEAT_KEYS)
    at = fields.SEATS + fields.SEAT_BYTES * seat
    cells[at + fields.CONCEALED] = _number(seen["concealed"], f"{option}.concealed", 0, 14)
    for flower in _tiles(seen["flowers"], f"{option}.flowers"):
        if flower < KINDS or cells[at + fields.FLOWERS] >> flower - KINDS & 1:
            raise QuepuError("bad_value", option=f"{option}.flowers", text=as_json(seen["flowers"]))
        cells[at + fields.FLOWERS] |= 1 << flower - KINDS
    if seen["ready"] is not None:
        if seen["ready"] not in READY:
            raise QuepuError("not_one_of", option=f"{option}.ready", text=as_json(seen["ready"])[:100], known=", ".join(READY))
        cells[at + fields.READY] = READY.index(seen["ready"]) + 1
    melds = _list(seen["melds"], f"{option}.melds", 0, 4)
    cells[at + fields.MELD_COUNT] = len(melds)
    for i, one in enumerate(melds):
        cells[at + fields.MELDS + 3 * i : at + fields.MELDS + 3 * i + 3] = _meld(one, f"{option}.melds.{i}")
    return [_discard(seat, one, f"{option}.discards.{i}") for i, one in enumerate(_list(seen["discards"], f"{option}.discards", 0, 60))]


def _meld(given: object, option: str) -> bytes:
    """The three bytes of a meld. The tiles of a concealed kong that is face down are empty."""
    seen = _object(given, option, _MELD_KEYS)
    if not isinstance(seen["type"], str) or seen["type"] not in _MELDS:
        raise QuepuError("not_one_of", option=f"{option}.type", text=as_json(seen["type"])[:100], known=", ".join(_MELDS))
    kind, tiles = _MELDS[seen["type"]], _tiles(seen["tiles"], f"{option}.tiles")
    is_concealed = kind == MeldType.CONCEALED_KONG
    if is_concealed and not tiles:
        return bytes([NO_TILE, NO_TILE, NO_SEAT])
    if not tiles or min(tiles) >= KINDS or list(Meld(kind, min(tiles)).tiles) != sorted(tiles):
        raise QuepuError("bad_value", option=f"{option}.tiles", text=as_json(seen["tiles"])[:100])
    if is_concealed:
        return bytes([Meld(kind, tiles[0]).code, NO_TILE, NO_SEAT])
    claimed = _tile(seen["claimed"], f"{option}.claimed")
    if claimed not in tiles:
        raise QuepuError("bad_value", option=f"{option}.claimed", text=as_json(seen["claimed"]))
    return bytes([Meld(kind, min(tiles)).code, claimed, _wind(seen["from"], f"{option}.from")])


def _discard(seat: int, given: object, option: str) -> _Thrown:
    tile, marks = _list(given, option, 2, 2)
    return _Thrown(seat, _tile(tile, option), _number(marks, option, 0, FROM_HAND | CLAIMED))


# The discards of all seats in order. A view has those of each seat; turns and claims say which came first.


def _write_discards(cells: bytearray, piles: list[list[_Thrown]]) -> None:
    ordered = _in_order(cells, piles)
    if ordered is None or len(ordered) > MOST_DISCARDS:
        raise QuepuError("bad_position", reason="the discards do not fit the turns and the claims")
    cells[fields.DISCARD_COUNT] = len(ordered)
    for i, one in enumerate(ordered):
        cells[fields.DISCARDS + i] = one.tile
        cells[fields.DISCARD_MARKS + i] = one.seat | one.marks << 2


def _ends_well(cells: bytearray, ordered: Sequence[_Thrown]) -> bool:
    """Whether the last discard is the tile on offer, if one is, or was claimed, if the seat whose turn it is has claimed and not drawn."""
    if not ordered:
        return True
    last = ordered[-1]
    if cells[fields.OFFERED] != NO_TILE and not cells[fields.ROBBED]:
        return (last.seat, last.tile, last.marks & CLAIMED) == (cells[fields.OFFERER], cells[fields.OFFERED], 0)
    own = fields.SEATS + fields.SEAT_BYTES * cells[fields.TURN_OF]
    is_claim = cells[fields.TURN_OF] == cells[fields.SEAT] and cells[fields.DRAWN] == NO_TILE and cells[own + fields.CONCEALED] % 3 == 2
    return bool(last.marks & CLAIMED) or not is_claim


def _in_order(cells: bytearray, piles: list[list[_Thrown]]) -> list[_Thrown] | None:
    """The discards in an order in which they can have come; None if there is none. A claimed discard is followed by one of the player who
    claimed it; usually only one can have."""
    claims = [
        (seat, cells[at + 1], cells[at + 2])
        for seat in range(4)
        for i in range(cells[fields.SEATS + fields.SEAT_BYTES * seat + fields.MELD_COUNT])
        for at in [fields.SEATS + fields.SEAT_BYTES * seat + fields.MELDS + 3 * i]
        if cells[at + 1] != NO_TILE
    ]
    total = sum(map(len, piles))
    turn, offered = cells[fields.TURN_OF], cells[fields.OFFERED] != NO_TILE and not cells[fields.ROBBED]
    # what is left to try: whose turn it is, the discards so far, the claims that are not used
    tries: list[tuple[int, tuple[_Thrown, ...], tuple[int, ...]]] = [(0, (), tuple(range(len(claims))))]
    known = set()
    fitting: list[_Thrown] | None = None
    while tries:
        seat, found, unused = tries.pop()
        counts = tuple(sum(one.seat == other for one in found) for other in range(4))
        stage = seat, counts, unused, found[-1].seat if found else None
        if stage in known:
            continue
        known.add(stage)
        if len(found) == total:
            if turn == ((seat - 1) % 4 if offered else seat) and not unused:
                fitting = list(found)
                if _ends_well(cells, found):
                    break
            continue
        if counts[seat] == len(piles[seat]):
            continue
        one = piles[seat][counts[seat]]
        if not one.marks & CLAIMED:
            tries.append(((seat + 1) % 4, (*found, one), unused))
            continue
        for i in reversed(unused):
            claimer, tile, source = claims[i]
            if (tile, source) == (one.tile, one.seat):
                tries.append((claimer, (*found, one), tuple(other for other in unused if other != i)))
    return fitting
