"""Search for fans by name, by pinyin with or without tones, by the initials of the pinyin, by English name, by id, or by value."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import product

from quepu.rules.base import Fan, RuleBook

# The pinyin of every character in a fan's name, as it is read in mahjong; a second reading comes later in the list. A test checks that
# none is missing.
_PINYIN = """
yī一 èr二 sān三 sì四 wǔ五 liù六 qī七 bā八 jiǔ九 shí十 yāo幺么 dān单 shuāng双 bù不 wú无 quán全 dà大 xiǎo小 zhōng中 shàng上 xià下 yú于
tiān天 dì地 rén人 guǐ鬼 chóng虫 hú和胡 hé和 lǐng岭 gàng杠 kāi开 huā花 hǎi海 hé河 dǐ底 lāo捞 yuè月 yú鱼 qiǎng抢 zì自字 mō摸 miào妙
shǒu手 huí回 chūn春 xià夏 qiū秋 dōng冬 méi梅 lán兰 zhú竹 jú菊 duì对 kào靠 mén门 qián前 qīng清 àn暗 míng明 kè刻 guī归 xīng星 xǐ喜
yuán元 fān番 pái牌 fēng风 dōng東东 nán南 xī西 běi北 fā發发 bái白 kè客 hùn混 dài带 lián莲连链 bǎo宝 dēng灯 sè色 quē缺 qí齐 shù数
jù聚 guàn贯 tōng通 jìng镜 tóng同 shùn顺 bān般 gāo高 xiāng相 féng逢 lóng龙 huì会 bù步 huán环 qì气 lǎo老 shào少 shǎo少 fù副 lǜ绿 jié节
zǔ组 hé合 tuī推 dǎo倒 pèng碰 qiú求 jiàn箭 jué绝 zhāng张 duàn断 píng平 quān圈 biān边 kǎn坎 diào钓 jiàng将 dú独 tīng听 zuò坐 jīn金
jī鸡 lì立 zhuāng庄 bàn半 tào套 kòng空 gè个 yǒu有 wài外 nèi内 fēn分 jiā加 bèi倍 zuì最 hòu后 dào到 wèi位 qǐ起 jiā家 xián闲
shèng盛 chéng盛 tā他 fù付 qí其 diǎn点 mò末
"""

_SAME = str.maketrans(
    "發萬東對雙門單開張歸撈連貫龍鏡寶燈蓮節組綠絕斷無風魚齊順數氣環帶嶺搶將邊釣槓會么胡糊调調嵌鈎聽獨雞蟲莊鏈",
    "发万东对双门单开张归捞连贯龙镜宝灯莲节组绿绝断无风鱼齐顺数气环带岭抢将边钓杠会幺和和钓钓坎钓听独鸡虫庄链",
)
"""Other forms of the characters, and other words for the same: 碰碰胡 is 碰碰和."""

_WORTH = re.compile("(?P<number>[0-9]{1,4})(?:番|分|点|(?P<points>points?|pts?)|(?P<fan>翻|fan)|(?P<fu>副|fu))?")
"""A value, folded."""

_TONES = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"}


@cache
def _readings() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in _PINYIN.split():
        syllable = word.rstrip("".join(character for character in word if character >= "\u4e00"))
        for character in word[len(syllable) :]:
            found[character] = (*found.get(character, ()), syllable)
    return found


def pinyin(name: str) -> str:
    """How a fan's name is read.

    >>> pinyin("一气贯通")
    'yī qì guàn tōng'
    """
    return " ".join(readings[0] for readings in _syllables(name))


def _syllables(name: str) -> list[tuple[str, ...]]:
    """The readings of each character; a number or a letter is read as it is, and signs are not."""
    return [_readings().get(word, (word,)) for word in re.findall(r"[0-9A-Za-z]+|[\u4e00-\u9fff]", name)]


_NUMERALS = {character: n for n, character in enumerate("一二三四五六七八九", 1)}


def _with_digits(text: str) -> str:
    """With digits for Chinese numerals: 13幺 for 十三幺, 88 for 八十八, 3色3步高 for 三色三步高."""
    tens = re.sub(
        "([一二三四五六七八九])?十([一二三四五六七八九])?",
        lambda found: str(10 * _NUMERALS.get(found[1], 1) + _NUMERALS.get(found[2], 0)),
        text,
    )
    return "".join(str(_NUMERALS.get(character, character)) for character in tens)


def search(rules: RuleBook, wanted: str) -> list[Fan]:
    """The fans that match, the best first: equal, then with this beginning, then containing it. An empty text matches all of them,
    punctuation alone none.

    >>> from quepu.rules import book
    >>> [fan.name for fan in search(book(), "yqgt")], [fan.name for fan in search(book(), "Straight")]
    (['一气贯通'], ['一气贯通', '三色贯通', '连六'])
    """
    query = _fold(wanted)
    if not query:
        return [] if wanted.strip() else list(rules.rows)
    ranked = []
    digits = _with_digits(query)
    worth = _WORTH.fullmatch(digits if len(query) > 1 else query)
    for n, row in enumerate(rules.rows):
        ranks = [0] if worth and _is_worth(rules, row, worth) else []
        ranks += [rank for key in _keys(row.name, row.row_name, row.en, row.id) if (rank := _rank(query, key)) is not None]
        if len(digits) > 1 and (rank := _rank(digits, _with_digits(_fold(row.name)))) is not None:  # one digit alone is a value
            ranks.append(rank)
        if ranks:
            ranked.append((min(ranks), n, row))
    return [row for _, _, row in sorted(ranked, key=lambda found: found[:2])]


def called(rules: RuleBook, name: str) -> Fan | None:
    """The fan that has this name, as ``search`` compares names; a value is not a name.

    >>> from quepu.rules import book
    >>> called(book(), "大三元!").id, called(book(), "大三")
    ('big_three_dragons', None)
    """
    query = _fold(name)
    keys = (query, _with_digits(query)) if len(query) > 1 else ()
    return next((row for row in rules.rows for key in keys if key in _keys(row.name, row.row_name, row.en, row.id)), None)


def _is_worth(rules: RuleBook, row: Fan, worth: re.Match[str]) -> bool:
    """Whether a fan has the value that is asked for: 88, 88番, 88分; where a value has two numbers, 8副 or 3翻."""
    unit = next((name for name, found in worth.groupdict().items() if found and name != "number"), None)
    wanted = {unit} if unit else {"points", "fan"}
    return any(str(value) == worth["number"].lstrip("0") for name, value in rules.family.value_dict(row).items() if name in wanted)


def _rank(query: str, key: str) -> int | None:
    if query == key:
        return 0
    if key.startswith(query):
        return 1
    # a single letter is in almost every name
    return 2 if query in key and (len(query) > 1 or not query.isascii()) else None


def _fold(text: str) -> str:
    """A text as it is compared: small letters, one form of each character, no spaces or signs."""
    composed = unicodedata.normalize("NFKC", text.casefold())
    return "".join(character for character in composed if character.isalnum()).translate(_SAME)


@cache
def _keys(name: str, *others: str) -> frozenset[str]:
    """Everything a fan can be found by: its name, in pinyin too, and what else it is called."""
    keys = {name, *others}
    for syllables in product(*_syllables(name)):
        toneless = [_without_tone(syllable) for syllable in syllables]
        plain = "".join(toneless)
        keys |= {plain, plain.replace("ü", "v"), plain.replace("ü", "u"), "".join(syllable[0] for syllable in toneless)}
        keys |= {"".join(syllables), "".join(map(_numbered, syllables))}
    return frozenset(map(_fold, keys))


def _without_tone(syllable: str) -> str:
    """``guàn`` as ``guan``."""
    letters = unicodedata.normalize("NFD", syllable)
    return unicodedata.normalize("NFC", "".join(letter for letter in letters if letter not in _TONES))


def _numbered(syllable: str) -> str:
    """``guàn`` as ``guan4``."""
    return _without_tone(syllable) + "".join(_TONES.get(letter, "") for letter in unicodedata.normalize("NFD", syllable))
