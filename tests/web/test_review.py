"""The review on the replay page: begun, watched, reloaded; mistakes, a curve, and another try."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, PASS
from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import api, everyone_can_use, upload

PATIENCE = 120_000
"""Milliseconds that a review may take."""


OTHER = 8
"""An action that nobody has chosen."""


def done(page: Page) -> None:
    expect(page.locator(".review")).to_have_attribute("data-status", "idle", timeout=PATIENCE)


def reviewed(site: str, seat: str, hand: int) -> tuple[str, Any]:
    """A game with the review of a deal, from the server."""
    game = upload(site, "guobiao")
    answer = api(site, f"/games/{game}/review", {"seat": seat, "hand": hand})
    while answer["status"] != "idle":
        answer = api(site, f"/games/{game}/review?seat={seat}&hand={hand}")
    return game, answer


def decision(step: int, action: int, choice: int, **rest: object) -> dict[str, Any]:
    """A mistake in the first deal, as the server has it: three actions were tried, the bot's choice is second."""
    numbers = {"error": 2.5, "win": 0.25, "win_error": 0.1, "deal_in": 0.125, "samples": 128}
    points = {OTHER: -3.25, choice: -8.5, action: -61.0}
    return {
        "hand": 1, "step": step, "seat": "E", "offered": None, "action": action, "choice": choice, "cost": 52.5, "cost_error": 3.25,
        "mistake": True, "points": -61.0, "error": 2.5, "choice_points": -8.5, "win": 0.25, "choice_win": 0.25, "samples": 128, "why": None,
        "actions": [{"action": one, "points": got, **numbers, "behind": -3.25 - got, "behind_error": 3.25} for one, got in points.items()],
        **rest,
    }  # fmt: skip


def show_review(page: Page, game: str, found: list[dict[str, Any]], step: int = 0) -> None:
    """The replay of a game whose first player has these decisions in the first deal."""
    deal = {"hand": 1, "decisions": len(found), "agreed": 0, "mistakes": len(found), "cost": 52.5 * len(found)}
    answer = {
        "game": game, "seat": "E", "status": "idle", "error": None, "yours": False, "ahead": 0, "done": 0, "total": 0,
        "reviewed": ["E"], "hands": [deal],
        "mistakes": [{key: value for key, value in one.items() if key != "actions"} for one in found], "decisions": found,
    }  # fmt: skip
    page.route("**/review?**", lambda route: route.fulfill(json=answer))
    page.goto(f"/replay/{game}?hand=1&step={step}")
    expect(page.locator(".review-mistakes")).to_be_visible()


COVERED = """() => [...document.querySelectorAll(".review-mistakes li")].flatMap((one) => {
  const button = one.querySelector(".try-again").getBoundingClientRect();
  return [...one.querySelectorAll(".mistake, .mistake *")].filter((part) => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    return left < button.right - 0.5 && right > button.left + 0.5 && top < button.bottom - 0.5 && bottom > button.top + 0.5;
  }).map((part) => part.className.baseVal ?? part.className);
})"""
"""The parts of mistakes that lie over a button, by their classes."""


def test_a_person_starts_a_review_sees_its_progress_and_cancels_it(open_page: Open, site: str) -> None:
    game = upload(site, "woodshole")
    page = open_page(f"/replay/{game}?hand=2")
    page.select_option("#review-seat", "N")
    page.locator(".review-game").click()
    expect(page.locator(".review-progress label")).to_contain_text(re.compile(r"\d+ of \d+ decisions"), timeout=PATIENCE)
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert "review=N" in page.url
    page.reload()  # it goes on, and the page finds it again
    expect(page.locator("#review-seat")).to_have_value("N")
    expect(page.locator(".review-progress")).to_be_visible()
    page.locator(".review-cancel").click()
    expect(page.locator(".review-progress")).to_have_count(0)
    expect(page.locator("#announcer")).to_have_text("The review is cancelled; what is done stays.")
    assert api(site, f"/games/{game}/review?seat=N")["status"] == "idle"


