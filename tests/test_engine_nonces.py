"""Nonces that players commit to before the deal: the functions, records of the second version, and what `quepu verify` finds in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from quepu.cli import main
from quepu.engine import Header, MatchInPlay, MatchSettings, RecordWriter, Secret, read_record, verify
from quepu.engine.events import HandBegan, read_event
from quepu.engine.fairness import nonces_in
from quepu.engine.game import choices
from quepu.engine.shuffle import nonce_commitment, nonce_from_seed, nonce_states, secret_for
from quepu.errors import QuepuError, RecordError
from quepu.players import player
from quepu.rules import named

Capture = pytest.CaptureFixture[str]

VECTORS = json.loads((Path(__file__).parent / "data/nonce_vectors.json").read_text("utf-8"))
PLAYERS = ("Ann", "Bo", "Cy", "bot")
SETTINGS = MatchSettings(136, 1, 3)


def secret_of(hand: int, withheld: tuple[int, ...] = ()) -> Secret:
    """Ann, Bo and Cy commit to nonces, some of them do not open theirs; the last player is a bot. Seats are not those of the players."""
    simple = secret_for(7, hand)
    seats = MatchInPlay(named("lingque28"), SETTINGS).match.seats if hand == 1 else SEATS[hand]
    given: list[bytes] = []
    committed: list[bytes | None] = []
    for seat, one in enumerate(seats):
        own = simple.nonces[one]
        derived = nonce_from_seed(simple.seed, seat)
        given.append(derived if one == 3 or one in withheld else own)
        committed.append(None if one == 3 else nonce_commitment(own))
    first, second, third, fourth = given
    return Secret(simple.seed, (first, second, third, fourth), nonce_commitments=tuple(committed))


SEATS = {2: (1, 2, 3, 0), 3: (2, 3, 0, 1)}


def match_record(secret: Callable[[int], Secret], version: int = 2) -> bytes:
    """Three hands by a simple player."""
    game = MatchInPlay(named("lingque28"), SETTINGS)
    stream = BytesIO()
    writer = RecordWriter(stream, Header(game.book, PLAYERS, SETTINGS, version))
    game.write = writer.write
    bots = [player("first", game.book, seed) for seed in range(4)]
    while not game.over:
        number, seats = game.match.number, game.match.seats
        assert number == 1 or SEATS[number] == seats
        game.begin(secret(number))
        while game.deal is not None:
            for seat, action in choices(game.deal, [bots[one] for one in seats]):
                game.apply(seat, action)
    writer.finish()
    return stream.getvalue()


@pytest.fixture(scope="module")
def record() -> bytes:
    """Bo withholds the nonce of the second deal."""
    return match_record(lambda hand: secret_of(hand, (1,) if hand == 2 else ()))


def rewritten(record: bytes, change: Callable[[list[dict[str, Any]]], None]) -> bytes:
    """A record that was changed, with the hash that fits."""
    lines = [json.loads(line) for line in record.splitlines()[:-1]]
    change(lines)
    content = b"".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines)
    return content + json.dumps({"t": "end", "sha256": sha256(content).hexdigest()}, separators=(",", ":")).encode() + b"\n"


def refused(record: bytes) -> tuple[str, int]:
    with pytest.raises(RecordError) as error:
        verify(record)
    return error.value.code, error.value.line


def line_of(record: bytes, t: str, number: int) -> int:
    """The line of the n-th event of a kind."""
    found = [at for at, line in enumerate(record.splitlines(), 1) if json.loads(line).get("t") == t]
    return found[number - 1]


# The functions, held to the page's by the same vectors.


@pytest.mark.parametrize("vector", VECTORS)
def test_commitments_and_states_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    first, second, third, fourth = nonces = [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    assert [nonce_commitment(nonce).hex() for nonce in nonces] == vector["commitments_of_nonces"]
    assert [nonce_from_seed(seed, seat).hex() for seat in range(4)] == vector["derived"]
    listed = vector["nonce_commitments"]
    committed = None if listed is None else tuple(one and bytes.fromhex(one) for one in listed)
    states = nonce_states(Secret(seed, (first, second, third, fourth), nonce_commitments=committed))
    # whether an opened nonce fits its commitment, the replay finds
    assert [state if state != "wrong" else "opened" for state in vector["states"]] == list(states)


# Records.


def test_a_record_with_commitments_has_the_second_version_and_verifies(record: bytes) -> None:
    first, hand, *_ = [json.loads(line) for line in record.splitlines()]
    assert first["quepu"] == 2
    assert list(hand) == ["t", "number", "round", "dealer", "seats", "dice", "commitment", "nonce_commitments"]
    assert [one is None for one in hand["nonce_commitments"]] == [False, False, False, True]
    assert verify(record).version == 2
    header = Header.from_dict(first)
    again = BytesIO()
    writer = RecordWriter(again, header)
    for event in read_record(record).events:
        writer.write(event)
    writer.finish()
    assert again.getvalue() == record, "it has only one spelling"


def test_a_deal_without_commitments_is_written_as_in_version_1() -> None:
    plain = match_record(lambda hand: replace(secret_of(hand), nonce_commitments=None), version=1)
    assert b"nonce_commitments" not in plain
    assert json.loads(plain.splitlines()[0])["quepu"] == 1
    assert verify(plain).version == 1
    mixed = match_record(lambda hand: secret_of(hand) if hand > 1 else replace(secret_of(hand), nonce_commitments=None))
    assert verify(mixed).version == 2, "a game that began before there were commitments goes on with them"


def test_the_version_says_whether_there_are_commitments(record: bytes) -> None:
    plain = match_record(lambda hand: replace(secret_of(hand), nonce_commitments=None), version=1)
    assert refused(rewritten(plain, lambda lines: lines[0].update(quepu=2))) == ("record_differs", 1)
    assert refused(rewritten(record, lambda lines: lines[0].update(quepu=1)))[1] == 2
    with pytest.raises(RecordError) as error:
        read_record(rewritten(record, lambda lines: lines[0].update(quepu=1)))
    assert (error.value.code, error.value.line) == ("record_bad_event", 2)
    for version in (3, 0, True, 1.0, "2", None):
        assert refused(rewritten(record, lambda lines, one=version: lines[0].update(quepu=one))) == ("record_foreign", 1)  # type: ignore[misc]


def test_four_missing_commitments_are_not_written() -> None:
    hand = json.loads(match_record(secret_of).splitlines()[1])
    for wrong in ([None] * 4, [], None, ["00" * 32] * 3, ["00" * 31] * 4, ["AB" * 32] * 4, "00" * 32):
        with pytest.raises(QuepuError) as error:
            read_event({**hand, "nonce_commitments": wrong})
        assert error.value.code == "bad_value"
    event = read_event(hand)
    assert isinstance(event, HandBegan)
    assert event.as_dict() == hand


# What was changed afterwards.


@pytest.mark.parametrize("seat", range(3))
def test_a_changed_commitment_makes_the_hand_line_wrong(record: bytes, seat: int) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[1]["nonce_commitments"][seat] = "ab" * 32

    assert refused(rewritten(record, change)) == ("record_differs", 2)


def test_a_commitment_that_is_missing_makes_the_hand_line_wrong(record: bytes) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[1]["nonce_commitments"][0] = None

    assert refused(rewritten(record, change)) == ("record_differs", 2)


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_a_changed_nonce_makes_the_reveal_wrong(record: bytes, hand: int) -> None:
    line = line_of(record, "reveal", hand)

    def change(lines: list[dict[str, Any]]) -> None:
        lines[line - 1]["nonces"][0] = "ab" * 16

    assert refused(rewritten(record, change)) == ("record_deal", line)


@pytest.mark.parametrize("seat", range(4))
def test_a_hand_dealt_with_a_nonce_that_nobody_committed_to_is_wrong(seat: int) -> None:
    """As an operator would write it who has found a better nonce: all fits but the commitment."""

    def chosen(hand: int) -> Secret:
        secret = secret_of(hand)
        if hand != 2:
            return secret
        nonces = list(secret.nonces)
        nonces[seat] = b"chosen afterward"
        first, second, third, fourth = nonces
        return replace(secret, nonces=(first, second, third, fourth))

    wrong = match_record(chosen)
    assert refused(wrong) == ("record_differs", line_of(wrong, "hand", 2))


# What is said of a record.


def test_a_player_who_withheld_a_nonce_is_named(record: bytes, tmp_path: Path, capsys: Capture) -> None:
    expected = {"hands": 3, "opened": 8, "withheld": [{"hand": 2, "seat": "E", "player": "Bo"}]}
    assert nonces_in(read_record(record).events, PLAYERS) == expected
    path = tmp_path / "game.jsonl"
    path.write_bytes(record)
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == (
        f"{path}: valid (hands: 3): Ann, Bo, Cy, bot\n"
        "  nonces committed before the deal (hands: 3): opened, each as committed: 8; withheld: 1 (Bo in hand 2)\n"
    )
    assert main(["verify", str(path), "--lang", "zh"]) == 0
    assert capsys.readouterr().out == (
        f"{path}: 有效，3 局：Ann, Bo, Cy, bot\n  3 局有玩家事先承诺了随机数：公开的 8 个都与承诺相符，未公开 1 个 (第 2 局 Bo)\n"
    )
    assert main(["verify", str(path), "--json"]) == 0
    answer = {"file": str(path), "valid": True, "rules": "lingque28", "players": list(PLAYERS), "hands": 3, "nonces": expected}
    assert json.loads(capsys.readouterr().out) == [answer]
