"""The hand page: what it shows about a hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, fans, hand_path, points, shoot, shown, worked_off
from tests.web.hand import STRAIGHT


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


@pytest.mark.parametrize(
    ("text", "told", "name", "worth"),
    [
        ("123456m22p99s [EEE] +2p | last_copy", "the concealed hand has one of them", "Last Copy", "2"),
        ("12345678m22p [EEE] +9m | last_tile tiles_left=5", "the last tile of the wall leaves no tiles in it", "The Wall's End", "10"),
        ("12345678m22p [EEE] +9m | ready=heaven", "claiming a meld is an exchange", "Ready", "10"),
        ("12345678m22p [EEE] +9m | self kong", "requires a kong in the hand", "Out with Replacement Tile", "11"),
        ("123456m22p99s [EEE] +2p | kong", "this hand has one of them", "Robbing a Kong", "2"),
        ("12345678m22p [EEE] +9m | first_turn", "a win in the first turn", "Earthly Hand", "10"),
    ],
)
def test_an_impossible_circumstance_is_named_and_the_score_stays(
    open_page: Open, watch: Watch, text: str, told: str, name: str, worth: str
) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(text, rules="woodshole"))
    expect(page.locator(".result .note")).to_have_text(f"“{name}” is impossible here and is left out.")
    expect(page.locator("#wrong-circumstance")).to_contain_text(told)
    assert points(page) == worth
    expect(page.locator(".result .problem")).to_have_count(0)
    page.get_by_role("button", name="Compare all rule books").click()
    expect(page.locator(".compare tr")).to_have_count(5)


def test_two_impossible_circumstances_are_both_left_out(open_page: Open, watch: Watch) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path("5mNNN [EEE] [SSS] [WWW] +5m | self kong last_copy", rules="guobiao"), lang="zh")
    expect(page.locator(".result .note")).to_have_text(["“杠上开花”不可能，没有算上。", "“和绝张”不可能，没有算上。"])
    assert points(page) == "96"
    for flag in ("kong", "last_copy"):
        expect(page.locator(f'.chip[data-name="{flag}"]')).to_have_class(re.compile("wrong"))
    expect(page.locator(".study")).not_to_contain_text("last_copy")


def test_only_the_circumstances_of_the_book_are_offered(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT, rules="guobiao"))
    chips = page.locator(".how .chip")
    expect(chips).to_have_text(["Self-draw", "Last Tile Claim", "Robbing the Kong", "Last Tile (last copy)"])
    expect(page.locator(".winds")).to_have_count(2)
    page.select_option("#book", "lingque28")
    expect(chips).to_have_text(["Self-draw", "Last Tile Claim", "Robbing a Kong", "Earthly Hand"])
    expect(page.locator(".winds")).to_have_count(1)
    page.goto(hand_path("12345678m22p [EEE] +9m | round=S last_copy"))  # set by a link: shown with the reason, and can be switched off
    expect(page.locator('.chip[data-name="last_copy"]')).to_have_class(re.compile("unused"))
    expect(page.locator(".how")).to_contain_text("It does not matter under these rules")
    page.locator('.chip[data-name="last_copy"]').click()
    expect(page.locator('.chip[data-name="last_copy"]')).to_have_count(0)
    expect(page.locator(".winds")).to_have_count(2)


@pytest.mark.parametrize("hand", ["12345678m22p [EEE] +9m", "12345678m55p (2222p) +9m"])
@variants("lang", "zh", "en")
def test_a_self_draw_cannot_rob_a_kong(open_page: Open, hand: str, lang: str) -> None:
    """With a kong in the hand, too, it does not become a win on the replacement tile."""
    page = open_page(hand_path(f"{hand} | kong", rules="guobiao"), lang=lang)
    shown(page, f"{hand} | kong", "guobiao")
    page.locator('.chip[data-name="self"]').click()
    shown(page, f"{hand} | self", "guobiao")
    words = {
        "zh": "自摸不能抢杠，已去掉“抢杠和”。",
        "en": "A self-drawn tile cannot rob a kong: “Robbing the Kong” is switched off.",
    }[lang]
    expect(page.locator("#wrong-circumstance")).to_have_text(words)
    expect(page.locator("#announcer")).to_contain_text(words)
    expect(page.locator('.chip[data-name="kong"]')).to_have_attribute("aria-checked", "false")
    shoot(page, f"hand-robbed-{lang}")
    page.keyboard.press("ControlOrMeta+z")
    shown(page, f"{hand} | kong", "guobiao")
    expect(page.locator("#wrong-circumstance")).to_have_count(0)


def test_a_discard_is_not_a_replacement_tile(open_page: Open) -> None:
    hand = "12345678m55p (2222p) +9m"
    page = open_page(hand_path(f"{hand} | self kong", rules="guobiao"), lang="zh")
    shown(page, f"{hand} | self kong", "guobiao")
    page.locator('.chip[data-name="self"]').click()
    shown(page, hand, "guobiao")
    expect(page.locator("#wrong-circumstance")).to_have_text("别人打的牌不是杠后补的牌，已去掉“杠上开花”。")
    page.locator('.chip[data-name="last_tile"]').click()
    expect(page.locator("#wrong-circumstance")).to_have_count(0)


@pytest.mark.parametrize(("rules", "name"), [("guobiao", "杠上开花"), ("lingque28", "岭上开花")])
def test_an_impossible_circumstance_has_the_name_of_the_book(open_page: Open, watch: Watch, rules: str, name: str) -> None:
    watch.expected.append("400 (Bad Request)")
    page = open_page(hand_path(STRAIGHT + " | self kong", rules=rules), lang="zh")
    expect(page.locator("#wrong-circumstance")).to_have_text(f"“{name}”要求手牌中有杠。")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "zh"))
def test_thirteen_tiles_with_a_winning_one_are_one_short(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/hand?rules=guobiao", device, lang=lang)
    page.fill("#notation", "碰中 碰发 碰白 234万 和5饼")
    shown(page, "234m [CCC] [FFF] [PPP] +5p", "guobiao")
    words = {"zh": "连和牌张只有 13 张，还差一张。", "en": "One tile short: there are only 13 with the winning tile."}[lang]
    expect(page.locator(".result .note.short")).to_have_text(words)
    expect(page.locator("#announcer")).to_contain_text(words)
    expect(page.locator(".waits")).to_be_visible()
    shoot(page, f"hand-short-{device}-{lang}")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_who_has_never_chosen_a_book_sees_the_points_under_the_usual_one(open_page: Open, device: str, lang: str) -> None:
    hand = "23m55pFFFPPP [CCC] +4m"
    page = open_page("/hand", device, lang=lang)
    page.fill("#notation", hand)
    shown(page, hand, "lingque28")
    line = page.locator(".result .edition")
    expect(line).to_contain_text({"zh": "国标麻将：91 分", "en": "Guobiao, as played: 91 points"}[lang])
    shoot(page, f"hand-usual-{device}-{lang}")
    line.get_by_role("button").click()
    expect(page.locator(".compare tr.current")).to_contain_text("28" if lang == "en" else "第二十八版")
    expect(page.locator(".differences")).to_be_visible()
    page.select_option("#book", "guobiao")
    shown(page, hand, "guobiao")
    page.select_option("#book", "lingque28")
    shown(page, hand, "lingque28")
    expect(line).to_have_count(0)


@variants("lang", "zh", "en")
def test_another_edition_that_gives_another_number_is_named(open_page: Open, lang: str) -> None:
    hand = "19m19p19sESWNCFP +P | self"
    page = open_page(hand_path(hand, rules="guobiao"), lang=lang)
    line = page.locator(".result .edition")
    expect(line).to_contain_text({"zh": "国标麻将（1998）：89 分", "en": "Guobiao, the table of 1998: 89 points"}[lang])
    line.get_by_role("button").click()
    expect(page.locator(".compare tr", has_text="1998")).to_be_in_viewport()
    expect(page.locator(".differences")).to_be_visible()
    expect(page.locator(".compare tr", has_text="1998").locator(".number")).to_have_text("89")
    page.select_option("#book", "guobiao98")
    shown(page, hand, "guobiao98")
    expect(line).to_contain_text({"zh": "国标麻将：92 分", "en": "Guobiao, as played: 92 points"}[lang])
    page.goto(hand_path("19m19p19sESWNCFP +P", rules="guobiao"))
    shown(page, "19m19p19sESWNCFP +P", "guobiao")
    expect(line).to_have_count(0)


def test_an_edition_in_which_the_hand_does_not_win_is_named(open_page: Open) -> None:
    page = open_page(hand_path("47m36999p258s [678m] +1m", rules="guobiao"), lang="zh")
    expect(page.locator(".result .edition")).to_contain_text("国标麻将（1998）：不成和牌")
    page.goto(hand_path(STRAIGHT, rules="woodshole"))  # has no other edition
    shown(page, STRAIGHT, "woodshole")
    expect(page.locator(".result .edition")).to_have_count(0)


def test_what_to_discard_instead_keeps_the_winning_tile_and_its_points(open_page: Open) -> None:
    page = open_page(hand_path("5mEEESSSWWWNNN +5m", rules="guobiao"), lang="zh")
    assert points(page) == "159"
    page.get_by_role("button", name="若不和，打哪张").click()
    expect(page.locator(".discards li")).to_have_count(5)
    assert points(page) == "163"
    expect(page.locator(".verdict")).to_contain_text("自摸 五萬")
    assert "do=discards" in page.url
    page.reload()
    expect(page.locator(".discards li")).to_have_count(5)
    assert points(page) == "163"
    page.get_by_role("button", name="回到分数").click()
    shown(page, "5mEEESSSWWWNNN +5m", "guobiao")
    expect(page.locator(".fans")).to_be_visible()
    assert points(page) == "159"
    page.go_back()
    page.locator(".discards").get_by_role("button", name="打 五萬").click()
    expect(page.locator(".waits tbody tr")).to_have_count(1)
    assert page.locator(".waits tbody td").all_inner_texts()[1:3] == ["159", "163"]


@variants("device", "phone", "desktop")
def test_a_number_stays_with_its_unit_in_the_table_of_differences(open_page: Open, device: str) -> None:
    page = open_page(hand_path("19m19p19sESWNCFP +P | self", rules="guobiao"), device, lang="zh")
    page.locator(".wide-button").click()
    page.locator("details.more summary").click()
    cells = page.locator(".differences td.counts").all_inner_texts()
    assert cells
    assert all(" 分" not in cell for cell in cells)
    names = page.locator(".differences tbody th", has_text="不求人")
    assert names.evaluate("cell => cell.clientWidth") > 36  # not written from top to bottom
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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


def test_the_focus_moves_to_the_result_when_the_pressed_element_is_gone(open_page: Open) -> None:
    page = open_page(hand_path("12345678m22p [EEE]"))
    page.locator(".waits button").last.focus()
    page.keyboard.press("Enter")
    shown(page, STRAIGHT)
    expect(page.locator(".result")).to_be_focused()


def test_every_answer_is_announced_to_screen_readers(open_page: Open) -> None:
    page = open_page("/hand")
    page.keyboard.type("12345678m22pEEE")
    expect(page.locator("#announcer")).to_contain_text("Ready. 3 characters, 3 left, 20 points; 6 characters")
    page.keyboard.type("9m")
    expect(page.locator("#announcer")).to_have_text(
        "No winning tile named: the last, 9 characters, is taken. "
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


def test_the_switches_have_the_names_of_the_fans_of_the_book(open_page: Open) -> None:
    page = open_page("/hand?rules=guobiao", lang="zh")
    last = page.locator('.chip[data-name="last_tile"]')
    expect(last).to_have_text("海底捞月")
    page.locator('.chip[data-name="self"]').click()
    expect(last).to_have_text("妙手回春")
    expect(page.locator('.chip[data-name="last_copy"]')).to_have_text("和绝张")


def test_the_page_says_who_pays(open_page: Open) -> None:
    page = open_page(hand_path(STRAIGHT, rules="guobiao"), lang="zh")
    expect(page.locator(".pays")).to_have_text("点炮的付 29 分，另两家各付 8 分，共收 45 分。")
    expect(page.locator(".pays-rule")).to_contain_text("点和：点炮的付 8 + 分数")
    page.locator('.chip[data-name="self"]').click()
    expect(page.locator(".pays")).to_have_text("三家各付 30 分，共收 90 分。")
    page.goto(hand_path("23m55p [345p] [678s] [999m] +4m", rules="guobiao"))
    expect(page.locator(".pays")).to_have_text("不够 8 分，不能和，没有人付。")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_what_books_differ_in_is_a_table_in_which_books_that_agree_share_a_column(open_page: Open, device: str, lang: str) -> None:
    page = open_page(hand_path(STRAIGHT), device, lang)
    page.locator(".wide-button").click()
    page.locator("details.more summary").click()
    heads, straight = {
        "zh": (
            ["番种", "灵雀（第二十八版）、灵雀（第二十六版）", "国标麻将、国标麻将（1998）", "麻将记分法（Woods Hole）"],
            ["一气贯通", "8\xa0副 3\xa0翻", "清龙 16\xa0分", "一色龙 7\xa0分"],
        ),
        "en": (
            [
                "Fans", "Lingque, 28th edition, Lingque, 26th edition", "Guobiao, as played, Guobiao, the table of 1998",
                "Woods Hole, the sheet of 2010",
            ],
            ["Pure Straight", "8\xa0fu, 3\xa0fan", "Pure Straight 清龙 16\xa0points", "Pure Straight 一色龙 7\xa0points"],
        ),
    }[lang]  # fmt: skip
    assert page.locator(".differences thead th").all_inner_texts() == heads
    assert page.locator(".differences tbody tr").nth(1).locator("th, td").all_inner_texts() == straight
    expect(page.locator(".differences tbody tr")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_line_above_the_tiles_has_the_most_points_of_all_waits(open_page: Open) -> None:
    page = open_page(hand_path("111mEEESSSN [WWW]", rules="guobiao"), "phone", lang="zh")
    expect(page.locator(".summary")).to_contain_text("最多 124 分")
