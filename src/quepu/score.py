"""From a hand to its Score: the counted fans and the refused ones, each with its reason.

The points are computed at once; everything that explains them when it is first used, by one further scoring of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from quepu import notation
from quepu.errors import QuepuError
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.hand import circumstances as read_circumstances
from quepu.informal import no_book
from quepu.kernel import shapes
from quepu.kernel.layout import row
from quepu.kernel.scorer import Scorer
from quepu.rules import DEFAULT, book
from quepu.rules.base import HAND, NOTHING, SETS, WINNING, Fan, Omission, RuleBook
from quepu.rules.family import Trace
from quepu.texts import Text


@dataclass(frozen=True, slots=True)
class Group:
    """A set, pair or loose tiles of a reading. A concealed kong is a meld too, but not ``claimed``."""

    tiles: tuple[int, ...]
    meld: Meld | None = None
    concealed: bool = True
    """Of a pung: no tile came from another player."""

    @property
    def claimed(self) -> bool:
        return self.meld is not None and self.meld.type != MeldType.CONCEALED_KONG


@dataclass(frozen=True, slots=True)
class CountedFan:
    """A fan that counts, ``count`` times; ``tiles`` are the kinds that make it."""

    fan: Fan
    count: int
    marked: tuple[tuple[int, ...], ...]
    """For each group of the reading the tiles of it that belong to the fan."""

    @property
    def tiles(self) -> tuple[int, ...]:
        return tuple(sorted(kind for group in self.marked for kind in group))

    @property
    def fu(self) -> int:
        return self.fan.fu * self.count


@dataclass(frozen=True, slots=True)
class RefusedFan:
    """A fan that holds but does not count, because ``by`` counts: it follows from ``by`` (不计), only one of the two counts (互斥), or a
    ``principle`` of the scoring family allows no further fan made of its sets (不拆移, 不得相同, 套算一次)."""

    fan: Fan
    count: int
    by: Fan
    follows: bool
    principle: str = ""
    """A key of the family's words."""
    reason: Text | None = None
    """In place of all these, if the fan has a reason of its own (``Omission``); ``beside`` is the other fan that it names."""
    beside: Fan | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A fan made of certain groups of the reading."""

    fan: int
    groups: frozenset[int]
    counts: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the tiles, with its points."""

    shape: str
    groups: tuple[Group, ...]
    points: int
    fu: int
    fan: int
    """``fu`` and ``fan`` as in ``Score``."""
    held: dict[int, int]
    """How often each fan holds, by number, counted or not."""
    counted: dict[int, int]
    """How often each fan counts, by number, in the order of the book."""
    links: tuple[Link, ...]
    """The fans that are made of certain sets, in the books that choose among them."""
    trace: Trace
    """The numbers with which the points were computed."""


