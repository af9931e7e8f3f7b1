"""Playing at a table in a browser: what the tests of play share."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from playwright.sync_api import Locator, Page, expect

from quepu.engine import read_record
from quepu.engine.events import Won
from quepu.engine.record import RecordWriter
from tests.games import NAMES, golden
from tests.web.conftest import AXE, Open

AUTOPLAY = """
(until) => {
  const once = () => {
    if (until && document.querySelectorAll(".river use").length > until && document.querySelector(".dock.asked")) {
      clearInterval(window.autoplay);
      window.autoplay = null;
      return;
    }
    const winning = document.querySelector(".choice.win");
    const passing = document.querySelector(".choice.pass");
    const other = document.querySelector(".choice");
    const tile = document.querySelector('.just-drawn[aria-disabled="false"]') ?? document.querySelector('.mine[aria-disabled="false"]');
    (winning ?? passing ?? tile ?? other ?? document.querySelector(".go-next"))?.click();
  };
  window.autoplay = setInterval(once, 4);
}
"""
"""A fast player: wins when possible, passes, discards the drawn tile. It stops when it is asked and this number of tiles was discarded."""


def start_now(page: Page, rules: str = "lingque28", length: str = "hands-1") -> None:
    """From the lobby to a table with bots."""
    page.goto("/play")
    page.wait_for_selector(f'#book option[value="{rules}"]', state="attached")
    page.select_option("#book", rules)
    page.select_option("#play-length", length)
    page.locator(".play-now").click()
    page.wait_for_selector(".mine")


def together(
    open_page: Open, host: str, guest: str, guests_page: Page | None = None, clock: str = "none", length: str = "rounds-1"
) -> tuple[Page, Page]:
    """Two people at a table, the second one on a phone."""
    first = open_page("/play")
    first.fill("#room-name", host)
    first.select_option("#room-length", length)
    first.select_option("#room-clock", clock)
    first.locator(".make-table").click()
    first.wait_for_selector(".lobby")
    second = guests_page or open_page("/play", "phone")
    second.goto(f"/play/{room_of(first)}")
    second.fill("#join-name", guest)
    second.locator(".join button").click()
    second.wait_for_selector(".chair.own")
    first.locator(".start").click()
    for page in (first, second):
        page.wait_for_selector(".mine")
    return first, second


def play_on(page: Page) -> None:
    page.evaluate(AUTOPLAY)


def play_deal(*pages: Page) -> None:
    """Play the deal to its end; nobody goes on to the next."""
    for page in pages:
        page.evaluate(AUTOPLAY.replace(' ?? document.querySelector(".go-next")', ""))
    for page in pages:
        at_end(page)
        page.evaluate("clearInterval(window.autoplay)")


def play_until(page: Page, discarded: int) -> None:
    """Play until more tiles than this have been discarded and it is the user's decision."""
    page.evaluate(AUTOPLAY, discarded)
    page.wait_for_function("() => window.autoplay === null")


def own_turn(page: Page) -> Locator:
    """Pass until it is the user's turn and clicks count again; return the tiles that can be discarded.

    The page's clock is installed before it opens the table.
    """
    while True:
        page.wait_for_selector(".choice.pass, .mine[aria-disabled='false']")
        if not page.locator(".choice.pass").count():
            page.clock.run_for(300)
            return page.locator('.mine[aria-disabled="false"]')
        asked = page.locator(".room").get_attribute("data-n")
        page.keyboard.press("x")
        page.wait_for_function(
            "asked => document.querySelector('.room').dataset.n !== asked || !document.querySelector('.choice.pass')", arg=asked
        )


def end_now(page: Page) -> None:
    """End a game against bots."""
    page.locator("#more-button").click()
    for _ in range(2):  # the second press is meant
        page.locator(".end-game").click()
    expect(page.locator(".rematch")).to_be_visible()


def room_of(page: Page) -> str:
    return page.url.split("/play/")[1]


def api(site: str, path: str, given: object = None, media_type: str = "application/json") -> Any:
    body = given if given is None or isinstance(given, bytes) else json.dumps(given).encode()
    request = urllib.request.Request(f"{site}/api/v1{path}", body, {"Content-Type": media_type})
    with urllib.request.urlopen(request) as answer:
        content = answer.read()
    return content if path.endswith("/record") else json.loads(content)


def upload(site: str, name: str, players: Sequence[str] = NAMES) -> str:
    """A golden game in the server's store, with other names if they are given; its id."""
    game = read_record(golden(name).read_bytes())
    stream = BytesIO()
    record = RecordWriter(stream, replace(game.header, players=tuple(players)))
    for event in game.events:
        record.write(event)
    record.finish()
    return str(api(site, "/records", stream.getvalue(), "application/x-ndjson")["game"])


def winning_moment(site: str, name: str) -> tuple[str, int, int, str, Won]:
    """The first moment of a golden game when somebody can win on a discard: game, hand, step, the player by their first seat, the win."""
    game = upload(site, name)
    number = 0
    for event in read_record(golden(name).read_bytes()).events:
        if event.t == "hand":
            number += 1
        if isinstance(event, Won) and event.source is not None:
            found = api(site, f"/games/{game}/steps?hand={number}")
            step = next(one["step"] for one in found["steps"] if any(told["t"] == "win" for told in one["events"])) - 1
            return game, number, step, "ESWN"[found["hand"]["seats"][event.seat]], event
    raise AssertionError("nobody wins on a discard in this game")


def go_on(page: Page, site: str, game: str, hand: int, step: int, seat: str) -> None:
    """At a table where the game goes on from this moment."""
    page.goto(f"/replay/{game}?hand={hand}&step={step}&seat={seat}")
    page.locator(".continue").click()
    page.wait_for_selector(".mine")


def everyone_can_use(page: Page) -> None:
    """axe finds nothing serious, in light colours and in dark; nothing sticks out at the side. A question that has just come is left out:
    for a moment it takes no click, and is pale."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))  # as a script of the page it would be refused, and rightly
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        only = {} if scheme == "light" else {"runOnly": ["color-contrast"]}  # what is dark differs in its colours only
        found = page.evaluate("options => axe.run({exclude: ['.choices.early']}, {resultTypes: ['violations'], ...options})", only)
        grave = [
            (one["id"], [(node["html"][:160], node["failureSummary"]) for node in one["nodes"][:3]])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        assert grave == [], f"{scheme}: {grave}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def discards(page: Page) -> int:
    """The number of discards on the table."""
    return page.locator(".river use").count()


def at_end(page: Page) -> None:
    expect(page.locator(".end")).to_be_visible()
