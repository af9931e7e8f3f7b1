"""Legal distance: how far a hand is from a wait that is allowed to win on a discard."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import quepu
from quepu import tiles
from quepu.batch import distance_many
from quepu.errors import ImpossibleHand
from quepu.hand import Hand
from quepu.kernel import is_compiled
from quepu.lab.sample import random_win
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook
from quepu.waits import LegalDistance, distance, legal_distance, waits
from tests.sizes import sizes
from tests.test_distance import exchanged


def exchanges(hands: set[Hand]) -> set[Hand]:
    """All hands one exchange of a concealed tile away from one of these."""
    found = set()
    for hand in hands:
        counts = hand.counts()
        for discarded in set(hand.concealed):
            rest = list(hand.concealed)
            rest.remove(discarded)
            for drawn in range(tiles.KINDS):
                if drawn == discarded or counts[drawn] < 4:
                    found.add(Hand(tuple(sorted([*rest, drawn])), hand.melds))
    return found


def waits_legally(hands: set[Hand], rules: RuleBook) -> bool:
    listed = list(hands)
    away = distance_many(listed, rules).distance
    ready = [hand for n, hand in enumerate(listed) if away[n] == 0]
    return any(wait.discard is not None and wait.discard.legal for hand in ready for wait in waits(hand, rules))


def by_brute_force(hand: Hand, rules: RuleBook, most: int) -> int:
    """The first of so many exchanges after which some hand waits legally, or one more than ``most``."""
    reached = {Hand(tuple(sorted(hand.concealed)), hand.melds)}
    for away in range(most + 1):
        if waits_legally(reached, rules):
            return away
        if away < most:
            reached = exchanges(reached)
    return most + 1


# The concealed tiles, and up to how many exchanges all hands can be gone through.
REACHES = {1: 1, 4: 3, 7: 2, 10: 1, 13: 1} if is_compiled() else {1: 1, 4: 1, 7: 0, 10: 0, 13: 0}


@sizes(1, 3)
@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("minimum", ["own", "high"])
def test_the_legal_distance_is_what_going_through_all_exchanges_finds(rules: str, minimum: str, count: int) -> None:
    """With a high minimum few hands may win, so that more than the nearest ones have to be looked at."""
    chosen = book(rules) if minimum == "own" else replace(book(rules), minimum=4 * book(rules).minimum + 8)
    random = Random(f"{rules} {minimum}")
    met = Counter[int]()
    budget = Counter({1: 2, 4: 1, 7: 2, 10: 3, 13: 3} if is_compiled() else {1: 1, 4: 1, 7: 1, 10: 1, 13: 1})
    budget = Counter({size: count * hands for size, hands in budget.items()})
    for _ in range(500):
        hand, _win = random_win(random)
        size = len(hand.concealed)
        if budget[size] == 0:
            continue
        budget[size] -= 1
        thirteen = exchanged(random, Hand(hand.concealed, hand.melds), random.randrange(REACHES[size] + 1))
        most = REACHES[size]
        found = legal_distance(thirteen, chosen, limit=most)
        wanted = by_brute_force(thirteen, chosen, most)
        if wanted <= most:
            assert found == LegalDistance(True, wanted), thirteen
            assert legal_distance(thirteen, chosen, limit=wanted) == found
        else:
            assert found == LegalDistance(False, max(most + 1, distance(thirteen, chosen))), thirteen
        met[found.value - distance(thirteen, chosen)] += 1
    assert sum(met.values()) > 4
    assert not (is_compiled() and minimum == "high") or len(met) > 1, met


def test_a_hand_that_waits_legally_is_at_zero_and_one_below_the_minimum_is_not() -> None:
    assert legal_distance("12345678m22p [EEE]") == LegalDistance(True, 0)
    assert distance("34m55p [345p] [789s] [234s]") == 0
    assert legal_distance("34m55p [345p] [789s] [234s]") == LegalDistance(True, 2)


def test_the_winds_count_and_accidents_do_not() -> None:
    hand = "9m [123m] [345p] [678s] [EEE]"
    assert [legal_distance(hand, "guobiao", seat=seat, round="N").value for seat in "ES"] == [0, 1]
    assert [legal_distance(hand, "guobiao", seat=seat, round="N", last_tile=True).value for seat in "ES"] == [0, 1]
    assert legal_distance("1133m5577p22s88sW", "guobiao", last_tile=True) == LegalDistance(True, 0)


def test_beyond_the_limit_it_is_a_lower_bound_and_says_so() -> None:
    assert legal_distance("1357m2468p159sEN") == LegalDistance(False, 4)
    assert legal_distance("34m55p [345p] [789s] [234s]", limit=1) == LegalDistance(False, 2)


def test_thirteen_tiles_are_wanted() -> None:
    with pytest.raises(ImpossibleHand) as caught:
        legal_distance("12345678m22p [EEE] +9m")
    assert caught.value.code == "tile_count"
    assert quepu.legal_distance is legal_distance
