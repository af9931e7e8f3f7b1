"""The words of every page: nothing undefined, no raw ids, nouns that follow their numbers, one unit for points."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from quepu.rules import BOOKS
from tests.sizes import variants
from tests.web.conftest import Open, Watch, hand_path, shown
from tests.web.table import go_on, start_now, winning_moment
from tests.web.test_every_page import PAGES, READY

WORDS = """() => {
    const shut = [...document.querySelectorAll("details:not([open])")];
    const programs = [...document.querySelectorAll("pre")];
    for (const one of shut) one.open = true;
    for (const one of programs) one.style.display = "none";
    const named = ["aria-label", "title", "placeholder", "alt"].flatMap((name) =>
        [...document.querySelectorAll(`main [${name}], header [${name}]`)].map((one) => one.getAttribute(name)));
    const read = document.body.innerText.split("\\n");
    for (const one of programs) one.style.display = "";
    for (const one of shut) one.open = false;
    return [...read, ...named];
}"""
"""What can be read or heard on a page, a piece each; programs are not in words."""

NOUNS = "points|tiles|fans|games|deals|hands|steps|kinds|waits|flowers|players|wins|seconds|rounds|days|times|rule books|discards"
WRONG = {
    "undefined": r"undefined|\bNaN\b|\bnull\b|\[object |[{}]",
    "a raw id": r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:efficient|kongs3|lingque2[68]|guobiao(?:98)?|woodshole)\b",
    "a plural": rf"(?<![\d.,−-])\b1 (?:more )?(?:{NOUNS})\b",
    "a singular": r"(?<![\d.,])(?:[02-9]|\d\d+) (?:point|tile|fan type|game|deal|step|flower|wait|second)\b",
    "a unit": r"\d ?点(?![和炮])|\b\d+ pts\b",
}
ONLY_CHINESE = {"an English id": r"\bappendix\b|\bself\b"}


def wrong_words(page: Page, lang: str) -> list[tuple[str, str, str]]:
    patterns = {**WRONG, **(ONLY_CHINESE if lang == "zh" else {})}
    path = page.url.split("/", 3)[3]
    return [(path, name, text) for text in page.evaluate(WORDS) for name, pattern in patterns.items() if re.search(pattern, text)]


MORE = [
    *(f"/rules/{rules}{view}" for rules in BOOKS for view in ("", "?view=sheet", "?view=edit")),
    "/rules/guobiao?view=diff&with=woodshole",
    "/rules/lingque28+appendix",
    "/learn/turn#discard", "/learn/claims#kong", "/learn/shapes#special", "/learn/points#product", "/learn/payments",
    *(f"/learn/{rules}" for rules in BOOKS),
    hand_path("11m", rules="woodshole"), hand_path("12345678m22p [EEE] +9m | flowers=1", rules="guobiao"), "/nothing",
]  # fmt: skip


@variants("lang", "en", "zh")
def test_every_page_is_in_words(open_page: Open, watch: Watch, open_as_operator: Open, lang: str) -> None:
    watch.expected += ["404", "401"]  # of the page that is not there, and of the operators' page for a guest
    page = open_page("/", lang=lang)
    found = []
    for name, path in PAGES.items():
        page.goto(path)
        page.wait_for_selector(READY[name.split("-")[0]])
        page.wait_for_load_state("networkidle")
        found += wrong_words(page, lang)
    for path in MORE:
        page.goto("about:blank")  # another fragment alone would not load the page again
        page.goto(path)
        page.wait_for_selector("main h1, main h2")
        page.wait_for_load_state("networkidle")
        found += wrong_words(page, lang)
    page.goto(hand_path("12345678m22p [EEE] +9m"))
    shown(page, "12345678m22p [EEE] +9m")
    page.locator(".wide-button").click()
    page.wait_for_selector(".differences", state="attached")
    found += wrong_words(page, lang)
    page = open_as_operator("/operator", lang=lang)
    for path, ready in (("/account", ".people"), ("/operator", "#rooms"), ("/play", ".own-name")):
        page.goto(path)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        found += wrong_words(page, lang)
    assert found == [], "\n".join(map(str, found))


@variants("lang", "zh", "en")
def test_the_table_is_in_words(open_page: Open, site: str, lang: str) -> None:
    page = open_page("/play", lang=lang)
    page.locator(".make-table").click()
    page.wait_for_selector(".lobby")
    found = wrong_words(page, lang)
    start_now(page, "woodshole")
    for panel in ("hint", "fans", "more"):
        page.locator(f"#{panel}-button").click()
        page.wait_for_selector({"hint": ".advice", "fans": ".fan-entry", "more": ".menu-panel"}[panel])
        found += wrong_words(page, lang)
    game, hand, step, seat, _ = winning_moment(site, "guobiao")
    go_on(page, site, game, hand, step, seat)
    page.locator("#hint-button").click()
    page.wait_for_selector(".advice .offered")
    found += wrong_words(page, lang)
    page.locator(".choice.win").click()
    expect(page.locator(".pay-words")).to_be_visible()
    found += wrong_words(page, lang)
    page.goto(f"/replay/{game}")
    page.wait_for_selector(".replay")
    found += wrong_words(page, lang)
    assert found == [], "\n".join(map(str, found))
