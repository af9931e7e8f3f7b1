"""Why players choose what they choose: every statement of a reason is true, and made of the numbers that decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random

import pytest

from quepu.engine import play_rules
from quepu.engine.batch import Tables
from quepu.engine.observation import decode, observation
from quepu.engine.view import View
from quepu.errors import IllegalAction, QuepuError
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.actions import CLAIM_PUNG, DECLARE_READY, DECLINE, NO_SEAT, PASS, REPLACE_FLOWER, WIN
from quepu.kernel.chooser import Chooser
from quepu.kernel.opponents import Opponents
from quepu.kernel.state import State
from quepu.kernel.style import ALL_DISCARDS, STYLES, Style
from quepu.notation import format_hand
from quepu.players import PLAYERS, player
from quepu.players.reason_parts import Option, Outlook, Risk, Target, amount, percent, promise_words
from quepu.players.reasons import ByRule, Changing, Discarding, LastTile, Passing, Reason, Trial, Tried, WinOffered, reason, tried
from quepu.rules import BOOKS, book
from quepu.score import Score, score
from quepu.texts import TEXTS
from quepu.tiles import KINDS, NAMES
from quepu.waits import discards, distance, useful, waits
from tests.sizes import sizes
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, wall_with

LANGUAGES = ("zh", "en")
EVERY = 5
"""Of the decisions of a deal, every fifth is examined."""

FAST = tuple(name for name in PLAYERS if name != "master")
"""All players but the one that searches, which has tests of its own."""


def decisions(rules: str, count: int, seed: int = 7) -> Iterator[tuple[State, int]]:
    """States with a seat that has a choice, from deals in which swift players choose."""
    tables = Tables(rules, count=count, seed=seed, deals_again=False)
    bot = player("swift", book(rules))
    number = 0
    while any(seat != NO_SEAT for seat in tables.seats):
        actions = bytearray(len(tables))
        for n, seat in enumerate(tables.seats):
            if seat != NO_SEAT:
                state = tables.state(n)
                view = decode(observation(state, seat))
                actions[n] = bot.choose(view)
                number += 1
                if number % EVERY == 0 or CLAIM_PUNG in view.legal:
                    yield state, seat
        tables.step(actions)


def options(found: Reason) -> list[Option]:
    """The actions that a reason compares."""
    if isinstance(found, Discarding):
        return [found.option, *([found.other] if found.other else [])]
    if isinstance(found, Changing):
        return [found.option, found.without, *([found.other] if found.other else [])]
    return [found.option, found.claim] if isinstance(found, Passing) else []


def described(found: Reason) -> list[Option]:
    """Those whose hands it describes."""
    if isinstance(found, Discarding):
        return [found.option]
    return [found.option, found.without] if isinstance(found, Changing) else options(found)


@dataclass(frozen=True)
class Seen:
    """What a test counts by itself in a view."""

    view: View
    rules: str

    @property
    def visible(self) -> list[int]:
        """The tiles on the table outside the seat's own hand and melds."""
        found = [one.tile for seat in self.view.seats for one in seat.discards if not one.claimed]
        found += [tile for i, seat in enumerate(self.view.seats) if i != self.view.seat for meld in seat.melds for tile in meld.tiles]
        return [tile for tile in found if tile < KINDS]

    @property
    def melds(self) -> tuple[Meld, ...]:
        return tuple(Meld(meld.type, meld.tiles[0]) for meld in self.view.seats[self.view.seat].melds)

    def left(self) -> Counter[int]:
        own = [*self.view.hand, *(tile for meld in self.melds for tile in meld.tiles)]
        known = Counter(own) + Counter(self.visible)
        return Counter({kind: 4 - known[kind] for kind in range(KINDS)})

    def after(self, option: Option) -> Hand:
        """The hand after an action and its discard, by the letter of what the action is."""
        held, melds = [tile for tile in self.view.hand if tile < KINDS], list(self.melds)
        number, kinds = option.act.number, option.act.tiles
        if 42 <= number < 76:
            melds.append(Meld(MeldType.CONCEALED_KONG, kinds[0]))
            held = [tile for tile in held if tile != kinds[0]]
        elif number < 110 and number >= 76:
            melds[melds.index(Meld(MeldType.PUNG, kinds[0]))] = Meld(MeldType.KONG, kinds[0])
            held.remove(kinds[0])
        elif number in (110, 111, 112, 113, 114):
            assert self.view.offer is not None
            made = Meld({113: MeldType.PUNG, 114: MeldType.KONG}.get(number, MeldType.CHOW), kinds[0])
            melds.append(made)
            used = list(made.tiles)
            used.remove(self.view.offer.tile)
            for tile in used:
                held.remove(tile)
        if option.discard is not None:
            held.remove(option.discard)
        return Hand(tuple(held), tuple(melds))


