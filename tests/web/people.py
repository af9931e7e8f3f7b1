"""Accounts in the tests of pages: signing up and in, friends, operators."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.own_server import Open, database_in

PASSWORD = "correct horse"
_NUMBERS = count(1)


def new_name(start: str = "Ann") -> str:
    """A name that no other test has: all use one server."""
    letters = "abcdefgh"
    number, name = next(_NUMBERS), ""
    while number:
        number, digit = divmod(number, len(letters))
        name += letters[digit]
    return f"{start} {name}q"


def fill(page: Page, form: str, **fields: str) -> None:
    for name, value in fields.items():
        page.fill(f"#{form}-{name}", value)
    page.locator(f"#form-{form} button").click()


def sign_up(page: Page, name: str) -> list[str]:
    """Sign up on the account page; the recovery codes."""
    fill(page, "sign-up", name=name, password=PASSWORD)
    expect(page.locator(".codes code")).to_have_count(10)
    codes = page.locator(".codes code").all_inner_texts()
    page.locator(".codes-kept").click()
    expect(page.locator("h1")).to_have_text(name)
    return codes


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    fill(page, "sign-in", name=name, password=password)
    expect(page.locator("h1")).to_have_text(name)


def signed_up(open_page: Open, device: str = "desktop", lang: str = "en", scheme: Any = "light") -> tuple[Page, str]:
    """Somebody who has just signed up, on the account page; their name."""
    page = open_page("/account", device, lang=lang, scheme=scheme)
    name = new_name({"zh": "雀友", "en": "Ann"}[lang])
    sign_up(page, name)
    page.wait_for_selector(".people")
    return page, name


def in_list(name: str) -> str:
    """A person in a list, as a selector."""
    return f'.persons [data-person="{name}"]'


PEOPLE = "(await import('/static/shared/people.js'))"


def make_friends(ann: Page, ann_name: str, bo: Page, bo_name: str) -> None:
    """By requests of their pages."""
    for page, other in ((ann, bo_name), (bo, ann_name)):
        page.evaluate(f"async (name) => {{ await {PEOPLE}.befriend({{name}}) }}", other)


def promote(site_folder: Path, name: str) -> None:
    """Make somebody an operator with the command, beside the running server."""
    data = str(database_in(site_folder).parent)
    command = [sys.executable, "-m", "quepu", "admin", "operators", "--add", name, "--data", data]
    subprocess.run(command, check=True, capture_output=True, env=dict(os.environ), timeout=60)


SOMETHING_TO_SEE = r"""
async () => {
  const {call} = await import("/static/shared/api.js");
  const {report} = await import("/static/shared/people.js");
  const {id} = JSON.parse(localStorage.getItem("quepu.account"));
  const {room} = await call("/rooms", {body: {name: "x", private: true}});
  const {member} = await call(`/rooms/${room}/join`, {body: {name: "一个名字很长很长的游客在这里", invite: null, token: null}});
  await report({room, member: 0, reason: "insult", text: "第一行\n<b>and another</b>, https://example.org/" + "long".repeat(30)});
  await report({room, member, reason: "stalling", text: ""});
  await report({account: id, reason: "name", text: "done"});
  const last = (await call("/operator")).reports.find(({text}) => text === "done");
  await call("/operator/reports/close", {body: {report: last.id}});
  for (const [subject, reason, days] of [["203.0.113.0/24", "", null], ["2001:db8:1:2::/64", "spam ".repeat(12), 3]])
    await call("/operator/ban", {body: {kind: "address", subject, reason, days}});
}
"""
"""What an operator does so that there are reports, bans and rooms on their page."""
