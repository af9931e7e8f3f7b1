"""A program that speaks the messages of the protocol as JSON lines on its standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

Message = dict[str, Any]

_LIMIT = 2**20
"""The maximum size of a line of the program."""


def kill(process: asyncio.subprocess.Process) -> None:
    """End a process at once, if it has not ended. (``process.kill`` would wait for it in a way that confuses asyncio.)"""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


class Program:
    """A player of any number of games: one process, which is sent all messages, and writes its answers in any order. It is started with
    the first message."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.ended = asyncio.Event()
        """The process has ended, or could not be started; ``reason`` says why."""
        self.reason = ""
        self.unread = 0
        """The number of lines that were no answers."""
        self._process: asyncio.subprocess.Process | None = None
        self._asked: dict[tuple[str, int], asyncio.Future[int | None]] = {}
        self._starting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: list[Message] = []
        """Messages from before the process has started."""

    def notice(self, message: Message) -> None:
        """Send a message that is not a question."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        if self._process is None:
            self._waiting.append(message)
        else:
            self._write(message)

    async def choose(self, ask: Message) -> int | None:
        """Send a question, and wait for the answer; None if the program has ended, or has not given a number."""
        if self.ended.is_set():
            return None
        key = ask["game"], ask["id"]
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._asked[key] = answer
        try:
            self.notice(ask)
            return await answer
        finally:
            self._asked.pop(key, None)

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe, limit=_LIMIT)
        except OSError as error:
            self._end(error.strerror or str(error))
            return
        self._process = process
        self._reading = asyncio.create_task(self._read(process))
        for message in self._waiting:
            self._write(message)
        self._waiting.clear()

    def _write(self, message: Message) -> None:
        if self._process is not None and self._process.stdin is not None and not self.ended.is_set():
            self._process.stdin.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with suppress(ValueError):  # a line without an end
            while line := await process.stdout.readline():
                self._take(line)
        self._end(f"exit code {await process.wait()}" if process.stdout.at_eof() else "a line is too long")

    def _take(self, line: bytes) -> None:
        """An answer: ``game``, ``id`` and ``action``."""
        try:
            given = json.loads(line)
            answer = self._asked.get((given["game"], given["id"]))
            action = given["action"]
        except (ValueError, TypeError, KeyError):
            self.unread += 1
            return
        if answer is not None and not answer.done():
            answer.set_result(action if type(action) is int else None)

    def _end(self, reason: str) -> None:
        self.reason = reason
        self.ended.set()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_result(None)

    @property
    def has_started(self) -> bool:
        """Whether there is, or was, a process."""
        return self._process is not None

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            kill(self._process)

    async def close(self, seconds: float = 5) -> bool:
        """Close the standard input of the process, and wait for its end; whether it has ended by itself."""
        if self._starting is not None:
            await self._starting
        if self._process is None:
            return True
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(seconds):
                await self.ended.wait()
        except TimeoutError:
            self.kill()
            await self.ended.wait()
            return False
        return True
