"""The behaviour of the table: the end of games, notices, silent networks, invitations, texts."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.games import golden
from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot, until
from tests.web.table import api, at_end, everyone_can_use, go_on, start_now, upload, winning_moment


@pytest.mark.parametrize(("lang", "first", "then"), [("en", "End the game", "Really end?"), ("zh", "提前结束", "真的结束？")])
def test_a_game_alone_ends_by_a_second_press_and_without_a_finished_hand_has_no_replay(
    open_page: Open, lang: str, first: str, then: str
) -> None:
    page = open_page("/play", lang=lang)
    start_now(page)
    page.locator("#more-button").click()
    button = page.locator(".end-game")
    expect(button).to_have_text(first)
    button.dblclick()
    expect(button).to_have_text(then)
    expect(page.locator(".rematch")).to_have_count(0)
    button.click()
    expect(page.locator(".rematch")).to_be_visible()
    expect(page.locator(".standing li")).to_have_count(4)
    expect(page.locator(".standing .leads")).to_have_count(0)
    expect(page.locator(".end a[href^='/replay/']")).to_have_count(0)
    for gone in (".end-game", "#hint-button"):
        expect(page.locator(gone)).to_have_count(0)
    page.goto("/replay")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".tables a")).to_have_count(0)


def test_an_unknown_replay_links_back_to_the_tables(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/replay/nothinghere")
    page.locator(".problem a").click()
    page.wait_for_url("**/play")


def test_a_notice_stays_as_long_as_it_takes_to_read_it(open_page: Open) -> None:
    page = open_page("/replay")
    page.wait_for_selector(".drop")
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # else time would pass by itself too
    toast = page.locator(".toast.shown")

    def told(length: int) -> None:
        page.evaluate("length => import('/static/shared/shell.js').then(({notice}) => notice('x'.repeat(length)))", length)

    told(10)
    page.clock.run_for(2000)
    told(100)  # the end of the first is not the end of the second
    page.clock.run_for(5900)
    expect(toast).to_have_count(1)
    page.clock.run_for(200)
    expect(toast).to_have_count(0)


def test_the_same_file_can_be_chosen_twice(open_page: Open, watch: Watch, tmp_path: Path) -> None:
    watch.expected.append("400")
    file = tmp_path / "letter.jsonl"
    file.write_text("Dear Ann,\n")
    page = open_page("/replay")
    for _ in range(2):
        with page.expect_request(re.compile("/api/v1/records")):
            page.locator("#record-file").set_input_files(file)
        expect(page.locator("#record-file")).to_have_value("")


@pytest.mark.parametrize("kind", ["mark", "line ends"])
def test_a_record_saved_by_an_editor_is_refused_with_the_reason(open_page: Open, watch: Watch, tmp_path: Path, kind: str) -> None:
    watch.expected.append("400")
    whole = golden("lingque28").read_bytes()
    file = tmp_path / "game.jsonl"
    file.write_bytes(codecs.BOM_UTF8 + whole if kind == "mark" else whole.replace(b"\n", b"\r\n"))
    page = open_page("/replay")
    page.locator("#record-file").set_input_files(file)
    expect(page.locator(".toast.shown")).to_contain_text("another program has saved this file again")


def test_a_silent_network_is_noticed_and_nothing_can_be_pressed(open_page: Open, site: str) -> None:
    """No byte comes and nothing is closed."""
    page = open_page("/play")
    page.clock.install()
    sockets: list[WebSocketRoute] = []
    signs_of_life: list[str] = []
    cut = False

    def between(socket: WebSocketRoute) -> None:
        def answered(message: str | bytes) -> None:
            if not cut:
                socket.send(with_time(message))
                signs_of_life.extend(["pong"] if json.loads(message)["t"] == "pong" else [])

        sockets.append(socket)
        server = socket.connect_to_server()
        server.on_message(answered)
        socket.on_message(lambda message: None if cut else server.send(message))

    page.route_web_socket(re.compile("/socket"), between)
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    expect(page.locator(".choice.win")).to_be_enabled()
    expect(page.locator(".dock .time")).to_be_visible()
    for _ in range(3):
        signs_of_life.clear()
        page.clock.run_for(6_500)  # it sends a ping after five seconds of silence, and gets an answer
        until(page, lambda: signs_of_life)
    assert len(sockets) == 1
    cut = True
    page.clock.run_for(12_000)  # it sends a ping, and gets none
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator(".choice.win")).to_be_disabled()
    expect(page.locator(".mine[aria-disabled=false]")).to_have_count(0)
    expect(page.locator(".dock .time")).to_have_count(0)
    cut = False
    expect(page.locator(".choice.win")).to_be_enabled()


def with_time(message: str | bytes) -> str:
    """As with a clock that gives a minute for every claim."""
    content = json.loads(message)
    waits = (content.get("table") or {}).get("waits") or {}
    if waits.get("for") == "claims":
        waits["left"] = 60_000
    if "room" in content:
        content["room"]["settings"]["clock"] = {"turn": 60, "bank": 0, "claim": 60}
    return json.dumps(content)


def test_on_a_phone_the_time_left_is_fully_visible(open_page: Open, site: str) -> None:
    page = open_page("/play", "phone")

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(with_time(message)))

    page.route_web_socket(re.compile("/socket"), between)
    go_on(page, site, *winning_moment(site, "lingque28")[:4])
    time, line = (page.locator(one).bounding_box() for one in (".dock .time", ".dock .status"))
    assert time is not None
    assert line is not None
    assert line["y"] <= time["y"]
    assert time["y"] + time["height"] <= line["y"] + line["height"]


@pytest.mark.parametrize(
    ("lang", "book", "length"),
    [
        ("en", "Lingque, 28th edition · appendix: Reflected Pairs 12 fu", "four hands"),
        ("zh", "灵雀（第二十八版） · 附录：镜同对 12 副", "四局"),
    ],
)
def test_a_room_is_described_in_the_words_of_the_form(open_page: Open, site: str, lang: str, book: str, length: str) -> None:
    room = api(site, "/rooms", {"name": "Ann", "rules": "lingque28+appendix", "hands": 4})["room"]
    page = open_page("/play", lang=lang)
    page.wait_for_selector("#book option[value='lingque28+appendix']", state="attached")
    form = [
        page.locator("#book option[value='lingque28+appendix']").inner_text(),
        page.locator("#play-length option[value='hands-4']").inner_text(),
    ]
    assert form == [book, length]
    page.goto(f"/play/{room}")
    expect(page.locator(".join .fact").nth(0)).to_have_text(book)
    expect(page.locator(".join .fact").nth(1)).to_have_text(length)


@pytest.mark.parametrize(("lang", "words"), [("en", "on this machine only"), ("zh", "只在这台机器上有效")])
def test_an_invitation_to_this_machine_says_so(open_page: Open, lang: str, words: str) -> None:
    page = open_page("/play", lang=lang)
    page.locator(".make-table").click()
    expect(page.locator(".invite .why")).to_contain_text(words)


def evaluated(page: Page, module: str, call: str) -> str:
    return str(page.evaluate(f"async () => (await import('/static/shared/{module}.js')).{call}"))


def test_english_texts_use_plurals_and_you(open_page: Open) -> None:
    page = open_page("/replay")
    hand = '{t: "hand", number: 1, dice: [1, 2]}'
    names = '["Ann", "Bo", "Cy", "Di"]'
    assert evaluated(page, "game/narrate", f'narrate({hand}, {names}, "E")') == "Hand 1. You deal. Dice 1 2."
    assert evaluated(page, "game/narrate", f'narrate({hand}, {names}, "S")') == "Hand 1. Ann (east) deals. Dice 1 2."
    assert [evaluated(page, "names", f"value({{points: {points}}})") for points in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_the_end_of_a_hand_marks_the_winning_tile(open_page: Open, site: str) -> None:
    game, hand, step, seat, won = winning_moment(site, "lingque28")
    page = open_page("/play")
    go_on(page, site, game, hand, step, seat)
    page.locator(".choice.win").click()
    at_end(page)
    winning = won.hand.split("+")[1].split()[0]
    expect(page.locator(".end .reading .won use")).to_have_attribute("href", f"#t-{winning}")


@pytest.mark.parametrize(("lang", "bot"), [("en", "Normal bot"), ("zh", "中级机器人")])
def test_in_a_continued_game_bots_have_names_of_bots(open_page: Open, site: str, lang: str, bot: str) -> None:
    game = upload(site, "guobiao")
    names = api(site, f"/games/{game}")["players"]
    page = open_page("/play", lang=lang)
    go_on(page, site, game, 1, 0, "E")
    expect(page.locator(".players")).to_contain_text(f"{bot} 4")
    shown = page.locator(".players").inner_text()
    assert [f"{bot} {number}" in shown for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert not any(name in shown for name in names)


def test_hints_are_still_shown_when_the_page_is_opened_again(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    page.locator("#hint-button").click()
    expect(page.locator(".hint-panel")).to_be_visible()
    page.reload()
    expect(page.locator(".hint-panel")).to_be_visible()
    page.locator("#hint-button").click()
    page.reload()
    page.wait_for_selector(".mine")
    expect(page.locator(".hint-panel")).to_have_count(0)


@variants(("device", "lang"), ("phone", "zh"), ("phone", "en"), ("lying", "en"))
def test_switches_for_one_deal_say_so_and_keep_their_height(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page, "guobiao")
    heights = "[...document.querySelectorAll('.switches .chip')].map((one) => one.offsetHeight)"
    before = page.evaluate(heights)
    assert len(set(before)) == 1
    page.locator("#auto-win").click()
    expect(page.locator(".toast.shown")).to_have_count(0)
    page.locator("#auto-calls").click()
    expect(page.locator("#toast")).to_have_text({"zh": "不吃碰杠：只管这一局", "en": "No calls: for this hand only"}[lang])
    assert page.evaluate(heights) == before


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_the_menu_has_a_title_and_a_cross_and_explains_the_signs_on_the_table(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page)
    page.locator("#more-button").click()
    menu = page.locator(".menu-panel")
    expect(menu.locator("h2").first).to_have_text({"zh": "更多", "en": "More"}[lang])
    menu.locator(".signs-explained summary").click()
    expect(menu.locator(".signs-explained dt").first).to_have_text({"zh": "“東圈 第1局”", "en": "“East · 1”"}[lang])
    shoot(page, f"menu-{device}-{lang}")
    everyone_can_use(page)
    menu.locator(".close-panel").click()
    expect(menu).to_have_count(0)
    assert page.locator(".middle title").count() == 3  # for a pointer


@variants(("device", "lang"), ("desktop", "en"), ("desktop", "zh"), ("lying", "en"), ("lying", "zh"))
def test_the_head_of_a_table_is_in_two_whole_lines(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page)
    lines = page.locator(".room-facts > span")
    expect(lines).to_have_count(2)
    expect(page.locator(".match-length")).to_contain_text({"en": "one hand", "zh": "一局"}[lang])
    for line in lines.all():
        assert line.evaluate("one => one.scrollWidth <= one.clientWidth && one.offsetHeight < 24")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_notice_of_maintenance_leaves_the_whole_table_on_the_screen(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page)
    fits = "document.documentElement.scrollHeight <= innerHeight"
    announce = "change => import('/static/shared/game/maintenance.js').then((notice) => notice.showMaintenance(change))"
    assert page.evaluate(fits)
    page.evaluate(announce, {"at": 1_900_000_000, "text": "Back soon"})
    expect(page.locator(".maintenance")).to_be_visible()
    expect(page.locator(".maintenance strong")).to_contain_text("2030")  # not today
    page.wait_for_function(fits)
    shoot(page, f"table-maintenance-{device}-{lang}")
    page.evaluate(announce, {"at": None, "text": ""})
    expect(page.locator(".maintenance")).to_have_count(0)
    page.wait_for_function("innerHeight - document.querySelector('.room').getBoundingClientRect().bottom < 8")


@pytest.mark.parametrize(("lang", "words"), [("en", "This table has been closed."), ("zh", "这一桌已经关闭。")])
def test_a_player_whose_table_is_closed_is_told_so(open_page: Open, watch: Watch, lang: str, words: str) -> None:
    """By an operator; the code is the one of a table that never was."""
    watch.expected.append("404")
    page = open_page("/play", lang=lang)
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("/socket"), between)
    start_now(page)
    sockets[-1].close(code=4404)
    expect(page.locator(".banner .status-text")).to_have_text(words)
    expect(page.locator(".banner a[href='/play']")).to_be_visible()
