"""What to aim for: every aim is a hand that the scorer counts, with the tiles that it lacks."""

from __future__ import annotations

import time
from random import Random

import pytest

from quepu.aims import MOST_AIMS, MOST_NAMED, RARE, aims
from quepu.engine import MatchSettings, play_match
from quepu.engine.view import View
from quepu.hand import Hand, Win
from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, WIN
from quepu.notation import format_tiles, parse_tiles, read
from quepu.players.hints import hint
from quepu.players.kernel_player import KernelPlayer
from quepu.rules import BOOKS, book, named
from quepu.rules.overlay import from_dict
from quepu.score import score
from tests.tables import E, S, Scene, wall_with

pytestmark = pytest.mark.compiled  # interpreted, a search takes seconds, and leaves out the fans of certain sets


def parse_hand(text: str) -> Hand:
    return read(text)[0]


def left_of(hand: Hand) -> list[int]:
    return [4 - own for own in hand.counts()]


def found(text: str, rules: str = "lingque28") -> list[tuple[list[str], int, str]]:
    """The two main fans of each aim, its points, and the tiles that it lacks."""
    hand = parse_hand(text)
    best = aims(hand, book(rules), left_of(hand), 12, Win()).best
    return [([fan.name for fan, _ in aim.fans[:2]], aim.score.points, format_tiles(aim.missing)) for aim in best]


def random_hands(rules: str) -> list[Hand]:
    random = Random(rules)
    hands = []
    for n in range(12):
        wall = [kind for kind in range(34) for _ in range(4)]
        random.shuffle(wall)
        hands.append(Hand(tuple(sorted(wall[: 13 + n % 2]))))
    return hands


def views_with_claims(rules: str) -> list[View]:
    """Moments of a few deals in which a set can be claimed, and nobody can win."""
    found: list[View] = []

    class Watched(KernelPlayer):
        def choose(self, view: View) -> int:
            if view.offer is not None and WIN not in view.legal and any(CHOW_LOW <= action <= CLAIM_KONG for action in view.legal):
                found.append(view)
            return super().choose(view)

    play_match([Watched(book(rules), "swift") for _ in range(4)], rules, 3, MatchSettings(136, hands=2))
    assert found
    return found


@pytest.mark.parametrize("rules", BOOKS)
def test_each_aim_is_a_hand_that_may_win_and_lacks_just_these_tiles(rules: str) -> None:
    seen = 0
    for hand in random_hands(rules):
        result = aims(hand, book(rules), left_of(hand), 12, Win(seat=1))
        assert len(result.best) <= MOST_AIMS
        assert len({aim.main for aim in result.best}) == len(result.best)
        for aim in result.best:
            told = aim.as_dict()
            again = score(told["hand"], rules, seat="S", self_drawn=told["self_drawn"])
            assert (again.legal, again.points, set(again.counts)) == (True, told["points"], {fan["id"] for fan in told["fans"]})
            assert set(again.counts) <= result.found_fans
            rest = list(aim.score.hand.counts())
            for kind in aim.missing:
                rest[kind] -= 1
            assert all(0 <= kept <= own for kept, own in zip(rest, hand.counts(), strict=True))
            assert aim.score.hand.winning == aim.missing[-1]
            seen += 1
    assert seen > 12


@pytest.mark.parametrize("rules", BOOKS)
def test_no_aim_is_both_farther_and_worth_less_than_another(rules: str) -> None:
    for hand in random_hands(rules):
        best = aims(hand, book(rules), left_of(hand), 12, Win()).best
        for one in best:
            for other in best:
                assert one is other or len(one.missing) < len(other.missing) or one.score.points > other.score.points


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        ("456m456p46s12799p", "guobiao", "三色三同顺"),
        ("1234678m22p34sEE", "lingque28", "一气贯通"),
        ("1133557799m1p4sE", "guobiao", "七对"),
        ("19m19p19sESWNC2m", "lingque28", "十三幺"),
        ("12344456mE [789m]", "lingque28", "清一色"),
    ],
)
def test_what_a_player_would_aim_for_is_named(hand: str, rules: str, expected: str) -> None:
    assert expected in [name for names, _, _ in found(hand, rules) for name in names]


