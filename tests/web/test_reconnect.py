"""Reconnecting: after the server, the network or the place at the table was lost."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from quepu.engine import verify
from tests.web.conftest import Open, Watch
from tests.web.own_server import OwnServer, Visit, own_server
from tests.web.table import api, everyone_can_use, play_on, play_until, room_of, start_now, together


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OwnServer]:
    with own_server(tmp_path) as own:
        yield own


@pytest.fixture
def own_page(server: OwnServer, visit: Visit) -> Iterator[Page]:
    """A page of that server, watched as all are but for what a server that is gone must lead to."""
    visitors = visit(server.address, "WebSocket connection to", "ERR_CONNECTION_REFUSED")
    yield visitors.page()
    visitors.close()


def shown(page: Page) -> dict[str, Any]:
    """What a player sees of the game."""
    found: dict[str, Any] = page.evaluate(
        """() => ({
            n: document.querySelector(".room").dataset.n,
            hand: [...document.querySelectorAll(".mine")].map((tile) => tile.dataset.tile),
            rivers: [...document.querySelectorAll(".river")].map((river) => river.getAttribute("aria-label")),
            players: document.querySelector(".players").innerText,
            middle: document.querySelector(".middle").textContent,
        })"""
    )
    return found


def test_the_server_is_killed_and_started_again_in_the_middle_of_a_game(server: OwnServer, own_page: Page) -> None:
    """The page says so, comes back by itself to what it showed, and the game goes on to a record that is valid."""
    start_now(own_page)
    play_until(own_page, 8)
    expect(own_page.locator(".dock.asked")).to_be_visible()
    before = shown(own_page)
    server.kill()
    expect(own_page.locator(".banner")).to_have_text("The connection is lost. Connecting again…")
    assert shown(own_page) == before
    expect(own_page.locator("#announcer")).to_have_text("The connection is lost. Connecting again…")
    server.start()
    expect(own_page.locator(".banner")).to_have_count(0)
    expect(own_page.locator("#announcer")).to_have_text("The connection is back.")
    assert shown(own_page) == before
    expect(own_page.locator(".dock.asked")).to_be_visible()
    play_on(own_page)
    replay = own_page.locator(".end a[href^='/replay/']")
    expect(replay).to_be_visible()
    own_page.locator(".check").click()
    expect(own_page.locator(".shuffle-check")).to_have_attribute("data-checked", "right")
    game = str(replay.get_attribute("href")).split("/")[2]
    assert verify(api(server.address, f"/games/{game}/record")).book.id == "lingque28"


def test_a_page_that_is_closed_while_it_connects_logs_nothing(server: OwnServer, own_page: Page) -> None:
    """The server is there and does not answer: the connection is neither open nor refused when the page goes."""
    start_now(own_page)
    server.process.send_signal(signal.SIGSTOP)
    own_page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")  # it connects anew
    said: list[str] = []
    own_page.context.on("console", lambda message: said.append(message.text))
    own_page.close()
    server.process.send_signal(signal.SIGCONT)
    assert said == []


class Network:
    """The network of a page, which can be cut: what is open closes, and nothing opens any more."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.open: list[WebSocketRoute] = []
        self.cut = False
        context.route_web_socket(lambda address: "/socket" in address, self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1012, reason="no network")
            return
        socket.connect_to_server()
        self.open.append(socket)

    def lose(self) -> None:
        self.cut = True
        self.context.set_offline(True)
        for socket in self.open:
            socket.close(code=1012, reason="no network")

    def find(self) -> None:
        self.cut = False
        self.context.set_offline(False)


def test_a_bot_plays_for_a_player_who_is_offline_for_long(open_page: Open, watch: Watch) -> None:
    watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    guest = open_page("/play", "phone")
    network = Network(guest.context)
    host, guest = together(open_page, "Ann", "Bo", guest, clock="slow")
    network.lose()
    expect(guest.locator(".banner")).to_have_text("The connection is lost. Connecting again…")
    there = host.locator(".player", has_text="Bo")
    expect(there.locator(".absent")).to_contain_text("offline")
    play_on(host)
    expect(there.locator(".absent")).to_contain_text("a bot plays")
    before = int(str(host.locator(".room").get_attribute("data-n")))
    host.wait_for_function("before => Number(document.querySelector('.room').dataset.n) > before + 12", arg=before)
    host.evaluate("clearInterval(window.autoplay)")
    network.find()
    expect(guest.locator(".banner")).to_have_count(0)
    expect(guest.locator("#toast")).to_have_text(re.compile(r"^While you were away a bot discarded \d+ tiles? for you\.$"))
    expect(there.locator(".absent")).to_have_count(0)
    for page in (host, guest):
        play_on(page)
    again = int(str(guest.locator(".room").get_attribute("data-n")))
    guest.wait_for_function("again => Number(document.querySelector('.room').dataset.n) > again + 12", arg=again)
    expect(there.locator(".absent")).to_have_count(0)


