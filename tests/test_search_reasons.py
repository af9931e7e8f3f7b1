"""Why ``master`` chooses what it chooses: its reasons are made of the numbers that decided."""

from __future__ import annotations

import json
from random import Random

import pytest

from quepu.engine.observation import decode, observation
from quepu.errors import IllegalAction
from quepu.intervals import student
from quepu.kernel import is_compiled
from quepu.kernel.actions import MOST_DISCARDS, WIN
from quepu.players import player
from quepu.players.master import Judgement, Master, Prior
from quepu.players.reason_parts import signed
from quepu.players.reasons import Discarding, Reason, Searched, reason
from quepu.players.trials import Trials, borrowed_rollouts
from quepu.rules import BOOKS, book
from tests.decisions import QUICK, SEAT, decisions
from tests.sizes import sizes
from tests.tables import JUNK, E, Scene, kind, wall_with

QUICK_MASTER = "master:samples=8,candidates=3,budget=4"
"""One that does not take long."""

LATE = 144 if is_compiled() else 12
"""The number of tiles in the wall from which on deals are played."""


def decided(rules: str, observation: bytes) -> Judgement:
    bot = player(QUICK_MASTER, book(rules))
    assert isinstance(bot, Master)
    return bot.judge(observation, decode(observation).legal)


@pytest.mark.compiled
@sizes(few=12, many=200)
@pytest.mark.parametrize("rules", BOOKS)
def test_the_numbers_of_a_reason_are_those_that_decided(rules: str, count: int) -> None:
    searched = 0
    for _, view in decisions(rules, count, most_left=LATE):
        judgement = decided(rules, view.observation)
        assert reason(book(rules), view.observation, QUICK_MASTER).action == judgement.choice
        weighed = {one.action: one for one in judgement.weighed}
        points = judgement.prior.points
        for action in view.legal if len(weighed) > 1 else ():
            found = reason(book(rules), view.observation, QUICK_MASTER, action)
            assert isinstance(found, Searched)
            assert (found.judged and found.judged.numbers) == weighed.get(action)
            assert found.prior == (points[action] - points[judgement.prior.usual] if action in points else None)
            assert found.usual.number == judgement.prior.usual
            assert found.other.numbers == next(one for one in judgement.weighed if one.action != action)
            assert found.horizon == judgement.trials.horizon
            check_numbers_in_text(found)
            searched += 1
    assert searched > count


def check_numbers_in_text(found: Searched) -> None:
    told = found.as_dict()
    for lang in ("zh", "en"):
        text = told["text"][lang]
        assert text == found.as_text(lang)
        assert text.startswith(found.act.words(lang))
        assert not set(text) & set("{}")
        judged = found.other if found.act == found.usual else found.judged
        numbers = [signed(found.prior)] if judged is None and found.prior is not None else []
        if judged is not None:
            one = judged.numbers
            numbers = [
                f" {one.samples} ",
                f" {found.horizon} ",
                f"{signed(one.difference)} ±{student(one.samples - 1) * one.difference_error:.1f}",
                signed(one.prior),
                f"{signed(one.combined)} ±{student(one.samples - 1) * one.combined_error:.1f}",
            ]
        assert [number for number in numbers if number not in text] == []


@pytest.mark.compiled
@sizes(few=4, many=60)
@pytest.mark.parametrize("rules", BOOKS)
def test_nothing_hidden_is_in_a_reason(rules: str, count: int) -> None:
    """With the hidden tiles exchanged for others that fit what the seat may know, the reason stays the same."""
    random, compared = Random(3), 0
    for state, view in decisions(rules, count, most_left=LATE):
        hidden = list(state.hidden(SEAT))
        random.shuffle(hidden)
        other = state.copy()
        other.rearrange(SEAT, bytes(hidden))
        if other.legal(SEAT) == state.legal(SEAT):
            found = [reason(book(rules), seen, QUICK_MASTER).as_dict() for seen in (view.observation, observation(other, SEAT))]
            assert found[0] == found[1]
            compared += 1
    assert compared


def made_up(seen: bytes, points: dict[str, list[float]], prior: dict[str, float], horizon: int = 8) -> Judgement:
    """A judgement about discards with these results. The first of them is the usual one."""
    tried = [kind(name) for name in points]
    with borrowed_rollouts(book("guobiao"), QUICK) as rollouts:
        trials = Trials(rollouts, seen, tried, 0, horizon)
    for tile, numbers in zip(tried, points.values(), strict=True):
        trials.points[tile].extend(numbers)
        trials.ends[tile].extend(bytes(len(numbers)))
    return Judgement(trials, Prior(tried[0], {kind(name): value for name, value in prior.items()}), 4.0, tried)


