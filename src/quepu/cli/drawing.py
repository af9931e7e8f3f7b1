"""A view on a terminal: the seats with their melds and discards, the player's own hand, and events as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size

from quepu import tiles
from quepu.cli.terminal import Screen, pad
from quepu.engine.events import (
    Claimed,
    DeclaredReady,
    Discarded,
    Drew,
    DrewUnseen,
    Event,
    Exhausted,
    HandBegan,
    LaidFlower,
    MadeKong,
    MadeKongUnseen,
    Paid,
    Revealed,
    Won,
    WonByFlowers,
)
from quepu.engine.view import DiscardView, MeldView, SeatView, View
from quepu.hand import READY, Meld, MeldType
from quepu.kernel.actions import (
    ADDED_KONG_OF,
    CHOW_HIGH,
    CHOW_LOW,
    CONCEALED_KONG_OF,
    DECLINE,
    FOR_KONG,
    ORDINARY,
    PASS,
)
from quepu.names import width
from quepu.score import Group

BACK = "\U0001f02b\ufe0e"
"""The back of a tile."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A deal of a match: its number, and the names and scores of the players by seat."""

    number: int
    names: Sequence[str]
    scores: Sequence[int]


class TableScreen:
    """Draws views and describes events in one language."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.say = screen.say

    def wind(self, seat: int) -> str:
        return self.say(f"wind_{tiles.WINDS[seat]}")

    # Views.

    def table(self, view: View, seating: Seating, hands: Mapping[int, Sequence[int]]) -> list[str]:
        """All seats, the seat of the view last. ``hands`` has the hands of other seats that are visible."""
        head = self.say("table_head", round=self.wind(view.round), number=seating.number, left=view.wall_left)
        lines = [self.screen.paint(head, "bold")]
        for i in (1, 2, 3):
            seat = (view.seat + i) % 4
            held = self.screen.tiles(hands[seat]) if seat in hands else self.backs(view.seats[seat].concealed)
            lines += self.seat(seat, view, seating, held)
        return [*lines, *self.seat(view.seat, view, seating, ""), "", *self.own_hand(view)]

    def seat(self, seat: int, view: View, seating: Seating, held: str) -> list[str]:
        """The name, score, tiles and melds of a seat; then its discards."""
        seen = view.seats[seat]
        turn = view.result is None and seat == view.turn
        mark = self.screen.paint("▶", "yellow", "bold") if turn else " "
        wind = pad(self.wind(seat), max(width(self.wind(other)) for other in range(4)))
        name = pad(seating.names[seat], max(map(width, seating.names)))
        head = f"{mark} {wind} {self.screen.paint(name, 'bold')} {seating.scores[seat]:+6d}"
        lines = ["", "  ".join(part for part in (head, held, *map(self.meld, seen.melds)) if part) + self.extras(seen)]
        if seen.discards:
            lines.append("      " + " ".join(map(self.discard, seen.discards)))
        return lines

    def backs(self, count: int) -> str:
        return f"{BACK}×{count}" if self.screen.fancy else "?" * count

    def meld(self, meld: MeldView) -> str:
        if not meld.tiles:
            return f"({BACK} {BACK} {BACK} {BACK})" if self.screen.fancy else "(????)"
        return self.screen.group(Group(meld.tiles, Meld(meld.type, meld.tiles[0])))

    def extras(self, seen: SeatView) -> str:
        """Flowers and a 听 declaration."""
        flowers = "  " + self.screen.tiles(seen.flowers) if seen.flowers else ""
        ready = "  " + self.screen.paint(self.say(f"ready_{seen.ready}"), "yellow") if seen.ready else ""
        return flowers + ready

    def discard(self, discard: DiscardView) -> str:
        tile = self.screen.tile(discard.tile)
        return f"({tile})" if discard.claimed else tile

    def own_hand(self, view: View) -> list[str]:
        """The tiles, with the drawn tile apart. Below glyphs there are the names, which is what the player types."""
        held = list(view.hand)
        if view.drawn is not None:
            held.remove(view.drawn)
        if not self.screen.fancy:
            drawn = "" if view.drawn is None else f"  +{tiles.NAMES[view.drawn]}"
            return [f"  {self.screen.tiles(held)}{drawn}"]
        cells = [(self.screen.tile(tile) + "   ", pad(tiles.NAMES[tile], 4)) for tile in held]
        if view.drawn is not None:
            cells.append(("  " + self.screen.tile(view.drawn), "  " + tiles.NAMES[view.drawn]))
        # shorter than the terminal, so that each glyph stays above its name
        in_row = max(1, (get_terminal_size().columns - 5) // 4)
        lines = []
        for row in (cells[at : at + in_row] for at in range(0, len(cells), in_row)):
            glyphs, names = ("  " + "".join(part).rstrip() for part in zip(*row, strict=True))
            lines += [glyphs, self.screen.paint(names, "dim")]
        return lines

    # Actions.

    def action(self, action: int, view: View) -> str:
        """The name of an action; a discard, chow or kong with its tiles."""
        if action < CONCEALED_KONG_OF:
            return self.say("suggest_discard", tile=self.screen.tile_name(action))
        if CHOW_LOW <= action <= CHOW_HIGH:
            assert view.offer is not None
            low = view.offer.tile - (action - CHOW_LOW)
            return self.say("action_chow") + " " + self.screen.tiles(range(low, low + 3))
        if action < CHOW_LOW:
            key = "action_concealed_kong" if action < ADDED_KONG_OF else "action_added_kong"
            return self.say(key) + " " + self.screen.tile_name(kong_kind(action))
        if action == PASS and DECLINE in view.legal:
            return self.say("action_draw_last")
        return self.say(f"action_{action}")

    # Events.

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """An event as a sentence; empty for events that need none. ``names`` are by seat."""
        tile = self.screen.tile_name
        match event:
            case HandBegan():
                return self.say("event_hand", number=event.number, round=self.wind(event.round), dice=" ".join(map(str, event.dice)))
            case Drew():
                key = "event_draw" if event.why == ORDINARY else "event_draw_kong" if event.why == FOR_KONG else "event_draw_flower"
                return self.say(key, who=names[event.seat], tile=tile(event.tile))
            case DrewUnseen():
                return "" if event.why == ORDINARY else self.say("event_replaces", who=names[event.seat])
            case LaidFlower():
                return self.say("event_flower", who=names[event.seat], tile=tile(event.tile))
            case Discarded():
                return self.say("event_discard" if event.from_hand else "event_discard_drawn", who=names[event.seat], tile=tile(event.tile))
            case Claimed():
                key = {MeldType.CHOW: "event_chow", MeldType.PUNG: "event_pung"}.get(event.meld.type, "event_kong")
                meld = self.screen.group(Group(event.meld.tiles, event.meld))
                return self.say(key, who=names[event.seat], source=names[event.source], tile=tile(event.tile), meld=meld)
            case MadeKong():
                meld = self.screen.group(Group(event.meld.tiles, event.meld))
                return self.say("event_added_kong" if event.added else "event_concealed_kong", who=names[event.seat], meld=meld)
            case MadeKongUnseen():
                return self.say("event_hidden_kong", who=names[event.seat])
            case DeclaredReady():
                return self.say("event_ready", who=names[event.seat], ready=self.say(f"ready_{READY[event.grade - 1]}"))
            case Won(source=None):
                return self.say("event_self_draw", who=names[event.seat], points=event.points)
            case Won(source=int(source)):
                return self.say("event_win", who=names[event.seat], source=names[source], points=event.points)
            case WonByFlowers():
                return self.say("event_eight_flowers", who=names[event.seat], points=event.points)
            case Exhausted(declined=None):
                return self.say("event_exhausted")
            case Exhausted(declined=int(seat)):
                return self.say("event_declined", who=names[seat])
            case Paid():
                return "  ".join(f"{name} {points:+d}" for name, points in zip(names, event.payments, strict=True))
            case Revealed():
                return self.say("event_reveal", seed=event.seed.hex()[:16])
        return ""


def kong_kind(action: int) -> int:
    """The kind of a concealed or added kong."""
    return action - (CONCEALED_KONG_OF if action < ADDED_KONG_OF else ADDED_KONG_OF)
