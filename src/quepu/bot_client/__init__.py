"""Connects a program to a Quepu server as a bot: a small client for the protocol in ``docs/bots.md``.

It needs only ``websockets``. A player is a function that gets a question and returns one of its ``legal`` actions; it may be a coroutine:

    from quepu.bot_client import Client

    def choose(ask):
        return 115 if 115 in ask["legal"] else ask["legal"][-1]

    print(Client("http://127.0.0.1:8000", "my token").sandbox(choose, rules="guobiao"))
"""

from typing import TYPE_CHECKING, Any

from quepu.bot_client.register import BotError, new_bot

if TYPE_CHECKING:
    from quepu.bot_client.client import Client

__all__ = ["BotError", "Client", "new_bot"]


def __getattr__(name: str) -> Any:
    """``Client`` needs ``websockets``, the rest does not."""
    if name != "Client":
        raise AttributeError(name)
    from quepu.bot_client.client import Client

    return Client