def check_option(option: Option, seen: Seen, choosing: Chooser, weights: Opponents, style: Style) -> None:
    """Everything that a reason says about an action."""
    value, danger = choosing.weighed(option.act.number)
    assert option.value == value
    after = seen.after(option)
    if option.act.number < KINDS and option.risk is not None:
        assert option.risk.expected == pytest.approx(danger)
    if option.risk is None:
        assert option.promise == option.value
    else:
        assert option.discard == option.risk.tile
        assert option.promise == pytest.approx(value + choosing.loss_penalty() * option.risk.expected)
        check_risk(option.risk, seen, weights)
    if option.target is not None:
        check_target(option.target, after, seen, style)
    if option.outlook is not None:
        check_outlook(option.outlook, after, option.discard, seen, option.target)
    else:
        assert after.size != 13


def codes(hand: Hand) -> list[int]:
    return sorted(meld.code for meld in hand.melds)


def check_target(target: Target, after: Hand, seen: Seen, style: Style) -> None:
    """It is a winning hand of the book with the melds, made of the tiles in hand and tiles that are left."""
    hand = target.score.hand
    assert hand.winning is not None
    assert codes(hand) == codes(after)
    assert hand.size == 14
    tiles = Counter([*hand.concealed, hand.winning])
    assert Counter(target.missing) == tiles - Counter(after.concealed)
    assert target.missing[-1] == hand.winning
    left = seen.left()
    assert list(target.forgotten) == sorted(kind for kind, count in Counter(target.missing).items() if count > left[kind])
    assert not target.forgotten or style.memory < ALL_DISCARDS
    assert target.ignores_minimum == (style.indifference > 0)
    # the scorer's own result, from the written hand
    own, how = seen.view.seats[seen.view.seat], target.score.circumstances
    assert (how.seat, how.round, how.flowers) == (seen.view.seat, seen.view.round, own.flowers)
    again = Score(hand, Win(how.self_drawn, how.seat, how.round, flowers=own.flowers, ready=how.ready), book(seen.rules))
    assert (again.win, again.points, again.legal, again.counts) == (True, target.score.points, target.score.legal, target.score.counts)
    if not how.ready and not own.flowers:
        written = score(format_hand(hand), seen.rules, self_drawn=how.self_drawn, seat="ESWN"[how.seat], round="ESWN"[how.round])
        assert (written.points, written.legal) == (target.score.points, target.score.legal)
    if how.self_drawn and target.score.legal:
        assert not Score(hand, Win(False, how.seat, how.round, flowers=own.flowers, ready=how.ready), book(seen.rules)).legal
    assert 0 < target.part <= 1 + 1e-9


