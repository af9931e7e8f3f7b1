"""Entries of documents: their forms, what is refused, their order, and undo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.club.entries import (
    FIELDS,
    KEY_LETTERS,
    LETTERS,
    MOST_AHEAD,
    MOST_AT,
    MOST_AT_ONCE,
    MOST_NUMBER,
    MOST_WHEN,
    canonical,
    check_entries,
    check_entry,
    in_order,
    is_id,
    undone,
)
from quepu.errors import QuepuError
from quepu.texts import ENTRY_REASONS
from tests.club_entries import TYPES, some_entry

Entry = dict[str, Any]

every_type = pytest.mark.parametrize(("kind", "t"), TYPES)


def refusal(entry: object, kind: str = "sheet") -> tuple[object, str]:
    """The place of what is wrong, and the reason."""
    with pytest.raises(QuepuError) as caught:
        check_entry(kind, entry)
    assert caught.value.code == "entry_wrong"
    caught.value.message("zh").encode()  # can be sent
    reasons = {text: reason for reason, text in ENTRY_REASONS.items()}
    return caught.value.details["place"], reasons[caught.value.details["reason"]]  # type: ignore[index]  # a text of both languages


def draw(number: int = 1, at: int = 1, device: str = "aaaaaaaa", **more: Any) -> Entry:
    return {"id": f"{device}.{number}", "at": at, "when": 0, "t": "draw", "deal": 1, **more}


# The forms.


@every_type
def test_every_type_accepts_entries_as_described(kind: str, t: str) -> None:
    random = Random(f"{kind} {t}")
    for number in range(1, 60):
        entry = some_entry(kind, t, number, random)
        check_entry(kind, entry)
        assert json.loads(canonical(entry)) == entry


HOSTILE: list[Any] = [
    True, False, -1, 2**31, 2**63, 10**400, 1.5, -0.5, 1e308, float("nan"), float("inf"), float("-inf"), "", "x", "\x00", "\ud800",
    "a" * 100_000, [], [[]], {}, {"a": 1}, [None] * 4, [0] * 1_000, {"__proto__": 1}, "1", "k3v9x2ab.0", "K3V9X2AB.1", "k3v9x2ab.1\n",
    "k3v9x2ab.4294967296", "k3v9x2ab.٣",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values inside an entry."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


@every_type
def test_a_hostile_value_anywhere_is_refused_or_fits(kind: str, t: str) -> None:
    """Nothing but QuepuError is raised, and whatever is accepted can be stored as JSON and read again."""
    random = Random(f"hostile {kind} {t}")
    entry = some_entry(kind, t, 7, random)
    for path in places(entry):
        for value in HOSTILE:
            changed = deepcopy(entry)
            parent = changed
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = value
            try:
                check_entry(kind, changed)
            except QuepuError as error:
                assert error.code == "entry_wrong"
                json.dumps(error.as_dict("zh"), ensure_ascii=False).encode()
            else:
                assert not isinstance(value, bool)
                assert json.loads(canonical(changed).encode()) == changed


@every_type
def test_a_field_that_is_missing_or_unknown_is_refused(kind: str, t: str) -> None:
    entry = some_entry(kind, t, 7, Random(3))
    for field, spec in FIELDS[kind][t].items():
        left = {key: value for key, value in entry.items() if key != field}
        if spec.get("optional"):
            check_entry(kind, left)
        else:
            assert refusal(left, kind) == (f"entry.{field}", "missing")
    for field in ("id", "at", "when", "t"):
        assert refusal({key: value for key, value in entry.items() if key != field}, kind) == (f"entry.{field}", "missing")
    assert refusal(entry | {"colour": 1}, kind) == ("entry.colour", "unknown")
    assert refusal(entry | {"\ud800\n" * 999: 1}, kind) == ("entry.…", "unknown")


@pytest.mark.parametrize("value", [None, [], "draw", 3, [draw()]])
def test_an_entry_is_an_object(value: object) -> None:
    assert refusal(value) == ("entry", "object")


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"deal": True}, ("entry.deal", "number")),
        ({"deal": float("nan")}, ("entry.deal", "number")),
        ({"deal": -0.001}, ("entry.deal", "number")),
        ({"deal": 1_000_000.5}, ("entry.deal", "number")),
        ({"deal": None}, ("entry.deal", "null")),
        ({"at": 0}, ("entry.at", "int")),
        ({"at": 1.0}, ("entry.at", "int")),
        ({"at": MOST_AT + 1}, ("entry.at", "int")),
        ({"when": MOST_WHEN + 1}, ("entry.when", "int")),
        ({"t": "win"}, ("entry.winner", "missing")),
        ({"t": "member"}, ("entry.t", "type")),
        ({"t": ["draw"]}, ("entry.t", "text")),
        ({"id": "aaaaaaaa.0"}, ("entry.id", "entry")),
        ({"id": f"aaaaaaaa.{MOST_NUMBER + 1}"}, ("entry.id", "entry")),
        ({"id": "aaaaaaal.1"}, ("entry.id", "entry")),
        ({"replaces": None}, ("entry.replaces", "null")),
        ({"note": "\x1b[31m"}, ("entry.note", "text")),
        ({"note": "a" * 201}, ("entry.note", "text")),
        ({"kongs": [0, 0, 0]}, ("entry.kongs", "list")),
        ({"kongs": [0, 0, 0, 5]}, ("entry.kongs[3]", "int")),
    ],
)
def test_the_error_names_the_place_and_the_reason(wrong: Entry, expected: tuple[str, str]) -> None:
    assert refusal(draw() | wrong) == expected


def test_payments_of_a_penalty_add_up_to_zero_and_seats_are_different() -> None:
    penalty = draw() | {"t": "penalty", "by": 0, "kind": "other", "payments": [3, -1, -1, -1]}
    check_entry("sheet", penalty)
    assert refusal(penalty | {"payments": [3, -1, -1, 0]}) == ("entry.payments", "sum")
    assert refusal(draw() | {"t": "seats", "seats": [0, 1, 2, 2]}) == ("entry.seats", "distinct")


def test_a_member_of_an_object_is_named() -> None:
    sheet = {"id": "aaaaaaaa.1", "at": 1, "when": 0, "t": "sheet", "rules": "guobiao", "names": list("ABCD")}
    assert refusal(sheet | {"stake": {"unit": "元", "per_point": "1"}}) == ("entry.stake.per_point", "number")
    assert refusal(sheet | {"stake": {"unit": "元"}}) == ("entry.stake.per_point", "missing")
    assert refusal(sheet | {"rules": "chess"}) == ("entry.rules", "one_of")


def test_only_an_overlay_or_a_draw_of_many_tables_may_be_large() -> None:
    sheet = {"id": "aaaaaaaa.1", "at": 1, "when": 0, "t": "sheet", "rules": "guobiao", "names": list("ABCD")}
    check_entry("sheet", sheet | {"overlay": "雀" * 32_768})
    assert refusal(sheet | {"overlay": "雀" * 32_769}) == ("entry.overlay", "text")
    tables = [["aaaaaaaa.1", "aaaaaaaa.2", "aaaaaaaa.3", "aaaaaaaa.4"]] * 100
    drawn = {"id": "aaaaaaaa.1", "at": 1, "when": 0, "t": "draw", "seed": 1, "from_round": 1, "rounds": [tables] * 40}
    check_entry("tournament", drawn)
    long = [["a" * 40] * 4] * 100
    assert refusal(drawn | {"rounds": [long] * 40}, "tournament") == ("entry", "size")


# Many at once.


def error_of(entries: object, **more: Any) -> tuple[str, dict[str, object]]:
    with pytest.raises(QuepuError) as caught:
        check_entries("sheet", entries, **more)
    return caught.value.code, caught.value.details


def test_entries_may_arrive_in_any_order() -> None:
    """What matters is how far the greatest logical time is ahead when all are sorted."""
    entries = [draw(2, at=1 + MOST_AHEAD), draw(3, at=1 + 2 * MOST_AHEAD), draw(9, at=1)]
    assert check_entries("sheet", entries[::-1]) == entries[::-1]
    assert check_entries("sheet", entries) == entries
    assert check_entries("sheet", [draw(1, at=1)], known_at=10**9)


def test_a_logical_time_far_ahead_of_all_others_is_refused() -> None:
    code, details = error_of([draw(1, at=1), draw(2, at=2 + MOST_AHEAD)])
    assert (code, details) == ("entry_wrong", {"place": "entries[1].at", "reason": ENTRY_REASONS["ahead"]})
    check_entries("sheet", [draw(2, at=2 + MOST_AHEAD)], known_at=2)


def test_a_request_has_a_maximum_of_entries() -> None:
    entries = [draw(number, at=number) for number in range(1, MOST_AT_ONCE + 2)]
    check_entries("sheet", entries[:-1])
    assert error_of(entries) == ("too_many_entries", {"found": MOST_AT_ONCE + 1, "limit": MOST_AT_ONCE})


def test_one_entry_may_be_there_twice_but_not_with_other_content() -> None:
    check_entries("sheet", [draw(), draw()])
    assert error_of([draw(), draw(deal=2)])[0] == "entry_differs"


@pytest.mark.parametrize("value", [None, {}, "[]", ({},)])
def test_entries_are_an_array(value: object) -> None:
    assert error_of(value)[0] == "entry_wrong"


# Order, ids, text.


def test_entries_are_ordered_by_logical_time_then_device_then_number() -> None:
    wanted = [draw(9, at=1, device="zzzzzzzz"), draw(2, at=2), draw(10, at=2), draw(1, at=2, device="bbbbbbbb")]
    for seed in range(5):
        shuffled = [*wanted, wanted[2]]
        Random(seed).shuffle(shuffled)
        assert in_order(shuffled) == wanted


def test_ids_have_only_letters_that_look_like_no_other() -> None:
    assert is_id("document", LETTERS[:16])
    assert is_id("key", LETTERS[:KEY_LETTERS])
    for wrong in (LETTERS[:15], LETTERS[:17], "0" * 16, "l" * 16, "A" * 16, LETTERS[:15] + "\n", None, 7, b"a" * 16):
        assert not is_id("document", wrong)


def test_canonical_texts_are_the_same_for_the_same_content() -> None:
    assert canonical({"b": [1.0, -0.0, 0.5], "a": '雀\n"\\\u2028'}) == '{"a":"雀\\n\\"\\\\\u2028","b":[1,0,0.5]}'
    assert [canonical(n) for n in (1e-4, 1.5e-5, 1e-6, 1e-7, 2.5e-10, -1e-5)] == [
        "0.0001", "0.000015", "0.000001", "1e-7", "2.5e-10", "-0.00001"
    ]  # fmt: skip
    with pytest.raises(ValueError, match="JSON"):
        canonical([float("nan")])


# Undo.


@given(st.lists(st.integers(-2, 12), max_size=12))
def test_undo_by_its_definition(targets: list[int]) -> None:
    """An entry is undone if an undo after it, that is not itself undone, names it: compared with the definition, applied recursively."""
    undo = [{} if target < 0 else {"t": "undo", "of": f"aaaaaaaa.{10 + target}"} for target in targets]
    entries = [draw(10 + number, at=number + 1, **more) for number, more in enumerate(undo)]

    def is_undone(number: int) -> bool:
        return any(
            entries[later]["t"] == "undo" and entries[later]["of"] == entries[number]["id"] and not is_undone(later)
            for later in range(number + 1, len(entries))
        )

    assert undone(entries) == {entry["id"] for number, entry in enumerate(entries) if is_undone(number)}
