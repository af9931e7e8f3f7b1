"""What holds for every hand."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quepu import notation
from quepu.batch import HandBatch, score_many
from quepu.hand import READY, Hand, Meld, MeldType, Win
from quepu.kernel.layout import row
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook
from quepu.rules.family import Percentages
from quepu.score import Score
from tests.goldens import LINGQUE
from tests.hands import possible, random_rows, random_wins, wins
from tests.sizes import sizes

books = st.sampled_from(BOOKS)
free_choice_books = st.sampled_from([rules for rules in BOOKS if not isinstance(book(rules).family, Percentages)])
"""The books of points alone; what Woods Hole counts together its own brute force tells (``oracle_woodshole``)."""
suits = dragons = st.permutations(range(3))
winds = st.permutations(range(4))


def exchanged(hand: Hand, suits: Sequence[int], winds: Sequence[int], dragons: Sequence[int]) -> Hand:
    """The hand with its suits, winds and dragons exchanged."""
    image = [9 * suits[kind // 9] + kind % 9 for kind in range(27)] + [27 + wind for wind in winds] + [31 + dragon for dragon in dragons]
    assert hand.winning is not None
    melds = tuple(Meld(meld.type, image[meld.tile]) for meld in hand.melds)
    return Hand(tuple(image[kind] for kind in hand.concealed), melds, image[hand.winning])


def lies_in(hand: Hand, rules: RuleBook) -> list[bool]:
    """Which of the kinds that a fan asks for hold the whole hand."""
    kinds = sum(1 << kind for kind, count in enumerate(hand.counts()) if count)
    return [kinds & ~named == 0 for named in rules.particular]


def printed_rows(score: Score) -> dict[str, int]:
    """How often each row of the printed table counts: the 番牌 of all dragons share one."""
    found: dict[str, int] = {}
    for counted in score.fans:
        name = counted.fan.label or counted.fan.name
        found[name] = found.get(name, 0) + counted.count
    return found


@given(wins, suits, winds, dragons, books)
def test_exchanging_suits_winds_and_dragons_changes_nothing(
    given_win: tuple[Hand, Win], suits: list[int], winds: list[int], dragons: list[int], rules: str
) -> None:
    """Unless the image lies in kinds that a fan names, or no longer does; or the honours of seven pairs are in order."""
    hand, win = given_win
    image = exchanged(hand, suits, winds, dragons)
    assume(not win.first_turn and lies_in(hand, book(rules)) == lies_in(image, book(rules)))
    assume(not book(rules).honours_in_order or any(count % 2 for count in hand.counts()) or hand.melds)
    here = Score(hand, win, book(rules))
    there = Score(image, win.replace({"seat": winds[win.seat], "round": winds[win.round]}), book(rules))
    assert (printed_rows(here), here.fu, here.fan, here.points) == (printed_rows(there), there.fu, there.fan, there.points)


@given(wins, st.randoms(use_true_random=False), books)
def test_what_no_fan_looks_at_changes_nothing(given_win: tuple[Hand, Win], random: Random, rules: str) -> None:
    hand, win = given_win
    seen = book(rules).sees
    others = {"round": "ESWN"[random.randrange(4)], "ready": random.choice((None, *READY)), "tiles_left": random.randrange(5)}
    others |= {name: not getattr(win, name) for name in ("last_tile", "last_copy") if not win.first_turn}
    if win.self_drawn == (win.seat == 0) and not hand.melds:
        others["first_turn"] = not win.first_turn
    changed = possible(hand, win.replace({name: value for name, value in others.items() if name not in seen}))
    assert Score(hand, win, book(rules)).counts == Score(hand, changed, book(rules)).counts


@given(wins, st.integers(0, 3), books)
def test_the_round_wind_is_seen_in_pungs_alone(given_win: tuple[Hand, Win], round: int, rules: str) -> None:
    hand, win = given_win
    assume(all(hand.counts()[27 + wind] < 3 for wind in (round, win.round)))
    assert Score(hand, win, book(rules)).counts == Score(hand, win.replace({"round": round}), book(rules)).counts


@given(wins, st.randoms(use_true_random=False), books)
def test_only_fans_that_say_so_look_at_the_circumstances(given_win: tuple[Hand, Win], random: Random, rules: str) -> None:
    """In every reading all others hold as before, and those hold once at most; of those that look at the ready declaration or at the number
    of tiles left, only one."""
    hand, win = given_win
    kongs = any(meld.type >= MeldType.KONG for meld in hand.melds)
    changed = win.replace(
        {
            "last_tile": random.random() < 0.5,
            "kong": random.random() < 0.5 and (kongs or not win.self_drawn),
            "last_copy": random.random() < 0.5,
            "first_turn": False,
            "ready": random.choice((None, *READY)),
            "tiles_left": random.choice((None, 0, 1, 2, 3, 4)),
        }
    )
    changed = possible(hand, changed)
    fans = book(rules).rows
    accidental = [bool({"last_tile", "kong", "last_copy", "first_turn", "ready", "tiles_left"} & set(fan.sees)) for fan in fans]
    steady = [not accidental[i] and fan.id != book(rules).nothing for i, fan in enumerate(fans)]
    here, there = ([reading.held for reading in Score(hand, how, book(rules)).readings] for how in (win, changed))
    assert [{i: n for i, n in held.items() if steady[i]} for held in here] == [
        {i: n for i, n in held.items() if steady[i]} for held in there
    ]
    for held in (*here, *there):
        assert {n for i, n in held.items() if accidental[i]} <= {1}
        assert max(sum(name in fans[i].sees for i in held) for name in ("ready", "tiles_left")) <= 1


@given(wins, st.integers(0, 8), free_choice_books)
def test_a_flower_adds_its_points_and_does_not_help_to_the_minimum(given_win: tuple[Hand, Win], flowers: int, rules: str) -> None:
    """2 points in 灵雀; 1 in 国标, where flowers stand among the fans."""
    hand, win = given_win
    plain = Score(hand, win.replace({"flowers": 0}), book(rules))
    flowered = Score(hand, win.replace({"flowers": flowers}), book(rules))
    each = 2 if rules in LINGQUE else 1
    assert flowered.points == plain.points + each * flowers
    assert (flowered.base, flowered.legal) == (plain.base, plain.legal)
    counted = flowered.counts
    assert counted.pop("flower_tiles", 0) == (0 if rules in LINGQUE else flowers)
    assert counted == plain.counts


@given(wins, books)
def test_the_score_is_the_maximum_over_the_readings(given_win: tuple[Hand, Win], rules: str) -> None:
    score = Score(*given_win, book(rules))
    assume(score.win)
    assert score.base == max(reading.points for reading in score.readings)
    assert score.reading.points == score.base
    assert {score.rules.rows[i].id: count for i, count in score.reading.counted.items()} == score.counts


Item = tuple[int, int, frozenset[int]]
"""A fan that holds, how often, and of which sets it is made (none if it speaks of the whole hand)."""


@given(wins, free_choice_books)
def test_the_choice_is_the_best_of_all_choices(given_win: tuple[Hand, Win], rules: str) -> None:
    """Against every subset of what holds without a forbidden pair or a circle of sets, worked out from the book's table alone."""
    score = Score(*given_win, book(rules))
    rows, exclusions = score.rules.rows, score.rules.exclusions
    for reading in score.readings:
        nothing = score.rules.numbers.get("chicken_hand")
        linked = [(link.fan, 1, link.groups) for link in reading.links if rows[link.fan].id != "chicken_hand"]
        items: list[Item] = [
            (i, times, frozenset()) for i, times in reading.held.items() if not rows[i].takes and rows[i].id != "chicken_hand"
        ]
        items += linked

        def barred(one: Item, other: Item) -> bool:
            shared = len(one[2] & other[2])
            excluded = (rows[one[0]].id, rows[other[0]].id) in exclusions or (rows[other[0]].id, rows[one[0]].id) in exclusions
            return excluded or shared >= 2 or (shared == 1 and one[0] == other[0])

        contested = [item for item in items if item[2] or any(barred(item, other) for other in items if other is not item)]
        free = [item for item in items if item not in contested]
        best = 0
        for chosen in allowed_subsets(contested, barred):
            if not has_circle([item[2] for item in chosen if item[2]]):
                best = max(best, points_by_hand([*free, *chosen], score))
        assert best == (0 if reading.counted.keys() == {nothing} else reading.points)


