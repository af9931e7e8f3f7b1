"""What reasons consist of: actions, hands to aim for, what a hand is like after an action, and the danger of a discard.

Each part is a frozen value with its words in both languages and its JSON object. ``quepu.players.weighing`` makes them from the numbers
that a player used, ``quepu.players.reasons`` makes sentences of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from quepu import tiles
from quepu.aims import Aim, main_fans
from quepu.hand import Hand
from quepu.intervals import student
from quepu.kernel.actions import ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, PASS, WIN
from quepu.notation import format_hand, format_tiles
from quepu.score import Score
from quepu.texts import say
from quepu.waits import Wait

MOST_FANS = 2
"""The number of fans that are named of a hand."""


def tile_names(kinds: Iterable[int], lang: str) -> str:
    """Tiles by name.

    >>> tile_names([0, 12, 27], "zh"), tile_names([0, 12, 27], "en")
    ('一萬、四饼、東', '1m 4p E')
    """
    return "、".join(tiles.CHINESE[kind] for kind in kinds) if lang == "zh" else " ".join(tiles.NAMES[kind] for kind in kinds)


def fan_words(score: Score, lang: str) -> str:
    """The most valuable fans of a hand by name."""
    fans = [fan for fan, _ in main_fans(score) if not fan.outside][:MOST_FANS]
    if not fans:
        return say(lang, "aim_plain")
    return "、".join(fan.name for fan in fans) if lang == "zh" else " + ".join(fan.en for fan in fans)


def percent(share: float) -> str:
    """A chance or another part of a whole.

    >>> percent(0.123), percent(0.001)
    ('12 %', '<1 %')
    """
    return f"{100 * share:.0f} %" if share >= 0.005 or share == 0 else "<1 %"


def amount(points: float) -> str:
    """A number of points that may be small.

    >>> amount(2.34), amount(0.057), amount(0.001)
    ('2.3', '0.06', '<0.01')
    """
    return f"{points:.1f}" if points >= 0.1 else f"{points:.2f}" if points >= 0.005 else "<0.01"


@dataclass(frozen=True, slots=True)
class Act:
    """An action, with what is needed to name it: the tile on offer (None in the seat's own turn), and whether the last tile of the wall may
    be declined."""

    number: int
    offered: int | None
    last_draw: bool

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles of a discard, a claim or a kong."""
        if self.number < CONCEALED_KONG_OF:
            return (self.number,)
        if self.number < CHOW_LOW:
            return ((self.number - (CONCEALED_KONG_OF if self.number < ADDED_KONG_OF else ADDED_KONG_OF)),)
        if self.offered is None or self.number > CLAIM_KONG:
            return (self.offered,) if self.number == WIN and self.offered is not None else ()
        if self.number < CLAIM_PUNG:
            low = self.offered - (self.number - CHOW_LOW)
            return (low, low + 1, low + 2)
        return (self.offered,)

    def words(self, lang: str) -> str:
        """As in 打五条, discard 5s."""
        key = f"action_{self.number}"
        if self.number < CONCEALED_KONG_OF:
            return say(lang, "suggest_discard", tile=tile_names(self.tiles, lang))
        if self.number < CHOW_LOW:
            key = "action_concealed_kong" if self.number < ADDED_KONG_OF else "action_added_kong"
        elif self.number < CLAIM_PUNG:
            key = "action_chow"
        elif self.number == PASS and self.last_draw:
            key = "action_draw_last"
        named = tile_names(self.tiles, lang) if len(self.tiles) < 2 else _chow_name(self.tiles, lang)
        return say(lang, key) + ("" if not named else named if lang == "zh" else " " + named)

    def as_dict(self) -> dict[str, Any]:
        return {"action": self.number, "tiles": [tiles.NAMES[kind] for kind in self.tiles]}


def _chow_name(kinds: Sequence[int], lang: str) -> str:
    """As in 三四五条, 345s."""
    names = [tiles.CHINESE[kind] for kind in kinds]
    return "".join(name[0] for name in names) + names[0][1] if lang == "zh" else format_tiles(list(kinds))


@dataclass(frozen=True, slots=True)
class Target:
    """The winning hand that contributes most to the value of an action. It is scored as won on a discard; by self-draw only where a discard
    may not win. If neither may win, its score is not ``legal``."""

    score: Score
    missing: tuple[int, ...]
    """The tiles that it lacks, the winning one last."""
    part: float
    """Its part of the value of the hand, from 0 to 1: the rest comes from other winning hands."""
    forgotten: tuple[int, ...] = ()
    """Tiles that it lacks though none is left: the player has forgotten that they were discarded (``Style.memory``)."""
    ignores_minimum: bool = False
    """Whether the points of a hand matter less to the player than they should (``Style.indifference``): the hand may not be legal though
    others are near that are."""

    def words(self, lang: str) -> str:
        count, missing = len(self.missing), tile_names(sorted(self.missing), lang)
        if self.score.legal:
            key = "reason_aim_self" if self.score.circumstances.self_drawn else "reason_aim"
            found = say(lang, key, fans=fan_words(self.score, lang), points=self.score.points, count=count, tiles=missing)
        elif self.ignores_minimum:
            found = say(lang, "reason_aim_below", count=count, tiles=missing)
        else:
            return say(lang, "reason_no_target")
        return clauses([found, say(lang, "reason_forgotten", tiles=tile_names(self.forgotten, lang))], lang) if self.forgotten else found

    def as_aim(self) -> dict[str, Any]:
        """The object of an aim."""
        return Aim(self.score, self.missing, 0.0).as_dict()

    def as_dict(self) -> dict[str, Any]:
        return {**self.as_aim(), "legal": self.score.legal, "part": self.part, "forgotten": [tiles.NAMES[kind] for kind in self.forgotten]}


@dataclass(frozen=True, slots=True)
class Outlook:
    """Thirteen tiles that wait for the next one, as ``quepu.waits`` describes them."""

    hand: Hand
    missing: int
    """The number of tiles that are missing for a win, with enough points or not: one more than the distance from ready."""
    useful: tuple[tuple[int, int], ...]
    """The tiles that bring the hand nearer, with how many of each are left."""
    waits: tuple[Wait, ...]
    """If it is ready: the tiles that complete it, with their scores."""

    @property
    def useful_left(self) -> int:
        return sum(left for _, left in self.useful)

    def words(self, lang: str) -> str:
        if not self.waits:
            return say(lang, "reason_far", count=self.missing, useful=self.useful_left)
        groups: dict[str, list[Wait]] = {}
        for wait in self.waits:
            groups.setdefault(how_it_wins(wait), []).append(wait)
        words: list[str] = []
        for way in ("discard", "self", "never"):
            if way in groups:
                named, left = tile_names((wait.tile for wait in groups[way]), lang), sum(wait.left for wait in groups[way])
                worth = _points_words(groups[way], lang)
                words.append(say(lang, f"reason_{'and_' if words else ''}waits_{way}", tiles=named, left=left, worth=worth))
        return clauses(words, lang)

    def as_dict(self) -> dict[str, Any]:
        return {
            "hand": format_hand(self.hand),
            "missing": self.missing,
            "useful": [{"tile": tiles.NAMES[tile], "left": left} for tile, left in self.useful],
            "useful_left": self.useful_left,
            "waits": [{"tile": tiles.NAMES[wait.tile], "left": wait.left, **_wait_points(wait)} for wait in self.waits],
        }


def how_it_wins(wait: Wait) -> Literal["discard", "self", "never"]:
    """Whether a wait may win on a discard, only by self-draw, or never: its points may be too few."""
    if wait.discard is not None and wait.discard.legal:
        return "discard"
    return "self" if wait.self_drawn is not None and wait.self_drawn.legal else "never"


def _points_words(waits: Sequence[Wait], lang: str) -> str:
    """The points of waits that win in the same way."""
    scores = [wait.discard if how_it_wins(wait) == "discard" else wait.self_drawn for wait in waits]
    points = [score.points for score in scores if score is not None]
    least, most = min(points, default=0), max(points, default=0)
    return say(lang, "points", points=most) if least == most else say(lang, "reason_range", least=least, most=most)


def _wait_points(wait: Wait) -> dict[str, int | None]:
    """The points of a wait by discard and by self-draw; None where it may not win."""
    return {
        name: score.points if score is not None and score.legal else None
        for name, score in (("discard", wait.discard), ("self_drawn", wait.self_drawn))
    }


@dataclass(frozen=True, slots=True)
class Threat:
    """What a player estimated about one opponent and a tile."""

    seat: int
    ready: float
    """The chance that the opponent is ready."""
    wait: float
    """The chance that it wins with the tile if it is."""
    loss: float
    """The points that the discarder would pay."""

    @property
    def chance(self) -> float:
        """The chance that the discard deals in."""
        return self.ready * self.wait

    @property
    def expected(self) -> float:
        return self.ready * self.wait * self.loss

    def as_dict(self) -> dict[str, Any]:
        return {"seat": tiles.WINDS[self.seat], "ready": self.ready, "wait": self.wait, "loss": self.loss, "chance": self.chance}


@dataclass(frozen=True, slots=True)
class Risk:
    """The danger of a discard: what was estimated about each of the three opponents."""

    tile: int
    threats: tuple[Threat, ...]

    @property
    def expected(self) -> float:
        """The expected loss in points."""
        return sum(threat.expected for threat in self.threats)

    @property
    def main(self) -> Threat:
        """The opponent to whom most would be lost."""
        return max(self.threats, key=lambda threat: threat.expected)

    @property
    def is_notable(self) -> bool:
        """Whether it is at least one percent when it is written."""
        return self.main.chance >= 0.005

    def words(self, lang: str) -> str:
        """As in 五条放铳给南家 12 %，约 31 分."""
        main = self.main
        seat, tile = say(lang, f"wind_{tiles.WINDS[main.seat]}"), tile_names((self.tile,), lang)
        return say(lang, "reason_risk", tile=tile, seat=seat, chance=percent(main.chance), points=round(main.loss))

    def as_dict(self) -> dict[str, Any]:
        return {"tile": tiles.NAMES[self.tile], "expected": self.expected, "threats": [threat.as_dict() for threat in self.threats]}


@dataclass(frozen=True, slots=True)
class Option:
    """An action as a player weighed it."""

    act: Act
    value: float
    """What decided: the value of the hand after it, less the danger of the discard where the player considers that."""
    promise: float
    """The value of the hand alone."""
    discard: int | None
    """The tile that is discarded with it: of a claim and a declaration the best one; None of a kong, or of passing."""
    target: Target | None
    """None if no winning hand is within reach."""
    outlook: Outlook | None
    """None while flowers take the place of tiles."""
    risk: Risk | None
    """The danger of the discard; None without one, and of a player that does not consider it."""

    @property
    def expected_loss(self) -> float:
        """By the discard, in points; 0 without one, and of a player that does not consider danger."""
        return self.risk.expected if self.risk else 0.0

    def words(self, lang: str) -> list[str]:
        """What the hand is like after it, in clauses."""
        found = []
        waits = self.outlook.waits if self.outlook else ()
        if waits and self.outlook is not None:
            found.append(self.outlook.words(lang))
        if self.target is None:
            found.append(say(lang, "reason_nothing"))
        elif not waits or len(self.target.missing) > 1:
            found.append(self.target.words(lang))
        elif self.target.score.legal:
            points, tile = self.target.score.points, tile_names(self.target.missing, lang)
            key = "reason_with_tile" if len(waits) > 1 else "reason_with_only_tile"
            found.append(say(lang, key, tile=tile, fans=fan_words(self.target.score, lang), points=points))
        if not waits and self.outlook is not None:
            is_same = self.target is not None and self.target.score.legal and len(self.target.missing) == self.outlook.missing
            found.append(say(lang, "reason_useful", useful=self.outlook.useful_left) if is_same else self.outlook.words(lang))
        return found

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.act.as_dict(),
            "value": self.value,
            "promise": self.promise,
            "discard": None if self.discard is None else tiles.NAMES[self.discard],
            "target": self.target and self.target.as_dict(),
            "outlook": self.outlook and self.outlook.as_dict(),
            "risk": self.risk and self.risk.as_dict(),
        }


