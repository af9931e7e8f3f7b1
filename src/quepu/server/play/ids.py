"""The ids of rooms and games."""

from random import Random

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id(random: Random) -> str:
    """An id for a room or a game that nobody can guess: 16 of 31 letters, 79 bits."""
    return "".join(random.choice(_LETTERS) for _ in range(16))
