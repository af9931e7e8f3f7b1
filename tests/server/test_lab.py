"""The HTTP functions of the laboratory: what can be sent, what comes back, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pyarrow import parquet
from starlette.testclient import TestClient

from quepu.lab import simulated
from quepu.lab.report_data import as_csv
from quepu.lab.report_html import STYLE, body
from quepu.lab.simulate import KNOWN, PART, Study, new_study, simulate
from quepu.lab.study_reports import comparison_report, simulation_report
from quepu.lab.workers import processes
from quepu.rules import BOOKS, named
from quepu.rules.overlay import parse
from quepu.server.app import create_app
from quepu.server.lab import studies as module
from quepu.server.settings import Rate, Settings
from tests.server.studies import Gate, drawn_part

CLUB = 'base = "guobiao"\nname = "<b>club</b>"\nminimum = 6\n'
FOUR = ["swift"] * 4
LOCAL = Settings(rate=None, local_rate=None, address_studies=100)


@contextmanager
def opened(settings: Settings = LOCAL) -> Iterator[TestClient]:
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A site whose studies need no time."""
    monkeypatch.setattr(module, "play_part", drawn_part)
    with opened() as client:
        yield client


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(module, "play_part", made.play)
    return made


def start(site: TestClient, **wanted: Any) -> tuple[str, str]:
    answer = site.post("/api/v1/studies", json={"rules": "guobiao", "players": FOUR, "hands": 10, "seed": 1} | wanted)
    assert answer.status_code == 200, answer.json()
    return answer.json()["id"], answer.json()["token"]


def start_overlay(site: TestClient, overlay: str, **wanted: Any) -> str:
    answer = site.post("/api/v1/studies", json={"overlay": overlay, "players": FOUR, "hands": 10, "seed": 1} | wanted)
    assert answer.status_code == 200, answer.json()
    return str(answer.json()["id"])


def get(site: TestClient, path: str) -> Any:
    answer = site.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.json()
    return answer.json()


