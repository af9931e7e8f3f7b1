"""Every entry from Python into the compiled modules checks what it is given: no input ends the process."""

from __future__ import annotations

import importlib
import subprocess
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import pytest

import quepu
from quepu import notation
from quepu.batch import HandBatch
from quepu.errors import ImpossibleHand, NotationError, QuepuError
from quepu.hand import Hand, Win
from quepu.kernel.observation_layout import OBSERVATION
from quepu.rules import book
from tests import kernel_entries as entries
from tests.hands import random_rows
from tests.kernel_entries import COUNTS, ENTRIES, HAND, KERNEL, RULES, SOURCE, WON

ROOT = SOURCE.parent
NOTHING: Any = None
"""What has no place where an object of the kernel is expected."""


def name_of(path: Any) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def offered(home: ModuleType) -> set[str]:
    """All that Python can call in a compiled module, as the table names it: functions, and the methods of C classes."""
    found = set()
    for name, value in vars(home).items():
        if getattr(value, "__module__", None) != home.__name__:
            continue
        if isinstance(value, type):
            # the flag of a class that is made by a class statement: it has no C methods
            if not value.__flags__ & 1 << 9:
                found |= {f"{name}.{method}" for method, call in vars(value).items() if callable(call) and method != "__new__"}
        elif callable(value):
            found.add(name)
    return found


@pytest.mark.compiled
def test_every_entry_is_in_the_table() -> None:
    """A function that is new in a compiled module must be entered in ``tests/kernel_entries.py``, and is attacked from then on."""
    found = set()
    for path in KERNEL:
        home = importlib.import_module(name_of(path))
        found |= {f"{path.stem}.{name}" for name in offered(home)}
    assert found == set(ENTRIES)


@pytest.mark.compiled
def test_the_rule_books_offer_predicates_alone() -> None:
    predicates = {row.predicate.__name__ for rules in ("lingque28", "guobiao", "woodshole") for row in book(rules).rows}
    for path in RULES:
        assert offered(importlib.import_module(name_of(path))) <= predicates


