"""What to aim for: winning hands within reach that may win, each with its points and the tiles that it lacks.

The search follows *directions*: a shape, some sets that make a fan together, or a restriction to some kinds of tiles. For each it measures
how many tiles are missing, completes the nearest of them, and scores the result. So a direction is only where to look: the fans and points
of an aim are those of a concrete hand, by the scorer. Nothing says that no other hand is nearer or worth more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

from quepu import tiles
from quepu.hand import Hand, Meld, Win, set_tiles
from quepu.kernel import is_compiled
from quepu.kernel.distance import Distances
from quepu.kernel.layout import row
from quepu.kernel.pools import DistancePool
from quepu.kernel.shapes import EIGHT_FLOWERS, PUNG, STANDARD
from quepu.notation import format_hand
from quepu.rules import named
from quepu.rules.base import SETS, RuleBook
from quepu.rules.fan import Fan
from quepu.score import Score

MOST_AIMS = 3
BEYOND = 2
"""A direction may lack this many tiles more than the nearest winning hand."""
MOST_MISSING = 8
MOST_NAMED = 6
"""An aim that lacks more tiles is named only if there is no other."""
RARE = 0.05
"""An aim that is worth less than this part of the best one is not named."""
MOST_OF_A_FAN = 3
"""The number of directions that are completed for each fan."""
MOST_COMPLETIONS, MOST_NEAR = 4, 16
"""The number of hands that complete a direction; of one that lacks at most two tiles, the number of first tiles."""
ALL = (1 << tiles.KINDS) - 1


@dataclass(frozen=True, slots=True)
class Aim:
    """A winning hand, and the tiles of it that are ``missing``, the winning one last. It is scored as won on a discard; by self-draw only
    where a discard may not win."""

    score: Score
    missing: tuple[int, ...]
    measure: float
    """Its points, times a rough probability that these tiles come."""
    prospect: float = 0.0
    """The higher the better: the same for all hands found with its main fan."""

    @property
    def fans(self) -> list[tuple[Fan, int]]:
        """Its fans, the most valuable first."""
        return main_fans(self.score)

    @property
    def main(self) -> str:
        """The id of its most valuable fan; empty if it has none."""
        return self.fans[0][0].id if self.fans else ""

    def as_dict(self) -> dict[str, Any]:
        return {
            **win_dict(self.score),
            "self_drawn": self.score.circumstances.self_drawn,
            "missing": [tiles.NAMES[kind] for kind in self.missing],
            "hand": format_hand(self.score.hand),
        }


def main_fans(score: Score) -> list[tuple[Fan, int]]:
    """The counted fans with how often each counts, the most valuable first."""
    counted = [(score.rules.fans[id], count) for id, count in score.counts.items()]
    return sorted(counted, key=lambda one: -(max(1, one[0].fu) * one[0].fan + one[0].percent * max(1, score.base) / 100) * one[1])


def fan_dict(fan: Fan, count: int = 1) -> dict[str, Any]:
    return {"id": fan.id, "name": fan.name, "en": fan.en, "count": count}


def win_dict(score: Score) -> dict[str, Any]:
    """A win in brief: its points, and its fans, the most valuable first."""
    return {"points": score.points, "fans": [fan_dict(fan, count) for fan, count in main_fans(score)]}


@dataclass(frozen=True, slots=True)
class Aims:
    """The best aims, the best first, and the fans of all hands found that may win."""

    best: tuple[Aim, ...]
    found_fans: frozenset[str]


def aims(hand: Hand, rules: RuleBook, left: Iterable[int], draws: float, win: Win) -> Aims:
    """What thirteen or fourteen tiles, without a winning one, may aim for. ``left`` are the tiles of each kind that may come, and ``draws``
    is about how many of them will. Of ``win`` only the winds and the flowers count."""
    plain = Win(seat=win.seat, round=win.round, flowers=win.flowers)
    return _Search(hand, rules, tuple(left), draws, plain).run()


def score_target(
    target: Sequence[int], lacking: Sequence[int], left: Sequence[int], melds: tuple[Meld, ...], win: Win, rules: RuleBook
) -> tuple[Score, tuple[int, ...]]:
    """The score of a winning hand with these concealed tiles, counted by kind, of which some are lacking; and these, the winning one last:
    the one that is hardest to get is likely to come last. It is scored as ``Aim`` says."""
    last = min(lacking, key=lambda kind: left[kind])
    others = list(lacking)
    others.remove(last)
    concealed = [kind for kind in range(tiles.KINDS) for _ in range(target[kind])]
    concealed.remove(last)
    hand = Hand(tuple(concealed), melds, last)
    score = Score(hand, win, rules)
    return score if score.legal else Score(hand, replace(win, self_drawn=True), rules), (*others, last)


@dataclass(frozen=True, slots=True)
class _Direction:
    """Where to look: hands of a ``shape`` with the sets ``core``, given as the kernel's bytes, and all else of these ``kinds``."""

    group: str
    """Directions of a group compete with each other."""
    core: tuple[int, ...] = ()
    kinds: int = ALL
    shape: int = STANDARD


