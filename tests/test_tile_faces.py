"""The tile faces: complete, drawn by the script, and safe to put into any page."""

from __future__ import annotations

import gzip
import json
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
SVG = "{http://www.w3.org/2000/svg}"

for_every_face = pytest.mark.parametrize("name", FACES)


def text_of(name: str) -> str:
    return (TILES / f"{name}.svg").read_text("utf-8")


def elements(name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text_of(name)).iter())


def test_the_files_are_what_the_script_draws() -> None:
    check = subprocess.run([sys.executable, "tools/draw_tiles.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr


def test_there_is_a_file_for_each_of_the_43_faces_and_a_sprite_of_them() -> None:
    assert len(FACES) == 43
    assert {path.name for path in TILES.iterdir()} == {*(f"{name}.svg" for name in FACES), "sprite.svg"}


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
    [symbol] = re.findall(rf'<symbol id="t-{name}" {box}(.*)</symbol>', text_of("sprite"))
    assert text_of(name) == f'<svg xmlns="http://www.w3.org/2000/svg" {box}{symbol}</svg>\n'


def test_the_sprite_holds_nothing_else() -> None:
    root = ElementTree.fromstring(text_of("sprite"))
    assert [(symbol.tag, symbol.get("id")) for symbol in root] == [(f"{SVG}symbol", f"t-{name}") for name in FACES]


@for_every_face
def test_the_sign_in_the_corner_waits_to_be_shown_only_a_flower_always_has_its_number(name: str) -> None:
    corners = [part.get("display") for part in elements(name) if part.get("class") == "corner"]
    assert corners == ([] if name == "back" else [None] if name.endswith("f") else ["var(--tile-corner,none)"])


def test_no_two_faces_differ_in_colour_alone() -> None:
    assert len({re.sub("#[0-9a-f]{6}", "", text_of(name)) for name in FACES}) == 43


def test_the_faces_are_light() -> None:
    assert sum((TILES / f"{name}.svg").stat().st_size for name in FACES) < 120_000
    assert len(gzip.compress((TILES / "sprite.svg").read_bytes())) < 40_000


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