def until(site: TestClient, id: str, holds: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + 120
    while not holds(found := get(site, f"/studies/{id}")):
        assert time.monotonic() < end, found
        time.sleep(0.01)
    return found


def done(site: TestClient, id: str) -> Any:
    return until(site, id, lambda found: found["status"] == "done")


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_what_a_study_can_be(lab: TestClient) -> None:
    assert get(lab, "/lab") == {"players": list(KNOWN), "default_player": "swift", "most_hands": 50_000, "part": PART, "days": 90}


@pytest.mark.compiled
def test_a_study_of_the_site_is_that_of_the_library() -> None:
    """Its file, its figures, its report and its tables, and those of a comparison."""
    with opened() as site:
        id, _ = start(site, hands=PART + 10, seed=3)
        club = start_overlay(site, CLUB, hands=PART + 10, seed=3)
        found = done(site, id)
        assert found.pop("expires") == pytest.approx(time.time() + 90 * 86400, abs=300)
        assert found.pop("created") == pytest.approx(time.time(), abs=300)
        assert found == {
            "id": id,
            "status": "done",
            "error": None,
            "rules": "guobiao",
            "overlay": None,
            "name": {"zh": named("guobiao").name, "en": named("guobiao").en},
            "players": FOUR,
            "hands": PART + 10,
            "seed": 3,
            "deals": PART + 10,
            "ahead": 0,
            "seconds_left": None,
        }
        other = done(site, club)
        assert (other["rules"], other["overlay"]) == ("guobiao", {"base": "guobiao", "name": "<b>club</b>", "minimum": 6})
        one = simulate(new_study("guobiao", FOUR, PART + 10, 3), processes(1))
        # as it is read from its file: the keys of an overlay have another order then
        two = Study.from_bytes(simulate(new_study(parse(CLUB, "overlay", named), FOUR, PART + 10, 3), processes(1)).as_bytes())
        file = site.get(f"/api/v1/studies/{id}/file")
        assert (file.content, Study.from_bytes(file.content)) == (one.as_bytes(), one)
        assert file.headers["Content-Disposition"] == f'attachment; filename="{id}.json"'
        assert site.get(f"/api/v1/studies/{club}/file").content == two.as_bytes()
        assert get(site, f"/studies/{id}/figures") == json.loads(json.dumps(simulated.figures(one)))
        for lang in ("zh", "en"):
            report = get(site, f"/studies/{id}/report?lang={lang}")
            assert (report["html"], report["deals"], report["complete"]) == (body(simulation_report(one), lang), PART + 10, True)
            compared = get(site, f"/studies/{id}/comparison?other={club}&lang={lang}")
            assert (compared["html"], compared["complete"]) == (body(comparison_report(one, two), lang), True)
        assert "<b>club" not in compared["html"]
        for made, query, listed in (
            (simulation_report(one), "", report["tables"]),
            (comparison_report(one, two), f"&other={club}", compared["tables"]),
        ):
            assert [table["id"] for table in listed] == [section.table.id for section in made.sections]
            for section in made.sections:
                answer = site.get(f"/api/v1/studies/{id}/csv?table={section.table.id}{query}")
                assert (answer.content, answer.headers["Content-Type"]) == (as_csv(section.table), "text/csv; charset=utf-8")
                rows = list(csv.reader(io.StringIO(answer.text)))
                assert rows[0] == [column.id for column in section.table.columns]
                assert len(rows) == 1 + len(section.table.rows)
                answer = site.get(f"/api/v1/studies/{id}/parquet?table={section.table.id}{query}")
                assert answer.headers["Content-Type"] == "application/vnd.apache.parquet"
                read = parquet.read_table(io.BytesIO(answer.content))
                assert (read.column_names, read.num_rows) == (rows[0], len(rows) - 1)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", BOOKS)
def test_every_rule_book_can_be_studied(rules: str) -> None:
    with opened() as site:
        id, _ = start(site, rules=rules, hands=5)
        assert done(site, id)["deals"] == 5
        assert get(site, f"/studies/{id}/report")["complete"]


def test_a_seed_is_chosen_if_none_is_given(lab: TestClient) -> None:
    seeds = {done(lab, start(lab, seed=None)[0])["seed"] for _ in range(4)}
    assert len(seeds) > 1


def test_while_a_study_runs_its_results_are_there_and_say_that_they_are_not_all(gate: Gate) -> None:
    with opened() as site:
        id, token = start(site, hands=3 * PART)
        for path in ("figures", "report", "csv?table=fans", f"comparison?other={id}"):
            assert refusal(site.get(f"/api/v1/studies/{id}/{path}")) == (409, "nothing_simulated")
        assert Study.from_bytes(site.get(f"/api/v1/studies/{id}/file").content).done == 0
        gate.allow(1)
        found = until(site, id, lambda found: found["deals"] > 0)
        assert (found["status"], found["deals"], found["expires"]) == ("running", PART, None)
        assert found["seconds_left"] is not None
        report = get(site, f"/studies/{id}/report")
        assert (report["deals"], report["complete"]) == (PART, False)
        assert get(site, f"/studies/{id}/figures")["complete"] is False
        cancelled = site.post(f"/api/v1/studies/{id}/cancel", json={"token": token}).json()
        assert (cancelled["status"], cancelled["deals"], cancelled["seconds_left"]) == ("cancelled", PART, None)
        assert get(site, f"/studies/{id}/report")["complete"] is False


def test_somebody_else_cannot_cancel_a_study(gate: Gate) -> None:
    with opened() as site:
        id, _ = start(site)
        others, token = start(site)
        for wrong in ("", "x" * 32, token):
            assert refusal(site.post(f"/api/v1/studies/{id}/cancel", json={"token": wrong})) == (403, "not_your_study")
        assert refusal(site.post("/api/v1/studies/nothing/cancel", json={"token": token})) == (404, "not_found")
        for given, code in (({}, "missing_key"), ({"token": 5}, "bad_value"), ({"token": "x" * 101}, "bad_value"), ([], "bad_json")):
            assert refusal(site.post(f"/api/v1/studies/{others}/cancel", json=given)) == (400, code)
        assert [get(site, f"/studies/{one}")["status"] for one in (id, others)] == ["running", "waiting"]


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"hands": 11}, {"players": ["swift", "swift", "swift", "efficient"]}], ids=lambda change: next(iter(change))
)
def test_only_studies_on_the_same_walls_are_compared(lab: TestClient, change: dict[str, Any]) -> None:
    one, other, same = start(lab)[0], start(lab, **change)[0], start(lab, rules="lingque28")[0]
    for id in (one, other, same):
        done(lab, id)
    assert refusal(lab.get(f"/api/v1/studies/{one}/comparison?other={other}")) == (409, "studies_not_comparable")
    assert refusal(lab.get(f"/api/v1/studies/{one}/csv?table=measures&other={other}")) == (409, "studies_not_comparable")
    assert get(lab, f"/studies/{one}/comparison?other={same}")["complete"]


@pytest.mark.parametrize("id", ["nothing", "x" * 64, "%00", "..%2f", "a'b", "%ED%A0%80", "雀"])
def test_an_unknown_study_is_not_found(lab: TestClient, id: str) -> None:
    known = start(lab)[0]
    done(lab, known)
    for path in ("", "/figures", "/report", "/file", "/csv?table=fans", f"/comparison?other={known}"):
        assert lab.get(f"/api/v1/studies/{id}{path}").status_code == 404
    for path in (f"/comparison?other={id}", f"/csv?table=fans&other={id}"):
        assert refusal(lab.get(f"/api/v1/studies/{known}{path}")) == (404, "not_found")


