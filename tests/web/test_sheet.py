"""The score sheet on one phone: entering hands, correcting them, and what follows from them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.club.entries import FIELDS
from quepu.rules import BOOKS
from tests.sizes import variants
from tests.web.conftest import Open, shoot, shown
from tests.web.sheet import (
    NAMES,
    TILES,
    build_hand,
    choose,
    confirm,
    enter_draw,
    enter_penalty,
    enter_win,
    entries,
    id_of,
    more,
    open_deal,
    press,
    saved,
    scores,
    server_state,
    start_sheet,
    type_points,
    wait_for_scores,
)
from tests.web.table import everyone_can_use

AFTER: dict[str, list[list[int]]] = {
    "lingque28": [[-24, 96, -24, -48], [30, 78, -42, -66], [-50, 78, 38, -66], [-40, 88, 48, -96]],
    "lingque26": [[-24, 96, -24, -48], [30, 78, -42, -66], [-50, 78, 38, -66], [-40, 88, 48, -96]],
    "guobiao": [[-8, 48, -8, -32], [52, 28, -28, -52], [24, 20, 16, -60], [32, 28, 24, -84]],
    "guobiao98": [[-8, 48, -8, -32], [52, 28, -28, -52], [24, 20, 16, -60], [32, 28, 24, -84]],
    "woodshole": [[-48, 96, -24, -24], [0, 72, -36, -36], [-20, 52, 44, -76], [-10, 62, 54, -106]],
}
"""Computed by hand: after Ben's 24 on Dimitri's tile, Ann's self-draw of 12, Cleo's 20 on Ann's tile (in 灵雀 Ann gave five tiles), and the
first suggested penalty for Dimitri."""


COUNT_TAPS = """() => {
    window.taps = 0;
    const isTap = (event) => event.isTrusted && event.target.matches("button, button *, input");
    addEventListener("click", (event) => { if (isTap(event)) window.taps++; }, true);
}"""


@pytest.mark.parametrize("rules", BOOKS)
def test_a_whole_evening_by_touch(open_page: Open, site: str, rules: str) -> None:
    """Four rounds: first with everything that a hand can have, then on to the end."""
    page = open_page("/sheet", "phone", lang="zh" if rules.startswith("lingque") else "en")
    id = start_sheet(page, rules)
    liable = rules.startswith("lingque")
    enter_win(page, 1, 3, 24)
    wait_for_scores(page, AFTER[rules][0])
    enter_win(page, 0, None, 12)
    wait_for_scores(page, AFTER[rules][1])
    enter_draw(page)
    wait_for_scores(page, AFTER[rules][1])
    enter_win(page, 2, 0, 20, given={0: 5} if liable else None)
    wait_for_scores(page, AFTER[rules][2])
    enter_penalty(page, 3)
    wait_for_scores(page, AFTER[rules][3])
    enter_win(page, 3, None, 30, flowers=2)
    build_hand(page, 0, 2)
    enter_win(page, 1, None, 16)
    _correct_points(page, 2, 18)
    open_deal(page, 7)
    press(page, ".do-undo")
    expect(page.locator(".deal")).to_have_count(6)
    _redo_last_hand(page)
    shown = _play_to_the_end(page)
    saved(page)
    state = server_state(site, id)
    assert scores(page) == state["scores"]
    assert [deal["kind"] for deal in state["deals"][:7]] == ["win", "win", "draw", "win", "win", "win", "win"]
    assert [(deal["seats"], deal["dealer"]) for deal in state["deals"][7:]] == shown
    assert {deal["round"] for deal in state["deals"]} == {0, 1, 2, 3}
    assert (state["deals"][1]["points"], state["deals"][4]["points"]) == (
        18,
        {"lingque28": 34, "lingque26": 34, "woodshole": 30}.get(rules, 32),
    )
    assert (state["over"], state["ended"], state["conflicts"], state["ignored"]) == (True, False, [], [])
    press(page, ".sheet-actions [data-open=end]")
    _shows_the_result(page, state)
    shoot(page, f"sheet-end-{rules}")
    press(page, ".end-now")
    expect(page.locator(".go-on")).to_be_visible()
    saved(page)
    assert server_state(site, id)["ended"] is True


def _play_to_the_end(page: Page) -> list[tuple[list[int], int]]:
    """Enter hands until the last round is over; who sat at 東南西北 in each of them and who dealt, as the page showed it."""
    found = []
    while not page.locator(".over-words").count():
        found.append(_seated(page))
        if len(found) % 3:
            enter_draw(page)
        else:
            enter_win(page, len(found) % 4, None, 10)
        expect(page.locator(".deal")).to_have_count(7 + len(found))
    expect(page.locator(".over-words")).to_be_visible()
    return found


def _seated(page: Page) -> tuple[list[int], int]:
    """The players at 東南西北, and the dealer."""
    winds = [page.locator(f'.seat[data-player="{player}"] .wind-of').inner_text()[0] for player in range(4)]
    dealer = page.locator(".seat:has(.seat-dealer)").get_attribute("data-player")
    return [winds.index(wind) for wind in "東南西北"], int(str(dealer))


def _correct_points(page: Page, number: int, points: int) -> None:
    """Correct the points of a hand."""
    open_deal(page, number)
    press(page, ".do-correct")
    while page.locator("#points").input_value():
        press(page, "[data-digit=erase]")
    type_points(page, points)
    confirm(page)


def _redo_last_hand(page: Page) -> None:
    """In the history, make the hand count again that was undone last."""
    press(page, "[data-view=history]")
    press(page, ".history-entry[data-fate=undone] .redo")
    press(page, "[data-view=hands]")
    expect(page.locator(".deal")).to_have_count(7)


def _shows_the_result(page: Page, state: dict[str, Any]) -> None:
    """The ranking, the reduced scores where the book has them, and the payments between players are those of the server."""
    ranking = page.locator(".ranking tbody tr")
    found = {int(str(row.get_attribute("data-player"))): int(row.locator(".rank").inner_text()) for row in ranking.all()}
    assert [found[player] for player in range(4)] == state["final"]["ranks"]
    reduced = state["final"]["reduced"]
    expect(page.locator("td.reduced")).to_have_count(4 if reduced else 0)
    if reduced:
        shown = {int(str(row.get_attribute("data-player"))): row.locator(".reduced").inner_text() for row in ranking.all()}
        assert [float(shown[player].replace("−", "-")) for player in range(4)] == [round(score, 3) for score in reduced]
    expect(page.locator(".transfers li")).to_have_count(len(state["final"]["transfers"]))
    for line, transfer in zip(page.locator(".transfers li").all(), state["final"]["transfers"], strict=True):
        assert line.inner_text().startswith(f"{NAMES[transfer['from']]} → {NAMES[transfer['to']]}")
        assert str(transfer["points"]) in line.inner_text()


def test_a_plain_hand_takes_three_taps_besides_the_digits(open_page: Open) -> None:
    page = open_page("/sheet", "phone")
    start_sheet(page)
    page.evaluate(COUNT_TAPS)
    enter_win(page, 2, 0, 8)
    assert page.evaluate("window.taps") == 4  # one of them is the digit
    wait_for_scores(page, [-16, -8, 32, -8])


def test_points_below_the_minimum_are_a_warning_and_not_refused(open_page: Open) -> None:
    page = open_page("/sheet", "phone")
    start_sheet(page)
    press(page, ".enter")
    expect(page.locator(".confirm")).to_be_disabled()
    choose(page, "winner", 0)
    choose(page, "source", 1)
    expect(page.locator("#points-note")).to_have_text("Minimum 8")
    type_points(page, 5)
    expect(page.locator("#points-note")).to_contain_text("Below the minimum of 8")
    assert page.locator(".preview b").all_inner_texts() == ["+29", "−13", "−8", "−8"]
    confirm(page)
    wait_for_scores(page, [29, -13, -8, -8])


def test_a_built_hand_keeps_its_tiles(open_page: Open, site: str) -> None:
    """It is scored for the seat, the round and the tile of the deal, and leads to the hand page and to a picture."""
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    enter_draw(page)
    build_hand(page, 0, None)
    saved(page)
    entry = entries(site, id)[-1]
    assert entry["hand"] == "123456789m55p55s +5s | self seat=N"
    assert "pure_straight" in entry["fans"]
    deal = open_deal(page, 2)
    expect(deal.locator(".deal-hand use")).to_have_count(len(TILES))
    with page.expect_download() as saving:
        deal.locator(".hand-picture").click()
    assert saving.value.suggested_filename == "quepu.png"
    press(page, ".panel-close")
    press(page, "[data-view=statistics]")
    expect(page.locator(".fan-counts li")).to_have_count(len(entry["fans"]))
    press(page, "[data-view=hands]")
    open_deal(page, 2).locator("a.button").click()
    shown(page, entry["hand"], "guobiao")
    assert page.locator(".result .points strong").first.inner_text() == str(entry["points"])


def test_a_built_hand_is_corrected_with_its_tiles(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    build_hand(page, 0, 1)
    press(page, ".correct-last")
    expect(page.locator(".tray .held")).to_have_count(14)
    expect(page.locator(".built-points")).to_be_visible()
    press(page, ".who > summary")
    choose(page, "source", "self")
    expect(page.locator(".preview li.gain")).to_have_count(1)
    expect(page.locator(".built-points")).to_be_visible()
    confirm(page)
    saved(page)
    first, second = entries(site, id)[1:]
    assert second["replaces"] == first["id"]
    assert second["hand"] == first["hand"] + " | self"
    assert second["points"] > first["points"]
    assert server_state(site, id)["replaced"] == [first["id"]]


def test_a_forgotten_hand_is_inserted_before_another(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    enter_win(page, 1, 0, 10)
    enter_win(page, 2, 1, 20)
    open_deal(page, 2)
    press(page, ".do-insert")
    choose(page, "winner", 3)
    choose(page, "source", 2)
    type_points(page, 30)
    confirm(page)
    saved(page)
    state = server_state(site, id)
    assert [(deal["slot"], deal["winner"], deal["points"]) for deal in state["deals"]] == [(1, 1, 10), (1.5, 3, 30), (2, 2, 20)]
    assert scores(page) == state["scores"]
    press(page, "[data-view=history]")  # it numbers hands as the list of the hands does
    expect(page.locator(".history-what")).to_have_text(
        [
            "Hand 2: Dimitri wins 30 on Cleo's tile",
            "Hand 3: Cleo wins 20 on Ben's tile",
            "Hand 1: Ben wins 10 on Ann's tile",
            re.compile("^Settings"),
        ]
    )


def test_the_others_have_given_the_winner_five_tiles_at_most(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page, "lingque28")
    press(page, 'button.seat[data-player="1"]')
    choose(page, "source", 3)
    type_points(page, 30)
    more(page, "given-0", 1)
    more(page, "given-3", 4)
    expect(page.locator('.stepper:has([data-name^="given-"]) .step:last-child:enabled')).to_have_count(0)
    press(page, '.stepper:has([data-name="given-0"]) .step:nth-child(2)')
    expect(page.locator('.stepper:has([data-name^="given-"]) .step:last-child:enabled')).to_have_count(3)
    confirm(page)
    saved(page)
    assert entries(site, id)[-1]["given"] == [0, 0, 0, 4]
    wait_for_scores(page, [-15, 120, -15, -90])


def test_seats_are_corrected_from_a_hand_on(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page, "woodshole")
    enter_draw(page)
    enter_win(page, 2, 0, 10)
    open_deal(page, 2)
    press(page, ".do-seats")
    page.select_option("#seat-0", "3")
    press(page, ".confirm")
    saved(page)
    state = server_state(site, id)
    assert state["deals"][1]["seats"] == [3, 2, 1, 0]
    assert state["deals"][1]["dealer"] == 3
    wait_for_scores(page, [-10, -10, 40, -20])
    assert state["scores"] == [-10, -10, 40, -20]


def test_every_entry_is_in_the_history_and_can_be_undone_and_restored(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    enter_win(page, 1, 0, 10)
    enter_penalty(page, 3)
    wait_for_scores(page, [-10, 42, 0, -32])
    press(page, "[data-view=history]")
    rows = page.locator(".history-entry")
    expect(rows).to_have_count(3)
    rows.nth(1).locator(".undo").click()
    wait_for_scores(page, [8, 8, 8, -24])
    expect(rows.nth(2)).to_have_attribute("data-fate", "undone")
    expect(rows.nth(2)).to_contain_text("Undone by this device")
    expect(rows.nth(0)).to_contain_text("Undid: Hand 1: Ben wins 10 on Ann's tile")
    rows.nth(2).locator(".redo").click()
    wait_for_scores(page, [-10, 42, 0, -32])
    expect(rows.first).to_contain_text("Restored: Hand 1")
    rows.nth(0).locator(".undo").click()  # the undo of an undo is undone too
    wait_for_scores(page, [8, 8, 8, -24])
    expect(rows.last.locator("button")).to_have_count(0)  # the settings with which it begins
    saved(page)
    assert [entry["t"] for entry in entries(site, id)] == ["sheet", "win", "penalty", "undo", "undo", "undo"]
    assert server_state(site, id)["scores"] == [8, 8, 8, -24]


def test_a_penalty_says_that_its_amount_is_a_suggestion_and_can_be_revoked(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    press(page, ".enter-penalty")
    expect(page.locator("dialog")).to_contain_text("this is a suggestion")
    choose(page, "penalised", 1)
    press(page, "[data-kind=other]")
    page.fill("#each", "5")
    press(page, "[data-to='3']")
    page.fill("#penalty-note", "late")
    confirm(page)
    wait_for_scores(page, [5, -10, 5, 0])
    words = "Ben, Other: Ann +5, Ben −10, Cleo +5 (late)"
    expect(page.locator("#announcer")).to_contain_text(f"Entered: {words}")
    expect(page.locator(".last-entry")).to_contain_text(words)
    expect(page.locator(".open-penalties")).to_contain_text(words)
    press(page, ".open-penalties .link")
    wait_for_scores(page, [0, 0, 0, 0])
    saved(page)
    assert server_state(site, id)["open"] is None


def test_names_and_length_are_changed_afterwards(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    id = start_sheet(page, "lingque26")
    press(page, "[data-open=settings]")
    page.fill("#name-2", "Clara")
    press(page, ".save-settings")
    expect(page.locator(".seat[data-player='2'] .seat-name")).to_have_text("Clara")
    press(page, "[data-open=settings]")
    page.select_option("#set-length", "rounds-1")
    page.fill("#t0", "240")
    press(page, ".save-settings")
    expect(page.locator(".sheet-title")).to_contain_text("1 round")
    saved(page)
    state = server_state(site, id)
    assert (state["names"], state["rounds"], state["t0"]) == (["Ann", "Ben", "Clara", "Dimitri"], 1, 240)
    assert [entry["t"] for entry in entries(site, id)] == ["sheet", "names", "sheet"]


def test_a_stake_is_shown_in_money_and_the_same_players_begin_another_sheet(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    first = start_sheet(page)
    enter_win(page, 0, 1, 12)
    press(page, "[data-open=end]")
    page.fill("#per-point", "0.5")
    page.fill("#unit", "€")
    press(page, ".set-stake")
    expect(page.locator(".transfers strong").first).to_have_text("10 €")
    press(page, ".again-next")
    page.wait_for_url(lambda url: first not in url)
    expect(page.locator(".felt-table")).to_be_visible()
    saved(page)
    state = server_state(site, id_of(page))
    assert (state["names"], state["stake"]) == (["Ben", "Cleo", "Dimitri", "Ann"], {"unit": "€", "per_point": 0.5})
    page.goto("/sheet")
    expect(page.locator(".sheet-card")).to_have_count(2)
    expect(page.locator(".offered .chip")).to_have_count(4)


def test_a_hand_is_entered_by_keyboard_and_the_totals_are_announced(open_page: Open) -> None:
    page = open_page("/sheet", "desktop")
    start_sheet(page)
    page.locator(".enter").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    page.locator("[name=winner]").first.focus()
    for key in ("Space", "Tab", "Space", "ArrowRight", "1", "6", "Backspace", "2"):
        page.keyboard.press(key)
    expect(page.locator("#points")).to_have_value("12")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.panel")).not_to_be_visible()
    wait_for_scores(page, [36, -20, -8, -8])
    expect(page.locator("#announcer")).to_contain_text("Totals: Ann +36, Ben −20, Cleo −8, Dimitri −8")
    expect(page.locator(".enter")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.panel")).not_to_be_visible()


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"), ("lying", "en"))
def test_every_state_of_a_sheet_can_be_used_by_everyone(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/sheet", device, lang=lang)
    start_sheet(page, "lingque28")
    everyone_can_use(page)
    enter_win(page, 1, 3, 24)
    build_hand(page, 0, 2)
    enter_penalty(page, 3)
    for view in ("hands", "chart", "statistics", "history"):
        press(page, f"[data-view={view}]")
        _use(page, f"sheet-{view}-{device}-{lang}")
    press(page, "[data-view=hands]")
    for panel in ("share", "end", "settings"):
        press(page, f"[data-open={panel}]")
        _use(page, f"sheet-{panel}-{device}-{lang}")
        press(page, ".panel-close")
    open_deal(page, 2)
    _use(page, f"sheet-deal-{device}-{lang}")
    press(page, ".do-seats")
    _use(page, f"sheet-seats-{device}-{lang}")
    press(page, ".panel-close")
    press(page, ".enter-penalty")
    choose(page, "penalised", 1)
    _use(page, f"sheet-penalty-{device}-{lang}")
    press(page, ".panel-close")
    press(page, ".enter")
    choose(page, "winner", 1)
    choose(page, "source", 2)
    press(page, ".more-fields > summary")
    type_points(page, 7)
    _use(page, f"sheet-enter-{device}-{lang}")
    press(page, "[data-how=built]")
    press(page, '.key[data-tile="1m"]')
    _use(page, f"sheet-build-{device}-{lang}")


def _use(page: Page, name: str) -> None:
    shoot(page, name)
    everyone_can_use(page)


def test_it_fits_a_narrow_phone_with_large_type(open_page: Open) -> None:
    page = open_page("/sheet", "phone", lang="en")
    start_sheet(page, "guobiao", names=("Maximilian Featherstone", "Bo", "Wolfeschlegelsteinhausen", "D"))
    page.set_viewport_size({"width": 320, "height": 640})
    enter_win(page, 0, None, 88)
    press(page, ".settings summary")
    page.locator("#set-large").check()
    page.keyboard.press("Escape")
    for view in ("hands", "chart", "statistics", "history"):
        press(page, f"[data-view={view}]")
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [320, 320], view
    press(page, ".enter")
    choose(page, "winner", 2)
    assert page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
    shoot(page, "sheet-narrow-large")


def test_the_kinds_of_penalties_are_those_of_the_entries() -> None:
    assert FIELDS["sheet"]["penalty"]["kind"] == {"one_of": ["false_win", "dead_hand", "other"]}


def test_quick_taps_make_one_hand_each(open_page: Open, site: str) -> None:
    """A draw that is tapped while the hand before it is being stored comes after it, and a second tap on it is not another draw."""
    page = open_page("/sheet", "phone")
    id = start_sheet(page)
    press(page, ".enter")
    choose(page, "winner", 1)
    choose(page, "source", 0)
    type_points(page, 10)
    page.evaluate("for (const name of ['.confirm', '.confirm', '.enter-draw', '.enter-draw']) document.querySelector(name)?.click()")
    expect(page.locator(".deal")).to_have_count(2)
    saved(page)
    state = server_state(site, id)
    assert [(deal["slot"], deal["kind"], len(deal["candidates"])) for deal in state["deals"]] == [(1, "win", 1), (2, "draw", 1)]


def test_a_sheet_by_own_rules_has_their_minimum_and_their_score(open_page: Open, site: str) -> None:
    page = open_page("/sheet", "phone")
    toml = 'base = "guobiao"\nname = "club rules"\nminimum = 5\n[fan.pure_straight]\npoints = 20\n'
    kept = {"toml": toml, "name": "club rules", "base": "guobiao"}
    page.evaluate("kept => localStorage.setItem('quepu.overlay', JSON.stringify(kept))", kept)
    id = start_sheet(page, "")
    expect(page.locator(".sheet-title h1")).to_have_text("club rules")
    press(page, ".enter")
    expect(page.locator("#points-note")).to_have_text("Minimum 5")
    press(page, ".panel-close")
    build_hand(page, 0, 1)
    saved(page)
    assert entries(site, id)[-1]["points"] == 23
    assert server_state(site, id)["overlay"] == toml
