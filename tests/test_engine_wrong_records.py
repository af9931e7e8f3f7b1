"""Wrong records: the first wrong line is found, and named with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from quepu.engine.game import MatchInPlay
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header, RecordWriter, canonical, read_record
from quepu.engine.replay import replay, verify
from quepu.errors import RecordError
from quepu.kernel.actions import ADDED_KONG_OF, CLAIM_PUNG, DECLINE, LAST_DRAW, PASS, ROBBING
from quepu.rules import book
from tests.games import golden
from tests.tables import Arranged, kind, wall_with
from tests.test_engine_record import every_game, hashed, record_of

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


def test_the_unchanged_game_is_valid() -> None:
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


def test_a_missing_or_repeated_line_is_found_there() -> None:
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
def test_an_edited_line_is_found_even_with_the_right_hash(was: bytes, becomes: bytes, code: str) -> None:
    at = next(n for n, line in enumerate(LINES) if was in line)
    error = refused(hashed([*LINES[:at], LINES[at].replace(was, becomes, 1), *LINES[at + 1 : -1]]))
    assert (error.code, error.line) == (code, at + 1)
    assert not error.incomplete


def test_a_line_with_one_changed_character_is_refused_there_or_before() -> None:
    for at in [*range(1, 30), *range(30, len(LINES) - 1, 5)]:
        for place in (8, len(LINES[at]) // 2, len(LINES[at]) - 4):
            line = bytearray(LINES[at])
            line[place] = ord("7") if line[place] != ord("7") else ord("5")
            error = refused(b"".join([*LINES[:at], bytes(line), *LINES[at + 1 :]]))
            assert error.line <= at + 1 or b'"reveal"' in LINES[at]


def test_a_changed_seed_does_not_match_its_commitment() -> None:
    at = next(n for n, line in enumerate(LINES) if b'"reveal"' in line)
    line = LINES[at]
    seed = json.loads(line)["seed"]
    other = ("0" if seed[0] != "0" else "1") + seed[1:]
    error = refused(hashed([*LINES[:at], line.replace(seed.encode(), other.encode()), *LINES[at + 1 : -1]]))
    assert (error.code, error.line) == ("record_shuffle", at + 1)


def test_a_changed_commitment_is_found_in_its_line() -> None:
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
def test_a_missing_reveal_is_found_where_it_is_expected(at: int, edit: str) -> None:
    other = {"deleted": [], "renamed": [LINES[at].replace(b"reveal", b"revela")], "torn to pieces": [b'{"t":"reveal","seed"\n']}[edit]
    error = refused(hashed([*LINES[:at], *other, *LINES[at + 1 : -1]]))
    code = "record_unreadable" if edit == "torn to pieces" else "record_wanted"
    assert (error.code, error.line) == (code, at + 1)


@pytest.mark.parametrize("blank", [lambda seed: " " * 64, lambda seed: seed[:62] + "  ", lambda seed: seed.upper(), lambda seed: "０" * 64])
def test_a_seed_that_is_not_canonical_is_found_in_its_line(blank: Callable[[str], str]) -> None:
    seed = json.loads(LINES[REVEALS[0]])["seed"]
    changed = LINES[REVEALS[0]].replace(seed.encode(), blank(seed).encode())
    error = refused(hashed([*LINES[: REVEALS[0]], changed, *LINES[REVEALS[0] + 1 : -1]]))
    assert (error.code, error.line, error.incomplete) == ("record_bad_event", REVEALS[0] + 1, False)


@pytest.mark.parametrize("later", ["no JSON", "no reveal", "breaks off", "another seed"])
def test_a_later_error_does_not_hide_an_earlier_one(later: str) -> None:
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


def test_a_changed_hand_line_is_found_in_its_line() -> None:
    """Also if nothing of it is as it was: the deal still shows that the secret at the end is right."""
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
def test_a_deal_without_its_reveal_is_valid_up_to_there(name: str) -> None:
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
    unrevealed = [line for line in stream.getvalue().splitlines(keepends=True) if b'"reveal"' not in line]
    error = refused(b"".join(unrevealed))
    assert (error.code, error.line) == ("record_incomplete", len(unrevealed) + 1)


def test_a_wrong_hash_is_found_in_the_last_line() -> None:
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
def test_a_file_that_is_not_a_record_is_refused_in_its_first_line(what: str, first: bytes) -> None:
    error = refused(first + b"".join(LINES[1:]) if first else b"")
    assert (error.code, error.line) == ("record_foreign", 1)
    assert error.incomplete
    assert refused(first, read_record).line == 1


@pytest.mark.parametrize(("what", "first"), FOREIGN, ids=[what for what, _ in FOREIGN])
def test_the_reason_is_in_chinese_too(what: str, first: bytes) -> None:
    """Nothing of it in English but what stands in the record, and the names of keys and books."""
    error = refused(first + b"".join(LINES[1:]) if first else b"")
    sentence = error.message("zh").partition("不是本版本能读取的牌谱：")[2]
    assert any("\u4e00" <= character <= "\u9fff" for character in sentence)
    for word in (" it ", " is ", "cannot", "known", "empty", "UTF-8 text", "keys"):
        assert word not in sentence


def test_numbers_out_of_range_are_refused_with_the_range() -> None:
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


def test_a_file_without_a_whole_line_is_not_a_record_unless_it_begins_like_one() -> None:
    for data in (b"\x00" * 1000, b"\x7fELF\x02", b"once upon a time", b"{}", b'{"type":'):
        assert refused(data).code == "record_foreign"
    for part in (LINES[0][:1], LINES[0][:9], LINES[0][:40], LINES[0][:-1]):
        assert (refused(part).code, refused(part).line) == ("record_incomplete", 1)


def test_a_header_that_is_not_canonical_is_refused() -> None:
    error = refused(b"".join([LINES[0].replace(b'"quepu":1,', b'"quepu": 1,'), *LINES[1:]]))
    assert (error.code, error.line) == ("record_differs", 1)


def test_a_record_of_one_book_is_wrong_for_another() -> None:
    """The events are the same kinds, but they do not follow from the other's rules."""
    other = record_of("woodshole", 7, hands=2).splitlines(keepends=True)
    error = refused(hashed([LINES[0], *other[1:-1]]))
    assert error.line > 1
    assert not error.incomplete


def test_a_match_is_read_as_it_was_written_event_for_event() -> None:
    assert [step.event for step in replay(GAME)] == list(read_record(GAME).events)
