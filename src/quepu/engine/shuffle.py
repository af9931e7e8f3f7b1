"""The provably fair shuffle: players commit to nonces, then the server commits to a seed, then the nonces are opened. After the deal
anybody can check it.

``docs/table.md`` describes it. The pages have a second implementation; both are tested with ``tests/data/shuffle_vectors.json``.
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
"""The commitments to the nonces by seat; None for a seat without one."""

DERIVED, OPENED, WITHHELD = "derived", "opened", "withheld"
"""The origin of a nonce: derived from the seed; opened by its player; or derived from the seed because the player had committed to a nonce
and did not open it."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The input of a shuffle: the seed of the server and the nonces of the seats 東南西北."""

    seed: bytes
    nonces: tuple[bytes, bytes, bytes, bytes]
    nonce_commitments: NonceCommitments | None = field(default=None, kw_only=True)
    """The commitments of the seats before the server chose its seed; None if there were none."""

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise QuepuError("bad_value", option="seed", text=f"{len(self.seed)} bytes; expected 32")
        if len(self.nonces) != 4 or any(len(nonce) != 16 for nonce in self.nonces):
            raise QuepuError("bad_value", option="nonces", text="these values; expected four nonces of 16 bytes")

    @property
    def commitment(self) -> bytes:
        """The commitment to the seed, which is shown before the nonces are opened."""
        return sha256(self.seed).digest()

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        """The wall and the dice of the deal with this number."""
        stream = Stream(sha256(NAME + self.seed + b"".join(self.nonces) + hand.to_bytes(4, "big")).digest())
        wall = bytearray(full_set(size))
        for i in range(size - 1, 0, -1):
            j = stream.below(i + 1)
            wall[i], wall[j] = wall[j], wall[i]
        first, second, third, fourth = (1 + stream.below(6) for _ in range(4))
        return bytes(wall), (first, second, third, fourth)


class Stream:
    """Random numbers from a key: block i is SHA-256(key ‖ i as 64 bits), read as 32-bit words, all big-endian."""

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
        """A number from 0 to bound − 1, all equally likely: words beyond the last whole multiple of the bound are skipped."""
        limit = 2**32 - 2**32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def nonce_from_seed(seed: bytes, seat: int) -> bytes:
    """The nonce of a seat that has none of its own. Nobody can choose it: it follows from the seed, to which the server has committed."""
    return sha256(NONCE_NAME + seed + bytes([seat])).digest()[:16]


def nonce_commitment(nonce: bytes) -> bytes:
    """The commitment that a player sends before the server chooses its seed."""
    return sha256(nonce).digest()


def nonce_states(secret: Secret) -> tuple[str, ...]:
    """DERIVED, OPENED or WITHHELD for each seat. Without commitments, a nonce that is not derived counts as OPENED."""
    committed = secret.nonce_commitments or (None,) * 4
    return tuple(
        OPENED if nonce != nonce_from_seed(secret.seed, seat) else DERIVED if committed[seat] is None else WITHHELD
        for seat, nonce in enumerate(secret.nonces)
    )


def expected_commitments(secret: Secret, shown: NonceCommitments | None) -> NonceCommitments | None:
    """The nonce commitments that match this secret, where ``shown`` are those of a record. Every nonce that is not derived from the seed
    requires its commitment. The commitment to a withheld nonce cannot be checked."""
    if shown is None:
        return None
    return tuple(
        one if nonce == nonce_from_seed(secret.seed, seat) else nonce_commitment(nonce)
        for seat, (nonce, one) in enumerate(zip(secret.nonces, shown, strict=True))
    )


def secret_for(seed: int, hand: int) -> Secret:
    """The secret of one deal in a match that is repeatable from one number: for bots and tests, not for people."""
    root = sha256(b"quepu-match" + str(seed).encode()).digest()

    def part(name: str) -> bytes:
        return sha256(root + f"{hand} {name}".encode()).digest()

    first, second, third, fourth = (part(f"nonce {seat}")[:16] for seat in range(4))
    return Secret(part("seed"), (first, second, third, fourth))


def hex_secret(seed: str, nonces: Sequence[str]) -> Secret:
    """A secret from the hexadecimal form of a record."""
    first, second, third, fourth = map(bytes.fromhex, nonces)
    return Secret(bytes.fromhex(seed), (first, second, third, fourth))
