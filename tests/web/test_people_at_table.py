"""Who sits at a table: befriending, blocking and reporting them there, and friends who come in without a link."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot, until
from tests.web.people import in_list, make_friends, promote, signed_up
from tests.web.table import everyone_can_use, room_of, start_now


def host_a_table(page: Page, *switches: str) -> str:
    """Somebody who is signed in opens a table, with these switches on; its id."""
    page.goto("/play")
    for name in switches:
        page.locator(f"#room-{name}").check()
    page.locator(".make-table").click()
    page.wait_for_selector(".chair.own")
    return room_of(page)


def sit_down(page: Page, room: str, name: str | None = None) -> None:
    """Take a seat: as a guest of this name, or as who is signed in."""
    page.goto(f"/play/{room}")
    if name is not None:
        page.fill("#join-name", name)
    page.locator(".join button[type=submit]").click()
    page.wait_for_selector(".chair.own")


def start(host: Page, *others: Page) -> None:
    host.locator(".start").click()
    for page in (host, *others):
        page.wait_for_selector(".mine")


def people_here(page: Page) -> Locator:
    """The list of who is at the table; in a game it is in the menu."""
    if page.locator(".room").count() and not page.locator(".menu-panel").count():
        page.locator("#more-button").click()
    panel = page.locator(".people-here")
    if panel.get_attribute("open") is None:
        panel.locator("> summary").click()
    return panel


def expect_acts(panel: Locator, name: str, *acts: str) -> None:
    """What can be done about somebody in the list."""
    expect(panel.locator(f'[data-person="{name}"] .actions button')).to_have_class([f"act-{act}" for act in acts])


def say(page: Page) -> None:
    """The first phrase in the menu."""
    if not page.locator(".menu-panel").count():
        page.locator("#more-button").click()
    page.locator(".phrases button").first.click()


def heard(page: Page, name: str) -> Locator:
    """What somebody has said, in the log."""
    return page.locator(".log p", has_text=re.compile(f"^{re.escape(name)}[:：]"))


# The people at a table.


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"), ("lying", "en"))
def test_who_sits_here_is_asked_in_the_waiting_room_and_accepts_in_the_game(open_page: Open, device: str, lang: str) -> None:
    (ann, ann_name), (bo, bo_name) = signed_up(open_page, device, lang), signed_up(open_page)
    room = host_a_table(ann)
    bo.goto(f"/play/{room}")
    expect(bo.locator("#join-name")).to_have_count(0)
    expect(bo.locator(".join-as")).to_have_text(f"You join as {bo_name}, the name of your account.")
    bo.locator(".join button[type=submit]").click()
    expect(bo.locator(".chair.own")).to_be_visible()
    guest = open_page("/play", "phone")
    sit_down(guest, room, "Cy")
    expect(guest.locator(".chair.taken")).to_have_count(3)
    expect(guest.locator(".people-here")).to_have_count(0)  # a guest has no friends

    panel = people_here(ann)
    expect(panel.locator("> .persons > li")).to_have_count(2)
    expect(panel.locator('[data-person="Cy"]')).to_contain_text({"zh": "游客", "en": "guest"}[lang])
    expect(panel.locator(".act-add")).to_have_count(1)
    expect_acts(panel, bo_name, "add", "block")
    expect_acts(panel, "Cy")
    everyone_can_use(ann)
    shoot(ann, f"people-waiting-{device}-{lang}", full=True)
    panel.locator(".act-add").dblclick()  # the second click does not take it back
    expect(ann.locator("#toast")).to_have_text({"zh": "已发出好友请求。", "en": "Friend request sent."}[lang])
    expect(panel.locator(f'[data-person="{bo_name}"]')).to_contain_text({"zh": "等待对方同意", "en": "has not answered yet"}[lang])
    expect_acts(panel, bo_name, "take_back", "block")

    start(ann, bo, guest)
    panel = people_here(bo)
    expect(panel.locator(f'[data-person="{ann_name}"]')).to_contain_text("wants to be friends")
    expect_acts(panel, ann_name, "accept", "decline", "block")
    panel.locator(".act-accept").click()
    expect(bo.locator("#toast")).to_have_text("You are friends now.")
    expect(panel.locator(f'[data-person="{ann_name}"] .small-print').first).to_have_text("friend")
    expect_acts(panel, ann_name, "end", "block")

    panel = people_here(ann)
    expect(panel.locator(f'[data-person="{bo_name}"] .small-print').first).to_have_text({"zh": "好友", "en": "friend"}[lang])
    expect(panel.locator("> .persons > li")).to_have_count(2)  # the bot is not one of them
    everyone_can_use(ann)
    shoot(ann, f"people-table-{device}-{lang}")
    ann.goto("/account")
    expect(ann.locator(f"{in_list(bo_name)} .act-end")).to_be_visible()


def test_who_is_blocked_is_not_heard_and_cannot_join_the_next_table(open_page: Open, watch: Watch) -> None:
    watch.expected.append("status of 403")
    (ann, ann_name), (bo, bo_name), guest = signed_up(open_page, "phone", "zh"), signed_up(open_page), open_page("/play")
    room = host_a_table(ann)
    sit_down(bo, room)
    sit_down(guest, room, "Cy")
    start(ann, bo, guest)
    panel = people_here(ann)
    panel.locator(".act-block").click()
    expect(ann.locator("#toast")).to_have_text("被拉黑的人不能加入你的牌桌，他们说的话你也看不到。对方不会收到通知。")
    expect(panel.locator(f'[data-person="{bo_name}"] .small-print').first).to_have_text("已拉黑")
    expect_acts(panel, bo_name, "unblock")
    everyone_can_use(ann)
    shoot(ann, "people-blocked-phone-zh")

    say(bo)
    expect(heard(guest, bo_name)).to_have_count(1)
    say(guest)
    expect(heard(ann, "Cy")).to_have_count(1)  # what was said later
    expect(heard(ann, bo_name)).to_have_count(0)
    expect_acts(people_here(bo), ann_name, "add", "block")  # they are not told

    next_room = host_a_table(ann)
    bo.goto(f"/play/{next_room}")
    bo.locator(".join button[type=submit]").click()
    expect(bo.locator(".join .problem")).to_have_text("the host of this room does not want you to join")
    shoot(bo, "people-not-welcome-desktop-en", full=True)
    sit_down(open_page("/play"), next_room, "Di")
    expect(ann.locator(".chair.taken")).to_have_count(2)

    for page in (ann, bo):
        page.goto(f"/play/{room}")
        page.wait_for_selector(".mine")
    panel = people_here(ann)
    panel.locator(".act-unblock").click()
    expect(panel.locator(".act-block")).to_be_visible()

    def is_heard() -> bool:
        say(bo)  # at most once a second, so it may be refused
        return heard(ann, bo_name).count() > 0

    until(ann, is_heard)
    bo.goto(f"/play/{next_room}")
    bo.locator(".join button[type=submit]").click()
    expect(bo.locator(".chair.own")).to_be_visible()


@variants(("device", "lang", "scheme"), ("phone", "zh", "light"), ("desktop", "en", "dark"))
def test_a_report_from_a_table_reaches_the_operators(open_page: Open, site_folder: Path, device: str, lang: str, scheme: str) -> None:
    (ann, ann_name), (bo, bo_name) = signed_up(open_page, device, lang, scheme), signed_up(open_page)
    guest = open_page("/play")
    room = host_a_table(bo)
    sit_down(ann, room)
    sit_down(guest, room, "Cy")
    start(bo, ann, guest)
    panel = people_here(ann)
    sent = {"zh": "举报已发送，谢谢。", "en": "Report sent. Thank you."}[lang]
    for name, reason, text in ((bo_name, "insult", "<b>rude</b>\nand twice"), ("Cy", "stalling", "")):
        row = panel.locator(f'[data-person="{name}"]')
        row.locator("summary").click()
        row.locator("select").select_option(reason)
        row.locator("textarea").fill(text)
        everyone_can_use(ann)
        shoot(ann, f"people-report-{device}-{lang}-{scheme}")
        row.locator("button[type=submit]").click()
        expect(ann.locator("#toast.shown")).to_have_text(sent)
        expect(row.locator("textarea")).to_be_hidden()
        assert row.locator("textarea").input_value() == ""
        ann.wait_for_selector("#toast:not(.shown)", state="attached")

    operator, operator_name = signed_up(open_page)
    promote(site_folder, operator_name)
    operator.goto("/operator")
    reports = operator.locator("#reports li", has_text=f"{ann_name} reports")
    expect(reports).to_have_count(2)
    insult, stalling = (operator.locator("#reports li", has_text=f"{ann_name} reports {name}: {reason}") for name, reason in
                        ((bo_name, "Insults"), ("Cy", "Stalling")))  # fmt: skip
    expect(insult.locator(".report-text")).to_have_text("<b>rude</b>\nand twice")
    expect(insult.locator(f"a[href='/play/{room}']")).to_be_visible()
    expect(insult.locator("details")).to_have_count(1)
    expect(stalling.locator("details")).to_have_count(0)  # a guest has no account that could be banned
    insult.get_by_role("button", name="Mark as dealt with").click()
    expect(operator.locator("#reports li.is-closed", has_text=f"{ann_name} reports {bo_name}")).to_contain_text("dealt with")


def test_who_is_alone_with_bots_has_nobody_to_befriend(open_page: Open) -> None:
    page, _ = signed_up(open_page)
    page.goto("/play")
    start_now(page)
    page.locator("#more-button").click()
    expect(page.locator(".menu-panel")).to_be_visible()
    expect(page.locator(".people-here")).to_have_count(0)


def test_without_a_server_the_list_of_people_says_so(open_page: Open, watch: Watch) -> None:
    watch.expected.append("net::ERR_FAILED")
    (ann, _), (bo, bo_name) = signed_up(open_page, "phone"), signed_up(open_page)
    sit_down(bo, host_a_table(ann))
    ann.route("**/api/v1/account/people*", lambda route: route.abort())
    panel = people_here(ann)
    expect(panel.locator(".problem")).to_contain_text("The server does not answer")
    expect_acts(panel, bo_name)
    ann.unroute("**/api/v1/account/people*")
    for _ in range(2):
        panel.locator("> summary").click()
    expect(panel.locator(".act-add")).to_be_visible()
    expect(panel.locator(".problem")).to_have_count(0)


# Tables that are open to friends.


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_friend_comes_in_to_a_private_table_from_the_list(open_page: Open, device: str, lang: str) -> None:
    (ann, ann_name), (bo, bo_name), (stranger, _) = signed_up(open_page), signed_up(open_page, device, lang), signed_up(open_page)
    make_friends(ann, ann_name, bo, bo_name)
    room = host_a_table(ann, "private", "friends")
    bo.reload()
    table = bo.locator(f'.people a[href="/play/{room}"]')
    expect(table).to_contain_text({"zh": f"{ann_name} 的牌桌", "en": f"The table of {ann_name}"}[lang])
    shoot(bo, f"friends-table-{device}-{lang}", full=True)
    table.click()
    bo.wait_for_url(f"**/play/{room}")
    expect(bo.locator(".join-as")).to_contain_text(bo_name)
    everyone_can_use(bo)
    shoot(bo, f"friends-join-{device}-{lang}", full=True)
    bo.locator(".chair-take").first.click()  # without a name to fill in
    expect(bo.locator(".chair.own")).to_be_visible()
    expect(ann.locator(".chair.taken").nth(1)).to_contain_text(bo_name)
    stranger.reload()
    expect(stranger.locator(".people")).to_be_visible()
    expect(stranger.locator(f'a[href="/play/{room}"]')).to_have_count(0)

    switch = ann.locator("#room-friends")
    ann.locator(".room-settings summary").click()
    expect(switch).to_be_checked()
    switch.uncheck()
    said = {"zh": "设置已更改：好友也要链接", "en": "Settings changed: Friends need the link too"}[lang]
    expect(bo.locator(".settings-changed")).to_have_text(said)
    bo.goto("/account")
    expect(bo.locator(f"{in_list(ann_name)} .act-end")).to_be_visible()
    expect(table).to_have_count(0)
    switch.check()
    bo.goto(f"/play/{room}")
    bo.wait_for_selector(".chair.own")
    bo.goto("/account")
    expect(table).to_be_visible()


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_a_friend_needs_no_link_where_the_old_one_is_not_valid_any_more(open_page: Open, watch: Watch, device: str, lang: str) -> None:
    watch.expected.append("status of 403")
    (ann, ann_name), (bo, bo_name), (stranger, _) = signed_up(open_page), signed_up(open_page, device, lang), signed_up(open_page)
    make_friends(ann, ann_name, bo, bo_name)
    room = host_a_table(ann, "private", "friends")
    guest = open_page("/play")
    sit_down(guest, room, "Cy")
    ann.locator(".remove").click()
    expect(guest.locator(".banner")).to_contain_text("The host has removed you")
    expect(guest.locator(".friends-entrance")).to_have_count(0)

    other = open_page(f"/play/{room}")
    old = {"zh": "这个链接已失效", "en": "This link is no longer valid"}
    expect(other.locator(".banner")).to_contain_text(old["en"])
    expect(other.locator(".friends-entrance")).to_have_count(0)  # for a guest
    stranger.goto(f"/play/{room}")
    stranger.locator(".friends-entrance button").click()
    expect(stranger.locator(".friends-entrance .problem")).to_contain_text("You are no friend of the host")

    ann.locator(".room-settings summary").click()
    ann.locator("#room-friends").uncheck()
    expect(ann.locator("#room-friends")).not_to_be_checked()
    bo.goto(f"/play/{room}")
    expect(bo.locator(".banner")).to_contain_text(old[lang])
    enter = bo.locator(".friends-entrance button")
    enter.click()
    no_friend = {"zh": "你不是房主的好友", "en": "You are no friend of the host"}
    expect(bo.locator(".friends-entrance .problem")).to_contain_text(no_friend[lang])
    everyone_can_use(bo)
    shoot(bo, f"friends-entrance-{device}-{lang}", full=True)
    ann.locator("#room-friends").check()
    expect(ann.locator("#room-friends")).to_be_checked()
    enter.click()
    expect(bo.locator(".chair.own")).to_be_visible()
    expect(bo.locator(".friends-entrance")).to_have_count(0)
    expect(ann.locator(".chair.taken").nth(1)).to_contain_text(bo_name)


def test_only_who_is_signed_in_can_open_a_table_to_friends(open_page: Open) -> None:
    guest = open_page("/play")
    expect(guest.locator("#room-private")).to_be_visible()
    expect(guest.locator("#room-friends")).to_have_count(0)
    page, name = signed_up(open_page)
    page.goto("/play")
    expect(page.locator("#room-friends")).not_to_be_checked()
    expect(page.locator("#room-name, #match-name, #play-name")).to_have_count(0)
    expect(page.locator(".own-name a")).to_have_text([name] * 3)
