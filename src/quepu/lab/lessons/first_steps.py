"""The tiles, a turn, claims and winning shapes: the first chapters for somebody who has never played."""

from __future__ import annotations

from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, PASS
from quepu.lab.lessons.lesson import Chapter, Option, Step, Task, act
from quepu.lab.lessons.position import Position
from quepu.notation import format_tiles, parse_tiles
from quepu.rules import DEFAULT
from quepu.score import score
from quepu.texts import Text
from quepu.waits import waits

TURN = Position(("123m46p678s55sWN9m",), "5p", "")
READY = Position(("123m46p678s55sWN9m",), "5p1p2sF8m", "E W, S 1p, W 2s, N F, E draw")
PUNG = Position(("123m678s55p99sCC7p",), "WN5p", "E W, S N, W 5p")
NO_CHOW = Position(("35m678s55p99sCC7p1p",), "WN4m", "E W, S N, W 4m")
CHOW = Position(("45789s123m55pCC7p",), "WN9p6s", "E W, S N, W 9p, N 6s")
KONG = Position(("999m678s55p123sCC",), "WN9m", "E W, S N, W 9m", tail="4p")

WAITING = "34m 345p 345s 66p 789s"
SEVEN_PAIRS, SIX_PAIRS = "1133m5577p2288sW +W", "1133m5577p2288sW +N"


def _suits() -> Step:
    return Step(
        "suits",
        (
            "麻将有三门带数字的牌：萬、饼、条，各从一到九。每样四张，一模一样。一条画的是一只鸟，别认错。",
            "Three suits have numbers: characters 萬, dots 饼 and bamboos 条, each from 1 to 9. There are four of every tile. "
            "The 1 of bamboos is drawn as a bird.",
        ),
        Task(
            "pick",
            ("哪一张不是条子？点它。", "Which one is not a bamboo? Tap it."),
            ("对，这是八饼。那只鸟是一条。", "Right, that is the 8 of dots. The bird is the 1 of bamboos."),
            ("条子画的是竹节，只有一条画成鸟。哪一张画的是圆圈？", "Bamboos are drawn as sticks, the 1 as a bird. Look for circles."),
            tiles="2s1s8p5s9s",
            answers=("8p",),
        ),
        rows=("123456789m", "123456789p", "123456789s"),
    )


def _honours() -> Step:
    return Step(
        "honours",
        (
            "字牌没有数字：东南西北是四种风牌，中、發、白是三种箭牌（也叫三元牌），白板只画一个空框。也是每样四张，加起来一共 136 张。",
            "Honours have no numbers: four winds, east, south, west and north, and three dragons, red 中, green 發 and white 白, "
            "which is drawn as an empty frame. Again four of each: 136 tiles in all.",
        ),
        Task(
            "pick",
            ("把三种箭牌都点出来。", "Tap all three dragons."),
            ("对：中、發、白。那个空框就是白板。", "Right: red, green and white. The empty frame is the white dragon."),
            ("箭牌是中、發、白（空框）；东南西北是风牌。", "The dragons are 中, 發 and the empty frame. The winds are 東, 南, 西 and 北."),
            tiles="EC1mPSF9p",
            answers=("CFP",),
        ),
        rows=("ESWN", "CFP"),
    )


def _sets() -> Step:
    return Step(
        "sets",
        (
            "三张凑成一组（也叫面子）。同一门连着的三张叫顺子，三张一样的叫刻子。字牌没有顺序，只能凑刻子。",
            "Three tiles make a set. Three in a row of one suit are a chow; three of a kind are a pung. "
            "Honours have no order, so they only make pungs.",
        ),
        Task(
            "pick",
            ("这里有一组顺子，点出那三张。", "There is one chow here. Tap its three tiles."),
            ("对，四五六饼。要同一门，还要连着。", "Right, 4-5-6 of dots: one suit, and in a row."),
            ("先找同一门的牌，再看能不能连起来。萬和条混着不算。", "Look for tiles of one suit first, then for three in a row."),
            tiles="4p6s5p7mE6p6m",
            answers=("456p",),
        ),
        rows=("234m", "777s", "EEE"),
    )


def tiles() -> Chapter:
    return Chapter(
        "tiles", ("认牌", "The tiles"), ("三门牌、字牌，顺子和刻子", "Suits, honours, and sets"), (_suits(), _honours(), _sets())
    )


NEEDED: Text = (
    "这张已经在一组里，或者成了对子，拆了可惜。找一张孤零零的。",
    "That one belongs to a set or a pair. Look for a tile that stands alone.",
)


