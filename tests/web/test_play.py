"""Playing in a browser: from the way in to the end of a game, alone and with others, by hand, by keyboard, by ear."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from quepu.engine import verify
from quepu.rules import BOOKS
from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot
from tests.web.table import (
    api,
    at_end,
    discards,
    everyone_can_use,
    go_on,
    own_turn,
    play_on,
    play_until,
    room_of,
    start_now,
    winning_moment,
)


# a win by each family of books is explained and paid below; tests/server/play plays games by every book
@pytest.mark.parametrize("rules", [pytest.param(rules, marks=[] if rules == BOOKS[0] else [pytest.mark.long]) for rules in BOOKS])
def test_a_whole_game_against_bots(open_page: Open, site: str, rules: str) -> None:
    """One click from the way in; the record of it is valid; the shuffle is what was promised."""
    page = open_page("/play")
    start_now(page, rules)
    play_on(page)
    expect(page.locator(".rematch")).to_be_visible()
    page.locator(".check").click()
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "right")
    replay = page.locator(".end a[href^='/replay/']")
    game = str(replay.get_attribute("href")).split("/")[2]
    assert verify(api(site, f"/games/{game}/record")).book.id == rules
    replay.click()
    expect(page.locator(".replay")).to_be_visible()


def test_the_next_hand_the_end_by_consent_and_another_game(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page, length="hands-4")
    play_on(page)
    page.wait_for_function("() => document.querySelector('.middle .round')?.textContent.endsWith('2')")
    page.evaluate("clearInterval(window.autoplay)")
    page.locator("#more-button").click()
    page.get_by_role("button", name="End the game").click()
    page.get_by_role("button", name="Really end?").click()
    page.locator(".rematch").click()  # at once: nobody else is asked
    expect(page.locator(".end")).to_have_count(0)
    page.wait_for_selector(".mine")
    expect(page.locator(".middle .round")).to_have_text(re.compile("1$"))


@pytest.mark.parametrize("name", ["lingque28", "guobiao", "woodshole"])
def test_a_win_is_explained_and_paid(open_page: Open, site: str, name: str) -> None:
    game, hand, step, seat, won = winning_moment(site, name)
    page = open_page("/play")
    go_on(page, site, game, hand, step, seat)
    page.locator(".choice.win").click()
    at_end(page)
    expect(page.locator(".end .points strong")).to_have_text(str(won.points))
    shown = {str(one.get_attribute("data-fan")) for one in page.locator(".end .fans button").all()}
    assert shown == set(won.fans)
    paid = [text.replace("−", "-") for text in page.locator(".payments td:nth-of-type(1)").all_inner_texts()]
    assert sum(map(int, paid)) == 0
    assert max(map(int, paid)) > 0
    shoot(page, f"win-{name}")


def test_four_people_in_one_room(open_page: Open) -> None:
    """Opened by one, joined by three over the link; each sees only their own hand, and all see the same end."""
    host = open_page("/play")
    host.fill("#play-name", "Ann")
    host.select_option("#room-length", "hands-1")
    host.locator(".make-table").click()
    host.wait_for_selector(".lobby")
    expect(host.locator(".invite .qr")).to_be_visible()
    pages = [host]
    for name in ("Bo", "Cy", "Di"):
        page = open_page(f"/play/{room_of(host)}", "phone" if name == "Bo" else "desktop")
        page.fill("#join-name", name)
        page.locator(".join button").click()
        page.wait_for_selector(".chair.own")
        pages.append(page)
    expect(host.locator(".chair.taken")).to_have_count(4)
    host.locator(".start").click()
    seats = set()
    for page in pages:
        page.wait_for_selector(".mine")
        assert page.locator(".mine").count() in (13, 14)
        assert page.locator(".board [href^='#t-']:not([href='#t-back'])").count() == 0  # nothing of the others
        seats.add(page.locator(".player").first.locator(".wind-of").inner_text())
    assert seats == {"東E", "南S", "西W", "北N"}
    pages[1].locator("#more-button").click()
    pages[1].locator(".phrases button").first.click()
    expect(pages[2].locator(".bubble")).to_have_text("Bo: Hello")
    watcher = open_page(f"/play/{room_of(host)}")
    watcher.wait_for_selector(".board")
    assert watcher.locator(".mine").count() == 0
    assert watcher.locator(".board [href^='#t-']:not([href='#t-back'])").count() == discards(watcher)
    for page in pages[1:]:
        play_on(page)
    play_until(host, 12)
    host.locator("#more-button").click()
    host.get_by_role("button", name="End the game").click()
    for page in pages[1:]:
        page.locator(".proposal .primary").click()
    for page in pages:
        expect(page.locator(".rematch")).to_be_visible()
    assert len({page.locator(".standing").inner_text().replace(" (you)", "") for page in pages}) == 1
    for page in pages:
        expect(page.locator(".standing .own")).to_contain_text("(you)")


def test_a_move_is_taken_back_if_all_agree(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    before = page.locator(".room").get_attribute("data-n")
    play_until(page, 4)
    expect(page.locator(".dock.asked")).to_be_visible()
    before_it = discards(page) + page.locator(".mine").count()
    page.keyboard.press("u")
    expect(page.locator(".log")).to_contain_text("A move was taken back.")
    # what is taken back is a discard, or a pass after which one has drawn
    assert discards(page) + page.locator(".mine").count() < before_it
    assert before
    play_on(page)
    at_end(page)
    page.locator(".check").click()
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "right_deal")
    expect(page.locator(".shuffle-result")).to_contain_text("the draws were not checked")


def test_a_score_that_comes_late_leaves_the_focus_where_the_player_is(open_page: Open) -> None:
    """Without it the focus would be on the title."""
    page = open_page("/play")
    held: list[Route] = []
    page.route(re.compile(r"/rooms/[^/]+/score"), lambda route: held.append(route))
    start_now(page)
    play_on(page)
    at_end(page)
    page.locator(".check").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".shuffle-result")).to_be_focused()
    with page.expect_response(re.compile(r"/rooms/[^/]+/score")):
        held[-1].continue_()
    page.evaluate("() => new Promise(shown => setTimeout(shown, 300))")  # until the score is shown
    expect(page.locator(".shuffle-result")).to_be_focused()


@pytest.mark.parametrize("seen", ["another promise", "none"])
def test_a_seed_without_its_commitment_is_reported(open_page: Open, seen: str) -> None:
    """The promise that counts is the one this browser saw before it gave its number."""
    page = open_page("/play")

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        waits = (content.get("table") or {}).get("waits") or {}
        if waits.get("commitment"):
            waits["commitment"] = "00" * 32
        return json.dumps(content)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))

    if seen == "another promise":
        page.route_web_socket(re.compile("/socket"), between)
    start_now(page)
    if seen == "none":
        page.evaluate(
            "room => localStorage.setItem(`quepu.room.${room}`, JSON.stringify({token: \
            JSON.parse(localStorage.getItem(`quepu.room.${room}`)).token}))",
            room_of(page),
        )
    play_on(page)
    at_end(page)
    if seen == "another promise":  # what is wrong is shown without a request
        expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "commitment")
        return
    page.locator(".check").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "unpromised")
    expect(page.locator(".shuffle-result")).to_be_focused()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "✗ Wrong: the number of a bot does not follow from the seed; somebody chose it."),
        pytest.param("zh", "✗ 不符：机器人的随机数不是由种子推出来的，有人替它选了。", marks=pytest.mark.long),
    ],
)
def test_a_number_chosen_for_a_bot_is_reported(open_page: Open, lang: str, words: str) -> None:
    page = open_page("/play", lang=lang)

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        for event in content.get("events") or []:
            if event["t"] == "reveal":
                own = content["table"]["view"]["seat"]
                event["nonces"]["SWNE".index(own)] = "ab" * 16  # the next player's, who is a bot
        return json.dumps(content)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))

    page.route_web_socket(re.compile("/socket"), between)
    start_now(page)
    play_on(page)
    at_end(page)
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "bot_nonce")
    expect(page.locator(".shuffle-result")).to_have_text(words)


def test_at_a_teaching_table_all_hands_are_open(open_page: Open) -> None:
    page = open_page("/play")
    page.locator("#room-open_hands").check()
    page.locator(".make-table").click()
    page.locator(".start").click()
    page.wait_for_selector(".mine")
    expect(page.locator(".board [href='#t-back']")).to_have_count(0)
    assert page.locator(".board use").count() >= 3 * 13


@pytest.fixture
def claim(open_page: Open, site: str) -> Page:
    """A page on which the player can win on a discard."""
    page = open_page("/play")
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    page.wait_for_selector(".choice.win")
    return page


def test_a_reload_in_the_middle_of_a_claim_loses_nothing(claim: Page) -> None:
    hand = claim.locator(".rack-tiles").inner_html()
    claim.reload()
    claim.wait_for_selector(".choice.win")
    assert claim.locator(".mine").count() == hand.count("<button")
    claim.locator(".choice.win").click()
    at_end(claim)
    claim.reload()
    at_end(claim)
    expect(claim.locator(".end .points strong")).to_be_visible()
    claim.locator(".check").click()  # in a game that goes on from a record nothing was given from here
    expect(claim.locator(".shuffle-check")).to_have_attribute("data-checked", "unpromised")


def test_two_tabs_are_one_player(claim: Page, open_page: Open) -> None:
    """What is answered in one is answered in both; a click in the other that comes too late does nothing."""
    other = open_page(f"/play/{room_of(claim)}", context=claim.context)
    other.wait_for_selector(".choice.win")
    claim.locator(".choice.win").click()
    at_end(claim)
    at_end(other)
    assert claim.locator(".payments").inner_text() == other.locator(".payments").inner_text()


def test_late_and_repeated_answers_are_ignored(claim: Page) -> None:
    told = claim.evaluate(
        """async () => {
            const sent = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text)); send.call(this, text); };
            const button = document.querySelector(".choice.win");
            for (let i = 0; i < 5; i++) button.click();
            while (!document.querySelector(".end")) await new Promise((done) => requestAnimationFrame(done));
            button.click();
            return sent.filter(({t}) => t === "act");
        }"""
    )
    assert len(told) == 1
    assert told[0]["action"] == 115
    at_end(claim)


def test_a_double_click_discards_one_tile(open_page: Open) -> None:
    page = open_page("/play")
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    own = page.locator(".river").first.locator("use")
    before = own.count()
    tiles.last.dblclick()
    expect(own).to_have_count(before + 1)


@pytest.mark.parametrize("device", ["phone", "lying", "desktop"])
def test_nothing_moves_when_a_tile_is_drawn(open_page: Open, device: str) -> None:
    page = open_page("/play", device)
    start_now(page)
    found = page.evaluate(
        """async () => {
            const now = () => [...document.querySelectorAll(".mine:not(.just-drawn), .felt, .dock")].map((one) => {
                const {x, y, width, height} = one.getBoundingClientRect();
                return [x, y, width, height].map(Math.round).join();
            });
            const seen = {13: null, 14: null};
            const look = () => {
                if (document.querySelector(".just-drawn")) seen[14] ??= now();
                else if (document.querySelectorAll(".mine").length === 13) seen[13] ??= now();
            };
            look();
            new MutationObserver(look).observe(document.getElementById("main"), {subtree: true, childList: true, attributes: true});
            for (let i = 0; i < 4000 && !(seen[13] && seen[14]); i++) {
                (document.querySelector(".choice.pass") ?? document.querySelector('.mine[aria-disabled="false"]'))?.click();
                await new Promise((done) => setTimeout(done, 5));
            }
            return seen;
        }"""
    )
    assert found["13"] == found["14"]
    assert len(found["13"]) == 15


def test_a_click_aimed_before_the_turn_discards_nothing(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    sent = page.evaluate(
        """async () => {
            const acts = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { if (JSON.parse(text).t === "act") acts.push(text); send.call(this, text); };
            const tile = () => document.querySelector('.mine[aria-disabled="false"]');
            const pause = () => new Promise((done) => setTimeout(done, 1));
            let now = performance.now();
            performance.now = () => now;  // for this page time stands still
            if (tile()) tile().click();
            while (tile()) await pause();
            while (!tile()) { document.querySelector(".choice.pass")?.click(); await pause(); }
            const before = acts.length;
            tile().dispatchEvent(new MouseEvent("click", {detail: 1, bubbles: true}));
            const early = acts.length - before;
            now += 300;
            tile().dispatchEvent(new MouseEvent("click", {detail: 1, bubbles: true}));
            return [early, acts.length - before];
        }"""
    )
    assert sent == [0, 1]


def test_a_held_key_discards_one_tile(open_page: Open) -> None:
    page = open_page("/play")
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    own = page.locator(".river").first.locator("use")
    before = own.count()
    tiles.first.focus()
    page.keyboard.down("Enter")
    expect(own).to_have_count(before + 1)
    own_turn(page)
    tiles.first.focus()
    page.evaluate("() => { window.sent = []; WebSocket.prototype.send = (text) => sent.push(JSON.parse(text).t); }")
    for _ in range(12):
        page.keyboard.down("Enter")  # the same key again is a repetition
    page.keyboard.up("Enter")
    assert "act" not in page.evaluate("sent")
    assert own.count() == before + 1


@pytest.mark.parametrize("device", ["phone", "lying", "desktop"])
@variants("lang", "en", "zh")
def test_the_table_fits_every_screen(open_page: Open, site: str, device: str, lang: str) -> None:
    """The player's tiles and the choices are visible and large enough for a thumb; axe finds nothing serious."""
    page = open_page("/play", device, lang)
    go_on(page, site, *winning_moment(site, "guobiao")[:4])
    page.wait_for_selector(".choice.win")
    size = page.viewport_size
    assert size is not None
    for one in (*page.locator(".mine").all(), *page.locator(".choice").all(), page.locator(".board")):
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"] + 1
        assert box["y"] + box["height"] <= size["height"] + 1
    tile = page.locator(".mine").first.bounding_box()
    assert tile is not None
    assert tile["width"] >= 38
    assert tile["height"] >= 44
    shoot(page, f"table-{device}-{lang}")
    everyone_can_use(page)
    page.locator("#hint-button").click()
    page.wait_for_selector(".hint-panel .offered")
    everyone_can_use(page)
    page.locator("#hint-button").click()
    page.locator(".choice.win").click()
    page.wait_for_selector(".end .fans")
    shoot(page, f"end-{device}-{lang}")
    everyone_can_use(page)


