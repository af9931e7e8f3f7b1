"""The hand page: a hand built by mouse, touch and keys, and what the page shows about it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, fans, hand_path, points, shown, worked_off

STRAIGHT = "12345678m22p [EEE] +9m"


def pick(page: Page, *tiles: str, touch: bool = False) -> None:
    for tile in tiles:
        key = page.locator(f'.key[data-tile="{tile}"]')
        key.tap() if touch else key.click()


def mode(page: Page, name: str, touch: bool = False) -> None:
    label = page.locator(f'.mode:has(input[value="{name}"]) span')
    label.tap() if touch else label.click()


def held(page: Page) -> list[str]:
    return [str(tile.get_attribute("data-tile")) for tile in page.locator(".tray .held:not(.won)").all()]


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_hand_is_picked_by_mouse_or_touch_and_scored(open_page: Open, device: str) -> None:
    page = open_page("/hand", device)
    touch = device == "phone"
    pick(page, *(f"{number}m" for number in range(1, 9)), "2p", "2p", touch=touch)
    mode(page, "pung", touch)
    pick(page, "E", touch=touch)
    pick(page, "9m", touch=touch)
    shown(page, STRAIGHT, "lingque28")
    assert points(page) == "36"
    assert fans(page) == ["seat_wind_pung", "pure_straight"]
    expect(page.locator("#notation")).to_have_value(STRAIGHT)


def test_a_hand_is_picked_by_arrow_keys(open_page: Open) -> None:
    page = open_page("/hand")
    page.locator('.key[data-tile="1m"]').focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowDown", "Space", "End", "Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".tray .held")).to_have_count(6)
    assert held(page) == ["1m", "1m", "1m", "2p", "9p", "P"]


def test_a_hand_is_typed_anywhere_on_the_page(open_page: Open) -> None:
    page = open_page("/hand")
    page.keyboard.type("12345678m22pEEE9m")
    shown(page, "12345678m22pEEE +9m")
    assert points(page) == "64"
    page.keyboard.press("Backspace")
    shown(page, "12345678m22pEEE")
    expect(page.locator(".waits tbody tr")).to_have_count(3)


def test_every_kind_of_meld_is_added_and_removed(open_page: Open) -> None:
    page = open_page("/hand")
    for name, tile in (("chow", "3s"), ("pung", "5p"), ("kong", "C"), ("concealed_kong", "9m")):
        mode(page, name)
        pick(page, tile)
    expect(page.locator("#notation")).to_have_value("[345s] [555p] [CCCC] (9999m)")
    page.locator(".tray .meld").nth(1).click()
    expect(page.locator("#notation")).to_have_value("[345s] [CCCC] (9999m)")


def test_tiles_of_the_hand_are_claimed_by_a_tap(open_page: Open) -> None:
    page = open_page(hand_path("EEE55p"))
    mode(page, "pung")
    page.locator('.tray .held[data-tile="E"]').first.click()
    expect(page.locator("#notation")).to_have_value("55p [EEE]")


def test_a_tile_used_up_cannot_be_picked(open_page: Open) -> None:
    page = open_page(hand_path("1111m"))
    key = page.locator('.key[data-tile="1m"]')
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)
    page.keyboard.type("1m")
    assert held(page) == ["1m"] * 4
    mode(page, "chow")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(page.locator('.key[data-tile="8m"]')).to_have_attribute("aria-disabled", "true")
    expect(page.locator('.key[data-tile="7m"]')).to_have_attribute("aria-disabled", "false")


def test_thirteen_tiles_show_their_waits(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE]"))
    rows = page.locator(".waits tbody tr")
    expect(rows).to_have_count(3)
    assert rows.nth(2).inner_text().split("\t") == ["", "4", "36", "42", "Seat Wind, Pure Straight"]
    rows.nth(2).locator("button").click()
    shown(page, STRAIGHT)
    assert points(page) == "36"


def test_a_wait_of_which_the_hand_has_tiles_wins_on_another(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE]"))
    page.locator(".waits tbody tr").first.locator("button").click()
    shown(page, "12345678m22p [EEE] +3m")


def test_the_chosen_book_follows_the_address(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    for rules in ("guobiao", "woodshole"):
        page.select_option("#book", rules)
        page.wait_for_url(f"**rules={rules}**")
    page.go_back()
    expect(page.locator("#book")).to_have_value("guobiao")
    page.go_back()
    expect(page.locator("#book")).to_have_value("lingque28")


def test_a_comparison_that_comes_late_is_not_shown_under_another_hand(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    held_back: list[Route] = []
    page.route("**/api/v1/compare**", lambda route: held_back.append(route))
    page.locator(".wide-button").click()
    page.locator("#notation").fill("1112345678999m +5m")
    shown(page, "1112345678999m +5m")
    with page.expect_response("**/api/v1/compare**") as answer:
        held_back[0].continue_()
    worked_off(page, answer.value)
    expect(page.locator(".wide-button")).to_be_visible()


LOW = {"a phone": (390, 844), "a phone on its side": (844, 390), "a small phone on its side": (667, 375), "a screen at 200 %": (640, 400)}


@variants("lang", "en", "zh")
@pytest.mark.parametrize("screen", LOW)
def test_the_picker_never_covers_the_hand(open_page: Open, screen: str, lang: str) -> None:
    """Both can be seen whole, with four kongs too; a tile is picked and the picker is shut without scrolling."""
    page = open_page("/hand", lang=lang)
    width, height = LOW[screen]
    page.set_viewport_size({"width": width, "height": height})
    for hand in ("12345678m22p [EEE]", "5p (9999p) [1111m] [EEEE] (2222s)"):
        page.goto(hand_path(hand))
        shown(page, hand)
        tray, picker = (page.locator(part).bounding_box() for part in (".tray", ".keyboard"))
        assert tray is not None
        assert picker is not None
        beside = tray["x"] + tray["width"] <= picker["x"]
        below = tray["y"] + tray["height"] <= picker["y"]
        assert beside or below
        for box in (tray, picker):
            assert (box["x"] >= 0, box["x"] + box["width"] <= width, box["y"] + box["height"] <= height) == (True, True, True)
    page.locator('.key[data-tile="5p"]').click()
    shown(page, "5p (9999p) [1111m] [EEEE] (2222s) +5p")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator(".handle").click()
    expect(page.locator("#keys")).to_be_visible()
    assert page.evaluate("scrollY") == 0


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


def test_fourteen_tiles_without_a_winning_one_show_discards(open_page: Open) -> None:
    page = open_page(hand_path("123456m2299p5s [EEE]", do="discards"))
    first = page.locator(".discard").first
    expect(first.locator("button")).to_have_attribute("data-tile", "5s")
    expect(first).to_contain_text("Ready")
    expect(first).to_contain_text("2 kinds, 4 tiles, up to 12 points")
    first.locator("button").click()
    shown(page, "123456m2299p [EEE]")
    expect(page.locator(".waits tbody tr")).to_have_count(2)


def test_a_hand_that_does_not_win_shows_discards(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE] +1p"))
    expect(page.locator(".result .problem")).to_contain_text("no four sets and a pair")
    expect(page.locator(".discard").first).to_contain_text("Ready")


def test_circumstances_change_the_score(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    for switch, name in (("self", "Self-drawn"), ("last_tile", "Last Tile Claim"), ("kong", "Robbing a Kong")):
        page.locator(f'.chip[data-name="{switch}"]').click()
        shown(page, f"{STRAIGHT} | {switch}")
        expect(page.locator(".fans")).to_contain_text(name)
        page.locator(f'.chip[data-name="{switch}"]').click()
        shown(page, STRAIGHT)


def test_seat_round_and_flowers_are_in_the_notation(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT, rules="guobiao"))
    page.locator('.winds:has(input[name="seat"]) span', has_text="W").click()
    page.locator('.winds:has(input[name="round"]) span', has_text="S").click()
    page.get_by_role("button", name="One flower more").click()
    shown(page, STRAIGHT + " | seat=W round=S flowers=1", "guobiao")
    assert points(page) == "19"
    assert fans(page) == ["pure_straight", "missing_suit", "terminal_pung", "flower_tiles"]


def test_impossible_circumstances_are_marked_at_the_switch(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT + " | self"))
    shown(page, STRAIGHT + " | self")
    page.locator('.chip[data-name="kong"]').click()
    expect(page.locator("#wrong-circumstance")).to_contain_text("requires a kong in the hand")
    page.locator('.chip[data-name="kong"]').click()
    shown(page, STRAIGHT + " | self")
    assert points(page) == "42"


def test_any_notation_can_be_pasted(open_page: Open) -> None:
    page = open_page("/hand")
    for text in ("一二三四五六七八萬二二饼 [东东东] +九万", "🀇🀈🀉🀊🀋🀌🀍🀎🀚🀚 [🀀🀀🀀] +🀏", "12345678m 22p [1z1z1z] +9m"):
        page.fill("#notation", "")
        expect(page.locator(".welcome")).to_be_visible()
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.locator("#notation").focus()
        page.keyboard.press("Control+v")
        shown(page, STRAIGHT)
        page.locator("#notation").blur()
        expect(page.locator("#notation")).to_have_value(STRAIGHT)


def test_a_mistake_in_the_notation_is_shown_at_its_place(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand")
    page.fill("#notation", "🀇🀈x")
    expect(page.locator("#notation-error mark")).to_have_text("x")
    expect(page.locator("#notation-error")).to_contain_text("'x' is not a tile, meld or option")
    expect(page.locator("#notation")).to_have_attribute("aria-invalid", "true")
    page.fill("#notation", "12m")
    expect(page.locator("#notation-error")).to_have_count(0)
    assert held(page) == ["1m", "2m"]


def test_more_than_fourteen_tiles_show_a_message(open_page: Open) -> None:
    page = open_page(hand_path("123456789m12345p +6p"))
    expect(page.locator(".result")).to_contain_text("More than fourteen tiles: 15 (a kong counts three).")


@pytest.mark.parametrize(("text", "count"), [("123456789m123456p", 15), ("1" * 49 + "m", 49), ("123m" * 30, 90)])
def test_too_many_tiles_in_the_notation_show_a_message_beside_it(open_page: Open, watch: Watch, text: str, count: int) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand")
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator("#notation").focus()
    page.keyboard.press("Control+v")
    expect(page.locator("#notation-error")).to_contain_text(f"expected at most 14 tiles (a kong counts three), got {count}")
    page.fill("#notation", "12m")
    expect(page.locator("#notation-error")).to_have_count(0)
    assert held(page) == ["1m", "2m"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("12345678m22p [EEE] +2p | last_copy", "the concealed hand has one of them"),
        ("12345678m22p [EEE] +9m | last_tile tiles_left=5", "last_tile and tiles_left contradict each other"),
        ("12345678m22p [EEE] +9m | ready=heaven", "claiming a meld is an exchange"),
    ],
)
def test_contradictory_circumstances_show_an_error(open_page: Open, watch: Watch, text: str, told: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(text, rules="woodshole"))
    expect(page.locator(".result .problem")).to_contain_text(told)


def test_a_fan_marks_its_tiles(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    shown(page, STRAIGHT)
    page.locator('.fans button[data-fan="pure_straight"]').hover()
    expect(page.locator(".result > .reading .tile.lit")).to_have_count(9)
    expect(page.locator(".result > .reading .tile.dim")).to_have_count(5)
    page.locator('.fans button[data-fan="seat_wind_pung"]').click()
    page.mouse.move(0, 0)
    expect(page.locator(".result > .reading .tile.lit")).to_have_count(3)
    expect(page.locator(".fan.active .rule")).to_contain_text("A pung of one's seat wind.")


def test_the_page_says_why_not_and_shows_other_arrangements(open_page: Open) -> None:
    page = open_page(hand_path("23m22233344455p +4m", rules="lingque26"))
    shown(page, "23m22233344455p +4m")
    assert points(page) == "276"
    assert page.locator(".refused li").all_inner_texts() == ["Pure Double Chow 一般高 not counted, Three Equal Chows 三同顺 counts already"]
    assert [text.split("\n")[-1].split(" points")[0] for text in page.locator(".others li").all_inner_texts()] == ["260", "72"]
    assert page.locator(".steps li").last.inner_text() == "276 ≥ 10: the minimum is met"


def test_one_tap_compares_all_rule_books_and_another_changes_the_book(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT))
    page.get_by_role("button", name="Compare all rule books").click()
    rows = page.locator(".compare tr")
    expect(rows.first).to_contain_text("36")
    told = [row.inner_text().split("\t")[:2] for row in rows.all()]
    assert told[:3] == [["Lingque, 28th edition", "36"], ["Lingque, 26th edition", "36"], ["Guobiao, as played", "21"]]
    page.get_by_role("button", name="Guobiao, as played").click()
    shown(page, STRAIGHT, "guobiao")
    assert points(page) == "21"


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
        STRAIGHT,
        "Lingque, 28th edition: 36 points",
        "  Seat Wind 番牌门风牌  4 fu, 1 fan",
        "  Pure Straight 一气贯通  8 fu, 3 fan",
        "  fu 4 + 8 = 12",
        "  the greatest single fan: Pure Straight 一气贯通, 3 fan",
        "  12 fu × 3 fan = 36 points",
        "  36 ≥ 10: the minimum is met",
        link,
    ]
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == link


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


def test_the_first_page_shows_what_it_can_do(open_page: Open) -> None:
    page = open_page("/hand")
    for n, kind in enumerate((".headline.legal .product", ".waits", ".discards")):
        page.locator(".samples a").nth(n).click()
        expect(page.locator(f".result {kind}").first).to_be_visible()
        page.goto("/hand")


def test_every_example_is_a_win(open_page: Open) -> None:
    page = open_page("/hand")
    for n in range(4):
        page.evaluate(f"Math.random = () => {n / 4}")
        page.get_by_role("button", name="Show an example").click()
        expect(page.locator(".fans li").first).to_be_visible()
        page.goto("/hand")


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


def test_the_focus_moves_to_the_result_when_the_pressed_element_is_gone(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE]"))
    page.locator(".waits button").last.focus()
    page.keyboard.press("Enter")
    shown(page, STRAIGHT)
    expect(page.locator(".result")).to_be_focused()


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


def test_every_answer_is_announced_to_screen_readers(open_page: Open) -> None:
    page = open_page("/hand")
    page.keyboard.type("12345678m22pEEE")
    expect(page.locator("#announcer")).to_contain_text("Ready. 3 characters, 3 left, 20 points; 6 characters")
    page.keyboard.type("9m")
    expect(page.locator("#announcer")).to_have_text(
        "64 points: Concealed Hand 门前清, Concealed Pung 暗刻, Seat Wind 番牌门风牌, Pure Straight 一气贯通"
    )


def test_woods_hole_has_fields_for_ready_declarations_and_tiles_left(open_page: Open, watch: Watch) -> None:
    watch.expected += ["400 (Bad Request)", "404 (Not Found)"]  # a server without the book says so; the switches are the page's
    page = open_page("/hand")
    expect(page.locator('[data-name="ready"]')).to_have_count(0)
    page = open_page(hand_path(STRAIGHT, rules="woodshole"))
    page.select_option('[data-name="ready"]', "earth")
    page.fill('[data-name="tiles_left"]', "3")
    page.keyboard.press("Tab")
    page.locator(".flower").first.click()
    expect(page.locator("#notation")).to_have_value(STRAIGHT + " | flowers=1f ready=earth tiles_left=3")


WRONG = {
    "123m | seat=X": "the option seat cannot be 'X'",
    "123m | round=5": "the option round cannot be '5'",
    "123m | flowers=9": "the option flowers cannot be '9'",
    "123m | ready=moon": "the option ready cannot be 'moon'",
    "123m | tiles_left=145": "the option tiles_left cannot be '145'",
    "11111m": "5 copies of 1m, but only 4 exist",
}


def test_a_wrong_option_or_tile_shows_an_error_before_the_hand_is_complete(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand")
    for text, told in WRONG.items():
        page.goto(hand_path(text))
        expect(page.locator("#notation-error")).to_contain_text(told)
        page.fill("#notation", "123m")
        expect(page.locator("#notation-error")).to_have_count(0)
        page.fill("#notation", text)
        expect(page.locator("#notation-error")).to_contain_text(told)


def test_an_unknown_book_in_a_link_shows_an_error_before_there_are_tiles(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404 (Not Found)")
    page = open_page("/hand?rules=riichi")
    expect(page.locator(".result .problem")).to_contain_text("unknown rule book 'riichi'")
    page.select_option("#book", "guobiao")
    expect(page.locator(".result .welcome")).to_be_visible()


def test_text_typed_while_the_server_was_down_is_read_on_retry(open_page: Open, watch: Watch) -> None:
    watch.expected.append("net::ERR_FAILED")
    page = open_page("/hand")
    expect(page.locator("#book option").first).to_be_attached()
    page.route("**/api/v1/**", lambda route: route.abort())
    page.fill("#notation", "一二三四五六七八萬22p [东东东] +9m")
    expect(page.locator("#notation-error")).to_contain_text("The server does not answer")
    page.unroute("**/api/v1/**")
    page.get_by_role("button", name="Try again").click()
    shown(page, STRAIGHT, "lingque28")
    assert points(page) == "36"
    expect(page.locator("#notation-error")).to_have_count(0)


@pytest.mark.parametrize(("lang", "told"), [("en", "This text is too long to be read."), ("zh", "文字太长，无法读取。")])
def test_a_text_that_is_too_long_shows_a_plain_message(open_page: Open, lang: str, told: str) -> None:
    page = open_page("/hand", lang=lang)
    page.fill("#notation", "1m" * 40_000)
    expect(page.locator("#notation-error p")).to_have_text(told)
    page.fill("#notation", STRAIGHT)
    shown(page, STRAIGHT)


def test_a_flower_that_is_tapped_is_one_of_those_counted(open_page: Open) -> None:
    page = open_page(hand_path(f"{STRAIGHT} | flowers=3", rules="woodshole"))
    flowers = page.locator(".flowers output")
    expect(flowers).to_have_text("3")
    page.get_by_role("button", name="plum").click()
    expect(flowers).to_have_text("3")
    expect(page.locator("#notation")).to_have_value(f"{STRAIGHT} | flowers=1f2f5f")
    page.get_by_role("button", name="One flower more").click()
    expect(page.locator("#notation")).to_have_value(f"{STRAIGHT} | flowers=1f2f3f5f")
    page.get_by_role("button", name="plum").click()
    expect(page.locator("#notation")).to_have_value(f"{STRAIGHT} | flowers=1f2f3f")
    page.get_by_role("button", name="One flower fewer").click()
    expect(flowers).to_have_text("2")


@pytest.mark.parametrize(
    ("lang", "fans_told"), [("en", "Pure Straight, Prevalent Wind, Seat Wind, One Voided Suit"), ("zh", "清龙、圈风刻、门风刻、缺一门")]
)
def test_a_comparison_names_the_fans_in_the_language_of_the_page(open_page: Open, lang: str, fans_told: str) -> None:
    page = open_page(hand_path(STRAIGHT), lang=lang)
    page.locator(".wide-button").click()
    expect(page.locator(".compare tr").nth(2).locator("td").last).to_have_text(fans_told)


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


def test_fourteen_tiles_show_the_answer_on_a_phone_and_one_is_made_the_winning_one(open_page: Open) -> None:
    page = open_page(hand_path("123456789m22p [EEE]", do="discards"), "phone")
    expect(page.locator(".discards")).to_be_visible()
    expect(page.locator("#keys")).to_be_hidden()
    page.get_by_role("button", name="choose the winning tile").click()
    page.locator('.tray .held[data-tile="9m"]').click()
    shown(page, STRAIGHT)
    assert points(page) == "36"


def test_a_mistake_is_shown_above_the_tiles_that_hide_it_on_a_phone(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path("12x"), "phone")
    expect(page.locator(".strip .summary")).to_have_text("character 3: 'x' is not a tile, meld or option")


def test_other_readings_have_their_fans_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page(hand_path("23m22233344455p +4m"))
    expect(page.locator(".others li").first).to_contain_text("Concealed Hand, Three Concealed Pungs")


@variants("device", "phone", "lying", "desktop")
def test_a_hand_without_sets_fits_on_the_screen(open_page: Open, device: str) -> None:
    page = open_page(hand_path("28m147p369sESWCP +F", rules="guobiao"), device)
    expect(page.locator(".result .reading").first.locator(".tile")).to_have_count(14)
    widest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.reading .tile')].map((tile) => tile.getBoundingClientRect().right))"
    )
    result = page.locator(".result").bounding_box()
    assert result is not None
    assert widest <= result["x"] + result["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@variants("lang", "zh", "en")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_the_tiles_to_pick_from_stay_in_place_while_a_hand_is_built(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/hand", device, lang=lang)
    key = page.locator('.key[data-tile="1m"]')
    before = key.bounding_box()
    for count, tile in enumerate(("1m", "2m", "3m", "5p"), 1):
        pick(page, tile, touch=device == "phone")
        expect(page.locator(".tray .held")).to_have_count(count)
        assert key.bounding_box() == before


def test_a_winning_tile_that_was_not_named_is_said_to_be_assumed(open_page: Open) -> None:
    page = open_page("/hand?rules=guobiao", lang="zh")
    page.fill("#notation", "111m 东东东 南南南 碰西西西 北北 自摸")
    shown(page, "111mEEESSSN [WWW] +N | self", "guobiao")
    line = page.locator(".onfelt-line")
    expect(line.locator("p")).to_have_text("没写和的是哪张，按最后一张 北 算。")
    expect(page.locator("#announcer")).to_contain_text("没写和的是哪张")
    line.get_by_role("button", name="换一张").click()
    page.locator('.tray .held[data-tile="1m"]').first.click()
    shown(page, "11mEEESSSNN [WWW] +1m | self", "guobiao")
    expect(line.locator("p")).to_have_count(0)


def test_a_text_that_cannot_be_read_takes_the_place_of_the_old_result(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT))
    assert points(page) == "36"
    page.fill("#notation", STRAIGHT + " ?")
    expect(page.locator(".result .misread")).to_contain_text("'?' is not a tile, meld or option")
    expect(page.locator(".result .misread")).to_be_in_viewport(ratio=1)
    expect(page.locator(".result .points")).to_have_count(0)
    page.fill("#notation", STRAIGHT)
    expect(page.locator(".result .points strong")).to_have_text("36")


def test_how_it_was_won_stays_when_another_hand_is_typed(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT + " | self seat=S"))
    page.fill("#notation", "23m22233344455p +4m")
    shown(page, "23m22233344455p +4m | self seat=S")
    page.locator("#notation").blur()
    expect(page.locator("#notation")).to_have_value("23m22233344455p +4m | self seat=S")
    page.fill("#notation", "23m22233344455p +4m")
    shown(page, "23m22233344455p +4m")
    expect(page.locator('.chip[data-name="self"]')).to_have_attribute("aria-checked", "false")


def test_the_switches_have_the_names_of_the_fans_of_the_book(open_page: Open) -> None:
    page = open_page("/hand?rules=guobiao", lang="zh")
    last = page.locator('.chip[data-name="last_tile"]')
    expect(last).to_have_text("海底捞月")
    page.locator('.chip[data-name="self"]').click()
    expect(last).to_have_text("妙手回春")
    expect(page.locator('.chip[data-name="last_copy"]')).to_have_text("和绝张")


def test_the_page_says_who_pays(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT, rules="guobiao"), lang="zh")
    expect(page.locator(".pays")).to_contain_text("点和：点炮的付")


def test_the_line_above_the_tiles_has_the_most_points_of_all_waits(open_page: Open) -> None:
    page = open_page(hand_path("111mEEESSSN [WWW]", rules="guobiao"), "phone", lang="zh")
    expect(page.locator(".summary")).to_contain_text("最多 124 分")
