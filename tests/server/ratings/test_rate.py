"""Ratings are functions of the games and of their order."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from quepu.server.ratings.rate import FIRST_MU, FIRST_SIGMA, Played, Rating, rate, recomputed


def played(*ranks: int, left: int | None = None) -> list[Played]:
    return [Played(who, rank, left == number) for number, (who, rank) in enumerate(zip("ABCD", ranks, strict=True))]


def test_everybody_begins_at_1500_with_a_deviation_of_500() -> None:
    assert (Rating().shown, Rating().deviation, Rating().safe) == (1500, 500, 0)


def test_a_game_of_new_players_is_rated_as_the_published_method_rates_it() -> None:
    model = PlackettLuce()
    expected = [Rating(team[0].mu, team[0].sigma) for team in model.rate([[model.rating()] for _ in range(4)], ranks=[2, 1, 4, 3])]
    assert rate({}, played(2, 1, 4, 3)) == dict(zip("ABCD", expected, strict=True))
    assert (model.mu, model.sigma) == (FIRST_MU, FIRST_SIGMA)


def test_who_comes_before_another_gains_more_and_all_become_more_certain() -> None:
    after = rate({}, played(1, 2, 3, 4))
    assert sorted(after, key=lambda who: -after[who].mu) == list("ABCD")
    assert after["A"].mu > FIRST_MU > after["D"].mu
    assert all(rating.sigma < FIRST_SIGMA for rating in after.values())


def test_equal_ranks_change_equal_ratings_equally() -> None:
    after = rate({}, played(1, 2, 2, 4))
    assert after["B"] == after["C"]


def test_a_surprise_changes_more_than_what_was_expected() -> None:
    known = {"A": Rating(35, 2), "D": Rating(15, 2)}
    assert rate(known, played(4, 2, 3, 1))["D"].mu - 15 > rate(known, played(1, 2, 3, 4))["A"].mu - 35


def test_who_leaves_is_rated_as_the_last_and_for_the_others_the_game_does_not_count() -> None:
    after = rate({}, played(1, 2, 3, 4, left=0))
    assert set(after) == {"A"}
    assert after["A"] == rate({}, played(5, 1, 2, 3))["A"]


def test_a_bot_with_several_seats_gets_the_mean_of_their_results() -> None:
    one = rate({}, played(1, 2, 3, 4))
    after = rate({}, [Played("A", 1), Played("bot:easy", 2), Played("bot:easy", 3), Played("bot:easy", 4)])
    assert set(after) == {"A", "bot:easy"}
    assert after["A"] == one["A"]
    assert after["bot:easy"].mu == pytest.approx(sum(one[who].mu for who in "BCD") / 3)
    assert after["bot:easy"].sigma == pytest.approx(sum(one[who].sigma for who in "BCD") / 3)


def test_the_better_player_is_found_and_the_uncertainty_shrinks() -> None:
    ratings = recomputed([played(1, 2, 3, 4)] * 30)
    assert sorted(ratings, key=lambda who: -ratings[who].safe) == list("ABCD")
    assert max(rating.sigma for rating in ratings.values()) < 0.8 * FIRST_SIGMA


def test_the_same_games_in_the_same_order_give_the_same_ratings() -> None:
    games = [played(1, 2, 3, 4), played(4, 1, 2, 3), played(2, 2, 1, 4, left=3), played(3, 4, 1, 2)]
    assert recomputed(games) == recomputed(games)
    assert recomputed(games) != recomputed(games[::-1])
