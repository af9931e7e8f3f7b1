"""Calls every function and method of the compiled modules that Python can reach with hostile arguments.

``ENTRIES`` has a valid call of each of them. ``python -m tests.kernel_entries`` replaces each argument by each hostile value, and prints
the name of an entry before it is tried, so that the last line names the one that ended the process. ``test_kernel_entries`` runs it, and
compares the table with the functions and methods of the modules."""

from __future__ import annotations

import contextlib
import copy
import importlib
import pickle
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from quepu.engine.rules import new_state, play_rules
from quepu.engine.wall import full_set
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.cache import suit_tables
from quepu.kernel.observation_layout import OBSERVATION, OUTCOME
from quepu.kernel.planes_layout import CELLS
from quepu.kernel.shapes import ROW
from quepu.rules import book

SOURCE = Path(__file__).parent.parent / "src"
KERNEL = sorted(
    path for path in SOURCE.glob("quepu/kernel/*.py") if path.with_suffix(".pxd").exists() and path.stem not in ("bits", "fact_bits")
)
RULES = sorted(path for path in SOURCE.glob("quepu/rules/*/*.py") if path.stem not in ("__init__", "book"))

CLEAN = (TypeError, ValueError, LookupError, AttributeError, OverflowError, BufferError)
"""The exceptions that a call may raise."""

HAND, WIN = Hand((0, 1, 2, 3, 4, 5, 6, 7, 10, 10), (Meld(MeldType.PUNG, 27),), 8), Win()
THIRTEEN = bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 10])
WON = bytes([0, 1, 2, 3, 4, 5, 6, 7, 10, 10, 8, 255, 255, 255, 91, 255, 255, 255, 0, 0, 0, 0, 0, 255])
COUNTS = bytes(THIRTEEN.count(kind) for kind in range(34))
SEVEN_PAIRS = bytes([2] * 7 + [0] * 27)

Call = tuple[Callable[..., Any], tuple[Any, ...]]


def module(name: str) -> Any:
    return importlib.import_module(f"quepu.kernel.{name}")


def scorer(rules: str = "guobiao") -> Any:
    """A scorer that has scored a hand."""
    made = book(rules).scorer()
    made.score(WON, 0)
    return made


def distances() -> Any:
    return module("distance").Distances(book("guobiao").shape_bits, book("guobiao").four_as_two_pairs, suit_tables())


def state(rules: str = "woodshole") -> Any:
    started = new_state(book(rules), play_rules(book(rules)))
    started.start(full_set(136))
    return started


def unstarted() -> Any:
    return new_state(book("lingque28"), play_rules(book("lingque28")))


def columns(count: int = 1) -> tuple[Any, ...]:
    numbers = [array("i", bytes(4 * count)) for _ in range(4)]
    return (*numbers, bytearray(count), bytearray(count), bytearray(count * len(book("guobiao").rows)))


def stepper() -> Any:
    return module("stepper").Stepper(state(), 2, 7, 136, payments(), True, True, True)


def buffers() -> tuple[Any, ...]:
    return bytearray(2), array("Q", bytes(32)), array("i", bytes(32)), bytearray(2), bytearray(2 * OBSERVATION), bytearray(2 * OUTCOME)


def begun() -> Any:
    made = stepper()
    made.write_to(*buffers())
    made.begin()
    return made


def payments() -> Any:
    return book("lingque28").family.settlement.payments()


def table_arguments() -> tuple[Any, ...]:
    """The arguments of a table with one fan."""
    fan = module("fan_row").FanRow(book("guobiao").rows[0].predicate, fan=8, category=1)
    return [fan], [(0, 0, 1)], [0], 1, False, 8, 1, -1, True


def sweep() -> Any:
    return module("sweep").Sweep(scorer(), [0] * len(book("guobiao").rows), (), 1, False)


def census() -> Any:
    return module("census").Census(scorer(), 0)


def prospects() -> Any:
    return module("prospects").Prospects(scorer(), payments())


def observed() -> bytes:
    """What the dealer may know in the first turn."""
    return bytes(module("observation").observation(state(), 0))


