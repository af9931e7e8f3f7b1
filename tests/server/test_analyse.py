"""``POST /analyse``: the objects of the command line, within limits, and stopped when nobody waits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.cli import main
from quepu.engine.decisions import decisions
from quepu.server import answers
from quepu.server.threads import Stopped
from tests.games import golden

Capture = pytest.CaptureFixture[str]
HAND = "123456m2299p [EEE] +5s"

pytestmark = [pytest.mark.usefixtures("no_locale"), pytest.mark.compiled]


def ask(site: TestClient, given: object) -> tuple[int, Any]:
    answer = site.post("/api/v1/analyse?lang=en", json=given)
    return answer.status_code, answer.json()


def test_an_analysis_is_the_object_of_the_command_line(site: TestClient, capsys: Capture) -> None:
    assert main(["analyse", HAND, "--json", "--samples", "16", "--seed", "4", "--rules", "guobiao"]) == 0
    wanted = json.loads(capsys.readouterr().out)
    assert ask(site, {"hand": HAND, "rules": "guobiao", "samples": 16, "seed": 4}) == (200, wanted)
    assert wanted["actions"][0]["behind"] == 0
    assert wanted["samples"] == 16


def test_what_a_seat_sees_in_a_replay_can_be_sent_as_it_is(site: TestClient) -> None:
    record = golden("lingque28").read_bytes()
    decision = next(one for one in decisions(record, player=2, deal=2) if one.action < 42)
    game = site.post("/api/v1/records", content=record, headers={"Content-Type": "application/x-ndjson"}).json()["game"]
    steps = site.get(f"/api/v1/games/{game}/steps?hand=2&seat=W").json()
    position = {"view": steps["steps"][decision.step]["view"], "round": steps["hand"]["round"]}
    given = {"rules": "lingque28", "samples": 8}
    status, found = ask(site, {**position, **given})
    assert status == 200
    assert ask(site, {"observation": decision.observation.hex(), **given}) == (200, found)
    assert decision.action in [one["action"] for one in found["actions"]]


def test_own_rules_are_used(site: TestClient) -> None:
    status, found = ask(site, {"hand": HAND, "overlay": 'base = "lingque28"\nname = "club"\nminimum = 30', "samples": 8})
    assert (status, found["rules"]) == (200, "lingque28/club")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "bad_json"),
        ({}, "one_position"),
        ({"hand": HAND, "samples": 8193}, "out_of_range"),
        ({"hand": HAND, "samples": 1}, "out_of_range"),
        ({"hand": HAND, "samples": 16.0}, "out_of_range"),
        ({"hand": HAND, "seed": -1}, "out_of_range"),
        ({"hand": HAND, "rules": 5}, "bad_value"),
        ({"hand": HAND, "rules": "nothing"}, "unknown_rules"),
        ({"hand": HAND, "rules": "guobiao", "overlay": ""}, "two_rules"),
        ({"hand": HAND, "more": 1}, "unknown_key"),
        ({"hand": "1m"}, "tile_count"),
        ({"view": {"seat": "E"}}, "missing_key"),
        ({"observation": "00"}, "bad_value"),
    ],
    ids=str,
)
def test_a_wrong_request_is_refused(site: TestClient, given: object, code: str) -> None:
    status, found = ask(site, given)
    assert (status, found["error"]["code"]) == (400, code)


def test_an_analysis_stops_when_nobody_needs_it() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Stopped

    with pytest.raises(Stopped):
        answers.analyse({"hand": HAND, "samples": 8192}, 1000, check)
    assert calls == 3
