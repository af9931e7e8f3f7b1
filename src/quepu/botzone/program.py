"""A program that was written for Botzone, at our tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from quepu.bot_client.program import kill
from quepu.botzone import BOOKS, KEEP_RUNNING
from quepu.botzone.requests import Event, Requests
from quepu.botzone.tiles import action_of
from quepu.tiles import BY_NAME as KINDS

Message = dict[str, Any]
Interaction = Literal["json", "simple"]

_LIMIT = 2**20
"""The maximum size of a line of the program."""
_SPARE = 0.9
"""Of the time for an answer this much is for the program, the rest for the way to the table."""


class BotzoneProgram:
    """A player of any number of games. Without ``keep_running`` the program is started for each decision and gets everything so far; with
    it, once in each deal, and it must ask to be kept running."""

    def __init__(self, command: Sequence[str], interaction: Interaction = "json", keep_running: bool = False) -> None:
        self.command = command
        self.interaction = interaction
        self.keep_running = keep_running
        self.global_data = ""
        """What the program has stored for later games."""
        self.ending: list[asyncio.subprocess.Process] = []
        """Processes that were ended, and may need a moment more."""
        self._games: dict[str, Message] = {}
        self._deals: dict[str, _Deal] = {}

    def notice(self, message: Message) -> None:
        """A message that is not a question."""
        if message["t"] == "game":
            self._games[message["game"]] = message
        elif message["t"] == "over":
            self._games.pop(message["game"], None)
            deal = self._deals.pop(message["game"], None)
            if deal is not None:
                deal.stop()

    async def choose(self, ask: Message) -> int | None:
        """The action of the program; None if it gives none that is legal in time, or if Botzone's protocol does not fit the game."""
        game = self._games.get(ask["game"])
        if game is None or not fits(game):
            return None
        deal = self._deals.get(ask["game"])
        if deal is None or deal.number != ask["deal"] or ask["from"] != len(deal.events):
            before = [] if deal is None or deal.number != ask["deal"] else deal.events[: ask["from"]]
            if deal is not None:
                deal.stop()
            if len(before) < ask["from"]:
                return None  # what came before is not known
            deal = self._deals[ask["game"]] = _Deal(self, ask["deal"], game["player"])
            deal.add(before)
        try:
            async with asyncio.timeout(ask["seconds"] * _SPARE):
                return await deal.choose(ask)
        except (TimeoutError, EOFError, OSError, ValueError, KeyError, StopIteration):
            deal.stop()
            return None

    async def close(self) -> bool:
        """End all processes."""
        self.kill()
        await asyncio.gather(*(process.wait() for process in self.ending))
        return True

    def kill(self) -> None:
        """End all processes. They begin again with the next question."""
        for deal in self._deals.values():
            deal.stop()
        self._deals.clear()


def fits(game: Message) -> bool:
    """Whether a game can be played with Botzone's protocol: 国标, and flowers are replaced at once."""
    return game["rules"] in BOOKS and (game["match"]["tiles"] == 136 or bool(game["match"].get("flowers_at_once")))


