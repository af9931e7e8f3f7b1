"""The page of a rule book: every fan with its text, its place in the rule text, what it excludes, its floor and its examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from page_parts import MADE, case, count_rows, row_names, rows_of_text, table

from quepu import notation, score
from quepu.explain import value_text
from quepu.hand import Meld, MeldType
from quepu.rules import book
from quepu.rules.base import EVERY_OTHER, Fan, RuleBook
from quepu.rules.floors import stored
from quepu.tiles import NAMES

TILES = "../../src/quepu/server/web/tiles"
"""The tile faces, seen from a page."""

GAP = "&ensp;"


def rules_page(id: str) -> str:
    """Every fan of a rule book, by category."""
    rules = book(id)
    needed = f"A hand needs {rules.minimum} points to win" if rules.minimum else "A hand needs no points to win"
    flower = f"; a flower adds {rules.flower_points} afterwards" if rules.flower_points else ""
    lines = [f"# {rules.name} {rules.en}", "", MADE, ""]
    lines += [f"The rule book `{rules.id}`. It follows the text 《{rules.source}》; the words here are our own.", ""]
    lines += [
        f"{count_rows(rules)} fans, also as [a table on one page]({id}-table.html) ([中文]({id}-table.zh.html)). {needed}{flower}.",
        "",
    ]
    lines += [f"{rules.family.about[1]} See [how points are counted](../{rules.family.page}).", ""]
    lines += explanations(rules)
    if rules.parent:
        lines += differences(book(rules.parent), rules)
    printed = {floor.name: (floor.floor, floor.ceiling) for floor in stored(id)}
    for category, rows in rows_of_text(rules):
        lines += [f"## {category.name} {category.en}", ""]
        for fans in rows:
            lines += row_section(rules, fans, printed)
    return "\n".join(lines).rstrip() + "\n"


def explanations(rules: RuleBook) -> Iterator[str]:
    """What the marks on the page mean."""
    yield "- After the value of a fan is its place in the text."
    if rules.lost:
        yield "- 页缺: the page is missing from our copy; [what holds instead](../errata.md#definitions-on-lost-pages)."
    yield "- 不计: not counted beside this fan. 互斥: only one of the two is counted."
    yield "- In a hand, [ ] are melds claimed from others, ( ) a concealed kong, + the winning tile. The fans behind it are its full score."
    yield ""


def row_section(rules: RuleBook, fans: list[Fan], printed: dict[str, tuple[int, int]]) -> Iterator[str]:
    """A row of the text, which is one fan or several cases of it."""
    first = fans[0]
    heads = (f"{case_name(fan)}`{fan.id}` · {value_text(rules, fan, 1, 'zh')} · {rules.section(fan)}" for fan in fans)
    yield from (f"### {' '.join(row_names(fans))}", "", "<br>\n".join(heads), "", first.zh, "", first.text, "")
    facts = [list(fan_facts(rules, fan, printed)) for fan in fans]
    lines = [f"- {fact}" for fact in facts[0] if all(fact in other for other in facts)]
    for fan, found in zip(fans, facts, strict=True):
        lines += [f"- {case_name(fan)}{fact}" for fact in found if f"- {fact}" not in lines]
    if lines:
        yield from (*lines, "")
    most = None if len(fans) == 1 else 1  # of many cases one example each is enough
    yes = {hand: f"yes {case(fan, 'zh')}".rstrip() for fan in fans for hand in fan.yes[:most]}
    examples = yes | {hand: "no" for hand in first.no if hand not in yes}
    if examples:
        yield from table(("counts", "hand", "fans", "points"), (example_row(rules, counts, hand) for hand, counts in examples.items()))
        yield ""


def case_name(fan: Fan) -> str:
    """The beginning of a line about one case of a row."""
    found = case(fan, "zh")
    return f"{found}: " if found else ""


def fan_facts(rules: RuleBook, fan: Fan, printed: dict[str, tuple[int, int]]) -> Iterator[str]:
    """What else there is to know about a fan."""
    yield from exclusion_lines(rules, fan)
    if (fan.label or fan.name) in printed:
        least, greatest = printed[fan.label or fan.name]
        yield f"A hand with it has {least} to {greatest} points: [floors](../floors.md)"


def exclusion_lines(rules: RuleBook, fan: Fan) -> Iterator[str]:
    """What is not counted beside a fan; where that is nearly everything, as a sentence."""
    excludes, against = ([b for (a, b), follows in rules.exclusions.items() if a == fan.id and follows == which] for which in (True, False))
    if EVERY_OTHER in fan.excludes:
        yield f"不计: every fan that is not of the category {fan.excludes[-1]}"
    elif excludes:
        yield "不计: " + "、".join(rules.fans[other].row_name for other in excludes)
    alike = {row.id for row in rules.rows if row.category == fan.category and row is not fan}
    if len(alike) > 1 and alike <= set(against):
        yield f"互斥: every other fan of the category {fan.category.name}"
        against = [other for other in against if other not in alike]
    if against:
        yield "互斥: " + "、".join(rules.fans[other].row_name for other in against)


def example_row(rules: RuleBook, counts: str, hand: str) -> tuple[str, ...]:
    scored = score(hand, rules)
    names = "、".join(scored.names) if scored.win else "not a winning hand"
    return counts, f"{drawn(hand)}<br>`{hand}`", names or "—", scored.sum_text() if scored.win else ""


def drawn(hand: str) -> str:
    """A hand in tiles: those in hand, the melds, the winning one."""
    tiles, _ = notation.parse(hand)
    parts = [faces(NAMES[kind] for kind in tiles.concealed), *map(drawn_meld, tiles.melds)]
    if tiles.winning is not None:
        parts.append("+&nbsp;" + faces([NAMES[tiles.winning]]))
    return GAP.join(filter(None, parts))


def drawn_meld(meld: Meld) -> str:
    """A claimed meld in square brackets; a concealed kong in round ones, with its outer tiles face down."""
    names = [NAMES[kind] for kind in meld.tiles]
    if meld.type == MeldType.CONCEALED_KONG:
        return f"({faces(['back', *names[1:3], 'back'])})"
    return f"[{faces(names)}]"


def faces(names: Iterable[str]) -> str:
    """Without quotation marks: there are thousands of them on a page."""
    return "".join(f"<img src={TILES}/{name}.svg height=28 alt={name}>" for name in names)


def differences(new: RuleBook, old: RuleBook) -> Iterator[str]:
    """The fans in which two editions differ: in value, in what they exclude, or because one edition does not have them."""
    rows = []
    for fan in new.rows:
        other = old.same_fan(fan)
        here = value_text(new, fan, 1, "zh")
        if other is None:
            rows.append((fan.row_name, fan.en, here, "—"))
        elif (other.fu, other.fan) != (fan.fu, fan.fan):
            rows.append((fan.row_name, fan.en, here, value_text(old, other, 1, "zh")))
        more = [old.fans[one].name for one in (other.excludes if other else ()) if one not in fan.excludes]
        if more:
            rows.append((fan.row_name, fan.en, "", "不计" + "、".join(more)))
    rows += [(fan.row_name, fan.en, "—", value_text(old, fan, 1, "zh")) for fan in old.rows if new.same_fan(fan) is None]
    yield from (f"## What differs from {new.name}", "", "All the rest is the same in both editions.", "")
    if new.shapes != old.shapes:
        yield from ("组合龙 with a set and a pair is not a winning shape here.", "")
    yield from table(("fan", "", new.id, old.id), rows)
    yield ""
