"""The rule pages: reading, searching, comparing, printing and changing a book."""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from quepu.rules import BOOKS, book
from tests.sizes import variants
from tests.web.conftest import Open, Watch, points, shoot, shown, worked_off


def names(page: Page) -> list[str]:
    return [str(entry.get_attribute("id")) for entry in page.locator(".entry").all()]


def test_the_list_has_every_book(open_page: Open) -> None:
    page = open_page("/rules")
    cards = page.locator(".shelf a.card")
    expect(cards).to_have_count(len(BOOKS))
    assert [card.locator("h2").inner_text() for card in cards.all()] == [book(id).en for id in BOOKS]
    cards.first.click()
    expect(page.locator("h1")).to_have_text("Lingque, 28th edition")
    page.go_back()
    expect(cards).to_have_count(len(BOOKS))


@pytest.mark.parametrize("rules", BOOKS)
def test_a_book_has_all_its_fans_by_category(open_page: Open, rules: str) -> None:
    page = open_page(f"/rules/{rules}", lang="zh")
    expect(page.locator(".category")).to_have_count(len(book(rules).categories))
    rows = [row.id for category in book(rules).categories for row in book(rules).rows if row.category == category]
    assert names(page) == rows


@pytest.mark.parametrize("typed", ["一气", "yqgt", "yiqi", "yī qì guàn", "pure str"])
def test_a_fan_is_found_while_typing(open_page: Open, typed: str) -> None:
    page = open_page("/rules/lingque28")
    page.locator("#search").press_sequentially(typed)
    expect(page.locator(".category")).to_have_count(0)
    expect(page.locator(".entry").first).to_have_id("pure_straight")


def test_a_fan_shows_its_rule_examples_extremes_and_neighbours(open_page: Open) -> None:
    page = open_page("/rules/lingque28#pure_straight")
    entry = page.locator("#pure_straight")
    fan = book("lingque28").fans["pure_straight"]
    expect(entry.locator(".text")).to_have_text(fan.text)
    expect(entry.locator(".examples.yes li")).to_have_count(len(fan.yes))
    expect(entry.locator(".examples.no li")).to_have_count(len(fan.no))
    expect(entry.locator(".extremes")).to_contain_text("At least 24 points")
    nodes = entry.locator(".graph .node").evaluate_all("nodes => nodes.map((node) => node.getAttribute('href'))")
    assert nodes == ["#pure_straight", "#nine_gates", "#short_straight", "#two_terminal_chows", "#double_dragons"]
    entry.locator('.graph a[href="#short_straight"]').click()
    expect(page.locator("#short_straight .details")).to_be_visible()
    entry.locator(".examples.yes a").first.click()
    shown(page, fan.yes[0])
    assert points(page) == "36"


def test_the_matrix_has_a_cell_for_every_exclusion(open_page: Open) -> None:
    page = open_page("/rules/lingque28?view=exclusions")
    pairs = book("lingque28").exclusions
    expect(page.locator(".matrix rect")).to_have_count(len(pairs))
    expect(page.locator(".matrix rect.against")).to_have_count(sum(not follows for follows in pairs.values()))
    page.locator(".matrix rect").first.hover()
    expect(page.locator(".told")).to_have_text("Heavenly Hand 天和 counts: Self-drawn 自摸 does not")
    expect(page.locator(".exclusions tbody tr")).to_have_count(len({a for a, _ in pairs}))
    page.locator(".matrix rect").first.click()
    expect(page.locator("#heavenly_hand .details")).to_be_visible()


def test_two_editions_are_shown_side_by_side(open_page: Open) -> None:
    page = open_page("/rules/lingque28?view=diff")
    table = page.locator(".diff")
    expect(table).to_contain_text("Heavenly Hand")
    assert table.locator("thead th").all_inner_texts() == ["Fan", "Lingque, 28th edition", "Lingque, 26th edition"]
    assert table.locator("tr.detail").first.inner_text().split("\t") == ["Fu", "64", "48"]
    page.select_option(".wide-field select", "guobiao")
    expect(table.locator("thead")).to_contain_text("Guobiao, as played")
    assert parse_qs(urlsplit(page.url).query) == {"view": ["diff"], "with": ["guobiao"]}
    page.goto("/rules/guobiao?view=diff&with=woodshole")
    expect(table).to_contain_text("Big Four Winds")
    rows = [row.inner_text().split("\t") for row in table.locator("tr.detail").all()[:4]]
    assert rows[1] == ["Shapes", "four sets and a pair, seven pairs, honours and knitted tiles, thirteen orphans, knitted straight",
                       "four sets and a pair, seven pairs, thirteen orphans, eight flowers"]  # fmt: skip
    assert rows[3] == ["Category", "88 points", "100 points"]