def observed_action() -> bytes:
    """A legal action of the dealer in the first turn."""
    return bytes(state().actions(0)[:1])


def chooser_arguments() -> tuple[Any, ...]:
    return (
        scorer("woodshole"),
        payments(),
        [module("style").Style(4, caution=1.0, memory=3, indifference=0.5, eagerness=2.0, imprecision=0.5, chow=1.5, pung=2.0)],
        book("woodshole").estimates,
    )


def chooser() -> Any:
    return module("chooser").Chooser(*chooser_arguments())


def chosen() -> Any:
    """A chooser that has made a choice."""
    made = chooser()
    made.choose(observed(), 0)
    return made


def chooser_pool() -> Any:
    return module("pools").ChooserPool(*pool_arguments())


def pool_arguments() -> tuple[Any, ...]:
    book_ = book("woodshole")
    return (
        book_.family.scorer,
        book_.table,
        payments(),
        [module("style").Style(4, caution=1.0, memory=3, indifference=0.5, eagerness=2.0, imprecision=0.5, chow=1.5, pung=2.0)],
        book_.estimates,
    )


def opponents() -> Any:
    return module("opponents").Opponents(book("woodshole").estimates.weights)


def rollouts_arguments() -> tuple[Any, ...]:
    return state(), payments(), [module("style").Style(4, 0)], book("woodshole").estimates


def rollouts() -> Any:
    return module("rollouts").Rollouts(*rollouts_arguments())


@cache
def suits() -> Any:
    return suit_tables() or module("suits").SuitTables(bytes(5**9), bytes(5**7), bytes(16))


@dataclass(frozen=True)
class Entry:
    """How to call an entry: a function that makes the object of a method (None for a function), and valid arguments. At ``slow`` places no
    small number is tried, because it is valid and takes long; ``plain`` entries have no C numbers, and huge ones would only fill memory."""

    of: Callable[[], Any] | None
    arguments: Callable[[], tuple[Any, ...]] = tuple
    slow: tuple[int, ...] = ()
    plain: bool = False


def function(*arguments: Any, plain: bool = False) -> Entry:
    return Entry(None, lambda: arguments, plain=plain)


def of(maker: Callable[[], Any], *arguments: Any, slow: tuple[int, ...] = ()) -> Entry:
    return Entry(maker, lambda: arguments, slow)


