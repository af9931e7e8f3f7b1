"""The events of a deal, one class for each type, and their JSON form in a record.

Seats are 0–3 for 東南西北 in the deal, players 0–3 by their first seats in the match. In JSON a seat is its wind, a tile its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, NamedTuple, get_type_hints

from quepu import notation, tiles
from quepu.errors import QuepuError, as_json
from quepu.hand import READY, Hand, Meld, Win
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.row_codec import decode
from quepu.rules.base import RuleBook


class Codec(NamedTuple):
    """Converts a value to JSON and back. ``read`` raises ValueError, TypeError or KeyError for wrong values."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return read


def _one_of(values: tuple[Any, ...]) -> Codec:
    return Codec(lambda number: values[number], lambda value: values.index(value))


def _four(one: Codec) -> Codec:
    def read(values: Any) -> Any:
        if type(values) is not list or len(values) != 4:
            raise ValueError
        return tuple(map(one.read, values))

    return Codec(lambda values: list(map(one.write, values)), read)


def _or_none(one: Codec) -> Codec:
    return Codec(lambda value: None if value is None else one.write(value), lambda value: None if value is None else one.read(value))


def _not_all_none(four: Codec) -> Codec:
    """Four values, at least one of which is not None."""

    def read(values: Any) -> Any:
        found = four.read(values)
        if all(one is None for one in found):
            raise ValueError
        return found

    return Codec(four.write, read)


def _codec_of(hint: Any) -> Codec:
    """The codec of an annotated type."""
    found: Codec = hint.__metadata__[0]
    return found


def _read_hex(size: int) -> Callable[[Any], bytes]:
    def read(value: Any) -> bytes:
        found = bytes.fromhex(value)
        if found.hex() != value or len(found) != size:  # canonical: no capitals, no spaces
            raise ValueError
        return found

    return read


def _read_meld(text: Any) -> Meld:
    [meld] = notation.parse(_exactly(str)(text))[0].melds
    return meld


def _read_counts(value: Any) -> dict[str, int]:
    if not all(type(name) is str and type(count) is int for name, count in value.items()):
        raise ValueError
    return dict(value)


Number = Annotated[int, Codec(int, _exactly(int))]
YesOrNo = Annotated[bool, Codec(bool, _exactly(bool))]
Text = Annotated[str, Codec(str, _exactly(str))]
Seat = Annotated[int, _one_of(tuple(tiles.WINDS))]
SeatOrNone = Annotated[int | None, _or_none(_one_of(tuple(tiles.WINDS)))]
Tile = Annotated[int, _one_of(tiles.NAMES)]
Tiles = Annotated[tuple[int, ...], Codec(notation.format_tiles, lambda text: tuple(notation.parse_tiles(_exactly(str)(text))))]
Melded = Annotated[Meld, Codec(notation.format_meld, _read_meld)]
Why = Annotated[int, _one_of((None, "kong", "flower"))]
Grade = Annotated[int, Codec(lambda grade: READY[grade - 1], lambda value: READY.index(value) + 1)]
Counts = Annotated[dict[str, int], Codec(dict, _read_counts)]
Hash = Annotated[bytes, Codec(bytes.hex, _read_hex(32))]
FourNumbers = Annotated[tuple[int, ...], _four(Codec(int, _exactly(int)))]
FourHands = Annotated[tuple[tuple[int, ...], ...], _four(_codec_of(Tiles))]
FourHashes = Annotated[tuple[bytes | None, ...] | None, _not_all_none(_four(_or_none(_codec_of(Hash))))]
FourNonces = Annotated[tuple[bytes, ...], _four(Codec(bytes.hex, _read_hex(16)))]


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events. The annotation of a field has its codec, and its JSON key if that differs from its name. A field with the
    default None is omitted if it is None."""

    t: ClassVar[str]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of a record, with the keys in their fixed order."""
        values = ((field, getattr(self, field.name)) for field in _fields_of(type(self)))
        return {"t": self.t} | {field.key: field.codec.write(value) for field, value in values if value is not None or not field.optional}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Event:
        """The event in a JSON object, which must have exactly these keys in this order."""
        event_fields = _fields_of(cls)
        keys = ["t", *(field.key for field in event_fields if not field.optional or field.key in given)]
        if list(given) != keys:
            raise QuepuError("wrong_keys", text=", ".join(given), known=", ".join(keys))
        values = {}
        for name, key, codec, optional in event_fields:
            if optional and key not in given:
                continue
            try:
                values[name] = codec.read(given[key])
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise QuepuError("bad_value", option=f"{cls.t}.{key}", text=as_json(given[key])) from error
        return cls(**values)


class EventField(NamedTuple):
    """A field of an event: its name, its JSON key, its codec, and whether it may be absent."""

    name: str
    key: str
    codec: Codec
    optional: bool


_FIELDS: dict[type[Event], list[EventField]] = {}