def check_outlook(outlook: Outlook, after: Hand, discard: int | None, seen: Seen, target: Target | None) -> None:
    """It is what ``quepu.waits`` says about the hand."""
    assert sorted(outlook.hand.concealed) == sorted(after.concealed)
    assert codes(outlook.hand) == codes(after)
    ready = target.score.circumstances.ready if target else seen.view.seats[seen.view.seat].ready
    how = {
        "seat": seen.view.seat, "round": seen.view.round, "flowers": seen.view.seats[seen.view.seat].flowers, "ready": ready,
    }  # fmt: skip
    visible = list(seen.visible)
    if len(after.melds) > len(seen.melds) and seen.view.offer is not None:
        visible.remove(seen.view.offer.tile)
    if discard is None:
        elsewhere = "".join(NAMES[tile] for tile in visible)
        assert outlook.missing == distance(after, seen.rules) + 1
        assert list(outlook.useful) == useful(after, seen.rules, elsewhere)
    else:
        elsewhere = "".join(NAMES[tile] for tile in visible)
        fourteen = Hand((*after.concealed, discard), after.melds)
        [found] = [one for one in discards(fourteen, seen.rules, elsewhere) if one.tile == discard]
        assert (outlook.missing, outlook.useful) == (found.distance + 1, found.useful)
        elsewhere += NAMES[discard]
    assert bool(outlook.waits) == (outlook.missing == 1)
    if outlook.waits:
        wanted = [(one.tile, one.left, one.discard and one.discard.points) for one in waits(after, seen.rules, elsewhere, **how)]
        assert [(one.tile, one.left, one.discard and one.discard.points) for one in outlook.waits] == wanted


def check_risk(risk: Risk, seen: Seen, weights: Opponents) -> None:
    """The chances and losses are those of ``Opponents``, here added up from its weights."""
    assert [threat.seat for threat in risk.threats] == [seat for seat in range(4) if seat != seen.view.seat]
    table = book(seen.rules).estimates.weights
    for threat in risk.threats:
        sums = [sum(table[i] for i in places) for places in weights.features_of(seen.view.observation, threat.seat, risk.tile)]
        declared = seen.view.seats[threat.seat].ready is not None
        assert threat.ready == pytest.approx(1.0 if declared else 1 / (1 + exp(-sums[0])))
        assert threat.wait == pytest.approx(1 / (1 + exp(-sums[1])))
        assert threat.loss == pytest.approx(exp(sums[2]))
        assert threat.expected == pytest.approx(threat.chance * threat.loss)
    assert risk.main.expected == max(threat.expected for threat in risk.threats)


def check_texts(found: Reason) -> None:
    """Both languages have a whole sentence with the points of what they name."""
    told = found.as_dict()
    for lang in LANGUAGES:
        text = found.as_text(lang)
        assert told["text"][lang] == text
        assert not set(text) & set("{}")
        assert "None" not in text
        assert text.startswith(found.act.words(lang))
        assert text.endswith("。" if lang == "zh" else ".")
        for option in described(found):
            if option.target is not None and option.target.score.legal and not (option.outlook and option.outlook.waits):
                assert str(option.target.score.points) in text
            if option.outlook is not None and not option.outlook.waits:
                assert str(option.outlook.useful_left) in text
    assert (told["action"], told["kind"], told["player"]) == (found.action, found.kind, found.player)


@sizes(few=2, many=60, interpreted=1)
@pytest.mark.parametrize("rules", BOOKS)
def test_every_statement_of_a_reason_is_true(rules: str, count: int) -> None:
    choosing = Chooser(book(rules).scorer(), book(rules).family.settlement.payments(), tuple(STYLES.values()), book(rules).estimates)
    weights = Opponents(book(rules).estimates.weights)
    kinds = Counter[str]()
    for n, (state, seat) in enumerate(decisions(rules, count)):
        seen = Seen(decode(observation(state, seat)), rules)
        name = list(STYLES)[n % len(STYLES)]
        choice = choosing.choose(seen.view.observation, n % len(STYLES))
        assert player(name, book(rules)).choose(seen.view) == choice
        other = Random(n).choice(seen.view.legal)
        for action in (None, other):
            found = reason(book(rules), seen.view.observation, name, action)
            assert found.action == (choice if action is None else action)
            check_texts(found)
            kinds[found.kind] += 1
            if isinstance(found, WinOffered):
                assert WIN in seen.view.legal
                won = state.winning_row(seat)
                assert won is not None
                result = book(rules).scorers.score(bytes(won))
                assert result is not None
                assert found.score.win
                assert found.score.points <= result[0]
            for option in options(found):
                check_option(option, seen, choosing, weights, STYLES[name])
            check_comparison(found, seen, choosing, is_own=action is None)
    assert kinds["discard"] > 2
    assert kinds["pass"] + kinds["claim"] > 2


