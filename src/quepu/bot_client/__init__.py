"""Connects a program to a Quepu server as a bot: a small client for the protocol in ``docs/bots.md``.

It needs only ``websockets``. A player is a function that gets a question and returns one of its ``legal`` actions; it may be a coroutine:

    from quepu.bot_client import Client

    def choose(ask):
        return 115 if 115 in ask["legal"] else ask["legal"][-1]

    print(Client("http://127.0.0.1:8000", "my token").sandbox(choose, rules="guobiao"))
"""

from quepu.bot_client.client import BotError, Choose, Client, Message, Notice, new_bot

__all__ = ["BotError", "Choose", "Client", "Message", "Notice", "new_bot"]
