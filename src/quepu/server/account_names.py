"""The names of accounts: which letters they may have, and which of them look the same.

No two accounts have names that somebody could take for each other. So a name may have only letters and digits with which people write
names, of one script or of those that are written side by side in East Asia; and each name is stored with its *skeleton*, which is the same
for names that differ only in capitals, accents, width, signs and letters that look alike.

Greek is compared in Greek: its capitals look like other Latin letters than its small letters do (``Ν`` like N, ``ν`` like v), so no single
Latin skeleton fits. Instead a new name is also compared as it would be read in the other alphabet (``look_alikes``). The same holds for
Armenian.
"""

from __future__ import annotations

import re
import unicodedata

from quepu.errors import QuepuError
from quepu.names import cleaned

_KEY_LENGTH = 160

# Which letters a name may have.

_SIGNS = " -_.'’·・་"
"""They separate the parts of a name, and are not compared. The last one stands between the syllables of Tibetan."""
_LATIN_LETTERS = "æøœðþßłđħıŋŧəɓɗƙƴ"
"""Those that are not a letter from a to z with accents."""
_CYRILLIC_LETTERS = "ґғқңүұһөәҗҙҫҡҳҷӏ"
"""Those of other languages than the Slavic ones."""
_EAST_ASIAN = {"CJK UNIFIED IDEOGRAPH": "Han", "HIRAGANA": "Kana", "KATAKANA": "Kana", "HANGUL SYLLABLE": "Hangul"}
_OTHERS = (
    "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA",
    "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "MONGOLIAN", "ETHIOPIC",
)  # fmt: skip
_SCRIPT = re.compile(
    r"(?:FULLWIDTH |HALFWIDTH )?(?:(LATIN|GREEK|CYRILLIC) (?:SMALL|CAPITAL) LETTER"
    rf"|({'|'.join((*_EAST_ASIAN, *_OTHERS))})\b)"
)
"""The script of a character, from its name in Unicode."""
_REPEATING = {"ー": "Kana", "ゝ": "Kana", "ゞ": "Kana", "ヽ": "Kana", "ヾ": "Kana", "々": "Han", "ๆ": "THAI", "ໆ": "LAO"}
"""The modifier letters that names have; all others are phonetic."""
_LAST_ACCENT = 0x345
"""The accents from here on are those of ancient Greek and of phonetics."""
_RARE_HAN = range(0x20000, 0x34000)
"""Unicode adds Chinese characters here that this version of Python may not know yet."""


def fault_of(name: str) -> QuepuError | None:
    """The reason why no new account may have this name, which is ``cleaned``; None if one may."""
    scripts: set[str] = set()
    for character in name:
        found = _script(character)
        if found is None:
            return QuepuError("name_letters", text=character)
        scripts.add(found)
    scripts.discard("")
    letters = scripts - {"digit"}
    if not scripts:
        return QuepuError("name_letters", text=name)
    if len(letters) > 1 and not letters <= {"LATIN", *_EAST_ASIAN.values()}:
        return QuepuError("name_scripts")
    return None


def _script(character: str) -> str | None:
    """The script of a character, ``digit``, or nothing for a sign and an accent; None if names may not have it."""
    if character in _SIGNS or 0x300 <= ord(character) < _LAST_ACCENT:
        return ""
    if character in "0123456789":
        return "digit"
    if ord(character) in _RARE_HAN:
        return "Han"
    if unicodedata.decomposition(character).startswith("<"):
        plain = unicodedata.normalize("NFKC", character)
        is_width = unicodedata.decomposition(character).startswith(("<wide>", "<narrow>"))
        return (_script(plain) or None) if is_width else None
    category = unicodedata.category(character)
    if category == "Lm":
        return _REPEATING.get(character)
    found = _SCRIPT.match(unicodedata.name(character, ""))
    if found is None or category not in ("Lu", "Ll", "Lo", "Mn", "Mc"):
        return None
    if found[1] is None:
        return _EAST_ASIAN.get(found[2], found[2])
    return found[1] if _is_written(character, found[1]) else None


def _is_written(character: str, script: str) -> bool:
    """Whether a Latin, Greek or Cyrillic letter is one with which people write names, not one of phonetics or of ancient texts."""
    base, *accents = list(unicodedata.normalize("NFD", character).lower())
    if any(ord(accent) >= _LAST_ACCENT for accent in accents):
        return False
    if script == "LATIN":
        return "a" <= base <= "z" or base in _LATIN_LETTERS
    if script == "GREEK":
        return "α" <= base <= "ω"
    return "а" <= base <= "џ" or base in _CYRILLIC_LETTERS


