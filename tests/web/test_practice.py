"""Practice: naming fans and points, what comes back, and the hand of the day."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Response, expect

import quepu
from tests.web.conftest import Open


def score_of(page: Page, rules: str = "lingque28") -> quepu.Score:
    """The true score of the hand that the page shows."""
    return quepu.score(str(page.locator(".tray[data-hand]").get_attribute("data-hand")), rules)


def answer(page: Page, named: list[str], points: int) -> None:
    for fan in named:
        page.locator(f'.list .chip[data-fan="{fan}"]').click()
    page.fill("#points", str(points))
    page.get_by_role("button", name="Check").click()


def statistics(page: Page) -> dict[str, Any]:
    kept: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('quepu.practice') ?? '{}')")
    return kept


def test_a_right_answer_is_confirmed(open_page: Open) -> None:
    page = open_page("/practice")
    score = score_of(page)
    answer(page, list(score.counts), score.points)
    expect(page.locator("#verdict")).to_have_text("All right!")
    expect(page.locator(".judged.right")).to_have_count(len(score.counts) + 1)
    assert statistics(page) == {"lingque28": {"asked": 1, "perfect": 1, "weak": {}}}
    page.get_by_role("button", name="Next hand").click()
    expect(page.locator("#points")).to_have_value("")


def test_every_miss_is_explained_and_comes_back(open_page: Open) -> None:
    page = open_page("/practice?level=2")
    score = score_of(page)
    missed = list(score.counts)
    wrong = "thirteen_orphans"
    answer(page, [wrong], 1)
    expect(page.locator("#verdict")).to_have_text("Not quite")
    texts = page.locator(".judged.missed .why").all_inner_texts()
    assert texts[:-1] == [score.rules.fans[fan].text for fan in missed]
    expect(page.locator(".judged.wrong")).to_contain_text(f"It does not hold: {score.rules.fans[wrong].text}")
    expect(page.locator(".judged.missed").last).to_contain_text("you said 1")
    assert statistics(page)["lingque28"]["weak"] == dict.fromkeys([*missed, wrong], 2)
    page.evaluate("Math.random = () => 0")  # half of the hands are of fans that were missed: this one is
    with page.expect_response(lambda response: "/practice?" in response.url) as asked:
        page.get_by_role("button", name="Next hand").click()
    query = parse_qs(urlsplit(asked.value.url).query)
    assert set(query["weak"][0].split(",")) == {*missed, wrong}
    assert query["level"] == ["2"]
    expect(page.locator("#points")).to_be_visible()
    assert set(score_of(page).counts) & {*missed, wrong}


def test_fans_are_found_by_typing_and_chosen_by_enter(open_page: Open) -> None:
    page = open_page("/practice")
    page.locator("#fan-search").press_sequentially("dui dui")
    expect(page.locator(".list .chip").first).to_have_attribute("data-fan", "all_pungs")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen .chip")).to_have_text("All Pungs ×")
    expect(page.locator("#fan-search")).to_have_value("")
    page.keyboard.press("Backspace")
    expect(page.locator(".chosen .chip")).to_have_count(0)


def test_the_hand_of_the_day_is_the_same_for_everyone(open_page: Open) -> None:
    first, second = open_page("/daily"), open_page("/daily", "phone", lang="zh")
    hands = [page.locator(".tray[data-hand]").get_attribute("data-hand") for page in (first, second)]
    assert hands[0] == hands[1]
    other = open_page("/daily?rules=guobiao")
    assert other.locator(".tray[data-hand]").get_attribute("data-hand") != hands[0]


def test_the_day_is_answered_once_kept_and_shared(open_page: Open) -> None:
    page = open_page("/daily")
    score = score_of(page)
    named = list(score.counts)[:-1]
    answer(page, [*named, "thirteen_orphans"], score.points)
    page.get_by_role("button", name="Copy the result").click()
    expect(page.locator("#toast")).to_have_text("Text copied")
    shared = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert shared[0].startswith("Quepu, hand of the day 20")
    assert shared[1] == "🟩" * len(named) + "🟥🟨 ✓"
    assert shared[2].endswith("/daily")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Not quite")
    expect(page.locator("#points")).to_have_count(0)
    expect(page.locator(".date")).to_contain_text("1 day in a row")


def test_days_in_a_row_are_counted(open_page: Open) -> None:
    page = open_page("/practice")
    told = page.evaluate(
        """async () => {
            const {dayDone, streak, days} = await import("/static/practice/progress.js");
            const given = {named: [], points: 1, perfect: true};
            let kept = days("nothing");
            const counts = [];
            for (const day of ["2026-02-27", "2026-02-28", "2026-02-28", "2026-03-01", "2026-03-04"]) {
                kept = dayDone(kept, day, given);
                counts.push(kept.streak);
            }
            return [counts, kept.best, streak(kept, "2026-03-04"), streak(kept, "2026-03-05"), streak(kept, "2026-03-06")];
        }"""
    )
    assert told == [[1, 2, 2, 3, 1], 3, 1, 1, 0]


def test_level_and_book_are_in_the_address(open_page: Open) -> None:
    page = open_page("/practice")
    asked: list[str] = []

    def note(response: Response) -> None:
        if "/practice?" in response.url:
            asked.append(response.url)

    page.on("response", note)
    page.locator(".levels span", has_text="4").first.click()
    expect(page.locator(".level-text")).to_contain_text("five or six fans")
    page.select_option("#book", "guobiao")
    expect(page.locator(".tray[data-hand]")).to_be_visible()
    assert parse_qs(urlsplit(page.url).query) == {"rules": ["guobiao"], "level": ["4"]}
    score = score_of(page, "guobiao")
    assert 5 <= len(score.counts) <= 6
    page.go_back()
    page.go_back()
    expect(page.locator(".level-text")).to_contain_text("one to three fans")
