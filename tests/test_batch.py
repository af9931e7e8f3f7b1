"""Many hands at once, and the objects of JSON Lines."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import Any

import pytest

import quepu
from quepu.batch import _PART, HandBatch, _share
from quepu.errors import QuepuError
from quepu.json_lines import answer_line
from quepu.rules import BOOKS, book, embedded
from tests.hands import random_rows, random_wins

GOOD = {
    "rules": "lingque28",
    "hand": "12345678m22p [EEE] +9m",
    "self_drawn": False,
    "seat": "E",
    "round": "E",
    "flags": ["last_tile"],
    "flowers": 0,
}


def answer(**changes: object) -> dict[str, object]:
    return answer_line(json.dumps({**GOOD, **changes}).encode())


def code(**changes: object) -> str:
    error = answer(**changes)["error"]
    assert isinstance(error, dict)
    assert error["message"]
    return str(error["code"])


def test_a_batch_says_what_the_single_calls_say() -> None:
    wins = random_wins(61, 500)
    texts = [quepu.notation.format_hand(hand, win) for hand, win in wins]
    for rules in ("lingque28", "lingque26"):
        batch = quepu.score_many(quepu.pack(texts, rules))
        for n, (hand, win) in enumerate(wins):
            single = quepu.Score(hand, win, book(rules))
            assert (batch.points[n], batch.base[n], batch.fu[n], batch.fan[n]) == (single.points, single.base, single.fu, single.fan)
            assert (bool(batch.win[n]), bool(batch.legal[n])) == (single.win, single.legal)
            assert {fan: batch.fans[n, i] for i, fan in enumerate(batch.fan_ids) if batch.fans[n, i]} == single.counts


def test_a_hand_that_does_not_win_has_no_points() -> None:
    batch = quepu.score_many(["12345678m22p [EEE] +1p", "12345678m22p [EEE] +9m"])
    assert (list(batch.win), list(batch.points), list(batch.legal)) == ([0, 1], [0, 36], [0, 1])


def test_packing_takes_strings_and_objects_of_one_rule_book() -> None:
    batch = quepu.pack([GOOD, "1133m5577p22s88sW +W | self"])
    assert (len(batch), batch.rules.id, repr(batch)) == (2, "lingque28", "HandBatch(2 hands, lingque28)")
    assert list(quepu.score_many(batch).points) == [60, 40]
    assert list(quepu.score_many(batch, "lingque26").fan) == [3, 4]
    with pytest.raises(QuepuError) as caught:
        quepu.pack([GOOD, {**GOOD, "rules": "lingque26"}])
    assert caught.value.code == "bad_value"


def test_an_empty_batch_is_no_error() -> None:
    assert len(quepu.score_many([])) == 0
    assert len(quepu.pack([])) == 0


def test_a_book_without_fans_scores_too() -> None:
    empty = embedded("guobiao", {"base": "guobiao", "minimum": 0, "fan": {id: {"enabled": False} for id in book("guobiao").fans}})
    batch = quepu.score_many(["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W"], empty)
    for scores in (batch, pickle.loads(pickle.dumps(batch))):
        assert (list(scores.points), list(scores.win), scores.fan_ids, scores.fans.nbytes) == ([0, 0], [1, 1], (), 0)


@pytest.mark.compiled
def test_numpy_reads_the_columns_without_copying() -> None:
    import numpy as np

    batch = quepu.score_many(["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W"])
    points, fans = np.asarray(batch.points), np.asarray(batch.fans)
    assert points.tolist() == [36, 32]
    assert points.dtype == np.int32
    assert fans.shape == (2, len(book().rows))
    batch.points[0] = 5
    assert points[0] == 5, "the array is the column itself"


def test_eight_threads_at_once_give_the_results_of_one() -> None:
    batch = HandBatch(random_rows(62, 400), book())
    alone = quepu.score_many(batch).fans.tobytes()
    results: list[bytes] = []
    threads = [Thread(target=lambda: results.append(quepu.score_many(batch).fans.tobytes())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone] * 8


COLUMNS = ("points", "base", "fu", "fan", "win", "legal", "fans")


@pytest.mark.parametrize("threads", [2, 8, 0])
@pytest.mark.parametrize("rules", BOOKS)
def test_threads_that_share_a_batch_give_the_columns_of_one(rules: str, threads: int) -> None:
    batch = HandBatch(random_rows(63, 401), book(rules))
    alone, shared = quepu.score_many(batch), quepu.score_many(batch, threads=threads)
    for column in COLUMNS:
        assert getattr(shared, column).tobytes() == getattr(alone, column).tobytes(), column


def test_more_threads_than_hands_are_no_error() -> None:
    hands = ["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W"]
    assert list(quepu.score_many(hands, threads=8).points) == [36, 32]
    assert len(quepu.score_many([], threads=8)) == 0
    assert list(quepu.distance_many(["12345678m22p [EEE]"], threads=8).distance) == [0]


@pytest.mark.parametrize("threads", [-1, 1025, 1.0, "2", None, True])
def test_a_number_of_threads_that_is_none_is_refused(threads: object) -> None:
    for work in (quepu.score_many, quepu.distance_many):
        with pytest.raises(QuepuError) as caught:
            work([], threads=threads)  # type: ignore[arg-type]  # wrong ones too
        assert caught.value.code == "out_of_range"


def test_the_object_of_the_interface() -> None:
    assert answer() == {
        "win": True,
        "legal": True,
        "points": 60,
        "base": 60,
        "fu": 20,
        "fan": 3,
        "fans": [
            {"id": "last_discard", "name": "河底捞鱼", "count": 1, "fu": 8, "fan": 2},
            {"id": "seat_wind_pung", "name": "番牌门风牌", "count": 1, "fu": 4, "fan": 1},
            {"id": "pure_straight", "name": "一气贯通", "count": 1, "fu": 8, "fan": 3},
        ],
        "rules": "lingque28",
        "minimum": 10,
        "hand": "12345678m22p [EEE] +9m | last_tile",
    }


def test_only_the_hand_is_required() -> None:
    assert answer_line(b'{"hand":"12345678m22p [EEE] +9m"}')["points"] == 36
    assert answer_line(b'{"hand":"12345678m22p [EEE] +9m | self"}')["points"] == 42


def test_flowers_are_a_count_or_a_list() -> None:
    assert answer(flowers=3)["points"] == answer(flowers=["1f", "5f", "8f"])["points"] == 66
    assert answer(flowers=8)["base"] == 60


def test_a_flag_the_book_has_no_fan_for_is_ignored() -> None:
    assert answer(flags=["last_tile", "last_copy"])["points"] == 60
    assert answer(ready="earth", tiles_left=0)["points"] == 60


def test_a_hand_that_does_not_win_gives_a_reason() -> None:
    result = answer(hand="12345678m22p [EEE] +1p")
    assert result["win"] is False
    assert result["reason"]
    assert set(result) == {"win", "reason"}


def test_below_the_minimum_is_a_win_that_is_not_legal() -> None:
    result = answer(hand="23m55p [345p] [678s] [999m] +4m", flags=[])
    assert (result["win"], result["legal"], result["points"]) == (True, False, 2)
    assert (answer(hand="23m55p [345p] [678s] [999m] +4m", flags=[], flowers=8)["legal"]) is False


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"colour": "red"}, "unknown_key"),
        ({"flags": ["lucky"]}, "unknown_flag"),
        ({"flags": [["last_tile"]]}, "unknown_flag"),
        ({"flags": "last_tile"}, "bad_value"),
        ({"flags": None}, "bad_value"),
        ({"self_drawn": 1}, "bad_value"),
        ({"self_drawn": "yes"}, "bad_value"),
        ({"seat": "C"}, "bad_value"),
        ({"seat": True}, "bad_value"),
        ({"seat": 4}, "bad_value"),
        ({"seat": 1}, "bad_value"),
        ({"flowers": [34, 35]}, "bad_value"),
        ({"round": ["E"]}, "bad_value"),
        ({"flowers": 9}, "bad_value"),
        ({"flowers": -1}, "bad_value"),
        ({"flowers": 1.5}, "bad_value"),
        ({"flowers": True}, "bad_value"),
        ({"flowers": ["1f", "1f"]}, "bad_value"),
        ({"flowers": ["1m"]}, "bad_value"),
        ({"flowers": [{}]}, "bad_value"),
        ({"ready": "soon"}, "bad_value"),
        ({"ready": {}}, "bad_value"),
        ({"tiles_left": -1}, "bad_value"),
        ({"tiles_left": "3"}, "bad_value"),
        ({"rules": "riichi"}, "unknown_rules"),
        ({"rules": "lingque28+none"}, "unknown_rules"),
        ({"rules": 28}, "bad_value"),
        ({"rules": None}, "bad_value"),
        ({"hand": None}, "missing_key"),
        ({"hand": 5}, "bad_value"),
        ({"hand": ["1m"]}, "bad_value"),
        ({"hand": ""}, "empty_hand"),
        ({"hand": "1m"}, "tile_count"),
        ({"hand": "12345678m22p [EEE] +9m | self", "self_drawn": False}, "conflicting_circumstances"),
        ({"flags": ["kong"], "self_drawn": True}, "kong_without_kong"),
        ({"flags": ["first_turn"]}, "first_turn_impossible"),
    ],
)
def test_what_is_unknown_or_wrong_is_an_error_with_its_code(changes: dict[str, object], expected: str) -> None:
    assert code(**changes) == expected


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"   ",
        b"null",
        b"[]",
        b"5",
        b'"hand"',
        b"{",
        b"{]",
        b"\xff\xfe",
        b"\x00",
        b'{"hand":"1m"',
        b"[" * 100_000,
        b"9" * 10_000,
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_line_that_is_no_object_gets_an_error_and_the_stream_goes_on(line: bytes) -> None:
    error = answer_line(line)["error"]
    assert error["code"] == "bad_json"


def test_an_object_without_rules_names_the_default() -> None:
    hand = "1112345678999m +5m"
    assert list(quepu.score_many([{"hand": hand}]).points) == [672]
    assert list(quepu.score_many([{"hand": hand}], "lingque26").points) == [768]
    with pytest.raises(QuepuError) as caught:
        quepu.score_many([{"hand": hand}, {"hand": hand, "rules": "lingque26"}])
    assert caught.value.code == "bad_value"


def test_an_error_in_a_batch_says_which_hand_it_is() -> None:
    with pytest.raises(QuepuError) as caught:
        quepu.pack([*["12345678m22p [EEE] +9m"] * 5, "x"])
    assert (caught.value.index, caught.value.code) == (5, "unknown_character")
    assert "hand 6" in str(caught.value)
    assert "第 6 手牌" in caught.value.message("zh")


@pytest.mark.parametrize("hands", ["12345678m22p [EEE] +9m", {"hand": "12345678m22p [EEE] +9m"}, [None], [5], [["1m"]]])
def test_what_is_no_list_of_hands_is_refused(hands: object) -> None:
    with pytest.raises(QuepuError) as caught:
        quepu.pack(hands)  # type: ignore[arg-type]
    assert caught.value.code == "bad_value"


@pytest.mark.parametrize(
    "rows",
    [
        b"\xff" * 24,
        b"\x00" * 23,
        b"\x22" * 24,
        bytes(14) + b"\xbf" * 4 + bytes(6),
        bytes(range(24)),
        b"\x00" * 24,
        # a fifth tile of a kind: in hand, and beside a meld
        bytes([0, 0, 0, 0, 0, 1, 2, 27, 27, 27, 28, 28, 28, 29]) + b"\xff" * 4 + bytes(6),
        bytes([0, 27, 27, 27, 28, 28, 28, 29, 29, 30, 30]) + b"\xff" * 3 + b"\x80" + b"\xff" * 3 + bytes(6),
        # eight flowers, and none of them known
        bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 27, 27, 27]) + b"\xff" * 4 + bytes([0, 0, 8, 0, 0, 255]),
    ],
    ids=lambda rows: rows.hex()[:12],
)
def test_rows_that_are_no_hands_are_refused(rows: bytes) -> None:
    with pytest.raises(QuepuError) as caught:
        HandBatch(rows, book())
    assert caught.value.code == "bad_row"


def test_scores_and_batches_survive_pickling_and_copying() -> None:
    import copy
    import pickle

    score = quepu.score("12345678m22p [EEE] +9m")
    assert score.fans
    batch = quepu.pack(["12345678m22p [EEE] +9m"])
    for rebuilt in (pickle.loads(pickle.dumps(score)), copy.deepcopy(score)):
        assert rebuilt.text() == score.text()
    assert pickle.loads(pickle.dumps(batch)).rows == batch.rows
    scores = pickle.loads(pickle.dumps(quepu.score_many(batch)))
    assert (list(scores.points), scores.fans.tobytes()) == ([36], quepu.score_many(batch).fans.tobytes())
    assert len(pickle.loads(pickle.dumps(quepu.score_many([])))) == 0
    distances = pickle.loads(pickle.dumps(quepu.distance_many(["147m258p369sESW2p"])))
    assert (list(distances.distance), list(distances.useful)) == ([1], list(quepu.distance_many(["147m258p369sESW2p"]).useful))


def test_the_rows_of_a_batch_cannot_be_exchanged_once_they_are_checked() -> None:
    batch = quepu.pack(["12345678m22p [EEE] +9m"])
    with pytest.raises(AttributeError):
        batch.rows = bytes(24)  # type: ignore[misc]


def test_rows_may_be_any_bytes_and_hands_nothing_else() -> None:
    rows = quepu.pack(["12345678m22p [EEE] +9m"]).rows
    assert list(quepu.distance_many(bytearray(rows)).distance) == list(quepu.distance_many(memoryview(rows)).distance) == [-1]
    with pytest.raises(QuepuError) as caught:
        quepu.distance_many([5])  # type: ignore[list-item]
    assert (caught.value.code, caught.value.index) == ("bad_value", 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_is_heard_between_the_parts_of_a_batch(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part is interrupted; each thread finishes the part it is in, and takes no other."""
    done = []
    heard = Event()
    shutdown = ThreadPoolExecutor.shutdown

    def work(first: int, last: int) -> None:
        done.append((first, last))
        if first == 0:
            raise KeyboardInterrupt
        heard.wait()

    def hear(pool: ThreadPoolExecutor, wait: bool = True, *, cancel_futures: bool = False) -> None:
        shutdown(pool, wait=False, cancel_futures=cancel_futures)
        heard.set()
        shutdown(pool, wait=wait)

    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", hear)
    with pytest.raises(KeyboardInterrupt):
        _share(work, 1000 * _PART, threads)
    assert done[0] == (0, _PART)
    assert len(done) <= 2 * threads - 1


