"""The hand page: texts that people type and paste, help for them, clear and undo, and what fits on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, hand_path, points, shoot, shown
from tests.web.hand import STRAIGHT, held, mode, pick


@pytest.mark.parametrize("text", ["昨天和的：{}", "小明: {}", "[10:32] 老王：{}", "我和了 {}", "My hand: {}"])
def test_a_label_before_a_hand_is_skipped(open_page: Open, text: str) -> None:
    page = open_page("/hand?rules=guobiao", lang="zh")
    page.fill("#notation", text.format(STRAIGHT))
    shown(page, STRAIGHT, "guobiao")
    page.locator("#notation").blur()
    expect(page.locator("#notation")).to_have_value(STRAIGHT)


def test_a_text_that_names_a_book_chooses_it(open_page: Open) -> None:
    page = open_page("/hand", lang="zh")
    page.fill("#notation", f"张三 10:32 国标 {STRAIGHT}")
    shown(page, STRAIGHT, "guobiao")
    expect(page.locator("#book")).to_have_value("guobiao")
    expect(page.locator("#toast")).to_have_text("文字里写的是国标麻将，已换用这种规则。")
    assert points(page) == "21"
    page.wait_for_url("**rules=guobiao**")
    page.select_option("#book", "guobiao98")
    page.fill("#notation", f"国标 {STRAIGHT} 自摸")
    shown(page, f"{STRAIGHT} | self", "guobiao98")  # the edition in use is 国标, too
    page.goto("/hand")
    expect(page.locator("#book")).to_have_value("guobiao98")


def test_a_message_of_several_lines_is_pasted_as_it_is(open_page: Open) -> None:
    page = open_page("/hand", lang="zh")
    page.evaluate("text => navigator.clipboard.writeText(text)", f"王五 10:05\n国标 {STRAIGHT}\n求算分")
    page.focus("#notation")
    page.keyboard.press("ControlOrMeta+v")
    shown(page, STRAIGHT, "guobiao")


def test_海底捞月_is_what_the_book_in_use_calls_so(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand?rules=guobiao", lang="zh")
    page.fill("#notation", f"{STRAIGHT} 海底捞月")
    shown(page, f"{STRAIGHT} | last_tile", "guobiao")
    expect(page.locator('.chip[data-name="last_tile"]')).to_have_text("海底捞月")
    page.select_option("#book", "lingque28")
    page.fill("#notation", f"{STRAIGHT} 海底")
    shown(page, f"{STRAIGHT} | self last_tile", "lingque28")
    page.select_option("#book", "woodshole")
    page.fill("#notation", "12345678m22p [EEE] +8m 海底捞月")
    error = page.locator("#notation-error p")
    expect(error).to_have_text("第 24 个字符：'海底捞月' 有两种意思，请写 '自摸 海底捞月' 或 '点和 海底捞月'")


@variants("lang", "zh", "en")
def test_the_help_lists_words_that_are_understood(open_page: Open, lang: str) -> None:
    page = open_page("/hand?rules=lingque28", lang=lang)
    help = page.locator(".typing-help")
    help.locator("summary").click()
    expect(help.locator("dd")).to_have_count(5)
    groups = [dd.locator("code").all_inner_texts() for dd in help.locator("dd").all()]
    assert sum(map(len, groups)) > 30
    options = {word for group in groups[3:] for word in group}
    for group in groups:
        for word in group:
            text = f"23m22233344455p +4m {word}" if word in options else word
            answer = page.request.post(f"/api/v1/parse?lang={lang}", data={"hand": text, "rules": "lingque28"})
            assert answer.ok, (word, answer.text())
            found = answer.json()["hand"]
            assert "|" in found or word not in options - {"点和", "by discard", "庄家", "dealer"}, (word, found)


def test_the_text_on_a_chinese_page_has_a_chinese_example(open_page: Open) -> None:
    page = open_page("/hand", lang="zh")
    example = page.locator("#notation").get_attribute("placeholder")
    page.fill("#notation", str(example))
    shown(page, STRAIGHT)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_example_of_a_text_is_not_cut_on_a_phone(open_page: Open, lang: str) -> None:
    page = open_page("/hand", "phone", lang=lang)
    page.set_viewport_size({"width": 360, "height": 740})
    cut = """field => {
        const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        return pen.measureText(field.placeholder).width >
            field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    }"""
    assert not page.locator("#notation").evaluate(cut)


@pytest.mark.parametrize(("text", "hand"), [
    ("已碰：中中中 手牌：发发发白白白23万55饼 和4万", "23m55pFFFPPP [CCC] +4m"),
    ("老王: 碰中 发发发 白白白 234万 55饼 算88吗？", "234m5pFFFPPP [CCC] +5p"),
    ("九莲宝灯 1112345678999条 胡5条", "1112345678999s +5s"),
])  # fmt: skip
def test_a_chat_message_is_read_as_it_is(open_page: Open, text: str, hand: str) -> None:
    page = open_page("/hand?rules=guobiao", lang="zh")
    page.fill("#notation", text)
    shown(page, hand, "guobiao")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_the_name_of_a_fan_leads_to_its_page(open_page: Open, watch: Watch, device: str, lang: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand?rules=guobiao", device, lang=lang)
    page.fill("#notation", "大三元")
    error = page.locator("#notation-error")
    expect(error).to_contain_text({"zh": "“大三元”是番种，不是一手牌", "en": "Big Three Dragons 大三元 is a fan, not a hand"}[lang])
    expect(error.locator("mark")).to_have_count(0)
    shoot(page, f"hand-fan-{device}-{lang}")
    page.fill("#notation", "一气贯通")  # a fan of another book
    expect(error.locator("a")).to_have_attribute("href", "/rules/lingque28#pure_straight")
    page.fill("#notation", "大三元")
    expect(error.locator("a")).to_have_attribute("href", "/rules/guobiao#big_three_dragons")
    error.locator("a").click()
    page.wait_for_url("**/rules/guobiao#big_three_dragons")


def test_an_empty_hand_has_no_place_that_is_wrong(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand", lang="zh")
    page.fill("#notation", "花1234")
    expect(page.locator("#notation-error")).to_have_text("没有给出手牌")


@pytest.mark.parametrize("device", ["phone", "lying", "desktop"])
def test_enter_brings_a_mistake_into_view(open_page: Open, watch: Watch, device: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand", device, lang="zh")
    page.locator("#notation").focus()
    page.keyboard.insert_text("今天天气不错")
    page.keyboard.press("Enter")
    expect(page.locator("#notation-error p")).to_be_in_viewport(ratio=1)
    expect(page.locator("#notation")).to_be_in_viewport()
    shoot(page, f"hand-mistake-{device}")


def test_a_mistake_changes_its_language_with_the_page(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand", lang="zh")
    page.fill("#notation", "今天天气不错")
    expect(page.locator("#notation-error p")).to_have_text("第 1 个字符：'今' 不是牌、副露或选项")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#notation-error p")).to_have_text("character 1: '今' is not a tile, meld or option")


def test_clear_clears_everything_and_is_undone(open_page: Open) -> None:
    hand = "12345678m22p [EEE] +9m | self seat=S round=W flowers=1"
    page = open_page(hand_path(hand, rules="guobiao"))
    shown(page, hand, "guobiao")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".tray .held")).to_have_count(0)
    expect(page.locator("#notation")).to_have_value("")
    expect(page.locator('input[name="seat"][value="E"]')).to_be_checked()
    expect(page.get_by_role("button", name="Clear")).to_be_disabled()
    page.keyboard.press("ControlOrMeta+z")
    shown(page, hand, "guobiao")
    expect(page.locator("#notation")).to_have_value(hand)
    page.get_by_role("button", name="Remove the last tile").click()
    shown(page, "12345678m22p [EEE] | self seat=S round=W flowers=1", "guobiao")
    page.focus("#notation")  # its text is not edited, so that it has nothing of its own to undo
    page.keyboard.press("ControlOrMeta+z")
    shown(page, hand, "guobiao")


def test_clear_is_undone_by_touch(open_page: Open) -> None:
    page = open_page("/hand", "phone")
    pick(page, "1m", "2m", "3m", touch=True)
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".tray .held")).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".tray .held")).to_have_count(3)
    assert held(page) == ["1m", "2m", "3m"]


def test_a_circumstance_alone_can_be_cleared(open_page: Open) -> None:
    page = open_page("/hand")
    page.locator('.winds:has(input[name="seat"]) span', has_text="W").click()
    expect(page.locator("#notation")).to_have_value("| seat=W")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#notation")).to_have_value("")


@pytest.mark.parametrize("device", ["phone", "lying"])
def test_a_mistake_is_shown_beside_the_field_and_not_again_below_it(open_page: Open, watch: Watch, device: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT), device)
    shown(page, STRAIGHT)
    page.fill("#notation", STRAIGHT + " x")
    expect(page.locator("#notation-error")).to_contain_text("'x' is not a tile, meld or option")
    expect(page.locator(".result")).to_be_hidden()
    page.fill("#notation", STRAIGHT)
    expect(page.locator(".result .points strong")).to_have_text("36")


@pytest.mark.parametrize("device", ["phone", "lying", "desktop"])
def test_the_page_says_which_tile_of_a_chow_to_tap(open_page: Open, device: str) -> None:
    page = open_page("/hand", device)
    before = page.locator('.key[data-tile="1m"]').bounding_box()
    mode(page, "chow", touch=device != "desktop")
    hint = page.locator(".mode-hint", has_text="Tap the lowest tile of the chow").locator("visible=true")
    expect(hint).to_have_count(1)
    expect(hint).to_be_in_viewport()
    assert page.locator('.key[data-tile="1m"]').bounding_box() == before
    mode(page, "tile", touch=device != "desktop")
    expect(hint).to_have_count(0)


CUT = """select => {
    const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.letterSpacing = style.letterSpacing;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20; // the arrow
    const names = [...select.options].filter(option => !option.value.includes("+")).map(option => option.text);
    return names.filter(name => pen.measureText(name).width > room);
}"""


@pytest.mark.parametrize("path", ["/hand", "/practice"])
@pytest.mark.parametrize("device", ["phone", "lying"])
def test_the_name_of_a_book_is_not_cut_in_its_chooser(open_page: Open, path: str, device: str) -> None:
    page = open_page(path, device)
    expect(page.locator("#book option").nth(4)).to_be_attached()
    assert page.locator("#book").evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_chooser_says_that_guobiao_is_mcr_and_names_an_option_in_full(open_page: Open) -> None:
    page = open_page("/hand?rules=guobiao", "phone")
    expect(page.locator("#book option:checked")).to_have_text("Guobiao, as played (MCR)")
    expect(page.locator("#book optgroup[label='Most common'] option")).to_have_text(["Guobiao, as played (MCR)"])
    expect(page.locator(".chosen-option")).to_have_count(0)
    page.select_option("#book", "guobiao+kongs2008")
    expect(page.locator(".chosen-option")).to_have_text("Guobiao, as played · open and concealed kong 6 points (2008)")


@pytest.mark.parametrize(
    "hand",
    [
        "5mNNN [EEE] [SSS] [WWW] +5m",
        "5m [EEEE] (SSSS) [WWWW] [NNNN] +5m",
        "5mNNN [EEE] (SSSS) [WWWW] +5m",
        "12345678m22p [EEE] +9m",
        "19m19p19sESWNCFP +P",
    ],
)
def test_a_hand_is_in_one_row_on_a_desktop_screen(open_page: Open, hand: str) -> None:
    page = open_page(hand_path(hand))
    shown(page, hand)
    tops = page.locator(".rack .tile").evaluate_all("tiles => tiles.map(tile => Math.round(tile.getBoundingClientRect().top))")
    assert len(tops) == len(
        hand.replace("[", "").replace("]", "").replace("(", "").replace(")", "").replace("+", "").replace(" ", "")
    ) - sum(hand.count(suit) for suit in "mps")
    assert max(tops) - min(tops) <= 2
    rack, tray = page.locator(".rack").bounding_box(), page.locator(".winning").bounding_box()
    assert rack
    assert tray
    assert tray["x"] + tray["width"] <= rack["x"] + rack["width"] + 1


def test_a_fan_that_another_has_taken_the_place_of_is_explained(open_page: Open) -> None:
    page = open_page(hand_path("19m19p19sESWNCFP +P | self last_tile", rules="guobiao"), lang="zh")
    row = page.locator(".refused li", has=page.locator("a", has_text="不求人"))
    expect(row).to_contain_text("十三幺以不求人代替自摸，而妙手回春不计自摸，所以不求人也不计")
    expect(page.locator(".steps li").first).to_have_text("88 + 8 = 96 分")
    page.goto(hand_path("19m19p19sESWNCFP +P", rules="guobiao"))
    expect(page.locator(".steps li").first).to_have_text("88 分")


def test_four_equal_tiles_too_many_have_a_tip(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page("/hand", lang="zh")
    page.fill("#notation", "东东东东 南南南 西西西 北北北 五万五万")
    expect(page.locator("#notation-error")).to_contain_text("四张 東 如果是杠，请写成“杠東”，暗杠写成“暗杠東”")
    page.fill("#notation", "杠東 南南南 西西西 北北北 五万五万")
    shown(page, "5mSSSWWWNNN [EEEE] +5m")
