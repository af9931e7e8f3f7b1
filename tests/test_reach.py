"""Which fans are out of reach: only those that can certainly not be made."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from quepu.engine import MatchSettings, play_match, play_rules
from quepu.engine.events import Event, Won
from quepu.engine.game import Player
from quepu.engine.view import DISCARDS, MeldView, Offer, SeatView, View
from quepu.hand import Meld, MeldType
from quepu.notation import parse_tiles
from quepu.players import player
from quepu.players.reach import out_of_reach
from quepu.rules import BOOKS, book
from quepu.rules.overlay import from_dict
from quepu.score import Score
from tests.hands import random_wins
from tests.players import Nearest
from tests.sizes import sizes

Melds = Iterable[Meld]


def seat_view(melds: Melds = (), discards: Iterable[int] = (), flowers: tuple[int, ...] = ()) -> SeatView:
    laid = tuple(MeldView(meld.type, meld.tiles, None, None) for meld in melds)
    return SeatView(13 - 3 * len(laid), laid, tuple(DISCARDS[4 * tile] for tile in discards), flowers, None)


def view_of(melds: Melds = (), discards: Iterable[int] = (), seat: int = 1, round: int = 0) -> View:
    """A seat with these melds; the tiles were discarded by its neighbour."""
    seats = [seat_view(), seat_view(), seat_view(), seat_view()]
    seats[seat] = seat_view(melds, flowers=(34,))
    seats[(seat + 1) % 4] = seat_view(discards=discards)
    return View(seat, round, (), None, (), 0, None, 50, tuple(seats), None)


def names(view: View, rules: str) -> list[str]:
    rows = book(rules).fans
    return [rows[id].name for id in out_of_reach(view, book(rules))]


@sizes(20, 2_000, interpreted=1)
@pytest.mark.parametrize("rules", BOOKS)
def test_no_fan_of_a_win_was_ever_out_of_reach(rules: str, count: int) -> None:
    random = Random(9)
    under = book(rules)
    for hand, win in random_wins(9, count):
        score = Score(hand, win, under)
        if not score.win:
            continue
        melds = [meld for meld in hand.melds if random.random() < 0.8]  # before the others were claimed
        spare = [kind for kind, held in enumerate(hand.counts()) for _ in range(4 - held)]
        view = view_of(melds, random.sample(spare, random.randrange(2, 60)), win.seat, win.round)
        made = {id for id in score.counts if "first_turn" not in under.fans[id].sees}
        assert made & set(out_of_reach(view, under)) == set(), (score, melds)


class Remembering:
    """A player that keeps what it saw at its decisions."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.views: list[View] = []

    def choose(self, view: View) -> int:
        self.views.append(view)
        return self.player.choose(view)


def won_deals(rules: str) -> Iterator[tuple[Won, list[View]]]:
    """Deals that were won, each with what the winner saw at every decision. Half of them are played for points; in the others a point is
    enough, and hands win that are hardly worth more."""
    under = book(rules)
    easy = from_dict({"base": rules, "minimum": min(1, under.minimum)}, "overlay", book)
    for seed in itertools.count():
        players = [Remembering(Nearest(easy, 4 * seed + i) if seed % 2 else player("efficient", under)) for i in range(4)]
        events: list[Event] = []
        play_match(players, easy if seed % 2 else under, seed, MatchSettings(play_rules(under).tiles, 1, 1), events.append)
        for won in events:
            if isinstance(won, Won):
                yield won, players[won.seat].views


@sizes(4, 400, interpreted=1)
@pytest.mark.parametrize("rules", BOOKS)
def test_every_fan_of_a_win_was_within_reach_at_every_decision_of_the_winner(rules: str, count: int) -> None:
    under = book(rules)
    flowers = play_rules(under).tiles > 136
    for won, views in islice(won_deals(rules), count):
        for view in views:
            assert set(won.fans) & set(out_of_reach(view, under, flowers)) == set(), (won, view)


def test_when_the_tiles_are_dealt_everything_is_within_reach() -> None:
    assert {rules: names(view_of(), rules) for rules in BOOKS} == {rules: [] for rules in BOOKS}


def test_without_flowers_in_the_wall_no_fan_of_flowers_is_within_reach() -> None:
    bare = view_of()
    seats = tuple(seat_view() for _ in bare.seats)
    view = View(1, 0, (), None, (), 0, None, 50, seats, None)
    assert out_of_reach(view, book("guobiao"), flowers=False) == ["flower_tiles"]


def test_a_claimed_chow_rules_out_pungs_pairs_and_a_concealed_hand() -> None:
    chow = Meld(MeldType.CHOW, 1)  # 234m
    found = "天和 地和 七对 全不靠 十三幺 门前清 四杠 四暗刻 对对和 大七星 字一色 大四喜 四喜对 三元对 清幺九 混幺九 清带幺 混带幺 九莲宝灯"
    assert names(view_of([chow], [0]), "lingque28") == f"{found} 连七对 镜数对 三同二对 镜同对 四连刻".split()


def test_two_dragons_on_the_table_rule_out_what_needs_three() -> None:
    view = view_of((), parse_tiles("CC"))
    assert names(view, "lingque28") == ["天和", "地和", "大三元", "番牌中"]
    assert names(view, "guobiao") == ["大三元"]


def test_a_tile_on_offer_can_still_be_had_unless_it_is_ones_own() -> None:
    view = view_of((), parse_tiles("CC"))
    mine, anothers = (replace(view, offer=Offer(seat, 31, False)) for seat in (1, 2))
    assert names(mine, "guobiao") == ["大三元"]
    assert names(anothers, "guobiao") == []


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98", "lingque26", "lingque28"])
def test_a_fan_is_within_reach_that_counts_only_if_a_set_is_claimed(rules: str) -> None:
    """With two concealed kongs and two concealed pungs it would be 四暗刻, beside which 碰碰和 does not count."""
    kongs = [Meld(MeldType.CONCEALED_KONG, 16), Meld(MeldType.CONCEALED_KONG, 19)]
    assert "all_pungs" not in out_of_reach(view_of(kongs), book(rules))


def test_three_claimed_sets_leave_only_what_one_more_set_can_make() -> None:
    melds = [Meld(MeldType.CHOW, 0), Meld(MeldType.CHOW, 9), Meld(MeldType.PUNG, 27)]  # 123m 123p 東
    out = names(view_of(melds), "guobiao")
    within = (
        "三色三同顺 无番和 妙手回春 海底捞月 杠上开花 抢杠和 全求人 五门齐 双暗杠 明暗杠 全带幺 双明杠 和绝张 箭刻 圈风刻 门风刻 四归一"
    )
    within += " 暗杠 缺一门 一般高 连六 老少副 喜相逢 幺九刻 明杠 边张 坎张 单钓将 自摸 花牌"
    assert [row.name for row in book("guobiao").rows if row.name not in out] == within.split()
