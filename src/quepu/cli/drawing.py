"""A table on a terminal: the seats with their melds and discards, one's own hand, and events told in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size

from quepu import tiles
from quepu.cli.terminal import Screen, pad, width
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
from quepu.kernel.actions import FOR_KONG, ORDINARY
from quepu.score import Group

BACK = "\U0001f02b\ufe0e"
"""The back of a tile."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A hand of a match: its number, and the players' names and scores by seat."""

    number: int
    names: Sequence[str]
    scores: Sequence[int]


def told_apart(names: Sequence[str]) -> list[str]:
    """Equal names made different.

    >>> told_apart(["random", "first", "random"])
    ['random 1', 'first', 'random 2']
    """
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


class TableScreen:
    """Draws tables and tells events in one language."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.say = screen.say

    def wind(self, seat: int) -> str:
        return self.say(f"wind_{tiles.WINDS[seat]}")

    # The table.

    def table(self, view: View, seating: Seating, hands: Mapping[int, Sequence[int]]) -> list[str]:
        """All seats, that of the view last. ``hands`` are the others' that may be shown."""
        head = self.say("table_head", round=self.wind(view.round), number=seating.number, left=view.wall_left)
        lines = [self.screen.paint(head, "bold")]
        for i in (1, 2, 3):
            seat = (view.seat + i) % 4
            held = self.screen.tiles(hands[seat]) if seat in hands else self.backs(view.seats[seat].concealed)
            lines += self.seat(seat, view, seating, held)
        return [*lines, *self.seat(view.seat, view, seating, ""), "", *self.own_hand(view)]

    def seat(self, seat: int, view: View, seating: Seating, held: str) -> list[str]:
        """Who sits there and what lies before him; then his discards."""
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
        """The tiles, the one just drawn apart; where they are drawn as glyphs, what to type for each stands below it."""
        held = list(view.hand)
        if view.drawn is not None:
            held.remove(view.drawn)
        if not self.screen.fancy:
            drawn = "" if view.drawn is None else f"  +{tiles.NAMES[view.drawn]}"
            return [f"  {self.screen.tiles(held)}{drawn}"]
        cells = [(self.screen.tile(tile) + "   ", pad(tiles.NAMES[tile], 4)) for tile in held]
        if view.drawn is not None:
            cells.append(("  " + self.screen.tile(view.drawn), "  " + tiles.NAMES[view.drawn]))
        # a row that the terminal would break itself would not stand over its names any more
        in_row = max(1, (get_terminal_size().columns - 5) // 4)
        lines = []
        for row in (cells[at : at + in_row] for at in range(0, len(cells), in_row)):
            glyphs, names = ("  " + "".join(part).rstrip() for part in zip(*row, strict=True))
            lines += [glyphs, self.screen.paint(names, "dim")]
        return lines

    # Events.

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """An event as a sentence; empty for those that need none. ``names`` are by seat."""
        tile = self.screen.tile_name
        match event:
            case HandBegan():
                return self.say("told_hand", number=event.number, round=self.wind(event.round), dice=" ".join(map(str, event.dice)))
            case Drew():
                key = "told_draw" if event.why == ORDINARY else "told_draw_kong" if event.why == FOR_KONG else "told_draw_flower"
                return self.say(key, who=names[event.seat], tile=tile(event.tile))
            case DrewUnseen():
                return "" if event.why == ORDINARY else self.say("told_replaces", who=names[event.seat])
            case LaidFlower():
                return self.say("told_flower", who=names[event.seat], tile=tile(event.tile))
            case Discarded():
                return self.say("told_discard" if event.from_hand else "told_discard_drawn", who=names[event.seat], tile=tile(event.tile))
            case Claimed():
                key = {MeldType.CHOW: "told_chow", MeldType.PUNG: "told_pung"}.get(event.meld.type, "told_kong")
                meld = self.screen.group(Group(event.meld.tiles, event.meld))
                return self.say(key, who=names[event.seat], source=names[event.source], tile=tile(event.tile), meld=meld)
            case MadeKong():
                meld = self.screen.group(Group(event.meld.tiles, event.meld))
                return self.say("told_added_kong" if event.added else "told_concealed_kong", who=names[event.seat], meld=meld)
            case MadeKongUnseen():
                return self.say("told_hidden_kong", who=names[event.seat])
            case DeclaredReady():
                return self.say("told_ready", who=names[event.seat], ready=self.say(f"ready_{READY[event.grade - 1]}"))
            case Won(source=None):
                return self.say("told_self_draw", who=names[event.seat], points=event.points)
            case Won(source=int(source)):
                return self.say("told_win", who=names[event.seat], source=names[source], points=event.points)
            case WonByFlowers():
                return self.say("told_eight_flowers", who=names[event.seat], points=event.points)
            case Exhausted(declined=None):
                return self.say("told_exhausted")
            case Exhausted(declined=int(seat)):
                return self.say("told_declined", who=names[seat])
            case Paid():
                return "  ".join(f"{name} {points:+d}" for name, points in zip(names, event.payments, strict=True))
            case Revealed():
                return self.say("told_reveal", seed=event.seed.hex()[:16])
        return ""
