"""Why a player chooses what it chooses, in both languages, from the numbers that it used.

``reason`` is for every player; ``tried`` for the results of an analysis. A reason is made from an observation, so it uses nothing that
the seat may not know, like the choice itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from quepu.aims import win_dict
from quepu.engine.observation import decode
from quepu.engine.view import View
from quepu.errors import IllegalAction, QuepuError
from quepu.hand import Hand, Win
from quepu.kernel.actions import CONCEALED_KONG_OF, DECLARE_READY, DECLINE, MOST_DISCARDS, PASS, REPLACE_FLOWER, WIN
from quepu.kernel.style import STYLES
from quepu.players import player
from quepu.players.first import First
from quepu.players.hands import own_hand
from quepu.players.kernel_player import KernelPlayer
from quepu.players.master import Judgement, Master, Weighed
from quepu.players.random import RandomPlayer
from quepu.players.reason_parts import Act, Option, Outlook, Risk, clauses, compared, fan_words, half_width, percent, signed, tile_names
from quepu.players.trials import USUAL
from quepu.players.weighing import Weighing, act_of, weighing
from quepu.rules.base import RuleBook
from quepu.score import Score
from quepu.texts import both, say
from quepu.tiles import KINDS, WINDS


@dataclass(frozen=True, slots=True)
class Reason(ABC):
    """Why a player takes an action, or what it thinks of the action of somebody else."""

    player: str
    act: Act

    @property
    def action(self) -> int:
        return self.act.number

    @property
    @abstractmethod
    def kind(self) -> str:
        """What the reason is about, for programs."""

    @abstractmethod
    def because(self, lang: str) -> str:
        """The reason without the action, in Chinese (``zh``) or English."""

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What the reason consists of, as JSON."""

    def as_text(self, lang: str) -> str:
        """The action and the reason in a sentence, in Chinese (``zh``) or English."""
        return say(lang, "reason", act=self.act.words(lang), why=self.because(lang))

    def as_dict(self) -> dict[str, Any]:
        """The reason as JSON, with its sentence in both languages."""
        text = both((self.as_text("zh"), self.as_text("en")))
        return {"player": self.player, **self.act.as_dict(), "kind": self.kind, **self.details(), "text": text}


Rule = Literal["only", "first", "random", "flower", "flower_waits"]


@dataclass(frozen=True, slots=True)
class ByRule(Reason):
    """The player follows a fixed rule: it is the ``only`` legal action, the ``first`` one, one of them at ``random``, or a ``flower`` comes
    before everything else. ``flower_waits``: the action leaves a flower in the hand."""

    rule: Rule
    count: int
    """The number of legal actions."""

    @property
    def kind(self) -> str:
        return "rule"

    def because(self, lang: str) -> str:
        return say(lang, f"reason_{self.rule}", count=self.count)

    def details(self) -> dict[str, Any]:
        return {"rule": self.rule, "count": self.count}


@dataclass(frozen=True, slots=True)
class WinOffered(Reason):
    """The seat may win. ``score`` is what the hand is worth by what an observation shows; a win after a kong or on the last tile can be
    worth more."""

    score: Score

    @property
    def kind(self) -> str:
        return "win" if self.action == WIN else "win_declined"

    def because(self, lang: str) -> str:
        return say(lang, f"reason_{self.kind}", points=self.score.points, fans=fan_words(self.score, lang))

    def details(self) -> dict[str, Any]:
        return {"win": win_dict(self.score)}


@dataclass(frozen=True, slots=True)
class Discarding(Reason):
    """A discard that was weighed."""

    option: Option
    other: Option | None
    """The best of the other actions; None if there is none."""
    avoided: Risk | None
    """The most dangerous discard, if it is another one; None of a player that does not consider danger."""
    by_habit: bool = False
    """Whether the other one has a greater value, but both look alike to the player, who then discards by habit (``Style.imprecision``)."""

    @property
    def kind(self) -> str:
        return "discard"

    def because(self, lang: str) -> str:
        parts = self.option.words(lang)
        if self.other is not None and self.by_habit:
            parts.append(say(lang, "reason_habit", act=self.other.act.words(lang)))
        elif self.other is not None:
            parts.append(_other_words(self.option, self.other, lang))
        risk = self.option.risk
        if risk is not None and risk.is_notable:
            parts.append(risk.words(lang))
        named = (
            self.other is not None and self.other.risk is not None and self.avoided is not None and self.other.discard == self.avoided.tile
        )
        if self.avoided is not None and self.avoided.is_notable and not named:
            parts.append(self.avoided.words(lang))
        return clauses(parts, lang)

    def details(self) -> dict[str, Any]:
        return {
            "option": self.option.as_dict(),
            "other": self.other and self.other.as_dict(),
            "avoided": self.avoided and self.avoided.as_dict(),
            "by_habit": self.by_habit,
        }