def check_comparison(found: Reason, seen: Seen, choosing: Chooser, is_own: bool) -> None:
    """The other actions that a reason names are the best ones, and the most dangerous tile is that."""
    if not options(found):
        return
    values = {action: choosing.weighed(action)[0] for action in seen.view.legal}
    rest = [value for action, value in values.items() if action != found.action]
    if is_own:
        by_habit = isinstance(found, Discarding) and found.by_habit
        assert (values[found.action] == max(values.values())) != by_habit
        assert values[found.action] >= (1 - STYLES[found.player].imprecision) * max(values.values())
    if isinstance(found, Discarding):
        assert (found.other.value if found.other else None) == max(rest, default=None)
        dangers = {kind: choosing.weighed(kind)[1] for kind in seen.view.legal if kind < KINDS}
        if found.avoided is not None:
            assert dangers[found.avoided.tile] == max(dangers.values())
            assert found.avoided.tile != found.action
        elif found.player == "careful":
            assert dangers[found.action] == max(dangers.values())
    elif isinstance(found, Passing):
        assert found.claim.value == max(rest)
    elif isinstance(found, Changing):
        assert (found.other or found.without).value == max(rest)
        if seen.view.offer is None:
            assert found.without.value == max(value for action, value in values.items() if action < KINDS)
        else:
            assert found.without.act.number == PASS


@pytest.mark.compiled
def test_a_beginner_says_how_it_errs_and_careful_never_does() -> None:
    errors = {
        "zh": ("按习惯", "没管起和", "已经不够"),
        "en": ("discards by habit", "ignores the minimum", "forgets that too few"),
    }
    for lang, words in errors.items():
        said = {"beginner": Counter[str](), "careful": Counter[str]()}
        for state, seat in decisions("guobiao", 6):
            for name, found in said.items():
                text = reason(book("guobiao"), observation(state, seat), name).as_text(lang)
                found.update(word for word in words if word in text)
        assert set(said["beginner"]) == set(words)
        assert not said["careful"]


@sizes(few=2, many=40, interpreted=1)
@pytest.mark.parametrize("rules", BOOKS)
def test_no_player_uses_anything_hidden(rules: str, count: int) -> None:
    """With the hidden tiles exchanged for others that fit what the seat may know, the choice and the reason stay the same."""
    random = Random(5)
    compared = 0
    for n, (state, seat) in enumerate(decisions(rules, count, seed=3)):
        if n % 4:
            continue
        hidden = list(state.hidden(seat))
        random.shuffle(hidden)
        other = state.copy()
        other.rearrange(seat, bytes(hidden))
        if other.legal(seat) == state.legal(seat):
            for name in FAST:
                first, again = (reason(book(rules), observation(one, seat), name).as_dict() for one in (state, other))
                assert first == again
                compared += 1
    assert compared > len(FAST)