class _Deal:
    """The program in one deal."""

    def __init__(self, program: BotzoneProgram, number: int, player: int) -> None:
        self.program = program
        self.number = number
        self.events: list[Event] = []
        self.requests = Requests(player)
        self.responses: dict[int, str] = {}
        """By the number of the request; to all others the response is PASS."""
        self.data = ""
        self._planned: int | None = None
        """The discard after a claim."""
        self._process: asyncio.subprocess.Process | None = None
        self._fed = 0
        """How many requests the running process has had."""

    def stop(self) -> None:
        """End the process. The next one gets all requests again."""
        process, self._process = self._process, None
        if process is not None:
            kill(process)
            self.program.ending = [one for one in (*self.program.ending, process) if one.returncode is None]

    def add(self, events: list[Event]) -> None:
        self.events += events
        self.requests.add(events)

    async def choose(self, ask: Message) -> int | None:
        self.add(ask["events"])
        view, legal = ask["view"], ask["legal"]
        if view["offer"] is None and view["drawn"] is None:  # the discard after a claim came with the claim
            planned, self._planned = self._planned, None
            return planned if planned in legal else None
        last = len(self.requests.made) - 1
        response = await self._ask(last)
        offer = view["offer"]
        found = action_of(response, None if offer is None else KINDS[offer["tile"]])
        if found is None or found[0] not in legal:
            return None
        self.responses[last] = response
        action, self._planned = found
        return action

    def _response(self, number: int) -> str:
        """The response to a request: what the player has done, if others have seen it, else what the program has said."""
        return self.requests.own.get(number, self.responses.get(number, "PASS"))

    async def _ask(self, number: int) -> str:
        """The response of the program to a request, after all before it."""
        if not self.program.keep_running:
            return await self._run(number)
        if self._process is None and not self.responses:
            await self._run(0)  # a program may ask in its first turn to be kept running
        while self._process is not None:
            response = await self._continue(self.requests.made[self._fed])
            if self._fed > number:
                return response
        return await self._run(number)

    async def _run(self, number: int) -> str:
        """Start the program with all requests up to this one."""
        pipe, keep = asyncio.subprocess.PIPE, self.program.keep_running
        self._process = process = await asyncio.create_subprocess_exec(*self.program.command, stdin=pipe, stdout=pipe, limit=_LIMIT)
        try:
            assert process.stdin is not None
            process.stdin.write(self._input(number).encode())
            with suppress(ConnectionError):
                await process.stdin.drain()
            if not keep:
                process.stdin.close()  # some programs read to the end
            lines = await self._read()
        except BaseException:
            self.stop()
            raise
        self._fed = number + 1
        if not keep or lines[-1] != KEEP_RUNNING:
            await self._ended()
        return self._parse([line for line in lines if line != KEEP_RUNNING])

    def _input(self, number: int) -> str:
        """What the program gets when it is started."""
        made, responses = self.requests.made[: number + 1], [self._response(one) for one in range(number)]
        if self.program.interaction == "json":
            given = {"requests": made, "responses": responses, "data": self.data, "globaldata": self.program.global_data}
            return json.dumps(given, separators=(",", ":")) + "\n"
        before = [line for pair in zip(made[:-1], responses, strict=True) for line in pair]
        stored = [self.data, self.program.global_data] if self.data or self.program.global_data else []
        return "\n".join([str(number + 1), *before, made[-1], *stored]) + "\n"

    async def _continue(self, request: str) -> str:
        """The next response of a program that is kept running."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        self._fed += 1
        process.stdin.write(f"{request}\n".encode())
        await process.stdin.drain()
        lines = await self._read()
        if lines[-1] != KEEP_RUNNING:
            await self._ended()  # it starts again next time
        return self._parse([line for line in lines if line != KEEP_RUNNING], stores=False)

    async def _ended(self) -> None:
        """The process has written all: wait for its end."""
        if self._process is not None:
            await self._process.wait()
            self._process = None

    async def _read(self) -> list[str]:
        """The lines of the program, up to the one with which it asks to be kept running, or to its end."""
        assert self._process is not None
        assert self._process.stdout is not None
        stdout, lines = self._process.stdout, list[str]()
        while (not lines or lines[-1] != KEEP_RUNNING) and (line := await stdout.readline()):
            lines.append(line.decode("utf-8", "replace").rstrip("\r\n"))
        if not lines:
            raise EOFError
        return lines

    def _parse(self, lines: list[str], stores: bool = True) -> str:
        """The response in what the program has written; its data are stored."""
        program = self.program
        if program.interaction == "simple":
            written = [*lines, "", "", ""]
            if stores:
                self.data, program.global_data = written[2], "\n".join(lines[3:])
            return written[0].strip()
        given = json.loads("\n".join(lines))  # it may be written in several lines
        if not isinstance(given, dict) or not isinstance(given.get("response"), str):
            raise ValueError
        if stores:
            self.data = given.get("data", self.data)
            program.global_data = given.get("globaldata", program.global_data)
        return str(given["response"]).strip()
