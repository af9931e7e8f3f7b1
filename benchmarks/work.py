"""What is worked on: the same hands for ours and for every peer, from a fixed seed; and the peers' own spelling of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from quepu.engine.wall import full_set
from quepu.hand import Hand, MeldType, Win
from quepu.kernel.layout import row, tiles_row
from quepu.lab.sample import random_win

_DECK = list(full_set(136))
_SUITS = "WBT"


@cache
def wins(count: int = 20_000) -> list[tuple[Hand, Win]]:
    """Random wins of every shape, exposure and circumstance."""
    random = Random(2026)
    return [random_win(random) for _ in range(count)]


def win_rows(count: int) -> bytes:
    return b"".join(row(hand, win) for hand, win in wins(count))


def uniform_hands(count: int) -> list[Hand]:
    """Thirteen of all 136 tiles."""
    random = Random(2027)
    return [Hand(tuple(random.sample(_DECK, 13))) for _ in range(count)]


def uniform_rows(count: int) -> bytes:
    return tile_rows(uniform_hands(count))


def tile_rows(hands: list[Hand]) -> bytes:
    return b"".join(tiles_row(hand, 13) for hand in hands)


def near_complete_hands() -> list[Hand]:
    """Wins without their last tile, all concealed, none twice."""
    return [*dict.fromkeys(Hand(tuple(sorted(hand.concealed))) for hand, _ in wins() if not hand.melds)]


# PyMahjongGB: tiles by name, melds as (type, tile, offer).


def gb_tile(kind: int) -> str:
    return f"{_SUITS[kind // 9]}{kind % 9 + 1}" if kind < 27 else f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def gb_tiles(hand: Hand) -> tuple[str, ...]:
    return tuple(map(gb_tile, hand.concealed))


def gb_win(hand: Hand, win: Win) -> tuple[object, ...]:
    """The arguments of MahjongFanCalculator; a chow is named by its middle tile."""
    assert hand.winning is not None
    packs = []
    for meld in hand.melds:
        if meld.type == MeldType.CHOW:
            packs.append(("CHI", gb_tile(meld.tile + 1), 2))
        else:
            offer = 0 if meld.type == MeldType.CONCEALED_KONG else 1
            packs.append(("PENG" if meld.type == MeldType.PUNG else "GANG", gb_tile(meld.tile), offer))
    return tuple(packs), gb_tiles(hand), gb_tile(hand.winning), 0, win.self_drawn, False, False, False, win.seat, win.round


# The riichi packages: counts of the 34 kinds, or numbers of the 136 tiles. Their honours are ordered otherwise, which no distance minds.


def counts(hand: Hand) -> list[int]:
    found = [0] * 34
    for kind in hand.concealed:
        found[kind] += 1
    return found


def tile_numbers(hand: Hand) -> list[int]:
    return [*_numbers(counts(hand))]


def _numbers(held: list[int]) -> Iterator[int]:
    for kind, count in enumerate(held):
        yield from range(4 * kind, 4 * kind + count)
