"""Clubs, tournaments and draws over HTTP: the answers, what they are kept for, and hostile documents."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import schemathesis
from hypothesis import Phase, settings
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from quepu.club.draws import draw
from quepu.club.entries import LETTERS
from quepu.club.tournaments import tournament_state
from quepu.server.app import create_app
from quepu.server.documents import club_schemas, computed
from quepu.server.settings import Settings
from tests.clubs import NOON, Club, Tournament, Writer, document, sheet_of
from tests.server.test_contract import CHECKS, quiet

KEY = "k" * 24


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(rate=None, local_rate=None)), raise_server_exceptions=False) as client:
        yield client


numbers = iter(range(10**6))


def new_id() -> str:
    """A document that no other test has."""
    number, letters = next(numbers), ""
    while len(letters) < 16:
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return letters


def store(site: TestClient, kind: str, entries: list[dict[str, Any]], id: str | None = None) -> str:
    """Create a document, or add to it."""
    id = id or new_id()
    answer = site.post("/api/v1/documents", json={"kind": kind, "id": id, "key": KEY, "entries": entries[:500]})
    assert answer.status_code == 200, answer.text
    for first in range(500, len(entries), 500):
        sent = {"entries": entries[first : first + 500]}
        answer = site.post(f"/api/v1/documents/{id}/entries", json=sent, headers={"Authorization": f"Bearer {KEY}"})
        assert answer.status_code == 200, answer.text
    return id


def get(site: TestClient, path: str, schema: Any) -> Any:
    answer = site.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    TypeAdapter(schema).validate_json(answer.content, strict=True)
    return answer.json()


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def writer(site: TestClient, made: Writer) -> str:
    return store(site, made.kind, made.entries)


def test_a_draw_is_that_of_the_library(site: TestClient) -> None:
    played = draw(9, 2, seed=1).rounds
    wanted = {"players": 9, "rounds": 3, "seed": 5, "history": [[[*table] for table in tables] for tables in played], "absent": [8]}
    answer = site.post("/api/v1/draws", json=wanted)
    TypeAdapter(club_schemas.DrawAnswer).validate_json(answer.content, strict=True)
    assert answer.json() == draw(9, 3, 5, played, [8]).as_dict()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"players": 3, "rounds": 1}, "bad_value"),
        ({"players": 8}, "missing_key"),
        ({"players": 8, "rounds": 1, "colour": 1}, "unknown_key"),
        ({"players": 8, "rounds": 1, "history": [[[0, 1, 2, 2]]]}, "entry_wrong"),
        ({"players": 8, "rounds": 1, "history": [[[0, 1, 2, 9]]]}, "entry_wrong"),
        ({"players": 8, "rounds": 1, "sitting_out": [0]}, "entry_wrong"),
        ({"players": True, "rounds": 1}, "bad_value"),
        ([], "bad_json"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(site: TestClient, sent: Any, code: str) -> None:
    assert error(site.post("/api/v1/draws", json=sent)) == (400, code)


def played_tournament() -> Tournament:
    made = Tournament(8, 2)
    made.draw([[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 4, 1, 5], [2, 6, 3, 7]])
    made.result(1, 1, 24, -8, -8, -8)
    made.add("timer", round=1, do="start")
    return made


def test_a_tournament_has_the_results_of_the_sheets_of_its_tables(site: TestClient) -> None:
    made = played_tournament()
    sheet = store(site, "sheet", sheet_of((0, 2, 12), ended=False))
    made.add("table_sheet", round=1, table=2, sheet=sheet)
    id = writer(site, made)
    table = get(site, f"/tournaments/{id}/state", club_schemas.TournamentState)["rounds"][0]["tables"][1]
    assert (table["points"], table["sheet_scores"], table["sheet_over"]) == (None, [36, -8, -20, -8], False)
    end = {"id": "bbbbbbbb.1", "at": 100, "when": NOON, "t": "end"}
    store(site, "sheet", [end], sheet)
    state = get(site, f"/tournaments/{id}/state", club_schemas.TournamentState)
    made.sheets = {sheet: [*sheet_of((0, 2, 12), ended=False), end]}
    assert state == made.state
    assert state["rounds"][0]["tables"][1]["points"] == [36, -8, -20, -8]


def test_an_answer_is_computed_once_until_a_document_changes(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    def counting(*given: Any) -> Any:
        times.append(1)
        return tournament_state(*given)

    monkeypatch.setattr(computed, "tournament_state", counting)
    made = played_tournament()
    sheet = store(site, "sheet", sheet_of((0, 2, 12)))
    made.add("table_sheet", round=1, table=2, sheet=sheet)
    id = writer(site, made)
    with ThreadPoolExecutor(8) as readers:
        answers = [*readers.map(lambda _: site.get(f"/api/v1/tournaments/{id}/state").json(), range(40))]
    assert answers == [made_with(made, sheet)] * 40
    assert len(times) == 1
    made.result(2, 1, 0, 0, 0, 0)
    store(site, "tournament", made.entries, id)
    assert get(site, f"/tournaments/{id}/state", club_schemas.TournamentState) == made_with(made, sheet)
    undo = {"id": "bbbbbbbb.1", "at": 100, "when": NOON, "t": "undo", "of": "aaaaaaaa.3"}
    store(site, "sheet", [undo], sheet)
    site.get(f"/api/v1/tournaments/{id}/state")
    site.get(f"/api/v1/tournaments/{id}/state?lang=zh")
    assert len(times) == 3


def made_with(made: Tournament, sheet: str) -> dict[str, Any]:
    made.sheets = {sheet: sheet_of((0, 2, 12))}
    return made.state


def test_an_answer_is_compressed_for_those_who_take_it(site: TestClient) -> None:
    id = writer(site, played_tournament())
    packed = site.get(f"/api/v1/tournaments/{id}/state", headers={"Accept-Encoding": "gzip"})
    plain = site.get(f"/api/v1/tournaments/{id}/state", headers={"Accept-Encoding": "identity"})
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.content == plain.content


def played_club(site: TestClient) -> tuple[Club, str, str]:
    """A club with a member, a sheet and a tournament; the ids of the club and of the member."""
    club = Club()
    member = club.add("member", name="甲")
    club.add("sheet", sheet=store(site, "sheet", sheet_of((0, 2, 12), members=[member, None, None, None])))
    club.add("tournament", tournament=writer(site, played_tournament()))
    return club, writer(site, club), member


def test_a_club_has_its_standings_and_tournaments(site: TestClient) -> None:
    club, id, member = played_club(site)
    found = get(site, f"/clubs/{id}/summary?zone=480", club_schemas.ClubSummary)
    assert [(row["member"], row["points"]) for row in found["standings"]["guobiao"]] == [(member, 36), (None, -8), (None, -8), (None, -20)]
    assert found["tournaments"] == [
        {
            "id": club.entries[-1]["tournament"],
            "name": "春季赛",
            "rules": "guobiao",
            "players": 8,
            "rounds": 2,
            "played": 0,
            "finished": False,
            "when": NOON,
        }
    ]
    assert found["problems"] == []


def test_a_member_has_statistics(site: TestClient) -> None:
    _, id, member = played_club(site)
    found = get(site, f"/clubs/{id}/members/{member}", club_schemas.MemberStatistics)
    assert (found["wins"], found["points"], found["best"]["points"]) == (1, 36, 12)
    assert error(site.get(f"/api/v1/clubs/{id}/members/nobody")) == (404, "not_found")
    assert error(site.get(f"/api/v1/clubs/{id}/summary?season=nobody")) == (404, "not_found")
    assert error(site.get(f"/api/v1/clubs/{id}/summary?zone=900")) == (400, "bad_value")


@pytest.mark.parametrize(
    ("table", "line"),
    [("standings", "guobiao,1,甲,0,1,1,36,36.0,1,0,0,0,4,"), ("players", "aaaaaaaa.2,甲,0")],
)
def test_the_tables_of_a_club_are_csv(site: TestClient, table: str, line: str) -> None:
    _, id, _ = played_club(site)
    answer = site.get(f"/api/v1/documents/{id}/csv?table={table}")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.content.decode("utf-8-sig").split("\r\n")[1] == line


def test_the_tables_of_a_tournament_are_csv(site: TestClient) -> None:
    id = writer(site, played_tournament())
    lines = {table: site.get(f"/api/v1/documents/{id}/csv?table={table}").content.decode("utf-8-sig").split("\r\n")[1] for table in TABLES}
    assert lines == {
        "standings": "1,P1,,4,24,1,0,0,0,1,0,4,",
        "results": "1,1,1,P1,24,0,24,1,4,,result",
        "draw": "1,1,P1,P2,P3,P4",
        "players": "aaaaaaaa.2,P1,,,",
    }
    assert error(site.get(f"/api/v1/documents/{id}/csv?table=deals")) == (400, "not_one_of")


TABLES = ("standings", "results", "draw", "players")


def test_what_does_not_exist_or_is_of_another_kind_is_not_found(site: TestClient) -> None:
    club, tournament = writer(site, Club()), writer(site, Tournament(4))
    for path in (f"/clubs/{tournament}/summary", f"/tournaments/{club}/state", f"/clubs/{document('z')}/summary", "/tournaments/x/state"):
        assert error(site.get(f"/api/v1{path}")) == (404, "no_document")
    empty = store(site, "club", [{"id": "aaaaaaaa.1", "at": 1, "when": 0, "t": "member", "name": "甲"}])
    assert error(site.get(f"/api/v1/clubs/{empty}/summary")) == (400, "entry_wrong")


def test_a_club_of_a_thousand_sheets_is_shown_with_those_that_exist(site: TestClient) -> None:
    club = Club()
    real = [store(site, "sheet", sheet_of((0, None, 8))) for _ in range(30)]
    for id in (*real, *(new_id() for _ in range(970))):
        club.add("sheet", sheet=id)
    id = writer(site, club)
    found = get(site, f"/clubs/{id}/summary", club_schemas.ClubSummary)
    assert (len(found["evenings"][0]["sheets"]), len(found["problems"])) == (30, 970)
    assert found["standings"]["guobiao"][0]["points"] == 30 * 48


def test_documents_that_link_to_themselves_and_to_other_kinds_are_problems(site: TestClient) -> None:
    """A tournament is the sheet of its own table, a club lists itself, and a sheet without its first entry."""
    made = Tournament(4)
    made.draw([[0, 1, 2, 3]])
    own, mine = new_id(), new_id()
    made.add("table_sheet", round=1, table=1, sheet=own)
    store(site, "tournament", made.entries, own)
    state = get(site, f"/tournaments/{own}/state", club_schemas.TournamentState)
    assert [one["code"] for one in state["missing"]] == [None, "no_document"]
    broken = store(site, "sheet", sheet_of((0, None, 8))[1:])
    club = Club()
    for linked in (mine, own, broken):
        club.add("sheet", sheet=linked)
    for linked in (mine, own):
        club.add("tournament", tournament=linked)
    store(site, "club", club.entries, mine)
    found = get(site, f"/clubs/{mine}/summary", club_schemas.ClubSummary)
    assert found["problems"] == [
        {"document": mine, "code": "no_document"},
        {"document": own, "code": "no_document"},
        {"document": broken, "code": "entry_wrong"},
        {"document": mine, "code": "no_document"},
    ]
    assert [one["id"] for one in found["tournaments"]] == [own]


def test_sheets_that_are_too_large_together_are_problems(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computed, "_LINKED_BYTES", 400)
    club = Club()
    for _ in range(3):
        club.add("sheet", sheet=store(site, "sheet", sheet_of((0, None, 8))))
    found = get(site, f"/clubs/{writer(site, club)}/summary", club_schemas.ClubSummary)
    assert [one["code"] for one in found["problems"]] == ["too_large"] * 2
    assert [sheet["id"] for sheet in found["evenings"][0]["sheets"]] == [club.entries[1]["sheet"]]


def test_a_deleted_sheet_is_gone_from_the_club(site: TestClient) -> None:
    club, id, _ = played_club(site)
    assert get(site, f"/clubs/{id}/summary", club_schemas.ClubSummary)["problems"] == []
    sheet = club.entries[2]["sheet"]
    site.post(f"/api/v1/documents/{sheet}/delete", json={}, headers={"Authorization": f"Bearer {KEY}"})
    assert get(site, f"/clubs/{id}/summary", club_schemas.ClubSummary)["problems"] == [{"document": sheet, "code": "no_document"}]


def test_a_tournament_of_four_hundred_players_is_answered(site: TestClient) -> None:
    made = Tournament(400, 10)
    made.draw(*[[[*table] for table in tables] for tables in draw(400, 10).rounds])
    for round in range(1, 11):
        for table in range(1, 101):
            made.result(round, table, 30, 10, -10, -30)
    state = get(site, f"/tournaments/{writer(site, made)}/state", club_schemas.TournamentState)
    assert (state["missing"], len(state["standings"]), len(state["after"])) == ([], 400, 10)


ours = schemathesis.openapi.from_asgi("/openapi.json", create_app(Settings(rate=None, local_rate=None)))


@ours.include(path_regex="^/api/v1/(draws|clubs|tournaments)").parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=quiet, phases=[Phase.explicit, Phase.generate])
def test_the_functions_are_as_they_are_described(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=CHECKS)
