"""One hand under several rule books: the scores side by side, and where and why they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from quepu import notation
from quepu.errors import QuepuError
from quepu.explain import clause, fan_name, value_text
from quepu.hand import Hand
from quepu.rules import BOOKS, book
from quepu.rules.base import Fan, RuleBook
from quepu.score import Score, read_hand
from quepu.texts import say


@dataclass(frozen=True, slots=True)
class Comparison:
    """The scores of one hand, in the order of the rule books."""

    scores: tuple[Score, ...]

    def differences(self, lang: str = "en") -> list[str]:
        """Whether it wins and may win, then for each fan how the books differ."""
        lines: list[str] = []
        winning = [score for score in self.scores if score.win]
        if not winning:
            return lines
        for score in self.scores:
            if not score.win:
                lines.append(say(lang, "compare_no_win", book=_name(score, lang)))
            elif not score.legal:
                lines.append(say(lang, "compare_illegal", book=_name(score, lang), base=score.base, minimum=score.rules.minimum))
        for rows in _shared_fans(winning):
            books_by_judgement: dict[str, list[str]] = {}
            for score, row in zip(winning, rows, strict=True):
                books_by_judgement.setdefault(_judgement(score, row, lang), []).append(_name(score, lang))
            if len(books_by_judgement) > 1:
                comma, colon, semicolon = ("、", "：", "；") if lang == "zh" else (" and ", ": ", "; ")
                lines.append(semicolon.join(f"{comma.join(books)}{colon}{text}" for text, books in books_by_judgement.items()))
        return lines

    def table(self) -> list[dict[str, Any]]:
        """The fans that the books differ in, by the names of the first book that counts each; and for every book in which the hand wins,
        whether it counts the fan, with the value or why not."""
        winning = [score for score in self.scores if score.win]
        found = []
        for rows in _shared_fans(winning):
            pairs = list(zip(winning, rows, strict=True))
            if len({_judgement(score, row, "zh") for score, row in pairs}) > 1:
                head = next(row for score, row in pairs if row is not None and row.id in score.counts)
                books = {score.rules.id: _cell(score, row, head) for score, row in pairs}
                found.append({"id": head.id, "name": head.name, "en": head.en, "books": books})
        return found

    def as_dict(self) -> dict[str, Any]:
        return {
            "hand": notation.format_hand(self.scores[0].hand, self.scores[0].circumstances),
            "scores": {score.rules.id: _score_dict(score) for score in self.scores},
            "differences": {lang: self.differences(lang) for lang in ("zh", "en")},
            "fans": self.table(),
        }

    def text(self, lang: str = "zh") -> str:
        """The comparison as plain text."""
        lines = [notation.format_hand(self.scores[0].hand, self.scores[0].circumstances), ""]
        for score in self.scores:
            lines.append(f"  {_name(score, lang)}  {_verdict(score, lang)}  {_fans(score, lang)}".rstrip())
        differences = self.differences(lang)
        if differences:
            lines += ["", say(lang, "compare_differences"), *(f"  {line}" for line in differences)]
        return "\n".join(lines)


def compare(hand: str | Hand, rules: Iterable[str | RuleBook] = BOOKS, **circumstances: object) -> Comparison:
    """Score a hand under several rule books, all of them by default.

    >>> [(score.rules.id, score.points) for score in compare("12345678m22p [EEE] +9m").scores]
    [('lingque28', 36), ('lingque26', 36), ('guobiao', 21), ('guobiao98', 21), ('woodshole', 10)]
    """
    books = [book(one) for one in rules]
    if not books:
        raise QuepuError("bad_value", option="rules", text="no rule book")
    tiles, win = read_hand(hand, circumstances, *books)
    return Comparison(tuple(Score(tiles, win, one) for one in books))


def _score_dict(score: Score) -> dict[str, Any]:
    """The object of ``Score.as_dict``, with the English names of the fans too."""
    result = score.as_dict()
    for fan in result.get("fans", ()):
        fan["en"] = score.rules.fans[fan["id"]].en
    return result


def _name(score: Score, lang: str) -> str:
    return score.rules.name if lang == "zh" else score.rules.en


def _verdict(score: Score, lang: str) -> str:
    if not score.win:
        return say(lang, "not_a_win")
    points = say(lang, "points", points=score.points)
    return points if score.legal else f"{points} ({say(lang, 'too_few', minimum=score.rules.minimum)})"


def _fans(score: Score, lang: str) -> str:
    return ("、" if lang == "zh" else ", ").join(
        fan_name(score.rules.fans[fan], lang) + (f"×{count}" if count > 1 else "") for fan, count in score.counts.items()
    )


def _shared_fans(scores: list[Score]) -> Iterator[list[Fan | None]]:
    """Every fan that some book counts: its row in each of the books, or None."""
    seen: set[tuple[str, str]] = set()
    for score in scores:
        for fan in score.counts:
            if (score.rules.id, fan) not in seen:
                rows = [other.rules.same_fan(score.rules.fans[fan]) for other in scores]
                seen |= {(other.rules.id, row.id) for other, row in zip(scores, rows, strict=True) if row}
                yield rows


def _judgement(score: Score, fan: Fan | None, lang: str) -> str:
    """How a book treats a fan that some book counts: it counts it, refuses it, or does not have it."""
    if fan is None:
        return say(lang, "compare_unknown")
    if fan.id in score.counts:
        return f"{fan_name(fan, lang)} {value_text(score.rules, fan, score.counts[fan.id], lang)}"
    for refused in score.refused:
        if refused.fan.id == fan.id:
            return clause(score.rules, refused, lang)
    return say(lang, "compare_does_not_hold", fan=fan_name(fan, lang))


def _cell(score: Score, fan: Fan | None, head: Fan) -> dict[str, Any]:
    """What a book makes of a fan, without the fan's name unless the book has another."""
    texts = {}
    for lang in ("zh", "en"):
        text = _judgement(score, fan, lang)
        name = "" if fan is None else fan_name(fan, lang)
        texts[lang] = text.removeprefix(name).lstrip("：: ") if name == fan_name(head, lang) else text
    return {"counts": fan is not None and fan.id in score.counts, **texts}
