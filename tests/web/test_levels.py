"""The levels of bots in a browser: how one is chosen, where it is kept, and what the bots are called."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from quepu.players import LEVELS
from quepu.texts import LEVELS_IN_WORDS, PLAYERS_ABOUT, PLAYERS_IN_WORDS
from tests.sizes import variants
from tests.web.conftest import Open
from tests.web.table import api, everyone_can_use, go_on, room_of, upload


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_level_is_chosen_by_keyboard_and_kept(open_page: Open, site: str, device: str, lang: str) -> None:
    n = ("zh", "en").index(lang)
    page = open_page("/play", device, lang=lang)
    choice = page.locator("#play-bots")
    expect(choice.locator("optgroup").first.locator("option")).to_have_text([LEVELS_IN_WORDS[level][0][n] for level in LEVELS])
    expect(choice).to_have_value("normal")
    expect(page.locator("#play-bots-about")).to_have_text(LEVELS_IN_WORDS["normal"][1][n])
    choice.focus()
    page.keyboard.press("ArrowUp")
    expect(choice).to_have_value("easy")
    expect(page.locator("#play-bots-about")).to_have_text(LEVELS_IN_WORDS["easy"][1][n])
    expect(page.locator("#room-bots")).to_have_value("easy")  # the form for friends has the same choice
    everyone_can_use(page)
    page.goto("/")
    expect(page.locator(".home-book")).to_contain_text(LEVELS_IN_WORDS["easy"][0][n])
    page.locator(".play-now").click()
    page.wait_for_selector(".mine")
    assert api(site, f"/rooms/{room_of(page)}")["room"]["settings"]["bots"] == "easy"
    names = page.locator(".player.bot .player-name")
    expect(names).to_have_count(3)
    for bot in names.all_inner_texts():
        assert PLAYERS_IN_WORDS["easy"][n] in bot.replace("\n", " ").lower()
    everyone_can_use(page)


def test_the_host_changes_the_level_in_the_waiting_room(open_page: Open) -> None:
    page = open_page("/play", "phone")
    page.locator(".make-table").click()
    page.wait_for_selector(".lobby")
    expect(page.locator(".chair-invite").first).to_contain_text("free (normal bot)")
    page.locator(".room-settings summary").click()
    page.select_option("#room-bots", "strong")
    expect(page.locator("#room-bots-about")).to_have_text(LEVELS_IN_WORDS["strong"][1][1])
    expect(page.locator(".chair-invite").first).to_contain_text("free (strong bot)")
    page.select_option("#room-bots", "none")
    expect(page.locator("#room-bots-about")).to_have_text("")
    expect(page.locator(".chair-invite").first).not_to_contain_text("bot")
    everyone_can_use(page)
    page.goto("/play")
    expect(page.locator("#play-bots")).to_have_value("strong")  # people only is no opponent


@pytest.mark.parametrize("kept", ['"grandmaster"', "7", "{"])
def test_what_is_kept_and_is_no_bot_is_ignored(open_page: Open, kept: str) -> None:
    page = open_page("/play")
    page.evaluate("kept => localStorage.setItem('quepu.play.bots', kept)", kept)
    page.goto("/play")
    expect(page.locator("#play-bots")).to_have_value("normal")


@variants(
    ("lang", "names"),
    ("en", ["You", "Beginner bot 2", "Master bot 1", "Strong bot 3"]),
    ("zh", ["你", "新手机器人 2", "大师机器人 1", "高级机器人 3"]),
)
def test_bots_keep_their_names_where_a_game_goes_on(open_page: Open, site: str, lang: str, names: list[str]) -> None:
    game = upload(site, "guobiao", ["Ann", "beginner 2", "master 1", "strong 3"])
    page = open_page("/replay", lang=lang)
    go_on(page, site, game, 1, 3, "E")
    assert [name.partition(" ")[2].replace("\n", "") for name in page.locator(".player-name").all_inner_texts()] == names


@variants(
    ("lang", "names"),
    ("en", ["Beginner bot 1", "Beginner bot 2", "Normal bot", "Beginner bot 3"]),
    ("zh", ["新手机器人 1", "新手机器人 2", "中级机器人", "新手机器人 3"]),
)
def test_equal_names_in_a_record_get_numbers(open_page: Open, site: str, lang: str, names: list[str]) -> None:
    game = upload(site, "guobiao", ["beginner", "beginner", "normal", "beginner"])
    page = open_page(f"/replay/{game}", lang=lang)
    expect(page.locator("#review-seat option")).to_have_text(names)
    expect(page.locator("#seen-by option")).to_have_text([{"en": "everybody, all open", "zh": "全部亮开"}[lang], *names])
    go_on(page, site, game, 1, 3, "E")
    assert [name.partition(" ")[2].replace("\n", "") for name in page.locator(".player-name").all_inner_texts()][1:] == names[1:]


@variants(("bot", "lang", "called"), ("first", "en", "Simple bot"), ("master", "zh", "大师机器人"), ("master", "en", "Master bot"))
def test_other_bots_can_still_be_chosen(open_page: Open, site: str, bot: str, lang: str, called: str) -> None:
    page = open_page("/play", lang=lang)
    page.select_option("#play-bots", bot)
    expect(page.locator("#play-bots-about")).to_have_text(PLAYERS_ABOUT[bot][("zh", "en").index(lang)])
    page.locator(".play-now").click()
    page.wait_for_selector(".mine")
    assert api(site, f"/rooms/{room_of(page)}")["room"]["settings"]["bots"] == bot
    names = [name.partition(" ")[2].replace("\n", "") for name in page.locator(".player.bot .player-name").all_inner_texts()]
    assert sorted(names) == [f"{called} 1", f"{called} 2", f"{called} 3"]
