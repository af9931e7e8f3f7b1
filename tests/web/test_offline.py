"""The pages without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, fans, hand_path, points, shoot, shown, worked_off
from tests.web.own_server import OwnServer, Visit
from tests.web.sheet import TILES, build_hand, choose, enter_win, press, saved, start_sheet, wait_for_scores
from tests.web.table import api, everyone_can_use

HAND = "12345678m22p [EEE] +9m"


class Site(OwnServer):
    """A server that the test stops, and a browser that has used it."""

    def __init__(self, visit: Visit, data: Path, device: str, lang: str) -> None:
        super().__init__(data)
        self.visitors = visit(self.address, "net::ERR")  # the browser's own words for requests that fail
        self.context: BrowserContext = self.visitors.context(device, lang)
        self.page: Page = self.context.new_page()

    def stop(self) -> None:
        """There is neither a server nor a network any more."""
        super().stop()
        self.context.set_offline(True)

    def start(self) -> None:
        """Both are there again."""
        super().start()
        self.context.set_offline(False)


@pytest.fixture
def own_site(visit: Visit, tmp_path: Path) -> Iterator[Any]:
    made: list[Site] = []

    def make(device: str, lang: str) -> Site:
        made.append(Site(visit, tmp_path, device, lang))
        return made[-1]

    yield make
    for site in made:
        site.visitors.close()
        OwnServer.stop(site)


def installed(page: Page, button: str = ".get-offline") -> None:
    """Make the pages available offline, with the scorer or without it."""
    page.goto("/offline")
    page.locator(button).click()
    expect(page.locator(".is-offline")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def parts(page: Page) -> list[tuple[str | None, str | None]]:
    """What the page says is on this device."""
    return [(one.get_attribute("data-part"), one.get_attribute("data-here")) for one in page.locator(".offline-part").all()]


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


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_the_pages_alone_work_without_a_network_and_the_scorer_can_come_later(own_site: Any, device: str, lang: str) -> None:
    site = own_site(device, lang)
    page = site.page
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/offline")
    expect(page.locator(".get-pages")).to_be_visible()
    assert parts(page) == [("pages", "false"), ("scorer", "false")]
    shoot(page, f"offline-nothing-{device}-{lang}", full=True)
    installed(page, ".get-pages")
    assert parts(page) == [("pages", "true"), ("scorer", "false")]
    assert not [url for url in loaded if "pyodide" in url or url.endswith(".zip")]
    everyone_can_use(page)
    shoot(page, f"offline-pages-{device}-{lang}", full=True)
    site.stop()

    page.goto("/rules/guobiao")
    expect(page.locator("[data-fan], .fan-name").first).to_be_visible()
    page.goto("/learn/turn")
    expect(page.locator("button.own-tile").first).to_be_visible()
    for path in (hand_path(HAND), "/practice"):
        page.goto(path)
        expect(page.locator(".problem").first).to_contain_text("还没有算分程序" if lang == "zh" else "the scorer is not on this device")
    assert page.evaluate(CODE, "/practice?rules=lingque28") == "no_scorer"
    assert page.evaluate(CODE, "/rooms") == "offline"
    page.goto("/play")
    places = [link.get_attribute("href") for link in page.locator(".needs-server .chips a").all()]
    assert {"/rules", "/learn"} <= set(places)
    assert {"/hand", "/practice"}.isdisjoint(places), "they need the scorer"

    site.start()
    installed(page)
    assert parts(page) == [("pages", "true"), ("scorer", "true")]
    site.stop()
    page.goto(hand_path(HAND))
    shown(page, HAND, "lingque28")
    assert points(page) == "36"


CODE = "(path) => import('/static/shared/api.js').then(({call}) => call(path)).then(() => null, (error) => error.code)"


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_sheet_is_kept_and_continued_without_a_network_with_the_pages_alone(own_site: Any, device: str, lang: str) -> None:
    site = own_site(device, lang)
    page = site.page
    page.goto("/sheet")
    expect(page.locator(".get-pages")).to_be_visible()
    everyone_can_use(page)
    shoot(page, f"offline-offer-{device}-{lang}", full=True)
    page.locator(".get-pages").click()
    expect(page.locator(".is-offline")).to_be_visible()
    shoot(page, f"offline-offer-done-{device}-{lang}", full=True)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    online = start_sheet(page, "guobiao")
    enter_win(page, 1, 2, 10)
    saved(page)
    site.stop()

    page.goto(f"/sheet/{online}")
    wait_for_scores(page, [-8, 34, -18, -8])
    enter_win(page, 0, 3, 8)
    wait_for_scores(page, [24, 26, -26, -24])
    page.goto("/sheet")
    begun = start_sheet(page, "lingque28")
    enter_win(page, 1, 2, 24)
    wait_for_scores(page, [-24, 96, -48, -24])
    page.goto(f"/sheet/{begun}")
    expect(page.locator(".felt-table")).to_be_visible()
    press(page, ".sheet-actions .enter")
    choose(page, "winner", 1)
    choose(page, "source", 2)
    press(page, "[data-how=built]")
    for tile in TILES:
        press(page, f'.key[data-tile="{tile}"]')
    expect(page.locator("dialog")).to_contain_text("还没有算分程序" if lang == "zh" else "the scorer is not on this device")
    everyone_can_use(page)
    shoot(page, f"offline-sheet-{device}-{lang}")

    site.start()
    page.goto(f"/sheet/{begun}")
    saved(page)
    assert len(api(site.address, f"/documents/{begun}")["entries"]) == 2
    page.goto(f"/sheet/{online}")
    saved(page)
    assert len(api(site.address, f"/documents/{online}")["entries"]) == 3


def test_an_update_keeps_what_was_chosen(own_site: Any) -> None:
    site = own_site("desktop", "en")
    page = site.page
    installed(page, ".get-pages")
    older = """() => {
        const kept = JSON.parse(localStorage.getItem("quepu.offline"));
        localStorage.setItem("quepu.offline", JSON.stringify({...kept, version: "old"}));
        return kept;
    }"""
    before = page.evaluate(older)
    assert "code" not in before
    page.goto("/rules")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('quepu.offline')).version !== 'old'")
    page.goto("/offline")
    expect(page.locator(".is-offline")).to_be_visible()
    assert parts(page) == [("pages", "true"), ("scorer", "false")]
    # a server that has no scorer any more: the one that is here stays, with its pages
    installed(page)
    page.evaluate(older)
    page.route("**/offline/version.json", lambda route: route.fulfill(json={"version": "new", "pages": 1, "scorer": None}))
    with page.expect_response("**/offline/version.json") as answer:
        page.goto("/rules")
    worked_off(page, answer.value)
    assert page.evaluate("JSON.parse(localStorage.getItem('quepu.offline')).version") == "old"


def test_a_download_that_is_cut_leaves_what_was_there(own_site: Any) -> None:
    site = own_site("desktop", "en")
    page = site.page
    page.route("**/offline/quepu-*.zip", lambda route: route.abort())
    page.goto("/offline")
    page.locator(".get-offline").click()
    expect(page.locator(".problem[role=alert]")).to_be_visible()
    assert parts(page) == [("pages", "false"), ("scorer", "false")]
    page.unroute_all()
    installed(page, ".get-pages")
    # requests of the service worker cannot be cut one by one; a device that is full ends a download in the same way
    page.evaluate("() => { Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError')); }")
    page.locator(".get-offline").click()
    expect(page.locator(".problem[role=alert]")).to_be_visible()
    assert parts(page) == [("pages", "true"), ("scorer", "false")]
    site.stop()
    page.goto("/rules")
    expect(page.locator(".shelf .card").first).to_be_visible()


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
    expect(page.locator(".problem")).to_contain_text("quepu serve --lan --https")
    page.close()


def test_a_server_without_pyodide_offers_the_pages_and_says_that_it_has_no_scorer(open_page: Open) -> None:
    page = open_page("/hand")
    page.route("**/offline/version.json", lambda route: route.fulfill(json={"version": "x", "pages": 430_000, "scorer": None}))
    page.goto("/offline")
    expect(page.locator(".get-pages")).to_contain_text("0.5 MB")
    expect(page.locator(".get-offline")).to_have_count(0)
    expect(page.locator(".offline-part[data-part=scorer]")).to_contain_text("This server does not offer it.")
