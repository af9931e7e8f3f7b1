"""Servers that tests start, and browsers that use them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url

DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
SCREENS = {**DEVICES, "lying": {**DEVICES["phone"], "viewport": {"width": 844, "height": 390}}}
"""The same, and a phone on its side."""

PATIENCE = 45_000
"""How many milliseconds a busy machine has before a test fails."""


Open = Callable[..., Page]
"""The fixture ``open_page``."""


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


def new_context(browser: Browser, site: str, device: str = "desktop", lang: str = "en", scheme: Any = "light") -> BrowserContext:
    """A browser of its own, in which nothing is stored."""
    context = browser.new_context(
        **SCREENS[device], locale="zh-CN" if lang == "zh" else "en-GB", color_scheme=scheme, reduced_motion="reduce",
        base_url=site, accept_downloads=True, permissions=["clipboard-read", "clipboard-write"],
    )  # fmt: skip
    context.set_default_timeout(PATIENCE)
    return context


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


class OwnServer:
    """A server that can be stopped or killed, and started again at the same address with the same data."""

    def __init__(self, data: Path, pace: float = 0) -> None:
        self.data = data
        self.pace = pace
        self.process, self.address = start_server(data, pace=pace)

    @property
    def database(self) -> Path:
        return database_in(self.data)

    def stop(self) -> None:
        """End it in order, unless it has ended."""
        if self.process.poll() is None:
            stop_server(self.process)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=PATIENCE / 1000)

    def start(self) -> None:
        """Start it again after it has ended."""
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process, address = start_server(self.data, int(self.address.rpartition(":")[2]), self.pace)
        assert address == self.address


def database_in(data: Path) -> Path:
    """The database of a server that has its data in this folder."""
    return data / "quepu" / "quepu.db"


@contextmanager
def own_server(data: Path, fill: Callable[[Store], object] | None = None, pace: float = 0) -> Iterator[OwnServer]:
    """A server for as long as it is needed. ``fill`` stores first what it is to have."""
    if fill is not None:
        with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
            thread.submit(_filled, database_in(data), fill).result()
    server = OwnServer(data, pace)
    try:
        yield server
    finally:
        server.stop()


def _filled(database: Path, fill: Callable[[Store], object]) -> None:
    database.parent.mkdir(parents=True)
    store = Store(file_url(database))
    fill(store)
    store.close()


class Visitors:
    """Browsers of people who use a server, watched as all pages of the tests are."""

    def __init__(self, browser: Browser, address: str, expected: list[str]) -> None:
        self.browser = browser
        self.address = address
        self.watch = Watch(address)
        self.watch.expected += expected
        self._contexts: list[BrowserContext] = []

    def context(self, device: str = "desktop", lang: str = "en", scheme: Any = "light") -> BrowserContext:
        """A browser in which nothing is stored."""
        context = new_context(self.browser, self.address, device, lang, scheme)
        self._contexts.append(context)
        self.watch.attach(context)
        return context

    def page(self, device: str = "desktop", lang: str = "en", scheme: Any = "light") -> Page:
        """A blank page in a browser of its own."""
        return self.context(device, lang, scheme).new_page()

    def open(self, path: str, device: str = "desktop", lang: str = "en", scheme: Any = "light") -> Page:
        """A page of the server in a browser of its own."""
        page = self.page(device, lang, scheme)
        page.goto(path)
        page.wait_for_selector("#faces", state="attached")
        return page

    def close(self) -> None:
        """Close the browsers: nothing may have gone wrong in them."""
        while self._contexts:
            self._contexts.pop().close()
        assert self.watch.wrong == [], self.watch.wrong


Visit = Callable[..., Visitors]
"""The fixture ``visit``."""