@dataclass(frozen=True, slots=True)
class Changing(Reason):
    """A claim, a kong or a declaration of 听 that was weighed."""

    option: Option
    without: Option
    """To pass, or in the own turn the best discard: the hand without the change."""
    other: Option | None
    """A better action than that; None if there is none."""

    @property
    def kind(self) -> str:
        return "ready" if self.action == DECLARE_READY else "kong" if self.option.discard is None else "claim"

    def because(self, lang: str) -> str:
        before = clauses(self.without.words(lang), lang)
        parts = [say(lang, "reason_before", act=self.without.act.words(lang), what=before)]
        after = clauses(self.option.words(lang), lang)
        if self.option.discard is None:
            parts.append(say(lang, "reason_after", what=after))
        else:
            parts.append(say(lang, "reason_after_discard", tile=tile_names((self.option.discard,), lang), what=after))
        parts.append(say(lang, "reason_change", how=compared(self.without, self.option, lang)))
        if self.other is not None:
            parts.append(_other_words(self.option, self.other, lang))
        return "；".join(parts) if lang == "zh" else ". ".join(part[0].upper() + part[1:] if i else part for i, part in enumerate(parts))

    def details(self) -> dict[str, Any]:
        return {"option": self.option.as_dict(), "without": self.without.as_dict(), "other": self.other and self.other.as_dict()}


@dataclass(frozen=True, slots=True)
class Passing(Reason):
    """A claim that was weighed and not made; ``claim`` is the best one."""

    option: Option
    claim: Option

    @property
    def kind(self) -> str:
        return "pass"

    def because(self, lang: str) -> str:
        after = clauses(self.claim.words(lang), lang)
        would = say(lang, "reason_would", act=self.claim.act.words(lang), how=compared(self.option, self.claim, lang), what=after)
        return clauses([*self.option.words(lang), would], lang)

    def details(self) -> dict[str, Any]:
        return {"option": self.option.as_dict(), "claim": self.claim.as_dict()}


@dataclass(frozen=True, slots=True)
class LastTile(Reason):
    """Whether to draw the last tile of the wall: it is of use only to a hand that it can complete."""

    outlook: Outlook | None
    """The hand; None while flowers take the place of tiles."""

    @property
    def kind(self) -> str:
        return "last_tile"

    def because(self, lang: str) -> str:
        if self.outlook is None:
            return say(lang, "reason_last_flowers")
        return clauses([self.outlook.words(lang), say(lang, "reason_last_ready" if self.outlook.waits else "reason_last_far")], lang)

    def details(self) -> dict[str, Any]:
        return {"outlook": self.outlook and self.outlook.as_dict()}


# The results of an analysis.