# Which names look the same.

_LATIN = ("øðþłđħıŋŧəɓɗƙƴ015", "odpldhlntebdkyols")
"""Latin letters and digits with those that they look like, or that they are read as."""
_CYRILLIC = ("аеорсухѕіјьбвкмнтгзпғқңүұһөәҙҫҡҳӏћђ", "aeopcyxsijb6bkmhtr3nfkhyyhoe3ckxlhh")
_REST = ("ニハロカエトタヘリーဝଠഠסهہاוןیىک", "二八口力工卜夕へり一oooooolllييك")
"""Kana that look like Chinese characters, letters that are a circle or a line, and those that Arabic and Persian write differently."""
_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορτυχω", "ABEZHIKMNOPTYXabyenikvoptuxw")
_ARMENIAN = ("ՕՍՏԼօսհոցյզլ", "OUSLouhngjql")
_FOLDED = str.maketrans(*map("".join, zip(_CYRILLIC, _LATIN, _REST, strict=True)))
_AS_LATIN = str.maketrans(*map("".join, zip(_GREEK, _ARMENIAN, _CYRILLIC, map(str.upper, _CYRILLIC), strict=True)))
"""From Greek, Armenian and Cyrillic letters, large and small, to the look of Latin ones."""
_FROM_LATIN = [
    str.maketrans(latin + same, letters + instead)
    for (letters, latin), same, instead in ((_GREEK, "l10", "ιιο"), (_ARMENIAN, "Ii10", "լլլօ"))
]
"""From the look of Latin letters to Greek and to Armenian ones."""


def skeleton(name: str) -> str:
    """What two names have in common that must not be mistaken for each other.

    >>> skeleton("Ann 1") == skeleton("\\u0410nn-l") == skeleton("ÁNN I")
    True
    """
    return _folded(_letters(name)) or _plain(name)


def look_alikes(name: str) -> frozenset[str]:
    """The skeletons of all names that somebody could take for this one; nobody else may have one of them."""
    shown = _letters(name)
    latin = {form.translate(_AS_LATIN) for form in (shown, shown.upper(), shown.lower(), shown.title())}
    read = latin | {form.translate(table) for form in latin for table in _FROM_LATIN}
    return frozenset({skeleton(name), former_key(name), *map(_folded, read)} - {""})


def _plain(name: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFKC", cleaned(name)).casefold())


def _letters(name: str) -> str:
    """The letters and digits of a name as they are shown, without accents."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", cleaned(name)))
    return "".join(one for one in plain if unicodedata.category(one)[0] in "LN" or _is_vowel(one))


def _is_vowel(mark: str) -> bool:
    """Whether a mark belongs to a letter, as vowels do in some scripts, and as the marks of kana do: it is not an accent."""
    return mark in "\u3099\u309a" or (unicodedata.category(mark)[0] == "M" and _SCRIPT.match(unicodedata.name(mark, "")) is not None)


def _folded(letters: str) -> str:
    folded = unicodedata.normalize("NFD", letters.casefold()).replace("æ", "ae").replace("œ", "oe").translate(_FOLDED)
    folded = folded.replace("i", "l").replace("rn", "m").replace("vv", "w")
    return unicodedata.normalize("NFC", folded)[:_KEY_LENGTH]


# Accounts from before these rules.

_FORMERLY_LIKE = str.maketrans(
    "аеорсухѕіјԁԛԝьбвкмнтгзαβγεηικνορτυχω015ıł",
    "aeopcyxsijdqwb6bkmhtr3abyenikvoptuxwolsil",
)


def former_key(name: str) -> str:
    """What was stored instead of the skeleton by earlier versions: their accounts keep it."""
    plain = _plain(name)
    letters = "".join(
        one
        for one in plain
        if unicodedata.category(one)[0] in "LN" or (unicodedata.category(one)[0] == "M" and not 0x300 <= ord(one) < 0x370)
    )
    like = letters.translate(_FORMERLY_LIKE).replace("i", "l").replace("rn", "m").replace("vv", "w")
    return (unicodedata.normalize("NFC", like) or plain)[:_KEY_LENGTH]


def is_written_alike(name: str, other: str) -> bool:
    """Whether two names are the same but for capitals and width."""
    return _plain(name) == _plain(other)
