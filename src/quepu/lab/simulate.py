"""Simulation: what happens in many deals between players of the kernel, under one rule book.

A study is a rule book, four players, a seed and a number of deals. Every deal has its own wall, so deals are independent and intervals are
those of independent trials. The deals are divided into parts; each part has its own walls and moves the players one seat on. What is
counted are whole numbers only, so it does not matter in which order, in which process or on which machine the parts are played: the same
study gives the same bytes, also after an interruption (``Study.done``) or divided into shards that are merged.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any

from quepu.batch import HandBatch, score_many
from quepu.engine.batch import Outcome, Tables
from quepu.errors import QuepuError
from quepu.kernel.style import STYLES
from quepu.lab.limits import MOST_DEALS
from quepu.lab.progress import Progress, no_progress
from quepu.lab.release import release
from quepu.lab.workers import Executor, processes
from quepu.players import STRONG
from quepu.rules import book as find_book
from quepu.rules import embedded
from quepu.rules.base import RuleBook

TABLES, STEPS = 256, 4
"""The tables of a part, and the deals that each plays: one in each round (圈)."""
PART = TABLES * STEPS
FORMAT = 1
KNOWN = (*STYLES, "strong")


@dataclass
class Counts:
    """What was counted in some deals. The keys of counters are numbers, or numbers joined by commas, as JSON has no other keys."""

    deals: int = 0
    draws: int = 0
    discards: Counter[str] = field(default_factory=Counter)
    """Number of discards → deals."""
    refused: int = 0
    """Deals in which somebody had a complete hand that was below the minimum."""
    flowers: int = 0
    """Wins by eight flowers, which have no hand."""
    wins: Counter[str] = field(default_factory=Counter)
    """Player, seat, whether by self-draw → deals won."""
    deal_ins: Counter[str] = field(default_factory=Counter)
    """Player, seat → deals in which the player gave the winning tile."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Player → deals in which the player had a complete hand that was below the minimum."""
    payments: Counter[str] = field(default_factory=Counter)
    """Player, seat, payment → deals."""
    points: Counter[str] = field(default_factory=Counter)
    """The points of winning hands → wins."""
    fans: Counter[str] = field(default_factory=Counter)
    """Fan → winning hands that have it."""
    times: Counter[str] = field(default_factory=Counter)
    """Fan → how often it was counted."""
    fan_points: Counter[str] = field(default_factory=Counter)
    """Fan → the points of all winning hands that have it."""
    together: Counter[str] = field(default_factory=Counter)
    """Two fans → winning hands that have both."""

    def add(self, other: Counts) -> None:
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)

    def as_dict(self) -> dict[str, Any]:
        return {name: dict(sorted(value.items())) if isinstance(value, Counter) else value for name, value in vars(self).items()}

    @classmethod
    def from_dict(cls, given: dict[str, Any], book: RuleBook) -> Counts:
        """The reverse of ``as_dict``, for counts under a rule book. Raises QuepuError for anything else."""
        counts = cls()
        if not isinstance(given, dict) or given.keys() != vars(counts).keys():
            raise QuepuError("not_a_study", reason="the counts are incomplete")
        for name, value in vars(counts).items():
            found = given[name]
            numbers = found.values() if isinstance(value, Counter) and isinstance(found, dict) else (found,)
            if not all(type(number) is int and number >= 0 for number in numbers):
                raise QuepuError("not_a_study", reason=f"{name} has something else than counts")
            setattr(counts, name, Counter(found) if isinstance(value, Counter) else found)
        for name, form in KEYS.items():
            if not all(form.fullmatch(key) for key in getattr(counts, name)):
                raise QuepuError("not_a_study", reason=f"{name} has unknown keys")
        named = {id for key in counts.together for id in key.split(",")}
        if not named <= counts.fans.keys() <= book.fans.keys() or not counts.fans.keys() == counts.times.keys() == counts.fan_points.keys():
            raise QuepuError("not_a_study", reason="the fans are not those of the rule book")
        if not counts.fit_together():
            raise QuepuError("not_a_study", reason="the counts do not fit together")
        return counts

    def fit_together(self) -> bool:
        """Whether all counts can be of the same deals."""
        wins, hands = sum(self.wins.values()), sum(self.points.values())
        on_discards = sum(count for key, count in self.wins.items() if key.endswith(",0"))
        return (
            self.draws + wins == self.deals == sum(self.discards.values())
            and sum(self.payments.values()) == 4 * self.deals
            and sum(self.deal_ins.values()) == on_discards
            and self.flowers + hands == wins
            and max(self.refusals.values(), default=0) <= self.refused <= self.deals
            and sum(int(key.rpartition(",")[2]) * count for key, count in self.payments.items()) == 0
            and all(0 < count <= hands and count <= self.times[id] <= MOST_TIMES * count for id, count in self.fans.items())
            and max(self.fan_points.values(), default=0) <= sum(int(points) * count for points, count in self.points.items())
            and all(count <= min(self.fans[id] for id in key.split(",")) for key, count in self.together.items())
        )


