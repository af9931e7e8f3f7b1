"""Whole games for tests, and the golden ones: ``python -m tests.games`` plays them again and writes those that are missing; with
``--accept`` also those that differ."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from quepu.engine.events import Claimed, DeclaredReady, Discarded, Drew, Event, Exhausted, LaidFlower, MadeKong, Won, WonByFlowers
from quepu.engine.game import play_match
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header, RecordWriter
from quepu.hand import MeldType
from quepu.rules import book
from tests.players import Nearest

GAMES = Path(__file__).parent / "data/games"

NAMES = ("nearest 0", "nearest 1", "nearest 2", "nearest 3")

GOLDEN = {
    "lingque28": ("lingque28", 136, 56),
    "lingque28_flowers": ("lingque28", 144, 28),
    "lingque26": ("lingque26", 136, 116),
    "guobiao": ("guobiao", 144, 69),
    "guobiao98": ("guobiao98", 144, 12),
    "woodshole": ("woodshole", 144, 3),
}
"""The golden games: rules, tiles, and a seed that was chosen because much happens in four hands."""


def play(rules: str, tiles: int, seed: int, hands: int | None = 4) -> bytes:
    """The record of a match between four who play towards wins."""
    rulebook = book(rules)
    settings = MatchSettings(tiles, hands=hands)
    stream = BytesIO()
    record = RecordWriter(stream, Header(rulebook, NAMES, settings))
    play_match([Nearest(rulebook, 4 * seed + n) for n in range(4)], rulebook, seed, settings, record.write)
    record.finish()
    return stream.getvalue()


def happenings(events: list[Event]) -> set[str]:
    """What happens in a game, in words."""
    found = set()
    for before, event in zip([None, *events], events, strict=False):
        match event:
            case Claimed():
                found.add({MeldType.CHOW: "chow", MeldType.PUNG: "pung"}.get(event.meld.type, "open kong"))
            case MadeKong():
                found.add("added kong" if event.added else "concealed kong")
            case LaidFlower():
                found.add("flower")
            case Discarded() if event.tile > 33:
                found.add("flower discarded")
            case Drew() if event.why == 1:
                found.add("kong replaced")
            case DeclaredReady():
                found.add("ready")
            case Exhausted():
                found.add("exhausted" if event.declined is None else "declined")
            case WonByFlowers():
                found.add("eight flowers")
            case Won():
                found.add("self-drawn" if event.source is None else "won on a discard")
                if isinstance(before, MadeKong):
                    found.add("kong robbed")
    return found


def golden(name: str) -> Path:
    return GAMES / f"{name}.jsonl"


def main() -> int:
    GAMES.mkdir(exist_ok=True)
    wrong = 0
    for name, game in GOLDEN.items():
        path, now = golden(name), play(*game)
        if not path.exists() or "--accept" in sys.argv:
            path.write_bytes(now)
            print(f"{path.name} written")
        elif path.read_bytes() != now:
            was = path.read_bytes().splitlines()
            line = next((n for n, (a, b) in enumerate(zip(was, now.splitlines(), strict=False), 1) if a != b), len(was))
            print(f"{path.name} would change from line {line} on")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
