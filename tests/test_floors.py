"""Floors: the least and the greatest points of every fan, over all hands; beside the printed table, and beside every way to win a hand."""

import json
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random

import pytest

import quepu
from quepu.batch import HandBatch, ScoreBatch, score_many
from quepu.hand import READY as WORDS_FOR_READY
from quepu.hand import Hand, MeldType, Win
from quepu.kernel.layout import row
from quepu.kernel.shapes import (
    CHOW_TYPES,
    CONCEALED_KONG,
    FIRST_TURN,
    KONG,
    LAST_COPY,
    LAST_TILE,
    NO_TILE,
    ON_KONG,
    PUNG,
    READY,
    SELF_DRAWN,
    SET_TYPES,
    TILES_LEFT,
)
from quepu.kernel.sweep import low_kind
from quepu.lab import floors as lab
from quepu.notation import parse_tiles
from quepu.rules import BOOKS, book
from quepu.rules.base import Fan
from quepu.rules.floors import DATA
from quepu.rules.overlay import parse
from tests.sizes import sizes
from tests.test_guobiao_peer import random_hand
from tests.test_woodshole import NEVER_COUNTED

APPENDIX = {row["name"]: row["floor"] for row in json.loads((Path(__file__).parent / "data/lingque28_appendix.json").read_text("utf-8"))}

for_every_book = pytest.mark.parametrize("rules", BOOKS)
"""Every book whose floors come with the package."""

Bounds = dict[str, tuple[int, int]]
"""The least and the greatest points of fans, by the names of the printed table: 番牌 of all dragons are one there."""


def stored(rules: str) -> list[dict[str, str | int]]:
    found: list[dict[str, str | int]] = json.loads((DATA / f"floors_{rules}.json").read_text("utf-8"))
    return found


def printed_name(fan: Fan) -> str:
    return fan.label or fan.name


# The stored results.


@for_every_book
def test_every_fan_that_can_count_has_a_floor_and_a_ceiling(rules: str) -> None:
    """The cells of Woods Hole that never count have none: the sweep met no hand that counts them."""
    never = NEVER_COUNTED if rules == "woodshole" else ()
    counted = [fan for fan in book(rules).rows if fan.id not in never]
    assert [row["name"] for row in stored(rules)] == [*dict.fromkeys(map(printed_name, counted))]


@for_every_book
def test_a_floor_and_a_ceiling_are_hands_that_score_them(rules: str) -> None:
    for floor in stored(rules):
        for points, hand in ((floor["floor"], floor["hand"]), (floor["ceiling"], floor["ceiling_hand"])):
            score = quepu.score(str(hand), rules)
            assert score.base == points, score.text("en")
            assert floor["name"] in {printed_name(counted.fan) for counted in score.fans}


def possible_win(random: Random) -> tuple[Hand, Win]:
    """A hand of any shape in any circumstances that a game can come to."""
    hand, win = random_hand(random)
    if not hand.melds and random.random() < 0.1:
        return hand, Win(win.self_drawn, seat=0 if win.self_drawn else 1 + random.randrange(3), round=win.round, first_turn=True)
    # a claim is followed by a discard, and that many discards precede the ready declaration
    claimed = sum(meld.type != MeldType.CONCEALED_KONG for meld in hand.melds)
    ready = random.choice((None, *WORDS_FOR_READY[claimed:])) if random.random() < 0.3 else None
    tiles_left = random.choice((0, 1, 2, 3)) if not win.last_tile and random.random() < 0.2 else None
    return hand, win.replace({"ready": ready, "tiles_left": tiles_left})


@sizes(10_000, 100_000, interpreted=1_000)
@for_every_book
def test_no_random_hand_is_below_a_floor_or_above_a_ceiling(rules: str, count: int) -> None:
    floors = {row["name"]: (row["floor"], row["ceiling"]) for row in stored(rules)}
    # a fan without a floor would lie outside of any bounds
    bounds = [floors.get(printed_name(fan), (1, 0)) for fan in book(rules).rows]
    random = Random(28)
    hands = [possible_win(random) for _ in range(count)]
    # floors are without flowers, and all eight of them win by themselves at Woods Hole
    hands = [(hand, win) for hand, win in hands if win.flower_count < 8]
    scores = score_many(HandBatch(b"".join(row(hand, win) for hand, win in hands), book(rules)))
    counts = scores.fans.tobytes()
    size = len(bounds)
    for n, points in enumerate(scores.base):
        for fan, times in enumerate(counts[n * size : (n + 1) * size]):
            if times:
                least, greatest = bounds[fan]
                assert int(least) <= points <= int(greatest), (book(rules).rows[fan].name, hands[n])


