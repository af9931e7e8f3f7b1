"""Distance: thirteen tiles, how far from ready, and which tiles bring them nearer.

PyMahjongGB (C++) returns the useful tiles for each of its five shapes separately, so all five are called; for the distance alone it has
one call. ``mahjong`` (Python) and riichienv (Rust, by tables) return only the distance, for the three shapes of riichi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from measure import Contest, Peer, Rate, imported, peer, timed
from work import counts, gb_tiles, near_complete_hands, tile_numbers, tile_rows, uniform_hands

import quepu
from quepu.hand import Hand
from quepu.rules import book
from quepu.rules.base import RuleBook

HANDS = 20_000
"""So many, none twice, that what was found about one hand does not serve the next more often than it would elsewhere."""
SINGLES = 2_000
SLOW = 300
"""Slow peers get fewer."""

SHAPES = ("RegularShanten", "SevenPairsShanten", "ThirteenOrphansShanten", "HonorsAndKnittedTilesShanten", "KnittedStraightShanten")


def contests() -> Iterator[Contest]:
    rulebook = book("guobiao")
    for name, hands in (("uniform", uniform_hands(HANDS)), ("near-complete", near_complete_hands())):
        shapes = all_shapes(hands[:SLOW])
        many = timed(partial(quepu.distance_many, tile_rows(hands), rulebook), len(hands))
        yield Contest(f"distance_many, {name}", "hands/s", many, [shapes])
        hands = hands[:SINGLES]
        both = timed(partial(each, quepu.distance_and_useful, hands, rulebook), len(hands))
        yield Contest(f"distance_and_useful(hand), {name}", "hands/s", both, [shapes])
        alone = timed(partial(each, quepu.distance, hands, rulebook), len(hands))
        yield Contest(f"distance(hand), {name}", "hands/s", alone, [gb_alone(hands), python_alone(hands), rust_alone(hands)])


def each(work: Callable[[Hand, RuleBook], object], hands: list[Hand], rulebook: RuleBook) -> object:
    return [work(hand, rulebook) for hand in hands]


def all_shapes(hands: list[Hand]) -> Peer:
    package = imported("MahjongGB", "PyMahjongGB")

    def rate() -> Rate:
        shapes = [getattr(package, shape) for shape in SHAPES]
        ready = [gb_tiles(hand) for hand in hands]
        return timed(lambda: [[shape(tiles) for shape in shapes] for tiles in ready], len(ready))

    return peer("PyMahjongGB", package, rate)


def gb_alone(hands: list[Hand]) -> Peer:
    package = imported("MahjongGB", "PyMahjongGB")

    def rate() -> Rate:
        assert isinstance(package, ModuleType)
        shanten = package.MahjongShanten
        ready = [gb_tiles(hand) for hand in hands]
        return timed(lambda: [shanten((), tiles) for tiles in ready], len(ready))

    return peer("PyMahjongGB", package, rate)


def python_alone(hands: list[Hand]) -> Peer:
    package = imported("mahjong.shanten", "mahjong")

    def rate() -> Rate:
        assert isinstance(package, ModuleType)
        return _of_one(package.Shanten().calculate_shanten, [counts(hand) for hand in hands])

    return peer("mahjong", package, rate)


def rust_alone(hands: list[Hand]) -> Peer:
    package = imported("riichienv", "riichienv")

    def rate() -> Rate:
        assert isinstance(package, ModuleType)
        return _of_one(package.calculate_shanten, [tile_numbers(hand) for hand in hands])

    return peer("riichienv", package, rate)


def _of_one(shanten: Callable[[list[int]], int], ready: list[list[int]]) -> Rate:
    return timed(lambda: [shanten(tiles) for tiles in ready], len(ready))
