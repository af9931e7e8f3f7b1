"""The waiting room in a browser: what friends see of the settings, free seats and the invitation, another name."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from quepu.server.play.settings import SPEEDS, Pace
from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.people import new_name, sign_up
from tests.web.table import api, everyone_can_use, room_of


def host_a_table(page: Page, name: str = "Ann") -> str:
    """Open a table; its id. Who is signed in has the name of the account."""
    page.wait_for_selector(".make-table")
    if page.locator("#room-name").count():
        page.fill("#room-name", name)
    page.locator(".make-table").click()
    page.wait_for_selector(".lobby")
    return room_of(page)


def sit_down(page: Page, room: str, name: str) -> None:
    page.goto(f"/play/{room}")
    page.fill("#join-name", name)
    page.locator(".join button").click()
    page.wait_for_selector(".chair.own")


def with_pauses(route: Route) -> None:
    """The server of the tests has no pauses; this is what one with them answers."""
    answer = route.fetch()
    seconds = {speed: list(Pace().at(speed).window) for speed in SPEEDS}
    route.fulfill(response=answer, json={**answer.json(), "claim_seconds": seconds})


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_friends_see_how_long_they_have_to_claim(open_page: Open, device: str, lang: str) -> None:
    """Before they join, and in the waiting room; also when the host changes it."""
    host = open_page("/play")
    room = host_a_table(host)
    guest = open_page("/play", device, lang=lang)
    guest.route(re.compile(r"/api/v1/play(\?|$)"), with_pauses)
    guest.goto(f"/play/{room}")
    claims = {"zh": ("吃碰杠和有约 4 秒", "吃碰杠和有约 8 秒"), "en": ("about 4 s to claim", "about 8 s to claim")}[lang]
    expect(guest.locator(".join .facts")).to_contain_text(claims[0])
    expect(guest.locator(".facts")).to_have_count(1)  # not once more in the waiting room below
    sit_down(guest, room, "Bo")
    expect(guest.locator(".lobby .facts")).to_contain_text(claims[0])
    everyone_can_use(guest)
    host.locator(".room-settings summary").click()
    host.select_option("#room-speed", "leisurely")
    expect(guest.locator(".lobby .facts")).to_contain_text(claims[1])
    expect(guest.locator(".lobby .facts")).not_to_contain_text({"zh": "节奏", "en": "speed"}[lang])  # that says the same
    said = {"zh": "设置已更改：节奏：从容", "en": "Settings changed: speed: leisurely"}[lang]
    expect(guest.locator(".settings-changed")).to_have_text(said)
    expect(guest.locator("#announcer")).to_have_text(said)
    for page in (host, guest):
        expect(page.locator(".toast.shown")).to_have_count(0)
    expect(host.locator(".settings-changed")).to_have_count(0)  # they have done it
    shoot(guest, f"settings-changed-{device}-{lang}")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_free_seat_is_taken_by_who_has_none(open_page: Open, device: str, lang: str) -> None:
    """Only who sits can invite others; a free seat leads to the name, and with a name it is taken."""
    host = open_page("/play")
    room = host_a_table(host)
    guest = open_page(f"/play/{room}", device, lang=lang)
    seat = guest.locator(".chair-take").last
    expect(seat.locator("small")).to_have_text({"zh": "入座", "en": "Take a seat"}[lang])
    expect(guest.locator(".invite")).to_have_count(0)
    seat.click()
    expect(guest.locator("#join-name")).to_be_focused()
    assert guest.evaluate(WHOLE, "#join-name")
    everyone_can_use(guest)
    guest.fill("#join-name", "Bo")
    seat.click()
    expect(guest.locator(".chair.own")).to_contain_text("Bo")
    expect(guest.locator(".invite")).to_be_visible()
    expect(guest.locator(".chair-take")).to_have_count(0)
    expect(guest.locator(".chair-invite")).to_have_count(2)
    guest.locator(".sit").click()  # they stand up
    expect(guest.locator(".invite")).to_have_count(0)
    guest.locator(".chair-take").first.click()
    expect(guest.locator(".chair.own")).to_contain_text("Bo")


@variants("lang", "zh", "en")
def test_the_lengths_of_a_game_are_in_words_and_a_book_has_its_other_name(open_page: Open, lang: str) -> None:
    page = open_page("/play", lang=lang)
    lengths = {"zh": ["一局", "四局", "一圈", "两圈", "四圈"], "en": ["one hand", "four hands", "one round", "two rounds", "four rounds"]}[
        lang
    ]
    expect(page.locator("#room-length option")).to_have_text(lengths)
    page.wait_for_selector('#room-book option[value="guobiao"]', state="attached")
    page.select_option("#room-book", "guobiao")
    host_a_table(page)
    expect(page.locator(".lobby .fact").first).to_have_text({"zh": "国标麻将", "en": "Guobiao, as played (MCR)"}[lang])


WHOLE = """
(selector) => {
  const {left, right, top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom > top;
}
"""


@variants(("device", "lang"), ("phone", "zh"), ("phone", "en"), ("lying", "zh"))
def test_a_free_seat_leads_to_the_invitation_whose_code_is_whole_on_the_screen(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    room = host_a_table(page)
    page.wait_for_function("() => document.querySelector('.invite .qr').naturalWidth > 0")
    if device == "phone":
        assert page.evaluate(WHOLE, ".invite .qr"), "without scrolling, too"
        spare = page.evaluate("innerHeight - document.querySelector('.invite .qr').getBoundingClientRect().bottom")
        assert spare > 24, "also where the browser has other fonts, or a line is longer"
    shoot(page, f"waiting-room-{device}-{lang}")
    everyone_can_use(page)
    for name in ("Bo", "Cy"):
        sit_down(open_page("/play"), room, name)
    expect(page.locator(".chair-invite")).to_have_count(1)
    page.locator(".chair-invite").click()
    assert page.evaluate(WHOLE, ".invite .qr")
    expect(page.locator(".invite")).to_be_focused()
    shoot(page, f"invitation-{device}-{lang}")


@variants(("device", "lang"), ("phone", "en"), ("phone", "zh"), ("lying", "zh"))
def test_who_has_left_the_seat_can_take_one_under_another_name(open_page: Open, site: str, device: str, lang: str) -> None:
    host = open_page("/play")
    room = host_a_table(host)
    guest = open_page("/play", device, lang=lang)
    sit_down(guest, room, "Boo")
    expect(guest.locator("#own-name")).to_have_count(0)
    guest.locator(".sit").click()
    expect(guest.locator("#own-name")).to_have_value("Boo")
    everyone_can_use(guest)
    guest.fill("#own-name", " Bo ")
    guest.locator(".sit").click()
    expect(guest.locator(".chair.own")).to_contain_text(re.compile(r"Bo\b"))
    expect(host.locator(".chair.taken").nth(1)).to_contain_text(re.compile(r"Bo\b"))
    assert [member["name"] for member in api(site, f"/rooms/{room}")["room"]["members"]] == ["Ann", "Bo"]
    guest.reload()
    expect(guest.locator(".chair.own")).to_contain_text(re.compile(r"Bo\b"))
    guest.locator(".sit").click()
    expect(guest.locator("#own-name")).to_have_value("Bo")
    guest.locator(".sit").click()  # under the same name
    expect(guest.locator(".chair.own")).to_contain_text(re.compile(r"Bo\b"))
    guest.goto("/play")
    expect(guest.locator("#room-name")).to_have_value("Bo")


@variants(("device", "lang"), ("phone", "zh"), ("phone", "en"))
def test_the_rule_book_is_in_line_with_the_other_settings(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    sides = """(ids) => new Set(ids.map((id) => {
        const {left, right} = document.getElementById(id).getBoundingClientRect();
        return `${left} ${right}`;
    })).size"""
    assert page.evaluate(sides, ["room-book", "room-length", "room-clock"]) == 1
    host_a_table(page)
    page.locator(".room-settings summary").click()
    ids = page.locator(".room-settings select").evaluate_all("(all) => all.map((one) => one.id)")
    assert len(ids) == 5
    assert page.evaluate(sides, ids) == 1


def test_who_presses_twice_takes_one_seat(open_page: Open, site: str) -> None:
    room = host_a_table(open_page("/play"))
    guest = open_page(f"/play/{room}")
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").dblclick()
    guest.wait_for_selector(".chair.own")
    assert [member["name"] for member in api(site, f"/rooms/{room}")["room"]["members"]] == ["Ann", "Bo"]


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_who_is_signed_in_is_asked_for_no_name(open_page: Open, device: str, lang: str) -> None:
    """It is that of the account, in the lobby and at every table."""
    room = host_a_table(open_page("/play"))
    page = open_page("/account", device, lang=lang)
    name = new_name()
    sign_up(page, name)
    page.goto("/play")
    expect(page.locator(".find-players")).to_be_visible()
    expect(page.locator("#play-name, #match-name, #room-name")).to_have_count(0)
    page.goto(f"/play/{room}")
    expect(page.locator(".join button")).to_be_visible()
    expect(page.locator(".join input, .join .small-print")).to_have_count(0)
    everyone_can_use(page)
    page.locator(".chair-take").first.click()
    expect(page.locator(".chair.own")).to_contain_text(name)
    page.locator(".sit").click()
    expect(page.locator(".chair.own")).to_have_count(0)
    expect(page.locator(".sit-form input")).to_have_count(0)
    page.locator(".sit-form .sit").click()
    expect(page.locator(".chair.own")).to_contain_text(name)


def test_the_button_that_opens_a_table_looks_like_one_that_can_be_pressed(open_page: Open) -> None:
    page = open_page("/play", "phone")
    colours = page.evaluate("['.make-table', '.card'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)")
    assert colours[0] != colours[1]
    assert colours[0] not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
