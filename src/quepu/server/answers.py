"""The functions of the API about hands, rules and practice, without HTTP: from the JSON of the request to the JSON of the answer.

The objects are those of the command line. A wrong request raises QuepuError. No rule book is read from a file here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from quepu.compare import compare as compare_hand
from quepu.errors import FanNamed, NotationError, QuepuError, as_json, json_type
from quepu.hand import Hand, Win
from quepu.informal import says_discarded
from quepu.json_lines import read_object
from quepu.lab import quiz
from quepu.notation import format_hand, names_winning_tile, parse
from quepu.pasted import Pasted, fan_named, find
from quepu.rules import BOOKS, DEFAULT, family_id, named
from quepu.rules.base import RuleBook
from quepu.rules.catalogue import difference, fan_dicts, summary, whole
from quepu.rules.search import search
from quepu.score import Score, words_of
from quepu.server.overlays import overlay_book
from quepu.waits import check_seen, discards_dict, waits_dict

MAX_BOOKS = 16
"""The maximum number of books to compare at once."""


def parse_hand(given: object) -> dict[str, Any]:
    """A hand in any notation, of any number of tiles, in its canonical form. What was pasted with it is left out; a rule book that it names
    instead of ``rules`` is in the answer."""
    rest = _object(given)
    for key in rest:
        if key not in ("hand", "rules"):
            raise QuepuError("unknown_key", text=key)
    used, typed = rest.get("rules", DEFAULT), rest.get("hand", "")
    if not isinstance(used, str) or not isinstance(typed, str) or "hand" not in rest:
        read_object(rest, _words)  # raises the error
    used, typed = str(named(str(used)).id), str(typed)
    pasted = find(typed, lambda id: _words(id or used))
    try:
        _, hand, win = read_object({"hand": pasted.hand, "rules": pasted.rules or used}, _words)
    except NotationError as error:
        found = None if error.code == "empty_hand" else fan_named(pasted.hand, pasted.rules or used.partition("+")[0])
        if found is not None:
            id, fan = found
            raise FanNamed(id, fan.id, (fan.name, f"{fan.en} {fan.name}")) from error
        error.position += pasted.at
        raise
    hand.check(hand.size)
    assumed = hand.winning is not None and not names_winning_tile(pasted.hand, lambda: _words(pasted.rules or used))
    return {
        "hand": format_hand(hand, win),
        "size": hand.size,
        "assumed_winning": assumed,
        "says_discarded": says_discarded(pasted.hand),
        "says_winds": not {"seat", "round"}.isdisjoint(parse(pasted.hand, lambda: _words(pasted.rules or used))[1]),
        "rules": _other_book(pasted, used),
    }


def _words(id: str) -> Mapping[str, str]:
    return named(id).words


def _other_book(pasted: Pasted, used: str) -> str | None:
    """The book that a text names, unless it is in use; a name that all editions share is also that of the one in use."""
    if pasted.rules is None or pasted.rules == used.partition("+")[0]:
        return None
    is_same_family = family_id(pasted.rules) == family_id(used)
    return None if is_same_family and not pasted.is_edition else pasted.rules


def score(given: object, explain: bool, lang: str, overlay_limit: int) -> dict[str, Any]:
    rules, hand, win = _read(given, overlay_limit)
    return Score(hand, win, rules).as_dict(explain, lang)


def score_batch(
    given: object, explain: bool, lang: str, batch_limit: int, overlay_limit: int, check: Callable[[], None] = lambda: None
) -> list[dict[str, Any]]:
    """An answer for each hand, or an error object. ``check`` is called before each, and may raise to stop."""
    if not isinstance(given, list):
        raise QuepuError("bad_json", text=f"expected an array, got {json_type(given)}")
    if len(given) > batch_limit:
        raise QuepuError("too_many", option="batch", limit=batch_limit)
    answers = []
    for one in given:
        check()
        try:
            answers.append(score(one, explain, lang, overlay_limit))
        except QuepuError as error:
            answers.append({"error": error.as_dict(lang)})
    return answers


def waits(given: object, overlay_limit: int) -> dict[str, Any]:
    seen, rest = _take_seen(given)
    rules, hand, win = _read(rest, overlay_limit)
    return waits_dict(hand, rules, seen, **_circumstances(win))


def discards(given: object, overlay_limit: int) -> dict[str, Any]:
    seen, rest = _take_seen(given)
    rules, hand, win = _read(rest, overlay_limit)
    return discards_dict(hand, rules, seen, **_circumstances(win))


def compare(given: object, overlay_limit: int) -> dict[str, Any]:
    """The hand under the books in ``rules``, or under all books; a book made by ``overlay`` comes first."""
    rest = _object(given)
    ids = rest.pop("rules", list(BOOKS))
    if not isinstance(ids, list) or not ids or not all(isinstance(id, str) for id in ids):
        raise QuepuError("bad_value", option="rules", text=as_json(ids))
    if len(ids) > MAX_BOOKS:
        raise QuepuError("too_many", option="rules", limit=MAX_BOOKS)
    own = [overlay_book(rest.pop("overlay"), overlay_limit)] if "overlay" in rest else []
    books = [*own, *(named(id) for id in dict.fromkeys(ids))]
    _, hand, win = read_object(rest, lambda id: words_of(*books))
    return compare_hand(hand, books, **_circumstances(win)).as_dict()


def analyse(given: object, overlay_limit: int, check: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """What every legal action of a position brings. ``check`` is called again and again, and may raise to stop."""
    # players are not in the download for use without a network, where a search would take too long
    from quepu.players.analysed import analysis_dict, take_numbers
    from quepu.players.analysis import analyse as analyse_observation
    from quepu.players.position import observation_of

    rest = _object(given)
    rules = _take_book(rest, overlay_limit)
    samples, seed = take_numbers(rest)
    observation = observation_of(rest, rules)
    check()
    return analysis_dict(rules, observation, analyse_observation(rules, observation, samples, seed, check))


def overlay(given: object, overlay_limit: int) -> dict[str, Any]:
    """The book that an overlay makes."""
    rest = _object(given)
    if "toml" not in rest:
        raise QuepuError("missing_key", text="toml")
    text = rest.pop("toml")
    if rest:
        raise QuepuError("unknown_key", text=next(iter(rest)))
    return whole(overlay_book(text, overlay_limit, option="toml"))


@cache
def books() -> dict[str, Any]:
    """The rule books, in short."""
    return {"default": DEFAULT, "books": [summary(named(id)) for id in BOOKS]}


@cache
def book(id: str) -> dict[str, Any]:
    """A whole rule book."""
    return whole(named(id))


def fans(id: str, wanted: str) -> dict[str, Any]:
    """The fans of a book that match a search, the best first."""
    rules = named(id)
    return {"rules": rules.id, "fans": fan_dicts(rules, search(rules, wanted))}


def diff(a: str, b: str) -> dict[str, Any]:
    """What differs between two books."""
    return difference(named(a), named(b))


def practice(rules: str, level: int, seed: int | None, weak: str, lang: str) -> dict[str, Any]:
    """A hand to practise on. ``weak``: ids of fans with commas between them; without a seed one is chosen."""
    chosen = secrets.randbelow(quiz.SEEDS) if seed is None else seed
    return quiz.quiz(named(rules), level, chosen, [fan for fan in weak.split(",") if fan]).as_dict(lang)


def daily(rules: str, day: str | None, lang: str) -> dict[str, Any]:
    """The hand of a day, today's by UTC if none is given."""
    found = _day(day)
    return {"date": found.isoformat(), **quiz.daily(named(rules), found).as_dict(lang)}