def test_library_objects_are_checked_too() -> None:
    good = tuple(quepu.notation.parse_tiles("12345678m22p"))
    pung = (quepu.Meld(quepu.MeldType.PUNG, 27),)
    for hand, expected in (
        (quepu.Hand(good, (quepu.Meld(quepu.MeldType.CHOW, 7),), 8), "no_such_meld"),
        (quepu.Hand((*good[:-1], 34), pung, 8), "no_such_kind"),
        (quepu.Hand((*good[:-1], -1), pung, 8), "no_such_kind"),
        (quepu.Hand(good, pung, 99), "no_such_kind"),
    ):
        with pytest.raises(QuepuError) as caught:
            quepu.score(hand)
        assert caught.value.code == expected
    for arguments, expected in ((("12345678m22p [EEE] +9m", None), "unknown_rules"), ((None,), "bad_value"), ((5,), "bad_value")):
        with pytest.raises(QuepuError) as caught:
            quepu.score(*arguments)
        assert caught.value.code == expected
    with pytest.raises(QuepuError) as caught:
        quepu.score("12345678m22p [EEE] +9m", colour="red")
    assert caught.value.code == "unknown_key"


@pytest.mark.parametrize("values", [{"seat": 7}, {"round": -1}, {"flowers": 200}, {"flowers": (34, 34, 34)}], ids=str)
def test_a_win_made_of_wrong_values_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(QuepuError) as caught:
        quepu.Score(*quepu.notation.read("12345678m22p [EEE] +9m")[:1], quepu.Win(**values), book())
    assert caught.value.code == "bad_value"


def test_errors_carry_their_position() -> None:
    assert answer(hand="12x")["error"] == {
        "code": "unknown_character",
        "message": "character 3: 'x' is not a tile, meld or option",
        "position": 2,
    }


def test_a_byte_order_mark_does_no_harm() -> None:
    assert answer_line(b'\xef\xbb\xbf{"hand":"12345678m22p [EEE] +9m"}')["points"] == 36
