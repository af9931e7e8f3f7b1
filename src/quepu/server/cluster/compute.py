"""Functions that need no store are answered by processes of their own, so that no computation delays a table (``--compute``)."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.addresses import Addresses
from quepu.server.cluster.relay import Relay
from quepu.server.cluster.turns import Turns
from quepu.server.cluster.upstream import Broken, Unreachable
from quepu.server.http import error_answer, read_bytes
from quepu.server.settings import Settings
from quepu.server.tokens import Account, too_many_requests

LOG = logging.getLogger("quepu.server")

_AT_ONCE = 2
"""How many requests a process has at a time: while it waits for one to be sent, it computes another."""
_TRIES = 2
"""How often a request is sent, if the process that has it dies. One that has ended two processes is not tried again."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the API that needs no store: how it is called, whether it may take long, and how much may be sent."""

    pattern: re.Pattern[str]
    is_long: bool = False
    limit: Callable[[Settings], int] = lambda settings: settings.body_limit


FUNCTIONS = (
    Function(re.compile(r"POST /api/v1/(?:parse|score|waits|discards|compare|overlay)")),
    Function(re.compile(r"GET /api/v1/(?:practice|practice/daily|lessons|rules/[^/]+|rules/[^/]+/fans|rules/[^/]+/diff/[^/]+)")),
    Function(re.compile(r"POST /api/v1/analyse"), is_long=True),
    Function(re.compile(r"POST /api/v1/score/batch"), is_long=True, limit=lambda settings: settings.batch_body_limit),
    Function(re.compile(r"POST /api/v1/draws"), is_long=True, limit=lambda settings: settings.document_body_limit),
)


class ComputeProcesses:
    """The processes that compute, and how many requests each of them has."""

    def __init__(self, addresses: Sequence[str], secret: str) -> None:
        self.addresses = tuple(addresses)
        self.relay = Relay(secret)
        self.turns = Turns(_AT_ONCE * len(addresses))
        self.busy: Counter[str] = Counter()

    def least_busy(self, without: set[str]) -> str:
        """The process with the fewest requests; another one than these, if there is one."""
        choice = [address for address in self.addresses if address not in without] or self.addresses
        return min(choice, key=lambda address: self.busy[address])


class Compute:
    """Middleware that relays requests to the processes that compute. Without them, and for all other requests, it does nothing."""

    def __init__(self, app: ASGIApp, settings: Settings, processes: Callable[[], ComputeProcesses | None]) -> None:
        self.app = app
        self.settings = settings
        self.processes = processes
        self.addresses = Addresses(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        processes, function = self.processes(), _function(scope)
        if processes is None or function is None:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            # not while a process waits for it
            sends = scope["method"] == "POST"
            body = await read_bytes(request, self.settings, "application/json", function.limit(self.settings)) if sends else b""
            answer = await self._answer(processes, function, scope, body, receive)
        except QuepuError as error:
            refusal = error_answer(request, error)
            await refusal(scope, receive, send)
            return
        if answer is None:
            await self.app(scope, _received(body, receive), send)
            return
        for message in answer:
            await send(message)

    async def _answer(
        self, processes: ComputeProcesses, function: Function, scope: Scope, body: bytes, receive: Receive
    ) -> list[Message] | None:
        """The answer of a process; None if there is no process."""
        address = self.addresses.who(scope)[0]
        try:
            async with asyncio.timeout(self.settings.answer_seconds), processes.turns.turn(address, function.is_long):
                # other requests of the address may have cost more than it had
                if wait := Account.of(scope).owed():
                    raise too_many_requests(wait)
                return await _relay(processes, scope, body, receive)
        except TimeoutError as error:
            raise QuepuError("busy", seconds=self.settings.answer_seconds) from error


def _function(scope: Scope) -> Function | None:
    if scope["type"] != "http" or not scope["path"].startswith("/api/v1/"):
        return None
    called = f"{scope['method']} {scope['path']}"
    return next((function for function in FUNCTIONS if function.pattern.fullmatch(called)), None)


async def _relay(processes: ComputeProcesses, scope: Scope, body: bytes, receive: Receive) -> list[Message] | None:
    """The answer of the least busy process, or of another one if it dies."""
    tried: set[str] = set()
    tries = 0
    while tries < _TRIES:
        address = processes.least_busy(tried)
        answer: list[Message] = []

        async def keep(message: Message, answer: list[Message] = answer) -> None:
            answer.append(message)

        processes.busy[address] += 1
        try:
            await processes.relay.http(address, scope, _received(body, receive), keep)
            return answer
        except Unreachable:  # their socket is open as long as anybody starts them again
            LOG.warning("no process computes at %s", address)
            return None
        except Broken as error:
            if error.was_kept:  # it may have died before: then a new connection shows whether another one is there
                continue
            tries += 1
            tried.add(address)
            LOG.error("the process at %s died while it answered %s", address, scope["path"])
        finally:
            processes.busy[address] -= 1
    raise QuepuError("internal_error")


def _received(body: bytes, receive: Receive) -> Receive:
    """Receives a body that was read, then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return messages.pop() if messages else await receive()

    return again