SEAT = (0,)
ENTRIES: dict[str, Entry] = {
    "layout.row": function(HAND, WIN),
    "layout.check_hand": function(HAND, 14),
    "layout.tiles_row": function(HAND, 14),
    "layout.check_win": function(HAND, WIN),
    "layout.checked": function({"seat": "E"}, plain=True),
    "layout.flower": function("1f", plain=True),
    "row_codec.decode": function(WON),
    "row_checks.check_wins": function(WON),
    "row_checks.check_hands": function(WON),
    "facts.Facts.__init__": of(module("facts").Facts),
    "arrange.Arrangements.__init__": of(module("arrange").Arrangements),
    "chains.Chains.__init__": of(module("chains").Chains),
    "chains.chains": function(),
    "chains._all_chains": function(),
    "fan_table.no_fan": function(module("facts").Facts()),
    "fan_table.FanTable.__init__": Entry(lambda: module("fan_table").FanTable(*table_arguments()), table_arguments),
    "scorer.Scorer.__init__": Entry(lambda: module("scorer").Scorer(book("guobiao").table), lambda: (book("guobiao").table,)),
    "scorer.Scorer.score": of(scorer, WON, 0),
    "scorer.Scorer.score_rows": Entry(scorer, lambda: (WON, 0, 1, *columns())),
    "scorer.Scorer.stages": of(scorer, WON, 1),
    "scorer.Scorer.result": of(scorer),
    "scorer.Scorer.readings": of(scorer, WON),
    "scorer.Scorer.links": of(lambda: module("scorer").Scorer(book("guobiao").table)),
    "scorer.Scorer.trace": of(lambda: module("scorer").Scorer(book("guobiao").table)),
    "scorer.Scorer.count_in_part": of(scorer, 0, 0, [0, 91], 0, 0, [3]),
    "counting.CombinationScorer.links": of(scorer),
    "counting.ProductScorer.trace": of(lambda: book("lingque28").scorer()),
    "pools.ScorerPool.__init__": Entry(
        lambda: module("pools").ScorerPool(book("guobiao").family.scorer, book("guobiao").table),
        lambda: (book("guobiao").family.scorer, book("guobiao").table),
    ),
    "pools.ScorerPool.take": of(lambda: book("guobiao").scorers),
    "pools.ScorerPool.put_back": Entry(lambda: book("guobiao").scorers, lambda: (scorer(),)),
    "pools.ScorerPool.score": of(lambda: book("guobiao").scorers, WON),
    "pools.DistancePool.__init__": of(lambda: module("pools").DistancePool(1, False), 1, False),
    "pools.DistancePool.take": of(lambda: book("guobiao").distances),
    "pools.DistancePool.put_back": Entry(lambda: book("guobiao").distances, lambda: (distances(),)),
    "pools.DistancePool.missing": of(lambda: book("guobiao").distances, WON),
    "pools.DistancePool.useful": of(lambda: book("guobiao").distances, WON),
    "distance.Distances.__init__": Entry(distances, lambda: (1, False, suits())),
    "distance.Distances.missing": of(distances, COUNTS, bytes(34), 0),
    "distance.Distances.missing_from": of(distances, WON),
    "distance.Distances.useful": of(distances, COUNTS, bytes(34), 0),
    "distance.Distances.useful_from": of(distances, WON),
    "distance.Distances.measure_rows": Entry(distances, lambda: (WON, 0, 1, array("b", [0]), array("Q", [0]))),
    "distance.Distances.suit_costs": of(distances, bytes(9)),
    "suits.SuitTables.__init__": Entry(suits, lambda: (bytes(5**9), bytes(5**7), bytes(16))),
    "suits.Builder.__init__": of(module("suits").Builder),
    "suits.Builder.build": of(module("suits").Builder, 2, True, slow=(0,)),
    "suits.build": Entry(None, lambda: (None,)),  # it takes no argument, and half a second
    "legal_distance.LegalSearch.__init__": Entry(
        lambda: module("legal_distance").LegalSearch(scorer(), distances()), lambda: (scorer(), distances())
    ),
    "legal_distance.LegalSearch.nearest": of(
        lambda: module("legal_distance").LegalSearch(scorer(), distances()), COUNTS, bytes(34), b"", 0, 0, 0, slow=(4, 5)
    ),
    "prospects.Prospects.__init__": Entry(prospects, lambda: (scorer(), payments(), 10, 2)),
    "prospects.Prospects.search": of(prospects, COUNTS, b"", bytes([1] * 34), 10.0, 0, 0, 0, 1.5, 2.0),
    "prospects.Prospects.kept": of(prospects),
    "prospects.Prospects.without": of(prospects, 0),
    "arrivals.Arrivals.__init__": Entry(lambda: module("arrivals").Arrivals(), lambda: ()),
    "worths.Worths.__init__": Entry(lambda: module("worths").Worths(scorer(), payments()), lambda: (scorer(), payments())),
    "parts.Parts.__init__": Entry(lambda: module("parts").Parts(distances()), lambda: (distances(),)),
    "target_notes.TargetNotes.__init__": of(module("target_notes").TargetNotes),
    "combinations.Combinations.__init__": of(module("combinations").Combinations),
    "combinations.Combinations.counts": of(lambda: module("combinations").combinations(), 7, 1),
    "combinations.combinations": function(),
    "chooser.Chooser.__init__": Entry(chooser, chooser_arguments),
    "chooser.Chooser.choose": Entry(chooser, lambda: (observed(), 0)),
    "pools.ChooserPool.__init__": Entry(chooser_pool, pool_arguments),
    "chooser.Chooser.weighed": of(chooser, 0),
    "chooser.Chooser.target": of(chosen, 0),
    "chooser.Chooser.threats": of(chosen, 0),
    "chooser.Chooser.loss_penalty": of(chosen),
    "opponents.Opponents.__init__": Entry(opponents, lambda: (book("woodshole").estimates.weights,)),
    "opponents.Opponents.features_of": Entry(opponents, lambda: (observed(), 1, 0)),
    "legal_actions.LegalActions.winning_discards": of(state, *SEAT),
    "pools.ChooserPool.choose": Entry(chooser_pool, lambda: (observed(), 0)),
    "pools.ChooserPool.take": of(chooser_pool),
    "pools.ChooserPool.put_back": Entry(lambda: book("woodshole").choosers, lambda: (book("woodshole").choosers.take(),)),
    "extremes.Extremes.__init__": Entry(
        lambda: module("extremes").Extremes(scorer(), [0] * len(book("guobiao").rows)), lambda: (scorer(), [0] * len(book("guobiao").rows))
    ),
    "sweep.low_kind": function(0),
    "sweep._images": function(),
    "sweep.Sweep.__init__": Entry(sweep, lambda: (scorer(), [0] * len(book("guobiao").rows), (), 1, False)),
    "sweep.Sweep.result": of(sweep),
    "sweep.Sweep.standard": of(sweep, 33, 54, slow=(1,)),
    "sweep.Sweep.special": of(sweep, SEVEN_PAIRS, ()),
    "census.Census.__init__": Entry(census, lambda: (scorer(), 0)),
    "census.Census.count": of(census, SEVEN_PAIRS, 1),
    "census.Census.result": of(census, 0),
    "payments.Payments.__init__": of(payments, 0, 3, 4, 2, 1, 4, 5),
    "payments.Payments.fresh_copy": of(payments),
    "payments.Payments.settled": of(payments, 0, 1, 10, [0, 1, 0, 0]),
    "chance.Chance.__init__": of(module("chance").Chance, 0),
    "chance.Chance.choose": Entry(module("chance").Chance, lambda: (array("Q", [5, 0]), bytearray(1))),
    "chance.wall_of": function(0, 0, 0, 136),
    "observation.observation": Entry(None, lambda: (state(), 0)),
    "planes.write_planes": Entry(None, lambda: (observed() * 2, bytearray(2 * CELLS))),
    "position.Position.__init__": Entry(lambda: module("position").Position(scorer()), lambda: (scorer(), 0)),
    "position.Position.left": of(state),
    "position.Position.hand": of(state, *SEAT),
    "position.Position.hand_size": of(state, *SEAT),
    "position.Position.melds_of": of(state, *SEAT),
    "position.Position.discard_list": of(state),
    "position.Position.discards_of": of(state, *SEAT),
    "position.Position.wall_left": of(state),
    "position.Position.flowers_of": of(state, *SEAT),
    "position.Position.ready_of": of(state, *SEAT),
    "position.Position.visible": of(state),
    "position.Position.given": of(state),
    "position.Position.hidden": of(state, *SEAT),
    "legal_actions.LegalActions.may": of(state, 0, 0),
    "legal_actions.LegalActions.legal": of(state, *SEAT),
    "legal_actions.LegalActions.actions": of(state, *SEAT),
    "legal_actions.LegalActions.first_asked": of(state),
    "legal_actions.LegalActions.asked": of(state),
    "legal_actions.LegalActions.winning_row": of(state, *SEAT),
    "state.State.__init__": Entry(unstarted, lambda: (scorer(), 0, None)),
    "state.State.copy": of(state),
    "state.State.independent_copy": of(state),
    "state.State.copy_from": Entry(state, lambda: (state(),)),
    "state.State.equals": Entry(state, lambda: (state(),)),
    "state.State.apply": of(state, 0, 0, False),
    "state.State.start": of(unstarted, full_set(136)),
    "state.State.clear": of(state, 1),
    "state.State.is_held": of(state),
    "state.State.release": of(state),
    "state.State.rearrange": Entry(state, lambda: (0, bytes(state().hidden(0)))),
    "state.State.dump": of(state),
    "perft.lines": Entry(None, lambda: (state(), 1), slow=(1,)),
    "perft.accepted": Entry(None, lambda: (state(), 0, state())),
    "hidden_tiles.HiddenTiles.__init__": Entry(
        lambda: module("hidden_tiles").HiddenTiles(state(), chooser()), lambda: (state(), chooser())
    ),
    "rollouts.Rollouts.__init__": Entry(rollouts, rollouts_arguments),
    "rollouts.Rollouts.play": Entry(
        rollouts, lambda: (observed(), observed_action(), 7, 0, 1, array("d", [0.0]), bytearray(1), 0, 4, 0), slow=(4,)
    ),
    "rollouts.Rollouts.sample": Entry(rollouts, lambda: (observed(), 7, 0, 0)),
    "rollouts.Rollouts.weigh": Entry(rollouts, lambda: (observed(), 0)),
    "stepper.Stepper.__init__": Entry(
        stepper, lambda: (state(), 2, 7, 136, payments(), True, True, True, (None,) * 4, book("woodshole").estimates)
    ),
    "stepper.Stepper.write_to": Entry(stepper, buffers),
    "stepper.Stepper.begin": of(begun),
    "stepper.Stepper.step": of(begun, bytes(2)),
    "stepper.Stepper.copy_to": Entry(begun, lambda: (0, state())),
    "stepper.Stepper.observe_all": Entry(begun, lambda: (bytes(2), bytearray(2 * OBSERVATION))),
}


