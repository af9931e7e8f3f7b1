"""What the pauses of a real server reveal over real sockets. (With a clock that the test holds: test_rhythm.py.)

Measured is what a *third seat* sees, which has neither offered the tile nor can claim it: the time from the update with the tile to the
next one. Two comparisons with the tiles that nobody could claim, each with the test of Kolmogorov and Smirnov:

- *all* tiles that somebody could claim, whatever they did;
- those that everybody who could let go. The other ones show by the claim itself that somebody could; here the pause alone would tell.

Who claims decides so before they know how long the tile is on offer, and tries to at any time. So what is compared does not depend on the
length of the pause: were the tiles taken that nobody claimed in the end, late claims would have picked the short pauses.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from quepu.kernel.actions import PASS, WIN
from quepu.server.play.settings import MAX_HANDS, Pace
from quepu.server.play.timing import CLAIMS
from tests.server.play.client import Client, Message, at_random
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.kolmogorov import p_value
from tests.sizes import variants

SPEED = "instant"
"""The shortest pauses that there are among people."""

HURRY = """
from quepu.server.play.settings import SPEEDS

SPEEDS["instant"] = (0, SPEEDS["instant"][1] / 5)
"""
LEAK = """
from quepu.server.play.session import Session

publish = Session._publish

def leaking(self, entry):
    publish(self, entry)
    if self.decision.is_window and self.game.deal.asked():
        shortest, longest = self.timing.pace(self.people).window
        self.decision.due += {share} * (longest - shortest)

