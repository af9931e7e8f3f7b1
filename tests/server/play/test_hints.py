"""Hints: what a player can know about their own hand; and the win that ended a deal, explained to all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.cli.play import HINTS, Setup, TerminalMatch
from quepu.cli.terminal import Screen
from quepu.engine import Deal, MatchInPlay, MatchSettings, play_rules, read_record
from quepu.engine.events import HandBegan, Won
from quepu.engine.game import choices
from quepu.engine.replay import replay_batches
from quepu.engine.shuffle import secret_for
from quepu.kernel import is_compiled
from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, PASS, WIN
from quepu.notation import parse_tiles
from quepu.players import player
from quepu.players.hands import may_win, seen
from quepu.players.hints import Hint, Suggestion, hint, no_win
from quepu.players.reasons import Changing, Discarding, Passing, WinOffered
from quepu.rules import book
from quepu.tiles import KINDS, NAMES, WINDS
from quepu.waits import Discard
from tests.games import GOLDEN, golden
from tests.players import Nearest
from tests.server.play.driver import Driver, hidden_from, settings
from tests.tables import E, S, Scene, kind, wall_with

every_game = pytest.mark.parametrize("name", GOLDEN)


def web_hint(deal: Deal, seat: int, advice: bool = True) -> dict[str, Any]:
    """What the server sends; without ``advice`` only the part that takes little time."""
    return hint(deal.view(seat), deal.book, no_win(deal, seat), deal.offered_win(seat), advice).as_dict("en")


@every_game
def test_at_every_step_each_seat_gets_its_distance_or_a_reason(name: str) -> None:
    checked = 0
    for batch in replay_batches(golden(name).read_bytes(), holds=True):
        deal = batch[0].game.deal
        if deal is None:
            continue
        for seat in range(4):
            view = deal.view(seat)
            found = web_hint(deal, seat, advice=False)
            if found["waits"] is None and found["discards"] is None:
                assert any(tile > 33 for tile in view.hand)
            if found["discards"] is not None:
                assert {one["tile"] for one in found["discards"]["discards"]} == {NAMES[tile] for tile in view.hand}
            if deal.state.may(seat, WIN):
                assert found["why"] is None
            assert (found["win"] is not None) == deal.state.may(seat, WIN)
            checked += 1
        if checked > 400:
            return


def printed(deal: Deal, seat: int) -> list[list[str]]:
    """The words of each line that the terminal prints as a hint."""
    rules = deal.book
    setup = Setup(rules, ("a", "b", "c", "d"), (), 1, MatchSettings(play_rules(rules).tiles), False)
    match = TerminalMatch(setup, Screen("en", False), None, lambda prompt: "", lambda text: None)
    match.seat, match.names = seat, list(setup.names)
    return [line.split() for line in match.hints(deal, deal.view(seat))]


def tiles_left(found: list[dict[str, Any]]) -> list[str]:
    return [f"{one['tile']}×{one['left']}" for one in found]


def wait_rows(found: list[dict[str, Any]]) -> list[list[str]]:
    """The beginning of the terminal's row for each wait: the tile, how many are left, the points by discard."""
    points = [one["discard"] for one in found]
    return [
        [one["tile"], str(one["left"]), *([str(score["points"])] if score and score["win"] else [])]
        for one, score in zip(found, points, strict=True)
    ]


def assert_same(web: dict[str, Any], lines: list[list[str]]) -> None:
    """The terminal prints what the server sends."""
    suggestion = web["suggestion"]
    assert (lines[1][:1] == ["suggested:"]) == (suggestion is not None and suggestion["reason"] != "win")
    if lines[1][:1] == ["suggested:"]:
        action = suggestion["action"]
        assert (lines[1][1] == "discard") == (action < len(NAMES))
        assert (lines[1][1] == "pass,") == (action == PASS)
        assert action >= len(NAMES) or lines[1][2] == f"{NAMES[action]},"
        assert " ".join(lines[2]) == f"careful bot: {suggestion['because']}"
        lines = [lines[0], *lines[4:]]
    if web["discards"] is not None:
        for at, one in enumerate(web["discards"]["discards"][:HINTS]):
            distance = "ready" if one["distance"] == 0 else str(one["distance"])
            assert lines[2 + at] == [one["tile"], distance, str(one["useful_left"]), *tiles_left(one["useful"])]
            for row in wait_rows(one["waits"]):
                assert any(line[: len(row)] == row for line in lines)
    elif web["waits"] is None:
        assert lines[1] == ["Replace", "the", "flowers", "first."]
    elif web["waits"]["waits"]:
        for at, row in enumerate(wait_rows(web["waits"]["waits"])):
            assert lines[3 + at][: len(row)] == row
    else:
        assert str(web["waits"]["distance"]) in lines[1]
        assert lines[2] == tiles_left(web["waits"]["useful"])
    assert_same_advice(web, lines)
    too_few = web["why"] is not None and web["why"]["reason"] == "below_minimum"
    assert (["Too", "few", "points,"] in [line[:3] for line in lines]) == too_few


