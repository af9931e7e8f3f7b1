"""Practice hands to score. The same book, level, weak fans and seed give the same hand everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from random import Random
from typing import Any

from quepu import notation, tiles
from quepu.errors import QuepuError, RuleBookError
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.lab.sample import random_win
from quepu.rules import DEFAULT, book
from quepu.rules.base import RuleBook
from quepu.score import Score

SEEDS = 2**53
"""Seeds are integers below this one, so that JavaScript can represent them."""

_DRAWS = 2000
"""The maximum number of random hands. At least one in fifty fits each level (a test counts them), so this is almost never reached."""
_WEAK_DRAWS = 200


@dataclass(frozen=True, slots=True)
class Level:
    """The minimum and maximum number of different fans. A ``plain`` level has only four sets and a pair that meet the minimum, won without
    special circumstances; the others have all shapes and circumstances, and hands below the minimum."""

    least: int
    most: int
    plain: bool

    def accepts(self, score: Score) -> bool:
        if not self.least <= len(score.counts) <= self.most:
            return False
        return not self.plain or (score.legal and score.reading.shape == "standard")

    def misses_by(self, score: Score) -> int:
        """The difference between the number of fans and the range of the level."""
        return max(self.least - len(score.counts), len(score.counts) - self.most, 0)


LEVELS = {1: Level(1, 3, plain=True), 2: Level(4, 5, plain=True), 3: Level(3, 4, plain=False), 4: Level(5, 6, plain=False),
          5: Level(7, 99, plain=False)}  # fmt: skip

_WEEK = (1, 2, 3, 3, 4, 4, 5)
"""The level of the daily hand, from Monday to Sunday."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A hand to score, with its score."""

    level: int
    seed: int
    weak: tuple[str, ...]
    score: Score

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        return {
            "rules": self.score.rules.id,
            "level": self.level,
            "seed": self.seed,
            "weak": list(self.weak),
            "hand": notation.format_hand(self.score.hand, self.score.circumstances),
            "score": self.score.as_dict(explain=True, lang=lang),
        }


def quiz(rules: str | RuleBook = DEFAULT, level: int = 1, seed: int = 0, weak: Sequence[str] = ()) -> Quiz:
    """A hand of this level. With ``weak`` fans it counts one of them, at this level if such a hand is found, else at any level.

    >>> quiz("lingque28", level=1, seed=1).score
    Score('6s [2222s] [SSS] [333m] [555m] +6s | seat=S round=W', 48 points: 杠、对对和、番牌门风牌)
    """
    rulebook = book(rules)
    if level not in LEVELS:
        raise QuepuError("bad_value", option="level", text=str(level))
    if not 0 <= seed < SEEDS:
        raise QuepuError("bad_value", option="seed", text=str(seed))
    for fan in weak:
        if fan not in rulebook.fans:
            raise RuleBookError("unknown_fan", rules=rulebook.id, text=fan)
    random = Random(" ".join(["quepu-quiz", rulebook.id, str(level), str(seed), *weak]))
    score = _with_fan(random, rulebook, LEVELS[level], random.choice(list(weak))) if weak else _of_level(random, rulebook, LEVELS[level])
    return Quiz(level, seed, tuple(weak), score)


def daily(rules: str | RuleBook, day: date) -> Quiz:
    """The hand of a day, the same for everyone. It gets harder towards the end of the week."""
    rulebook = book(rules)
    digest = sha256(f"quepu-daily {day.isoformat()} {rulebook.id}".encode()).digest()
    return quiz(rulebook, _WEEK[day.weekday()], int.from_bytes(digest[:8], "big") % SEEDS)


def _of_level(random: Random, rules: RuleBook, level: Level) -> Score:
    """The first random hand that fits the level, or the nearest one."""
    nearest: Score | None = None
    for score in _random_scores(random, rules, level, _DRAWS):
        if level.accepts(score):
            return score
        if nearest is None or level.misses_by(score) < level.misses_by(nearest):
            nearest = score
    assert nearest is not None, "every book has four sets and a pair"
    return nearest


def _with_fan(random: Random, rules: RuleBook, level: Level, fan: str) -> Score:
    """A hand that counts a fan: a random one of this level, any random one, or an example of the fan with permuted suits."""
    fallback: Score | None = None
    for score in _random_scores(random, rules, level, _WEAK_DRAWS):
        if fan in score.counts:
            if level.accepts(score):
                return score
            fallback = fallback or score
    if fallback:
        return fallback
    examples = rules.fans[fan].yes
    if not examples:  # 花牌 and similar fans have no examples
        return _of_level(random, rules, level)
    hand, win = notation.read(random.choice(examples))
    suits = random.sample(range(3), 3)
    exchanged = Score(_exchange(hand, suits), win, rules)
    # some fans, such as 绿一色, are about one suit only
    return exchanged if fan in exchanged.counts else Score(hand, win, rules)


def _random_scores(random: Random, rules: RuleBook, level: Level, count: int) -> Iterator[Score]:
    """Random winning hands of the book, with the circumstances of the level."""
    for _ in range(count):
        hand, win = random_win(random)
        if level.plain:
            win = Win(self_drawn=win.self_drawn, seat=win.seat, round=win.round)
        score = Score(hand, win, rules)
        if score.win:
            yield score


def _exchange(hand: Hand, suits: Sequence[int]) -> Hand:
    """The hand with its suits permuted."""

    def kind(old: int) -> int:
        return suits[old // 9] * 9 + old % 9 if tiles.is_numbered(old) else old

    melds = tuple(Meld(MeldType(meld.type), kind(meld.tile)) for meld in hand.melds)
    return Hand(tuple(map(kind, hand.concealed)), melds, None if hand.winning is None else kind(hand.winning))
