"""Replays in a browser: every moment of a game, seen from any seat; the shuffle checked; a game that goes on from there."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quepu.engine import MatchInPlay, MatchSettings, verify
from quepu.engine.shuffle import NonceCommitments, hex_secret, nonce_commitment, nonce_from_seed
from quepu.errors import RecordError
from quepu.rules import book
from tests.games import GOLDEN, golden
from tests.sizes import variants
from tests.web.conftest import Open, Watch, shoot
from tests.web.table import api, everyone_can_use, play_deal, play_on, room_of, start_now, together, upload

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def game(site: str) -> str:
    return upload(site, "guobiao")


def at(page: Page, step: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-step", str(step))


@variants(("lang", "size"), ("en", (360, 740)), ("zh", (390, 844)), ("en", (844, 390)))
def test_what_happens_is_told_where_it_is_seen_without_scrolling(open_page: Open, site: str, lang: str, size: tuple[int, int]) -> None:
    page = open_page(f"/replay/{upload(site, 'guobiao')}?hand=1&step=9", "phone", lang=lang)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for part in (".told", '[data-go="run"]'):
        found = page.locator(part).bounding_box()
        assert found is not None
        assert found["y"] >= 0
        assert found["y"] + found["height"] <= size[1]


def test_stepping_seeking_and_the_address_of_a_moment(open_page: Open, site: str, game: str) -> None:
    steps = api(site, f"/games/{game}/steps?hand=1")["steps"]
    page = open_page(f"/replay/{game}")
    at(page, 0)
    page.locator("[data-go=forward]").click()
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    at(page, len(steps) - 1)
    page.locator(".seek").fill("7")
    at(page, 7)
    page.locator("[data-go=hand-forward]").click()
    expect(page.locator(".replay")).to_have_attribute("data-hand", "2")
    page.locator(".seek").fill("5")
    page.get_by_role("button", name="Copy a link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site}/replay/{game}?hand=2&step=5"
    page.go_back()
    expect(page.locator(".replay")).to_have_attribute("data-hand", "1")
    page.goto(link)
    at(page, 5)
    expect(page.locator(".replay")).to_have_attribute("data-hand", "2")


def test_each_seat_sees_its_own_hand_and_together_all(open_page: Open, game: str) -> None:
    page = open_page(f"/replay/{game}?step=20")
    at(page, 20)
    expect(page.locator(".backs")).to_have_count(0)
    page.select_option("#seen-by", "S")
    expect(page.locator(".backs")).to_have_count(3)
    assert "seat=S" in page.url
    shoot(page, "replay-seat")
    everyone_can_use(page)


def test_the_buttons_are_drawings_with_names_and_one_plays_and_pauses(open_page: Open, game: str) -> None:
    page = open_page(f"/replay/{game}?step=5")
    at(page, 5)
    names = [button.get_attribute("aria-label") for button in page.locator(".step-button").all()]
    assert names == ["To the start", "Back one step", "Play", "Forward one step", "To the end", "Previous hand", "Next hand"]
    assert [button.inner_text().strip() for button in page.locator(".step-button").all()] == [""] * 7
    drawn = [icon.get_attribute("data-icon") for icon in page.locator(".step-button svg").all()]
    assert drawn == ["first", "back", "run", "forward", "last", "hand-back", "hand-forward"]
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-go=run] svg")).to_have_attribute("data-icon", "stop")
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.step) > 5")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("[data-go=run] svg")).to_have_attribute("data-icon", "run")


@variants(("device", "lang"), ("desktop", "en"), ("phone", "zh"), ("lying", "zh"))
def test_a_game_that_the_user_played_opens_at_their_seat_and_can_be_opened(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang)
    start_now(page)
    play_on(page)
    page.locator(".end a[href^='/replay/']").click()
    expect(page.locator(".replay")).to_be_visible()
    mine = page.locator("#seen-by").input_value()
    assert mine in list("ESWN")
    expect(page.locator("#seen-by option:checked")).to_have_text({"en": "Guest (you)", "zh": "客人（你）"}[lang])
    expect(page.locator(".backs")).to_have_count(3)
    shoot(page, f"replay-mine-{device}")
    page.locator(".whose").click()
    expect(page.locator(".backs")).to_have_count(0)
    assert page.url.endswith("seat=all")
    page.reload()
    expect(page.locator(".backs")).to_have_count(0)
    page.locator(".whose").click()
    expect(page.locator("#seen-by")).to_have_value(mine)
    everyone_can_use(page)


@variants(("device", "lang"), ("phone", "en"), ("lying", "zh"), ("desktop", "en"), ("desktop", "zh"))
def test_the_end_of_a_hand_is_explained(open_page: Open, site: str, device: str, lang: str) -> None:
    game = upload(site, "lingque28")
    events = [json.loads(line) for line in golden("lingque28").read_text("utf-8").splitlines()]
    at_win = next(i for i, event in enumerate(events) if event.get("t") == "win")
    won, number = events[at_win], sum(event.get("t") == "hand" for event in events[:at_win])
    page = open_page(f"/replay/{game}?hand={number}&step=9999", device, lang)
    expect(page.locator(".result .points strong")).to_have_text(str(won["points"]))
    assert {str(one.get_attribute("data-fan")) for one in page.locator(".fans button").all()} == set(won["fans"])
    shoot(page, f"replay-{device}-{lang}")
    everyone_can_use(page)


def test_the_shuffle_of_every_hand_is_checked_in_the_browser(open_page: Open) -> None:
    """By the browser's own SHA-256 and by ours."""
    page = open_page("/replay")
    assert {name: found_wrong(page, name) for name in GOLDEN} == {name: [None] * 4 for name in GOLDEN}


