"""How well the estimates of careful players hold, as a picture: the checks that ``quepu lab fit`` has written into the fitted files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from trade_off_picture import STYLE

from quepu.kernel.estimates import FOLDER
from quepu.rules import BOOKS, book

SIZE, LEFT, TOP, GAP_X, GAP_Y = 190, 60, 50, 80, 84
ESTIMATES = {"ready": "an opponent is ready", "wait": "a ready opponent waits for the tile", "loss": "points that the discarder pays"}
COLOUR = "#1d4ed8"


def calibration_picture() -> str:
    """A row for each book and a diagram for each estimate: a dot for each tenth of the cases that were held out, to the right what was
    estimated, upwards what was true. Perfect estimates lie on the diagonal."""
    wide, high = LEFT + len(ESTIMATES) * (SIZE + GAP_X), TOP + len(BOOKS) * (SIZE + GAP_Y)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">']
    lines += ["<title>Estimates of careful players beside the truth, for deals that were held out</title>", f"<style>{STYLE}</style>"]
    lines += ['<rect width="100%" height="100%" fill="#ffffff"/>']
    for row, id in enumerate(BOOKS):
        checks = json.loads((FOLDER / f"{id}.json").read_text(encoding="utf-8"))["checks"]
        title_y = TOP + row * (SIZE + GAP_Y) - 28
        lines += [f'<text class="title" x="{LEFT}" y="{title_y}">{escape(book(id).en)}</text>']
        for column, (name, words) in enumerate(ESTIMATES.items()):
            lines += [f'<g transform="translate({LEFT + column * (SIZE + GAP_X)} {TOP + row * (SIZE + GAP_Y)})">']
            lines += diagram(words, checks[name], is_share=name != "loss")
            lines += ["</g>"]
    return "\n".join([*lines, "</svg>", ""])


def diagram(title: str, check: dict[str, Any], is_share: bool) -> Iterator[str]:
    tenths = check["tenths"]
    numbers = [number for tenth in tenths for number in tenth]
    low, high = (0.0 if is_share else 0.9 * min(numbers)), 1.05 * max(numbers)

    def place(number: float) -> float:
        return float(SIZE * (number - low) / (high - low))

    yield f'<text x="0" y="-10">{escape(title)}</text>'
    yield f'<path class="axis" d="M0 0V{SIZE}H{SIZE}" fill="none"/>'
    yield f'<path class="axis zero" d="M0 {SIZE}L{SIZE} 0"/>'
    for number in (low, high):
        shown = f"{100 * number:.0f} %" if is_share else f"{number:.0f}"
        yield f'<text x="-6" y="{SIZE - place(number) + 4:.1f}" text-anchor="end">{shown}</text>'
        yield f'<text x="{place(number):.1f}" y="{SIZE + 15}" text-anchor="middle">{shown}</text>'
    for estimated, true in tenths:
        yield f'<circle cx="{place(estimated):.1f}" cy="{SIZE - place(true):.1f}" r="3.5" fill="{COLOUR}"/>'
    yield f'<text x="{SIZE / 2}" y="{SIZE + 30}" text-anchor="middle">estimated, of {check["cases"]:,} cases</text>'
