"""Documents as files: what is exported is imported, and anything else is refused whole."""

from __future__ import annotations

import csv
import json
from io import StringIO
from random import Random
from typing import Any

import pytest

from quepu.club.entries import FIELDS, MOST_ENTRIES, in_order
from quepu.club.files import LARGEST_FILE, from_bytes, from_file, to_bytes, to_csv, to_file
from quepu.engine.match import reduced_scores
from quepu.errors import QuepuError
from quepu.rules import BOOKS
from tests.club_entries import TYPES, some_entry
from tests.sheets import Sheet, random_sheet, state_of
from tests.sizes import sizes

ID = "abcdefghjkmnpqrs"


def small_sheet() -> list[dict[str, Any]]:
    sheet = Sheet("lingque26", title="周五", stake={"unit": "元", "per_point": 0.5})
    sheet.win(1, 0, 1, 30, given=[0, 4, 0, 0], hand="12345678m22p [EEE] +9m", flowers=2)
    sheet.penalty(2, [-30, 10, 10, 10], note="=HYPERLINK(1)")
    return sheet.entries


def refused(data: bytes) -> str:
    with pytest.raises(QuepuError) as caught:
        from_bytes(data)
    assert caught.value.code == "wrong_document_file"
    reason = caught.value.details["reason"]
    assert isinstance(reason, QuepuError)
    caught.value.message("zh").encode()
    return reason.code


@pytest.mark.parametrize("kind", FIELDS)
def test_what_is_exported_is_imported(kind: str) -> None:
    random = Random(kind)
    entries = [some_entry(kind, t, number, random) for number, (_, t) in enumerate(one for one in TYPES * 5 if one[0] == kind)][1:]
    random.shuffle(entries)
    found = from_bytes(to_bytes(kind, ID, entries))
    assert (found.kind, found.id, found.entries) == (kind, ID, in_order(entries))
    assert from_file(to_file(kind, ID, entries)) == found
    assert json.loads(to_bytes(kind, ID, entries)) == to_file(kind, ID, entries)


def test_a_file_may_be_saved_again_by_another_program() -> None:
    """Spaces, escapes, a byte order mark and the order of the entries may change, the content may not."""
    file = to_file("sheet", ID, small_sheet())
    assert from_bytes(b"\xef\xbb\xbf" + json.dumps(file, indent=4).encode()).entries == file["entries"]


def test_every_truncation_is_refused() -> None:
    data = to_bytes("sheet", ID, small_sheet()).rstrip()
    for length in range(len(data)):
        assert refused(data[:length]) == "bad_json"


@sizes(2_000, 200_000)
def test_a_changed_byte_is_refused_or_changes_no_content(count: int) -> None:
    data = to_bytes("sheet", ID, small_sheet())
    whole = from_bytes(data)
    random = Random(11)
    same = 0
    for _ in range(count):
        at, cut = random.randrange(len(data)), random.choice((0, 1, 1))
        new = random.choice((b"", random.randbytes(1), bytes([random.choice(b'0123456789.-,:[]{}" aeknst\n')])))
        changed = data[:at] + new + data[at + cut :]
        try:
            found = from_bytes(changed)
        except QuepuError as error:
            assert error.code == "wrong_document_file"
        else:
            assert found == whole
            same += 1
    assert 0 < same < count / 3