@dataclass(slots=True)
class _Partial:
    """A direction with the tiles that it still may use, measured."""

    direction: _Direction
    measure: Distances
    held: list[int]
    closed: list[int]
    """How many of each kind can no longer be had."""
    melds: int
    lacking: list[int]
    missing: int


def _suits(numbers: str) -> int:
    return tiles.mask("".join(numbers + suit for suit in tiles.SUITS))


_RESTRICTIONS = (
    *(tiles.mask("123456789" + suit) for suit in tiles.SUITS),
    *(tiles.mask("123456789" + suit) | tiles.HONOUR_KINDS for suit in tiles.SUITS),
    *(tiles.NUMBERED & ~tiles.mask("123456789" + suit) for suit in tiles.SUITS),
    *(ALL & ~tiles.mask("123456789" + suit) for suit in tiles.SUITS),
    *(_suits(numbers) for numbers in ("2345678", "123456789", "1234", "6789", "123", "456", "789", "34567", "2468", "19")),
    *(_suits(numbers) | tiles.HONOUR_KINDS for numbers in ("19", "123789")),
    _suits("123789"),
    tiles.HONOUR_KINDS,
)  # fmt: skip
_DRAGONS = tuple(PUNG | kind for kind in range(31, 34))
_HONOUR_PUNGS = tuple(PUNG | kind for kind in range(27, 34))


