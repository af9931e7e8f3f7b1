"""Who is put together: people of similar strength first, others after some time, bots last."""

from __future__ import annotations

from random import Random

from quepu.server.matches.grouping import NEAR, TABLE, Waiting, may_meet, nearest_bot, next_table


def waiting(key: str, mu: float = 25, waited: float = 0, account: str | None = None) -> Waiting:
    return Waiting(key, account or key, mu, waited)


def keys(table: list[Waiting]) -> str:
    return "".join(sorted(one.key for one in table))


def test_four_people_of_similar_strength_play_at_once() -> None:
    assert keys(next_table([waiting(key) for key in "abcd"], 30)) == "abcd"


def test_three_wait_on_until_bots_take_the_free_seats() -> None:
    assert next_table([waiting(key, waited=29) for key in "abc"], 30) == []
    assert keys(next_table([waiting("a", waited=30), waiting("b"), waiting("c")], 30)) == "abc"
    assert keys(next_table([waiting("a", waited=30)], 30)) == "a"
    assert next_table([], 0) == []


def test_people_of_different_strength_meet_after_some_time() -> None:
    strong, weak = waiting("a", 25 + 2 * NEAR), waiting("b", 25)
    assert not may_meet(strong, weak)
    assert may_meet(strong, waiting("b", 25, waited=10))
    assert may_meet(waiting("a", 25 + 2 * NEAR, waited=10), weak)


def test_who_has_waited_longest_gets_the_nearest_others() -> None:
    people = [waiting("a", 20, 9), waiting("b", 21), waiting("c", 19), waiting("d", 22), waiting("e", 18), waiting("f", 20.5)]
    assert keys(next_table(people, 30)) == "abcf"


def test_all_at_a_table_must_be_near_each_other() -> None:
    people = [waiting("a", 25, 1), waiting("b", 25 + NEAR), waiting("c", 25 - NEAR), waiting("d", 25), waiting("e", 25)]
    table = next_table(people, 30)
    assert len(table) < TABLE or not {"b", "c"} <= {one.key for one in table}
    assert keys(next_table(people[:2] + people[3:], 30)) == "abde"


def test_nobody_plays_with_themselves() -> None:
    twice = [waiting("a", account="x"), waiting("b", account="x"), waiting("c"), waiting("d")]
    assert next_table(twice, 30) == []
    assert len(next_table([*twice, waiting("e")], 30)) == TABLE
    guests = [Waiting(key, None, 25, 0) for key in "abcd"]
    assert keys(next_table(guests, 30)) == "abcd"


def test_nobody_plays_with_whom_they_block() -> None:
    blocks = Waiting("a", "a", 25, 0, frozenset({"b"}))
    others = [waiting(key) for key in "bcd"]
    assert not may_meet(blocks, others[0])
    assert not may_meet(others[0], blocks)
    assert next_table([blocks, *others], 30) == []
    assert keys(next_table([blocks, *others, waiting("e")], 30)) in ("acde", "bcde")


def test_everybody_plays_in_the_end() -> None:
    """However many come, and however strong they are: after the time for bots nobody is left."""
    random = Random(4)
    people = [waiting(str(number), random.gauss(25, 10), 30) for number in range(50)]
    while people:
        table = next_table(people, 30)
        assert 1 <= len(table) <= TABLE
        assert all(may_meet(one, other) for one in table for other in table if one is not other)
        people = [one for one in people if one not in table]


def test_the_bots_are_as_strong_as_the_people() -> None:
    levels = {"beginner": 15.0, "easy": 20.0, "normal": 25.0, "strong": 30.0}
    assert nearest_bot(levels, [waiting("a", 31), waiting("b", 28)], "normal") == "strong"
    assert nearest_bot(levels, [waiting("a", 3)], "normal") == "beginner"
    assert nearest_bot({}, [waiting("a", 31)], "normal") == "normal"
