"""A Score as JSON, as text and as HTML."""

from __future__ import annotations

from html import escape
from typing import Any

from quepu import notation, tiles
from quepu.rules.base import RuleBook
from quepu.rules.fan import Fan, category_name, fan_name
from quepu.score import Group, Reading, RefusedFan, Score
from quepu.texts import Both, both, fill, say

__all__ = [
    "arithmetic", "as_dict", "as_html", "as_text", "category_name", "clause", "fan_name", "group_text", "other_text", "reading_text",
    "refused_text", "tile_text", "value_text",
]  # fmt: skip


def tile_text(kind: int, lang: str) -> str:
    return tiles.CHINESE[kind] if lang == "zh" else tiles.NAMES[kind]


def value_text(rules: RuleBook, fan: Fan, count: int, lang: str) -> str:
    """The value of a fan that counts ``count`` times."""
    return rules.family.value_text(fan, count, lang)


def other_text(score: Score, reading: Reading, lang: str) -> str:
    """A runner-up reading in a line."""
    names = "、".join(score.rules.rows[i].name for i in reading.counted) or "—"
    return f"{reading_text(reading)}  {score.rules.family.reading_text(reading.trace, lang)}  {names}"


def clause(rules: RuleBook, refused: RefusedFan, lang: str, times: str = "") -> str:
    """Why a fan does not count: the rule that refuses it. ``times`` follows the fan's name."""
    names = {"fan": fan_name(refused.fan, lang) + times, "by": fan_name(refused.by, lang)}
    if refused.reason:
        return fill(refused.reason, lang, **names, beside=fan_name(refused.beside, lang) if refused.beside else "")
    if refused.principle:
        return rules.family.say(lang, refused.principle, **names)
    return say(lang, "refused_follows" if refused.follows else "refused_against", **names)


def refused_text(score: Score, refused: RefusedFan, lang: str) -> str:
    """Why a fan does not count, in a line; with how often, where it could be taken for one that counts."""
    ambiguous = refused.count > 1 or refused.fan.id in score.counts
    return clause(score.rules, refused, lang, f"×{refused.count}" if ambiguous else "")


def group_text(group: Group) -> str:
    """A group in our notation: claimed in square brackets, a concealed kong in round ones."""
    return notation.format_meld(group.meld) if group.meld else notation.format_tiles(group.tiles)


def reading_text(reading: Reading) -> str:
    return " ".join(map(group_text, reading.groups))


def arithmetic(score: Score, lang: str) -> list[str]:
    """How the points come about, a line for each step."""
    rules, trace = score.rules, score.reading.trace
    counted = [(counted.fan, counted.count) for counted in score.fans]
    inside = [(fan, count) for fan, count in counted if not fan.outside and not fan.percent]
    lines = rules.family.steps(inside, trace, lang) if inside else [say(lang, "no_fans")]
    reached = score.sum
    flowers = score.circumstances.flower_count
    if flowers and rules.flower_points:
        lines.append(say(lang, "flowers", base=reached, each=rules.flower_points, count=flowers, points=score.points))
    for fan, count in counted:
        if fan.outside:
            more = fan.fan * count
            lines.append(say(lang, "added", name=fan_name(fan, lang), base=reached, more=more, points=reached + more))
            reached += more
    lines += rules.family.last_steps(counted, reached, trace, score.points, lang)
    if rules.minimum:
        lines.append(say(lang, "legal" if score.legal else "illegal", base=score.base, minimum=rules.minimum))
    return lines


def as_dict(score: Score, explain: bool, lang: str) -> dict[str, Any]:
    """The object of ``quepu score --jsonl`` and the HTTP API."""
    if not score.win:
        return {"win": False, "reason": say(lang, "no_win", rules=score.rules.name if lang == "zh" else score.rules.en)}
    result: dict[str, Any] = {
        "win": True,
        "legal": score.legal,
        "points": score.points,
        "base": score.base,
        **score.numbers(),
        "fans": [
            {"id": id, "name": score.rules.fans[id].name, "count": count, **score.rules.family.value_dict(score.rules.fans[id])}
            for id, count in score.counts.items()
        ],
        "rules": score.rules.id,
        "minimum": score.rules.minimum,
        "hand": notation.format_hand(score.hand, score.circumstances),
    }
    if explain:
        for entry, counted in zip(result["fans"], score.fans, strict=True):
            entry.update(
                en=counted.fan.en,
                category=counted.fan.category.name,
                text={"zh": counted.fan.zh, "en": counted.fan.text},
                tiles=notation.format_tiles(counted.tiles),
                groups=[notation.format_tiles(group) for group in counted.marked],
            )
        result["refused"] = [
            {
                "id": refused.fan.id, "name": refused.fan.name, "en": refused.fan.en, "count": refused.count, "by": refused.by.id,
                "clause": {"zh": clause(score.rules, refused, "zh"), "en": clause(score.rules, refused, "en")},
            }
            for refused in score.refused
        ]  # fmt: skip
        result["steps"] = {lang: arithmetic(score, lang) for lang in ("zh", "en")}
        result["payments"] = payments(score)
        result["reading"] = _reading_dict(score.reading, score)
        result["others"] = [_reading_dict(reading, score) for reading in score.others]
    return result


