"""The score sheet in a browser: what the tests of it share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from quepu.club.sheet import sheet_state
from tests.web.table import api

NAMES = ("Ann", "Ben", "Cleo", "Dimitri")
TILES = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "5p", "5p", "5s", "5s", "5s"]
"""A hand that is a win under every book: the last tile wins."""


def press(page: Page, selector: str) -> None:
    """Tap on a phone, click elsewhere."""
    press_one(page.locator(selector).first)


def press_one(found: Locator) -> None:
    if found.page.evaluate("navigator.maxTouchPoints > 0"):
        found.tap()
    else:
        found.click()


def start_sheet(
    page: Page, rules: str = "guobiao", length: str = "rounds-4", hands: int | None = None, names: Sequence[str] = NAMES
) -> str:
    """A new sheet; its id."""
    page.goto("/sheet")
    page.select_option("#new-book", rules)
    page.select_option("#new-length", length)
    if hands is not None:
        page.fill("#new-hands", str(hands))
    for player, name in enumerate(names):
        page.fill(f"#name-{player}", name)
    press(page, ".start-sheet")
    page.wait_for_url(re.compile(r"/sheet/[a-z2-9]{16}$"))
    expect(page.locator(".felt-table")).to_be_visible()
    return id_of(page)


def id_of(page: Page) -> str:
    return page.url.split("/sheet/")[1].split("#")[0]


def choose(page: Page, group: str, value: object) -> None:
    press(page, f'dialog input[name="{group}"][value="{value}"]')


def type_points(page: Page, points: int) -> None:
    for digit in str(points):
        press(page, f'[data-digit="{digit}"]')


def confirm(page: Page) -> None:
    press(page, "dialog .confirm")
    expect(page.locator("dialog.panel")).not_to_be_visible()
    entered(page)


def entered(page: Page) -> None:
    """What was entered is on the device."""
    expect(page.locator(".sheet-page")).to_have_attribute("aria-busy", "false")


def more(page: Page, name: str, count: int) -> None:
    """Press the plus of a stepper so many times."""
    if not page.locator(".more-fields").evaluate("one => one.open"):
        press(page, ".more-fields > summary")
    for _ in range(count):
        press(page, f'.stepper:has([data-name="{name}"]) .step:last-child')
    expect(page.locator(f'[data-name="{name}"]')).to_have_text(str(count))


def enter_win(page: Page, winner: int, source: int | None, points: int, flowers: int = 0, given: dict[int, int] | None = None) -> None:
    """Enter a hand with typed points, from the seat of the winner."""
    press(page, f'button.seat[data-player="{winner}"]')
    choose(page, "source", "self" if source is None else source)
    type_points(page, points)
    if flowers:
        more(page, "flowers", flowers)
    for player, count in (given or {}).items():
        more(page, f"given-{player}", count)
    confirm(page)


def build_hand(page: Page, winner: int, source: int | None, tiles: Sequence[str] = TILES) -> None:
    """Enter a hand with its tiles."""
    press(page, ".sheet-actions .enter")
    choose(page, "winner", winner)
    choose(page, "source", "self" if source is None else source)
    press(page, "[data-how=built]")
    for tile in tiles:
        press(page, f'.key[data-tile="{tile}"]')
    expect(page.locator(".built-points")).to_be_visible()
    confirm(page)


def enter_draw(page: Page) -> None:
    press(page, ".enter-draw")
    entered(page)


def enter_penalty(page: Page, by: int, kind: str = "false_win", chip: int = 0) -> None:
    """A penalty with one of the suggested amounts."""
    press(page, ".enter-penalty")
    choose(page, "penalised", by)
    press(page, f'[data-kind="{kind}"]')
    press_one(page.locator("dialog .quick .chip").nth(chip))
    confirm(page)


def open_deal(page: Page, number: int) -> Locator:
    """The details of a deal, counted from the first."""
    rows = page.locator(".deal")
    press_one(rows.nth(rows.count() - number).locator(".deal-open"))
    expect(page.locator(".deal-detail")).to_be_visible()
    return page.locator(".deal-detail")


def scores(page: Page) -> list[int]:
    """The totals at the table, by player."""
    found = (page.locator(f'.seat[data-player="{player}"] .seat-score').inner_text() for player in range(4))
    return [int(text.replace("−", "-")) for text in found]


def wait_for_scores(page: Page, expected: Sequence[int]) -> None:
    for player, score in enumerate(expected):
        expect(page.locator(f'.seat[data-player="{player}"] .seat-score')).to_have_text(str(score).replace("-", "−"))


def saved(page: Page) -> None:
    entered(page)
    expect(page.locator(".save-status")).to_have_attribute("data-status", "saved")


def entries(site: str, id: str) -> list[Any]:
    """What the server has of a sheet."""
    return list(api(site, f"/documents/{id}")["entries"])


def server_state(site: str, id: str) -> dict[str, Any]:
    """The state that Python computes on the server, which is that of the entries."""
    state: dict[str, Any] = api(site, f"/sheets/{id}/state")
    assert state == sheet_state(entries(site, id))
    return state
