"""Draws the tile faces in three sets: 34 kinds, 8 flowers and the back, each as a file, and all as ``sprite.svg`` (``make tiles``).

Every face is 600 × 800 and carries its own ivory, edge and shadow, so it stands on light and dark pages alike. Only whole numbers are
written, so the same bytes come out everywhere. The characters are outlines (``tools/glyphs.json``): no font is needed to show a tile.

Colours help, shapes decide: no two faces differ in colour alone.

The group ``corner`` holds a small numeral or letter for players who do not read the faces. It is hidden; a page shows it with
``--tile-corner: inline`` on the tile or anything around it, which also reaches into a ``<use>`` of the sprite, where selectors do not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tile_shapes import (
    AMBER,
    BLUE,
    DARK_JADE,
    FACE,
    GREEN,
    INK,
    JADE,
    MIDDLE,
    PALE_JADE,
    PURPLE,
    RED,
    SIDE,
    away,
    circle,
    compact,
    edged,
    fill,
    glyph,
    outlines,
    ring,
    segments,
    stroke,
    turned,
)

from quepu.tiles import CHINESE, NAMES

TILES = Path(__file__).parent.parent / "src/quepu/server/web/tiles"

HONOURS = {"E": INK, "S": INK, "W": INK, "N": INK, "C": RED, "F": GREEN}
CHARACTER = dict(zip(NAMES, CHINESE, strict=True))

# Characters and honours


def characters(number: int) -> str:
    character = CHARACTER[f"{number}m"]
    return glyph(character[0], 300, 300, 200, INK, 6) + glyph(character[1], 350, 300, 528, RED, 5)


def honour(letter: str) -> str:
    if letter == "P":
        return (
            f'<rect x="136" y="148" width="328" height="448" rx="26" fill="none" stroke="{BLUE}" stroke-width="36"/>'
            f'<rect x="190" y="202" width="220" height="340" rx="8" fill="none" stroke="{BLUE}" stroke-width="12"/>'
        )
    return glyph(CHARACTER[letter], 470, 300, MIDDLE, HONOURS[letter], 8)


# Dots

DOTS: dict[int, tuple[int, tuple[tuple[int, int, str], ...]]] = {
    2: (112, ((300, 212, GREEN), (300, 532, BLUE))),
    3: (92, ((164, 172, BLUE), (300, 372, RED), (436, 572, GREEN))),
    4: (102, ((170, 204, BLUE), (430, 204, GREEN), (170, 540, GREEN), (430, 540, BLUE))),
    5: (86, ((154, 176, BLUE), (446, 176, GREEN), (300, 372, RED), (154, 568, GREEN), (446, 568, BLUE))),
    6: (88, ((178, 148, GREEN), (422, 148, GREEN), *((x, y, RED) for y in (382, 590) for x in (178, 422)))),
    7: (73, ((138, 134, GREEN), (300, 192, GREEN), (462, 250, GREEN), *((x, y, RED) for y in (432, 616) for x in (190, 410)))),
    8: (75, tuple((x, y, BLUE) for y in (117, 287, 457, 627) for x in (190, 410))),
    9: (76, tuple((x, y, colour) for y, colour in ((158, GREEN), (372, RED), (586, BLUE)) for x in (122, 300, 478))),
}  # fmt: skip


def dots(number: int) -> str:
    if number == 1:
        return great_dot()
    radius, places = DOTS[number]
    return "".join(dot(x, y, radius, colour) for x, y, colour in places)


def dot(x: int, y: int, r: int, colour: str) -> str:
    return circle(x, y, r, colour) + ring(x, y, r * 0.62, FACE, r * 0.15) + circle(x, y, r * 0.24, FACE)


def great_dot() -> str:
    """A wheel: a ring of small beads, and a flower in the middle."""
    beads = [circle(*away(300, MIDDLE, 22.5 * n, 152), 15, FACE) for n in range(16)]
    petals = [turned("M0 0C-52 -30 -46 -92 0 -98C46 -92 52 -30 0 0Z", 300, MIDDLE, 60 * n) for n in range(6)]
    return "".join(
        [
            circle(300, MIDDLE, 212, GREEN),
            ring(300, MIDDLE, 186, FACE, 10),
            *beads,
            circle(300, MIDDLE, 118, FACE),
            fill(RED, *petals),
            circle(300, MIDDLE, 27, FACE),
        ]
    )


# Bamboos

Stick = tuple[int, int, str, int]
"""Where its middle is, its colour, and how far it leans."""

BAMBOOS: dict[int, tuple[int, int, tuple[Stick, ...]]] = {
    2: (250, 90, ((300, 206, GREEN, 0), (300, 538, GREEN, 0))),
    3: (250, 90, ((300, 206, GREEN, 0), (170, 538, GREEN, 0), (430, 538, GREEN, 0))),
    4: (250, 90, tuple((x, y, GREEN, 0) for y in (206, 538) for x in (170, 430))),
    5: (230, 82, ((300, 372, RED, 0), *((x, y, GREEN, 0) for y in (196, 548) for x in (130, 470)))),
    6: (250, 80, tuple((x, y, GREEN, 0) for y in (206, 538) for x in (130, 300, 470))),
    7: (170, 76, ((300, 134, RED, 0), *((x, y, GREEN, 0) for y in (376, 610) for x in (130, 300, 470)))),
    8: (250, 70, (*((x, y, GREEN, 0) for y in (202, 542) for x in (96, 504)),
                  (232, 208, GREEN, 31), (368, 208, GREEN, -31), (232, 536, GREEN, -31), (368, 536, GREEN, 31))),
    9: (170, 76, tuple((x, y, RED if x == 300 else GREEN, 0) for x in (130, 300, 470) for y in (136, 372, 608))),
}  # fmt: skip


def bamboos(number: int) -> str:
    if number == 1:
        return bird()
    high, wide, sticks = BAMBOOS[number]
    return "".join(drawn for colour in (GREEN, RED) for drawn in bundle(high, wide, [s for s in sticks if s[2] == colour], colour))


def bundle(high: int, wide: int, sticks: list[Stick], colour: str) -> Iterator[str]:
    """Sticks of one colour. Each has two joints, narrow in the middle, with a light along it."""
    if not sticks:
        return
    a, b, end, gap = wide / 2 - 5, wide / 4, high / 2 - 5, 9
    low, up = -high * 0.2, -high * 0.3
    half = f"M{-a} {-gap}L{a} {-gap}C{b} {low} {b} {up} {a} {-end}L{-a} {-end}C{-b} {up} {-b} {low} {-a} {-gap}Z"
    joints = [turned(half, x, y, lean + turn) for x, y, _, lean in sticks for turn in (0, 180)]
    yield f'<path fill="{colour}" stroke="{colour}" stroke-width="12" stroke-linejoin="round" d="{"".join(joints)}"/>'
    shine = f"M0 {-end + 18}L0 {-gap - 18}"
    yield stroke(FACE, 7, *(turned(shine, x, y, lean + turn) for x, y, _, lean in sticks for turn in (0, 180)))


LEAF = "M0 0C-26 -34 -26 -86 0 -140C26 -86 26 -34 0 0Z"


def bird() -> str:
    """A small peacock on a twig of bamboo."""
    plume = "M0 0C-40 -70 -48 -170 0 -240C48 -170 40 -70 0 0Z"
    tail = [(130, 372, 398), (149, 372, 414), (168, 356, 428)]
    eyes = [away(x, y, turn, 178) for turn, x, y in tail]
    crest = [away(226, 150, turn, far) for turn, far in ((-16, 76), (10, 86), (36, 76))]
    body = (
        "M152 216C138 154 180 128 222 128C274 128 292 172 304 214C322 274 408 320 434 430"
        "C398 500 318 520 252 506C154 484 114 394 134 314C142 280 160 258 152 216Z"
    )
    return "".join(
        [
            stroke(GREEN, 32, "M68 624H200M244 624H396M440 624H532"),
            fill(GREEN, turned(LEAF, 104, 612, -24), turned(LEAF, 112, 612, 24, 0.8)),
            *(edged(BLUE if n == 1 else GREEN, turned(plume, x, y, turn)) for n, (turn, x, y) in enumerate(tail)),
            *(circle(x, y, 21, FACE) + circle(x, y, 12, RED) for x, y in eyes),
            edged(GREEN, compact(segments(body))),
            stroke(INK, 14, "M232 512V600M292 512V600"),
            fill(BLUE, "M216 314C304 276 408 340 446 452 348 472 228 436 216 314Z"),
            stroke(FACE, 10, "M272 356C320 358 364 384 392 420M258 394C294 402 324 416 348 434"),
            stroke(GREEN, 9, *(f"M230 140L{x:.0f} {y:.0f}" for x, y in crest)),
            *(circle(x, y, 14, RED) for x, y in crest),
            fill(RED, "M156 178L86 208 158 228Z"),
            circle(206, 190, 21, FACE),
            circle(201, 190, 11, INK),
        ]
    )


# Flowers


def spread(petal: str, count: int, x: float, y: float, scale: float = 1, start: float = 0) -> list[str]:
    """A petal drawn upwards from 0, 0, all around a point."""
    return [turned(petal, x, y, start + 360 * n / count, scale) for n in range(count)]


def spring() -> str:
    """A sprout."""
    left, right = "M0 0C-30 -40 -64 -120 -20 -210C50 -150 50 -50 0 0Z", "M0 0C30 -40 64 -120 20 -210C-50 -150 -50 -50 0 0Z"
    leaves = (turned(left, 300, 330, -52), turned(right, 300, 330, 52), turned(LEAF, 300, 310, 0, 1.05))
    return stroke(GREEN, 22, "M300 460C300 400 296 350 300 300") + fill(GREEN, *leaves)


def summer() -> str:
    """A lotus on the water."""
    petal = "M0 0C-64 -60 -60 -150 0 -226C60 -150 64 -60 0 0Z"
    places = ((-68, 0.95), (68, 0.95), (-36, 1.02), (36, 1.02), (0, 1.08))
    return "".join(edged(RED, turned(petal, 300, 412, turn, scale)) for turn, scale in places) + stroke(
        BLUE, 18, "M130 456C187 430 243 482 300 456C357 430 413 482 470 456"
    )


def autumn() -> str:
    """A leaf of the maple."""
    lobe = "M0 0L-44 -70L-26 -74L-52 -128L-22 -124L0 -206L22 -124L52 -128L26 -74L44 -70Z"
    lobes = [turned(lobe, 300, 356, turn, scale) for turn, scale in ((0, 1.12), (58, 1), (-58, 1), (112, 0.72), (-112, 0.72))]
    return fill(AMBER, *lobes) + circle(300, 326, 62, AMBER) + stroke(AMBER, 18, "M300 350C302 400 296 430 306 470")


def winter() -> str:
    """A flake of snow."""
    arm = "M0 0L0 -172M0 -74L-46 -116M0 -74L46 -116M0 -124L-32 -154M0 -124L32 -154"
    return stroke(BLUE, 19, *spread(arm, 6, 300, 292)) + circle(300, 292, 22, FACE)


def plum() -> str:
    """A blossom of five petals on its branch."""
    petal = "M0 0C-74 -30 -84 -128 0 -132C84 -128 74 -30 0 0Z"
    small = spread(petal, 5, 446, 404, 0.42)
    return "".join(
        [
            stroke(INK, 18, "M130 480C230 470 330 440 446 404M270 455C250 400 270 340 268 300"),
            *(edged(RED, one) for one in spread(petal, 5, 262, 268)),
            stroke(FACE, 9, *spread("M0 -14L0 -62", 5, 262, 268)),
            circle(262, 268, 26, FACE),
            circle(262, 268, 13, AMBER),
            fill(RED, *small),
            circle(446, 404, 11, FACE),
        ]
    )


def orchid() -> str:
    """Long leaves, and a flower among them."""
    blades = (
        "M300 480C250 380 160 330 90 350C180 360 240 410 274 480Z",
        "M306 480C296 330 220 220 130 190C220 270 262 370 284 480Z",
        "M320 480C360 390 440 350 520 372C430 380 370 420 342 480Z",
    )
    petal = "M0 0C-38 -30 -40 -80 0 -120C40 -80 38 -30 0 0Z"
    flower = [edged(PURPLE, turned(petal, 366, 240, turn)) for turn in (-20, 52, 124, 196, 268)]
    return fill(GREEN, *blades) + stroke(GREEN, 13, "M312 480C312 400 330 320 366 240") + "".join(flower) + circle(366, 240, 17, FACE)


def bamboo() -> str:
    """Two canes and their leaves."""
    cane = "M0 0L0 -104M0 -136L0 -240M0 -272L0 -372"
    places = ((238, 226, -62), (238, 226, -112), (362, 300, 62), (362, 300, 112), (352, 190, 66), (238, 372, -120))
    leaves = (turned(LEAF, x, y, turn, 0.95) for x, y, turn in places)
    return stroke(GREEN, 34, turned(cane, 252, 478, -3), turned(cane, 348, 478, 3)) + fill(GREEN, *leaves)


def chrysanthemum() -> str:
    """A head of many petals."""
    petal = "M0 0C-44 -70 -54 -164 0 -186C54 -164 44 -70 0 0Z"
    return "".join(
        [
            *(edged(AMBER, one) for one in spread(petal, 12, 300, 286)),
            *(edged(AMBER, one) for one in spread(petal, 8, 300, 286, 0.6, 15)),
            circle(300, 286, 34, FACE),
            circle(300, 286, 22, RED),
        ]
    )


MOTIFS = (spring, summer, autumn, winter, plum, orchid, bamboo, chrysanthemum)


def flower(number: int) -> str:
    """1–4 are the seasons, 5–8 the plants. The number belongs to the face and always shows."""
    numeral, _ = corner_sign(str(number), RED if number < 5 else BLUE)
    return MOTIFS[number - 1]() + glyph(CHARACTER[f"{number}f"], 210, 300, 606, INK, 4) + f'<g class="corner">{numeral}</g>'


def back() -> str:
    """Jade, with a plum blossom."""
    petal = "M0 0C-74 -30 -84 -128 0 -132C84 -128 74 -30 0 0Z"
    blossom = "".join(spread(petal, 5, 300, MIDDLE))
    return (
        f'<rect x="3" y="600" width="594" height="200" rx="76" fill="{SIDE}"/><rect width="600" height="770" rx="76" fill="{DARK_JADE}"/>'
        f'<rect x="12" y="12" width="576" height="722" rx="64" fill="{JADE}"/>'
        f'<rect x="66" y="66" width="468" height="614" rx="30" fill="none" stroke="{PALE_JADE}" stroke-width="14"/>'
        f'<path fill="{PALE_JADE}" stroke="{JADE}" stroke-width="14" d="{blossom}"/>' + circle(300, MIDDLE, 26, JADE)
    )


# Faces


def shell() -> str:
    """The tile itself: jade below, ivory above."""
    return (
        f'<rect x="3" y="600" width="594" height="200" rx="76" fill="{JADE}"/><rect width="600" height="770" rx="76" fill="{SIDE}"/>'
        f'<rect x="12" y="12" width="576" height="722" rx="64" fill="{FACE}"/>'
    )


def corner(mark: str) -> str:
    """The small sign in the corner, on a patch of ivory."""
    sign, wide = corner_sign(mark, INK)
    patch = f'<rect x="22" y="22" width="{wide + 28}" height="116" rx="34" fill="{FACE}"/>'
    return f'<g class="corner" display="var(--tile-corner,none)">{patch}{sign}</g>'


def corner_sign(mark: str, colour: str) -> tuple[str, int]:
    """A numeral or letter at the left edge of the corner, and how wide it is."""
    xs = [x for _, points in segments(outlines()[mark]) for x, _ in points]
    wide = round((max(xs) - min(xs)) * 0.13)
    return glyph(mark, 130, 36 + wide / 2, 86, colour), wide


def drawing(name: str) -> str:
    """What is drawn on the tile of this name, as it has been for a century."""
    if name in HONOURS or name == "P":
        return honour(name)
    return {"m": characters, "p": dots, "s": bamboos, "f": flower}[name[1]](int(name[0]))


def classic(name: str) -> str:
    return shell() + drawing(name) + ("" if name.endswith("f") else corner(name[0]))


# Further sets

CLEAR = {RED: "#a63c00", GREEN: "#00604c", BLUE: "#0050a0", AMBER: "#8f5b00", PURPLE: "#6b3a86", INK: "#111111"}
"""Hues that stay apart with red-green blindness: blue, orange-brown and black are those of the suits."""
SUITS = {"m": INK, "p": BLUE, "s": RED}
LARGE = {"m": "#9c1f12", "p": "#0b458f", "s": "#075a43"}


def clear(name: str) -> str:
    """For colour-blind players: a suit has one colour and its shapes, and every tile a large sign in its corner."""
    drawn = drawing(name)
    suit = SUITS.get(name[1:], INK)
    if name[1:] in ("p", "s"):
        for colour in (RED, GREEN, BLUE):
            drawn = drawn.replace(colour, suit)
    if name[1:] == "m":
        drawn = glyph(CHARACTER[name][0], 290, 330, 220, INK, 6) + glyph(CHARACTER[name][1], 330, 330, 540, INK, 5)
    elif not name.endswith("f"):
        drawn = f'<g transform="translate(114 146) scale(.8)">{drawn}</g>'
    if not name.endswith("f"):
        xs = [x for _, points in segments(outlines()[name[0]]) for x, _ in points]
        drawn += glyph(name[0], 200, 38 + (max(xs) - min(xs)) / 10, 112, suit if name[1:] else HONOURS.get(name, BLUE), 4)
    for colour, safe in CLEAR.items():
        drawn = drawn.replace(colour, safe)
    return shell() + drawn


def large(name: str) -> str:
    """Large print: the number, and one sign of the suit; an honour fills its tile."""
    kind = name[1:]
    if name == "P":
        return shell() + honour(name)
    if not kind:
        return shell() + glyph(CHARACTER[name], 515, 300, MIDDLE, HONOURS[name], 12)
    if kind == "f":
        colour = RED if int(name[0]) < 5 else BLUE
        return shell() + glyph(CHARACTER[name], 400, 330, 500, INK, 8) + glyph(name[0], 290, 130, 160, colour, 4)
    colour = LARGE[kind]
    sign = {
        "m": lambda: glyph("萬", 300, 300, 572, colour, 6),
        "p": lambda: circle(300, 578, 118, colour) + ring(300, 578, 70, FACE, 18) + circle(300, 578, 28, FACE),
        "s": lambda: "".join(bundle(262, 96, [(300, 576, colour, 0)], colour)),
    }[kind]()
    return shell() + glyph(name[0], 480, 300, 222, INK, 6) + sign


SETS = {"classic": classic, "clear": clear, "large": large}
"""The sets of faces; the first is in the folder itself, the others in a folder each."""


def files(style: str) -> dict[str, str]:
    """Every file of a set with its contents."""
    head, box = '<svg xmlns="http://www.w3.org/2000/svg"', 'viewBox="0 0 600 800"'
    faces = {**{name: SETS[style](name) for name in NAMES}, "back": back()}
    symbols = (f'<symbol id="t-{name}" {box}>{drawn}</symbol>\n' for name, drawn in faces.items())
    drawn = {
        **{f"{name}.svg": f"{head} {box}>{drawn}</svg>\n" for name, drawn in faces.items()},
        "sprite.svg": f"{head}>\n{''.join(symbols)}</svg>\n",
    }
    return {name if style == "classic" else f"{style}/{name}": text for name, text in drawn.items()}


def main(check: bool) -> int:
    stale = []
    for style in SETS:
        for name, text in files(style).items():
            path = TILES / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != text.encode():
                stale.append(name)
                if not check:
                    path.write_bytes(text.encode())
    for name in stale:
        print(f"{name} {'is not current: run make tiles' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