def test_a_table_that_a_report_does_not_have_is_not_found(lab: TestClient) -> None:
    id = start(lab)[0]
    done(lab, id)
    for table in ("nothing", "", "../fans", '"', "fans\r\nX: y"):
        assert refusal(lab.get(f"/api/v1/studies/{id}/csv", params={"table": table})) == (404, "not_found")
    assert refusal(lab.get(f"/api/v1/studies/{id}/csv")) == (400, "missing_key")
    assert refusal(lab.get(f"/api/v1/studies/{id}/comparison")) == (400, "missing_key")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"hands": 0}, "bad_value"),
        ({"hands": -1}, "bad_value"),
        ({"hands": 50_001}, "out_of_range"),
        ({"hands": 10**300}, "out_of_range"),
        ({"hands": 1.5}, "bad_value"),
        ({"hands": "10"}, "bad_value"),
        ({"hands": True}, "bad_value"),
        ({"hands": None}, "bad_value"),
        ({"seed": -1}, "bad_value"),
        ({"seed": 2**31}, "bad_value"),
        ({"seed": "1"}, "bad_value"),
        ({"seed": 0.5}, "bad_value"),
        ({"players": []}, "bad_value"),
        ({"players": ["swift"] * 3}, "bad_value"),
        ({"players": ["swift"] * 5000}, "bad_value"),
        ({"players": "swift"}, "bad_value"),
        ({"players": ["swift"] * 3 + ["master"]}, "bad_value"),
        ({"players": ["swift"] * 3 + [4]}, "bad_value"),
        ({"players": ["swift"] * 3 + [["swift"]]}, "bad_value"),
        ({"players": ["../../etc/passwd"] * 4}, "bad_value"),
        ({"rules": "riichi"}, "unknown_rules"),
        ({"rules": "club.toml"}, "unknown_rules"),
        ({"rules": 5}, "bad_value"),
        ({"rules": None}, "bad_value"),
        ({"shard": 1}, "unknown_key"),
        ({"workers": 64}, "unknown_key"),
        ({"overlay": CLUB}, "two_rules"),
    ],
)
def test_a_wrong_study_is_refused(lab: TestClient, wanted: dict[str, Any], code: str) -> None:
    given = {"rules": "guobiao", "players": FOUR, "hands": 10, "seed": 1} | wanted
    assert refusal(lab.post("/api/v1/studies", json=given)) == (400, code)


@pytest.mark.parametrize(
    ("overlay", "status", "code"),
    [
        ("base = 5", 400, "wrong_overlay"),
        ('base = "nothing"', 400, "wrong_overlay"),
        ('base = "guobiao"\nminimum = 10000000000000000000000', 400, "wrong_overlay"),
        ('base = "guobiao"\n' + "[fan.x]\n" * 2000, 400, "wrong_overlay"),
        ('base = "guobiao"\nx = ' + "[" * 5000, 400, "wrong_overlay"),
        ('base = "guobiao"\n' + "a." * 10_000 + "b = 1", 400, "wrong_overlay"),
        ("#" * 40_000, 413, "too_large"),
        (5, 400, "bad_value"),
        ("\x00", 400, "wrong_overlay"),
    ],
)
def test_a_wrong_overlay_is_refused(lab: TestClient, overlay: object, status: int, code: str) -> None:
    given = {"overlay": overlay, "players": FOUR, "hands": 10}
    assert refusal(lab.post("/api/v1/studies", json=given)) == (status, code)


def test_a_body_that_is_no_study_is_refused(lab: TestClient) -> None:
    json_type = {"Content-Type": "application/json"}
    for content in (b"", b"{", b"[]", b"null", b"5", b'{"players":' + b"[" * 5000 + b"]" * 5000 + b"}", b"\xff"):
        assert refusal(lab.post("/api/v1/studies", content=content, headers=json_type))[0] == 400
    assert refusal(lab.post("/api/v1/studies", content=b"{}", headers={"Content-Type": "text/plain"}))[0] == 415
    assert refusal(lab.post("/api/v1/studies", content=b" " * 100_000, headers=json_type))[0] == 413
    assert refusal(lab.post("/api/v1/studies", json={"hands": 5})) == (400, "missing_key")


def test_an_address_has_few_studies_however_many_it_wants(gate: Gate) -> None:
    with opened(Settings(rate=None, local_rate=None)) as site:
        answers = [site.post("/api/v1/studies", json={"players": FOUR, "hands": 10}) for _ in range(50)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [409] * 46
        assert refusal(answers[-1]) == (409, "too_many_studies")
    assert len(gate.begun) == 1


def test_requests_for_studies_are_expensive(gate: Gate) -> None:
    with opened(Settings(rate=Rate(per_second=0.001, burst=45))) as site:
        answers = [site.post("/api/v1/studies", json={"players": FOUR, "hands": 10}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_studies_are_those_of_a_running_application() -> None:
    site = TestClient(create_app(LOCAL))
    assert refusal(site.get("/api/v1/studies/nothing")) == (503, "not_running")
    assert refusal(site.post("/api/v1/studies", json={"players": FOUR, "hands": 10})) == (503, "not_running")


def test_the_style_sheet_of_reports_is_that_of_the_library(lab: TestClient) -> None:
    answer = lab.get("/static/report.css")
    assert (answer.text, answer.headers["Content-Type"]) == (STYLE, "text/css; charset=utf-8")
    assert lab.get("/static/report.css", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
