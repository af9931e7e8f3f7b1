"""What nobody sends who means well: it is refused in a sentence, nothing breaks, and no file is read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

import quepu.rules.overlay
from quepu.server.app import create_app
from quepu.server.settings import Settings

HAND = "12345678m22p [EEE] +9m"
SENT = ("/parse", "/score", "/score/batch", "/waits", "/discards", "/compare", "/overlay")

for_every_function = pytest.mark.parametrize("path", SENT)


def send(site: TestClient, path: str, body: bytes, media_type: str | None = "application/json") -> tuple[int, str]:
    headers = {"Content-Type": media_type} if media_type else {}
    answer = site.post(f"/api/v1{path}", content=body, headers=headers)
    error = answer.json().get("error") if isinstance(answer.json(), dict) else None
    if error:
        assert set(error) <= {"code", "message", "position", "line", "reason"}
        assert isinstance(error["message"], str)
    return answer.status_code, error["code"] if error else ""


@for_every_function
def test_random_bytes_are_no_json(site: TestClient, path: str) -> None:
    random = Random(20)
    for _ in range(100):
        assert send(site, path, random.randbytes(random.randrange(200))) == (400, "bad_json")


@for_every_function
@pytest.mark.parametrize("text", ["", " ", "{", "nul", "'", '{"hand":}', "[1,", '{"hand" "x"}', "\ufeff", '"' + "x" * 1000])
def test_broken_json_is_refused(site: TestClient, path: str, text: str) -> None:
    assert send(site, path, text.encode()) == (400, "bad_json")


@for_every_function
def test_a_value_of_a_wrong_kind_is_refused(site: TestClient, path: str) -> None:
    wrong = ("5", '"x"', "null", "true", "1e999", "NaN", "-Infinity", "9" * 4000, *(["[]"] if path != "/score/batch" else ["{}"]))
    for text in wrong:
        assert send(site, path, text.encode()) == (400, "bad_json")


@for_every_function
@pytest.mark.parametrize("key", ["hand", "rules", "flags", "flowers", "seat", "overlay", "seen", "toml", "x"])
def test_no_depth_of_nesting_breaks_anything(site: TestClient, path: str, key: str) -> None:
    for depth in (1, 5, 7, 8, 100, *range(900, 1010, 27), 8000):
        for inner in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
            one = f'{{"hand":"1m","{key}":{inner}}}'
            if path == "/score/batch":
                assert send(site, path, f"[{one}]".encode()) == ((200, "") if depth < 6 else (400, "bad_json"))
            else:
                assert send(site, path, one.encode())[0] == 400


@for_every_function
@pytest.mark.parametrize(
    "number", ["9" * 400, "-" + "9" * 400, "1e400", "-1e400", "0.1", "NaN", "Infinity", "9" * 5000, "-0", "1" + "0" * 18]
)
def test_no_number_breaks_anything(site: TestClient, path: str, number: str) -> None:
    for key in ("hand", "rules", "flags", "flowers", "seat", "tiles_left", "ready", "self_drawn", "overlay", "seen", "toml"):
        one = f'{{"hand":"{HAND}","{key}":{number}}}'
        status, code = send(site, path, (f"[{one}]" if path == "/score/batch" else one).encode())
        assert status in (200, 400)
        assert status == 400 or path == "/score/batch" or (key, number) in (("flowers", "-0"), ("tiles_left", "-0")), code


def test_of_a_key_given_twice_the_last_one_counts_as_on_the_command_line(site: TestClient) -> None:
    assert send(site, "/score", f'{{"hand":"1x","hand":"{HAND}"}}'.encode()) == (200, "")
    assert send(site, "/score", f'{{"hand":"{HAND}","hand":"1x"}}'.encode()) == (400, "unknown_character")


@for_every_function
def test_half_a_surrogate_pair_and_control_characters_are_only_text(site: TestClient, path: str) -> None:
    for text in ("\\ud800", "\\udfff\\ud800", "\\u0000", "\\u202e", "\\uffff", "😀"):
        for key in ("hand", "rules", "overlay", "seen", "seat", "flags", "flowers", "toml", text):
            for value in (f'"{text}"', f'["{text}"]', f'{{"{text}":"{text}"}}'):
                one = f'{{"hand":"{HAND}","{key}":{value}}}'
                status, _ = send(site, path, (f"[{one}]" if path == "/score/batch" else one).encode())
                assert status == (200 if path == "/score/batch" else 400)


def test_bytes_that_are_not_utf8_are_refused(site: TestClient) -> None:
    for body in (b'{"hand":"\xff"}', b'{"hand":"\xed\xa0\x80"}', '{"hand":"1m"}'.encode("utf-16")):
        assert send(site, "/score", body) == (400, "bad_json")


# Size


@for_every_function
def test_bodies_that_are_too_large_are_refused(site: TestClient, path: str) -> None:
    limit = (512 if path == "/score/batch" else 64) * 1024
    filled = b"[" + b" " * (limit - 2) + b"]"
    assert send(site, path, filled)[0] == (200 if path == "/score/batch" else 400)
    assert send(site, path, filled + b" ") == (413, "too_large")
    assert send(site, path, b"[" + b" " * 2**20) == (413, "too_large")


def test_the_size_counts_also_where_it_is_not_announced(site: TestClient) -> None:
    answer = site.post("/api/v1/score", content=(b" " * 1024 for _ in range(65)), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (413, "body is larger than 65,536 bytes")


def test_an_overlay_has_a_limit_of_its_own(site: TestClient) -> None:
    overlay = 'base = "lingque28"\n# '
    just = overlay + "x" * (32 * 1024 - len(overlay))
    for path, key in (("/score", "overlay"), ("/waits", "overlay"), ("/compare", "overlay"), ("/overlay", "toml")):
        given = {key: just} if path == "/overlay" else {"hand": "12345678m22p [EEE]" + (" +9m" if path != "/waits" else ""), key: just}
        assert send(site, path, json.dumps(given).encode()) == (200, "")
        assert send(site, path, json.dumps({**given, key: just + "x"}).encode()) == (413, "too_large")


@pytest.mark.parametrize(
    "overlay",
    [
        "a." * 16_000 + "b = 1",
        "a = " + "[" * 16_000,
        "a = " + "{b=" * 10_000,
        "minimum = " + "9" * 30_000,
        'base = "lingque28"\nminimum = ' + "9" * 30_000,
        'base = "' + "x" * 30_000 + '"',
        'base = "lingque28"\n' + "".join(f"k{n} = 1\n" for n in range(3000)),
        'base = "lingque28"\n[fan.pure_straight]\nexcludes_add = [' + '"short_straight",' * 1700 + "]",
        "\x00" * 5000,
        "\u2028" * 10_000,
    ],
)
def test_an_overlay_made_to_take_long_is_only_an_overlay(site: TestClient, overlay: str) -> None:
    status, code = send(site, "/overlay", json.dumps({"toml": overlay}, ensure_ascii=False).encode())
    assert (status, code) in ((400, "wrong_overlay"), (200, ""))


# Files


def test_no_file_is_read_through_rules_or_overlays(site: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = tmp_path / "club.toml"
    club.write_text('base = "lingque28"\nname = "from a file"\n')
    monkeypatch.chdir(tmp_path)

    def must_not(*_: object) -> None:
        raise AssertionError("a file was asked for")

    monkeypatch.setattr(quepu.rules.overlay, "load", must_not)
    for rules in (
        "club.toml",
        str(club),
        "./club.toml",
        f"file://{club}",
        "/etc/passwd",
        "lingque28+club.toml",
        "..%2fclub.toml",
        "\x00.toml",
    ):
        assert send(site, "/score", json.dumps({"hand": HAND, "rules": rules}).encode()) == (400, "unknown_rules")
        assert send(site, "/waits", json.dumps({"hand": HAND, "rules": rules}).encode()) == (400, "unknown_rules")
        assert send(site, "/compare", json.dumps({"hand": HAND, "rules": [rules]}).encode()) == (400, "unknown_rules")
        overlay = f"base = {json.dumps(rules)}"
        assert send(site, "/overlay", json.dumps({"toml": overlay}).encode()) == (400, "wrong_overlay")
        assert send(site, "/score", json.dumps({"hand": HAND, "overlay": overlay}).encode()) == (400, "wrong_overlay")
        for path in (f"/rules/{rules}", f"/rules/{rules}/fans", f"/rules/lingque28/diff/{rules}", f"/practice?rules={rules}"):
            assert site.get(f"/api/v1{path}".replace("\x00", "%00")).status_code in (400, 404)
    for key in ("include", "path", "extends", "file"):
        assert send(site, "/overlay", json.dumps({"toml": f'base = "lingque28"\n{key} = "club.toml"'}).encode()) == (400, "wrong_overlay")


# Around it


@for_every_function
@pytest.mark.parametrize(
    "media_type", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "multipart/form-data", ";"]
)
def test_only_json_is_read(site: TestClient, path: str, media_type: str | None) -> None:
    assert send(site, path, b"{}", media_type) == (415, "wrong_media_type")


def test_json_may_have_a_charset(site: TestClient) -> None:
    assert send(site, "/score", json.dumps({"hand": HAND}).encode(), "Application/JSON; charset=utf-8") == (200, "")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api/v1",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v1/health/",
        "/api/v2/score",
        "/api/v1/rules/a/b/c",
        "/%00",
        "/api/v1/%ff",
    ],
)
def test_an_unknown_path_is_not_found(site: TestClient, path: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/v1/score", "POST"),
        ("PUT", "/api/v1/score/batch", "POST"),
        ("DELETE", "/api/v1/rules", "GET"),
        ("POST", "/api/v1/practice", "GET"),
        ("OPTIONS", "/api/v1/health", "GET"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/static/js/main.js", "GET, HEAD"),
        ("BREW", "/api/v1/score", "POST"),
    ],
)
def test_the_answer_to_a_wrong_method_names_the_right_one(site: TestClient, method: str, path: str, allowed: str) -> None:
    answer = site.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "wrong_method")
    assert sorted(answer.headers["Allow"].split(", ")) == allowed.split(", ")


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    import asyncio

    app = create_app(Settings(body_seconds=0.05))
    sent: list[dict[str, object]] = []

    async def ask() -> None:
        scope = {
            "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": "/api/v1/score", "query_string": b"",
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"100")], "client": ("127.0.0.1", 1),
        }  # fmt: skip

        async def receive() -> dict[str, object]:
            await asyncio.sleep(30)
            return {"type": "http.disconnect"}

        async def send_on(message: dict[str, object]) -> None:
            sent.append(message)

        await app(scope, receive, send_on)  # type: ignore[arg-type]

    asyncio.run(ask())
    body = b"".join(message.get("body", b"") for message in sent)  # type: ignore[misc]
    assert (sent[0]["status"], json.loads(body)["error"]["code"]) == (408, "too_slow")


def test_an_answer_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quepu.server.answers.score", lambda *_: time.sleep(1))
    with TestClient(create_app(Settings(answer_seconds=0.05))) as site:
        answer = site.post("/api/v1/score", json={"hand": HAND})
    assert (answer.status_code, answer.json()["error"]) == (503, {"code": "busy", "message": "the answer was not ready within 0.05 s"})


def test_a_mistake_of_ours_shows_nothing_of_itself(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def mistaken(*_: object) -> None:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr("quepu.server.answers.score", mistaken)
    with TestClient(create_app()) as site:
        answer = site.post("/api/v1/score?lang=zh", json={"hand": HAND})
    assert (answer.status_code, answer.json()) == (500, {"error": {"code": "internal_error", "message": "服务器内部错误，详见服务器日志"}})
    assert "the secret is 42" in caplog.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
