"""Duplicate events on the pages, from the form to the comparison of a deal; and people who are put together in the lobby."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.server.play.client import Client, first
from tests.sizes import variants
from tests.web.conftest import SCREENS, Open, Watch, shoot
from tests.web.people import new_name, sign_in, sign_up, signed_up
from tests.web.table import everyone_can_use


def play_to_the_end(site: str, room: str, token: str) -> None:
    """By a program, with the token of the page."""

    async def play() -> None:
        await Client(urlsplit(site).port or 0, room, token, first).play()

    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        thread.submit(asyncio.run, play()).result()


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))


def make_event(page: Page, title: str = "Friday") -> str:
    """Fill in the form; the id of the event."""
    page.get_by_label("Title").fill(title)
    page.select_option("#event-book", "guobiao")
    page.select_option("#event-deals", "2")
    page.select_option("#event-bots", "first")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url("**/event/*")
    return page.url.rpartition("/")[2]


def test_an_event_from_the_form_to_the_standings(open_page: Open, site: str) -> None:
    page = open_page("/event")
    event = make_event(page, "<b>周五</b> & more")
    expect(page.locator("h1")).to_have_text("<b>周五</b> & more")
    expect(page.locator(".begin")).to_be_disabled()
    expect(page.get_by_role("img", name=f"QR code of {page.url}")).to_be_visible()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Take part").click()
    expect(page.locator(".joined")).to_contain_text("You take part.")

    other = open_page(f"/event/{event}")
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Take part").click()
    expect(other.locator(".event-players li")).to_have_text([re.compile("Ann"), re.compile("Bob")])
    expect(other.locator(".organiser")).to_have_count(0)
    expect(page.locator(".event-players li")).to_have_count(2)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".to-table")).to_be_visible()
    expect(other.locator(".to-table")).to_be_visible()

    for one in (page, other):
        room = str(one.locator(".to-table").get_attribute("href")).rpartition("/")[2]
        assert kept(one, f"quepu.room.{room}")["token"] == kept(one, f"quepu.event.{event}")["token"]
        play_to_the_end(site, room, kept(one, f"quepu.event.{event}")["token"])
    expect(page.locator(".event-standings tbody tr")).to_have_count(2)
    assert sorted(page.locator(".event-standings .who-cell").all_inner_texts()[1:]) == ["Ann", "Bob"]
    expect(page.locator(".event-standings .own")).to_contain_text("Ann")
    expect(page.locator(".event-deal tbody tr")).to_have_count(2)
    page.locator(".chip", has_text="2").click()
    expect(page.locator(".event-deal[data-deal='2']")).to_be_visible()
    page.locator(".seeds summary").click()
    expect(page.locator(".seed-list code")).to_have_count(4)
    page.locator(".event-deal a").first.click()
    page.wait_for_url("**/replay/*?hand=2*")
    expect(page.locator("main")).to_contain_text(re.compile("Ann|Bob"))


def test_who_does_not_want_to_play_after_all_leaves(open_page: Open) -> None:
    page = open_page("/event")
    make_event(page)
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Take part")).to_be_visible()
    expect(page.locator(".begin")).to_be_disabled()


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_who_is_signed_in_takes_part_under_the_name_of_the_account(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/event")
    event = make_event(page)
    player, name = signed_up(open_page, device, lang)
    player.goto(f"/event/{event}")
    said = {"zh": f"以账号名“{name}”报名。", "en": f"You take part as {name}, the name of your account."}[lang]
    expect(player.locator(".join-as")).to_have_text(said)
    expect(player.locator("#join-name")).to_have_count(0)
    everyone_can_use(player)
    player.locator(".join-event button").click()
    expect(player.locator(".event-players .own a")).to_have_text(name)


def test_the_organiser_ends_an_event_that_is_not_finished(open_page: Open) -> None:
    page = open_page("/event")
    make_event(page)
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Begin").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="End the event").click()
    expect(page.locator(".status")).to_have_text("over")
    expect(page.locator(".none")).to_have_text("No table has finished.")


def test_the_table_of_an_event_waits_for_its_players_and_shows_no_seed(open_page: Open) -> None:
    page = open_page("/event")
    page.get_by_label("Title").fill("Two")
    page.select_option("#event-people", "2")
    page.select_option("#event-deals", "1")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url("**/event/*")
    event = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Take part").click()
    expect(page.locator(".joined")).to_be_visible()
    other = open_page(f"/event/{event}")
    other.get_by_role("button", name="Take part").click()
    expect(other.locator(".joined")).to_be_visible()
    expect(page.locator(".event-players li")).to_have_count(2)
    page.get_by_role("button", name="Begin").click()
    page.locator(".to-table").click()
    expect(page.locator(".arranged")).to_contain_text("A duplicate event")
    expect(page.locator(".start")).to_have_count(0)
    shoot(page, "event-waiting")
    other.locator(".to-table").click()
    page.wait_for_selector(".arranged", state="detached")
    expect(page.locator(".rack, .prompt, .felt").first).to_be_visible()


def test_a_title_is_missing_and_an_event_is_not_there(open_page: Open, watch: Watch) -> None:
    page = open_page("/event")
    page.get_by_role("button", name="Make the event").click()
    expect(page.locator(".problem")).to_have_text("Give it a title.")
    watch.expected.append("404")
    page.goto("/event/nothing")
    expect(page.locator(".problem")).to_have_text("There is no such event.")


@variants(("device", "lang"), *[(device, lang) for device in SCREENS for lang in ("en", "zh")])
def test_an_event_that_is_over_is_accessible(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/event", device, lang=lang)
    make = """async () => {
        const post = (path, body) => fetch('/api/v1' + path,
            {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}).then((answer) => answer.json());
        const made = await post('/events', {title: '周五复式赛 Friday', rules: 'guobiao', deals: 2, people: 2, bots: 'swift'});
        const players = [];
        for (const name of ['Ann', '一个很长很长的名字', 'Bob']) players.push(await post(`/events/${made.id}/join`, {name}));
        await post(`/events/${made.id}/start`, {key: made.key});
        return [made, players];
    }"""
    made, players = page.evaluate(make)
    for player in players:
        place = page.evaluate(
            "([id, token]) => fetch(`/api/v1/events/${id}`, {headers: {authorization: `Bearer ${token}`}}).then((answer) => answer.json())",
            [made["id"], player["token"]],
        )
        player["room"] = place["you"]["room"]
    page.evaluate("([id, token]) => localStorage.setItem(`quepu.event.${id}`, JSON.stringify({token}))", [made["id"], players[0]["token"]])
    page.goto(f"/event/{made['id']}")
    page.wait_for_selector(".event-tables")
    shoot(page, f"event-running-{device}-{lang}", full=True)
    everyone_can_use(page)
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda one: play_to_the_end(site, one["room"], one["token"]), players))
    page.reload()
    page.wait_for_selector(".event-deal")
    assert page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.wide-table'))")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shoot(page, f"event-over-{device}-{lang}-{scheme}", full=True)
    everyone_can_use(page)


# Matchmaking.


def test_four_people_in_the_lobby_are_led_to_one_table(open_page: Open) -> None:
    pages = [open_page("/play") for _ in range(4)]
    for number, page in enumerate(pages):
        page.locator("#match-name").fill(f"guest {number}")
        page.select_option("#match-book", "guobiao98")
        page.get_by_role("button", name="Find players").click()
        if number < 3:
            expect(page.locator(".match-waiting")).to_be_visible()
    for page in pages:
        page.wait_for_url("**/play/*")
    assert len({page.url for page in pages}) == 1
    for page in pages:
        page.wait_for_selector(".arranged", state="detached")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_who_waits_sees_for_how_long_and_may_stop(open_page: Open, lang: str) -> None:
    page = open_page("/play", "phone", lang=lang)
    page.locator("#match-name").fill("Ann")
    page.locator(".find-players").click()
    waiting = page.locator(".match-waiting")
    expect(waiting).to_contain_text("bots in" if lang == "en" else "秒后机器人补位")
    shoot(page, f"match-waiting-{lang}", full=True)
    page.locator(".stop-match").click()
    expect(page.locator(".find-players")).to_be_visible()
    expect(waiting).to_have_count(0)


def test_who_presses_twice_waits_once(open_page: Open) -> None:
    page = open_page("/play")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if request.url.partition("?")[0].endswith("/match") else None)
    page.locator("#match-name").fill("Ann")
    page.locator(".find-players").dblclick()
    expect(page.locator(".match-waiting")).to_be_visible()
    expect(page.locator("#match .problem")).to_have_count(0)
    assert asked.count("POST") == 1
    page.locator(".stop-match").click()
    expect(page.locator(".find-players")).to_be_visible()


@pytest.mark.parametrize(("lang", "words"), [("en", "The search has ended"), ("zh", "匹配已停止")])
def test_who_looks_for_players_in_two_browsers_waits_in_the_later_one(open_page: Open, watch: Watch, lang: str, words: str) -> None:
    watch.expected.append("404")
    page = open_page("/account", lang=lang)
    name = new_name()
    sign_up(page, name)
    page.goto("/play")
    page.locator(".find-players").click()
    expect(page.locator(".match-waiting")).to_be_visible()
    other = open_page("/account", lang=lang)
    sign_in(other, name)
    other.goto("/play")
    other.locator(".find-players").click()
    expect(other.locator(".match-waiting")).to_be_visible()
    expect(page.locator("#match .problem")).to_contain_text(words)
    expect(page.locator(".find-players")).to_be_visible()
    everyone_can_use(page)
    other.locator(".stop-match").click()
    expect(other.locator(".find-players")).to_be_visible()


def wait_for_four_rounds(page: Page, name: str) -> None:
    page.locator("#match-name").fill(name)
    page.select_option("#match-book", "woodshole")
    page.select_option("#match-rounds", "4")
    page.locator(".find-players").click()


def test_who_reloads_the_page_while_waiting_waits_on_until_they_stop(open_page: Open) -> None:
    page = open_page("/play")
    wait_for_four_rounds(page, "Ann")
    expect(page.locator(".match-waiting")).to_be_visible()
    begun: list[str] = []
    page.on("request", lambda request: begun.append(request.url) if "/api/v1/match" in request.url and request.method == "POST" else None)
    page.reload()
    expect(page.locator(".match-waiting")).to_contain_text("bots in")
    assert begun == []
    other = page.context.new_page()  # another window waits with them
    other.goto("/play")
    expect(other.locator(".match-waiting")).to_be_visible()
    other.close()
    page.locator(".stop-match").click()
    expect(page.locator(".find-players")).to_be_visible()
    page.reload()
    expect(page.locator(".find-players")).to_be_visible()
    assert page.evaluate("localStorage.getItem('quepu.ticket')") is None


def test_who_was_away_or_reloads_when_a_table_is_found_is_led_to_it(open_page: Open) -> None:
    """Nobody misses a table because the page did not hear of it."""
    pages = [open_page("/play") for _ in range(4)]
    reloading, leaving, *others = pages
    held = ["GET"]  # the page does not hear of its table before it is loaded again
    reloading.route("**/api/v1/match?*", lambda route: None if route.request.method in held else route.continue_())
    wait_for_four_rounds(reloading, "Ann")
    expect(reloading.locator(".match-waiting")).to_be_visible()
    wait_for_four_rounds(leaving, "Bo")
    expect(leaving.locator(".match-waiting")).to_be_visible()
    leaving.goto("/rules")
    for page, name in zip(others, ("Cy", "Di"), strict=True):
        wait_for_four_rounds(page, name)
    for page in others:
        page.wait_for_url("**/play/*")
    held.clear()
    reloading.reload()
    leaving.go_back()
    for page in (reloading, leaving):
        page.wait_for_url("**/play/*")
        page.wait_for_selector(".arranged", state="detached")
        assert page.evaluate("localStorage.getItem('quepu.ticket')") is None
    assert len({page.url for page in pages}) == 1


def test_a_search_that_has_ended_is_forgotten(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/rules")
    page.evaluate("localStorage.setItem('quepu.ticket', JSON.stringify({ticket: 'none', bots_after: 20, every: 1.5, used: Date.now()}))")
    page.goto("/play")
    expect(page.locator("#match .problem")).to_contain_text("The search has ended")
    page.reload()
    expect(page.locator(".find-players")).to_be_visible()
    expect(page.locator("#match .problem")).to_have_count(0)
