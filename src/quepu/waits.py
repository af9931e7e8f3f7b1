"""Waits with their points, and what to discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quepu import notation, tiles
from quepu.errors import ImpossibleHand, NotationError, QuepuError
from quepu.hand import Hand, Win
from quepu.kernel import is_compiled
from quepu.kernel.layout import tiles_row
from quepu.rules import DEFAULT, book
from quepu.rules.base import RuleBook
from quepu.score import Score, read_hand


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that wins, how many are left of it, and its scores. A score is None where the circumstances exclude it."""

    tile: int
    left: int
    discard: Score | None
    self_drawn: Score | None

    def as_dict(self) -> dict[str, Any]:
        return {
            "tile": tiles.NAMES[self.tile],
            "left": self.left,
            "discard": self.discard and self.discard.as_dict(),
            "self_drawn": self.self_drawn and self.self_drawn.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to discard: how far the rest is from ready, the tiles that bring it nearer and how many are left of each, and the waits if it
    is ready."""

    tile: int
    distance: int
    useful: tuple[tuple[int, int], ...]
    waits: tuple[Wait, ...]

    @property
    def useful_left(self) -> int:
        return sum(left for _, left in self.useful)

    def as_dict(self) -> dict[str, Any]:
        return {
            "tile": tiles.NAMES[self.tile],
            "distance": self.distance,
            "useful": [{"tile": tiles.NAMES[tile], "left": left} for tile, left in self.useful],
            "useful_left": self.useful_left,
            "waits": [wait.as_dict() for wait in self.waits],
        }


@dataclass(frozen=True, slots=True)
class WaitsReport:
    """How far thirteen tiles are from ready; their waits, or where there are none the tiles that help and how many are left of each."""

    distance: int
    waits: tuple[Wait, ...]
    useful: tuple[tuple[int, int], ...]

    def as_dict(self) -> dict[str, Any]:
        """The object of ``quepu waits --json``."""
        return {
            "distance": self.distance,
            "waits": [wait.as_dict() for wait in self.waits],
            "useful": [{"tile": tiles.NAMES[tile], "left": left} for tile, left in self.useful],
        }


@dataclass(frozen=True, slots=True)
class DiscardsReport:
    """What fourteen tiles are worth as they are, if they win, and the discards, the best first."""

    win: Score | None
    discards: tuple[Discard, ...]

    def as_dict(self) -> dict[str, Any]:
        """The object of ``quepu discards --json``."""
        return {"win": self.win and self.win.as_dict(), "discards": [discard.as_dict() for discard in self.discards]}


class _Position:
    """A hand's tiles counted: ``held`` in hand, ``melded`` laid down, ``visible`` with those seen elsewhere."""

    def __init__(self, hand: Hand, rules: RuleBook, seen: str = "") -> None:
        self.hand = hand
        self.own = hand.counts()
        self.concealed = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
        self.held = [self.concealed.count(kind) for kind in range(tiles.KINDS)]
        self.melded = [own - held for own, held in zip(self.own, self.held, strict=True)]
        self.visible = list(self.own)
        for kind in notation.parse_tiles("".join(seen.split())):
            if kind < tiles.KINDS:
                self.visible[kind] += 1
                if self.visible[kind] > 4:
                    raise ImpossibleHand("five_of_a_tile", tile=tiles.NAMES[kind], found=self.visible[kind], limit=4)
        self.distances = rules.distances

    def look(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The number of tiles missing from a win; the tiles that bring the hand nearer to it and of which some are left, with how many."""
        measure = self.distances.take()
        missing, mask = measure.useful(bytes(self.held), bytes(self.melded), len(self.hand.melds))
        self.distances.put_back(measure)
        return missing, tuple((kind, left) for kind in range(tiles.KINDS) if mask >> kind & 1 and (left := self.left(kind)))

    def left(self, kind: int) -> int:
        return 4 - self.visible[kind]

    def waits(self, hand: Hand, win: Win, rules: RuleBook) -> tuple[Wait, ...]:
        """The waits of thirteen of these tiles."""
        if all(_impossible(hand, win, self_drawn) for self_drawn in (False, True)):
            replace(win, self_drawn=False).check(hand)
        found = []
        for kind in range(tiles.KINDS):
            if self.own[kind] < 4:
                complete = Hand(hand.concealed, hand.melds, kind)
                values = [_value(complete, win, rules, self_drawn) for self_drawn in (False, True)]
                if any(score and score.win for score in values):
                    found.append(Wait(kind, self.left(kind), *values))
        return tuple(found)


def _value(hand: Hand, win: Win, rules: RuleBook, self_drawn: bool) -> Score | None:
    return None if _impossible(hand, win, self_drawn) else Score(hand, replace(win, self_drawn=self_drawn), rules)


def _impossible(hand: Hand, win: Win, self_drawn: bool) -> bool:
    """Whether the circumstances exclude this way of winning."""
    try:
        replace(win, self_drawn=self_drawn).check(hand)
    except ImpossibleHand:
        return True
    return False


def waits(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> list[Wait]:
    """Every tile that completes thirteen tiles, with its value by discard and by self-draw.

    ``seen`` are tiles that are visible elsewhere, and so not left.

    >>> [(tiles.NAMES[wait.tile], wait.left, wait.discard.points) for wait in waits("12345678m22p [EEE]")]
    [('3m', 3, 6), ('6m', 3, 6), ('9m', 4, 36)]
    """
    thirteen, win = _read(hand, 13, circumstances, rules)
    return list(_Position(thirteen, book(rules), seen).waits(thirteen, win, book(rules)))


def useful(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "") -> list[tuple[int, int]]:
    """The tiles that bring thirteen tiles nearer to a win, with how many of each are left; a tile that is not left is not among them.

    >>> [tiles.NAMES[tile] for tile, left in useful("123456m2299p [EEE]")]
    ['2p', '9p']
    """
    return list(_Position(_read(hand, 13, {}, rules)[0], book(rules), seen).look()[1])


def discards(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> list[Discard]:
    """Every tile of fourteen that can be discarded, the best first: nearest to ready, then by the number of useful tiles left.

    >>> best = discards("123456m2299p [EEE] +5s")[0]
    >>> tiles.NAMES[best.tile], best.distance, [(tiles.NAMES[tile], left) for tile, left in best.useful]
    ('5s', 0, [('2p', 2), ('9p', 2)])
    """
    fourteen, win = _read(hand, 14, circumstances, rules)
    rulebook = book(rules)
    position = _Position(fourteen, rulebook, seen)
    found = []
    for tile in sorted(set(position.concealed)):
        # the discarded tile is not left
        position.held[tile] -= 1
        position.melded[tile] += 1
        missing, nearer = position.look()
        ready: tuple[Wait, ...] = ()
        if missing == 1:
            rest = list(position.concealed)
            rest.remove(tile)
            ready = position.waits(Hand(tuple(rest), fourteen.melds), win, rulebook)
        found.append(Discard(tile, missing - 1, nearer, ready))
        position.held[tile] += 1
        position.melded[tile] -= 1
    found.sort(key=lambda discard: (discard.distance, -discard.useful_left, discard.tile))
    return found


def waits_report(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> WaitsReport:
    """Everything about thirteen tiles at once."""
    found = tuple(waits(hand, rules, seen, **circumstances))
    return WaitsReport(0 if found else distance(hand, rules), found, () if found else tuple(useful(hand, rules, seen)))


def discards_report(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> DiscardsReport:
    """Everything about fourteen tiles at once."""
    return DiscardsReport(drawn(hand, rules, **circumstances), tuple(discards(hand, rules, seen, **circumstances)))


def waits_dict(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> dict[str, Any]:
    """The object of ``quepu waits --json``."""
    return waits_report(hand, rules, seen, **circumstances).as_dict()


def discards_dict(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> dict[str, Any]:
    """The object of ``quepu discards --json``."""
    return discards_report(hand, rules, seen, **circumstances).as_dict()


def check_seen(seen: str, option: str = "seen") -> str:
    """The tiles seen elsewhere, if they are tiles; ``option`` is their name in an error."""
    try:
        notation.parse_tiles("".join(seen.split()))
    except NotationError as error:  # its position would not be one in the hand
        raise QuepuError("bad_value", option=option, text=seen) from error
    return seen


def drawn(hand: str | Hand, rules: str | RuleBook = DEFAULT, **circumstances: object) -> Score | None:
    """The score of fourteen tiles in hand, the last one self-drawn; None if they do not win.

    >>> drawn("123456789m11222p").points
    64
    """
    fourteen, win = _read(hand, 14, circumstances, rules)
    score = _value(fourteen, win, book(rules), self_drawn=True)
    return score if score and score.win else None


def distance(hand: str | Hand, rules: str | RuleBook = DEFAULT) -> int:
    """How many exchanges thirteen or fourteen tiles are from ready: 0 is ready, -1 a winning hand.

    >>> distance("12345678m22p [EEE]"), distance("147m258p369sESW2p"), distance("12345678m22p [EEE] +9m")
    (0, 1, -1)
    """
    return book(rules).distances.missing(_row(hand, rules)) - 1


def distance_and_useful(hand: str | Hand, rules: str | RuleBook = DEFAULT) -> tuple[int, list[int]]:
    """The distance, and the kinds that bring the hand nearer to a win.

    >>> distance_and_useful("123456m2299p [EEE]")
    (0, [10, 17])
    """
    missing, nearer = book(rules).distances.useful(_row(hand, rules))
    return missing - 1, nearer


LEGAL_TO = 3
MOST_EXCHANGES = 13
"""The default and the maximum of the exchanges up to which the legal distance is exact."""


@dataclass(frozen=True, slots=True)
class LegalDistance:
    """The number of exchanges, or (if not ``exact``) its minimum."""

    exact: bool
    value: int


def legal_distance(hand: str | Hand, rules: str | RuleBook = DEFAULT, limit: int = LEGAL_TO, **circumstances: object) -> LegalDistance:
    """The minimum of exchanges of a concealed tile after which thirteen tiles wait for one that may win on a discard: with the book's
    minimum of points, and without accidental fans. Of the circumstances only ``seat`` and ``round`` count. Exact up to ``limit`` exchanges.

    >>> legal_distance("34m55p [345p] [789s] [234s]"), legal_distance("1357m2468p159sEN")
    (LegalDistance(exact=True, value=2), LegalDistance(exact=False, value=4))
    """
    from quepu.kernel.legal_distance import LegalSearch

    if type(limit) is not int or not 0 <= limit <= MOST_EXCHANGES:
        raise QuepuError("out_of_range", option="limit", text=repr(limit), least=0, most=MOST_EXCHANGES)
    thirteen, win = _read(hand, 13, circumstances, rules)
    rulebook = book(rules)
    position = _Position(thirteen, rulebook)
    plain = rulebook.distances.missing(tiles_row(thirteen, 13)) - 1
    if plain > limit:
        return LegalDistance(False, plain)
    measure = rulebook.distances.take()
    melds = bytes(meld.code for meld in thirteen.melds)
    search = LegalSearch(rulebook.scorer(), measure)
    value = search.nearest(bytes(position.held), bytes(position.melded), melds, win.seat | win.round << 2, plain, limit)
    rulebook.distances.put_back(measure)
    return LegalDistance(value <= limit, value)


def legally_farther(hand: str | Hand, rules: str | RuleBook = DEFAULT, **circumstances: object) -> LegalDistance | None:
    """The legal distance where it differs from the distance. Interpreted, a full search takes long, so only the waits are examined."""
    found = legal_distance(hand, rules, LEGAL_TO if is_compiled() else 0, **circumstances)
    thirteen = _read(hand, 13, circumstances, rules)[0]
    return found if found.value != distance(thirteen, rules) else None


def _row(hand: str | Hand, rules: str | RuleBook) -> bytes:
    """Thirteen or fourteen tiles as a row."""
    given = read_hand(hand, {}, book(rules))[0]
    return tiles_row(given, 14 if given.size == 14 else 13)


def _read(hand: str | Hand, size: int, circumstances: dict[str, object], rules: str | RuleBook) -> tuple[Hand, Win]:
    given, win = read_hand(hand, circumstances, book(rules))
    if size == 13 and given.winning is not None:
        # thirteen tiles, one of them marked as drawn
        given = Hand((*given.concealed, given.winning), given.melds)
    given.check(size)
    return given, win