@variants("lang", "en", "zh")
def test_many_choices_fit_on_a_phone(open_page: Open, site: str, lang: str) -> None:
    """A win, three chows and a pass: all in sight and large enough for a thumb, none over another; the hand stays where it was."""
    page = open_page("/play", "phone", lang=lang)
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    for large in (False, True):
        page.evaluate("large => import('/static/shared/settings.js').then(({change}) => change({large}))", large)
        page.reload()
        page.wait_for_selector(".choice.win")
        check_choices(page)


def check_choices(page: Page) -> None:
    boxes = page.locator(".choice").evaluate_all(
        "choices => choices.map((one) => one.getBoundingClientRect()).map(({left, right, top, bottom}) => ({left, right, top, bottom}))"
    )
    assert len(boxes) == 5
    hand = page.locator(".rack-tiles").bounding_box()
    assert hand is not None
    for i, box in enumerate(boxes):
        assert box["left"] >= 0
        assert box["right"] <= 390
        assert box["bottom"] <= hand["y"]
        assert min(box["right"] - box["left"], box["bottom"] - box["top"]) >= 36
        for other in boxes[:i]:
            assert box["left"] >= other["right"] or box["right"] <= other["left"] or box["top"] >= other["bottom"]
    everyone_can_use(page)


def test_a_game_is_played_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/play")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('play-now')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".mine")
    page.keyboard.press("?")
    expect(page.locator(".keys-dialog")).to_be_visible()
    everyone_can_use(page)
    page.keyboard.press("Escape")
    expect(page.locator(".keys-dialog")).not_to_be_visible()
    thrown = 0
    own = page.locator(".river").first.locator("use")
    while thrown < 3:
        page.wait_for_selector(".dock.asked, .end")
        if page.locator(".choice.pass").count():
            page.keyboard.press("x")
            continue
        before = own.count()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.classList.contains('mine')")
        page.keyboard.press("Enter")
        thrown += 1
        page.wait_for_function("before => document.querySelector('.river').querySelectorAll('use').length > before", arg=before)
    page.keyboard.press("h")
    expect(page.locator(".hint-panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint-panel")).to_have_count(0)
    page.keyboard.press("s")
    expect(page.locator("#auto-sort")).to_have_attribute("aria-pressed", "false")


