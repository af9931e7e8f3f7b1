"""Prospects: what is within reach of a hand, beside a search that tries everything."""

from __future__ import annotations

from math import comb, exp
from random import Random

import pytest

from quepu import notation
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.distance import Distances
from quepu.kernel.payments import Payments
from quepu.kernel.prospects import Prospects
from quepu.rules import BOOKS, book
from quepu.score import Score
from quepu.waits import waits
from tests.tables import kinds

CHOWS = [low for low in range(27) if low % 9 < 7]
SETS = [Meld(MeldType.PUNG, kind) for kind in range(34)] + [Meld(MeldType.CHOW, low) for low in CHOWS]
ALL_OF_THEM = 10**6
DRAWS = 10.0


PAYMENTS = Payments(7, 2, 4, 1, 2, 3, 4)
"""Rules of payment in which everything makes a difference."""


def income(points: int, self_drawn: bool) -> int:
    """What a win brings to a seat that is not the dealer."""
    return PAYMENTS.settled(1, NO_SEAT if self_drawn else 2, points, (0, 0, 0, 0))[1]


def counts(tiles: list[int]) -> list[int]:
    return [tiles.count(kind) for kind in range(34)]


def left_of(held: list[int], melds: list[Meld]) -> list[int]:
    return [4 - held[kind] - sum(meld.tiles.count(kind) for meld in melds) for kind in range(34)]


def prospects(
    rules: str, tiles: list[int], melds: list[Meld], ready: int = 0, budget: int = ALL_OF_THEM, claims: tuple[float, float] = (0.0, 0.0)
) -> tuple[Prospects, int]:
    found = Prospects(book(rules).scorer(), PAYMENTS, budget)
    held = counts(tiles)
    codes = bytes(meld.code for meld in melds)
    return found, found.search(bytes(held), codes, bytes(left_of(held, melds)), DRAWS, 0, 0, ready, *claims)


def worth(rules: str, concealed: list[int], melds: list[Meld], last: int, ready: str | None = None) -> float:
    """What a target brings, as ``prospects`` promises it."""
    concealed = list(concealed)
    concealed.remove(last)
    hand = Hand(tuple(concealed), tuple(melds), last)
    scores = [Score(hand, Win(self_drawn=self_drawn, ready=ready), book(rules)) for self_drawn in (False, True)]
    parts = [income(score.points, score.circumstances.self_drawn) if score.legal else 1e-6 * (1 + score.points) for score in scores]
    return 0.75 * parts[0] + 0.25 * parts[1]


def with_three_melds(random: Random) -> tuple[list[int], list[Meld]]:
    """Five tiles beside three melds, as they could lie on a table."""
    while True:
        melds = random.sample(SETS, 3)
        tiles = [random.randrange(34) for _ in range(5)]
        if min(left_of(counts(tiles), melds)) >= 0:
            return tiles, melds


def likelihood(needs: dict[int, int], left: list[int]) -> dict[int, float]:
    """For each kind that is needed, how likely it is that all tiles are drawn that are lacking, a tile of this kind first."""
    missing = sum(needs.values())
    likely = 1.0 / missing  # any of them may be the first to come
    for i in range(missing - 1):
        likely *= (DRAWS - i) / (sum(left) - i)
    for kind, lacking in needs.items():
        likely *= comb(left[kind], lacking)
    # of the tiles of this kind one has come
    return {kind: likely * lacking / left[kind] for kind, lacking in needs.items()}