def test_asking_why_changes_no_later_choice() -> None:
    rules = "guobiao"
    choosing = Chooser(book(rules).scorer(), book(rules).family.settlement.payments(), tuple(STYLES.values()), book(rules).estimates)
    for state, seat in decisions(rules, 1):
        seen = observation(state, seat)
        style = list(STYLES).index("careful")
        choice = choosing.choose(seen, style)
        legal = decode(seen).legal
        values = [choosing.weighed(action) for action in legal]
        if choice not in (WIN, REPLACE_FLOWER):
            targets = [choosing.target(action) for action in legal]
            assert [choosing.target(action) for action in legal] == targets
        assert choosing.choose(seen, style) == choice
        assert [choosing.weighed(action) for action in legal] == values


def test_a_chooser_gives_no_reasons_for_what_it_did_not_weigh() -> None:
    choosing = Chooser(book("guobiao").scorer(), book("guobiao").family.settlement.payments(), tuple(STYLES.values()))
    with pytest.raises(ValueError, match="not weighed"):
        choosing.target(0)
    with pytest.raises(ValueError, match="no danger"):
        choosing.threats(0)
    scene = Scene("guobiao", wall_with([JUNK], draws="9s", size=144))
    choosing.choose(observation(scene.state, E), list(STYLES).index("efficient"))
    with pytest.raises(ValueError, match="not weighed"):
        choosing.target(1)  # 2m is not in hand
    with pytest.raises(ValueError, match="no danger"):
        choosing.loss_penalty()
    with pytest.raises(ValueError, match="no danger"):
        choosing.threats(0)
    winning = Scene("guobiao", wall_with([WAITS_FOR_5M], draws="5m", size=144))
    assert choosing.choose(observation(winning.state, E), 0) == WIN
    with pytest.raises(ValueError, match="not weighed"):
        choosing.target(4)


# Every kind of reason, in words.


def why(scene: Scene, seat: int, name: str, action: int | None = None) -> Reason:
    return reason(scene.hand.book, scene.hand.view(seat).observation, name, action)


def texts(found: Reason) -> tuple[str, str]:
    check_texts(found)
    return found.as_text("zh"), found.as_text("en")


def test_a_discard_names_the_target_and_the_next_best() -> None:
    """Without 1m it waits for 5m, which makes 三色三同顺; 2m would be worth too little under 国标."""
    found = why(Scene("guobiao", wall_with(["34m 345p 345s 66p 78s 1m"], draws="9s", size=144)), E, "efficient")
    assert isinstance(found, Discarding)
    assert found.option.target is not None
    assert (NAMES[found.option.target.score.hand.winning or 0], found.option.target.missing) == ("5m", (4,))
    assert found.avoided is None  # this player does not consider danger
    assert texts(found) == (
        "打一萬：听五萬，余 4 张，12 分；二萬分数不够和；和五萬是三色三同顺、门前清，12 分；其次是打四萬，前景差 24 %。",
        "discard 1m: waits for 5m: 4 left, 12 points; 2m would have too few points; "
        "5m makes Mixed Triple Chow + Concealed Hand, 12 points; next best: discard 4m, which promises 24 % less.",
    )


def test_a_claim_says_what_the_hand_is_worth_before_and_after() -> None:
    scene = Scene("lingque28", wall_with(["C147m147p147sESW", "147m369p258sNNPF", "CC 22s 33s 55s 777s FF"], draws="9m"))
    scene.discard(E, "C")
    found = why(scene, W, "efficient")
    assert isinstance(found, Changing)
    assert (found.kind, found.without.act.number, found.option.act.number) == ("claim", PASS, CLAIM_PUNG)
    assert found.option.promise > found.without.promise
    zh, en = texts(found)
    assert zh.startswith("碰中：若不要：")
    assert en.startswith("pung C: without it (pass): ")
    assert "之后打" in zh
    assert "After it, and" in en


def test_passing_says_what_the_best_claim_would_be() -> None:
    scene = Scene("guobiao", wall_with(["3m" + "147p147sESWNCF", "12m 56m 334p 678s 99s 1p"], size=144))
    scene.discard(E, "3m")
    found = why(scene, S, "efficient")
    assert isinstance(found, Passing)
    assert found.claim.value < found.option.value
    zh, en = texts(found)
    assert zh.startswith("不要：")
    assert "吃一二三萬" in zh
    assert "chow 123m promises" in en