def assert_same_advice(web: dict[str, Any], lines: list[list[str]]) -> None:
    """The win that is offered, the aims, and what claims give and lose."""
    text = " ".join(" ".join(line) for line in lines)
    if web["win"] is not None:
        assert f"win: {web['win']['points']} point" in text
    for aim in [*(web["aims"] or ()), *(claim["aim"] for claim in web["claims"] if claim["aim"])]:
        tiles = f"{len(aim['missing'])} tile{'s' * (len(aim['missing']) > 1)} away:"
        assert any(
            " ".join(line).startswith(aim["fans"][0]["en"] if aim["fans"] else "a plain win")
            and f"about {aim['points']} point" in " ".join(line)
            and tiles in " ".join(line)
            and " ".join(line).endswith(f"as {aim['hand']}")
            for line in lines
        )
    for claim in web["claims"]:
        assert f"to ready: {claim['before']} → {claim['distance']}" in text
        assert not claim["lost"] or f"lost: {', '.join(fan['en'] for fan in claim['lost'])}" in text
    assert (web["hopeless"] or any(claim["hopeless"] for claim in web["claims"])) == ("found nearby" in text)


@pytest.mark.parametrize(
    ("rules", "seed", "bot"),
    [("lingque28", 1, "efficient"), ("guobiao", 2, "nearest"), ("woodshole", 3, "nearest"), ("lingque26", 4, "first")],
)
def test_the_terminal_and_the_web_give_the_same_hints(rules: str, seed: int, bot: str) -> None:
    rulebook = book(rules)
    players = [Nearest(rulebook, seed + at) if bot == "nearest" else player(bot, rulebook, seed + at) for at in range(4)]
    match = MatchInPlay(rulebook, MatchSettings(play_rules(rulebook).tiles, hands=1))
    match.begin(secret_for(seed, 1))
    claims = 0
    while match.deal is not None:
        for seat in match.deal.asked():
            assert_same(web_hint(match.deal, seat), printed(match.deal, seat))
            claims += match.deal.view(seat).offer is not None
        for seat, action in choices(match.deal, players):
            match.apply(seat, action)
    assert claims


def test_a_tile_on_offer_is_not_left_and_after_a_claim_it_is_in_the_meld() -> None:
    """東 discards 4m; 南 holds 44m and waits for 4m and 7m."""
    scene = Scene("lingque28", wall_with(["4m159p159sESWNCF", "44m77m123p456p789s"], draws="F"))
    scene.discard(E, "4m")
    deal = scene.hand
    view = deal.view(S)
    found = hint(view, deal.book)
    assert found.waits is not None
    assert [(NAMES[wait.tile], wait.left) for wait in found.waits.waits] == [("4m", 1), ("7m", 2)]
    assert isinstance(found.claims[CLAIM_PUNG].after, Discard)
    assert kind("4m") in parse_tiles(seen(view))
    assert kind("4m") not in parse_tiles(seen(view, is_claimed=True))
    assert PASS not in found.claims


@pytest.mark.parametrize(
    ("hand", "offered", "suggestion"),
    [
        ("44m78m123p456p789s", "4m", (PASS, "no_nearer", CLAIM_PUNG)),
        ("44m77m123p456p789s", "4m", (WIN, "win", None)),
        ("8m124556p123668s", "7s", (PASS, "lost", CLAIM_PUNG - 2)),
        ("33m22p55577sSSCC", "2p", (CLAIM_PUNG, "worth", None)),
    ],
)
def test_a_beginner_hears_whether_to_claim_and_why(hand: str, offered: str, suggestion: tuple[int, str, int | None]) -> None:
    scene = Scene("lingque28", wall_with([f"{offered}159p159sESWNCF", hand], draws="F"))
    scene.discard(E, offered)
    found = hint(scene.hand.view(S), scene.hand.book).suggestion
    assert found is not None
    assert (found.action, found.word, found.instead) == suggestion
    assert hint(scene.hand.view(S), scene.hand.book, advice=False).suggestion is None