def found_wrong(page: Page, name: str) -> list[str | None]:
    """What the page finds wrong with each hand of a golden game."""
    lines = [json.loads(line) for line in golden(name).read_text("utf-8").splitlines()]
    found: list[str | None] = page.evaluate(
        """async ([events, size]) => {
            const {checkDeal} = await import("/static/shared/game/shuffle.js");
            const found = [];
            let hand = [];
            for (const event of events) {
                if (event.t === "hand") hand = [];
                hand.push(event);
                if (event.t === "reveal") found.push(await checkDeal(hand, size, null));
            }
            return found;
        }""",
        [lines[1:], lines[0]["match"]["tiles"]],
    )
    return found


def spoiled(kind: str) -> list[dict[str, Any]]:
    """The first hand of a game, with something wrong in it."""
    lines = [json.loads(line) for line in golden("lingque28").read_text("utf-8").splitlines()]
    hand = lines[1 : 1 + next(i for i, line in enumerate(lines) if line.get("t") == "reveal")]
    if kind == "commitment":
        hand[0]["commitment"] = "00" * 32
    if kind == "dice":
        hand[0]["dice"] = [7 - die for die in hand[0]["dice"]]
    if kind == "deal":
        hand[1]["hands"][0], hand[1]["hands"][1] = hand[1]["hands"][1], hand[1]["hands"][0]
    if kind == "draw":
        drawn = next(event for event in hand if event["t"] == "draw")
        drawn["tile"] = "1m" if drawn["tile"] != "1m" else "2m"
    if kind == "seed":
        hand[-1]["seed"] = "00" * 32
    if kind == "nonce":
        hand[-1]["nonces"] = hand[-1]["nonces"][::-1]
    return hand


def checked(page: Page, events: list[dict[str, Any]], own: dict[str, Any] | None) -> str | None:
    """What the page finds wrong."""
    script = """async ([events, own]) => (await import("/static/shared/game/shuffle.js")).checkDeal(events, 136, own)"""
    found: str | None = page.evaluate(script, [events, own])
    return found


def test_the_page_finds_the_same_faults_as_verify(open_page: Open) -> None:
    """In a record both look at the same: seed and commitment, dice, deal and draws, to which every nonce belongs."""
    lines = golden("lingque28").read_text("utf-8").splitlines()
    page = open_page("/replay")
    wrong = {"commitment": "commitment", "seed": "commitment", "dice": "dice", "deal": "deal", "draw": "draw", "nonce": "dice"}
    for kind, found in wrong.items():
        hand = spoiled(kind)
        told = [json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in hand]
        with pytest.raises(RecordError):
            verify("\n".join([lines[0], *told, *lines[1 + len(hand) :], ""]).encode())
        assert checked(page, hand, None) == found, kind
    assert checked(page, spoiled(""), None) is None
    verify(golden("lingque28").read_bytes())