Session._publish = leaking
"""


def changed(*changes: str) -> list[str]:
    """The command with changes of the program."""
    return [sys.executable, "-c", "\n".join((*changes, "import sys", "from quepu.cli import main", "sys.exit(main())"))]


class Hurried(Server):
    """One with shorter pauses, for a short test."""

    program: ClassVar = changed(HURRY)


class Leaking(Server):
    """One where a tile that somebody can claim is on offer for longer: by a tenth of what pauses differ by anyway, about 50 ms."""

    program: ClassVar = changed(LEAK.format(share=0.1))


class HurriedLeaking(Server):
    """The same by more than pauses differ, as there are few of them."""

    program: ClassVar = changed(HURRY, LEAK.format(share=2))


@dataclass
class Pauses:
    """The pauses that third seats have seen, in seconds."""

    claimable: list[float] = field(default_factory=list)
    """All that somebody could have claimed."""
    declined: list[float] = field(default_factory=list)
    """Those of them that nobody wanted to claim."""
    impossible: list[float] = field(default_factory=list)
    """Those that nobody could have claimed."""

    def enough(self, count: int) -> bool:
        return min(len(self.declined), len(self.impossible)) >= count

    def p_values(self) -> tuple[float, float]:
        return p_value(self.claimable, self.impossible), p_value(self.declined, self.impossible)


class Watching(Client):
    """Discards at random; claims, passes or does nothing, sooner or later; and keeps when each update came."""

    def __init__(self, port: int, room: str, token: str, random: Random, longest: float) -> None:
        super().__init__(port, room, token, at_random(random.randrange(1000)))
        self.random = random
        self.longest = longest
        """The seconds after which it has answered."""
        self.came: dict[int, float] = {}
        """By update: when it came."""
        self.shown: dict[int, list[str]] = {}
        """By update: what else came before the next one."""
        self.offered: set[int] = set()
        """The updates at which another's tile was on offer."""
        self.able: dict[int, bool] = {}
        """The updates at which it could claim, and whether it wanted to."""
        self.planned: set[asyncio.Task[None]] = set()

    def _take(self, message: Message) -> None:
        if message["t"] == "update":
            self.came[message["n"]] = time.monotonic()
            self.shown[message["n"]] = []
        elif self.n in self.shown:
            self.shown[self.n].append(message["t"])
        super()._take(message)

    async def answer(self) -> None:
        table = self.table
        if table is None or table["waits"]["for"] != CLAIMS:
            await super().answer()
            return
        n = table["n"]
        if n not in self.offered and table["view"]["offer"]["seat"] != table["view"]["seat"]:
            self.offered.add(n)
            if table["prompt"]:
                claims = [action for action in table["prompt"]["legal"] if action != PASS]
                # without a clock the table waits for the answer to a win, and all may see that
                silent = [] if WIN in claims else [None]
                action = self.random.choice([*silent, PASS, PASS, self.random.choice(claims)])
                self.able[n] = action in claims
                self.plan(n, action, self.longest if silent else self.longest / 2)

    def plan(self, n: int, action: int | None, longest: float) -> None:
        if action is not None:
            task = asyncio.create_task(self._act(n, action, self.random.uniform(0, longest)))
            self.planned.add(task)
            task.add_done_callback(self.planned.discard)

    async def _act(self, n: int, action: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.n == n:
            await self.send({"t": "act", "n": n, "action": action})


async def sit_down(server: Server, random: Random, longest: float) -> list[Watching]:
    settings = {"rules": "guobiao", "hands": MAX_HANDS, "speed": SPEED}
    opened = await asyncio.to_thread(server.post, "/rooms", {"name": "A", **settings})
    joined = [opened]
    for name in "BCD":
        joined.append(await asyncio.to_thread(server.post, f"/rooms/{opened['room']}/join", {"name": name}))
    people = [Watching(server.port, opened["room"], one["token"], random, longest) for one in joined]
    for one in people:
        await one.open()
    return people


def keep(people: list[Watching], n: int, pauses: Pauses, random: Random) -> None:
    """The pause after an update, if the table has gone on and a third seat saw it."""
    able = [one for one in people if n in one.able]
    third = [one for one in people if n in one.offered and n not in one.able and n + 1 in one.came]
    if not third:
        return
    seen = random.choice(third)
    assert seen.shown[n] == [], "nothing else is sent meanwhile, which could tell as well"
    pause = seen.came[n + 1] - seen.came[n]
    if not able:
        pauses.impossible.append(pause)
        return
    pauses.claimable.append(pause)
    if not any(one.able[n] for one in able):
        pauses.declined.append(pause)


async def until_one_ends(*work: Coroutine[None, None, None]) -> None:
    """Do all of it; when one has ended, the others are stopped."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for one in ended:
            one.result()
    finally:
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(server: Server, count: int, tables: int, pauses: Pauses, random: Random) -> None:
    """One table, until all together have seen enough."""
    longest = 1.3 * Pace().at(SPEED).window[1] / (5 if HURRY in server.program[-1] else 1)  # a few claims are late
    await asyncio.sleep(random.uniform(0, longest * tables / 12))  # the server refuses too many messages at a time
    people = await sit_down(server, random, longest)
    kept = 0

    def is_enough(client: Client) -> bool:
        nonlocal kept
        least = min(one.n or 0 for one in people)
        while kept < least:
            keep(people, kept, pauses, random)
            kept += 1
        return pauses.enough(count)

    try:
        await people[0].send({"t": "start"})
        await until_one_ends(*(one.play(is_enough) for one in people))
    finally:
        for one in people:
            for task in one.planned:
                task.cancel()
            await one.close()


def watched(kind: type[Server], count: int, tables: int) -> Pauses:
    """Four people at each of many tables."""
    random, pauses = Random(15), Pauses()

    async def run(server: Server) -> None:
        await until_one_ends(*(play(server, count, tables, pauses, random) for _ in range(tables)))

    with quick_folder() as folder:
        server = kind(folder)
        try:
            asyncio.run(run(server))
        finally:
            server.kill()
    return pauses


@variants(("kind", "count", "tables"), (Hurried, 40, 24), (Server, 2000, 120))
def test_no_pause_shows_a_third_seat_whether_another_could_have_claimed(kind: type[Server], count: int, tables: int) -> None:
    """Of a hundred such samples one differs by chance; two in a row do not."""
    found: list[tuple[float, float]] = []
    while len(found) < 2 and not (found and min(found[-1]) > 0.01):
        found.append(watched(kind, count, tables).p_values())
    assert min(found[-1]) > 0.01, found


@variants(("kind", "count", "tables"), (HurriedLeaking, 40, 24), (Leaking, 2000, 120))
def test_the_test_would_notice_a_server_whose_pauses_depend_on_hands(kind: type[Server], count: int, tables: int) -> None:
    assert max(watched(kind, count, tables).p_values()) < 0.001
