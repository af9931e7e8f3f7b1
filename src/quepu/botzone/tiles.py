"""The names of tiles, and actions as Botzone writes them."""

from __future__ import annotations

from quepu.kernel.actions import (
    ADDED_KONG_OF,
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED_KONG_OF,
    PASS,
    WIN,
)
from quepu.tiles import NAMES as OURS

_SUITS = {"m": "W", "p": "B", "s": "T"}
_HONOURS = {name: f"F{number}" for number, name in enumerate("ESWN", 1)} | {name: f"J{number}" for number, name in enumerate("CFP", 1)}


def _name(ours: str) -> str:
    if ours[-1] in _SUITS:
        return _SUITS[ours[-1]] + ours[:-1]
    return _HONOURS.get(ours, f"H{ours[0]}")


NAMES = tuple(map(_name, OURS))
"""By kind: W 萬, B 饼, T 条, F1–F4 東南西北, J1–J3 中發白, H1–H8 flowers."""
BY_NAME = {name: kind for kind, name in enumerate(NAMES)}
FIRST_FLOWER = 34

_MIDDLE = {CHOW_LOW: 1, CHOW_MIDDLE: 0, CHOW_HIGH: -1}
"""From the claimed tile of a chow to its middle one."""


def action_of(response: str, offered: int | None) -> tuple[int, int | None] | None:
    """The action in a response, and the discard that is to follow a claim; None if it is not one. ``offered`` is the tile on offer.

    >>> action_of("PLAY T6", None), action_of("CHI W4 F1", 4), action_of("HU", None), action_of("PLAY X", None)
    ((23, None), (111, 27), (115, None), None)
    """
    words = response.split()
    kinds = [BY_NAME.get(word) for word in words[1:]]
    if None in kinds or not words:
        return None
    match words[0], kinds:
        case "PASS", []:
            return PASS, None
        case "HU", []:
            return WIN, None
        case "PLAY", [int(kind)]:
            return kind, None
        case "GANG", [int(kind)] if kind < FIRST_FLOWER:
            return CONCEALED_KONG_OF + kind, None
        case "BUGANG", [int(kind)] if kind < FIRST_FLOWER:
            return ADDED_KONG_OF + kind, None
        case "GANG", []:
            return CLAIM_KONG, None
        case "PENG", [int(discard)]:
            return CLAIM_PUNG, discard
        case "CHI", [int(middle), int(discard)] if offered is not None:
            for action, step in _MIDDLE.items():
                if middle == offered + step:
                    return action, discard
    return None


def response_of(action: int, offered: int | None, discard: int | None) -> str:
    """An action as a response; a chow or a pung with the discard that follows.

    >>> response_of(23, None, None), response_of(111, 4, 27), response_of(42, None, None)
    ('PLAY T6', 'CHI W5 F1', 'GANG W1')
    """
    if action < CONCEALED_KONG_OF:
        return f"PLAY {NAMES[action]}"
    if action < ADDED_KONG_OF:
        return f"GANG {NAMES[action - CONCEALED_KONG_OF]}"
    if action < CHOW_LOW:
        return f"BUGANG {NAMES[action - ADDED_KONG_OF]}"
    if action in _MIDDLE and offered is not None and discard is not None:
        return f"CHI {NAMES[offered + _MIDDLE[action]]} {NAMES[discard]}"
    if action == CLAIM_PUNG and discard is not None:
        return f"PENG {NAMES[discard]}"
    return {CLAIM_KONG: "GANG", WIN: "HU"}.get(action, "PASS")
