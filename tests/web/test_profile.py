"""The profile: the user's own games, kept in the browser."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.games import GOLDEN, golden
from tests.sizes import variants
from tests.web.conftest import Open, shoot, shown
from tests.web.people import signed_up
from tests.web.table import api, at_end, everyone_can_use, play_on, start_now, together

HAND = "12345678m22p [EEE] +9m"

READ = "import('/static/shared/game/own-games-store.js').then((store) => store.ownGames())"
ADD = "(games) => import('/static/shared/game/own-games-store.js').then((store) => store.addGames(games))"


def deal(number: int, outcome: str, payment: int, **win: Any) -> dict[str, Any]:
    return {
        "number": number, "at": 1_790_000_000_000 + number, "seat": "E", "outcome": outcome, "payment": payment,
        "points": None, "hand": None, "fans": {}, "altered": False, **win,
    }  # fmt: skip


def game(name: str, *deals: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "game": name, "at": 1_790_000_000_000, "ended": None, "rules": "lingque28", "own": None,
        "players": ["我", "efficient", "efficient", "efficient"], "me": 0, "scores": None, "deals": list(deals), **changes,
    }  # fmt: skip


PURE = {"points": 66, "hand": HAND, "fans": {"pure_straight": 1, "seat_wind_pung": 1}}
SMALL = {"points": 12, "hand": "23m55p [678p] [567s] [345s] +4m", "fans": {"two_suit_chows": 1}}
TWICE = {"points": 40, "hand": "23m12355p345567s +4m | self", "fans": {"two_suit_chows": 1, "double_chow": 2}}
GAMES = [
    game(
        "aaaa", deal(1, "discard", 66, **PURE), deal(2, "dealt_in", -30), deal(3, "other", -4),
        ended=1_790_000_009_000, scores=[32, -8, -12, -12],
    ),
    game(
        "bbbb", deal(1, "self", 60, **TWICE), deal(2, "drawn", 0), deal(3, "discard", 500, **{**PURE, "points": 500}, altered=True),
        at=1_790_100_000_000,
    ),
    game("cccc", deal(1, "discard", 12, **SMALL), at=1_790_200_000_000, scores=[12, -4, -4, -4], ended=1_790_200_001_000, rules="guobiao"),
]  # fmt: skip


PROGRESS = {
    "quepu.practice": {"lingque28": {"asked": 12, "perfect": 5, "weak": {"pure_straight": 2}}},
    "quepu.daily": {
        "guobiao": {
            "last": "2026-11-15", "streak": 3, "best": 7,
            "given": {"2026-11-15": {"named": ["pure_straight"], "points": 24, "perfect": True}},
        }
    },
    "quepu.learn": {"done": {"tiles/suits": True, "turn/discard": True}, "at": "turn/ready"},
}  # fmt: skip
KEEP = "(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))"
KEPT = "(keys) => Object.fromEntries(keys.map((key) => [key, JSON.parse(localStorage.getItem(key))]))"


def statistics_of(page: Page, games: list[dict[str, Any]]) -> Any:
    return page.evaluate("(games) => import('/static/profile/statistics.js').then((pure) => pure.statistics(games))", games)


def test_statistics_count_what_happened(open_page: Open) -> None:
    page = open_page("/me")
    found = statistics_of(page, GAMES[:2])
    assert [(one["game"]["game"], one["deal"]["points"]) for one in found.pop("best")] == [("aaaa", 66), ("bbbb", 40)]
    assert found == {
        "games": 2, "finished": 1, "deals": 5, "altered": 1, "wins": 2, "self": 1, "dealt_in": 1, "drawn": 1,
        "points": 106, "result": 92, "game_result": 32,
        "fans": [
            {"id": "double_chow", "count": 2, "hands": 1},
            {"id": "pure_straight", "count": 1, "hands": 1},
            {"id": "seat_wind_pung", "count": 1, "hands": 1},
            {"id": "two_suit_chows", "count": 1, "hands": 1},
        ],
    }  # fmt: skip
    nothing = {
        "games": 0, "finished": 0, "deals": 0, "altered": 0, "wins": 0, "self": 0, "dealt_in": 0, "drawn": 0,
        "points": 0, "result": 0, "game_result": 0, "best": [], "fans": [],
    }  # fmt: skip
    assert statistics_of(page, []) == nothing


def deals_in(record: bytes, player: int) -> list[dict[str, Any]]:
    """The deals of a record for a player, read without the page; without their times."""
    found: list[dict[str, Any]] = []
    for line in record.decode().splitlines():
        event = json.loads(line)
        if event.get("t") == "hand":
            wind = event["seats"].index(player)
            found.append(deal(event["number"], "drawn", 0, seat="ESWN"[wind]))
        elif event.get("t") == "win":
            seat = found[-1]["seat"]
            if event["seat"] == seat:
                outcome = "flowers" if "flowers" in event else "discard" if event["from"] else "self"
                found[-1] |= {"outcome": outcome, "points": event["points"], "hand": event.get("hand"), "fans": event.get("fans", {})}
            else:
                found[-1]["outcome"] = "dealt_in" if event.get("from") == seat else "other"
        elif event.get("t") == "pay":
            found[-1]["payment"] = event["payments"][wind]
    return [{**one, "at": 7} for one in found]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_deals_of_a_record_are_those_of_each_player(open_page: Open, name: str) -> None:
    page = open_page("/me")
    record = golden(name).read_bytes()
    for player in range(4):
        deals = page.evaluate(
            "([text, player]) => import('/static/shared/game/own-games.js').then((own) => own.dealsOf(text, player, 7))",
            [record.decode(), player],
        )
        assert deals == deals_in(record, player)
        kept = page.evaluate(
            "(game) => import('/static/shared/game/own-games.js').then((own) => own.readGame(game))", game("abcd", *deals, me=player)
        )
        assert kept == game("abcd", *deals, me=player)


@variants(("device", "lang"), ("desktop", "en"), ("phone", "zh"), ("lying", "zh"))
def test_a_game_against_bots_is_remembered_and_replayed_from_my_seat(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    start_now(page)
    play_on(page)
    at_end(page)
    expect(page.locator(".rematch")).to_be_visible()
    page.wait_for_function(f"() => {READ}.then((games) => games[0]?.scores && games[0].deals.length === 1)")
    page.goto("/me")
    expect(page.locator(".history li")).to_have_count(1)
    [kept] = page.evaluate(READ)
    record = api(site, f"/games/{kept['game']}/record")
    assert [{**one, "at": 7} for one in kept["deals"]] == deals_in(record, kept["me"])
    events = [json.loads(line) for line in record.splitlines()]
    assert kept["scores"] == [one["scores"] for one in events if one.get("t") == "pay"][-1]
    expect(page.locator('[data-stat="deals"] strong')).to_have_text("1")
    shoot(page, f"profile-first-{device}-{lang}")
    page.locator(".history a").click()
    page.wait_for_selector(".replay")
    seat = "ESWN"[kept["me"]]
    assert f"seat={seat}" in page.url
    expect(page.locator("#seen-by")).to_have_value(seat)


def test_a_game_played_again_at_the_same_table_has_its_own_deals_alone(open_page: Open, site: str) -> None:
    """Two people, whose seats are drawn anew: what happened in the first game is not counted in the second."""
    people = together(open_page, "Ann", "Bo", length="hands-1")
    for _ in range(2):
        for page in people:
            play_on(page)
        for page in people:
            expect(page.locator(".rematch")).to_be_visible()
            page.evaluate("clearInterval(window.autoplay)")
        for page in people:
            page.locator(".rematch").click()
        for page in people:
            expect(page.locator(".end")).to_have_count(0)
            page.wait_for_selector(".mine")
    for page in people:
        page.goto("/me")
        kept = page.evaluate(READ)
        assert len(kept) == 2
        for one in kept:
            record = api(site, f"/games/{one['game']}/record")
            assert [{**deal, "at": 7} for deal in one["deals"]] == deals_in(record, one["me"])
        expect(page.locator('[data-stat="deals"] strong')).to_have_text("2")


def test_a_game_that_continues_from_a_replay_is_not_counted(open_page: Open) -> None:
    page = open_page("/me")
    page.evaluate("import('/static/shared/game/storage.js').then((storage) => storage.keepContinued('abcd'))")
    assert page.evaluate("import('/static/shared/game/storage.js').then(({isContinued}) => ['abcd', 'efgh'].map(isContinued))") == [
        True,
        False,
    ]
    follow = """async () => {
        const {Memory} = await import("/static/table/memory.js");
        const players = Array(4).fill({name: "a"});
        const settings = {rules: "lingque28", overlay: null};
        const state = (game) => ({
            room: {game, players, phase: "over", settings}, hasRecord: true,
            table: {game, you: 0, scores: [0, 0, 0, 0], hand: {number: 0}}, events: [],
        });
        const memories = ["abcd", "efgh"].map((game) => new Memory(state(game)));
        const ends = memories.map((memory) => new Promise((done) => {
            const end = memory.rememberEnd.bind(memory);
            memory.rememberEnd = (me) => end(me).then(done);
            memory.follow();
            if (memory === memories[0]) done();
        }));
        await Promise.all(ends);
    }"""
    page.evaluate(follow)
    assert [one["game"] for one in page.evaluate(READ)] == ["efgh"]


def test_two_tabs_lose_nothing(open_page: Open) -> None:
    first = open_page("/me")
    second = open_page("/me", context=first.context)
    adding = """([offset, shared]) => import("/static/shared/game/own-games-store.js").then((store) => {
        window.added = Promise.all(shared.map((one, i) => store.addGames([one])));
    })"""
    tabs = []
    for offset, page in ((0, first), (1, second)):
        one_game = [game("shared", deal(2 * n + offset + 1, "drawn", 0)) for n in range(20)]
        own = [game(f"own-{offset}-{n}") for n in range(20)]
        tabs.append((page, [offset, one_game + own]))
    for page, given in tabs:
        page.evaluate(adding, given)
    for page, _ in tabs:
        page.evaluate("window.added.then(() => 0)")
    found = {one["game"]: one for one in first.evaluate(READ)}
    assert sorted(found) == sorted(["shared", *(f"own-{offset}-{n}" for offset in (0, 1) for n in range(20))])
    assert [one["number"] for one in found["shared"]["deals"]] == list(range(1, 41))


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"), ("lying", "en"))
def test_games_are_shown_saved_deleted_and_loaded_again(open_page: Open, tmp_path: Path, device: str, lang: str) -> None:
    page = open_page("/me", device, lang=lang)
    page.evaluate(ADD, GAMES)
    page.reload()
    expect(page.locator(".history li")).to_have_count(3)
    you, bot, ended, last = {"en": ("You", "Quick bot", "Ended ", "Last played "), "zh": ("你", "快攻机器人", " 结束", " 打到这里")}[lang]
    colon = {"en": ": ", "zh": "："}[lang]
    scores = page.locator('[data-game="aaaa"] .named-score')
    expect(scores).to_have_text([f"{you}{colon}+32", f"{bot} 1{colon}−8", f"{bot} 2{colon}−12", f"{bot} 3{colon}−12"])
    weights = scores.first.evaluate("one => [one, one.querySelector('b')].map((part) => Number(getComputedStyle(part).fontWeight))")
    assert weights[0] < weights[1], "the number differs from the name before it"
    for name, words, at in (("aaaa", ended, 1_790_000_009_000), ("bbbb", last, 1_790_000_000_003)):
        expect(page.locator(f'[data-game="{name}"] time')).to_contain_text(words)
        expect(page.locator(f'[data-game="{name}"] time')).to_have_attribute("datetime", iso(at))
    expect(page.locator(".chip")).to_have_count(2)
    page.locator('[data-book="lingque28"]').click()
    texts = {
        key: page.locator(f'[data-stat="{key}"] strong').inner_text()
        for key in ("wins", "dealt_in", "self", "points", "result", "game_result")
    }
    assert texts == {"wins": "40.0 %", "dealt_in": "20.0 %", "self": "50.0 %", "points": "53.0", "result": "+18.4", "game_result": "+32.0"}
    expect(page.locator(".best li")).to_have_count(2)
    expect(page.locator(".made li")).to_have_count(4)
    page.wait_for_selector("#faces", state="attached")
    everyone_can_use(page)
    shoot(page, f"profile-{device}-{lang}", full=True)
    before = page.evaluate(READ)
    page.evaluate(KEEP, PROGRESS)
    with page.expect_download() as download:
        page.locator(".save-file").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator(".delete-all").click()
    expect(page.locator(".history li")).to_have_count(3)
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".delete-all").click()
    expect(page.locator(".profile-empty")).to_be_visible()
    assert page.evaluate(READ) == []
    assert page.evaluate(KEPT, list(PROGRESS)) == dict.fromkeys(PROGRESS)
    for _ in range(2):  # the second time everything is known
        page.locator("#games-file").set_input_files(file)
        expect(page.locator(".history li")).to_have_count(3)
        page.wait_for_function("() => document.querySelector('#toast').textContent.includes('3')")
        assert page.evaluate(READ) == before
        assert page.evaluate(KEPT, list(PROGRESS)) == PROGRESS
    page.locator(".best a").first.click()  # on to the hand page
    shown(page, HAND, "lingque28")


def iso(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}Z"


WRONG_FILES: dict[str, object] = {
    "not JSON": "{",
    "something else": {"games": []},
    "a list": [1, 2],
    "a newer version": {"quepu_games": 2, "games": []},
    "not games": {"quepu_games": 1, "games": "x"},
    "a game that is not one": {"quepu_games": 1, "games": [GAMES[0], None]},
    "a script for an id": {"quepu_games": 1, "games": [{**GAMES[0], "game": "javascript:alert(1)"}]},
    "five players": {"quepu_games": 1, "games": [{**GAMES[0], "players": ["a"] * 5}]},
    "a name of a megabyte": {"quepu_games": 1, "games": [{**GAMES[0], "players": ["a" * 1_000_000, "b", "c", "d"]}]},
    "a seat that does not exist": {"quepu_games": 1, "games": [game("x", deal(1, "drawn", 0, seat="X"))]},
    "five of a tile": {"quepu_games": 1, "games": [game("x", deal(1, "self", 1, points=1, hand="11111m22p [EEE] [SSS] +9m"))]},
    "a hand that is a script": {"quepu_games": 1, "games": [game("x", deal(1, "self", 1, points=1, hand="<script>"))]},
    "a number that is none": {"quepu_games": 1, "games": [game("x", deal(1, "self", 1, points="66"))]},
    "the same deal twice": {"quepu_games": 1, "games": [game("x", deal(1, "drawn", 0), deal(1, "drawn", 0))]},
    "practice that is not": {"quepu_games": 1, "games": [GAMES[2]], "practice": {"lingque28": {"asked": 1, "perfect": 2, "weak": {}}}},
    "a script for a missed fan": {"quepu_games": 1, "games": [], "practice": {"lingque28": {"asked": 1, "perfect": 0, "weak": {"<b>": 1}}}},
    "a day that is none": {"quepu_games": 1, "games": [], "daily": {"guobiao": {"last": "today", "streak": 1, "best": 1, "given": {}}}},
    "a lesson that is none": {"quepu_games": 1, "games": [], "lessons": {"done": {"javascript:x": True}, "at": ""}},
    "a fan of another object": {"quepu_games": 1, "games": [game("x", deal(1, "self", 1, fans={"__proto__": 1}))]},
}  # fmt: skip


def test_a_wrong_file_is_refused_and_changes_nothing(open_page: Open) -> None:
    page = open_page("/me")
    page.evaluate(ADD, GAMES)
    page.reload()
    page.evaluate(KEEP, PROGRESS)
    before = page.evaluate(READ)
    for name, content in WRONG_FILES.items():
        text = content if isinstance(content, str) else json.dumps(content)
        page.evaluate("document.querySelector('.problem')?.replaceChildren()")
        page.locator("#games-file").set_input_files({"name": "games.json", "mimeType": "application/json", "buffer": text.encode()})
        expect(page.locator(".problem")).to_contain_text("Nothing was loaded")
        assert page.evaluate(READ) == before, name
        assert page.evaluate(KEPT, list(PROGRESS)) == PROGRESS, name
        page.reload()


def test_a_file_of_games_alone_is_loaded_and_what_was_learnt_stays(open_page: Open) -> None:
    page = open_page("/me", lang="zh")
    page.evaluate(KEEP, PROGRESS)
    old = json.dumps({"quepu_games": 1, "saved": "2026-10-01T00:00:00.000Z", "games": GAMES[:1]})
    page.locator("#games-file").set_input_files({"name": "old.json", "mimeType": "application/json", "buffer": old.encode()})
    expect(page.locator(".history li")).to_have_count(1)
    expect(page.locator("#toast")).to_have_text("文件里有 1 场，其中 1 场是新的。")
    assert page.evaluate(KEPT, list(PROGRESS)) == PROGRESS


def test_what_two_browsers_know_is_kept_together_and_counted_once(open_page: Open) -> None:
    page = open_page("/me")
    union = "([a, b]) => import('/static/shared/progress.js').then((pure) => pure.together(a, b))"
    given: dict[str, object] = {"named": [], "points": None, "perfect": False}
    here = {
        "practice": {"guobiao": {"asked": 3, "perfect": 1, "weak": {"edge_wait": 2}}},
        "daily": {"guobiao": {"last": "2026-11-15", "streak": 2, "best": 4, "given": {"2026-11-15": given}}},
        "lessons": {"done": {"turn/discard": True}, "at": "turn/ready"},
    }
    there = {
        "practice": {"guobiao": {"asked": 9, "perfect": 2, "weak": {}}, "woodshole": {"asked": 1, "perfect": 1, "weak": {}}},
        "daily": {"guobiao": {"last": "2026-11-16", "streak": 1, "best": 9, "given": {"2026-11-16": given}}},
        "lessons": {"done": {"tiles/suits": True}, "at": "tiles/suits"},
    }
    assert page.evaluate(union, [here, there]) == {
        "practice": there["practice"],
        "daily": {"guobiao": {"last": "2026-11-16", "streak": 1, "best": 9, "given": {"2026-11-15": given, "2026-11-16": given}}},
        "lessons": {"done": {"tiles/suits": True, "turn/discard": True}, "at": "turn/ready"},
    }
    assert page.evaluate(union, [here, here]) == here


def test_a_game_with_open_hands_is_not_counted(open_page: Open) -> None:
    page = open_page("/play", lang="en")
    page.fill("#room-name", "Ann")
    page.select_option("#room-length", "hands-1")
    page.locator("#room-open_hands").check()
    page.locator(".make-table").click()
    page.locator(".start").click()
    page.wait_for_selector(".mine")
    play_on(page)
    at_end(page)
    page.locator(".end a[href^='/replay/']").click()
    page.wait_for_selector(".replay")
    page.goto("/me")
    expect(page.locator("main")).to_contain_text("teaching tables with open hands do not")
    assert page.evaluate(READ) == []


ROOM = """async () => {
  const {call} = await import("/static/shared/api.js");
  const {keepRoom} = await import("/static/shared/game/storage.js");
  const {room, token} = await call("/rooms", {body: {name: "Ann"}});
  keepRoom(room, {token});
  return room;
}"""
MEMBERS = """async (room) => {
  const {call} = await import("/static/shared/api.js");
  return (await call(`/rooms/${room}`)).room.members.map(({name}) => name);
}"""


def test_the_server_forgets_who_wants_it(open_page: Open) -> None:
    page = open_page("/me")
    expect(page.locator(".keep")).to_be_visible()
    expect(page.locator(".on-server")).to_have_count(0)
    rooms = [page.evaluate(ROOM) for _ in range(2)]
    assert [page.evaluate(MEMBERS, room) for room in rooms] == [["Ann"], ["Ann"]]
    page.reload()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator(".forget-server").click()
    assert page.evaluate(MEMBERS, rooms[0]) == ["Ann"]
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".forget-server").click()
    expect(page.locator(".on-server")).to_have_count(0)
    page.wait_for_function("() => document.querySelector('#toast').textContent.includes('2')")
    assert [page.evaluate(MEMBERS, room) for room in rooms] == [[], []]
    assert page.evaluate("() => localStorage.getItem('quepu.rooms')") == "[]"


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_who_is_signed_in_learns_where_their_games_of_all_devices_are(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/me", device, lang=lang)
    expect(page.locator(".profile-kept")).to_contain_text({"zh": "在这个浏览器里打的牌", "en": "the games played in this browser"}[lang])
    expect(page.locator(".account-games")).to_have_count(0)
    page, name = signed_up(open_page, device, lang)
    page.goto("/me")
    expect(page.locator(".account-games a")).to_have_text({"zh": f"{name} 的对局", "en": f"Games of {name}"}[lang])
    shoot(page, f"profile-signed-in-{device}-{lang}")
    page.locator(".account-games a").click()
    expect(page.locator("#games-title")).to_be_visible()
