"""The names of accounts: which letters they have, and that no two of them look the same."""

from __future__ import annotations

import time
import unicodedata

import pytest
import sqlalchemy as sa
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.names import cleaned
from quepu.server.account_names import fault_of, former_key, look_alikes, skeleton
from quepu.server.accounts import passwords
from quepu.server.play.store_tables import accounts
from tests.server.accounts.browser import PASSWORD, Browser

REFUSED = {
    "name_letters": [
        "Alic℮", "Alicɐ", "A\u217cice", "Ⅳ", "ᴀlice", "ℂarl", "Ⓐnn", "🅰nn", "ﬁona", "x²", "½", "Aliceʰ", "ǀice", "ꓮnn", "Ꭺnn",
        "ϐob", "ϳim", "ѿ", "ᾐ", "A|ice", "Al!ce", "@lice", "王－", "王〇", "王\ufe00", "---", "🀄🀄",
        "Ann ♥", "ㅣㅣ", "ㄧ", "ـ", "١١", "a\u20ddnn", "Ann%",
    ],
    "name_scripts": ["Аnn", "Annа", "Αnn", "Αлла", "Ann Մ", "Ann שלום", "陈Я", "กAnn"],
}  # fmt: skip


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in REFUSED.items() for name in names], ids=ascii)
def test_a_name_has_letters_and_digits_of_one_script(site: TestClient, code: str, name: str) -> None:
    assert Browser(site).refused("/account/sign-up", {"name": name, "password": PASSWORD}) == (400, code)


@pytest.mark.parametrize("code", REFUSED)
def test_the_reason_is_said_in_both_languages(site: TestClient, code: str) -> None:
    body = {"name": REFUSED[code][0], "password": PASSWORD}
    said = {}
    for lang in ("zh", "en"):
        answer = site.post(f"/api/v1/account/sign-up?lang={lang}", json=body)
        said[lang] = answer.json()["error"]["message"]
    assert (
        said
        == {
            "name_letters": {
                "zh": "名字里不能有“℮”：只能用汉字、字母和数字，以及空格和 - _ . ' ·",
                "en": "a name cannot have '℮': it has letters and digits with which people write names, spaces, and - _ . ' ·",
            },
            "name_scripts": {
                "zh": "名字不能混用不同文字的字母：和汉字、假名、谚文一起用的只能是拉丁字母",
                "en": "the letters of a name must be of one script; only Latin, Chinese, Japanese and Korean ones may stand together",
            },
        }[code]
    )


NAMES = [
    "张伟", "𰻞", "Ann 陈", "佐々木", "ひかる", "ヒカル", "スーパー", "김민수", "Nguyễn Thị Đào", "Bjørn", "Łukasz", "Ağaoğlu", "Əli",
    "Ɗanladi", "Þór", "O'Neil", "Jean-Luc", "Wang_1.5", "约翰·史密斯", "Ｂｏ ７", "Άννα", "Νίκος", "Анна", "Їжак", "Қанат", "Ђорђе", "Գոռ",
    "შოთა", "שָׁלוֹם", "محمد", "किरण", "สมชาย", "བརྒྱུད་", "አበበ", "007",
]  # fmt: skip


def test_people_can_write_their_names(site: TestClient) -> None:
    assert {name: fault_of(cleaned(name)) for name in NAMES} == dict.fromkeys(NAMES)
    assert len({skeleton(name) for name in NAMES}) == len(NAMES)


def test_names_in_scripts_without_capitals_stay_apart() -> None:
    names = ["陈伟", "陈炜", "ひかる", "ひがる", "किरण", "कुरण", "김민수"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("Ann Ill", ["ann ill", "ANNILL", "Ann IlI", "Ann-1ll", "Ánn  Ill", "\u200bAnn Ill", "Ａｎｎ Ill"]),
        ("Copa", ["Сора", "СОРА", "сора"]),
        ("ANNA", ["ΑΝΝΑ", "anna"]),
        ("Niko", ["Νικο", "ΝΙΚΟ"]),
        ("Νικο", ["Niko", "NIKO", "νίκο", "viko"]),
        ("ΤΟΜ", ["TOM", "ТОМ", "Τομ"]),
        ("Bjørn", ["Bjorn", "BJØRN"]),
        ("Əli", ["Eli"]),
        ("Ous", ["Օսs", "Oսս"]),
        ("王二", ["王ニ"]),
        ("علی", ["علي"]),
    ],
    ids=ascii,
)
def test_names_that_look_alike_are_one_name(site: TestClient, first: str, others: list[str]) -> None:
    Browser(site).sign_up(first)
    for name in others:
        status, code = Browser(site).refused("/account/sign-up", {"name": name, "password": PASSWORD})
        assert (status, code) in ((409, "name_taken"), (400, "name_scripts")), name
    bo = Browser(site)
    bo.sign_up("Zed")
    assert bo.refused("/account/name", {"name": others[0]})[1] in ("name_taken", "name_scripts")
    Browser(site).sign_up(f"{first}x" if first.isascii() else f"{first}{first[-1]}")