def test_events_are_announced_to_screen_readers(claim: Page) -> None:
    assert claim.locator(".log").get_attribute("aria-live") == "polite"
    claim.wait_for_function("() => document.querySelector('.log').textContent.includes('You may: Win')")
    labels = claim.locator(".mine").evaluate_all("tiles => tiles.map((tile) => tile.ariaLabel)")
    assert all(labels)
    assert "Discards of" in str(claim.locator(".river").first.get_attribute("aria-label"))
    claim.locator(".choice.win").click()
    expect(claim.locator(".log")).to_contain_text(re.compile(r"You win on .*'s (discard|added kong), \d+ points\."))


def test_a_focused_tile_marks_the_open_tiles_of_its_kind(open_page: Open, site: str) -> None:
    page = open_page("/play")
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    page.wait_for_selector(".choice.win")
    expect(page.locator(".board .same")).to_have_count(0)
    lying = page.locator(".board use").evaluate_all("tiles => tiles.map((tile) => tile.getAttribute('href').slice(3))")
    tile = next(tile for tile in page.locator(".mine").all() if lying.count(str(tile.get_attribute("data-tile"))) > 0)
    kind = str(tile.get_attribute("data-tile"))
    tile.hover()
    expect(page.locator(".board .same")).to_have_count(lying.count(kind))
    assert set(page.locator(".board .same").evaluate_all("tiles => tiles.map((tile) => tile.getAttribute('href'))")) == {f"#t-{kind}"}
    page.mouse.move(1, 1)
    expect(page.locator(".board .same")).to_have_count(0)
    tile.focus()
    expect(page.locator(".board .same")).to_have_count(lying.count(kind))


