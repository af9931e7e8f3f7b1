"""Clubs and tournaments in a browser: what their tests share."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

KEY_OF = """
async (id) => {
  const {keptDocument} = await import("/static/shared/documents/keep.js");
  return (await keptDocument(id))?.document.key ?? null;
}
"""


def id_of(page: Page) -> str:
    """The document of the page."""
    return page.url.split("?")[0].split("#")[0].rpartition("/")[2]


def key_of(page: Page, document: str) -> str:
    """The key that this browser has of a document."""
    return str(page.evaluate(KEY_OF, document))


def post(site: str, path: str, given: object, key: str | None = None) -> Any:
    """A request of a program."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    request = urllib.request.Request(f"{site}/api/v1{path}", json.dumps(given).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def get(site: str, path: str) -> Any:
    with urllib.request.urlopen(f"{site}/api/v1{path}", timeout=60) as answer:
        return json.load(answer)


class Device:
    """Another device, that writes by requests."""

    def __init__(self, site: str, name: str) -> None:
        self.site = site
        self.name = name
        self.number = 0

    def add(self, document: str, key: str, *entries: dict[str, Any]) -> list[str]:
        """Add entries after all that the server has; their ids."""
        known = get(self.site, f"/documents/{document}")["at"]
        made = []
        for place, entry in enumerate(entries, 1):
            self.number += 1
            made.append({"id": f"{self.name}.{self.number}", "at": known + place, "when": 1_763_500_000_000 + self.number, **entry})
        post(self.site, f"/documents/{document}/entries", {"entries": made}, key)
        return [str(entry["id"]) for entry in made]


def saved(page: Page) -> None:
    """Wait until the server has everything."""
    expect(page.locator(".document-status")).to_have_attribute("data-status", "saved")


def view(page: Page, name: str) -> None:
    """Go to a view of the page."""
    page.locator(f'.view-tabs a[data-view="{name}"]').click()
    expect(page.locator(f".view-{name}")).to_be_visible()