@pytest.mark.compiled
def test_no_argument_ends_the_process() -> None:
    """In a process of its own. It prints each entry before it is tried, so the last line is the one that ended it."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.kernel_entries"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    tried = done.stdout.split("\n")[:-1] or [""]
    assert (done.returncode, tried[-1]) == (0, "all entries were tried"), f"{tried[-1]} ends the process: {done.stderr[-3000:]}"
    assert set(ENTRIES) <= set(tried)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_entry_can_be_called_as_it_should_be(name: str) -> None:
    """Or the attack would try nothing but the first check."""
    entry = ENTRIES[name]
    home, _, method = name.rpartition(".")
    if name in ("suits.build", "state.State.release", "state.State.apply"):
        return  # half a second; nothing is held; and this is done in every game
    if entry.of is None:
        getattr(entries.module(home), method)(*entry.arguments())
    elif method != "__init__":
        getattr(entry.of(), method)(*entry.arguments())


# What is said, the same compiled and interpreted.

WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a hand of 49 tiles": (lambda: Hand((0,) * 49).check(49), ImpossibleHand, "at most 14 tiles (a kong counts three), got 49"),
    "a hand of 15 tiles": (lambda: Hand((*range(15),)).check(15), ImpossibleHand, "at most 14 tiles (a kong counts three), got 15"),
    "a kind that does not exist": (lambda: Hand((34,)).check(1), ImpossibleHand, "no kind of tile with the number 34"),
    "a row that begins too late": (lambda: entries.scorer().score(WON, 1), ValueError, "the place of a row is a number from 0 to 0, not 1"),
    "a row that begins too early": (lambda: entries.scorer().score(WON, -1), ValueError, "the place of a row is a number from 0 to 0"),
    "a row with a wrong meld": (
        lambda: entries.scorer().score(WON[:14] + b"\x3f" * 4 + WON[18:], 0), ImpossibleHand, "row 0 of the batch is not a hand"),
    "rows that are not there": (lambda: entries.scorer().score_rows(WON, 0, 2, *entries.columns(2)), ValueError, "last is a number from"),
    "columns that are too short": (
        lambda: entries.scorer().score_rows(WON * 2, 0, 2, *entries.columns(1)), ValueError, "has 1 entries; at least 2 are needed"),
    "a fan that does not exist": (lambda: entries.scorer().count_in_part(999, 0, [], 0, 0, []), ValueError, "fan is a number from 0 to 81"),
    "five sets": (
        lambda: entries.scorer().count_in_part(0, 0, [0] * 5, 0, 0, []), ValueError, "the number of sets is a number from 0 to 4"),
    "a scorer of another book": (
        lambda: book("guobiao").scorers.put_back(entries.scorer("woodshole")), ValueError, "this scorer belongs to another rule book"),
    "counts of five kinds": (lambda: entries.distances().missing(bytes(5), bytes(34), 0), ValueError, "there are 34 kinds, and 5 counts"),
    "five of a kind": (
        lambda: entries.distances().missing(b"\x05" + bytes(33), bytes(34), 0), ImpossibleHand, "5 copies of 1m, but only 4 exist"),
    "five melds": (lambda: entries.distances().missing(COUNTS, bytes(34), 5), ValueError, "melds is a number from 0 to 4, not 5"),
    "a suit of eight": (lambda: entries.distances().suit_costs(bytes(8)), ValueError, "a suit has 9 kinds"),
    "a tile that cannot be discarded": (lambda: entries.prospects().without(35), ValueError, "discarded is a number from 0 to 34, not 35"),
    "a type of set": (lambda: entries.module("sweep").low_kind(55), ValueError, "type is a number from 0 to 54, not 55"),
    "no table to observe": (lambda: entries.module("observation").observation(None, 0), TypeError, ""),
    "no state to copy": (lambda: entries.state().copy_from(None), TypeError, ""),
    "no state to compare": (lambda: entries.state().equals(None), TypeError, ""),
    "no state to try on": (lambda: entries.module("perft").accepted(entries.state(), 0, None), TypeError, ""),
    "no state to show a table with": (lambda: entries.begun().copy_to(0, None), TypeError, ""),
    "no scorer to put back": (lambda: book("guobiao").scorers.put_back(NOTHING), TypeError, ""),
    "no measure to put back": (lambda: book("guobiao").distances.put_back(NOTHING), TypeError, ""),
    "no scorer for a table": (lambda: entries.module("state").State(None), TypeError, "scorer is a Scorer, not None"),
    "a fifth seat": (lambda: entries.state().hand(4), IndexError, "there is no seat 4"),
    "a fifth winner": (
        lambda: entries.payments().settled(4, 255, 1, [0] * 4), ValueError, "winner is a number from 0 to 3, not 4"),
    "masks of too few tables": (
        lambda: entries.module("chance").Chance().choose(array("Q", [1]), bytearray(1)), ValueError, "masks has 1 entries; at least 2"),
    "a wall of 200 tiles": (lambda: entries.module("chance").wall_of(0, 0, 0, 200), ValueError, "a wall has 136 or 144 tiles, not 200"),
    "tables that write nowhere": (lambda: entries.stepper().begin(), ValueError, "the tables have no buffers for results"),
    "too few actions": (lambda: entries.begun().step(bytes(1)), ValueError, "actions has 1 entries; at least 2"),
    "a seat that is none": (
        lambda: entries.begun().observe_all(b"\x00\x07", bytearray(2 * OBSERVATION)), IndexError, "there is no seat 7"),
    "a table that is not there": (lambda: entries.begun().copy_to(2, entries.state()), ValueError, "table is a number from 0 to 1, not 2"),
    "too many tiles in the text": (lambda: notation.parse("1" * 145 + "m"), NotationError, "more than 144 tiles, and"),
    "too many tiles in parts": (lambda: notation.parse("123m " * 49), NotationError, "more than 144 tiles, and"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    call, error, message = WRONG[name]
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name.endswith("__init__")])
def test_an_object_of_the_kernel_is_initialised_once(name: str) -> None:
    entry = ENTRIES[name]
    assert entry.of is not None
    made = entry.of()
    if isinstance(made, entries.module("guard").Guarded):
        with pytest.raises(TypeError, match=f"this {type(made).__name__} is initialised already"):
            made.__init__(*entry.arguments())


@pytest.mark.parametrize(
    ("name", "arguments"), [("scorer.Scorer.score", (WON, 0)), ("distance.Distances.useful_from", (WON,)), ("state.State.copy", ())]
)
def test_an_object_that_was_not_initialised_is_refused(name: str, arguments: tuple[object, ...]) -> None:
    home, _, method = name.rpartition(".")
    made = entries.classes()[home]
    with pytest.raises(TypeError, match=f"this {made.__name__} is not initialised"):
        getattr(made.__new__(made), method)(*arguments)


@pytest.mark.compiled
def test_two_threads_at_one_desk_are_told_apart() -> None:
    """While one scores a batch, another is refused; and the batch is scored as if it were alone."""
    rows = random_rows(5, 5_000)
    scorer = book("guobiao").scorer()
    alone, together = entries.columns(5_000), entries.columns(5_000)
    book("guobiao").scorer().score_rows(rows, 0, 5_000, *alone)
    refusals: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        batch = pool.submit(scorer.score_rows, rows, 0, 5_000, *together)
        while not batch.done():
            try:
                scorer.score(WON, 0)
            except ValueError as error:
                refusals.append(str(error))
        # if it was our turn when the batch began, it was the batch that was refused
        if batch.exception() is None:
            assert [bytes(column) for column in together] == [bytes(column) for column in alone]
        else:
            refusals.append(str(batch.exception()))
    assert set(refusals) <= {"this CombinationScorer is in use: give each thread its own"}


def test_a_predicate_of_another_signature_is_refused() -> None:
    """A table calls its predicates as C functions, so a function that takes other arguments must not become one."""
    if not quepu.kernel.is_compiled():
        return
    arguments = list(entries.table_arguments())
    arguments[0] = [entries.module("fan_row").FanRow(entries.module("chance").wall_of)]
    with pytest.raises(ValueError, match="incorrect name"):
        entries.module("fan_table").FanTable(*arguments)


# Impossible circumstances: one check, whichever way a hand comes.

IMPOSSIBLE = [
    ("last_copy_held", "12345678m22p [EEE] +2p | last_copy"),
    ("last_copy_held", "1133m5577p2288sW +W | self last_copy"),
    ("last_copy_held", "78m55p [789m] [678p] [345s] +8m | last_copy"),
    ("robbed_copy_held", "123456m22p34s [EEE] +2p | kong"),
    ("robbed_copy_held", "78m55p [789m] [678p] [345s] +9m | kong"),
    ("robbed_copy_held", "78m55p [999m] [678p] [345s] +9m | kong"),
    ("heaven_ready_claimed", "12345678m22p [EEE] +9m | ready=heaven"),
    ("heaven_ready_claimed", "12345678m22p [EEEE] +9m | self kong ready=heaven"),
    ("last_tile_not_last", "12345678m22p [EEE] +9m | last_tile tiles_left=1"),
    ("last_tile_not_last", "12345678m22p [EEE] +9m | self last_tile tiles_left=144"),
    ("first_turn_last_tile", "12345678m22pEEE +9m | self last_tile first_turn"),
    ("first_turn_last_tile", "12345678m22pEEE +9m | seat=S last_tile first_turn"),
    ("kong_without_kong", "12345678m22p [EEE] +9m | self kong"),
    ("first_turn_impossible", "12345678m22p [EEE] +9m | self first_turn"),
    ("first_turn_impossible", "12345678m22pEEE +9m | seat=S kong first_turn"),
    ("first_turn_impossible", "12345678m22pEEE +9m | seat=S first_turn last_copy"),
    ("first_turn_impossible", "12345678m22pEEE +9m | self first_turn last_copy"),
]

POSSIBLE = [
    "78m55p [789m] [678p] [345s] +9m | last_copy",
    "78m55p [999m] [678p] [345s] +9m | last_copy",
    "78m55p [678p] [345s] (EEEE) +9m | kong last_copy",
    "78m55p [678p] [345s] (EEEE) +9m | self kong last_copy",
    "12345678m22p (EEEE) +9m | ready=heaven",
    "12345678m22p [EEEE] +9m | ready=earth",
    "12345678m22p [EEE] +9m | last_tile tiles_left=0",
    "12345678m22p [EEE] +9m | self tiles_left=3",
    "12345678m22pEEE +9m | self first_turn",
]


@pytest.mark.parametrize(("code", "text"), IMPOSSIBLE)
@pytest.mark.parametrize("rules", ["lingque28", "guobiao", "woodshole"])
def test_circumstances_that_contradict_each_other_are_impossible(code: str, text: str, rules: str) -> None:
    hand, win = notation.read(text)
    for call in (lambda: quepu.score(text, rules), lambda: win.check(hand), lambda: quepu.pack([text], rules)):
        with pytest.raises(ImpossibleHand) as caught:
            call()
        assert caught.value.code == code
    # a row from outside, with the same bytes as the hand would have
    plain = quepu.pack([text.partition(" |")[0]]).rows
    written = bytearray(plain * 2)
    flags = (win.self_drawn, win.last_tile, win.kong, win.first_turn, win.last_copy)
    written[24 + 18] = sum(flag << i for i, flag in enumerate(flags))
    written[24 + 19] = win.seat
    written[24 + 22] = 1 if win.ready == "heaven" else 0
    written[24 + 23] = 255 if win.tiles_left is None else win.tiles_left
    with pytest.raises(ImpossibleHand) as refused:
        HandBatch(bytes(written), book(rules))
    assert (refused.value.code, refused.value.index) == (code, 1)


@pytest.mark.parametrize("text", POSSIBLE)
@pytest.mark.parametrize("rules", ["lingque28", "guobiao", "woodshole"])
def test_circumstances_that_can_come_together_are_possible(text: str, rules: str) -> None:
    batch = quepu.pack([text], rules)
    assert HandBatch(batch.rows, batch.rules).rows == batch.rows
    assert quepu.score(text, rules).win


@pytest.mark.parametrize("at", range(18, 24))
def test_a_row_whose_circumstances_are_not_laid_out_is_refused(at: int) -> None:
    wrong = bytearray(WON)
    wrong[at] = 200
    with pytest.raises(ImpossibleHand) as caught:
        HandBatch(WON + bytes(wrong), book())
    assert (caught.value.code, caught.value.details) == ("bad_row", {"found": 1})


def test_a_win_made_of_anything_is_refused() -> None:
    for win in entries.WRONG_WINS:
        with pytest.raises((QuepuError, TypeError, ValueError, OverflowError)):
            quepu.Score(HAND, win, book())
    assert quepu.Score(HAND, Win(), book()).win