def allowed_subsets(items: list[Item], barred: Callable[[Item, Item], bool]) -> Iterator[list[Item]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    yield from allowed_subsets(rest, barred)
    for subset in allowed_subsets([item for item in rest if not barred(first, item)], barred):
        yield [first, *subset]


def has_circle(links: list[frozenset[int]]) -> bool:
    """Links close a circle if they join fewer pieces than they would have to: as a forest, each joins its sets for the first time."""
    pieces: list[frozenset[int]] = []
    for link in links:
        touched = [piece for piece in pieces if piece & link]
        if any(len(piece & link) > 1 for piece in touched):
            return True
        pieces = [piece for piece in pieces if piece not in touched] + [link.union(*touched)]
    return False


def points_by_hand(items: list[Item], score: Score) -> int:
    """A sum, or 副 × 翻 as the text says it, fan by fan."""
    rows = score.rules.rows
    fans = [i for i, _, _ in items]
    if not score.rules.family.has_fu:
        return sum(rows[i].fan * times for i, times, _ in items if not rows[i].outside)
    fu = sum(rows[i].fu * times for i, times, _ in items)
    best_of_category = {rows[i].category: 0 for i in fans}
    for i in fans:
        best_of_category[rows[i].category] = max(best_of_category[rows[i].category], rows[i].fan)
    pungs_of_value = sum(rows[i].adds for i in fans)
    for i in fans:
        if rows[i].merged:
            best_of_category[rows[i].category] = max(best_of_category[rows[i].category], pungs_of_value)
    largest = [*sorted(best_of_category.values(), reverse=True), 0, 0]
    closed = all(meld.type == 3 for meld in score.hand.melds)
    return fu * (largest[0] + (largest[1] ** 2 > 2 * largest[0]) + closed)


EQUIVALENT = {
    **dict.fromkeys(("双暗刻", "一般高", "双同刻", "三色步高", "三色连环"), 8),
    "门前清": 6,
    **dict.fromkeys(("杠", "四归"), 4),
    **dict.fromkeys(("自摸", "暗刻", "客风刻", "幺九刻", "缺一门", "喜相逢", "连六", "老少副"), 2),
}
"""丁8, table 2; 番牌 has 4 as a pung and 2 as a pair, which are its 副."""


@sizes(10_000, 100_000, interpreted=1_000)
@pytest.mark.parametrize("rules", LINGQUE)
def test_丁8_equivalent_points_agree_with_the_minimum(rules: str, count: int) -> None:
    rulebook = book(rules)
    scores = score_many(HandBatch(random_rows(8, count), rulebook))
    seen = set()
    for n in range(len(scores)):
        counted = [(fan, scores.fans[n, i]) for i, fan in enumerate(rulebook.rows) if scores.fans[n, i]]
        direct = any(fan.fan >= 3 or (fan.fan == 2 and fan.fu == 8) for fan, _ in counted)
        value_pungs = sum(fan.adds for fan, _ in counted)
        equivalent = sum(fan.fu if fan.merged else EQUIVALENT.get(fan.name, 0) * times for fan, times in counted)
        wins = direct or value_pungs >= 2 or equivalent >= 10
        assert bool(scores.legal[n]) == wins, [fan.name for fan, _ in counted]
        seen.add((direct, value_pungs >= 2, equivalent >= 10))
    assert len(seen) >= 6  # every way to the minimum, and below it, has been met


@sizes(10_000, 100_000, interpreted=1_000)
@pytest.mark.parametrize("rules", BOOKS)
def test_the_declared_needs_of_a_fan_are_necessary(rules: str, count: int) -> None:
    """A fan skipped for want of its needs would not have held anyway."""
    rulebook = book(rules)
    rows = random_rows(9, count)
    unskipped = rulebook.derive(rules, "", "", "", rulebook.fans, {fan: {"needs": 0} for fan in rulebook.fans})
    skipped, asked = score_many(HandBatch(rows, rulebook)), score_many(HandBatch(rows, rulebook), unskipped)
    assert skipped.fans == asked.fans
    assert skipped.points == asked.points


def test_editions_agree_where_only_values_differ() -> None:
    """26 counts the same fans as 28 unless values decide between two choices, or 五门齐 is there."""
    for hand, win in random_wins(10, 300):
        new, old = Score(hand, win, book("lingque28")), Score(hand, win, book("lingque26"))
        held = {new.rules.rows[i].id: count for i, count in new.reading.held.items() if new.rules.rows[i].id != "all_types"}
        same = [reading for reading in old.readings if {old.rules.rows[i].id: c for i, c in reading.held.items()} == held]
        assert same, notation.format_hand(hand, win)


@given(wins)
def test_packing_keeps_the_hand(given_win: tuple[Hand, Win]) -> None:
    assert len(row(*given_win)) == 24


@given(wins, st.randoms(use_true_random=False), books)
def test_the_order_of_the_melds_changes_nothing(given_win: tuple[Hand, Win], random: Random, rules: str) -> None:
    hand, win = given_win
    melds = list(hand.melds)
    random.shuffle(melds)
    shuffled = Hand(hand.concealed, tuple(melds), hand.winning)
    assert Score(hand, win, book(rules)).counts == Score(shuffled, win, book(rules)).counts