def test_a_review_of_a_hand_ends_with_its_mistakes_and_is_there_for_the_next_visitor(open_page: Open, site: str) -> None:
    game = upload(site, "lingque26")
    page = open_page(f"/replay/{game}?hand=1")
    page.locator(".review-hand").click()
    done(page)
    expect(page.locator(".review-summary")).to_contain_text("In this hand the bot agrees with")
    found = api(site, f"/games/{game}/review?seat=E&hand=1")
    assert page.locator(".review-graph .touch").count() == len(found["decisions"])
    assert page.locator(".review-mistakes li").count() == min(5, len(found["mistakes"]))
    other = open_page(f"/replay/{game}?hand=1", "phone")
    expect(other.locator(".review-summary")).to_be_visible()
    other.locator("[data-go=hand-forward]").click()
    expect(other.locator(".review")).to_contain_text("This hand has not been reviewed.")
    expect(other.locator(".review-hand")).to_be_visible()


@variants(("device", "lang"), ("desktop", "en"), ("phone", "zh"), ("phone", "en"), ("desktop", "zh"))
def test_mistakes_are_ranked_lead_to_their_moment_and_to_another_try(open_page: Open, site: str, device: str, lang: str) -> None:
    game, found = reviewed(site, "E", 3)
    page = open_page(f"/replay/{game}?hand=1", device, lang)
    mistakes = page.locator(".review-mistakes li")
    expect(mistakes.first).to_be_visible()
    worst = found["mistakes"][0]
    where = [(one.get_attribute("data-hand"), one.get_attribute("data-step")) for one in mistakes.all()]
    assert where == [(str(one["hand"]), str(one["step"])) for one in found["mistakes"][:5]]
    expect(mistakes.first.locator(".mistake-why")).to_have_text(worst["why"][lang])
    mistakes.first.locator(".mistake").click()
    expect(page.locator(".replay")).to_have_attribute("data-step", str(worst["step"]))
    expect(page.locator(".replay")).to_have_attribute("data-hand", "3")
    expect(page.locator(".review-now tr.played")).to_have_attribute("data-action", str(worst["action"]))
    expect(page.locator(".review-now tr.best")).to_have_attribute("data-action", str(worst["choice"]))
    expect(page.locator(".felt")).to_be_in_viewport()
    shoot(page, f"review-{device}-{lang}")
    page.locator(".review-table summary").click()
    assert page.locator(".review-table tbody tr").count() == len(found["decisions"])
    assert re.findall(r"(?<!\w)-\d", page.locator(".review").inner_text()) == []  # − everywhere
    everyone_can_use(page)
    page.locator(f'.review-mistakes li[data-step="{worst["step"]}"] .try-again').click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".mine")


@variants(("device", "lang"), ("desktop", "en"), ("phone", "en"), ("phone", "zh"), ("desktop", "zh"))
def test_the_tiles_of_a_mistake_lie_beside_the_button_for_another_try(open_page: Open, site: str, device: str, lang: str) -> None:
    game = upload(site, "guobiao")
    page = open_page("/replay", device, lang)
    chosen = [(CHOW_LOW, PASS, "5m"), (CLAIM_PUNG, CHOW_LOW, "5m"), (CLAIM_KONG, CLAIM_PUNG, "E"), (CONCEALED_KONG_OF, 3, None)]
    show_review(page, game, [decision(2 * n, action, choice, offered=tile) for n, (action, choice, tile) in enumerate(chosen)])
    page.wait_for_selector("#faces", state="attached")
    assert page.evaluate(COVERED) == []
    everyone_can_use(page)


@variants(("lang", "note"), ("en", "The bot's choice need not have the best average"), ("zh", "机器人选的不一定是平均分最高的"))
def test_a_note_says_why_the_bot_does_not_choose_the_best_average(open_page: Open, site: str, lang: str, note: str) -> None:
    game = upload(site, "guobiao")
    page = open_page("/replay", lang=lang)
    show_review(page, game, [decision(4, 3, 1)])
    expect(page.locator(".review > .choice-note")).to_contain_text(note)  # with the mistakes
    page.locator(".mistake").click()
    assert [row.get_attribute("data-action") for row in page.locator(".review-now tbody tr").all()] == [str(OTHER), "1", "3"]
    expect(page.locator(".review-now .choice-note")).to_contain_text(note)  # at the choices themselves, and only there
    expect(page.locator(".choice-note")).to_have_count(1)


