"""The minimum, how points are counted and who pays them: the further chapters for somebody who has never played.

They follow one deal, in which the learner claims a pung of 東 and waits for 3, 6 and 9 of characters.
"""

from __future__ import annotations

from quepu.kernel.actions import WIN
from quepu.lab.lessons.lesson import Chapter, Option, Step, Task, act
from quepu.lab.lessons.position import LEARNER, Position, hand_of, hand_of_win
from quepu.notation import format_hand, format_tiles
from quepu.rules import DEFAULT, book
from quepu.score import Score, score
from quepu.texts import Text
from quepu.waits import waits

_STRAIGHT, _PUNGED = "12345678m22pEE5s", "E W, S N, W E, E pung, E 5s, S 6m"
BELOW = Position((_STRAIGHT,), "WNE6m", _PUNGED)
WINNING = Position((_STRAIGHT,), "WNE6m1p9m", f"{_PUNGED}, W 1p, N 9m")
SELF_DRAWN = Position((_STRAIGHT,), "WNE6m1p9p9m", f"{_PUNGED}, W 1p, N 9p, E draw")
"""One deal, three moments: a winning tile that is worth too little, one that is worth enough, and the same drawn oneself."""


def minimum() -> Chapter:
    steps = (_below(), _which(), _win())
    return Chapter("minimum", ("起和", "The minimum"), ("分数够了才能和", "A win must be worth enough"), steps)


def points() -> Chapter:
    steps = (_product(), _self_drawn(), _refused())
    return Chapter("points", ("算分", "Points"), ("底分和倍数", "Points and multipliers"), steps)


def payments() -> Chapter:
    steps = (_discarder(), _all_pay())
    return Chapter("payments", ("输赢", "Who pays"), ("点炮和自摸，各付多少", "By discard and by self-draw"), steps)


def won() -> Score:
    """The hand of these chapters, won on a discard."""
    return score(hand_of_win(WINNING.deal()), DEFAULT)


def drawn() -> Score:
    """The same hand, self-drawn."""
    return score(hand_of_win(SELF_DRAWN.deal()), DEFAULT, self_drawn=True)


def too_little() -> Score:
    """The same hand, won with another tile."""
    refused = BELOW.deal().why_no_win(LEARNER)
    assert refused is not None
    assert refused.score is not None
    return refused.score


def _below() -> Step:
    least, worth = book(DEFAULT).minimum, too_little().points
    task = Task(
        "choose",
        ("四组一对齐了。能和吗？", "Four sets and a pair. May you win?"),
        (
            f"对，不能：这样和只值 {worth} 分（怎么算，下一课讲），不到 {least} 分。桌上也不会出现“和”的按钮。",
            f"Right, you may not: it would be worth {worth} points, fewer than {least}; the next chapter shows how they are counted. "
            "The table offers no button to win.",
        ),
        (
            f"齐是齐了，可是分数不够：只有 {worth} 分，要满 {least} 分。",
            f"It is complete, but worth too little: {worth} points, and {least} are needed.",
        ),
        options=(Option(WIN in BELOW.legal(), ("能和", "Yes")), Option(WIN not in BELOW.legal(), ("不能和", "No"))),
    )
    text = (
        f"光凑齐还不够。这里教的规则叫“灵雀”，要满 {least} 分才许和，这叫“起和”。你碰了东风，听三、六、九萬；下家打出六萬。",
        f"A complete hand is not enough: by the Lingque rules, which you learn here, it needs {least} points. "
        "You wait for 3, 6 and 9 of characters, and the player on your right discards the 6.",
    )
    return Step("below", text, task, position=BELOW)


def _which() -> Step:
    ready = hand_of(BELOW.deal())
    legal = [one.tile for one in waits(ready, DEFAULT) if one.discard is not None and one.discard.legal]
    task = Task(
        "pick",
        ("听的三种牌里，别人打出哪一种可以和？", "Of the three waits, which discard may win?"),
        ("对，九萬。三萬、六萬凑不成一气贯通，分数不够。", "Right, the 9. With the 3 or the 6 there is no straight, and too few points."),
        ("哪一张能让萬子从一到九全齐？", "Which one completes 1 to 9?"),
        tiles="3m6m9m",
        answers=(format_tiles(legal),),
    )
    text = (
        "所以要往值钱的方向做牌。比如萬子从一连到九，叫“一气贯通”，分数就多了。",
        "So build a hand that is worth enough. For example, 1 to 9 of one suit make a Pure Straight 一气贯通, which is worth a lot.",
    )
    return Step("which", text, task, rows=(format_tiles(ready.concealed), "EEE"))


