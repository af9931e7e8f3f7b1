"""Every function of the API: whole answers, and the same ones as the command line's."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

import quepu
from quepu.cli import main
from quepu.json_lines import answer_line
from quepu.lab.quiz import daily, quiz
from quepu.rules import BOOKS, book
from quepu.rules.catalogue import difference, fan_dicts, summary, whole
from quepu.rules.floors import stored
from quepu.rules.overlay import parse

Capture = pytest.CaptureFixture[str]

HAND = "12345678m22p [EEE] +9m"
CLUB = 'base = "lingque28"\nname = "club"\nminimum = 50\n[fan.pure_straight]\nfu = 10\n'


def command(capsys: Capture, *arguments: str) -> Any:
    """What the command line answers in JSON."""
    main([*arguments, "--json", "--lang", "en"])
    return json.loads(capsys.readouterr().out)


def post(site: TestClient, path: str, given: object, **parameters: str) -> Any:
    answer = site.post(f"/api/v1{path}", json=given, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def get(site: TestClient, path: str, **parameters: str | int) -> Any:
    answer = site.get(f"/api/v1{path}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(site: TestClient, path: str, given: object, **parameters: str) -> Any:
    answer = site.post(f"/api/v1{path}", json=given, params=parameters)
    assert answer.status_code == 400, answer.text
    return answer.json()["error"]


# Reading


@pytest.mark.parametrize(
    ("given", "canonical", "size", "assumed"),
    [
        (HAND, HAND, 14, False),
        ("一二三萬 [东东东] | self", "123m [EEE] | self", 6, False),
        ("🀇🀈🀉 7z", "123mC", 4, False),
        ("(5555p) +1m | flowers=2f1f", "(5555p) +1m | flowers=1f2f", 4, False),
        ("1m", "1m", 1, False),
        ("12345678m22p9m [EEE]", "12345678m22p [EEE] +9m", 14, True),
        ("111m 东东东 南南南 碰西西西 北北 自摸", "111mEEESSSN [WWW] +N | self", 14, True),
        ("12345678m22p 碰东 自摸9m", "12345678m22p [EEE] +9m | self", 14, False),
        ("东东东北北北白白，碰南南南，碰西西西，自摸北", "EEENNPP [SSS] [WWW] +N | self", 14, False),
    ],
)
def test_a_hand_in_any_notation_is_returned_in_the_canonical_one(
    site: TestClient, given: str, canonical: str, size: int, assumed: bool
) -> None:
    expected = {"hand": canonical, "size": size, "assumed_winning": assumed, "says_discarded": False, "says_winds": False, "rules": None}
    assert post(site, "/parse", {"hand": given}) == expected


def test_a_text_can_say_that_another_discarded_the_winning_tile(site: TestClient) -> None:
    found = post(site, "/parse", {"hand": "一一一二三四五六七八九九九万，五万点和"})
    assert found == {
        "hand": "1112345678999m +5m",
        "size": 14,
        "assumed_winning": True,
        "says_discarded": True,
        "says_winds": False,
        "rules": None,
    }


@pytest.mark.parametrize(
    ("used", "text", "named"),
    [
        ("lingque28", "国标", "guobiao"),
        ("guobiao98", "国标", None),
        ("guobiao98+kongs2006", "MCR", None),
        ("guobiao98", "国标麻将（1998）", None),
        ("guobiao", "国标麻将（1998）", "guobiao98"),
        ("lingque26", "灵雀", None),
        ("guobiao", "灵雀", "lingque28"),
        ("lingque28+appendix", "灵雀28", None),
    ],
)
def test_a_text_can_name_the_rule_book(site: TestClient, used: str, text: str, named: str | None) -> None:
    found = post(site, "/parse", {"hand": f"张三 10:32 {text} {HAND}", "rules": used})
    assert (found["hand"], found["rules"]) == (HAND, named)


def test_a_word_has_the_meaning_of_the_book_in_use(site: TestClient) -> None:
    text = f"{HAND} 海底捞月"
    assert post(site, "/parse", {"hand": text, "rules": "guobiao"})["hand"] == f"{HAND} | last_tile"
    assert post(site, "/parse", {"hand": text})["hand"] == f"{HAND} | self last_tile"
    assert post(site, "/parse", {"hand": f"国标：{text}"})["hand"] == f"{HAND} | last_tile"
    assert refused(site, "/parse", {"hand": text, "rules": "woodshole"})["code"] == "ambiguous_text"
    assert refused(site, "/parse", {"hand": f"小明：{HAND} x"})["position"] == 3 + len(HAND) + 1


def test_a_wrong_hand_is_refused(site: TestClient) -> None:
    expected = {"code": "unknown_character", "message": "character 2: 'x' is not a tile, meld or option", "position": 1}
    assert refused(site, "/parse", {"hand": "1x"}) == expected
    assert refused(site, "/parse", {"hand": " "})["code"] == "empty_hand"
    assert refused(site, "/parse", {"hand": HAND, "seat": "S"})["code"] == "unknown_key"
    assert refused(site, "/parse", {"hand": HAND, "rules": "riichi"})["code"] == "unknown_rules"
    assert refused(site, "/parse", {"hand": HAND, "rules": 28})["code"] == "bad_value"
    assert refused(site, "/parse", {"rules": "guobiao"})["code"] == "missing_key"


# Scores

OBJECTS = [
    {"hand": HAND},
    {"hand": HAND, "rules": "guobiao", "self_drawn": True, "seat": "S", "round": "W", "flags": ["last_tile"], "flowers": ["1f", "5f"]},
    {"hand": "23m22233344455p +4m", "rules": "lingque26", "flowers": 3},
    {"hand": "224466m224466pN +N", "rules": "lingque28+appendix"},
    {"hand": "12345678m22p [EEE] +1p"},
    {"hand": "1122334m345s [2222p] +1m | self kong"},
]
WRONG = [
    {},
    {"hand": None},
    {"hand": 5},
    {"hand": "1x"},
    {"hand": "12345678m22p [EEE]"},
    {"hand": "11111m22p [EEE] [SSS] +2p"},
    {"hand": HAND, "colour": "red"},
    {"hand": HAND, "rules": "riichi"},
    {"hand": HAND, "rules": 28},
    {"hand": HAND, "rules": None},
    {"hand": HAND, "seat": "Q"},
    {"hand": HAND, "flags": "last_tile"},
    {"hand": HAND, "flags": ["lucky"]},
    {"hand": HAND, "flags": [[]]},
    {"hand": HAND, "flowers": 9},
    {"hand": HAND, "flowers": 1.0},
    {"hand": HAND, "self_drawn": 1},
    {"hand": HAND, "self_drawn": True, "flags": ["kong"]},
    {"hand": HAND + " | seat=S", "seat": "W"},
]


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("given", OBJECTS)
def test_a_score_is_the_object_of_json_lines(site: TestClient, given: dict[str, object], explain: bool) -> None:
    expected = answer_line(json.dumps(given).encode(), explain=explain)
    assert "error" not in expected
    assert post(site, "/score", given, explain=str(explain).lower()) == expected


@pytest.mark.parametrize("given", WRONG)
def test_errors_are_those_of_json_lines(site: TestClient, given: dict[str, object]) -> None:
    assert refused(site, "/score", given) == answer_line(json.dumps(given).encode())["error"]


def test_a_batch_is_answered_one_by_one_in_order(site: TestClient) -> None:
    given = [*OBJECTS, *WRONG, 5, [], None, "1m"]
    expected = [answer_line(json.dumps(one).encode()) for one in given]
    assert post(site, "/score/batch", given) == expected
    assert post(site, "/score/batch", []) == []
    explained = post(site, "/score/batch", OBJECTS[:2], explain="true")
    assert explained == [answer_line(json.dumps(one).encode(), explain=True) for one in OBJECTS[:2]]


def test_a_batch_has_at_most_1000_hands(site: TestClient) -> None:
    assert len(post(site, "/score/batch", [{"hand": HAND}] * 1000)) == 1000
    assert refused(site, "/score/batch", [{"hand": HAND}] * 1001) == {"code": "too_many", "message": "batch has more than 1,000 entries"}
    assert refused(site, "/score/batch", {"hand": HAND}) == {"code": "bad_json", "message": "invalid JSON: expected an array, got object"}


def test_an_overlay_scores_as_the_same_file_does(site: TestClient) -> None:
    club = parse(CLUB, "overlay", quepu.book)
    answer = post(site, "/score", {"hand": HAND, "overlay": CLUB}, explain="true")
    assert answer == quepu.score(HAND, club).as_dict(explain=True)
    assert (answer["points"], answer["legal"], answer["minimum"], answer["rules"]) == (42, False, 50, "lingque28/club")


def test_rules_and_overlay_are_not_given_both(site: TestClient) -> None:
    assert refused(site, "/score", {"hand": HAND, "overlay": CLUB, "rules": "lingque28"})["code"] == "two_rules"
    assert refused(site, "/waits", {"hand": HAND, "overlay": CLUB, "rules": "lingque28"})["code"] == "two_rules"


# Languages


def test_the_language_is_chosen_by_the_query_then_by_the_browser_and_is_english_else(site: TestClient) -> None:
    english, chinese = "unknown rule book", "没有规则"
    for query, accepted, expected in (
        ("", None, english),
        ("?lang=zh", None, chinese),
        ("?lang=en", "zh", english),
        ("", "zh-CN,zh;q=0.9,en;q=0.8", chinese),
        ("", "fr, en;q=0.5, zh-TW;q=0.8", chinese),
        ("", "en-GB, zh;q=0.9", english),
        ("", "zh;q=0, en;q=0.1", english),
        ("", "*", english),
        ("", ";;,q=,zh;q=nonsense", chinese),
    ):
        headers = {"Accept-Language": accepted} if accepted else {}
        answer = site.post(f"/api/v1/score{query}", json={"hand": HAND, "rules": "riichi"}, headers=headers)
        assert answer.json()["error"]["message"].startswith(expected), (query, accepted)
    assert site.post("/api/v1/score?lang=zh", json={"hand": "12345678m22p [EEE] +1p"}).json()["reason"].startswith("不成和牌")


# Waits, discards, comparison


@pytest.mark.parametrize("hand", ["12345678m22p [EEE]", "1112345678999m", "1357m2468p159sEN"])
@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_waits_are_those_of_the_command_line(site: TestClient, capsys: Capture, hand: str, rules: str) -> None:
    expected = command(capsys, "waits", hand, "--rules", rules, "--seen", "9m", "--seat", "S", "--last-tile")
    assert post(site, "/waits", {"hand": hand, "rules": rules, "seen": "9m", "seat": "S", "flags": ["last_tile"]}) == expected


@pytest.mark.parametrize("hand", ["123456m2299p [EEE] +5s", "123456789m11222p", "1379m259p137sEWNC"])
@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_discards_are_those_of_the_command_line(site: TestClient, capsys: Capture, hand: str, rules: str) -> None:
    expected = command(capsys, "discards", hand, "--rules", rules, "--seen", "9p", "--round", "S")
    assert post(site, "/discards", {"hand": hand, "rules": rules, "seen": "9p", "round": "S"}) == expected


def test_seen_must_be_tiles(site: TestClient) -> None:
    for seen in ("9x", 9, None, ["9m"]):
        assert refused(site, "/waits", {"hand": "12345678m22p [EEE]", "seen": seen})["code"] == "bad_value"
    assert refused(site, "/discards", {"hand": HAND, "seen": "99999m"})["code"] == "five_of_a_tile"
    assert refused(site, "/score", {"hand": HAND, "seen": "9m"})["code"] == "unknown_key"


def test_waits_want_thirteen_tiles_and_discards_fourteen(site: TestClient) -> None:
    wanted = "expected 13 tiles (a kong counts three), got 14"
    assert refused(site, "/waits", {"hand": HAND}) == {"code": "tile_count", "message": wanted}
    wanted = "expected 14 tiles (a kong counts three), got 13"
    assert refused(site, "/discards", {"hand": "12345678m22p [EEE]"}) == {"code": "tile_count", "message": wanted}


def test_an_overlay_has_its_own_waits_and_discards(site: TestClient) -> None:
    waits = post(site, "/waits", {"hand": "12345678m22p [EEE]", "overlay": CLUB})
    assert [(wait["tile"], wait["discard"]["points"], wait["discard"]["legal"]) for wait in waits["waits"]] == [
        ("3m", 6, False),
        ("6m", 6, False),
        ("9m", 42, False),
    ]
    discards = post(site, "/discards", {"hand": "12345678m22p [EEE] +5s", "overlay": CLUB})
    assert discards["discards"][0]["waits"] == waits["waits"]


def test_a_comparison_is_that_of_the_command_line(site: TestClient, capsys: Capture) -> None:
    expected = command(capsys, "compare", HAND, "--self", "--flowers", "2")
    assert post(site, "/compare", {"hand": HAND, "self_drawn": True, "flowers": 2}) == expected
    assert list(expected["scores"]) == list(BOOKS)


def test_a_comparison_has_the_requested_books_and_the_custom_one(site: TestClient) -> None:
    chosen = post(site, "/compare", {"hand": HAND, "rules": ["guobiao", "lingque28+appendix", "guobiao"]})
    assert chosen == quepu.compare(HAND, ["guobiao", "lingque28+appendix"]).as_dict()
    own = post(site, "/compare", {"hand": HAND, "rules": ["lingque28"], "overlay": CLUB})
    assert {id: score["points"] for id, score in own["scores"].items()} == {"lingque28/club": 42, "lingque28": 36}


@pytest.mark.parametrize(
    ("rules", "code"),
    [([], "bad_value"), ("lingque28", "bad_value"), ([5], "bad_value"), (["x"], "unknown_rules"), (["x"] * 17, "too_many")],
)
def test_a_comparison_of_no_books_is_refused(site: TestClient, rules: object, code: str) -> None:
    assert refused(site, "/compare", {"hand": HAND, "rules": rules})["code"] == code


# Rule books


def test_the_books(site: TestClient) -> None:
    assert get(site, "/rules") == {"default": "lingque28", "books": [summary(book(id)) for id in BOOKS]}
    assert get(site, "/rules")["books"][0] == {
        "id": "lingque28",
        "name": {"zh": "灵雀（第二十八版）", "en": "Lingque, 28th edition"},
        "about": {
            "zh": "副数乘以翻数就是分数，10 分起和；点炮的付双份，另外两家也各付一份。",
            "en": "Points are fu times fan, and a win needs 10. The discarder pays double, the other two once.",
        },
        "source": "灵雀 第二十八版，莫莫柴，甲辰年腊月廿七",
        "source_en": "Lingque, 28th edition, by 莫莫柴, 26 January 2025",
        "minimum": 10,
        "flower_points": 2,
        "has_fu": True,
        "shapes": ["standard", "seven_pairs", "knitted_honours", "thirteen_orphans"],
        "fan_count": 77,
        "count_note": None,
        "options": [
            {
                "id": "lingque28+appendix",
                "name": {"zh": "附录：镜同对 12 副", "en": "appendix: Reflected Pairs 12 fu"},
                "changes": {"reflected_pairs": {"fu": 12}},
            }
        ],
    }


@pytest.mark.parametrize("id", [*BOOKS, "lingque28+appendix", "guobiao+kongs3"])
def test_a_whole_book_has_its_fans_as_the_command_line_has_them(site: TestClient, capsys: Capture, id: str) -> None:
    answer = get(site, f"/rules/{id}")
    assert answer == json.loads(json.dumps(whole(book(id))))
    more = ("pinyin", "floor", "ceiling")
    fans = [{key: value for key, value in fan.items() if key not in more} for fan in answer["fans"]]
    assert fans == command(capsys, "fans", "--rules", id)


def test_the_least_and_the_greatest_points_come_with_the_fans(site: TestClient) -> None:
    floors = {floor.name: floor for floor in stored("lingque28")}
    for fan, row in zip(get(site, "/rules/lingque28")["fans"], book().rows, strict=True):
        floor = floors[row.label or row.name]
        assert fan["floor"] == {"points": floor.floor, "hand": floor.hand}
        assert fan["ceiling"] == {"points": floor.ceiling, "hand": floor.ceiling_hand}
    assert {fan["floor"] for fan in get(site, "/rules/lingque28+appendix")["fans"]} == {None}


def test_a_book_that_is_not_there_is_not_found(site: TestClient) -> None:
    for path in (
        "/rules/riichi",
        "/rules/lingque28+luck",
        "/rules/riichi/fans",
        "/rules/lingque28/diff/riichi",
        "/rules/riichi/diff/guobiao",
    ):
        answer = site.get("/api/v1" + path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_rules"), path


def test_fans_are_found_by_search(site: TestClient) -> None:
    found = get(site, "/rules/guobiao/fans", q="qinglong")
    rules = book("guobiao")
    assert found == {"rules": "guobiao", "fans": fan_dicts(rules, [rules.fans["pure_straight"]])}
    assert get(site, "/rules/guobiao/fans")["fans"] == get(site, "/rules/guobiao")["fans"]
    assert get(site, "/rules/guobiao/fans", q="nothing like it")["fans"] == get(site, "/rules/guobiao/fans", q="(")["fans"] == []
    assert site.get("/api/v1/rules/guobiao/fans", params={"q": "x" * 101}).status_code == 400


@pytest.mark.parametrize(
    ("a", "b"), [("lingque28", "lingque26"), ("guobiao", "guobiao98"), ("lingque28", "guobiao"), ("guobiao", "guobiao")]
)
def test_two_books_side_by_side(site: TestClient, a: str, b: str) -> None:
    assert get(site, f"/rules/{a}/diff/{b}") == difference(book(a), book(b))


def test_an_overlay_is_answered_with_the_book_it_makes(site: TestClient) -> None:
    answer = post(site, "/overlay", {"toml": CLUB})
    assert answer == json.loads(json.dumps(whole(parse(CLUB, "overlay", quepu.book))))
    assert (answer["id"], answer["minimum"], answer["overlay"]["fan"]) == ("lingque28/club", 50, {"pure_straight": {"fu": 10}})


def test_a_wrong_overlay_is_answered_with_line_and_reason(site: TestClient) -> None:
    reason = "unknown key 'points'; expected one of fu, fan, enabled, excludes_add, excludes_remove"
    assert refused(site, "/overlay", {"toml": 'base = "lingque28"\n[fan.pure_straight]\npoints = 5\n'}) == {
        "code": "wrong_overlay",
        "message": f"overlay, line 3: {reason}",
        "line": 3,
        "reason": reason,
    }
    assert refused(site, "/score", {"hand": HAND, "overlay": "base = "})["line"] == 1
    assert refused(site, "/overlay", {}) == {"code": "missing_key", "message": "missing key 'toml'"}
    assert refused(site, "/overlay", {"toml": CLUB, "path": "x"}) == {"code": "unknown_key", "message": "unknown key 'path'"}
    assert refused(site, "/overlay", {"toml": 5}) == {"code": "bad_value", "message": "toml cannot be 5"}


# Practice


def test_a_practice_hand_is_the_same_for_the_same_seed(site: TestClient) -> None:
    for level in range(1, 6):
        answer = get(site, "/practice", rules="guobiao", level=level, seed=2**53 - 1)
        assert answer == quiz("guobiao", level, 2**53 - 1).as_dict()
        assert answer["score"] == post(site, "/score", {"hand": answer["hand"], "rules": "guobiao"}, explain="true")


def test_a_practice_hand_has_one_of_the_weak_fans(site: TestClient) -> None:
    answer = get(site, "/practice", level=3, seed=7, weak="nine_gates,,four_kongs")
    assert answer == quiz("lingque28", 3, 7, ["nine_gates", "four_kongs"]).as_dict()
    assert {"nine_gates", "four_kongs"} & {fan["id"] for fan in answer["score"]["fans"]}


def test_without_a_seed_one_is_chosen(site: TestClient) -> None:
    answers = [get(site, "/practice") for _ in range(3)]
    assert len({answer["seed"] for answer in answers}) == 3
    assert get(site, "/practice", seed=answers[0]["seed"]) == answers[0]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("level=0", "bad_value"),
        ("level=6", "bad_value"),
        ("level=x", "bad_value"),
        ("seed=-1", "bad_value"),
        (f"seed={2**53}", "bad_value"),
        ("seed=" + "9" * 5000, "bad_value"),
        ("weak=nothing", "unknown_fan"),
        ("rules=riichi", "unknown_rules"),
        ("leval=1", "unknown_key"),
        ("lang=fr", "not_one_of"),
        ("lang=zh&lang=zh", "repeated_key"),
        ("rules=guobiao&level=1&rules=lingque28", "repeated_key"),
    ],
)
def test_a_wrong_parameter_is_refused(site: TestClient, query: str, code: str) -> None:
    answer = site.get(f"/api/v1/practice?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_an_unknown_language_is_an_error_that_lists_the_known_ones(site: TestClient) -> None:
    for path in ("/health?lang=fr", "/rules?lang=fr", "/rules/guobiao?lang=fr"):
        answer = site.get("/api/v1" + path)
        assert (answer.status_code, answer.json()["error"]["message"]) == (400, "lang cannot be 'fr'; expected one of zh, en")
    answer = site.get("/api/v1/health?lang=fr", headers={"Accept-Language": "zh"})
    assert answer.json()["error"]["message"] == "lang 不能是 'fr'，应为 zh, en 之一"


def test_the_daily_hand_is_the_same_for_everyone(site: TestClient) -> None:
    day = datetime(2025, 1, 1).date()
    assert get(site, "/practice/daily", date="2025-01-01") == {"date": "2025-01-01", **daily("lingque28", day).as_dict()}
    guobiao = get(site, "/practice/daily", date="2025-01-01", rules="guobiao")
    assert guobiao == {"date": "2025-01-01", **daily("guobiao", day).as_dict()}
    before, today, after = datetime.now(UTC).date(), get(site, "/practice/daily"), datetime.now(UTC).date()
    assert today["date"] in (before.isoformat(), after.isoformat())


@pytest.mark.parametrize("date", ["2025-02-30", "20250101", "2025-W01-1", "today", "0000-01-01", "２０２５-01-01"])
def test_a_day_is_written_as_year_month_day(site: TestClient, date: str) -> None:
    answer = site.get("/api/v1/practice/daily", params={"date": date})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_value")


def test_health_has_the_version(site: TestClient) -> None:
    assert get(site, "/health") == {"status": "ok", "version": quepu.__version__, "compiled": quepu.kernel.is_compiled()}


# The description


def test_the_description_names_every_function_and_nothing_from_elsewhere(site: TestClient) -> None:
    described = site.get("/openapi.json").json()
    assert {path: list(methods) for path, methods in described["paths"].items()} == {
        "/api/v1/parse": ["post"],
        "/api/v1/score": ["post"],
        "/api/v1/score/batch": ["post"],
        "/api/v1/waits": ["post"],
        "/api/v1/discards": ["post"],
        "/api/v1/compare": ["post"],
        "/api/v1/analyse": ["post"],
        "/api/v1/overlay": ["post"],
        "/api/v1/rules": ["get"],
        "/api/v1/rules/{id}": ["get"],
        "/api/v1/rules/{id}/fans": ["get"],
        "/api/v1/rules/{a}/diff/{b}": ["get"],
        "/api/v1/practice": ["get"],
        "/api/v1/practice/daily": ["get"],
        "/api/v1/health": ["get"],
        "/api/v1/play": ["get"],
        "/api/v1/lessons": ["get"],
        "/api/v1/ready": ["get"],
        "/api/v1/rooms": ["get", "post"],
        "/api/v1/rooms/{room}": ["get"],
        "/api/v1/rooms/{room}/rules": ["get"],
        "/api/v1/rooms/{room}/join": ["post"],
        "/api/v1/rooms/{room}/settings": ["post"],
        "/api/v1/rooms/{room}/forget": ["post"],
        "/api/v1/rooms/{room}/reach": ["post"],
        "/api/v1/rooms/{room}/qr": ["get"],
        "/api/v1/rooms/{room}/hint": ["post"],
        "/api/v1/rooms/{room}/score": ["get"],
        "/api/v1/games/{game}": ["get"],
        "/api/v1/games/{game}/record": ["get"],
        "/api/v1/games/{game}/steps": ["get"],
        "/api/v1/games/{game}/continue": ["post"],
        "/api/v1/games/{game}/review": ["get", "post"],
        "/api/v1/games/{game}/review/cancel": ["post"],
        "/api/v1/records": ["post"],
        "/api/v1/lab": ["get"],
        "/api/v1/studies": ["post"],
        "/api/v1/studies/{study}": ["get"],
        "/api/v1/studies/{study}/cancel": ["post"],
        "/api/v1/studies/{study}/figures": ["get"],
        "/api/v1/studies/{study}/report": ["get"],
        "/api/v1/studies/{study}/comparison": ["get"],
        "/api/v1/studies/{study}/csv": ["get"],
        "/api/v1/studies/{study}/parquet": ["get"],
        "/api/v1/studies/{study}/file": ["get"],
        "/api/v1/documents": ["post"],
        "/api/v1/documents/import": ["post"],
        "/api/v1/documents/{document}": ["get"],
        "/api/v1/documents/{document}/entries": ["post"],
        "/api/v1/documents/{document}/pin": ["post"],
        "/api/v1/documents/{document}/unlock": ["post"],
        "/api/v1/documents/{document}/delete": ["post"],
        "/api/v1/documents/{document}/export": ["get"],
        "/api/v1/documents/{document}/csv": ["get"],
        "/api/v1/sheets/{document}/state": ["get"],
        "/api/v1/draws": ["post"],
        "/api/v1/clubs/{document}/summary": ["get"],
        "/api/v1/clubs/{document}/members/{member}": ["get"],
        "/api/v1/tournaments/{document}/state": ["get"],
        "/api/v1/rooms/{room}/claim": ["post"],
        "/api/v1/account": ["get"],
        "/api/v1/account/sign-up": ["post"],
        "/api/v1/account/sign-in": ["post"],
        "/api/v1/account/recover": ["post"],
        "/api/v1/account/sign-out": ["post"],
        "/api/v1/account/name": ["post"],
        "/api/v1/account/password": ["post"],
        "/api/v1/account/codes": ["post"],
        "/api/v1/account/profile": ["get", "post"],
        "/api/v1/account/games": ["get"],
        "/api/v1/account/export": ["get"],
        "/api/v1/account/delete": ["post"],
        "/api/v1/account/people": ["get"],
        "/api/v1/account/friends": ["post"],
        "/api/v1/account/friends/end": ["post"],
        "/api/v1/account/block": ["post"],
        "/api/v1/account/unblock": ["post"],
        "/api/v1/account/report": ["post"],
        "/api/v1/operator": ["get"],
        "/api/v1/operator/accounts": ["get"],
        "/api/v1/operator/ban": ["post"],
        "/api/v1/operator/unban": ["post"],
        "/api/v1/operator/reports/close": ["post"],
        "/api/v1/rooms/{room}/close": ["post"],
        "/api/v1/operator/maintenance": ["post"],
        "/api/v1/players": ["get"],
        "/api/v1/players/{player}": ["get"],
        "/api/v1/gallery": ["get"],
        "/api/v1/match": ["get", "post"],
        "/api/v1/match/cancel": ["post"],
        "/api/v1/events": ["get", "post"],
        "/api/v1/events/{event}": ["get"],
        "/api/v1/events/{event}/results": ["get"],
        "/api/v1/events/{event}/join": ["post"],
        "/api/v1/events/{event}/leave": ["post"],
        "/api/v1/events/{event}/start": ["post"],
        "/api/v1/events/{event}/end": ["post"],
        "/api/v1/bots": ["get", "post"],
        "/api/v1/bots/delete": ["post"],
        "/api/v1/bots/ladder": ["get"],
        "/metrics": ["get"],
    }
    for methods in described["paths"].values():
        for method, operation in methods.items():
            assert ("requestBody" in operation) == (method == "post")
            assert "422" not in operation["responses"]
    for path in ("/docs", "/redoc"):
        assert site.get(path).status_code == 404