def test_a_worse_action_names_the_better_one() -> None:
    scene = Scene("guobiao", wall_with(["34m 345p 345s 66p 78s 1m"], draws="9s", size=144))
    found = why(scene, E, "careful", action=NAMES.index("9s"))
    assert isinstance(found, Discarding)
    assert found.other is not None
    assert (NAMES[found.other.act.number], found.other.value > found.option.value) == ("1m", True)
    zh, en = texts(found)
    assert "不如打一萬" in zh
    assert "better: discard 1m, which promises about 4 times as much" in en


def test_a_declaration_says_what_it_adds() -> None:
    scene = Scene("woodshole", wall_with(["123m456p789s2234p"], draws="E", size=144))
    found = why(scene, E, "careful")
    assert isinstance(found, Changing)
    assert (found.action, found.kind, NAMES[found.option.discard or 0]) == (DECLARE_READY, "ready", "E")
    assert found.option.target is not None
    assert found.option.target.score.circumstances.ready == "heaven"
    zh, en = texts(found)
    assert zh.startswith("报听：若打東：")
    assert en.startswith("declare ready: without it (discard E): ")


@pytest.mark.parametrize(
    ("hand", "wanted", "zh", "en"),
    [
        (WAITS_FOR_5M, PASS, "摸最后一张：听二萬、五萬，", "draw the last tile: waits for 2m 5m: "),
        (JUNK, DECLINE, "不摸：离和牌最近差 ", "decline the last tile: "),
    ],
)
def test_the_last_tile_is_drawn_or_declined_with_a_reason(hand: str, wanted: int, zh: str, en: str) -> None:
    scene = Scene("woodshole", wall_with(["", "", "", hand], last="C 5m"))
    scene.drain(1)
    scene.discard(W, "C")
    scene.pass_all(but=(N,))
    found = why(scene, N, "careful")
    assert isinstance(found, LastTile)
    assert found.action == wanted
    assert texts(found)[0].startswith(zh)
    assert texts(found)[1].startswith(en)


def test_a_kong_says_what_it_changes() -> None:
    scene = Scene("lingque28", wall_with(["EEEE 123m 456m 789m"], draws="1p"))
    kong = 42 + NAMES.index("E")
    found = why(scene, E, "careful", action=kong)
    assert isinstance(found, Changing)
    assert (found.kind, found.option.discard, found.option.risk) == ("kong", None, None)
    assert texts(found)[0].startswith("暗杠東：若打")


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "random"])
def test_a_win_is_taken_for_its_points(name: str) -> None:
    scene = Scene("guobiao", wall_with([WAITS_FOR_5M], draws="5m", size=144))
    found = why(scene, E, name)
    offered = scene.hand.offered_win(E)
    assert isinstance(found, WinOffered)
    assert offered is not None
    assert found.score.points <= offered.points
    assert f"至少 {found.score.points} 分" in texts(found)[0]
    assert texts(why(scene, E, name, action=0 if 0 in scene.may(E) else min(scene.may(E))))[1].count("gives up a win of") == 1


def test_players_by_a_rule_say_so() -> None:
    scene = Scene("guobiao", wall_with(["123m456p789s1122p"], draws="1f", size=144))
    flower = why(scene, E, "careful")
    assert isinstance(flower, ByRule)
    assert (flower.action, flower.rule) == (REPLACE_FLOWER, "flower")
    legal = min(scene.may(E))
    assert texts(why(scene, E, "careful", action=legal))[1].endswith("a flower in the hand should go first.")
    assert texts(why(scene, E, "random"))[1].endswith(f"one of {len(scene.may(E))} legal actions at random.")
    assert texts(why(scene, E, "first"))[0].endswith("能和就和，否则取第一个合法动作。")


