"""What happens at a table, one class for each kind of event, and how each is written in a record.

Seats are 0–3 for 東南西北 of the hand, players 0–3 by their place in the match. In JSON a seat is its wind, a tile its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, NamedTuple, get_type_hints

from quepu import notation, tiles
from quepu.errors import QuepuError
from quepu.hand import READY, Hand, Meld, Win
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.row_codec import decode
from quepu.rules.base import RuleBook


class Form(NamedTuple):
    """How a value is written in JSON, and read again; reading what is none raises ValueError, TypeError or KeyError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return read


def _among(values: tuple[Any, ...]) -> Form:
    return Form(lambda number: values[number], lambda value: values.index(value))


def _four(one: Form) -> Form:
    def read(values: Any) -> Any:
        if type(values) is not list or len(values) != 4:
            raise ValueError
        return tuple(map(one.read, values))

    return Form(lambda values: list(map(one.write, values)), read)


def _or_none(one: Form) -> Form:
    return Form(lambda value: None if value is None else one.write(value), lambda value: None if value is None else one.read(value))


def _some(four: Form) -> Form:
    """Four values of which one at least is not None."""

    def read(values: Any) -> Any:
        found = four.read(values)
        if all(one is None for one in found):
            raise ValueError
        return found

    return Form(four.write, read)


def _form(hint: Any) -> Form:
    """The form in an annotated type."""
    found: Form = hint.__metadata__[0]
    return found


def _read_hex(size: int) -> Callable[[Any], bytes]:
    def read(value: Any) -> bytes:
        found = bytes.fromhex(value)
        if found.hex() != value or len(found) != size:  # as we write it: no capitals, no blanks
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


Number = Annotated[int, Form(int, _exactly(int))]
YesOrNo = Annotated[bool, Form(bool, _exactly(bool))]
Text = Annotated[str, Form(str, _exactly(str))]
Seat = Annotated[int, _among(tuple(tiles.WINDS))]
SeatOrNone = Annotated[int | None, _or_none(_among(tuple(tiles.WINDS)))]
Tile = Annotated[int, _among(tiles.NAMES)]
Tiles = Annotated[tuple[int, ...], Form(notation.format_tiles, lambda text: tuple(notation.parse_tiles(_exactly(str)(text))))]
Melded = Annotated[Meld, Form(notation.format_meld, _read_meld)]
Why = Annotated[int, _among((None, "kong", "flower"))]
Grade = Annotated[int, Form(lambda grade: READY[grade - 1], lambda value: READY.index(value) + 1)]
Counts = Annotated[dict[str, int], Form(dict, _read_counts)]
Hash = Annotated[bytes, Form(bytes.hex, _read_hex(32))]
FourNumbers = Annotated[tuple[int, ...], _four(Form(int, _exactly(int)))]
FourHands = Annotated[tuple[tuple[int, ...], ...], _four(_form(Tiles))]
FourHashes = Annotated[tuple[bytes | None, ...] | None, _some(_four(_or_none(_form(Hash))))]
FourNonces = Annotated[tuple[bytes, ...], _four(Form(bytes.hex, _read_hex(16)))]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. The type of a field says how it is written, and its key where that is not its name. A field whose default is
    None is written only where it has a value."""

    t: ClassVar[str]

    def as_dict(self) -> dict[str, Any]:
        """The object of a record, its keys in their fixed order."""
        values = ((part, getattr(self, part.name)) for part in _parts(type(self)))
        return {"t": self.t} | {part.key: part.form.write(value) for part, value in values if value is not None or not part.optional}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Event:
        """The event of an object, which has exactly its keys in their order."""
        parts = _parts(cls)
        keys = ["t", *(part.key for part in parts if not part.optional or part.key in given)]
        if list(given) != keys:
            raise QuepuError("wrong_keys", text=", ".join(given), known=", ".join(keys))
        values = {}
        for name, key, form, optional in parts:
            if optional and key not in given:
                continue
            try:
                values[name] = form.read(given[key])
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise QuepuError("bad_value", option=f"{cls.t}.{key}", text=repr(given[key])) from error
        return cls(**values)


class Part(NamedTuple):
    """A field of an event."""

    name: str
    key: str
    form: Form
    optional: bool


_PARTS: dict[type[Event], list[Part]] = {}


def _parts(kind: type[Event]) -> list[Part]:
    """The fields of an event."""
    if kind not in _PARTS:
        hints = get_type_hints(kind, include_extras=True)
        _PARTS[kind] = [
            Part(one.name, [one.name, *hints[one.name].__metadata__[1:]][-1], _form(hints[one.name]), one.default is None)
            for one in fields(kind)
        ]
    return _PARTS[kind]


@dataclass(frozen=True, slots=True)
class HandBegan(Event):
    """A new hand: its number from 1, its 圈, who deals, which player sits at 東南西北, the dice, the commitment to the seed, and by seat
    the commitments to the nonces, if there were any."""

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
    """A seat drew a tile; ``why`` is ORDINARY, or what it replaces: FOR_KONG, FOR_FLOWER."""

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
    """A seat discarded a tile: the one just drawn, or one from its hand."""

    t = "discard"
    seat: Seat
    tile: Tile
    from_hand: YesOrNo


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat took a discard for a chow, a pung or an open kong."""

    t = "claim"
    seat: Seat
    source: Annotated[Seat, "from"]
    meld: Melded
    tile: Tile