class Liar(int):
    """A number that passes every comparison."""

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __hash__ = int.__hash__


class Changing:
    """An index that is small when it is first read and huge the second time."""

    def __init__(self) -> None:
        self.asked = 0

    def __index__(self) -> int:
        self.asked += 1
        return 0 if self.asked % 2 else 10**7

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Growing(list[int]):
    """A list that is longer than its length."""

    def __len__(self) -> int:
        return 4

    def __iter__(self) -> Iterator[int]:
        return iter([33] * 1000)


NUMBERS = (-1, 4, 34, 54, 255, 10**7, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1)
"""Too large, too small, or beyond what a C number holds."""

WRONG_HANDS = (
    Hand((0,) * 49),
    Hand(tuple(range(34)) * 30),
    Hand((0,) * 13, (), 1000),
    Hand((), (Meld(MeldType.PUNG, 27),) * 5),
    Hand((Changing(), Liar(10**7)) * 7),  # type: ignore[arg-type]
    Hand((0,) * 11, (SimpleNamespace(type=Changing(), tile=Changing()),)),  # type: ignore[arg-type]
    Hand((0,) * 11, (SimpleNamespace(type=70, tile=33),)),  # type: ignore[arg-type]
    SimpleNamespace(concealed=Growing(), melds=(), winning=None, size=4),
    SimpleNamespace(concealed=(), melds=Growing(), winning=None, size=Changing()),
)
WRONG_WINS = (
    Win(seat=10**7),
    Win(round=-1),
    Win(flowers=10**7),
    Win(flowers=(10**7, -5)),
    Win(flowers=Growing()),  # type: ignore[arg-type]
    Win(tiles_left=2**40),
    Win(ready="never"),
    Win(seat=Changing(), tiles_left=Liar(10**7)),  # type: ignore[arg-type]
)
OTHERS: tuple[Any, ...] = (
    None, object(), 1.5, float("nan"), "", "x" * 1000, Liar(10**7), Growing([1, 2, 3]), {"seat": 9}, [], [None] * 300, [10**7] * 4,
    (255,) * 300, range(1000), [(5, 5, 5)] * 9, [(10**7, 10**7, 1)], [Changing()] * 300,
    b"", b"\x00", bytes(ROW), b"\xff" * ROW, b"\x21" * ROW, WON[:-1], WON * 2, WON[:14] + b"\x3f" * 4 + WON[18:], bytes(34),
    b"\x04" * 34, b"\xff" * 34, bytes(9), b"\x05" * 9, b"\xff" * 4, b"\xff" * 144, bytes(10_000), bytearray(ROW), bytearray(b"\xff" * 100),
    memoryview(bytes(34)), memoryview(bytearray(400))[::2], array("i", [10**7] * 3), array("Q", [2**64 - 1] * 3), array("d", [1.0]),
    SimpleNamespace(__module__="quepu.kernel.chance", __name__="wall_of"),
    [SimpleNamespace(__module__="quepu.kernel.chance", __name__="wall_of")], [len], [lambda facts: 1],
    *WRONG_HANDS, *WRONG_WINS,
)  # fmt: skip


