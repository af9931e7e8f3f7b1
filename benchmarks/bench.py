"""Speed, beside a named peer in the same run. ``make bench`` installs the peer and runs this.

Every figure is the median of several rounds, ours and the peer's in turn, so that a noisy machine disturbs both alike.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from MahjongGB import (
    HonorsAndKnittedTilesShanten,
    KnittedStraightShanten,
    MahjongFanCalculator,
    MahjongShanten,
    RegularShanten,
    SevenPairsShanten,
    ThirteenOrphansShanten,
)
from play import decision_rate

import quepu
from quepu.batch import HandBatch
from quepu.hand import Hand, MeldType, Win
from quepu.kernel import is_compiled
from quepu.kernel.layout import row, tiles_row
from quepu.lab.sample import random_win
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook

ROUNDS = 7
HERE = Path(__file__).parent


def rate(work: Callable[[], object], units: int, clock: Callable[[], float] = time.process_time) -> float:
    """Units a second of one run; of processor time, so that what else the machine does counts less."""
    began = clock()
    work()
    return units / (clock() - began)


def children_time() -> float:
    """Processor time of the processes that have been run and are done."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def side_by_side(
    ours: Callable[[], object], peer: Callable[[], object] | None, units: int, peer_units: int
) -> tuple[list[float], list[float]]:
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(rate(ours, units))
        if peer is not None:
            theirs.append(rate(peer, peer_units))
    return mine, theirs


# The peer's arguments, made ready beforehand: tiles by name, melds as (type, tile, offer).

PEER_SHAPES = (RegularShanten, SevenPairsShanten, ThirteenOrphansShanten, HonorsAndKnittedTilesShanten, KnittedStraightShanten)
PEER_SUITS = {0: "W", 1: "B", 2: "T"}


def peer_tile(kind: int) -> str:
    return f"{PEER_SUITS[kind // 9]}{kind % 9 + 1}" if kind < 27 else f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def peer_arguments(hand: Hand, win: Win) -> tuple[object, ...]:
    assert hand.winning is not None
    packs = []
    for meld in hand.melds:
        if meld.type == MeldType.CHOW:
            packs.append(("CHI", peer_tile(meld.tile + 1), 2))
        else:
            packs.append(
                ("PENG" if meld.type == MeldType.PUNG else "GANG", peer_tile(meld.tile), 0 if meld.type == MeldType.CONCEALED_KONG else 1)
            )
    tiles_in_hand = tuple(map(peer_tile, hand.concealed))
    return tuple(packs), tiles_in_hand, peer_tile(hand.winning), 0, win.self_drawn, False, False, False, win.seat, win.round


def report(name: str, unit: str, ours: list[float], peer: list[float], peer_name: str) -> dict[str, object]:
    mine, theirs = median(ours), median(peer) if peer else 0.0
    spread = (max(ours) - min(ours)) / mine
    # of each round the ratio, as its two halves ran under the same conditions
    ratio = round(median(a / b for a, b in zip(ours, peer, strict=True)), 2) if peer else None
    beside = f"{peer_name} {theirs:>12,.0f}   ratio {ratio:6.2f}" if peer else ""
    print(f"{name:34} {mine:>12,.0f} {unit:8} ±{50 * spread:3.0f}%   {beside}")
    return {
        "name": name,
        "unit": unit,
        "ours": round(mine),
        "peer": round(theirs) if peer else None,
        "peer_name": peer_name,
        "ratio": ratio,
    }