def compared(option: Option, other: Option, lang: str) -> str:
    """How much another action promises, and how dangerous it is, beside this one. Danger is named if it decides, or is notable."""
    words = promise_words(option.promise, other.promise, lang)
    more = other.expected_loss - option.expected_loss
    is_better = other.promise >= option.promise
    risk = other.risk if more > 0 else option.risk
    if risk is None or more == 0 or not (risk.is_notable or is_better == (other.value < option.value)):
        return words
    if more < 0:
        return say(
            lang, "reason_and" if is_better else "reason_but", first=words, second=say(lang, "reason_risks_less", points=amount(-more))
        )
    second = say(lang, "reason_risks_more", points=amount(more), risk=risk.words(lang))
    return say(lang, "reason_but" if is_better else "reason_and", first=words, second=second)


FAR_MORE = 20


def promise_words(promise: float, other: float, lang: str) -> str:
    """How much another hand promises beside one."""
    if promise == other or (promise > 0 and abs(other / promise - 1) < 0.005):
        return say(lang, "reason_as_much")
    if promise <= 0 or other / promise > FAR_MORE:
        return say(lang, "reason_far_more")
    ratio = other / promise
    if ratio >= 2:
        return say(lang, "reason_times", times=round(ratio))
    if ratio > 1:
        return say(lang, "reason_more", share=percent(ratio - 1))
    return say(lang, "reason_less", share=percent(1 - ratio)) if ratio >= 0.005 else say(lang, "reason_almost_nothing")


def signed(points: float) -> str:
    """A difference of points.

    >>> signed(1.25), signed(-0.01), signed(-3)
    ('+1.2', '+0.0', '−3.0')
    """
    return f"{round(points, 1) + 0.0:+.1f}".replace("-", "−")


def half_width(error: float, samples: int) -> str:
    """Half the width of the 95 % interval that belongs to a standard error found from this number of samples; one alone says nothing of it.

    >>> half_width(1.0, 100), half_width(1.0, 3), half_width(float("inf"), 1)
    ('2.0', '4.3', '?')
    """
    return f"{student(samples - 1) * error:.1f}" if samples > 1 else "?"


def clauses(parts: Sequence[str], lang: str) -> str:
    """Parts of a sentence as one."""
    return ("；" if lang == "zh" else "; ").join(parts)