@pytest.mark.parametrize(
    ("hand", "drawn", "tile", "reason"),
    [("12345678m22pEE5s", "E", "5s", "ready"), ("1245679m22p35sSW", "E", "W", "aim")],
)
def test_a_beginner_hears_what_to_discard_and_why(hand: str, drawn: str, tile: str, reason: str) -> None:
    scene = Scene("lingque28", wall_with([hand], draws=drawn))
    found = hint(scene.hand.view(E), scene.hand.book).suggestion
    assert found is not None
    assert (NAMES[found.action], found.word, found.instead) == (tile, reason, None)


def suggestions(rules: str, seed: int, deals: int) -> Iterator[tuple[Suggestion, Hint]]:
    """What is suggested at the decisions of a match."""
    rulebook = book(rules)
    players = [player("swift", rulebook, seed + at) for at in range(4)]
    match = MatchInPlay(rulebook, MatchSettings(play_rules(rulebook).tiles, hands=deals))
    for number in range(1, deals + 1):
        match.begin(secret_for(seed, number))
        while match.deal is not None:
            for seat in match.deal.asked():
                view = match.deal.view(seat)
                found = hint(view, rulebook, None, match.deal.offered_win(seat))
                if found.suggestion is not None:
                    assert found.suggestion.action == player("careful", rulebook).choose(view)
                    yield found.suggestion, found
            for seat, action in choices(match.deal, players):
                match.apply(seat, action)


@pytest.mark.parametrize("rules", ["lingque28", "guobiao", "woodshole"])
def test_the_word_of_a_suggestion_is_true(rules: str) -> None:
    words = set()
    for one, found in suggestions(rules, 6, 2 if is_compiled() else 1):
        words.add(one.word)
        because = one.because
        if isinstance(because, Discarding):
            option, other = because.option, because.other
            assert option.outlook is not None
            assert (one.word == "ready") == may_win(option.outlook.waits)
            if one.word == "safe":
                assert other is not None
                assert other.promise > option.promise
                assert other.expected_loss > option.expected_loss
            elif one.word == "aim":
                assert one.aim is not None
                assert because.action not in one.aim.missing
            elif one.word == "nearest":
                assert found.discards is not None
                assert option.outlook.missing == 1 + min(discard.distance for discard in found.discards.discards)
        elif isinstance(because, Passing):
            before, after = because.option.outlook, because.claim.outlook
            assert before is not None
            assert after is not None
            assert one.instead is not None
            if one.word == "no_nearer":
                assert after.missing >= before.missing
            elif one.word == "hopeless":
                assert found.claims[one.instead].hopeless
            else:
                assert after.missing < before.missing
                assert (one.word == "lost") == bool(found.claims[one.instead].lost)
            assert because.claim.value <= because.option.value
        elif isinstance(because, Changing):
            assert because.option.value >= because.without.value
        else:
            assert (one.word == "win") == isinstance(because, WinOffered)
    assert words >= {"ready", "aim", "no_nearer", "win"}


@every_game
def test_a_hint_never_sees_five_of_a_tile(name: str) -> None:
    """Own tiles and those seen elsewhere never add up to five; and a claim does not change the sum."""
    for batch in replay_batches(golden(name).read_bytes(), holds=True):
        deal = batch[0].game.deal
        for seat in range(4) if deal is not None else ():
            assert deal is not None
            view = deal.view(seat)
            own = [tile for tile in view.hand if tile < KINDS] + [tile for meld in view.seats[seat].melds for tile in meld.tiles]
            visible = own + parse_tiles(seen(view))
            assert all(visible.count(tile) <= 4 for tile in range(KINDS))
            if any(CHOW_LOW <= action <= CLAIM_KONG for action in view.legal):
                assert view.offer is not None
                assert sorted([*own, view.offer.tile, *parse_tiles(seen(view, is_claimed=True))]) == sorted(visible)


def test_a_hint_is_made_of_nothing_that_the_seat_cannot_see() -> None:
    random = Random(5)
    for updates in range(1, 40, 3):
        driver = Driver(settings(hands=1), people=1, seed=4)
        driver.connect(0)
        driver.start()
        driver.play(updates)
        seat = driver.session.game.seats.index(driver.player(0))
        before = web_hint(driver.hand, seat)
        driver.hand.state.rearrange(seat, hidden_from(driver, driver.player(0), random))
        assert web_hint(driver.hand, seat) == before


