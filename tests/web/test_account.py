"""The page of the account: signing up and in, what belongs to an account, and what this browser had before."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import DEVICES, Open, Watch, shoot, until
from tests.web.people import PASSWORD, fill, new_name, sign_in, sign_up, signed_up
from tests.web.table import at_end, everyone_can_use, play_on, start_now


@variants(("device", "lang"), *[(device, lang) for device in DEVICES for lang in ("zh", "en")])
def test_somebody_signs_up_keeps_codes_and_sees_their_account(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/account", device, lang=lang)
    page.wait_for_selector(".account-form")
    shoot(page, f"account-guest-{device}-{lang}", full=True)
    name = new_name("雀友" if lang == "zh" else "Ann")
    fill(page, "sign-up", name=name, password=PASSWORD)
    expect(page.locator(".codes code")).to_have_count(10)
    shoot(page, f"account-codes-{device}-{lang}", full=True)
    everyone_can_use(page)
    page.locator(".codes-kept").click()
    expect(page.locator("h1")).to_have_text(name)
    for summary in page.locator("main details.more summary").all():
        summary.click()
    shoot(page, f"account-own-{device}-{lang}", full=True)
    everyone_can_use(page)
    page.goto("/rules")
    menu = page.locator(".settings summary")
    expect(page.locator(".bar > .who")).to_be_visible()  # on a phone it is an icon
    expect(page.locator(".bar > .who")).to_have_accessible_name(name)
    menu.click()
    expect(page.locator(".menu a").first).to_have_text(name)
    shoot(page, f"account-bar-{device}-{lang}")


@variants("lang", "zh", "en")
def test_the_bar_fits_on_every_screen_with_the_way_to_the_account(open_page: Open, lang: str) -> None:
    page, _ = signed_up(open_page, "phone", lang)
    for large in (False, True):
        page.evaluate("(large) => document.documentElement.classList.toggle('large', large)", large)
        for width in (320, 360, 390, 430, 480, 520, 600, 680, 780):
            page.set_viewport_size({"width": width, "height": 800})
            found = page.evaluate("document.documentElement.scrollWidth")
            assert found == width, f"{width} pixels{' in large type' if large else ''}"


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"))
def test_codes_that_were_not_confirmed_are_asked_about_until_they_are_or_new_ones_are_made(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/account", device, lang=lang)
    fill(page, "sign-up", name=new_name(), password=PASSWORD)
    expect(page.locator(".codes code")).to_have_count(10)
    page.reload()
    asks = {"zh": "恢复码存好了吗？", "en": "Have you saved your recovery codes?"}[lang]
    expect(page.locator(".unconfirmed h2")).to_have_text(asks)
    shoot(page, f"account-codes-unconfirmed-{device}-{lang}")
    everyone_can_use(page)
    page.locator(".to-new-codes").click()
    expect(page.locator("#codes-password")).to_be_focused()
    fill(page, "codes", password=PASSWORD)
    expect(page.locator(".codes code")).to_have_count(10)
    page.reload()
    expect(page.locator(".unconfirmed")).to_be_visible()
    page.locator(".unconfirmed .codes-kept").click()
    expect(page.locator(".unconfirmed")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".people")
    expect(page.locator(".unconfirmed")).to_have_count(0)


def test_what_is_wrong_is_said_beside_the_form(open_page: Open, watch: Watch) -> None:
    watch.expected.append("the server responded with a status of 4")
    page = open_page("/account")
    name = new_name()
    fill(page, "sign-in", name=name, password="wrong horse")
    expect(page.locator("#form-sign-in .problem")).to_have_text("the name or the password is wrong")
    expect(page.locator("#sign-in-password")).to_have_attribute("aria-invalid", "true")
    fill(page, "sign-up", name=name, password="short")
    expect(page.locator("#form-sign-up .problem")).to_have_text("a password has at least 8 characters")
    expect(page.locator("#form-sign-in .problem")).to_have_count(0)
    fill(page, "sign-up", name=name, password="Password1")
    common = "this password is one of the commonest, or the same as the name; choose another one"
    expect(page.locator("#form-sign-up .problem")).to_have_text(common)
    everyone_can_use(page)
    sign_up(page, name)
    page.locator(".sign-out").click()
    page.wait_for_selector("#form-sign-up")
    fill(page, "sign-up", name=name.upper(), password=PASSWORD)
    expect(page.locator("#form-sign-up .problem")).to_have_text("somebody has this name, or one that looks the same")


def test_signing_out_here_and_everywhere(open_page: Open) -> None:
    first, second, third = open_page("/account"), open_page("/account", "phone"), open_page("/account")
    name = new_name()
    sign_up(first, name)
    sign_in(second, name)
    sign_in(third, name)
    for page in (first, second, third):  # each has what it asks for
        page.wait_for_selector(".people")
        page.wait_for_load_state("networkidle")
    first.locator(".sign-out").click()
    expect(first.locator("#form-sign-in")).to_be_visible()
    expect(first.locator(".bar .who")).to_have_count(0)
    second.reload()
    expect(second.locator("h1")).to_have_text(name)
    second.get_by_role("button", name="Sign out everywhere").click()
    expect(second.locator("#form-sign-in")).to_be_visible()
    third.reload()
    expect(third.locator("#form-sign-in")).to_be_visible()


def test_a_name_and_a_password_are_changed_and_a_code_recovers_the_account(open_page: Open) -> None:
    page, phone = open_page("/account"), open_page("/account", "phone")
    codes = sign_up(page, new_name())
    page.wait_for_selector(".people")
    page.wait_for_load_state("networkidle")
    name = new_name("Bo")
    page.get_by_text("Change the name").first.click()
    fill(page, "name", name=name)
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator(".bar .who")).to_have_text(name)
    page.get_by_text("Change the password").first.click()
    fill(page, "password", password=PASSWORD, new_password="battery staple")
    expect(page.locator("#toast")).to_contain_text("Your password is changed")
    phone.get_by_role("button", name="Forgot the password?").click()
    shoot(phone, "account-recover-phone-en")
    fill(phone, "recover", name=name, code=codes[2].lower(), password="tower of wind")
    expect(phone.locator("h1")).to_have_text(name)
    page.wait_for_load_state("networkidle")
    page.reload()
    sign_in(page, name, "tower of wind")
    page.get_by_text("Make new recovery codes").first.click()
    fill(page, "codes", password="tower of wind")
    expect(page.locator(".codes code")).to_have_count(10)
    assert not set(page.locator(".codes code").all_inner_texts()) & set(codes)
    page.locator(".copy-codes").click()
    expect(page.locator("#toast")).to_have_text("Copied.")


PRACTICE = {"guobiao": {"asked": 3, "perfect": 1, "weak": {"pung_of_terminals_or_honors": 1}}}
LESSONS = {"done": {"tiles/suits": True}, "at": "tiles/suits"}


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate("key => localStorage.getItem(key)", key) or "null")


def test_what_a_browser_had_before_is_added_to_the_account_and_comes_to_the_next_one(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    play_on(page)
    at_end(page)
    game = page.evaluate("JSON.parse(localStorage.getItem('quepu.games'))[0].game")
    practice = (
        "([practice, lessons]) => { localStorage.setItem('quepu.practice', practice); localStorage.setItem('quepu.learn', lessons); }"
    )
    page.evaluate(practice, [json.dumps(PRACTICE), json.dumps(LESSONS)])
    page.goto("/account")
    name = new_name()
    sign_up(page, name)
    expect(page.locator(".claim")).to_be_visible()
    shoot(page, "account-claim-desktop-en", full=True)
    everyone_can_use(page)
    page.locator(".claim button").click()
    expect(page.locator("#toast")).to_have_text("They are in your account now.")
    expect(page.locator(".claim")).to_have_count(0)
    expect(page.locator(f'[data-game="{game}"]')).to_contain_text("as a guest")
    page.get_by_role("button", name="中文").click()
    page.reload()
    expect(page.locator("h1")).to_have_text(name)
    until(page, lambda: '"lang":"zh"' in page.evaluate("JSON.parse(localStorage.getItem('quepu.synced')).settings"))
    phone = open_page("/account", "phone")
    sign_in(phone, name)
    expect(phone.locator(f'[data-game="{game}"]')).to_be_visible()
    until(phone, lambda: kept(phone, "quepu.synced"))
    assert (kept(phone, "quepu.practice"), kept(phone, "quepu.learn")) == (PRACTICE, LESSONS)
    expect(phone.locator("#games-title")).to_have_text("我的对局")
    shoot(phone, "account-games-phone-zh", full=True)
    everyone_can_use(phone)


def test_two_browsers_of_an_account_learn_from_each_other(open_page: Open) -> None:
    here, there = open_page("/account"), open_page("/account", "phone")
    name = new_name()
    sign_up(here, name)
    sign_in(there, name)
    for page, steps in ((here, {"tiles/suits": True}), (there, {"tiles/honours": True})):
        page.wait_for_function("localStorage.getItem('quepu.synced')")
        page.evaluate("steps => localStorage.setItem('quepu.learn', JSON.stringify({done: steps, at: ''}))", steps)
    for page in (here, there, here):
        page.reload()
        expect(page.locator("h1")).to_have_text(name)
        page.wait_for_load_state("networkidle")
    both = {"tiles/suits": True, "tiles/honours": True}
    until(here, lambda: kept(here, "quepu.learn")["done"] == both and kept(there, "quepu.learn")["done"] == both)


def test_everything_is_exported_and_the_account_is_deleted(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/account")
    name = new_name()
    sign_up(page, name)
    with page.expect_download() as download:
        page.locator(".export").click()
    download.value.save_as(tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        assert json.loads(archive.read("account.json"))["account"]["name"] == name
    page.get_by_text("Delete the account").first.click()
    fill(page, "delete", password=PASSWORD)
    expect(page.locator("#toast")).to_have_text("Your account is deleted.")
    expect(page.locator("#form-sign-up")).to_be_visible()
    sign_up(page, name)


def test_at_a_table_somebody_has_the_name_of_their_account(open_page: Open) -> None:
    page = open_page("/account")
    name = new_name()
    sign_up(page, name)
    page.goto("/play")
    start_now(page)
    room = page.url.split("/")[-1]
    described = page.evaluate("room => fetch(`/api/v1/rooms/${room}`).then((answer) => answer.json())", room)
    assert [member["name"] for member in described["room"]["members"]] == [name]
