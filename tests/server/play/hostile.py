"""Messages that nobody sends who means well: random, malformed, mutated, replayed, too large, out of turn."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from quepu.kernel.actions import ACTIONS

KINDS = (
    "hello",
    "act",
    "ready",
    "phrase",
    "propose",
    "vote",
    "start",
    "sit",
    "stand",
    "away",
    "back",
    "more",
    "skip",
    "speed",
    "remove",
    "name",
    "ping",
    "table",
    "welcome",
    "",
    "ACT",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3.5,
    119,
    120,
    2**31,
    2**63,
    -(10**30),
    "",
    "0",
    "hello",
    "\u0000",
    "\ud800",
    "东",
    [],
    {},
    [[]],
)
MAX_BYTES = 4096


class Hostile:
    """``seen`` are well-formed messages of others, to be sent again."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.seen: list[dict[str, Any]] = [{"t": "ping"}]

    def message(self, n: int, hand: int) -> str:
        """The next one; ``n`` and ``hand`` are the numbers that count now."""
        make = self.random.choice((self.out_of_turn, self.replayed, self.mutated, self.malformed, self.noise))
        return make(n, hand)

    def out_of_turn(self, n: int, hand: int) -> str:
        random = self.random
        near = n + random.choice((0, 0, 0, 0, -1, 1, -2, 5, 1000))
        action = {"t": "act", "n": max(0, near), "action": random.randrange(ACTIONS)}
        return self.text(
            random.choice(
                [
                    action,
                    action,
                    action,
                    {**action, "from_hand": random.random() < 0.5},
                    {"t": "ready", "hand": max(0, hand + random.randrange(-1, 2))},
                    {"t": "commit", "hand": max(0, hand + random.randrange(-1, 3)), "commitment": f"{random.getrandbits(256):064x}"},
                    {"t": "open", "hand": max(0, hand + random.randrange(-1, 2)), "nonce": f"{random.getrandbits(128):032x}"},
                    {"t": "vote", "id": random.randrange(5), "agree": random.random() < 0.5},
                    {"t": random.choice(("start", "sit", "stand", "ping"))},
                    {"t": "propose", "kind": "rematch"},
                    {"t": "more", "n": max(0, near), "done": random.random() < 0.5},
                    {"t": "skip", "n": max(0, near)},
                    {"t": "speed", "speed": random.choice(("instant", "leisurely", "warp"))},
                    {"t": "remove", "member": random.randrange(5)},
                    {"t": "name", "name": random.choice(("Ann", "\u200b", "e" + "\u0301" * 40))},
                    {"t": "hello", "token": None, "game": None, "after": None},
                ]
            )
        )

    def replayed(self, n: int, hand: int) -> str:
        return self.text(self.random.choice(self.seen))

    def mutated(self, n: int, hand: int) -> str:
        message = {"v": 1, **self.random.choice(self.seen)}
        for _ in range(self.random.randrange(1, 3)):
            key = self.random.choice([*message, "x", "n", "t", "v", "token", "__class__"])
            if self.random.random() < 0.3:
                message.pop(key, None)
            else:
                message[key] = self.random.choice((*ODD, *KINDS))
        return json.dumps(message)

    def malformed(self, n: int, hand: int) -> str:
        random = self.random
        text = self.text(random.choice(self.seen))
        return random.choice(
            [
                text[: random.randrange(len(text))],
                text + random.choice("}],x\u0000"),
                "[" * random.randrange(1, MAX_BYTES // 2),
                '{"v":1,"t":' * random.randrange(1, 300),
                text.replace(":", random.choice((";", "::", "=")), 1),
                text.replace("1", "1" * random.randrange(300, 3000), 1),
                json.dumps([text]),
                f'{{"v":1,"t":"act","n":{n},"action":NaN}}',
                f'{{"v":1,"t":"act","n":{n},"n":{n + 1},"action":1e400}}',
                random.choice(("", " ", "null", "true", "0", '""', "\ufeff" + text)),
            ]
        )

    def noise(self, n: int, hand: int) -> str:
        random = self.random
        size = random.choice((1, 10, 100, MAX_BYTES // 4 - 1))
        return "".join(chr(random.choice((random.randrange(128), random.randrange(0xD7FF)))) for _ in range(random.randrange(1, 1 + size)))

    def text(self, message: dict[str, Any]) -> str:
        return json.dumps({"v": 1, **message})
