"""Draws the PNG icons of the site from ``icon.svg``, with Chromium: ``make icons``.

The maskable icon is for systems that cut icons to a shape of their own: its colour fills the square, and the drawing stays in the middle.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parent.parent / "src/quepu/server/web"
CHROMIUM = "/usr/bin/chromium-headless-shell"

ICONS = {"icon-192.png": (192, False), "icon-512.png": (512, False), "icon-maskable-512.png": (512, True)}
"""The size of each icon in pixels, and whether it is maskable."""


def drawing(maskable: bool) -> str:
    svg = (WEB / "icon.svg").read_text("utf-8")
    if not maskable:
        return svg
    background, rest = svg.split("\n", 1)[1].split("\n", 1)
    colour = re.search(r'fill="(#\w+)"', background)
    assert colour is not None
    inner = rest.rsplit("</svg>", 1)[0]
    # a circle of 80 % of the width is always visible
    middle = f'<g transform="translate(4.8 4.8) scale(.85)">{inner}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="{colour[1]}"/>{middle}</svg>'


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (size, maskable) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px; height: {size}px }}</style>{drawing(maskable)}"
            )
            page.screenshot(path=WEB / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