def classes() -> dict[str, Any]:
    """The classes of the entries."""
    names = {name.rpartition(".")[0] for name in ENTRIES if name.count(".") == 2}
    return {name: getattr(module(name.partition(".")[0]), name.partition(".")[2]) for name in sorted(names)}


def strangers() -> list[object]:
    """Objects of all classes of the kernel, initialised and as ``__new__`` returns them, to be passed instead of others."""
    made = [entry.of() for name, entry in ENTRIES.items() if entry.of is not None and name.endswith("__init__")]
    return [*(one.__new__(one) for one in classes().values()), *made]


def refused(call: Callable[..., Any], *arguments: Any) -> None:
    """Call it; it may raise an exception but must not end the process."""
    with contextlib.suppress(*CLEAN):
        call(*arguments)


def hostile_arguments(entry: Entry, others: list[object]) -> Iterator[tuple[Any, ...]]:
    """Valid arguments with one of them replaced, then all; and too few."""
    count = len(entry.arguments())
    numbers = () if entry.plain else (*NUMBERS, Changing())
    for place in range(count):
        for value in (*others, *(number for number in numbers if place not in entry.slow or not is_small(number))):
            arguments = list(entry.arguments())
            arguments[place] = value
            yield tuple(arguments)
    for value in others:
        yield (value,) * count
    yield ()
    yield (*entry.arguments(), None, None)


