"""The constants that the pages need, as JSON: the numbers of actions, the tiles, what the rule books look at.

They are in every page (``$constants`` in ``web/page.html``), so that no page keeps a copy and none waits for a request.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from typing import Any

from quepu.engine.match import ROUNDS
from quepu.engine.rules import play_rules
from quepu.hand import READY
from quepu.kernel import actions
from quepu.players import DEFAULT_LEVEL
from quepu.rules import BOOKS, DEFAULT, USUAL, book, family_id
from quepu.rules.base import RuleBook
from quepu.score import score
from quepu.texts import LEVELS_IN_WORDS, PLAYERS_ABOUT, PLAYERS_IN_WORDS, Both, both
from quepu.tiles import CHINESE, KINDS, NAMES, WINDS

_HAND = "23m55p [678p] [567s] [345s] +4m"
_HANDS = {"last_tile": _HAND, "kong": "23m55p [678p] [567s] [3333s] +4m", "first_turn": "23m55p678p345567s +4m", "last_copy": _HAND}
"""For each circumstance a hand that can be won in it."""


_SHORT = {
    "lingque28": "Lingque 28",
    "lingque26": "Lingque 26",
    "guobiao": "Guobiao",
    "guobiao98": "Guobiao 1998",
    "woodshole": "Woods Hole",
}
"""English names of books in running text, where the whole name is too long."""


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
        "bots_about": {name: both(about) for name, about in PLAYERS_ABOUT.items()},
        "levels": {level: both(name) for level, (name, _) in LEVELS_IN_WORDS.items()},
        "default_bot": DEFAULT_LEVEL,
        "default_rules": DEFAULT,
        "usual_rules": USUAL,
        "books": {id: _facts(book(id)) for id in BOOKS},
    }


def _facts(rules: RuleBook) -> dict[str, Any]:
    """What a page must know of a book before it is loaded: its name and its options', its family, and the circumstances that matter."""
    sees = rules.sees | ({"which_flowers"} if _distinguishes_flowers(rules) else set())
    options = {f"{rules.id}+{option}": both((variant.name, variant.en)) for option, variant in rules.variants.items()}
    return {
        "name": both((rules.name, rules.en)),
        "short": both((rules.name, _SHORT.get(rules.id, rules.en))),
        **({"also": both(rules.also)} if any(rules.also) else {}),
        "options": options,
        "family": family_id(rules.id),
        "sees": sorted(sees),
        "circumstances": {name: names for name in _HANDS if (names := _circumstance_names(rules, name))},
        "sheet": _sheet(rules),
        "typed": _typed(rules),
    }


def _sheet(rules: RuleBook) -> dict[str, Any]:
    """What a score sheet needs without the server: who pays what, who sits where, who deals next."""
    play = play_rules(rules)
    return {
        **asdict(rules.family.settlement),
        "dealer_stays": play.dealer_stays,
        "seatings": [list(seating) for seating in play.seatings],
        "rounds": ROUNDS,
        "reduced_scores": rules.reduced_scores,
        "flower_points": rules.flower_points,
    }


_USUAL_POINTS = {
    "lingque28": [10, 12, 16, 18, 24, 30, 36, 48],
    "lingque26": [10, 12, 16, 18, 24, 30, 36, 48],
    "guobiao": [8, 9, 10, 12, 16, 24, 32, 48],
    "guobiao98": [8, 9, 10, 12, 16, 24, 32, 48],
    "woodshole": [4, 6, 8, 10, 12, 16, 20, 30],
}
"""Points that are typed often; a page shows them before those of its own sheet are known."""


def _typed(rules: RuleBook) -> dict[str, Any]:
    """What a page needs where points are typed: the minimum, what a flower adds to the points, and points that are usual."""
    without, one = (score(_HAND, rules, flowers=flowers).points for flowers in (0, 1))
    return {"minimum": rules.minimum, "flower": one - without, "usual": _USUAL_POINTS[rules.id]}


def _circumstance_names(rules: RuleBook, name: str) -> dict[str, Both]:
    """What the book calls a circumstance, by how the tile came: the name of the fan that it adds to a hand."""
    found = {}
    for way, self_drawn in (("self", True), ("other", False)):
        seat = "S" if name == "first_turn" and not self_drawn else "E"
        usual, special = (score(_HANDS[name], rules, self_drawn=self_drawn, seat=seat, **more).fans for more in ({}, {name: True}))
        known = {counted.fan.id for counted in usual}
        fan = next((counted.fan for counted in special if counted.fan.id not in known), None)
        if fan is not None:
            found[way] = both((fan.name.split("（")[0], fan.en.split(" (")[0]))
    return found


def _distinguishes_flowers(rules: RuleBook) -> bool:
    """Whether the four seasons are worth more than any other four flowers."""
    seasons, others = (score(_HAND, rules, flowers=flowers).points for flowers in (["1f", "2f", "3f", "4f"], ["1f", "2f", "3f", "5f"]))
    return seasons != others


@cache
def constants_json() -> str:
    """The constants as they stand in a page: no character ends the element around them."""
    return json.dumps(constants(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
