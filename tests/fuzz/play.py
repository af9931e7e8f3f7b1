"""The entries of the engine: tables in batches, actions and walls."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

from quepu.engine import Deal, Sampler, Tables, decode, observation, play_rules, view
from quepu.engine.wall import full_set
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import ACTIONS
from tests.fuzz.entry import Entry, documented
from tests.fuzz.library import all_books, book_for
from tests.fuzz.mutation import ODD_VALUES, Mutator


class Buffers(Entry):
    """The first bytes choose the tables, the others the calls."""

    name = "tables"
    is_binary = True

    def run(self, data: bytes) -> str:
        choices = Choices(data)
        book = all_books()[choices.next() % 7]
        flags = choices.next()
        count = 1 + choices.next() % 5
        given: dict[str, Any] = {"tiles": (None, 136, 144, 137)[flags >> 6]} if flags & 32 else {}
        if flags & 16:
            given[("seats", "masks", "rewards", "done", "observations")[choices.next() % 5]] = choices.buffer(count)
        try:
            tables = Tables(
                book, count, choices.next(), plays_forced=bool(flags & 1), deals_again=bool(flags & 2), observes=bool(flags & 4), **given
            )
        except QuepuError as error:
            return documented(error)
        self.sampler = Sampler(flags)
        found = "ok"
        for _ in range(64):
            if choices.is_at_end():
                break
            found = self.call(tables, choices)
        self.check(tables)
        return f"{found} {bool(max(tables.done))}"

    def call(self, tables: Tables, choices: Choices) -> str:
        """One call; the code with which it was refused. Then nothing has changed."""
        kind = choices.next() % 8
        before = bytes(tables.seats), bytes(tables.masks), bytes(tables.rewards)
        try:
            if kind < 3:
                actions = bytearray(tables.count)
                self.sampler.choose(tables.masks, actions)
                tables.step(actions)
            elif kind == 3:
                tables.step(choices.bytes(tables.count))
            elif kind == 4:
                tables.step(choices.buffer(tables.count))
            elif kind == 5:
                tables.observe(choices.buffer(tables.count) if choices.next() & 1 else bytes(tables.seats), choices.buffer(tables.count))
            elif kind == 6:
                table = choices.odd()
                tables.state(table)
                tables.hand(table)
                assert sorted(tables.wall(table, choices.odd())) == list(full_set(tables.tiles))
            else:
                self.sampler.choose(choices.buffer(tables.count), choices.buffer(tables.count))
        except QuepuError as error:
            assert (bytes(tables.seats), bytes(tables.masks), bytes(tables.rewards)) == before
            return documented(error)
        except TypeError:  # not a buffer, like any function
            return "no buffer"
        return "ok"

    def check(self, tables: Tables) -> None:
        """Check that the observation of a table agrees with its state."""
        state = tables.state(tables.count - 1)
        seat = tables.seats[tables.count - 1]
        if seat < 4:
            low, high = tables.masks[-2], tables.masks[-1]
            assert low | high << 64 == state.legal(seat)
            assert decode(observation(state, seat)) == view(state, seat)


class Choices:
    """An input read as choices; after its end all are 0."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def is_at_end(self) -> bool:
        return self.at >= len(self.data)

    def next(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def bytes(self, size: int) -> bytes:
        return bytes(self.next() for _ in range(size))

    def odd(self) -> Any:
        """A value of any kind, most often a small number."""
        which = self.next()
        return which % 6 if which < 160 else ODD_VALUES[which % len(ODD_VALUES)]

    def buffer(self, count: int) -> Any:
        """A buffer that may be right, or wrong in size, format, shape or kind."""
        which = self.next()
        size = count * (1, 1, 2, 4, 8, 16, 408, 3)[which >> 5] + (0, 0, 0, 0, 1, -1, 7, 0)[which >> 2 & 7]
        content = bytes(self.bytes(min(4, size)) * (size // 4 + 1))[: max(0, size)]
        kind = self.next() % 16
        if kind < 5:
            return bytearray(content)
        if kind == 5:
            return content
        if kind == 6:
            return memoryview(bytearray(content))[::-1]
        if kind == 7:
            return memoryview(bytearray(content + content))[::2]
        if kind < 12:
            return array("QibI"[kind - 8], content[: len(content) // 8 * 8])
        if kind == 12:
            return list(content)
        if kind == 13:
            return memoryview(bytearray(content or b"\0")).cast("B", (len(content) or 1, 1))
        return self.odd()


class Actions(Entry):
    """One deal: a byte below 200 is a legal action of a seat that must act; any other byte is followed by a seat and any action."""

    name = "actions"
    is_binary = True

    def run(self, data: bytes) -> str:
        choices = Choices(data)
        first = choices.next()
        book = all_books()[first % 7]
        random = Random(choices.next())
        wall = bytearray(full_set(play_rules(book).tiles))
        random.shuffle(wall)
        hand = Deal(book, bytes(wall), [random.randint(1, 6) for _ in range(4)], first >> 4 & 3, holds=bool(first & 8))
        found = "ok"
        for _ in range(400):
            if choices.is_at_end() or hand.over:
                break
            found = self.act(hand, choices)
        self.check(hand)
        return f"{found} {hand.over} {hand.state.phase}"

    def act(self, hand: Deal, choices: Choices) -> str:
        which = choices.next()
        asked = hand.asked()
        if which < 200 and asked:
            seat = asked[which % len(asked)]
            mask = hand.legal(seat)
            legal = [action for action in range(ACTIONS) if mask >> action & 1]
            hand.apply(seat, legal[which % len(legal)])
            return "ok"
        before = hand.state.copy()
        try:
            if which > 250:
                hand.release()
            else:
                seat, action = choices.odd(), choices.next() if which & 1 else choices.odd()
                hand.apply(seat, action, bool(which & 2))
                assert before.legal(seat) >> action & 1, "what was not legal was done"
        except IllegalAction as error:
            assert hand.state.equals(before), "a refused call has changed the state"
            return documented(error)
        except QuepuError as error:
            return documented(error)
        return "ok"

    def check(self, hand: Deal) -> None:
        for seat in range(4):
            assert decode(observation(hand.state, seat)) == hand.view(seat)
            if hand.over:
                assert hand.legal(seat) == 0
            else:
                hand.why_no_win(seat)
        if hand.over:
            assert sum(hand.outcome().payments) == 0


class Deals(Entry):
    """A wall, then four dice and the round."""

    name = "deals"
    is_binary = True

    def seeds(self) -> list[bytes]:
        random = Random(7)
        found = []
        for size in (136, 144, 136, 144):
            wall = bytearray(full_set(size))
            random.shuffle(wall)
            found.append(bytes(wall) + bytes((*(random.randint(1, 6) for _ in range(4)), size % 3)))
        return [*found, *super().seeds()]

    def mutate(self, mutator: Mutator) -> bytes:
        if mutator.random.random() < 0.5:
            return mutator.next()
        data = mutator.move(mutator.seed())  # the same tiles in another order
        return data if mutator.random.random() < 0.7 else mutator.set_byte(data)

    def run(self, data: bytes) -> str:
        wall, rest = data[:-5], data[-5:]
        try:
            hand = Deal(book_for(data), wall, list(rest[:4]), rest[4] if len(rest) > 4 else 0)
        except QuepuError as error:
            return documented(error)
        for _ in range(300):
            if hand.over:
                break
            seat = hand.asked()[0]
            mask = hand.legal(seat)
            hand.apply(seat, (mask & -mask).bit_length() - 1)
        assert not hand.over or sum(hand.outcome().payments) == 0
        return f"ok {len(wall)} {hand.over}"