def fair_hand() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A hand as a table deals it to one person, in the east, and three bots; and what that person knows."""
    seed = bytes(range(32))
    nonces = [bytes(16), *(nonce_from_seed(seed, seat) for seat in (1, 2, 3))]
    committed = (nonce_commitment(nonces[0]), None, None, None)
    return dealt_by(seed, nonces, committed), {
        "seat": "E", "nonce": nonces[0].hex(), "commitment": sha256(seed).hexdigest(), "bots": ["S", "W", "N"], "opened": True,
        "nonce_commitments": [one and one.hex() for one in committed],
    }  # fmt: skip


def dealt_by(seed: bytes, nonces: list[bytes], committed: NonceCommitments | None) -> list[dict[str, Any]]:
    secret = replace(hex_secret(seed.hex(), [nonce.hex() for nonce in nonces]), nonce_commitments=committed)
    game = MatchInPlay(book("lingque28"), MatchSettings(136, 1, 1))
    events = [event.as_dict() for event in game.begin(secret)]
    return [*events, {"t": "reveal", "seed": seed.hex(), "nonces": [nonce.hex() for nonce in nonces]}]


def test_a_player_sees_what_the_table_chose(open_page: Open) -> None:
    """The committed seed, the player's own nonce, and those of bots: a record that agrees with itself does not show them."""
    page = open_page("/replay")
    hand, own = fair_hand()
    assert checked(page, hand, own) is None
    assert checked(page, hand, {**own, "commitment": "00" * 32}) == "commitment"
    assert checked(page, hand, {**own, "nonce": "11" * 16}) == "nonce"
    assert checked(page, hand, {**own, "nonce_commitments": ["00" * 32, None, None, None]}) == "nonce_commitments"
    seed = bytes.fromhex(hand[-1]["seed"])
    own_only = (nonce_commitment(bytes(16)), None, None, None)
    for seat in (1, 2, 3):
        nonces = [bytes.fromhex(nonce) for nonce in hand[-1]["nonces"]]
        nonces[seat] = b"chosen by server"
        chosen = dealt_by(seed, nonces, own_only)
        assert checked(page, chosen, None) == "nonce_changed"
        assert checked(page, chosen, own) == "bot_nonce"
        assert checked(page, dealt_by(seed, nonces, None), None) is None, "a record from before there were commitments"


def test_a_player_sees_which_number_an_accomplice_chose(open_page: Open) -> None:
    """The friend in the south commits to a nonce, and the operator, who knows all others, deals with a better one."""
    page = open_page("/replay")
    seed = bytes(range(32))
    nonces = [bytes(16), b"a friend's nonce", *(nonce_from_seed(seed, seat) for seat in (2, 3))]
    committed = (nonce_commitment(nonces[0]), nonce_commitment(nonces[1]), None, None)
    fair = dealt_by(seed, nonces, committed)
    own = {
        "seat": "E", "nonce": nonces[0].hex(), "commitment": sha256(seed).hexdigest(), "bots": ["W", "N"], "opened": True,
        "nonce_commitments": [one and one.hex() for one in committed],
    }  # fmt: skip
    assert checked(page, fair, own) is None
    better = [nonces[0], b"a better nonce!!", *nonces[2:]]
    chosen = dealt_by(seed, better, committed)
    assert (checked(page, chosen, own), checked(page, chosen, None)) == ("nonce_changed", "nonce_changed")
    forged = dealt_by(seed, better, (committed[0], nonce_commitment(better[1]), None, None))
    assert (checked(page, forged, own), checked(page, forged, None)) == ("nonce_commitments", None)
    withheld = dealt_by(seed, [nonces[0], nonce_from_seed(seed, 1), *nonces[2:]], committed)
    assert checked(page, withheld, own) is None
    script = """async ([hand, reveal]) => (await import("/static/shared/game/shuffle.js")).nonceStates(hand, reveal)"""
    assert page.evaluate(script, [withheld[0], withheld[-1]]) == ["opened", "withheld", "derived", "derived"]
    without_own = dealt_by(seed, [nonce_from_seed(seed, 0), *nonces[1:]], committed)
    assert checked(page, without_own, own) == "nonce", "the server had confirmed it"
    assert checked(page, without_own, {**own, "opened": False}) is None, "it may have been lost on its way"