@pytest.mark.parametrize("rules", BOOKS)
@variants("lang", "zh", "en")
def test_a_book_is_printed_on_one_page(open_page: Open, rules: str, lang: str) -> None:
    page = open_page(f"/rules/{rules}", lang=lang)
    expect(page.locator(".category").first).to_be_visible()
    page.emulate_media(media="print")
    assert page.locator(".sheet li").count() == len(book(rules).rows)
    assert page.locator(".entry").first.is_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
    assert float(page.evaluate("parseFloat(getComputedStyle(document.querySelector('.sheet li')).fontSize)")) >= 10


def test_an_overlay_is_made_by_the_form_and_used_on_the_hand_page(open_page: Open) -> None:
    page = open_page("/rules/lingque28?view=edit")
    page.fill("#overlay-minimum", "40")
    page.keyboard.press("Tab")
    page.fill("#search", "pure straight")
    expect(page.locator(".edit")).to_have_count(1)
    page.get_by_label("Pure Straight 一气贯通: fu").fill("10")
    page.keyboard.press("Tab")
    page.locator(".edit details summary").click()
    page.locator(".edit .chip", has_text="Short Straight").click()
    expect(page.locator("#toml")).to_have_value(
        'base = "lingque28"\nname = "own rules"\nminimum = 40\n\n[fan.pure_straight]\nfu = 10\nexcludes_remove = ["short_straight"]\n'
    )
    expect(page.locator(".toml .right")).to_be_visible()
    expect(page.locator(".book-head")).to_contain_text("40 points to win")
    page.get_by_role("button", name="Score with these rules").click()
    page.wait_for_url("**/hand?overlay=*")
    page.fill("#notation", "12345678m22p [EEE] +9m")
    shown(page, "12345678m22p [EEE] +9m", "overlay")
    assert points(page) == "48"
    other = open_page(page.url, "phone")
    shown(other, "12345678m22p [EEE] +9m", "overlay")
    assert points(other) == "48"
    assert other.locator("#book option:checked").inner_text() == "Own: own rules"


def test_an_overlay_is_played_at_a_table(open_page: Open) -> None:
    page = open_page("/rules/lingque28?view=edit")
    page.fill("#toml", 'base = "lingque28"\nname = "club"\nminimum = 2\n')
    expect(page.locator(".toml .right")).to_be_visible()
    page.get_by_role("button", name="Play with these rules").click()
    page.wait_for_url("**/play?overlay=*")
    expect(page.locator("#book option:checked")).to_have_text("Own: club")


def test_a_link_to_play_by_an_overlay_shows_its_name_to_others_too(open_page: Open) -> None:
    page = open_page("/rules/lingque28?view=edit")
    page.fill("#toml", 'base = "lingque28"\nname = "club"\nminimum = 2\n')
    page.get_by_role("button", name="Play with these rules").click()
    page.wait_for_url("**/play?overlay=*")
    other = open_page(page.url, "phone")
    expect(other.locator("#book option:checked")).to_have_text("Own: club")


