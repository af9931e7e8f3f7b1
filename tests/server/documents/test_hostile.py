"""What nobody sends to a document who means well: it is refused with a code, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from quepu.club.files import to_file
from quepu.errors import MESSAGES
from quepu.server.documents.documents import Documents
from quepu.server.play import store_documents
from tests.server.documents.client import Device, draw, opened, settings_entry, some_id, some_key
from tests.server.documents.test_waiting import ID, KEY, Request, during
from tests.test_club_entries import HOSTILE

WRONG_IDS = ["x", "A" * 16, "a" * 15, "a" * 17, "0" * 16, "é" * 16, "a" * 15 + "\n", "\x00" * 16, "' OR 1=1 --", "../../etc/passwd"]
WRONG_IDS += ["%2e%2e", "a" * 64, "import"]
WRONG_FIELDS: list[dict[str, Any]] = [
    {"t": "nothing"}, {"t": ""}, {"t": "__proto__"}, {"t": None}, {"more": 1}, {"at": 0}, {"at": -5}, {"at": 2**40 + 1}, {"at": 2**70},
    {"at": 1.5}, {"id": "x"}, {"id": "abcdefgh.0"}, {"id": "abcdefgh.4294967296"}, {"id": "abcdefgh.01"}, {"id": "ABCDEFGH.1"}, {"id": 9},
    {"when": -1}, {"note": "x" * 201}, {"note": "\ud800"}, {"note": "\x00"}, {"kongs": [0, 0, 0]}, {"deal": float("nan")},
    {"deal": float("inf")}, {"deal": "1"}, {"deal": True}, {"replaces": "x" * 5000},
]  # fmt: skip


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with opened() as client:
        yield client


@pytest.fixture(scope="module")
def one(site: TestClient) -> Iterator[Device]:
    """A document that nothing may change."""
    device = Device(site)
    assert device.create(settings_entry(), draw(2), draw(3))[0] == 200
    assert device.post("pin", {"pin": "864209753"})[0] == 200
    before = device.read()
    yield device
    assert device.read() == before


def requests_of(one: Device) -> dict[str, tuple[str, dict[str, Any]]]:
    """A right request of each function to which something is sent, by its name."""
    file = to_file("sheet", one.id, [draw(2)])
    return {
        "create": ("/documents", {"kind": "sheet", "id": one.id, "key": one.key, "entries": [draw(2)]}),
        "entries": (f"/documents/{one.id}/entries", {"entries": [draw(2)]}),
        "pin": (f"/documents/{one.id}/pin", {"pin": "864209753", "revoke": False}),
        "unlock": (f"/documents/{one.id}/unlock", {"pin": "864209753"}),
        "delete": (f"/documents/{one.id}/delete", {}),
        "import": ("/documents/import", {"key": one.key, "file": file, "copy": False}),
    }


for_every_function = pytest.mark.parametrize("function", ["create", "entries", "pin", "unlock", "delete", "import"])


def send(one: Device, path: str, body: bytes, media_type: str = "application/json") -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {one.key}", "Content-Type": media_type}
    answer = one.site.post(f"/api/v1{path}", content=body, headers=headers)
    error = answer.json().get("error")
    if error is not None:
        assert error["code"] in MESSAGES
        assert set(error) <= {"code", "message"}
    return answer.status_code, error["code"] if error else ""


@for_every_function
def test_what_is_no_object_is_refused(one: Device, function: str) -> None:
    path, _ = requests_of(one)[function]
    random = Random(5)
    wrong = [random.randbytes(random.randrange(1, 200)) for _ in range(30)]
    wrong += [b"", b"[]", b"1", b'"x"', b"null", b"NaN", b"{", b'{"a":' * 2000, b"[" * 9000, b"\xef\xbb\xbf[]", b"9" * 5000]
    for body in wrong:
        assert send(one, path, body) == (400, "bad_json")
    assert send(one, path, b"{}", "text/plain") == (415, "wrong_media_type")


@for_every_function
def test_a_value_of_another_kind_is_refused(one: Device, function: str) -> None:
    path, right = requests_of(one)[function]
    for key in [*right, "more"]:
        for value in HOSTILE:
            body = json.dumps(right | {key: value}).encode("utf-8", "surrogatepass")
            status, code = send(one, path, body)
            if value == right.get(key) or (key == "entries" and value == []):
                continue
            if isinstance(value, bool) and key in ("revoke", "copy"):
                continue
            if (key, value) == ("pin", None) and function == "pin":  # this removes it
                one.post("pin", {"pin": "864209753"})
                continue
            assert status in (400, 403, 413), (key, value, code)
    for key in right:
        if key not in ("revoke", "copy"):
            assert send(one, path, json.dumps({name: right[name] for name in right if name != key}).encode()) == (400, "missing_key")


@for_every_function
def test_a_body_that_is_too_large_is_refused(one: Device, function: str) -> None:
    path, _ = requests_of(one)[function]
    limit = {"create": 512, "entries": 512, "import": 8192}.get(function, 64) * 1024
    assert send(one, path, b'{"x":"' + b"y" * limit + b'"}') == (413, "too_large")


@pytest.mark.parametrize("id", WRONG_IDS)
def test_an_id_that_cannot_be_one_is_not_found(site: TestClient, one: Device, id: str) -> None:
    quoted = quote(id, safe="")
    other = Device(site, key=one.key)
    for path in ("", "/export", "/csv?table=scores"):
        assert other.ask("GET", f"/documents/{quoted}{path}")[0] in (404, 405)
    assert other.ask("GET", f"/sheets/{quoted}/state")[0] == 404
    for function, body in (("entries", {"entries": []}), ("pin", {"pin": None}), ("unlock", {"pin": "1234"}), ("delete", {})):
        assert other.ask("POST", f"/documents/{quoted}/{function}", body)[0] == 404
    made = {"kind": "sheet", "id": id, "key": some_key(), "entries": []}
    assert other.ask("POST", "/documents", made) == (400, "bad_value")


@pytest.mark.parametrize("query", [
    "after=-1", "after=1.5", "after=x", "after=", "after=" + "9" * 400, "after=2147483648", "after=NaN", "after=1&after=2", "after=1e3",
    "wait=-1", "wait=nan", "wait=inf", "wait=-inf", "wait=26", "wait=x", "wait=1e999", "wait=", "more=1",
])  # fmt: skip
def test_a_wrong_question_is_refused_at_once(one: Device, query: str) -> None:
    assert one.read(f"?{query}")[0] == 400


def test_a_huge_after_is_answered_at_once(one: Device) -> None:
    status, answer = one.read("?after=2147483647&wait=25")
    assert (status, answer["entries"], answer["seq"]) == (200, [], 3)


@pytest.mark.parametrize("entry", [*({**draw(9), **fields} for fields in WRONG_FIELDS), {}, [], None, 7, "x"])
def test_a_wrong_entry_is_refused_and_so_are_those_with_it(one: Device, entry: Any) -> None:
    body = json.dumps({"entries": [draw(8), entry]}).encode("utf-8", "surrogatepass")
    status, code = send(one, f"/documents/{one.id}/entries", body)
    assert (status, code) in ((400, "entry_wrong"), (400, "bad_value"), (400, "bad_json"))


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic {key}", "{key}", "Bearer {key}x", "bearer  x {key}", "Bearer " + "x" * 8000]
)
def test_only_the_whole_key_opens(one: Device, header: str) -> None:
    headers = {"Authorization": header.format(key=one.key)}
    answer = one.site.post(f"/api/v1/documents/{one.id}/entries", headers=headers, json={"entries": []})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_key")


def test_the_key_of_another_document_opens_nothing(site: TestClient, one: Device) -> None:
    other = Device(site)
    other.create(draw(1))
    assert Device(site, one.id, other.key).add(draw(9)) == (403, "wrong_key")
    assert Device(site, one.id, some_id(24)).post("delete", {}) == (403, "wrong_key")


@pytest.mark.parametrize("pin", ["", "123", "1" * 13, "12a4", "１２３４", "12 4", " 1234", "1234\n", "-123", "1234.0"])
def test_a_pin_has_four_to_twelve_digits(one: Device, pin: str) -> None:
    assert one.post("pin", {"pin": pin}) == (400, "bad_value")


def test_no_number_of_simultaneous_requests_gets_more_tries_at_a_pin() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        path = f"/documents/{ID}"
        await Request(app, "POST", f"{path}/pin", {"pin": "0042"}, key=KEY).answer()
        tries = [Request(app, "POST", f"{path}/unlock", {"pin": f"{number:04}"}, address=f"192.0.2.{number}") for number in range(40)]
        answers = await asyncio.gather(*(each.answer() for each in tries))
        codes = Counter(answer["error"]["code"] for _, answer in answers)
        assert codes == {"wrong_pin": store_documents.FREE_TRIES, "pin_locked": 40 - store_documents.FREE_TRIES}
        status, answer = await Request(app, "POST", f"{path}/unlock", {"pin": "0042"}).answer()
        assert (status, answer["error"]["code"]) == (429, "pin_locked")

    during(work, answer_seconds=60)


def test_those_who_write_at_the_same_time_never_see_an_error(site: TestClient) -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        writes = []
        for device in "abcdefghjk":
            for number in range(1, 20):
                entry = draw(number, device=device * 8)
                path = f"/documents/{ID}/entries"
                writes.append(Request(app, "POST", path, {"entries": [entry]}, key=KEY, address=f"192.0.2.{ord(device)}"))
        answers = await asyncio.gather(*(each.answer() for each in writes))
        assert {status for status, _ in answers} == {200}
        assert sorted(answer["seq"] for _, answer in answers) == list(range(2, 192))

    during(work, answer_seconds=60)
