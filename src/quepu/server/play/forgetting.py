"""A member of a room wants to be forgotten: their name, their token, and the games that only they have played.

Whoever has the token can ask for it, without an account. The games are changed first: if that is interrupted, the token still works.
"""

from __future__ import annotations

from quepu.errors import QuepuError
from quepu.server.play.room import Room
from quepu.server.play.room_task import RoomTask, token_hash
from quepu.server.play.store_names import FORMER, forget_games, free_name
from quepu.server.play.store_rows import Write


async def forget_member(task: RoomTask, token: str) -> int:
    """Forget the member with this token; in how many games they had played. Raises QuepuError if there is none, or while they play."""
    number = await task.do(lambda _: _member(task, token))
    count = 0
    while some := await task.services.store.do(lambda connection: forget_games(connection, task.room.id, number)):
        count += some
    await task.do(lambda _: _forget(task, token))
    return count


def _member(task: RoomTask, token: str) -> int:
    number = task.tokens.get(token_hash(token))
    if number is None or task.room.members[number].removed:
        raise QuepuError("not_a_member")
    if task.room.phase == "playing" and task.room.viewer(number) is not None:
        raise QuepuError("game_unfinished")
    return number


def _forget(task: RoomTask, token: str) -> None:
    number, room = _member(task, token), task.room
    member = room.members[number]
    member.removed, member.chair, member.name, member.account = True, None, FORMER, None
    del task.tokens[token_hash(token)]
    task.addresses.pop(number, None)  # they were not removed by the host: others from there may come
    room.dropped.append(number)
    room.writes.append(Write("forget", {"room": room.id, "number": number}))
    _rename_player(room, number)
    room.announce()


def _rename_player(room: Room, number: int) -> None:
    """In the game that was just played."""
    for player in room.session.players if room.session is not None else ():
        if player.member == number and room.session is not None:
            player.name = free_name([other.name for other in room.session.players], FORMER)
