"""The constants that the pages need, as JSON: the numbers of actions, the tiles, what the rule books look at.

They are in every page (``$constants`` in ``web/page.html``), so that no page keeps a copy and none waits for a request.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from quepu.hand import READY
from quepu.kernel import actions
from quepu.rules import BOOKS, DEFAULT, book
from quepu.rules.base import RuleBook
from quepu.score import score
from quepu.texts import PLAYERS_IN_WORDS, both
from quepu.tiles import CHINESE, KINDS, NAMES, WINDS

_HAND = "23m55p [678p] [567s] [345s] +4m"


def constants() -> dict[str, Any]:
    """What ``shared/constants.js`` exports."""
    return {
        "actions": {
            "discard": actions.DISCARD,
            "concealed_kong": actions.CONCEALED_KONG_OF,
            "added_kong": actions.ADDED_KONG_OF,
            "chow": actions.CHOW_LOW,
            "pung": actions.CLAIM_PUNG,
            "kong": actions.CLAIM_KONG,
            "win": actions.WIN,
            "replace_flower": actions.REPLACE_FLOWER,
            "declare_ready": actions.DECLARE_READY,
            "decline": actions.DECLINE,
            "pass": actions.PASS,
        },
        "discard_marks": {"from_hand": actions.FROM_HAND, "claimed": actions.CLAIMED},
        "kinds": NAMES[:KINDS],
        "flowers": NAMES[KINDS:],
        "winds": list(WINDS),
        "chinese": dict(zip(NAMES, CHINESE, strict=True)),
        "ready": READY,
        "bots": {name: both(words) for name, words in PLAYERS_IN_WORDS.items()},
        "default_rules": DEFAULT,
        "books": {id: _facts(book(id)) for id in BOOKS},
    }


def _facts(rules: RuleBook) -> dict[str, Any]:
    """What a page must know of a book before it is loaded: its name and its options', its family, and the circumstances that matter."""
    sees = rules.sees | ({"which_flowers"} if _distinguishes_flowers(rules) else set())
    options = {f"{rules.id}+{option}": both((variant.name, variant.en)) for option, variant in rules.variants.items()}
    return {
        "name": both((rules.name, rules.en)),
        "options": options,
        "family": rules.id.rstrip("0123456789"),
        "sees": sorted(sees),
    }


def _distinguishes_flowers(rules: RuleBook) -> bool:
    """Whether the four seasons are worth more than any other four flowers."""
    seasons, others = (score(_HAND, rules, flowers=flowers).points for flowers in (["1f", "2f", "3f", "4f"], ["1f", "2f", "3f", "5f"]))
    return seasons != others


@cache
def constants_json() -> str:
    """The constants as they stand in a page: no character ends the element around them."""
    return json.dumps(constants(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