@lru_cache(16)
def _cores(base_id: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Every three sets that make a fan only together, with the fan's id. An overlay changes values only, so they are those of its base."""
    found_by = _FansOfSets(named(base_id))
    chows = [9 * suit + low for suit in range(3) for low in range(7)]
    pungs = [PUNG | kind for kind in range(27)]
    known: dict[tuple[object, ...], list[str]] = {}
    found = []
    for three in (*combinations_with_replacement(chows, 3), *combinations(pungs, 3)):
        # no fan distinguishes suits, so the same sets in other suits make the same
        key = tuple(sorted(tuple((code & PUNG) + (code & 63) % 9 for code in three if (code & 63) // 9 == suit) for suit in range(3)))
        if key not in known:
            known[key] = found_by.find(three)
        found += [(id, three) for id in known[key]]
    return (*found, *((id, three) for three in combinations(_HONOUR_PUNGS, 3) for id in found_by.find(three)))


class _FansOfSets:
    """Finds the fans that three sets make only together."""

    def __init__(self, rules: RuleBook) -> None:
        self.scorer = rules.scorer()
        self.of_sets = any(fan.takes == 3 for fan in rules.rows)
        self.rows = [(i, fan) for i, fan in enumerate(rules.rows) if fan.scope == SETS and not fan.outside]

    def find(self, three: tuple[int, ...]) -> list[str]:
        held = self.held(three)
        return [fan.id for i, fan in self.rows if (i in held if fan.takes == 3 else not fan.takes and self.makes(i, three))]

    def makes(self, i: int, three: tuple[int, ...]) -> bool:
        """Whether a fan of the whole hand needs all three."""
        count = self.count(i, three)
        return count > 0 and all(self.count(i, two) < count for two in combinations(three, 2))

    def count(self, i: int, sets: tuple[int, ...]) -> int:
        return self.scorer.count_in_part(i, STANDARD, sets, 0, 0, ())

    def held(self, three: tuple[int, ...]) -> frozenset[int]:
        """The fans of a hand with these sets, and winds in the rest of it."""
        if not self.of_sets or any(code & 63 > 26 for code in three):
            return frozenset()
        hand = Hand((27, 27, 28, 28), tuple(Meld.from_code(code) for code in three), 27)
        return frozenset(fan for reading in self.scorer.readings(row(hand, Win())) for fan in reading["held"])


@lru_cache(64)
def _pool(shape: int, four_as_two_pairs: bool) -> DistancePool:
    return DistancePool(1 << shape, four_as_two_pairs)


class _Search:
    def __init__(self, hand: Hand, rules: RuleBook, left: tuple[int, ...], draws: float, win: Win) -> None:
        self.rules = rules
        self.melds = hand.melds
        self.left = left
        self.draws = draws
        self.win = win
        self.held = [0] * tiles.KINDS
        for kind in hand.concealed:
            self.held[kind] += 1
        self.closed = [4 - held - more for held, more in zip(self.held, left, strict=True)]
        self.measures = {shape: _pool(shape, rules.four_as_two_pairs).take() for shape in rules.shapes if shape != EIGHT_FLOWERS}
        self.found: dict[bytes, Aim] = {}
        self.tried: set[bytes] = set()

    def run(self) -> Aims:
        measured = [partial for direction in self.directions() if (partial := self.measured(direction)) is not None]
        nearest = min((partial.missing for partial in measured), default=0)
        groups: dict[str, list[_Partial]] = {}
        for partial in measured:
            if partial.missing <= min(nearest + BEYOND, MOST_MISSING):
                groups.setdefault(partial.direction.group, []).append(partial)
        for group in groups.values():
            group.sort(key=lambda partial: partial.missing)
            for partial in group[:MOST_OF_A_FAN]:
                self.complete(partial)
        for shape, measure in self.measures.items():
            _pool(shape, self.rules.four_as_two_pairs).put_back(measure)
        return self.chosen()

    # Where to look.

    def directions(self) -> Iterator[_Direction]:
        for shape in self.measures:
            yield _Direction(f"shape {shape}", shape=shape)
        if STANDARD not in self.measures:
            return
        for kinds in (*_RESTRICTIONS, *self.rules.particular):
            if all(kinds >> kind & 1 for meld in self.melds for kind in meld.tiles):
                yield _Direction(f"kinds {kinds}", kinds=kinds)
        for code in _HONOUR_PUNGS:
            yield _Direction(f"pung {code}", (code,))
        for two in combinations(_DRAGONS, 2):
            yield _Direction("dragons", two)
        yield from self.pungs()
        if is_compiled():  # interpreted, finding and measuring them would take too long
            yield from self.cores()

    def pungs(self) -> Iterator[_Direction]:
        wanted = 4 - len(self.melds)
        kinds = sorted(range(tiles.KINDS), key=lambda kind: (-self.held[kind], -self.left[kind]))[: wanted + 2]
        for chosen in combinations(kinds, wanted):
            yield _Direction("pungs", tuple(PUNG | kind for kind in chosen))

    def cores(self) -> Iterator[_Direction]:
        """The three sets that make a fan, less those that are melds already, if not too much of them is missing."""
        own = [meld.tile if meld.code < PUNG else PUNG | meld.tile for meld in self.melds]
        most = 4 - len(own)
        for id, three in _cores(self.rules.base_id):
            if id not in self.rules.fans:
                continue
            rest = list(three)
            for code in own:
                if code in rest:
                    rest.remove(code)
            if len(rest) <= most:
                wanted = [kind for code in rest for kind in set_tiles(code)]
                if sum(wanted.count(kind) > self.held[kind] for kind in wanted) <= MOST_MISSING:
                    yield _Direction(id, tuple(rest))

    def measured(self, direction: _Direction) -> _Partial | None:
        """The direction with the tiles for the rest of the hand; None if it needs tiles that cannot come, or too many."""
        held, closed, lacking = list(self.held), list(self.closed), []
        for code in direction.core:
            for kind in set_tiles(code):
                if held[kind]:
                    held[kind] -= 1
                else:
                    lacking.append(kind)
                closed[kind] += 1
        if any(held[kind] + closed[kind] > 4 for kind in lacking) or len(lacking) > MOST_MISSING:
            return None
        if direction.kinds != ALL:
            for kind in range(tiles.KINDS):
                if not direction.kinds >> kind & 1:
                    held[kind], closed[kind] = 0, 4
        melds = len(self.melds) + len(direction.core)
        if melds > 4:
            return None
        measure = self.measures[direction.shape]
        missing = len(lacking) + measure.missing(bytes(held), bytes(closed), melds)
        return _Partial(direction, measure, held, closed, melds, lacking, missing) if missing <= MOST_MISSING else None

    # Completing hands.

    def complete(self, partial: _Partial) -> None:
        """Complete the hand in a few ways, each beginning with another of the tiles that bring it nearer."""
        _, mask = partial.measure.useful(bytes(partial.held), bytes(partial.closed), partial.melds)
        useful = sorted((kind for kind in range(tiles.KINDS) if mask >> kind & 1), key=lambda kind: -self.left[kind])
        firsts: list[int | None] = [*useful] or [None]
        if partial.missing > 2:
            for at, kind in enumerate(firsts[:MOST_COMPLETIONS]):
                self.finish(partial, kind, bool(at & 1))
            return
        for kind in firsts[:MOST_NEAR]:
            self.finish(partial, kind, downwards=False)
            self.finish(partial, kind, downwards=True)

    def finish(self, partial: _Partial, first: int | None, downwards: bool) -> None:
        """Complete the hand: leave out what it does not need, and add what is left most of what it needs."""
        held, closed, melds = list(partial.held), bytes(partial.closed), partial.melds
        missing = partial.missing - len(partial.lacking)
        order = range(tiles.KINDS - 1, -1, -1) if downwards else range(tiles.KINDS)
        if first is not None:
            held[first] += 1
            missing -= 1
        self.leave_out(partial, held, missing, order, sum(held) - (14 - 3 * melds - missing))
        while missing:
            missing, mask = partial.measure.useful(bytes(held), closed, melds)
            nearer = [kind for kind in range(tiles.KINDS) if mask >> kind & 1]
            if missing and not nearer:
                return
            if missing:
                kind = max(nearer, key=lambda kind: self.left[kind] + self.held[kind] - held[kind])
                held[kind] += 1
        for code in partial.direction.core:
            for kind in set_tiles(code):
                held[kind] += 1
        if sum(held) == 14 - 3 * len(self.melds):
            self.add(held)

    def leave_out(self, partial: _Partial, held: list[int], missing: int, order: Iterable[int], spare: int) -> None:
        """Remove this many tiles without which no more are missing."""
        for kind in order:
            while spare > 0 and held[kind]:
                held[kind] -= 1
                if partial.measure.missing(bytes(held), bytes(partial.closed), partial.melds) > missing:
                    held[kind] += 1
                    break
                spare -= 1

    def add(self, target: list[int]) -> None:
        """Score a winning hand, and keep it if it may win."""
        key = bytes(target)
        lacking = [kind for kind in range(tiles.KINDS) for _ in range(target[kind] - self.held[kind])]
        if key in self.tried or not lacking or any(target[kind] - self.held[kind] > self.left[kind] for kind in lacking):
            return
        self.tried.add(key)
        score, missing = score_target(target, lacking, self.left, self.melds, self.win, self.rules)
        if score.legal:
            self.found[key] = Aim(score, missing, score.points * self.chance(missing))

    def chance(self, lacking: tuple[int, ...]) -> float:
        """About how likely all of these tiles come."""
        chance, unseen = 1.0, sum(self.left)
        for kind in set(lacking):
            chance *= comb(self.left[kind], lacking.count(kind))
        for i in range(len(lacking)):
            chance *= max(0.0, self.draws - i) / max(1, unseen - i)
        return chance

    def chosen(self) -> Aims:
        """Of each main fan the best aim, and of these the likeliest. None of them is both farther than another and worth less."""
        best: dict[str, Aim] = {}
        for aim in self.found.values():
            known = best.get(aim.main)
            if known is None or (aim.measure, aim.score.points) > (known.measure, known.score.points):
                best[aim.main] = aim
        prospects = self.prospects()
        ranked = sorted((replace(aim, prospect=prospects[main]) for main, aim in best.items()), key=lambda aim: -aim.prospect)
        near = [aim for aim in ranked if len(aim.missing) <= MOST_NAMED and aim.prospect > 0] or ranked[:1]
        kept: list[Aim] = []
        for aim in near:
            compares = any(_is_better(aim, other) or _is_better(other, aim) for other in kept)
            if not compares and aim.prospect >= RARE * near[0].prospect:
                kept.append(aim)
        return Aims(tuple(kept[:MOST_AIMS]), frozenset(id for aim in self.found.values() for id in aim.score.counts))

    def prospects(self) -> dict[str, float]:
        """What each main fan is worth. As in ``quepu.kernel.prospects``, each tile that may come next counts as the best hand that lacks
        it: what can be completed in many ways is likelier than what needs certain tiles."""
        values: dict[tuple[str, int], float] = {}
        for aim in self.found.values():
            for kind, count in Counter(aim.missing).items():
                key = aim.main, kind
                values[key] = max(values.get(key, 0.0), aim.measure * count / len(aim.missing))
        found: dict[str, float] = {}
        for (main, _), value in values.items():
            found[main] = found.get(main, 0.0) + value
        return found


def _is_better(one: Aim, other: Aim) -> bool:
    """Whether an aim is as near as another, and worth as much."""
    return len(one.missing) <= len(other.missing) and one.score.points >= other.score.points