def test_a_far_hand_is_no_aim_where_there_is_a_nearer_one() -> None:
    """Seven tiles from 十三幺, which needs certain ones, and five from seven pairs and from other hands with many ways to complete them."""
    hand = Hand(tuple(parse_tiles("1m8m1457p2279sNFFP")))
    for rules in ("guobiao", "lingque28"):
        for draws in (14, 10, 6):
            best = aims(hand, book(rules), left_of(hand), draws, Win()).best
            assert best, (rules, draws)
            assert "thirteen_orphans" not in {aim.main for aim in best}, (rules, draws)
            assert len(best[0].missing) == 5, (rules, draws)


def test_a_far_hand_is_an_aim_where_there_is_no_other() -> None:
    strict = from_dict({"base": "guobiao", "name": "strict", "minimum": 88}, "a test", named)
    hand = Hand(tuple(parse_tiles("1m8m1457p2279sNFFP")))
    assert [(aim.main, len(aim.missing)) for aim in aims(hand, strict, left_of(hand), 14, Win()).best] == [("thirteen_orphans", 7)]


@pytest.mark.parametrize("rules", BOOKS)
def test_no_aim_that_is_named_is_much_less_likely_to_pay_than_another(rules: str) -> None:
    for hand in random_hands(rules):
        best = aims(hand, book(rules), left_of(hand), 12, Win()).best
        assert [aim.prospect for aim in best] == sorted((aim.prospect for aim in best), reverse=True)
        assert all(aim.prospect >= RARE * best[0].prospect for aim in best)
        assert all(len(aim.missing) <= MOST_NAMED for aim in best[1:])


@pytest.mark.parametrize("rules", BOOKS)
def test_a_claim_loses_only_fans_of_the_aims_that_are_named(rules: str) -> None:
    for view in views_with_claims(rules):
        found = hint(view, book(rules))
        had = {fan.id for aim in found.aims or () for fan, _ in aim.fans}
        had |= {
            fan
            for wait in (found.waits.waits if found.waits else ())
            for one in (wait.discard, wait.self_drawn)
            if one
            for fan in one.counts
        }
        for claim in found.claims.values():
            assert {fan.id for fan in claim.lost} <= had


def test_a_tile_of_which_none_is_left_is_not_aimed_for() -> None:
    hand = parse_hand("123456m12789p1sE")
    free = left_of(hand)
    assert any(11 in aim.missing for aim in aims(hand, book("woodshole"), free, 12, Win()).best)
    free[11] = 0
    assert not any(11 in aim.missing for aim in aims(hand, book("woodshole"), free, 12, Win()).best)


def test_an_overlay_counts_with_its_own_minimum() -> None:
    strict = from_dict({"base": "guobiao", "name": "strict", "minimum": 40}, "a test", named)
    hand = parse_hand("1133557799m1p4sE")
    best = aims(hand, strict, left_of(hand), 12, Win()).best
    assert all(aim.score.points >= 40 for aim in best)


def test_a_search_takes_little_time() -> None:
    hand = parse_hand("3467m23p1357sSNP")
    aims(hand, book("lingque28"), left_of(hand), 12, Win())  # what is found once for a book
    before = time.process_time()
    for _ in range(5):
        aims(hand, book("lingque28"), left_of(hand), 12, Win())
    assert (time.process_time() - before) / 5 < 0.15


def test_a_claim_after_which_no_hand_may_win_says_so() -> None:
    """東 discards 4m; 南 holds 44m and waits for 4m and 7m in a concealed hand, which the pung would end."""
    scene = Scene("lingque28", wall_with(["4m159p159sESWNCF", "44m77m123p456p789s"], draws="F"))
    scene.discard(E, "4m")
    pung = hint(scene.hand.view(S), scene.hand.book, None, scene.hand.offered_win(S)).claims[113]
    assert pung.as_dict(113) == {
        "action": 113, "before": 0, "distance": 0, "discard": "1p", "hopeless": True, "aim": None, "concealed": None, "lost": [],
    }  # fmt: skip


def test_a_claim_says_what_it_gives_and_what_it_loses() -> None:
    """東 discards 東; with the pung 南 has no seven pairs within reach. A concealed hand is lost too, but no aim has had it."""
    scene = Scene("guobiao98", wall_with(["9p159p159sESWNC1m", "1133m7m45p998sEEC"], draws="F"))
    scene.discard(E, "E")
    found = hint(scene.hand.view(S), scene.hand.book)
    assert found.aims is not None
    assert found.aims[0].main == "seven_pairs"
    pung = found.claims[113]
    assert pung.aim is not None
    assert pung.concealed is not None
    assert pung.concealed > pung.aim.score.points
    assert [fan.id for fan in pung.lost] == ["seven_pairs"]
    assert (pung.before, pung.after and pung.after.distance) == (2, 2)