def _win() -> Step:
    task = act(
        WINNING,
        ("该你了。", "Your move."),
        (f"和了！{won().points} 分。你赢下了第一手牌。", f"You win, with {won().points} points. Your first hand!"),
        ("别错过，点“和”！", "Do not miss it: win!"),
        (WIN,),
    )
    return Step(
        "win", ("过了一会儿，上家真的打出了九萬！", "A moment later the player on your left does discard the 9!"), task, position=WINNING
    )


def _numbers(right: int, *wrong: tuple[int, Text]) -> tuple[Option, ...]:
    """Numbers to choose from, in order; the wrong ones with what is wrong about them."""
    options = {right: Option(True, _points_text(right)), **{value: Option(False, _points_text(value), why=why) for value, why in wrong}}
    return tuple(options[value] for value in sorted(options))


def _points_text(value: int) -> Text:
    return f"{value} 分", f"{value} points"


def _fu_of(result: Score) -> tuple[str, int]:
    """The fu of the fans as a sum, and the sum."""
    fu = [fan["fu"] * fan["count"] for fan in result.as_dict()["fans"]]
    return " + ".join(map(str, fu)), sum(fu)


def _fans_with_fu(result: Score, lang: int) -> str:
    """The fans with the fu of each, in Chinese (0) or English (1)."""
    fans = [(result.rules.fans[id], count) for id, count in result.counts.items()]
    return ("、", ", ")[lang].join(f"{(fan.name, fan.en)[lang]} {fan.fu * count}" for fan, count in fans)


def _product() -> Step:
    result = won()
    (first, second), (sum_text, fu) = result.as_dict()["fans"], _fu_of(result)
    fan = max(first["fan"], second["fan"])
    low = too_little()
    low_sum = _fu_of(low)[1]
    task = Task(
        "choose",
        ("刚才那手牌值多少分？", "What was your hand worth?"),
        (
            f"对：({sum_text}) 副 × {fan} 翻 = {result.points} 分。不能和的那手少了{second['name']}，"
            f"只有 {low_sum} 副（{_fans_with_fu(low, 0)}）× {low.points // low_sum} 翻 = {low.points} 分。",
            f"Right: ({sum_text}) fu × {fan} = {result.points} points. The hand that could not win had no Pure Straight: "
            f"{low_sum} fu ({_fans_with_fu(low, 1)}) × {low.points // low_sum} = {low.points} points.",
        ),
        ("先把副加起来，再乘上最大的那个翻。", "Add the fu first, then multiply by the greatest multiplier."),
        options=_numbers(
            result.points,
            (fu, ("副加对了，别忘了再乘翻。", "The fu are right. Now multiply.")),
            (fu * (first["fan"] + second["fan"]), ("翻不相加，只取最大的一个。", "Multipliers are not added: only the greatest counts.")),
        ),
    )
    text = (
        f"值分的花样叫“番种”，各有“副”（底分）和“翻”（倍数）。你坐东，东的刻子叫“{first['name']}”，{first['fu']} 副 {first['fan']} 翻；"
        f"{second['name']} {second['fu']} 副 {second['fan']} 翻。副相加，翻取最大，相乘得分。",
        f"A hand scores by its patterns, called fans 番: each has fu 副, which add up, and a multiplier 翻. You sit east, so three "
        f"easts are your Seat Wind {first['name']}: {first['fu']} fu, multiplier {first['fan']}. Pure Straight {second['name']} has "
        f"{second['fu']} fu, multiplier {second['fan']}. Add all the fu, and multiply by the greatest multiplier.",
    )
    return Step("product", text, task, rows=_rows(result))


def _rows(result: Score) -> tuple[str, ...]:
    """The hand of these chapters: the straight with its winning tile, the pair, and the pung."""
    tiles = sorted([*result.hand.concealed, result.hand.winning or 0])
    return format_tiles(tiles[:9]), format_tiles(tiles[9:]), "EEE"


