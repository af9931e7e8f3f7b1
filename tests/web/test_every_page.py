"""What holds for every page: accessible, in both languages, light and dark, and small to load."""

from __future__ import annotations

import statistics
from collections import Counter
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.notation import format_hand, read
from quepu.rules import BOOKS, book
from quepu.tiles import NAMES
from tests.hands import random_wins
from tests.sizes import variants
from tests.web.conftest import DEVICES, SCREENS, Open, Watch, hand_path, shoot, shown
from tests.web.table import everyone_can_use

PAGES = {
    "home": "/",
    "hand-empty": "/hand",
    "hand-score": hand_path("23m22233344455p +4m"),
    "hand-waits": hand_path("12345678m22p [EEE]"),
    "hand-discards": hand_path("123456m2299p5s [EEE]", do="discards"),
    "learn": "/learn",
    "learn-board": "/learn/claims#chow",
    "learn-book": "/learn/lingque28",
    "shelf": "/rules",
    "book": "/rules/lingque28#pure_straight",
    "exclusions": "/rules/guobiao?view=exclusions",
    "differences": "/rules/lingque28?view=diff",
    "one-page": "/rules/guobiao?view=sheet",
    "own-rules": "/rules/lingque28?view=edit",
    "practice": "/practice",
    "daily": "/daily",
    "way-in": "/play",
    "replays": "/replay",
    "your-games": "/me",
    "leaderboard": "/players",
    "player": "/players/bot:normal",
    "bots": "/bots",
    "gallery": "/gallery",
    "events": "/event",
    "account": "/account",
    "operator": "/operator",
    "operator-guest": "/operator",
    "score-sheets": "/sheet",
    "club": "/club",
    "tournament": "/tournament",
    "lab": "/lab",
    "offline": "/offline",
}
READY = {
    "home": ".home-books .card", "hand": ".result", "learn": ".chapters, .own-hand, .by-book",
    "shelf": ".card", "book": ".details", "exclusions": ".matrix", "differences": ".diff tbody tr", "one": ".sheet",
    "own": ".edit", "practice": ".answer", "daily": ".answer",
    "way": ".play-now", "replays": ".drop", "your": ".profile-empty", "lab": ".lab-form", "score": ".new-sheet",
    "club": ".new-form", "tournament": ".new-form",
    "offline": ".get-offline", "account": ".account-form",
    "leaderboard": ".none, .leaderboard", "player": ".player-name", "gallery": ".none, .best", "events": ".new-event",
    "bots": ".none, .ladder", "operator": "#rooms, .operators-only",
}  # fmt: skip
"""What shows that a page is there, by the first word of its name."""
FRONT_PAGE_LIMIT, FIRST_PAGE_LIMIT = 100_000, 150_000
"""Bytes, as they are transferred."""


@pytest.fixture
def opened(open_page: Open, request: pytest.FixtureRequest) -> Open:
    """Opens a page by its name."""

    def opening(name: str, device: str, **options: Any) -> Page:
        if name == "operator":
            as_operator: Open = request.getfixturevalue("open_as_operator")
            page = as_operator(PAGES[name], device, **options)
        else:
            page = open_page(PAGES[name], device, **options)
        page.wait_for_selector(READY[name.split("-")[0]])
        if name.startswith("hand") and name != "hand-empty":
            page.wait_for_selector('.result[aria-busy="false"]:not([data-hand=""])')
        return page

    return opening


@variants(("device", "lang"), *product(SCREENS, ("en", "zh")))
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_accessible(opened: Open, watch: Watch, name: str, device: str, lang: str) -> None:
    """axe finds nothing serious, in light colours and in dark; nothing sticks out at the side."""
    if name == "operator-guest":
        watch.expected.append("401 (Unauthorized)")
    page = opened(name, device, lang=lang)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shoot(page, f"{name}-{device}-{lang}-{scheme}")
    everyone_can_use(page)


CONTROLS = """
() => {
  const groups = new Set();
  const found = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((one) => {
    if (one.disabled || one.tabIndex < 0 || !one.checkVisibility({visibilityProperty: true})) return false;
    const group = one.type === "radio" && one.name;
    return group ? !groups.has(group) && groups.add(group) : true;
  });
  window.controls = new Map(found.map((one) => [one.type === "radio" ? one.name : one, one.outerHTML.slice(0, 120)]));
  return found.length;
}
"""
REACHED = """
() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  window.controls.delete(one.type === "radio" ? one.name : one);
  return style.outlineStyle !== "none" || style.boxShadow !== "none";
}
"""


@variants("name", *PAGES)
def test_everything_on_a_page_is_reached_by_the_tab_key_and_shows_that_it_is(opened: Open, watch: Watch, name: str) -> None:
    """Of radio buttons one of each group; tiles to pick have one stop, and arrow keys."""
    if name == "operator-guest":
        watch.expected.append("401 (Unauthorized)")
    page = opened(name, "desktop")
    count = page.evaluate(CONTROLS)
    assert count > 5
    unseen = []
    for _ in range(count + 5):
        page.keyboard.press("Tab")
        if not page.evaluate(REACHED):
            unseen.append(page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
    assert page.evaluate("[...window.controls.values()]") == []
    assert [one for one in unseen if not one.startswith("<body")] == []


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", ["hand-score", "book", "practice"])
def test_large_type_corner_numerals_and_chinese_fit(opened: Open, name: str, device: str) -> None:
    page = opened(name, device, lang="zh")
    page.locator(".settings summary").click()
    page.locator("#set-large").check()
    page.locator("#set-corners").check()
    page.select_option("#set-theme", "dark")
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("getComputedStyle(document.querySelector('#t-1m .corner')).display") == "inline"
    shoot(page, f"{name}-{device}-large-zh")
    page.reload()
    kept = page.evaluate("[document.documentElement.className, document.documentElement.dataset.theme]")
    assert kept == ["corners large", "dark"]


def test_the_language_is_that_of_the_browser_until_the_user_chooses(open_page: Open) -> None:
    page = open_page("/hand", lang="zh")
    expect(page.locator(".welcome .lead")).to_have_text("一手牌值多少分？为什么？")
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.get_by_role("button", name="English").click()
    expect(page.locator(".welcome .lead")).to_have_text("What is a hand worth, and why?")
    page.goto("/rules")
    expect(page.locator("h1")).to_have_text("The rule books")


def test_the_server_answers_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE] +1p"), lang="zh")
    expect(page.locator(".result .problem")).to_contain_text("不成和")
    page.get_by_role("button", name="English").click()
    expect(page.locator(".result .problem")).to_contain_text("no four sets and a pair")


