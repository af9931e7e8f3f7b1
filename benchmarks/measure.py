"""How things are measured: ours and its peers in turn, round by round, by processor time; medians, spreads and ratios of it."""

from __future__ import annotations

import importlib
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import ModuleType

Rate = Callable[[], float]
"""Does its work once and says how many units a second it did; or, of what has no peer, its figure in whatever unit."""

HERE = Path(__file__).parent
NOT_INSTALLED = HERE.parent / ".venv-bench" / "not_installed.json"


@dataclass(frozen=True)
class Peer:
    """A peer: its name, and its rate on the same work, or why there is none."""

    name: str
    rate: Rate | None
    missing: str = ""


@dataclass(frozen=True)
class Contest:
    """Work that ours and its peers do in turn."""

    name: str
    unit: str
    ours: Rate
    peers: Sequence[Peer] = ()
    rounds: int = 7


@dataclass(frozen=True)
class Row:
    """A line of the table: six of its fields are in results.json, the spreads are printed beside them."""

    name: str
    unit: str
    ours: float
    peer: float | None
    peer_name: str
    ratio: float | None
    spread: float
    peer_spread: float | None
    ratios: tuple[float, float] | None

    def as_dict(self) -> dict[str, object]:
        return {
            "name": self.name,
            "unit": self.unit,
            "ours": rounded(self.ours),
            "peer": None if self.peer is None else rounded(self.peer),
            "peer_name": self.peer_name,
            "ratio": None if self.ratio is None else round(self.ratio, 2),
        }


def rounded(value: float) -> float:
    """A figure with no more digits than it means."""
    return round(value, 1) if value < 100 else round(value)


def timed(work: Callable[[], object], units: int, clock: Callable[[], float] = time.process_time) -> Rate:
    """The rate of work with a given number of units, in processor time, so that other processes matter less."""

    def once() -> float:
        began = clock()
        work()
        return units / (clock() - began)

    return once


def imported(module: str, distribution: str) -> ModuleType | str:
    """The module of a peer, or why it is not there."""
    try:
        return importlib.import_module(module)
    except Exception as error:  # whatever a package does when it is imported, the others are still measured
        reasons = json.loads(NOT_INSTALLED.read_text("utf-8")) if NOT_INSTALLED.exists() else {}
        return str(reasons.get(distribution) or f"{type(error).__name__}: {error}")


def peer(name: str, module: ModuleType | str, rate: Callable[[], Rate]) -> Peer:
    """A peer of a module that may be missing; ``rate`` makes ready what it needs and is asked only if it is there."""
    return Peer(name, None, module) if isinstance(module, str) else Peer(name, rate())


def run(contest: Contest, rounds: int | None = None) -> list[Row]:
    """A row for each peer, or one without. Every round runs all of them, one after the other."""
    there = [(peer.name, peer.rate) for peer in contest.peers if peer.rate is not None]
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name, _ in there}
    for _ in range(rounds or contest.rounds):
        ours.append(contest.ours())
        for name, rate in there:
            theirs[name].append(rate())
    rows = [row(contest, ours, name, measured) for name, measured in theirs.items()]
    missing = [row(contest, ours, f"{peer.name} (not installed: {peer.missing})", []) for peer in contest.peers if peer.rate is None]
    return rows + missing or [row(contest, ours, "", [])]


def row(contest: Contest, ours: Sequence[float], peer_name: str, theirs: Sequence[float]) -> Row:
    """What the rounds come to. The ratio is the median of the rounds' ratios, as the halves of a round ran under the same conditions."""
    if not theirs:
        return Row(contest.name, contest.unit, median(ours), None, peer_name, None, spread(ours), None, None)
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return Row(
        contest.name,
        contest.unit,
        median(ours),
        median(theirs),
        peer_name,
        median(ratios),
        spread(ours),
        spread(theirs),
        (min(ratios), max(ratios)),
    )


def spread(figures: Sequence[float]) -> float:
    """Half of the difference between maximum and minimum, as a share of the median."""
    return (max(figures) - min(figures)) / 2 / median(figures)


def write_json(path: Path, content: object) -> None:
    """All of the file or nothing: who is interrupted leaves the old one as it was."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(beside, path)
