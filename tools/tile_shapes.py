"""What the tile faces are drawn with: the palette, outlines of characters, and shapes of SVG in whole numbers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

MIDDLE = 372
"""The middle of the face, which ends above the tile's edge."""

FACE, SIDE = "#fffcf2", "#cfc3a4"
JADE, DARK_JADE, PALE_JADE = "#1d6a5a", "#124a3f", "#63a894"
AMBER, PURPLE = "#b9741a", "#74479a"
INK, RED, GREEN, BLUE = "#1c2b40", "#cf3a24", "#0a7257", "#1f5c9e"

Point = tuple[float, float]


# Paths


@cache
def outlines() -> dict[str, str]:
    fonts = json.loads(Path(__file__).with_name("glyphs.json").read_text("utf-8"))
    return {character: path for font in fonts for character, path in font["outlines"].items()}


def segments(path: str) -> Iterator[tuple[str, list[Point]]]:
    """The pieces of an outline as M, L, C and Z with their points; H and V become L."""
    here: Point = (0, 0)
    for command, text in re.findall(r"([MLHVCZ])([^MLHVCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command == "Z":
            yield "Z", []
            continue
        if command in "HV":
            points = [(n, here[1]) if command == "H" else (here[0], n) for n in numbers]
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
        size = 3 if command == "C" else 1
        for at in range(0, len(points), size):
            yield ("L" if command in "HV" or (command == "M" and at) else command), points[at : at + size]
        here = points[-1]


def near(number: float) -> int:
    """The nearest whole number, the same on machines whose sines differ in the last bit."""
    return round(round(number, 6))


def compact(pieces: Iterable[tuple[str, list[Point]]]) -> str:
    """The path in whole numbers, relative to the point before: the shortest way to write it."""
    text, x, y, start = "", 0, 0, (0, 0)
    for command, points in pieces:
        if command == "Z":
            text, (x, y) = text + "z", start
            continue
        whole = [(near(px), near(py)) for px, py in points]
        steps = [(px - x, py - y) for px, py in whole]
        if command == "M":
            text += f"M{whole[0][0]} {whole[0][1]}"
            start = whole[0]
        elif command == "L":
            dx, dy = steps[0]
            text += f"h{dx}" if dy == 0 and dx else f"v{dy}" if dx == 0 and dy else f"l{dx} {dy}" if dx or dy else ""
        else:
            text += "c" + " ".join(f"{dx} {dy}" for dx, dy in steps)
        x, y = whole[-1]
    return text.replace(" -", "-")


def glyph(character: str, em: float, x: float, y: float, colour: str, weight: int = 0) -> str:
    """A character, its ink centred on a point. ``weight`` thickens it, so that thin strokes last at small sizes."""
    pieces = list(segments(outlines()[character]))
    xs, ys = zip(*(point for _, points in pieces for point in points), strict=True)
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    scale = em / 1000
    placed = ((command, [(x + (px - middle_x) * scale, y - (py - middle_y) * scale) for px, py in points]) for command, points in pieces)
    thicker = f' stroke="{colour}" stroke-width="{weight}"' if weight else ""
    return f'<path fill="{colour}"{thicker} d="{compact(placed)}"/>'


def turned(points: str, x: float, y: float, degrees: float, scale: float = 1) -> str:
    """A path drawn around 0, 0, turned, scaled and moved."""
    cos, sin = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale
    return compact((command, [(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in run]) for command, run in segments(points))


def away(x: float, y: float, degrees: float, distance: float) -> Point:
    """The point so far from another, 0 degrees being upwards."""
    return x + distance * math.sin(math.radians(degrees)), y - distance * math.cos(math.radians(degrees))


def circle(x: float, y: float, r: float, colour: str) -> str:
    return f'<circle cx="{near(x)}" cy="{near(y)}" r="{near(r)}" fill="{colour}"/>'


def ring(x: float, y: float, r: float, colour: str, thick: float) -> str:
    return f'<circle cx="{near(x)}" cy="{near(y)}" r="{near(r)}" fill="none" stroke="{colour}" stroke-width="{near(thick)}"/>'


def fill(colour: str, *paths: str) -> str:
    return f'<path fill="{colour}" d="{"".join(paths)}"/>'


def stroke(colour: str, thick: int, *paths: str) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{thick}" stroke-linecap="round" d="{"".join(paths)}"/>'


def edged(colour: str, *paths: str) -> str:
    """Filled, with an ivory margin that separates it from the shapes behind."""
    return f'<path fill="{colour}" stroke="{FACE}" stroke-width="12" d="{"".join(paths)}"/>'
