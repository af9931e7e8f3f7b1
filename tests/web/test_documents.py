"""Documents in browsers: kept on the device, sent when the server can be reached, and merged whatever happened in between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.web.own_server import OwnServer, Visit

SYNC = "/static/shared/documents/sync.js"
DRAW = {"t": "draw", "deal": 1}
SHEET = {"t": "sheet", "rules": "guobiao", "names": ["甲", "乙", "丙", "丁"]}


class Site(OwnServer):
    """A server that can be killed, and browsers of several people."""

    def __init__(self, visit: Visit, data: Path) -> None:
        super().__init__(data)
        self.visitors = visit(self.address, "net::ERR", "status of 40")  # the browser's own words for requests that fail or are refused

    def person(self) -> Page:
        """A page in a browser of its own."""
        return self.tab(self.visitors.context())

    def tab(self, context: BrowserContext) -> Page:
        page = context.new_page()
        load(page)
        return page

    def entries(self, page: Page, id: str) -> list[Any]:
        """What the server has."""
        return list(page.evaluate("async (id) => (await (await fetch(`/api/v1/documents/${id}`)).json()).entries", id))


def load(page: Page) -> None:
    """Any page of the site: the modules need nothing of it but the constants."""
    page.goto("/rules")
    page.evaluate("async (sync) => { window.LiveDocument = (await import(sync)).LiveDocument }", SYNC)


@pytest.fixture
def site(visit: Visit, tmp_path: Path) -> Iterator[Site]:
    made = Site(visit, tmp_path)
    yield made
    made.visitors.close()
    made.stop()


def create(page: Page, *entries: dict[str, Any]) -> tuple[str, str]:
    """A new sheet, with these entries after its settings; its id and key."""
    made = page.evaluate(
        "async (entries) => { window.live = await LiveDocument.create('sheet', entries); return [live.id, live.key] }", [SHEET, *entries]
    )
    return made[0], made[1]


def open_document(page: Page, id: str, key: str | None = None) -> None:
    page.evaluate(
        """async ([id, key]) => {
            if (key) history.replaceState(null, "", `#key=${key}`);
            window.live = await LiveDocument.open(id);
        }""",
        [id, key],
    )


def add(page: Page, deal: float, **fields: Any) -> Any:
    return page.evaluate("(fields) => live.add('draw', fields)", {"deal": deal, **fields})


def wait_for(page: Page, condition: str, argument: object = None) -> None:
    page.wait_for_function(condition, arg=argument)


def saved(page: Page) -> None:
    wait_for(page, "() => live.status === 'saved'")


def has(page: Page, count: int) -> None:
    wait_for(page, "(count) => live.entries.length === count", count)


def shown(page: Page) -> list[Any]:
    return list(page.evaluate("live.entries"))


def plain(entries: list[Any]) -> list[Any]:
    """In the order of documents."""
    return sorted(entries, key=lambda entry: (entry["at"], entry["id"].split(".")[0], int(entry["id"].split(".")[1])))


def test_two_pages_follow_each_other(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    assert other.evaluate("[live.kind, live.writable, location.hash]") == ["sheet", True, ""]
    add(other, 1)
    has(one, 2)
    add(one, 2)
    has(other, 3)
    saved(one)
    saved(other)
    assert shown(one) == shown(other) == plain(site.entries(one, id))
    assert [entry["at"] for entry in shown(one)] == [1, 2, 3]


def test_without_the_key_a_page_reads_only(site: Site) -> None:
    one, reader = site.person(), site.person()
    id, _ = create(one)
    saved(one)
    open_document(reader, id)
    assert reader.evaluate("[live.writable, live.status]") == [False, "saved"]
    assert reader.evaluate("live.add('draw', {deal: 1}).catch((error) => error.code)") == "wrong_key"
    add(one, 1)
    has(reader, 2)


def test_what_both_add_while_one_is_offline_is_merged(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    other.context.set_offline(True)
    wait_for(other, "() => live.status === 'offline'")
    for deal in (1, 2, 3):
        add(one, deal)
        add(other, deal, note="offline")
    saved(one)
    assert other.evaluate("[live.status, live.unsent.length, live.entries.length]") == ["offline", 3, 4]
    other.context.set_offline(False)
    has(other, 7)
    has(one, 7)
    saved(other)
    assert shown(one) == shown(other) == plain(site.entries(one, id))


def test_entries_made_offline_survive_a_reload(site: Site) -> None:
    one = site.person()
    id, _ = create(one)
    saved(one)
    site.kill()
    first = add(one, 1)
    wait_for(one, "() => live.status === 'offline'")
    one.close()
    site.start()
    two = site.tab(one.context)  # the page comes from the server; the data must not
    site.kill()
    open_document(two, id)
    assert shown(two)[1] == first
    assert two.evaluate("[live.unsent, live.status]") in ([[first["id"]], "offline"], [[first["id"]], "sending"])
    site.start()
    two.evaluate("dispatchEvent(new Event('online'))")
    saved(two)
    assert len(site.entries(two, id)) == 2


def test_the_key_of_a_link_is_not_lost_if_the_server_cannot_be_reached_yet(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    site.kill()
    open_document(other, id, key)
    assert other.evaluate("[live.kind, live.status, location.hash]") == [None, "offline", f"#key={key}"]
    site.start()
    other.evaluate("dispatchEvent(new Event('online'))")
    wait_for(other, "() => live.writable && !location.hash")
    add(other, 1)
    saved(other)


def test_a_sheet_made_offline_is_sent_later(site: Site) -> None:
    one = site.person()
    one.context.set_offline(True)
    id, _ = create(one, DRAW)
    wait_for(one, "() => live.status === 'offline'")
    assert one.evaluate("live.unsent.length") == 2
    one.context.set_offline(False)
    saved(one)
    assert site.entries(one, id) == shown(one)


def test_a_killed_server_loses_nothing_and_pages_go_on(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    for deal in range(1, 4):
        add(one, deal)
        site.kill()
        add(other, deal)
        site.start()
        for page in (one, other):
            page.evaluate("dispatchEvent(new Event('online'))")
            has(page, 1 + 2 * deal)
            saved(page)
    assert shown(one) == shown(other) == plain(site.entries(one, id))


def test_two_tabs_never_use_a_number_twice(site: Site) -> None:
    one = site.person()
    id, _ = create(one)
    saved(one)
    two = site.tab(one.context)
    open_document(two, id)
    adding = "() => { window.adding = Promise.all(Array.from({length: 20}, (_, n) => live.add('draw', {deal: n + 1}))).then(() => 'done') }"
    one.evaluate(adding)
    two.evaluate(adding)
    for page in (one, two):
        assert page.evaluate("adding") == "done"
        has(page, 41)
        saved(page)
    entries = site.entries(one, id)
    assert len({entry["id"] for entry in entries}) == len({entry["at"] for entry in entries}) == 41
    assert len({entry["id"].split(".")[0] for entry in entries}) == 1
    assert shown(one) == shown(two) == plain(entries)


def test_a_number_that_another_browser_has_used_is_replaced(site: Site) -> None:
    """The profile of a browser was set back, or copied: its device name and numbers are there twice."""
    one = site.person()
    id, _ = create(one)
    saved(one)
    name = one.evaluate("live.entries[0].id.split('.')[0]")
    taken = {"id": f"{name}.2", "at": 2, "when": 0, "t": "draw", "deal": 1, "note": "another"}
    one.context.set_offline(True)
    mine = add(one, 1, note="mine")
    undo = one.evaluate("(of) => live.add('undo', {of})", mine["id"])
    assert mine["id"] == taken["id"]
    other = site.person()
    key = one.evaluate("live.key")
    sending = """([id, key, entry]) => fetch(`/api/v1/documents/${id}/entries`, {
        method: "POST",
        headers: {"content-type": "application/json", authorization: `Bearer ${key}`},
        body: JSON.stringify({entries: [entry]}),
    }).then((answer) => answer.status)"""
    assert other.evaluate(sending, [id, key, taken]) == 200
    one.context.set_offline(False)
    has(one, 4)
    saved(one)
    entries = site.entries(one, id)
    assert plain(entries) == shown(one)
    by_note = {entry.get("note"): entry["id"] for entry in entries}
    assert by_note["another"] == taken["id"] != by_note["mine"]
    assert next(entry for entry in entries if entry["id"] == undo["id"])["of"] == by_note["mine"]


def test_a_server_that_is_set_back_gets_again_what_it_lacks(site: Site) -> None:
    one = site.person()
    id, key = create(one)
    saved(one)
    add(one, 1)
    saved(one)
    site.stop()
    file = site.database
    backup = file.read_bytes()
    site.start()
    add(one, 2)
    add(one, 3)
    one.evaluate("dispatchEvent(new Event('online'))")
    saved(one)
    one.evaluate("live.close()")
    before = site.entries(one, id)
    site.stop()
    for rest in file.parent.glob("quepu.db-*"):
        rest.unlink()
    file.write_bytes(backup)
    site.start()
    other = site.person()
    assert len(site.entries(other, id)) == 2
    open_document(other, id, key)
    added = [add(other, deal, note="after") for deal in (1, 2, 3)]  # more than were lost: the numbers alone would not show it
    saved(other)
    open_document(one, id)
    has(one, 7)
    has(other, 7)
    wait_for(one, "async (id) => (await (await fetch(`/api/v1/documents/${id}`)).json()).seq === 7", id)
    assert plain(site.entries(one, id)) == plain([*before, *added]) == shown(one) == shown(other)


def test_a_server_without_the_document_gets_it_again(site: Site) -> None:
    one = site.person()
    id, _ = create(one, DRAW)
    saved(one)
    site.stop()
    for file in site.database.parent.glob("quepu.db*"):
        file.unlink()
    site.start()
    one.evaluate("dispatchEvent(new Event('online'))")
    wait_for(one, "async (id) => (await (await fetch(`/api/v1/documents/${id}`)).json()).seq === 2", id)
    saved(one)


def test_a_deleted_document_is_not_created_again(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    other.context.set_offline(True)
    add(other, 1)
    one.evaluate("live.delete()")
    other.context.set_offline(False)
    wait_for(other, "() => live.deleted")
    wait_for(other, "() => live.status === 'refused'")
    assert other.evaluate("[live.lastError.code, live.writable, live.entries.length]") == ["no_document", False, 2]
    assert other.evaluate("(id) => fetch(`/api/v1/documents/${id}`).then((answer) => answer.status)", id) == 404


def test_a_revoked_key_keeps_the_entries_here_until_the_pin_is_entered(site: Site) -> None:
    one, other = site.person(), site.person()
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    one.evaluate("live.setPin('1234')")
    wait_for(other, "() => live.hasPin")
    # the other one gets a key of its own, and ends all others
    other.evaluate("live.unlock('1234').then(() => live.setPin('5678', true))")
    wait_for(one, "() => !live.writable")
    one.evaluate("live.retry()")
    assert one.evaluate("live.unlock('0000').catch((error) => error.code)") == "wrong_pin"
    one.evaluate("live.unlock('5678')")
    wait_for(one, "() => live.writable")
    add(one, 1)
    has(other, 2)
    saved(one)


def test_an_entry_that_is_refused_holds_up_no_other(site: Site) -> None:
    one = site.person()
    id, _ = create(one)
    saved(one)
    one.context.set_offline(True)
    one.evaluate("live.addAll([{t: 'draw', deal: 1}, {t: 'nonsense'}, {t: 'draw', deal: 2}])")
    one.context.set_offline(False)
    wait_for(one, "() => live.status === 'refused' && live.unsent.length === 1")
    assert one.evaluate("live.lastError.code") == "entry_wrong"
    assert [entry["t"] for entry in site.entries(one, id)] == ["sheet", "draw", "draw"]
    assert [entry["t"] for entry in shown(one)] == ["sheet", "draw", "nonsense", "draw"]


def test_where_the_browser_stores_nothing_it_says_so(site: Site) -> None:
    context = site.visitors.context()
    context.add_init_script("Object.defineProperty(window, 'indexedDB', {get() { throw new Error('not here') }})")
    page = site.tab(context)
    id, _ = create(page, DRAW)
    assert page.evaluate("live.stored") is False
    add(page, 2)
    saved(page)
    assert site.entries(page, id) == shown(page)


def test_the_key_is_in_no_address(site: Site) -> None:
    asked: list[str] = []
    one, other = site.person(), site.person()
    for page in (one, other):
        page.on("request", lambda request: asked.append(request.url))
    id, key = create(one)
    saved(one)
    open_document(other, id, key)
    add(other, 1)
    saved(other)
    assert any(id in url for url in asked)
    assert key not in json.dumps(asked)
