"""The rhythm of a table in a browser: settings, speed, what the page does by itself, more time, the end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.sizes import variants
from tests.web.conftest import Open, shoot, until
from tests.web.own_server import Visit, own_server
from tests.web.table import api, discards, end_now, everyone_can_use, go_on, room_of, start_now, winning_moment

AUTO = """async () => {
    const {TableState} = await import("/static/table/table-state.js");
    const state = new TableState("x");
    const player = (member) => ({name: "", member, bot: null, here: true, away: false});
    const view = {seat: "E", hand: "123m456p789sEE5m5p1s", drawn: "1s", seats: [{ready: null}]};
    const answer = (waits, legal, people) => {
        state.member = 0;
        state.room = {players: [0, ...people].map(player)};
        state.table = {game: "g", n: 1, you: 0, waits: {for: waits}, prompt: {legal}, view};
        return state.ownAnswer;
    };
    state.auto.calls = state.auto.drawn = true;
    const [pass, pung, win, kong, drawn, other] = [119, 113, 115, 42, 18, 0];
    const found = [[null], [1]].map((people) => [
        answer("claims", [pung, pass], people), answer("claims", [pung, win, pass], people),
        answer("turn", [other, drawn], people), answer("turn", [other, drawn, win], people), answer("turn", [other, drawn, kong], people),
    ]);
    state.follow([{t: "hand"}]);
    return [...found, answer("turn", [other, drawn], [null]), state.auto];
}"""


def test_the_page_passes_at_once_and_discards_among_people_after_a_pause(open_page: Open) -> None:
    """It stops where a win or a kong is possible, and after the deal."""
    page = open_page("/replay")
    passing, drawn = {"action": 119, "at": "once"}, {"action": 18, "at": "soon"}
    assert page.evaluate(AUTO) == [
        [passing, None, drawn, None, None],
        [passing, None, {**drawn, "at": "thought"}, None, None],
        None,
        {"win": False, "calls": False, "drawn": False},
    ]


def test_drawn_tiles_are_discarded_by_the_page(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    page.locator("#auto-calls").click()
    page.locator("#auto-drawn").click()
    until(page, lambda: discards(page) > 24 or page.locator(".choice, .end").count() > 0)
    expect(page.locator("#auto-drawn, .end").first).to_be_visible()


def test_the_page_wins_by_itself_for_a_game_also_when_it_is_opened_again(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page, "guobiao")
    page.locator("#auto-win").click()
    page.locator("#auto-drawn").click()
    page.reload()
    expect(page.locator("#auto-win")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#auto-drawn")).to_have_attribute("aria-pressed", "false")  # that is for one deal
    page.locator("#auto-win").click()
    page.reload()
    expect(page.locator("#auto-win")).to_have_attribute("aria-pressed", "false")
    page.locator("#auto-win").click()
    end_now(page)
    page.locator(".rematch").click()
    expect(page.locator("#auto-win")).to_have_attribute("aria-pressed", "false")


def test_choices_look_inactive_as_long_as_a_tap_on_them_does_nothing(open_page: Open, site: str) -> None:
    """A quarter of a second after a new question: a tap was aimed at what was there before."""
    page = open_page("/play", "phone")
    page.clock.install()
    sockets: list[WebSocketRoute] = []
    tables: list[dict[str, Any]] = []
    acts: list[str] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def told(message: str | bytes) -> None:
            tables.extend([json.loads(message)["table"]] if json.loads(message).get("table") else [])
            socket.send(message)

        server.on_message(told)
        socket.on_message(lambda message: acts.append(str(message)) if json.loads(message)["t"] == "act" else server.send(message))

    page.route_web_socket(re.compile("/socket"), between)
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    expect(page.locator(".choice.win")).to_be_enabled()
    expect(page.locator(".choices.early")).to_have_count(0)  # nothing was there before
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    n = tables[-1]["n"] + 1
    sockets[-1].send(json.dumps({"v": 1, "t": "update", "n": n, "events": [], "table": {**tables[-1], "n": n}}))
    expect(page.locator(".choices.early .choice.win")).to_be_visible()
    assert float(page.evaluate("getComputedStyle(document.querySelector('.choice.win')).opacity")) < 1
    page.locator(".choice.win").tap()
    assert acts == []
    page.clock.run_for(300)
    expect(page.locator(".choices.early")).to_have_count(0)
    page.locator(".choice.win").tap()
    until(page, lambda: acts)


def among_people(asked: list[dict[str, Any]], clock: dict[str, int] | None) -> Any:
    """A table with bots as a page among people sees it, with this clock; requests for more time are kept and confirmed."""

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        waits = (content.get("table") or {}).get("waits") or {}
        if waits.get("for") == "claims":
            waits.update(window=True, left=5000)
        if content.get("room"):
            content["room"]["settings"]["clock"] = clock
        for player in (content.get("room") or {}).get("players") or []:
            player["member"] = 7 if player["member"] is None else player["member"]
        return json.dumps(content)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))

        def sent(message: str | bytes) -> None:
            content = json.loads(message)
            if content["t"] != "more":
                server.send(message)
                return
            asked.append(content)
            socket.send(json.dumps(content))

        socket.on_message(sent)

    return between


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_player_can_make_the_table_wait(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    asked: list[dict[str, Any]] = []
    page.route_web_socket(re.compile("/socket"), among_people(asked, {"turn": 60, "bank": 0, "claim": 20}))
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    soon = {"zh": "要这张吗？不点就是过", "en": "Do you want it? No answer passes"}[lang]
    expect(page.locator(".status-text")).to_have_text(soon)
    expect(page.locator(".status-text")).to_be_visible()
    everyone_can_use(page)
    until(
        page,
        lambda: page.locator(".claim-bar i").evaluate("bar => bar.getBoundingClientRect().width / bar.parentElement.clientWidth") < 0.5,
    )
    shoot(page, f"claim-{device}-{lang}")
    button = page.locator(".think")
    size = button.bounding_box()
    assert size is not None
    assert size["height"] >= 40
    assert size["width"] >= 80
    expect(button).to_have_text({"zh": "等一下", "en": "Hold on"}[lang])
    button.click()
    expect(page.locator(".claim-bar")).to_have_count(0)
    expect(page.locator(".status-text")).to_have_text({"zh": "大家在等你", "en": "The table waits for you"}[lang])
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".choice.win")).to_be_enabled()
    page.keyboard.press("t")
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "false")
    n = int(str(page.locator(".room").get_attribute("data-n")))
    assert [(one["n"], one.get("done", False)) for one in asked] == [(n, False), (n, True)]


@variants(("device", "lang"), ("phone", "en"), ("lying", "zh"), ("desktop", "zh"))
def test_without_a_clock_a_win_is_waited_for_and_no_time_passes(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    page.route_web_socket(re.compile("/socket"), among_people([], None))
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    waits = {"zh": "和吗？大家等你决定", "en": "Win on it? The table waits for you"}[lang]
    expect(page.locator(".status-text")).to_have_text(waits)
    expect(page.locator(".choice.win")).to_be_enabled()
    expect(page.locator(".claim-bar, .time, .choice.think")).to_have_count(0)
    everyone_can_use(page)


def test_a_game_that_was_ended_leaves_no_prompt(open_page: Open, site: str) -> None:
    page = open_page("/play")
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    expect(page.locator(".choice.win")).to_be_visible()
    end_now(page)
    for _ in range(2):
        expect(page.locator(".rematch")).to_be_visible()
        expect(page.locator(".choice, .switches, .time, .dock.asked, .mine[aria-disabled='false'], #hint-button")).to_have_count(0)
        expect(page.locator(".status-text")).to_have_text("")
        assert page.title().startswith("The table")
        page.reload()


@variants(("device", "lang"), ("phone", "en"), ("lying", "zh"), ("desktop", "zh"))
def test_the_host_chooses_and_changes_the_settings_and_all_see_it(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    page.wait_for_selector('#room-book option[value="guobiao"]', state="attached")
    page.select_option("#room-book", "guobiao")
    page.select_option("#room-clock", "slow")
    page.select_option("#room-speed", "leisurely")
    page.locator("#room-hints").uncheck()
    everyone_can_use(page)
    page.locator(".make-table").click()
    page.wait_for_selector(".lobby")
    room = room_of(page)
    chosen = api(site, f"/rooms/{room}")["room"]["settings"]
    assert (chosen["rules"], chosen["clock"]["turn"], chosen["speed"], chosen["hints"]) == ("guobiao", 60, "leisurely", False)
    guest = open_page(f"/play/{room}", lang=lang)
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").click()
    guest.wait_for_selector(".chair.own")
    expect(guest.locator(".room-settings")).to_have_count(0)
    page.locator(".room-settings summary").click()
    page.wait_for_selector('#room-book option[value="lingque28"]', state="attached")
    expect(page.locator("#room-speed")).to_have_value("leisurely")
    page.select_option("#room-length", "hands-4")
    changed = {"zh": "设置已更改：四局", "en": "Settings changed: four hands"}[lang]
    expect(guest.locator(".settings-changed")).to_have_text(changed)
    page.select_option("#room-book", "lingque28")
    name = {"zh": "灵雀", "en": "Lingque"}[lang]
    expect(guest.locator(".lobby .facts")).to_contain_text(name)
    page.locator("#room-flowers").uncheck()
    expect(guest.locator(".lobby .facts")).to_contain_text({"zh": "自己补花", "en": "flowers by hand"}[lang])
    everyone_can_use(page)
    page.locator(".start").click()
    page.wait_for_selector(".mine")
    expect(page.locator(".room-facts")).to_contain_text(name)
    expect(page.locator("#hint-button")).to_have_count(0)
    page.locator("#more-button").click()
    page.select_option("#table-speed", "instant")
    speed = {"zh": "节奏：立即", "en": "speed: instant"}[lang]
    expect(guest.locator("#toast")).to_contain_text(speed)
    guest.locator("#more-button").click()
    expect(guest.locator("#table-speed")).to_have_count(0)


def test_one_alone_with_bots_skips_to_their_next_decision(visit: Visit, tmp_path: Path) -> None:
    """At a table where a minute passes between two of their turns."""
    with own_server(tmp_path, pace=10) as server:
        visitors = visit(server.address)
        page = visitors.page()
        start_now(page)
        page.locator("#more-button").click()
        page.select_option("#table-speed", "leisurely")
        for _ in range(3):
            until(page, lambda: page.locator(".dock.asked").count() or page.locator("#skip:enabled").count())
            if not page.locator(".dock.asked").count():
                page.keyboard.press("g")
                page.wait_for_selector(".dock.asked, .end")
            if page.locator(".end").count():
                break
            expect(page.locator("#skip")).to_be_disabled()
            asked = page.locator(".room").get_attribute("data-n")
            page.evaluate("() => (document.querySelector('.choice.pass') ?? document.querySelector('.mine[aria-disabled=false]')).click()")
            page.wait_for_function("asked => document.querySelector('.room').dataset.n !== asked", arg=asked)
        visitors.close()