def test_the_page_goes_on_discarding_by_itself_after_a_lost_connection(open_page: Open, watch: Watch) -> None:
    """Also the tile whose time came while there was no connection: a table without a clock would wait for it forever."""
    watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    guest = open_page("/play", "phone")
    network = Network(guest.context)
    guest.clock.install()
    host, guest = together(open_page, "Ann", "Bo", guest)
    guest.evaluate("() => void setInterval(() => document.querySelector('.choice.pass')?.click(), 20)")
    play_on(host)
    guest.wait_for_selector(".mine[aria-disabled='false']")
    guest.clock.pause_at(guest.evaluate("Date.now()") / 1000 + 0.5)
    guest.locator("#auto-drawn").click()  # between people the page waits before it discards
    asked = str(guest.locator(".room").get_attribute("data-n"))
    network.lose()
    expect(guest.locator(".banner")).to_be_visible()
    guest.clock.run_for(3000)
    guest.clock.resume()
    network.find()
    expect(guest.locator(".banner")).to_have_count(0)
    guest.wait_for_function("asked => document.querySelector('.room').dataset.n !== asked", arg=asked)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", r"^Bo \((east|south|west|north)\) is offline; a bot plays in \d+ s$"),
        ("zh", r"^[東南西北] Bo 断线了，\d+ 秒后机器人代打$"),
    ],
)
def test_a_device_that_goes_offline_says_so_at_once_and_the_others_see_when_a_bot_will_play(
    open_page: Open, watch: Watch, lang: str, words: str
) -> None:
    """Nothing is closed and no time passes: the browser alone says that there is no network."""
    watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    guest = open_page("/play", "phone")
    guest.clock.install()
    host, guest = together(open_page, "Ann", "Bo", guest)
    if lang == "zh":
        host.get_by_role("button", name="中文").click()
    play_on(host)
    guest.evaluate("() => void setInterval(() => document.querySelector('.choice.pass')?.click(), 20)")  # on to their turn
    guest.wait_for_selector(".mine[aria-disabled='false']")
    guest.clock.pause_at(guest.evaluate("Date.now()") / 1000 + 0.5)
    guest.context.set_offline(True)
    expect(guest.locator(".banner")).to_be_visible()
    expect(guest.locator(".mine[aria-disabled='false'], .choice:enabled")).to_have_count(0)
    expect(guest.locator(".status-text")).to_have_text("The connection is lost. Connecting again…")
    guest.locator(".mine").first.tap(force=True)
    expect(guest.locator(".lifted")).to_have_count(0)
    there = host.locator(".player", has_text="Bo")
    expect(there.locator(".absent")).to_have_text({"en": "offline", "zh": "断线"}[lang])
    expect(host.locator(".status-text")).to_have_text(re.compile(words))
    before = int(re.findall(r"\d+", host.locator(".status-text").inner_text())[0])
    assert before <= 60
    host.wait_for_function(  # it counts down
        "before => Number(/\\d+/.exec(document.querySelector('.status-text').textContent)?.[0]) < before", arg=before
    )
    guest.clock.resume()
    guest.context.set_offline(False)
    expect(guest.locator(".banner")).to_have_count(0)
    expect(there.locator(".absent")).to_have_count(0)


REMOVE = """
async ([room, member]) => {
  const {token} = JSON.parse(localStorage.getItem(`quepu.room.${room}`));
  const socket = new WebSocket(`ws://${location.host}/api/v1/rooms/${room}/socket`);
  await new Promise((done) => (socket.onopen = done));
  socket.send(JSON.stringify({v: 1, t: "hello", token, game: null, after: null}));
  await new Promise((done) => (socket.onmessage = done));
  socket.send(JSON.stringify({v: 1, t: "remove", member}));
}
"""
"""The host removes somebody, from another device."""


@pytest.mark.parametrize(
    ("phase", "lang", "words", "way_out"),
    [
        ("lobby", "en", "The host has removed you from this table.", "Back to the tables"),
        ("playing", "zh", "房主把你请出了这一桌。", "回到对局页"),
    ],
)
def test_a_removed_player_sees_a_message_and_stays_out(open_page: Open, phase: str, lang: str, words: str, way_out: str) -> None:
    host = open_page("/play")
    host.fill("#play-name", "Ann")
    host.locator(".make-table").click()
    host.wait_for_selector(".lobby")
    guest = open_page(host.url, "phone", lang=lang)
    guest.clock.install()
    guest.reload()
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").click()
    guest.wait_for_selector(".chair.own")
    opened: list[str] = []
    guest.on("websocket", lambda socket: opened.append(socket.url))
    if phase == "lobby":
        host.get_by_role("button", name="Remove Bo").click()
    else:
        host.locator(".start").click()
        guest.wait_for_selector(".mine")
        host.evaluate(REMOVE, [room_of(host), 1])
    expect(guest.locator(".banner p")).to_have_text(words)
    assert guest.locator("main button:visible").count() == 0
    assert guest.locator(".board, .dock, .lobby").count() == 0
    guest.clock.run_for(60_000)  # by then it would have tried again, more than once
    assert opened == []
    guest.get_by_role("link", name=way_out).click()
    guest.wait_for_url("**/play")
    expect(guest.locator(".play-now")).to_be_visible()
    expect(guest.locator(".running")).to_have_count(0)
    if phase == "playing":
        expect(host.locator(".player", has_text="Bo").locator(".absent")).to_contain_text("a bot plays")


