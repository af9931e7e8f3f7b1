"""The events of a deal, as a seat is sent them, as Botzone's requests."""

from __future__ import annotations

from typing import Any

from quepu.botzone.tiles import NAMES
from quepu.notation import parse_tiles
from quepu.tiles import BY_NAME as KINDS
from quepu.tiles import WINDS

Event = dict[str, Any]
_SET_SIZE = 3


class Requests:
    """The requests of one deal to one player, from its first event on."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.made: list[str] = []
        self.own: dict[int, str] = {}
        """What the player has done, as the response to the request with this number: known when others see it."""
        self.me = 0
        """The seat of the player in this deal."""
        self._round = 0
        self._hand: list[int] = []
        self._flowers: list[list[int]] = [[], [], [], []]
        self._has_begun = False
        self._claim: tuple[int, str] | None = None
        """The seat that has claimed a tile and not discarded yet, and the words of its request."""

    def add(self, events: list[Event]) -> None:
        """Make the requests of the next events."""
        for at, event in enumerate(events):
            self._take(event, events[at + 1] if at + 1 < len(events) else None)

    def _take(self, event: Event, following: Event | None) -> None:
        kind = event["t"]
        seat = WINDS.index(event["seat"]) if event.get("seat") else 0
        if kind == "hand":
            self.me, self._round = event["seats"].index(self.player), WINDS.index(event["round"])
        elif kind == "deal":
            self._hand = list(parse_tiles(event["hand"]))
        elif not self._has_begun and not (kind == "draw" and event["replaces"] is None):
            self._before_the_first_turn(kind, seat, event)
        elif kind == "draw":
            if not self._has_begun:
                self._begin()
            # a flower is replaced at once, and its player is not said to draw it
            is_flower = following is not None and following["t"] == "flower" and following["seat"] == event["seat"]
            if not is_flower:
                self.made.append(f"2 {NAMES[KINDS[event['tile']]]}" if seat == self.me else f"3 {seat} DRAW")
        else:
            self._in_play(kind, seat, event)

    def _before_the_first_turn(self, kind: str, seat: int, event: Event) -> None:
        """The flowers of the deal are laid down and replaced."""
        if kind == "flower":
            flower = KINDS[event["tile"]]
            self._flowers[seat].append(flower)
            if seat == self.me:
                self._hand.remove(flower)
        elif kind == "draw" and seat == self.me:
            self._hand.append(KINDS[event["tile"]])

    def _begin(self) -> None:
        self._has_begun = True
        flowers = [NAMES[flower] for one in self._flowers for flower in one]
        counts = [str(len(one)) for one in self._flowers]
        self.made.append(f"0 {self.me} {self._round}")
        self.made.append(" ".join(["1", *counts, *(NAMES[kind] for kind in sorted(self._hand)), *flowers]))

    def _in_play(self, kind: str, seat: int, event: Event) -> None:
        if kind == "flower":
            self.made.append(f"3 {seat} BUHUA {NAMES[KINDS[event['tile']]]}")
        elif kind == "discard":
            words = "PLAY" if self._claim is None else self._claim[1]
            if seat == self.me and self.made:
                self.own[self._asked()] = f"{words} {NAMES[KINDS[event['tile']]]}"
            self.made.append(f"3 {seat} {words} {NAMES[KINDS[event['tile']]]}")
            self._claim = None
        elif kind == "claim":
            tiles = sorted(parse_tiles(event["meld"][1:-1]))
            if len(tiles) > _SET_SIZE:
                self._kong(seat, "GANG", "GANG")
            else:
                self._claim = seat, "PENG" if tiles[0] == tiles[1] else f"CHI {NAMES[tiles[1]]}"
        elif kind == "kong":
            name = NAMES[parse_tiles(event["meld"][1:-1])[0]] if "meld" in event else ""
            if event.get("added"):
                self._kong(seat, f"BUGANG {name}", f"BUGANG {name}")
            else:
                self._kong(seat, "GANG", f"GANG {name}")

    def _kong(self, seat: int, seen: str, own: str) -> None:
        if seat == self.me:
            self.own[self._asked()] = own
        self.made.append(f"3 {seat} {seen}")

    def _asked(self) -> int:
        """The number of the request to which the player's own action is the response: the last one."""
        return len(self.made) - 1
