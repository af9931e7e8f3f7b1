"""Friends, blocks and reports on the pages, and the operator's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.sizes import variants
from tests.web.conftest import DEVICES, Open, Watch, shoot
from tests.web.people import in_list, promote, signed_up
from tests.web.table import everyone_can_use
from tests.web.test_waiting_room import host_a_table


@variants(("device", "lang"), ("desktop", "en"), ("phone", "zh"))
def test_two_people_become_friends_and_one_sits_at_the_table_of_the_other(open_page: Open, device: str, lang: str) -> None:
    (ann, ann_name), (bo, bo_name) = signed_up(open_page, device, lang), signed_up(open_page)
    ann.fill("#friend-name", bo_name.upper())
    ann.locator(".add-friend button").click()
    expect(ann.locator(f"{in_list(bo_name)} .act-take_back")).to_be_visible()
    bo.reload()
    bo.locator(f"{in_list(ann_name)} .act-accept").click()
    expect(bo.locator(f"{in_list(ann_name)} .act-end")).to_be_visible()
    room = ann.evaluate(
        """token => fetch("/api/v1/rooms", {method: "POST", body: JSON.stringify({name: "x", friends: true}),
            headers: {"content-type": "application/json", "quepu-token": token}}).then((answer) => answer.json())""",
        ann.evaluate("document.cookie.match(/quepu_token=(\\w+)/)[1]"),
    )["room"]
    bo.reload()
    table = bo.locator(f'.people a[href="/play/{room}"]')
    expect(table).to_contain_text(f"The table of {ann_name}")
    ann.reload()
    expect(ann.locator(in_list(bo_name))).to_be_visible()
    shoot(ann, f"account-friends-{device}-{lang}", full=True)
    everyone_can_use(ann)
    table.click()
    bo.wait_for_url(f"**/play/{room}")
    bo.go_back()
    bo.locator(f"{in_list(ann_name)} .act-block").click()
    expect(bo.locator(f"{in_list(ann_name)} .act-unblock")).to_have_count(1)
    ann.reload()
    expect(ann.locator(".people")).to_be_visible()
    expect(ann.locator(in_list(bo_name))).to_have_count(0)


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_host_lets_only_people_join_who_are_signed_in(open_page: Open, watch: Watch, device: str, lang: str) -> None:
    watch.expected.append("the server responded with a status of 403")
    host, _ = signed_up(open_page, lang=lang)
    host.goto("/play")
    room = host_a_table(host)
    guest = open_page(f"/play/{room}", device, lang=lang)
    host.locator(".room-settings summary").click()
    expect(host.locator("#room-guests")).to_be_checked()
    host.locator("#room-guests").uncheck()
    said = {"zh": "登录后才能加入", "en": "sign in to join"}[lang]
    expect(guest.locator(".join .facts")).to_contain_text(said)
    everyone_can_use(guest)
    guest.fill("#join-name", "Bo")
    guest.locator(".join button").click()
    refused = {"zh": "这一桌要登录才能加入", "en": "only people who are signed in can join this table"}[lang]
    expect(guest.locator(".join .problem")).to_contain_text(refused)
    friend, name = signed_up(open_page, lang=lang)
    friend.goto(f"/play/{room}")
    friend.locator(".join button").click()
    expect(host.locator(".chairs")).to_contain_text(name)


@pytest.mark.parametrize("device", DEVICES)
def test_an_operator_sees_reports_bans_and_announces_maintenance(open_page: Open, site_folder: Path, watch: Watch, device: str) -> None:
    watch.expected.append("the server responded with a status of 4")
    lang = "zh" if device == "phone" else "en"
    page, name = signed_up(open_page, device, lang)
    other, other_name = signed_up(open_page)
    page.goto("/operator")
    expect(page.locator("main a[href='/account']")).to_be_visible()
    promote(site_folder, name)
    opened = other.evaluate(
        """([token, name]) => fetch("/api/v1/rooms", {method: "POST", body: JSON.stringify({name}),
            headers: {"content-type": "application/json", "quepu-token": token}}).then((answer) => answer.json())""",
        [other.evaluate("document.cookie.match(/quepu_token=(\\w+)/)[1]"), other_name],
    )
    account = other.evaluate("JSON.parse(localStorage.getItem('quepu.account')).id")
    other.evaluate(
        "account => import('/static/shared/people.js').then((people) => people.report({account, reason: 'insult', text: '<b>rude</b>'}))",
        account,
    )
    table = open_page(f"/play/{opened['room']}")
    page.goto("/operator")
    report = page.locator("#reports li", has_text=other_name)
    expect(report).to_contain_text("<b>rude</b>")
    expect(page.locator("#rooms li", has_text=opened["room"])).to_be_visible()
    page.fill("#plan-minutes", "45")
    page.fill("#plan-text", "Back soon")
    page.locator("#maintenance-plan button").click()
    expect(page.locator("#maintenance-plan strong")).to_be_visible()
    expect(table.locator("#maintenance")).to_contain_text("Back soon")
    shoot(table, f"table-maintenance-{device}")
    report.locator("summary").click()
    shoot(page, f"operator-{device}-{lang}", full=True)
    everyone_can_use(page)
    page.locator("#maintenance-plan button").click()
    expect(table.locator("#maintenance p")).to_have_count(0)
    report.locator("input[name=days]").fill("2")
    report.locator("input[name=reason]").fill("insults")
    report.locator("details button[type=submit]").click()
    expect(page.locator("#bans li", has_text=other_name)).to_contain_text("insults")
    other.goto("/account")
    expect(other.locator("#form-sign-in")).to_be_visible()
    page.locator("#bans li", has_text=other_name).locator("button").click()
    expect(page.locator("#bans li", has_text=other_name)).to_have_count(0)
    page.fill("#find-name", other_name[:5])
    page.locator("#accounts form button").first.click()
    expect(page.locator(f'#accounts [data-person="{other_name}"]')).to_be_visible()


def test_what_goes_wrong_is_said_in_the_part_of_the_operators_page_where_it_was_tried(open_as_operator: Open, watch: Watch) -> None:
    watch.expected.append("the server responded with a status of 400")
    page = open_as_operator("/operator", "phone")
    page.locator("#bans > details > summary").click()
    page.fill("#ban-address", "nonsense")
    ban = page.locator("#bans > details button")
    ban.click()
    expect(page.locator("#bans .problem")).to_have_text("'nonsense' is neither an address nor a network")
    expect(page.locator(".problem")).to_have_count(1)
    expect(page.locator("#ban-address")).to_have_value("nonsense")
    page.fill("#ban-address", "198.51.100.7")
    page.fill("#ban-days", "3")
    ban.click()
    banned = page.locator("#bans li", has_text="198.51.100.7")
    expect(banned).to_contain_text("until")
    expect(page.locator(".problem")).to_have_count(0)
    assert [page.input_value(f"#ban-{name}") for name in ("address", "days", "why")] == ["", "", ""]
    count = page.locator("#bans li").count()
    banned.locator("button").dblclick()  # the second click would lift the ban that is in this place then
    expect(banned).to_have_count(0)
    expect(page.locator("#bans li")).to_have_count(count - 1)


def test_maintenance_is_announced_for_a_time_that_was_given_only(open_as_operator: Open) -> None:
    page = open_as_operator("/operator")
    page.fill("#plan-text", "Now?")
    page.locator("#maintenance-plan button").click()
    assert page.evaluate("document.activeElement.id") == "plan-minutes"
    page.reload()
    expect(page.locator("#plan-minutes")).to_be_visible()
    expect(page.locator("#maintenance-plan strong")).to_have_count(0)


@variants("lang", "zh", "en")
def test_the_operators_page_sends_others_to_the_right_place(open_page: Open, watch: Watch, lang: str) -> None:
    watch.expected.append("the server responded with a status of 40")
    page, name = signed_up(open_page, lang=lang)
    page.goto("/operator")
    expect(page.locator(".operators-only")).to_contain_text({"zh": f"{name} 不是管理员", "en": f"{name} is no operator"}[lang])
    expect(page.locator(".operators-only a")).to_have_text({"zh": "我的账号", "en": "Your account"}[lang])
    guest = open_page("/operator", lang=lang)
    expect(guest.locator(".operators-only a")).to_have_text({"zh": "去登录", "en": "Sign in"}[lang])