@dataclass(frozen=True, slots=True)
class MadeKong(Event):
    """A seat laid down a concealed kong, or added the fourth tile to a pung; that one can be robbed still."""

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
    """A seat won: on another's tile, or by self-draw (``source`` None). ``hand`` is the whole of it in our notation."""

    t = "win"
    seat: Seat
    source: Annotated[SeatOrNone, "from"]
    hand: Text
    points: Number
    fans: Counts


@dataclass(frozen=True, slots=True)
class WonByFlowers(Event):
    """A seat has all eight flowers, which end the hand."""

    t = "win"
    seat: Seat
    flowers: Number
    points: Number


@dataclass(frozen=True, slots=True)
class Exhausted(Event):
    """Nobody won: no tile is left, or the last was declined."""

    t = "exhausted"
    declined: SeatOrNone


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """What each seat gets, by seat; then all players' scores, by player."""

    t = "pay"
    payments: FourNumbers
    scores: FourNumbers


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """What the hand was shuffled with."""

    t = "reveal"
    seed: Hash
    nonces: FourNonces


# What a seat is told of events that it may not see whole.


@dataclass(frozen=True, slots=True)
class DealtTo(Event):
    """A seat's own thirteen tiles."""

    t = "deal"
    seat: Seat
    hand: Tiles


@dataclass(frozen=True, slots=True)
class DealtUnseen(Event):
    """Thirteen tiles to each seat, for somebody who sits at none."""

    t = "deal"


@dataclass(frozen=True, slots=True)
class DrewUnseen(Event):
    """Another drew a tile."""

    t = "draw"
    seat: Seat
    why: Annotated[Why, "replaces"]


@dataclass(frozen=True, slots=True)
class MadeKongUnseen(Event):
    """Another laid down a concealed kong, its faces down."""

    t = "kong"
    seat: Seat


RECORDED: tuple[type[Event], ...] = (
    HandBegan, Dealt, Drew, LaidFlower, Discarded, Claimed, MadeKong, DeclaredReady, Won, WonByFlowers, Exhausted, Paid, Revealed
)  # fmt: skip
"""The events of a record."""


def read_event(given: Mapping[str, Any]) -> Event:
    """The event that an object of a record tells of."""
    kinds = [kind for kind in RECORDED if kind.t == given.get("t")]
    if not kinds:
        raise QuepuError("bad_value", option="t", text=repr(given.get("t")))
    return kinds["flowers" in given and len(kinds) > 1].from_dict(given)


def read_row(row: bytes) -> tuple[Hand, Win]:
    """The hand and the win in a row of the scorer."""
    tiles, melds, circumstances = decode(row)
    return Hand(tuple(tiles[:-1]), tuple(map(Meld.from_code, melds)), tiles[-1]), Win(**circumstances)


class EventList:
    """Hears of a table and keeps what it hears as typed events."""

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
