"""Takes the outlines that the tile faces need out of Noto CJK and writes ``tools/glyphs.json``.

Only needed when a tile is to bear a further character. Wants ``pip install fonttools`` and the fonts of Debian's ``fonts-noto-cjk``:

    python tools/extract_glyphs.py /usr/share/fonts/opentype/noto

The faces themselves are drawn from the file by ``tools/draw_tiles.py``, which needs neither.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

GLYPHS = Path(__file__).with_name("glyphs.json")
WANTED = {
    "NotoSerifCJK-Bold.ttc": "一二三四五六七八九萬東南西北中發春夏秋冬梅兰竹菊",
    "NotoSansCJK-Bold.ttc": "123456789ESWNCFP",
}
SIMPLIFIED = 2
"""Which font of the collection: the Chinese forms."""


def extract(font_file: Path, characters: str) -> dict[str, object]:
    """The font's version, and of every character its outline in 1000 units an em, y upwards."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.ttLib import TTFont

    font = TTFont(font_file, fontNumber=SIMPLIFIED)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    outlines = {}
    for character in characters:
        pen = SVGPathPen(glyphs)
        glyphs[names[ord(character)]].draw(pen)
        outlines[character] = pen.getCommands()
    name = font["name"]
    return {"font": name.getDebugName(4), "version": name.getDebugName(5), "copyright": name.getDebugName(0), "outlines": outlines}


def main(folder: Path) -> None:
    fonts = [extract(folder / file, characters) for file, characters in WANTED.items()]
    GLYPHS.write_text(json.dumps(fonts, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
