"""The API about hands, rules and practice without a server: a page that has no network asks this module, which runs in the browser.

It answers with the functions of ``answers``, which also answer by HTTP.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from quepu.errors import QuepuError
from quepu.json_lines import read_json
from quepu.rules import DEFAULT
from quepu.server import answers
from quepu.server.settings import Settings

_LIMIT = Settings().overlay_limit

Query = dict[str, str]
_Sent = Callable[[object, Query, str], Any]
_Asked = Callable[..., Any]

_SENT: dict[str, _Sent] = {
    "/parse": lambda given, query, lang: answers.parse_hand(given),
    "/score": lambda given, query, lang: answers.score(given, query.get("explain") == "true", lang, _LIMIT),
    "/waits": lambda given, query, lang: answers.waits(given, _LIMIT),
    "/discards": lambda given, query, lang: answers.discards(given, _LIMIT),
    "/compare": lambda given, query, lang: answers.compare(given, _LIMIT),
    "/overlay": lambda given, query, lang: answers.overlay(given, _LIMIT),
}
"""The functions to which something is sent."""

_ASKED: dict[str, _Asked] = {
    r"/rules": lambda query, lang: answers.books(),
    r"/rules/([^/]+)": lambda query, lang, id: answers.book(id),
    r"/rules/([^/]+)/fans": lambda query, lang, id: answers.fans(id, query.get("q", "")),
    r"/rules/([^/]+)/diff/([^/]+)": lambda query, lang, a, b: answers.diff(a, b),
    r"/practice": lambda query, lang: _practice(query, lang),
    r"/practice/daily": lambda query, lang: answers.daily(query.get("rules", DEFAULT), query.get("date"), lang),
}
"""The other functions, by their paths."""

ADDRESSES = {"sent": list(_SENT), "asked": list(_ASKED)}
"""What this module answers, as regular expressions that Python and browsers read alike."""


def answer(address: str, body: str | None) -> str:
    """The JSON that ``/api/v1`` followed by this address would answer, errors included."""
    parts = urlsplit(address)
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    lang = query.get("lang", "en")
    try:
        content = _content(parts.path, query, lang, body)
    except QuepuError as error:
        content = {"error": error.as_dict(lang)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _content(path: str, query: Query, lang: str, body: str | None) -> Any:
    if body is not None and path in _SENT:
        return _SENT[path](read_json(body.encode()), query, lang)
    for pattern, function in _ASKED.items():
        if body is None and (found := re.fullmatch(pattern, path)):
            return function(query, lang, *map(unquote, found.groups()))
    raise QuepuError("not_found", text=path)


def _practice(query: Query, lang: str) -> Any:
    level, seed = _number("level", query.get("level", "1")), _number("seed", query["seed"]) if "seed" in query else None
    return answers.practice(query.get("rules", DEFAULT), level, seed, query.get("weak", ""), lang)


def _number(option: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,16}", text):
        raise QuepuError("bad_value", option=option, text=text)
    return int(text)