class Score:
    """The points of a hand under a rule book, with the reasons.

    ``win`` says whether it is a winning hand at all, ``legal`` whether ``base`` meets the book's minimum. ``base`` are the points without
    flowers, ``points`` with them.
    """

    def __init__(self, hand: Hand, circumstances: Win, rules: RuleBook) -> None:
        self.hand = hand
        self.circumstances = circumstances
        self.rules = rules
        self._row = row(hand, circumstances)
        result = rules.scorers.score(self._row)
        self.win = result is not None
        if result:
            self.points, self.base, self._sum, self._rate, self._counted = result
        else:
            self.points = self.base = self._sum = self._rate = 0
            self._counted = b""
        self.legal = self.win and self.base >= rules.minimum

    @property
    def fu(self) -> int:
        """副. In Woods Hole it is ``percent``; in 国标 0."""
        return self.rules.family.fu_and_fan(self._sum, self._rate)[0]

    @property
    def fan(self) -> int:
        """翻. In the books without 副 it is ``sum``."""
        return self.rules.family.fu_and_fan(self._sum, self._rate)[1]

    @property
    def sum(self) -> int:
        """The points before percentages and flowers; with 副 × 翻, the product."""
        return self.rules.family.sum_and_percent(self.base, self._sum, self._rate)[0]

    @property
    def percent(self) -> int:
        """Percent on the sum, where the book has such fans."""
        return self.rules.family.sum_and_percent(self.base, self._sum, self._rate)[1]

    def numbers(self) -> dict[str, int]:
        """The scoring family's own numbers, with their keys in JSON."""
        return self.rules.family.score_dict(self._sum, self._rate)

    def sum_text(self) -> str:
        """How the points come about, in brief: ``12 × 3 = 36``, where there are two numbers to multiply."""
        return self.rules.family.sum_text(self._sum, self._rate, self.base, self.points)

    def __getstate__(self) -> dict[str, Any]:
        """All but the explanation, which can be computed again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_explained", "refused")}

    def __repr__(self) -> str:
        fans = "、".join(self.names)
        return f"Score({notation.format_hand(self.hand, self.circumstances)!r}, {self.points} points{': ' if fans else ''}{fans})"

    @property
    def counts(self) -> dict[str, int]:
        """How often each fan counts, by id, in the order of the book."""
        rows = self.rules.rows
        return {rows[i].id: count for i, count in self._counts()}

    @property
    def names(self) -> list[str]:
        """The counted fans by name, ``"四归×2"``."""
        rows = self.rules.rows
        return [rows[i].name + (f"×{count}" if count > 1 else "") for i, count in self._counts()]

    def _counts(self) -> Iterator[tuple[int, int]]:
        """The fans that count, by number, each with how often."""
        return zip(self._counted[::2], self._counted[1::2], strict=False)

    @cached_property
    def _explained(self) -> tuple[tuple[Reading, ...], tuple[CountedFan, ...]]:
        """``readings`` and ``fans``, from one scoring of the hand."""
        scorer = self.rules.scorers.take()
        found = scorer.readings(self._row)
        found.sort(key=lambda reading: (not reading["best"], -reading["points"]))
        readings = tuple(_reading(self.hand, self.rules, reading) for reading in found)
        rows = self.rules.rows
        fans = tuple(CountedFan(rows[i], count, self._marked(scorer, readings[0], i, count)) for i, count in self._counts())
        self.rules.scorers.put_back(scorer)
        return readings, fans

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every way to read the tiles, the one that counts first, the others by their points."""
        return self._explained[0]

    @property
    def reading(self) -> Reading:
        """The reading that counts."""
        if not self.win:
            raise QuepuError("not_a_win")
        return self.readings[0]

    @property
    def others(self) -> tuple[Reading, ...]:
        """The runner-up readings."""
        return self.readings[1:]

    @property
    def fans(self) -> tuple[CountedFan, ...]:
        """The counted fans in the order of the book, with the tiles that make them."""
        return self._explained[1]

    @cached_property
    def refused(self) -> tuple[RefusedFan, ...]:
        """The fans that hold in the reading, or would but for another fan, and are not counted, in the order of the book."""
        if not self.win:
            return ()
        found: list[RefusedFan] = []
        for i, fan in enumerate(self.rules.rows):
            omission = self._omission(fan)
            held = self.reading.held.get(i, 0)
            count = max(held, omission.would_hold(self.reading.groups) if omission else 0) - self.reading.counted.get(i, 0)
            if count > 0:
                excluded = self._excluded(i, count, is_held=held > 0)
                found += excluded or (self._omitted(fan, count, omission) if omission else self._barred(i, count))
        return tuple(found)

    def _excluded(self, i: int, count: int, is_held: bool) -> list[RefusedFan]:
        """A fan that another excludes; if it holds, it may also be one that excludes another itself."""
        rows, exclusions = self.rules.rows, self.rules.exclusions
        reasons = [(exclusions[by, rows[i].id], j) for j in self.reading.counted if ((by := rows[j].id), rows[i].id) in exclusions]
        if is_held and not reasons:
            reasons = [(False, j) for j in self.reading.counted if (rows[i].id, rows[j].id) in exclusions]
            reasons = reasons or [(True, j) for j in self.reading.held if exclusions.get((rows[j].id, rows[i].id))]
        # of several that refuse it, one from which it follows is the better reason
        follows, j = max(reasons, key=lambda reason: (reason[0], -reason[1]), default=(False, -1))
        return [RefusedFan(rows[i], count, rows[j], follows)] if reasons else []

    def _counting(self, ids: tuple[str, ...]) -> list[Fan]:
        """Those of these fans that count."""
        return [self.rules.fans[id] for id in ids if id in self.counts]

    def _omission(self, fan: Fan) -> Omission | None:
        """Why the fan's predicate leaves out what the hand has of it."""
        fitting = (one for one in fan.omissions if self._counting(one.by) and (not one.beside or self._counting(one.beside)))
        return next(fitting, None)

    def _omitted(self, fan: Fan, count: int, omission: Omission) -> list[RefusedFan]:
        """A fan that its predicate leaves out. Where several fans count in its place, each has taken one."""
        by = self._counting(omission.by)[:count]
        beside = next(iter(self._counting(omission.beside)), None)
        shares = [count - len(by) + 1, *[1] * (len(by) - 1)]
        follows = omission.reason is None
        return [RefusedFan(fan, share, one, follows, reason=omission.reason, beside=beside) for one, share in zip(by, shares, strict=True)]

    def _barred(self, i: int, count: int) -> list[RefusedFan]:
        """A fan that a principle of the scoring family bars."""
        rows = self.rules.rows
        refused = [(rows[i], link.groups) for link in self.reading.links if link.fan == i and not link.counts]
        counted = [(rows[link.fan], link.groups) for link in self.reading.links if link.counts]
        principle, barring = self.rules.family.bar(refused, counted)
        return [RefusedFan(rows[i], count, barring, follows=False, principle=principle)]

    def _marked(self, scorer: Scorer, reading: Reading, number: int, count: int) -> tuple[tuple[int, ...], ...]:
        """Which tiles of each group make a fan: found by evaluating the fan for parts of the hand."""
        groups, fan = reading.groups, self.rules.rows[number]
        if fan.scope in (HAND, NOTHING):
            return tuple(group.tiles if fan.scope == HAND else () for group in groups)
        if fan.scope == WINNING:
            at = _group_of_winning(groups, self.hand)
            return tuple((self.hand.winning,) if i == at and self.hand.winning is not None else () for i in range(len(groups)))
        if fan.takes:
            part_of = {at for link in reading.links if link.fan == number and link.counts for at in link.groups}
            return tuple(group.tiles if i in part_of else () for i, group in enumerate(groups))
        if fan.scope == SETS:
            for size in range(len(groups) + 1):
                for part in combinations(range(len(groups)), size):
                    if _count_in_part(scorer, number, reading.shape, [groups[i] for i in part]) == count:
                        return tuple(group.tiles if i in part else () for i, group in enumerate(groups))
        kinds = self.hand.counts()
        four = {kind for kind in range(len(kinds)) if kinds[kind] == 4}
        return tuple(
            tuple(kind for kind in group.tiles if kind in four) if group.meld is None or len(group.tiles) < 4 else () for group in groups
        )

    def as_dict(self, explain: bool = False, lang: str = "en") -> dict[str, Any]:
        """The JSON object of ``quepu score --jsonl`` and the HTTP API; with ``explain`` it has the whole explanation. ``lang`` is the
        language of the reason why a hand does not win."""
        from quepu.explain import as_dict

        return as_dict(self, explain, lang)

    def text(self, lang: str = "zh") -> str:
        """The explanation as plain text."""
        from quepu.explain import as_text

        return as_text(self, lang)

    def html(self, lang: str = "zh") -> str:
        """The explanation as an HTML fragment."""
        from quepu.explain import as_html

        return as_html(self, lang)


