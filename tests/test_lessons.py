"""The lessons: every position is what its text says, and every right answer is right by the engine, the scorer or the waits."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from quepu.kernel.actions import CHOW_HIGH, CHOW_LOW, CHOW_MIDDLE, CLAIM_KONG, CLAIM_PUNG, PASS, WIN
from quepu.lab.arranged import kinds
from quepu.lab.lessons import BOOK_LESSONS, BookLesson, chapters, counting, first_steps
from quepu.lab.lessons.lesson import Step
from quepu.lab.lessons.position import LEARNER, Position, hand_of, hand_of_win
from quepu.notation import format_hand, format_tiles
from quepu.rules import BOOKS, DEFAULT, book
from quepu.score import score
from quepu.texts import Text
from quepu.tiles import NAMES
from quepu.waits import distance, waits

STEPS = [(chapter.id, step) for chapter in chapters() for step in chapter.steps]
every_step = pytest.mark.parametrize("step", [step for _, step in STEPS], ids=[f"{chapter}-{step.id}" for chapter, step in STEPS])


def test_the_chapters_are_taught_in_this_order() -> None:
    assert [chapter.id for chapter in chapters()] == ["tiles", "turn", "claims", "shapes", "minimum", "points", "payments", "play"]
    assert len({(chapter, step.id) for chapter, step in STEPS}) == len(STEPS)
    minutes = len(STEPS) * 25 / 60
    assert minutes <= 10, "at half a minute for each step at most"


@every_step
def test_every_text_is_short_and_in_both_languages(step: Step) -> None:
    task = step.task
    texts: list[Text] = [step.text, *([task.ask, task.right, task.hint] if task else [])]
    for zh, en in texts:
        assert re.search("[\u4e00-\u9fff]", zh), zh
        assert re.search("[a-z]{3}", en), en
        assert len(zh) <= 90, zh
        assert len(re.findall(r"[.!?](?:\s|$)", en)) <= 4, en


@every_step
def test_every_task_can_be_answered_rightly_and_wrongly(step: Step) -> None:
    task = step.task
    if task is None:
        return
    if task.kind == "pick":
        shown = kinds(task.tiles)
        for answer in task.answers:
            assert all(kinds(answer).count(tile) <= shown.count(tile) for tile in kinds(answer))
            assert 0 < len(kinds(answer)) < len(shown)
            assert format_tiles(sorted(kinds(answer))) == answer, "in the order of the notation"
    else:
        assert {option.right for option in task.options} == {True, False}
    if task.kind == "act":
        assert step.position is not None
        assert tuple(option.action for option in task.options) == step.position.legal()


def names(actions: tuple[int, ...]) -> set[str]:
    return {NAMES[action] for action in actions}


def test_in_the_first_turn_the_useless_tiles_are_those_that_stand_alone() -> None:
    assert (first_steps.TURN.deal().view(LEARNER).drawn, names(first_steps.TURN.nearest())) == (kinds("5p")[0], {"W", "N", "9m"})


def test_in_the_second_turn_one_discard_makes_the_hand_ready() -> None:
    assert names(first_steps.READY.nearest()) == {"N"}
    after = hand_of(first_steps.READY.after(kinds("N")[0]))
    assert distance(after) == 0
    assert [NAMES[wait.tile] for wait in waits(after)] == ["7m"]


@pytest.mark.parametrize(
    ("position", "seat", "tile", "legal"),
    [
        (first_steps.PUNG, 2, "5p", (CLAIM_PUNG, PASS)),
        (first_steps.NO_CHOW, 2, "4m", ()),
        (first_steps.CHOW, 3, "6s", (CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH, PASS)),
        (first_steps.KONG, 2, "9m", (CLAIM_PUNG, CLAIM_KONG, PASS)),
        (counting.BELOW, 1, "6m", ()),
        (counting.WINNING, 3, "9m", (CHOW_HIGH, WIN, PASS)),
    ],
)
def test_what_may_be_claimed(position: Position, seat: int, tile: str, legal: tuple[int, ...]) -> None:
    view = position.deal().view(LEARNER)
    assert view.offer is not None
    assert (view.offer.seat, NAMES[view.offer.tile], view.legal) == (seat, tile, legal)


def test_the_best_chow_keeps_the_other_set_whole() -> None:
    assert first_steps.CHOW.nearest() == (CHOW_HIGH,)
    assert format_hand(hand_of(first_steps.CHOW.after(CHOW_HIGH))) == "123m557p789sCC [456s]"


def test_after_a_kong_there_is_a_replacement() -> None:
    deal = first_steps.KONG.after(CLAIM_KONG)
    assert format_hand(hand_of(deal)) == "455p123678sCC [9999m]"
    assert deal.view(LEARNER).drawn == kinds("4p")[0]


def picked(chapter: str, step: str) -> tuple[str, tuple[str, ...]]:
    task = next(one.task for name, one in STEPS if (name, one.id) == (chapter, step))
    assert task is not None
    return task.tiles, task.answers


def test_there_is_one_set_among_the_tiles_of_the_first_chapter() -> None:
    tiles, [answer] = picked("tiles", "sets")
    sets = {
        format_tiles(three)
        for three in map(sorted, combinations(kinds(tiles), 3))
        if score(format_tiles([*three, *kinds("111222333s55s")])).win  # a set is what completes three sets and a pair
    }
    assert sets == {answer}


def test_the_pair_is_the_one_that_leaves_four_sets() -> None:
    tiles, answers = picked("shapes", "pair")
    found = score(tiles, DEFAULT).as_dict(True)
    assert [group for group in found["reading"]["groups"] if len(kinds(group)) == 2] == list(answers)


def test_the_waits_are_those_of_the_library() -> None:
    assert picked("shapes", "waits")[1] == ("25m",)
    assert [NAMES[wait.tile] for wait in waits(first_steps.WAITING.replace(" ", ""))] == ["2m", "5m"]


def test_one_of_three_waits_may_win() -> None:
    ready = hand_of(counting.BELOW.deal())
    worth = {NAMES[wait.tile]: wait.discard.points for wait in waits(ready) if wait.discard}
    assert (format_hand(ready), worth) == ("12345678m22p [EEE]", {"3m": 6, "6m": 6, "9m": 36})
    assert picked("minimum", "which") == ("3m6m9m", ("9m",))
    reason = counting.BELOW.deal().why_no_win(LEARNER)
    assert reason is not None
    assert (reason.reason, counting.too_little().points, book(DEFAULT).minimum) == ("below_minimum", 6, 10)


def test_the_winning_hand_scores_what_the_lesson_says() -> None:
    won, drawn = counting.won(), counting.drawn()
    assert (won.points, [fan["id"] for fan in won.as_dict()["fans"]]) == (36, ["seat_wind_pung", "pure_straight"])
    assert drawn.points == 42
    assert (
        format_hand(hand_of_win(counting.SELF_DRAWN.deal()))
        == format_hand(hand_of_win(counting.WINNING.deal()))
        == "12345678m22p [EEE] +9m"
    )
    for position, result in ((counting.WINNING, won), (counting.SELF_DRAWN, drawn)):
        assert position.after(WIN).outcome().points == result.points


def test_the_payments_are_those_of_the_engine() -> None:
    assert counting.WINNING.after(WIN).outcome().payments == (144, -36, -36, -72)
    assert counting.SELF_DRAWN.after(WIN).outcome().payments == (189, -63, -63, -63)
    for step, right in (("discarder", "72"), ("all-pay", "63")):
        task = next(one.task for name, one in STEPS if (name, one.id) == ("payments", step))
        assert task is not None
        assert [option.text[0] for option in task.options if option.right and option.text] == [f"{right} 分"]


def test_there_is_a_lesson_for_every_book() -> None:
    assert [lesson.rules for lesson in BOOK_LESSONS] == list(BOOKS)
    for lesson in BOOK_LESSONS:
        assert lesson.known in BOOKS
        assert lesson.known != lesson.rules


@pytest.mark.parametrize("lesson", BOOK_LESSONS, ids=lambda lesson: lesson.rules)
def test_every_example_differs_between_the_two_books(lesson: BookLesson) -> None:
    for hand in lesson.hands:
        new, known = score(hand, lesson.rules), score(hand, lesson.known)
        assert new.win, hand
        assert known.win, hand
        assert (new.points, new.legal) != (known.points, known.legal), hand


def test_the_facts_about_a_book_are_what_differs() -> None:
    facts = {lesson.rules: [new[0] for new, _ in lesson.facts()] for lesson in BOOK_LESSONS}
    assert facts["lingque28"] == [
        "10 分起和", "副相加，再乘翻", "24 分：点炮付 48，另两家各付 24；自摸三家各付 36", "136 张牌，一般不用花牌", "只看门风，不看圈风",
        "庄家和牌就连庄",
        "吃、碰之后也能马上暗杠、加杠", "暗杠要亮给大家看", "牌墙摸完以后还可以吃、碰",
    ]  # fmt: skip
    assert facts["lingque26"] == ["庄家和了也要下庄", "座位不换"]
    assert facts["guobiao98"] == []
    assert "24 分：庄家付 48，闲家各付 24，点炮和自摸都一样" in facts["woodshole"]


def text_of(chapter: str, step: str, lang: int = 0) -> str:
    """Everything that a step says, in Chinese (0) or English (1)."""
    found = next(one for name, one in STEPS if (name, one.id) == (chapter, step))
    task = found.task
    return " ".join(text[lang] for text in [found.text, *([task.ask, task.right, task.hint] if task else [])])


@pytest.mark.parametrize(
    ("chapter", "step", "words"),
    [
        ("turn", "discard", ["四组牌加一对", "“和”读 hú", "十四张"]),
        ("turn", "ready", ["假设你刚才打的是西"]),
        ("minimum", "below", ["这里教的规则叫“灵雀”", "怎么算，下一课讲"]),
        ("points", "product", ["“番种”", "“副”（底分）", "“翻”（倍数）", "你坐东"]),
        ("tiles", "sets", ["也叫面子"]),
        ("tiles", "honours", ["也叫三元牌"]),
        ("shapes", "pair", ["也叫雀头"]),
    ],
)
def test_every_word_is_explained_where_it_first_matters(chapter: str, step: str, words: list[str]) -> None:
    said = text_of(chapter, step)
    assert [word for word in words if word not in said] == []


def test_the_second_turn_follows_from_the_discard_that_it_names() -> None:
    """Whatever the learner has discarded before, the table shows the west wind as their discard."""
    own = first_steps.READY.deal().view(LEARNER).seats[LEARNER]
    assert [NAMES[discard.tile] for discard in own.discards] == ["W"]


def test_words_that_mean_two_things_or_were_never_taught_are_not_used() -> None:
    said = " ".join(text_of(chapter, step.id) for chapter, step in STEPS)
    assert [word for word in ("一副", "一条龙", "明杠", "碰和杠", "两类番种") if word in said] == []


def test_fan_means_a_pattern_and_never_a_multiplier_in_the_english_texts() -> None:
    said = [text for _, step in STEPS for _, text in [step.text, *([step.task.right, step.task.hint] if step.task else [])]]
    said += [text for lesson in BOOK_LESSONS for _, text in [lesson.lead, *(text for fact in lesson.facts() for text in fact)]]
    assert [text for text in said if re.search(r"\d fan\b|the fan\b|greatest fan|more fan\b|fan less|by fan\b", text)] == []
    assert "called fans 番" in text_of("points", "product", 1)


def test_where_every_fu_of_the_hand_below_the_minimum_comes_from_is_said() -> None:
    assert "6 fu (Seat Wind 4, Short Straight 2) × 1 = 6 points" in text_of("points", "product", 1)
    assert "6 副（番牌门风牌 4、连六 2）× 1 翻 = 6 分" in text_of("points", "product")


@pytest.mark.parametrize(
    ("chapter", "step"), [("claims", "pung"), ("claims", "kong"), ("claims", "chow"), ("turn", "ready"), ("minimum", "below")]
)
def test_a_choice_at_the_table_is_a_question(chapter: str, step: str) -> None:
    task = next(one.task for name, one in STEPS if (name, one.id) == (chapter, step))
    assert task is not None
    assert (task.ask[0][-1], task.ask[1][-1]) == ("？", "?")


def replies(chapter: str, step: str) -> dict[int, str]:
    """What is said in English to every wrong action of a step."""
    task = next(one.task for name, one in STEPS if (name, one.id) == (chapter, step))
    assert task is not None
    return {one.action: (one.why or task.hint)[1] for one in task.options if not one.right and one.action is not None}


def test_a_reply_is_about_the_tile_or_the_claim_that_was_chosen() -> None:
    said = replies("turn", "ready")
    about_characters = {NAMES[action] for action, text in said.items() if "characters" in text}
    assert about_characters == {"8m", "9m"}
    assert "belongs to a set or a pair" in said[kinds("8s")[0]]
    assert "useless" in replies("claims", "kong")[CLAIM_PUNG]
    assert "replacement" in replies("claims", "kong")[PASS]
    assert "would make a set" in replies("claims", "pung")[PASS]


def test_the_self_drawn_hand_is_shown() -> None:
    rows = {step.id: step.rows for chapter, step in STEPS if chapter == "points"}
    assert rows["self-drawn"] == rows["product"] == ("123456789m", "22p", "EEE")
