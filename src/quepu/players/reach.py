"""Which fans a player can still make in a deal, from what they may know.

A fan is *out of reach* only if that is certain: no hand with it can be completed from the player's melds, the tiles in their hand and the
tiles that they do not see. Every other fan is within reach, however unlikely. Three rules decide, each for the fans that it fits:

- *Facts.* A fan states facts without which it cannot hold (``quepu.kernel.fact_bits``). It is out of reach if no hand with these melds can
  have one of them: a claimed chow leaves no room for four pungs, an honour none for a hand without honours.
- *Honours.* Of a fan that needs a pung or a pair of honours all combinations of honours are tried: 大三元 is out of reach when two red
  dragons lie on the table.
- *All hands.* With two melds or more, all complete hands are tried.

The last two leave out every fan that depends on anything but the tiles, as self-draw, the wait, kongs, or what is concealed. But whether it
counts may depend on that, as 碰碰和 does not count beside 四暗刻: so each hand is tried with its sets concealed, and with all claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from quepu import notation
from quepu.batch import HandBatch, score_many
from quepu.engine.view import View
from quepu.hand import Hand, Meld, MeldType, Win, set_tiles
from quepu.kernel import fact_bits as bits
from quepu.kernel.shapes import KNITTED_HONOURS, KNITTED_STRAIGHT, MELDS, NAMES, NO_TILE, PUNG, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.players.hands import own_hand, seen
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook
from quepu.rules.fan import HAND, SETS, TILES, Fan
from quepu.score import Score
from quepu.tiles import KINDS

Left = tuple[int, ...]
"""For each kind, how many of its tiles the concealed part of a hand can have in the end: those held and those not seen."""

CompleteHand = tuple[tuple[int, ...], list[int]]
"""The sets of a hand besides its melds, as the kernel's bytes, and the kinds that may be its pair."""

_HONOURS = range(27, KINDS)
_CHOWS = [low for low in range(27) if low % 9 < 7]
_PUNGS = [PUNG | kind for kind in range(KINDS)]
_HONOUR_PUNGS = _PUNGS[27:]
_BYTES = {code: bytes(set_tiles(code)) for code in (*_CHOWS, *_PUNGS)}
_ALL_HANDS_FROM = 2
"""With this number of melds all hands are tried: about fifty thousand with two, two thousand with three."""
_ALL = (4,) * KINDS

_NOT_TILES = (
    0b1111 << bits.KONGS
    | 0b1111 << bits.CONCEALED_PUNGS
    | 0b111 << bits.WAIT
    | sum(
        1 << bit
        for bit in (
            bits.SELF_DRAWN, bits.DISCARDED, bits.LAST_TILE, bits.ON_KONG, bits.FIRST_TURN, bits.CLOSED, bits.LAST_COPY, bits.FLOWERS,
            bits.SPECIAL, bits.ALL_CLAIMED,
        )
    )
)  # fmt: skip
"""The facts that depend on more than the tiles of a hand."""


def out_of_reach(view: View, book: RuleBook, flowers: bool = True) -> list[str]:
    """The ids of the fans that the seat of a view can no longer make in this deal; ``flowers``: the wall has flowers."""
    own, melds = view.seats[view.seat], own_hand(view).melds
    left = left_for(view, melds)
    discards = [len(seat.discards) for seat in view.seats]
    first_turn = not melds and not discards[view.seat] and sum(discards) < 2
    gone = _missing(melds, left, book.shapes, flowers or bool(own.flowers), first_turn)
    without = _without_hands(book, melds, left, view.seat, view.round)
    return [row.id for row in book.rows if row.needs & gone or row.id in without]


def left_for(view: View, melds: Sequence[Meld]) -> Left:
    """What is left of each kind for the concealed part of the seat's hand. It may still get a tile that another offers."""
    left = [4] * KINDS
    is_offered = view.offer is not None and view.offer.seat != view.seat
    for tile in (*notation.parse_tiles(seen(view, is_claimed=is_offered)), *(tile for meld in melds for tile in meld.tiles)):
        left[tile] -= 1
    return tuple(left)


# Facts.