def _fields_of(kind: type[Event]) -> list[EventField]:
    """The fields of a type of event."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        _FIELDS[kind] = [
            EventField(one.name, [one.name, *hints[one.name].__metadata__[1:]][-1], _codec_of(hints[one.name]), one.default is None)
            for one in fields(kind)
        ]
    return _FIELDS[kind]


@dataclass(frozen=True, slots=True)
class HandBegan(Event):
    """A new deal: its number from 1, its 圈, the dealer, the players at 東南西北, the dice, the commitment to the seed, and the commitments
    to the nonces by seat, if there are any."""

    t = "hand"
    number: Number
    round: Seat
    dealer: Number
    seats: FourNumbers
    dice: FourNumbers
    commitment: Hash
    nonce_commitments: FourHashes = None


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Thirteen tiles to each seat."""

    t = "deal"
    hands: FourHands


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew a tile. ``why`` is ORDINARY, or FOR_KONG or FOR_FLOWER for a replacement."""

    t = "draw"
    seat: Seat
    tile: Tile
    why: Annotated[Why, "replaces"]


@dataclass(frozen=True, slots=True)
class LaidFlower(Event):
    """A seat laid a flower down."""

    t = "flower"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A seat discarded a tile: the one just drawn, or one from the hand."""

    t = "discard"
    seat: Seat
    tile: Tile
    from_hand: YesOrNo


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat claimed a discard for a chow, a pung or an open kong."""

    t = "claim"
    seat: Seat
    source: Annotated[Seat, "from"]
    meld: Melded
    tile: Tile


@dataclass(frozen=True, slots=True)
class MadeKong(Event):
    """A seat declared a concealed kong, or added the fourth tile to a pung. An added tile can still be robbed."""

    t = "kong"
    seat: Seat
    meld: Melded
    added: YesOrNo


@dataclass(frozen=True, slots=True)
class DeclaredReady(Event):
    """听: grade 1–5 for 天 地 人 鬼 虫. The discard follows."""

    t = "ready"
    seat: Seat
    grade: Annotated[Grade, "ready"]


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A seat won, on the tile of another seat or by self-draw (``source`` is None). ``hand`` is the whole hand in notation."""

    t = "win"
    seat: Seat
    source: Annotated[SeatOrNone, "from"]
    hand: Text
    points: Number
    fans: Counts


@dataclass(frozen=True, slots=True)
class WonByFlowers(Event):
    """A seat won because it has all eight flowers."""

    t = "win"
    seat: Seat
    flowers: Number
    points: Number


@dataclass(frozen=True, slots=True)
class Exhausted(Event):
    """Nobody won: the wall is empty, or a seat has declined the last tile."""

    t = "exhausted"
    declined: SeatOrNone


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """The payments by seat, and the scores of the match by player."""

    t = "pay"
    payments: FourNumbers
    scores: FourNumbers


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The secret of the shuffle."""

    t = "reveal"
    seed: Hash
    nonces: FourNonces


# Events as they are shown to a seat that may not know everything.


@dataclass(frozen=True, slots=True)
class DealtTo(Event):
    """A seat's own thirteen tiles."""

    t = "deal"
    seat: Seat
    hand: Tiles


@dataclass(frozen=True, slots=True)
class DealtUnseen(Event):
    """Thirteen tiles to each seat, as a spectator sees it."""

    t = "deal"


@dataclass(frozen=True, slots=True)
class DrewUnseen(Event):
    """Another seat drew a tile."""

    t = "draw"
    seat: Seat
    why: Annotated[Why, "replaces"]


@dataclass(frozen=True, slots=True)
class MadeKongUnseen(Event):
    """Another seat declared a concealed kong, face down."""

    t = "kong"
    seat: Seat


RECORDED: tuple[type[Event], ...] = (
    HandBegan, Dealt, Drew, LaidFlower, Discarded, Claimed, MadeKong, DeclaredReady, Won, WonByFlowers, Exhausted, Paid, Revealed
)  # fmt: skip
"""The events of a record."""


def read_event(given: Mapping[str, Any]) -> Event:
    """The event in a JSON object of a record."""
    kinds = [kind for kind in RECORDED if kind.t == given.get("t")]
    if not kinds:
        raise QuepuError("bad_value", option="t", text=as_json(given.get("t")))
    return kinds["flowers" in given and len(kinds) > 1].from_dict(given)


def read_row(row: bytes) -> tuple[Hand, Win]:
    """The hand and the win in a row of the scorer."""
    tiles, melds, circumstances = decode(row)
    return Hand(tuple(tiles[:-1]), tuple(map(Meld.from_code, melds)), tiles[-1]), Win(**circumstances)


class EventList:
    """A listener of a state that collects typed events."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.events: list[Event] = []

    def deal(self, hands: list[list[int]]) -> None:
        self.events.append(Dealt(tuple(map(tuple, hands))))

    def draw(self, seat: int, tile: int, why: int) -> None:
        self.events.append(Drew(seat, tile, why))

    def flower(self, seat: int, tile: int) -> None:
        self.events.append(LaidFlower(seat, tile))

    def discard(self, seat: int, tile: int, from_hand: bool) -> None:
        self.events.append(Discarded(seat, tile, from_hand))

    def claim(self, seat: int, source: int, meld: int, tile: int) -> None:
        self.events.append(Claimed(seat, source, Meld.from_code(meld), tile))

    def kong(self, seat: int, meld: int, added: bool) -> None:
        self.events.append(MadeKong(seat, Meld.from_code(meld), added))

    def ready(self, seat: int, grade: int) -> None:
        self.events.append(DeclaredReady(seat, grade))

    def win(self, seat: int, source: int, row: bytes, points: int, counts: bytes) -> None:
        fans = {self.book.rows[number].id: count for number, count in zip(counts[::2], counts[1::2], strict=True)}
        self.events.append(Won(seat, _seat(source), notation.format_hand(*read_row(row)), points, fans))

    def eight_flowers(self, seat: int, points: int) -> None:
        self.events.append(WonByFlowers(seat, tiles.FLOWERS, points))

    def exhausted(self, declined: int) -> None:
        self.events.append(Exhausted(_seat(declined)))


def _seat(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat
