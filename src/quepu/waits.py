"""Waits with their value, and what to discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quepu import notation, tiles
from quepu.errors import ImpossibleHand
from quepu.hand import Hand, Win
from quepu.kernel.distance import Distances
from quepu.rules import DEFAULT, book
from quepu.rules.base import RuleBook
from quepu.score import Score


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that wins, how many of it are left, and what it is worth. A score is None where the circumstances rule it out."""

    tile: int
    left: int
    discard: Score | None
    self_drawn: Score | None

    def as_dict(self) -> dict[str, Any]:
        return {
            "tile": tiles.NAMES[self.tile],
            "left": self.left,
            "discard": self.discard and _brief(self.discard),
            "self_drawn": self.self_drawn and _brief(self.self_drawn),
        }


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to throw away: how far the rest is from ready, the tiles that bring it nearer and how many are left of each, and, at ready,
    its waits."""

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


def _brief(score: Score) -> dict[str, Any]:
    return score.as_dict()


def waits(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> list[Wait]:
    """Every tile that completes thirteen tiles, with its value by discard and by self-draw.

    ``seen`` are tiles that lie open elsewhere and are left no more.

    >>> [(tiles.NAMES[wait.tile], wait.left, wait.discard.points) for wait in waits("12345678m22p [EEE]")]
    [('3m', 3, 10), ('6m', 3, 10), ('9m', 4, 36)]
    """
    tiles13, win = _read(hand, 13, circumstances)
    return _waits(tiles13, win, book(rules), _visible(tiles13, seen))


def _waits(hand: Hand, win: Win, rules: RuleBook, visible: list[int]) -> list[Wait]:
    found = []
    for tile in range(tiles.KINDS):
        if hand.counts()[tile] < 4:
            complete = Hand(hand.concealed, hand.melds, tile)
            values = [_value(complete, win, rules, self_drawn) for self_drawn in (False, True)]
            if any(score and score.win for score in values):
                found.append(Wait(tile, 4 - visible[tile], *values))
    return found


def _value(hand: Hand, win: Win, rules: RuleBook, self_drawn: bool) -> Score | None:
    try:
        return Score(hand, win.replace({"self_drawn": self_drawn}), rules)
    except ImpossibleHand:
        return None


def discards(hand: str | Hand, rules: str | RuleBook = DEFAULT, seen: str = "", **circumstances: object) -> list[Discard]:
    """Every tile that can be thrown from fourteen, the best first: nearest to ready, then with the most useful tiles left.

    >>> best = discards("1234567m2299p [EEE] 5s")[0] if False else discards("123456m2299p [EEE] +5s")[0]
    >>> tiles.NAMES[best.tile], best.distance, [(tiles.NAMES[tile], left) for tile, left in best.useful]
    ('5s', 0, [('2p', 2), ('9p', 2)])
    """
    tiles14, win = _read(hand, 14, circumstances)
    rulebook = book(rules)
    visible = _visible(tiles14, seen)
    distances = Distances(sum(1 << shape for shape in rulebook.shapes), rulebook.four_as_two_pairs)
    melded = [0] * tiles.KINDS
    for meld in tiles14.melds:
        for kind in meld.tiles:
            melded[kind] += 1
    all_concealed = [*tiles14.concealed, *([] if tiles14.winning is None else [tiles14.winning])]
    held = [all_concealed.count(kind) for kind in range(tiles.KINDS)]
    found = []
    for tile in sorted(set(all_concealed)):
        held[tile] -= 1
        missing = _missing(distances, held, melded, tiles14)
        useful = []
        for drawn in range(tiles.KINDS):
            if held[drawn] + melded[drawn] < 4 and drawn != tile:
                held[drawn] += 1
                if _missing(distances, held, melded, tiles14) < missing:
                    useful.append((drawn, 4 - visible[drawn]))
                held[drawn] -= 1
        rest = list(all_concealed)
        rest.remove(tile)
        ready = tuple(_waits(Hand(tuple(rest), tiles14.melds), win, rulebook, visible)) if missing == 1 else ()
        if ready:
            useful = [(wait.tile, wait.left) for wait in ready]
        found.append(Discard(tile, missing - 1, tuple(useful), ready))
        held[tile] += 1
    found.sort(key=lambda discard: (discard.distance, -discard.useful_left, discard.tile))
    return found


def _missing(distances: Distances, held: list[int], melded: list[int], hand: Hand) -> int:
    return distances.missing(bytes(held), bytes(melded), len(hand.melds))


def distance(hand: str | Hand, rules: str | RuleBook = DEFAULT) -> int:
    """How many exchanges thirteen or fourteen tiles are away from ready: 0 is ready, -1 a winning hand.

    >>> distance("12345678m22p [EEE]"), distance("147m258p369sESW2p"), distance("12345678m22p [EEE] +9m")
    (0, 1, -1)
    """
    given = notation.read(hand)[0] if isinstance(hand, str) else hand
    given.check(14 if given.size == 14 else 13)
    rulebook = book(rules)
    concealed = [*given.concealed, *([] if given.winning is None else [given.winning])]
    held = [concealed.count(kind) for kind in range(tiles.KINDS)]
    melded = [total - kept for total, kept in zip(given.counts(), held, strict=True)]
    shapes = sum(1 << shape for shape in rulebook.shapes)
    return _missing(Distances(shapes, rulebook.four_as_two_pairs), held, melded, given) - 1


def _read(hand: str | Hand, size: int, circumstances: dict[str, object]) -> tuple[Hand, Win]:
    if isinstance(hand, str):
        given, win = notation.read(hand, circumstances)
    else:
        given, win = hand, Win().replace(circumstances)
    given.check(size)
    return given, win


def _visible(hand: Hand, seen: str) -> list[int]:
    """How many of each kind lie in the hand or open elsewhere."""
    counts = hand.counts()
    for kind in notation.parse_tiles("".join(seen.split())):
        if kind < tiles.KINDS:
            counts[kind] += 1
            if counts[kind] > 4:
                raise ImpossibleHand("five_of_a_tile", tile=tiles.NAMES[kind], found=counts[kind], limit=4)
    return counts
