"""``quepu bot run``: a program plays at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from quepu.bot_client.client import Client
from quepu.bot_client.program import Program
from quepu.bot_client.register import BotError, Message
from quepu.cli.bot_check import Start
from quepu.cli.bot_errors import error_of
from quepu.cli.output import DONE
from quepu.errors import QuepuError
from quepu.names import escaped
from quepu.texts import say


@dataclass(frozen=True, slots=True)
class Run:
    """Which program plays where, and what."""

    server: str
    token: str
    start: Start
    program: str
    sandbox: str | None
    hands: int
    room: str | None
    rooms: bool
    ladder: tuple[str, ...]
    games: int
    lang: str


def room_of(link: str) -> Message:
    """The message with which a bot takes a chair, by the link of a room.

    >>> room_of("http://127.0.0.1:8000/play/k3v9#invite=abc"), room_of("k3v9")
    ({'t': 'join', 'room': 'k3v9', 'invite': 'abc'}, {'t': 'join', 'room': 'k3v9', 'invite': None})
    """
    parts = urlsplit(link)
    invite = parse_qs(parts.fragment).get("invite", [None])[0]
    return {"t": "join", "room": parts.path.rstrip("/").rpartition("/")[2], "invite": invite}


def run(wanted: Run) -> int:
    """Play until interrupted, or, at the sandbox table, to the end of a game; the exit code."""
    try:
        asyncio.run(_play(wanted))
    except BotError as error:
        raise error_of(wanted.server, error) from error
    return DONE


async def _play(wanted: Run) -> None:
    player = wanted.start()
    client = Client(wanted.server, wanted.token, program=wanted.program, rooms=wanted.rooms, ladder=wanted.ladder, games=wanted.games)

    def notice(message: Message) -> None:
        player.notice(message)
        text = _text(message, wanted.lang)
        if text:
            print(escaped(text), flush=True)

    if wanted.sandbox is not None:
        work: Coroutine[Any, Any, object] = client.run_sandbox(player.choose, notice, rules=wanted.sandbox, hands=wanted.hands)
    else:
        work = client.run(player.choose, notice, [] if wanted.room is None else [room_of(wanted.room)])
    playing = asyncio.create_task(work)
    ended = asyncio.create_task(_end_of(player))
    try:
        await asyncio.wait([playing, ended], return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            assert isinstance(player, Program)
            raise QuepuError("program_ended", reason=player.reason)
        await playing
    finally:
        for task in (playing, ended):
            task.cancel()
            with suppress(asyncio.CancelledError, BotError):
                await task
        await player.close()


async def _end_of(player: object) -> None:
    """Wait for the end of the program, if it is one that runs all the time."""
    if isinstance(player, Program):
        await player.ended.wait()
    else:
        await asyncio.Event().wait()


def _text(message: Message, lang: str) -> str:
    """What a person wants to know of a message."""
    kind = message["t"]
    if kind == "welcome":
        return say(lang, "bot_connected", name=message["bot"]["name"], id=message["bot"]["id"])
    if kind == "game":
        return say(lang, "bot_game", game=message["game"], rules=message["rules"], players=", ".join(message["players"]))
    if kind == "over":
        scores = "–" if message["scores"] is None else ", ".join(f"{score:+d}" for score in message["scores"])
        return say(lang, "bot_over", game=message["game"], scores=scores)
    if kind == "fault":
        return say(lang, "bot_fault_" + message["reason"], game=message["game"], faults=message["faults"])
    if kind in ("seated", "unseated"):
        return say(lang, "bot_" + kind, room=message["room"])
    if kind == "error":
        return f"{say(lang, 'error')} [{message['error']['code']}]: {message['error']['message']}"
    return ""
