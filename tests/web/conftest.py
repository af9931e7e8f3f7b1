"""The pages in Chromium, against a real server process on this machine.

Every test also fails on a console error, on a script error, and on any request that leaves the server.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    WebError,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "test-output"
AXE = ROOT / ".venv-web/node_modules/axe-core/axe.min.js"
CHROMIUM = "/usr/bin/chromium-headless-shell"

FLAGS = [
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    # several browsers share the processors: one thread in each that draws is enough
    "--num-raster-threads=1",
]  # fmt: skip
BLANK = "/api/v1/health"
"""Of the site, so that the browser keeps its process for it; for about:blank it would start another."""

DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
SCREENS = {**DEVICES, "lying": {**DEVICES["phone"], "viewport": {"width": 844, "height": 390}}}
"""The same, and a phone on its side."""

PATIENCE = 45_000
"""How many milliseconds a busy machine has before a test fails."""
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.web)


def start_server(data: Path, port: int = 0, pace: float = 0) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, without pauses, which keeps what it has to in this folder; and its address."""
    own_data = {**os.environ, "XDG_DATA_HOME": str(data), "QUEPU_REVIEW_SAMPLES": "128"}
    command = [sys.executable, "-m", "quepu", "serve", "--port", str(port), "--no-browser", "--pace", str(pace), "--lang", "en"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=own_data)
    assert process.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    if not address:
        process.kill()
        raise AssertionError("the server did not say where it is")
    return process, address[0]


def stop_server(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.wait(timeout=PATIENCE / 1000)
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server that was started for the tests has its data."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of a server that was started for the tests."""
    process, address = start_server(site_folder)
    yield address
    stop_server(process)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


class Pages:
    """Pages of the browser that tests take in turn, each with a context of its own: a new one costs more than most tests do with it.

    A test finds nothing of the one before: nothing open, nothing stored. What the browser has cached stays. A page of which a test has
    changed more for good, as its clock or its sockets, is not used again.
    """

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self._free: dict[tuple[str, str, str], list[Page]] = {}

    def take(self, device: str, lang: str, scheme: Any) -> Page:
        """A blank one."""
        screen = SCREENS[device]
        free = self._free.setdefault((device, lang, scheme), [])
        if not free:
            context = self.browser.new_context(
                **screen, locale="zh-CN" if lang == "zh" else "en-GB", color_scheme=scheme, reduced_motion="reduce",
                base_url=self.site, accept_downloads=True, permissions=["clipboard-read", "clipboard-write"],
            )  # fmt: skip
            context.set_default_timeout(PATIENCE)
            return context.new_page()
        page = free.pop()
        page.set_viewport_size(screen["viewport"])
        page.emulate_media(media="null", color_scheme=scheme, reduced_motion="reduce")
        wire = page.context.new_cdp_session(page)
        wire.send("Storage.clearDataForOrigin", {"origin": self.site, "storageTypes": "all"})
        wire.detach()
        return page

    def give_back(self, page: Page, device: str, lang: str, scheme: Any) -> None:
        for other in page.context.pages:
            if other is not page:
                other.close()
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.goto(BLANK)
            untouched = page.evaluate(UNTOUCHED)
        except Error:  # closed by the test, or by a crash
            untouched = False
        if untouched:
            self._free[device, lang, scheme].append(page)
        else:
            page.context.close()


UNTOUCHED = "[Date, WebSocket].every((one) => Function.prototype.toString.call(one).includes('[native code]'))"


@pytest.fixture(scope="session")
def pages(browser: Browser, site: str) -> Pages:
    return Pages(browser, site)


class Watch:
    """Errors in a page that a test would not notice otherwise."""

    def __init__(self, site: str) -> None:
        self.host = urlsplit(site).netloc
        self.wrong: list[str] = []
        self.expected: list[str] = []
        """Console messages that a test expects."""

    def attach(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._script)
        context.on("request", self._request)

    def detach(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._console)
        context.remove_listener("weberror", self._script)
        context.remove_listener("request", self._request)

    def _script(self, error: WebError) -> None:
        self.wrong.append(f"script: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.wrong.append(f"request to {request.url}")


@pytest.fixture
def watch(site: str) -> Iterator[Watch]:
    watching = Watch(site)
    yield watching
    assert watching.wrong == []


@pytest.fixture
def open_page(pages: Pages, watch: Watch) -> Iterator[Open]:
    """Opens a page of the site: ``open_page(path, device, lang="en", scheme="light", context=None)``; in a context, another page there."""
    taken: list[tuple[Page, str, str, Any]] = []

    def opened(path: str, device: str = "desktop", lang: str = "en", scheme: Any = "light", context: BrowserContext | None = None) -> Page:
        if context is None:
            page = pages.take(device, lang, scheme)
            watch.attach(page.context)
            taken.append((page, device, lang, scheme))
        else:
            page = context.new_page()
        page.goto(path)
        page.wait_for_selector("#faces", state="attached")
        return page

    yield opened
    for page, *kind in taken:
        pages.give_back(page, *kind)
        watch.detach(page.context)


def hand_path(hand: str, **query: str) -> str:
    """The address of the hand page with a hand."""
    rest = "".join(f"&{name}={quote(value)}" for name, value in query.items())
    return f"/hand?hand={quote(hand)}{rest}"


def shown(page: Page, hand: str, book: str | None = None) -> None:
    """Wait until the result is about this hand, under this book."""
    page.wait_for_function(
        """([hand, book]) => {
            const result = document.querySelector(".result");
            return result?.dataset.hand === hand && result.ariaBusy === "false" && (book === null || result.dataset.book === book);
        }""",
        arg=[hand, book],
    )


def until(page: Page, condition: Callable[[], object]) -> None:
    """Wait until a condition of the test holds; meanwhile the events of the browser are handled."""
    end = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        page.wait_for_timeout(10)


def worked_off(page: Page, answer: Response) -> None:
    """Wait until the page has done what it does with this answer: by then a request that began later has been answered too."""
    answer.finished()
    page.evaluate("fetch('/api/v1/health').then((answer) => answer.text())")


def points(page: Page) -> str:
    return page.locator(".result .points strong").first.inner_text()


def fans(page: Page) -> list[str]:
    """The ids of the fans that count, as the page shows them."""
    return [str(button.get_attribute("data-fan")) for button in page.locator(".fans button").all()]


def shoot(page: Page, name: str, full: bool = False) -> None:
    """Keep a picture of the page."""
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=full)


__all__ = ["AXE", "DEVICES", "Open", "Watch", "fans", "hand_path", "points", "shoot", "shown", "until", "worked_off"]
