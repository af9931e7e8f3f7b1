"""Friends at one table, on phones and a screen: names, who is waited for, votes, results."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import everyone_can_use, go_on, play_on, play_until, room_of, start_now, together, winning_moment


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return {"left": found["x"], "top": found["y"], "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def apart(first: Locator, second: Locator) -> bool:
    """Whether two parts of a page do not overlap."""
    one, other = box(first), box(second)
    beside = one["right"] <= other["left"] + 0.5 or other["right"] <= one["left"] + 0.5
    return beside or one["bottom"] <= other["top"] + 0.5 or other["bottom"] <= one["top"] + 0.5


@variants(("device", "lang"), ("phone", "en"), ("lying", "zh"), ("desktop", "zh"))
def test_the_host_has_a_name_and_only_the_host_is_told_how_to_start_the_server(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play#friends", device, lang=lang)
    page.wait_for_selector('#room-speed option[value="normal"]', state="attached")
    page.wait_for_function("document.querySelector('#friends').getBoundingClientRect().top < innerHeight / 2")
    assert apart(page.locator("#friends-title"), page.locator("#bar"))
    page.fill("#room-name", "Ann")
    expect(page.locator("#play-name")).to_have_value("Ann")
    everyone_can_use(page)
    page.locator(".make-table").click()
    expect(page.locator(".chair.own")).to_contain_text("Ann")
    expect(page.locator(".invite")).to_contain_text("--lan")
    guest = open_page(f"/play/{room_of(page)}", device, lang=lang)
    guest.fill("#join-name", {"zh": "客人", "en": "Guest"}[lang])
    guest.locator(".join button").click()
    you = {"zh": "你", "en": "You"}[lang]
    expect(guest.locator(".chair.own > span").nth(1)).to_have_text(you)
    expect(guest.locator(".invite")).to_be_visible()
    expect(guest.locator(".invite")).not_to_contain_text("--lan")
    page.locator(".start").click()
    guest.wait_for_selector(".mine")
    expect(guest.locator(".player.me .player-name")).to_contain_text(you)
    page.goto("/play")
    expect(page.locator("#room-name")).to_have_value("Ann")


@variants(("device", "lang"), ("phone", "en"), ("phone", "zh"), ("lying", "en"))
def test_no_button_at_the_table_is_cut_off(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page, "guobiao")
    cut = page.evaluate(
        "[...document.querySelectorAll('.switches .chip, .room-head button')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert cut == 0
    facts, count = box(page.locator(".room-facts")), box(page.locator(".wall-count"))
    assert count["right"] <= facts["right"] + 0.5
    assert not page.evaluate("getComputedStyle(document.querySelector('#auto-win')).textOverflow === 'ellipsis'")


def with_absent_people(socket: WebSocketRoute) -> None:
    """A table with bots, as if two of them were people: one offline, for the other a bot plays; and all have won or lost much."""

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        players = (content.get("room") or {}).get("players") or []
        others = [player for player in players if player["member"] is None]
        for player in others[:2]:
            player |= {"member": 7, "bot": None, "here": player is others[1], "away": player is others[1]}
        if content.get("table"):
            content["table"]["scores"] = [-128, 240, -88, -24]
        return json.dumps(content)

    server = socket.connect_to_server()
    server.on_message(lambda message: socket.send(told(message)))


@variants(("lang", "width"), ("en", 360), ("zh", 360), ("en", 390))
def test_on_a_small_phone_every_text_at_the_table_is_whole(open_page: Open, site: str, lang: str, width: int) -> None:
    page = open_page("/play", "phone", lang=lang)
    page.set_viewport_size({"width": width, "height": 740})
    page.route_web_socket(re.compile("/socket"), with_absent_people)
    go_on(page, site, *winning_moment(site, "guobiao")[:4])
    facts, count = page.locator(".room-facts"), page.locator(".wall-count")
    assert box(count)["right"] <= box(facts)["right"] + 0.5
    expect(count).to_have_text(re.compile(r"\d+"))
    assert page.evaluate("[...document.querySelectorAll('.room-facts > span')].every((one) => one.scrollWidth <= one.clientWidth)")
    expect(page.locator(".absent")).to_have_text({"zh": ["断线", "机器人代打"], "en": ["offline", "a bot plays"]}[lang])
    for mark in page.locator(".absent").all():
        card = mark.locator("..")
        assert mark.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert box(card)["left"] <= box(mark)["left"]
        assert box(mark)["right"] <= box(card)["right"]
        assert box(mark)["bottom"] <= box(card)["bottom"]
        for other in (".player-score", ".wind-of"):
            assert apart(mark, card.locator(other))
        assert box(card.locator(".player-name"))["bottom"] - box(mark)["top"] < 6, "no letter of the name is covered"
    parts = ".player > *:not(.player.bot .player-name)"
    assert page.evaluate(f"[...document.querySelectorAll('{parts}')].every((one) => one.offsetHeight < 24)"), "in one line each"
    # a card of a bot has no such mark, so there is room for a second line of its name, which may be long
    name = page.locator(".player.bot .player-name")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth && one.offsetHeight < 40")
    winds = page.locator(".wind-of").all_inner_texts()
    assert winds == {"zh": list("東南西北"), "en": ["東E", "南S", "西W", "北N"]}[lang]
    drawn = page.locator(".plate .wind").all_text_contents()
    assert drawn == winds
    page.locator("#hint-button").click()
    page.wait_for_selector(".advice li")
    assert page.locator(".hint-panel").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    shoot(page, f"small-{width}-{lang}")
    everyone_can_use(page)


def test_play_stops_for_a_vote_on_taking_a_move_back(open_page: Open) -> None:
    host, guest = together(open_page, "Ann", "Bo")
    play_on(guest)
    play_until(host, 4)
    asked = str(host.locator(".room").get_attribute("data-n"))
    host.evaluate("() => (document.querySelector('.choice.pass') ?? document.querySelector('.mine[aria-disabled=false]')).click()")
    host.wait_for_function("asked => document.querySelector('.room').dataset.n !== asked", arg=asked)
    host.locator("#more-button").click()
    host.locator(".take-back").click()
    expect(host.locator(".menu-panel")).to_have_count(0)
    for page in (host, guest):
        expect(page.locator(".status-text")).to_have_text("Paused for a vote on a take-back")
        expect(page.locator(".choice, .mine[aria-disabled='false']")).to_have_count(0)
    everyone_can_use(guest)
    guest.locator(".proposal button").last.click()
    for page in (host, guest):
        expect(page.locator(".proposal")).to_have_count(0)
        expect(page.locator(".status-text")).not_to_have_text("Paused for a vote on a take-back")


def going_on(people: int = 0, missing: int = 0) -> Callable[[WebSocketRoute], None]:
    """A table whose game is over, as a page sees it where another deal follows; with this many other people, of whom some are not ready."""

    def told(message: str | bytes) -> str:
        content = json.loads(message)
        room, table = content.get("room"), content.get("table")
        if room:
            room["phase"] = "playing" if room["phase"] == "over" else room["phase"]
            others = [player for player in room["players"] or [] if player["member"] is None]
            for number, player in enumerate(others[:people]):
                player |= {"member": 7 + number, "bot": None, "name": ["Bo", "Cy", "Di"][number]}
        if table and table["waits"]["for"] == "over":
            others = [number for number in range(4) if number != table["you"]]
            table["waits"] = {"for": "ready", "left": None, "hand": 2, "players": [table["you"], *others[people - missing : people]]}
            table["prompt"] = {"ready": True}
        return json.dumps(content)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))

    return between


@pytest.mark.parametrize(
    ("lang", "people", "missing", "words"),
    [
        ("en", 2, 0, "Everybody waits for you"), ("zh", 2, 0, "大家都在等你"),
        ("en", 2, 1, "Ready, and waiting for you: Bo"), ("zh", 2, 1, "Bo 准备好了，在等你"),
        ("en", 2, 2, None), ("en", 0, 0, None),
    ],
)  # fmt: skip
def test_who_is_not_ready_for_the_next_deal_sees_that_others_wait(
    open_page: Open, site: str, lang: str, people: int, missing: int, words: str | None
) -> None:
    page = open_page("/play", "phone", lang=lang)
    page.route_web_socket(re.compile("/socket"), going_on(people, missing))
    go_on(page, site, *winning_moment(site, "guobiao")[:4])
    page.locator(".choice.win").click()
    expect(page.locator(".go-next")).to_be_visible()
    if words is None:
        expect(page.locator(".waited-for")).to_have_count(0)
    else:
        expect(page.locator(".waited-for")).to_have_text(words)
        assert apart(page.locator(".waited-for"), page.locator(".go-next"))
        everyone_can_use(page)
        page.locator(".end-actions button").last.click()  # to the table
        expect(page.locator(".status-text")).to_have_text(words)


@variants(("device", "lang"), ("lying", "zh"), ("lying", "en"), ("phone", "en"))
def test_total_and_all_four_players_are_visible_at_once_and_the_way_back_covers_nothing(
    open_page: Open, site: str, device: str, lang: str
) -> None:
    page = open_page("/play", device, lang=lang)
    page.route_web_socket(re.compile("/socket"), going_on())
    go_on(page, site, *winning_moment(site, "guobiao")[:4])
    page.locator(".choice.win").click()
    expect(page.locator(".end-pay")).to_be_visible()
    expect(page.locator(".go-next")).to_be_visible()
    seen = box(page.locator(".end-body"))
    for part in (page.locator(".end-total .points"), *page.locator(".payments tr").all()):
        found = box(part)
        assert seen["top"] <= found["top"]
        assert found["bottom"] <= seen["bottom"] + 0.5
    heads = page.locator(".payments thead th").all_inner_texts()[1:]
    assert heads == {"zh": ["本局", "总分"], "en": ["This hand", "Total"]}[lang]
    shoot(page, f"four-players-{device}-{lang}")
    everyone_can_use(page)
    page.locator(".end-actions button").last.click()
    way_back = page.locator(".reopen")
    expect(way_back).to_be_visible()
    for other in (page.locator(".river").first, page.locator(".rack-tiles"), page.locator(".mat")):
        assert apart(way_back, other)
    page.locator("#fans-button").click()
    for other in (page.locator(".rack-tiles"), way_back):
        assert apart(page.locator(".fans-panel"), other)
    way_back.click()
    expect(page.locator(".end")).to_be_visible()


@variants(("device", "lang"), ("phone", "en"), ("lying", "zh"), ("desktop", "zh"), ("phone", "zh"), ("lying", "en"))
@pytest.mark.parametrize("ends", ["by the last deal", "by a vote"])
def test_that_the_game_is_over_and_who_has_won_it_is_seen_first(open_page: Open, site: str, device: str, lang: str, ends: str) -> None:
    page = open_page("/play", device, lang=lang)
    if ends == "by a vote":
        host, page = together(open_page, "Ann", "Bo", page)
        host.locator("#more-button").click()
        host.locator(".end-game").click()
        page.locator(".proposal .primary").click()
    else:
        go_on(page, site, *winning_moment(site, "guobiao")[:4])
        page.locator(".choice.win").click()
        expect(page.locator(".end-pay")).to_be_visible()
    expect(page.locator(".game-over")).to_have_text({"zh": "对局结束", "en": "Game over"}[lang])
    expect(page.locator(".standing li")).to_have_count(4)
    seen = box(page.locator(".end-body"))
    for part in (page.locator(".game-over"), *page.locator(".standing li").all()):
        found = box(part)
        assert seen["top"] <= found["top"]
        assert found["bottom"] <= seen["bottom"] + 0.5
    assert box(page.locator(".rematch"))["bottom"] <= page.evaluate("innerHeight")
    headings = page.locator(".end h1, .end h2").all_inner_texts()
    assert headings[0] == page.locator(".game-over").inner_text()
    assert page.locator(".end-title").count() == (ends != "by a vote")
    shoot(page, f"over-{ends.replace(' ', '-')}-{device}-{lang}")
    everyone_can_use(page)


WORDS = """async () => {
    const {TableState} = await import("/static/table/table-state.js");
    const {statusLine} = await import("/static/table/status.js");
    const {changedWords} = await import("/static/table/waiting-room.js");
    const state = new TableState("x");
    const player = (name, here, away) => ({name, member: 1, bot: null, here, away, bot_in: null});
    const players = [player("Guest", true, false), player("Bo", true, false), player("Cy", true, true), player("Di", false, false)];
    state.room = {settings: {}, players};
    const line = (waits, prompt = null) => {
        state.table = {game: "g", n: 1, you: 0, answered: null, hand: {seats: [0, 1, 2, 3]}, view: {seat: "E"}, prompt, waits};
        return statusLine(state, null);
    };
    const usual = {
        rules: "lingque28", overlay: null, rounds: 1, hands: null, tiles: 136, clock: null, bots: "efficient", private: true, casual: true,
        open_hands: false, flowers: true, hints: true, speed: "normal",
    };
    const change = (key, value) => [changedWords(usual, {...usual, [key]: value}), changedWords({...usual, [key]: value}, usual)];
    return [
        line({for: "ready", players: [0, 1, 2, 3]}), line({for: "ready", players: [2]}),
        ...["takeback", "end"].map((kind) => {
            state.room.proposal = {kind};
            return line({for: "vote"});
        }),
        line({for: "claims", held: true, window: true}), line({for: "turn", seat: "N"}), line({for: "turn", seat: "S"}),
        line({for: "turn", seat: "E"}),
        ...[41_000, 0].map((left) => {
            players[3].bot_in = left;
            state.setRoom(state.room);
            return line({for: "turn", seat: "N"});
        }),
        line({for: "claims", held: true, window: true}),
        state.names, change("hints", false), change("speed", "fast"), change("private", false), changedWords(usual, usual),
    ];
}"""


def test_the_page_says_who_is_waited_for_and_what_has_changed(open_page: Open) -> None:
    found = open_page("/replay").evaluate(WORDS)
    assert found == [
        "Waiting for Bo, Di (offline)…", "Waiting for the others…",
        "Paused for a vote on a take-back", "Paused for a vote on ending the game",
        "Waiting for Di to return", "Waiting for Di (north) to return", "Waiting for Bo (south)", "One moment…",
        "Di (north) is offline; a bot plays in 41 s", "Di (north) is offline; a bot plays in 0 s", "Di is offline; a bot plays in 0 s",
        ["You", "Bo", "Cy", "Di"],
        [["no hints"], ["Hints are allowed"]], [["speed: fast"], ["speed: normal"]], [["open to all"], ["Private: by link only"]], [],
    ]  # fmt: skip


def closest(page: Page) -> list[str]:
    """How the tiles of a river look that was made up: discarded from the hand, as drawn, and claimed."""
    found: list[str] = page.evaluate(
        """async () => {
            const {boardView} = await import("/static/shared/game/board.js");
            const {render} = await import("/static/vendor/lit-html/lit-html.js");
            const seat = {concealed: 13, melds: [], discards: [["1m", 1], ["2m", 0], ["3m", 2]], flowers: "", ready: null};
            const four = (one) => [one, one, one, one];
            const view = {seat: null, hand: "", drawn: null, turn: "E", offer: null, wall_left: 60, seats: four(seat), result: null};
            const place = document.createElement("div");
            render(boardView({
                view, dice: [1, 2, 3, 4], round: "E", number: 1, tiles: 136, bottom: 0, ownHand: true, upright: false, names: four(""),
                scores: four(0), active: [], call: null, won: null, away: four(false), same: null,
            }), place);
            const parts = [...place.querySelector(".river").querySelectorAll("use, path, rect")];
            return parts.map((one) => `${one.tagName} ${one.getAttribute("class").trim()}`);
        }"""
    )
    return found


def test_a_claimed_discard_differs_from_one_as_drawn_by_its_shape(open_page: Open) -> None:
    assert closest(open_page("/replay")) == ["use ", "use drawn", "path notch", "use taken", "rect taken-mark"]