class Estimate(Protocol):
    """What a player found out about an action by trying it."""

    @property
    def action(self) -> int: ...
    @property
    def points(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def win(self) -> float: ...
    @property
    def deal_in(self) -> float: ...
    @property
    def samples(self) -> int: ...
    @property
    def behind(self) -> float: ...
    @property
    def behind_error(self) -> float: ...


class Estimates(Protocol):
    """All actions that were tried, the best first, and the one that is chosen."""

    @property
    def actions(self) -> Sequence[Estimate]: ...
    @property
    def choice(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Trial:
    """An action as it was tried: the expected points of the deal with half the width of their 95 % interval, the chances to win and to deal
    in, the number of deals."""

    act: Act
    points: float
    error: float
    win: float
    deal_in: float
    samples: int

    def as_dict(self) -> dict[str, Any]:
        numbers = {"points": self.points, "error": self.error, "win": self.win, "deal_in": self.deal_in, "samples": self.samples}
        return {**self.act.as_dict(), **numbers}


@dataclass(frozen=True, slots=True)
class Tried(Reason):
    """An action that was tried in many deals that fit what the seat knows."""

    trial: Trial
    other: Trial | None
    """The best of the other actions; None if there is none."""
    difference: float
    """The expected points of the other action less those of this one; 0 without another."""
    difference_error: float
    """Half the width of the 95 % interval of that."""

    @property
    def kind(self) -> str:
        return "tried"

    def because(self, lang: str) -> str:
        one = self.trial
        words = say(
            lang, "reason_tried", samples=one.samples, points=signed(one.points), error=f"{one.error:.1f}", win=percent(one.win),
            deal_in=percent(one.deal_in),
        )  # fmt: skip
        if self.other is None:
            return words
        difference, error = signed(self.difference), f"{self.difference_error:.1f}"
        return clauses([words, say(lang, "reason_tried_other", act=self.other.act.words(lang), difference=difference, error=error)], lang)

    def details(self) -> dict[str, Any]:
        other = self.other and self.other.as_dict()
        return {"trial": self.trial.as_dict(), "other": other, "difference": self.difference, "difference_error": self.difference_error}


def tried(observation: bytes, estimates: Estimates, player_name: str, action: int | None = None) -> Tried:
    """The reason of a player that has tried the legal actions; ``action`` is what to give a reason for, if not its own choice. The error of
    a difference between two actions that are both not the best is that of the one that is farther behind."""
    view = decode(observation)
    chosen = estimates.choice if action is None else action
    found = {one.action: one for one in estimates.actions}
    if chosen not in found:
        raise _illegal(view, chosen)
    mine = found[chosen]
    others = [one for one in estimates.actions if one.action != chosen]
    other = min(others, key=lambda one: one.behind) if others else None
    difference = mine.behind - other.behind if other else 0.0
    error = max((mine, other), key=lambda one: one.behind).behind_error if other else 0.0
    return Tried(player_name, act_of(view, chosen), _trial(view, mine), _trial(view, other) if other else None, difference, error)


def _trial(view: View, one: Estimate) -> Trial:
    return Trial(act_of(view, one.action), one.points, one.error, one.win, one.deal_in, one.samples)


# The player that searches.


@dataclass(frozen=True, slots=True)
class Judged:
    """An action that ``master`` has tried, with the numbers that decided. All points but ``points`` are differences to the usual action;
    the errors are standard errors."""

    act: Act
    numbers: Weighed

    def as_dict(self) -> dict[str, Any]:
        # JSON has no infinity: the error of a single deal is not known
        numbers = {name: None if value == float("inf") else value for name, value in asdict(self.numbers).items()}
        return {**self.act.as_dict(), **numbers}


@dataclass(frozen=True, slots=True)
class Searched(Reason):
    """An action that ``master`` has weighed: its results in deals that were played on, combined with the values of ``careful``."""

    judged: Judged | None
    """None of an action that was not tried: others looked better at once."""
    prior: float | None
    """What the values of ``careful`` say: the expected points less those of the usual action; None without a value."""
    usual: Act
    """What ``careful`` would do."""
    other: Judged
    """The best of the other actions that were tried."""
    horizon: int
    """The number of discards for which the deals were played on."""

    @property
    def kind(self) -> str:
        return "searched"

    def because(self, lang: str) -> str:
        is_usual, is_best = self.act == self.usual, self.judged is not None and self.judged.numbers.combined >= self.other.numbers.combined
        if is_usual:
            parts = [say(lang, "reason_searched_usual")]
        elif self.judged is not None:
            parts = [self._numbers(self.judged, lang)]
        elif self.prior is not None:
            parts = [say(lang, "reason_not_tried_prior", prior=signed(self.prior), usual=self.usual.words(lang))]
        else:
            parts = [say(lang, "reason_not_tried", usual=self.usual.words(lang))]
        if self.other.act != self.usual:
            if is_usual:
                how = self._numbers(self.other, lang)
            else:
                numbers = self.other.numbers
                how = say(
                    lang, "reason_searched_both", points=signed(numbers.combined), error=half_width(numbers.combined_error, numbers.samples)
                )
            parts.append(
                say(lang, "reason_searched_next" if is_best else "reason_searched_better", act=self.other.act.words(lang), how=how)
            )
        return clauses(parts, lang)

    def _numbers(self, one: Judged, lang: str) -> str:
        """The numbers of an action that is not the usual one."""
        numbers, to_the_end = one.numbers, self.horizon >= MOST_DISCARDS
        return say(
            lang, "reason_searched_to_the_end" if to_the_end else "reason_searched", samples=numbers.samples, horizon=self.horizon,
            usual=self.usual.words(lang), difference=signed(numbers.difference),
            error=half_width(numbers.difference_error, numbers.samples),
            prior=signed(numbers.prior), both=signed(numbers.combined), both_error=half_width(numbers.combined_error, numbers.samples),
        )  # fmt: skip

    def details(self) -> dict[str, Any]:
        return {
            "judged": self.judged and self.judged.as_dict(),
            "prior": self.prior,
            "usual": self.usual.as_dict(),
            "other": self.other.as_dict(),
            "horizon": self.horizon,
        }


def _searched(view: View, book: RuleBook, name: str, judgement: Judgement, action: int) -> Reason:
    """The reason of ``master``. Where nothing was tried, the choice of ``careful`` decided, and so its reason is the reason."""
    if len(judgement.weighed) < 2:
        with weighing(book, view, list(STYLES).index(USUAL), tuple(STYLES.values())) as found:
            return _weighed(found, name, action)
    judged = {one.action: Judged(act_of(view, one.action), one) for one in judgement.weighed}
    other = next(one for number, one in judged.items() if number != action)
    points, usual = judgement.prior.points, judgement.prior.usual
    prior = points[action] - points[usual] if action in points else None
    return Searched(name, act_of(view, action), judged.get(action), prior, act_of(view, usual), other, judgement.trials.horizon)


# All players.


def reason(book: RuleBook, observation: bytes, player_name: str, action: int | None = None, judgement: Judgement | None = None) -> Reason:
    """Why the player of this name chooses what it chooses for the seat of an observation; or with ``action``, what it thinks of this
    action. Of a random player without ``action`` it is the first choice from seed 0. ``judgement`` is that of a ``Master`` which has
    decided already; without it, one with seed 0 decides now."""
    view = decode(observation)
    if not view.legal:
        raise IllegalAction("not_asked", seat=WINDS[view.seat] if view.seat < len(WINDS) else "—", action=action)
    if action is not None and action not in view.legal:
        raise _illegal(view, action)
    made = player(player_name, book)
    if isinstance(made, KernelPlayer):
        with weighing(book, view, made.style, tuple(STYLES.values())) as found:
            return _weighed(found, player_name, found.choice if action is None else action)
    if isinstance(made, Master):
        found_by_search = judgement or made.judge(observation, view.legal)
        return _searched(view, book, player_name, found_by_search, found_by_search.choice if action is None else action)
    if not isinstance(made, First | RandomPlayer):
        raise QuepuError("no_reasons", text=player_name)
    chosen = made.choose(view) if action is None else action
    act, count = act_of(view, chosen), len(view.legal)
    if isinstance(made, RandomPlayer):
        return ByRule(player_name, act, "random", count)
    return _of_win(view, book, player_name, act) if WIN in view.legal else ByRule(player_name, act, "first", count)


def _illegal(view: View, action: int) -> IllegalAction:
    return IllegalAction("illegal_action", seat=WINDS[view.seat], action=action)


def _weighed(found: Weighing, name: str, action: int) -> Reason:
    """The reason of a player of the kernel."""
    view, act = found.view, act_of(found.view, action)
    if WIN in view.legal:
        return _of_win(view, found.book, name, act)
    if len(view.legal) == 1:
        return ByRule(name, act, "only", 1)
    if found.choice == REPLACE_FLOWER or KINDS <= found.choice < CONCEALED_KONG_OF:
        is_flower = action == REPLACE_FLOWER or KINDS <= action < CONCEALED_KONG_OF
        return ByRule(name, act, "flower" if is_flower else "flower_waits", len(view.legal))
    if DECLINE in view.legal:
        return LastTile(name, act, found.outlook())
    option = found.option(action)
    if action < KINDS:
        other, danger = found.best(action), found.most_dangerous()
        avoided = danger if danger is not None and danger.tile != action else None
        by_habit = action == found.choice and other is not None and found.value(other) > option.value
        return Discarding(name, act, option, None if other is None else found.option(other), avoided, by_habit)
    best = found.best(action)
    assert best is not None
    if action == PASS:
        return Passing(name, act, option, found.option(best))
    without = PASS if view.offer is not None else found.best_discard()
    assert without is not None
    return Changing(name, act, option, found.option(without), None if best == without else found.option(best))


def _of_win(view: View, book: RuleBook, name: str, act: Act) -> WinOffered:
    """A win that is offered, as far as an observation shows it."""
    own, hand = view.seats[view.seat], own_hand(view)
    tile = view.offer.tile if view.offer is not None else view.drawn
    concealed = list(hand.concealed)
    if view.offer is None:
        tile = tile if tile in concealed else concealed[-1]
        concealed.remove(tile)
    win = Win(self_drawn=view.offer is None, seat=view.seat, round=view.round, flowers=own.flowers, ready=own.ready)
    return WinOffered(name, act, Score(Hand(tuple(concealed), hand.melds, tile), win, book))


def _other_words(option: Option, other: Option, lang: str) -> str:
    """The best other action, and why it is worse or better."""
    if other.value == option.value:
        return say(lang, "reason_equal", act=other.act.words(lang))
    key = "reason_better" if other.value > option.value else "reason_next"
    return say(lang, key, act=other.act.words(lang), how=compared(option, other, lang))