def _first() -> Step:
    return Step(
        "discard",
        (
            "谁先凑成四组牌加一对，谁就和牌（“和”读 hú）。每人十三张；轮到你就摸一张，再打一张。你刚摸到五饼，所以是十四张。",
            "Whoever first has four sets and a pair wins. You hold thirteen tiles; on your turn you draw one and discard one. "
            "You have just drawn the 5 of dots.",
        ),
        act(
            TURN,
            ("打出一张最没用的牌。", "Discard a tile that is of no use."),
            (
                "好。它旁边没有能凑到一起的牌，留着没用；五饼正好和四六饼凑成顺子。",
                "Good. Nothing goes with it, while the 5 of dots has completed 4-5-6.",
            ),
            NEEDED,
        ),
        position=TURN,
    )


def _second() -> Step:
    return Step(
        "ready",
        (
            "假设你刚才打的是西。转了一圈又到你，摸到八萬。还记得吗？要凑四组牌加一对。",
            "Say you discarded the west wind. After one round you have drawn the 8 of characters. Remember: four sets and a pair.",
        ),
        act(
            READY,
            ("打出哪张，离和牌就只差一张了？", "Which discard leaves you one tile from winning?"),
            (
                "对！现在三组齐了，一对也有了，八九萬等七萬。只差一张，叫做“听牌”。",
                "Yes! Three sets and a pair are complete, and 8-9 waits for a 7. One tile from winning: the hand is ready (听).",
            ),
            NEEDED,
            why=dict.fromkeys(
                parse_tiles("89m"),
                (
                    "八萬和九萬挨着，只要再来七萬就成一组。哪张还是孤零零的？",
                    "8 and 9 of characters are neighbours: a 7 makes them a set. Which tile still stands alone?",
                ),
            ),
        ),
        position=READY,
    )


def turn() -> Chapter:
    return Chapter("turn", ("摸牌打牌", "A turn"), ("摸一张，打一张", "Draw a tile, discard a tile"), (_first(), _second()))


def _pung() -> Step:
    return Step(
        "pung",
        (
            "别人刚打出的牌，你也可以要。手里有两张一样的，就能“碰”，谁打的都行。",
            "You can also claim a tile that somebody has just discarded. With two of a kind you may pung it, whoever discarded it.",
        ),
        act(
            PUNG,
            (
                "对家打出五饼，你有一对。怎么办？",
                "The player across discards the 5 of dots, and you hold two. What do you do?",
            ),
            (
                "碰到了！三张亮在桌上，不能再动。碰完不摸牌，直接打一张。",
                "Pung! The set lies open and stays. You do not draw; you discard at once.",
            ),
            ("有一对五饼，正好碰成一组。", "Your two and this one make a pung."),
            (CLAIM_PUNG,),
            {PASS: ("过了就没了：有一对五饼，加上这张正好是一组。", "Then it is gone. Your two and this one would make a set.")},
        ),
        position=PUNG,
    )


def _whose() -> Step:
    may = any(action >= CHOW_LOW for action in NO_CHOW.legal())
    return Step(
        "left",
        (
            "别人的牌还能“吃”成顺子，但只能吃上家（左边那位）打的牌。",
            "A discard can also complete a chow, but only one from the player on your left, who plays just before you.",
        ),
        Task(
            "choose",
            (
                "对家打出四萬，你手里有三萬和五萬。能吃吗？",
                "The player across discards the 4 of characters. You hold 3 and 5. May you chow?",
            ),
            (
                "对，不能。吃只看上家；碰、杠、和才是谁的都行。",
                "Right, you may not: a chow takes only from the left. Pung, kong and win take from anybody.",
            ),
            (
                "看看四萬是谁打的：它在桌子对面，不是左边。",
                "Look who discarded it: it lies at the far side, not on your left.",
            ),
            options=(Option(may, ("能吃", "Yes")), Option(not may, ("不能吃", "No"))),
        ),
        position=NO_CHOW,
    )


def _chow() -> Step:
    return Step(
        "chow",
        (
            "这回是上家打出六条，有三种吃法。挑一种，让剩下的牌最整齐。",
            "Now the player on your left discards the 6 of bamboos. Choose the chow that leaves the best tiles.",
        ),
        act(
            CHOW,
            ("怎么吃？", "Which chow?"),
            ("好眼力！吃成四五六，手里的七八九还是完整的一组。", "Well seen! With 4-5-6 your 7-8-9 stays a whole set."),
            ("吃了这个，七八九条就拆散了。看看四条和五条。", "That breaks up your 7-8-9. Look at the 4 and the 5."),
        ),
        position=CHOW,
    )