def likelihood_with_claims(
    needs: dict[int, int], left: list[int], held: list[int], target: tuple[int, ...], claims: tuple[float, float]
) -> dict[int, float]:
    """The same if tiles come faster that can be claimed."""
    missing = sum(needs.values())

    def rate(kind: int) -> float:
        if missing == 1 or needs[kind] > 1:
            return 1.0
        if target[kind] == 3 and held[kind] == 2:
            return claims[1]
        suit, n = divmod(kind, 9)
        rest = [(n - 2, n - 1), (n - 1, n + 1), (n + 1, n + 2)] if kind < 27 else []
        return claims[0] if any(all(0 <= m < 9 and min(held[9 * suit + m], target[9 * suit + m]) for m in two) for two in rest) else 1.0

    def come(kind: int, left: int, lacking: int) -> float:
        chance = 1 - exp(-rate(kind) * share)
        return sum(comb(left, k) * chance**k * (1 - chance) ** (left - k) for k in range(lacking, left + 1))

    share = DRAWS / sum(left)
    likely = {}
    for first in needs:
        likely[first] = rate(first) * needs[first] * come(first, left[first] - 1, needs[first] - 1) / missing
        for kind in needs:
            if kind != first:
                likely[first] *= come(kind, left[kind], needs[kind])
    return likely


def values_by_trying_everything(
    rules: str, tiles: list[int], melds: list[Meld], claims: tuple[float, float] | None = None
) -> tuple[dict[int, float], int]:
    """The value of the hand without each of its tiles, from all sets and pairs, and the tiles that the nearest win lacks."""
    held, left = counts(tiles), left_of(counts(tiles), melds)
    targets = {tuple(counts([*meld.tiles, pair, pair])) for meld in SETS for pair in range(34)}
    lacking = {target: [max(0, target[kind] - held[kind]) for kind in range(34)] for target in targets}
    nearest = max(1, min(map(sum, lacking.values())))
    best: dict[tuple[int, int], float] = {}
    for target, lacks in lacking.items():
        missing = sum(lacks)
        if not nearest <= missing <= nearest + 2 or any(lacks[kind] > left[kind] for kind in range(34)):
            continue
        needs = {kind: lacks[kind] for kind in range(34) if lacks[kind]}
        last = min(needs, key=lambda kind: left[kind])
        value = worth(rules, [kind for kind in range(34) for _ in range(target[kind])], melds, last)
        likely = likelihood_with_claims(needs, left, held, target, claims) if claims else likelihood(needs, left)
        for spare in range(34):
            if held[spare] > target[spare]:
                for kind in needs:
                    best[spare, kind] = max(best.get((spare, kind), 0.0), value * likely[kind])
    return {spare: sum(left[kind] * best.get((spare, kind), 0.0) for kind in range(34)) for spare in set(tiles)}, nearest


@pytest.mark.parametrize("rules", BOOKS)
def test_each_tile_is_worth_what_a_search_of_all_targets_says(rules: str) -> None:
    random = Random(4)
    for _ in range(3):
        tiles, melds = with_three_melds(random)
        wanted, nearest = values_by_trying_everything(rules, tiles, melds)
        found, level = prospects(rules, tiles, melds)
        assert level == nearest
        assert {tile: found.without(tile) for tile in set(tiles)} == pytest.approx(wanted)


@pytest.mark.compiled
@pytest.mark.parametrize("claims", [(1.5, 3.0), (3.0, 1.0)])
@pytest.mark.parametrize("rules", BOOKS)
def test_tiles_that_can_be_claimed_come_faster(rules: str, claims: tuple[float, float]) -> None:
    """What completes a chow or a pung; not the last tile, which everybody can claim anyway."""
    random = Random(5)
    changed = 0
    for _ in range(8):
        tiles, melds = with_three_melds(random)
        wanted, _ = values_by_trying_everything(rules, tiles, melds, claims)
        found, _ = prospects(rules, tiles, melds, claims=claims)
        assert {tile: found.without(tile) for tile in set(tiles)} == pytest.approx(wanted)
        drawn, _ = values_by_trying_everything(rules, tiles, melds, (1.0, 1.0))
        changed += wanted != pytest.approx(drawn)
    assert changed


def test_rates_out_of_range_are_refused() -> None:
    for claims in ((-1.0, 1.0), (1.0, float("nan")), (1.0, 1e9)):
        with pytest.raises(ValueError, match="chow and pung are numbers from 0 to 100"):
            prospects("guobiao", kinds("11m22p3s"), [Meld(MeldType.PUNG, kind) for kind in (4, 14, 30)], claims=claims)