def test_after_a_removal_the_old_link_is_invalid_and_the_page_shows_the_new_one(open_page: Open, watch: Watch) -> None:
    watch.expected += ["403 (Forbidden)"]
    host = open_page("/play")
    host.fill("#play-name", "Ann")
    host.locator(".make-table").click()
    host.wait_for_selector(".lobby")
    old = host.locator(".room-link").inner_text()
    guest = open_page(old, "phone")
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").click()
    guest.wait_for_selector(".chair.own")
    host.get_by_role("button", name="Remove Bo").click()
    link = host.locator(".room-link")
    expect(link).not_to_have_text(old)
    new = link.inner_text()
    assert new.startswith(f"{old}#invite=")
    expect(host.locator(".invite svg.qr")).to_be_visible()
    expect(guest.locator(".banner p")).to_have_text("The host has removed you from this table.")
    stranger = open_page(old, "phone")
    expect(stranger.locator(".banner p")).to_have_text("This link is no longer valid; ask somebody at the table for the new one.")
    # on a page that knows the old link the new one changes the fragment alone
    stranger.goto(new)
    stranger.reload()
    stranger.fill("#join-name", "Cy")
    stranger.locator(".join button").click()
    stranger.wait_for_selector(".chair.own")
    assert "invite" not in stranger.url
    guest.goto(new)
    guest.reload()
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").click()
    expect(guest.locator(".join .problem")).to_have_text("the host has removed you from this room")


SHORT_LIVED = """
(code) => {
  window.tries = [];
  window.WebSocket = class {
    static OPEN = 1;
    constructor() {
      window.tries.push(Date.now());
      setTimeout(() => {
        const welcome = {v: 1, t: "welcome", you: {member: null}, room: null, invite: null, table: null, missed: null};
        if (code === 4430) this.onmessage?.({data: JSON.stringify(welcome)});
        this.onclose?.({code});
      }, 0);
    }
    close() {}
    send() {}
  };
}
"""
"""Connections that are closed as soon as they are there."""


@pytest.mark.parametrize(
    ("code", "waits"),
    [(4430, [0.5, 1, 2, 4, 8, 15, 30, 30, 30]), (1012, [0.1, 1, 2, 4, 8, 15, 30, 30, 30]), (4431, [15, 30, 30, 30])],
)
def test_reconnects_become_rarer_and_stop(open_page: Open, site: str, code: int, waits: list[float]) -> None:
    opened = api(site, "/rooms", {"name": "Ann"})
    page = open_page("/play")
    page.clock.install()
    page.add_init_script(f"({SHORT_LIVED})({code})")
    page.goto(f"/play/{opened['room']}")
    page.wait_for_function("window.tries.length > 0")
    page.clock.run_for(300_000)
    tries: list[int] = page.evaluate("window.tries")
    gaps = [(after - before) / 1000 for before, after in pairwise(tries)]
    assert len(gaps) == len(waits)
    assert all(0.8 * wait <= gap <= 1.2 * wait + 0.1 for gap, wait in zip(gaps, waits, strict=True)), gaps
    expect(page.locator(".banner .primary")).to_have_text("Try again")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_log_says_who_is_back_and_nothing_of_a_quick_reload(open_page: Open, watch: Watch, lang: str) -> None:
    watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    host, guest = together(open_page, "Ann", "Bo")
    if lang == "zh":
        host.get_by_role("button", name="中文").click()
    gone, back = {"en": ("Bo is offline.", "Bo is back."), "zh": ("Bo 断线了", "Bo 回来了")}[lang]
    guest.reload()
    guest.wait_for_selector(".mine")
    expect(host.locator(".absent")).to_have_count(0)
    guest.context.set_offline(True)
    expect(host.locator(".log")).to_contain_text(gone)
    assert host.locator(".log").inner_text().count(gone) == 1
    guest.context.set_offline(False)
    expect(host.locator(".log")).to_contain_text(back)
    assert host.locator(".log").inner_text().count(back) == 1


@pytest.mark.parametrize("device", ["phone", "lying", "desktop"])
def test_a_lost_connection_is_said_in_one_place_which_covers_nothing(open_page: Open, watch: Watch, device: str) -> None:
    watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    page = open_page("/play", device)
    start_now(page)
    page.context.set_offline(True)
    banner = page.locator(".banner")
    expect(banner).to_have_text("The connection is lost. Connecting again…")
    expect(page.locator("main").get_by_text("The connection is lost")).to_have_count(1)
    place = banner.bounding_box()
    assert place is not None
    for other in page.locator(".player, .mine, .switches .chip, .room-head button").all():
        box = other.bounding_box()
        assert box is not None
        beside = place["x"] >= box["x"] + box["width"] or box["x"] >= place["x"] + place["width"]
        assert beside or place["y"] >= box["y"] + box["height"] - 1 or box["y"] >= place["y"] + place["height"] - 1
    everyone_can_use(page)
    page.context.set_offline(False)
    expect(banner).to_have_count(0)
