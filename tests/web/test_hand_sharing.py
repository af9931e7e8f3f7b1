"""The hand page: addresses, links, history, text, picture and paper."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, fans, hand_path, points, shown
from tests.web.hand import STRAIGHT


def test_the_chosen_book_follows_the_address(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    for rules in ("guobiao", "woodshole"):
        page.select_option("#book", rules)
        page.wait_for_url(f"**rules={rules}**")
    page.go_back()
    expect(page.locator("#book")).to_have_value("guobiao")
    page.go_back()
    expect(page.locator("#book")).to_have_value("lingque28")


@variants("lang", "zh", "en")
def test_the_hand_is_printed_with_its_fans_and_its_sum_and_nothing_to_press(open_page: Open, lang: str) -> None:
    page = open_page(hand_path("23m22233344455p +4m | self seat=S"), lang=lang, scheme="dark")
    expect(page.locator(".fans li")).to_have_count(6)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".print-only .tile")).to_have_count(14)
    expect(page.locator(".print-only h2")).to_have_text({"en": "Lingque, 28th edition", "zh": "灵雀（第二十八版）"}[lang])
    expect(page.locator(".print-only .words")).to_contain_text({"en": "Self-draw, Seat south", "zh": "自摸、门风 南"}[lang])
    for part in (".print-only", ".headline", ".fans", ".steps"):
        expect(page.locator(part).first).to_be_visible()
    for part in (".bar", ".tray", ".keyboard", ".about-win", ".result .actions", ".wide-button"):
        expect(page.locator(part)).to_be_hidden()
    ink, paper = page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    assert (ink, paper) == ("rgb(34, 48, 43)", "rgb(255, 255, 255)")
    for hand, rules in (("23m22233344455p +4m | self seat=S", "lingque28"), ("111m [EEE] [SSS] [WWW] N +N | self", "guobiao")):
        page.goto(hand_path(hand, rules=rules))
        expect(page.locator(".pays-rule")).to_be_attached()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1, hand


def test_the_address_restores_everything(open_page: Open) -> None:
    hand = "5m222p [234s] (8888p) [CCC] +5m | self seat=N round=S last_tile flowers=1f5f"
    first = open_page("/hand")
    first.select_option("#book", "guobiao")
    first.fill("#notation", hand)
    shown(first, hand, "guobiao")
    second = open_page(first.url, "phone")
    shown(second, hand, "guobiao")
    assert points(second) == points(first)
    assert fans(second) == fans(first)
    assert second.locator("#book").input_value() == "guobiao"
    assert second.locator('.chip[aria-checked="true"]').all_inner_texts() == ["Self-draw", "Last Tile Draw"]
    assert second.locator(".winds input:checked").evaluate_all("inputs => inputs.map((input) => input.value)") == ["N", "S"]
    assert second.locator('output[data-name="flowers"]').inner_text() == "2"
    query = parse_qs(urlsplit(first.url).query)
    assert query == {"rules": ["guobiao"], "hand": [hand]}


def test_back_and_forward_go_through_the_hands(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    shown(page, STRAIGHT)
    page.locator('.chip[data-name="self"]').click()
    shown(page, STRAIGHT + " | self")
    page.select_option("#book", "lingque26")
    shown(page, STRAIGHT + " | self", "lingque26")
    page.go_back()
    shown(page, STRAIGHT + " | self", "lingque28")
    page.go_back()
    shown(page, STRAIGHT)
    page.go_forward()
    shown(page, STRAIGHT + " | self")


def test_the_score_is_copied_as_text_and_as_a_link(open_page: Open) -> None:
    page = open_page("/hand?hand=12345678m22p+[EEE]+%2B9m")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("#toast")).to_have_text("Text copied")
    text = page.evaluate("navigator.clipboard.readText()")
    link = page.url.replace("[", "%5B").replace("]", "%5D")
    assert link != page.url
    assert text.split("\n") == [
        STRAIGHT + " | seat=E round=E",
        "Lingque, 28th edition: 36 points",
        "  Seat Wind 番牌门风牌  4 fu, ×1",
        "  Pure Straight 一气贯通  8 fu, ×3",
        "  fu 4 + 8 = 12",
        "  the greatest single fan: Pure Straight 一气贯通, 3 fan",
        "  12 fu × 3 fan = 36 points",
        "  36 ≥ 10: the minimum is met",
        "The discarder pays 72 points, each of the others 36: 144 in all.",
        link,
    ]
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_in_chinese_the_hand_is_copied_as_chinese_players_write_it(open_page: Open) -> None:
    page = open_page(hand_path("EEENNPP [SSS] [WWW] +N | self seat=S"), lang="zh")
    page.get_by_role("button", name="复制文字").click()
    expect(page.locator("#toast")).to_have_text("已复制文字")
    written = page.evaluate("navigator.clipboard.readText()").split("\n")[0]
    assert written == "東東東北北白白 碰南南南 碰西西西 自摸北 南家 東圈"
    page.fill("#notation", written)
    shown(page, "EEENNPP [SSS] [WWW] +N | self seat=S")


@pytest.mark.parametrize("how", ["paste", "fill"])
@variants("lang", "zh", "en")
def test_the_text_and_the_link_that_the_page_copies_open_that_hand_again(open_page: Open, lang: str, how: str) -> None:
    hand = "5mNNN [EEE] [SSS] [WWW] +5m | self seat=S last_tile flowers=2"
    page = open_page(hand_path(hand, rules="guobiao"), lang=lang)
    shown(page, hand, "guobiao")
    for name in {"zh": ("复制文字", "复制链接"), "en": ("Copy as text", "Copy link")}[lang]:
        page.goto(hand_path(hand, rules="guobiao"))
        page.get_by_role("button", name=name).click()
        expect(page.locator("#toast")).to_have_class(re.compile("shown"))
        text = page.evaluate("navigator.clipboard.readText()")
        page.goto("/hand")
        if how == "paste":
            page.focus("#notation")
            page.keyboard.press("ControlOrMeta+v")
        else:
            page.fill("#notation", text)
        shown(page, hand, "guobiao")
        expect(page.locator("#notation")).to_have_value(hand)


def test_the_copied_text_without_its_link_is_read_too(open_page: Open) -> None:
    hand = "5mNNN [EEE] [SSS] [WWW] +5m | self seat=S last_tile flowers=2"
    page = open_page(hand_path(hand, rules="guobiao"), lang="zh")
    page.get_by_role("button", name="复制文字").click()
    expect(page.locator("#toast")).to_have_text("已复制文字")
    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert lines[0] == "五萬北北北 碰東東東 碰南南南 碰西西西 自摸五萬 南家 東圈 妙手回春 花2"
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(lines[:-1]))
    page.goto("/hand")
    page.focus("#notation")
    page.keyboard.press("ControlOrMeta+v")
    shown(page, hand, "guobiao")
    expect(page.locator("#toast")).to_have_text("文字里写的是国标麻将，已换用这种规则。")


@variants("lang", "zh", "en")
def test_the_copied_text_states_the_winds_and_they_take_the_place_of_others(open_page: Open, lang: str) -> None:
    page = open_page(hand_path(STRAIGHT, rules="guobiao"), lang=lang)
    page.get_by_role("button", name={"zh": "复制文字", "en": "Copy as text"}[lang]).click()
    expect(page.locator("#toast")).to_have_class(re.compile("shown"))
    written = page.evaluate("navigator.clipboard.readText()").split("\n")[0]
    assert written.endswith({"zh": "和九萬 東家 東圈", "en": "+9m | seat=E round=E"}[lang])
    page.goto(hand_path("111mEEESSSN [WWW] +N | seat=S round=W", rules="guobiao"))
    shown(page, "111mEEESSSN [WWW] +N | seat=S round=W", "guobiao")
    page.fill("#notation", written)
    shown(page, STRAIGHT, "guobiao")


def test_the_last_book_is_remembered_unless_the_address_names_one(open_page: Open) -> None:
    page = open_page("/hand")
    expect(page.locator("#book")).to_have_value("lingque28")
    page.select_option("#book", "guobiao")
    page.goto("/practice")
    page.get_by_role("link", name="Hand", exact=True).click()
    expect(page.locator("#book")).to_have_value("guobiao")
    page.wait_for_url("**/hand?rules=guobiao")
    page.locator(".samples a").first.click()  # links on the page are under the book, too
    expect(page.locator("#book")).to_have_value("guobiao")
    for path, rules in (("/hand?rules=woodshole", "woodshole"), ("/hand?rules=lingque28", "lingque28"), (hand_path(STRAIGHT), "lingque28")):
        page.goto(path)
        expect(page.locator("#book")).to_have_value(rules)
        page.reload()
        expect(page.locator("#book")).to_have_value(rules)
    page.goto("/hand")
    expect(page.locator("#book")).to_have_value("guobiao")
    page.select_option("#book", "lingque28")
    page.goto("/hand")
    expect(page.locator("#book")).to_have_value("lingque28")


def test_the_hand_page_opens_with_the_book_whose_page_was_read(open_page: Open) -> None:
    page = open_page("/rules/guobiao98")
    expect(page.locator("h1")).to_have_text("Guobiao, the table of 1998")
    page.get_by_role("link", name="Hand", exact=True).click()
    expect(page.locator("#book")).to_have_value("guobiao98")


def test_a_score_is_copied_with_the_name_of_the_book_before_the_books_are_loaded(open_page: Open) -> None:
    page = open_page("/rules")
    held: list[Route] = []
    page.route("**/api/v1/rules**", lambda route: held.append(route))
    page.goto(hand_path(STRAIGHT))
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("#toast")).to_have_text("Text copied")
    assert page.evaluate("navigator.clipboard.readText()").split("\n")[1] == "Lingque, 28th edition: 36 points"
    assert held
    for route in held:
        route.continue_()


def test_a_link_is_copied_where_the_browser_has_no_clipboard_for_plain_http(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    address = page.url
    page.reload()
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_a_damaged_link_shows_a_notice(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT, overlay="x0-"))
    expect(page.locator("#toast")).to_have_text("The rules in this link are damaged and cannot be read.")
    shown(page, STRAIGHT, "lingque28")


def test_the_score_is_saved_as_a_picture(open_page: Open, tmp_path: Path) -> None:
    page = open_page(hand_path("5m222p [234s] (8888p) [CCC] +5m"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Share as picture").click()
    file = tmp_path / "card.png"
    download.value.save_as(file)
    assert download.value.suggested_filename == "quepu.png"
    picture = file.read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, picture[:8]) == (1080, b"\x89PNG\r\n\x1a\n")
    assert 500 < height < 1500
    assert len(_colours(picture, width, height)) > 200  # tiles, text and felt, not one flat colour


def _colours(picture: bytes, width: int, height: int) -> set[bytes]:
    """The colours in a PNG's raw rows; its filters make neighbours of a colour look different, and a flat picture stays flat."""
    data, at = b"", 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        if kind == b"IDAT":
            data += picture[at + 8 : at + 8 + length]
        at += 12 + length
    rows = zlib.decompress(data)
    return {rows[i : i + 4] for i in range(1, len(rows), 64)}


def test_an_unknown_book_in_a_link_shows_an_error_before_there_are_tiles(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404 (Not Found)")
    page = open_page("/hand?rules=riichi")
    expect(page.locator(".result .problem")).to_contain_text("unknown rule book 'riichi'")
    page.select_option("#book", "guobiao")
    expect(page.locator(".result .welcome")).to_be_visible()


def test_fast_changes_are_separate_entries_in_the_history(open_page: Open) -> None:
    """The address is written with the answer; what is changed before it comes is written first."""
    page = open_page(hand_path("12345678m22p [EEE]"))
    shown(page, "12345678m22p [EEE]")
    held: list[Route] = []
    page.route("**/api/v1/score*", lambda route: held.append(route))  # no answer comes
    page.evaluate(
        """() => {
            document.querySelector('.key[data-tile="9m"]').click();
            document.querySelector('.chip[data-name="self"]').click();
        }"""
    )
    page.wait_for_url("**self")
    page.go_back()
    expect(page.locator("#notation")).to_have_value(STRAIGHT)
    page.go_back()
    expect(page.locator("#notation")).to_have_value("12345678m22p [EEE]")
    page.unroute_all(behavior="ignoreErrors")
