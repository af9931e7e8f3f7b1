"""The hand page: a hand built by mouse, touch and keys, or typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, fans, hand_path, points, shoot, shown
from tests.web.hand import STRAIGHT, held, mode, pick


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
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('.key[data-tile="5p"]').click()
    shown(page, "5p (9999p) [1111m] [EEEE] (2222s) +5p")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator(".handle").click()
    expect(page.locator("#keys")).to_be_visible()
    assert page.evaluate("scrollY") == 0


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
    expect(line.locator("p")).to_have_text("没说和的是哪张，按最后一张 北 算。")
    expect(page.locator("#announcer")).to_contain_text("没说和的是哪张")
    line.get_by_role("button", name="换一张").click()
    page.locator('.tray .held[data-tile="1m"]').first.click()
    shown(page, "11mEEESSSNN [WWW] +1m | self", "guobiao")
    expect(line.locator("p")).to_have_count(0)


@variants("lang", "zh", "en")
@variants("device", "phone", "lying", "desktop")
def test_the_fourteenth_tile_picked_is_said_to_be_assumed(open_page: Open, device: str, lang: str) -> None:
    page = open_page(hand_path("234m5pCCCFFFPPP", rules="guobiao"), device, lang=lang)
    pick(page, "5p", touch=device != "desktop")
    shown(page, "234m5pCCCFFFPPP +5p", "guobiao")
    line = page.locator(".onfelt-line")
    words = {"zh": "没说和的是哪张，按最后一张 五饼 算。", "en": "No winning tile named: the last, 5 dots, is taken."}[lang]
    expect(line.locator("p")).to_have_text(words)
    expect(page.locator("#announcer")).to_contain_text(words)
    shoot(page, f"hand-assumed-{device}-{lang}")
    line.get_by_role("button").click()
    page.locator('.tray .held[data-tile="C"]').first.click()
    shown(page, "234m55pCCFFFPPP +C", "guobiao")
    expect(line.locator("p")).to_have_count(0)


@variants(("device", "lang"), ("desktop", "zh"), ("phone", "en"))
def test_a_fifteenth_tile_is_refused_in_words(open_page: Open, device: str, lang: str) -> None:
    page = open_page(hand_path(STRAIGHT), device, lang=lang)
    shown(page, STRAIGHT)
    if device == "phone":
        page.locator(".handle").tap()
    page.locator('.key[data-tile="5s"]').click(force=True)
    words = {"zh": "已满 14 张，先去掉一张。", "en": "The hand is full: remove a tile first."}[lang]
    expect(page.locator("#toast")).to_have_text(words)
    expect(page.locator("#notation")).to_have_value(STRAIGHT)
    page.evaluate("document.getElementById('toast').textContent = ''")
    page.keyboard.type("5s")
    expect(page.locator("#toast")).to_have_text(words)


@variants(("device", "lang"), ("phone", "zh"), ("lying", "zh"), ("desktop", "en"))
def test_the_hand_before_a_text_that_cannot_be_read_is_marked(open_page: Open, watch: Watch, device: str, lang: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT), device, lang=lang)
    shown(page, STRAIGHT)
    page.fill("#notation", "nonsense")
    expect(page.locator(".tray.stale .rack")).to_have_css("opacity", "0.4")
    words = {"zh": "输入的文字没有读出来，这里仍是上一手牌。", "en": "The text was not read: this is still the hand before it."}[lang]
    expect(page.locator(".onfelt-line p")).to_have_text(words)
    expect(page.locator(".onfelt-line p")).to_be_visible()
    shoot(page, f"hand-stale-{device}-{lang}")
    page.fill("#notation", STRAIGHT)
    expect(page.locator(".tray.stale")).to_have_count(0)
    expect(page.locator(".result .points strong")).to_have_text("36")


def test_a_text_that_cannot_be_read_takes_the_place_of_the_old_result(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT))
    assert points(page) == "36"
    page.fill("#notation", STRAIGHT + " x")
    expect(page.locator(".result .misread")).to_contain_text("'x' is not a tile, meld or option")
    expect(page.locator(".result .misread")).to_be_in_viewport(ratio=1)
    expect(page.locator(".result .points")).to_have_count(0)
    page.fill("#notation", STRAIGHT)
    expect(page.locator(".result .points strong")).to_have_text("36")


def test_how_it_was_won_stays_when_a_hand_is_corrected_and_the_seat_when_another_is_typed(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT + " | self seat=S"))
    corrected = "12345678m55p [EEE] +9m"
    page.fill("#notation", corrected)
    shown(page, corrected + " | self seat=S")
    page.locator("#notation").blur()
    expect(page.locator("#notation")).to_have_value(corrected + " | self seat=S")
    page.fill("#notation", "12345678m66p 碰东 9m点和")
    shown(page, "12345678m66p [EEE] +9m | seat=S")
    page.fill("#notation", corrected + " | self seat=S")
    page.locator("#notation").blur()
    page.fill("#notation", "23m22233344455p +4m")
    shown(page, "23m22233344455p +4m | seat=S")
    page.locator("#notation").blur()
    page.fill("#notation", "23m22233344455p +4m")
    shown(page, "23m22233344455p +4m")
    expect(page.locator('.chip[data-name="self"]')).to_have_attribute("aria-checked", "false")
