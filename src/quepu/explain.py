"""A Score as JSON, as text and as HTML."""

from __future__ import annotations

from html import escape
from typing import Any

from quepu import notation, tiles
from quepu.rules.base import Category, Fan, RuleBook
from quepu.score import Group, Reading, RefusedFan, Score
from quepu.texts import say


def tile_text(kind: int, lang: str) -> str:
    return tiles.CHINESE[kind] if lang == "zh" else tiles.NAMES[kind]


def fan_name(fan: Fan, lang: str) -> str:
    return fan.name if lang == "zh" else f"{fan.en} {fan.name}"


def category_name(category: Category, lang: str) -> str:
    return category.name if lang == "zh" else category.en


def value_text(rules: RuleBook, fan: Fan, count: int, lang: str) -> str:
    """What a fan is worth: 副 and 翻, points, or percent."""
    if fan.percent:
        return say(lang, "percent", percent=fan.percent)
    return say(lang, "value", fu=fan.fu * count, fan=fan.fan) if rules.has_fu else say(lang, "points", points=fan.fan * count)


def other_text(score: Score, reading: Reading, lang: str) -> str:
    """A runner-up reading in a line."""
    names = "、".join(score.rules.rows[i].name for i in reading.counted) or "—"
    worth = say(lang, "points", points=reading.points)
    if score.rules.has_fu:
        worth = say(lang, "value", fu=reading.fu, fan=reading.fan) + (" " if lang == "zh" else ", ") + worth
    return f"{reading_text(reading)}  {worth}  {names}"


def clause(refused: RefusedFan, lang: str) -> str:
    """Why a fan does not count: the rule that refuses it."""
    key = "refused_follows" if refused.follows else "refused_combined" if refused.combined else "refused_against"
    return say(lang, key, fan=fan_name(refused.fan, lang), by=fan_name(refused.by, lang))


def group_text(group: Group) -> str:
    """A group in our notation: claimed in square brackets, a concealed kong in round ones."""
    return notation.format_meld(group.meld) if group.meld else notation.format_tiles(group.tiles)


def reading_text(reading: Reading) -> str:
    return " ".join(map(group_text, reading.groups))


def arithmetic(score: Score, lang: str) -> list[str]:
    """How the points come about, a line for each step."""
    rules = score.rules
    lines = []
    inside = [counted for counted in score.fans if not counted.fan.outside and not counted.fan.percent]
    values = [(counted.fan.fu if rules.has_fu else counted.fan.fan, counted.count) for counted in inside]
    sum_ = " + ".join(f"{value}×{count}" if count > 1 else str(value) for value, count in values)
    if not values:
        lines.append(say(lang, "no_fans"))
    elif rules.has_fu:
        lines.append(say(lang, "fu_sum", sum=sum_, fu=score.fu))
        lines += _fan_steps(score, lang)
        lines.append(say(lang, "product", fu=score.fu, fan=score.fan, points=score.base))
    else:
        lines.append(say(lang, "sum", sum=sum_, points=score.sum))
    lines += _flower_and_percent_steps(score, lang)
    if rules.minimum:
        lines.append(say(lang, "legal" if score.legal else "illegal", base=score.base, minimum=rules.minimum))
    return lines


def _flower_and_percent_steps(score: Score, lang: str) -> list[str]:
    """What comes after the sum: flowers, and percentages on all of it."""
    lines = []
    reached = score.sum
    flowers = score.circumstances.flower_count
    if flowers and score.rules.flower_points:
        lines.append(say(lang, "flowers", base=reached, each=score.rules.flower_points, count=flowers, points=score.points))
    for counted in score.fans:
        if counted.fan.outside:
            more = counted.fan.fan * counted.count
            lines.append(say(lang, "added", name=fan_name(counted.fan, lang), base=reached, more=more, points=reached + more))
            reached += more
    if score.percent:
        percents = " + ".join(str(counted.fan.percent) for counted in score.fans if counted.fan.percent)
        raised = reached * (100 + score.percent)
        exact = str(raised // 100) if raised % 100 == 0 else f"{raised / 100:.2f} → {score.points}"
        lines.append(say(lang, "raised", sum=reached, percents=percents, points=exact))
    return lines


def _fan_steps(score: Score, lang: str) -> list[str]:
    """翻: the greatest of a single fan, one more for a combination across categories, one more for a concealed hand."""
    merged = [counted for counted in score.fans if counted.fan.merged]
    stacked = [counted for counted in merged if counted.fan.adds]
    values = [(fan_name(c.fan, lang), c.fan.category, c.fan.fan) for c in score.fans if not c.fan.merged]
    lines = []
    if merged:
        worth = max([sum(counted.fan.fan for counted in stacked)] + [counted.fan.fan for counted in merged])
        name = "番牌" if lang == "zh" else "番牌 (dragons and seat wind)"
        values.append((name, merged[0].fan.category, worth))
        if len(stacked) > 1:
            lines.append(say(lang, "merged", fan=worth))
    top = max(values, key=lambda value: value[2])
    rest = [value for value in values if value[1] != top[1]]
    lines.append(say(lang, "most", name=top[0], fan=top[2]))
    total = top[2]
    if rest:
        second = max(rest, key=lambda value: value[2])
        # whether it was given is the scorer's to say: what remains of the 翻 but for the concealed hand's
        if score.fan - (not any(group.claimed for group in score.reading.groups)) > total:
            total += 1
            lines.append(
                say(
                    lang, "jump", name=second[0], category=category_name(second[1], lang), fan=second[2],
                    square=second[2] ** 2, twice=2 * top[2], total=total,
                )
            )  # fmt: skip
    if score.fan > total:
        lines.append(say(lang, "closed", total=score.fan))
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
        **({"fu": score.fu, "fan": score.fan} if score.rules.has_fu else {}),
        **({"sum": score.sum, "percent": score.percent} if score.rules.has_percent else {}),
        "fans": [
            {"id": id, "name": score.rules.fans[id].name, "count": count, **score.rules.value_dict(score.rules.fans[id])}
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
                "clause": {"zh": clause(refused, "zh"), "en": clause(refused, "en")},
            }
            for refused in score.refused
        ]  # fmt: skip
        result["steps"] = {lang: arithmetic(score, lang) for lang in ("zh", "en")}
        result["reading"] = _reading_dict(score.reading, score)
        result["others"] = [_reading_dict(reading, score) for reading in score.others]
    return result


def _reading_dict(reading: Reading, score: Score) -> dict[str, Any]:
    rows = score.rules.rows
    return {
        "shape": reading.shape,
        "groups": [group_text(group) for group in reading.groups],
        "points": reading.points,
        **({"fu": reading.fu, "fan": reading.fan} if score.rules.has_fu else {}),
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
        lines += [f"  {clause(refused, lang)}" for refused in score.refused]
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
        items = "".join(f'<li data-fan="{escape(refused.fan.id)}">{escape(clause(refused, lang))}</li>' for refused in score.refused)
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