READY = {
    "lingque28": ("1133m5577p22s88sW", "19m19p19sESWNCFP", "147m258p36sESWNC", "12345678m22pEEE", "1112345678999m", "123m456p789s1155s"),
    "guobiao": ("1133m5577p22s88sW", "19m19p19sESWNCFP", "147m258p36sESWNC", "147m258p369s55sCC", "147m258p36s55s123p", "345678m22pEEEFF"),
    "woodshole": ("1133m5577p22s88sW", "19m19p19sESWNCFP", "1111m5577p22s88sW", "111m5577p22s8888s", "12345678m22pEEE"),
}


@pytest.mark.parametrize(("rules", "hand"), [(rules, hand) for rules, hands in READY.items() for hand in hands])
def test_a_ready_hand_of_any_shape_is_worth_its_waits(rules: str, hand: str) -> None:
    tiles = kinds(hand)
    assert len(tiles) == 13
    found, nearest = prospects(rules, tiles, [], ready=3)
    wanted = sum(wait.left * worth(rules, [*tiles, wait.tile], [], wait.tile, "human") for wait in waits(Hand(tuple(tiles)), rules))
    assert nearest == 1
    assert found.kept() == pytest.approx(wanted)


@pytest.mark.parametrize("rules", BOOKS)
def test_the_nearest_target_is_as_far_as_the_distance_says(rules: str) -> None:
    random = Random(7)
    distances = Distances(book(rules).shape_bits, book(rules).four_as_two_pairs)
    for _ in range(10):
        tiles = random.sample([kind for kind in range(34) for _ in range(4)], 14)
        found, nearest = prospects(rules, tiles, [], budget=20)
        assert nearest == max(1, distances.missing(bytes(counts(tiles)), bytes(34), 0))
        assert any(found.without(tile) > 0 for tile in tiles)


def test_a_hand_below_the_minimum_counts_for_next_to_nothing() -> None:
    """Of two ready hands with the same waits only the one with 三色同顺 may win."""
    melds = [notation.parse(f"[{chow}]")[0].melds[0] for chow in ("789s", "234s", "345p")]
    dear, _ = prospects("lingque28", kinds("34m55p"), [*melds[:1], notation.parse("[345s]")[0].melds[0], melds[2]], ready=1)
    cheap, _ = prospects("lingque28", kinds("34m55p"), melds, ready=1)
    assert 0 < cheap.kept() < 1e-3 < 1 < dear.kept()


def test_a_small_budget_weighs_a_sample_that_stays_the_same() -> None:
    tiles, melds = kinds("1347m257p2366s"), [Meld(MeldType.PUNG, 33)]
    all_of_it, _ = prospects("lingque28", tiles, melds)
    first, _ = prospects("lingque28", tiles, melds, budget=60)
    again, _ = prospects("lingque28", tiles, melds, budget=60)
    values = [[found.without(tile) for tile in set(tiles)] for found in (all_of_it, first, again)]
    assert values[1] == values[2]
    assert all(some <= whole for some, whole in zip(values[1], values[0], strict=True))
    assert values[1] != values[0]


def test_no_more_tiles_can_come_than_are_left() -> None:
    """With both other 9m gone, nothing is to be hoped of the pair of them."""
    tiles = kinds("123m456p789s99mEE") + kinds("F")
    held = counts(tiles)
    left = left_of(held, [])
    left[8] = 0
    found = Prospects(book("woodshole").scorer(), PAYMENTS, ALL_OF_THEM)
    found.search(bytes(held), b"", bytes(left), DRAWS, 0, 0, 5)
    east = Prospects(book("woodshole").scorer(), PAYMENTS, ALL_OF_THEM)
    east.search(bytes(held), b"", bytes(left_of(held, [])), DRAWS, 0, 0, 5)
    by_east = 2 * worth("woodshole", kinds("123m456p789s99mEEE"), [], 27, "insect")
    by_nine = 2 * worth("woodshole", kinds("123m456p789s999mEE"), [], 8, "insect")
    assert found.without(kinds("F")[0]) == pytest.approx(by_east)
    assert east.without(kinds("F")[0]) == pytest.approx(by_east + by_nine)
