"""The players' nonces in a record: how many were opened as committed, and who withheld one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quepu.engine.events import Event, HandBegan, Revealed
from quepu.engine.shuffle import OPENED, WITHHELD, Secret, nonce_states
from quepu.tiles import WINDS


def nonces_in(events: Iterable[Event], players: Sequence[str]) -> dict[str, Any] | None:
    """For the events of a valid record: the number of deals with nonce commitments, the number of nonces that were opened as committed, and
    the withheld ones. None if nobody had committed to a nonce."""
    hands = opened = 0
    withheld: list[dict[str, Any]] = []
    began: HandBegan | None = None
    for event in events:
        if isinstance(event, HandBegan):
            began = event
        elif isinstance(event, Revealed) and began is not None and began.nonce_commitments is not None:
            first, second, third, fourth = event.nonces
            states = nonce_states(Secret(event.seed, (first, second, third, fourth), nonce_commitments=began.nonce_commitments))
            hands += 1
            opened += states.count(OPENED)
            withheld += [
                {"hand": began.number, "seat": WINDS[seat], "player": players[began.seats[seat]]}
                for seat, state in enumerate(states)
                if state == WITHHELD
            ]
    return {"hands": hands, "opened": opened, "withheld": withheld} if hands else None