def test_hints_come_on_demand_from_what_the_seat_sees(open_page: Open, site: str) -> None:
    page = open_page("/play")
    game, hand, step, seat, won = winning_moment(site, "lingque28")
    go_on(page, site, game, hand, step, seat)
    assert page.locator(".hint-panel").count() == 0
    page.locator("#hint-button").click()
    tile = won.hand.split(" +")[1].split(" ")[0]
    expect(page.locator(f'.hint-panel .waits .held[data-tile="{tile}"]')).to_be_visible()
    token = page.evaluate("room => JSON.parse(localStorage.getItem(`quepu.room.${room}`)).token", room_of(page))
    told = api(site, f"/rooms/{room_of(page)}/hint", {"token": token})
    assert told["why"] is None
    assert {wait["tile"] for wait in told["waits"]["waits"]} >= {tile}


def test_the_automatic_switches_play_by_themselves(open_page: Open, site: str) -> None:
    page = open_page("/play")
    go_on(page, site, *winning_moment(site, "lingque26")[:4])
    page.locator("#auto-win").click()
    at_end(page)


def test_a_lost_connection_is_restored_and_finally_offers_a_retry(open_page: Open, watch: Watch) -> None:
    watch.expected.append("WebSocket")
    page = open_page("/play")
    start_now(page)
    room = room_of(page)
    tries: list[Any] = []
    there = False

    def answer(socket: Any) -> None:
        tries.append(socket)
        if there:
            socket.connect_to_server()
        else:
            socket.close(code=1012, reason="away")

    page.route_web_socket(re.compile("/socket"), answer)
    page.clock.install()
    page.goto(f"/play/{room}")
    for _ in range(40):
        page.clock.run_for(10_000)
        if page.locator(".banner .primary").count():
            break
    expect(page.locator(".banner")).to_contain_text("cannot be reached")
    assert 5 <= len(tries) <= 12
    there = True
    page.locator(".banner .primary").click()
    page.wait_for_selector(".mine")


def test_a_room_that_does_not_exist_shows_an_error(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/play/nothinghere")
    expect(page.locator(".banner")).to_contain_text("There is no such table.")
    everyone_can_use(page)


def test_an_open_table_is_listed_and_can_be_joined(open_page: Open) -> None:
    host = open_page("/play")
    host.fill("#play-name", "Host of an open table")
    host.locator("#room-private").uncheck()
    host.locator(".make-table").click()
    host.wait_for_selector(".lobby")
    everyone_can_use(host)
    guest = open_page("/play", "phone", lang="zh")
    guest.get_by_role("link", name="Host of an open table").click()
    guest.wait_for_selector(".join")
    everyone_can_use(guest)
    guest.fill("#join-name", "客")
    guest.locator(".join button").click()
    expect(host.locator(".chair.taken")).to_have_count(2)
