"""Makes new inputs from known ones: bytes, tokens, numbers and JSON values are changed, repeated, moved, removed and mixed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LARGEST = 1 << 16
_NUMBER = re.compile(rb"\d+")
_BYTES = (0, 1, 3, 4, 13, 14, 15, 33, 34, 35, 41, 42, 63, 64, 119, 120, 127, 128, 136, 144, 192, 254, 255)
"""Values at the edges of what the kernel counts."""
_NUMBERS = (
    *(str(n).encode() for n in (0, 1, 4, 5, 7, 8, 9, 13, 14, 15, 48, 49, 119, 120, 144, 145, 255, 256, 1000, 1001, 65535)),
    *(str(sign * (1 << bits) + by).encode() for bits in (31, 32, 63, 64) for sign in (1, -1) for by in (-1, 0)),
    b"-1", b"0.5", b"1e400", b"9" * 400, b"9" * 5000,
)  # fmt: skip
_CHARACTERS = tuple(
    text.encode("utf-8", "surrogatepass") for text in ("\0", "\ud800", "\ufeff", "\u2028", "\u202e", "一", "🀀", "٣", "²", "Ｅ")
)
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 4, 255, 256, 1 << 31, 1 << 63, 1 << 64, -(10**30), 0.5, 1e308),
    *("", "0", "E", "hello", "\0", "\ud800", "东", "x" * 300, [], {}, [[]], [0] * 50, {"": None}),
)


class Mutator:
    """Draws inputs from a pool of known ones. The same random numbers make the same inputs."""

    def __init__(self, random: Random, pool: Sequence[bytes], tokens: Sequence[bytes] = ()) -> None:
        self.random = random
        self.pool = list(pool)
        self.tokens = tokens
        self._changes: list[Callable[[bytes], bytes]] = [
            self.flip_bit, self.set_byte, self.insert, self.delete, self.repeat, self.truncate, self.splice, self.move, self.number,
            *([self.put_token] * 3 if tokens else []),
        ]  # fmt: skip

    def seed(self) -> bytes:
        return self.random.choice(self.pool)

    def next(self) -> bytes:
        """A known input with one or more changes."""
        data = self.seed()
        random = self.random.random
        while True:
            data = self.change(data)
            if random() < 0.5:
                return data[:LARGEST]

    def change(self, data: bytes) -> bytes:
        return self._changes[int(self.random.random() * len(self._changes))](data)

    # Changes of bytes.

    def _below(self, bound: int) -> int:
        return int(self.random.random() * bound)

    def _place(self, data: bytes) -> int:
        return self._below(len(data) + 1)

    def _range(self, data: bytes) -> tuple[int, int]:
        """A piece of the input, mostly a short one."""
        first = self._place(data)
        size = self._below(1 + min(len(data) - first, 8 if self.random.random() < 0.7 else 1 << 12))
        return first, first + size

    def flip_bit(self, data: bytes) -> bytes:
        if not data:
            return data
        at = self._below(len(data))
        return data[:at] + bytes((data[at] ^ 1 << self._below(8),)) + data[at + 1 :]

    def set_byte(self, data: bytes) -> bytes:
        at = self._place(data)
        value = self._below(256) if self.random.random() < 0.5 else _BYTES[self._below(len(_BYTES))]
        return data[:at] + bytes((value,)) + data[at + 1 :]

    def insert(self, data: bytes) -> bytes:
        at = self._place(data)
        new = self.random.randbytes(1 + self._below(4)) if self.random.random() < 0.5 else self.random.choice(_CHARACTERS)
        return data[:at] + new + data[at:]

    def delete(self, data: bytes) -> bytes:
        first, last = self._range(data)
        return data[:first] + data[last:]

    def repeat(self, data: bytes) -> bytes:
        """A piece again, once or up to hundreds of times."""
        first, last = self._range(data)
        piece = data[first:last]
        times = 1 if self.random.random() < 0.6 else 1 + self._below(1 << self._below(10))
        return data[:first] + piece * min(times, 1 + 8192 // max(1, len(piece))) + data[first:]

    def truncate(self, data: bytes) -> bytes:
        at = self._place(data)
        return data[:at] if self.random.random() < 0.8 else data[at:]

    def splice(self, data: bytes) -> bytes:
        """Replace a piece of this input by a piece of another."""
        other = self.seed()
        if self.random.random() < 0.5:
            return data[: self._place(data)] + other[self._place(other) :]
        first, last = self._range(data)
        start, end = self._range(other)
        return data[:first] + other[start:end] + data[last:]

    def move(self, data: bytes) -> bytes:
        first, last = self._range(data)
        rest = data[:first] + data[last:]
        at = self._place(rest)
        return rest[:at] + data[first:last] + rest[at:]

    def put_token(self, data: bytes) -> bytes:
        token = self.random.choice(self.tokens)
        first, last = self._range(data) if self.random.random() < 0.5 else (self._place(data),) * 2
        return data[:first] + token + data[last:]

    def number(self, data: bytes) -> bytes:
        """Another number in place of one."""
        found = [match.span() for match in _NUMBER.finditer(data[: 1 << 13])]
        if not found:
            return self.set_byte(data)
        first, last = self.random.choice(found)
        return data[:first] + self.random.choice(_NUMBERS) + data[last:]

    # Changes of JSON.

    def json(self, data: bytes) -> bytes:
        """A value somewhere in a JSON text replaced, removed, doubled or nested; other texts change as bytes."""
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return self.change(data)
        return json.dumps(self.value(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    def value(self, value: Any) -> Any:
        random = self.random
        if isinstance(value, dict) and value and random.random() < 0.9:
            key = random.choice(list(value))
            chance = random.random()
            if chance < 0.1:
                return {name: inner for name, inner in value.items() if name != key}
            if chance < 0.2:
                return {**value, random.choice(["x", key.upper(), key * 2, self.word()]): value[key]}
            return {**value, key: self.value(value[key])}
        if isinstance(value, list) and value and random.random() < 0.9:
            at = random.randrange(len(value))
            chance = random.random()
            if chance < 0.1:
                return value[:at] + value[at + 1 :]
            if chance < 0.25:
                return value[:at] + [value[at]] * (2 if chance < 0.2 else 60) + value[at:]
            return [*value[:at], self.value(value[at]), *value[at + 1 :]]
        if isinstance(value, str) and random.random() < 0.6:
            return self.change(value.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
        if type(value) is int and random.random() < 0.6:
            return value + random.choice((-1, 1, 2, 10, -100, 1000))
        chance = random.random()
        if chance < 0.1:
            return [value]
        if chance < 0.2:
            return {self.word(): value}
        return random.choice(ODD_VALUES) if chance < 0.8 else self.word()

    def word(self) -> str:
        return self.random.choice(self.tokens).decode("utf-8", "replace") if self.tokens else "x"