# Whatever names people try.

SHOWN_LIKE = dict(
    zip(
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ" "АВЕКМНОРСТУХІЈЅаеосрухіјѕ" "ＡＢＣＤＥａｂｃｄｅ" "lI1О0",
        "ABEZHIKMNOPTYXaikvopux" "ABEKMHOPCTYXIJSaeocpyxijs" "ABCDEabcde" "lllOO",
        strict=True,
    )
)  # fmt: skip
"""Letters with those that they look like, as they are shown, apart from the tables of the program."""
LETTERS = "".join(SHOWN_LIKE) + "ABCDEHIKMNOPTUVXYZabcdehiklmnoprtuvwxyz0123456789éøłβГгςσΣ " + "ɐ℮ⅼᴀ①ﬁ٠王二ニカ力ひ김"
tried = st.lists(st.text(LETTERS, min_size=1, max_size=5) | st.text(max_size=4), max_size=12)


def looks(name: str) -> str:
    plain = "".join(one for one in unicodedata.normalize("NFD", name) if not unicodedata.combining(one))
    return "".join(SHOWN_LIKE.get(one, one) for one in plain.replace(" ", ""))


@given(tried)
@example(["ANN", "ΑΝΝ", "ann", "ανν"])
@example(["Αννα", "Avva", "ΑΝΝΑ", "Anna", "Анна"])
@example(["Ννο", "Nvo", "nvo"])
@example(["Νινο", "Vivo", "Nivo"])
def test_no_two_names_of_accounts_have_one_skeleton_or_look_the_same(names: list[str]) -> None:
    stored: dict[str, str] = {}
    for name in filter(None, map(cleaned, names)):
        if fault_of(name) is None and not look_alikes(name) & stored.keys():
            assert skeleton(name) not in stored
            stored[skeleton(name)] = name
    assert len({looks(name) for name in stored.values()}) == len(stored)
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in stored.values()}) == len(stored)


@given(st.text(LETTERS, max_size=8) | st.text(max_size=8))
def test_a_name_has_its_own_skeleton_in_whatever_case_it_is_typed(text: str) -> None:
    name = cleaned(text)
    if name and fault_of(name) is None:
        assert skeleton(name) in look_alikes(name)
        assert {skeleton(name.upper()), skeleton(name.lower()), skeleton(f" {name} ")} == {skeleton(name)}


# Accounts from before.


def add(site: TestClient, *names: str) -> None:
    """Accounts with names that were possible before, as they were stored."""
    hash = passwords.hashed(PASSWORD)

    def insert(connection: Connection) -> None:
        for number, name in enumerate(names):
            row = {"id": f"old{number}", "name": name, "name_key": former_key(name), "password": hash, "is_operator": False}
            connection.execute(accounts.insert().values(**row, created=time.time(), seen=time.time()))

    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(state.play.rooms.store.do, insert)


def test_an_account_with_a_name_that_is_refused_now_can_be_used_and_renamed(site: TestClient) -> None:
    names = ["Alicɐ", "🀄🀄", "Аnn", "Ørsted", "Orsted", "Νίνο", "A%b"]
    add(site, *names)
    for number, name in enumerate(names):
        browser = Browser(site)
        assert browser.sign_in(name)["account"]["id"] == f"old{number}", name
        assert browser.sign_in(name.lower())["account"]["id"] == f"old{number}", name
        assert browser.name == name
    for taken in ("Ann", "Оrsted", "ørsted", "ΝΙΝΟ", "Vívo"):
        assert Browser(site).refused("/account/sign-up", {"name": taken, "password": PASSWORD})[1] in ("name_taken", "name_scripts")
    browser = Browser(site)
    browser.sign_in("Alicɐ")
    assert browser.post("/account/name", {"name": "Alice"})["account"]["name"] == "Alice"
    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    stored = sa.select(accounts.c.name_key).where(accounts.c.id == "old0")
    assert site.portal.call(state.play.rooms.store.do, lambda connection: connection.scalar(stored)) == skeleton("Alice")
