"""Tournaments: from the draw to the prize list, on several screens and on paper."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot
from tests.web.documents import Device, get, id_of, key_of, saved, view
from tests.web.table import everyone_can_use

NAMES = [f"{letter}{number}" for letter in "ABCD" for number in range(1, 5)]
PIN = "2468"
STANDARD = (4, 2, 1, 0)
VIEWS = ("rounds", "standings", "players", "draw", "timer", "slips", "more")


def new_tournament(page: Page, name: str = "Spring Open", names: Sequence[str] = NAMES, rounds: int = 5, **more: str) -> str:
    """Make a tournament with the form; its id."""
    page.goto("/tournament")
    page.wait_for_selector(".new-form #new-book option:nth-child(2)", state="attached")
    page.fill("#new-name", name)
    page.select_option("#new-book", more.pop("rules", "guobiao"))
    page.fill("#new-rounds", str(rounds))
    page.fill("#new-players", "\n".join(names))
    for field, value in more.items():
        if field in ("system", "length"):
            page.select_option(f"#new-{field}", value)
        else:
            page.fill(f"#new-{field}", value)
    page.locator(".new-form [type=submit]").click()
    page.wait_for_url(re.compile(r"/tournament/[a-z0-9]{16}"))
    expect(page.locator("h1")).to_have_text(name)
    return id_of(page)


def draw(page: Page, seed: int | None = None) -> None:
    """Draw, or draw again."""
    view(page, "draw")
    if seed is not None:
        if not page.locator("#draw-seed").is_visible():
            page.locator(".draw-form summary").click()
        page.fill("#draw-seed", str(seed))
    page.locator(".draw-form [type=submit]").click()
    expect(page.locator(".quality")).to_be_visible()


def go_to_round(page: Page, round: int) -> None:
    page.locator(f'.round-chooser a[data-round="{round}"]').click()
    expect(page.locator(f'.round-chooser a[data-round="{round}"]')).to_have_attribute("aria-current", "true")


def card(page: Page, table: int) -> Any:
    return page.locator(f'.tournament-table[data-table="{table}"]')


def enter(page: Page, round: int, table: int, points: Sequence[int], rest: bool = False) -> None:
    """Type the result of a table; with `rest` the last field stays empty, and follows."""
    one = card(page, table)
    one.locator(".enter").click()
    for place, value in enumerate(points):
        if not (rest and place == 3):
            page.fill(f"#result-{round}-{table}-{place}", str(value))
    if rest:
        page.fill(f"#result-{round}-{table}-3", "")
    one.locator(".result-form [type=submit]").click()
    expect(one.locator(".result-form")).to_have_count(0)
    expect(one).to_have_attribute("data-state", "done")
    expect(one.locator(".points")).to_have_text([signed(value) for value in points])


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def some_points(random: Random) -> list[int]:
    """Four results that add up to nothing; now and then two are equal."""
    points = [random.randint(-120, 120) for _ in range(3)]
    if random.random() < 0.4:
        points[1] = points[0]
    return [*points, -sum(points)]


def seated(site: str, tournament: str) -> dict[tuple[int, int], list[str]]:
    """The names at each table of each round."""
    state = get(site, f"/tournaments/{tournament}/state")
    names = {player["id"]: player["name"] for player in state["players"]}
    return {
        (one["round"], table["table"]): [names[player] for player in table["players"]] for one in state["rounds"] for table in one["tables"]
    }


def standard_points(points: Sequence[float]) -> list[Fraction]:
    """Four, two, one and nothing; those who are equal share."""
    found = []
    for own in points:
        first, equal = sum(other > own for other in points), points.count(own)
        found.append(Fraction(sum(STANDARD[first : first + equal]), equal))
    return found


def expected_standings(
    tables: dict[tuple[int, int], list[str]], results: dict[tuple[int, int], Sequence[int]], penalties: dict[str, int]
) -> list[tuple[int, str, str, str, str]]:
    """Rank, name, total, points and places, computed here."""
    total = {name: Fraction(penalties.get(name, 0)) for name in NAMES}
    points = dict.fromkeys(NAMES, 0)
    places = {name: [0, 0, 0, 0] for name in NAMES}
    for where, names in tables.items():
        for name, own, earned in zip(names, results[where], standard_points(results[where]), strict=True):
            total[name] += earned
            points[name] += own
            places[name][sum(other > own for other in results[where])] += 1
    keys = {name: (total[name], points[name], *places[name][:3]) for name in NAMES}
    rows = []
    for name in NAMES:
        rank = 1 + sum(other > keys[name] for other in keys.values())
        rows.append((rank, name, decimal(total[name]), signed(points[name]), "-".join(map(str, places[name]))))
    return sorted(rows)


def decimal(number: Fraction) -> str:
    return f"{float(round(number, 2)):g}".replace("-", "−")


def shown_standings(page: Page) -> list[tuple[int, str, str, str, str]]:
    rows = page.locator(".standings").first.locator("tbody tr").all()
    found = []
    for row in rows:
        rank, total, points, places = (row.locator(f".{name}").inner_text() for name in ("rank", "total", "table-points", "places"))
        found.append((int(rank), row.locator(".name").inner_text().split("\n")[0].strip(), total, points, places))
    return sorted(found)


def sheet_of(page: Page, table: int) -> str:
    return str(card(page, table).locator(".to-sheet").get_attribute("href")).rpartition("/")[2]


def play_sheet(page: Page, device: Device, sheet: str, wins: Sequence[tuple[int, int | None, int]]) -> list[int]:
    """Play a sheet on the phone of its table, and end it; the scores."""
    key = key_of(page, sheet)
    deals = [{"t": "win", "deal": n, "winner": w, "source": s, "points": p} for n, (w, s, p) in enumerate(wins, 1)]
    device.add(sheet, key, *deals, {"t": "end"})
    return list(get(device.site, f"/sheets/{sheet}/state")["scores"])


def test_sixteen_players_play_five_rounds_from_the_draw_to_the_prize_list(open_page: Open, site: str) -> None:
    random = Random(16)
    page = open_page("/tournament")
    tournament = new_tournament(page, pin=PIN)
    expect(page.locator(".draw-form p").first).to_contain_text("16 players at 4 tables")
    draw(page, seed=5)
    expect(page.locator(".quality .lead")).to_have_text("Everybody meets everybody else exactly once.")
    tables = seated(site, tournament)
    assert len(tables) == 20
    results: dict[tuple[int, int], Sequence[int]] = {}

    # the first round is typed; one result was wrong, and is corrected
    view(page, "rounds")
    for table in range(1, 5):
        results[1, table] = some_points(random)
        enter(page, 1, table, results[1, table], rest=table % 2 == 0)
    go_to_round(page, 1)
    results[1, 3] = [88, -8, -24, -56]
    enter(page, 1, 3, results[1, 3])

    # the second is on sheets
    go_to_round(page, 2)
    page.locator(".view-rounds .open-sheets").click()
    device = Device(site, "handyaaa")
    for table in range(1, 5):
        expect(card(page, table)).to_have_attribute("data-state", "sheet")
        wins = [(random.randrange(4), None, random.randint(8, 64)) for _ in range(3)]
        results[2, table] = play_sheet(page, device, sheet_of(page, table), wins)
    page.reload()
    go_to_round(page, 2)
    for table in range(1, 5):
        expect(card(page, table)).to_have_attribute("data-state", "done")
        expect(card(page, table).locator(".table-state")).to_have_text("from the sheet")
        expect(card(page, table).locator(".points")).to_have_text([signed(value) for value in results[2, table]])

    for round in range(3, 6):
        go_to_round(page, round)
        for table in range(1, 5):
            results[round, table] = some_points(random)
            enter(page, round, table, results[round, table], rest=True)

    # a penalty
    view(page, "players")
    page.select_option("#penalty-penalised", label="B2")
    page.select_option("#penalty-penalty_round", "4")
    page.fill("#penalty-penalty", "-1")
    page.fill("#penalty-note", "late")
    page.locator(".penalty-form [type=submit]").click()
    expect(page.locator(".penalty-list li")).to_contain_text(["B2"])

    view(page, "standings")
    expected = expected_standings(tables, results, {"B2": -1})
    expect(page.locator(".standings tbody tr")).to_have_count(16)
    assert shown_standings(page) == expected
    page.locator('.chips [data-after="2"]').click()
    expect(page.locator("h2").first).to_have_text("Standings after round 2")

    view(page, "more")
    expect(page.locator(".view-more .finish")).to_be_visible()
    page.locator(".finish").click()
    view(page, "standings")
    prizes = page.locator(".prizes li")
    best = [(rank, name) for rank, name, *_ in expected if rank <= 3]
    for rank, name in best:
        expect(prizes.filter(has_text=name).first).to_have_attribute("data-rank", str(rank))
    shoot(page, "tournament-prizes", full=True)
    everyone_can_use(page)


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_every_view_of_a_tournament_is_accessible(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/tournament", device, lang=lang)
    shoot(page, f"tournament-new-{device}-{lang}", full=True)
    everyone_can_use(page)
    new_tournament(page, names=NAMES[:9], rounds=3)
    draw(page)
    view(page, "rounds")
    enter(page, 1, 1, [24, 8, -8, -24])
    card(page, 2).locator(".enter").click()
    for name in VIEWS:
        view(page, name)
        everyone_can_use(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            shoot(page, f"tournament-{name}-{device}-{lang}-{scheme}", full=True)


def test_the_fourth_result_follows_and_the_four_must_add_up_to_nothing(open_page: Open) -> None:
    page = open_page("/tournament", "phone")
    new_tournament(page, names=NAMES[:4], rounds=1)
    draw(page)
    view(page, "rounds")
    one = card(page, 1)
    one.locator(".enter").click()
    expect(page.locator("#result-1-1-0")).to_be_focused()
    save = one.locator(".result-form [type=submit]")
    for place, text in enumerate(("30", "－10", "5")):
        page.fill(f"#result-1-1-{place}", text)
    expect(page.locator("#result-1-1-3")).to_have_attribute("placeholder", "−25")
    expect(save).to_be_enabled()
    page.fill("#result-1-1-3", "25")
    expect(one.locator(".sum")).to_have_text("They add up to +50; it must be 0.")
    expect(save).to_be_disabled()
    one.locator(".sign").nth(3).click()
    expect(one.locator(".sum")).to_contain_text("They add up to 0.")
    page.fill("#result-1-1-0", "3o")
    expect(one.locator(".sum")).to_have_text("Only whole numbers, please.")
    expect(save).to_be_disabled()
    page.fill("#result-1-1-0", "30")
    page.locator("#result-1-1-3").press("Enter")
    expect(one.locator(".points")).to_have_text(["+30", "−10", "+5", "−25"])
    expect(one.locator(".enter")).to_be_focused()
    one.locator(".take-back").click()
    expect(one).to_have_attribute("data-state", "open")


def test_two_results_of_a_table_are_a_conflict_until_one_is_chosen(open_page: Open, site: str) -> None:
    page = open_page("/tournament")
    tournament = new_tournament(page, names=NAMES[:8], rounds=1)
    draw(page)
    view(page, "rounds")
    enter(page, 1, 1, [10, 0, 0, -10])
    key = key_of(page, tournament)
    [first] = [entry["id"] for entry in get(site, f"/documents/{tournament}")["entries"] if entry["t"] == "result"]
    correction = {"t": "result", "round": 1, "table": 1, "replaces": first}
    Device(site, "handyaaa").add(tournament, key, {**correction, "points": [20, 0, 0, -20]})
    Device(site, "handybbb").add(tournament, key, {**correction, "points": [30, 0, 0, -30]})
    one = card(page, 1)
    expect(one).to_have_attribute("data-state", "conflict")
    expect(page.locator("#announcer")).to_have_text("results contradict")
    expect(one.locator(".conflict li .tabular")).to_have_text(["+20 / 0 / 0 / −20", "+30 / 0 / 0 / −30"])
    expect(page.locator(".missing li")).to_have_text(["Round 1, table 1: results contradict"])
    everyone_can_use(page)
    one.locator(".conflict li").nth(1).locator(".keep-result").click()
    expect(one).to_have_attribute("data-state", "done")
    expect(one.locator(".points")).to_have_text(["+30", "0", "0", "−30"])
    expect(page.locator(".missing")).to_have_count(0)

    # what was corrected does not count again when its correction is taken back
    result = {"t": "result", "round": 1, "table": 2}
    other = Device(site, "handyccc")
    [wrong] = other.add(tournament, key, {**result, "points": [1, 0, 0, -1]})
    other.add(tournament, key, {**result, "points": [2, 0, 0, -2], "replaces": wrong}, {**result, "points": [3, 0, 0, -3]})
    two = card(page, 2)
    expect(two.locator(".conflict li .tabular")).to_have_text(["+2 / 0 / 0 / −2", "+3 / 0 / 0 / −3"])
    two.locator(".conflict li").nth(1).locator(".keep-result").click()
    expect(two).to_have_attribute("data-state", "done")
    expect(two.locator(".points")).to_have_text(["+3", "0", "0", "−3"])
    saved(page)
    assert get(site, f"/tournaments/{tournament}/state")["missing"] == []


def test_who_withdraws_is_drawn_no_more_and_who_comes_late_is(open_page: Open, site: str) -> None:
    page = open_page("/tournament")
    tournament = new_tournament(page, names=NAMES[:9], rounds=3)
    draw(page)
    before = seated(site, tournament)
    view(page, "rounds")
    for table in (1, 2):
        enter(page, 1, table, [12, 4, -4, -12])
    view(page, "players")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".player-list li").filter(has_text="A1").locator(".withdraw").click()
    expect(page.locator(".player-list li").filter(has_text="A1")).to_contain_text("withdrawn from round 2 on")
    page.fill("#add-players", "Z1\n2. Z2")
    page.locator(".add-players [type=submit]").click()
    expect(page.locator(".player-list li").filter(has_text="Z2")).to_be_visible()
    saved(page)
    view(page, "draw")
    expect(page.locator("#draw-from")).to_have_value("2")
    page.locator(".draw-form [type=submit]").click()
    expect(page.locator(".drawn-round").nth(1).locator("tbody")).to_contain_text("Z")
    after = seated(site, tournament)
    assert {where: names for where, names in after.items() if where[0] == 1} == {
        where: names for where, names in before.items() if where[0] == 1
    }
    later = [names for where, names in after.items() if where[0] > 1]
    assert not any("A1" in names for names in later)
    for late in ("Z1", "Z2"):
        assert any(late in names for names in later)


def left(page: Page) -> int:
    """The seconds that a screen shows."""
    minutes, seconds = page.locator(".digits").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_the_timer_is_the_same_on_two_screens(open_page: Open) -> None:
    """Time goes on while the test runs: up to half a minute is allowed for a busy machine."""
    hall, phone = screens = open_page("/tournament"), open_page("/tournament", "phone")
    for page in screens:
        page.clock.install(time=datetime(2026, 5, 1, 14))
    tournament = new_tournament(hall, names=NAMES[:8], rounds=2, minutes="20")
    draw(hall)
    phone.goto(f"/tournament/{tournament}?view=timer")
    view(hall, "timer")

    def both(phase: str) -> None:
        for page in screens:
            expect(page.locator(".digits")).to_have_attribute("data-phase", phase)

    def forward(minutes: float) -> None:
        for page in screens:
            page.clock.fast_forward(round(minutes * 60_000))

    both("ready")
    assert [left(page) for page in screens] == [1200, 1200]
    expect(phone.locator(".toggle")).to_have_count(0)
    hall.keyboard.press("Space")
    both("running")
    forward(5)
    assert all(870 <= left(page) <= 900 for page in screens)
    hall.keyboard.press("Space")
    both("paused")
    paused = [left(page) for page in screens]
    assert paused[0] == paused[1]
    forward(2)
    assert [left(page) for page in screens] == paused
    hall.keyboard.press("-")
    for page in screens:
        expect(page.locator(".digits")).to_have_text(f"{(paused[0] - 60) // 60:02}:{paused[0] % 60:02}")
    hall.keyboard.press("Space")
    both("running")
    forward(0.1)
    forward(9)
    both("last")
    for page in screens:
        expect(page.locator("#announcer")).to_have_text("Five minutes left")
    everyone_can_use(phone)
    shoot(hall, "tournament-timer-last")
    forward(5)
    both("up")
    for page in screens:
        expect(page.locator("#announcer")).to_have_text("Time is up")


def test_a_second_device_reads_and_with_the_pin_enters_results(open_page: Open, watch: Watch) -> None:
    watch.expected.append("403 (Forbidden)")
    page, other = open_page("/tournament"), open_page("/tournament", "phone")
    tournament = new_tournament(page, names=NAMES[:8], rounds=2, pin=PIN)
    draw(page)
    other.goto(f"/tournament/{tournament}")
    expect(other.locator(".tournament-table")).to_have_count(4 // 2)
    expect(other.locator(".read-only")).to_be_visible()
    expect(other.locator(".enter, .open-sheet")).to_have_count(0)
    everyone_can_use(other)
    view(page, "rounds")
    enter(page, 1, 1, [40, 10, -20, -30])
    expect(card(other, 1).locator(".points")).to_have_text(["+40", "+10", "−20", "−30"])

    other.locator(".to-pin").click()
    other.fill("#share-pin", "1111")
    other.locator(".unlock-form [type=submit]").click()
    expect(other.locator(".unlock-form .problem")).to_be_visible()
    other.fill("#share-pin", PIN)
    other.locator(".unlock-form [type=submit]").click()
    expect(other.locator(".share-write")).to_be_visible()
    view(other, "rounds")
    enter(other, 1, 2, [5, 5, -5, -5])
    expect(card(page, 2).locator(".points")).to_have_text(["+5", "+5", "−5", "−5"])
    expect(card(page, 2).locator(".earned")).to_have_text(["3", "3", "0.5", "0.5"])


def test_slips_and_standings_are_printed_and_the_code_of_a_slip_leads_to_its_sheet(open_page: Open, site: str) -> None:
    page = open_page("/tournament")
    tournament = new_tournament(page, names=NAMES, rounds=2)
    draw(page)
    view(page, "slips")
    expect(page.locator(".slip")).to_have_count(4)
    assert page.locator(".slip").first.get_attribute("data-link") == f"{site}/tournament/{tournament}?round=1"
    page.locator(".view-slips .open-sheets").click()
    expect(page.locator('.slip[data-table="4"]')).to_have_attribute("data-link", re.compile(r"/sheet/[a-z0-9]{16}#key="))
    code = zxingcpp.read_barcode(Image.open(BytesIO(page.locator('.slip[data-table="2"] .qr').screenshot())))
    assert code is not None
    assert code.text == page.locator('.slip[data-table="2"]').get_attribute("data-link")
    assert len(pdf_pages(page)) == 2, "three slips on a page"
    page.locator(".all-rounds").click()
    expect(page.locator(".slip")).to_have_count(8)
    assert len(pdf_pages(page)) == 3
    page.emulate_media(media="print")
    for hidden in (".bar", ".view-tabs", ".view-slips .actions"):
        expect(page.locator(hidden).first).not_to_be_visible()
    page.set_viewport_size({"width": 718, "height": 1040})  # an A4 page within its margins
    expect(page.locator(".slip").first.locator(".wind")).to_contain_text(["東E", "南S", "西W", "北N"])
    cut = page.locator(".slip").evaluate_all("(slips) => slips.filter((one) => one.scrollHeight > one.clientHeight).length")
    assert cut == 0, "a slip is as high as what is on it"
    shoot(page, "tournament-slips-print", full=True)
    page.emulate_media(media="null")
    view(page, "standings")
    assert len(pdf_pages(page)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".standings tbody tr")).to_have_count(16)
    shoot(page, "tournament-standings-print", full=True)


def pdf_pages(page: Page) -> list[bytes]:
    return re.findall(rb"/Type /Page\b", page.pdf(format="A4", prefer_css_page_size=True))


def test_the_tables_are_downloaded_as_csv(open_page: Open) -> None:
    page = open_page("/tournament")
    new_tournament(page, names=[*NAMES[:7], '=1+1 "x"'], rounds=1)
    draw(page)
    view(page, "rounds")
    for table in (1, 2):
        enter(page, 1, table, [12, 4, -4, -12])
    saved(page)
    view(page, "more")
    rows = {}
    for name in ("standings", "results", "draw"):
        with page.expect_download() as download:
            page.locator(f'.files .csv[data-table="{name}"]').click()
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(b"\xef\xbb\xbf")
        rows[name] = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(rows["standings"]) == 9
    assert any("'=1+1" in cell for row in rows["standings"] for cell in row), "no formula for a spreadsheet"
    assert len(rows["draw"]) > 2
    assert len(rows["results"]) > 2


def test_an_exported_tournament_is_imported_as_a_copy_and_a_wrong_file_is_refused(open_page: Open, watch: Watch, tmp_path: Path) -> None:
    page = open_page("/tournament")
    tournament = new_tournament(page, names=NAMES[:4], rounds=1)
    draw(page)
    view(page, "rounds")
    enter(page, 1, 1, [12, 4, -4, -12])
    saved(page)
    view(page, "more")
    with page.expect_download() as download:
        page.locator(".export").click()
    file = tmp_path / "tournament.json"
    download.value.save_as(file)

    other = open_page("/tournament", "phone")
    content = json.loads(file.read_text("utf-8"))
    content["entries"][0]["name"] = "forged"
    (tmp_path / "wrong.json").write_text(json.dumps(content), "utf-8")
    watch.expected.append("400 (Bad Request)")
    other.set_input_files("#tournament-file", tmp_path / "wrong.json")
    expect(other.locator("#toast.shown")).to_be_visible()
    expect(other).to_have_url(re.compile("/tournament$"))
    other.locator("#tournament-copy").check()
    other.set_input_files("#tournament-file", file)
    other.wait_for_url(re.compile(r"/tournament/[a-z0-9]{16}"))
    expect(other.locator("h1")).to_have_text("Spring Open")
    assert id_of(other) != tournament
    view(other, "standings")
    expect(other.locator(".standings tbody .total")).to_have_text(["4", "2", "1", "0"])
    expect(other.locator(".read-only")).to_have_count(0)


def test_without_a_network_a_result_is_kept_on_the_device_and_sent_later(open_page: Open, watch: Watch, site: str) -> None:
    watch.expected.append("net::ERR")
    page = open_page("/tournament")
    tournament = new_tournament(page, names=NAMES[:4], rounds=1)
    draw(page)
    view(page, "rounds")
    saved(page)
    page.context.set_offline(True)
    one = card(page, 1)
    one.locator(".enter").click()
    for place, points in enumerate((9, 3, -3)):
        page.fill(f"#result-1-1-{place}", str(points))
    one.locator(".result-form [type=submit]").click()
    expect(page.locator(".document-status")).to_have_attribute("data-status", "offline")
    expect(page.locator(".unsent")).to_contain_text("1 change")
    page.context.set_offline(False)
    expect(one).to_have_attribute("data-state", "done")
    expect(one.locator(".points")).to_have_text(["+9", "+3", "−3", "−9"])
    assert [entry["points"] for entry in get(site, f"/documents/{tournament}")["entries"] if entry["t"] == "result"] == [[9, 3, -3, -9]]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("1. 张三\n2、李四\n\n 王五 ", ["张三", "李四", "王五"]),
        ("张三，李四、王五;赵六", ["张三", "李四", "王五", "赵六"]),
        ("Ann\tReds\nBob\tBlues", ["Ann/Reds", "Bob/Blues"]),
        ("3\tCy\nx" + "y" * 60, ["Cy", "x" + "y" * 39]),
    ],
    ids=["numbers", "commas", "teams", "long"],
)
def test_a_pasted_list_of_players_is_read(open_page: Open, typed: str, names: list[str]) -> None:
    page = open_page("/tournament")
    read = page.evaluate(
        """async (typed) => {
            const {readPlayers} = await import("/static/tournament/player-list.js");
            return readPlayers(typed).map(({name, team}) => (team ? `${name}/${team}` : name));
        }""",
        typed,
    )
    assert read == names


def test_a_tournament_that_is_deleted_is_gone_for_everybody(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404 (Not Found)")
    page, other = open_page("/tournament"), open_page("/tournament", "phone")
    tournament = new_tournament(page, names=NAMES[:4], rounds=1)
    other.goto(f"/tournament/{tournament}")
    expect(other.locator("h1")).to_have_text("Spring Open")
    view(page, "more")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".share .delete").click()
    page.wait_for_url(re.compile("/tournament$"))
    expect(page.locator(".new-form")).to_be_visible()
    expect(page.locator(".document-list")).to_have_count(0)
    page.goto(f"/tournament/{tournament}")
    expect(page.locator(".problem")).to_be_visible()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_small_phone_has_room_for_every_view(open_page: Open, lang: str) -> None:
    page = open_page("/tournament", "phone", lang=lang)
    page.set_viewport_size({"width": 320, "height": 640})
    names = [f"{name} Featherstonehaugh" for name in NAMES[:9]]
    new_tournament(page, name="A tournament with a long name, in Spring", names=names, rounds=3)
    draw(page)
    view(page, "rounds")
    card(page, 1).locator(".enter").click()
    for large in (False, True):
        page.evaluate("(large) => document.documentElement.classList.toggle('large', large)", large)
        for name in VIEWS:
            view(page, name)
            assert page.evaluate("document.documentElement.scrollWidth") == 320, name
            shoot(page, f"tournament-{name}-small-{lang}", full=True)
