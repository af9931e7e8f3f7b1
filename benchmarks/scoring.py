"""Scoring: a batch and single calls beside PyMahjongGB, a C++ scorer of 国标 that is called hand by hand; and what no peer has."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from measure import Contest, Peer, Rate, imported, peer, timed
from work import gb_win, wins

import quepu
from quepu.batch import HandBatch
from quepu.hand import Hand, Win
from quepu.kernel.layout import row
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook

BATCH = 200_000
SINGLES = 5_000

Known = list[tuple[Hand, Win, tuple[object, ...]]]


def contests() -> Iterator[Contest]:
    package = imported("MahjongGB", "PyMahjongGB")
    known = known_to(package)
    loop = gb_loop("PyMahjongGB loop", package, [arguments for _, _, arguments in known])
    for rules in BOOKS:
        batch = batch_of(known, book(rules))
        yield Contest(f"score_many {rules}", "hands/s", timed(partial(quepu.score_many, batch), len(batch)), [loop])
    # by the clock on the wall: threads share the work, and their processor times add up
    batch = batch_of(known, book("guobiao"))
    yield Contest(
        "score_many guobiao, a thread for each core, by the clock",
        "hands/s",
        timed(partial(quepu.score_many, batch, threads=0), len(batch), time.perf_counter),
    )
    yield from single_calls(package, known[:SINGLES])
    texts = [quepu.notation.format_hand(hand, win) for hand, win in wins()[:2_000]]
    yield Contest("score(string)", "hands/s", timed(lambda: [quepu.score(text) for text in texts], len(texts)))
    few = texts[:300]
    yield Contest("score(string), with its explanation", "hands/s", timed(lambda: [quepu.score(text).text("en") for text in few], len(few)))
    yield Contest("quepu score, process and all", "ms", command(texts[0]))


def single_calls(package: ModuleType | str, known: Known) -> Iterator[Contest]:
    """One call a hand with ready-made values, the same hands for ours and for the peer."""
    beside = gb_loop("PyMahjongGB", package, [arguments for _, _, arguments in known])

    def made(rulebook: RuleBook) -> object:
        return [quepu.Score(hand, win, rulebook) for hand, win, _ in known]

    def called(rulebook: RuleBook) -> object:
        # the peer gets it too
        return [quepu.score(hand, rulebook, self_drawn=win.self_drawn, seat=win.seat, round=win.round) for hand, win, _ in known]

    for rules in ("guobiao", "lingque28"):
        works: tuple[tuple[str, Callable[[RuleBook], object]], ...] = (
            (f"Score(hand, win, {rules})", made),
            (f"score(hand, {rules}, seat=…)", called),
        )
        for name, work in works:
            yield Contest(name, "hands/s", timed(partial(work, book(rules)), len(known)), [beside])


def batch_of(known: Known, rulebook: RuleBook) -> HandBatch:
    """The peer's hands over and over, less those that do not win by our book: to see that is no work."""
    rows = [row(hand, win) for hand, win, _ in known if rulebook.scorers.score(row(hand, win))]
    return HandBatch(b"".join(rows[n % len(rows)] for n in range(BATCH)), rulebook)


def known_to(package: ModuleType | str) -> Known:
    """The hands whose shape the peer's rule book knows, with its arguments: a loop over exceptions would flatter us."""
    ready = [(hand, win, gb_win(hand, win)) for hand, win in wins()]
    return ready if isinstance(package, str) else [one for one in ready if knows(package.MahjongFanCalculator, one[2])]


def knows(calculator: Callable[..., object], arguments: tuple[object, ...]) -> bool:
    try:
        calculator(*arguments)
    except TypeError:
        return False
    return True


def gb_loop(name: str, package: ModuleType | str, ready: list[tuple[object, ...]]) -> Peer:
    def rate() -> Rate:
        assert not isinstance(package, str)
        calculator = package.MahjongFanCalculator
        return timed(lambda: [calculator(*arguments) for arguments in ready], len(ready))

    return peer(name, package, rate)


def command(text: str) -> Rate:
    """The milliseconds of a process, from its start to its end."""

    def milliseconds() -> float:
        began = children_time()
        subprocess.run([sys.executable, "-m", "quepu", "score", text], capture_output=True, check=True)
        return 1000 * (children_time() - began)

    return milliseconds


def children_time() -> float:
    """Processor time of the processes that have been run and are done."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