def changed(**parts: Any) -> bytes:
    return json.dumps(to_file("sheet", ID, small_sheet()) | parts).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "bad_json"),
        (b"[]", "file_keys"),
        (b"null", "file_keys"),
        (b"[" * 100_000, "bad_json"),
        (b'{"quepu_document": ' + b"9" * 5_000 + b"}", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b" " * (LARGEST_FILE + 1), "file_size"),
        (changed(more=1), "file_keys"),
        (changed(quepu_document=2), "file_value"),
        (changed(quepu_document=True), "file_value"),
        (changed(kind="club"), "entry_wrong"),
        (changed(kind=["sheet"]), "file_value"),
        (changed(kind="record"), "file_value"),
        (changed(id=ID[::-1]), "file_hash"),
        (changed(id="0" * 16), "file_value"),
        (changed(id=None), "file_value"),
        (changed(sha256=None), "file_value"),
        (changed(sha256="0" * 64), "file_hash"),
        (changed(entries=small_sheet()[:-1]), "file_hash"),
        (changed(entries={}), "entry_wrong"),
        (changed(entries=[None]), "entry_wrong"),
        (changed(entries=[*small_sheet(), small_sheet()[0] | {"names": list("ABCD")}]), "entry_differs"),
        (changed(entries=[small_sheet()[0]] * (MOST_ENTRIES + 1)), "too_many_entries"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_file_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    assert refused(data) == reason


@pytest.mark.parametrize("wrong", [{"points": -1}, {"points": 1.5}, {"winner": 4}, {"at": 5_000}, {"extra": 1}, {"t": "member"}])
def test_a_file_with_wrong_entries_is_refused_even_if_its_hash_is_right(wrong: dict[str, Any]) -> None:
    entries = small_sheet()
    entries[1] |= wrong
    with pytest.raises(QuepuError) as caught:
        from_file(to_file("sheet", ID, entries))
    reason = caught.value.details["reason"]
    assert isinstance(reason, QuepuError)
    assert (caught.value.code, reason.code) == ("wrong_document_file", "entry_wrong")


# CSV.


def rows_of(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\n") == data.count(b"\r\n")
    return list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_scores_of_a_sheet_as_csv() -> None:
    reduced = reduced_scores([90, -80, -5, -5])
    assert to_csv("scores", small_sheet()).decode("utf-8-sig").splitlines() == [
        "player,name,rank,score,reduced,amount,unit",
        f"1,甲,1,90,{reduced[0]!r},45.0,元",
        f"2,乙,4,-80,{reduced[1]!r},-40.0,元",
        f"3,丙,2,-5,{reduced[2]!r},-2.5,元",
        f"4,丁,2,-5,{reduced[3]!r},-2.5,元",
    ]


def test_the_deals_of_a_sheet_as_csv_with_penalties_that_no_deal_has_yet() -> None:
    deal, left = rows_of(to_csv("deals", small_sheet()))
    assert list(deal.items())[:13] == [
        ("deal", "1"), ("slot", "1"), ("counts", "1"), ("round", "1"), ("dealer", "甲"), ("kind", "win"), ("winner", "甲"),
        ("source", "乙"), ("points", "30"), ("flowers", "2"), ("hand", "12345678m22p [EEE] +9m"), ("conflict", "0"), ("note", ""),
    ]  # fmt: skip
    assert [deal[f"payment_{player}"] for player in (1, 2, 3, 4)] == ["120", "-90", "-15", "-15"]
    assert (left["kind"], left["slot"], [left[f"score_{player}"] for player in (1, 2, 3, 4)]) == ("open", "2", ["90", "-80", "-5", "-5"])


def test_no_cell_is_taken_for_a_formula() -> None:
    sheet = Sheet("guobiao", names=["=1+1", "+a", "@b", "-c"])
    sheet.win(1, 0, 1, 8, note='=cmd|"/c calc"!A1')
    row = rows_of(to_csv("deals", sheet.entries))[0]
    assert (row["winner"], row["source"], row["note"]) == ("'=1+1", "'+a", '\'=cmd|"/c calc"!A1')
    assert [one["name"] for one in rows_of(to_csv("scores", sheet.entries))] == ["'=1+1", "'+a", "'@b", "'-c"]


def test_the_last_row_of_random_sheets_has_their_scores() -> None:
    random = Random(4)
    for _ in range(50):
        entries = random_sheet(random, random.choice(BOOKS))
        if state_of(entries) is not None:
            deals, scores = rows_of(to_csv("deals", entries)), rows_of(to_csv("scores", entries))
            assert not deals or [deals[-1][f"score_{player}"] for player in (1, 2, 3, 4)] == [row["score"] for row in scores]


def test_there_is_no_other_table() -> None:
    with pytest.raises(QuepuError) as caught:
        to_csv("standings", small_sheet())
    assert caught.value.code == "not_one_of"