def main() -> int:
    if not is_compiled():
        print("the kernel is not compiled: nothing worth measuring", file=sys.stderr)
        return 2
    random = Random(2026)
    wins = [random_win(random) for _ in range(20_000)]
    texts = [quepu.notation.format_hand(hand, win) for hand, win in wins]
    rows = b"".join(row(hand, win) for hand, win in wins)
    # the peer scores another rule book; it takes the same hands, and does the same kind of work
    ready = [peer_arguments(hand, win) for hand, win in wins]
    scored_by_peer = [arguments for arguments in ready if peer_wins(arguments)]
    results = []
    for rules in BOOKS:
        batch = HandBatch(rows * 10, book(rules))
        ours, peer = side_by_side(
            partial(quepu.score_many, batch),
            lambda: [MahjongFanCalculator(*arguments) for arguments in scored_by_peer],
            len(batch),
            len(scored_by_peer),
        )
        results.append(report(f"score_many {rules}", "hands/s", ours, peer, "PyMahjongGB loop"))
    results += single_calls(wins)
    ours, _ = side_by_side(lambda: [quepu.score(text) for text in texts[:2_000]], None, 2_000, 0)
    results.append(report("score(string)", "hands/s", ours, [], ""))
    ours, _ = side_by_side(lambda: [quepu.score(text).text("en") for text in texts[:300]], None, 300, 0)
    results.append(report("score(string), with its explanation", "hands/s", ours, [], ""))
    results += distances(wins, random)
    for rules in BOOKS:
        results.append(report(f"random play {rules}", "decisions/s", [decision_rate(rules) for _ in range(ROUNDS)], [], ""))
    starts = [
        rate(
            lambda: subprocess.run([sys.executable, "-m", "quepu", "score", texts[0]], capture_output=True, check=True),
            1,
            children_time,
        )
        for _ in range(ROUNDS)
    ]
    print(f"{'quepu score, process and all':34} {1000 / median(starts):>12,.0f} ms")
    results.append(
        {
            "name": "quepu score, process and all",
            "unit": "ms",
            "ours": round(1000 / median(starts)),
            "peer": None,
            "peer_name": "",
            "ratio": None,
        }
    )
    profile(rows)
    profile_single(wins[:5_000])
    (HERE / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def single_calls(wins: list[tuple[Hand, Win]]) -> list[dict[str, object]]:
    """One call a hand with ready-made values, the same hands for us and for the peer: those that its rule book knows."""
    known = [(hand, win, arguments) for hand, win in wins if peer_wins(arguments := peer_arguments(hand, win))][:5_000]
    ready = [arguments for _, _, arguments in known]

    def made(rulebook: RuleBook) -> object:
        return [quepu.Score(hand, win, rulebook) for hand, win, _ in known]

    def called(rulebook: RuleBook) -> object:
        # what the peer is told too
        return [quepu.score(hand, rulebook, self_drawn=win.self_drawn, seat=win.seat, round=win.round) for hand, win, _ in known]

    def peer() -> object:
        return [MahjongFanCalculator(*arguments) for arguments in ready]

    results = []
    for rules in ("guobiao", "lingque28"):
        for what, work in ((f"Score(hand, win, {rules})", made), (f"score(hand, {rules}, seat=…)", called)):
            ours, theirs = side_by_side(partial(work, book(rules)), peer, len(known), len(known))
            results.append(report(what, "hands/s", ours, theirs, "PyMahjongGB"))
    return results


def distances(wins: list[tuple[Hand, Win]], random: Random) -> list[dict[str, object]]:
    """Distance with useful tiles. The peer has the useful tiles for each shape by itself, so it is asked for all five; and for the distance
    alone it has one call."""
    deck = [kind for kind in range(34) for _ in range(4)]
    rulebook = book("guobiao")
    results = []
    for name, hands in (
        ("uniform", [Hand(tuple(random.sample(deck, 13))) for _ in range(2_000)]),
        ("near-complete", [Hand(hand.concealed) for hand, _ in wins if not hand.melds][:2_000]),
    ):
        ready = [tuple(map(peer_tile, hand.concealed)) for hand in hands]
        rows = b"".join(tiles_row(hand, 13) for hand in hands) * 50
        works: list[tuple[str, Callable[[], object], int, Callable[[], object]]] = [
            ("distance_many", partial(quepu.distance_many, rows, rulebook), 50, partial(all_shapes, ready)),
            ("distance_and_useful(hand)", partial(each, quepu.distance_and_useful, hands, rulebook), 1, partial(all_shapes, ready)),
            ("distance(hand)", partial(each, quepu.distance, hands, rulebook), 1, partial(shanten, ready)),
        ]
        for what, work, times, peer in works:
            ours, theirs = side_by_side(work, peer, times * len(hands), len(hands))
            results.append(report(f"{what}, {name}", "hands/s", ours, theirs, "PyMahjongGB"))
    return results


def each(work: Callable[[Hand, RuleBook], object], hands: list[Hand], rulebook: RuleBook) -> object:
    return [work(hand, rulebook) for hand in hands]


def shanten(ready: list[tuple[str, ...]]) -> object:
    return [MahjongShanten((), hand) for hand in ready]


def all_shapes(ready: list[tuple[str, ...]]) -> object:
    return [[shape(hand) for shape in PEER_SHAPES] for hand in ready]


def peer_wins(arguments: tuple[object, ...]) -> bool:
    """Whether the peer's rule book knows the shape; a loop over exceptions would flatter us."""
    try:
        MahjongFanCalculator(*arguments)
    except TypeError:
        return False
    return True


def profile(rows: bytes) -> None:
    """Where the time of a batch goes: by running it with parts left out."""
    rulebook = book()
    hands = len(rows) // 24
    stages = rulebook.desk().stages(rows * 5, hands * 5)
    print("\nwhere the time of score_many goes (ns a hand):")
    before = 0.0
    for name, seconds in stages:
        total = seconds / (hands * 5) * 1e9
        print(f"  {name:44} {total - before:6.0f}   {total:6.0f} in all")
        before = total


def profile_single(wins: list[tuple[Hand, Win]]) -> None:
    """Where the time of a single call goes: by doing its steps one by one."""
    rulebook = book("guobiao")
    texts = [quepu.notation.format_hand(hand, win) for hand, win in wins]
    rows = [row(hand, win) for hand, win in wins]
    scores = [quepu.Score(hand, win, rulebook) for hand, win in wins]
    steps: dict[str, Callable[[], object]] = {
        "reading a string": lambda: [quepu.notation.read(text) for text in texts],
        "checking a hand and packing it": lambda: [row(hand, win) for hand, win in wins],
        "scoring": lambda: [rulebook.desks.score(packed) for packed in rows],
        "Score(hand, win, guobiao), all in all": lambda: [quepu.Score(hand, win, rulebook) for hand, win in wins],
        "the names of its fans, when asked for": lambda: [score.names for score in scores],
        "score(string, guobiao), all in all": lambda: [quepu.score(text, rulebook) for text in texts],
    }
    print("\nwhere the time of a single call goes (ns):")
    for name, work in steps.items():
        print(f"  {name:44} {1e9 / median(rate(work, len(wins)) for _ in range(ROUNDS)):6.0f}")


if __name__ == "__main__":
    sys.exit(main())
