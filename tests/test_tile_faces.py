"""The tile faces: complete, drawn by the script, and safe to put into any page."""

from __future__ import annotations

import gzip
import json
import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quepu.tiles import CHINESE, NAMES

ROOT = Path(__file__).parent.parent
TILES = ROOT / "src/quepu/server/web/tiles"
FACES = (*NAMES, "back")
SETS = ("", "clear/", "large/")
SVG = "{http://www.w3.org/2000/svg}"

for_every_face = pytest.mark.parametrize("name", [folder + name for folder in SETS for name in FACES])
for_every_set = pytest.mark.parametrize("folder", SETS)


def text_of(name: str) -> str:
    return (TILES / f"{name}.svg").read_text("utf-8")


def elements(name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text_of(name)).iter())


def test_the_files_are_what_the_script_draws() -> None:
    check = subprocess.run([sys.executable, "tools/draw_tiles.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr


@for_every_set
def test_there_is_a_file_for_each_of_the_43_faces_and_a_sprite_of_them(folder: str) -> None:
    assert len(FACES) == 43
    files = {path.name for path in (TILES / folder).iterdir() if path.is_file()}
    assert files == {*(f"{name}.svg" for name in FACES), "sprite.svg"}


def test_no_two_names_are_the_same_where_case_does_not_count() -> None:
    assert len({name.lower() for name in FACES}) == 43


@for_every_face
def test_a_face_is_600_by_800_of_plain_shapes_without_text_script_style_or_reference(name: str) -> None:
    root, *parts = elements(name)
    assert (root.tag, root.attrib) == (f"{SVG}svg", {"viewBox": "0 0 600 800"})
    for part in parts:
        assert part.tag in {f"{SVG}{shape}" for shape in ("g", "path", "rect", "circle")}
        assert not part.text
        assert not {name for name in part.attrib if name.startswith("on") or "href" in name or name == "style"}
        assert not any("url(" in value or ":" in value for value in part.attrib.values())


@for_every_face
def test_a_symbol_of_the_sprite_is_the_file_of_the_same_name(name: str) -> None:
    box = 'viewBox="0 0 600 800">'
    folder, _, short = name.rpartition("/")
    [symbol] = re.findall(rf'<symbol id="t-{short}" {box}(.*)</symbol>', text_of(f"{folder}/sprite" if folder else "sprite"))
    assert text_of(name) == f'<svg xmlns="http://www.w3.org/2000/svg" {box}{symbol}</svg>\n'


@for_every_set
def test_the_sprite_holds_nothing_else(folder: str) -> None:
    root = ElementTree.fromstring(text_of(f"{folder}sprite"))
    assert [(symbol.tag, symbol.get("id")) for symbol in root] == [(f"{SVG}symbol", f"t-{name}") for name in FACES]


@pytest.mark.parametrize("name", FACES)
def test_the_sign_in_the_corner_waits_to_be_shown_only_a_flower_always_has_its_number(name: str) -> None:
    corners = [part.get("display") for part in elements(name) if part.get("class") == "corner"]
    assert corners == ([] if name == "back" else [None] if name.endswith("f") else ["var(--tile-corner,none)"])


@for_every_set
def test_no_two_faces_differ_in_colour_alone(folder: str) -> None:
    assert len({re.sub("#[0-9a-f]{6}", "", text_of(folder + name)) for name in FACES}) == 43


@for_every_set
def test_the_faces_are_light(folder: str) -> None:
    assert sum((TILES / folder / f"{name}.svg").stat().st_size for name in FACES) < 120_000
    assert len(gzip.compress((TILES / folder / "sprite.svg").read_bytes())) < 15_000


FACE = "#fffcf2"
EDGES = {FACE, "#cfc3a4", "#1d6a5a"}
"""The tile itself: its face and its sides."""


@pytest.mark.parametrize(("folder", "least"), [("", 3.0), ("clear/", 4.5), ("large/", 4.5)])
def test_what_is_drawn_stands_out_from_the_face(folder: str, least: float) -> None:
    """WCAG 2.2 wants 3 to 1 of a picture, 4.5 to 1 of text."""
    inks = {ink for name in NAMES for ink in re.findall("#[0-9a-f]{6}", text_of(folder + name))} - EDGES
    assert {ink: round(contrast(ink, FACE), 2) for ink in inks if contrast(ink, FACE) < least} == {}


def test_the_suits_of_the_clear_set_stay_apart_for_the_colour_blind() -> None:
    """Each suit has one colour; with red-green blindness, which removes a third of all hues, they differ as clearly as before."""
    suits = {}
    for suit in "mps":
        inks = {ink for n in range(1, 10) for ink in re.findall("#[0-9a-f]{6}", text_of(f"clear/{n}{suit}"))} - EDGES
        [suits[suit]] = inks - {"#111111"} or inks
    pairs = [("m", "p"), ("m", "s"), ("p", "s")]
    for blindness in (DEUTERANOPIA, PROTANOPIA):
        apart = {a + b: difference(seen(suits[a], blindness), seen(suits[b], blindness)) for a, b in pairs}
        assert min(apart.values()) > 25, apart
    classic = [seen(colour, DEUTERANOPIA) for colour in ("#cf3a24", "#0a7257")]
    assert difference(*classic) < difference(seen(suits["s"], DEUTERANOPIA), seen(suits["p"], DEUTERANOPIA))


def test_every_tile_of_the_clear_set_has_a_large_sign_in_its_corner() -> None:
    """A sixth of the tile's height or more, in its upper left quarter; nothing has to be switched on."""
    for name in NAMES[:34]:
        sign = elements(f"clear/{name}")[-1]
        assert sign.get("display") is None
        left, top, right, bottom = box(sign.attrib["d"])
        assert bottom - top > 800 / 6, name
        assert 0 < left < right < 300, name
        assert 0 < top < bottom < 300, name


def box(path: str) -> tuple[int, int, int, int]:
    """The smallest rectangle around the points of a path as the script writes it."""
    x = y = 0
    xs, ys = [], []
    for command, text in re.findall("([Mhvlcz])([^Mhvlcz]*)", path):
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        if command in "hv":
            numbers = [numbers[0], 0] if command == "h" else [0, numbers[0]]
        start = (0, 0) if command == "M" else (x, y)
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = start[0] + dx, start[1] + dy
            xs.append(x)
            ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


CLOTH = re.compile(r'data-cloth="(\w+)"\], [^{]*\{([^}]*)\}')


def test_words_on_every_cloth_of_the_table_can_be_read() -> None:
    style = (TILES.parent / "shared/base.css").read_text("utf-8")
    cloths = dict(CLOTH.findall(style))
    assert set(cloths) == {"blue", "wine", "slate"}
    start = style.index(":root {")
    cloths["green"] = "".join(re.findall("--felt.*;", style[start : style.index("}", start)])) + "--table-middle: #10251f;"
    for name, rules in cloths.items():
        felt = re.findall(r"--felt(?:-deep)?: light-dark\((#\w{6}), (#\w{6})\)", rules)
        assert len(felt) == 2, name
        [middle] = re.findall(r"--table-middle: (#\w{6})", rules)
        for words in ("#f4f0e4", "#dfe9e2", "#e3efe6"):
            assert min(contrast(words, cloth) for pair in felt for cloth in pair) >= 4.5, (name, words)
        for words in ("#cfdcd4", "#ff9d86", "#b9cdc2", "#f2d58c"):
            assert contrast(words, middle) >= 4.5, (name, words)


Colour = tuple[float, float, float]

DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
"""How linear RGB looks to the colour-blind (Machado, Oliveira and Fernandes, 2009)."""


def linear(colour: str) -> Colour:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return r, g, b


def contrast(a: str, b: str) -> float:
    """The contrast of two colours by WCAG."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (a, b)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def seen(colour: str, blindness: tuple[Colour, Colour, Colour]) -> Colour:
    r, g, b = linear(colour)
    x, y, z = (min(1.0, max(0.0, row[0] * r + row[1] * g + row[2] * b)) for row in blindness)
    return x, y, z


def difference(a: Colour, b: Colour) -> float:
    """The difference of two linear colours in CIELAB; about 2 can just be noticed."""
    return math.dist(lab(a), lab(b))


def lab(colour: Colour) -> Colour:
    r, g, b = colour
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_every_character_is_an_outline_of_a_font_that_the_notice_names_with_its_licence() -> None:
    fonts = json.loads((ROOT / "tools/glyphs.json").read_text("utf-8"))
    taken = {character for font in fonts for character in font["outlines"]}
    assert taken == {*"".join(CHINESE), *"".join(NAMES)} - set("饼条白mpsf")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for font in fonts:
        version = font["version"].split(";")[0].removeprefix("Version ")
        assert f"{font['font']} {version}" in notice
        assert font["copyright"].rstrip(".") in notice
    assert "licenses/OFL-1.1.txt" in notice
    assert "SIL OPEN FONT LICENSE Version 1.1" in (ROOT / "licenses/OFL-1.1.txt").read_text("utf-8")