def _missing(melds: Sequence[Meld], left: Left, shapes: Sequence[int], flowers: bool, first_turn: bool) -> int:
    """The facts, as bits, that no hand with these melds can have."""
    tiles = {tile for meld in melds for tile in meld.tiles}
    numbers = {tile % 9 for tile in tiles if tile < 27}
    suits = {tile // 9 for tile in tiles if tile < 27}
    simples = {tile for tile in tiles if tile < 27 and 0 < tile % 9 < 8}
    chows = [meld for meld in melds if meld.type == MeldType.CHOW]
    hidden = sum(meld.type == MeldType.CONCEALED_KONG for meld in melds)
    rest = 4 - len(melds)
    pungs = min(rest, sum(count > 2 for count in left))
    chow_suits = {meld.tile // 9 for meld in chows}
    any_chow = any(left[low] and left[low + 1] and left[low + 2] for low in _CHOWS)
    kongs = sum(meld.type in (MeldType.KONG, MeldType.CONCEALED_KONG) for meld in melds)
    kongs += sum(meld.type == MeldType.PUNG and left[meld.tile] > 0 for meld in melds) + min(rest, sum(count > 3 for count in left))
    absent = {
        bits.HONOURS: not any(tile > 26 for tile in tiles) and not any(left[tile] > 1 for tile in _HONOURS),
        bits.NO_HONOURS: any(tile > 26 for tile in tiles),
        bits.FIRST_TURN: not first_turn,
        bits.FLOWERS: not flowers,
        bits.CLOSED: len(melds) > hidden,
        bits.ALL_CLAIMED: hidden > 0,
        bits.AT_MOST_ONE_SUIT: len(suits) > 1,
        bits.ONE_SUIT: len(suits) > 1,
        bits.TWO_SUITS: len(suits) > 2,
        bits.THREE_SUITS: 3 - len(suits) > rest + 1,
        bits.FOUR_NUMBERS: len(numbers) > 4,
        bits.THREE_NUMBERS: len(numbers) > 3,
        bits.SIMPLES: len(simples) < len(tiles),
        bits.NO_SIMPLES: bool(simples),
        bits.NO_FIVES: 4 in numbers,
        bits.NO_MIDDLES: bool(numbers & {3, 4, 5}),
        bits.NO_OUTERS: bool(numbers & {0, 1, 7, 8}),
        bits.NO_CHARACTERS: 0 in suits,
        bits.HONOUR_PUNG: not any(meld.tile > 26 for meld in melds) and not (rest and any(left[tile] > 2 for tile in _HONOURS)),
        bits.HONOUR_PAIR: not any(left[tile] > 1 for tile in _HONOURS),
        bits.EQUAL_CHOWS: len(chows) + rest < 2,
        bits.CHOWS_OF_A_SUIT: len(chows) + rest < 2,
        bits.CHOWS_IN_TWO_SUITS: len(chow_suits) + rest < 2,
        bits.CHOWS_IN_THREE_SUITS: len(chow_suits) + rest < 3,
        bits.SPECIAL: len(melds) > (KNITTED_STRAIGHT in shapes),
    }
    gone = sum(is_absent << bit for bit, is_absent in absent.items())
    for first, most in (
        (bits.CHOWS, len(chows) + (rest if any_chow else 0)),
        (bits.PUNGS, len(melds) - len(chows) + pungs),
        (bits.KONGS, kongs),
        (bits.CONCEALED_PUNGS, hidden + pungs),
    ):
        gone |= sum(1 << first + i for i in range(most, 4))
    return gone | _missing_shapes(melds, left)


def _missing_shapes(melds: Sequence[Meld], left: Left) -> int:
    """The special shapes that are impossible."""
    orphans = [kind for kind in range(KINDS) if kind > 26 or kind % 9 in (0, 8)]
    impossible = {
        SEVEN_PAIRS: bool(melds) or sum(count // 2 for count in left) < 7,
        THIRTEEN_ORPHANS: bool(melds) or not all(left[kind] for kind in orphans) or not any(left[kind] > 1 for kind in orphans),
        KNITTED_HONOURS: bool(melds),
        KNITTED_STRAIGHT: len(melds) > 1,
    }
    return sum(is_impossible << bits.SHAPE + shape for shape, is_impossible in impossible.items())


# Hands.


@lru_cache(maxsize=64)
def _fans_of_tiles(rules: str) -> frozenset[str]:
    """The fans of a book that depend on nothing but the tiles and the winds, in four sets and a pair. What its declared facts do not show,
    the examples do: such a fan holds, or does not, whichever of the sets are claimed. The fans of one predicate are all alike in this."""
    book = find_book(rules)
    special = ((1 << len(NAMES)) - 1 ^ 1 << STANDARD) << bits.SHAPE
    found = [
        row
        for row in book.rows
        if row.scope in (SETS, TILES, HAND)
        and row.id != book.nothing
        and not set(row.sees) - {"round"}
        and not row.needs & (_NOT_TILES | special)
    ]
    others = {row.predicate for row in found if any(_depends_on_claims(book, row, example) for example in (*row.yes, *row.no))}
    return frozenset(row.id for row in found if row.predicate not in others)


def _depends_on_claims(book: RuleBook, fan: Fan, example: str) -> bool:
    """Whether a fan holds in some, but not all, of the hands that differ from an example in what is claimed."""
    hand, win = notation.read(example)
    score = Score(hand, win, book)
    if not score.win or score.reading.shape != NAMES[STANDARD]:
        return False
    win = Win(win.self_drawn, win.seat, win.round)
    groups = sorted((group.tiles for group in score.reading.groups), key=len)
    pair, melds = groups[0][0], [_meld(tiles) for tiles in groups[1:]]
    number, holds = book.numbers[fan.id], set()
    for claimed in (0b0000, 0b0101, 0b1010, 0b1111):
        is_claimed = [bool(claimed >> i & 1) or meld.type == MeldType.KONG for i, meld in enumerate(melds)]
        rest = tuple(tile for meld, laid in zip(melds, is_claimed, strict=True) if not laid for tile in meld.tiles)
        laid_down = tuple(meld for meld, laid in zip(melds, is_claimed, strict=True) if laid)
        readings = Score(Hand((*rest, pair), laid_down, pair), win, book).readings
        holds.add(any(number in reading.held for reading in readings))
    return len(holds) > 1


def _meld(tiles: Sequence[int]) -> Meld:
    """The meld of these tiles."""
    if len(tiles) > 3:
        return Meld(MeldType.KONG, tiles[0])
    return Meld(MeldType.PUNG if tiles[0] == tiles[1] else MeldType.CHOW, tiles[0])


def _without_hands(book: RuleBook, melds: Sequence[Meld], left: Left, seat: int, round: int) -> Set[str]:
    """The fans of tiles that no hand has which can still be completed."""
    decided = _fans_of_tiles(book.base_id) & book.fans.keys()
    if len(melds) < _ALL_HANDS_FROM:
        decided &= _honour_fans(book, seat, round)
        hands = _hands_of_honours(melds, left)
    else:
        hands = _all_hands(4 - len(melds), left)
    return decided - _made(book, melds, hands, seat, round) if decided else decided


def _honour_fans(book: RuleBook, seat: int, round: int) -> set[str]:
    """The fans that need honours and are found by trying these alone, where no tile is missing."""
    wanted = 1 << bits.HONOUR_PUNG | 1 << bits.HONOUR_PAIR
    return {row.id for row in book.rows if row.needs & wanted} & _made(book, (), _hands_of_honours((), _ALL), seat, round)


def _made(book: RuleBook, melds: Sequence[Meld], hands: Iterator[CompleteHand], seat: int, round: int) -> set[str]:
    """The fans that count in one of the hands, with the sets of each concealed, or all claimed."""
    own = bytes(meld.code for meld in melds)
    blank = bytes([NO_TILE]) * MELDS
    end = bytes([0, seat | round << 2, 0, 0, 0, NO_TILE])
    concealed_end = own.ljust(4, bytes([NO_TILE])) + end
    rows: list[bytes] = []
    for sets, pairs in hands:
        tiles = b"".join([_BYTES[one] for one in sets])
        claimed_end = blank[2:] + own + bytes(sets) + end
        rest = blank[len(tiles) + 2 :] + concealed_end
        for pair in pairs:
            two = bytes((pair, pair))
            rows += (tiles + two + rest, two + claimed_end)
    if not rows:
        return set()
    found = score_many(HandBatch(b"".join(rows), book))
    width = len(found.fan_ids)
    cells = found.fans.tobytes()
    return {id for i, id in enumerate(found.fan_ids) if any(cells[i::width])}


def _sets(left: Left) -> list[int]:
    """The sets that can be made of what is left."""
    return [code for code in (*_PUNGS, *_CHOWS) if all(left[tile] >= set_tiles(code).count(tile) for tile in set_tiles(code))]


def _all_hands(sets: int, left: Left) -> Iterator[CompleteHand]:
    """Every hand with this number of concealed sets."""
    for chosen in combinations_with_replacement(_sets(left), sets):
        rest = list(left)
        for one in chosen:
            for tile in set_tiles(one):
                rest[tile] -= 1
        if min(rest) >= 0:
            yield chosen, [pair for pair in range(KINDS) if rest[pair] > 1]


def _hands_of_honours(melds: Sequence[Meld], left: Left) -> Iterator[CompleteHand]:
    """Hands with every possible combination of honours; the other sets are the first numbers that are left, as chows and as pungs."""
    sets = 4 - len(melds)
    possible = _sets(left)
    honours = [code for code in possible if code in _HONOUR_PUNGS]
    numbers = [code for code in possible if code not in _HONOUR_PUNGS]
    fillings = [[code for code in numbers if code < PUNG], [code for code in numbers if code > PUNG], []]
    for size in range(sets + 1):
        for pungs in combinations(honours, size):
            for filling in fillings:
                rest = list(left)
                for one in pungs:
                    rest[one & ~PUNG] -= 3
                chosen = (*pungs, *_fill(filling, sets - size, rest))
                pairs = [kind for kind in _HONOURS if rest[kind] > 1] + [kind for kind in range(27) if rest[kind] > 1][:1]
                if len(chosen) == sets:
                    yield chosen, pairs


def _fill(filling: Sequence[int], count: int, rest: list[int]) -> list[int]:
    """The first sets of a list that are left; their tiles are taken from the rest."""
    chosen: list[int] = []
    for one in filling:
        tiles = set_tiles(one)
        while len(chosen) < count and all(rest[tile] >= tiles.count(tile) for tile in tiles):
            chosen.append(one)
            for tile in tiles:
                rest[tile] -= 1
    return chosen
