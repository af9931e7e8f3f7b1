"""What belongs to an account: games, claimed ones too, a profile, a file with everything; and its deletion."""

from __future__ import annotations

import io
import json
import time
import zipfile
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.engine import verify
from quepu.engine.record import read_record
from quepu.server.play import store_tables
from quepu.server.play.replays import StepsCache
from quepu.server.play.store import Store
from quepu.server.play.store_departed import DEPARTED
from quepu.server.play.store_names import with_names
from tests.server.accounts.browser import PASSWORD, SETTINGS, Browser, opened
from tests.server.accounts.games import short_game

PROFILE: dict[str, Any] = {
    "practice": {"guobiao": {"asked": 3}},
    "daily": {},
    "lessons": {"done": {"tiles/suits": True}},
    "settings": {"lang": "zh"},
}


def record_of(browser: Browser, game: str) -> bytes:
    answer = browser.site.get(f"/api/v1/games/{game}/record")
    assert answer.status_code == 200
    return answer.content


def exported(browser: Browser) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The JSON of the file with everything, and the records."""
    answer = browser.site.get("/api/v1/account/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].startswith('attachment; filename="quepu-')
    assert int(answer.headers["content-length"]) == len(answer.content)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    return json.loads(files.pop("account.json")), files


# Games.


def test_a_game_is_listed_with_the_account_that_played_it(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        ann = Browser(site)
        ann.sign_up("Ann")
        before = time.time()
        first, second = short_game(ann), short_game(ann, rules="guobiao")
        games = ann.get("/account/games")["games"]
        assert [(one["game"], one["rules"], one["claimed"]) for one in games] == [
            (second["game"], "guobiao", False), (first["game"], "lingque28", False)
        ]  # fmt: skip
        assert [one["players"][one["player"]] for one in games] == ["Ann", "Ann"]
        assert all(before <= one["created"] <= one["finished"] and one["hands"] == 1 and sum(one["scores"]) == 0 for one in games)
        assert ann.get(f"/account/games?before={second['game']}")["games"] == games[1:]
        assert ann.get(f"/account/games?before={first['game']}")["games"] == []
        assert ann.get("/account/games?before=unknown")["games"] == games
        bo = Browser(site)
        bo.sign_up("Bo")
        assert bo.get("/account/games") == {"games": []}
        assert Browser(site).ask("GET", "/account/games") == (401, "not_signed_in")
    store.close()


def test_the_games_of_a_guest_are_claimed_by_the_token_of_their_seat(site: TestClient) -> None:
    browser = Browser(site)
    played = short_game(browser)
    id = browser.sign_up("Ann")["account"]["id"]
    assert browser.get("/account/games") == {"games": []}
    path, body = f"/rooms/{played['room']}/claim", {"token": played["token"]}
    assert Browser(site).refused(path, body) == (401, "not_signed_in")
    assert browser.refused(path, {"token": "another"}) == (400, "not_a_player")
    assert browser.refused("/rooms/unknown/claim", body) == (404, "not_found")
    for _ in range(2):
        assert browser.post(path, body) == {"room": played["room"]}
    [game] = browser.get("/account/games")["games"]
    assert (game["game"], game["claimed"], game["players"][game["player"]]) == (played["game"], True, "Guest")
    [member] = browser.get(f"/rooms/{played['room']}")["room"]["members"]
    assert (member["name"], member["account"]) == ("Ann", id)
    mallory = Browser(site)
    mallory.sign_up("Mallory")
    assert mallory.refused(path, body) == (409, "claimed_already")
    assert mallory.get("/account/games") == {"games": []}


def test_a_claimed_game_stays_one_of_guests_in_its_own_row(site: TestClient) -> None:
    """What follows from who was signed in, as ratings, does not change afterwards."""
    browser = Browser(site)
    played = short_game(browser)
    browser.sign_up("Ann")
    browser.post(f"/rooms/{played['room']}/claim", {"token": played["token"]})
    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    game = site.portal.call(state.play.rooms.store.game, played["game"])
    assert game.accounts == [None] * 4


# The profile.


def test_a_profile_is_stored_and_no_change_of_another_browser_is_lost(site: TestClient) -> None:
    here, there = Browser(site), Browser(site)
    here.sign_up("Ann")
    there.sign_in("Ann")
    assert here.get("/account/profile") == {"number": 0, "profile": None}
    assert here.post("/account/profile", {"number": 0, "profile": PROFILE}) == {"number": 1}
    assert there.refused("/account/profile", {"number": 0, "profile": {}}) == (409, "profile_changed")
    assert there.get("/account/profile") == {"number": 1, "profile": PROFILE}
    assert there.post("/account/profile", {"number": 1, "profile": {}}) == {"number": 2}
    assert here.refused("/account/profile", {"number": 1, "profile": PROFILE}) == (409, "profile_changed")
    assert here.get("/account/profile") == {"number": 2, "profile": {}}
    other = Browser(site)
    other.sign_up("Bo")
    assert other.get("/account/profile") == {"number": 0, "profile": None}


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"number": 0, "profile": {"games": []}}, (400, "bad_value")),
        ({"number": -1, "profile": {}}, (400, "bad_value")),
        ({"number": 0, "profile": []}, (400, "bad_value")),
        ({"number": 0}, (400, "missing_key")),
        ({"number": 5, "profile": {}}, (409, "profile_changed")),
        ({"number": 0, "profile": {"practice": "x" * 262_144}}, (413, "too_large")),
        ({"number": 0, "profile": {"practice": "x" * 600_000}}, (413, "too_large")),
    ],
)
def test_a_profile_that_is_wrong_is_refused(ann: Browser, body: object, answer: tuple[int, str]) -> None:
    status, code = ann.refused("/account/profile", body)
    assert (status, code if code != "unknown_key" else "bad_value") == answer
    assert ann.get("/account/profile") == {"number": 0, "profile": None}


@pytest.mark.parametrize("number", ["Infinity", "NaN", "1e999"])
def test_nor_is_one_with_a_number_that_browsers_cannot_read(ann: Browser, number: str) -> None:
    body = f'{{"number":0,"profile":{{"practice":{number}}}}}'
    answer = ann.site.post("/api/v1/account/profile", content=body, headers={**ann.headers(), "Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_json")
    assert ann.get("/account/profile") == {"number": 0, "profile": None}


# The file.


def test_the_file_has_everything_that_is_stored(site: TestClient, ann: Browser) -> None:
    bo = Browser(site)
    bo_id = bo.sign_up("Bo")["account"]["id"]
    account = ann.get("/account")["account"]
    played = short_game(ann)
    ann.post("/account/profile", {"number": 0, "profile": PROFILE})
    made = [ann.post("/bots", {"name": name}) for name in ("自摸机", "Second")]
    bo.post("/bots", {"name": "Of Bo"})
    found, records = exported(ann)
    listed = found.pop("bots")
    times = [(one.pop("created"), one.pop("seen")) for one in listed]
    assert listed == [{"id": one["bot"], "name": one["name"]} for one in made]
    assert all(account["created"] <= created <= seen <= time.time() for created, seen in times)
    for one in made:
        assert one["token"] not in json.dumps(found)
    assert records == {f"records/{played['game']}.jsonl": record_of(ann, played["game"])}
    assert found.pop("games") == ann.get("/account/games")["games"]
    seen = found["account"].pop("seen")
    assert seen >= account["created"]
    [session] = found.pop("sessions")
    assert session["expires"] - session["created"] == pytest.approx(90 * 86400)
    left = account.pop("codes_left")
    assert found == {
        "quepu_account": 1, "account": account, "recovery_codes_left": left, "profile": PROFILE, "profile_number": 1,
        "friends": [], "asked": [], "asking": [], "blocked": [], "reports": [],
    }  # fmt: skip
    assert bo_id not in json.dumps(found)
    assert Browser(site).ask("GET", "/account/export") == (401, "not_signed_in")


def test_many_games_are_in_the_file_too(site: TestClient, ann: Browser) -> None:
    id = ann.get("/account")["account"]["id"]
    played = short_game(ann)
    state = site.app.state  # type: ignore[attr-defined]

    def copy(connection: Connection) -> None:
        row = dict(connection.execute(sa.select(store_tables.games).where(store_tables.games.c.id == played["game"])).mappings().one())
        for number in range(120):
            connection.execute(store_tables.games.insert().values(**{**row, "id": f"copy{number}", "created": float(number // 3)}))
            connection.execute(store_tables.account_games.insert().values(account=id, game=f"copy{number}", player=0, claimed=False))

    assert site.portal is not None
    site.portal.call(state.play.rooms.store.do, copy)
    found, records = exported(ann)
    assert {game["game"] for game in found["games"]} == {played["game"], *(f"copy{number}" for number in range(120))}
    assert len(found["games"]) == len(records) == 121


# Deletion.


def everything(database: str) -> str:
    """All that is stored, as text; records unpacked."""
    import zlib

    from quepu.server.play.store_connect import open_engine

    engine = open_engine(database)
    found = []
    with engine.connect() as connection:
        for table in store_tables.metadata.sorted_tables:
            for row in connection.execute(sa.select(table)):
                found += [zlib.decompress(value).decode() if isinstance(value, bytes) else str(value) for value in row]
    engine.dispose()
    return "\n".join(found)


def test_a_deleted_account_leaves_games_without_the_name_whose_records_are_valid(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        ann, bo = Browser(site), Browser(site)
        id = ann.sign_up("Annabella")["account"]["id"]
        bo.sign_up("Bo")
        played = short_game(ann)
        before = record_of(ann, played["game"])
        assert bo.get(f"/games/{played['game']}/steps?hand=1")["players"]
        ann.post("/account/profile", {"number": 0, "profile": PROFILE})
        assert ann.refused("/account/delete", {"password": "wrong horse"}) == (403, "wrong_password")
        assert ann.post("/account/delete", {"password": PASSWORD}) == {}
        assert (ann.name, ann.refused("/account/sign-in", {"name": "Annabella", "password": PASSWORD})) == (None, (403, "wrong_sign_in"))
        after = record_of(bo, played["game"])
        verify(after)
        names = list(read_record(before).header.players)
        at = names.index("Annabella")
        names[at] = DEPARTED
        assert list(read_record(after).header.players) == names
        assert after.splitlines()[1:-1] == before.splitlines()[1:-1]
        assert bo.get(f"/games/{played['game']}")["players"] == names
        [member] = bo.get(f"/rooms/{played['room']}")["room"]["members"]
        assert (member["name"], member["account"]) == (DEPARTED, None)
        uploaded = bo.site.post("/api/v1/records", content=before, headers={**bo.headers(), "Content-Type": "application/x-ndjson"})
        assert uploaded.json() == {"game": played["game"]}, "an old copy is the same game"
        Browser(site).sign_up("Annabella")
    store.close()
    left = everything(database)
    assert left.count("Annabella") == 1
    assert id in left, "the results of the others follow from it"
    assert '"asked":3' not in left


def test_a_game_in_play_keeps_its_names_until_it_is_over(site: TestClient, ann: Browser) -> None:
    from tests.server.accounts.games import play

    begun = ann.post("/rooms", {"name": "Ann", "hands": 1, "bots": "first", "start": True})
    ann.post("/account/delete", {"password": PASSWORD})
    guest = Browser(site)
    assert "Ann" in guest.get(f"/games/{begun['game']}")["players"]
    [member] = guest.get(f"/rooms/{begun['room']}")["room"]["members"]
    assert (member["name"], member["account"]) == (DEPARTED, None)
    assert play(guest, begun["room"], begun["token"]) == begun["game"]
    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(state.play.forget_account, "")
    assert sorted(guest.get(f"/games/{begun['game']}")["players"])[-1] == DEPARTED
    verify(record_of(guest, begun["game"]))


def test_two_deleted_players_of_a_game_have_two_names(site: TestClient) -> None:
    ann, bo = Browser(site), Browser(site)
    ann.sign_up("Ann")
    bo.sign_up("Bo")
    played = short_game(ann)
    state = site.app.state  # type: ignore[attr-defined]
    bo_id = bo.get("/account")["account"]["id"]
    player = next(n for n, name in enumerate(bo.get(f"/games/{played['game']}")["players"]) if name != "Ann")

    def join(connection: Connection) -> None:
        connection.execute(store_tables.account_games.insert().values(account=bo_id, game=played["game"], player=player, claimed=False))

    assert site.portal is not None
    site.portal.call(state.play.rooms.store.do, join)
    for browser in (ann, bo):
        browser.post("/account/delete", {"password": PASSWORD})
    names = Browser(site).get(f"/games/{played['game']}")["players"]
    assert {name for name in names if "former" in name} == {DEPARTED, f"{DEPARTED} 2"}
    verify(record_of(bo, played["game"]))


def test_other_names_change_only_the_first_line_and_the_last(site: TestClient, ann: Browser) -> None:
    record = record_of(ann, short_game(ann)["game"])
    assert with_names(record, list(read_record(record).header.players)) == record
    changed = with_names(record, ["甲", "乙", "丙", "丁"])
    verify(changed)
    assert changed.splitlines()[1:-1] == record.splitlines()[1:-1]


def test_steps_that_were_made_are_forgotten_in_time(site: TestClient, ann: Browser) -> None:
    """Another process may have removed a name from the record."""
    now = 0.0
    played = short_game(ann)
    record, key = record_of(ann, played["game"]), (played["game"], 1, None, "en")
    cache = StepsCache(lambda: now)
    made = cache.make(key, record)
    assert cache.get(key) == made
    now = 601
    assert cache.get(key) is None
    assert cache.make(key, with_names(record, ["甲", "乙", "丙", "丁"])) != made


def test_settings_of_the_server_can_make_sessions_short() -> None:
    with opened(replace(SETTINGS, session_days=1)) as site:
        ann = Browser(site)
        ann.sign_up("Ann")
        [session] = exported(ann)[0]["sessions"]
        assert session["expires"] - session["created"] == pytest.approx(86400)
