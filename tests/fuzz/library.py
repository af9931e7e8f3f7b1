"""The entries of the library: text, JSON, records, overlays, observations and packed rows."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import sha256

from quepu import notation
from quepu.batch import HandBatch, distance_many, pack, score_many
from quepu.engine import Sampler, Tables, decode, observation, read_record, verify
from quepu.engine.events import read_row
from quepu.engine.replay import replay_batches
from quepu.errors import ImpossibleHand, NotationError, QuepuError, RecordError, RuleBookError
from quepu.hand import Hand, Win
from quepu.json_lines import answer_line, read_json
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.planes import write_planes
from quepu.kernel.planes_layout import CELLS
from quepu.kernel.shapes import FLOWER_COUNT, MELDS, ROW
from quepu.kernel.style import Style
from quepu.players.trials import borrowed_rollouts
from quepu.rules import BOOKS, named
from quepu.rules.base import RuleBook
from quepu.rules.catalogue import whole
from quepu.rules.overlay import from_dict, parse
from quepu.score import Score
from quepu.waits import discards_dict, distance_and_useful, waits_dict
from tests.fuzz.entry import CORPUS, Entry, documented
from tests.fuzz.mutation import Mutator

_HAND_TOKENS = (
    b"123m", b"[123m]", b"[EEE]", b"(5555p)", b"[5555p]", b"+9m", b" | ", b"self", b"seat=S", b"round=W", b"last_tile",
    b"kong", b"first_turn",
    b"last_copy", b"flowers=3", b"flowers=1f5f", b"ready=heaven", b"ready=ghost", b"tiles_left=3", b"111111111m", b"ESWNCFP", b"1234567z",
    "三萬".encode(), "東".encode(), "🀀🀁".encode(), b"[", b"]", b"(", b")", b"+", b"|", b"=", b" ", b"0m", b"9f",
)  # fmt: skip


@cache
def all_books() -> tuple[RuleBook, ...]:
    return (*(named(id) for id in BOOKS), named("lingque28+appendix"), named("guobiao+kongs3"))


def book_for(data: bytes) -> RuleBook:
    """One of the books, the same for the same input."""
    books = all_books()
    return books[sum(data[:64]) % len(books)]


def refused(wanted: type[QuepuError], do: Callable[[], object]) -> str | None:
    """The code of the error of this class that a call raises; None if it raises none."""
    try:
        do()
    except wanted as error:
        return documented(error)
    return None


class Notation(Entry):
    name = "notation"
    tokens = _HAND_TOKENS

    def run(self, data: bytes) -> str:
        text = data.decode("utf-8", "surrogateescape")
        try:
            hand, win = notation.read(text)
        except NotationError as error:
            assert 0 <= error.position <= len(text)
            return documented(error)
        except QuepuError as error:
            return documented(error)
        self.check_round_trip(hand, win)
        size = hand.size
        wrong = refused(ImpossibleHand, lambda: hand.check(size))
        book = book_for(data)
        done = [
            refused(QuepuError, lambda: json.dumps(Score(hand, win, book).as_dict(explain=True)))
            if size > 12 or len(data) % 8 == 0
            else "",
            refused(QuepuError, lambda: distance_and_useful(hand, book)),
            refused(QuepuError, lambda: json.dumps(waits_dict(hand, book))) if size == 13 or len(data) % 16 == 1 else "",
            refused(QuepuError, lambda: json.dumps(discards_dict(hand, book))) if len(data) % 16 == 2 else "",
        ]
        assert wrong is None or None not in done, "what cannot be on a table was taken"
        return f"{size if size < 16 else 'larger'} {wrong}"

    def check_round_trip(self, hand: Hand, win: Win) -> None:
        canonical = notation.format_hand(hand, win)
        again, won = notation.read(canonical)
        assert notation.format_hand(again, won) == canonical
        assert (sorted(again.concealed), again.melds, again.winning) == (sorted(hand.concealed), hand.melds, hand.winning)
        flowers = win.flowers if isinstance(win.flowers, int) else tuple(sorted(win.flowers))
        assert asdict(won) == {**asdict(win), "flowers": flowers}


class JsonLines(Entry):
    name = "jsonl"
    tokens = (
        *_HAND_TOKENS, b'"hand":', b'"rules":', b'"self_drawn":true', b'"flags":["kong"]', b'"flowers":["1f"]',
        b'"seat":"N"', b'"round":"S"',
        b'"tiles_left":0', b'"ready":"human"', b"lingque26", b"guobiao98", b"woodshole", b"lingque28+appendix", b"null",
        b"[", b"{", b"}", b"]", b",",
        b"\\ud800", b"NaN", b"1e999",
    )  # fmt: skip

    def mutate(self, mutator: Mutator) -> bytes:
        return mutator.json(mutator.seed()) if mutator.random.random() < 0.5 else mutator.next()

    def run(self, data: bytes) -> str:
        if b".toml" in data.lower():  # the command line reads the file that is named so
            return "a file"
        answer = answer_line(data, explain=len(data) % 8 == 0)
        text = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
        assert b"\n" not in text
        try:
            given = read_json(data)
            batch = pack([given] if isinstance(given, dict) else given)  # type: ignore[arg-type]  # a stranger's JSON may be anything
            scores = score_many(batch)
        except QuepuError as error:
            code = documented(error)
            assert "error" in answer
            return code
        except TypeError:  # ``pack`` raises it for JSON that is not a list, like any function
            assert not isinstance(given, list | dict | str)
            return "no list"
        if not isinstance(given, dict):
            return "a list"
        assert answer["win"] == bool(scores.win[0])
        assert not answer["win"] or (answer["points"], answer["legal"]) == (scores.points[0], bool(scores.legal[0]))
        return f"{batch.rules.id} {answer['win']}"


class Records(Entry):
    name = "records"
    tokens = tuple(
        f'"{word}"'.encode()
        for word in ("t", "hand", "deal", "draw", "flower", "discard", "claim", "kong", "ready", "win", "exhausted", "pay", "reveal", "end",
                     "seat", "from", "tile", "meld", "[EEE]", "1f", "9m", "E", "N", "overlay", "rules", "players", "match", "sha256")
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        whole_ones = [path.read_bytes() for path in sorted((CORPUS / "records").glob("*.jsonl"))]
        return [*whole_ones, *super().seeds()]

    def mutate(self, mutator: Mutator) -> bytes:
        random = mutator.random
        if random.random() < 0.2:
            return mutator.next()
        lines = mutator.seed().split(b"\n")
        for _ in range(1 if random.random() < 0.7 else 3):
            at = random.randrange(len(lines))
            chance = random.random()
            if chance < 0.6:
                lines[at] = mutator.json(lines[at])
            elif chance < 0.7:
                lines.insert(at, random.choice(lines))
            elif chance < 0.8 and len(lines) > 1:
                del lines[at]
            elif chance < 0.9:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            else:
                lines[at] = mutator.change(lines[at])
        data = b"\n".join(lines)
        return with_hash(data) if random.random() < 0.7 else data

    def run(self, data: bytes) -> str:
        found: RecordError | None = None
        try:
            header = verify(data)
        except RecordError as error:
            found = error
            assert error.line >= 1
        read = refused(RecordError, lambda: read_record(data))
        if found is None:
            assert read is None, "what is verified can be read"
            assert read_record(data).header == header
            return "valid"
        if len(data) % 4 == 0:
            assert refused(RecordError, lambda: [step for steps in replay_batches(data, holds=True) for step in steps]) is not None
        reason = found.details.get("reason")
        return f"{documented(found)} {reason.code if isinstance(reason, QuepuError) else ''}"


def with_hash(data: bytes) -> bytes:
    """A record whose last line has the hash that it needs, so that what else is wrong with it counts."""
    before = data.rfind(b'{"t":"end"')
    if before < 0:
        return data
    return data[:before] + b'{"t":"end","sha256":"' + sha256(data[:before]).hexdigest().encode() + b'"}\n'


class Overlays(Entry):
    name = "overlays"
    tokens = (
        b"base", b'base = "lingque28"\n', b'base = "guobiao"\n', b'base = "woodshole"\n', b"name", b"minimum = ",
        b"[fan.pure_straight]\n", b"[fan]",
        b"fu = ", b"fan = ", b"points = ", b"percent = ", b"enabled = false\n", b"excludes_add = ",
        b"excludes_remove = ", b'["short_straight"]',
        b"seven_pairs", b"mixed_triple_chow", b"=", b"[", b"]", b"{", b"}", b'"', b"'''", b"#", b"\n", b".",
        b"1979-05-27T07:32:00", b"inf", b"nan",
        b"0x10", b"1_000", b"true",
    )  # fmt: skip

    def mutate(self, mutator: Mutator) -> bytes:
        return mutator.json(mutator.seed()) if mutator.random.random() < 0.3 else mutator.next()

    def run(self, data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        try:
            book = self.read(text)
        except RuleBookError as error:
            assert error.code == "wrong_overlay"
            assert 1 <= int(str(error.details["line"])) <= text.count("\n") + 1
            reason = error.details["reason"]
            assert isinstance(reason, QuepuError)
            return f"{documented(error)} {reason.code}"
        except QuepuError as error:
            return documented(error)
        json.dumps(whole(book))
        for hand in ("12345678m22p [EEE] +9m | self", "1133m5577p22s88sW +W", "19m19p19sESWNCFP +1m"):
            json.dumps(Score(*notation.read(hand), book).as_dict(explain=True))
        return f"ok {book.overlay and book.overlay['base']}"

    def read(self, text: str) -> RuleBook:
        if text.startswith("{"):
            given = read_json(text.encode())
            assert isinstance(given, dict)
            return from_dict(given, "overlay", named)
        return parse(text, "overlay", named)


class Observations(Entry):
    name = "observations"
    is_binary = True

    def seeds(self) -> list[bytes]:
        found = []
        for n, book in enumerate(all_books()):
            tables = Tables(book, 2, n)
            actions = bytearray(2)
            sampler = Sampler(n)
            for _ in range(40):
                sampler.choose(tables.masks, actions)
                tables.step(actions)
            found += [bytes(tables.observations or b"")[:OBSERVATION], observation(tables.state(1), 2)]
        return [*found, *super().seeds()]

    def mutate(self, mutator: Mutator) -> bytes:
        if mutator.random.random() < 0.2:
            return mutator.next()
        data = mutator.seed()
        for _ in range(1 + mutator.random.randrange(4)):
            data = mutator.set_byte(data)[:OBSERVATION]
        return data

    def run(self, data: bytes) -> str:
        planes = bytearray(CELLS * (len(data) // OBSERVATION))
        with suppress(ValueError):
            write_planes(memoryview(data), memoryview(planes))
        assert set(planes) <= {0, 1}
        try:
            seen = decode(data)
        except QuepuError as error:
            assert documented(error) == "bad_value"
            return f"bad_value {len(data) == OBSERVATION}"
        assert decode(bytearray(data)) == seen
        assert decode(memoryview(data)) == seen
        return f"ok {seen.result is not None}"


class Searches(Observations):
    """Players check the bytes by themselves: what fits no deal is refused with ValueError or IndexError."""

    name = "searches"

    def run(self, data: bytes) -> str:
        points, ends = array("d", [0.0]), bytearray(1)
        with borrowed_rollouts(book_for(data), Style(4, 0)) as rollouts:
            try:
                chosen, _ = rollouts.weigh(data)
            except (ValueError, IndexError):
                return f"not weighed {len(data) == OBSERVATION}"
            try:
                rollouts.play(data, bytes([chosen]), 1, 0, 1, memoryview(points), memoryview(ends), horizon=4)
            except (ValueError, IndexError):
                return "not searched"
        return f"searched {ends[0]} {points[0] > 0}"


class Rows(Entry):
    name = "rows"
    is_binary = True

    def mutate(self, mutator: Mutator) -> bytes:
        if mutator.random.random() < 0.3:
            return mutator.next()
        cells = bytearray(mutator.seed())
        for _ in range(1 + mutator.random.randrange(3)):
            if cells:
                at = mutator.random.randrange(len(cells))
                place = at % ROW
                # mostly what can be in that place
                value = mutator.random.choice(
                    (cells[at ^ 1 if at ^ 1 < len(cells) else at], mutator.random.randrange(34), mutator.random.randrange(6))
                )
                cells[at] = value if place < MELDS or mutator.random.random() < 0.8 else mutator.random.randrange(256)
        return bytes(cells)

    def run(self, data: bytes) -> str:
        book = book_for(data)
        threads = 2 if len(data) % 64 == 0 else 1
        lacking = refused(ImpossibleHand, lambda: distance_many(data, book, threads))
        try:
            batch = HandBatch(data, book)
        except ImpossibleHand as error:
            code = documented(error)
            wrong = int(str(error.details["found"])) if code == "bad_row" else error.index
            assert wrong is not None
            assert 0 <= wrong <= len(data) // ROW
            return f"{code} {lacking}"
        scores = score_many(batch, threads=threads)
        assert len(scores) == len(data) // ROW
        assert lacking is None, "a win has a distance"
        if data:
            one = Score(*read_row(data[:ROW]), book)
            assert one.win == bool(scores.win[0])
            assert not one.win or (one.points, one.base) == (scores.points[0], scores.base[0])
            # all eight flowers win with any tiles by some books
            assert not one.win or data[FLOWER_COUNT] == 8 or distance_many(batch).distance[0] == -1
        return f"ok {book.id} {bytes(scores.win)[:1].hex()}"
