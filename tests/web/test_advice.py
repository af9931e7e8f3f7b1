"""Advice at the table: what a win is worth, what is given up, what to aim for; in a strip that covers nothing."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from quepu.players.hints import hint, no_win
from tests.sizes import variants
from tests.tables import E, S, Scene, wall_with
from tests.web.conftest import Open, shoot
from tests.web.table import everyone_can_use, go_on, own_turn, start_now, winning_moment

SENT = """() => {
    window.acts = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const {t, action} = JSON.parse(text);
        if (t === "act") acts.push(action);
        send.call(this, text);
    };
}"""


def at_a_win(page: Page, site: str) -> int:
    """At a table where a win is offered; its points."""
    game, hand, step, seat, won = winning_moment(site, "guobiao")
    go_on(page, site, game, hand, step, seat)
    page.wait_for_selector(".choice.win")
    return won.points


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"), ("desktop", "zh"))
def test_the_win_button_names_points_and_fans_and_passing_takes_two_presses(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    points = at_a_win(page, site)
    fan, giving_up, again = {
        "zh": ("全不靠", f"放弃 {points} 分", "再按一次"),
        "en": ("Lesser Honours", f"gives up {points}", "Press again"),
    }[lang]
    expect(page.locator(".choice.win")).to_contain_text(str(points))
    expect(page.locator(".choice.win small")).to_contain_text(fan)
    passing = page.locator(".choice.pass").first
    expect(passing.locator("small")).to_have_text(giving_up)
    page.evaluate(SENT)
    page.keyboard.press("x")
    expect(passing.locator(".choice-word")).to_contain_text(again)
    assert page.evaluate("acts") == []
    page.keyboard.press("x")
    page.wait_for_function("acts.length > 0")
    assert page.evaluate("acts[0]") == 119


@variants(("device", "lang"), ("phone", "zh"), ("lying", "zh"), ("desktop", "en"), ("phone", "en"))
def test_the_hint_covers_neither_the_table_nor_the_choices_and_ends_with_the_hand(
    open_page: Open, site: str, device: str, lang: str
) -> None:
    page = open_page("/play", device, lang)
    points = at_a_win(page, site)
    page.locator("#hint-button").click()
    expect(page.locator(".hint-panel .offered")).to_contain_text(str(points))
    for detailed in (False, True):
        if (page.locator(".hint-more").get_attribute("aria-expanded") == "true") != detailed:
            page.locator(".hint-more").click()
        assert covered(page) == []
    expect(page.locator(".hint-panel .waits")).to_be_visible()
    shoot(page, f"hint-{device}-{lang}")
    everyone_can_use(page)
    page.locator(".choice.win").click()
    page.wait_for_selector(".end")
    expect(page.locator(".hint-panel")).to_have_count(0)


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_fan_named_in_advice_is_explained_by_a_tap_and_the_hint_comes_back(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    at_a_win(page, site)
    names = page.locator(".win-fans .fan-link")
    assert [name.get_attribute("data-fan-info") for name in names.all()] == ["knitted_honours", "flower_tiles"]
    page.locator("#hint-button").click()
    named = page.locator(".hint-panel .fan-link[data-fan-info=knitted_honours]").first
    named.click()
    opened = page.locator(".fan-entry[data-fan=knitted_honours]")
    expect(opened.locator(".fan-details")).to_be_visible()
    expect(opened.locator("button").first).to_be_focused()
    expect(page.locator(".choice.win")).to_be_visible()
    wide = "[...document.querySelectorAll('.fans-panel, .panels')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.evaluate(wide) == 0
    page.locator(".close-panel").click()
    expect(named).to_be_visible()
    page.locator("#hint-button").click()
    names.last.click()
    expect(page.locator(".fan-entry[data-fan=flower_tiles] .fan-details")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".side-panel")).to_have_count(0)
    assert page.locator(":is(button, a) :is(button, a, [tabindex])").count() == 0
    assert "/play/" in page.url


def covered(page: Page) -> list[str]:
    """What the hint lies on."""
    found: list[str] = page.evaluate(
        """() => {
            const hint = document.querySelector(".hint-panel").getBoundingClientRect();
            const bottom = Math.min(hint.bottom, document.querySelector(".panels").getBoundingClientRect().bottom);  // it is scrolled there
            const meets = (other) => hint.left < other.right - 1 && other.left < hint.right - 1
                && hint.top < other.bottom - 1 && other.top < bottom - 1;
            return [".felt", ".choice", ".mine", ".switches", ".players"].filter((name) =>
                [...document.querySelectorAll(name)].some((one) => meets(one.getBoundingClientRect())));
        }"""
    )
    return found


WAITS_CUT = """() => {
    const {bottom} = document.querySelector(".hint-panel").getBoundingClientRect();
    return [...document.querySelectorAll(".wait-line .strip-tile")].filter((one) => one.getBoundingClientRect().bottom > bottom).length;
}"""
"""The number of waits below the edge of the hint."""


def advice() -> dict[str, Any]:
    """A hint with a wait that cannot win on a discard, and a pung that costs a concealed hand."""
    scene = Scene("lingque28", wall_with(["4m159p159sESWNCF", "44m78m123p456p789s"], draws="F"))
    scene.discard(E, "4m")
    deal = scene.hand
    return hint(deal.view(S), deal.book, no_win(deal, S)).as_dict("en")


@variants(("device", "lang"), ("phone", "en"), ("phone", "zh"), ("desktop", "zh"))
def test_a_wait_below_the_minimum_says_so_and_claims_say_what_they_lose(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    told = advice()

    def answer(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), **told, "win": None})

    page.route(re.compile(r"/hint(\?|$)"), answer)
    at_a_win(page, site)
    page.locator("#hint-button").click()
    if page.locator(".hint-more").get_attribute("aria-expanded") == "true":
        page.locator(".hint-more").click()
    words = page.locator(".hint-panel .advice")
    expect(words).to_contain_text({"zh": "8 < 10，不能点和", "en": "8 < 10: cannot win on a discard"}[lang])
    because = {
        "zh": "建议过：已经听牌，碰了没有好处，反而失去门前清",
        "en": "Pass: you are ready already and need no pung; it would lose Concealed Hand",
    }[lang]
    expect(words.locator("li").first).to_contain_text(because)
    assert page.locator(".wait-line .strip-tile").count() == 2
    assert page.evaluate(WAITS_CUT) == 0
    shoot(page, f"ready-{device}-{lang}")
    expect(words.locator(".because")).to_have_count(0)
    page.locator(".hint-more").click()
    expect(words.locator(".because")).to_have_text(told["suggestion"]["because"])
    expect(words.locator(".claim .claim-head .tile")).to_have_count(3)
    shoot(page, f"claims-{device}-{lang}")
    expect(page.locator(".hint-panel .waits .held[type]")).to_have_count(0)
    expect(page.locator(".hint-panel")).not_to_contain_text({"zh": "点一张牌", "en": "Tap a tile"}[lang])
    expect(words.locator(".claim")).to_contain_text({"zh": "失去门前清", "en": "loses Concealed Hand"}[lang])
    for aim in told["aims"]:
        expect(words).to_contain_text({"zh": f"约 {aim['points']} 分", "en": f"about {aim['points']} points"}[lang])
    expect(page.locator(".hint-panel .aim-hand")).to_have_count(len(told["aims"]) + 1)
    expect(page.locator(".hint-panel .waits .low").first).to_contain_text("8 < 10")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "zh"), ("desktop", "en"))
def test_the_hint_says_first_what_to_discard_and_two_taps_on_it_do_so(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    page.clock.install()
    start_now(page)
    own_turn(page)
    expect(page.locator(".status-text")).to_have_text({"zh": "轮到你，打一张牌", "en": "Your turn: discard a tile"}[lang])
    page.locator("#hint-button").click()
    first = page.locator(".hint-panel .advice li").first
    expect(first).to_have_class("suggestion")
    expect(first).to_contain_text({"zh": "建议打", "en": "Discard"}[lang])
    expect(page.locator(".hint-panel")).not_to_contain_text("向听")
    shoot(page, f"suggestion-{device}-{lang}")
    suggested = first.locator(".strip-tile")
    tile = str(suggested.get_attribute("data-tile"))
    river = page.locator(".river").first.locator("use")
    before = river.count()
    suggested.click()
    expect(page.locator(".lifted")).to_have_attribute("data-tile", tile)
    expect(page.locator(".status-text")).to_contain_text({"zh": "再点一下打出", "en": "again to discard it"}[lang])
    suggested.click()
    expect(river).to_have_count(before + 1)
    expect(river.last).to_have_attribute("href", f"#t-{tile}")


def self_drawn_win(message: str | bytes) -> str:
    """The messages of a table, as if every turn of the user were a win."""
    content = json.loads(message)
    table = content.get("table")
    if table and table["waits"]["for"] == "turn" and table["prompt"] and "legal" in table["prompt"]:
        fans = [
            {"id": "mixed_straight", "name": "花龙", "en": "Mixed Straight", "count": 1},
            {"id": "dragon_pung", "name": "箭刻", "en": "Dragon Pung", "count": 1},
            {"id": "concealed_hand", "name": "门前清", "en": "Concealed Hand", "count": 1},
        ]
        table["prompt"] = {"legal": [*table["prompt"]["legal"], 115], "win": {"points": 12, "fans": fans}}
    return json.dumps(content)


@variants(("device", "lang"), ("phone", "en"), ("phone", "zh"), ("desktop", "en"))
def test_a_self_drawn_win_is_what_the_line_says_and_its_button_cuts_no_name(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(self_drawn_win(message)))

    page.route_web_socket(re.compile("/socket"), between)
    start_now(page, "guobiao")
    while not page.locator(".choice.win").count():
        page.wait_for_selector(".choice")
        if not page.locator(".choice.win").count():
            page.keyboard.press("x")
    expect(page.locator(".status-text")).to_have_text({"zh": "可以和了！", "en": "You can win!"}[lang])
    expect(page.locator(".choice.win small")).to_have_text({"zh": "花龙、箭刻、门前清", "en": "Mixed Straight +2"}[lang])
    assert page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.choice.win small'))")
    shoot(page, f"self-drawn-{device}-{lang}")


@variants(("device", "lang"), ("phone", "en"), ("desktop", "zh"))
def test_a_hint_counts_what_is_missing_for_a_win_and_nothing_else(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    page.clock.install()
    start_now(page)
    own_turn(page)
    page.locator("#hint-button").click()
    page.wait_for_selector(".advice li")
    if page.locator(".hint-more").get_attribute("aria-expanded") == "false":
        page.locator(".hint-more").click()
    words = page.locator(".hint-panel").inner_text()
    assert {"zh": "张和牌", "en": "from winning"}[lang] in words
    assert not re.search({"zh": "张听牌|离听牌", "en": "from ready|nearer to ready|tiles? away"}[lang], words)
    shoot(page, f"hint-details-{device}-{lang}")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_the_list_of_fans_begins_with_those_that_the_hand_is_near(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    page.clock.install()
    start_now(page)
    own_turn(page)
    with page.expect_response(re.compile(r"/hint(\?|$)")) as answered:
        page.locator("#fans-button").click()
    aims = sorted(answered.value.json()["aims"], key=lambda aim: len(aim["missing"]))
    near = list(dict.fromkeys(fan["id"] for aim in aims for fan in aim["fans"]))
    assert near
    expect(page.locator(".fans-panel h3").first).to_have_text({"zh": "你的牌接近的", "en": "What your hand is near"}[lang])
    expect(page.locator(".near-fan")).to_have_count(len(near))
    assert [one.get_attribute("data-fan-info") for one in page.locator(".near-fan").all()] == near
    expect(page.locator(".near-fan small").first).to_contain_text(str(len(aims[0]["missing"])))
    assert page.locator(".fan-entry").count() > len(near)
    shoot(page, f"near-fans-{device}-{lang}")
    page.locator(".near-fan").last.click()
    expect(page.locator(f".fan-entry[data-fan={near[-1]}] .fan-details")).to_be_visible()
    everyone_can_use(page)
