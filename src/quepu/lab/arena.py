"""The arena: bots against each other, in duplicate, with confidence intervals.

A *set* is one match played four times with the same walls and dice. Each time the four players move one seat on, so that luck with tiles
and seats is equal for all. Sets are independent of each other but the deals of a set are not, so all intervals are computed over sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import sqrt
from typing import Any

from quepu.engine import Header, MatchSettings, RecordWriter, play_match, play_rules
from quepu.engine.events import Event, Exhausted, HandBegan, Paid, Won, WonByFlowers
from quepu.errors import QuepuError
from quepu.intervals import CONFIDENCE, student
from quepu.lab.cores import cores
from quepu.lab.progress import Progress, no_progress
from quepu.lab.workers import map_in_processes
from quepu.players import player
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

SEATINGS = 4
LONGEST_MATCH = 16
FEWEST_SETS = 16
"""Matches are shortened, if necessary, so that there are at least this many sets."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its confidence interval, which is None if there are too few sets."""

    mean: float
    interval: tuple[float, float] | None

    def as_dict(self) -> dict[str, Any]:
        return {"mean": round(self.mean, 6), "interval": self.interval and [round(bound, 6) for bound in self.interval]}


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one player: points per deal; then shares of all deals, but ``of_decided`` is a share of the deals with a win."""

    name: str
    points: Estimate
    wins: Estimate
    of_decided: Estimate
    self_draws: Estimate
    deal_ins: Estimate

    def as_dict(self) -> dict[str, Any]:
        return {"name": self.name} | {part: getattr(self, part).as_dict() for part in MEASURES}


MEASURES = ("points", "wins", "of_decided", "self_draws", "deal_ins")


@dataclass(frozen=True, slots=True)
class Results:
    rules: str
    seed: int
    hands: int
    sets: int
    draws: Estimate
    """The share of deals that nobody won."""
    players: tuple[Standing, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "rules": self.rules,
            "seed": self.seed,
            "hands": self.hands,
            "sets": self.sets,
            "confidence": CONFIDENCE,
            "draws": self.draws.as_dict(),
            "players": [standing.as_dict() for standing in self.players],
        }


@dataclass(slots=True)
class Tally:
    """Counts over some deals; the lists have a number for each player."""

    hands: int = 0
    draws: int = 0
    points: list[int] = field(default_factory=lambda: [0] * 4)
    wins: list[int] = field(default_factory=lambda: [0] * 4)
    self_draws: list[int] = field(default_factory=lambda: [0] * 4)
    deal_ins: list[int] = field(default_factory=lambda: [0] * 4)

    def add(self, other: Tally) -> None:
        self.hands += other.hands
        self.draws += other.draws
        for mine, others in zip(self._lists(), other._lists(), strict=True):
            for i in range(4):
                mine[i] += others[i]

    def _lists(self) -> tuple[list[int], ...]:
        return self.points, self.wins, self.self_draws, self.deal_ins


@dataclass(frozen=True, slots=True)
class Task:
    """One match of a set."""

    book: RuleBook
    names: tuple[str, ...]
    seed: int
    set: int
    seating: int
    hands: int
    recorded: bool

    @property
    def seated(self) -> list[int]:
        """The index of the player at each first seat."""
        return [(place + self.seating) % 4 for place in range(4)]

    @property
    def file_name(self) -> str:
        return f"{self.set + 1:06d}-{self.seating + 1}.jsonl"


Finished = tuple[Task, Tally, bytes]


def arena(
    names: Sequence[str],
    rules: str | RuleBook = DEFAULT,
    hands: int = 1024,
    seed: int = 0,
    workers: int | None = None,
    record: Callable[[str, bytes], None] | None = None,
    progress: Progress = no_progress,
) -> Results:
    """Let four players play this number of deals, rounded up to whole sets. The results do not depend on the number of workers.
    ``record`` is called with a file name and the record of each match."""
    book = find_book(rules)
    if len(names) != 4:
        raise QuepuError("bad_value", option="players", text=f"{len(names)} names; expected four")
    for name in names:
        player(name, book)
    planned = tasks(book, tuple(names), hands, seed, record is not None)
    return collect(planned, progress(_play_all(planned, workers or cores()), len(planned), f"arena {book.id}"), record)


def collect(planned: Sequence[Task], finished: Iterable[Finished], record: Callable[[str, bytes], None] | None) -> Results:
    """The results of all matches, which may be finished in any order."""
    first = planned[0]
    tallies = [Tally() for _ in range(planned[-1].set + 1)]
    for task, tally, data in finished:
        tallies[task.set].add(tally)
        if record is not None:
            record(task.file_name, data)
    return _results(first.book.id, first.names, first.seed, tallies)


def tasks(book: RuleBook, names: tuple[str, ...], hands: int, seed: int, recorded: bool, most: int | None = None) -> list[Task]:
    """All matches: sets of full length, which is ``most`` if that is given, and a shorter last one for the rest."""
    deals = -(-hands // SEATINGS)
    length = max(1, min(LONGEST_MATCH, deals // FEWEST_SETS)) if most is None else most
    lengths = [length] * (deals // length) + [deals % length] * (deals % length > 0)
    return [Task(book, names, seed, set, seating, long, recorded) for set, long in enumerate(lengths) for seating in range(SEATINGS)]


def _play_all(planned: list[Task], workers: int) -> Iterator[Finished]:
    """Play all matches; the results are in the order of the tasks."""
    if workers == 1:
        yield from map(_play, planned)
        return
    yield from map_in_processes(_play, planned, min(workers, len(planned)))


def _play(task: Task) -> Finished:
    settings = MatchSettings(play_rules(task.book).tiles, hands=task.hands)
    seated = task.seated
    players = [player(task.names[i], task.book, seed_for(task, i)) for i in seated]
    stream = BytesIO()
    writer = RecordWriter(stream, Header(task.book, tuple(task.names[i] for i in seated), settings))
    counter = Counter(seated)

    def write(event: Event) -> None:
        counter.count(event)
        if task.recorded:
            writer.write(event)

    play_match(players, task.book, seed_for(task, 4), settings, write)
    if task.recorded:
        writer.finish()
    return task, counter.tally, stream.getvalue()


def seed_for(task: Task, of: int) -> int:
    """The seed of each player, or for 4 of the walls; it is the same in all seatings of a set."""
    return (task.seed * 1_000_000 + task.set) * 5 + of


class Counter:
    """Counts the events of a match for each player, in the order of the names."""

    def __init__(self, seated: list[int]) -> None:
        self.seated = seated
        self.tally = Tally()
        self.at: list[int] = []

    def count(self, event: Event) -> None:
        match event:
            case HandBegan():
                self.tally.hands += 1
                self.at = [self.seated[place] for place in event.seats]
            case Won():
                self.tally.wins[self.at[event.seat]] += 1
                if event.source is None:
                    self.tally.self_draws[self.at[event.seat]] += 1
                else:
                    self.tally.deal_ins[self.at[event.source]] += 1
            case WonByFlowers():
                self.tally.wins[self.at[event.seat]] += 1
            case Exhausted():
                self.tally.draws += 1
            case Paid():
                for seat, points in enumerate(event.payments):
                    self.tally.points[self.at[seat]] += points


def _results(rules: str, names: tuple[str, ...], seed: int, sets: list[Tally]) -> Results:
    hands = [tally.hands for tally in sets]
    decided = [tally.hands - tally.draws for tally in sets]
    standings = []
    for i, name in enumerate(names):
        wins = [tally.wins[i] for tally in sets]
        standings.append(
            Standing(
                name,
                points=estimate([tally.points[i] for tally in sets], hands),
                wins=share(wins, hands),
                of_decided=share(wins, decided),
                self_draws=share([tally.self_draws[i] for tally in sets], hands),
                deal_ins=share([tally.deal_ins[i] for tally in sets], hands),
            )
        )
    return Results(rules, seed, sum(hands), len(sets), share([tally.draws for tally in sets], hands), tuple(standings))


def estimate(sums: Sequence[int], sizes: Sequence[int]) -> Estimate:
    """The mean over all deals, from the sum and the number of deals of each set, and its interval from the variance between the sets.

    >>> half = estimate([4, 6, 5, 5], [10, 10, 10, 10])
    >>> half.mean, [round(bound, 2) for bound in half.interval]
    (0.5, [0.37, 0.63])
    """
    total, count = sum(sizes), len(sizes)
    mean = sum(sums) / total if total else 0.0
    if count < 3 or not total:
        return Estimate(mean, None)
    spread = sum((s - mean * size) ** 2 for s, size in zip(sums, sizes, strict=True))
    reach = student(count - 1) * sqrt(spread * count / (count - 1)) / total
    return Estimate(mean, (mean - reach, mean + reach))


def share(sums: Sequence[int], sizes: Sequence[int]) -> Estimate:
    """A share of deals, with Wilson's interval, which stays within 0 and 1 and has a width even if something always or never happened. The
    number of deals is replaced by that of independent deals with the same variance; without variance, four deals with the same wall count
    as one.

    >>> always = share([10, 10, 10, 10], [10, 10, 10, 10])
    >>> always.mean, [round(bound, 2) for bound in always.interval]
    (1.0, [0.5, 1.0])
    """
    plain = estimate(sums, sizes)
    if plain.interval is None:
        return plain
    t = student(len(sizes) - 1)
    mean, error = plain.mean, (plain.interval[1] - plain.mean) / t
    count = min(sum(sizes), mean * (1 - mean) / error**2) if error else sum(sizes) / SEATINGS
    middle = (mean + t * t / (2 * count)) / (1 + t * t / count)
    reach = t / (1 + t * t / count) * sqrt(mean * (1 - mean) / count + t * t / (4 * count * count))
    return Estimate(mean, (max(0.0, middle - reach), min(1.0, middle + reach)))