def payments(score: Score) -> Both | None:
    """What each player pays for the win, in both languages; None below the minimum."""
    win = score.circumstances
    return both(score.rules.family.settlement.amounts(win.seat, win.self_drawn, score.points)) if score.legal else None


def _reading_dict(reading: Reading, score: Score) -> dict[str, Any]:
    rows = score.rules.rows
    return {
        "shape": reading.shape,
        "groups": [group_text(group) for group in reading.groups],
        "points": reading.points,
        **score.rules.family.reading_dict(reading.trace.sum, reading.trace.rate),
        "fans": [{"id": rows[i].id, "name": rows[i].name, "count": count} for i, count in reading.counted.items()],
    }


def as_text(score: Score, lang: str) -> str:
    """Everything, as plain text."""
    lines = [notation.format_hand(score.hand, score.circumstances)]
    if not score.win:
        return "\n".join([*lines, say(lang, "no_win", rules=score.rules.name if lang == "zh" else score.rules.en)])
    lines += ["", say(lang, "read_as", reading=reading_text(score.reading)), ""]
    for counted in score.fans:
        times = f"×{counted.count}" if counted.count > 1 else ""
        value = value_text(score.rules, counted.fan, counted.count, lang)
        lines.append(f"  {fan_name(counted.fan, lang)}{times}  {value}  {notation.format_tiles(counted.tiles)}")
    if score.fans:
        lines.append("")
    lines += [f"  {line}" for line in arithmetic(score, lang)]
    if score.refused:
        lines += ["", say(lang, "refused")]
        lines += [f"  {refused_text(score, refused, lang)}" for refused in score.refused]
    if score.others:
        lines += ["", say(lang, "others")]
        lines += ["  " + other_text(score, reading, lang) for reading in score.others]
    return "\n".join(lines)


def as_html(score: Score, lang: str) -> str:
    """Everything, as an HTML fragment with classes for the page to style."""
    if not score.win:
        message = say(lang, "no_win", rules=score.rules.name if lang == "zh" else score.rules.en)
        return f'<section class="score no-win" lang="{lang}"><p>{escape(message)}</p></section>'
    rows = []
    for counted in score.fans:
        marked = "".join(_tiles_html(group, lang) for group in counted.marked if group)
        times = f"×{counted.count}" if counted.count > 1 else ""
        rule = counted.fan.zh if lang == "zh" else counted.fan.text
        rows.append(
            f'<tr data-fan="{escape(counted.fan.id)}">'
            f'<th scope="row" title="{escape(rule)}">{escape(fan_name(counted.fan, lang))}{times}</th>'
            f"<td>{escape(value_text(score.rules, counted.fan, counted.count, lang))}</td><td>{marked}</td></tr>"
        )
    parts = [
        f'<section class="score {"legal" if score.legal else "illegal"}" lang="{lang}">',
        f'<p class="points">{escape(say(lang, "points", points=score.points))}</p>',
        f'<p class="reading">{"".join(_tiles_html(group.tiles, lang, claimed=group.claimed) for group in score.reading.groups)}</p>',
        f'<table class="fans"><tbody>{"".join(rows)}</tbody></table>',
        f'<ol class="steps">{"".join(f"<li>{escape(step)}</li>" for step in arithmetic(score, lang))}</ol>',
    ]
    if score.refused:
        items = "".join(
            f'<li data-fan="{escape(refused.fan.id)}">{escape(refused_text(score, refused, lang))}</li>' for refused in score.refused
        )
        parts.append(f'<h2>{escape(say(lang, "refused"))}</h2><ul class="refused">{items}</ul>')
    if score.others:
        items = "".join(
            f"<li>{''.join(_tiles_html(group.tiles, lang, claimed=group.claimed) for group in reading.groups)} "
            f"{escape(say(lang, 'points', points=reading.points))}</li>"
            for reading in score.others
        )
        parts.append(f'<h2>{escape(say(lang, "others"))}</h2><ul class="others">{items}</ul>')
    return "".join([*parts, "</section>"])


def _tiles_html(kinds: tuple[int, ...], lang: str, claimed: bool = False) -> str:
    """A group of tiles as Unicode glyphs, named for a screen reader."""
    name = " ".join(tile_text(kind, lang) for kind in kinds)
    glyphs = "".join(tiles.GLYPHS[kind] + "\ufe0e" for kind in kinds)
    return f'<span class="group{" claimed" if claimed else ""}" role="img" aria-label="{escape(name)}">{glyphs}</span>'
