"""No hand ends the server: against a server as people run it, a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.play.conftest import Server, quick_folder

HAND = "12345678m22p [EEE] +9m"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        yield server
        server.kill()


def refusal(server: Server, path: str, given: object, lang: str = "en") -> dict[str, Any]:
    status, content = server.ask("POST", f"{path}?lang={lang}", given)
    assert status == 400, content
    assert len(content) < 500
    error: dict[str, Any] = json.loads(content)["error"]
    return error


@pytest.mark.parametrize("count", [15, 48, 49, 60, 90, 144])
def test_a_hand_of_too_many_tiles_is_refused(server: Server, count: int) -> None:
    """49 and more once wrote past the end of a row, and the server was gone."""
    process = server.process.pid
    error = refusal(server, "/parse", {"hand": "1" * count + "m"})
    message = f"expected at most 14 tiles (a kong counts three), got {count}"
    assert error == {"code": "too_many_tiles", "message": message}
    assert server.process.poll() is None
    assert server.process.pid == process
    assert server.post("/score", {"hand": HAND})["points"] == 36


def test_a_hand_pasted_thirty_times_is_refused_in_both_languages(server: Server) -> None:
    for lang, message in (
        ("en", "expected at most 14 tiles (a kong counts three), got 90"),
        ("zh", "一手牌最多 14 张（杠按三张计），实际为 90 张"),
    ):
        assert refusal(server, "/parse", {"hand": "123m" * 30}, lang) == {"code": "too_many_tiles", "message": message}


@pytest.mark.parametrize("text", ["1" * 145 + "m", "123m" * 5000, "123m " * 3000, "東" * 3000])
def test_more_tiles_than_a_set_has_are_not_read_further(server: Server, text: str) -> None:
    error = refusal(server, "/parse", {"hand": text})
    assert error["code"] == "more_than_a_set"
    assert error["message"].endswith("more than 144 tiles, and a whole set has only 144")


@pytest.mark.parametrize("path", ["/parse", "/score", "/waits", "/discards", "/compare"])
@pytest.mark.parametrize("hand", ["1" * 49 + "m", "123m" * 30, "[123m]" * 30, "(1111m)" * 5, "1m" * 14 + " +1m", "123m" * 4 + " [EEE]" * 4])
def test_no_function_takes_a_hand_that_cannot_be(server: Server, path: str, hand: str) -> None:
    assert set(refusal(server, path, {"hand": hand})) == {"code", "message"}
    assert server.post("/score", {"hand": HAND})["points"] == 36


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("12345678m22p [EEE] +2p | last_copy", "last_copy_held"),
        ("123456m22p34s [EEE] +2p | kong", "robbed_copy_held"),
        ("12345678m22p [EEE] +9m | ready=heaven", "heaven_ready_claimed"),
        ("12345678m22p [EEE] +9m | last_tile tiles_left=5", "last_tile_not_last"),
        ("12345678m22pEEE +9m | self last_tile first_turn", "first_turn_last_tile"),
    ],
)
def test_contradictory_circumstances_are_refused(server: Server, hand: str, code: str) -> None:
    for rules in ("lingque28", "guobiao", "woodshole"):
        assert refusal(server, "/score", {"hand": hand, "rules": rules})["code"] == code
