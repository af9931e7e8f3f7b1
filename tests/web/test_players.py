"""The leaderboard, the profile of a player and the gallery, on a server where games have been rated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from quepu.server.play.store import Store
from tests.server.ratings.played import PlayedGame, add_account
from tests.server.ratings.test_store_ratings import do
from tests.sizes import variants
from tests.web.conftest import SCREENS, Open, Watch, shoot
from tests.web.own_server import Visit, own_server
from tests.web.people import new_name, sign_up
from tests.web.table import everyone_can_use, room_of
from tests.web.test_event import kept, play_to_the_end

PEOPLE = {"ann": "Ann", "bob": "Bob & Söhne", "eve": "伊芙", "joe": "<b>Joe</b>", "kim": "名字特别长的麻将爱好者二十四个字以内"}
GAMES: list[list[str | None]] = [
    ["ann", "bob"],
    ["eve", "ann", "joe"],
    ["kim", "bob", "ann", "eve"],
    ["joe"],
    ["ann", "kim"],
    ["ann", None],
    ["eve", "bob", "joe", "kim"],
]
"""Who played; None is a guest."""


def fill(store: Store) -> None:
    for id, name in PEOPLE.items():
        do(store, partial(add_account, id=id, name=name))
    for number, people in enumerate(GAMES):
        do(store, partial(PlayedGame(people, 40 + number).play().store, room=f"room{number}"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with these games."""
    with own_server(tmp_path_factory.mktemp("players"), fill) as server:
        yield server.address


@pytest.fixture
def open_there(visit: Visit, played: str) -> Callable[..., Page]:
    """Opens a page of that server."""
    return visit(played).open


READY = {"/players": ".leaderboard tbody tr", "/players/ann": ".rating-chart", "/gallery": ".great-hand"}


@variants(("path", "device", "lang"), *[(path, device, lang) for path in READY for device in SCREENS for lang in ("en", "zh")])
def test_the_pages_with_games_are_accessible(open_there: Callable[..., Page], path: str, device: str, lang: str) -> None:
    page = open_there(path, device, lang)
    page.wait_for_selector(READY[path])
    name = path.strip("/").replace("/", "-")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shoot(page, f"played-{name}-{device}-{lang}-{scheme}", full=True)
    everyone_can_use(page)


def test_the_leaderboard_leads_to_a_profile_and_back(open_there: Callable[..., Page]) -> None:
    page = open_there("/players")
    rows = page.locator(".leaderboard tbody tr")
    expect(rows).to_have_count(5)
    assert [row.locator(".place-cell").inner_text() for row in rows.all()] == ["1", "2", "3", "4", "5"]
    expect(page.locator("tr[data-player=joe] .who-cell")).to_have_text("<b>Joe</b>")
    page.get_by_label("Bots too").check()
    expect(rows).to_have_count(6)
    expect(page.locator("tr.is-bot .who-cell")).to_have_text("swift bot")
    assert "bots=true" in page.url
    page.locator("tr[data-player=ann] a").click()
    expect(page.locator("h1")).to_have_text("Ann")
    expect(page.locator("[data-stat=rating]")).to_contain_text("4 rated games")
    page.go_back()
    expect(rows).to_have_count(6)
    page.go_back()
    expect(rows).to_have_count(5)


def test_a_profile_shows_what_its_player_has_done(open_there: Callable[..., Page]) -> None:
    page = open_there("/players/ann")
    expect(page.locator("h1")).to_have_text("Ann")
    expect(page.locator("[data-stat=wins]")).to_contain_text("of 20 deals")
    expect(page.locator("[data-stat=rating]")).to_contain_text("number")
    assert page.locator(".rating-chart").get_attribute("aria-label").startswith("The rating in the last 4 games")  # type: ignore[union-attr]
    expect(page.locator(".latest li")).to_have_count(5)
    page.locator(".latest a").first.click()
    page.wait_for_url("**/replay/*")
    expect(page.locator("main")).to_contain_text("guest 1")


def test_a_hand_of_the_gallery_leads_to_its_moment(open_there: Callable[..., Page]) -> None:
    page = open_there("/gallery")
    hand = page.locator(".great-hand").first
    points = hand.locator(".best-points").inner_text()
    hand.locator(".to-moment").click()
    page.wait_for_url("**/replay/*?hand=*&step=*")
    expect(page.locator("main")).to_contain_text(points.split()[0])
    page.go_back()
    page.wait_for_selector(".great-hand")
    count = page.locator(".great-hand").count()
    fan = page.locator("#fan option").nth(1).get_attribute("value")
    page.select_option("#period", "7")
    expect(page.locator(".great-hand")).to_have_count(count)
    page.select_option("#fan", fan)
    page.wait_for_url(f"**/gallery?*fan={fan}")
    page.get_by_role("button", name="Guobiao, as played").or_(page.locator(".chip").first).first.click()


def test_a_bot_has_a_profile_and_who_is_unknown_has_none(open_page: Open, open_there: Callable[..., Page], watch: Watch) -> None:
    page = open_there("/players/bot:random")  # of a server where it has not played
    expect(page.locator("h1")).to_have_text("random bot")
    expect(page.locator(".none")).to_have_text("No finished games yet.")
    page.goto("/players?rules=woodshole")
    expect(page.locator(".none")).to_contain_text("No rated games under this rule book yet.")
    watch.expected.append("404")
    page = open_page("/players/nobody")
    expect(page.locator(".problem")).to_have_text("There is no such player.")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_the_end_of_a_rated_game_leads_to_the_own_rating(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/account", device, lang=lang)
    name = new_name()
    sign_up(page, name)
    page.goto("/play")
    page.select_option("#room-length", "hands-4")
    for wanted in ("hints", "private", "casual"):
        page.locator(f"#room-{wanted}").uncheck()
    page.locator(".make-table").click()
    expect(page.locator(".rated-note")).to_be_visible()
    page.locator(".start").click()
    page.wait_for_selector(".mine")
    room = room_of(page)
    play_to_the_end(site, room, kept(page, f"quepu.room.{room}")["token"])
    expect(page.locator(".game-over")).to_be_visible()
    rated = page.locator(".rated-over")
    expect(rated).to_contain_text({"en": "This game was rated.", "zh": "这一场计入了等级分。"}[lang])
    everyone_can_use(page)
    shoot(page, f"rated-over-{device}-{lang}")
    rated.locator("a").click()
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator("[data-stat=rating]")).to_contain_text("1")
