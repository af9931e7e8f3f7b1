"""What a player is asked about a tile on offer among people: all of it is visible, on top of everything else, at any size of screen."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import go_on, winning_moment

CHOWS, PUNG, KONG, WIN, PASS = [110, 111, 112], 113, 114, 115, 119
OFFERS: dict[str, list[int]] = {
    "win-pung": [PUNG, WIN, PASS],
    "all": [*CHOWS, PUNG, KONG, WIN, PASS],
    "sets": [*CHOWS, PUNG, KONG, PASS],
    "pung": [PUNG, PASS],
}
SIZES = {"small": (360, 740), "phone": (390, 844), "lying": (844, 390), "desktop": (1280, 800)}
FANS = [
    {"id": "all_pungs", "name": "碰碰和", "en": "All Pungs", "count": 1},
    {"id": "dragon_pung", "name": "箭刻", "en": "Dragon Pung", "count": 1},
    {"id": "one_voided_suit", "name": "缺一门", "en": "One Voided Suit", "count": 1},
]
CLOCK = {"turn": 60, "bank": 0, "claim": 60}


def offered(legal: list[int], clock: dict[str, int] | None) -> Any:
    """The messages of a table with bots, as if this were on offer among people."""

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        if content.get("room"):
            content["room"]["settings"]["clock"] = clock
            for player in content["room"]["players"] or []:
                player["member"] = 7 if player["member"] is None else player["member"]
        table = content.get("table")
        if table and table["waits"]["for"] == "claims":
            table["waits"] |= {"window": True, "held": False, "left": 4000}
            table["view"]["offer"]["tile"] = "5m"
            table["prompt"] = {"legal": legal, **({"win": {"points": 10, "fans": FANS}} if WIN in legal else {})}
        return json.dumps(content)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))

    return between


HIDDEN = """
() => [...document.querySelectorAll(".status-text, .claim-bar, .choice")].filter((one) => {
  const {left, right, top, bottom} = one.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right - left < 4) return true;
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  return points.some(([x, y]) => {
    const there = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
    return !one.contains(there) && !there?.contains(one);
  });
}).map((one) => one.outerHTML.slice(0, 80))
"""
"""The parts of a prompt that are not whole on the screen, or behind something else."""


def ask(page: Page, site: str, offer: str, size: str, clock: dict[str, int] | None = None) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.route_web_socket(re.compile("/socket"), offered(OFFERS[offer], clock))
    go_on(page, site, *winning_moment(site, "guobiao")[:4])
    expect(page.locator(".choice").first).to_be_enabled()


def boxes_apart(page: Page, first: str, second: str) -> bool:
    return bool(
        page.evaluate(
            """([first, second]) => {
                const [a, b] = [first, second].map((one) => document.querySelector(one).getBoundingClientRect());
                return a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
            }""",
            [first, second],
        )
    )


@variants("size", *SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("offer", OFFERS)
def test_the_whole_prompt_is_visible_with_every_panel(open_page: Open, site: str, offer: str, lang: str, size: str) -> None:
    page = open_page("/play", "desktop" if size == "desktop" else "phone", lang=lang)
    ask(page, site, offer, size, CLOCK)
    expect(page.locator(".choice")).to_have_count(len(OFFERS[offer]) + 1)
    expect(page.locator(".claim-bar")).to_be_visible()
    for panel in ("", "hint", "fans", "more"):
        if panel:
            page.locator(f"#{panel}-button").click()
        if panel == "hint":
            page.wait_for_selector(".advice li")
        shoot(page, f"prompt-{offer}-{size}-{lang}-{panel or 'plain'}")
        assert page.evaluate(HIDDEN) == [], panel
        assert boxes_apart(page, ".choices", ".rack-tiles")
        if panel == "hint":  # on a wide screen it is scrolled beside the choices
            assert boxes_apart(page, ".choices", ".hint-panel" if size in ("small", "phone") else ".panels")
        if panel:
            page.locator(f"#{panel}-button").click()