def _kong() -> Step:
    return Step(
        "kong",
        (
            "四张一样的叫“杠”，仍算一组，所以杠完补一张。几家都要同一张牌：和最优先，再是碰、杠，最后吃。",
            "Four of a kind are a kong, still one set, so you draw a replacement. "
            "If several want a tile: first a win, then pung and kong, then chow.",
        ),
        act(
            KONG,
            (
                "你有三张九萬，对家打出第四张。怎么办？",
                "You hold three 9s of characters, and the player across discards the last. What do you do?",
            ),
            ("杠！四张亮出来，又补了一张牌，接着打一张。", "Kong! The four lie open, you have drawn a replacement, and you discard."),
            ("四张凑满，还能补一张牌：点“杠”。", "All four, and a replacement to draw: choose the kong."),
            (CLAIM_KONG,),
            {
                CLAIM_PUNG: (
                    "碰只用两张，第四张九萬就没用了。杠用上四张，还能补一张。",
                    "A pung would leave your third 9 useless. A kong uses all four, and you draw a replacement.",
                ),
                PASS: (
                    "过也行，三张已经是一组；可是杠了能多摸一张，分数也更高。",
                    "You may, as three are a set already. But a kong draws a replacement, and is worth more.",
                ),
            },
        ),
        position=KONG,
    )


def claims() -> Chapter:
    steps = (_pung(), _whose(), _chow(), _kong())
    return Chapter("claims", ("吃、碰、杠", "Chow, pung, kong"), ("要别人打出的牌", "Take what others discard"), steps)


def _pair() -> Step:
    return Step(
        "pair",
        (
            "和（hú）牌的样子：四组牌，再加一对“将”（也叫雀头），一共十四张。顺子、刻子随便搭配。",
            "A winning hand has four sets and a pair: fourteen tiles. Chows and pungs can be mixed freely.",
        ),
        Task(
            "pick",
            ("这手牌和了。哪两张是将？", "This hand wins. Which two tiles are the pair?"),
            ("对，一对二饼；其余正好四组。", "Right, the 2s of dots. The rest are exactly four sets."),
            (
                "先圈出四组：一二三萬、四五六饼、七八九条、三张东。",
                "Find the four sets first: 123 characters, 456 dots, 789 bamboos, three easts.",
            ),
            tiles="123m22456p789sEEE",
            answers=("22p",),
        ),
    )


def _wait() -> Step:
    winners = format_tiles([wait.tile for wait in waits(WAITING.replace(" ", ""), DEFAULT)])
    return Step(
        "waits",
        (
            "只差一张时叫听牌，听的往往不止一张。下面是十三张：三组、一对，再加三四萬。",
            "One tile from winning, a hand is ready, often for more than one tile. "
            "Here are thirteen: three sets, a pair, and 3-4 of characters.",
        ),
        Task(
            "pick",
            ("来两种牌中的一种就和了。哪两种？", "Either of two tiles completes it: which?"),
            ("对！两头都行：二三四，或者三四五。", "Right! Either end will do: 2-3-4 or 3-4-5."),
            ("三四萬要凑成顺子，前面接几？后面接几？", "3-4 must become a chow. What goes before it, what after it?"),
            tiles="1m2m5m6m6p9s",
            answers=(winners,),
        ),
        rows=("34m", "345p", "345s", "66p", "789s"),
    )


def _special() -> Step:
    return Step(
        "special",
        (
            "也有不按四组一对来的特殊牌型。七对：七个对子。十三幺：三门的一和九，加七种字牌，其中一张成对。",
            "Some hands win in another shape: seven pairs, or thirteen orphans, "
            "the 1 and 9 of every suit and all seven honours, one of them twice.",
        ),
        Task(
            "choose",
            ("哪一手和了？", "Which hand wins?"),
            ("对，七个对子一个不少。", "Right, all seven pairs are there."),
            ("一对一对数过去，看最后两张是不是一样。", "Count the pairs. Are the last two tiles the same?"),
            options=tuple(Option(score(hand, DEFAULT).win, hand=hand) for hand in (SIX_PAIRS, SEVEN_PAIRS)),
        ),
        rows=("19m19p19s", "ESWNCFPP"),
    )


def shapes() -> Chapter:
    return Chapter(
        "shapes",
        ("和牌的样子", "Winning shapes"),
        ("四组一对，和特殊牌型", "Four sets and a pair, and others"),
        (_pair(), _wait(), _special()),
    )
