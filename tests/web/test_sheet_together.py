"""A score sheet on several phones: with and without a network, with conflicts, and on another device."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import shoot
from tests.web.own_server import Visit
from tests.web.sheet import (
    enter_draw,
    enter_win,
    entered,
    entries,
    id_of,
    press,
    saved,
    scores,
    server_state,
    start_sheet,
    wait_for_scores,
)
from tests.web.table import everyone_can_use


class Table:
    """The phones around a table; each has a browser of its own."""

    def __init__(self, visit: Visit, site: str) -> None:
        self.address = site
        # the browser's own words for requests that fail or are refused
        self.visitors = visit(site, "net::ERR", "status of 40", "status of 42")

    def phone(self, lang: str = "en", device: str = "phone") -> Page:
        return self.visitors.page(device, lang)


@pytest.fixture
def table(visit: Visit, site: str) -> Table:
    return Table(visit, site)


def link(page: Page, edit: bool) -> str:
    """The link that the page shares."""
    press(page, "[data-open=share]")
    press(page, f"[data-edit={str(edit).lower()}]")
    found = page.locator(".sheet-link").inner_text()
    expect(page.locator(".share .qr")).to_have_attribute("aria-label", f"QR code: {found}")
    press(page, ".panel-close")
    return found


def join(page: Page, address: str) -> None:
    """Open a link that was scanned."""
    page.goto(address)
    expect(page.locator(".felt-table")).to_be_visible()
    assert "#" not in page.url


def status(page: Page, expected: str) -> None:
    expect(page.locator(".save-status")).to_have_attribute("data-status", expected)


def both(table: Table) -> tuple[Page, Page, str]:
    """Two phones that may write, with one hand in the sheet."""
    first, second = table.phone(), table.phone()
    id = start_sheet(first)
    enter_win(first, 0, 1, 12)
    saved(first)
    join(second, link(first, edit=True))
    wait_for_scores(second, [36, -20, -8, -8])
    return first, second, id


def conflict(table: Table) -> tuple[Page, Page, str]:
    """Two phones that have entered the second hand differently: one of them had no network."""
    first, second, id = both(table)
    second.context.set_offline(True)
    enter_win(first, 1, 2, 20)
    saved(first)
    enter_win(second, 3, None, 10)
    second.context.set_offline(False)
    for page in (first, second):
        expect(page.locator(".conflict-banner")).to_be_visible()
        saved(page)
    return first, second, id


def test_two_phones_follow_each_other(table: Table) -> None:
    first, second, id = both(table)
    enter_win(second, 3, 0, 8)
    wait_for_scores(first, [20, -28, -16, 24])
    expect(first.locator("#announcer")).to_contain_text("Totals: Ann +20")
    press(first, "[data-view=history]")
    expect(first.locator(".history-entry").first).to_contain_text("device A")
    assert server_state(table.address, id)["scores"] == [20, -28, -16, 24]


def test_the_network_is_cut_in_the_middle_of_an_evening(table: Table) -> None:
    """The page goes on, also after it was opened again; when the network is back everything is sent."""
    page = table.phone()
    id = start_sheet(page)
    enter_win(page, 0, 1, 12)
    saved(page)
    page.context.set_offline(True)
    enter_win(page, 1, None, 20)
    status(page, "offline")
    expect(page.locator(".save-status")).to_have_text("Offline: kept on this device, sent when the network is back")
    enter_draw(page)
    wait_for_scores(page, [8, 64, -36, -36])
    assert len(entries(table.address, id)) == 2
    press(page, "[data-open=share]")
    expect(page.locator(".share .note-line")).to_be_visible()
    press(page, ".panel-close")
    page.context.set_offline(False)
    saved(page)
    assert server_state(table.address, id)["scores"] == [8, 64, -36, -36]
    page.reload()
    wait_for_scores(page, [8, 64, -36, -36])


def test_a_sheet_is_begun_without_the_server(table: Table) -> None:
    """Its id and its key are made on the phone."""
    page = table.phone()
    page.goto("/sheet")
    page.route("**/api/v1/documents**", lambda route: route.abort())
    id = start_sheet(page)
    enter_win(page, 2, 3, 16)
    status(page, "offline")
    page.unroute("**/api/v1/documents**")
    page.evaluate("dispatchEvent(new Event('online'))")
    saved(page)
    assert server_state(table.address, id)["scores"] == [-8, -8, 40, -24]


def test_what_two_phones_entered_apart_is_merged(table: Table) -> None:
    first, second, id = both(table)
    second.context.set_offline(True)
    press(second, "[data-open=settings]")
    second.fill("#name-3", "Dora")
    press(second, ".save-settings")
    entered(second)
    enter_win(first, 1, 2, 20)
    saved(first)
    second.context.set_offline(False)
    for page in (first, second):
        expect(page.locator(".seat[data-player='3'] .seat-name")).to_have_text("Dora")
        wait_for_scores(page, [28, 24, -36, -16])
        saved(page)
    assert server_state(table.address, id)["scores"] == [28, 24, -36, -16]


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_conflict_is_shown_on_both_phones_with_both_versions(table: Table, device: str, lang: str) -> None:
    first, second, id = conflict(table)
    viewer = table.phone(lang, device)
    join(viewer, f"/sheet/{id}")
    expect(viewer.locator(".conflict-banner")).to_be_visible()
    expect(viewer.locator(".deal.conflict .flag")).to_be_visible()
    press(viewer, ".settle")
    expect(viewer.locator(".version")).to_have_count(2)
    expect(viewer.locator(".choose-version, .keep-all")).to_have_count(0)  # who only follows does not choose
    press(viewer, ".panel-close")
    press(first, ".settle")
    versions = first.locator(".version")
    assert {version.locator(".deal-result").inner_text() for version in versions.all()} == {
        "Ben wins 20 on Cleo's tile",
        "Dimitri self-draws 10",
    }
    shoot(first, f"sheet-conflict-{device}-{lang}")
    everyone_can_use(first)
    versions.filter(has_text="Dimitri self-draws").locator(".choose-version").click()
    for page in (first, second, viewer):
        expect(page.locator(".conflict-banner")).to_have_count(0)
        wait_for_scores(page, [18, -38, -26, 46])
    state = server_state(table.address, id)
    assert (state["conflicts"], [deal["winner"] for deal in state["deals"]], len(state["undone"])) == ([], [0, 3], 1)


def test_a_conflict_can_be_two_hands(table: Table) -> None:
    first, second, id = conflict(table)
    press(second, ".settle")
    press(second, ".keep-all")
    for page in (first, second):
        expect(page.locator(".conflict-banner")).to_have_count(0)
        expect(page.locator(".deal")).to_have_count(3)
    saved(second)
    state = server_state(table.address, id)
    assert {(deal["winner"], deal["points"]) for deal in state["deals"]} == {(0, 12), (1, 20), (3, 10)}
    assert scores(first) == scores(second) == state["scores"] == [10, 6, -54, 38]


def test_two_corrections_of_a_hand_are_a_conflict_too(table: Table) -> None:
    """Undoing one of them does not bring back the hand that both have corrected."""
    first, second, _ = both(table)
    second.context.set_offline(True)
    for page, points in ((first, "16"), (second, "24")):
        page.locator(".deal-open").first.click()
        press(page, ".do-correct")
        page.fill("#points", points)
        press(page, ".confirm")
        entered(page)
    saved(first)
    second.context.set_offline(False)
    expect(first.locator(".conflict-banner")).to_be_visible()
    press(first, ".settle")
    first.locator(".version").filter(has_text="wins 24").locator(".choose-version").click()
    for page in (first, second):
        wait_for_scores(page, [48, -32, -8, -8])
        expect(page.locator(".conflict-banner")).to_have_count(0)


def test_choosing_against_a_corrected_hand_does_not_bring_back_what_it_corrected(table: Table) -> None:
    first, second, id = both(table)
    second.context.set_offline(True)
    enter_win(first, 1, 2, 20)
    press(first, ".correct-last")
    first.fill("#points", "24")
    press(first, ".confirm")
    enter_win(second, 3, None, 10)
    saved(first)
    second.context.set_offline(False)
    expect(first.locator(".conflict-banner")).to_be_visible()
    press(first, ".settle")
    first.locator(".version").filter(has_text="Dimitri self-draws").locator(".choose-version").click()
    for page in (first, second):
        wait_for_scores(page, [18, -38, -26, 46])
        expect(page.locator(".conflict-banner")).to_have_count(0)
    saved(first)
    assert len(server_state(table.address, id)["undone"]) == 2


def test_who_has_the_link_to_follow_writes_with_the_pin(table: Table) -> None:
    first, viewer = table.phone(), table.phone()
    id = start_sheet(first)
    enter_win(first, 0, 1, 12)
    saved(first)
    join(viewer, link(first, edit=False))
    wait_for_scores(viewer, [36, -20, -8, -8])
    expect(viewer.locator(".enter, button.seat")).to_have_count(0)
    expect(viewer.locator(".sheet-actions")).to_contain_text("You are following")
    press(first, "[data-open=share]")
    first.fill("#new-pin", "12")
    press(first, ".set-pin")
    expect(first.locator(".share .problem")).to_have_text("A PIN has 4 to 12 digits.")
    first.fill("#new-pin", "2468")
    press(first, ".set-pin")
    expect(first.locator(".remove-pin")).to_be_visible()
    viewer.reload()
    viewer.fill("#unlock-pin", "1111")
    press(viewer, ".unlock")
    expect(viewer.locator(".unlock-form .problem")).to_be_visible()
    viewer.fill("#unlock-pin", "2468")
    press(viewer, ".unlock")
    enter_win(viewer, 1, None, 8)
    saved(viewer)
    wait_for_scores(first, [20, 28, -24, -24])
    press(first, ".remove-pin")
    expect(first.locator(".remove-pin")).to_have_count(0)
    assert server_state(table.address, id)["scores"] == [20, 28, -24, -24]


def test_a_link_restores_the_sheet_on_a_second_device(table: Table) -> None:
    first, second = table.phone(), table.phone()
    start_sheet(first)
    enter_win(first, 0, 1, 12)
    saved(first)
    address = link(first, edit=True)
    first.context.close()
    second.goto("/sheet")
    second.fill("#join-link", "not a link")
    press(second, ".join-go")
    expect(second.locator(".problem")).to_have_text("This is not a link to a score sheet.")
    second.fill("#join-link", f"Look: {address}")
    press(second, ".join-go")
    wait_for_scores(second, [36, -20, -8, -8])
    enter_win(second, 2, 3, 8)
    saved(second)
    second.goto("/sheet")
    expect(second.locator(".sheet-card")).to_contain_text("28")


def test_a_file_restores_a_sheet_that_was_deleted(table: Table, tmp_path: Path) -> None:
    """As a copy, because the id of what was deleted is not used again. The file is saved without a network too; one that is not right is
    refused."""
    first, second = table.phone(), table.phone("zh")
    id = start_sheet(first)
    enter_win(first, 0, 1, 12)
    saved(first)
    kept = entries(table.address, id)
    first.context.set_offline(True)
    press(first, "[data-open=end]")
    with first.expect_download() as saving:
        first.locator(".export-file").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    first.context.set_offline(False)
    saved(first)
    first.on("dialog", lambda dialog: dialog.accept())
    press(first, ".delete-everywhere")
    first.wait_for_url("**/sheet")
    expect(first.locator(".no-sheets")).to_be_visible()
    second.goto("/sheet")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "sha256": "0" * 64}), "utf-8")
    second.set_input_files("#import-file", wrong)
    expect(second.locator(".problem")).to_be_visible()
    second.set_input_files("#import-file", file)
    second.wait_for_url("**/sheet/*")
    wait_for_scores(second, [36, -20, -8, -8])
    assert id_of(second) != id
    assert entries(table.address, id_of(second)) == kept
    enter_draw(second)
    saved(second)


def test_tables_are_exported_for_spreadsheets(table: Table) -> None:
    page = table.phone()
    start_sheet(page)
    enter_win(page, 0, 1, 12)
    saved(page)
    press(page, "[data-open=end]")
    for name in ("deals", "scores"):
        with page.expect_download() as saving:
            page.locator(f".export-{name}").click()
        assert "Ann" in Path(saving.value.path()).read_text("utf-8-sig")


def test_a_sheet_that_nobody_has_says_so(table: Table) -> None:
    page = table.phone()
    page.goto("/sheet/aaaabbbbccccdddd")
    expect(page.locator(".sheet-missing")).to_be_visible()
    everyone_can_use(page)
    press(page, ".sheet-missing a")
    expect(page.locator(".new-sheet")).to_be_visible()


def test_a_sheet_works_in_two_tabs_of_a_browser(table: Table) -> None:
    """They share the store of the browser, without the server too."""
    page = table.phone()
    id = start_sheet(page)
    other = page.context.new_page()
    other.goto(f"/sheet/{id}")
    expect(other.locator(".felt-table")).to_be_visible()
    page.context.set_offline(True)
    enter_win(page, 0, 1, 12)
    wait_for_scores(other, [36, -20, -8, -8])
    press(other, "[data-view=history]")
    expect(other.locator(".history-entry").first).to_contain_text("this device")
    page.context.set_offline(False)
    saved(page)


def test_who_follows_a_sheet_that_is_deleted_keeps_it(table: Table) -> None:
    first, second, _ = both(table)
    first.on("dialog", lambda dialog: dialog.accept())
    press(first, "[data-open=end]")
    press(first, ".delete-everywhere")
    first.wait_for_url("**/sheet")
    expect(second.locator(".save-status")).to_contain_text("Deleted from the server")
    assert scores(second) == [36, -20, -8, -8]
