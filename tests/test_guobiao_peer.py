"""国标 beside PyMahjongGB: the same total on every hand, but for the intended differences, which this test itself counts and explains.

Two witnesses for every hand on which we differ. First the fans we counted say what the difference must be (``expected``). Where that is not
it, undoing a difference has made another reading or choice the best; then our book with the differences undone, one by one or together
(``Difference.undone``), must come to the peer's total. That book comes to the peer's total on every hand anyway.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

import pytest

from quepu import notation, tiles
from quepu.batch import HandBatch, score_many
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.layout import row
from quepu.lab.sample import random_win
from quepu.rules import book
from quepu.rules.base import RuleBook
from quepu.score import Score
from tests.goldens import GUOBIAO, load
from tests.sizes import sizes

MANY_HANDS = 5_000_000
SLICE = 20_000

Generator = Callable[[Random], tuple[list[int], list[Meld]]]
"""Makes the concealed tiles, the winning one among them, and the melds."""


# Hands of every shape. What random play rarely brings (the hands on which we differ) is made often.


def lay_out(random: Random, sets: Sequence[Meld], pair: int, kong_share: float = 0.15) -> tuple[list[int], list[Meld]] | None:
    """Sets and a pair, some of them claimed, some pungs made kongs; None if there are five of a tile."""
    counts = Counter([pair, pair, *(kind for meld in sets for kind in meld.tiles)])
    if max(counts.values()) > 4:
        return None
    exposure = random.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    concealed, melds = [pair, pair], []
    for meld in sets:
        if meld.type == MeldType.PUNG and counts[meld.tile] == 3 and random.random() < kong_share:
            melds.append(Meld(MeldType.KONG if random.random() < exposure else MeldType.CONCEALED_KONG, meld.tile))
        elif random.random() < exposure:
            melds.append(meld)
        else:
            concealed += meld.tiles
    return concealed, melds


def chow(kind: int) -> Meld:
    return Meld(MeldType.CHOW, kind)


def pung(kind: int) -> Meld:
    return Meld(MeldType.PUNG, kind)


CHOWS = [9 * suit + number for suit in range(3) for number in range(7)]
KINDS = [*range(tiles.KINDS)]
GREEN = [kind for kind in KINDS if tiles.GREEN_KINDS >> kind & 1]
TERMINALS = [kind for kind in KINDS if tiles.TERMINAL_KINDS >> kind & 1]
OUTSIDE = [kind for kind in KINDS if (tiles.TERMINAL_KINDS | tiles.HONOUR_KINDS) >> kind & 1]


def four_sets(random: Random) -> tuple[list[int], list[Meld]]:
    """From a pool of few tiles, so that there are many readings, or none but pungs."""
    while True:
        kind = random.randrange(8)
        kongs = 0.15
        if kind == 0:  # green
            sets = [chow(19) if random.random() < 0.4 else pung(random.choice(GREEN)) for _ in range(4)]
            pair = random.choice(GREEN)
        elif kind == 1:  # terminals, perhaps honours
            pool = random.choice((TERMINALS, OUTSIDE))
            sets, pair = [pung(random.choice(pool)) for _ in range(4)], random.choice(pool)
        elif kind == 2:  # kongs
            kongs = 0.9
            sets = [chow(random.choice(CHOWS)) if random.random() < 0.1 else pung(random.choice(KINDS)) for _ in range(4)]
            pair = random.choice(KINDS)
        elif kind == 3:  # a few numbers of one suit
            low = random.randrange(4)
            suit = 9 * random.randrange(3)
            sets = [
                chow(suit + low + random.randrange(4)) if random.random() < 0.6 else pung(suit + low + random.randrange(6))
                for _ in range(4)
            ]
            pair = suit + low + random.randrange(6)
        elif kind == 4:  # chows in all suits, near to each other
            low = random.randrange(5)
            sets = [chow(9 * random.randrange(3) + min(6, low + random.choice((0, 0, 1, 2, 3, 6)))) for _ in range(4)]
            pair = random.choice(KINDS)
        elif kind == 5:  # honours, mostly winds or mostly dragons
            pool = random.choice(([27, 28, 29, 30, 27, 28, 29, 30, 31, 17], [31, 32, 33, 31, 32, 33, 27, 17]))
            sets = [chow(random.choice(CHOWS)) if random.random() < 0.1 else pung(random.choice(pool)) for _ in range(4)]
            pair = random.choice(pool)
        elif kind == 6:  # 123 and 789 about a five
            suits = random.sample(range(3), 3)
            first, second = random.choice(((0, 0), (0, 1)))
            sets = [chow(9 * suits[first]), chow(9 * suits[first] + 6), chow(9 * suits[second]), chow(9 * suits[second] + 6)]
            pair = 9 * random.randrange(3) + 4
        else:  # pungs in all suits, near to each other
            low = random.randrange(6)
            sets = [pung(9 * random.randrange(3) + low + random.randrange(4)) for _ in range(4)]
            pair = random.choice(KINDS)
        found = lay_out(random, sets, pair, kongs)
        if found:
            return found


def seven_pairs(random: Random) -> tuple[list[int], list[Meld]]:
    """Four equal tiles are two of them now and then."""
    pools = [GREEN, TERMINALS, OUTSIDE, KINDS, [*range(27, 34)], [*range(9)], [9 * suit + n for suit in range(3) for n in range(4)]]
    pool = random.choice(pools)
    while True:
        pairs = [random.choice(pool) for _ in range(7)]
        if max(Counter(pairs).values()) <= 2:
            return [kind for kind in pairs for _ in range(2)], []


def nine_gates(random: Random) -> tuple[list[int], list[Meld]]:
    suit = 9 * random.randrange(3)
    return [suit + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.randrange(9))], []


def shifted_pairs(random: Random) -> tuple[list[int], list[Meld]]:
    first = 9 * random.randrange(3) + random.randrange(3)
    return [first + n for n in range(7) for _ in range(2)], []


def knitted(random: Random) -> list[int]:
    rows = random.sample(((0, 3, 6), (1, 4, 7), (2, 5, 8)), 3)
    return [9 * suit + n for suit in range(3) for n in rows[suit]]


def knitted_honours(random: Random) -> tuple[list[int], list[Meld]]:
    honours = random.choice((5, 6, 7))
    return random.sample(knitted(random), 14 - honours) + random.sample(range(27, 34), honours), []


def knitted_straight(random: Random) -> tuple[list[int], list[Meld]]:
    while True:
        straight = knitted(random)
        one = chow(random.choice(CHOWS)) if random.random() < 0.5 else pung(random.choice(KINDS))
        found = lay_out(random, [one], random.choice(KINDS))
        if found and max(Counter([*straight, *found[0], *(kind for meld in found[1] for kind in meld.tiles)]).values()) <= 4:
            return [*straight, *found[0]], found[1]


def thirteen_orphans(random: Random) -> tuple[list[int], list[Meld]]:
    return [*OUTSIDE, random.choice(OUTSIDE)], []


SPECIAL: tuple[tuple[Generator, int], ...] = (
    (four_sets, 60),
    (seven_pairs, 12),
    (knitted_straight, 14),
    (knitted_honours, 6),
    (nine_gates, 4),
    (shifted_pairs, 2),
    (thirteen_orphans, 2),
)


def random_hand(random: Random) -> tuple[Hand, Win]:
    """Half of them as the lab makes them, half of the shapes above; any possible circumstances."""
    hand, win = random_win(random)
    if random.random() < 0.5:
        make = random.choices([make for make, _ in SPECIAL], [weight for _, weight in SPECIAL])[0]
        concealed, melds = make(random)
        random.shuffle(concealed)
        hand = Hand(tuple(concealed[:-1]), tuple(melds), concealed[-1])
    has_kong = any(meld.type >= MeldType.KONG for meld in hand.melds)
    self_drawn = random.random() < 0.4
    others = hand.counts()[hand.winning or 0] - 1
    open_others = sum(meld.tiles.count(hand.winning or 0) for meld in hand.melds)
    return hand, win.replace(
        {
            "self_drawn": self_drawn,
            "first_turn": False,
            # who robs a kong has no copy of the tile, as the other has the three
            "kong": random.random() < 0.15 and (has_kong if self_drawn else others == 0),
            "last_copy": random.random() < 0.1 and others == open_others,
        }
    )


def lies_open(hand: Hand) -> bool:
    """All three other copies of the winning tile lie in one's own melds: 和绝张, which we see ourselves and the peer must be told."""
    return sum(meld.tiles.count(hand.winning or 0) for meld in hand.melds) == 3