SEAT_OF_PLAYER = "[0-3],[0-3]"
NUMBER = "(0|[1-9][0-9]{0,8})"
"""A number in the one form that it has here: in another one it would be a second key."""
MOST_TIMES = 255
"""How often a fan can count in a hand; it is a byte."""
KEYS = {
    "discards": re.compile("(0|[1-9][0-9]{0,2})"),
    "points": re.compile(NUMBER),
    "wins": re.compile(SEAT_OF_PLAYER + ",[01]"),
    "deal_ins": re.compile(SEAT_OF_PLAYER),
    "refusals": re.compile("[0-3]"),
    "payments": re.compile(SEAT_OF_PLAYER + ",(-[1-9][0-9]{0,8}|" + NUMBER + ")"),
    "together": re.compile("[a-z0-9_]+,[a-z0-9_]+"),
}
"""The forms of keys that are not fans."""


@dataclass(frozen=True, slots=True)
class Design:
    """What is simulated."""

    rules: str
    overlay: dict[str, Any] | None
    players: tuple[str, ...]
    seed: int
    hands: int

    @property
    def parts(self) -> int:
        return -(-self.hands // PART)

    def book(self) -> RuleBook:
        return embedded(self.rules, self.overlay)


@dataclass
class Study:
    """A design, the shard of it that is simulated (``shard`` of ``shards``, from 1), the number of its parts that are done, what was
    counted in them, and which quepu has played them."""

    design: Design
    shard: int = 1
    shards: int = 1
    done: int = 0
    counts: Counts = field(default_factory=Counts)
    release: str = field(default_factory=release)

    @property
    def is_current(self) -> bool:
        """Whether this quepu can continue it: another one may play otherwise, and parts of both do not make one study."""
        return self.release == release()

    @property
    def parts(self) -> range:
        """The numbers of the shard's parts."""
        return range(self.shard - 1, self.design.parts, self.shards)

    @property
    def is_complete(self) -> bool:
        return self.done == len(self.parts)

    def as_bytes(self) -> bytes:
        """Canonical JSON: the same study in the same stage has the same bytes."""
        content = {
            "quepu_study": FORMAT,
            "release": self.release,
            "design": asdict(self.design),
            "shard": [self.shard, self.shards],
            "done": self.done,
            "counts": self.counts.as_dict(),
        }
        return (json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n").encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Study:
        """The reverse of ``as_bytes``. Raises QuepuError for anything else."""
        try:
            content = json.loads(data)
            if content["quepu_study"] != FORMAT:
                raise QuepuError("not_a_study", reason=f"version {content['quepu_study']!r} is not known")
            given = content["design"]
            design = design_of(embedded(given["rules"], given["overlay"]), given["players"], given["hands"], given["seed"])
            shard, shards = content["shard"]
            study = cls(
                design,
                *checked_shard(shard, shards),
                done=content["done"],
                counts=Counts.from_dict(content["counts"], design.book()),
                release=content.get("release", ""),  # there was none in earlier files
            )
        except QuepuError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise QuepuError("not_a_study", reason=f"{type(error).__name__}: {error}") from error
        if not isinstance(study.release, str) or len(study.release) > 100:
            raise QuepuError("not_a_study", reason="the release is not a short text")
        if type(study.done) is not int or not 0 <= study.done <= len(study.parts) or study.counts.deals != study.expected_deals():
            raise QuepuError("not_a_study", reason="the number of deals does not fit")
        return study

    def expected_deals(self) -> int:
        """The number of deals in the parts that are done."""
        # all parts are full but the last of the study
        done = self.parts[: self.done]
        return len(done) * PART - (PART - deals_of(self.design, done[-1]) if done else 0)


def design_of(book: RuleBook, players: Sequence[str], hands: int, seed: int) -> Design:
    """A design, checked."""
    names = tuple(players)
    if len(names) != 4:
        raise QuepuError("bad_value", option="players", text=f"{len(names)} names; expected four")
    for name in names:
        if name not in KNOWN:
            raise QuepuError("unknown_player", text=str(name), known=", ".join(KNOWN))
    for option, number, least, most in (("hands", hands, 1, MOST_DEALS), ("seed", seed, 0, 2**31 - 1)):
        if type(number) is not int or not least <= number <= most:
            raise QuepuError("out_of_range", option=option, text=str(number), least=least, most=most)
    return Design(book.base_id, book.overlay, names, seed, hands)


def checked_shard(shard: int, shards: int) -> tuple[int, int]:
    if type(shard) is not int or type(shards) is not int or not 1 <= shard <= shards <= 1_000_000:
        raise QuepuError("bad_shard", text=f"{shard}/{shards}")
    return shard, shards


def deals_of(design: Design, part: int) -> int:
    return min(PART, design.hands - part * PART)


@dataclass(frozen=True, slots=True)
class Task:
    design: Design
    part: int


def play_part(task: Task, check: Callable[[], None] = lambda: None) -> Counts:
    """Play a part, and count. ``check`` is called several times; an exception of it ends the work."""
    design = task.design
    book = design.book()
    deals = deals_of(design, task.part)
    seated = [(place + task.part) % 4 for place in range(4)]
    names = [STRONG if design.players[i] == "strong" else design.players[i] for i in seated]
    # the tables of different parts have different walls: a wall follows from the seed, the table and the deal
    seed = design.seed << 32 | task.part
    tables = Tables(book, TABLES, seed, players=names, observes=False, outcomes=True)
    counts = Counts(deals=deals)
    rows = bytearray()
    for first in range(0, deals, TABLES):
        check()
        tables.step()
        for n in range(min(TABLES, deals - first)):
            count_deal(counts, tables.outcome(n), tables.rewards[4 * n : 4 * n + 4].tolist(), seated, rows)
    count_hands(counts, bytes(rows), book)
    return counts


def count_deal(counts: Counts, outcome: Outcome, payments: Sequence[int], seated: Sequence[int], rows: bytearray) -> None:
    """Count a deal, and add its winning hand to the rows."""
    counts.discards[str(outcome.discards)] += 1
    for seat, player in enumerate(seated):
        counts.payments[f"{player},{seat},{payments[seat]}"] += 1
    if outcome.refused:
        counts.refused += 1
        for seat in outcome.refused:
            counts.refusals[str(seated[seat])] += 1
    if outcome.winner is None:
        counts.draws += 1
        return
    counts.wins[f"{seated[outcome.winner]},{outcome.winner},{int(outcome.source is None)}"] += 1
    if outcome.source is not None:
        counts.deal_ins[f"{seated[outcome.source]},{outcome.source}"] += 1
    if outcome.row is None:
        counts.flowers += 1
    else:
        rows += outcome.row


def count_hands(counts: Counts, rows: bytes, book: RuleBook) -> None:
    """Count the fans and points of winning hands."""
    if not rows:
        return
    scores = score_many(HandBatch(rows, book))
    ids, cells = scores.fan_ids, scores.fans.tobytes()
    for n, points in enumerate(scores.points):
        counts.points[str(points)] += 1
        found = [(ids[i], times) for i, times in enumerate(cells[n * len(ids) : (n + 1) * len(ids)]) if times]
        for id, times in found:
            counts.fans[id] += 1
            counts.times[id] += times
            counts.fan_points[id] += points
        for (first, _), (second, _) in combinations(found, 2):
            counts.together[f"{first},{second}"] += 1


def simulate(
    study: Study,
    executor: Executor | None = None,
    keep: Callable[[Study], None] | None = None,
    progress: Progress = no_progress,
) -> Study:
    """Simulate the parts of a study that are left, in place. ``keep`` is called after each part: a study that was kept can be continued.
    The result does not depend on the executor, by default the processes of this machine."""
    left = study.parts[study.done :]
    if not left:
        return study
    tasks = (Task(study.design, part) for part in left)
    with closing((executor or processes())(play_part, tasks, len(left))) as results:
        for counts in progress(results, len(left), f"simulate {study.design.rules}"):
            study.counts.add(counts)
            study.done += 1
            if keep is not None:
                keep(study)
    return study


def merge(studies: Sequence[Study]) -> Study:
    """The shards of one study as a whole. All must be there, and complete."""
    if not studies:
        raise QuepuError("not_a_study", reason="there is none")
    first = studies[0]
    for study in studies:
        if study.design != first.design or study.shards != first.shards:
            raise QuepuError("different_studies")
        if study.release != first.release:
            raise QuepuError("different_releases", found=study.release or "?", wanted=first.release or "?")
        if not study.is_complete:
            raise QuepuError("incomplete_study", shard=study.shard, shards=study.shards)
    if sorted(study.shard for study in studies) != list(range(1, first.shards + 1)):
        raise QuepuError("missing_shards", shards=first.shards, found=", ".join(str(n) for n in sorted(study.shard for study in studies)))
    whole = Study(first.design, release=first.release)
    for study in studies:
        whole.counts.add(study.counts)
    return replace(whole, done=first.design.parts)


def new_study(rules: str | RuleBook, players: Sequence[str], hands: int, seed: int = 0, shard: int = 1, shards: int = 1) -> Study:
    """A study of which nothing is simulated yet.

    >>> study = simulate(new_study("guobiao", ["swift"] * 4, hands=4, seed=1))
    >>> study.counts.deals, study.is_complete
    (4, True)
    """
    return Study(design_of(find_book(rules), players, hands, seed), *checked_shard(shard, shards))