def _day(text: str | None) -> date:
    if text is None:
        return datetime.now(UTC).date()
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise QuepuError("bad_value", option="date", text=text) from error
    if day.isoformat() != text:  # other ways to write it
        raise QuepuError("bad_value", option="date", text=text)
    return day


def _read(given: object, overlay_limit: int) -> tuple[RuleBook, Hand, Win]:
    """The rule book, the hand and how it was won."""
    rest = _object(given)
    own = _take_overlay(rest, overlay_limit)
    id, hand, win = read_object({"rules": DEFAULT, **rest}, lambda id: (own or named(id)).words)
    return own or named(id), hand, win


def _take_overlay(rest: dict[str, object], overlay_limit: int) -> RuleBook | None:
    """Remove the overlay from a request, and return its book."""
    if "overlay" not in rest:
        return None
    if "rules" in rest:
        raise QuepuError("two_rules")
    return overlay_book(rest.pop("overlay"), overlay_limit)


def _take_book(rest: dict[str, object], overlay_limit: int) -> RuleBook:
    """Remove the rule book from a request, and return it."""
    own = _take_overlay(rest, overlay_limit)
    id = rest.pop("rules", DEFAULT)
    if not isinstance(id, str):
        raise QuepuError("bad_value", option="rules", text=as_json(id))
    return own or named(id)


def _object(given: object) -> dict[str, object]:
    if not isinstance(given, Mapping):
        raise QuepuError("bad_json", text=f"expected an object, got {json_type(given)}")
    return dict(given)


def _take_seen(given: object) -> tuple[str, dict[str, object]]:
    rest = _object(given)
    seen = rest.pop("seen", "")
    if not isinstance(seen, str):
        raise QuepuError("bad_value", option="seen", text=as_json(seen))
    return check_seen(seen), rest


def _circumstances(win: Win) -> dict[str, object]:
    """A win as keywords."""
    return {field.name: getattr(win, field.name) for field in fields(win)}
