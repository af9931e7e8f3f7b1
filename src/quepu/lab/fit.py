"""Fits what careful players estimate (``quepu.kernel.estimates``) to deals whose hidden tiles are known.

Players of the kernel play deals among themselves. At a part of their discards it is written down what the player could see, and what is
true: whether each opponent was ready, with which tiles it would have won, what that would have cost, and what the player won in the end.
The chances are fitted by logistic regression, the losses by a regression with an exponential link, both with Newton's method; every fifth
deal is held out and only used to check the estimates. The same seed gives the same file.

It needs NumPy. ``quepu lab fit --rules guobiao`` runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from quepu.engine.batch import Tables
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.chooser import Chooser
from quepu.kernel.estimates import GAIN_STAGES, GAIN_STEPS, LOWEST_VALUE, WEIGHTS
from quepu.kernel.observation_layout import HAND, LEFT, OBSERVATION, OFFERED
from quepu.kernel.opponents import Opponents
from quepu.kernel.shapes import NO_TILE
from quepu.kernel.style import STYLES
from quepu.lab.cores import cores
from quepu.lab.progress import Progress, no_progress
from quepu.lab.workers import map_in_processes
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int32]

DEALS_AT_ONCE = 64
SHARE = 0.25
"""The share of discards that are written down."""
HELD_OUT = 5
"""Of this number of deals one is held out."""
RIDGE = 3.0
"""How much weights are drawn to zero: as much as this number of cases would."""
STEPS = 12
FEW = 50
"""Groups of fewer cases are merged with their neighbours."""


@dataclass
class Cases:
    """What was seen and what was true: rows of places of weights with an answer, and the number of the deal of each row."""

    ready: list[tuple[list[int], bool, int]] = field(default_factory=list)
    wait: list[tuple[list[int], bool, int]] = field(default_factory=list)
    loss: list[tuple[list[int], int, int]] = field(default_factory=list)
    gain: list[tuple[int, float, int, int]] = field(default_factory=list)
    """Tiles left, the value of the hand, what it won in the end, the deal."""

    def add(self, other: Cases) -> None:
        self.ready += other.ready
        self.wait += other.wait
        self.loss += other.loss
        self.gain += other.gain


@dataclass(frozen=True)
class Task:
    book: RuleBook
    style: str
    seed: int
    part: int
    deals: int


def collect(task: Task) -> Cases:
    """Play some deals, and write down what was seen and what was true."""
    book = task.book
    payments = book.family.settlement.payments()
    # the values are those of a careful player that does not mind the danger
    chooser = Chooser(book.scorer(), payments, [STYLES[task.style], replace(STYLES["careful"], caution=0.0)], book.estimates)
    opponents = Opponents([0.0] * WEIGHTS)
    random = Random(task.seed * 1_000_003 + task.part)
    tables = Tables(book, task.deals, task.seed * 1_000_003 + task.part, deals_again=False)
    assert tables.observations is not None
    cases = Cases()
    hoped: dict[tuple[int, int], list[tuple[int, float]]] = {}
    while any(seat != NO_SEAT for seat in tables.seats):
        actions = bytearray(task.deals)
        for n in range(task.deals):
            seat = tables.seats[n]
            if seat == NO_SEAT:
                continue
            seen = bytes(tables.observations[n * OBSERVATION : (n + 1) * OBSERVATION])
            actions[n] = chooser.choose(seen)
            if actions[n] < 34 and seen[OFFERED] == NO_TILE and random.random() < SHARE:
                deal = task.part * task.deals + n
                hoped.setdefault((n, seat), []).append((seen[LEFT], chooser.weighed(chooser.choose(seen, 1))[0]))
                _write_down(cases, opponents, tables, n, seen, deal, payments)
        tables.step(actions)
        for n in range(task.deals):
            if tables.done[n]:
                for seat in range(4):
                    won = max(0, tables.rewards[4 * n + seat])
                    cases.gain += [(left, value, won, task.part * task.deals + n) for left, value in hoped.pop((n, seat), [])]
    return cases


def _write_down(cases: Cases, opponents: Opponents, tables: Tables, n: int, seen: bytes, deal: int, payments: Any) -> None:
    state = tables.state(n)
    seat = tables.seats[n]
    for other in range(4):
        if other == seat:
            continue
        wins = dict(state.winning_discards(other))
        kinds = [kind for kind in range(34) if seen[HAND + kind]]
        for i, kind in enumerate(kinds):
            ready, wait, loss = opponents.features_of(seen, other, kind)
            if i == 0:
                cases.ready.append((ready, bool(wins), deal))
            if wins:
                cases.wait.append((wait, kind in wins, deal))
                if kind in wins:
                    cases.loss.append((loss, -payments.settled(other, seat, wins[kind], (0, 0, 0, 0))[seat], deal))


def fit(
    rules: str | RuleBook,
    deals: int,
    seed: int = 1,
    style: str = "efficient",
    workers: int | None = None,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """The content of the file of a rule book: the estimates, and how good they are for deals that were held out."""
    import numpy as np

    book = find_book(rules)
    parts = -(-deals // DEALS_AT_ONCE)
    tasks = [Task(book, style, seed, part, DEALS_AT_ONCE) for part in range(parts)]
    cases = Cases()
    for found in progress(map_in_processes(collect, tasks, min(workers or cores(), parts)), parts, f"fit {book.id}"):
        cases.add(found)
    weights = np.zeros(WEIGHTS)
    checks: dict[str, Any] = {}
    for name, rows, is_chance in (("ready", cases.ready, True), ("wait", cases.wait, True), ("loss", cases.loss, False)):
        places = np.array([row[0] for row in rows], np.int32)
        answers = np.array([row[1] for row in rows], np.float64)
        held_out = np.array([row[2] for row in rows]) % HELD_OUT == 0
        found_weights = regress(places[~held_out], answers[~held_out], is_chance)
        used = found_weights != 0
        weights[used] = found_weights[used]
        checks[name] = check(places[held_out], answers[held_out], weights, is_chance, places[~held_out], answers[~held_out])
    gains, checks["gain"] = fit_gains(cases.gain)
    return {
        "command": f"quepu lab fit --rules {book.id} --deals {deals} --seed {seed} --style {style}",
        "checks": checks,
        "weights": [round(float(weight), 4) for weight in weights],
        "gains": [round(float(gain), 3) for gain in gains.ravel()],
    }


def link(sums: Floats, is_chance: bool) -> Floats:
    import numpy as np

    found: Floats = 1 / (1 + np.exp(-sums)) if is_chance else np.exp(np.minimum(sums, 20))
    return found


def regress(places: Places, answers: Floats, is_chance: bool) -> Floats:
    """The weights by Newton's method, with steps halved until they improve the fit. Each row names the weights that are added up; products
    of two columns are counted place by place."""
    import numpy as np

    columns = places.shape[1]
    used = np.zeros(WEIGHTS)
    used[np.unique(places)] = 1
    mean = float(answers.mean())
    start = used * (np.log(mean / (1 - mean)) if is_chance else np.log(mean)) / columns
    weights: Floats = start
    best = misfit(start, start, places, answers, is_chance)
    for _ in range(STEPS):
        expected = link(weights[places].sum(axis=1), is_chance)
        spread = expected * (1 - expected) if is_chance else expected
        slope = -RIDGE * (weights - start)
        bend = np.diag(np.full(WEIGHTS, RIDGE))
        for a in range(columns):
            slope += np.bincount(places[:, a], answers - expected, WEIGHTS)
            for b in range(columns):
                pairs = places[:, a].astype(np.int64) * WEIGHTS + places[:, b]
                bend += np.bincount(pairs, spread, WEIGHTS * WEIGHTS).reshape(WEIGHTS, WEIGHTS)
        step = np.linalg.solve(bend, slope)
        size = 1.0
        while size > 1e-4 and misfit(weights + size * step, start, places, answers, is_chance) >= best:
            size /= 2
        gained = best - misfit(weights + size * step, start, places, answers, is_chance)
        if size <= 1e-4 or gained < 1e-3:
            break
        weights = weights + size * step
        best -= gained
    return weights


def misfit(weights: Floats, start: Floats, places: Places, answers: Floats, is_chance: bool) -> float:
    """What is minimised: minus the logarithm of the likelihood, and the ridge."""
    import numpy as np

    sums = weights[places].sum(axis=1)
    lost = np.logaddexp(0, sums) - answers * sums if is_chance else np.exp(np.minimum(sums, 20)) - answers * sums
    return float(lost.sum() + RIDGE / 2 * ((weights - start) ** 2).sum())


def check(places: Places, answers: Floats, weights: Floats, is_chance: bool, known: Places, known_answers: Floats) -> dict[str, Any]:
    """How good the estimates are for deals that were held out: tenths of the cases by the estimate, with its mean and the truth; and for
    chances the Brier score, beside one that knows only the first feature (how many tiles have been seen)."""
    import numpy as np

    expected = link(weights[places].sum(axis=1), is_chance)
    order = np.argsort(expected, kind="stable")
    tenths = [[round(float(expected[part].mean()), 4), round(float(answers[part].mean()), 4)] for part in np.array_split(order, 10)]
    result: dict[str, Any] = {"cases": len(answers), "tenths": tenths}
    if is_chance:
        sums = np.bincount(known[:, 0], known_answers, WEIGHTS)
        counts = np.bincount(known[:, 0], minlength=WEIGHTS)
        plain = ((sums + known_answers.mean()) / (counts + 1))[places[:, 0]]
        result["brier"] = round(float(((expected - answers) ** 2).mean()), 5)
        result["baseline"] = round(float(((plain - answers) ** 2).mean()), 5)
    return result


def fit_gains(rows: Sequence[tuple[int, float, int, int]]) -> tuple[Floats, dict[str, Any]]:
    """What hands of each value win, for each stage of a deal: lines between powers of two, never falling."""
    import numpy as np

    left = np.array([row[0] for row in rows])
    value = np.maximum(np.array([row[1] for row in rows]), 1e-12)
    won = np.array([row[2] for row in rows], np.float64)
    held_out = np.array([row[3] for row in rows]) % HELD_OUT == 0
    low = np.clip(np.floor(np.log2(value / LOWEST_VALUE)), 0, GAIN_STEPS - 2).astype(int)
    part = np.clip(value / (LOWEST_VALUE * 2.0**low) - 1, -1, 1)
    stage = np.minimum(left // 16, GAIN_STAGES - 1)
    gains = np.zeros((GAIN_STAGES, GAIN_STEPS))
    for i in range(GAIN_STAGES):
        chosen = (stage == i) & ~held_out & (part >= 0)
        counts = np.bincount(low[chosen], 1 - part[chosen], GAIN_STEPS) + np.bincount(low[chosen] + 1, part[chosen], GAIN_STEPS)
        sums = np.bincount(low[chosen], (1 - part[chosen]) * won[chosen], GAIN_STEPS)
        sums += np.bincount(low[chosen] + 1, part[chosen] * won[chosen], GAIN_STEPS)
        gains[i] = never_falling(sums.tolist(), counts.tolist())
    expected = np.where(part < 0, gains[stage, 0] * (1 + part), gains[stage, low] * (1 - part) + gains[stage, low + 1] * part)
    order = np.argsort(expected[held_out], kind="stable")
    tenths = [[round(float(expected[held_out][p].mean()), 3), round(float(won[held_out][p].mean()), 3)] for p in np.array_split(order, 10)]
    return gains, {"cases": int(held_out.sum()), "tenths": tenths, "powers": [int(low.min()), int(low.max())]}


def never_falling(sums: Sequence[float], counts: Sequence[float]) -> Floats:
    """The means of groups in order, neighbours merged where they fall. Groups with few cases are merged too."""
    import numpy as np

    merged: list[list[float]] = []
    for total, count in zip(sums, counts, strict=True):
        merged.append([total, count, 1])
        while len(merged) > 1 and (
            min(merged[-2][1], merged[-1][1]) < FEW or merged[-2][0] / merged[-2][1] >= merged[-1][0] / merged[-1][1]
        ):
            last = merged.pop()
            merged[-1] = [a + b for a, b in zip(merged[-1], last, strict=True)]
    return np.concatenate([np.full(int(size), total / max(count, 1.0)) for total, count, size in merged])
