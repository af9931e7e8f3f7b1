"""Clubs: members, an evening of two sheets, standings, and the statistics of a member."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot
from tests.web.documents import Device, get, id_of, key_of, saved, view
from tests.web.table import everyone_can_use
from tests.web.test_offline import installed, own_site

MEMBERS = ["莫愁", "Ann", "Bob", "Cleo", "Dan"]
PIN = "1357"
HAND = "12345678m22p [EEE] +9m"
__all__ = ["own_site"]  # a fixture

VIEWS = ("standings", "evenings", "members", "tournaments", "more")


def new_club(page: Page, name: str = "Wednesday Club", members: Sequence[str] = MEMBERS, pin: str = "") -> str:
    """Make a club with the form, and add members; its id."""
    page.goto("/club")
    page.fill("#new-name", name)
    page.fill("#new-pin", pin)
    page.locator(".new-form [type=submit]").click()
    page.wait_for_url(re.compile(r"/club/[a-z0-9]{16}"))
    expect(page.locator("h1")).to_have_text(name)
    page.fill("#add-members", "\n".join(members))
    page.locator(".add-members [type=submit]").click()
    expect(page.locator(".member-list .who")).to_have_text(members)
    saved(page)
    return id_of(page)


def new_sheet(page: Page, club: str, seats: Sequence[str], title: str = "") -> str:
    """Start a sheet with these members; who is not one is a guest. Its id, and back to the club."""
    if id_of(page) != club:
        page.goto(f"/club/{club}")
    view(page, "evenings")
    page.locator("button.new-sheet").click()
    for place, name in enumerate(seats):
        if page.locator(f"#seat-{place} option").filter(has_text=re.compile(f"^{re.escape(name)}$")).count():
            page.select_option(f"#seat-{place}", label=name)
        else:
            page.fill(f"#guest-{place}", name)
    page.wait_for_selector("#sheet-book option:nth-child(2)", state="attached")
    page.select_option("#sheet-book", "guobiao")
    page.fill("#sheet-title", title)
    page.locator(".sheet-form [type=submit]").click()
    page.wait_for_url(re.compile(r"/sheet/[a-z0-9]{16}"))
    expect(page.locator("main")).to_contain_text(seats[0])
    return id_of(page)


def play(page: Page, site: str, sheet: str, device: str, deals: Sequence[dict[str, Any]]) -> list[int]:
    """Enter these wins and end the sheet; the scores."""
    entries = [{"t": "win", "deal": number, **deal} for number, deal in enumerate(deals, 1)]
    Device(site, device).add(sheet, key_of(page, sheet), *entries, {"t": "end"})
    return list(get(site, f"/sheets/{sheet}/state")["scores"])


def evening(page: Page, site: str, club: str) -> list[list[int]]:
    """Two sheets of an evening; their scores."""
    first = new_sheet(page, club, MEMBERS[:4], "Table 1")
    scores = [
        play(
            page,
            site,
            first,
            "handyaaa",
            [
                {"winner": 0, "source": 1, "points": 24, "hand": HAND, "fans": ["pure_straight"]},
                {"winner": 0, "source": None, "points": 8},
                {"winner": 2, "source": 0, "points": 12},
            ],
        )
    ]
    second = new_sheet(page, club, ["Dan", "莫愁", "Eve", "Ann"])
    scores.append(
        play(page, site, second, "handybbb", [{"winner": 1, "source": None, "points": 10}, {"winner": 2, "source": 1, "points": 30}])
    )
    page.locator(".to-club").click()
    page.wait_for_url(re.compile(f"/club/{club}"))
    view(page, "standings")
    return scores


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def standings(page: Page) -> list[tuple[str, str, str, str]]:
    """Rank, name, points and places of each row."""
    found = []
    for row in page.locator(".standings tbody tr").all():
        cells = [cell.inner_text() for cell in row.locator("td").all()]
        found.append((cells[0], row.locator(".name").inner_text().strip(), cells[1], row.locator("td.wide").first.inner_text()))
    return found


def test_a_club_evening_of_two_sheets_gives_standings_and_statistics(open_page: Open, site: str) -> None:
    page = open_page("/club")
    club = new_club(page)
    first, second = evening(page, site, club)
    expect(page.locator(".standings tbody tr")).to_have_count(6)
    points = {
        "莫愁": first[0] + second[1], "Ann": first[1] + second[3], "Bob": first[2], "Cleo": first[3], "Dan": second[0], "Eve": second[2],
    }  # fmt: skip
    shown = standings(page)
    assert {name.removesuffix(" guest"): value for _, name, value, _ in shown} == {name: signed(value) for name, value in points.items()}
    assert [name.removesuffix(" guest") for _, name, *_ in shown] == sorted(points, key=lambda name: -points[name])

    view(page, "evenings")
    expect(page.locator(".evening")).to_have_count(1)
    expect(page.locator(".club-sheet")).to_have_count(2)
    expect(page.locator('.club-sheet[data-over="true"]')).to_have_count(2)
    table = page.locator(".club-sheet").filter(has_text="Table 1")
    expect(table.locator(".points")).to_have_text([signed(value) for value in sorted(first, reverse=True)])

    view(page, "members")
    page.locator(".member-list a").filter(has_text="莫愁").click()
    expect(page.locator(".member-name")).to_have_text("莫愁")
    numbers = {
        stat: page.locator(f'.numbers [data-stat="{stat}"]')
        for stat in ("points", "deals", "wins", "self_drawn", "deal_ins", "average_win")
    }
    expect(numbers["points"].locator("strong")).to_have_text(signed(points["莫愁"]))
    expect(numbers["deals"].locator("strong")).to_have_text("5")
    expect(numbers["wins"]).to_contain_text("60.0 %")
    expect(numbers["wins"]).to_contain_text("3 of 5 deals")
    expect(numbers["self_drawn"]).to_contain_text("2 of 3 wins")
    expect(numbers["deal_ins"]).to_contain_text("2 of 5 deals")
    expect(numbers["average_win"].locator("strong")).to_have_text("14")
    expect(page.locator(".best-hand")).to_contain_text("24 points")
    expect(page.locator(".best-hand .tile")).to_have_count(14)
    expect(page.locator('.made [data-fan="pure_straight"]')).to_contain_text("1 hand")
    expect(page.locator(".points-chart circle")).to_have_count(2)
    shoot(page, "club-member", full=True)
    everyone_can_use(page)


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_every_view_of_a_club_is_accessible(open_page: Open, site: str, device: str, lang: str) -> None:
    page = open_page("/club", device, lang=lang)
    shoot(page, f"club-new-{device}-{lang}", full=True)
    everyone_can_use(page)
    club = new_club(page)
    evening(page, site, club)
    for name in VIEWS:
        view(page, name)
        if name == "evenings":
            page.locator("button.new-sheet").click()
        everyone_can_use(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            shoot(page, f"club-{name}-{device}-{lang}-{scheme}", full=True)


def test_a_small_phone_has_room_for_every_view_of_a_club(open_page: Open, site: str) -> None:
    page = open_page("/club", "phone")
    page.set_viewport_size({"width": 320, "height": 640})
    club = new_club(page, name="A club with a long name, for Wednesdays")
    evening(page, site, club)
    for large in (False, True):
        page.evaluate("(large) => document.documentElement.classList.toggle('large', large)", large)
        for name in VIEWS:
            view(page, name)
            assert page.evaluate("document.documentElement.scrollWidth") == 320, name
        view(page, "members")
        page.locator(".member-list a").first.click()
        expect(page.locator(".best-hand .tile")).to_have_count(14)
        assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_another_sheet_with_the_same_players_is_listed_in_the_club_too(open_page: Open, site: str) -> None:
    page = open_page("/club")
    club = new_club(page, members=MEMBERS[:4])
    sheet = new_sheet(page, club, MEMBERS[:4])
    play(page, site, sheet, "handyaaa", [{"winner": 0, "source": 1, "points": 24}])
    page.locator('.enter[data-open="end"]').click()  # when the page has received the end of the sheet
    page.locator(".again-next").click()
    page.wait_for_url(re.compile(f"/sheet/(?!{sheet})[a-z0-9]{{16}}"))
    page.locator(".to-club").click()
    expect(page.locator(".club-sheet")).to_have_count(2)
    expect(page.locator('.club-sheet[data-over="false"] .who')).to_have_text(["Ann", "Bob", "Cleo", "莫愁"])


def test_members_are_renamed_merged_and_leave_and_every_step_can_be_taken_back(open_page: Open) -> None:
    page = open_page("/club", "phone")
    new_club(page)

    def edit(name: str) -> Any:
        row = page.locator(".member-list > li").filter(has=page.locator(".who", has_text=name))
        if not row.locator(".actions").is_visible():
            row.locator("summary").click()
        return row

    page.once("dialog", lambda dialog: dialog.accept("Anna"))
    edit("Ann").locator(".rename").click()
    expect(page.locator(".member-list .who").nth(1)).to_have_text("Anna")
    page.once("dialog", lambda dialog: dialog.accept())
    edit("Cleo").locator(".leave").click()
    expect(page.locator(".member-list").nth(1).locator(".who")).to_have_text(["Cleo"])
    edit("Cleo").locator(".back").click()
    expect(page.locator(".member-list")).to_have_count(1)
    page.once("dialog", lambda dialog: dialog.accept())
    edit("Dan").locator(".merge").select_option(label="Bob")
    expect(page.locator(".member-list .who")).to_have_text(["莫愁", "Anna", "Bob", "Cleo"])


def test_standings_are_those_of_a_season(open_page: Open, site: str) -> None:
    page = open_page("/club")
    club = new_club(page, members=MEMBERS[:4])
    sheet = new_sheet(page, club, MEMBERS[:4])
    play(page, site, sheet, "handyaaa", [{"winner": 0, "source": 1, "points": 24}])
    page.goto(f"/club/{club}?view=members")
    for name, begins, ends in (("Old", "2020-01-01", "2020-12-31"), ("New", "2024-01-01", "")):
        if not page.locator("#season_name").is_visible():
            page.locator("summary").filter(has_text="A new season").click()
        page.fill("#season_name", name)
        page.fill("#season_begins", begins)
        page.fill("#season_ends", ends)
        page.locator(".season-form [type=submit]").click()
        expect(page.locator(".season-list")).to_contain_text(name)
    view(page, "standings")
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    page.select_option("#filter-season", label="Old")
    expect(page.locator(".standings")).to_have_count(0)
    expect(page).to_have_url(re.compile("season="))
    page.select_option("#filter-season", label="New")
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    page.go_back()
    expect(page.locator(".standings")).to_have_count(0)


def test_a_second_device_reads_the_club_and_edits_it_with_the_pin(open_page: Open) -> None:
    page, other = open_page("/club"), open_page("/club", "phone")
    club = new_club(page, pin=PIN)
    other.goto(f"/club/{club}?view=members")
    expect(other.locator(".member-list .who")).to_have_text(MEMBERS)
    expect(other.locator(".add-members, .member-edits")).to_have_count(0)
    view(other, "more")
    other.fill("#share-pin", PIN)
    other.locator(".unlock-form [type=submit]").click()
    expect(other.locator(".share-write")).to_be_visible()
    view(other, "members")
    other.fill("#add-members", "Fay")
    other.locator(".add-members [type=submit]").click()
    expect(page.locator(".member-list .who")).to_have_text([*MEMBERS, "Fay"])


def test_a_tournament_of_the_club_has_its_members_and_is_listed(open_page: Open, site: str) -> None:
    page = open_page("/club")
    club = new_club(page)
    view(page, "tournaments")
    page.locator(".new-tournament").click()
    expect(page.locator(".members .member")).to_have_count(5)
    page.locator(".members .member").filter(has_text="Dan").locator("input").uncheck()
    page.fill("#new-name", "Club cup")
    page.locator(".new-form [type=submit]").click()
    page.wait_for_url(re.compile(r"/tournament/[a-z0-9]{16}"))
    expect(page.locator("h1")).to_have_text("Club cup")
    state = get(site, f"/tournaments/{id_of(page)}/state")
    assert [player["name"] for player in state["players"]] == MEMBERS[:4]
    assert all(player["member"] for player in state["players"])
    page.goto(f"/club/{club}?view=tournaments")
    expect(page.locator("[data-tournament]")).to_contain_text(["Club cup"])


def test_a_club_is_exported_and_imported_and_its_tables_are_downloaded(open_page: Open, site: str, tmp_path: Path, watch: Watch) -> None:
    page = open_page("/club")
    club = new_club(page)
    evening(page, site, club)
    view(page, "more")
    with page.expect_download() as download:
        page.locator(".export").click()
    file = tmp_path / "club.json"
    download.value.save_as(file)
    with page.expect_download() as download:
        page.locator('.files .csv[data-table="standings"]').click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_bytes().decode("utf-8-sig"))))
    assert any("莫愁" in row for row in rows)
    other = open_page("/club", "phone")
    other.locator("#club-copy").check()
    other.set_input_files("#club-file", file)
    other.wait_for_url(re.compile(r"/club/[a-z0-9]{16}"))
    assert id_of(other) != club
    expect(other.locator(".standings tbody tr")).to_have_count(6)
    watch.expected.append("400 (Bad Request)")
    file.write_text(file.read_text("utf-8").replace("Cleo", "Clea"), "utf-8")
    other.goto("/club")
    other.set_input_files("#club-file", file)
    expect(other.locator("#toast.shown")).to_be_visible()
    expect(other).to_have_url(re.compile("/club$"))


def test_without_a_network_the_club_is_shown_as_it_was_and_changes_are_sent_later(own_site: Any) -> None:
    site = own_site("phone", "en")
    page = site.page
    installed(page)
    club = new_club(page)
    site.stop()
    page.goto(f"/club/{club}?view=members")
    expect(page.locator(".member-list .who")).to_have_text(MEMBERS)
    expect(page.locator(".old-state")).to_contain_text("The server does not answer: this is how it was at")
    expect(page.locator(".document-status")).to_have_attribute("data-status", "offline")
    page.fill("#add-members", "Fay")
    page.locator(".add-members [type=submit]").click()
    expect(page.locator(".unsent")).to_have_text("1 change is on this device only")
    everyone_can_use(page)
    page.goto("/club")
    expect(page.locator(".document-list a")).to_contain_text(["Wednesday Club"])
    page.goto("/tournament/abcdefghjkmnpqrs")
    expect(page.locator(".problem")).to_contain_text("The server computes standings, and it does not answer now.")
    page.goto(f"/club/{club}?view=members")
    expect(page.locator(".unsent")).to_be_visible()
    site.start()
    expect(page.locator(".member-list .who")).to_have_text([*MEMBERS, "Fay"])
    expect(page.locator(".old-state, .unsent")).to_have_count(0)