def winning(site: TestClient) -> tuple[dict[str, Any], Won, int]:
    """A room in which its only member can win now; the win there was, and its hand."""
    record = golden("lingque28").read_bytes()
    game = site.post("/api/v1/records", content=record, headers={"Content-Type": "application/x-ndjson"}).json()["game"]
    number = 0
    for event in read_record(record).events:
        if isinstance(event, HandBegan):
            began = event
            number += 1
        if isinstance(event, Won) and event.source is not None:
            steps = site.get(f"/api/v1/games/{game}/steps?hand={number}").json()["steps"]
            step = next(one["step"] for one in steps if any(event["t"] == "win" for event in one["events"])) - 1
            wanted = {"hand": number, "step": step, "seat": WINDS[began.seats[event.seat]], "name": "Ann"}
            return site.post(f"/api/v1/games/{game}/continue", json=wanted).json(), event, number
    raise AssertionError


def test_a_player_asks_with_their_token(site: TestClient) -> None:
    opened, won, _ = winning(site)
    found = site.post(f"/api/v1/rooms/{opened['room']}/hint", json={"token": opened["token"]}).json()
    assert found["game"] == opened["game"]
    assert found["why"] is None
    assert found["win"]["points"] == won.points
    assert {**found["suggestion"], "because": None} == {"action": WIN, "reason": "win", "instead": None, "aim": None, "because": None}
    assert found["suggestion"]["because"].startswith("win")
    chinese = site.post(f"/api/v1/rooms/{opened['room']}/hint?lang=zh", json={"token": opened["token"]}).json()
    assert chinese["suggestion"]["because"].startswith("和")
    assert {fan["id"]: fan["count"] for fan in found["win"]["fans"]} == dict(won.fans)
    tile = won.hand.split(" +")[1].split(" ")[0]
    [wait] = [one for one in found["waits"]["waits"] if one["tile"] == tile]
    assert wait["discard"]["points"] == won.points
    other = site.post(f"/api/v1/rooms/{opened['room']}/hint", json={"token": "another"}).json()
    assert other["error"]["code"] == "not_a_player"


def test_a_win_comes_with_its_points_and_fans_to_the_seat_that_may_win_alone(site: TestClient) -> None:
    opened, won, _ = winning(site)
    path = f"/api/v1/rooms/{opened['room']}/socket"
    with site.websocket_connect(path) as socket, site.websocket_connect(path) as watching:
        socket.send_json({"v": 1, "t": "hello", "token": opened["token"]})
        prompt = socket.receive_json()["table"]["prompt"]
        watching.send_json({"v": 1, "t": "hello", "token": None})
        assert watching.receive_json()["table"]["prompt"] is None
    assert prompt["win"]["points"] == won.points
    fans = prompt["win"]["fans"]
    assert {fan["id"]: fan["count"] for fan in fans} == dict(won.fans)
    values = [max(1, fan.fu) * fan.fan for one in fans for fan in [book("lingque28").fans[one["id"]]]]
    assert values == sorted(values, reverse=True)


def test_the_last_win_is_explained(site: TestClient) -> None:
    opened, won, number = winning(site)
    path = f"/api/v1/rooms/{opened['room']}"
    assert site.get(f"{path}/score").json() == {"game": opened["game"], "hand": number, "score": None, "payments": []}
    with site.websocket_connect(f"{path}/socket") as socket:
        socket.send_json({"v": 1, "t": "hello", "token": opened["token"]})
        table = socket.receive_json()["table"]
        socket.send_json({"v": 1, "t": "act", "n": table["n"], "action": WIN})
        while (message := socket.receive_json())["t"] != "update":
            assert message["t"] != "error"
        found = site.get(f"{path}/score").json()
    assert found["score"]["points"] == won.points
    assert {fan["id"]: fan["count"] for fan in found["score"]["fans"]} == dict(won.fans)
    assert found["score"]["steps"]["en"]


def test_before_a_game_there_is_no_hint(site: TestClient) -> None:
    opened = site.post("/api/v1/rooms", json={"name": "Ann"}).json()
    path = f"/api/v1/rooms/{opened['room']}"
    assert site.get(f"{path}/score").json() == {"game": None, "hand": None, "score": None, "payments": []}
    assert site.post(f"{path}/hint", json={"token": opened["token"]}).json()["error"]["code"] == "not_a_player"
