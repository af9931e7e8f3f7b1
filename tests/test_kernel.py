"""The kernel: readings, distance, and the same results compiled and interpreted."""

import ast
import hashlib
import importlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import quepu
from quepu import notation, tiles
from quepu.batch import HandBatch, score_many
from quepu.hand import Hand
from quepu.kernel import is_compiled, shapes
from quepu.kernel.distance import Distances
from quepu.rules import BOOKS, book
from quepu.waits import distance, waits
from tests.hands import random_rows, random_wins
from tests.sizes import sizes

ROOT = Path(__file__).parent.parent

Sets = frozenset[tuple[tuple[int, ...], int]]


def readings_by_brute_force(counts: Counter[int], sets: int) -> set[Sets]:
    """Every multiset of a pair and so many sets that uses up the tiles, by trying everything."""
    if sets == 0:
        return {frozenset({((kind, kind), 1)}) for kind in counts if counts[kind] == 2 and counts.total() == 2}
    found = set()
    for low in list(counts):
        for group in ((low,) * 3, (low, low + 1, low + 2)):
            if group[2] != low and (low >= 27 or low % 9 > 6):
                continue
            rest = counts - Counter(group)
            if rest.total() == counts.total() - 3:
                for smaller in readings_by_brute_force(rest, sets - 1):
                    found.add(frozenset((Counter(dict(smaller)) + Counter([group])).items()))
    return found


def test_the_readings_are_all_there_are() -> None:
    most = 0
    hands = [hand for hand, _ in random_wins(21, 400)]
    hands.append(Hand((1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4), (), 4))
    for hand in hands:
        score = quepu.score(hand)
        concealed = Counter([*hand.concealed, *([] if hand.winning is None else [hand.winning])])
        ours = [
            frozenset(Counter(group.tiles for group in reading.groups if group.meld is None).items())
            for reading in score.readings
            if reading.shape == "standard"
        ]
        assert len(ours) == len(set(ours))
        assert set(ours) == readings_by_brute_force(concealed, 4 - len(hand.melds))
        most = max(most, len(score.readings))
    assert 3 <= most < shapes.MOST_READINGS


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("1134m999p [222s] [444s] +2m", "11m 234m 999p [222s] [444s]"),
        ("33m34p123444sEEE +2p", "33m 234p 123s 444s EEE"),
        ("44466m333pFF [555s] +F", "444m 66m 333p FFF [555s]"),
        ("66778m777sCCFFF +8m", "678m 678m 777s CC FFF"),
        ("667788pCFFF (6666s) +C", "678p 678p CC FFF (6666s)"),
    ],
)
def test_suits_of_one_hand_that_would_be_remembered_in_one_place(text: str, reading: str) -> None:
    """Two suits of each of these hands take the same place among the remembered ones, so one pushes the other out."""
    found = quepu.score(text, "guobiao").readings
    parts = [notation.parse(part)[0] for part in reading.split()]
    groups = sorted(part.concealed or part.melds[0].tiles for part in parts)
    assert [sorted(group.tiles for group in one.groups) for one in found] == [groups]


@pytest.mark.compiled
def test_no_hand_has_more_readings_than_are_kept() -> None:
    """The readings of a hand are the products of its suits' own. Find the most of every number of tiles in a suit, honours filling up
    the hand, then the greatest product that fourteen tiles allow. The special shapes add a handful at most."""
    scorer = book().scorer()
    filler = {0: [27, 27], 2: []}
    most = {0: 1}
    for total in (2, 3, 5, 6, 8, 9, 11, 12, 14):
        honours = filler[total % 3] + [kind for kind in (28, 29, 30, 31) for _ in range(3)]
        most[total] = 0
        for counts in suits_of(total, 9):
            suit = [kind for kind, count in enumerate(counts) for _ in range(count)]
            if scorer.score(bytes([*suit, *honours[: 14 - total], *[255] * 4, 0, 0, 0, 0, 0, 255]), 0):
                most[total] = max(most[total], scorer.arrangements.count)
    greatest = max(most[a] * most[b] * most[c] for a in most for b in most for c in most if a + b + c <= 14)
    assert max(most.values()) == most[14] == 4, "kernel.arrange.SUIT_READINGS"
    assert greatest == 4
    assert greatest + 12 < shapes.MOST_READINGS


def suits_of(total: int, kinds: int) -> list[tuple[int, ...]]:
    """All ways to hold so many tiles of so many kinds, at most four of each."""
    if kinds == 0:
        return [()] if total == 0 else []
    return [(count, *rest) for count in range(min(4, total) + 1) for rest in suits_of(total - count, kinds - 1)]


