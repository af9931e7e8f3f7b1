"""Speed, next to named peers in the same run. ``make bench`` installs the peers into a separate environment and runs this.

Every figure is the median of several rounds, ours and the peers' in turn, so that a noisy machine disturbs all alike. Written are
``results.json`` and ``players.json`` (the tables), ``curves.json`` (time for a unit as the work grows) and ``callgrind.json``
(instructions), all at the end: who interrupts this leaves the old ones as they were.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

import callgrind
import curves
import distance
import engines
import environments
import players
import profile_stages
import scoring
from measure import HERE, Contest, Row, run, write_json
from targets import target_text

from quepu.kernel import is_compiled

PARTS = {"scoring": scoring.contests, "distance": distance.contests, "engines": engines.contests, "environments": environments.contests}
QUICK_HANDS = 10**5
QUICK_TABLES = 10**2


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    if not is_compiled():
        print("the kernel is not compiled: nothing worth measuring", file=sys.stderr)
        return 2
    try:
        written = [*measured(options)]
    except KeyboardInterrupt:
        say("")
        print("interrupted: nothing is written", file=sys.stderr)
        return 130
    if options.quick:
        print("\na quick run: nothing is written")
        return 0
    for name, content in written:
        write_json(HERE / name, content)
    print(f"\nwritten: {', '.join(name for name, _ in written)}")
    return 0


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed, beside named peers in the same run.")
    parser.add_argument("--quick", action="store_true", help="three rounds, small curves, no instruction counts; writes nothing")
    parser.add_argument(
        "--only", choices=(*PARTS, "players", "curves", "callgrind"), help="this part alone; results.json is not written then"
    )
    return parser.parse_args(arguments)


def measured(options: argparse.Namespace) -> Iterator[tuple[str, object]]:
    """The files to write, with their contents."""
    rows = []
    for part, contests in PARTS.items():
        if options.only in (None, part):
            rows += table(part, contests, 3 if options.quick else None)
    if options.only in (None, "players"):
        yield "players.json", [row.as_dict() for row in table("players", players.contests, 3 if options.quick else None)]
    if options.only is None:
        yield "results.json", [row.as_dict() for row in rows]
        profile_stages.show()
    if options.only in (None, "curves"):
        yield "curves.json", draw_curves(options.quick)
    if options.only in (None, "callgrind") and not options.quick:
        if missing := callgrind.missing():
            print(f"\nno instructions are counted: {missing}", file=sys.stderr)
        else:
            yield "callgrind.json", count_instructions()


# The table


def table(part: str, contests: Callable[[], Iterator[Contest]], rounds: int | None) -> list[Row]:
    """Run the contests of a part, printing each row as it is there."""
    print(f"\n{part}\n{'':58} {'ours':>12} {'':11} {'':5}  {'peer':>12} {'':5}  ratio (of the rounds)  target", flush=True)
    found: list[Row] = []
    played: dict[int, object] = {}
    say(f"{part}: making ready …")
    for contest in contests():
        say(f"{contest.name} …")
        for row in run(contest, rounds):
            say("")
            print(line(row), flush=True)
            found.append(row)
        played |= {id(peer.rate): peer.rate for peer in contest.peers if isinstance(peer.rate, engines.RandomPlay)}
    for engine in played.values():
        print(f"  {engine}")
    return found


def line(row: Row) -> str:
    """A row for printing: medians with their spread, and the ratio with its minimum and maximum over the rounds."""
    text = f"{row.name:58} {row.ours:>12,.0f} {row.unit:11} ±{100 * row.spread:3.0f}%"
    if row.ratio is not None and row.peer is not None and row.peer_spread is not None and row.ratios is not None:
        least, greatest = row.ratios
        text += f"  {row.peer:>12,.0f} ±{100 * row.peer_spread:3.0f}%  {row.ratio:.2f} ({least:.2f}–{greatest:.2f})"
    if row.peer_name:
        text += f"  {row.peer_name}"
    target = target_text(row.name, row.peer_name, row.ratio)
    return f"{text}  {target}" if target else text


def say(text: str) -> None:
    """What is being done now, in a line of a terminal that the next one overwrites."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


# Curves and counts


def draw_curves(quick: bool) -> list[curves.Drawn]:
    print("\ncost curves: ns for a unit as the work grows", flush=True)
    found = []
    for curve in curves.curves():
        say(f"{curve.name}, {curve.sizes[0]:,} to {curve.sizes[-1]:,} …")
        most = (QUICK_HANDS if curve.unit == "hand" else QUICK_TABLES) if quick else curve.sizes[-1]
        drawn = curves.measure(curve, most, 3)
        say("")
        print(curve_line(drawn), flush=True)
        found.append(drawn)
    return found


def curve_line(drawn: curves.Drawn) -> str:
    points = "  ".join(f"{point['size']:,}: {point['ns']:,.0f}" for point in drawn["points"])
    return f"{drawn['name']:32} {points}  largest/smallest {drawn['largest_to_smallest']:.2f}, {drawn['bytes_each']:,} bytes each"


def count_instructions() -> list[dict[str, object]]:
    print("\ninstructions for a unit, inside the kernel (callgrind)", flush=True)
    found = []
    for name in callgrind.KERNELS:
        say(f"{name} …")
        counted = callgrind.measure(name)
        say("")
        print(f"{name:32} {counted['instructions']:>12,} a {counted['unit']}, counted again {counted['again']:,}", flush=True)
        found.append(counted)
    return found


if __name__ == "__main__":
    sys.exit(main())