def test_the_greatest_hand_of_国标_is_the_one_of_its_text() -> None:
    """332 with eight flowers."""
    greatest = max(stored("guobiao"), key=lambda row: row["ceiling"])
    assert quepu.score(str(greatest["ceiling_hand"]), "guobiao", flowers=8).points == 332


# What the sweep skips is idle: beside trying everything.


def every_exposure(counts: list[int], types: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """The tiles held and the melds, as codes, for every exposure of these sets."""
    choices = [range(2) if type < CHOW_TYPES or counts[type - CHOW_TYPES] > 3 else range(4) for type in types]
    for states in product(*choices):
        held, melds = counts.copy(), []
        for type, state in zip(types, states, strict=True):
            kind = low_kind(type)
            if state:
                for tile in (kind, kind + 1, kind + 2) if type < CHOW_TYPES else (kind, kind, kind):
                    held[tile] -= 1
                melds.append(kind if type < CHOW_TYPES else kind | (PUNG, KONG, CONCEALED_KONG)[state - 1])
        yield held, melds


def every_image(held: list[int], melds: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """With suits and dragons exchanged in every way."""
    for suits, dragons in product(permutations(range(3)), repeat=2):
        image = [9 * suits[kind // 9] + kind % 9 for kind in range(27)] + [27, 28, 29, 30] + [31 + dragon for dragon in dragons]
        held_then = [0] * 34
        for kind, copies in enumerate(held):
            held_then[image[kind]] = copies
        yield held_then, [code & 192 | image[code & 63] for code in melds]


def every_win(held: list[int], melds: list[int], winds: Sequence[int]) -> Iterator[bytes]:
    """A row for every winning tile in all circumstances that it can have."""
    total = held.copy()
    for code in melds:
        for tile in (code, code + 1, code + 2) if code < PUNG else (code & 63,) * (3 if code < KONG else 4):
            total[tile] += 1
    kongs, claimed = any(code >= KONG for code in melds), sum(code < CONCEALED_KONG for code in melds)
    concealed = [kind for kind in range(34) for _ in range(held[kind])]
    for winning in range(34):
        if held[winning]:
            others = concealed.copy()
            others.remove(winning)
            start = bytes([*others, winning, *[NO_TILE] * (13 - len(others)), *melds, *[NO_TILE] * (4 - len(melds))])
            last_copies = (0,) if held[winning] > 1 else (LAST_COPY,) if total[winning] == 4 else (0, LAST_COPY)
            for self_drawn, last_copy in product((0, SELF_DRAWN), last_copies):
                kong = (0, ON_KONG) if (kongs if self_drawn else total[winning] == 1) else (0,)
                for flags in (self_drawn | last_copy | bit for bit in kong):
                    for (last_tile, left), ready in product(((0, NO_TILE), (LAST_TILE, NO_TILE), (0, 0), (0, 1), (0, 3)), range(6)):
                        # a claim is followed by a discard, and that many discards precede the ready declaration
                        if ready == 0 or ready - 1 >= claimed:
                            yield from (start + bytes((flags | last_tile, wind, 0, 0, ready, left)) for wind in winds)
                if not melds and not last_copy:
                    yield from (start + bytes((self_drawn | FIRST_TURN, wind, 0, 0, 0, NO_TILE)) for wind in winds)


def by_trying_everything(rules: str, hands: Iterator[tuple[list[int], list[int]]], winds: Sequence[int]) -> Bounds:
    """The least and the greatest points of each fan among all ways to win these hands."""
    sees = book(rules).sees
    rows = {
        row
        for held, melds in hands
        for row in every_win(held, melds, winds)
        if (row[READY] == 0 or "ready" in sees) and (row[TILES_LEFT] == NO_TILE or "tiles_left" in sees)
    }
    # not as a batch: as in the sweep, an earthly hand is the dealer's, whose seat wind is turned only when it is shown
    scores = ScoreBatch(len(rows), tuple(book(rules).fans))
    cells = scores.fans.cast("B", (scores.fans.nbytes,))
    book(rules).scorer().score_rows(
        b"".join(rows), 0, len(rows), scores.points, scores.base, scores.fu, scores.fan, scores.win, scores.legal, cells
    )
    counts, size = scores.fans.tobytes(), len(book(rules).rows)
    found: Bounds = {}
    for n, points in enumerate(scores.base):
        if scores.win[n]:
            widen(found, lab.ANY_HAND, points, points)
            for fan, count in enumerate(counts[n * size : (n + 1) * size]):
                if count:
                    widen(found, printed_name(book(rules).rows[fan]), points, points)
    return found


def widen(bounds: Bounds, name: str, least: int, greatest: int) -> None:
    low, high = bounds.get(name, (least, greatest))
    bounds[name] = min(low, least), max(high, greatest)


def bounds_of(rules: str, found: lab.Found) -> Bounds:
    bounds: Bounds = {}
    for number, least, _, greatest, _ in found:
        name = printed_name(book(rules).rows[number]) if number < len(book(rules).rows) else lab.ANY_HAND
        widen(bounds, name, least, greatest)
    return bounds


COMPILED = [
    ("123m 123m 456m EEE", "1m"),
    ("222m 345m 456p SSS", "E"),
    ("234s 234s 666s FFF", "8s"),
    ("123p 345p 999p PPP", "8p"),
    ("111m 123m 456m 789m", "9m"),
    ("123m 456p 789s CCC", "F"),
]
KNITTED = [("234m", "147m258p369s8p"), ("EEE", "147m258p369sS")]
"""The sets that may be exposed, and the other tiles but one of the pair, with which they end."""


@pytest.mark.parametrize(
    ("rules", "sets", "rest"),
    [
        *(pytest.param(rules, *given, marks=pytest.mark.compiled) for given in COMPILED for rules in ("guobiao", "lingque28", "woodshole")),
        *((rules, "EEE", "123m456p789s5s") for rules in ("guobiao", "lingque28")),
        pytest.param("woodshole", "EEE", "123m456p789s5s", marks=pytest.mark.compiled),
        *(("guobiao", *given) for given in KNITTED),
    ],
)
def test_what_is_skipped_among_the_wins_of_an_arrangement_is_idle(rules: str, sets: str, rest: str) -> None:
    """All its exposures, images, winning tiles and circumstances, with east and south as round wind."""
    groups, loose = [parse_tiles(text) for text in sets.split()], parse_tiles(rest)
    counts = [0] * 34
    for kind in (*loose, loose[-1], *(kind for group in groups for kind in group)):
        counts[kind] += 1
    types = [next(t for t in range(SET_TYPES) if (low_kind(t), t < CHOW_TYPES) == (group[0], group[0] < group[1])) for group in groups]
    sweep = lab._sweep(book(rules))
    sweep.special(bytes(counts), types)
    hands: Iterator[tuple[list[int], list[int]]] = every_exposure(counts, types)
    if book(rules).particular:
        hands = (image for held, melds in hands for image in every_image(held, melds))
    assert bounds_of(rules, sweep.result()) == by_trying_everything(rules, hands, (0, 1 << 2))


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["guobiao", "woodshole"])
@pytest.mark.parametrize("pairs", ["1122334455667p", "2222444466668s", "11m2233pEECCFFP", "111122m3333p99sF"])
def test_what_is_skipped_among_the_wins_of_seven_pairs_is_idle(rules: str, pairs: str) -> None:
    counts = [0] * 34
    for kind in (*parse_tiles(pairs), parse_tiles(pairs)[-1]):
        counts[kind] += 1
    sweep = lab._sweep(book(rules))
    sweep.special(bytes(counts), ())
    hands = every_image(counts, []) if book(rules).particular else iter([(counts, [])])
    assert bounds_of(rules, sweep.result()) == by_trying_everything(rules, hands, range(16))


@pytest.mark.long
@pytest.mark.parametrize("rules", ["guobiao", "lingque28"])
def test_what_is_skipped_among_all_hands_of_honours_is_idle(rules: str) -> None:
    """Every pair and every four pungs, each wind as seat or round wind, as far as the book looks at it."""
    found: Bounds = {}
    for pair, first in product((27, 28, 29, 31), range(CHOW_TYPES + 27, SET_TYPES)):
        for name, bounds in bounds_of(rules, lab._unit((rules, pair, first))).items():
            widen(found, name, *bounds)
    expected: Bounds = {}
    for pair in range(27, 34):
        hands = (
            hand
            for pungs in combinations([kind for kind in range(27, 34) if kind != pair], 4)
            for hand in every_exposure([3 * (kind in pungs) + 2 * (kind == pair) for kind in range(34)], [CHOW_TYPES + k for k in pungs])
        )
        for name, bounds in by_trying_everything(rules, hands, range(16) if rules == "guobiao" else range(4)).items():
            widen(expected, name, *bounds)
    assert found == expected


# The whole way.


@cache
def of_special_shapes(rules: str) -> dict[str, int]:
    """The floors of the fans that only special shapes have: all of them are in one unit of the sweep."""
    return {name: least for name, (least, _) in bounds_of(rules, lab._unit((rules, lab.SPECIAL_SHAPES, 0))).items()}


@pytest.mark.compiled
def test_the_floors_of_the_special_shapes_are_the_printed_ones() -> None:
    least = of_special_shapes("lingque28+appendix")
    for name in ("七对", "全不靠", "十三幺", "大七星", "四喜对", "三元对", "连七对", "镜数对", "三同二对", "镜同对"):
        assert (name, least[name]) == (name, APPENDIX[name])


@pytest.mark.compiled
def test_镜同对_has_16_副_in_the_body_and_so_a_floor_of_120() -> None:
    assert of_special_shapes("lingque28")["镜同对"] == 120
    assert quepu.score("224466m224466pN +N").points == 120


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_the_work_is_divided_and_combined(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small part of it, the whole way through; for an overlay too."""
    monkeypatch.setattr(lab, "_units", lambda rules: [(rules, 27, 20), (rules, 31, 45), (rules, 0, 48)])
    dearer = parse(f'base = "{rules}"\n[fan.self_draw]\n{"fu" if book(rules).family.has_fu else "points"} = 1000', "dearer.toml", book)
    for under in (book(rules), dearer):
        found = lab.floors(under, workers=2)
        names = {floor.name for floor in found}
        assert [floor.name for floor in found] == [name for name in dict.fromkeys(map(printed_name, under.rows)) if name in names]
        for floor in found:
            for points, hand in ((floor.floor, floor.hand), (floor.ceiling, floor.ceiling_hand)):
                score = quepu.score(hand, under)
                assert score.base == points
                assert floor.name in {printed_name(counted.fan) for counted in score.fans}
    assert min(floor.floor for floor in found if floor.name == "自摸") >= 1000


@pytest.mark.long
def test_the_floors_of_lingque28_are_the_printed_ones() -> None:
    """Every row of the appendix, 镜同对 with its 12 副. 岭上开花 is nominal there: its true least is 24, as a kong comes with it."""
    found = {floor.name: floor.floor for floor in lab.floors("lingque28+appendix")}
    assert found == {**APPENDIX, "岭上开花": 24}


@pytest.mark.long
@for_every_book
def test_the_stored_floors_are_those_of_a_new_run(rules: str) -> None:
    began = time.monotonic()
    found = lab.floors(rules)
    print(f"lab floors {rules}: {time.monotonic() - began:.0f} s")
    assert [floor.as_dict() for floor in found] == stored(rules)


def test_interpreted_the_sweep_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "is_compiled", lambda: False)
    with pytest.raises(quepu.QuepuError) as caught:
        lab.floors()
    assert caught.value.code == "needs_compiled"
