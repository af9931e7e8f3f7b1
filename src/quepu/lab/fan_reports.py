"""Reports about the fans of a rule book: enumerated winning hands, and worth against rarity."""

from __future__ import annotations

import shlex

from quepu.lab.balance import LEAST_WINS, Balance
from quepu.lab.count import Count
from quepu.lab.report import (
    DATA_ONLY,
    ENUMERATED,
    FACTOR,
    NUMBER,
    SHARE,
    TEXT,
    WHOLE,
    YES,
    Column,
    File,
    Points,
    Report,
    Scatter,
    Section,
    Series,
    measured,
    names,
)
from quepu.lab.simulate import Study
from quepu.lab.study_reports import FAN_NAMES, book_name, design_words, fan_cells, fan_columns, players_and_seed, same, section
from quepu.rules.base import RuleBook
from quepu.rules.overlay import as_toml
from quepu.texts import Text, phrase
from quepu.tiles import WINDS

WAYS = ("by_self_draw", "by_discard")


def rules_word(book: RuleBook) -> str:
    """The rule book in a command; its overlay is a file of the report."""
    return "overlay.toml" if book.overlay else book.id


def rules_files(book: RuleBook) -> tuple[File, ...]:
    return (File("overlay.toml", as_toml(book.overlay)),) if book.overlay else ()


# Enumerated hands


def count_report(counts: tuple[Count, Count]) -> Report:
    """The winning hands of a book: on a discard, and by self-draw."""
    book, seat, round = counts[0].book, WINDS[counts[0].seat], WINDS[counts[0].round]
    winds = phrase("count_winds", seat=phrase(f"wind_{seat}"), round=phrase(f"wind_{round}"))
    return Report(
        title=phrase("count_title", rules=book_name(book)),
        about=phrase("count_note"),
        source=ENUMERATED,
        command=shlex.join(["quepu", "lab", "count", rules_word(book), "--seat", seat, "--round", round]),
        facts=(
            (phrase("report_rules"), book_name(book)),
            (phrase("report_fan_count"), same(str(len(book.fans)))),
            (phrase("report_winds"), winds),
        ),
        sections=(count_totals(counts), count_fans(counts)),
        files=rules_files(book),
    )


def count_totals(counts: tuple[Count, Count]) -> Section:
    columns = (
        *names("way", phrase("column_way")),
        Column("complete", phrase("column_complete"), WHOLE),
        Column("winning", phrase("column_winning"), WHOLE),
        Column("complete_ways", phrase("column_complete_ways"), WHOLE, DATA_ONLY),
        Column("winning_ways", phrase("column_winning_ways"), WHOLE, DATA_ONLY),
        Column("share", phrase("column_reaches"), SHARE),
    )
    rows = []
    for way, one in zip(WAYS, reversed(counts), strict=True):
        complete, winning = one.complete, one.winning
        numbers = complete[0], winning[0], complete[1], winning[1]
        rows.append((*phrase(f"count_{way}"), *numbers, winning[1] / complete[1] if complete[1] else None))
    return section("totals", phrase("count_totals_text"), None, columns, rows, "count_totals")


def count_fans(counts: tuple[Count, Count]) -> Section:
    """The fans, the likeliest by self-draw first."""
    on_discard, by_self_draw = counts
    columns = [*fan_columns()]
    for way in WAYS:
        title = phrase(f"count_{way}")
        columns += [
            Column(f"{way}_hands", phrase("column_hands_of_way", way=title), WHOLE),
            Column(f"{way}_ways", phrase("column_ways_of_way", way=title), WHOLE, DATA_ONLY),
            Column(way, phrase("column_chance_of_way", way=title), SHARE),
        ]
    rows = []
    for id in sorted(on_discard.fans, key=lambda id: (-by_self_draw.chance(id), -on_discard.chance(id))):
        found = [cell for one in (by_self_draw, on_discard) for cell in (*one.fans[id], float(one.chance(id)))]
        rows.append((*fan_cells(on_discard.book.fans[id]), *found))
    series = tuple(Series(phrase(f"count_{way}"), way) for way in WAYS)
    return section("fans", phrase("count_fans_text"), Points(FAN_NAMES, series), columns, rows, "count_fans")


