"""Records: golden games, replays, and every way in which a record can be wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

import quepu
from quepu.engine.events import RECORDED, Event, HandBegan, Paid, Revealed, read_event
from quepu.engine.game import play_match
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header, RecordWriter, canonical, read_record
from quepu.engine.replay import replay, verify
from quepu.engine.rules import play_rules
from quepu.errors import QuepuError, RecordError
from quepu.players import PLAYERS, player
from quepu.rules import BOOKS, book
from tests.games import GOLDEN, golden, happenings, play

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
        "from quepu.kernel import is_compiled; from tests.test_engine_record import BOOKS, record_of, sha256; "
        "print(is_compiled(), *(sha256(record_of(rules, 5)).hexdigest() for rules in BOOKS))"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "QUEPU_REQUIRE_COMPILED": "0"}
    other = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert other.stdout.split() == ["False", *(sha256(record_of(rules, 5)).hexdigest() for rules in BOOKS)]


SLOW = {"efficient": [pytest.mark.compiled], "master": [pytest.mark.compiled, pytest.mark.long]}
"""Interpreted, one plays slowly: tests/test_efficient.py has a hand of each book that is the same in both modes. Another one always plays
slowly: tests/test_master.py has decisions in each book."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, [])) for name in PLAYERS])
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


def test_the_lines_of_a_record_are_as_documented() -> None:
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


def test_a_record_has_its_whole_overlay(tmp_path: Path) -> None:
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


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
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


def test_an_interrupted_match_leaves_an_incomplete_record(tmp_path: Path) -> None:
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


def test_every_class_of_event_is_one_that_records_know() -> None:
    assert len({kind.__name__ for kind in RECORDED}) == 13
    for given, wrong in (
        ({"t": "nothing"}, "t cannot be"),
        ({}, "t cannot be"),
        ({"t": "exhausted", "declined": "X"}, "exhausted.declined cannot be"),
    ):
        with pytest.raises(QuepuError, match=wrong):
            read_event(given)