def test_a_second_visitor_sees_who_has_been_reviewed_and_begins_there(open_page: Open, site: str) -> None:
    game = upload(site, "guobiao", ["Ann", "Bob", "Cao", "Dan"])
    api(site, f"/games/{game}/review", {"seat": "W", "hand": 1})
    while api(site, f"/games/{game}/review?seat=W")["status"] != "idle":
        pass
    page = open_page(f"/replay/{game}", "phone")
    whose = page.locator("#review-seat")
    expect(whose).to_have_value("W")
    expect(page.locator(".review-summary")).to_be_visible()
    assert whose.locator("option").all_inner_texts() == ["Ann", "Bob", "Cao (✓ reviewed)", "Dan"]
    page.select_option("#review-seat", "E")
    expect(page.locator(".review-hand")).to_be_visible()
    page.reload()
    expect(page.locator(".review-hand")).to_be_visible()
    expect(whose).to_have_value("E")  # the user's own choice stays
    assert whose.locator("option").all_inner_texts() == ["Ann", "Bob", "Cao (✓ reviewed)", "Dan"]


@variants(("device", "lang"), ("desktop", "en"), ("lying", "zh"), ("desktop", "zh"), ("lying", "en"))
def test_the_table_stays_below_the_bar_at_the_end_of_a_long_review(open_page: Open, site: str, device: str, lang: str) -> None:
    game = upload(site, "guobiao")
    page = open_page("/replay", device, lang)
    show_review(page, game, [decision(2 * n, 3, 1) for n in range(10)])
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator(".mistake").nth(4).click()
    expect(page.locator(".replay")).to_have_attribute("data-step", "8")
    assert page.evaluate("scrollY") > 0
    top, bar = page.evaluate("['.felt', '.bar'].map((one) => document.querySelector(one).getBoundingClientRect())")
    assert top["top"] >= bar["bottom"]


def test_the_curve_and_the_table_can_be_used_by_keyboard(open_page: Open, site: str) -> None:
    game, found = reviewed(site, "S", 2)
    steps = [one["step"] for one in found["decisions"]]
    page = open_page(f"/replay/{game}?hand=2&review=S")
    curve = page.get_by_role("slider", name="Expected result through this hand")
    curve.focus()
    replay = page.locator(".replay")
    page.keyboard.press("End")
    expect(replay).to_have_attribute("data-step", str(steps[-1]))
    page.keyboard.press("ArrowLeft")
    expect(replay).to_have_attribute("data-step", str(steps[-2]))
    page.keyboard.press("Home")
    expect(replay).to_have_attribute("data-step", str(steps[0]))
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-step", str(steps[1]))
    expect(curve).to_have_attribute("aria-valuenow", "2")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"^Step {steps[1]}: "))
    expect(curve).to_be_focused()
    page.keyboard.press("PageUp")
    expect(replay).to_have_attribute("data-step", str(steps[min(6, len(steps) - 1)]))
    page.keyboard.press("PageDown")
    expect(replay).to_have_attribute("data-step", str(steps[min(6, len(steps) - 1) - 5]))
    page.locator(".review-table summary").focus()
    page.keyboard.press("Enter")
    page.locator(".go-step").nth(4).focus()
    page.keyboard.press("Enter")
    expect(replay).to_have_attribute("data-step", str(steps[4]))
    page.locator(f'.review-graph .touch[data-step="{steps[6]}"]').click()
    expect(replay).to_have_attribute("data-step", str(steps[6]))


@pytest.mark.parametrize(("least", "most", "wanted"), [(-3, 12, [-5, 0, 5, 10, 15]), (2, 3, [0, 1, 2, 3]), (-0.2, 0.1, [-0.5, 0, 0.5])])
def test_the_axis_has_round_numbers_and_zero(open_page: Open, least: float, most: float, wanted: list[float]) -> None:
    page = open_page("/replay")
    script = """async ([least, most]) => (await import("/static/shared/ticks.js")).ticks(least, most)"""
    assert page.evaluate(script, [least, most]) == wanted