SCENE = Scene("guobiao", wall_with([JUNK], draws="9s", size=144))
SEEN = SCENE.hand.view(E).observation
EVEN = [0.0] * 4
BETTER = [3.0, 5.0, 3.0, 5.0]
WORSE = [-1.0, -3.0, -1.0, -3.0]
RESULTS = {"9s": EVEN, "1m": BETTER, "E": WORSE}
PRIOR = {"9s": 10.0, "1m": 9.0, "E": 9.5, "4m": 5.0}


def why(judgement: Judgement, action: str | None = None) -> Reason:
    return reason(book("guobiao"), SEEN, "master", None if action is None else kind(action), judgement)


@pytest.mark.parametrize(
    ("results", "action", "zh", "en"),
    [
        (
            RESULTS,
            None,
            "打一萬：试打 4 局、最多续打 8 张，比打九条 +4.0 ±1.8 分；按稳健机器人的估值 −1.0 分，综合 +1.5 ±1.3 分。",
            "discard 1m: in 4 deals played on for at most 8 discards, +4.0 ±1.8 points compared with discard 9s; "
            "−1.0 by the values of the careful bot; +1.5 ±1.3 from both.",
        ),
        (
            RESULTS,
            "9s",
            "打九条：稳健机器人也这样选；不如打一萬：试打 4 局、最多续打 8 张，比打九条 +4.0 ±1.8 分；"
            "按稳健机器人的估值 −1.0 分，综合 +1.5 ±1.3 分。",
            "discard 9s: the careful bot's choice too; better: discard 1m, in 4 deals played on for at most 8 discards, +4.0 ±1.8 points "
            "compared with discard 9s; −1.0 by the values of the careful bot; +1.5 ±1.3 from both.",
        ),
        (
            RESULTS,
            "E",
            "打東：试打 4 局、最多续打 8 张，比打九条 −2.0 ±1.8 分；按稳健机器人的估值 −0.5 分，综合 −1.2 ±1.3 分；"
            "不如打一萬：综合 +1.5 ±1.3 分。",
            "discard E: in 4 deals played on for at most 8 discards, −2.0 ±1.8 points compared with discard 9s; "
            "−0.5 by the values of the careful bot; −1.2 ±1.3 from both; better: discard 1m, +1.5 ±1.3 points from both.",
        ),
        (
            RESULTS,
            "4m",
            "打四萬：没有试打：按稳健机器人的估值，比打九条 −5.0 分；不如打一萬：综合 +1.5 ±1.3 分。",
            "discard 4m: not tried: −5.0 points compared with discard 9s by the values of the careful bot; "
            "better: discard 1m, +1.5 ±1.3 points from both.",
        ),
        (
            {"9s": EVEN, "E": WORSE},
            "7m",
            "打七萬：没有试打；稳健机器人选的是打九条。",
            "discard 7m: not tried; the careful bot's choice: discard 9s.",
        ),
        (
            {"9s": EVEN, "E": WORSE},
            None,
            "打九条：稳健机器人也这样选；其次是打東：试打 4 局、最多续打 8 张，比打九条 −2.0 ±1.8 分；"
            "按稳健机器人的估值 −0.5 分，综合 −1.2 ±1.3 分。",
            "discard 9s: the careful bot's choice too; next best: discard E, in 4 deals played on for at most 8 discards, −2.0 ±1.8 points "
            "compared with discard 9s; −0.5 by the values of the careful bot; −1.2 ±1.3 from both.",
        ),
    ],
)  # fmt: skip
def test_what_is_said(results: dict[str, list[float]], action: str | None, zh: str, en: str) -> None:
    found = why(made_up(SEEN, results, PRIOR), action)
    assert (found.as_text("zh"), found.as_text("en")) == (zh, en)


def test_deals_that_were_played_to_their_end_are_called_so() -> None:
    found = why(made_up(SEEN, RESULTS, PRIOR, MOST_DISCARDS))
    assert "打到底" in found.as_text("zh")
    assert "in 4 deals played to the end, +4.0" in found.as_text("en")


def test_a_single_deal_says_nothing_about_its_error() -> None:
    found = reason(book("lingque28"), observation(Scene("lingque28", wall_with([JUNK])).hand.state, E), "master:samples=1,budget=4")
    assert isinstance(found, Searched)
    assert "±? " in found.as_text("en")
    told = found.as_dict()
    assert told["other"]["difference_error"] is None or told["judged"]["difference_error"] is None
    json.dumps(told, allow_nan=False)


def test_where_nothing_was_tried_the_reason_is_that_of_careful() -> None:
    found, usual = (reason(book("guobiao"), SEEN, name) for name in ("master:milliseconds=0", "careful"))
    assert isinstance(found, Discarding)
    assert found.player == "master:milliseconds=0"
    assert found.as_text("en") == usual.as_text("en")


def test_a_wrong_question_about_master_is_refused() -> None:
    with pytest.raises(IllegalAction):
        reason(book("guobiao"), SEEN, "master", WIN)