FIRST = {
    "home": ("#faces", ".home-books .card"),
    "hand-empty": ("#faces", "#book option", ".samples"),
    "hand-score": ("#faces", "#book option", ".fans"),
}
"""What shows that a page that people open first is there."""


@pytest.mark.parametrize("name", FIRST)
def test_the_first_page_loads_little(open_page: Open, name: str) -> None:
    page = open_page("/practice")  # any page, to have something to listen on; its cache is not used
    page.wait_for_load_state("networkidle")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(PAGES[name])
    for there in FIRST[name]:
        page.wait_for_selector(there, state="attached")
    page.wait_for_load_state("networkidle")
    wire.detach()
    print(f"\n{name}: {sum(sizes) / 1000:.1f} KB in {len(sizes)} requests")
    assert len(sizes) > 15  # three of the page, the scripts, the tiles, the books
    assert sum(sizes) < (FRONT_PAGE_LIMIT if name == "home" else FIRST_PAGE_LIMIT)


def test_from_a_key_to_the_new_score(open_page: Open) -> None:
    """Measured, not judged: how long a score takes depends on the machine."""
    page = open_page(hand_path("12345678m22p [EEE]"))
    shown(page, "12345678m22p [EEE]")
    taken = []
    for n in range(20):
        tile = "369"[n % 3] + "m"
        wanted = f"12345678m22p [EEE] +{tile}"
        page.evaluate(
            """(hand) => {
                const result = document.querySelector(".result");
                addEventListener("keydown", (event) => { if (event.key === "m") window.pressed = performance.now(); }, {capture: true});
                new MutationObserver((_, observer) => {
                    if (result.dataset.hand !== hand) return;
                    window.taken = performance.now() - window.pressed;
                    observer.disconnect();
                }).observe(result, {attributes: true, attributeFilter: ["data-hand"]});
            }""",
            wanted,
        )
        page.keyboard.type(tile)
        shown(page, wanted)
        taken.append(float(page.evaluate("window.taken")))
        page.keyboard.press("Backspace")
        shown(page, "12345678m22p [EEE]")
    print(f"\nfrom a key to the new score: median {statistics.median(taken):.0f} ms of {len(taken)}")
    assert min(taken) > 0


def test_the_page_reads_and_writes_the_canonical_form_as_the_parser_does(open_page: Open) -> None:
    hands = [format_hand(hand, win) for hand, win in random_wins(7, 2000)]
    page = open_page("/hand")
    told = page.evaluate(
        """async (hands) => {
            const {readCanonical, formatHand} = await import("/static/shared/notation.js");
            return hands.map((hand) => { const read = readCanonical(hand); return read && formatHand(read); });
        }""",
        hands,
    )
    assert told == hands
    others = ["", "21m", "1m2m", "123m +", "123m[EEE]", "1z", "11111m", "[789m] [89m]", "[789m] 1m", "1m | seat=E", "1f", "[8m9m1p]",
              "1m | self self", "1m  2p"]  # fmt: skip
    refused = page.evaluate(
        """async (hands) => {
            const {readCanonical} = await import("/static/shared/notation.js");
            return hands.map((hand) => readCanonical(hand) === null);
        }""",
        others,
    )
    assert refused == [other != "" for other in others]


def test_without_a_server_the_page_says_so_and_tries_again(open_page: Open, watch: Any) -> None:
    watch.expected.append("net::ERR_FAILED")
    page = open_page("/hand")
    page.route("**/api/v1/waits*", lambda route: route.abort())
    page.keyboard.type("12345678m22pEEE")
    expect(page.locator(".result .problem")).to_contain_text("The server does not answer")
    page.unroute("**/api/v1/waits*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".waits tbody tr")).to_have_count(3)


def test_every_example_of_every_book_is_drawn_whole(open_page: Open) -> None:
    """The examples are written in the order of their sets, so they are not all canonical."""
    examples = [hand for id in BOOKS for row in book(id).rows for hand in (*row.yes, *row.no)]
    page = open_page("/hand")
    told = page.evaluate(
        """async (hands) => {
            const {readWritten, meldTiles} = await import("/static/shared/notation.js");
            return hands.map((text) => {
                const hand = readWritten(text);
                return [...hand.concealed, ...hand.melds.flatMap(meldTiles), hand.winning];
            });
        }""",
        examples,
    )
    for text, drawn in zip(examples, told, strict=True):
        hand, _ = read(text)
        counted = hand.counts()
        assert {NAMES[kind]: counted[kind] for kind in range(34) if counted[kind]} == Counter(filter(None, drawn)), text
