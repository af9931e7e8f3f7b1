"""The numbers of a deal, committed to before the seed is chosen: the page does it by itself, and says what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from quepu.engine import read_record, verify
from quepu.engine.fairness import nonces_in
from tests.sizes import variants
from tests.web.conftest import Open
from tests.web.table import AUTOPLAY, api, at_end, play_on, start_now, together

Message = dict[str, Any]
Change = Callable[[Message], Message | None]


def between(page: Page, told: Change = lambda message: message, sent: Change = lambda message: message) -> None:
    """Change the messages of the server or of the page; None: a message is lost."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_page(message: str | bytes) -> None:
            changed = told(json.loads(message))
            if changed is not None:
                socket.send(json.dumps(changed))

        def to_server(message: str | bytes) -> None:
            changed = sent(json.loads(message))
            if changed is not None:
                server.send(json.dumps(changed))

        server.on_message(to_page)
        socket.on_message(to_server)

    page.route_web_socket(re.compile("/socket"), connect)


def nonces_of(page: Page, site: str) -> dict[str, Any] | None:
    game = str(page.locator(".end a[href^='/replay/']").get_attribute("href")).split("/")[2]
    content = api(site, f"/games/{game}/record")
    return nonces_in(read_record(content).events, verify(content).players)


def is_checked(page: Page, found: str) -> None:
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", found)


def test_two_people_deal_with_numbers_of_both(open_page: Open) -> None:
    """One reloads the page before every deal: the number is kept in the browser, and opened all the same."""
    pages = first, _ = together(open_page, "Ann", "Bo")
    for number in (1, 2):
        for page in pages:
            expect(page.locator(".log")).to_contain_text(f"Hand {number}.")
            page.evaluate(AUTOPLAY.replace('?? document.querySelector(".go-next")', ""))  # it stops at the end of the hand
        for page in pages:
            expect(page.locator(".go-next")).to_be_visible(timeout=60_000)
            page.evaluate("clearInterval(window.autoplay)")
        first.reload()
        for page in pages:
            page.locator(".check").click()
            is_checked(page, "right")
            expect(page.locator(".shuffle-note")).to_have_count(0)
        for page in pages:
            page.locator(".go-next").click()


def test_a_game_says_that_every_number_was_committed_to(open_page: Open, site: str) -> None:
    page = open_page("/play")
    start_now(page, length="hands-4")
    play_on(page)
    expect(page.locator(".rematch")).to_be_visible(timeout=120_000)
    page.locator(".check").click()
    is_checked(page, "right")
    assert nonces_of(page, site) == {"hands": 4, "opened": 4, "withheld": []}


@variants("lang", "en", "zh")
def test_who_must_trust_whom_can_be_read_beside_the_check(open_page: Open, lang: str) -> None:
    page = open_page("/play", lang=lang)
    start_now(page)
    play_on(page)
    at_end(page)
    page.locator(".trust summary").click()
    expect(page.locator(".trust summary")).to_have_text("Who must trust whom" if lang == "en" else "谁需要信任谁")
    expect(page.locator(".trust dt")).to_have_count(6)
    expect(page.locator(".trust dd").first).to_be_visible()


def test_a_number_that_the_server_confirmed_and_did_not_use_is_shown_at_once(open_page: Open) -> None:
    """The server deals as if the page had withheld its number; here it does not get it, and the page is made to believe it did."""
    page = open_page("/play")
    pretended: list[Message] = []

    def sent(message: Message) -> Message | None:
        if message["t"] == "open":
            pretended.append(message)
            return None
        return message

    def told(message: Message) -> Message | None:
        if message["t"] == "answered" and message["action"] is None and pretended:  # the page is ready
            return {"v": 1, "t": "opened", "hand": pretended[0]["hand"]}
        return message

    between(page, told, sent)
    start_now(page)
    play_on(page)
    at_end(page)
    is_checked(page, "nonce")
    expect(page.locator(".shuffle-result")).to_have_text("✗ Wrong: the server had confirmed your number, and used another.")
    expect(page.locator("#toast")).to_have_text("Wrong: the server had confirmed your number, and used another.")


def test_a_number_that_was_lost_on_its_way_is_shown_as_withheld_and_the_game_goes_on(open_page: Open, site: str) -> None:
    page = open_page("/play")
    between(page, sent=lambda message: None if message["t"] == "open" else message)
    start_now(page)
    play_on(page)
    at_end(page)
    is_checked(page, "own_withheld")
    expect(page.locator(".shuffle-note")).to_contain_text("Committed to a number and did not open it: ")
    found = nonces_of(page, site)
    assert found is not None
    assert (found["opened"], len(found["withheld"])) == (0, 1)


def test_a_commitment_that_the_server_confirmed_and_left_out_is_shown_at_once(open_page: Open) -> None:
    page = open_page("/play")
    between_page: list[str] = []

    def told(message: Message) -> Message | None:
        if message["t"] == "committed":
            between_page.append(message["commitment"])
        text = json.dumps(message)
        for own in between_page if message["t"] != "committed" else []:
            text = text.replace(f'"{own}"', "null")
        changed: Message = json.loads(text)
        return changed

    between(page, told)
    start_now(page)
    play_on(page)
    at_end(page)
    is_checked(page, "left_out")


def test_a_page_opens_no_number_if_its_commitment_is_missing(open_page: Open) -> None:
    page = open_page("/play")
    opened: list[Message] = []

    def sent(message: Message) -> Message | None:
        opened.extend([message] if message["t"] == "open" else [])
        return message

    def told(message: Message) -> Message | None:
        waits = (message.get("table") or {}).get("waits") or {}
        if waits.get("nonce_commitments"):
            waits["nonce_commitments"] = ["00" * 32] * 4
        return message

    between(page, told, sent)
    start_now(page)
    play_on(page)
    at_end(page)
    assert opened == []
    is_checked(page, "own_withheld")


def test_a_number_that_another_player_chose_afterwards_is_shown_at_once(open_page: Open) -> None:
    """The next player's number is not the one that was shown before; here the commitment is changed on its way, before and after alike."""
    page = open_page("/play")

    def told(message: Message) -> Message | None:
        events = message.get("events") or []
        seats = [event for event in events if event["t"] == "hand"]
        for shown in [(message.get("table") or {}).get("waits") or {}, (message.get("table") or {}).get("hand") or {}, *seats]:
            if shown.get("nonce_commitments"):
                shown["nonce_commitments"] = [one or "00" * 32 for one in shown["nonce_commitments"]]
        for event in events:
            if event["t"] == "reveal":
                own = message["table"]["view"]["seat"]
                event["nonces"] = [nonce if "ESWN"[seat] == own else "ab" * 16 for seat, nonce in enumerate(event["nonces"])]
        room = message.get("room") or {}
        for player in room.get("players") or []:
            player["member"] = 99 if player["member"] is None else player["member"]
        return message

    between(page, told)
    start_now(page)
    play_on(page)
    at_end(page)
    is_checked(page, "nonce_changed")
