"""Your own rules: an overlay changes the table and nothing else, and a wrong one is refused with the line and the reason."""

import json
import pickle
from pathlib import Path

import pytest

import quepu
from quepu.cli.prompt import prompt
from quepu.errors import RuleBookError
from quepu.rules.overlay import parse
from quepu.rules.toml_lines import key_lines

HAND = "12345678m22p [EEE] +9m"

CLUB = """\
base = "lingque28"
name = "club rules"
minimum = 12
[fan.pure_straight]
fu = 10            # numbers replace
enabled = true
excludes_add = ["seat_wind_pung"]
excludes_remove = ["short_straight"]
"""


def overlay(text: str) -> quepu.rules.base.RuleBook:
    return parse(text, "club.toml", quepu.book)


def test_the_overlay_of_the_interface_is_accepted_wherever_a_book_is(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    score = quepu.score(HAND, str(path))
    assert (score.rules.name, score.rules.minimum, score.rules.overlay) == ("club rules", 12, __import__("tomllib").loads(CLUB))
    assert (score.counts, score.fu, score.fan, score.points) == ({"pure_straight": 1, "short_straight": 1}, 12, 3, 36)
    assert [refused.fan.id for refused in score.refused] == ["seat_wind_pung", "two_terminal_chows"]
    assert list(quepu.score_many([HAND], str(path)).points) == [36]


def test_the_base_does_not_change() -> None:
    overlay(CLUB)
    assert quepu.score(HAND).counts == {"seat_wind_pung": 1, "pure_straight": 1}


def test_a_fan_can_be_switched_off() -> None:
    without = overlay('base = "lingque28"\n[fan.pure_straight]\nenabled = false')
    assert quepu.score(HAND, without).counts == {"seat_wind_pung": 1, "short_straight": 1, "two_terminal_chows": 1}


def test_the_example_of_the_documentation_is_accepted() -> None:
    page = (Path(__file__).parent.parent / "docs" / "overlays.md").read_text(encoding="utf-8")
    club = overlay(page.split("```toml\n")[1].split("```")[0])
    assert (club.fans["pure_straight"].fu, club.fans["pure_straight"].excludes) == (10, ("two_terminal_chows", "mixed_triple_chow"))


def test_no_fan_excludes_a_fan_that_is_switched_off() -> None:
    switched = overlay('base = "guobiao"\n[fan.all_pungs]\nexcludes_add = ["no_honours"]\n[fan.no_honours]\nenabled = false')
    assert quepu.score(HAND, switched).points == 21
    spelt_out = overlay('base = "lingque28"\n[fan.double_chow]\nenabled = false\n[fan.nine_gates]\nexcludes_add = ["short_straight"]')
    assert quepu.score("1112345678999m +5m", spelt_out).counts == {"nine_gates": 1}


def test_the_largest_values_do_not_overflow() -> None:
    lines = [f"[fan.{fan}]\nfu = 1000\nfan = 1000\nexcludes_remove = {json.dumps(quepu.book().excluded_by(row))}"
             for fan, row in quepu.book().fans.items()]  # fmt: skip
    score = quepu.score("N (EEEE) (SSSS) (CCCC) (FFFF) +N | self kong last_tile", overlay('base = "lingque28"\n' + "\n".join(lines)))
    assert score.points == score.fu * score.fan > 10_000_000


def test_a_percentage_can_be_changed() -> None:
    tripled = overlay('base = "woodshole"\n[fan.robbing_a_kong]\npercent = 200')
    assert quepu.score("23m55p [678p] [567s] [345s] +4m | kong", tripled).points == 12


def test_hands_that_name_the_same_overlay_make_one_batch(tmp_path: Path) -> None:
    path = tmp_path / "club.TOML"
    path.write_text("\ufeff" + CLUB, encoding="utf-8")
    assert list(quepu.score_many([{"hand": HAND, "rules": str(path)}] * 2).points) == [36, 36]


def test_the_prompt_takes_an_overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    lines = iter([f"rules {path}", HAND, "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    assert prompt("lingque28", "en") == 0
    assert "36 points" in capsys.readouterr().out


def test_a_book_that_adds_up_has_points() -> None:
    richer = overlay('base = "guobiao"\n[fan.pure_straight]\npoints = 20')
    assert quepu.score(HAND, richer).points == quepu.score(HAND, "guobiao").points + 4
    nothing = overlay('base = "guobiao"\n[fan.chicken_hand]\nenabled = false')
    assert quepu.score("123m78sPP [345m] [222p] +9s", nothing).points == 0


def test_an_option_of_a_book_can_be_the_base() -> None:
    assert overlay('base = "lingque28+appendix"').fans["reflected_pairs"].fu == 12


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("base = ", 1, "Invalid value"),
        ('base = "lingque28"\nbase = "guobiao"', 2, "overwrite"),
        ('base = "lingque28"\n' + "a." * 101 + "b = 1", 2, "too many dots in one line"),
        ("minimum = " + "9" * 5000, 1, "4300 digits"),
        ("", 1, "base must be the id of a rule book"),
        ("base = 5", 1, "base must be the id of a rule book"),
        ('base = "riichi"', 1, "unknown rule book 'riichi'"),
        ('base = "other.toml"', 1, "base must be the id of a rule book"),
        ('base = "lingque28"\n\nmaximum = 5', 3, "unknown key 'maximum'"),
        ('base = "lingque28"\nname = 5', 2, "name must be a string"),
        ('base = "lingque28"\nname = ""', 2, "name is empty"),
        ('base = "lingque28"\n\nname = " "', 3, "name is empty"),
        ('base = "lingque28"\nname = "' + "x" * 61 + '"', 2, "name has 61 characters; the maximum is 60"),
        ('base = "lingque28"\nname = "a\\u0000b"', 2, "name contains the control character U+0000"),
        ('base = "lingque28"\nname = "a\\u007F"', 2, "name contains the control character U+007F"),
        ('base = "lingque28"\nname = "a\\nb"', 2, "name contains the control character U+000A"),
        ('base = "lingque28"\nname = "a\u2028b"\nminimum = -1', 2, "name contains the control character U+2028"),
        ('base = "lingque28"\nname = "a\u202eb"', 2, "name contains the control character U+202E"),
        ('base = "lingque28"\nminimum = "ten"', 2, "minimum must be an integer"),
        ('base = "lingque28"\nminimum = -1', 2, "minimum must be an integer"),
        ('base = "lingque28"\nminimum = true', 2, "minimum must be an integer"),
        ('base = "lingque28"\nfan = 5', 2, "fan must have one table for each fan"),
        ('base = "lingque28"\n[fan]\npure_straight = 5', 3, "must be a table"),
        ('base = "lingque28"\n# a fan\n[fan.straight]\nfu = 5', 3, "lingque28 has no fan 'straight'"),
        ('base = "lingque28"\n[fan.pure_straight]\nfu = 1.5', 3, "fu must be an integer"),
        ('base = "lingque28"\n[fan.pure_straight]\nfu = 99999', 3, "fu must be an integer"),
        ('base = "lingque28"\n[fan.pure_straight]\npoints = 5', 3, "unknown key 'points'"),
        ('base = "guobiao"\n[fan.pure_straight]\nfu = 5', 3, "unknown key 'fu'"),
        ('base = "lingque28"\n[fan.kong]\nfu = 5\n[fan.pure_straight]\nfu = 5\nenabled = 1', 6, "enabled must be true or false"),
        ('base = "lingque28"\n[fan.pure_straight]\nexcludes_add = "kong"', 3, "must be a list"),
        ('base = "lingque28"\n[fan.pure_straight]\nexcludes_add = ["gong"]', 3, "lingque28 has no fan 'gong'"),
        ('base = "lingque28"\n[fan.pure_straight]\nexcludes_add = [5]', 3, "lingque28 has no fan 5"),
        ('base = "lingque28"\n[fan.pure_straight]\nexcludes_add = ["pure_straight"]', 3, "cannot exclude itself"),
        ('base = "lingque28"\n[fan.pure_straight]\nexcludes_remove = ["kong"]', 3, "does not exclude kong"),
    ],
)
def test_a_wrong_overlay_is_refused_with_the_line_and_the_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(RuleBookError) as caught:
        overlay(text)
    assert caught.value.code == "wrong_overlay"
    assert str(caught.value).startswith(f"club.toml, line {line}: ")
    assert reason in str(caught.value)


KEY_LINES = {
    "the key, not its table": ('base = "lingque28"\n[fan.pure_straight]\nfu = 1\nenabled = 5', 4, "enabled must be"),
    "not a fan of the same name in a list before it": (
        'base = "lingque28"\n[fan.pure_straight]\nexcludes_add = ["seat_wind_pung"]\n\n[fan.seat_wind_pung]\nfu = -1',
        6,
        "fu must be an integer",
    ),
    "not the same key of another fan": (
        'base = "lingque28"\n[fan.pure_straight]\nfu = 1\n[fan.short_straight]\nfan = 1\nfu = 5000',
        6,
        "fu must be an integer",
    ),
    "not the same words in a text or a remark": (
        'base = "lingque28"\nname = """x [fan] \\\nfan.pure_straight.fu = 1"""  # fu\n[fan.pure_straight] # fu = 1\n"fu" = true',
        5,
        "fu must be an integer",
    ),
    "a key in quotes, with an escape": ('base = "lingque28"\n[fan]\n"pure\\u005fstraight" . \'fu\' = 1.5', 3, "fu must be an integer"),
    "a dotted key": ('base = "lingque28"\nfan.pure_straight.fu = 1\nfan.pure_straight.fan = "x"', 3, "fan must be an integer"),
    "an inline table": (
        'base = "lingque28"\nfan.pure_straight = { fu = 1, excludes_add = ["a", "b"] }\nname = "x"',
        2,
        "has no fan 'a'",
    ),
    "an inline table after an array of tables and of arrays": (
        'base = "lingque28"\nfan = { pure_straight = {\tpoints = [ [1], {a = 1},\n {b.c = 2} ], enabled = true } }',
        2,
        "unknown key 'points'",
    ),
    "a list over several lines": (
        'base = "lingque28"\n[fan.pure_straight]\nfu = 1\nexcludes_add = [ # which\n  "kong",\n\n  "nothing",\n]\nfan = 1',
        4,
        "has no fan 'nothing'",
    ),
    "after a list over several lines": (
        'base = "lingque28"\n[fan.pure_straight]\nexcludes_add = [\n "short_straight",\n]\nfu = "x"',
        6,
        "fu must be an integer",
    ),
    "after a text over several lines": ("base = \"lingque28\"\nname = '''\nx'''\nmaximum = 1", 4, "unknown key 'maximum'"),
    "an unknown table": ('base = "lingque28"\nminimum = 1\n[[fans]]\nfu = 1', 3, "unknown key 'fans'"),
    "with CRLF": ('base = "lingque28"\r\n[fan.pure_straight]\r\nenabled = 5\r\n', 3, "enabled must be"),
    "a key that is given twice": ('base = "lingque28"\nname = "x"\nbase = [\n  {a = 1},\n  2,\n]', 3, "Cannot overwrite"),
    "a key that is given twice, and nonsense behind it": ('base = "lingque28"\nname = "x"\nname = "y"}, "\\q" = 1', 3, "Cannot overwrite"),
    "a table that is given twice, and nonsense behind it": ("[fan.kong]\nfu = 1\n\n[fan.kong] , ]", 4, "twice"),
    "a table that is given twice": ("[fan.kong]\nfu = 1\n\n[fan.kong]\nfan = 2", 4, "twice"),
    "a list that is never closed": ('base = "lingque28"\nname = [\n1,\n\n', 3, "end of document"),
    "no TOML": ('base = "lingque28"\nname = x\n', 2, "Invalid value"),
    "a number of too many digits": ('base = "lingque28"\nminimum = ' + "9" * 5000 + "\nname = 'x'", 2, "4300 digits"),
}


@pytest.mark.parametrize(("text", "line", "reason"), KEY_LINES.values(), ids=KEY_LINES)
def test_an_error_has_the_line_of_its_key(text: str, line: int, reason: str) -> None:
    with pytest.raises(RuleBookError) as caught:
        overlay(text)
    told = caught.value.as_dict()
    assert (told["code"], told["line"]) == ("wrong_overlay", line)
    assert reason in str(told["reason"])


def test_every_key_is_found_in_every_spelling() -> None:
    text = 'a = 1\n[b]\nc.d = {e = [[1], {f = "}"}], "g.h" = 2}\n[[i]]\nj = """\n"\\"""\n"""\nk = 1979-05-27 07:32:00.5\n[[i]]\nj = 3'
    lines = key_lines(text)
    assert lines == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
        ("b", "c", "d"): 3,
        ("b", "c", "d", "e"): 3,
        ("b", "c", "d", "e", "f"): 3,
        ("b", "c", "d", "g.h"): 3,
        ("i",): 4,
        ("i", "j"): 5,
        ("i", "k"): 8,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base = ", "club.toml 第 1 行：TOML 语法错误：Invalid value (at end of document)"),
        ("a." * 101 + "b = 1", "club.toml 第 1 行：一行中的点过多"),
        ("base = 5", "club.toml 第 1 行：base 必须是规则的 id"),
        ('base = "riichi"', "club.toml 第 1 行：没有规则 'riichi'，可用的有 lingque28, lingque26, guobiao, guobiao98, woodshole"),
        ('base = "guobiao"\nmaximum = 5', "club.toml 第 2 行：没有键 'maximum'，可用的有 base, name, minimum, fan"),
        ('base = "guobiao"\nname = 5', "club.toml 第 2 行：name 必须是字符串"),
        ('base = "guobiao"\nname = ""', "club.toml 第 2 行：name 为空"),
        ('base = "guobiao"\nname = "' + "x" * 99 + '"', "club.toml 第 2 行：name 有 99 个字符，最多 60 个"),
        ('base = "guobiao"\nname = "\\u0007"', "club.toml 第 2 行：name 含有无法显示的控制字符 U+0007"),
        ('base = "guobiao"\nminimum = -1', "club.toml 第 2 行：minimum 必须是 0 到 1000 的整数"),
        ('base = "guobiao"\nfan = 5', "club.toml 第 2 行：fan 中每个番种必须是一张表，例如 [fan.pure_straight]"),
        ('base = "guobiao"\n[fan]\nkong = 5', "club.toml 第 3 行：guobiao 中没有番种 'kong'"),
        ('base = "guobiao"\n[fan]\npure_straight = 5', "club.toml 第 3 行：fan.pure_straight 必须是一张表"),
        (
            'base = "guobiao"\n[fan.pure_straight]\nfu = 5',
            "club.toml 第 3 行：没有键 'fu'，可用的有 points, enabled, excludes_add, excludes_remove",
        ),
        ('base = "guobiao"\n[fan.pure_straight]\nenabled = 1', "club.toml 第 3 行：enabled 必须是 true 或 false"),
        ('base = "guobiao"\n[fan.pure_straight]\nexcludes_add = 1', "club.toml 第 3 行：excludes_add 必须是番种列表"),
        ('base = "guobiao"\n[fan.pure_straight]\nexcludes_add = ["pure_straight"]', "club.toml 第 3 行：番种不能排除自己"),
        (
            'base = "guobiao"\n[fan.pure_straight]\nexcludes_remove = ["all_pungs"]',
            "club.toml 第 3 行：pure_straight 并不排除 all_pungs",
        ),
    ],
)
def test_the_reason_is_in_chinese_too(text: str, message: str) -> None:
    with pytest.raises(RuleBookError) as caught:
        overlay(text)
    assert caught.value.message("zh") == message
    told = caught.value.as_dict("zh")
    assert f"club.toml 第 {told['line']} 行：{told['reason']}" == told["message"] == message


def test_a_name_may_be_in_any_script() -> None:
    name = "雀　友会 ①🀄️👨\u200d👩"
    assert overlay(f'base = "lingque28"\nname = "{name}"').name == name


def test_an_overlay_error_can_be_pickled() -> None:
    with pytest.raises(RuleBookError) as caught:
        overlay('base = "guobiao"\nname = ""')
    assert pickle.loads(pickle.dumps(caught.value)).as_dict("zh") == caught.value.as_dict("zh")


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "none.toml", tmp_path / "binary.toml", tmp_path / "\0.toml", tmp_path):
        with pytest.raises(RuleBookError) as caught:
            quepu.book(f"{path}" if path.suffix else f"{path}.toml")
        assert caught.value.code == "unreadable_file"
    with pytest.raises(RuleBookError) as caught:
        quepu.book(f"{tmp_path / 'binary.toml'}")
    assert caught.value.message("zh").endswith("：不是 UTF-8 文本")
