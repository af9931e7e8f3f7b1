"""The sheet of Woods Hole: every cell, every inclusion, every kind of chain, percentages and flowers; and a second opinion."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quepu import notation, score
from quepu.hand import READY, Hand, Meld, MeldType, Win
from quepu.lab.sample import random_win
from quepu.rules import book
from quepu.rules.base import Fan
from quepu.score import Score
from tests import oracle_woodshole
from tests.goldens import WOODSHOLE, load, result
from tests.hands import possible
from tests.sizes import sizes

BOOK = book("woodshole")
GOLDENS = load(WOODSHOLE)["woodshole"]

NEVER_COUNTED = {
    "only_eyes": "twos, fives and eights are three numbers, which are worth more",
    "only_honours": "honours are two numbers, which are worth more",
    "three_fours_in_two_3": "with all three concealed the same tiles are three or four equal chows, which are worth more",
    "two_fours_in_four_1": "two fours that lie in the same four chows are both concealed or neither is",
    "fours_in_three_four_and_four_2": "as above: the two fours in four are both concealed or neither is",
    "fours_in_three_four_and_four_3": "with all concealed the same tiles are four equal chows or three fours in two, which are worth more",
    "three_fours_in_four_1": "three fours that lie in the same four chows are all concealed or none is",
    "three_fours_in_four_2": "as above",
    "four_equal_chows_1": "it is the 444 of table II",
}
"""Cells that are printed, and kept, but never count."""

INCLUSIONS: list[tuple[str, str, str]] = [
    (fan, other, hand)
    for fan, other, hand in json.loads((Path(__file__).parent / "data" / "woodshole_inclusions.json").read_text(encoding="utf-8"))
]
"""A fan, another that necessarily comes with it, and a hand in which both hold."""

# A title, the pairs that matter, and their N. The other pairs of each hand make no chain.
CHAINS = (
    ("printed example: two rows of one number", "2222m 55p 77s EE WW CC", 1),
    ("printed example: two rows of two numbers", "22223333m 66p WW CC", 3),
    ("printed example: two rows of two numbers and two rows of one", "222233335555m CC", 4),
    ("two pairs in sequence", "2233m 55p 77p EE WW CC", 1),
    ("no chain at all", "22m 55p 77p 44s EE WW CC", 0),
    ("a single chain of three", "223344m 66p 88s EE CC", 2),
    ("a single chain of seven", "22334455667788m", 6),
    ("from a nine to the one of another suit", "8899m 1122p 55s WW CC", 3),
    ("not from a nine to the one of its own suit", "1199m 44p 77s SS NN FF", 0),
    ("from a nine to 东", "99m EE SS 33p 55p 77s FF", 2),
    ("from 北 to 中", "NN CC 22m 55p 77p 99p 44s", 1),
    ("not from 白 on", "PP 11m 33m 55m 77p 44s 66s", 0),
    ("the seven honours", "EE SS WW NN CC FF PP", 6),
    ("two rows in two suits", "22m 22p 55s 77s EE WW CC", 1),
    ("two rows of two numbers in two suits", "2233m 2233p 66s WW CC", 3),
    ("two rows of three numbers", "223344m 223344p WW", 5),
    ("three rows of one number", "22m 22p 22s 55p 77s EE CC", 2),
    ("three rows of two numbers", "2233m 2233p 2233s WW", 5),
    ("three rows, two of them in one suit", "2222m 22p 55p 77s EE CC", 2),
    ("four rows of one number", "2222m 2222p 55s EE CC", 3),
    ("five rows of one number", "2222m 2222p 22s 55s EE", 4),
    ("six rows of one number", "2222m 2222p 2222s 55s", 6),
    ("seven rows: 南 stands for two", "2222m 2222p 2222s SS", 7),
    ("seven rows: 发 stands for eight", "8888m 8888p 8888s FF", 7),
    ("honours stand for numbers from four rows on", "44m 44p 44s NN 66p 88s CC", 3),
    ("but not in three rows: 北 is no four", "44m 44p NN 66s 88s SS FF", 1),
    ("东 stands for one and for six, not for five", "5555m 55p EE 88s WW CC", 2),
    ("honours alone in four rows", "EEEE CCCC 55m 77p 99s", 3),
    ("the pairs are cut for the largest sum", "223344m 22p 22s EE CC", 3),
)


def hand_of(pairs: str) -> str:
    """A hand won on its last tile."""
    return notation.format_hand(*notation.read("".join(pairs.split())))


CIRCUMSTANCES = (
    ("a hand without any fan is worth nothing", "23m66p [999s] [345p] [567s] +4m", 0, 0, 0),
    ("天胡 adds 200 and drops 自摸, 门清 and 天听", "23m456678p55567s +4m | self first_turn ready=heaven", 204, 0, 204),
    ("地胡 adds 200 and drops 门清, but not 独听", "35m456678p55567s +4m | seat=S first_turn", 205, 0, 205),
    ("抢杠 doubles", "23m55p [678p] [567s] [345s] +4m | kong", 4, 100, 8),
    ("杠上开花 and 海底 are added together, then applied", "23m55p [6666p] [567s] [345s] +4m | self kong tiles_left=0", 5, 200, 15),
    ("a half is rounded up", "23m55p [6666p] [567s] [345s] +4m | tiles_left=0", 5, 50, 8),
    ("a quarter is rounded down", "23m55p [6666p] [567s] [345s] +4m | tiles_left=3", 5, 25, 6),
    ("last_tile is a wall of no tiles", "23m55p [6666p] [567s] [345s] +4m | last_tile", 5, 50, 8),
    ("five tiles left are no 海底", "23m55p [6666p] [567s] [345s] +4m | tiles_left=4", 5, 0, 5),
    ("flowers are raised by the percentages too", "23m55p [6666p] [567s] [345s] +4m | flowers=1f2f3f4f tiles_left=0", 5, 50, 20),
    ("three of four flowers are worth nothing", "23m55p [6666p] [567s] [345s] +4m | flowers=1f2f3f5f6f7f", 5, 0, 5),
    ("eight flowers win whatever the tiles", "147m147p147sESWN +C | flowers=8", 0, 0, 200),
    ("eight flowers and a hand", "23m55p [6666p] [567s] [345s] +4m | flowers=8", 5, 0, 205),
    ("a wind that is seat and round counts twice", "23m66p [EEE] [789s] [345p] +4m", 2, 0, 2),
    ("the round wind counts once", "23m66p [SSS] [789s] [345p] +4m | round=S", 1, 0, 1),
    ("the seat wind counts once", "23m66p [SSS] [789s] [345p] +4m | seat=S", 1, 0, 1),
    ("老少 comes with 一色龙", "12345678m11p [789m] +9m", 13, 0, 13),
    ("one 老少碰 comes with 清幺碰, the other is added", "5s [111m] [999m] [111p] [999p] +5s", 35, 0, 35),
)

# 独听
ONLY_WAITS = (
    ("two pairs wait for two tiles", "1122m [333p] [456p] [789s] +1m", False),
    ("unless the hand has all four of one of them", "1122m [123m] [234m] [789s] +1m", True),
    ("thirteen orphans wait for thirteen", "19m19p19sESWNCFP +1m", False),
    ("or for the one that is missing", "11m19p19sESWNCFP +9m", True),
    ("seven pairs add no 独听", "1133m5577p2288sW +W", False),
    ("金鸡独立 includes it", "1m [123m] [456p] [789s] [EEE] +1m", False),
)

HANDS = [
    *(hand for _, hand, _ in ONLY_WAITS),
    *(hand for _, _, hand in INCLUSIONS),
    *(hand_of(pairs) for _, pairs, _ in CHAINS),
    *(hand for _, hand, *_ in CIRCUMSTANCES),
    # 44 with two 二般高 of one colour: one comes with it, the other is added
    "122233344m9p [123m] +9p",
]


@pytest.mark.parametrize("row", BOOK.rows, ids=lambda row: row.name)
def test_every_cell_has_examples_that_count_it_and_near_misses_that_do_not(row: Fan) -> None:
    assert bool(row.yes) == (row.id not in NEVER_COUNTED)
    assert len(set(row.no)) == 2
    for hand in row.yes:
        scored = score(hand, BOOK)
        assert row.id in scored.counts, scored.text("en")
    for hand in row.no:
        scored = score(hand, BOOK)
        assert row.id not in scored.counts, scored.text("en")


@pytest.mark.parametrize("hand", GOLDENS)
def test_a_golden_hand_scores_as_it_did(hand: str) -> None:
    scored = score(hand, BOOK)
    assert result(scored) == GOLDENS[hand], scored.text("en")


@pytest.mark.parametrize("hand", GOLDENS)
def test_the_oracle_agrees_with_the_golden(hand: str) -> None:
    ours, opinion = GOLDENS[hand], second_opinion(*notation.read(hand))
    if ours is None or opinion is None:
        assert ours is opinion is None
    else:
        found = {"points": ours["points"], "percent": ours["fu"]}
        assert found == {key: opinion[key] for key in found}, (score(hand, BOOK).text("en"), opinion)


@pytest.mark.parametrize(("fan", "other", "hand"), [pytest.param(*entry, id=f"{entry[0]} ⊃ {entry[1]}") for entry in INCLUSIONS])
def test_what_necessarily_comes_with_an_item_is_not_added(fan: str, other: str, hand: str) -> None:
    scored = score(hand, BOOK)
    numbers = BOOK.numbers
    assert numbers[fan] in scored.reading.held
    assert scored.reading.held[numbers[other]] > scored.counts.get(other, 0)
    assert other in [refused.fan.id for refused in scored.refused]


def test_every_inclusion_has_a_hand() -> None:
    """But for those of cells that never count."""
    declared = {(fan, other) for (fan, other), follows in BOOK.exclusions.items() if follows and fan not in NEVER_COUNTED}
    assert {(fan, other) for fan, other, _ in INCLUSIONS} == declared


@pytest.mark.parametrize(("pairs", "n"), [pytest.param(pairs, n, id=title) for title, pairs, n in CHAINS])
def test_chains(pairs: str, n: int) -> None:
    scored = score(hand_of(pairs), BOOK)
    (reading,) = (reading for reading in scored.readings if reading.shape == "seven_pairs")
    held = {BOOK.rows[number].id for number in reading.held}
    assert {fan for fan in held if fan.startswith("chains")} == {f"chains_{n}"}


@pytest.mark.parametrize(("hand", "sum_", "percent", "points"), [pytest.param(*entry[1:], id=entry[0]) for entry in CIRCUMSTANCES])
def test_circumstances(hand: str, sum_: int, percent: int, points: int) -> None:
    scored = score(hand, BOOK)
    assert (scored.sum, scored.percent, scored.points) == (sum_, percent, points), scored.text("en")
    assert scored.legal


@pytest.mark.parametrize(("hand", "alone"), [pytest.param(hand, alone, id=title) for title, hand, alone in ONLY_WAITS])
def test_独听_is_one_kind_of_tile_that_can_come(hand: str, alone: bool) -> None:
    assert ("only_wait" in score(hand, BOOK).counts) == alone


def test_the_explanation_shows_sum_flowers_and_percentages() -> None:
    scored = score("23m55p [6666p] [567s] [345s] +4m | self kong flowers=1f2f3f4f tiles_left=2", BOOK)
    assert scored.as_dict(explain=True)["steps"]["en"] == [
        "1 + 1 + 3 = 5 points",
        "Four Seasons 春夏秋冬: 5 + 8 = 13 points",
        "percentages: 13 × (100 + 100 + 50)% = 32.50 → 33 points",
    ]
    assert scored.as_dict() == {
        "win": True,
        "legal": True,
        "points": 33,
        "base": 13,
        "sum": 5,
        "percent": 150,
        "fans": [
            {"id": "all_simples", "name": "断幺", "count": 1, "points": 1},
            {"id": "eye_pair", "name": "258将", "count": 1, "points": 1},
            {"id": "kong_blossom", "name": "杠上开花", "count": 1, "percent": 100},
            {"id": "wall_end_draw", "name": "海底捞月（末 4、3、2 张，自摸）", "count": 1, "percent": 50},
            {"id": "four_seasons", "name": "春夏秋冬", "count": 1, "points": 8},
            {"id": "one_kong_0", "name": "一杠（明）", "count": 1, "points": 3},
        ],
        "rules": "woodshole",
        "minimum": 0,
        "hand": "23m55p [6666p] [567s] [345s] +4m | self kong flowers=1f2f3f4f tiles_left=2",
    }


# The second opinion.

MELDS = {MeldType.CHOW: "chow", MeldType.PUNG: "pung", MeldType.KONG: "kong", MeldType.CONCEALED_KONG: "hidden_kong"}


def second_opinion(hand: Hand, win: Win) -> dict[str, Any] | None:
    assert hand.winning is not None
    flowers = frozenset(range(8)) if win.flowers == 8 else frozenset()
    if isinstance(win.flowers, tuple):
        flowers = frozenset(kind - 34 for kind in win.flowers)
    return oracle_woodshole.score(
        list(hand.concealed),
        [(MELDS[meld.type], meld.tile) for meld in hand.melds],
        hand.winning,
        self_drawn=win.self_drawn,
        seat=win.seat,
        round=win.round,
        kong=win.kong,
        first_turn=win.first_turn,
        last_copy=win.last_copy,
        flowers=flowers,
        ready=0 if win.ready is None else 1 + READY.index(win.ready),
        tiles_left=0 if win.tiles_left is None and win.last_tile else win.tiles_left,
    )


def crowded(random: Random) -> list[Meld]:
    """Sets of few numbers in few suits, so that many tiles are there four times."""
    low = random.randrange(7)
    high = min(6, low + random.randrange(3))
    suits = random.sample(range(3), random.choice((1, 1, 2, 3)))
    pung_share = random.choice((0.1, 0.5))
    return [
        Meld(MeldType.PUNG, 9 * random.choice(suits) + random.randint(low, high + 2))
        if random.random() < pung_share
        else Meld(MeldType.CHOW, 9 * random.choice(suits) + random.randint(low, high))
        for _ in range(4)
    ]


def pungs(random: Random) -> list[Meld]:
    """Pungs of kinds that have something in common."""
    pools = (
        [*range(27, 34)],
        [27, 28, 29, 30, 0, 8],
        [0, 8, 9, 17, 18, 26],
        [9 * suit + n for suit in range(3) for n in (1, 4, 7)],
        [9 * suit + n for suit in range(3) for n in range(5)],
        [9 * suit + n for suit in range(3) for n in (2, 6)],
    )
    return [Meld(MeldType.PUNG, kind) for kind in random.sample(random.choice(pools), 4)]


def seven_pairs(random: Random) -> Hand:
    suits, low = random.sample(range(3), random.choice((1, 2, 3))), random.randrange(9)
    kinds = [9 * suit + n for suit in suits for n in range(low, min(9, low + random.choice((2, 3, 4, 7))))]
    if random.random() < 0.5 or len(kinds) < 4:
        kinds += random.sample(range(27, 34), 4)
    tiles = [kind for kind in random.sample([kind for kind in kinds for _ in range(2)], 7) for _ in range(2)]
    random.shuffle(tiles)
    return Hand(tuple(tiles[1:]), (), tiles[0])


def exposed(random: Random, sets: list[Meld]) -> Hand | None:
    """The sets and a pair, some of them claimed or made kongs; None if there would be five of a tile."""
    near = random.choice(sets).tile
    pair = random.choice((near, (near + 1) % 34, random.randrange(34)))
    concealed, melds = [pair, pair], []
    share, kongs = random.choice((0, 0.3, 0.6, 1)), random.choice((0, 0, 0.4))
    for meld in sets:
        if meld.type == MeldType.PUNG and random.random() < kongs:
            melds.append(Meld(MeldType.KONG if random.random() < share else MeldType.CONCEALED_KONG, meld.tile))
        elif random.random() < share:
            melds.append(meld)
        else:
            concealed += meld.tiles
    random.shuffle(concealed)
    hand = Hand(tuple(concealed[1:]), tuple(melds), concealed[0])
    return hand if max(hand.counts()) <= 4 else None


def sheet_win(random: Random) -> tuple[Hand, Win]:
    """A win such that the cells of the sheet are met often."""
    hand, win = random_win(random)
    roll = random.random()
    if roll < 0.15:
        hand = seven_pairs(random)
    elif roll < 0.65:
        hand = exposed(random, crowded(random) if roll < 0.45 else pungs(random)) or hand
    flowers = tuple(kind for kind in range(34, 42) if random.random() < 0.8)
    changed = replace(
        win,
        flowers=random.choice((0, 0, flowers, (*range(34, 42),) if random.random() < 0.1 else 0)),
        ready=random.choice((None, None, *READY)),
        tiles_left=random.choice((None, None, 0, 1, 3, 4, 60)),
    )
    return hand, possible(hand, changed)


@sizes(2_000, 20_000, interpreted=1_000)
def test_the_oracle_agrees_on_random_hands(count: int) -> None:
    random = Random(2010)
    met: set[str] = set()
    for _ in range(count):
        hand, win = sheet_win(random)
        ours, opinion = Score(hand, win, BOOK), second_opinion(hand, win)
        met |= set(ours.counts)
        expected = (False, 0, 0, 0) if opinion is None else (True, opinion["points"], opinion["percent"], opinion["sum"])
        flowers = sum(counted.fan.fan for counted in ours.fans if counted.fan.outside) if ours.points != ours.base else 0
        assert (ours.win, ours.points, ours.percent, ours.sum + flowers) == expected, (ours.text("en"), opinion)
    assert not met & set(NEVER_COUNTED)
    assert len(met) > (150 if count >= 20_000 else 120)
