"""The page of bots: registering one, who is connected, and the ladder, on a server with a game of the ladder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from quepu.bot_client import new_bot
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header
from quepu.rules import named
from quepu.server.play.room_task import token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_bots import add_bot
from quepu.server.play.store_ladder import keep_ladder_game
from quepu.server.ratings.rate import Played
from tests.server.ratings.test_store_ratings import do
from tests.sizes import variants
from tests.web.conftest import SCREENS, Open, shoot
from tests.web.own_server import Visit, own_server
from tests.web.table import everyone_can_use
from tests.web.test_waiting_room import host_a_table


def fill(store: Store) -> None:
    for id, name in (("ann", "<b>Ann</b>"), ("bo", "波")):
        do(store, partial(add_bot, id=id, name=name, token=token_hash(f"token of {id}"), account=None, most=9))
    header = Header(named("guobiao"), ("a", "b", "c", "d"), MatchSettings(144, 1, 4))
    summary = {"header": header.as_dict(), "scores": [30, 5, -5, -30], "hands": 4}
    players = [Played("bo", 1), Played("normal", 2), Played("easy", 3), Played("ann", 4)]
    do(store, lambda connection: keep_ladder_game(connection, "game", b"a record", summary, players))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with own_server(tmp_path_factory.mktemp("bots"), fill) as server:
        yield server.address


@pytest.fixture
def open_there(visit: Visit, address: str) -> Callable[..., Page]:
    """Opens the page of that server."""
    visitors = visit(address, "400 (Bad Request)")  # a name that is refused

    def opened(device: str = "desktop", lang: str = "en") -> Page:
        page = visitors.open("/bots?rules=guobiao", device, lang)
        page.wait_for_selector(".none, .ladder")
        return page

    return opened


@variants(("device", "lang"), *[(device, lang) for device in SCREENS for lang in ("en", "zh")])
def test_the_page_with_bots_is_accessible(open_there: Callable[..., Page], device: str, lang: str) -> None:
    page = open_there(device=device, lang=lang)
    page.locator("#bot-name").fill("Cy")
    page.locator(".new-bot button").click()
    expect(page.locator(".token")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shoot(page, f"bots-{device}-{lang}-{scheme}", full=True)
    everyone_can_use(page)


def test_a_bot_is_registered_and_its_token_is_valid(open_there: Callable[..., Page], address: str) -> None:
    page = open_there()
    page.locator("#bot-name").fill("<i>Di</i>")
    page.locator("#bot-name").press("Enter")
    expect(page.locator(".made p").first).to_have_text("The token of <i>Di</i> is shown only now. Keep it:")
    token = page.locator(".token").inner_text()
    expect(page.locator(".made pre")).to_contain_text(f"quepu bot run --server {address}")
    with connect(address.replace("http", "ws") + "/api/v1/bots/socket", proxy=None) as socket:
        socket.send(json.dumps({"v": 1, "t": "hello", "token": token, "program": "mine", "rooms": True, "ladder": ["guobiao"]}))
        assert json.loads(socket.recv())["bot"]["name"] == "<i>Di</i>"
        page.reload()
        line = page.locator(".connected li")
        expect(line).to_contain_text("<i>Di</i>")
        expect(line).to_contain_text("plays in rooms · plays the ladder: Guobiao")


def test_a_name_that_is_none_is_refused(open_there: Callable[..., Page]) -> None:
    page = open_there()
    page.locator("#bot-name").fill("\u2800")
    page.locator(".new-bot button").click()
    expect(page.locator(".problem")).to_be_visible()
    expect(page.locator(".token")).to_have_count(0)


def test_the_ladder_of_each_rule_book_has_an_address(open_there: Callable[..., Page]) -> None:
    page = open_there()
    rows = page.locator(".ladder tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("波")
    expect(page.locator("tr[data-bot=ann] .who-cell")).to_have_text("<b>Ann</b>")
    expect(page.locator(".ladder-games li")).to_have_count(1)
    assert page.locator(".ladder-games a").get_attribute("href") == "/replay/game"
    page.locator("[data-book=woodshole]").click()
    expect(page.locator(".none")).to_be_visible()
    assert page.url.endswith("/bots?rules=woodshole")
    page.go_back()
    expect(rows).to_have_count(4)


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_the_page_opens_with_a_ladder_that_has_games_and_says_how_to_connect(visit: Visit, address: str, device: str, lang: str) -> None:
    page = visit(address).open("/bots", device, lang)
    expect(page.locator(".ladder tbody tr")).to_have_count(4)
    expect(page.locator("[data-book=guobiao]")).to_have_attribute("aria-pressed", "true")
    page.locator(".how-to-connect summary").click()
    expect(page.locator(".how-to-connect pre").last).to_contain_text(
        f"quepu bot run --server {address} --ladder guobiao -- python3 mine.py"
    )
    shoot(page, f"bots-how-{device}-{lang}", full=True)
    everyone_can_use(page)
    page.locator("[data-book=lingque28]").click()  # an empty ladder that was chosen is shown
    expect(page.locator(".none")).to_be_visible()
    page.reload()
    expect(page.locator(".none")).to_be_visible()


def test_the_host_of_a_room_gives_a_bot_a_chair_and_takes_it_away(open_page: Open, site: str) -> None:
    token = new_bot(site, "Robo")["token"]
    with connect(site.rstrip("/").replace("http", "ws") + "/api/v1/bots/socket", proxy=None) as socket:
        socket.send(json.dumps({"v": 1, "t": "hello", "token": token, "rooms": True}))
        assert json.loads(socket.recv())["t"] == "welcome"
        page = open_page("/play")
        host_a_table(page)
        page.locator(".seated-bots summary").click()
        page.locator(".free-bots li", has_text="Robo").locator("button").click()
        assert json.loads(socket.recv())["t"] == "seated"
        seated = page.locator(".seated-bots > ul li")
        expect(seated).to_contain_text("Robo")
        everyone_can_use(page)
        seated.locator("button").click()
        assert json.loads(socket.recv())["t"] == "unseated"
        expect(seated).to_have_count(0)