def _code(group: Group) -> int:
    """The kernel's byte for a set."""
    if group.meld is not None:
        return group.meld.code
    low = group.tiles[0]
    return low if group.tiles[1] != low else shapes.PUNG | low


def _count_in_part(scorer: Scorer, number: int, shape: str, part: list[Group]) -> int:
    """How often a fan holds if the hand consists of these groups alone."""
    sets = [group for group in part if len(group.tiles) > 2]
    concealed = sum(1 << group.tiles[0] for group in sets if group.concealed and group.tiles[0] == group.tiles[1])
    claimed = sum(1 << i for i, group in enumerate(sets) if group.claimed)
    pairs = [group.tiles[0] for group in part if len(group.tiles) == 2]
    return scorer.count_in_part(number, shapes.NAMES.index(shape), [_code(group) for group in sets], concealed, claimed, pairs)


def _reading(hand: Hand, rules: RuleBook, found: dict[str, Any]) -> Reading:
    """A reading from the kernel's description of it."""
    groups, places = _groups(hand, found)
    links = (Link(fan, frozenset(place for i, place in enumerate(places) if sets >> i & 1), counts) for fan, sets, counts in found["links"])
    counted = dict(sorted(found["counted"].items()))
    trace = Trace(found["points"], found["sum"], found["rate"], found["trace"])
    fu, fan = rules.family.fu_and_fan(trace.sum, trace.rate)
    return Reading(shapes.NAMES[found["shape"]], groups, trace.points, fu, fan, found["held"], counted, tuple(links), trace)


