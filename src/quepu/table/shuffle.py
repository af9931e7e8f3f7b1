"""The shuffle that nobody can bend: the table commits itself to a seed, each seat adds a nonce, and afterwards anybody can check.

The promise stands in ``docs/table.md``; the page does the same, held to it by the vectors in ``tests/data/shuffle_vectors.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from quepu.errors import QuepuError
from quepu.table.wall import full_set

NAME = b"quepu-shuffle-1"
NONCE_NAME = b"quepu-nonce-1"


@dataclass(frozen=True, slots=True)
class Secret:
    """What makes a shuffle: the table's seed and the nonces of the seats 東南西北."""

    seed: bytes
    nonces: tuple[bytes, bytes, bytes, bytes]

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise QuepuError("bad_value", option="seed", text=f"{len(self.seed)} bytes; 32 are wanted")
        if len(self.nonces) != 4 or any(len(nonce) != 16 for nonce in self.nonces):
            raise QuepuError("bad_value", option="nonces", text="four nonces of 16 bytes are wanted")

    @property
    def commitment(self) -> bytes:
        """What is told before the nonces are asked for."""
        return sha256(self.seed).digest()

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        """The wall and the dice of the hand with this number."""
        stream = Stream(sha256(NAME + self.seed + b"".join(self.nonces) + hand.to_bytes(4, "big")).digest())
        wall = bytearray(full_set(size))
        for i in range(size - 1, 0, -1):
            j = stream.below(i + 1)
            wall[i], wall[j] = wall[j], wall[i]
        first, second, third, fourth = (1 + stream.below(6) for _ in range(4))
        return bytes(wall), (first, second, third, fourth)


class Stream:
    """Random numbers of a key: block i is SHA-256(key ‖ i as 64 bits), read as 32-bit words, all big-endian."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.blocks = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            block = sha256(self.key + self.blocks.to_bytes(8, "big")).digest()
            self.blocks += 1
            self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self.words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 up to bound − 1, all equally likely: words beyond the last whole multiple of the bound are thrown away."""
        limit = 2**32 - 2**32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def nonce_from_seed(seed: bytes, seat: int) -> bytes:
    """The nonce of a seat that gives none of its own: it follows from the seed, to which the table is committed, so nobody chooses it."""
    return sha256(NONCE_NAME + seed + bytes([seat])).digest()[:16]


def secret_for(seed: int, hand: int) -> Secret:
    """The secret of one hand in a match that is to be played again from one number: for bots and tests, not for people."""
    root = sha256(b"quepu-match" + str(seed).encode()).digest()

    def part(name: str) -> bytes:
        return sha256(root + f"{hand} {name}".encode()).digest()

    first, second, third, fourth = (part(f"nonce {seat}")[:16] for seat in range(4))
    return Secret(part("seed"), (first, second, third, fourth))


def hex_secret(seed: str, nonces: Sequence[str]) -> Secret:
    """A secret as a record writes it."""
    first, second, third, fourth = map(bytes.fromhex, nonces)
    return Secret(bytes.fromhex(seed), (first, second, third, fourth))
