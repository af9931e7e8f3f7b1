"""The updates that each player must have received in a game, computed from its record alone."""

from __future__ import annotations

from typing import Any

from quepu.engine.events import HandBegan
from quepu.engine.replay import replay_batches
from quepu.engine.view import seen
from quepu.server.play.serialize import view_dict
from quepu.server.position_schemas import ViewJson
from tests.server.play.client import Client

Expected = tuple[list[dict[str, Any]], ViewJson]


def expected_steps(record: bytes, player: int | None) -> list[Expected]:
    """The events and the view of every update in which something happened, as a player, or a spectator, sees them."""
    found: list[Expected] = []
    seat: int | None = None
    for batch in replay_batches(record, holds=True):
        events = [step.event for step in batch]
        hand = batch[0].game.latest
        assert hand is not None
        if isinstance(events[0], HandBegan) and player is not None:
            seat = events[0].seats.index(player)
        dicts = [seen(event, seat, hand.rules.shows_concealed_kongs).as_dict() for event in events]
        found.append((dicts, view_dict(hand, seat, False)))
    return found


def check_updates(client: Client, record: bytes) -> None:
    """Check that a client received every update of a game, none twice, and nothing else."""
    first = min(client.updates)
    assert first <= 2, "the commitment may have been sent before they came"
    assert sorted(client.updates) == list(range(first, first + len(client.updates))), "no update is missing"
    wanted = expected_steps(record, client.you["player"])
    happened = [(n, events) for n, events in sorted(client.updates.items()) if events and events[0]["t"] != "commit"]
    assert [events for _, events in happened] == [events for events, _ in wanted]
    for (n, _), (_, view) in zip(happened, wanted, strict=True):
        if n in client.views:
            assert client.views[n] == view
