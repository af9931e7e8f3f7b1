"""A room around its games: members, chairs, the host, who is removed, what is said."""

from __future__ import annotations

import pytest

from quepu.errors import QuepuError
from quepu.server.play.store_rows import Write
from tests.server.play.driver import Driver, settings


def test_only_the_host_starts_and_only_from_the_lobby() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "start"})
    assert error.value.code == "not_the_host"
    driver.send(0, {"t": "stand"})
    assert driver.room.members.host == 1
    driver.send(1, {"t": "start"})
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "start"})
    assert error.value.code == "not_now"
    assert [chair.member for chair in driver.session.players if chair.member is not None] == [1]


def test_without_bots_four_people_are_wanted() -> None:
    driver = Driver(settings(bots=None), people=3)
    driver.connect(0)
    with pytest.raises(QuepuError) as error:
        driver.send(0, {"t": "start"})
    assert error.value.code == "too_few_players"
    driver.room.join("fourth", "hash", driver.now)
    driver.log[3] = []
    driver.send(0, {"t": "start"})
    assert sorted(chair.member or 0 for chair in driver.session.players) == [0, 1, 2, 3]


def join(driver: Driver, name: str) -> int:
    """A new member, who is not here yet."""
    number = driver.room.join(name, f"hash of {name}", driver.now).number
    driver.log[number] = []
    driver.settle()
    return number


def chairs(driver: Driver) -> dict[str, int | None]:
    return {member["name"]: member["chair"] for member in driver.room.describe()["members"]}


def test_the_chair_of_an_absent_member_is_free_in_the_lobby() -> None:
    driver = Driver(settings(), people=4)
    driver.connect(0)
    driver.connect(1)
    driver.disconnect(1)
    driver.now += 14
    assert refused_to_sit(driver, join(driver, "early"))
    driver.now += 2
    friend = join(driver, "friend")
    assert chairs(driver) == {"member 0": 0, "member 1": None, "member 2": 2, "member 3": 3, "early": None, "friend": 1}
    driver.connect(1)
    assert chairs(driver)["member 1"] == 2, "who comes back takes another one"
    driver.connect(friend)
    driver.send(1, {"t": "stand"})
    driver.disconnect(1)
    driver.connect(1)
    assert chairs(driver)["member 1"] is None, "who has stood up stays so"


def refused_to_sit(driver: Driver, number: int) -> bool:
    driver.connect(number)
    with pytest.raises(QuepuError) as error:
        driver.send(number, {"t": "sit"})
    driver.disconnect(number)
    return error.value.code == "no_chair"


def test_a_member_who_never_connected_does_not_play() -> None:
    driver = Driver(settings(), people=3)
    driver.connect(0)
    driver.connect(1)
    driver.disconnect(1)
    driver.now += 20
    driver.send(0, {"t": "start"})
    assert sorted(chair.member for chair in driver.session.players if chair.member is not None) == [0, 1], "who was here can come back"


def test_an_absent_host_does_not_block_the_others() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(1)
    assert driver.room.members.host == 1
    driver.connect(0)
    assert driver.room.members.host == 0
    driver.disconnect(0)
    driver.send(1, {"t": "start"})
    assert driver.room.phase == "playing"


def test_a_newcomer_plays_on_when_all_players_of_a_game_that_is_over_are_gone() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    driver.play(10_000)
    new = join(driver, "new")
    driver.connect(new)
    driver.send(new, {"t": "sit"})
    with pytest.raises(QuepuError) as error:
        driver.send(new, {"t": "start"})
    assert error.value.code == "not_now"
    first = driver.session.id
    driver.disconnect(0)
    driver.disconnect(1)
    driver.send(new, {"t": "start"})
    assert driver.session.id != first
    assert new in [chair.member for chair in driver.session.players]


def test_the_host_removes_members_who_came_after_them() -> None:
    driver = Driver(settings(), people=3)
    for number in range(3):
        driver.connect(number)
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "remove", "member": 2})
    assert error.value.code == "not_the_host"
    for other in (0, 3, 1000):
        with pytest.raises(QuepuError) as error:
            driver.send(0, {"t": "remove", "member": other})
        assert error.value.code == "cannot_remove"
    driver.send(0, {"t": "remove", "member": 1})
    assert chairs(driver) == {"member 0": 0, "member 2": 2}
    assert driver.room.dropped == [1]
    assert [write.kind for write in driver.writes[-2:]] == ["remove", "settings"]
    assert refused_as(driver, 1, {"t": "phrase", "phrase": "hello"}) == "not_a_player"
    driver.disconnect(0)
    assert driver.room.members.host == 2
    assert refused_as(driver, 2, {"t": "remove", "member": 0}) == "cannot_remove"


