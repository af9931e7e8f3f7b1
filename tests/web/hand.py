"""The hand page for tests: tiles to pick, and those that are held."""

from __future__ import annotations

from playwright.sync_api import Page

STRAIGHT = "12345678m22p [EEE] +9m"


def pick(page: Page, *tiles: str, touch: bool = False) -> None:
    for tile in tiles:
        key = page.locator(f'.key[data-tile="{tile}"]')
        key.tap() if touch else key.click()


def mode(page: Page, name: str, touch: bool = False) -> None:
    label = page.locator(f'.mode:has(input[value="{name}"]) span')
    label.tap() if touch else label.click()


def held(page: Page) -> list[str]:
    return [str(tile.get_attribute("data-tile")) for tile in page.locator(".tray .held:not(.won)").all()]