def _groups(hand: Hand, reading: dict[str, Any]) -> tuple[tuple[Group, ...], list[int]]:
    """The concealed groups, the pair, then the melds; and the place of each of the kernel's sets among them."""
    codes = reading["sets"]
    groups: list[Group] = []
    places: dict[int, int] = {}
    if reading["knitted"]:
        groups.append(Group(tuple(kind for kind in range(27) if reading["knitted"] >> kind & 1)))
    for i in sorted(range(len(hand.melds), len(codes)), key=lambda i: codes[i] & 63):
        meld = Meld.from_code(codes[i])
        places[i] = len(groups)
        groups.append(Group(meld.tiles, concealed=bool(reading["concealed_pungs"] >> meld.tile & 1) or meld.type == MeldType.CHOW))
    shape = shapes.NAMES[reading["shape"]]
    if shape in ("thirteen_orphans", "knitted_honours", "eight_flowers"):
        loose = [kind for kind in (*hand.concealed, hand.winning) if kind is not None and kind not in reading["pairs"]]
        groups.append(Group(tuple(sorted(loose))))
    counts = hand.counts()
    for kind in reading["pairs"]:
        groups += [Group((kind, kind))] * (2 if shape == "seven_pairs" and counts[kind] == 4 else 1)
    for i, meld in enumerate(hand.melds):
        places[i] = len(groups)
        groups.append(Group(meld.tiles, meld, concealed=meld.type == MeldType.CONCEALED_KONG))
    return tuple(groups), [places[i] for i in range(len(codes))]


def _group_of_winning(groups: tuple[Group, ...], hand: Hand) -> int:
    """The group that the winning tile belongs to: a pung that it made open, else a chow or pair before a pung."""
    holders = [i for i, group in enumerate(groups) if group.meld is None and hand.winning in group.tiles]
    open_pungs = [i for i in holders if not groups[i].concealed]
    loose = [i for i in holders if groups[i].tiles[0] != groups[i].tiles[1] or len(groups[i].tiles) == 2]
    return (open_pungs or loose or holders)[0]


def score(hand: str | Hand, rules: str | RuleBook = DEFAULT, **circumstances: object) -> Score:
    """Score fourteen tiles, a kong counting three.

    The circumstances are options of the notation or keywords: ``self_drawn``, ``seat`` and ``round`` (``"E"``…), ``last_tile``, ``kong``,
    ``first_turn``, ``last_copy``, ``flowers`` (a count or a list); for Woods Hole ``ready`` (``"heaven"``…) and ``tiles_left``.

    >>> score("12345678m22p [EEE] +9m", flowers=1)
    Score('12345678m22p [EEE] +9m | flowers=1', 38 points: 番牌门风牌、一气贯通)
    """
    rulebook = book(rules)
    tiles, win = read_hand(hand, circumstances, rulebook)
    return Score(tiles, win, rulebook)


def read_hand(hand: str | Hand, circumstances: dict[str, object], *rules: RuleBook) -> tuple[Hand, Win]:
    """The tiles and the win of a hand that is given as text or as a ``Hand``; a word in it has the meaning that it has in all these
    books."""
    if isinstance(hand, str):
        return notation.read(hand, circumstances, lambda: words_of(*rules))
    if not isinstance(hand, Hand):
        raise QuepuError("bad_value", option="hand", text=repr(hand))
    return hand, read_circumstances(circumstances)


def words_of(*rules: RuleBook) -> dict[str, str]:
    """The words that mean the same in all of these books."""
    return dict(set.intersection(*({*one.words.items()} for one in rules)) if rules else no_book())
