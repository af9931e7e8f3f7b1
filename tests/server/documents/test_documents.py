"""Documents through the API: entries are stored once and for good, keys and PINs protect them, files keep them."""

from __future__ import annotations

import hashlib
import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.club.files import to_file
from quepu.club.sheet import sheet_state
from quepu.server.play import store_documents
from quepu.server.play import store_tables as tables
from quepu.server.play.store import Store
from quepu.server.play.store_documents import digest_of
from quepu.server.settings import Rate, Settings
from tests.server.documents.client import Device, draw, opened, settings_entry, some_id, some_key
from tests.server.play.conftest import Server

WIN = {"id": "abcdefgh.2", "at": 2, "when": 0, "t": "win", "deal": 1, "winner": 0, "source": 2, "points": 12}


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with opened() as client:
        yield client


@pytest.fixture
def one(site: TestClient) -> Device:
    """Who has made a sheet with three entries."""
    device = Device(site)
    assert device.create(settings_entry(), draw(2), draw(3)) == (200, {"id": device.id, "seq": 3, "at": 3})
    return device


# Entries


def test_a_document_is_read_by_its_id(site: TestClient, one: Device) -> None:
    entries = [settings_entry(), draw(2), draw(3)]
    found = {
        "kind": "sheet",
        "id": one.id,
        "entries": entries,
        "seq": 3,
        "more": False,
        "at": 3,
        "digest": digest_of(entry["id"] for entry in entries),
        "has_pin": False,
    }
    assert one.read() == (200, found | {"writable": True})
    reader = Device(site, one.id)
    assert reader.read() == (200, found | {"writable": False})
    assert reader.read("?after=2") == (200, found | {"entries": entries[2:], "writable": False})
    assert reader.read("?after=3") == (200, found | {"entries": [], "writable": False})
    assert Device(site, one.id, some_key()).read()[1]["writable"] is False


def test_a_client_that_knows_more_than_the_server_learns_it_at_once(one: Device) -> None:
    status, answer = one.read("?after=9&wait=25")
    assert (status, answer["entries"], answer["seq"], answer["more"]) == (200, [], 3, False)


def test_the_digest_does_not_depend_on_the_order() -> None:
    ids = [f"abcdefgh.{number}" for number in range(1, 50)]
    assert digest_of(reversed(ids)) == digest_of(ids) != digest_of(ids[1:])
    assert digest_of(["k3v9x2ab.7"]) == int(hashlib.sha256(b"k3v9x2ab.7").hexdigest()[:8], 16)


def test_the_same_request_twice_changes_nothing(one: Device) -> None:
    assert one.add(draw(4)) == one.add(draw(4)) == (200, {"seq": 4, "at": 4})
    assert one.add(draw(4), draw(5), draw(5), draw(4)) == (200, {"seq": 5, "at": 5})
    assert one.create(settings_entry(), draw(6)) == (200, {"id": one.id, "seq": 6, "at": 6})
    assert [entry["id"][9:] for entry in one.entries()] == ["1", "2", "3", "4", "5", "6"]


def test_a_number_may_be_written_in_two_ways(one: Device) -> None:
    assert one.add(draw(4, deal=2.0))[0] == one.add(draw(4, deal=2))[0] == 200
    assert len(one.entries()) == 4


def test_an_entry_with_another_content_refuses_the_whole_request(one: Device) -> None:
    before = one.entries()
    for entries in ([draw(4), draw(2, deal=7)], [draw(4), draw(5), draw(5, note="x")]):
        assert one.add(*entries) == (409, "entry_differs")
    assert one.add(draw(4), {"id": "abcdefgh.9", "at": 9, "when": 0, "t": "nothing"}) == (400, "entry_wrong")
    assert one.entries() == before


def test_logical_time_is_not_far_ahead_of_what_is_stored(one: Device) -> None:
    assert one.add(draw(4, at=1004)) == (400, "entry_wrong")
    assert one.add(draw(4, at=1003)) == (200, {"seq": 4, "at": 1003})
    assert one.add(draw(5, at=2003), draw(6, at=3003)) == (200, {"seq": 6, "at": 3003})
    assert Device(one.site).create(draw(1, at=1001)) == (400, "entry_wrong")