@sizes(2_000, 100_000, interpreted=200)
@pytest.mark.parametrize("rules", BOOKS)
def test_interpreted_and_compiled_agree(rules: str, count: int) -> None:
    """On hands of every shape, exposure and flag. The other mode runs in a process of its own, from the source tree."""
    digest = hashlib.sha256(results(rules, 31, count)).hexdigest()
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "QUEPU_REQUIRE_COMPILED": "0"}
    command = "from tests.test_kernel import *; import hashlib; print(is_compiled(), hashlib.sha256(results({!r}, 31, {})).hexdigest())"
    other = subprocess.run(
        [sys.executable, "-c", command.format(rules, count)], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert other.stdout.split() == ["False", digest]


def results(rules: str, seed: int, count: int) -> bytes:
    """Everything that a batch says about random hands, as bytes."""
    scores = score_many(HandBatch(random_rows(seed, count), book(rules)))
    return b"".join(
        column.tobytes() for column in (scores.points, scores.base, scores.fu, scores.fan, scores.win, scores.legal, scores.fans)
    )


@pytest.mark.parametrize("rules", BOOKS)
def test_every_predicate_of_the_files_is_a_fan_of_the_book(rules: str) -> None:
    home, without = {
        "lingque28": ("lingque28", set[str]()),
        "lingque26": ("lingque28", {"all_types"}),
        "guobiao": ("guobiao", set[str]()),
        "guobiao98": ("guobiao", {"open_and_concealed_kong"}),
        "woodshole": ("woodshole", set[str]()),
    }[rules]
    written = []
    for part in importlib.import_module(f"quepu.rules.{home}").PARTS:
        tree = ast.parse((ROOT / f"src/{part.__name__.replace('.', '/')}.py").read_text(encoding="utf-8"))
        written += [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    # a row with grades is a fan for each of them
    entered = list(dict.fromkeys(row.predicate.__name__ for row in book(rules).rows))
    assert [name for name in written if name not in without] == entered


def test_exclusions_name_fans_of_the_book_and_run_in_no_circle() -> None:
    for rules in BOOKS:
        rulebook = book(rules)
        for (a, b), follows in rulebook.exclusions.items():
            assert a in rulebook.fans
            assert b in rulebook.fans
            assert a != b
            assert not (follows and rulebook.exclusions.get((b, a))), f"{a} and {b} exclude each other by 不计"


# Distance


def exchanges(hand: Hand) -> set[Hand]:
    """All hands one exchange of a concealed tile away."""
    counts = hand.counts()
    found = set()
    for discarded in set(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(discarded)
        for drawn in range(tiles.KINDS):
            if drawn != discarded and counts[drawn] < 4:
                found.add(Hand(tuple(sorted([*rest, drawn])), hand.melds))
    return found


def test_a_hand_is_ready_exactly_when_a_tile_completes_it_and_else_one_exchange_farther() -> None:
    """By induction this makes the distance right: 0 is checked by scoring, and every other value by all exchanges."""
    random = Random(41)
    met = Counter[int]()
    for hand, _ in random_wins(42, 400 if is_compiled() else 25):
        concealed = list(hand.concealed)
        for _ in range(random.choice((0, 1, 2, 3))):
            counts = Hand(tuple(concealed), hand.melds).counts()
            concealed[random.randrange(len(concealed))] = random.choice([kind for kind in range(tiles.KINDS) if counts[kind] < 4])
        thirteen = Hand(tuple(sorted(concealed)), hand.melds)
        away = distance(thirteen)
        met[away] += 1
        assert (away == 0) == bool(waits(thirteen))
        if away:
            position = Distances(book().shape_bits)
            nearest = min(missing(position, other) for other in exchanges(thirteen)) - 1
            assert nearest == away - 1
    assert min(met[0], met[1], met[2]) > 0


def missing(distances: Distances, hand: Hand) -> int:
    held = [hand.concealed.count(kind) for kind in range(tiles.KINDS)]
    melded = [own - kept for own, kept in zip(hand.counts(), held, strict=True)]
    return distances.missing(bytes(held), bytes(melded), len(hand.melds))


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("1111222233334m", 0),
        ("1112345678999m", 0),
        ("1111m222233334p", 1),
        ("1111m [222m] [333m] [444m]", 1),
        ("19m19p19sESWNCFP", 0),
        ("147m258p369sESWN", 0),
        ("1133557799m113p", 0),
        ("1111335577m113p", 2),
        ("5m [555p] [555s] [EEE] [123m]", 0),
        ("5m [555m] [555s] [EEE] [123m]", 1),
        ("159m159p159sESWN", 3),
    ],
)
def test_distances_known_by_hand(hand: str, away: int) -> None:
    assert distance(hand) == away


def test_a_fifth_tile_is_never_hoped_for() -> None:
    """1111 with three melds could only pair with a fifth 1: the wait is gone, so is readiness on it."""
    assert [tiles.NAMES[wait.tile] for wait in waits("1111m [222p] [333p] [444p]")] == []
    assert distance("1111m [222p] [333p] [444p]") == 1


def test_the_shapes_of_other_books_are_read_too() -> None:
    """组合龙 with a set and a pair, and seven pairs with four equal tiles as two, for the books that have them."""
    from dataclasses import replace

    knitted = replace(book(), id="knitted", shapes=(shapes.STANDARD, shapes.SEVEN_PAIRS, shapes.KNITTED_STRAIGHT), four_as_two_pairs=True)
    straight = quepu.score("147m258p369s11p EE +E", knitted)
    assert straight.win
    assert straight.reading.shape == "knitted_straight"
    assert [group.tiles for group in straight.reading.groups][-1] == (9, 9)
    claimed = quepu.score("147m258p369sE [567s] +E", knitted)
    assert [reading.shape for reading in claimed.readings] == ["knitted_straight"]
    pairs = quepu.score("11112244m55667p +7p", knitted)
    assert [reading.shape for reading in pairs.readings] == ["seven_pairs"]
    assert len(pairs.reading.groups) == 7
    assert not quepu.score("147m258p369sE [567s] +E").win
    assert not quepu.score("11112244m55667p +7p").win
    assert distance("147m258p369sE [567s]", knitted) == 0
    assert distance("147m258p36sEE [567s]", knitted) == 0
    assert distance("147m258p36sES [567s]", knitted) == 1
    assert distance("11112244m55667p", knitted) == 0