# The peer.

SUITS = "WBT"


def peer_tile(kind: int) -> str:
    return f"{SUITS[kind // 9]}{kind % 9 + 1}" if kind < 27 else f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def peer_meld(meld: Meld) -> tuple[str, str, int]:
    if meld.type == MeldType.CHOW:
        return "CHI", peer_tile(meld.tile + 1), 2
    return "PENG" if meld.type == MeldType.PUNG else "GANG", peer_tile(meld.tile), 0 if meld.type == MeldType.CONCEALED_KONG else 1


def peer_points(hand: Hand, win: Win) -> int:
    from MahjongGB import MahjongFanCalculator

    assert hand.winning is not None
    fans = MahjongFanCalculator(
        tuple(map(peer_meld, hand.melds)),
        tuple(map(peer_tile, hand.concealed)),
        peer_tile(hand.winning),
        win.flower_count,
        win.self_drawn,
        win.last_copy or lies_open(hand),
        win.kong,
        win.last_tile,
        win.seat,
        win.round,
    )
    return sum(points for points, _ in fans)


# The intended differences.

SEVEN = (
    "nine_gates",
    "thirteen_orphans",
    "seven_shifted_pairs",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honours_and_knitted",
    "knitted_honours",
)


def excluding(fan: str, *more: str, without: tuple[str, ...] = ()) -> dict[str, object]:
    return {"excludes": (*(other for other in book("guobiao").fans[fan].excludes if other not in without), *more)}


