"""A second opinion on what each seat may do: a plain table that follows the events and reads the rules anew.

It shares nothing with the engine but the scorer. Rules of play by family of book, in words of its own.
"""

from __future__ import annotations

from collections import Counter

from quepu.engine.events import Claimed, Dealt, DeclaredReady, Discarded, Drew, Event, LaidFlower, MadeKong
from quepu.hand import READY, Hand, Meld, MeldType, Win
from quepu.rules.base import RuleBook
from quepu.score import Score
from quepu.waits import distance

LINGQUE, GUOBIAO, WOODSHOLE = "lingque", "guobiao", "woodshole"

DISCARDS, CONCEALED, ADDED, CHOWS, PUNG, KONG, WIN, FLOWER, READY_, DECLINE, PASS = 0, 42, 76, 110, 113, 114, 115, 116, 117, 118, 119


class Oracle:
    def __init__(self, book: RuleBook, family: str, size: int, round: int) -> None:
        self.book, self.family, self.round = book, family, round
        self.wall = size - 52
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.flowers: list[list[int]] = [[] for _ in range(4)]
        self.ready: list[int | None] = [None] * 4
        self.discards: list[tuple[int, int]] = []
        self.lying: Counter[int] = Counter()
        """Discards that nobody took."""
        self.claimed_kongs: list[int] = []
        """Whose they are."""
        self.kongs = 0
        self.last: Event | None = None
        self.drawn: Drew | None = None

    # Following the events.

    def see(self, event: Event) -> None:
        if isinstance(event, Dealt):
            self.hands = [Counter(hand) for hand in event.hands]
        elif isinstance(event, Drew):
            self.wall -= 1
            self.hands[event.seat][event.tile] += 1
            self.drawn = event
        elif isinstance(event, LaidFlower):
            self.hands[event.seat][event.tile] -= 1
            self.flowers[event.seat].append(event.tile)
        elif isinstance(event, Discarded):
            self.hands[event.seat][event.tile] -= 1
            self.discards.append((event.seat, event.tile))
            self.lying[event.tile] += 1
            self.drawn = None
        elif isinstance(event, Claimed):
            self.lying[event.tile] -= 1
            self.hands[event.seat][event.tile] += 1
            self.hands[event.seat] -= Counter(event.meld.tiles)
            self.melds[event.seat].append(event.meld)
            if event.meld.type == MeldType.KONG:
                self.claimed_kongs.append(event.seat)
        elif isinstance(event, MadeKong):
            self.kongs += 1
            if event.added:
                self.hands[event.seat][event.meld.tile] -= 1
                self.melds[event.seat] = [
                    event.meld if meld.tile == event.meld.tile and meld.type == MeldType.PUNG else meld for meld in self.melds[event.seat]
                ]
            else:
                self.hands[event.seat] -= Counter(event.meld.tiles)
                self.melds[event.seat].append(event.meld)
        elif isinstance(event, DeclaredReady):
            self.ready[event.seat] = self.exchanges(event.seat)
            assert event.grade == self.ready[event.seat] + 1  # type: ignore[operator]
        self.last = event

    def exchanges(self, seat: int) -> int:
        """How often a seat has exchanged tiles, the dealer's first discard being free: by drawing or claiming a tile and discarding one,
        or by claiming a kong."""
        discarded = sum(other == seat for other, _ in self.discards)
        return self.claimed_kongs.count(seat) + (max(0, discarded - 1) if seat == 0 else discarded)

    # What each seat may do.

    def menus(self) -> dict[int, set[int]]:
        """The seats with something to choose, and what; the choice about the last tile left out."""
        last = self.last
        if isinstance(last, Discarded):
            found = {seat: self.answers(seat, last.seat, last.tile) for seat in range(4) if seat != last.seat}
        elif isinstance(last, MadeKong) and last.added:
            found = {seat: self.robs(seat, last.meld.tile) for seat in range(4) if seat != last.seat}
        elif isinstance(last, DeclaredReady):
            return {
                last.seat: {tile for tile in self.hands[last.seat] if self.hands[last.seat][tile] and self.waits_without(last.seat, tile)}
            }
        else:
            assert isinstance(last, Drew | Claimed)
            return {last.seat: self.own_turn(last.seat)}
        return {seat: {*menu, PASS} for seat, menu in found.items() if menu}

    def own_turn(self, seat: int) -> set[int]:
        hand = +self.hands[seat]
        drawn = self.drawn
        menu = set()
        if drawn and drawn.tile < 34 and self.wins(seat, drawn.tile, self_drawn=True, kong=drawn.why == 1):
            menu.add(WIN)
        if self.ready[seat] is not None:
            assert drawn
            return {*menu, drawn.tile}
        menu |= set(hand)
        if (drawn or self.family == LINGQUE) and (self.wall or self.family == LINGQUE):
            menu |= {CONCEALED + tile for tile in hand if hand[tile] == 4}
            menu |= {ADDED + meld.tile for meld in self.melds[seat] if meld.type == MeldType.PUNG and hand[meld.tile]}
        if self.family == GUOBIAO and self.wall and max(hand) > 33:
            menu.add(FLOWER)
        if self.family == WOODSHOLE and drawn and self.exchanges(seat) <= 4 and any(self.waits_without(seat, tile) for tile in hand):
            menu.add(READY_)
        return menu

    def answers(self, seat: int, source: int, tile: int) -> set[int]:
        """To a discard."""
        if tile > 33:
            return set()
        menu = {WIN} if self.wins(seat, tile, first=len(self.discards) == 1 and self.kongs == 0) else set()
        if self.ready[seat] is not None or (self.wall == 0 and self.family != LINGQUE):
            return menu
        hand = self.hands[seat]
        if hand[tile] >= 2:
            menu.add(PUNG)
        if hand[tile] == 3:
            menu.add(KONG)
        if seat == (source + 1) % 4 and tile < 27:
            for place in range(3):
                low = tile - place
                others = [kind for kind in (low, low + 1, low + 2) if kind != tile]
                if low >= 0 and low // 9 == (low + 2) // 9 == tile // 9 and all(hand[kind] for kind in others):
                    menu.add(CHOWS + place)
        return menu

    def robs(self, seat: int, tile: int) -> set[int]:
        return {WIN} if self.wins(seat, tile, kong=True) else set()

    def wins(self, seat: int, tile: int, self_drawn: bool = False, kong: bool = False, first: bool = False) -> bool:
        hand = Counter(self.hands[seat])
        if self_drawn:
            hand[tile] -= 1
            first = seat == 0 and not self.discards and self.kongs == 0
        concealed = tuple(sorted(hand.elements()))
        if concealed and max(concealed) > 33:
            return False
        grade = self.ready[seat]
        win = Win(
            self_drawn=self_drawn,
            seat=seat,
            round=self.round,
            last_tile=self.wall == 0,
            kong=kong,
            first_turn=first,
            last_copy=self.others_lie_open(tile, 0 if self_drawn or kong else 1),
            flowers=tuple(sorted(self.flowers[seat])),
            ready=None if grade is None else READY[grade],
            tiles_left=self.wall if self.family == WOODSHOLE else None,
        )
        return Score(Hand(concealed, tuple(self.melds[seat]), tile), win, self.book).legal

    def others_lie_open(self, tile: int, itself: int) -> bool:
        """Whether three others of the tile lie open, in the river and in claimed sets; a tile being added still counts for its pung."""
        count = self.lying[tile] - itself
        for melds in self.melds:
            for meld in melds:
                if meld.type == MeldType.KONG and meld.tile == tile:
                    count += 3
                elif meld.type != MeldType.CONCEALED_KONG:
                    count += meld.tiles.count(tile)
        return count == 3

    def waits_without(self, seat: int, tile: int) -> bool:
        hand = Counter(self.hands[seat])
        hand[tile] -= 1
        return distance(Hand(tuple(sorted(hand.elements())), tuple(self.melds[seat])), self.book) == 0