def test_an_answer_has_at_most_500_entries(site: TestClient) -> None:
    one = Device(site)
    one.create()
    for begin in (1, 501, 1001):
        assert one.add(*(draw(number) for number in range(begin, begin + 500)))[0] == 200
    assert one.add(draw(1501))[0] == 200
    parts = [one.read(f"?after={after}")[1] for after in (0, 500, 1000, 1500)]
    assert [(len(part["entries"]), part["seq"], part["more"]) for part in parts] == [
        (500, 500, True), (500, 1000, True), (500, 1500, True), (1, 1501, False),
    ]  # fmt: skip
    assert one.entries() == [draw(number) for number in range(1, 1502)]
    assert one.add(*(draw(number) for number in range(1, 502))) == (413, "too_many_entries")


def test_an_answer_is_not_too_large_but_has_always_an_entry(site: TestClient) -> None:
    one = Device(site)
    overlay = "#" + "麻" * 32_000  # 96 KB
    one.create(*(settings_entry(number, overlay=overlay) for number in (1, 2, 3)))
    one.add(*(settings_entry(number, overlay=overlay) for number in (4, 5)))
    assert [len(one.read(f"?after={after}")[1]["entries"]) for after in (0, 2, 4)] == [2, 2, 1]


# Keys


def test_who_has_not_the_key_changes_nothing(site: TestClient, one: Device) -> None:
    for key in (None, some_key(), "x", one.key[:-1] if one.key else ""):
        other = Device(site, one.id, key)
        for function, body in (("entries", {"entries": [draw(9)]}), ("pin", {"pin": "1234"}), ("delete", {})):
            assert other.post(function, body) == (403, "wrong_key")
    assert Device(site, one.id).create(draw(9)) == (409, "document_exists")
    assert one.create(kind="club") == (409, "document_exists")
    assert len(one.entries()) == 3


def test_the_server_keeps_neither_keys_nor_pins() -> None:
    store = Store()
    try:
        with opened(store=store) as site:
            one = Device(site)
            one.create()
            assert one.post("pin", {"pin": "86420975"}) == (200, {"has_pin": True})
            other = Device(site, one.id, Device(site, one.id).post("unlock", {"pin": "86420975"})[1]["key"])
            assert other.add(draw(1))[0] == 200
            dump = str(site.portal.call(store.do, _everything)) if site.portal else ""
            assert one.id in dump
            assert all(secret not in dump for secret in (str(one.key), str(other.key), "86420975"))
            assert hashlib.sha256(str(one.key).encode()).hexdigest() in dump
    finally:
        store.close()


def _everything(connection: Any) -> list[Any]:
    kept = (tables.documents, tables.document_keys, tables.document_entries)
    return [row for table in kept for row in connection.execute(table.select())]


def test_neither_keys_nor_pins_are_in_the_log(server: Server) -> None:
    id, key, pin = some_id(), some_key(), "864209753"
    server.post("/documents", {"kind": "sheet", "id": id, "key": key, "entries": [draw(1)]})
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for path, body in (("pin", {"pin": pin}), ("entries", {"entries": [draw(2)]}), ("entries", {"entries": [draw(1, note="x")]})):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        connection.request("POST", f"/api/v1/documents/{id}/{path}", json.dumps(body), headers)
        connection.getresponse().read()
    connection.close()
    given = server.post(f"/documents/{id}/unlock", {"pin": pin})["key"]
    log = (server.folder / "server.log").read_text()
    assert f"/documents/{id}/unlock" in log
    assert all(secret not in log for secret in (key, pin, given))


# The PIN


def test_the_pin_gives_a_key_of_its_own(site: TestClient, one: Device) -> None:
    other = Device(site, one.id)
    assert other.post("unlock", {"pin": "1234"}) == (403, "no_pin")
    assert one.post("pin", {"pin": "1234"}) == (200, {"has_pin": True})
    assert other.read()[1]["has_pin"] is True
    assert other.post("unlock", {"pin": "4321"}) == (403, "wrong_pin")
    other.key = other.post("unlock", {"pin": "1234"})[1]["key"]
    assert other.key != one.key
    assert other.add(draw(4))[0] == one.add(draw(5))[0] == 200
    assert other.post("pin", {"pin": None}) == (200, {"has_pin": False})
    assert Device(site, one.id).post("unlock", {"pin": "1234"}) == (403, "no_pin")


def test_to_revoke_ends_all_other_keys(site: TestClient, one: Device) -> None:
    one.post("pin", {"pin": "1234"})
    others = [Device(site, one.id, Device(site, one.id).post("unlock", {"pin": "1234"})[1]["key"]) for _ in range(2)]
    assert others[0].post("pin", {"pin": "5678", "revoke": True}) == (200, {"has_pin": True})
    assert [device.add(draw(4))[0] for device in (one, *others)] == [403, 200, 403]
    one.key = one.post("unlock", {"pin": "5678"})[1]["key"]
    assert one.add(draw(5))[0] == 200


