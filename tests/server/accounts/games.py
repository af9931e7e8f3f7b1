"""Games in which accounts play, to their end."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from tests.server.accounts.browser import Browser

_NONCE = bytes(range(16))
_COMMITMENT = sha256(_NONCE).hexdigest()


def play(browser: Browser, room: str, token: str) -> str:
    """Play a game of one person against bots to its end; its id."""
    with browser.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        sent = [{"t": "hello", "token": token}]
        done: set[str] = set()
        while True:
            for message in sent:
                text = json.dumps({"v": 1, **message})
                if text not in done:
                    done.add(text)
                    socket.send_text(text)
            received = json.loads(socket.receive_text())
            found = received.get("room")
            if found is not None and found["phase"] == "over":
                return str(found["game"])
            sent = _answers(received.get("table"))


def _answers(table: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What the table asks for: the first legal action, or to pass."""
    if table is None:
        return []
    found: list[dict[str, Any]] = []
    if table["commit"] is not None:
        found.append({"t": "commit", "hand": table["commit"], "commitment": _COMMITMENT})
    if table["open"] is not None:
        found.append({"t": "open", "hand": table["open"], "nonce": _NONCE.hex()})
    prompt = table["prompt"]
    if prompt is not None and "ready" in prompt:
        found.append({"t": "ready", "hand": table["waits"]["hand"]})
    elif prompt is not None:
        legal = prompt["legal"]
        found.append({"t": "act", "n": table["n"], "action": 119 if 119 in legal else legal[0]})
    return found


def short_game(browser: Browser, **settings: Any) -> dict[str, str]:
    """A finished game of one deal against bots: its room, the token of the person, and its id."""
    opened = browser.post("/rooms", {"name": "Guest", "hands": 1, "bots": "first", "start": True, **settings})
    room, token = opened["room"], opened["token"]
    return {"room": room, "token": token, "game": play(browser, room, token)}
