"""Results on a terminal: tile glyphs, colours, columns. Plain text if the output is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from quepu import notation, tiles
from quepu.aims import Aim, main_fans
from quepu.cli.streams import can_colour
from quepu.explain import arithmetic, category_name, fan_name, other_text, reading_text, refused_text, value_text
from quepu.hand import Hand
from quepu.names import escaped, width
from quepu.rules.base import Fan, RuleBook
from quepu.score import Group, Reading, Score
from quepu.texts import say
from quepu.waits import Discard, Wait

_COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def edit_lines() -> None:
    """Enable line editing and history in ``input()``, if the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401  # the import alone enables it


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def with_arrow(text: str, position: int, columns: int = 76) -> tuple[str, str]:
    """Two lines: the text, or the part of it around a position, and an arrow below that position."""
    begin, end = max(0, position - columns // 2), position + columns // 2
    before = ("…" if begin else "") + escaped(text[begin:position])
    return "  " + before + escaped(text[position:end]) + ("…" if text[end:] else ""), "  " + " " * width(before) + "^"


class Screen:
    """Formats results in one language. If ``fancy``, it uses tile glyphs and colours; without them (NO_COLOR) the text is complete too."""

    def __init__(self, lang: str, fancy: bool | None = None) -> None:
        self.lang = lang
        self.fancy = can_colour(sys.stdout) if fancy is None else fancy

    def say(self, key: str, **details: object) -> str:
        return say(self.lang, key, **details)

    def paint(self, text: str, *styles: str) -> str:
        return f"\x1b[{';'.join(_COLOURS[style] for style in styles)}m{text}\x1b[0m" if self.fancy else text

    def columns(self, rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
        """Rows as lines with aligned columns; the last column is not padded."""
        table = [list(row) for row in rows]
        widths = [max(map(width, column)) for column in zip(*(row[:-1] for row in table), strict=True)] if table else []
        return [indent + "  ".join([*(pad(cell, w) for cell, w in zip(row, widths, strict=False)), row[-1]]).rstrip() for row in table]

    def clauses(self, parts: Iterable[str]) -> str:
        """Parts of a sentence as one."""
        return ("；" if self.lang == "zh" else "; ").join(parts)

    def tile(self, kind: int) -> str:
        """A tile as a glyph in the colour of its suit, or its name."""
        if not self.fancy:
            return tiles.NAMES[kind]
        colour = "red" if kind < 9 or kind == 31 else "blue" if kind < 18 else "green" if kind < 27 or kind == 32 else "cyan"
        return self.paint(tiles.GLYPHS[kind] + "\ufe0e", colour)

    def tiles(self, kinds: Iterable[int]) -> str:
        kinds = sorted(kinds)
        return " ".join(map(self.tile, kinds)) if self.fancy else notation.format_tiles(kinds)

    def group(self, group: Group) -> str:
        if not self.fancy:
            return notation.format_meld(group.meld) if group.meld else notation.format_tiles(group.tiles)
        open, close = ("[", "]") if group.claimed else ("(", ")") if group.meld else ("", "")
        return open + " ".join(map(self.tile, group.tiles)) + close

    def hand(self, hand: Hand) -> str:
        """The concealed tiles, the melds, and the winning tile apart."""
        parts = [self.tiles(hand.concealed)] if hand.concealed else []
        parts += [self.group(Group(meld.tiles, meld)) for meld in hand.melds]
        if hand.winning is not None:
            parts.append("+" + (" " if self.fancy else "") + self.tile(hand.winning))
        return "  ".join(parts)

    def reading(self, reading: Reading) -> str:
        return "   ".join(map(self.group, reading.groups)) if self.fancy else reading_text(reading)

    def name(self, fan: Fan) -> str:
        return fan.row_name if self.lang == "zh" else f"{fan.en} {fan.row_name}"

    def names(self, score: Score) -> str:
        """The counted fans by name."""
        if self.lang == "zh":
            return "、".join(score.names)
        return ", ".join(score.rules.fans[fan].en + (f" ×{count}" if count > 1 else "") for fan, count in score.counts.items())

    # The answers of the commands.

    def score(self, score: Score) -> str:
        rules = score.rules.name if self.lang == "zh" else score.rules.en
        lines = [self.paint(notation.format_hand(score.hand, score.circumstances), "dim") + "  " + self.paint(rules, "dim")]
        if self.fancy:
            lines += ["", "  " + self.hand(score.hand)]
        if not score.win:
            return "\n".join([*lines, "", "  " + self.paint(self.say("no_win", rules=rules), "yellow")])
        headline = self.paint(self.say("points", points=score.points), "bold", "green" if score.legal else "yellow")
        lines += ["", f"  {headline}   {self.reading(score.reading)}", ""]
        lines += self.columns(
            (
                fan_name(c.fan, self.lang) + (f"×{c.count}" if c.count > 1 else ""),
                value_text(score.rules, c.fan, c.count, self.lang),
                self.tiles(c.tiles),
            )
            for c in score.fans
        )
        if score.fans:
            lines.append("")
        lines += ["  " + step for step in arithmetic(score, self.lang)]
        if score.refused:
            lines += [
                "",
                self.say("refused"),
                *("  " + self.paint(refused_text(score, refused, self.lang), "dim") for refused in score.refused),
            ]
        if score.others:
            lines += ["", self.say("others")]
            lines += ["  " + self.paint(other_text(score, reading, self.lang), "dim") for reading in score.others]
        return "\n".join(lines)

    def worth(self, score: Score | None) -> str:
        """The points of a wait in a table, marked if they are below the minimum."""
        if score is None:
            return "—"
        return self.say("points", points=score.points) + (
            "" if score.legal else f" ({self.say('cannot_win', base=score.base, minimum=score.rules.minimum)})"
        )

    def waits(self, waits: Sequence[Wait]) -> list[str]:
        rows = [[self.say("tile"), self.say("left"), self.say("by_discard"), self.say("by_self_draw"), self.say("fans_by_discard")]]
        for wait in waits:
            names = self.names(wait.discard) if wait.discard else "—"
            rows.append([self.plain_name(wait.tile), str(wait.left), self.worth(wait.discard), self.worth(wait.self_drawn), names])
        return self.columns(rows)

    def useful(self, useful: Sequence[tuple[int, int]]) -> str:
        return "  ".join(f"{self.tile_name(tile)}×{left}" for tile, left in useful)

    def tile_name(self, kind: int) -> str:
        """A single tile in a sentence or a table: its glyph, or its name in the language."""
        return self.tile(kind) if self.fancy else self.plain_name(kind)

    def plain_name(self, kind: int) -> str:
        """The name of a tile in the language, without glyph or colour."""
        return tiles.CHINESE[kind] if self.lang == "zh" else tiles.NAMES[kind]

    def discards(self, found: Sequence[Discard]) -> list[str]:
        rows = [[self.say("discard"), self.say("distance"), self.say("left"), self.say("useful")]]
        for discard in found:
            distance = self.say("ready") if discard.distance == 0 else str(discard.distance)
            rows.append([self.plain_name(discard.tile), distance, str(discard.useful_left), self.useful(discard.useful)])
        lines = self.columns(rows)
        for discard in found:
            if discard.waits:
                lines += ["", self.say("after_discard", tile=self.plain_name(discard.tile)), *self.waits(discard.waits)]
        return lines

    def offered_win(self, score: Score) -> str:
        fans = self.main_fans(score)
        return self.say("win_offered", points=score.points, fans=fans) if fans else self.say("win_offered_plain", points=score.points)

    def main_fans(self, score: Score, most: int = 3) -> str:
        """The most valuable fans by name."""
        return self.fan_names((fan for fan, _ in main_fans(score)[:most]))

    def fan_names(self, fans: Iterable[Fan]) -> str:
        return "、".join(fan.name for fan in fans) if self.lang == "zh" else ", ".join(fan.en for fan in fans)

    def aims(self, aims: Sequence[Aim]) -> list[str]:
        """A line for each: its main fans, its points, the missing tiles, and the hand that it is about."""
        rows = []
        for aim in aims:
            points = self.say("aim_points_self" if aim.score.circumstances.self_drawn else "aim_points", points=aim.score.points)
            missing = self.say("aim_missing", count=len(aim.missing), tiles=self.tiles(aim.missing))
            example = self.say("aim_as", hand=notation.format_hand(aim.score.hand))
            rows.append([self.main_fans(aim.score, 2) or self.say("aim_plain"), points, missing, example])
        return self.columns(rows)

    def book(self, rules: RuleBook) -> str:
        """The rule book as a table."""
        lines = [self.paint(rules.name if self.lang == "zh" else rules.en, "bold") + f"  ({rules.id})"]
        count = len({fan.name for fan in rules.rows})
        facts = self.say("book_facts", count=count)
        if rules.minimum:
            facts += self.say("book_minimum", minimum=rules.minimum)
        if rules.flower_points:
            facts += self.say("book_flower", flower=rules.flower_points)
        lines.append(facts)
        for category in rules.categories:
            lines += ["", self.paint(category_name(category, self.lang), "bold")]
            lines += self.columns(
                (self.name(fan), value_text(rules, fan, 1, self.lang), fan.id, fan.zh if self.lang == "zh" else fan.text)
                for fan in rules.rows if fan.category == category
            )  # fmt: skip
        return "\n".join(lines)

    def fan(self, rules: RuleBook, fan: Fan) -> str:
        """One fan with its definition, exclusions and examples."""
        value, category = value_text(rules, fan, 1, self.lang), category_name(fan.category, self.lang)
        lines = [
            f"{self.paint(self.name(fan), 'bold')}  {value}  {category}  ({fan.id})",
            "",
            "  " + (fan.zh if self.lang == "zh" else fan.text),
        ]
        excludes = [self.name(rules.fans[other]) for other in rules.excluded_by(fan)]
        refused_by = [self.name(rules.fans[a]) for (a, b), follows in rules.exclusions.items() if b == fan.id and follows]
        against = [self.name(rules.fans[b]) for (a, b), follows in rules.exclusions.items() if a == fan.id and not follows]
        for key, names in (("excludes", excludes), ("refused_by", refused_by), ("against", against)):
            if names:
                lines.append("  " + self.say(key, names="、".join(names) if self.lang == "zh" else ", ".join(names)))
        if fan.takes:
            lines.append("  " + rules.family.say(self.lang, "of_sets", count=fan.takes))
        for key, examples in (("example_yes", fan.yes), ("example_no", fan.no)):
            lines += ["", "  " + self.say(key)]
            for example in examples:
                hand, win = notation.read(example)
                score = Score(hand, win, rules)
                shown = self.hand(hand) + ("   " + " ".join(notation.format_options(win)) if notation.format_options(win) else "")
                lines.append(f"    {shown if self.fancy else example}")
                lines.append("      " + self.paint(self.names(score) if score.win else self.say("not_a_win"), "dim"))
        return "\n".join(lines)
