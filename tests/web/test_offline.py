"""The pages without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.sizes import variants
from tests.web.conftest import PATIENCE, SCREENS, Open, Watch, fans, hand_path, points, shoot, shown, start_server, stop_server
from tests.web.sheet import build_hand, enter_win, start_sheet, wait_for_scores
from tests.web.table import api, everyone_can_use

HAND = "12345678m22p [EEE] +9m"


class Site:
    """A server that the test stops, and a browser that has used it."""

    def __init__(self, browser: Browser, data: Path, device: str, lang: str) -> None:
        self.data = data
        self.process, self.address = start_server(data)
        self.watch = Watch(self.address)
        self.watch.expected = ["net::ERR"]  # the browser's own words for requests that fail
        self.context: BrowserContext = browser.new_context(
            **SCREENS[device], locale="zh-CN" if lang == "zh" else "en-GB", reduced_motion="reduce", base_url=self.address
        )
        self.context.set_default_timeout(PATIENCE)
        self.watch.attach(self.context)
        self.page: Page = self.context.new_page()
        self.runs = True

    def stop(self) -> None:
        """There is neither a server nor a network any more."""
        stop_server(self.process)
        self.context.set_offline(True)
        self.runs = False

    def start(self) -> None:
        """Both are there again."""
        self.process, _ = start_server(self.data, int(self.address.rpartition(":")[2]))
        self.context.set_offline(False)
        self.runs = True

    def close(self) -> None:
        self.context.close()
        if self.runs:
            stop_server(self.process)
        assert self.watch.wrong == []


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    made: list[Site] = []

    def make(device: str, lang: str) -> Site:
        made.append(Site(browser, tmp_path, device, lang))
        return made[-1]

    yield make
    for site in made:
        site.close()


def installed(page: Page) -> None:
    """Make the pages available offline."""
    page.goto("/offline")
    page.locator(".get-offline").click()
    expect(page.locator(".is-offline")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"), ("lying", "en"))
def test_hands_rules_practice_lessons_sheets_and_the_profile_work_without_a_network(own_site: Any, device: str, lang: str) -> None:
    site = own_site(device, lang)
    page = site.page
    installed(page)
    everyone_can_use(page)
    shoot(page, f"offline-{device}-{lang}")
    expected = api(site.address, "/score", {"hand": HAND})
    site.stop()

    page.goto(hand_path(HAND))
    starting = "没有网络，正在浏览器里启动算分程序" if lang == "zh" else "No network: the scorer is starting"
    expect(page.locator("#toast.shown")).to_contain_text(starting)
    expect(page.locator("#announcer")).to_contain_text(starting)
    shown(page, HAND, "lingque28")
    expect(page.locator("#toast.shown")).to_have_count(0)
    assert points(page) == str(expected["points"])
    assert fans(page) == [fan["id"] for fan in expected["fans"]]
    page.goto(hand_path("12345678m22p [EEE]"))
    shown(page, "12345678m22p [EEE]")
    expect(page.locator(".result tbody tr")).to_have_count(3)
    page.goto("/rules/guobiao")
    expect(page.locator("[data-fan], .fan-name").first).to_be_visible()
    page.goto("/practice")
    expect(page.locator(".answer")).to_be_visible()
    page.goto("/learn/points#refused")
    expect(page.locator(".result .points strong")).to_have_text("36")
    page.goto("/learn/turn")
    page.locator("button.own-tile[data-tile='W']").click()
    expect(page.locator(".said.right")).to_be_visible()
    page.goto("/me")
    expect(page.locator(".profile-empty")).to_be_visible()

    sheet = start_sheet(page)
    enter_win(page, 1, None, 8)
    build_hand(page, 0, 2)  # scored in the browser
    expect(page.locator(".save-status")).to_have_attribute("data-status", "offline")
    page.goto(f"/sheet/{sheet}")
    wait_for_scores(page, [27, 40, -43, -24])

    page.goto("/")
    page.locator(".play-now").click()
    expect(page.locator(".problem")).to_contain_text("服务器" if lang == "zh" else "server")

    page.goto("/play")
    expect(page.locator(".needs-server h1")).to_have_text("牌桌需要服务器" if lang == "zh" else "The table needs the server")
    everyone_can_use(page)
    shoot(page, f"offline-table-{device}-{lang}")
    page.goto("/play/abcdefgh")
    expect(page.locator(".needs-server h1")).to_be_visible()
    page.locator('.needs-server a[href="/rules"]').click()
    expect(page.locator(".card").first).to_be_visible()


def test_nothing_is_downloaded_or_registered_until_the_user_wants_it(open_page: Open) -> None:
    page = open_page("/hand")
    page.goto("/offline")
    page.wait_for_selector(".get-offline")
    kept = "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations().then((all) => all.length)])"
    assert page.evaluate(kept) == [[], 0]


def test_the_download_is_updated_with_the_site_and_can_be_removed(own_site: Any) -> None:
    site = own_site("desktop", "en")
    page = site.page
    installed(page)
    # as if an earlier version had been downloaded
    page.evaluate(
        """async () => {
            const kept = JSON.parse(localStorage.getItem("quepu.offline"));
            await caches.open("quepu-older");
            const cache = await caches.open("quepu-old");
            await cache.put("/hand", new Response("old"));
            await (await caches.open("quepu-offline")).put("/offline/current", Response.json({cache: "quepu-old"}));
            localStorage.setItem("quepu.offline", JSON.stringify({...kept, version: "old"}));
            await caches.delete(`quepu-${kept.version}`);
        }"""
    )
    page.goto("/hand")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('quepu.offline')).version !== 'old'")
    version = page.evaluate("JSON.parse(localStorage.getItem('quepu.offline')).version")
    page.wait_for_function("() => caches.keys().then((names) => !names.includes('quepu-older'))")
    assert sorted(page.evaluate("caches.keys()")) == sorted(["quepu-old", "quepu-offline", f"quepu-{version}"])
    page.goto("/offline")
    page.locator(".remove-offline").click()
    expect(page.locator(".get-offline")).to_be_visible()
    kept = "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations().then((all) => all.length)])"
    assert page.evaluate(kept) == [[], 0]


FETCHED = "(path) => fetch(path).then((answer) => answer.text(), () => null)"
CHANGED = """async ([path, text, site]) => {
    const name = (await caches.keys()).find((one) => one !== "quepu-offline");
    const cache = await caches.open(name);
    await cache.put(path, new Response(text, {headers: {"content-type": "text/javascript"}}));
    if (site !== null) await cache.put("/offline/site", new Response(site));
}"""


def test_a_page_never_has_files_of_two_versions(own_site: Any) -> None:
    """The download is older than the server's pages: a page has the files of the one or of the other, whatever comes and goes meanwhile."""
    site = own_site("desktop", "en")
    page = site.page
    installed(page)
    path = "/static/shared/names.js"
    page.goto("/rules")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    now = page.evaluate(FETCHED, path)
    version = page.evaluate("(path) => fetch(path).then((answer) => answer.headers.get('quepu-version'))", path)
    # a page of the server's: its files come from a download of the same version, and not from one of another
    page.evaluate(CHANGED, [path, "// kept", None])
    assert page.evaluate(FETCHED, path) == now
    site.stop()
    assert page.evaluate(FETCHED, path) == "// kept"
    page.evaluate(CHANGED, [path, "// old", "another"])
    assert page.evaluate(FETCHED, path) is None
    # a page of the download: all its files come from there, though the server is back and the worker was ended meanwhile
    page.evaluate(CHANGED, [path, now + "// old", "another"])
    page.goto("/rules")
    expect(page.locator(".shelf .card").first).to_be_visible()
    site.start()
    wire = site.context.new_cdp_session(page)
    wire.send("ServiceWorker.enable")
    wire.send("ServiceWorker.stopAllWorkers")
    assert page.evaluate(FETCHED, path) == now + "// old"
    page.goto("/rules")
    assert page.evaluate(FETCHED, path) == now
    assert page.evaluate("(path) => fetch(path).then((answer) => answer.headers.get('quepu-version'))", path) == version


def test_by_plain_http_from_another_machine_the_page_says_why_not(open_page: Open) -> None:
    page = open_page("/hand")
    page.add_init_script("delete Navigator.prototype.serviceWorker; Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto("/offline")
    expect(page.locator(".problem")).to_contain_text("https")
    page.close()


def test_a_server_without_pyodide_says_that_it_does_not_offer_it(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/hand")
    page.route("**/offline/version.json", lambda route: route.fulfill(status=404, json={"error": {"code": "not_found"}}))
    page.goto("/offline")
    expect(page.locator(".not-offered")).to_be_visible()