def by_不求人(score: Score) -> int:
    return 3 if "fully_concealed_hand" in score.counts and any(fan in score.counts for fan in SEVEN) else 0


def by_混一色(score: Score) -> int:
    return 6 if "all_green" in score.counts and "half_flush" in score.counts else 0


def by_幺九刻(score: Score) -> int:
    """The peer leaves one of the two."""
    return 1 - score.reading.held[score.rules.numbers["terminal_pung"]] if "nine_gates" in score.counts else 0


def by_双同刻(score: Score) -> int:
    return 2 * score.counts.get("double_pung", 0) if "all_terminals" in score.counts else 0


def by_四归一(score: Score) -> int:
    return -2 * score.reading.held.get(score.rules.numbers["tile_hog"], 0) if "all_terminals" in score.counts else 0


def by_暗杠(score: Score) -> int:
    many = "three_kongs" in score.counts or "four_kongs" in score.counts
    return 2 if many and "concealed_kong" in score.counts else 0


@dataclass(frozen=True)
class Difference:
    """A sentence of the text or the rulings that the peer does not follow."""

    sentence: str
    expected: Callable[[Score], int]
    """What it is worth in a hand, judged by the fans we counted."""
    undone: dict[str, dict[str, object]]
    """Our rows without it."""


DIFFERENCES = (
    Difference("自摸记不求人", by_不求人, {fan: excluding(fan, "fully_concealed_hand") for fan in SEVEN}),
    Difference("绿一色 另计混一色", by_混一色, {"all_green": excluding("all_green", "half_flush")}),
    # a hand of nine gates always has one 幺九刻 at least, so this counts one less than there are
    Difference("九莲宝灯 不计幺九刻", by_幺九刻, {"nine_gates": {"fan": 87, **excluding("nine_gates", without=("terminal_pung",))}}),
    Difference("清幺九 可加计双同刻", by_双同刻, {"all_terminals": excluding("all_terminals", "double_pung")}),
    Difference("清幺九 七对不计四归一", by_四归一, {"all_terminals": excluding("all_terminals", without=("tile_hog",))}),
    Difference(
        "三杠、四杠 暗杠加计",
        by_暗杠,
        {fan: excluding(fan, "concealed_kong") for fan in ("three_kongs", "four_kongs")},
    ),
)


@cache
def book_without(differences: tuple[int, ...]) -> RuleBook:
    """Our book with these differences undone."""
    rules = book("guobiao")
    changes: dict[str, dict[str, object]] = {}
    for number in differences:
        for fan, fields in DIFFERENCES[number].undone.items():
            kept = dict(changes.get(fan, {}))
            if "excludes" in kept:  # two differences on one fan
                ours = set(rules.fans[fan].excludes)
                both = (kept["excludes"], fields["excludes"])
                gone = {other for other in ours for excludes in both if other not in excludes}  # type: ignore[operator]
                new = dict.fromkeys(other for excludes in both for other in excludes if other not in gone)  # type: ignore[attr-defined]
                fields = {**fields, "excludes": tuple(new)}
            changes[fan] = kept | fields
    return rules.derive("guobiao", "", "", "", rules.fans, changes)


