"""Enumerated winning hands: how many there are of each fan, and how likely."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod, sqrt

import pytest

from quepu import cli
from quepu.batch import HandBatch, score_many
from quepu.kernel import shapes
from quepu.kernel.census import Census
from quepu.lab import count as lab
from quepu.lab.count import Count, Unit
from quepu.rules import BOOKS, book

pytestmark = pytest.mark.compiled
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def lingque() -> tuple[Count, Count]:
    return lab.count("lingque28")


def row(tiles: bytes, winning: int, self_drawn: int) -> bytes:
    held = [kind for kind in range(34) for _ in range(tiles[kind] - (kind == winning))]
    return bytes([*held, winning, 255, 255, 255, 255, self_drawn, 0, 0, 0, 0, 255])


def scored_one_by_one(rules: str, hands: Iterator[bytes]) -> list[Counter[str]]:
    """Hands and ways, by fan, of hands that are scored one by one: on a discard, and by self-draw."""
    wins = [(tiles, winning, self_drawn) for tiles in hands for winning, self_drawn in product((k for k in range(34) if tiles[k]), (0, 1))]
    scores = score_many(HandBatch(b"".join(row(*win) for win in wins), book(rules)))
    found = [Counter[str](), Counter[str]()]
    cells, size = scores.fans.tobytes(), len(scores.fan_ids)
    for n, (tiles, winning, self_drawn) in enumerate(wins):
        if scores.win[n] and scores.legal[n]:
            ways = prod(comb(4, count) for count in tiles) * tiles[winning]
            for id, times in zip(scores.fan_ids, cells[n * size : (n + 1) * size], strict=True):
                if times:
                    found[self_drawn][id] += 1
                    found[self_drawn][f"{id} ways"] += ways
    return found


def counted(units: list[Unit]) -> list[Counter[str]]:
    found = [Counter[str](), Counter[str]()]
    for unit in units:
        for way, result in enumerate(lab.count_unit(unit)):
            for id, (hands, ways) in zip(unit.rules.fans, result, strict=False):
                if hands:
                    found[way][id] += hands
                    found[way][f"{id} ways"] += ways
    return found


def images(tiles: bytes) -> set[bytes]:
    suits = tiles[:9], tiles[9:18], tiles[18:27]
    return {b"".join(order) + tiles[27:] for order in permutations(suits)}


def test_there_are_11_498_658_standard_hands_and_5_374_948_more_of_seven_pairs() -> None:
    sizes = Counter[int]()
    for unit in lab.units_of(book("lingque28"), 0):
        for tiles in lab.hands_of(unit):
            sizes[unit.shape] += len(images(tiles))
    assert sizes == {
        shapes.STANDARD: 11_498_658,
        # two doubled chows and a pair are four sets and a pair too: 177 choices of chows that share no kind, and 28 of the pair; where the
        # pair adjoins one chow there are two ways to see it (270 hands), where it adjoins both three (9 hands)
        shapes.SEVEN_PAIRS: comb(34, 7) - (177 * 28 - 270 - 2 * 9),
        shapes.THIRTEEN_ORPHANS: 13,
        shapes.KNITTED_HONOURS: 6 * comb(16, 14),
    }


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("shape", [shapes.THIRTEEN_ORPHANS, shapes.KNITTED_HONOURS, shapes.KNITTED_STRAIGHT])
def test_the_special_shapes_count_as_when_every_image_is_scored_by_itself(rules: str, shape: int) -> None:
    if shape not in book(rules).shapes:
        assert shape not in {unit.shape for unit in lab.units_of(book(rules), 0)}
        return
    unit = Unit(book(rules), 0, shape)
    # of the knitted straights some hands, each with all its images
    hands = list(lab.hands_of(unit))[:: 29 if shape == shapes.KNITTED_STRAIGHT else 1]
    census = Census(book(rules).scorer(), 0)
    for tiles in hands:
        lab.count_images(census, tiles, book(rules).particular)
    found = [{id: numbers for id, numbers in zip(book(rules).fans, census.result(way), strict=False) if numbers[0]} for way in range(2)]
    expected = scored_one_by_one(rules, (image for tiles in hands for image in images(tiles)))
    assert found == [{id: (one[id], one[f"{id} ways"]) for id in one if " " not in id} for one in expected]


def test_a_hand_of_particular_kinds_is_not_counted_as_its_images() -> None:
    """绿一色: all sets and pairs of 23468 of bamboo and the green dragon, enumerated as any counts of these six kinds."""
    green = [19, 20, 21, 23, 25, 32]
    every = (
        bytes(counts[green.index(kind)] if kind in green else 0 for kind in range(34))
        for counts in product(range(5), repeat=6)
        if sum(counts) == 14
    )
    expected = scored_one_by_one("guobiao", every)
    units = [unit for unit in lab.units_of(book("guobiao"), 0) if unit.sizes and unit.sizes[1:] == (0, 0)]
    found = counted(units)
    for way in range(2):
        assert found[way]["all_green"] == expected[way]["all_green"] > 1000
        assert found[way]["all_green ways"] == expected[way]["all_green ways"]


def test_hands_are_counted_with_the_ways_to_draw_them() -> None:
    census = Census(book("lingque28").scorer(), 0)
    hand = [0] * 34
    for kind in (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 10, 24, 25, 26):
        hand[kind] += 1
    assert census.count(bytes(hand), 6) == 1
    fans = [id for id, (hands, _) in zip(book("lingque28").fans, census.result(1), strict=False) if hands]
    assert fans == ["self_draw", "concealed_hand", "two_suit_chows", "pure_straight"]
    # twelve kinds once (4 ways each), one twice (6 ways): thirteen winning tiles; the ways to have one last are those of fourteen
    assert census.result(1)[-1] == (6 * 13, 6 * 4**12 * 6 * 14)
    assert census.result(1)[-2] == (6 * 13, 6 * 4**12 * 6 * 14)
    assert census.count(bytes([4, 4, 4, 2, *[0] * 30]), 1) == 1
    assert census.count(bytes([4, 4, 3, 1, 0, 2, *[0] * 28]), 1) == 0


def test_a_hand_below_the_minimum_is_complete_but_does_not_win(lingque: tuple[Count, Count]) -> None:
    for one in lingque:
        assert 0 < one.winning[0] < one.complete[0]
        assert 0 < one.winning[1] < one.complete[1]
    assert lingque[0].complete == lingque[1].complete


def test_known_numbers(lingque: tuple[Count, Count]) -> None:
    on_discard, by_self_draw = lingque
    assert by_self_draw.fans["nine_gates"][0] == 3 * 9  # 1112345678999 and each of nine winning tiles, in three suits
    assert by_self_draw.fans["seven_shifted_pairs"][0] == 3 * 3 * 7
    assert by_self_draw.fans["thirteen_orphans"][0] == 13 * 13
    assert by_self_draw.fans["seven_stars"][0] == 7
    assert by_self_draw.chance("self_draw") == 1
    assert on_discard.chance("self_draw") == 0
    # seven different honours as pairs: 6^7 ways, and any of the 14 tiles last
    assert by_self_draw.fans["seven_stars"] == (7, 6**7 * 14)
    assert by_self_draw.chance("seven_stars") == Fraction(6**7 * 14, by_self_draw.winning[1])


def test_the_number_of_processes_changes_nothing(lingque: tuple[Count, Count]) -> None:
    units = lab.units_of(book("lingque28"), 0)[-12:]
    assert counted(units) == counted(units[::-1])


def test_winds_matter_where_a_fan_sees_them() -> None:
    units = [unit for winds in (0, 0b0100) for unit in lab.units_of(book("guobiao"), winds) if unit.sizes == (6, 0, 0)]
    same, different = ([unit for unit in units if unit.winds == winds and unit.shape == shapes.STANDARD] for winds in (0, 4))
    first, second = counted(same)[1], counted(different)[1]
    assert first["seat_wind"] > 0
    assert first["prevalent_wind"] > 0
    assert first != second


def test_wrong_arguments_are_refused() -> None:
    census = Census(book("lingque28").scorer(), 0)
    for tiles, images, reason in (
        (bytes(33), 1, "the number of kinds is a number from 34 to 34, not 33"),
        (bytes(34), 1, "the number of tiles is a number from 14 to 14, not 0"),
        (bytes([5, 9, *[0] * 32]), 1, "a count is a number from 0 to 4, not 5"),
        (bytes([4, 4, 4, 2, *[0] * 30]), 37, "images is a number from 1 to 36, not 37"),
    ):
        with pytest.raises(ValueError, match=reason):
            census.count(tiles, images)


def test_the_command_shows_hands_and_chances(monkeypatch: pytest.MonkeyPatch, capsys: Capture, lingque: tuple[Count, Count]) -> None:
    monkeypatch.setattr(lab, "count", lambda *_, **__: lingque)
    assert cli.main(["lab", "count", "--lang", "zh"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "灵雀（第二十八版）：枚举全部和牌，精确值"
    assert lines[3].startswith("自摸：成牌 123,884,837 手，其中够起和 123,655,445 手")
    on_discard, by_self_draw = (round(1 / one.chance("nine_gates")) for one in lingque)
    assert ["九莲宝灯", "27", f"1/{by_self_draw:,}", "27", f"1/{on_discard:,}"] in [line.split() for line in lines]
    assert cli.main(["lab", "count", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["source"] == "enumerated"
    assert found["winning"]["by_self_draw"] == {"hands": 123_655_445, "ways": 174_528_517_290_540}
    gates = next(one for one in found["fans"] if one["id"] == "nine_gates")
    assert gates["by_self_draw"]["hands"] == 27


# Beside random hands, which another program makes.


def check_beside_random_hands(rules: str, counts: tuple[Count, Count], wanted: int, limit: float) -> None:
    """All fans are as frequent as in random hands, within ``limit`` standard errors, and most within a 95 % interval."""
    import numpy as np

    from tests.random_winning_hands import rows, winning_hands

    rule_book = book(rules)
    knitted = [shape in rule_book.shapes for shape in (shapes.KNITTED_HONOURS, shapes.KNITTED_STRAIGHT)]
    seen = [np.zeros(len(rule_book.rows), dtype=np.int64) for _ in range(2)]
    sizes = [[0, 0], [0, 0]]
    seed = 0
    while min(size[0] for size in sizes) < wanted:
        hands = winning_hands(seed, min(1_000_000, 3 * wanted), rule_book.four_as_two_pairs, *knitted)
        hands = hands[: wanted - sizes[0][0]]
        for way in range(2):
            scores = score_many(HandBatch(rows(hands, seed, bool(way)), rule_book), threads=2)
            assert np.asarray(scores.win).all()
            legal = np.asarray(scores.legal, dtype=bool)
            sizes[way][0] += len(hands)
            sizes[way][1] += int(legal.sum())
            seen[way] += (np.asarray(scores.fans)[legal] > 0).sum(axis=0)
        seed += 1
    within = tested = 0
    for way, one in enumerate(counts):
        pairs = [(sizes[way][1], sizes[way][0], one.winning[1] / one.complete[1])]
        pairs += [(int(n), sizes[way][1], float(one.chance(id))) for n, id in zip(seen[way], rule_book.fans, strict=True)]
        for n, of, share in pairs:
            error = sqrt(of * share * (1 - share))
            if error == 0:
                assert n == share * of
            elif of * share < 10:
                # the chance of so many, or more, of rare events is at most (e · mean / n)^n
                assert n <= of * share or (2.718281828 * of * share / n) ** n > 1e-7
            else:
                assert abs(n - of * share) < limit * error, (rules, way, n, of, share)
                tested += 1
                within += abs(n - of * share) < 1.96 * error
    assert tested > 60
    assert within > 0.88 * tested


def test_random_winning_hands_have_the_fans_as_often(lingque: tuple[Count, Count]) -> None:
    check_beside_random_hands("lingque28", lingque, 100_000, 4.5)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["lingque28", "guobiao", "woodshole"])
def test_ten_million_random_winning_hands_have_the_fans_as_often(rules: str) -> None:
    check_beside_random_hands(rules, lab.count(rules), 10_000_000, 4.5)
