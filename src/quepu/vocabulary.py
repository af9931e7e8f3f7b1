"""The words that people use for tiles, melds and circumstances, and the patterns that find them. ``informal`` rewrites what they find."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Characters.

_BRACKETS = {"[": "［【〔「『｛{", "]": "］】〕」』｝}", "(": "（", ")": "）"}
_SAME = {
    "一": "壹",
    "二": "两兩贰貳",
    "三": "叁參",
    "四": "肆",
    "五": "伍",
    "六": "陆陸",
    "七": "柒",
    "八": "捌",
    "九": "玖",
    "东": "東",
    "风": "風",
    "门": "門",
    "红": "紅",
    "发": "發",
    "财": "財",
    "鸡": "雞",
    "听": "聽",
    "抢": "搶",
    "庄": "莊",
    "将": "將",
    "张": "張",
    "单": "單",
    "钓": "吊釣",
    "个": "個",
    "无": "無",
}
_SPACES = "、，,·・;；/"
CHARACTERS = {character: plain for plain, others in (_BRACKETS | _SAME | {" ": _SPACES, "|": "｜¦"}).items() for character in others}
"""A plain character for each that people write instead."""
INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"
"""A byte order mark, and spaces without width."""

# Words, each with what it stands for.

NAMES = {"红中": "C", "发财": "F", "白板": "P", "幺鸡": "1s", "么鸡": "1s", "东风": "E", "南风": "S", "西风": "W", "北风": "N"}
ENGLISH_HONOURS = {
    "east": "E", "south": "S", "west": "W", "north": "N",
    "red": "C", "green": "F", "white": "P", "rd": "C", "gd": "F", "wd": "P",
}  # fmt: skip
SUIT_WORDS = {
    word: suit
    for suit, words in {
        "m": "man wan char chars character characters crak craks crack cracks",
        "p": "pin bing tong dot dots circle circles",
        "s": "sou suo tiao bam bams bamboo bamboos",
    }.items()
    for word in words.split()
}
FILLERS = ("还有", "加上", "和牌张", "单钓将", "单钓", "门前清", "门清")
"""Said between the tiles, without a meaning of their own."""
ENGLISH_FILLERS = ("and", "plus", "with")
OPEN = (
    "副露", "明牌", "亮牌", "亮出", "吃碰杠", "吃碰", "碰杠",
    "open tiles", "exposed tiles", "melded tiles", "melds", "melded", "exposed", "claimed", "pungs", "chows", "kongs",
)  # fmt: skip
"""What follows, up to a word for the hand, are melds."""
OPEN_WITH_COLON = (
    "亮", "亮着", "亮的", "明的", "桌上", "桌面", "台面", "地上", "外面", "门前", "面前", "倒牌", "open", "called", "table", "shown",
)  # fmt: skip
"""These, too, if a colon follows."""
HAND = ("手里", "手牌", "手上", "手中", "暗牌", "立牌", "里面", "in hand", "my hand", "hand tiles", "hand", "tiles")
"""What follows are the concealed tiles."""
HAND_WITH_COLON = ("暗", "暗的", "里", "剩下", "concealed", "closed", "hidden")
DISCARDED = ("点和", "荣和", "点炮", "放铳")
ENGLISH_DISCARDED = ("by discard", "on a discard", "off a discard", "on discard", "ron")
"""Won on a discard."""
FLAGS = {
    "自摸": "self", **dict.fromkeys(DISCARDED, ""),
    "河底捞鱼": "last_tile", "河底": "last_tile", "妙手回春": "self last_tile",
    "岭上开花": "self kong", "杠上开花": "self kong", "杠开": "self kong", "抢杠和": "kong", "抢杠胡": "kong", "抢杠": "kong",
    "天和": "self first_turn", "天胡": "self first_turn", "地和": "first_turn", "地胡": "first_turn",
    "和绝张": "last_copy", "绝张": "last_copy",
    "天听": "ready=heaven", "地听": "ready=earth", "人听": "ready=human",
    "庄家": "seat=E", "坐庄": "seat=E", "我庄": "seat=E", "我是庄": "seat=E", "我是庄家": "seat=E",
    "不求人": "self",
}  # fmt: skip
ENGLISH_FLAGS = {
    **dict.fromkeys(ENGLISH_DISCARDED, ""),
    **dict.fromkeys(("last tile draw", "last draw"), "self last_tile"),
    **dict.fromkeys(("last tile claim", "last tile discard", "last discard"), "last_tile"),
    **dict.fromkeys(("last tile of the wall", "wall's end", "the wall's end"), "last_tile"),
    **dict.fromkeys(("out with replacement tile", "replacement tile", "kong replacement", "kong draw"), "self kong"),
    **dict.fromkeys(("robbing the kong", "robbing a kong", "robbed the kong", "robbed kong", "rob the kong", "rob kong"), "kong"),
    **dict.fromkeys(("heavenly hand", "blessing of heaven", "first draw"), "self first_turn"),
    **dict.fromkeys(("earthly hand", "blessing of earth", "first discard"), "first_turn"),
    "last copy": "last_copy", "dealer": "seat=E",
}  # fmt: skip
VALUED = {
    "门风": "seat", "自风": "seat", "座风": "seat", "圈风": "round", "场风": "round", "花牌": "flowers", "花": "flowers",
    "seat wind": "seat", "seat": "seat", "round wind": "round", "prevailing wind": "round", "prevalent wind": "round", "round": "round",
    "flowers": "flowers",
}  # fmt: skip
WON = ("自摸", "荣和", "点和", "和牌", "胡牌", "和", "胡")
ENGLISH_WON = ("winning tile", "winning", "wins on", "wins", "win on", "win", "won on", "won with", "won", "ron")
"""Before the winning tile."""
OF_THE_BOOK = ("海底捞月", "海底", "last tile")
"""They mean different things in different books: the last tile of the wall in 灵雀, the last discard in 国标; the last tile of the wall, or
as a fan of 国标 the last copy of its kind."""
CLAIMED, CONCEALED, HELD = ("[", "]"), ("(", ")"), ("", "")
_SETS: dict[tuple[str, str], dict[int, tuple[str, ...]]] = {
    CLAIMED: {
        3: ("碰", "明刻", "明", "pung", "pong", "pon", "peng", "open pung", "melded pung"),
        4: ("明杠", "杠", "kong", "kan", "gang", "open kong", "melded kong"),
        0: ("吃", "明顺", "chow", "chi", "chii"),
    },
    CONCEALED: {4: ("暗杠", "concealed kong", "closed kong", "ankan")},
    HELD: {3: ("暗刻", "暗", "concealed pung", "closed pung")},
}
"""The words for sets by their brackets, and by the number of tiles where one alone is written: 碰西.
A chow is always written whole: one tile of it could be of three."""
MELDS = {word: (brackets, count) for brackets, counts in _SETS.items() for count, words in counts.items() for word in words}
PLAIN_KONGS = ("杠", "kong", "kan", "gang")
"""They do not say whether the kong is open."""

# Patterns.


def either(words: Iterable[str]) -> str:
    """One of these words, the longest that fits; English ones in any case, and apart from other letters."""
    chosen = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-zA-Z])(?i:{re.escape(word).replace(chr(92) + ' ', '[ -]+')})(?![a-zA-Z_])" if word.isascii() else re.escape(word)
        for word in chosen
    )


HONOUR = "(?:[东南西北]风?|红?中|发财?|白板?|[ESWNCFP])"
NUMBERED = "[1-9一二三四五六七八九]"
SUIT = "[a-z萬万筒饼餅条條索]"
ONE = f"(?:{NUMBERED}{SUIT}|{HONOUR})"
SET = f"(?:{NUMBERED}{{3,4}}{SUIT}|(?:{NUMBERED}{SUIT}){{3,4}}|{HONOUR}{{3,4}})"
FOUR = f"{NUMBERED}{{4}}{SUIT}|(?:{NUMBERED}{SUIT}){{4}}|{HONOUR}{{4}}"
SMALL = "[eswncfp]"

ENGLISH_SUIT = re.compile(rf"(?<=[0-9])[ -]*(?:of )?(?:(?i:{'|'.join(sorted(SUIT_WORDS, key=len, reverse=True))}))(?![a-zA-Z])")
"""A suit in words after its numbers: 123 bamboo, 5-dots."""
ENGLISH_HONOUR = re.compile(
    r"(?<![a-zA-Z])(?:(?i:east|south|west|north)(?:[ -]?(?i:winds?))?|(?i:red|green|white)(?:[ -]?(?i:dragons?))?)(?![a-zA-Z])"
    r"|(?<![a-zA-Z0-9])(?:(?i:rd|gd|wd))+(?![a-zA-Z])"
)
"""East wind, red dragon, RDRDRD."""
RED_AND_GREEN = re.compile(r"(?:(?<![a-zA-Z0-9])|(?<=[0-9][mps]))[ESWNCFP]*[RG][ESWNCFPRG]*(?![a-zA-Z])")
"""R and G for the red and the green dragon: RRR GGG."""
WEST_OR_WHITE = re.compile(r"(?:(?<![a-zA-Z0-9])|(?<=[0-9][mps]))[ESWNCFPRG]*?(W+)[ESWNCFPRG]*(?![a-zA-Z])")
WHITE = re.compile(r"(?<![a-zA-Z0-9])(?:[ESWNCF]*P[ESWNCFP]*|(?i:wd)+|(?i:white))(?![a-zA-Z])|白")
SINGLE = re.compile("单[钓吊釣]|單[吊釣钓]|单骑")
"""A wait on the other tile of the pair."""
WIND_OF = either(("seat", "round", "player"))

COUNT = "[1-4一二三四]"
_TILE_ENDS = "[a-zESWNCFP萬万筒饼餅条條索东南西北中发白风财板]"
_I_HAVE = "(?:我|已经?|我已经?)?"
OPENS = (
    rf"{_I_HAVE}(?:{either(OPEN)})[了过的]?(?:\s*[:=]\s*|\s+|(?=[\[(]|{ONE}|{NUMBERED}{{3}}|无|没有))"
    rf"|(?:{either(OPEN_WITH_COLON)})\s*[:=]\s*"
)
HANDS = rf"(?:{either((*HAND, *HAND_WITH_COLON))})(?:的牌)?\s*[:=]\s*(?!{ONE}(?:\s|$))|(?:{either(HAND)})(?:的牌)?\s*[:=]?\s*"
HANDS_FOLLOW = re.compile(rf"(?:{either((*HAND, *HAND_WITH_COLON))})(?:的牌)?\s*[:=]|{either(word for word in HAND if not word.isascii())}")
"""A word for the concealed tiles, after melds."""

TOKEN = re.compile(
    rf"""
      (?P<valued>{either(VALUED)}) (?:\s*[=:]\s*|\s+)?
      (?P<value>[东南西北ESWNeswn](?![a-z])|(?:[1-8]f\ ?)+|(?:[春夏秋冬梅兰竹菊]\ ?)+|[0-9]+(?![a-z])|[一二三四五六七八](?=[张朵个]))
      [风张朵个]?
    | (?P<no_flowers>(?:没有|没|无)花牌?)
    | (?:我(?:[是坐在]|坐在)|坐在?) (?P<sits>[东南西北])(?![东南西北]) 风?[家位]?
    | 我?(?P<seat>[东南西北]) 风?[家位]
    | (?P<round>[东南西北]) 风?圈
    | (?<![a-zA-Z0-9])(?P<english_wind>[ESWN])\ (?P<wind_of>{WIND_OF})(?!\s*[=:]?\s*[ESWN](?![a-zA-Z]|\ (?:{WIND_OF})))
    | (?<!\S)(?P<flowers>[0-8一二三四五六七八])(?:[朵张个]?花牌?|\ ?(?i:flowers?)(?![a-zA-Z]))
    | (?P<drawn_last>(?i:self[- ]?(?:drawn?|pick(?:ed)?)|tsumo|zimo)) [:\ ]+\+? (?={ONE}\s*(?:\||$))
    | (?P<drawn>(?i:self[- ]?(?:drawn?|pick(?:ed)?)|tsumo|zimo))(?![a-z])
    | (?<![a-zA-Z0-9])(?P<letter>[cpk])(?P<lettered>[\[(][^\[\]()]*[\])]?)
    | (?P<opens>{OPENS})(?:无|没有|(?i:none))?
    | (?P<hands>{HANDS})
    | {_I_HAVE}(?P<meld>{either(MELDS)})[了过出的]{{0,2}} (?:\ (?i:of)(?:\ (?i:an?|the))?(?![a-zA-Z]))? [:\ ]* (?:
        (?P<tiles>{SET}|{ONE}(?!{HONOUR}|[家位圈])|{SMALL}{{3,4}}(?![a-z]))
      | (?P<bracket>[\[(])\ *(?P<inside>[^\[\]()|+]+?)\ *[\])])
    | (?P<tiles_first>{SET}) \ ?\((?P<meld_after>{either(MELDS)})\)
    | \((?P<open_or_not>{SET})\)
    | (?P<several>{ONE}) (?:
        \ ?[×xX*]\ ?(?P<times>[2-4])(?![0-9a-z])
      | 刻子?
      | (?P<times_many>[2-4二三四])[张个](?!花|{ONE})
      | (?<=[东南西北中发白风财板])(?P<times_more>[2-4])(?![0-9]*\s?{SUIT}|[0-9]))
    | (?<!{NUMBERED})(?P<count>{COUNT})(?:[张个]\ ?(?P<counted>{ONE})|(?P<counted_honour>[东南西北]风?|红?中|发财?|白板?)(?!风?[家位圈]))
    | (?P<single>单钓|单骑)(?:将|的是)? [:\ ]? (?P<single_tile>{ONE}) (?=\s|\||$)
    | (?P<won>{either(WON)}) :? (?P<tile>{NUMBERED}{SUIT}|{HONOUR}(?![家位圈])) (?=\s|\||$)
    | (?P<won_last>{either(WON)}) :?\s+ (?={ONE}\s*(?:\||$))
    | (?P<english_won>{either(ENGLISH_WON)}) [:\ ]*\+? (?={ONE}(?:\s|\||$))
    | (?P<plus>\+)\s+
    | (?P<flag>{either((*FLAGS, *ENGLISH_FLAGS))})
    | (?P<of_the_book>{either(OF_THE_BOOK)})
    | \((?P<bracketed>{either((*FLAGS, *ENGLISH_FLAGS))})\)
    | (?P<name>{either(NAMES)})
    | (?P<filler>{either((*FILLERS, *ENGLISH_FILLERS))})[:\ ]*
    | (?:一?对|(?<!{_TILE_ENDS})将牌?[:\ ]*|(?<![a-zA-Z])(?i:(?:an?\ )?pair(?:\ of)?)\ )
      (?:(?P<pair>{ONE})(?P=pair)?|(?P<pair_number>{NUMBERED})(?P=pair_number)(?P<pair_suit>{SUIT}))
    | (?<!{NUMBERED})(?:(?P<eyes>{ONE})(?P=eyes)?|(?P<eyes_number>{NUMBERED})(?P=eyes_number)(?P<eyes_suit>{SUIT}))
      [做作为]?将牌?(?!{NUMBERED}|{HONOUR})
    | (?P<dash>(?<={_TILE_ENDS}|[\])])\ ?[-–—]+\ ?(?=[1-9一二三四五六七八九东南西北红中发白ESWNCFP\[(+和胡自吃碰杠明暗将]))
    | (?P<capital>[0-9]+[PSW])
    | (?P<red>0[0-9]*[mps])
    | (?<={NUMBERED})(?P<gap>\s+)(?={NUMBERED}|{SUIT}(?![a-z]))
    | (?P<discarder>\ [0-7])(?=\])
    | (?P<bare_self>(?i:self))(?![a-z=_])
    | (?<![0-9a-zA-Z一二三四五六七八九])(?<![0-9]\s)(?P<small>{SMALL}{{1,7}})(?![a-zA-Z])
    """,
    re.VERBOSE,
)
IN_BRACKETS = re.compile(rf"\(((?:{either((*FLAGS, *ENGLISH_FLAGS, *OF_THE_BOOK))}|[东南西北]风?[家位圈]|\s)+)\)")
"""Circumstances in brackets: (自摸 南家)."""
SAYS_DISCARDED = re.compile(either((*DISCARDED, *ENGLISH_DISCARDED)))
SAYS_SELF_DRAWN = re.compile("自摸|(?i:self|tsumo|zimo)")
