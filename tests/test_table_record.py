"""Records: golden games, replays, and every way in which a record can be wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

import quepu
from quepu.engine.events import RECORDED, Event, HandBegan, Paid, Revealed, read_event
from quepu.engine.game import MatchInPlay, play_match
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header, RecordWriter, canonical, read_record
from quepu.engine.replay import replay, verify
from quepu.engine.rules import play_rules
from quepu.errors import QuepuError, RecordError
from quepu.kernel.actions import ADDED_KONG_OF, CLAIM_PUNG, DECLINE, LAST_DRAW, PASS, ROBBING
from quepu.players import PLAYERS, player
from quepu.rules import BOOKS, book
from tests.games import GOLDEN, golden, happenings, play
from tests.tables import Arranged, kind, wall_with

ROOT = Path(__file__).parent.parent

every_game = pytest.mark.parametrize("name", GOLDEN)

EVERYWHERE = {"chow", "pung", "added kong", "concealed kong", "kong replaced", "self-drawn", "won on a discard"}


def record_of(rules: str, seed: int, hands: int = 1, players: tuple[str, ...] = ("random", "first", "random", "first")) -> bytes:
    """A short match between simple players."""
    rulebook = book(rules)
    settings = MatchSettings(play_rules(rulebook).tiles, hands=hands)
    stream = BytesIO()
    record = RecordWriter(stream, Header(rulebook, players, settings))
    play_match([player(name, rulebook, seed + n) for n, name in enumerate(players)], rulebook, seed, settings, record.write)
    record.finish()
    return stream.getvalue()


def hashed(lines: list[bytes]) -> bytes:
    """Lines with a last one that has their hash."""
    data = b"".join(lines)
    return data + canonical({"t": "end", "sha256": sha256(data).hexdigest()})


def test_a_record_in_which_claims_are_passed_before_the_last_tile_is_declined_verifies() -> None:
    declined = 0
    for seed in range(60):
        data = record_of("woodshole", seed, players=("random",) * 4)
        declined += b'"declined":"' in data
        assert verify(data).players == ("random",) * 4
    assert declined > 5


# Golden games.


@every_game
def test_a_golden_game_replays_line_by_line_to_the_same_bytes(name: str) -> None:
    data = golden(name).read_bytes()
    lines = data.splitlines(keepends=True)
    steps = list(replay(data))
    assert [step.line for step in steps] == list(range(2, len(lines)))
    assert [canonical(step.event.as_dict()) for step in steps] == lines[1:-1]
    assert hashed(lines[:-1]) == data


@pytest.mark.compiled
@every_game
def test_a_golden_game_is_played_again_to_the_same_bytes(name: str) -> None:
    """Interpreted, the players would take minutes; there it is replayed only, and that gives the same bytes too."""
    assert play(*GOLDEN[name]) == golden(name).read_bytes()


def test_much_happens_in_the_golden_games() -> None:
    seen = {name: happenings(list(read_record(golden(name).read_bytes()).events)) for name in GOLDEN}
    for found in seen.values():
        assert found >= EVERYWHERE
    together = set().union(*seen.values())
    assert together >= EVERYWHERE | {"open kong", "kong robbed", "flower", "flower discarded", "ready", "exhausted", "declined"}
    assert {rules for rules, _, _ in GOLDEN.values()} == set(BOOKS)


def test_simple_players_play_the_same_bytes_compiled_and_interpreted() -> None:
    code = (
        "from quepu.kernel import is_compiled; from tests.test_table_record import BOOKS, record_of, sha256; "
        "print(is_compiled(), *(sha256(record_of(rules, 5)).hexdigest() for rules in BOOKS))"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "QUEPU_REQUIRE_COMPILED": "0"}
    other = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert other.stdout.split() == ["False", *(sha256(record_of(rules, 5)).hexdigest() for rules in BOOKS)]


# interpreted, one plays slowly: tests/test_efficient.py has a hand of each book that is the same in both modes
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.compiled] if name == "efficient" else []) for name in PLAYERS])
@pytest.mark.parametrize("rules", BOOKS)
def test_every_player_plays_every_book_from_a_seed(rules: str, name: str) -> None:
    data = record_of(rules, 3, players=(name,) * 4)
    assert verify(data).players == (name,) * 4
    assert record_of(rules, 3, players=(name,) * 4) == data
    assert record_of(rules, 4, players=(name,) * 4) != data


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(QuepuError, match="unknown player 'grandmaster'; expected one of"):
        player("grandmaster", book())


# What a record holds.


def test_the_lines_of_a_record_are_as_promised() -> None:
    lines = golden("woodshole").read_bytes().decode().splitlines()
    assert lines[0] == (
        '{"quepu":1,"rules":"woodshole","overlay":null,"players":["nearest 0","nearest 1","nearest 2","nearest 3"],'
        '"match":{"tiles":144,"rounds":4,"hands":4}}'
    )
    keys: dict[str, set[str]] = {}
    for line in lines[1:]:
        given = json.loads(line)
        keys.setdefault(given["t"], set()).add(" ".join(given))
    assert keys == {
        "hand": {"t number round dealer seats dice commitment"},
        "deal": {"t hands"},
        "draw": {"t seat tile replaces"},
        "flower": {"t seat tile"},
        "discard": {"t seat tile from_hand"},
        "claim": {"t seat from meld tile"},
        "kong": {"t seat meld added"},
        "ready": {"t seat ready"},
        "win": {"t seat from hand points fans"},
        "exhausted": {"t declined"},
        "pay": {"t payments scores"},
        "reveal": {"t seed nonces"},
        "end": {"t sha256"},
    }


@every_game
def test_every_event_reads_back_as_it_was_written(name: str) -> None:
    for event in read_record(golden(name).read_bytes()).events:
        assert read_event(json.loads(canonical(event.as_dict()))) == event


@every_game
def test_the_wins_of_a_record_score_what_it_says(name: str) -> None:
    rules = GOLDEN[name][0]
    wins = [event for event in read_record(golden(name).read_bytes()).events if event.t == "win"]
    assert wins
    for won in wins:
        given = won.as_dict()
        score = quepu.score(given["hand"], rules)
        assert (score.points, score.counts, score.legal) == (given["points"], given["fans"], True)


@every_game
def test_the_payments_of_a_record_add_up(name: str) -> None:
    record = read_record(golden(name).read_bytes())
    scores = [0, 0, 0, 0]
    seats: tuple[int, ...] = ()
    for event in record.events:
        if isinstance(event, HandBegan):
            seats = event.seats
            assert event.dealer == seats[0]
        elif isinstance(event, Paid):
            assert sum(event.payments) == 0
            for seat, player_ in enumerate(seats):
                scores[player_] += event.payments[seat]
            assert list(event.scores) == scores
        elif isinstance(event, Revealed):
            assert len(event.seed) == 32


def test_a_record_holds_its_overlay_whole(tmp_path: Path) -> None:
    overlay = tmp_path / "club.toml"
    overlay.write_text(
        'base = "lingque28"\nname = "club rules"\nminimum = 2\n[fan.missing_suit]\nfu = 6\nexcludes_add = ["short_straight"]\n'
    )
    data = record_of(str(overlay), 8, hands=2)
    overlay.unlink()
    header = verify(data)
    assert header.book.minimum == 2
    assert header.book.fans["missing_suit"].fu == 6
    assert json.loads(data.splitlines()[0])["rules"] == "lingque28"
    other = data.replace(b'"minimum":2', b'"minimum":3')
    assert json.loads(other.splitlines()[0])["overlay"]["minimum"] == 3
    with pytest.raises(RecordError):
        verify(other)


# Nothing is overwritten, and what breaks off is seen to.


def test_a_file_that_exists_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("precious")
    with pytest.raises(QuepuError, match="already exists"):
        RecordWriter.create(path, Header(book(), ("a", "b", "c", "d"), MatchSettings(136)))
    assert path.read_text() == "precious"


def test_a_record_in_a_file_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    settings = MatchSettings(136, hands=1)
    names = ("random", "first", "random", "first")
    with RecordWriter.create(path, Header(book(), names, settings)) as record:
        play_match([player(name, book(), 5 + n) for n, name in enumerate(names)], book(), 5, settings, record.write)
    assert path.read_bytes() == record_of("lingque28", 5)


def test_a_match_that_is_interrupted_leaves_a_record_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    written = 0

    def write(event: Event) -> None:
        nonlocal written
        written += 1
        if written == 30:
            raise KeyboardInterrupt
        record.write(event)

    with pytest.raises(KeyboardInterrupt), RecordWriter.create(path, Header(book(), ("a", "b", "c", "d"), MatchSettings(136))) as record:
        play_match([player("random", book(), n) for n in range(4)], book(), 5, None, write)
    data = path.read_bytes()
    assert len(data.splitlines()) == 30
    with pytest.raises(RecordError) as caught:
        verify(data)
    assert (caught.value.code, caught.value.line, caught.value.incomplete) == ("record_incomplete", 31, True)


# Wrong records.

GAME = record_of("guobiao", 7, hands=2)
LINES = GAME.splitlines(keepends=True)


def refused(data: bytes, check: Callable[[bytes], object] = verify) -> RecordError:
    with pytest.raises(RecordError) as caught:
        check(data)
    error = caught.value
    for lang, start in (("en", f"line {error.line}: "), ("zh", f"第 {error.line} 行：")):
        assert error.message(lang).startswith(start)
    assert error.as_dict()["line"] == error.line
    return error


def test_the_game_to_be_spoiled_is_good() -> None:
    verify(GAME)
    assert read_record(GAME).header.players == ("random", "first", "random", "first")


def test_a_record_truncated_after_a_line_is_incomplete() -> None:
    for count in range(1, len(LINES), 3):
        error = refused(b"".join(LINES[:count]))
        assert (error.code, error.line) == ("record_incomplete", count + 1)
        assert error.incomplete
        assert refused(b"".join(LINES[:count]), read_record).incomplete


def test_a_record_torn_within_a_line_is_incomplete() -> None:
    for count in range(1, len(LINES), 7):
        line = LINES[count]
        for part in (line[:1], line[: len(line) // 2], line[:-1]):
            error = refused(b"".join(LINES[:count]) + part)
            assert error.incomplete
            assert error.line == count + 1


def test_two_lines_in_the_wrong_order_are_found_where_they_begin() -> None:
    for at in [*range(1, 30), *range(30, len(LINES) - 2, 5)]:
        if LINES[at] != LINES[at + 1]:
            swapped = [*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 : -1]]
            error = refused(hashed(swapped))
            # where the line with the secret moves, nothing of its hand can be checked
            assert error.line <= at + 2
            if b'"reveal"' not in LINES[at] + LINES[at + 1] and b'"hand"' not in LINES[at] + LINES[at + 1]:
                assert error.line == at + 1, error


def test_a_line_left_out_or_doubled_is_found_there() -> None:
    for at in [*range(2, 30), *range(30, len(LINES) - 2, 5)]:
        if b'"reveal"' in LINES[at]:
            continue
        error = refused(hashed([*LINES[:at], *LINES[at + 1 : -1]]))
        assert error.line == at + 1 or LINES[at] == LINES[at + 1]
        error = refused(hashed([*LINES[: at + 1], *LINES[at:-1]]))
        assert error.line == at + 2


EDITS: list[tuple[bytes, bytes, str]] = [
    (b'"t":"discard","seat":"E"', b'"t":"discard","seat":"W"', "record_impossible"),
    (b'"from_hand":true', b'"from_hand":false', "record_differs"),
    (b'"replaces":null', b'"replaces":"kong"', "record_differs"),
    (b'"t":"draw"', b'"t":"drew"', "record_differs"),
    (b'"t":"discard"', b'"t":"throw"', "record_bad_event"),
    (b'"t":"discard","seat"', b'"t":"discard","sea"', "record_bad_event"),
    (b'"t":"discard","seat":"E"', b'"t":"discard","seat":"Q"', "record_bad_event"),
    (b'"t":"discard","seat":"E"', b'"t":"discard","seat":0', "record_bad_event"),
    (b'"t":"discard","seat":"E"', b'"t":"discard", "seat":"E"', "record_differs"),
    (b'"number":1', b'"number":2', "record_differs"),
    (b'"seats":[0,1,2,3]', b'"seats":[1,0,2,3]', "record_differs"),
    (b'"dice":[', b'"dice":[1,', "record_differs"),
    (b'"payments":[', b'"payments":[1', "record_differs"),
    (b'"t":"deal","hands":["', b'"t":"deal","hands":["1m', "record_differs"),
]


@pytest.mark.parametrize(("was", "becomes", "code"), EDITS, ids=[becomes.decode() for _, becomes, _ in EDITS])
def test_an_edited_line_is_found_even_with_the_hash_made_good(was: bytes, becomes: bytes, code: str) -> None:
    at = next(n for n, line in enumerate(LINES) if was in line)
    error = refused(hashed([*LINES[:at], LINES[at].replace(was, becomes, 1), *LINES[at + 1 : -1]]))
    assert (error.code, error.line) == (code, at + 1)
    assert not error.incomplete


def test_a_line_changed_by_one_character_is_refused_no_later_than_there() -> None:
    for at in [*range(1, 30), *range(30, len(LINES) - 1, 5)]:
        for place in (8, len(LINES[at]) // 2, len(LINES[at]) - 4):
            line = bytearray(LINES[at])
            line[place] = ord("7") if line[place] != ord("7") else ord("5")
            error = refused(b"".join([*LINES[:at], bytes(line), *LINES[at + 1 :]]))
            assert error.line <= at + 1 or b'"reveal"' in LINES[at]


def test_a_changed_seed_does_not_fit_its_commitment() -> None:
    at = next(n for n, line in enumerate(LINES) if b'"reveal"' in line)
    line = LINES[at]
    seed = json.loads(line)["seed"]
    other = ("0" if seed[0] != "0" else "1") + seed[1:]
    error = refused(hashed([*LINES[:at], line.replace(seed.encode(), other.encode()), *LINES[at + 1 : -1]]))
    assert (error.code, error.line) == ("record_shuffle", at + 1)


def test_a_changed_commitment_is_found_where_it_stands() -> None:
    commitment = json.loads(LINES[1])["commitment"]
    other = ("0" if commitment[0] != "0" else "1") + commitment[1:]
    error = refused(hashed([LINES[0], LINES[1].replace(commitment.encode(), other.encode()), *LINES[2:-1]]))
    assert (error.code, error.line) == ("record_differs", 2)


def test_a_changed_nonce_does_not_shuffle_to_what_was_dealt() -> None:
    at = next(n for n, line in enumerate(LINES) if b'"reveal"' in line)
    nonce = json.loads(LINES[at])["nonces"][2]
    other = ("0" if nonce[0] != "0" else "1") + nonce[1:]
    error = refused(hashed([*LINES[:at], LINES[at].replace(nonce.encode(), other.encode()), *LINES[at + 1 : -1]]))
    assert (error.code, error.line) == ("record_deal", at + 1)
    assert error.message().endswith("the deal after line 2")


# The first wrong line is the one that is named, whatever stands after it.

REVEALS = [n for n, line in enumerate(LINES) if b'"reveal"' in line]


@pytest.mark.parametrize("at", REVEALS)
@pytest.mark.parametrize("edit", ["deleted", "renamed", "torn to pieces"])
def test_a_missing_reveal_is_wrong_where_it_should_stand(at: int, edit: str) -> None:
    other = {"deleted": [], "renamed": [LINES[at].replace(b"reveal", b"revela")], "torn to pieces": [b'{"t":"reveal","seed"\n']}[edit]
    error = refused(hashed([*LINES[:at], *other, *LINES[at + 1 : -1]]))
    code = "record_unreadable" if edit == "torn to pieces" else "record_wanted"
    assert (error.code, error.line) == (code, at + 1)


@pytest.mark.parametrize("blank", [lambda seed: " " * 64, lambda seed: seed[:62] + "  ", lambda seed: seed.upper(), lambda seed: "０" * 64])
def test_a_seed_in_another_spelling_is_wrong_where_it_stands(blank: Callable[[str], str]) -> None:
    seed = json.loads(LINES[REVEALS[0]])["seed"]
    changed = LINES[REVEALS[0]].replace(seed.encode(), blank(seed).encode())
    error = refused(hashed([*LINES[: REVEALS[0]], changed, *LINES[REVEALS[0] + 1 : -1]]))
    assert (error.code, error.line, error.incomplete) == ("record_bad_event", REVEALS[0] + 1, False)


@pytest.mark.parametrize("later", ["no JSON", "no reveal", "breaks off", "another seed"])
def test_what_is_wrong_later_does_not_overtake_what_is_wrong_before(later: str) -> None:
    lines = LINES[:-1]
    at = next(n for n, line in enumerate(lines) if b'"discard"' in line)
    lines[at] = b'{"t":"discard","seat":"W","tile":"1m","from_hand":true}\n'
    if later == "no JSON":
        lines[at + 9] = b"junk\n"
    elif later == "no reveal":
        del lines[REVEALS[0]]
    elif later == "breaks off":
        del lines[at + 9 :]
    else:
        seed = json.loads(lines[REVEALS[0]])["seed"].encode()
        lines[REVEALS[0]] = lines[REVEALS[0]].replace(seed, seed[::-1])
    for data in (b"".join(lines), hashed(lines)):
        error = refused(data)
        assert (error.code, error.line, error.incomplete) == ("record_impossible", at + 1, False)


def test_a_changed_hand_line_is_found_there() -> None:
    """Also if nothing of it is as it was: the deal still tells that the secret at the end is the right one."""
    lines = record_of("guobiao", 8, hands=2).splitlines(keepends=True)
    error = refused(hashed([LINES[0], lines[1], *LINES[2:-1]]))
    assert (error.code, error.line) == ("record_differs", 2)


def test_tiles_that_do_not_exist_are_found_though_the_secret_is_missing() -> None:
    lines = LINES[: REVEALS[0]]
    draws = [n for n, line in enumerate(lines) if b'"t":"draw"' in line]
    for n in draws[:5]:
        lines[n] = canonical({**json.loads(lines[n]), "tile": "1m"})
    error = refused(b"".join(lines))
    assert error.code == "record_impossible"
    assert draws[0] < error.line <= draws[4] + 1


def test_a_second_deal_is_refused_though_the_secret_is_missing() -> None:
    deal = json.loads(LINES[2])
    other = canonical({**deal, "hands": deal["hands"][1:] + deal["hands"][:1]})
    error = refused(b"".join([*LINES[:3], other, *LINES[3 : REVEALS[0]]]))
    assert (error.code, error.line) == ("record_wanted", 4)


@every_game
def test_a_hand_that_lacks_only_its_reveal_is_right_up_to_there(name: str) -> None:
    lines = golden(name).read_bytes().splitlines(keepends=True)
    for at in (n for n, line in enumerate(lines) if b'"reveal"' in line):
        error = refused(b"".join(lines[:at]))
        assert (error.code, error.line) == ("record_incomplete", at + 1)


@pytest.mark.parametrize("choice", [PASS, DECLINE])
def test_the_last_tile_after_a_kong_that_nobody_robbed_is_drawn_or_declined_in_a_replay_too(choice: int) -> None:
    """北 pungs the third discard and adds the fourth tile with one left in the wall; 東 could rob it."""
    game = MatchInPlay(book("woodshole"), MatchSettings(136, hands=1))
    stream = BytesIO()
    record = RecordWriter(stream, Header(game.book, ("a", "b", "c", "d"), game.match.settings))
    game.write = record.write
    wall = wall_with(["46p 123m 456m 789m 11s", "", "", "55p 19m 19s ESWNCFP"], draws="1p9p5p", last="5p9s")
    game.begin(Arranged(bytes(32), (bytes(16),) * 4, wall))
    hand = game.deal
    assert hand is not None
    phases = []
    while not hand.over:
        phases.append(hand.state.phase)
        seat = hand.asked()[0]
        legal = hand.view(seat).legal
        if hand.state.phase == LAST_DRAW:
            game.apply(seat, choice)
        elif CLAIM_PUNG in legal and hand.state.offered == kind("5p"):
            game.apply(seat, CLAIM_PUNG)
        elif ADDED_KONG_OF + kind("5p") in legal:
            game.apply(seat, ADDED_KONG_OF + kind("5p"))
        elif PASS in legal:
            game.apply(seat, PASS)
        else:
            game.apply(seat, hand.state.drawn if hand.state.drawn in legal else legal[0])
    assert phases[phases.index(ROBBING) : phases.index(ROBBING) + 2] == [ROBBING, LAST_DRAW]
    told = [line for line in stream.getvalue().splitlines(keepends=True) if b'"reveal"' not in line]
    error = refused(b"".join(told))
    assert (error.code, error.line) == ("record_incomplete", len(told) + 1)


def test_a_wrong_hash_is_the_last_line_s() -> None:
    renamed = [LINES[0].replace(b"first", b"clown"), *LINES[1:]]
    error = refused(b"".join(renamed))
    assert (error.code, error.line) == ("record_hash", len(LINES))
    assert refused(b"".join(renamed), read_record).code == "record_hash"


def test_nothing_follows_the_end() -> None:
    error = refused(GAME + LINES[-1])
    assert (error.code, error.line) == ("record_goes_on", len(LINES) + 1)
    assert refused(GAME + b"\n").code == "record_goes_on"


def test_a_match_that_ends_too_early_is_incomplete() -> None:
    second = next(n for n, line in enumerate(LINES) if b'"number":2' in line)
    error = refused(hashed(LINES[:second]))
    assert (error.code, error.line) == ("record_incomplete", second + 1)


def with_match(**changes: object) -> bytes:
    """The first line with other settings."""
    header = json.loads(LINES[0])
    return canonical({**header, "match": {**header["match"], **changes}})


def with_player(name: str) -> bytes:
    header = json.loads(LINES[0])
    return canonical({**header, "players": [name, *header["players"][1:]]})


FOREIGN: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00"),
    ("a text", b"once upon a time\n"),
    ("a list", b"[1,2,3]\n"),
    ("another object", b'{"type":"start_game"}\n'),
    ("a version to come", LINES[0].replace(b'"quepu":1', b'"quepu":3')),
    ("a book that is not known", LINES[0].replace(b'"guobiao"', b'"riichi"')),
    ("five players", LINES[0].replace(b'"players":[', b'"players":["one",')),
    ("players that are numbers", LINES[0].replace(b'"random"', b"1", 1)),
    ("no settings", LINES[0].replace(b'"match":{', b'"match":{"x":1,')),
    ("140 tiles", LINES[0].replace(b'"tiles":144', b'"tiles":140')),
    ("an overlay of another book", LINES[0].replace(b'"overlay":null', b'"overlay":{"base":"lingque28"}')),
    ("an overlay that is none", LINES[0].replace(b'"overlay":null', b'"overlay":{"base":"guobiao","minimum":"much"}')),
    ("no rules", LINES[0].replace(b'"rules":"guobiao"', b'"rules":7')),
    ("deep brackets", b"[" * 100_000 + b"\n"),
    ("a huge number", b'{"quepu":' + b"9" * 5000 + b"}\n"),
    ("no number of hands", with_match(hands="")),
    ("a list of hands", with_match(hands=[])),
    ("no hands", with_match(hands=0)),
    ("a text of rounds", with_match(rounds="2")),
    ("five rounds", with_match(rounds=5)),
    ("a list of tiles", with_match(tiles=[])),
    ("true tiles", with_match(tiles=True)),
    ("a player of half a character", LINES[0].replace(b'"random"', b'"\\ud800"', 1)),
    ("a player with a new line", with_player("a\nb")),
    ("a player who clears the screen", with_player("\x1b[2J")),
    ("a player who turns the line round", with_player("\u202eabc")),
    ("a player without a name", with_player(" ")),
    ("a player with a huge name", with_player("x" * 100_000)),
]


@pytest.mark.parametrize(("what", "first"), FOREIGN, ids=[what for what, _ in FOREIGN])
def test_what_is_no_record_is_refused_in_its_first_line(what: str, first: bytes) -> None:
    error = refused(first + b"".join(LINES[1:]) if first else b"")
    assert (error.code, error.line) == ("record_foreign", 1)
    assert error.incomplete
    assert refused(first, read_record).line == 1


@pytest.mark.parametrize(("what", "first"), FOREIGN, ids=[what for what, _ in FOREIGN])
def test_the_reason_is_told_in_chinese_too(what: str, first: bytes) -> None:
    """Nothing of it in English but what stands in the record, and the names of keys and books."""
    error = refused(first + b"".join(LINES[1:]) if first else b"")
    sentence = error.message("zh").partition("不是本版本能读取的牌谱：")[2]
    assert any("\u4e00" <= character <= "\u9fff" for character in sentence)
    for word in (" it ", " is ", "cannot", "known", "empty", "UTF-8 text", "keys"):
        assert word not in sentence


def test_numbers_out_of_range_are_told_with_the_range() -> None:
    error = refused(with_match(hands=0))
    assert error.message().endswith(": hands cannot be 0; expected an integer from 1 to 4294967295")
    assert error.message("zh").endswith("：hands 不能是 0，应为 1 到 4294967295 的整数")


def test_a_record_names_a_book_and_never_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text('base = "guobiao"\n')
    for overlay in (b"null", b'{"base":"club.toml"}'):
        first = LINES[0].replace(b'"guobiao"', b'"club.toml"').replace(b'"overlay":null', b'"overlay":' + overlay)
        error = refused(b"".join([first, *LINES[1:]]))
        assert (error.code, error.line) == ("record_foreign", 1)


def test_a_file_without_a_line_is_no_record_unless_it_begins_as_one() -> None:
    for data in (b"\x00" * 1000, b"\x7fELF\x02", b"once upon a time", b"{}", b'{"type":'):
        assert refused(data).code == "record_foreign"
    for part in (LINES[0][:1], LINES[0][:9], LINES[0][:40], LINES[0][:-1]):
        assert (refused(part).code, refused(part).line) == ("record_incomplete", 1)


def test_a_header_in_another_spelling_is_refused() -> None:
    error = refused(b"".join([LINES[0].replace(b'"quepu":1,', b'"quepu": 1,'), *LINES[1:]]))
    assert (error.code, error.line) == ("record_differs", 1)


def test_a_record_of_one_book_is_none_of_another() -> None:
    """The events are the same kinds, but they do not follow from the other's rules."""
    other = record_of("woodshole", 7, hands=2).splitlines(keepends=True)
    error = refused(hashed([LINES[0], *other[1:-1]]))
    assert error.line > 1
    assert not error.incomplete


def test_every_class_of_event_is_one_that_records_know() -> None:
    assert len({kind.__name__ for kind in RECORDED}) == 13
    for given, wrong in (
        ({"t": "nothing"}, "t cannot be"),
        ({}, "t cannot be"),
        ({"t": "exhausted", "declined": "X"}, "exhausted.declined cannot be"),
    ):
        with pytest.raises(QuepuError, match=wrong):
            read_event(given)


def test_a_match_is_read_as_it_was_written_event_for_event() -> None:
    assert [step.event for step in replay(GAME)] == list(read_record(GAME).events)
