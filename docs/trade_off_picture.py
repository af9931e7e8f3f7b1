"""Speed against strength as a picture and a table: what ``benchmarks/trade_off.py`` has written."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import log
from typing import Any

from page_parts import table

from quepu.rules import book

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 720, 250, 62, 120, 34, 44
COLOURS = ("#b45309", "#1d4ed8", "#15803d")
STYLE = (
    "text { font: 12px sans-serif; fill: #374151 } .title { font-weight: bold } .axis { stroke: #9ca3af } .zero { stroke-dasharray: 4 3 }"
)


def trade_off_table(found: dict[str, Any]) -> list[str]:
    """A row for each variant: its time, and its points by each book."""
    books = [*dict.fromkeys(point["rules"] for point in found["points"])]
    rows: dict[tuple[int, int], list[str]] = {}
    for point in found["points"]:
        low, high = point["points"]["interval"]
        row = rows.setdefault((point["beyond"], point["budget"]), [])
        row += [f"{point['microseconds']:.1f}", f"{point['points']['mean']:+.2f} ±{(high - low) / 2:.2f}".replace("-", "−")]
    head = ("beyond", "budget", *(title for id in books for title in (f"`{id}`: µs a decision", "points per deal")))
    return table(head, ((f"{beyond}", f"{budget}", *cells) for (beyond, budget), cells in rows.items()))


def trade_off_picture(found: dict[str, Any]) -> str:
    """A diagram for each book, one below the other: to the right slower, upwards stronger, with a line for each ``beyond``."""
    books = [*dict.fromkeys(point["rules"] for point in found["points"])]
    height = HIGH * len(books)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" width="{WIDE}" height="{height}" role="img">']
    lines += ["<title>Points per deal against three efficient, by microseconds a decision</title>", f"<style>{STYLE}</style>"]
    lines += ['<rect width="100%" height="100%" fill="#ffffff"/>']
    for n, id in enumerate(books):
        lines += [f'<g transform="translate(0 {HIGH * n})">']
        lines += diagram(id, [point for point in found["points"] if point["rules"] == id], found["deals"])
        lines += ["</g>"]
    return "\n".join([*lines, "</svg>", ""])


def diagram(id: str, points: list[dict[str, Any]], deals: int) -> Iterator[str]:
    times = [point["microseconds"] for point in points]
    bounds = [bound for point in points for bound in point["points"]["interval"]] + [0.0]
    fastest, slowest, low, high = min(times), max(times), min(bounds), max(bounds)

    def x(time: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * log(time / fastest) / log(slowest / fastest)

    def y(value: float) -> float:
        return float(TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low))

    bottom, right = HIGH - BOTTOM, WIDE - RIGHT
    title = f"{escape(book(id).en)}: points per deal against three efficient, {deals:,} deals each"
    yield f'<text class="title" x="{LEFT}" y="18">{title}</text>'
    yield f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}" fill="none"/>'
    yield f'<path class="axis zero" d="M{LEFT} {y(0):.1f}H{right}"/>'
    for value in (low, 0.0, high):
        yield f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:+.1f}</text>'
    for time in (fastest, slowest):
        yield f'<text x="{x(time):.1f}" y="{bottom + 17}" text-anchor="middle">{time:.1f}</text>'
    yield f'<text x="{(LEFT + right) / 2:.1f}" y="{bottom + 33}" text-anchor="middle">microseconds a decision (logarithmic)</text>'
    for n, beyond in enumerate(sorted({point["beyond"] for point in points})):
        yield from curve([point for point in points if point["beyond"] == beyond], COLOURS[n], x, y)
        yield f'<text x="{right + 12}" y="{TOP + 12 + 18 * n}" style="fill: {COLOURS[n]}">beyond {beyond}</text>'


def curve(points: list[dict[str, Any]], colour: str, x: Any, y: Any) -> Iterator[str]:
    """The variants with one ``beyond``: a dot with its interval and its budget for each."""
    places = [(x(point["microseconds"]), y(point["points"]["mean"])) for point in points]
    yield f'<path d="M{"L".join(f"{a:.1f} {b:.1f}" for a, b in places)}" fill="none" stroke="{colour}"/>'
    for point, (a, b) in zip(points, places, strict=True):
        low, high = point["points"]["interval"]
        yield f'<path d="M{a:.1f} {y(low):.1f}V{y(high):.1f}" stroke="{colour}" stroke-opacity="0.35"/>'
        yield f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>'
        yield f'<text x="{a + 5:.1f}" y="{b - 5:.1f}" style="fill: {colour}">{point["budget"]}</text>'
