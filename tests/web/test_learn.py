"""The lessons in a browser: by doing, with hints, to be left and resumed; and the books for those who know another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.lab.lessons import BOOK_LESSONS, BookLesson
from quepu.score import score
from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import api, everyone_can_use, own_turn, room_of, start_now

SCREENS = (("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))


def answer(page: Page, step: dict[str, Any], lang: str) -> None:
    """Do what a step asks, rightly, and see that it says so."""
    task = step["task"]
    if task is None:
        return
    if task["kind"] == "pick":
        wanted = page.evaluate("async (text) => (await import('/static/shared/notation.js')).readTiles(text)", task["answers"][0])
        for tile in wanted:
            page.locator(f".pick-tile[data-tile='{tile}'][aria-pressed='false']").first.click()
    else:
        place, option = next((place, option) for place, option in enumerate(task["options"]) if option["right"])
        if option["word"] == "discard":
            page.locator(f"button.own-tile[data-tile='{option['tiles']}']").first.click()
        elif option["word"]:
            page.locator(f".option[data-action='{option['action']}']").click()
        else:
            page.locator(".option").nth(place).click()
    expect(page.locator(".said.right")).to_contain_text(task["right"][lang])


def at_step(page: Page, step: str) -> None:
    expect(page.locator(f".lesson[data-step='{step}']")).to_be_visible()


@variants(*SCREENS)
def test_the_whole_course_by_doing(open_page: Open, site: str, device: str, lang: str) -> None:
    chapters = api(site, "/lessons")["chapters"]
    page = open_page("/learn", device, lang=lang)
    page.locator(".begin").click()
    for chapter in chapters:
        for number, step in enumerate(chapter["steps"], 1):
            at_step(page, step["id"])
            expect(page.locator(".lesson-text")).to_have_text(step["text"][lang])
            answer(page, step, lang)
            if step["score"]:
                expect(page.locator(".result .points strong")).to_have_text("36")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
            if number == 1:
                shoot(page, f"learn-{chapter['id']}-{device}-{lang}")
            page.locator(".go-on").click()
    expect(page.locator(".chapter.done")).to_have_count(len(chapters))
    expect(page.locator(".all-done")).to_be_visible()


COVERED = """() => {
    const top = document.querySelector(".bar").getBoundingClientRect().bottom;
    const bottom = document.querySelector(".way-on").getBoundingClientRect().top;
    const parts = document.querySelectorAll(".lesson-text, .ask, .option, .pick-tile, .own-hand > *, .board");
    const isOut = (one) => one.top < top - 1 || one.bottom > bottom + 1 || one.left < 0 || one.right > innerWidth;
    return [...parts].filter((one) => isOut(one.getBoundingClientRect()))
        .map((one) => one.className.baseVal ?? one.className);
}"""
"""What a learner needs for an answer and cannot see without scrolling: below the bar of the page, above that of the lesson."""


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=["390", "360"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_on_a_phone_everything_that_a_step_needs_is_visible_at_once(open_page: Open, site: str, lang: str, size: tuple[int, int]) -> None:
    page = open_page("/learn", "phone", lang=lang)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    covered, small = {}, {}
    for chapter in api(site, "/lessons")["chapters"]:
        page.goto(f"/learn/{chapter['id']}")
        for step in chapter["steps"]:
            at_step(page, step["id"])
            page.evaluate("document.fonts.ready")
            found = page.evaluate(COVERED)
            if found:
                covered[f"{chapter['id']}#{step['id']}"] = found
            if step["board"]:
                board = page.locator(".board").bounding_box()
                assert board is not None
                if board["height"] < 160:
                    small[step["id"]] = board["height"]
            if step is not chapter["steps"][-1]:
                page.locator(".go-on").click()
    assert (covered, small) == ({}, {})


def test_what_is_called_is_also_in_english(open_page: Open) -> None:
    page = open_page("/learn/claims#kong")
    page.locator(".option.pung").click()
    expect(page.locator(".said.wrong")).to_contain_text("useless")
    page.locator(".option.kong").click()
    expect(page.locator(".call text")).to_have_text(["杠", "Kong"])


def test_a_wrong_answer_gets_a_hint_and_another_try(open_page: Open) -> None:
    page = open_page("/learn/tiles")
    page.locator(".pick-tile[data-tile='1s']").click()
    expect(page.locator(".said.wrong")).to_contain_text("Look for circles.")
    expect(page.locator("#announcer")).to_contain_text("Not quite.")
    expect(page.locator(".pick-tile[aria-pressed='true']")).to_have_count(0)
    page.locator(".pick-tile[data-tile='8p']").click()
    expect(page.locator(".said.right")).to_be_visible()
    page.goto("/learn/claims#chow")
    page.locator(".option.pass").click()
    expect(page.locator(".said.wrong")).to_contain_text("You may pass")
    page.locator(".option.chow").first.click()
    expect(page.locator(".said.wrong")).to_contain_text("breaks up your 7-8-9")
    page.locator(".option.chow").last.click()
    expect(page.locator(".said.right")).to_contain_text("your 7-8-9 stays")
    assert page.locator(".own-hand [role=img].claimed").get_attribute("aria-label") == "Chow 4 bamboos, 5 bamboos, 6 bamboos"


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page("/learn/turn")
    page.locator("button.own-tile[data-tile='N']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".go-on")).to_be_focused()
    page.keyboard.press("Enter")
    at_step(page, "ready")
    expect(page.locator(".step-title")).to_be_focused()


def test_the_course_can_be_left_resumed_and_begun_again(open_page: Open) -> None:
    page = open_page("/learn")
    expect(page.locator(".begin")).to_have_text("Begin")
    page.goto("/learn/turn")
    page.locator("button.own-tile[data-tile='W']").click()
    page.locator(".go-on").click()
    at_step(page, "ready")
    page.goto("/learn")
    expect(page.locator(".chapter").nth(1).locator(".unseen")).to_have_text("Done: 1 of 2")
    expect(page.locator(".begin")).to_have_text("Go on")
    page.locator(".begin").click()
    at_step(page, "ready")
    page.goto("/learn")
    page.locator(".reset").click()
    expect(page.locator(".begin")).to_have_text("Begin")
    assert page.evaluate("localStorage.getItem('quepu.learn')") is None


def test_a_link_opens_its_step_and_an_unknown_lesson_says_so(open_page: Open) -> None:
    page = open_page("/learn/points#refused")
    at_step(page, "refused")
    page.locator("[data-fan=pure_straight]").click()
    expect(page.locator(".rule")).to_be_visible()
    page.goto("/learn/nothing")
    expect(page.locator(".problem")).to_contain_text("There is no such lesson")


@variants(*SCREENS)
def test_the_last_step_leads_to_a_teaching_table(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/learn/play", device, lang=lang)
    everyone_can_use(page)
    page.locator(".teaching").click()
    page.wait_for_selector(".mine")
    settings = api(site, f"/rooms/{room_of(page)}")["room"]["settings"]
    assert (settings["open_hands"], settings["casual"], settings["hands"], settings["rules"]) == (True, True, 1, "lingque28")


def test_a_last_step_that_is_not_answered_is_skipped(open_page: Open) -> None:
    page = open_page("/learn/turn#ready")
    expect(page.locator(".go-on")).to_have_text("Skip")
    page.locator("button.own-tile[data-tile='N']").click()
    expect(page.locator(".go-on")).to_have_text("Next: Chow, pung, kong")


@variants("device", "phone", "lying")
def test_a_beginner_finds_what_the_buttons_do_and_takes_a_move_back(open_page: Open, device: str) -> None:
    page = open_page("/play", device, lang="zh")
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    expect(page.locator(".player.me .player-name")).to_contain_text("你")
    question = page.locator(".room").get_attribute("data-n")
    page.locator("#more-button").click()
    page.locator(".switches-explained summary").click()
    explained = page.locator(".switches-explained dt").all_inner_texts()
    buttons = page.locator(".switches .chip").all_inner_texts()
    assert [button for button in buttons if button not in explained] == []
    shoot(page, f"switches-explained-{device}")
    page.locator("#more-button").click()
    tiles.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => document.querySelector('.room').dataset.n !== before", arg=question)
    own_turn(page)
    page.locator("#more-button").click()
    page.get_by_role("button", name="悔牌").click()
    expect(page.locator(".menu-panel")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("收回了一步")


def without_server(page: Page) -> None:
    page.route("**/api/v1/lessons*", lambda route: route.abort())


def test_without_a_server_the_lessons_say_so_and_try_again(open_page: Open, watch: Any) -> None:
    watch.expected.append("net::ERR_FAILED")
    page = open_page("/rules")
    without_server(page)
    page.goto("/learn/tiles")
    expect(page.locator(".problem")).to_contain_text("The server does not answer")
    page.unroute("**/api/v1/lessons*")
    page.get_by_role("button", name="Try again").click()
    at_step(page, "suits")


@pytest.mark.parametrize("lesson", BOOK_LESSONS, ids=lambda lesson: lesson.rules)
def test_a_book_is_compared_with_the_one_that_the_reader_knows(open_page: Open, lesson: BookLesson) -> None:
    page = open_page(f"/learn/{lesson.rules}", lang="zh")
    expect(page.locator(".by-book strong")).to_have_count(2 * len(lesson.hands))
    shown = page.locator(".by-book strong").all_inner_texts()
    expected = []
    for hand in lesson.hands:
        for rules in (lesson.rules, lesson.known):
            result = score(hand, rules)
            expected.append(f"{result.points} 分" + ("" if result.legal else f"（不足 {result.rules.minimum}）"))
    assert shown == expected
    facts = page.locator(".facts tbody tr td:first-child").all_inner_texts()
    assert facts == [new[0] for new, _ in lesson.facts()]
    expect(page.locator(f"a[href='/rules/{lesson.rules}?view=diff&with={lesson.known}']")).to_be_visible()
