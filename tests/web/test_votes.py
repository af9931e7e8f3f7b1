"""What all at a table must agree to, in a browser: playing again, taking a move back, ending the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import end_now, everyone_can_use, play_deal, play_on, play_until, room_of, start_now, together


def ended(open_page: Open, guest: Page) -> tuple[Page, Page]:
    """Two people whose game was ended by both."""
    first, second = together(open_page, "Ann", "Bo", guest)
    first.locator("#more-button").click()
    first.locator(".end-game").click()
    second.locator(".proposal .primary").click()
    for page in (first, second):
        expect(page.locator(".rematch")).to_be_visible()
    return first, second


REMATCH = {
    "en": ("You would like to play again. Waiting for Ann to agree.", "Waiting for the others…", "Somebody does not want to play again."),
    "zh": ("你想再来一场。 等 Ann 同意。", "等其他人…", "有人不想再来一场。"),
}


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_tap_on_play_again_agrees_to_it_and_says_who_is_missing(open_page: Open, device: str, lang: str) -> None:
    first, second = ended(open_page, open_page("/play", device, lang=lang))
    asked, waiting, refused = REMATCH[lang]
    second.locator(".rematch").dblclick()
    expect(second.locator(".rematch-asked p")).to_have_text(asked)
    expect(second.locator(".rematch")).to_have_text(waiting)
    expect(second.locator(".rematch")).to_be_disabled()
    expect(second.locator(".toast.shown")).to_have_count(0)  # it was not too fast
    shoot(second, f"rematch-{device}-{lang}")
    everyone_can_use(second)
    expect(first.locator(".rematch-asked p")).to_have_text("Bo would like to play again.")
    everyone_can_use(first)
    first.locator(".rematch-asked button").click()
    expect(second.locator("#toast")).to_have_text(refused)
    expect(second.locator(".rematch")).to_be_enabled()
    first.locator(".rematch").dblclick()
    expect(second.locator(".rematch-asked")).to_be_visible()
    second.locator(".rematch").click()
    for page in (first, second):
        expect(page.locator(".end")).to_have_count(0)
        page.wait_for_selector(".mine")


def test_a_double_tap_on_play_again_alone_starts_one_game(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    end_now(page)
    page.locator(".rematch").dblclick()
    expect(page.locator(".end")).to_have_count(0)
    page.wait_for_selector(".mine")
    expect(page.locator(".toast.shown")).to_have_count(0)


def test_a_spectator_sees_who_wants_to_play_again(open_page: Open) -> None:
    first, second = ended(open_page, open_page("/play", "phone"))
    watcher = open_page(f"/play/{room_of(first)}")
    second.locator(".rematch").click()
    expect(watcher.locator(".rematch-asked p")).to_have_text("Bo would like to play again. Waiting for Ann to agree.")


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_who_asked_for_a_take_back_is_told_that_it_was_declined(open_page: Open, answer: str) -> None:
    host, guest = together(open_page, "Ann", "Bo")
    play_on(guest)
    play_until(host, 4)
    asked = str(host.locator(".room").get_attribute("data-n"))
    host.evaluate("() => (document.querySelector('.choice.pass') ?? document.querySelector('.mine[aria-disabled=false]')).click()")
    host.wait_for_function("asked => document.querySelector('.room').dataset.n !== asked", arg=asked)
    host.keyboard.press("u")
    expect(host.locator(".proposal p")).to_have_text("You would like to take a move back. Waiting for Bo to agree.")
    expect(guest.locator(".proposal p")).to_have_text("Ann would like to take a move back.")
    guest.evaluate("clearInterval(window.autoplay)")
    guest.locator(".proposal button").nth(1 if answer == "no" else 0).click()
    if answer == "yes":
        expect(host.locator(".log")).to_contain_text("A move was taken back.")
        expect(host.locator(".toast.shown")).to_have_count(0)
        return
    expect(host.locator("#toast")).to_have_text("Your take-back was declined.")
    expect(host.locator(".log")).to_contain_text("Your take-back was declined.")
    expect(guest.locator(".log")).to_contain_text("The take-back was declined; play goes on.")


@pytest.mark.parametrize(("lang", "paused", "declined"), [
    ("en", "Paused for a vote on ending the game", "Ending the game was declined; play goes on."),
    ("zh", "有人想提前结束，等大家决定", "有人不同意提前结束，继续打。"),
])  # fmt: skip
def test_a_vote_on_the_end_is_called_so_and_its_refusal_is_said(open_page: Open, lang: str, paused: str, declined: str) -> None:
    host, guest = together(open_page, "Ann", "Bo", open_page("/play", "phone", lang=lang))
    host.locator("#more-button").click()
    host.locator(".end-game").click()
    expect(guest.locator(".status-text")).to_have_text(paused)
    expect(host.locator(".proposal .missing")).to_have_text("Waiting for Bo to agree.")
    guest.locator(".proposal button").last.click()
    expect(guest.locator("#toast")).to_have_text(declined)
    expect(guest.locator(".proposal")).to_have_count(0)


EARLY = {
    "en": ("Ended early: 1 of 4 deals played", "Bo (you)", "Ann has withdrawn the proposal."),
    "zh": ("对局提前结束（打了 1 局，共 4 局）", "Bo（你）", "Ann 收回了提议。"),
}


@variants(("device", "lang"), ("phone", "zh"), ("phone", "en"), ("lying", "en"), ("desktop", "zh"))
def test_a_vote_on_the_end_is_on_the_result_which_stays_and_the_proposer_can_withdraw_it(open_page: Open, device: str, lang: str) -> None:
    host, guest = together(open_page, "Ann", "Bo", open_page("/play", device, lang=lang), length="hands-4")
    play_deal(host, guest)
    ended, own, withdrawn = EARLY[lang]
    host.locator("#more-button").click()
    host.locator(".end-game").click()
    vote = guest.locator(".end .proposal")
    expect(vote).to_be_visible()
    expect(guest.locator(".panels .proposal")).to_have_count(0)
    expect(guest.locator(".end .payments")).to_be_visible()
    expect(guest.locator(".go-next, .waiting-ready")).to_have_count(0)
    expect(guest.locator(".withdraw")).to_have_count(0)
    shoot(guest, f"vote-on-result-{device}-{lang}")
    everyone_can_use(guest)
    host.locator(".end .withdraw").click()
    expect(vote).to_have_count(0)
    expect(guest.locator("#toast")).to_have_text(withdrawn)
    expect(guest.locator(".go-next")).to_be_visible()
    for button in ("#more-button", ".end-game"):
        guest.locator(button).dispatch_event("click")  # a phone on its side shows the result alone
    host.locator(".end .proposal .primary").click()
    expect(guest.locator(".ended-early")).to_have_text(ended)
    expect(guest.locator(".standing .own .who")).to_have_text(own)
    boxes = [one.bounding_box() for one in guest.locator(".end-actions > :is(button, a)").all()]
    assert len({round(one["y"]) for one in boxes if one}) <= 2, "at most two rows"
    guest.reload()
    expect(guest.locator(".ended-early")).to_have_text(ended)


@variants("lang", "zh", "en")
def test_a_vote_covers_no_name_and_no_score_on_a_phone(open_page: Open, lang: str) -> None:
    host, guest = together(open_page, "Ann", "Bo", open_page("/play", "phone", lang=lang))
    host.locator("#more-button").click()
    host.locator(".end-game").click()
    vote, players = guest.locator(".proposal").bounding_box(), guest.locator(".players").bounding_box()
    assert vote is not None
    assert players is not None
    assert vote["y"] >= players["y"] + players["height"]
    host.locator(".withdraw").click()
    expect(guest.locator(".proposal")).to_have_count(0)


def test_who_wants_to_play_again_can_withdraw_it(open_page: Open) -> None:
    first, second = ended(open_page, open_page("/play", "phone"))
    second.locator(".rematch").click()
    expect(first.locator(".rematch-asked")).to_be_visible()
    second.locator(".withdraw").click()
    expect(first.locator(".rematch-asked")).to_have_count(0)
    expect(second.locator(".rematch")).to_be_enabled()
