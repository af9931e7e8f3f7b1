"""Random winning hands of every shape, exposure and circumstance: for tests, benchmarks and practice."""

from __future__ import annotations

from random import Random

from quepu import tiles
from quepu.hand import Hand, Meld, MeldType, Win

_ROWS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
_ORPHANS = [kind for kind in range(tiles.KINDS) if (tiles.TERMINAL_KINDS | tiles.HONOUR_KINDS) >> kind & 1]


def random_win(random: Random) -> tuple[Hand, Win]:
    """A winning hand of 灵雀 with any possible circumstances: mostly four sets and a pair, sometimes a special shape."""
    roll = random.random()
    if roll < 0.86:
        concealed, melds = _standard(random)
    elif roll < 0.95:
        concealed, melds = _seven_pairs(random), []
    elif roll < 0.98:
        concealed, melds = _knitted(random), []
    else:
        concealed, melds = [*_ORPHANS, random.choice(_ORPHANS)], []
    random.shuffle(concealed)
    winning = concealed.pop()
    hand = Hand(tuple(concealed), tuple(melds), winning)
    return hand, _circumstances(random, hand)


def _standard(random: Random) -> tuple[list[int], list[Meld]]:
    """Four sets and a pair from a few suits or numbers, so that fans are more frequent than in uniform hands."""
    while True:
        suits = random.sample(range(3), random.choice((1, 2, 2, 3, 3, 3)))
        low = random.choice((0, 0, 0, random.randrange(7)))
        high = random.choice((6, 6, 6, min(6, low + random.randrange(3))))
        honours = random.random() < 0.45
        pung_share = random.choice((0.1, 0.3, 0.5, 0.9))
        counts = [0] * tiles.KINDS
        sets: list[Meld] = []
        for _ in range(4):
            if random.random() < pung_share:
                kind = (
                    random.randrange(27, 34)
                    if honours and random.random() < 0.5
                    else random.choice(suits) * 9 + random.randint(low, high + 2)
                )
                sets.append(Meld(MeldType.PUNG, kind))
            elif sets and sets[-1].type == MeldType.CHOW and random.random() < 0.25:
                shifted = sets[-1].tile % 9 + random.choice((0, 0, 1, 2, 3))
                sets.append(Meld(MeldType.CHOW, random.choice(suits) * 9 + min(shifted, 6)))
            else:
                sets.append(Meld(MeldType.CHOW, random.choice(suits) * 9 + random.randint(low, high)))
        pair = random.randrange(27, 34) if honours and random.random() < 0.4 else random.choice(suits) * 9 + random.randint(low, high + 2)
        for kind in (pair, pair, *(kind for meld in sets for kind in meld.tiles)):
            counts[kind] += 1
        if max(counts) > 4:
            continue
        exposure = random.choice((0.0, 0.0, 0.3, 0.6, 1.0))
        concealed, melds = [pair, pair], []
        for meld in sets:
            if meld.type == MeldType.PUNG and counts[meld.tile] == 3 and random.random() < 0.2:
                melds.append(Meld(MeldType.CONCEALED_KONG if random.random() < 1 - exposure else MeldType.KONG, meld.tile))
                counts[meld.tile] = 4
            elif random.random() < exposure:
                melds.append(meld)
            else:
                concealed += meld.tiles
        return concealed, melds


def _seven_pairs(random: Random) -> list[int]:
    suits = random.sample(range(3), random.choice((1, 2, 3)))
    numbers = random.sample(range(9), random.choice((4, 7, 9)))
    kinds = [9 * suit + number for suit in suits for number in numbers] + ([*range(27, 34)] if random.random() < 0.5 else [])
    if len(kinds) < 7:
        kinds = [*range(tiles.KINDS)]
    return [kind for kind in random.sample(kinds, 7) for _ in range(2)]


def _knitted(random: Random) -> list[int]:
    rows = random.sample(_ROWS, 3)
    return random.sample([*range(27, 34), *(9 * suit + n for suit in range(3) for n in rows[suit])], 14)


def _circumstances(random: Random, hand: Hand) -> Win:
    self_drawn = random.random() < 0.4
    seat, round = random.randrange(4), random.randrange(4)
    last_tile, kong, first_turn, last_copy = (random.random() < chance for chance in (0.08, 0.1, 0.15, 0.05))
    first_turn = first_turn and not hand.melds and self_drawn == (seat == 0)
    has_kong = any(meld.type >= MeldType.KONG for meld in hand.melds)
    others_held = hand.concealed.count(hand.winning or 0)
    others_laid = sum(meld.tiles.count(hand.winning or 0) for meld in hand.melds)
    return Win(
        self_drawn=self_drawn,
        seat=seat,
        round=round,
        last_tile=last_tile and not first_turn,
        # the other three copies of a robbed tile are in the pung it was added to
        kong=kong and not first_turn and (has_kong if self_drawn else not (others_held or others_laid)),
        first_turn=first_turn,
        # all other copies are face up
        last_copy=last_copy and not first_turn and not others_held,
        flowers=random.choice((0, 0, 0, random.randrange(9))),
    )