def _self_drawn() -> Step:
    result, sum_text, fu = drawn(), *_fu_of(drawn())
    fan = result.points // fu
    extra = fu - _fu_of(won())[1]
    task = Task(
        "choose",
        ("还是这手牌，九萬是自己摸到的，多少分？", "The same hand, but you draw the 9 yourself. What is it worth?"),
        (f"对：({sum_text}) × {fan} = {result.points} 分。", f"Right: ({sum_text}) × {fan} = {result.points} points."),
        (f"副多了 {extra}，翻没变，还是 {fan}。", f"There are {extra} more fu; the multiplier is still {fan}."),
        options=_numbers(
            result.points,
            (won().points, ("这是别人打出来时的分数；自摸还要多。", "That is what it was worth on a discard. A self-draw adds to it.")),
            (won().points + extra, (f"多的 {extra} 副也要乘翻。", f"The {extra} fu are multiplied too.")),
        ),
    )
    text = (
        f"自己摸到最后一张叫“自摸”，多 {extra} 副。翻也能多：从头到尾没要过别人的牌，加一翻；你碰过东，所以这手不加。",
        f"To draw the last tile yourself (自摸) adds {extra} fu. A hand that never claimed a tile also has a multiplier that is "
        "one higher, but you have claimed the east.",
    )
    return Step("self-drawn", text, task, rows=_rows(result))


def _refused() -> Step:
    return Step(
        "refused",
        (
            "番种之间还有“不计”：算了一气贯通，里头的连六、老少副就不再算。不用背，打牌时页面都会替你算好，并且说明为什么。点一个番种看看它在哪里。",
            "Some fans exclude others: beside a Pure Straight, the smaller ones inside it do not count. "
            "There is nothing to learn by heart, because the pages count for you and say why. Tap a fan to see where it is.",
        ),
        score=format_hand(won().hand),
    )


def _discarder() -> Step:
    outcome = WINNING.after(WIN).outcome()
    assert outcome.loser is not None
    pays, received = -outcome.payments[outcome.loser], outcome.payments[LEARNER]
    task = Task(
        "choose",
        (
            f"你这手牌值 {outcome.points} 分。打出九萬的上家付多少？",
            f"Your hand is worth {outcome.points}. What does the player pay who discarded the 9?",
        ),
        (
            f"对，{pays} 分；另外两家各付 {outcome.points}，你一共收 {received} 分。",
            f"Right, {pays}. The other two pay {outcome.points} each, so you receive {received}.",
        ),
        ("点炮的付双份。", "The discarder pays double."),
        options=_numbers(
            pays,
            (outcome.points, ("这是另外两家各付的；点炮的要付双份。", "That is what each of the others pays. The discarder pays double.")),
            (received, ("这是你总共收到的。", "That is what you receive in all.")),
        ),
    )
    text = (
        "谁打出了别人要和的牌，叫“点炮”。灵雀里点炮的付双份，另外两家也各付一份。所以越到后来，打牌越要小心。",
        "Whoever discards the winning tile pays double, and the other two pay once each. "
        "So the later it gets, the more careful one is with discards.",
    )
    return Step("discarder", text, task)


def _all_pay() -> Step:
    outcome = SELF_DRAWN.after(WIN).outcome()
    pays = -outcome.payments[LEARNER + 1]
    task = Task(
        "choose",
        (
            f"自摸，这手牌值 {outcome.points} 分，三家各付多少？",
            f"You draw the last tile, and your hand is worth {outcome.points}. What does each of the three pay?",
        ),
        (
            f"对，各付 {pays}，你收 {outcome.payments[LEARNER]} 分。能自摸，自然更好。",
            f"Right, {pays} each: you receive {outcome.payments[LEARNER]}. A self-draw is worth even more.",
        ),
        ("一份半，就是分数再加一半。", "One and a half times: the points and half of them again."),
        options=_numbers(
            pays,
            (outcome.points, ("还要多一半。", "Half as much again.")),
            (2 * outcome.points, ("双份是点炮才付的。", "Double is for a discarder.")),
        ),
    )
    text = ("自摸没有人点炮，三家一样，各付一份半。", "On a self-draw nobody is to blame: all three pay one and a half times the points.")
    return Step("all-pay", text, task)


def play() -> Chapter:
    text = (
        "牌墙摸完还没人和就是流局，谁也不付分。学会了！去教学桌打一手：四家的牌都亮着，拿不准就点“提示”，打错了可以在“更多”里悔牌。打几手，就可以坐到真正的牌桌上了。",
        "If nobody has won when the wall is empty, nobody pays. That is all you need. Play a deal at a teaching table: all hands are open, "
        "a hint is one tap away, and “More” takes moves back. "
        "After a few deals you are ready for a real table.",
    )
    return Chapter("play", ("打第一局", "Your first game"), ("去教学桌试一手", "At a teaching table"), (Step("first-game", text),))
