"""Evaluates a policy against our players in duplicate, with confidence intervals: the arena, with a policy for one of its players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quepu.cli.progress import progress as progress_bar
from quepu.engine.deal import check_number
from quepu.env.episode import MOST_DEALS, Episode, settings_for
from quepu.env.observing import check_form, checked_actions, observed
from quepu.errors import QuepuError
from quepu.lab.arena import Counter, Finished, Results, Task, collect, seed_for, tasks
from quepu.lab.progress import Progress
from quepu.players import player as find_player
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], Any]
"""From a batch of observations and their action masks to an action for each."""

POLICY = "policy"
"""The name of the policy in results and records."""

AT_ONCE = 256
MOST_DEALS_PLAYED = 10_000_000


def evaluate(
    policy: Policy,
    opponents: str | Sequence[str] = "efficient",
    rules: str | RuleBook = DEFAULT,
    deals: int = 1024,
    seed: int = 0,
    *,
    observation: str = "planes",
    deals_in_a_match: int = 1,
    at_once: int = AT_ONCE,
    record: Callable[[str, bytes], None] | None = None,
    progress: Progress = progress_bar,
) -> Results:
    """Let a policy play this number of deals, rounded up, against three opponents: one name for all, or the next, the opposite and the
    previous seat. Every wall is played four times, the policy at each seat once, and the intervals are computed over walls.

    The policy gets the observations of all tables at which it must act, ``at_once`` of them at most. With ``deals_in_a_match`` above 1 a
    set is a match of that many deals, with later 圈. ``record`` is called with a file name and the record of each match."""
    book = find_book(rules)
    names = (POLICY, *_opponents(opponents))
    for name in names[1:]:
        find_player(name, book)
    form = check_form(observation)
    check_number("deals", deals, 1, MOST_DEALS_PLAYED)
    check_number("seed", seed, 0, (1 << 63) - 1)
    check_number("deals_in_a_match", deals_in_a_match, 1, MOST_DEALS)
    check_number("at_once", at_once, 1, 1 << 16)
    if not callable(policy):
        raise QuepuError("bad_value", option="policy", text=f"{policy!r:.100}; expected a function")
    planned = tasks(book, names, deals, seed, record is not None, deals_in_a_match)
    played = _play(planned, policy, form, at_once)
    return collect(planned, progress(played, len(planned), f"evaluate {book.id}"), record)


def _opponents(opponents: str | Sequence[str]) -> tuple[str, ...]:
    found = (opponents,) * 3 if isinstance(opponents, str) else tuple(opponents)
    if len(found) != 3:
        raise QuepuError("bad_value", option="opponents", text=f"{len(found)} names; expected three, or one for all")
    return found


def _play(planned: Sequence[Task], policy: Policy, form: str, at_once: int) -> Iterator[Finished]:
    """Play all matches, some of them at the same time; each is returned when it is over."""
    waiting = iter(planned)
    playing: list[tuple[Task, Episode]] = []
    while True:
        playing += [(task, _begin(task)) for task in islice(waiting, at_once - len(playing))]
        if not playing:
            return
        for task, episode in playing:
            if episode.over:
                yield _finished(task, episode)
        playing = [one for one in playing if not one[1].over]
        if playing:
            _step([episode for _, episode in playing], policy, form)


def _begin(task: Task) -> Episode:
    """The match of a task, with the seeds that the arena gives it."""
    book, seated = task.book, task.seated
    players = [None if i == 0 else find_player(task.names[i], book, seed_for(task, i)) for i in seated]
    return Episode(book, settings_for(book, task.hands, None), players, [task.names[i] for i in seated], seed_for(task, 4))


def _step(episodes: Sequence[Episode], policy: Policy, form: str) -> None:
    """Ask the policy at all tables, and check its actions before any of them is applied."""
    cells = np.stack([episode.cells(_asked(episode)) for episode in episodes])
    seen = observed(cells, form)
    actions = checked_actions(policy(seen["observation"], seen["action_mask"]), len(episodes)).tolist()
    for episode, action in zip(episodes, actions, strict=True):
        episode.check(action)
    for episode, action in zip(episodes, actions, strict=True):
        episode.act(action)


def _asked(episode: Episode) -> int:
    assert episode.asked is not None
    return episode.asked


def _finished(task: Task, episode: Episode) -> Finished:
    counter = Counter(task.seated)
    for event in episode.events:
        counter.count(event)
    return task, counter.tally, episode.record() if task.recorded else b""
