"""Names: shown as they were meant, in one line, and with nothing that cannot be seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.names import LONGEST, MOST_MARKS, cleaned, fault_of

UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u200f\n\t\x00\ud800\ue000"
TROUBLE = UNSEEN + "\u3164\u2800\u034f\u3000\u00a0\ufe0f\u0301\u0323\u20e3👩🏽❤1a "
names = st.text(st.one_of(st.sampled_from(TROUBLE), st.characters()), max_size=40)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann\u202e\n B ", "Ann B"),
        ("A\u200bn\u2060n\ufeff", "Ann"),
        ("e\u200c\u0301", "é"),
        ("Ｂ\u3000o\u00a0\u2003x", "Ｂ o x"),
        ("A\u3164B\u2800C\uffa0", "A B C"),
        ("\u0301Ann \u0302", "Ann"),
        ("a\u200db", "ab"),
        ("\ud800\ue000x", "x"),
        ("\U000e0041x", "x"),
        ("\u200d\ufe0f\u200e\u3164\u0301", ""),
    ],
    ids=ascii,
)
def test_invisible_characters_are_removed(given: str, shown: str) -> None:
    assert cleaned(given) == shown


@pytest.mark.parametrize("name", ["张伟", "𰻞", "Nguyễn", "👩‍👩‍👧", "🏳️‍🌈", "👨🏽‍💻", "❤️‍🔥", "1️⃣", "བརྒྱུད", "क्षेत्र", "שָׁלוֹם", "한국어", "🫨"])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    name = unicodedata.normalize("NFC", name)
    assert cleaned(name) == name
    assert fault_of(name) is None


@given(names)
def test_a_cleaned_name_is_clean(text: str) -> None:
    name = cleaned(text)
    assert cleaned(name) == name
    assert unicodedata.normalize("NFC", name) == name
    assert name.split(" ") == name.split() or name == ""
    assert all(unicodedata.category(word[0])[0] != "M" for word in name.split())
    unseen = {character for character in name if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")}
    assert unseen <= {"\u200d"}
    assert not unseen or any(unicodedata.category(character) == "So" or ord(character) >= 0x1F000 for character in name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (None, "name_no_text"),
        ("", "name_empty"),
        (" \u200b\u3164", "name_empty"),
        ("x" * (LONGEST + 1), "name_long"),
        ("a\nb", "name_character"),
        ("a\u202eb", "name_character"),
        ("a\ud800", "name_character"),
        ("Z" + "\u0334\u0335\u0336" * 2, "name_marks"),
        ("a" + "\u20dd" * (MOST_MARKS + 1), "name_marks"),
    ],
    ids=ascii,
)
def test_an_invalid_name_has_a_reason(name: object, code: str) -> None:
    fault = fault_of(name)
    assert fault is not None
    assert fault.code == code


def test_a_letter_may_have_a_few_marks() -> None:
    assert fault_of("a" + "\u20dd" * MOST_MARKS + "b" + "\u20dd" * MOST_MARKS) is None
