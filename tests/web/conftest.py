"""The pages in Chromium, against a real server process on this machine.

Every test also fails on a console error, on a script error, and on any request that leaves the server.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, expect, sync_playwright

from tests.web.own_server import DEVICES, PATIENCE, SCREENS, Open, Visit, Visitors, Watch, new_context, start_server, stop_server
from tests.web.people import SOMETHING_TO_SEE, new_name, promote, sign_up, signed_up

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

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.web)


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
        free = self._free.setdefault((device, lang, scheme), [])
        if not free:
            return new_context(self.browser, self.site, device, lang, scheme).new_page()
        page = free.pop()
        page.set_viewport_size(SCREENS[device]["viewport"])
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


@pytest.fixture
def watch(site: str) -> Iterator[Watch]:
    watching = Watch(site)
    yield watching
    assert watching.wrong == []


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Lets people use a server that a test has started: ``visit(address, *expected)`` returns their ``Visitors``. ``expected`` are
    parts of messages in their consoles that are no fault."""
    made: list[Visitors] = []

    def visiting(address: str, *expected: str) -> Visitors:
        made.append(Visitors(browser, address, list(expected)))
        return made[-1]

    yield visiting
    for visitors in made:
        visitors.close()


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


@pytest.fixture(scope="session")
def reported(site: str, site_folder: Path, browser: Browser) -> None:
    """There are reports, bans and rooms for operators to see."""
    context = new_context(browser, site)
    page = context.new_page()
    name = new_name("Op")
    page.goto("/account")
    sign_up(page, name)
    promote(site_folder, name)
    page.evaluate(SOMETHING_TO_SEE)
    context.close()


@pytest.fixture
def open_as_operator(open_page: Open, reported: None, site_folder: Path) -> Open:
    """Opens a page as a new operator, in the language and colours of their own."""

    def opened(path: str, device: str = "desktop", lang: str = "en", **options: Any) -> Page:
        page, name = signed_up(open_page, device, lang, **options)
        promote(site_folder, name)
        page.goto(path)
        return page

    return opened


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


__all__ = ["AXE", "DEVICES", "PATIENCE", "SCREENS", "Open", "Watch", "fans", "hand_path", "points", "shoot", "shown", "until", "worked_off"]
