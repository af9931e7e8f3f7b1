"""The shuffle that nobody can choose: people commit to nonces, then the table to a seed, then the nonces are opened, and afterwards anybody
can check.

The promise stands in ``docs/table.md``; the page does the same, held to it by the vectors in ``tests/data/shuffle_vectors.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from quepu.engine.wall import full_set
from quepu.errors import QuepuError

NAME = b"quepu-shuffle-1"
NONCE_NAME = b"quepu-nonce-1"

NonceCommitments = tuple[bytes | None, ...]
"""By seat: the commitment to its nonce, or None where a seat gave none."""

DERIVED, OPENED, WITHHELD = "derived", "opened", "withheld"
"""How a nonce came about: it follows from the seed; its player opened it; its player had committed to one and did not open it, so it
follows from the seed."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What makes a shuffle: the table's seed and the nonces of the seats 東南西北."""

    seed: bytes
    nonces: tuple[bytes, bytes, bytes, bytes]
    nonce_commitments: NonceCommitments | None = field(default=None, kw_only=True)
    """What the seats had committed to before the table chose its seed; None where no seat had."""

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise QuepuError("bad_value", option="seed", text=f"{len(self.seed)} bytes; expected 32")
        if len(self.nonces) != 4 or any(len(nonce) != 16 for nonce in self.nonces):
            raise QuepuError("bad_value", option="nonces", text="these values; expected four nonces of 16 bytes")

    @property
    def commitment(self) -> bytes:
        """What is shown before the nonces are opened."""
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


def nonce_commitment(nonce: bytes) -> bytes:
    """What a player gives before the table has chosen its seed."""
    return sha256(nonce).digest()


def nonce_states(secret: Secret) -> tuple[str, ...]:
    """By seat: DERIVED, OPENED or WITHHELD. Without nonce commitments, a nonce of the player's own counts as OPENED."""
    committed = secret.nonce_commitments or (None,) * 4
    return tuple(
        OPENED if nonce != nonce_from_seed(secret.seed, seat) else DERIVED if committed[seat] is None else WITHHELD
        for seat, nonce in enumerate(secret.nonces)
    )


def expected_commitments(secret: Secret, shown: NonceCommitments | None) -> NonceCommitments | None:
    """The nonce commitments that fit this secret, where ``shown`` are those of a record. Every nonce that does not follow from the seed
    needs its commitment. What a withheld nonce was committed to, nobody can check."""
    if shown is None:
        return None
    return tuple(
        one if nonce == nonce_from_seed(secret.seed, seat) else nonce_commitment(nonce)
        for seat, (nonce, one) in enumerate(zip(secret.nonces, shown, strict=True))
    )


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
