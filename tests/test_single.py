"""One hand at a time: each Score is its own, however many are made at once."""

import sys
from collections.abc import Iterator
from threading import Thread

import pytest

import quepu
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.layout import row
from quepu.rules import BOOKS, book
from quepu.score import Score
from tests.hands import random_wins


@pytest.mark.parametrize("rules", BOOKS)
def test_a_score_keeps_its_own_result_when_other_hands_are_scored_afterwards(rules: str) -> None:
    wins = random_wins(71, 40)
    alone = [Score(hand, win, book(rules)).as_dict(explain=True) for hand, win in wins]
    scores = [Score(hand, win, book(rules)) for hand, win in wins]
    assert [score.as_dict(explain=True) for score in reversed(scores)] == alone[::-1]
    assert [score.as_dict(explain=True) for score in scores] == alone


@pytest.fixture
def _restless_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_restless_threads")
@pytest.mark.parametrize("rules", BOOKS)
def test_eight_threads_scoring_single_hands_at_once_give_the_results_of_one(rules: str) -> None:
    wins = random_wins(72, 300)
    alone = [told(Score(hand, win, book(rules))) for hand, win in wins]
    results: dict[int, list[object]] = {}

    def work(thread: int) -> None:
        # each begins elsewhere, so that they are at different hands
        order = [(n + 37 * thread) % len(wins) for n in range(len(wins))]
        found = {n: told(Score(*wins[n], book(rules))) for n in order}
        results[thread] = [found[n] for n in range(len(wins))]

    threads = [Thread(target=work, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == dict.fromkeys(range(8), alone)


def told(score: Score) -> object:
    return score.points, score.base, score.fu, score.fan, score.legal, score.counts


def test_a_hand_and_its_win_stay_as_they_were_made() -> None:
    hand, win = quepu.notation.read("12345678m22p [EEE] +9m | self seat=S")
    before = repr((hand, win))
    assert quepu.score(hand, self_drawn=True, seat="S").points == 36
    assert repr((hand, win)) == before
    for value, field in ((hand, "winning"), (hand.melds[0], "tile"), (win, "seat")):
        with pytest.raises(AttributeError):
            setattr(value, field, 0)


def test_a_win_by_keywords_is_the_win_that_is_written() -> None:
    written = quepu.score("12345678m22p [EEE] +9m | self seat=S flowers=1f5f")
    given = quepu.score(written.hand, self_drawn=True, seat="S", flowers=["1f", "5f"])
    assert given.circumstances == written.circumstances == Win(self_drawn=True, seat=1, flowers=(34, 38))
    assert told(given) == told(written)
    # 1 and True are equal, but no seat is True
    with pytest.raises(quepu.QuepuError) as caught:
        quepu.score(written.hand, seat=True)
    assert caught.value.code == "bad_value"


@pytest.mark.parametrize("type", [4, -1])
def test_a_meld_of_no_known_type_is_refused(type: int) -> None:
    hand = Hand(tuple(quepu.notation.parse_tiles("12345678m22p")), (Meld(type, 27),), 8)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="type of meld"):
        quepu.score(hand)


@pytest.mark.parametrize("win", [Win(seat=256), Win(round=-1), Win(flowers=300), Win(flowers=(42,)), Win(tiles_left=256)])
def test_circumstances_that_fit_into_no_row_are_refused(win: Win) -> None:
    hand = Hand(tuple(quepu.notation.parse_tiles("12345678m22p")), (Meld(MeldType.PUNG, 27),), 8)
    with pytest.raises(quepu.QuepuError) as caught:
        row(hand, win)
    assert caught.value.code == "bad_value"