def is_small(number: object) -> bool:
    return isinstance(number, Changing) or (isinstance(number, int) and 0 <= number < 1000)


def try_everything(name: str, others: list[object]) -> None:
    entry = ENTRIES[name]
    home, _, method = name.rpartition(".")
    if entry.of is None:
        for arguments in hostile_arguments(entry, others):
            refused(getattr(module(home), method), *arguments)
        return
    made = classes()[home]
    if method == "__init__":
        good = entry.of()
        refused(good.__init__, *entry.arguments())
        for arguments in hostile_arguments(entry, others):
            # an object whose initialisation failed must stay unusable
            raw = made.__new__(made)
            refused(raw.__init__, *arguments)
            use(home, raw)
        for copied in copies(good):
            use(home, copied)
        return
    call = getattr(made, method)
    refused(call, made.__new__(made), *entry.arguments())
    for stranger in others:
        refused(call, stranger, *entry.arguments())
    good = entry.of()
    for arguments in hostile_arguments(entry, others):
        refused(getattr(good, method), *arguments)
    refused(getattr(good, method), *entry.arguments())


def use(home: str, made: Any) -> None:
    """Call all methods of an object, read and set all its attributes."""
    for name, value in vars(type(made)).items():
        if not callable(value):
            refused(getattr, made, name)
            refused(setattr, made, name, 10**7)
    for name, entry in ENTRIES.items():
        if name.startswith(f"{home}.") and not name.endswith("__init__"):
            refused(getattr(made, name.rpartition(".")[2]), *entry.arguments())


def copies(good: Any) -> Iterator[Any]:
    for way in (copy.copy, copy.deepcopy, *(lambda given, n=n: pickle.loads(pickle.dumps(given, n)) for n in range(6))):
        with contextlib.suppress(*CLEAN, pickle.PicklingError):
            yield way(good)


def predicates() -> Iterator[Callable[..., Any]]:
    for path in RULES:
        home = importlib.import_module(".".join(path.relative_to(SOURCE).with_suffix("").parts))
        yield from (value for name, value in vars(home).items() if callable(value) and getattr(value, "__module__", "") == home.__name__)


def main() -> None:
    others = [*OTHERS, *strangers()]
    for name in ENTRIES:
        print(name, flush=True)
        try_everything(name, others)
    for predicate in predicates():
        print(f"{predicate.__module__}.{predicate.__name__}", flush=True)
        for value in (*others, *NUMBERS):
            refused(predicate, value)
        refused(predicate)
    print("all entries were tried", flush=True)


if __name__ == "__main__":
    main()
