"""Rooms in a browser: back to a running game, a seat on another device, what the browser keeps, unusual names."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
import segno
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch
from tests.web.table import at_end, end_now, everyone_can_use, play_on, room_of, start_now, together, upload


def test_the_lobby_links_to_a_running_game(open_page: Open) -> None:
    """The lobby shows it until the game is over."""
    page = open_page("/play")
    expect(page.locator(".running")).to_have_count(0)
    start_now(page)
    room = room_of(page)
    page.goto("/play")
    expect(page.locator(".running")).to_contain_text("Your running game")
    everyone_can_use(page)
    page.locator(".running a").click()
    page.wait_for_selector(".mine")
    assert room_of(page) == room
    play_on(page)
    expect(page.locator(".rematch")).to_be_visible()
    page.goto("/play")
    page.get_by_role("link", name="Bot 1").wait_for()  # among the games that are over, by the name it had at the table
    expect(page.locator(".running")).to_have_count(0)
    page.get_by_role("button", name="中文").click()
    page.get_by_role("link", name="机器人 1").wait_for()


def test_a_room_that_no_longer_exists_is_forgotten(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/play")
    page.evaluate("""() => {
        localStorage.setItem("quepu.rooms", '["gone"]');
        localStorage.setItem("quepu.room.gone", '{"token": "abc"}');
    }""")
    page.reload()
    page.wait_for_function("() => localStorage.getItem('quepu.room.gone') === null")
    assert page.evaluate("localStorage.getItem('quepu.rooms')") == "[]"


def test_a_seat_is_taken_to_another_device(open_page: Open) -> None:
    """By a link that is shown to its owner alone; its secret part is never sent, and does not stay in the address."""
    page = open_page("/play")
    start_now(page)
    page.locator("#more-button").click()
    expect(page.locator(".own-seat .qr")).not_to_be_visible()
    page.locator(".own-seat summary").click()
    expect(page.locator(".own-seat")).to_contain_text("Keep it to yourself.")
    expect(page.locator(".own-seat .qr")).to_be_visible()
    everyone_can_use(page)
    page.locator(".own-seat button").click()
    link = page.evaluate("navigator.clipboard.readText()")
    watcher = open_page(page.url)
    watcher.wait_for_selector(".join")
    watcher.locator("#more-button").click()
    expect(watcher.locator(".own-seat")).to_have_count(0)
    asked: list[str] = []
    other = open_page("/play", "phone")
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    other.wait_for_selector(".mine")
    assert other.url == page.url
    hand = [one.locator(".mine").evaluate_all("tiles => tiles.map((tile) => tile.dataset.tile)") for one in (page, other)]
    assert hand[0] == hand[1]
    token = link.split("#seat=")[1]
    assert not [url for url in asked if token in url.split("#")[0]]


def test_qr_codes_are_the_same_as_another_encoder_draws(open_page: Open) -> None:
    page = open_page("/replay")
    texts = ["".join(chr(97 + (7 * i + size) % 26) for i in range(size)) for size in (17, 32, 53, 78, 106, 134)]
    drawn = page.evaluate(
        """async (texts) => {
            const {encode} = await import("/static/vendor/uqr/uqr.js");
            return texts.map((text) => encode(text, {border: 0, maskPattern: 0}).data);
        }""",
        texts,
    )
    expected: list[Any] = []
    for text in texts:
        code = segno.make(text, error="L", mask=0, boost_error=False, mode="byte", micro=False)
        expected.append([[bool(cell) for cell in row] for row in code.matrix])
    assert drawn == expected


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_of_a_seat_can_be_read_from_the_screen(open_page: Open, site: str, scheme: str) -> None:
    """As a camera sees it, by a reader of others: the seat's own link; a shorter and a longer one, drawn in its place."""
    page = open_page("/play", "phone", scheme=scheme)
    start_now(page)
    page.locator("#more-button").click()
    page.locator(".own-seat summary").click()
    page.locator(".own-seat button").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{page.url}#seat=")
    assert seen_code(page) == link
    for origin in ("http://127.0.0.1", "http://mahjong-table.at-the-house-of-a-friend.example.org:18080"):
        other = link.replace(site, origin)
        page.evaluate(
            """async (link) => {
                const {render} = await import("/static/vendor/lit-html/lit-html.js");
                const {qrCode} = await import("/static/shared/qr-code.js");
                const drawn = document.createElement("div");
                render(qrCode(link, ""), drawn);
                document.querySelector(".own-seat .qr").replaceWith(drawn.firstElementChild);
            }""",
            other,
        )
        assert seen_code(page) == other
        assert len(other) != len(link)


def seen_code(page: Page) -> str | None:
    """What a reader sees in the seat's code on the screen."""
    code = page.locator(".own-seat .qr")
    code.scroll_into_view_if_needed()
    found = zxingcpp.read_barcode(Image.open(BytesIO(code.screenshot())))
    return found.text if found else None