def test_every_text_of_reasons_has_the_same_details_in_both_languages() -> None:
    import re

    for key, (zh, en) in TEXTS.items():
        if key.startswith("reason"):
            assert set(re.findall(r"{(\w+)", zh)) == set(re.findall(r"{(\w+)", en)), key


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (1.0, "promises as much"),
        (0.5, "promises 50 % less"),
        (1.25, "promises 25 % more"),
        (3.1, "promises about 3 times as much"),
        (100.0, "promises far more"),
        (0.001, "promises almost nothing"),
    ],
)
def test_a_comparison_says_how_much_more_a_hand_promises(other: float, words: str) -> None:
    assert promise_words(1.0, other, "en") == words
    assert promise_words(1.0, other, "zh")


def test_small_numbers_are_written_as_small() -> None:
    assert [percent(0.0), percent(0.004), percent(0.005), percent(0.994)] == ["0 %", "<1 %", "0 %", "99 %"]
    assert [amount(12.34), amount(0.099), amount(0.0049)] == ["12.3", "0.10", "<0.01"]


# Players that try actions.


@dataclass(frozen=True)
class Guess:
    action: int
    points: float
    error: float
    win: float
    deal_in: float
    samples: int
    behind: float
    behind_error: float


@dataclass(frozen=True)
class Guesses:
    actions: tuple[Guess, ...]
    choice: int


def test_a_player_that_tries_actions_says_what_it_found() -> None:
    scene = Scene("guobiao", wall_with([JUNK], draws="9s", size=144))
    seen = scene.hand.view(E).observation
    guesses = Guesses((Guess(26, 3.2, 0.8, 0.31, 0.09, 256, 0.0, 0.0), Guess(0, 2.5, 0.8, 0.28, 0.1, 256, 0.7, 0.3)), 26)
    found = tried(seen, guesses, "master")
    assert isinstance(found, Tried)
    assert (found.trial.points, found.difference, found.difference_error) == (3.2, -0.7, 0.3)
    assert isinstance(found.other, Trial)
    assert texts(found) == (
        "打九条：试打 256 局：+3.2 ±0.8 分，和牌 31 %，放铳 9 %；其他最好的是打一萬，−0.7 ±0.3 分。",
        "discard 9s: tried in 256 deals: +3.2 ±0.8 points, wins 31 %, deals in 9 %; best of the others: discard 1m, −0.7 ±0.3 points.",
    )
    worse = tried(seen, guesses, "master", action=0)
    assert (worse.difference, worse.difference_error, worse.other and worse.other.act.number) == (0.7, 0.3, 26)
    alone = tried(seen, Guesses(guesses.actions[:1], 26), "master")
    assert (alone.other, alone.difference, alone.because("en").count(";")) == (None, 0.0, 0)
    with pytest.raises(IllegalAction):
        tried(seen, guesses, "master", action=3)


def test_wrong_questions_are_refused() -> None:
    scene = Scene("guobiao", wall_with([JUNK], draws="9s", size=144))
    with pytest.raises(IllegalAction) as caught:
        why(scene, E, "careful", action=WIN)
    assert caught.value.code == "illegal_action"
    with pytest.raises(IllegalAction) as caught:
        why(scene, S, "careful")
    assert caught.value.code == "not_asked"
    with pytest.raises(QuepuError) as unknown:
        why(scene, E, "nobody")
    assert unknown.value.code == "unknown_player"


def test_a_player_that_gives_no_reasons_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def choose(self, view: View) -> int:
            return view.legal[0]

    monkeypatch.setitem(PLAYERS, "silent", lambda book, seed: Silent())
    scene = Scene("guobiao", wall_with([JUNK], draws="9s", size=play_rules(book("guobiao")).tiles))
    with pytest.raises(QuepuError) as caught:
        why(scene, E, "silent")
    assert caught.value.code == "no_reasons"