def test_wrong_pins_lock_the_document_for_longer_and_longer(site: TestClient, one: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    one.post("pin", {"pin": "1234"})
    other = Device(site, one.id)

    def tries(pin: str) -> tuple[Any, str | None]:
        answer = site.post(f"/api/v1/documents/{one.id}/unlock", json={"pin": pin})
        return answer.json()["error"]["code"] if answer.status_code != 200 else "key", answer.headers.get("Retry-After")

    assert [tries("0000") for _ in range(5)] == [("wrong_pin", None)] * 5
    locked = []
    for _ in range(14):
        assert tries("1234")[0] == "pin_locked", "also the right one"
        locked.append(int(str(tries("0000")[1])))
        now += locked[-1]
        assert tries("0000")[0] == "wrong_pin"
    assert locked == [min(60 * 2**number + 1, 86_401) for number in range(14)]
    now += 86_401
    assert tries("1234")[0] == "key"
    assert [tries("0000")[0] for _ in range(6)] == ["wrong_pin"] * 5 + ["pin_locked"], "it begins anew"
    assert other.post("unlock", {"pin": "1234"}) == (429, "pin_locked")
    now -= 10_000_000
    assert int(str(tries("1234")[1])) <= 86_401, "also if the clock was ahead"
    one.post("pin", {"pin": "1234"})
    assert tries("1234")[0] == "key", "who has a key ends the lock"


def test_the_oldest_keys_that_a_pin_gave_end(site: TestClient, one: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_documents, "MOST_KEYS", 3)
    one.post("pin", {"pin": "1234"})
    keys = [Device(site, one.id).post("unlock", {"pin": "1234"})[1]["key"] for _ in range(4)]
    works = [Device(site, one.id, key).read()[1]["writable"] for key in (one.key, *keys)]
    assert works == [True, False, False, True, True]


# Deleting


def test_a_deleted_document_stays_deleted(site: TestClient, one: Device) -> None:
    assert one.post("delete", {}) == (200, {})
    assert one.read() == (404, "no_document")
    assert one.add(draw(4)) == one.post("unlock", {"pin": "1234"}) == one.post("delete", {}) == (404, "no_document")
    assert one.create(draw(1)) == Device(site, one.id).create(draw(1)) == (404, "no_document")
    file = to_file("sheet", one.id, [draw(1)])
    assert one.ask("POST", "/documents/import", {"key": one.key, "file": file}) == (404, "no_document")
    assert one.ask("GET", f"/documents/{one.id}/export") == one.ask("GET", f"/sheets/{one.id}/state") == (404, "no_document")


# Limits


def test_a_full_document_takes_no_more_but_what_it_has(site: TestClient) -> None:
    one = Device(site, key=some_key())
    file = to_file("sheet", one.id, [draw(number) for number in range(1, 20_000)])
    assert one.ask("POST", "/documents/import", {"key": one.key, "file": file})[1]["seq"] == 19_999
    assert one.add(draw(20_000), draw(20_001)) == (409, "document_full")
    assert one.add(draw(20_000)) == (200, {"seq": 20_000, "at": 20_000})
    assert one.add(draw(20_001)) == (409, "document_full")
    assert one.add(draw(20_000), draw(7)) == (200, {"seq": 20_000, "at": 20_000})


def test_the_bytes_of_a_document_are_limited(site: TestClient) -> None:
    one = Device(site)
    one.create()
    overlay = "x" * 32_768
    added = 0
    while (answer := one.add(*(settings_entry(added + n, overlay=overlay) for n in range(1, 9))))[0] == 200:
        added += 8
    assert answer == (409, "document_full")
    assert (added + 8) * 33_000 > 4 * 2**20 > added * 32_768
    assert len(one.entries()) == added


def test_the_number_of_documents_is_limited_and_none_is_lost() -> None:
    with opened(Settings(rate=None, local_rate=None, stored_documents=2)) as site:
        one, two, three = (Device(site) for _ in range(3))
        assert [device.create(draw(1))[0] for device in (one, two)] == [200, 200]
        assert three.create(draw(1)) == (503, "too_many_documents")
        assert one.create(draw(2))[0] == two.add(draw(2))[0] == 200
        assert one.post("delete", {}) == (200, {})
        assert three.create(draw(1))[0] == 200


def test_stored_bytes_are_paid_for() -> None:
    with opened(Settings(rate=Rate(per_second=0.001, burst=60)), client="192.0.2.7") as site:
        one = Device(site)
        assert one.create()[0] == 200
        assert one.add(settings_entry(overlay="x" * 32_768), settings_entry(2, overlay="x" * 32_768))[0] == 200  # 16 tokens
        statuses = [one.read("?after=2")[0] for _ in range(60)]
        assert 429 in statuses
        assert statuses.index(429) < 45


# Files and what is computed


def test_an_exported_file_is_imported_as_the_same_document_or_as_a_copy(site: TestClient, one: Device) -> None:
    status, file = one.ask("GET", f"/documents/{one.id}/export")
    assert (status, file) == (200, to_file("sheet", one.id, one.entries()))
    imported = {"key": one.key, "file": file}
    assert one.ask("POST", "/documents/import", imported) == (200, {"id": one.id, "seq": 3, "kind": "sheet"})
    assert one.ask("POST", "/documents/import", imported | {"key": some_key()}) == (409, "document_exists")
    status, answer = one.ask("POST", "/documents/import", imported | {"copy": True})
    copy = Device(site, answer["id"], one.key)
    assert (status, answer["seq"], copy.id != one.id, copy.entries()) == (200, 3, True, one.entries())
    assert copy.add(draw(4))[0] == 200
    assert len(one.entries()) == 3
    with opened() as elsewhere:
        other = Device(elsewhere, one.id, some_key())
        assert other.ask("POST", "/documents/import", {"key": other.key, "file": file})[0] == 200
        assert other.entries() == one.entries()
        assert other.add(draw(7))[0] == 200
        assert other.ask("POST", "/documents/import", {"key": other.key, "file": file})[1]["seq"] == 4, "merged"


def test_a_damaged_file_is_refused_whole(site: TestClient) -> None:
    id = some_id()
    one = Device(site, id, some_key())
    file = to_file("sheet", id, [draw(1), draw(2)])
    damaged = [
        file | {"entries": file["entries"][:1]},
        file | {"entries": [draw(1), draw(3)]},
        file | {"kind": "club"},
        file | {"id": some_id()},
        file | {"sha256": "0" * 64},
        {key: file[key] for key in ("kind", "id", "entries", "sha256")},
        file | {"more": 1},
        {},
    ]
    for each in damaged:
        assert one.ask("POST", "/documents/import", {"key": one.key, "file": each}) == (400, "wrong_document_file")
    assert one.read() == (404, "no_document")


def test_an_import_that_contradicts_what_is_there_changes_nothing(one: Device) -> None:
    file = to_file("sheet", one.id, [draw(9), draw(3, note="other")])
    assert one.ask("POST", "/documents/import", {"key": one.key, "file": file}) == (409, "entry_differs")
    assert len(one.entries()) == 3


def test_the_state_and_the_tables_of_a_sheet(site: TestClient) -> None:
    one = Device(site)
    entries = [settings_entry(names=["=甲", "乙", "丙", "丁"]), WIN]
    one.create(*entries)
    assert one.ask("GET", f"/sheets/{one.id}/state") == (200, json.loads(json.dumps(sheet_state(entries))))
    answer = site.get(f"/api/v1/documents/{one.id}/csv?table=scores")
    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        "text/csv; charset=utf-8",
        f'attachment; filename="sheet-{one.id}-scores.csv"',
    )
    lines = answer.content.decode("utf-8-sig").split("\r\n")
    assert lines[1].startswith("1,'=甲,1,36")
    assert site.get(f"/api/v1/documents/{one.id}/csv?table=deals").status_code == 200
    assert one.ask("GET", f"/documents/{one.id}/csv?table=x") == (400, "not_one_of")
    assert one.ask("GET", f"/documents/{one.id}/csv") == (400, "missing_key")
    club = Device(site)
    club.create(kind="club")
    assert club.ask("GET", f"/sheets/{club.id}/state") == (404, "no_document")
    empty = Device(site)
    empty.create()
    assert empty.ask("GET", f"/sheets/{empty.id}/state") == (400, "entry_wrong")


def test_each_kind_has_types_of_its_own(site: TestClient) -> None:
    member = {"id": "abcdefgh.1", "at": 1, "when": 0, "t": "member", "name": "莫"}
    assert Device(site).create(member, kind="club")[0] == 200
    assert Device(site).create(member, kind="sheet") == Device(site).create(draw(1), kind="club") == (400, "entry_wrong")
    assert Device(site).create(member, kind="room") == (400, "bad_value")