def test_a_user_without_a_valid_token_is_a_guest(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    proper = page.evaluate("room => localStorage.getItem(`quepu.room.${room}`)", room_of(page))
    for kept in ('{"token": 5}', '{"token": ["a"]}', '"x"', "{", json.dumps({"token": "a" * 5000}), '{"token": "a", "given": 7}', proper):
        page.evaluate("([room, kept]) => localStorage.setItem(`quepu.room.${room}`, kept)", [room_of(page), kept])
        page.reload()
        expect(page.locator(".mine" if kept == proper else ".join").first).to_be_visible()


@pytest.mark.parametrize("path", ["/play/%zz", "/replay/%zz"])
def test_an_invalid_address_shows_an_error(open_page: Open, watch: Watch, path: str) -> None:
    watch.expected += ["404", "400"]
    page = open_page(path)
    expect(page.locator(".problem")).to_be_visible()


def test_a_proposal_can_be_answered_beside_an_open_menu(open_page: Open) -> None:
    """And long names in one word break nothing."""
    first, second = together(open_page, "W" * 24, "👩‍👩‍👧‍👦" + "i" * 10)
    for page in (first, second):
        page.locator("#more-button").click()
    first.get_by_role("button", name="End the game").click()
    second.wait_for_selector(".proposal")
    everyone_can_use(second)
    everyone_can_use(first)
    second.locator(".proposal .primary").click()
    expect(second.locator(".rematch")).to_be_visible()
    everyone_can_use(second)


NEXT_GAME = {
    "en": ("The next game", "Start", "Those who played start the next one with “Play again”; everybody who has a seat takes part."),
    "zh": ("下一场", "开始", "下一场由打过这场的人点“再来一场”开始，坐下的人都参加。"),
}


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "zh"))
def test_a_newcomer_sits_down_and_starts_after_a_game(open_page: Open, device: str, lang: str) -> None:
    """By the link of the room, while those who played are here and when they are gone."""
    next_game, begin, wait = NEXT_GAME[lang]
    page = open_page("/play")
    start_now(page)
    end_now(page)
    room = page.url
    newcomer = open_page(room, device, lang=lang)
    newcomer.fill("#join-name", "Neu")
    newcomer.locator(".join button").click()
    shown = newcomer.locator(".next-game")
    expect(shown.locator(".chair.own")).to_contain_text("Neu")
    expect(shown.locator("h2")).to_have_text(next_game)
    expect(shown.locator("p")).to_have_text(wait)
    expect(newcomer.locator(".start")).to_have_count(0)
    expect(page.locator(".next-game .chair.taken")).to_have_count(2)
    everyone_can_use(newcomer)
    page.goto("/play")
    expect(newcomer.locator(".start")).to_have_text(begin)
    newcomer.locator(".sit").click()
    expect(shown.locator(".chair.own")).to_have_count(0)
    newcomer.locator(".sit").click()
    newcomer.locator(".start").click()
    newcomer.wait_for_selector(".mine")
    expect(newcomer.locator(".end")).to_have_count(0)
    expect(newcomer.locator(".player.me")).to_contain_text("Neu")
    page.goto(room)
    page.wait_for_selector(".mine")


def test_a_newcomer_joins_the_next_game_of_those_who_played(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    end_now(page)
    newcomer = open_page(page.url, "phone")
    newcomer.fill("#join-name", "Neu")
    newcomer.locator(".join button").click()
    expect(page.locator(".next-game .chair.taken")).to_have_count(2)
    page.locator(".rematch").click()
    for one in (page, newcomer):
        one.wait_for_selector(".mine")
        expect(one.locator(".players")).to_contain_text("Neu")


def test_a_win_on_the_users_own_tile_is_announced_as_such(open_page: Open) -> None:
    page = open_page("/replay")
    told = page.evaluate(
        """async () => (await import("/static/shared/game/narrate.js")).narrate(
            {t: "win", seat: "S", from: "E", points: 24, hand: ""}, ["Ann", "Bo", "Cy", "Di"], "E")"""
    )
    assert told == "Bo (south) wins on your discard, 24 points."


@pytest.mark.parametrize(("hand", "marks"), [(1, 0), (2, 2), (4, 1)])
def test_at_the_end_the_winning_tile_is_marked(open_page: Open, site: str, hand: int, marks: int) -> None:
    """Among the discards and in the hand; no call covers the discards."""
    page = open_page(f"/replay/{upload(site, 'lingque28')}?hand={hand}&step=9999")
    page.wait_for_selector(".end-title")
    expect(page.locator(".board .last-mark")).to_have_count(marks)
    expect(page.locator(".board .call")).to_have_count(0)


def test_the_round_is_written_in_one_script(open_page: Open) -> None:
    page = open_page("/play", lang="zh")
    start_now(page)
    expect(page.locator(".middle .round")).to_have_text("東圈 第1局")
    expect(page.locator(".wall-count")).to_have_text(re.compile(r"^余 \d+ 张$"))
    assert page.locator(".wall-count").evaluate("one => one.scrollWidth <= one.clientWidth")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".home-link")).to_be_visible()
    play_on(page)
    at_end(page)
