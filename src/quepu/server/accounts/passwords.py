"""Passwords and recovery codes.

Passwords are hashed with Argon2id and the parameters that OWASP's Password Storage Cheat Sheet names first: 46 MiB, one pass, and one
thread, so that tables never wait for several. A recovery code has 80 random bits, so a plain hash is enough for it.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quepu.errors import QuepuError

LEAST, MOST = 8, 200
"""The minimum and maximum number of characters of a password."""
_LEAST_DIFFERENT = 4
"""The minimum number of different characters."""
_WRITTEN = """
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 0123456789 87654321
987654321 0987654321 12341234 11223344 12344321 147258369 147852369 789456123 123654789 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 qwertyui
qwertyuiop qwerty12 qwerty123 qwerty1234 1234qwer qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456
a1234567 a12345678 a123456789 aa123456 12345678a 123456789a woaini520 woaini1314 woaini123 5201314a iloveyou iloveyou1 sunshine princess
football baseball superman trustno1 welcome1 letmein1 admin123 computer
"""
_COMMON = frozenset(_WRITTEN.split())
"""The commonest passwords of those that would otherwise be accepted; without case."""
_HASHER = PasswordHasher(time_cost=1, memory_cost=47_104, parallelism=1)

CODES = 10
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH, _GROUP = 16, 4


def check_password(password: str, name: str) -> None:
    """Raise QuepuError if a new password is too easy to guess."""
    password = _normal(password)
    if len(password) < LEAST:
        raise QuepuError("password_short", limit=LEAST)
    if len(set(password)) < _LEAST_DIFFERENT:
        raise QuepuError("password_weak")
    if password.casefold() in _COMMON | {_normal(name).casefold()}:
        raise QuepuError("password_common")


def hashed(password: str) -> str:
    return _HASHER.hash(_bytes(password))


def is_right(password: str, hash: str | None) -> bool:
    """Whether a password has this hash. It takes the same time for an account that does not exist (None)."""
    other = _nobodys()
    try:
        return _HASHER.verify(hash or other, _bytes(password)) and hash is not None
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(hash: str) -> bool:
    """Whether it was made with other parameters than today's."""
    return _HASHER.check_needs_rehash(hash)


@cache
def _nobodys() -> str:
    return _HASHER.hash(secrets.token_bytes(16))


def _normal(password: str) -> str:
    """The same password, however a keyboard composes its characters."""
    return unicodedata.normalize("NFKC", password)


def _bytes(password: str) -> bytes:
    return _normal(password).encode("utf-8", "surrogatepass")


def new_codes() -> list[str]:
    """Ten recovery codes, as they are shown."""
    return [_grouped("".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))) for _ in range(CODES)]


def _grouped(code: str) -> str:
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def code_hash(code: str) -> str:
    """The hash of a recovery code, however it is typed."""
    typed = "".join(code.upper().split()).replace("-", "")
    return hashlib.sha256(b"quepu-recovery\0" + typed.encode("utf-8", "surrogatepass")).hexdigest()