def test_a_mistake_in_an_overlay_is_shown_with_its_line(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/rules/lingque28?view=edit")
    page.fill("#toml", 'base = "lingque28"\n[fan.pure_straight]\npoints = 5\n')
    error = page.locator("#toml-error")
    expect(error).to_contain_text("line 3: unknown key 'points'")
    expect(error.locator("code")).to_have_text("3 points = 5")
    page.fill("#toml", 'base = "lingque28"\n[fan.pure_straight]\nfu = 5\nenabled = false\n')
    expect(error).to_have_count(0)
    page.fill("#search", "pure straight")
    expect(page.locator(".edit.off input[type=number]").first).to_have_value("5")


def test_an_unknown_book_shows_a_message(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404 (Not Found)")
    page = open_page("/rules/riichi")
    expect(page.locator(".problem")).to_contain_text("unknown rule book 'riichi'")


def packed(toml: str) -> str:
    """An overlay as in an address."""
    squeezed = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(squeezed.compress(toml.encode()) + squeezed.flush()).decode().rstrip("=")


def test_an_overlay_shows_its_own_book_on_any_path(open_page: Open) -> None:
    overlay = packed('base = "guobiao"\nname = "club"\nminimum = 6\n')
    for view in ("", "&view=exclusions", "&view=edit"):
        page = open_page(f"/rules/lingque28?overlay={overlay}{view}")
        expect(page.locator(".book-head")).to_contain_text("Your own rules, based on Guobiao, as played")
        expect(page.locator(".book-head")).to_contain_text("6 points to win")
        assert urlsplit(page.url).path == "/rules/guobiao"
        expect(page).to_have_title("club · 雀谱 Quepu")
    expect(page.get_by_label("Pure Straight 清龙: points")).to_have_value("16")
    page.fill("#toml", 'base = "lingque26"\nname = "club"\n')
    expect(page.locator(".book-head")).to_contain_text("on Lingque, 26th edition")
    expect(page.get_by_label("Pure Straight 一气贯通: fu")).to_be_visible()
    assert urlsplit(page.url).path == "/rules/lingque26"


def test_a_wrong_overlay_in_a_link_shows_an_error(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(f"/rules/lingque28?overlay={packed('base = 5')}")
    expect(page.locator(".problem")).to_have_text("overlay, line 1: base must be the id of a rule book")
    page = open_page(f"/hand?overlay={packed('base = 5')}")
    expect(page.locator(".result .problem")).to_have_text("overlay, line 1: base must be the id of a rule book")


def test_the_name_and_base_of_an_overlay_are_read_as_toml_not_guessed(open_page: Open) -> None:
    toml = 'name = """\\\n  cl\\u0075b\\\n  "A" """\n"base" = \'guobiao\'\n# base = "lingque26"\n'
    page = open_page(f"/rules/guobiao?view=edit&overlay={packed(toml)}")
    expect(page.locator(".toml .right")).to_be_visible()
    expect(page.locator("h1")).to_have_text('club"A"')
    page.goto("/rules")
    expect(page.locator("button.card")).to_contain_text('club"A"')
    expect(page.locator("button.card")).to_contain_text("on Guobiao, as played")
    page.goto(f"/hand?overlay={packed(toml)}")
    expect(page.locator("#book option:checked")).to_have_text('Own: club"A"')
    expect(page.locator(".to-book")).to_have_attribute("href", f"/rules/guobiao?overlay={packed(toml)}")
    expect(page.locator('.chip[data-name="last_copy"]')).to_be_visible()
    expect(page.locator('.chip[data-name="first_turn"]')).to_have_count(0)


def test_invisible_characters_are_removed_from_a_name(open_page: Open) -> None:
    page = open_page("/rules/guobiao?view=edit")
    page.locator(".wide-field input").fill("cl\x7fu\x01b")
    page.keyboard.press("Tab")
    expect(page.locator("#toml")).to_have_value('base = "guobiao"\nname = "club"\n')
    expect(page.locator(".toml .right")).to_be_visible()
    script = "import('/static/shared/overlay-toml.js').then(({writeOverlay}) => writeOverlay({base: 'a', name: 'b\\x7f'}))"
    assert page.evaluate(script) == ('base = "a"\nname = "b\\u007f"\n')


def test_the_title_follows_the_book(open_page: Open) -> None:
    page = open_page("/rules/lingque28")
    expect(page).to_have_title("Lingque, 28th edition · 雀谱 Quepu")
    page.locator(".crumb a").click()
    expect(page).to_have_title("The rule books · 雀谱 Quepu")
    page.locator(".card", has_text="Guobiao, as played").click()
    expect(page).to_have_title("Guobiao, as played · 雀谱 Quepu")
    expect(page.locator("h1")).to_have_text("Guobiao, as played")
    page.go_back()
    expect(page).to_have_title("The rule books · 雀谱 Quepu")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Lingque, 28th edition")
    page.goto("/rules/lingque28+appendix")
    expect(page.locator("h1")).to_have_text("Lingque, 28th edition, appendix: Reflected Pairs 12 fu")


def test_a_late_book_is_not_shown_on_another_page(open_page: Open) -> None:
    page = open_page("/rules")
    held: list[Route] = []
    page.route("**/api/v1/rules/lingque28?*", lambda route: held.append(route))
    page.locator(".card", has_text="Lingque, 28th edition").click()
    page.wait_for_url("**/rules/lingque28")
    page.go_back()
    page.locator(".card", has_text="Guobiao, as played").click()
    expect(page.locator("h1")).to_have_text("Guobiao, as played")
    with page.expect_response("**/api/v1/rules/lingque28?*") as answer:
        held[0].continue_()
    worked_off(page, answer.value)
    expect(page.locator("h1")).to_have_text("Guobiao, as played")


@variants(
    ("rules", "lang"),
    ("lingque28", "zh"),
    *((rules, lang) for rules in BOOKS for lang in ("zh", "en") if (rules, lang) != ("lingque28", "zh")),
)
def test_the_printed_table_fills_one_page_and_has_the_formula_and_the_payments(open_page: Open, rules: str, lang: str) -> None:
    page = open_page(f"/rules/{rules}?view=sheet", lang=lang)
    expect(page.locator(".sheet li")).to_have_count(len(book(rules).rows))
    facts = page.locator(".sheet-facts dd")
    words = [book(rules).family.about, book(rules).family.settlement.in_words()]
    expect(facts).to_have_text([zh if lang == "zh" else en for zh, en in words])
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 within margins of 10 mm
    box = page.locator(".sheet").bounding_box()
    assert box is not None
    assert (box["x"], box["y"]) == (0, 0)
    assert 0.9 * 1047 < box["height"] <= 1047
    assert 717 < box["width"] <= 719
    shoot(page, f"sheet-{rules}-{lang}")


@variants(("device", "lang"), ("phone", "en"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_the_search_stays_below_the_bar(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/rules/guobiao", device, lang=lang)
    page.locator(".entry").nth(30).scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 600)")
    bar, field = page.locator(".bar").bounding_box(), page.locator("#search").bounding_box()
    assert bar
    assert field
    assert bar["y"] == 0
    assert bar["height"] <= field["y"] <= bar["height"] + 20


OVERFLOWING = """() => [...document.querySelectorAll(".graph .node")].flatMap(node => {
    const box = node.querySelector("rect").getBoundingClientRect();
    return [...node.querySelectorAll("text")].filter(text => {
        const inside = text.getBoundingClientRect();
        return inside.left < box.left || inside.right > box.right || inside.top < box.top - 1 || inside.bottom > box.bottom + 1;
    }).map(text => text.textContent);
})"""


@variants("device", "phone", "desktop")
@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_the_names_in_the_drawing_of_exclusions_fit_into_their_boxes(open_page: Open, rules: str, device: str) -> None:
    page = open_page(f"/rules/{rules}", device)
    expect(page.locator(".entry").first).to_be_visible()
    wrong = []
    for button in page.locator(".entry h3 button").all():
        button.click()
    expect(page.locator(".graph").nth(40)).to_be_attached()
    wrong = page.evaluate(OVERFLOWING)
    assert wrong == []


def test_an_english_page_has_english_names_of_places_and_sources(open_page: Open) -> None:
    page = open_page("/rules/guobiao#thirteen_orphans")
    expect(page.locator(".book-head")).to_contain_text("Source: Guobiao mahjong (81 fans, five principles of counting)")
    expect(page.locator(".details .pinyin")).to_contain_text("Table of fans, 88 points")
    page.goto("/rules/lingque28#short_straight")
    expect(page.locator(".details .pinyin")).to_contain_text(
        "Chapter 2, part C, 11: Related parts (page missing) 二丙11 部分关联类（页缺）"
    )


def test_the_number_of_fans_of_guobiao_is_explained(open_page: Open) -> None:
    page = open_page("/rules/guobiao", lang="zh")
    expect(page.locator(".book-head")).to_contain_text("82 个番种（原文列 81 个，另有注文里的明暗杠）")
    page.goto("/rules/guobiao98")
    expect(page.locator(".book-head")).to_contain_text("81 个番种 ·")


@pytest.mark.parametrize(("typed", "found"), [("13幺", 1), ("八十八", 7)])
def test_a_number_in_another_writing_finds_a_fan(open_page: Open, typed: str, found: int) -> None:
    page = open_page("/rules/guobiao", lang="zh")
    page.fill("#search", typed)
    expect(page.locator(".entry")).to_have_count(found)
    expect(page.locator(".entry", has_text="十三幺")).to_have_count(1)
