"""Parse and format tiles, hands and wins.

``hand := concealed (SP meld)* [SP "+" tile] [SP "|" option (SP option)*]``; see ``docs/notation.md``. Melds may come first. Chinese names
and Unicode tiles are accepted too, and what people type instead (``informal``). The output is canonical: suits m p s, then ESWNCFP, the
melds as given, ``+`` the winning tile, the options in a fixed order. Parsing it gives the same hand.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from quepu import informal, tiles
from quepu.errors import ImpossibleHand, NotationError
from quepu.hand import READY, Hand, Meld, MeldType, Win, circumstances, won

_DIGITS = {character: str(i) for i, character in enumerate("一二三四五六七八九", 1)} | {str(i): str(i) for i in range(10)}
_SUITS = {c: c for c in "mpszf"} | dict.fromkeys("萬万", "m") | dict.fromkeys("筒饼餅", "p") | dict.fromkeys("条條索", "s")
_BY_NAME = tiles.BY_NAME | {f"{n}z": kind for n, kind in enumerate((27, 28, 29, 30, 33, 32, 31), 1)}
"""Also ``1z``–``7z``, which are 東南西北白發中."""
_BY_SUIT = {
    suit: {digit: _BY_NAME[number + letter] for digit, number in _DIGITS.items() if number + letter in _BY_NAME}
    for suit, letter in _SUITS.items()
}
"""The kinds of each suit, by digit."""
_WHOLE = (
    {name: kind for name, kind in tiles.BY_NAME.items() if len(name) == 1}
    | dict(zip("东東南西北中发發白", (27, 27, 28, 29, 30, 31, 32, 32, 33), strict=True))
    | dict(zip("春夏秋冬梅兰竹菊蘭", (34, 35, 36, 37, 38, 39, 40, 41, 39), strict=True))
    | {glyph: kind for kind, glyph in enumerate(tiles.GLYPHS)}
)
_SELECTORS = "\ufe0e\ufe0f"
"""Text and picture selectors, which may follow a Unicode tile."""

MOST_TILES = len(tiles.ALL_TILES)
"""The maximum number of tiles in a text: a whole set."""

_BRACKETS = {"[": "]", "(": ")"}
_PIECE = re.compile(r"\[[^\]]*\]?|\([^)]*\)?|\+[^\s\[(+]*|[^\s\[(+]+")
"""A meld, the winning tile after its ``+``, or tiles."""
_WORD = re.compile(r"\S+")


def parse_tiles(text: str, offset: int = 0, flowers: bool = True) -> list[int]:
    """The kinds in a text of tiles, with or without flowers; ``offset`` is added to the position in an error.

    >>> parse_tiles("19mE5z")
    [0, 8, 27, 33]
    """
    kinds: list[int] = []
    digits: list[int] = []  # their positions
    for i, character in enumerate(text):
        if character in _DIGITS:
            digits.append(i)
        elif character in _SUITS:
            if not digits:
                raise NotationError("missing_number", offset + i, text=character)
            by_digit = _BY_SUIT[character]
            for at in digits:
                kind = by_digit.get(text[at])
                if kind is None or (kind >= tiles.KINDS and not flowers):
                    name = _DIGITS[text[at]] + _SUITS[character]
                    if kind is None:
                        raise NotationError("no_such_tile", offset + at, text=name)
                    raise _flower_in_hand(kind, offset + at)
                kinds.append(kind)
            digits.clear()
        elif character in _WHOLE:
            if digits:
                break
            kind = _WHOLE[character]
            if kind >= tiles.KINDS and not flowers:
                raise _flower_in_hand(kind, offset + i)
            kinds.append(kind)
        elif character not in _SELECTORS:
            raise NotationError("unknown_character", offset + i, text=character)
    if digits:
        raise NotationError("missing_suit", offset + digits[0], text="".join(_DIGITS[text[at]] for at in digits))
    if len(kinds) > MOST_TILES:
        raise NotationError("more_than_a_set", offset, limit=MOST_TILES)
    return kinds


def _flower_in_hand(kind: int, position: int) -> NotationError:
    return NotationError("flower_in_hand", position, text=tiles.NAMES[kind], tile=tiles.CHINESE[kind])


def parse(text: str, words: informal.Words = informal.no_book) -> tuple[Hand, dict[str, object]]:
    """The hand, and the circumstances in its options. What people type instead of the notation is read too (``informal``); ``words`` are
    those of the rule book in use.

    If there are fourteen tiles without a ``+``, the last concealed one is the winning tile.

    >>> hand, given = parse("12345678m22p [EEE] +9m | self")
    >>> hand.melds, given
    ((Meld(type=<MeldType.PUNG: 1>, tile=27),), {'self_drawn': True})
    """
    return _parse_any(text, words)[:2]


def names_winning_tile(text: str, words: informal.Words = informal.no_book) -> bool:
    """Whether a text says which tile won. If not, and there are fourteen, ``parse`` takes the last one.

    >>> names_winning_tile("12345678m22p [EEE] 和9m"), names_winning_tile("123456789m22p [EEE]")
    (True, False)
    """
    return "+" in _parse_any(text, words)[2].partition("|")[0]


def _parse_any(text: str, words: informal.Words) -> tuple[Hand, dict[str, object], str]:
    """The hand, its circumstances, and the text of it in the notation, if only rewritten."""
    try:
        return *_parse(text), text
    except NotationError as error:
        wrong = error
    rewritten, positions = informal.rewrite(text, words)
    try:
        hand, given = _parse(rewritten)
        hand = hand if "+" in text else _with_winning_once(hand)
        return _with_pair(hand) if informal.says_single(text) else hand, given, rewritten
    except NotationError as error:
        error.position = positions[error.position]
        if error.code == wrong.code and error.position < wrong.position:  # a rewritten option has one position for all of it
            raise wrong from None
        raise


def _with_winning_once(hand: Hand) -> Hand:
    """Who says in words which tile won (自摸北) has often written it among the fourteen: it is not a fifteenth."""
    if hand.size != 15 or hand.winning not in hand.concealed:
        return hand
    rest = list(hand.concealed)
    rest.remove(hand.winning)
    return replace(hand, concealed=tuple(rest))


def _with_pair(hand: Hand) -> Hand:
    """Who says that a hand waited for the other tile of its pair (单钓五筒) need not write the first one."""
    return replace(hand, concealed=(*hand.concealed, hand.winning)) if hand.size == 13 and hand.winning is not None else hand


def _parse(text: str) -> tuple[Hand, dict[str, object]]:
    body, bar, options = text.partition("|")
    concealed: list[int] = []
    melds: list[Meld] = []
    winning: int | None = None
    order: list[str] = []  # tiles, then melds, or melds, then tiles
    for n, piece in enumerate(_PIECE.findall(body)):
        first = piece[0]
        try:
            if first in _BRACKETS:
                if piece[-1] != _BRACKETS[first]:
                    raise NotationError("unclosed_meld", 0, text=_BRACKETS[first])
                if winning is not None or not _in_order(order, "melds"):
                    raise NotationError("wrong_order", 0, text=piece)
                melds.append(_USUAL_MELDS.get(piece) or _meld(piece))
            elif first == "+":
                found = parse_tiles(piece[1:], 1, flowers=False)
                if winning is not None:
                    raise NotationError("second_winning_tile", 0, text=piece)
                if len(found) != 1:
                    raise NotationError("bad_winning_tile", 0, text=piece[1:])
                winning = found[0]
            else:
                if winning is not None or not _in_order(order, "tiles"):
                    raise NotationError("wrong_order", 0, text=piece)
                concealed += parse_tiles(piece, flowers=False)
            if len(concealed) + 3 * len(melds) > MOST_TILES:
                raise NotationError("more_than_a_set", 0, limit=MOST_TILES)
        except NotationError as error:
            error.position += _start(_PIECE, body, n)
            raise
    if not (concealed or melds or winning is not None):
        raise NotationError("empty_hand", 0)
    if winning is None and concealed and len(concealed) + 3 * len(melds) == 14:
        winning = concealed.pop()
    given = _options(options, len(body) + 1) if bar else {}
    return Hand(tuple(concealed), tuple(melds), winning), given


def _in_order(order: list[str], part: str) -> bool:
    """Whether this part of the hand follows: tiles and melds may come in either order, each in one place."""
    if order[-1:] != [part]:
        if part in order:
            return False
        order.append(part)
    return True


def _start(pattern: re.Pattern[str], text: str, n: int) -> int:
    """The position of piece number ``n``. Only errors need it, so the parser does not keep track of positions."""
    return next(islice(pattern.finditer(text), n, None)).start()


def _meld(text: str) -> Meld:
    kinds = sorted(parse_tiles(text[1:-1], 1, flowers=False))
    if kinds:
        low = kinds[0]
        if kinds == [low] * 4:
            return Meld(MeldType.KONG if text[0] == "[" else MeldType.CONCEALED_KONG, low)
        if text[0] == "[":
            if kinds == [low] * 3:
                return Meld(MeldType.PUNG, low)
            if kinds == [low, low + 1, low + 2] and tiles.is_numbered(low) and tiles.number(low) <= 7:
                return Meld(MeldType.CHOW, low)
    raise NotationError("bad_meld" if text[0] == "[" else "bad_concealed_kong", 0, text=text)


_FLAGS = {"self": "self_drawn", "last_tile": "last_tile", "kong": "kong", "first_turn": "first_turn", "last_copy": "last_copy"}
_VALUED = ("seat", "round", "flowers", "ready", "tiles_left")
_SEPARATORS = re.compile("[,;|/&，；、｜]")
"""Characters that people write between options instead of a space."""


_IN_CHINESE = {
    "self": "自摸", "seat": "门风", "round": "圈风", "last_tile": "海底", "kong": "杠上开花、抢杠", "first_turn": "天和、地和",
    "last_copy": "绝张", "flowers": "花牌", "ready": "报听", "tiles_left": "牌墙余",
}  # fmt: skip


def _option_in_words(option: str) -> tuple[str, str]:
    """An option as an error names it: Chinese, English."""
    return _IN_CHINESE[option], option


def _options(text: str, offset: int) -> dict[str, object]:
    """The circumstances in the words after the bar; ``offset`` is the position of the first one."""
    given: dict[str, object] = {}
    for n, word in enumerate(text.split()):
        option, equals, value = word.partition("=")
        name = _FLAGS.get(option, option)
        try:
            if name in given:
                raise NotationError("repeated_option", 0, option=_option_in_words(option))
            if option in _FLAGS and not equals:
                given[name] = True
            elif option in _VALUED and equals:
                given[name] = _value(option, value)
            else:
                raise NotationError("unknown_option", 0, text=word)
        except NotationError as error:
            start = offset + _start(_WORD, text, n)
            separator = _SEPARATORS.search(word)
            if separator and option != "flowers":
                raise NotationError("option_separator", start + separator.start(), text=separator[0]) from error
            error.position += start
            raise
    return given


def _value(option: str, text: str) -> object:
    """The value after ``option=``."""
    value: object = None
    if option in ("seat", "round"):
        value = _WHOLE[text] - 27 if 27 <= _WHOLE.get(text, 0) <= 30 else None
    elif option == "flowers":
        value = _flowers(text, len("flowers="))
    elif option == "ready":
        value = text if text in READY else None
    else:
        value = _count(text, len(tiles.ALL_TILES))
    if value is None:
        raise NotationError("bad_option", 0, option=_option_in_words(option), text=text)
    return value


def _flowers(value: str, position: int) -> int | tuple[int, ...]:
    count = _count(value, tiles.FLOWERS)
    if count is not None:
        return count
    kinds = [] if value.isdigit() else parse_tiles(value, position)
    if not kinds or min(kinds) < tiles.KINDS or len(set(kinds)) < len(kinds):
        raise NotationError("bad_option", position, option=_option_in_words("flowers"), text=value)
    return tuple(kinds)


def _count(value: str, most: int) -> int | None:
    """A number from 0 to ``most``, or None."""
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= most else None


def format_tiles(kinds: list[int] | tuple[int, ...]) -> str:
    """Tiles in canonical order, the numbers of a suit together.

    >>> format_tiles([27, 8, 0, 9])
    '19m1pE'
    """
    text = ""
    names = [tiles.NAMES[kind] for kind in sorted(kinds)]
    for i, name in enumerate(names):
        following = names[i + 1] if i + 1 < len(names) else ""
        text += name[0] if len(name) == 2 and following[1:] == name[1] else name
    return text


def format_meld(meld: Meld) -> str:
    text = format_tiles(meld.tiles)
    return f"({text})" if meld.type == MeldType.CONCEALED_KONG else f"[{text}]"


_USUAL_MELDS = {
    format_meld(meld): meld
    for meld in (Meld(type, tile) for type in MeldType for tile in range(tiles.KINDS))
    if meld.type != MeldType.CHOW or (tiles.is_numbered(meld.tile) and tiles.number(meld.tile) <= 7)
}
"""Every meld by its canonical form, so that most melds need no parsing."""


def format_hand(hand: Hand, win: Win | None = None) -> str:
    """The canonical form.

    >>> format_hand(parse("22p 东东东一二三四五六七八萬 +9m")[0])
    '12345678m22pEEE +9m'
    """
    parts = [format_tiles(hand.concealed)] if hand.concealed else []
    parts += map(format_meld, hand.melds)
    if hand.winning is not None:
        parts.append("+" + tiles.NAMES[hand.winning])
    options = format_options(win) if win else []
    if options:
        parts += ["|", *options]
    return " ".join(parts)


def format_options(win: Win) -> list[str]:
    """The options that are not the defaults, in canonical order."""
    options = ["self"] if win.self_drawn else []
    if win.seat:
        options.append(f"seat={tiles.WINDS[win.seat]}")
    if win.round:
        options.append(f"round={tiles.WINDS[win.round]}")
    options += [name for name in ("last_tile", "kong", "first_turn", "last_copy") if getattr(win, name)]
    if win.flowers:
        flowers = win.flowers if isinstance(win.flowers, int) else "".join(tiles.NAMES[kind] for kind in sorted(win.flowers))
        options.append(f"flowers={flowers}")
    if win.ready is not None:
        options.append(f"ready={win.ready}")
    if win.tiles_left is not None:
        options.append(f"tiles_left={win.tiles_left}")
    return options


def read(text: str, given: dict[str, object] | None = None, words: informal.Words = informal.no_book) -> tuple[Hand, Win]:
    """A hand and its win from notation, with further circumstances. The same one with two different values is an error."""
    hand, options = parse(text, words)
    if given:
        stated = circumstances(given)
        for name in given:
            value = getattr(stated, name)
            if name in options and options[name] != value:
                written = Win().replace({name: options[name]}).as_written(name)
                raise ImpossibleHand("conflicting_circumstances", option=name, first=written, second=stated.as_written(name))
            options[name] = value
    return hand, won(**options)