EVERY_DIFFERENCE = tuple(range(len(DIFFERENCES)))


def explain(hand: Hand, win: Win, peer: int) -> str:
    """Why the peer has another total; empty if nothing explains it."""
    ours = Score(hand, win, book("guobiao"))
    expected = [difference.expected(ours) for difference in DIFFERENCES]
    if ours.points - peer == sum(expected):
        return " + ".join(difference.sentence for difference, worth in zip(DIFFERENCES, expected, strict=True) if worth)
    for size in range(1, len(DIFFERENCES) + 1):
        for some in combinations(EVERY_DIFFERENCE, size):
            if Score(hand, win, book_without(some)).points == peer:
                return " + ".join(DIFFERENCES[number].sentence for number in some) + ", with another choice the best"
    return ""


def compare(seed: int, count: int) -> Counter[str]:
    """How often each explanation was needed for so many hands, and how often each shape was met."""
    random = Random(seed)
    wins = [random_hand(random) for _ in range(count)]
    rules = book("guobiao")
    rows = b"".join(row(hand, win) for hand, win in wins)
    scores = score_many(HandBatch(rows, rules))
    undone = score_many(HandBatch(rows, rules), book_without(EVERY_DIFFERENCE))
    met: Counter[str] = Counter(hands=count)
    for n, (hand, win) in enumerate(wins):
        peer = peer_points(hand, win)
        ours = scores.points[n]
        text = notation.format_hand(hand, win)
        assert undone.points[n] == peer, f"{text}: {undone.points[n]} without the differences, the peer has {peer}"
        if ours != peer:
            reason = explain(hand, win, peer)
            assert reason, f"{text}: {ours}, the peer has {peer}"
            met[reason] += 1
    for number, fan in enumerate(rules.rows):
        met[f"fan {fan.name}"] = sum(1 for n in range(count) if scores.fans[n, number])
    return met


def report(met: Counter[str]) -> str:
    reasons = [f"{count:>9} {reason}" for reason, count in met.most_common() if reason != "hands" and not reason.startswith("fan ")]
    return "\n".join([f"\n{met['hands']:>9} hands compared with PyMahjongGB; different:", *reasons])


def check_all_was_met(met: Counter[str]) -> None:
    """Every difference, and every fan, was there to be compared."""
    for difference in DIFFERENCES:
        assert any(difference.sentence in reason.partition(",")[0].split(" + ") for reason in met), difference.sentence
    never = [fan.name for fan in book("guobiao").rows if not met[f"fan {fan.name}"]]
    assert never == []


@pytest.mark.compiled
@sizes(20_000, 200_000)
def test_the_same_total_as_PyMahjongGB_but_for_the_intended_differences(capsys: pytest.CaptureFixture[str], count: int) -> None:
    met = sum((compare(1998 + slice, SLICE) for slice in range(count // SLICE)), Counter[str]())
    with capsys.disabled():
        print(report(met))
    check_all_was_met(met)


@pytest.mark.compiled
@pytest.mark.parametrize("text", load(GUOBIAO)["guobiao"])
def test_a_golden_hand_beside_PyMahjongGB(text: str) -> None:
    hand, win = notation.read(text)
    ours = Score(hand, win, book("guobiao"))
    if not ours.win:
        with pytest.raises(TypeError, match="NOT_WIN"):
            peer_points(hand, win)
        return
    peer = peer_points(hand, win)
    assert ours.points == peer or explain(hand, win, peer), f"{ours.text('en')}\nthe peer has {peer}"


@pytest.mark.compiled
@pytest.mark.long
def test_five_million_hands_beside_PyMahjongGB(capsys: pytest.CaptureFixture[str]) -> None:
    """Other hands than above: each slice has its own seed. QUEPU_PEER_HANDS asks for more or fewer."""
    slices = int(os.environ.get("QUEPU_PEER_HANDS", MANY_HANDS)) // SLICE
    with ProcessPoolExecutor(2) as workers:
        met = sum(workers.map(compare, range(1_000_000, 1_000_000 + slices), [SLICE] * slices), Counter[str]())
    with capsys.disabled():
        print(report(met))
    check_all_was_met(met)
