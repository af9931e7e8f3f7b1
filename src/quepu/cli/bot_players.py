"""``quepu bot play`` and ``quepu bot botzone``: a player of the library as a program on standard input and output."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TextIO

from quepu.botzone import KEEP_RUNNING
from quepu.botzone.player import BotzonePlayer
from quepu.engine.game import Player
from quepu.engine.observation import decode
from quepu.errors import QuepuError
from quepu.kernel import observation_layout as fields
from quepu.players import player
from quepu.players.position import observation_of
from quepu.rules import embedded, named
from quepu.rules.base import RuleBook


class LinesPlayer:
    """A player that answers the questions of the protocol of bots."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.seed = seed
        self._games: dict[str, tuple[RuleBook, Player]] = {}

    def take(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message; None if it is not a question."""
        if message["t"] == "game":
            book = embedded(message["rules"], message["overlay"])
            self._games[message["game"]] = book, player(self.name, book, self.seed)
        elif message["t"] == "over":
            self._games.pop(message["game"], None)
        elif message["t"] == "ask":
            book, chooser = self._games[message["game"]]
            return {"t": "act", "game": message["game"], "id": message["id"], "action": _choice(message, book, chooser)}
        return None


def _choice(ask: dict[str, Any], book: RuleBook, chooser: Player) -> int:
    cells = observation_of({"view": ask["view"], "round": ask["round"]}, book)
    # a view does not say whether the drawn tile replaces a kong; the table knows what is legal
    legal = sum(1 << action for action in ask["legal"]).to_bytes(fields.POINTS, "little")
    view = decode(legal + cells[fields.POINTS :])
    return chooser.choose(replace(view, legal=tuple(ask["legal"])))


def answer_lines(name: str, lines: Iterable[str], output: TextIO) -> None:
    """Answer every question on the input until it ends."""
    known = LinesPlayer(name)
    for line in lines:
        answer = known.take(json.loads(line))
        if answer is not None:
            print(json.dumps(answer), file=output, flush=True)


# Botzone.


def answer_botzone(name: str, rules: str, lines: TextIO, output: TextIO, keep_running: bool) -> None:
    """Answer a request of Botzone, in JSON or as plain lines; with ``keep_running`` all of a game."""
    book = named(rules)
    bot = BotzonePlayer(player(name, book, 0), book)
    requests, responses, is_json = _history(lines)
    while True:
        response = bot.respond(requests, responses)
        print(json.dumps({"response": response}) if is_json else response, file=output)
        if not keep_running:
            output.flush()
            return
        print(KEEP_RUNNING, file=output, flush=True)
        responses.append(response)
        request = next((line.strip() for line in lines if line.strip()), None)
        if request is None:
            return
        requests.append(request)


def _history(lines: TextIO) -> tuple[list[str], list[str], bool]:
    """All requests and responses so far, and whether they are in JSON."""
    first = lines.readline()
    try:
        if not first.lstrip().startswith("{"):
            count = int(first)
            told = [lines.readline().strip() for _ in range(2 * count - 1)]
            return told[::2], told[1::2], False
        given = json.loads(first)
        requests, responses = ([str(one) for one in given[key]] for key in ("requests", "responses"))
    except (ValueError, KeyError, TypeError) as error:
        raise QuepuError("bad_botzone", text=first.strip()[:100]) from error
    if len(requests) != len(responses) + 1:
        raise QuepuError("bad_botzone", text=first.strip()[:100])
    return requests, responses, True
