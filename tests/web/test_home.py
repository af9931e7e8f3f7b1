"""The front page, old links to it, and the page for what is missing."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

from quepu.rules import BOOKS, book
from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot, shown
from tests.web.table import api, everyone_can_use, room_of

HAND = "12345678m22p [EEE] +9m"


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_one_click_starts_a_game(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/", device, lang=lang)
    page.wait_for_selector(".home-books .card")
    shoot(page, f"home-{device}-{lang}")
    page.locator(".play-now").click()
    page.wait_for_selector(".mine")
    id = room_of(page)
    room = api(site, f"/rooms/{id}")["room"]
    assert (room["phase"], room["settings"]["rules"], sum(player["bot"] is not None for player in room["players"])) == (
        "playing",
        "lingque28",
        3,
    )
    page.goto("/")
    page.locator(f".running a[href='/play/{id}']").click()
    page.wait_for_selector(".mine")


def test_every_book_has_a_sentence_and_a_way_to_play_it(open_page: Open, site: str) -> None:
    page = open_page("/", lang="zh")
    books = page.locator(".home-books li")
    expect(books).to_have_count(len(BOOKS))
    assert books.locator("p").all_inner_texts() == [book(id).about[0] for id in BOOKS]
    page.get_by_role("button", name="English").click()
    expect(books.locator("p")).to_have_text([book(id).about[1] for id in BOOKS])
    books.get_by_role("button", name="Guobiao, as played", exact=False).first.click()
    page.wait_for_selector(".mine")
    assert api(site, f"/rooms/{room_of(page)}")["room"]["settings"]["rules"] == "guobiao"


def test_the_front_page_leads_everywhere_by_keyboard(open_page: Open) -> None:
    page = open_page("/")
    ways = page.locator(".ways a")
    addresses = [str(way.get_attribute("href")) for way in ways.all()]
    assert addresses == ["/play#friends", "/learn", "/sheet", "/hand", "/rules", "/practice"]
    ways.nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".samples")).to_be_visible()
    assert page.locator("nav [aria-current=page]").inner_text() == "Hand"
    page.locator(".mark").click()
    expect(page.locator(".play-now")).to_be_visible()


def test_an_old_link_opens_the_hand(open_page: Open) -> None:
    page = open_page(f"/?hand={quote(HAND)}&rules=guobiao#result")
    shown(page, HAND, "guobiao")
    assert page.evaluate("[location.pathname, location.hash]") == ["/hand", "#result"]


def missing(open_page: Open, watch: Watch, path: str, device: str, lang: str) -> Page:
    watch.expected.append("status of 404")
    return open_page(path, device, lang=lang)


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_an_unknown_address_says_so_and_leads_home(open_page: Open, watch: Watch, device: str, lang: str) -> None:
    page = missing(open_page, watch, "/nothing-here", device, lang)
    expect(page.locator("h1")).to_have_text("这里没有这一页。" if lang == "zh" else "There is no such page here.")
    shoot(page, f"missing-{device}-{lang}")
    everyone_can_use(page)
    page.locator(".missing a[href='/']").click()
    expect(page.locator(".play-now")).to_be_visible()


@variants(("path", "lang"), ("/", "zh"), ("/", "en"), ("/play", "zh"), ("/play", "en"))
def test_the_own_games_have_a_visible_link(open_page: Open, path: str, lang: str) -> None:
    page = open_page(path, "phone", lang=lang)
    link = page.locator("main a[href='/me']")
    expect(link).to_have_text({"zh": "我的战绩", "en": "Your games"}[lang])
    link.click()
    expect(page.locator("h1")).to_have_text({"zh": "我的战绩", "en": "Your games"}[lang])