# Balance


def balance_report(found: Balance, study: Study | None) -> Report:
    """What the fans of a book are worth beside how rare they are; ``study`` if the shares are simulated."""
    return Report(
        title=phrase("balance_title", rules=book_name(found.book)),
        about=phrase(f"balance_{found.source}"),
        source=found.source,
        command=balance_command(found, study),
        facts=(
            (phrase("report_rules"), book_name(found.book)),
            *([(phrase("report_deals"), same(f"{study.counts.deals:,}")), *players_and_seed(study.design)] if study else []),
            (phrase("report_trend"), phrase("balance_formula", scale=f"{found.line.scale:.3g}", slope=f"{found.line.slope:.2f}")),
            (phrase("report_pairs"), same(f"{found.broken:,} / {found.pairs:,}")),
        ),
        sections=(balance_fans(found), balance_proposal(found)),
        files=rules_files(found.book),
    )


def balance_command(found: Balance, study: Study | None) -> str:
    asked = found.constraints
    words = ["quepu", "lab", "balance", rules_word(found.book), *(design_words(study.design) if study else ["--enumerated"])]
    words += ["--factor", f"{found.factor:g}", "--multiple", str(asked.multiple)]
    words += ["--keep-order"] * asked.keeps_order + ["--all"] * asked.moves_all
    return shlex.join([*words, *(["--keep", ",".join(sorted(asked.kept))] if asked.kept else [])])


def balance_fans(found: Balance) -> Section:
    columns = (
        *fan_columns(),
        *measured("share", phrase("column_share"), SHARE),
        Column("rarity", phrase("column_rarity"), NUMBER, DATA_ONLY),
        Column("worth", phrase("balance_worth"), WHOLE),
        Column("line", phrase("balance_line"), NUMBER),
        Column("ratio", phrase("balance_ratio"), FACTOR),
        Column("outlier", phrase("column_outlier"), YES),
    )
    rows = []
    for one in found.fans:
        share = one.share
        interval = (share.low, share.high) if share.low < share.high else (None, None)
        rows.append((*fan_cells(share.fan), share.mean, *interval, 1 / share.mean, one.worth, one.line, one.ratio, int(one.is_outlier)))
    chart = Scatter(FAN_NAMES, "rarity", (Series(phrase("balance_worth"), "worth"),), fit="line")
    outliers = sum(one.is_outlier for one in found.fans)
    text = phrase("balance_fans_text", factor=f"{found.factor:g}", outliers=outliers, pairs=f"{found.pairs:,}", broken=f"{found.broken:,}")
    return section("fans", both(text, phrase("balance_fit_text", least=LEAST_WINS)), chart, columns, rows, "balance_fans")


def balance_proposal(found: Balance) -> Section:
    changed = [one for one in found.fans if one.proposed != one.value]
    columns = (
        *fan_columns(),
        Column("key", phrase("column_key"), TEXT),
        Column("value", phrase("column_value_now"), WHOLE),
        Column("proposed", phrase("balance_proposed"), WHOLE),
    )
    rows = [(*fan_cells(one.share.fan), one.key, one.value, one.proposed) for one in changed]
    chart = Points(FAN_NAMES, (Series(phrase("column_value_now"), "value"), Series(phrase("balance_proposed"), "proposed")), rows=len(rows))
    return section("proposal", phrase("balance_proposal_text"), chart if rows else None, columns, rows, "balance_proposal")


def both(first: Text, second: Text) -> Text:
    """Two sentences in a row."""
    return first[0] + second[0], f"{first[1]} {second[1]}"