def refused_as(driver: Driver, number: int, message: dict[str, object]) -> str:
    with pytest.raises(QuepuError) as error:
        driver.send(number, message)
    return error.value.code


def test_a_bot_plays_to_the_end_for_a_removed_player() -> None:
    driver = Driver(settings(hands=1), people=3)
    driver.start()
    driver.play(12)
    player = driver.player(2)
    driver.disconnect(0)
    assert refused_as(driver, 1, {"t": "remove", "member": 2}) == "cannot_remove", "they only replace the host"
    driver.connect(0)
    driver.send(0, {"t": "remove", "member": 2})
    driver.disconnect(2)
    assert driver.session.players[player].away
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.description["proposal"]["asked"] == sorted(driver.player(number) for number in (0, 1))
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    driver.play(10_000)
    assert driver.room.phase == "over"


def test_in_a_full_room_a_member_who_never_connected_is_replaced() -> None:
    driver = Driver(settings(), people=1)
    driver.connect(0)
    for number in range(1, 100):
        join(driver, f"nobody {number}")
    with pytest.raises(QuepuError) as error:
        join(driver, "friend")
    assert error.value.code == "room_full"
    driver.connect(4)
    driver.now += 16
    friend = join(driver, "friend")
    assert (friend, driver.room.members[friend].name, driver.room.dropped) == (5, "friend", [5])
    assert len(driver.room.members) == 100


def test_two_members_never_have_the_same_name() -> None:
    driver = Driver(settings(), people=0)
    assert [driver.room.join("Ann", "hash", driver.now).name for _ in range(3)] == ["Ann", "Ann 2", "Ann 3"]


def test_nobody_is_called_like_a_bot() -> None:
    driver = Driver(settings(), people=0)
    asked = ["Bot 1", "bot 1", "机器人 3", "first 2", "Bot", "Botho 1", "easy 1", "Easy Bot 1", "新手机器人 2", "easy"]
    called = ["Bot 1 2", "bot 1 2", "机器人 3 2", "first 2 2", "Bot", "Botho 1", "easy 1 2", "Easy Bot 1 2", "新手机器人 2 2", "easy"]
    assert [driver.room.join(name, "hash", driver.now).name for name in asked] == called


def test_phrases_reach_all_and_not_too_often() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    driver.connect(-1)
    driver.send(0, {"t": "phrase", "phrase": "hello"})
    for number in (0, 1, -1):
        assert driver.sent(number)[-1] == {"v": 1, "t": "phrase", "member": 0, "phrase": "hello"}
    with pytest.raises(QuepuError) as error:
        driver.send(0, {"t": "phrase", "phrase": "hello"})
    assert error.value.code == "too_fast"
    driver.now += 1
    driver.send(0, {"t": "phrase", "phrase": "bye"})


def test_between_games_a_member_takes_another_name_and_a_game_keeps_the_old_one() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.connect(0)
    driver.connect(1)
    driver.send(1, {"t": "stand"})
    driver.send(1, {"t": "name", "name": "  Bo "})
    assert driver.sent(0)[-1]["room"]["members"][1]["name"] == "Bo"
    assert driver.writes[-1] == Write("name", {"room": "room", "number": 1, "name": "Bo", "chair": None, "account": None})
    assert refused_code(driver, 1, {"t": "name", "name": "Di"}) == "too_fast"
    driver.now += 1
    driver.send(1, {"t": "name", "name": "member 0"})
    assert chairs(driver) == {"member 0": 0, "member 0 2": None}, "nobody takes the name of another"
    driver.now += 1
    driver.send(1, {"t": "name", "name": "member 0 2"})
    assert list(chairs(driver)) == ["member 0", "member 0 2"], "their own name is free"
    driver.send(1, {"t": "sit"})
    driver.send(0, {"t": "start"})
    assert refused_code(driver, 1, {"t": "name", "name": "Ed"}) == "not_now"
    for name in ("", "x" * 25, 7):
        assert refused_code(driver, 1, {"t": "name", "name": name}) == "bad_message"
    driver.play(10_000)
    driver.send(1, {"t": "name", "name": "Ed"})
    assert chairs(driver) == {"member 0": 0, "Ed": 1}
    assert sorted(one["name"] for one in driver.description["players"] if one["member"] is not None) == ["member 0", "member 0 2"]


def refused_code(driver: Driver, number: int, message: dict[str, object]) -> str:
    with pytest.raises(QuepuError) as error:
        driver.send(number, message)
    return error.value.code