def test_the_page_commits_and_opens_as_the_table_does(open_page: Open) -> None:
    vectors = json.loads((ROOT / "tests/data/nonce_vectors.json").read_text("utf-8"))
    page = open_page("/replay")
    found = page.evaluate(
        """async (vectors) => {
            const {commitmentOf, nonceFromSeed, nonceStates} = await import("/static/shared/game/shuffle.js");
            return Promise.all(vectors.map(async ({seed, nonces, nonce_commitments}) => ({
                seed, nonces, nonce_commitments,
                derived: await Promise.all([0, 1, 2, 3].map((seat) => nonceFromSeed(seed, seat))),
                commitments_of_nonces: await Promise.all(nonces.map(commitmentOf)),
                states: await nonceStates({nonce_commitments}, {seed, nonces}),
            })));
        }""",
        vectors,
    )
    assert found == vectors


def test_a_replay_says_who_gave_numbers_of_their_own(open_page: Open, site: str, game: str) -> None:
    page = open_page(f"/replay/{game}?step=9999")
    page.locator(".check").click()
    expect(page.locator(".shuffle-note")).to_have_text(
        "Players who gave a number of their own: nearest 0, nearest 1, nearest 2, nearest 3. All others follow from the seed."
    )
    start_now(page)
    play_on(page)
    page.locator(".end a[href^='/replay/']").click()
    page.locator("[data-go=last]").click()
    page.locator(".check").click()
    expect(page.locator(".shuffle-note")).to_have_text(
        "Players who committed to a number of their own before the deal and opened it: Guest. All others follow from the seed."
    )
    page.get_by_role("button", name="中文").click()
    page.goto(f"{page.url}&step=9999")
    page.locator(".check").click()
    expect(page.locator(".shuffle-note")).to_have_text("发牌前承诺、随后公开自己随机数的：Guest；其余的由种子推出。")


def test_a_record_that_was_changed_is_shown_as_wrong(open_page: Open, game: str) -> None:
    page = open_page(f"/replay/{game}?step=9999")
    page.locator(".check").click()
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "recorded")
    page.reload()
    content = golden("guobiao").read_text("utf-8").splitlines()
    hand = json.loads(content[1])
    hand["commitment"] = "ab" * 32
    content[1] = json.dumps(hand)
    page.route("**/record", lambda route: route.fulfill(body="\n".join(content), content_type="application/x-ndjson"))
    page.locator(".check").click()
    expect(page.locator(".shuffle-check")).to_have_attribute("data-checked", "commitment")


def test_the_page_shuffles_as_the_table_does(open_page: Open) -> None:
    vectors = json.loads((ROOT / "tests/data/shuffle_vectors.json").read_text("utf-8"))
    page = open_page("/replay")
    found = page.evaluate(
        """async (vectors) => {
            const {commitmentOf, shuffle} = await import("/static/shared/game/shuffle.js");
            const {sha256} = await import("/static/vendor/noble-hashes/sha2.js");
            for (let size = 0; size < 200; size++) {
                const bytes = Uint8Array.from({length: size}, (_, i) => (i * 7 + size) % 256);
                const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
                if (String(sha256(bytes)) !== String(digest)) return `differs at ${size}`;
            }
            return Promise.all(vectors.map(async ({seed, nonces, hand, tiles}) =>
                ({commitment: await commitmentOf(seed), ...(await shuffle(seed, nonces, hand, tiles))})));
        }""",
        vectors,
    )
    assert found == [{key: vector[key] for key in ("commitment", "wall", "dice")} for vector in vectors]


