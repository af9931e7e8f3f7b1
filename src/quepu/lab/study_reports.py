"""Reports of simulations: of one study, and of two that are compared."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quepu.explain import value_text
from quepu.lab.report import (
    CHANCE,
    DATA_ONLY,
    FACTOR,
    NUMBER,
    SHARE,
    SIGNED,
    SIMULATED,
    TEXT,
    WHOLE,
    YES,
    Chart,
    Column,
    Distribution,
    File,
    Points,
    Report,
    Row,
    Scatter,
    Section,
    Series,
    Table,
    cells,
    measured,
    name_ids,
    names,
)
from quepu.lab.report_text import with_interval
from quepu.lab.simulate import PART, Design, Study
from quepu.lab.simulated import figures, share
from quepu.lab.what_if import Difference, differences
from quepu.players import distinct_names, in_words
from quepu.rules.base import Fan, RuleBook
from quepu.texts import Text, phrase

FEWEST_WINS = 5
"""Fans of fewer wins are not in the chart of rarity and points: both are too uncertain."""
UNITS = {"draws": "%", "self_draws": "%", "refused": "%", "discards": "tiles"}
"""The units of measures; of the others, points."""


def simulation_report(study: Study) -> Report:
    """What a simulation has found. Raises QuepuError if nothing is simulated yet."""
    found = figures(study)
    design, book = study.design, study.design.book()
    return Report(
        title=phrase("simulation_title", rules=book_name(book)),
        about=phrase("simulation_about", deals=f"{found['deals']:,}"),
        source=SIMULATED,
        command=command(study),
        facts=facts(study, book),
        sections=(
            measures(found),
            fan_frequencies(found, book),
            rarity(found, book),
            points(found),
            payments(found),
            lengths(found),
            players(found),
            seats(found),
            pairs(found, book),
        ),
        files=overlay_files((design, "overlay.toml")),
    )


def comparison_report(before: Study, after: Study) -> Report:
    """What differs between two studies of the same design under two rule books."""
    books = before.design.book(), after.design.book()
    titles = book_name(books[0]), book_name(books[1])
    design = before.design
    found = differences(before, after)
    fans = [one for one in found if one.is_fan]
    return Report(
        title=phrase("comparison_title", before=titles[0], after=titles[1]),
        about=phrase("comparison_about", deals=f"{design.hands:,}", tests=len(found)),
        source=SIMULATED,
        command=comparison_command(before.design, after.design),
        facts=(
            (phrase("report_rules"), phrase("comparison_books", before=titles[0], after=titles[1])),
            (phrase("report_deals_each"), same(f"{before.counts.deals:,}")),
            *players_and_seed(design),
        ),
        sections=(
            compared_measures([one for one in found if not one.is_fan], titles),
            compared_fans(fans, before, after, titles),
            *only_fans(before, after, titles),
            over_each_other("points", before, after, titles),
            over_each_other("payments", before, after, titles),
            over_each_other("discards", before, after, titles),
        ),
        files=overlay_files((before.design, "before.toml"), (after.design, "after.toml")),
    )


# What both have


def same(text: str) -> Text:
    """A text that is the same in both languages."""
    return text, text


def book_name(book: RuleBook) -> Text:
    return book.name, book.en


def fan_cells(fan: Fan) -> tuple[str, str, str]:
    """The id of a fan and its names, for the columns of ``fan_columns``."""
    return fan.id, fan.name, fan.en


def fan_columns() -> tuple[Column, ...]:
    title = phrase("column_fan")
    return Column("fan", title, TEXT, DATA_ONLY), *names("fan_name", title)


FAN_NAMES = name_ids("fan_name")


def players_and_seed(design: Design) -> tuple[tuple[Text, Text], ...]:
    return (
        (
            phrase("report_players"),
            ("、".join(in_words(name, "zh") for name in design.players), ", ".join(in_words(name, "en") for name in design.players)),
        ),
        (phrase("report_seed"), same(str(design.seed))),
    )


def facts(study: Study, book: RuleBook) -> tuple[tuple[Text, Text], ...]:
    done, wanted = study.counts.deals, study.design.hands
    deals = same(f"{done:,}") if done == wanted else phrase("report_unfinished", done=f"{done:,}", all=f"{wanted:,}")
    shard = ((phrase("report_shard"), same(f"{study.shard}/{study.shards}")),) if study.shards > 1 else ()
    return (
        (phrase("report_rules"), book_name(book)),
        (phrase("report_deals"), deals),
        *shard,
        *players_and_seed(study.design),
        (phrase("report_fan_count"), same(str(len(book.fans)))),
        *([(phrase("report_minimum"), same(str(book.minimum)))] if book.minimum else []),
    )


def overlay_files(*designs: tuple[Design, str]) -> tuple[File, ...]:
    """The overlays of designs, under the names that the command has."""
    from quepu.rules.overlay import as_toml

    return tuple(File(name, as_toml(design.overlay)) for design, name in designs if design.overlay is not None)


def command(study: Study) -> str:
    """The command line that repeats a study."""
    design = study.design
    words = ["quepu", "lab", "simulate", "--rules", "overlay.toml" if design.overlay else design.rules, *design_words(design)]
    return shlex.join([*words, *(["--shard", f"{study.shard}/{study.shards}"] if study.shards > 1 else [])])


def comparison_command(before: Design, after: Design) -> str:
    rules = [name if design.overlay else design.rules for design, name in ((before, "before.toml"), (after, "after.toml"))]
    return shlex.join(["quepu", "lab", "compare", *rules, *design_words(before)])


def design_words(design: Design) -> list[str]:
    return ["--players", ",".join(design.players), "--hands", str(design.hands), "--seed", str(design.seed)]


def share_cells(count: int, of: int) -> tuple[float | None, ...]:
    """A share with its interval, with all its digits."""
    found = share(count, of)
    return cells(found.mean, found.interval)


def figure_cells(figure: Mapping[str, Any], factor: float = 1) -> tuple[float | None, float | None, float | None]:
    """A figure of a study with its interval. Figures have six decimals."""
    mean, low, high = cells(figure["mean"], figure["interval"], factor)
    return mean and round(mean, 6), low and round(low, 6), high and round(high, 6)


def hands_of(found: Mapping[str, Any]) -> int:
    """The number of winning hands."""
    return sum(count for _, count in found["distributions"]["points"])


def section(id: str, text: Text, chart: Chart | None, columns: Iterable[Column], rows: Iterable[Sequence[Any]], title: str = "") -> Section:
    """A section whose table has its title."""
    heading = phrase(title or f"simulation_{id}")
    return Section(heading, text, chart, Table(id, heading, tuple(columns), tuple(tuple(row) for row in rows)))


# A simulation


def measures(found: Mapping[str, Any]) -> Section:
    keys = ("draws", "self_draws", "refused", "discards", "points", "dealer_advantage")
    columns = (
        Column("measure", phrase("column_measure"), TEXT, DATA_ONLY),
        *names("measure_name", phrase("column_measure")),
        *measured("value", phrase("column_value"), NUMBER),
        *names("unit", phrase("column_unit")),
    )
    rows = [(key, *phrase(f"measure_{key}"), *figure_cells(found[key], factor(key)), *unit(key)) for key in keys]
    return section("measures", phrase("simulation_measures_text"), None, columns, rows)


def factor(measure: str) -> int:
    return 100 if UNITS.get(measure) == "%" else 1


def unit(measure: str) -> Text:
    return phrase(f"measure_unit_{UNITS.get(measure, 'points')}")


def fan_frequencies(found: Mapping[str, Any], book: RuleBook) -> Section:
    columns = (
        *fan_columns(),
        *names("worth", phrase("column_worth")),
        *measured("share", phrase("column_share"), SHARE),
        Column("wins", phrase("column_wins"), WHOLE),
        Column("times", phrase("column_times"), WHOLE),
        Column("hand_points", phrase("column_hand_points"), NUMBER),
    )
    hands = hands_of(found)
    rows = [
        (*fan_cells(fan), *worth, *share_cells(one["wins"], hands), one["wins"], one["times"], one["points"])
        for one in found["fans"] for fan in [book.fans[one["id"]]]
        for worth in [(value_text(book, fan, 1, "zh"), value_text(book, fan, 1, "en"))]
    ]  # fmt: skip
    chart = Points(FAN_NAMES, (Series(phrase("column_share"), "share"),), rows=min(25, sum(one["wins"] > 0 for one in found["fans"])))
    return section("fans", phrase("simulation_fans_text", shown=chart.rows), chart, columns, rows)


def rarity(found: Mapping[str, Any], book: RuleBook) -> Section:
    columns = (
        *fan_columns(),
        Column("rarity", phrase("column_rarity"), NUMBER),
        Column("hand_points", phrase("column_hand_points"), NUMBER),
    )
    rows = [
        (*fan_cells(book.fans[one["id"]]), hands_of(found) / one["wins"], one["points"])
        for one in found["fans"] if one["wins"] >= FEWEST_WINS
    ]  # fmt: skip
    chart = Scatter(FAN_NAMES, "rarity", (Series(phrase("column_hand_points"), "hand_points"),))
    return section("rarity", phrase("simulation_rarity_text", least=FEWEST_WINS), chart, columns, rows)


def points(found: Mapping[str, Any]) -> Section:
    values = found["distributions"]["points"]
    hands = hands_of(found)
    columns = (
        Column("points", phrase("column_points"), WHOLE),
        Column("wins", phrase("column_wins"), WHOLE),
        *measured("share", phrase("column_share"), SHARE),
        Column("at_least", phrase("column_at_least"), SHARE),
    )
    rows, rest = [], hands
    for value, count in values:
        rows.append((value, count, *share_cells(count, hands), rest / hands))
        rest -= count
    chart = Distribution("points", (Series(phrase("column_share"), "wins"),))
    text = phrase("simulation_points_text", mean=f"{found['points']['mean']:.1f}", median=median(values))
    return section("points", text, chart, columns, rows)


def median(values: Sequence[Sequence[int]]) -> int:
    """The median of values with their counts, in order; 0 of nothing."""
    rest = sum(count for _, count in values) / 2
    for value, count in values:
        rest -= count
        if rest <= 0:
            return value
    return 0


def counted(id: str, found: Mapping[str, Any], name: str, count: str, part: str, text: Text) -> Section:
    """A distribution over all deals, or all seats of all deals."""
    values = found["distributions"][id]
    total = sum(count for _, count in values)
    columns = (
        Column(name, phrase(f"column_{name}"), WHOLE),
        Column(count, phrase(f"column_{count}"), WHOLE),
        Column("share", phrase(part), SHARE),
    )
    rows = [(value, times, times / total) for value, times in values]
    return section(id, text, Distribution(name, (Series(phrase(part), count),)), columns, rows)


def payments(found: Mapping[str, Any]) -> Section:
    return counted("payments", found, "payment", "seats", "column_share_of_payments", phrase("simulation_payments_text"))


def lengths(found: Mapping[str, Any]) -> Section:
    text = phrase("simulation_discards_text", mean=f"{found['discards']['mean']:.1f}")
    return counted("discards", found, "discards", "deals", "column_share_of_deals", text)


def standing_columns() -> tuple[Column, ...]:
    parts = ("player_wins", "self_draws", "deal_ins")
    shares = [column for part in parts for column in measured(part, phrase(f"column_{part}"), SHARE)]
    return *measured("points", phrase("column_points_a_deal"), SIGNED), *shares


def standing(one: Mapping[str, Any]) -> list[float | None]:
    return [cell for key in ("points", "wins", "self_draws", "deal_ins") for cell in figure_cells(one[key])]


def players(found: Mapping[str, Any]) -> Section:
    columns = (
        Column("player", phrase("column_player"), TEXT, DATA_ONLY),
        *names("player_name", phrase("column_player")),
        *standing_columns(),
        *measured("refused", phrase("column_refused"), SHARE),
    )
    called = distinct_names([one["name"] for one in found["players"]])
    rows = [
        (name, in_words(name, "zh"), in_words(name, "en"), *standing(one), *figure_cells(one["refused"]))
        for name, one in zip(called, found["players"], strict=True)
    ]
    chart = Points(name_ids("player_name"), (Series(phrase("column_points_a_deal"), "points"),))
    text = phrase("simulation_players_text", part=f"{PART:,}", round=f"{4 * PART:,}")
    return section("players", text, chart, columns, rows)


def seats(found: Mapping[str, Any]) -> Section:
    columns = (
        Column("seat", phrase("column_seat"), TEXT, DATA_ONLY),
        *names("seat_name", phrase("column_seat")),
        *standing_columns(),
    )
    rows = [(one["seat"], *phrase("wind_" + one["seat"]), *standing(one)) for one in found["seats"]]
    chart = Points(name_ids("seat_name"), (Series(phrase("column_points_a_deal"), "points"),))
    mean, low, high = figure_cells(found["dealer_advantage"])
    advantage = with_interval(mean, low, high, SIGNED, "en")
    return section("seats", phrase("simulation_seats_text", advantage=advantage), chart, columns, rows)


def pairs(found: Mapping[str, Any], book: RuleBook) -> Section:
    title = phrase("column_pair")
    columns = (
        Column("first_fan", title, TEXT, DATA_ONLY),
        Column("second_fan", title, TEXT, DATA_ONLY),
        *names("pair", title),
        *measured("share", phrase("column_share"), SHARE),
        Column("wins", phrase("column_wins"), WHOLE),
        Column("lift", phrase("column_lift"), FACTOR),
    )
    rows, hands = [], hands_of(found)
    for one in found["pairs"]:
        first, second = (book.fans[id] for id in one["fans"])
        both = f"{first.name} + {second.name}", f"{first.en} + {second.en}"
        rows.append((*one["fans"], *both, *share_cells(one["wins"], hands), one["wins"], one["lift"]))
    chart = Points(name_ids("pair"), (Series(phrase("column_share"), "share"),), rows=15)
    return section("pairs", phrase("simulation_pairs_text"), chart, columns, rows)


# A comparison


def compared_columns(form: str) -> tuple[Column, ...]:
    return (
        *measured("difference", phrase("column_difference"), form),
        Column("p", phrase("column_p"), CHANCE, DATA_ONLY),
        Column("corrected", phrase("column_corrected"), CHANCE),
        Column("significant", phrase("column_significant"), YES),
    )


def compared(one: Difference, times: float) -> tuple[Any, ...]:
    low, high = one.interval
    return (*(times * value for value in (one.difference, low, high)), one.p, one.corrected, int(one.is_significant))


def compared_measures(found: Sequence[Difference], titles: tuple[Text, Text]) -> Section:
    columns = (
        Column("measure", phrase("column_measure"), TEXT, DATA_ONLY),
        *names("measure_name", phrase("column_measure")),
        *names("unit", phrase("column_unit")),
        Column("before", titles[0], NUMBER),
        Column("after", titles[1], NUMBER),
        *compared_columns(SIGNED),
    )
    rows = []
    for one in found:
        times = factor(one.name)
        named = (one.name, *phrase(f"measure_{one.name}"), *unit(one.name))
        rows.append((*named, float(times * one.before), float(times * one.after), *compared(one, times)))
    text = phrase("comparison_measures_text", significant=sum(one.is_significant for one in found), all=len(found))
    return section("measures", text, None, columns, rows, "comparison_measures")


def compared_fans(found: Sequence[Difference], before: Study, after: Study, titles: tuple[Text, Text]) -> Section:
    """The fans that both books have, those with the smallest p first."""
    columns = (
        *fan_columns(),
        *measured("before", titles[0], SHARE),
        *measured("after", titles[1], SHARE),
        *compared_columns(SHARE),
    )
    book, hands = before.design.book(), [sum(study.counts.points.values()) for study in (before, after)]
    rows = [
        (
            *fan_cells(book.fans[one.name]),
            *share_cells(before.counts.fans[one.name], hands[0]),
            *share_cells(after.counts.fans[one.name], hands[1]),
            *compared(one, 1),
        )
        for one in found
    ]
    significant = sum(one.is_significant for one in found)
    shown = min(len(found), max(significant, 8), 25)
    chart = Points(FAN_NAMES, (Series(titles[0], "before"), Series(titles[1], "after")), rows=shown)
    text = phrase("comparison_fans_text" if significant else "comparison_fans_same", significant=significant, all=len(found), shown=shown)
    return section("fans", text, chart, columns, rows, "comparison_fans")


def only_fans(before: Study, after: Study, titles: tuple[Text, Text]) -> tuple[Section, ...]:
    """The fans that one of the books does not have, if there are any."""
    books = before.design.book(), after.design.book()
    rows: list[Row] = []
    for study, book, other, title in zip((before, after), books, reversed(books), titles, strict=True):
        hands = sum(study.counts.points.values())
        for fan in book.rows:
            if fan.id not in other.fans:
                rows.append((*title, *fan_cells(fan), *share_cells(study.counts.fans[fan.id], hands)))
    columns = (*names("book", phrase("column_book")), *fan_columns(), *measured("share", phrase("column_share"), SHARE))
    return (section("only", phrase("comparison_only_text"), None, columns, rows, "comparison_only"),) if rows else ()


def over_each_other(id: str, before: Study, after: Study, titles: tuple[Text, Text]) -> Section:
    """A distribution under both rule books."""
    found = [dict(map(tuple, figures(study)["distributions"][id])) for study in (before, after)]
    totals = [sum(one.values()) or 1 for one in found]
    name = "payment" if id == "payments" else id
    columns = (
        Column(name, phrase(f"column_{name}"), WHOLE),
        Column("before_count", titles[0], WHOLE, DATA_ONLY),
        Column("after_count", titles[1], WHOLE, DATA_ONLY),
        Column("before", titles[0], SHARE),
        Column("after", titles[1], SHARE),
    )
    rows = []
    for value in sorted(found[0].keys() | found[1].keys()):
        counts = [one.get(value, 0) for one in found]
        rows.append((value, *counts, *(count / total for count, total in zip(counts, totals, strict=True))))
    chart = Distribution(name, (Series(titles[0], "before"), Series(titles[1], "after")))
    text = phrase("comparison_points_text", before=titles[0], after=titles[1])
    return section(id, text, chart, columns, rows, f"comparison_{id}")
