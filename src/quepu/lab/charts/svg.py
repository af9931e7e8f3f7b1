"""SVG by hand: elements with classes, rounded numbers, and texts whose width is known before they are drawn."""

from __future__ import annotations

from html import escape

from quepu.names import width

SIZE = 12
"""The size of texts, as in the style sheet."""
NARROW = 0.56
"""The width of a letter, as a part of the size; a Chinese character takes two. Wider than most letters, so that texts fit."""


def text_width(text: str, size: float = SIZE) -> float:
    """About how wide a text is, rather too wide."""
    return width(text) * NARROW * size


def cut(text: str, room: float, size: float = SIZE) -> str:
    """A text that fits, with an ellipsis if it was cut."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def number(value: float) -> str:
    """A coordinate: one decimal is enough.

    >>> number(12.0), number(0.349), number(-0.01)
    ('12', '0.3', '0')
    """
    rounded = round(value, 1)
    return f"{rounded:.1f}".removesuffix(".0") if rounded else "0"


class Drawing:
    """Elements in the order in which they are drawn. Names of attributes have underscores for hyphens."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.height = 0.0
        self._parts: list[str] = []

    def add(self, name: str, kind: str, title: str = "", **attributes: float | str) -> None:
        """An element of a class, with a title that appears when it is pointed at."""
        self._parts.append(element(name, f"<title>{escape(title)}</title>" if title else "", kind, **attributes))

    def text(self, text: str, x: float, y: float, kind: str = "label", anchor: str = "start") -> None:
        self._parts.append(element("text", escape(text), kind, x=x, y=y, text_anchor=anchor))

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self.add("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)

    def mark(self, shape: int, x: float, y: float, title: str = "", r: float = 4.5) -> None:
        """The mark of a series: each has a shape and a colour of its own."""
        kind = f"mark series-{shape + 1}"
        if shape == 0:
            self.add("circle", kind, title, cx=x, cy=y, r=r)
        elif shape == 1:
            self.add("path", kind, title, d=outline((x, y - r - 1.5), (x + r + 1.5, y), (x, y + r + 1.5), (x - r - 1.5, y)))
        else:
            self.add("path", kind, title, d=outline((x, y - r - 1), (x + r + 1, y + r), (x - r - 1, y + r)))

    def as_svg(self, label: str, kind: str) -> str:
        box = f"0 0 {number(self.width)} {number(self.height)}"
        content = "".join(self._parts)
        return f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{escape(label)}">{content}</svg>'


def element(name: str, content: str, kind: str, **attributes: float | str) -> str:
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"' for key, value in attributes.items()
    )
    return f'<{name} class="{kind}"{written}>{content}</{name}>' if content else f'<{name} class="{kind}"{written}/>'


def outline(*corners: tuple[float, float]) -> str:
    """The path around an area."""
    return path(*corners) + "z"


def path(*corners: tuple[float, float]) -> str:
    """The path along these points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners)