def test_a_record_is_downloaded_and_dropped_again(open_page: Open, site: str, game: str, tmp_path: Path) -> None:
    page = open_page(f"/replay/{game}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "game.jsonl"
    download.value.save_as(file)
    assert file.read_bytes() == golden("guobiao").read_bytes()
    page.goto("/play")
    page.wait_for_selector(".drop")
    page.evaluate(
        """(text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "game.jsonl"));
            document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: carried}));
        }""",
        file.read_text("utf-8"),
    )
    page.wait_for_url(f"**/replay/{game}")
    expect(page.locator(".replay")).to_be_visible()
    page.goto("/replay")
    expect(page.locator(f".tables a[href='/replay/{game}']")).to_be_visible()


def test_a_file_that_is_not_a_record_is_refused_with_the_reason(open_page: Open, watch: Watch, tmp_path: Path) -> None:
    watch.expected.append("400")
    file = tmp_path / "letter.jsonl"
    file.write_text("Dear Ann,\n")
    page = open_page("/replay")
    page.locator("#record-file").set_input_files(file)
    expect(page.locator(".toast.shown")).to_contain_text("invalid record")


def test_a_game_continues_from_any_moment_against_bots(open_page: Open, game: str) -> None:
    page = open_page(f"/replay/{game}?hand=2&step=12&seat=W")
    at(page, 12)
    left = page.locator(".middle .left").text_content()
    page.locator(".continue").click()
    page.wait_for_selector(".mine")
    assert int(page.locator(".middle .left").text_content() or 999) <= int(left or 0)
    expect(page.locator(".player.me")).to_contain_text("You")


def test_a_running_game_has_no_replay_yet(open_page: Open, site: str) -> None:
    opened = api(site, "/rooms", {"name": "Ann", "start": True, "private": False})
    page = open_page(f"/replay/{opened['game']}")
    expect(page.locator(".problem")).to_contain_text("not over yet")
    page.locator(".problem a").click()
    page.wait_for_url(f"**/play/{opened['room']}")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"), ("desktop", "en"))
def test_a_replay_opened_from_a_table_leads_back_and_says_who_wants_to_play_again(open_page: Open, device: str, lang: str) -> None:
    host, guest = together(open_page, "Ann", "Bo", open_page("/play", device, lang=lang), length="hands-1")
    room = room_of(guest)
    play_deal(host, guest)
    guest.locator(".end a[href^='/replay/']").click()
    back = guest.locator(".back-to-table a")
    expect(back).to_have_text({"zh": "回到这一桌", "en": "Back to the table"}[lang])
    expect(guest.locator(".back-to-table span")).to_have_count(0)
    host.locator(".rematch").click()
    words = {"zh": "Ann 想再来一场。", "en": "Ann would like to play again."}[lang]
    expect(guest.locator(".back-to-table span")).to_have_text(words)
    expect(guest.locator("#announcer")).to_have_text(words)
    expect(host.locator(".rematch-asked .missing")).to_have_text("Waiting for Bo to agree.")  # who looks at a replay is still there
    shoot(guest, f"replay-rematch-{device}-{lang}")
    everyone_can_use(guest)
    assert room not in guest.url, "the link of a game is not an invitation"
    back.click()
    guest.locator(".rematch").click()
    guest.wait_for_selector(".mine")


def test_who_has_agreed_to_play_again_is_taken_from_the_replay_to_the_table(open_page: Open) -> None:
    host, guest = together(open_page, "Ann", "Bo", length="hands-1")
    play_deal(host, guest)
    guest.locator(".rematch").click()
    expect(host.locator(".rematch-asked")).to_be_visible()
    guest.locator(".end a[href^='/replay/']").click()
    guest.wait_for_selector(".back-to-table")
    expect(guest.locator(".back-to-table span")).to_have_text("You would like to play again.")
    host.locator(".rematch").click()
    guest.wait_for_selector(".mine")
    assert room_of(guest) == room_of(host)


def test_a_replay_of_another_table_has_no_way_back(open_page: Open, game: str) -> None:
    page = open_page(f"/replay/{game}")
    page.wait_for_selector(".replay")
    expect(page.locator(".back-to-table")).to_have_count(0)


@variants(("device", "lang"), ("lying", "zh"), ("phone", "en"), ("desktop", "zh"))
def test_every_step_has_words_and_the_controls_do_not_move(open_page: Open, game: str, device: str, lang: str) -> None:
    """From one seat, too, where the draws of the others are hidden."""
    page = open_page(f"/replay/{game}?hand=1&step=0&seat=E", device, lang=lang)
    at(page, 0)
    places, told = set(), []
    for step in range(12):
        if step:
            page.keyboard.press("ArrowRight")
            at(page, step)
        places.add(page.locator(".step-buttons").first.evaluate("one => Math.round(one.getBoundingClientRect().top + scrollY)"))
        told.append(page.locator(".told").inner_text())
    assert len(places) == 1
    assert all(told)
    assert any(re.search({"zh": r"[東南西北] .+ 摸牌", "en": r"\((?:east|south|west|north)\) draws\."}[lang], words) for words in told)
