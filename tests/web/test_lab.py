"""The laboratory: a stranger starts a study, watches it, shares it, and compares it with rules of their own."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.lab.simulate import Study, new_study, simulate
from quepu.lab.workers import processes
from quepu.rules import named
from quepu.rules.overlay import parse
from tests.sizes import variants
from tests.web.conftest import PATIENCE, Open, Watch, shoot
from tests.web.table import everyone_can_use

CLUB = 'base = "guobiao"\nname = "Wednesday <b>club</b>"\nminimum = 6\n'
DEALS = 60
FOUR = ["swift"] * 4

pytestmark = pytest.mark.compiled  # deals are played


def ask(site: str, path: str, given: object = None) -> Any:
    data = None if given is None else json.dumps(given).encode()
    request = urllib.request.Request(f"{site}/api/v1{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def begun(site: str, **wanted: Any) -> dict[str, str]:
    found: dict[str, str] = ask(site, "/studies", {"players": FOUR, "hands": DEALS, "seed": 1} | wanted)
    return found


def cancelled(site: str, study: dict[str, str]) -> None:
    ask(site, f"/studies/{study['id']}/cancel", {"token": study["token"]})


def keep_as_own(page: Page, *studies: dict[str, str]) -> None:
    """As if they had been started in this browser."""
    page.evaluate("(kept) => localStorage.setItem('quepu.studies', JSON.stringify(kept))", [{**one, "study": None} for one in studies])


def study_of(page: Page) -> str:
    return page.url.rpartition("/lab/")[2].partition("?")[0]


def start(page: Page) -> None:
    page.locator(".lab-form [type=submit]").click()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_bar_and_the_form_fit_a_narrow_screen(open_page: Open, lang: str) -> None:
    page = open_page("/lab", lang=lang)
    page.wait_for_selector(".lab-form")
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    expect(page.locator(".settings summary")).to_be_in_viewport(ratio=1)


def test_a_stranger_starts_a_study_watches_it_and_shares_it(open_page: Open) -> None:
    page = open_page("/rules")
    page.locator(".to-lab").click()
    page.wait_for_selector(".lab-form")
    page.select_option("#lab-book", "guobiao")
    page.fill("#lab-hands", str(DEALS))
    page.fill("#lab-seed", "7")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/lab/\w{16}$"))
    id = study_of(page)
    expect(page.locator("h1:visible")).to_have_text(named("guobiao").en)
    expect(page.locator(".lab-head")).to_contain_text("swift bot ×4 · deals: 60 · seed: 7 · done", timeout=PATIENCE)
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    expect(page.locator(".lab-progress, .lab-incomplete")).to_have_count(0)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#announcer")).to_have_text("Link copied")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link == page.url
    page.goto(f"/lab/{id}#report-repeat")
    page.evaluate("scrollTo(0, 0); history.scrollRestoration = 'manual'")
    page.reload()
    expect(page.locator("#report-repeat")).to_be_in_viewport()

    page.get_by_text("Download the data").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="The whole study (JSON)").click()
    assert downloading.value.suggested_filename == f"{id}.json"
    assert Study.from_bytes(downloading.value.path().read_bytes()) == simulate(new_study("guobiao", FOUR, DEALS, 7), processes(1))
    with page.expect_download() as downloading:
        page.locator(".lab-downloads a[href*='/csv']").first.click()
    assert downloading.value.suggested_filename.endswith(".csv")

    other = open_page(link.partition("/lab/")[1] + link.partition("/lab/")[2], "phone", "zh")  # a browser that knows nothing of it
    expect(other.locator("h1:visible")).to_have_text(named("guobiao").name)
    expect(other.locator(".lab-report .report-section").first).to_be_visible()
    expect(other.get_by_role("button", name="取消实验")).to_have_count(0)
    page.goto("/lab")
    expect(page.locator(".lab-studies li")).to_have_count(1)
    expect(page.locator(".lab-studies a")).to_have_attribute("href", f"/lab/{id}")
    other.goto("/lab")
    expect(other.locator("#your-studies + p")).to_have_text("还没有实验。")


def test_what_an_overlay_changes_leads_from_its_page_to_a_comparison(open_page: Open, site: str) -> None:
    page = open_page("/rules/guobiao?view=edit")
    page.fill("#toml", CLUB)
    expect(page.locator(".toml .right")).to_have_text("These rules are valid.")
    page.get_by_role("button", name="What does it change?").click()
    page.wait_for_selector(".lab-form")
    expect(page.locator("#lab-book")).to_have_value("")
    expect(page.locator("#lab-both")).to_be_checked()
    page.fill("#lab-hands", str(DEALS))
    start(page)
    page.wait_for_url(re.compile(r"/lab/\w{16}/\w{16}$"))
    expect(page.locator("h1:visible")).to_have_text(f"{named('guobiao').en} → Wednesday <b>club</b>")
    expect(page.locator(".lab-pair .card").nth(1)).to_contain_text("done", timeout=PATIENCE)
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    expect(page.locator(".lab-report b")).to_have_count(0)
    before, after = (ask(site, f"/studies/{id}") for id in study_of(page).split("/"))
    assert (before["overlay"], after["overlay"]["minimum"]) == (None, 6)
    assert [before[key] for key in ("players", "hands", "seed")] == [after[key] for key in ("players", "hands", "seed")]
    page.get_by_role("link", name="Swap").click()
    expect(page.locator("h1:visible")).to_have_text(f"Wednesday <b>club</b> → {named('guobiao').en}")


def test_a_study_is_repeated_with_other_rules_and_compared(open_page: Open, site: str) -> None:
    first = begun(site, rules="guobiao")
    page = open_page(f"/lab/{first['id']}")
    page.get_by_role("link", name="Try other rules…").click()
    page.wait_for_selector(".lab-form")
    expect(page.locator("#lab-hands, #lab-seed, .lab-players")).to_have_count(0)  # they are those of the first
    page.select_option("#lab-book", "guobiao98")
    start(page)
    page.wait_for_url(re.compile(rf"/lab/{first['id']}/\w{{16}}$"))
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    second = study_of(page).split("/")[1]
    page.goto(f"/lab/{second}")  # only the second is of this browser
    page.get_by_text("Compare with another study").click()
    expect(page.locator("#compare-own")).to_have_count(0)
    page.fill("#compare-address", "nonsense")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator("#compare-problem")).to_have_text("This is not the address of a study.")
    expect(page.locator("#compare-address")).to_be_focused()
    page.fill("#compare-address", f" {site}/lab/{first['id']} ")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/lab/{second}/{first['id']}")
    expect(page.locator(".lab-report .report-section").first).to_be_visible()


def test_rules_that_are_written_for_a_comparison_are_compared(open_page: Open, site: str) -> None:
    first = begun(site, rules="guobiao")
    page = open_page("/rules/guobiao")
    page.get_by_role("link", name="Let bots play thousands of deals").click()
    expect(page.locator("#lab-book")).to_have_value("guobiao")
    page.goto(f"/lab?before={first['id']}&rules=guobiao")
    page.get_by_role("button", name="Make rules of your own").click()
    page.fill("#toml", CLUB)
    page.get_by_role("button", name="What does it change?").click()
    page.wait_for_url(f"**/lab?overlay=*&before={first['id']}")
    expect(page.locator(f".lab-form a[href='/lab/{first['id']}']")).to_be_visible()
    start(page)
    page.wait_for_url(re.compile(rf"/lab/{first['id']}/\w{{16}}$"))
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    second = study_of(page).split("/")[1]
    page.goto(f"/lab?before={second}")  # the form begins with the rules of the study
    expect(page.locator("#lab-book option:checked")).to_have_text("Own: Wednesday <b>club</b>")
    page.goto("/lab?overlay=damaged")
    expect(page.locator("#lab-problem")).to_be_visible()


def test_own_studies_on_the_same_walls_are_offered_for_a_comparison(open_page: Open, site: str) -> None:
    same, other, own = begun(site, rules="guobiao98"), begun(site, rules="guobiao98", seed=2), begun(site, rules="guobiao")
    page = open_page("/lab")
    keep_as_own(page, own, other, same)
    page.reload()
    expect(page.locator(".lab-studies .muted", has_text="done")).to_have_count(3, timeout=PATIENCE)
    page.goto(f"/lab/{own['id']}")
    page.get_by_text("Compare with another study").click()
    expect(page.locator("#compare-own option")).to_have_count(2)
    page.select_option("#compare-own", same["id"])
    page.get_by_role("button", name="Compare", exact=True).click()
    page.wait_for_url(f"**/lab/{own['id']}/{same['id']}")


def test_studies_on_other_walls_are_not_compared_and_the_missing_one_is_offered(open_page: Open, site: str) -> None:
    first, other = begun(site, rules="guobiao"), begun(site, overlay=CLUB, seed=2)
    page = open_page(f"/lab/{first['id']}/{other['id']}")
    expect(page.locator(".problem")).to_contain_text("These two studies are not on the same walls")
    expect(page.locator(".report-section")).to_have_count(0)
    shoot(page, "lab-other-walls")
    everyone_can_use(page)
    page.get_by_role("button", name="Simulate Wednesday").click()
    page.wait_for_url(re.compile(rf"/lab/{first['id']}/(?!{other['id']})\w{{16}}$"))
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    missing = study_of(page).split("/")[1]
    file = urllib.request.urlopen(f"{site}/api/v1/studies/{missing}/file", timeout=60).read()
    assert Study.from_bytes(file) == simulate(new_study(parse(CLUB, "overlay", named), FOUR, DEALS, 1), processes(1))
    page.goto(f"/lab/{first['id']}/{first['id']}")
    expect(page.locator(".problem")).to_have_text("This is one and the same study: there is nothing to compare.")


def test_a_study_that_runs_shows_how_far_it_is_and_is_cancelled(open_page: Open, site: str) -> None:
    """Its results so far are there, and say that they are not all."""
    study = begun(site, rules="lingque28", players=["strong"] * 4, hands=50_000)
    page = open_page("/lab")
    keep_as_own(page, study)
    page.goto(f"/lab/{study['id']}")
    expect(page.get_by_role("progressbar")).to_have_attribute("max", "50000")
    expect(page.locator(".lab-progress")).to_contain_text(
        re.compile(r"[1-9][\d,]* of 50,000 played · about \d+ (s|min|h) left"), timeout=PATIENCE
    )
    expect(page.locator(".lab-incomplete")).to_contain_text("Not complete: these are the results so far")
    expect(page.locator(".lab-report .report-section").first).to_be_visible()
    assert page.locator("#announcer").inner_text() == ""  # a quarter of it is not done yet
    stranger = open_page(f"/lab/{study['id']}", "phone")
    expect(stranger.get_by_role("progressbar")).to_be_visible()
    expect(stranger.get_by_role("button", name="Cancel")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator("#announcer")).to_have_text("Cancelled. The deals that were played remain.")
    expect(page.locator(".lab-head")).to_contain_text("cancelled")
    expect(page.locator(".lab-incomplete")).to_contain_text("these are the results of what was played")
    shoot(page, "lab-cancelled")
    everyone_can_use(page)
    expect(stranger.get_by_role("progressbar")).to_have_count(0)
    assert ask(site, f"/studies/{study['id']}")["status"] == "cancelled"


def test_a_report_keeps_what_is_unfolded_when_it_grows(open_page: Open, site: str) -> None:
    study = begun(site, rules="guobiao", hands=50_000)
    page = open_page(f"/lab/{study['id']}")
    page.locator(".lab-report summary").first.click()
    shown = page.locator(".lab-report .report-about").inner_text()
    expect(page.locator(".lab-report .report-about")).not_to_have_text(shown, timeout=PATIENCE)
    expect(page.locator(".lab-report details").first).to_have_attribute("open", "")
    expect(page.locator(".lab-report summary").first).to_be_focused()
    cancelled(site, study)


@pytest.mark.parametrize(
    ("field", "typed"), [("hands", "0"), ("hands", "50001"), ("hands", "1.5"), ("hands", ""), ("seed", "x"), ("seed", "-1")]
)
def test_a_wrong_number_is_said_and_has_the_focus(open_page: Open, field: str, typed: str) -> None:
    page = open_page("/lab")
    page.fill(f"#lab-{field}", typed)
    start(page)
    expect(page.locator("#lab-problem")).to_be_visible()
    expect(page.locator(f"#lab-{field}")).to_be_focused()
    expect(page.locator(f"#lab-{field}")).to_have_attribute("aria-invalid", "true")
    everyone_can_use(page)
    assert page.url.endswith("/lab")


def test_what_is_wrong_is_said_in_words(open_page: Open, watch: Watch) -> None:
    watch.expected.append("404")
    page = open_page("/lab/aaaaaaaaaaaaaaaa", lang="zh")
    expect(page.locator(".problem")).to_be_visible()
    page.evaluate("localStorage.setItem('quepu.studies', JSON.stringify([{id: 'bbbbbbbbbbbbbbbb', token: 'x', study: null}, 5, null]))")
    page.goto("/lab")
    expect(page.locator(".lab-studies li")).to_contain_text("服务器上已经没有了")
    page.get_by_role("button", name="从名单里去掉").click()
    expect(page.locator(".lab-studies li")).to_have_count(0)


def test_without_the_server_the_page_says_that_it_needs_it(open_page: Open, watch: Watch) -> None:
    watch.expected.append("net::ERR_FAILED")
    page = open_page("/rules")
    page.route("**/api/v1/lab?*", lambda route: route.abort())
    page.goto("/lab")
    expect(page.locator(".problem")).to_have_text("Studies run on the server, and it does not answer now.")
    page.route("**/api/v1/studies/**", lambda route: route.abort())
    page.goto("/lab/aaaaaaaaaaaaaaaa")
    expect(page.locator(".problem")).to_have_text("Studies run on the server, and it does not answer now.")


@variants(("device", "lang"), ("desktop", "en"), ("phone", "zh"), ("phone", "en"), ("desktop", "zh"))
def test_a_study_and_a_comparison_are_accessible_and_fit(open_page: Open, site: str, device: str, lang: str) -> None:
    first, other = begun(site, rules="guobiao"), begun(site, overlay=CLUB)
    for path, name in (
        (f"/lab/{first['id']}", "study"),
        (f"/lab/{first['id']}/{other['id']}", "comparison"),
        (f"/lab?before={first['id']}", "what-if"),
    ):
        page = open_page(path, device, lang)
        page.wait_for_selector(".lab-form" if name == "what-if" else ".report-section")
        for details in page.locator("main > details > summary").all():
            details.click()
        shoot(page, f"lab-{name}-{device}-{lang}", full=True)
        everyone_can_use(page)
