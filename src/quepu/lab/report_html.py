"""Reports as HTML: a fragment for a page of the site, and a file that needs nothing else.

The fragment has classes only: no script, no attribute with a style and no reference to anything outside, so that a strict content policy
allows it. Every text is escaped, as the names of overlays come from people.
"""

from __future__ import annotations

from html import escape

from quepu import __version__
from quepu.lab.charts import charts
from quepu.lab.charts.parts import cell_text
from quepu.lab.report import DATA_ONLY, TEXT, Column, File, Report, Row, Section, Table
from quepu.lab.report_style import PAGE_STYLE, STYLE
from quepu.lab.report_text import in_lang
from quepu.texts import say

__all__ = ["STYLE", "body", "page"]


def page(report: Report, lang: str) -> str:
    """A report as one file."""
    head = f"<title>{text(report.title, lang)}</title>\n<style>\n{PAGE_STYLE}{STYLE}</style>"
    return (
        f'<!doctype html>\n<html lang="{html_lang(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" content="quepu {__version__}">\n'
        f"{head}\n</head>\n<body>\n<main>\n{body(report, lang)}</main>\n</body>\n</html>\n"
    )


def html_lang(lang: str) -> str:
    return "zh-Hans" if lang == "zh" else "en"


def body(report: Report, lang: str) -> str:
    """A report as a fragment of a page."""
    facts = "".join(f"<div><dt>{text(name, lang)}</dt><dd>{text(value, lang)}</dd></div>\n" for name, value in report.facts)
    links = "".join(f'<li><a href="#{anchor(section)}">{text(section.title, lang)}</a></li>\n' for section in report.sections)
    return (
        f'<article class="report" lang="{html_lang(lang)}">\n'
        f'<header>\n<h1>{text(report.title, lang)}</h1>\n<p class="report-about">{text(report.about, lang)}</p>\n'
        f'<dl class="report-facts">\n{facts}</dl>\n</header>\n'
        f'<nav class="report-contents" aria-label="{escape(say(lang, "report_contents"))}"><ul>\n{links}</ul></nav>\n'
        + "".join(section_html(section, report.source, lang) for section in report.sections)
        + repeat_html(report, lang)
        + "</article>\n"
    )


def text(given: tuple[str, str], lang: str) -> str:
    return escape(in_lang(given, lang))


def anchor(section: Section) -> str:
    """The id of a section on the page."""
    return "report-" + section.table.id.replace("_", "-")


def section_html(section: Section, source: str, lang: str) -> str:
    id = anchor(section)
    shown = table_html(section.table, lang)
    if section.chart is not None:
        label = escape(say(lang, "report_table", rows=len(section.table.rows)))
        figure = f"<figure>{charts(section.chart, section.table, lang)}</figure>\n"
        shown = f"{figure}<details><summary>{label}</summary>\n{shown}</details>\n"
    label = escape(say(lang, "report_source_" + source))
    return (
        f'<section class="report-section" id="{id}" aria-labelledby="{id}-title">\n'
        f'<h2><span id="{id}-title">{text(section.title, lang)}</span> <span class="report-source">{label}</span></h2>\n'
        f"<p>{text(section.text, lang)}</p>\n{shown}</section>\n"
    )


def table_html(table: Table, lang: str) -> str:
    """A table with the columns of the language; bounds are with the figures that they belong to."""
    columns = [column for column in table.columns if column.only in ("", lang)]
    assert DATA_ONLY not in {column.only for column in columns}
    name = text(table.title, lang)
    head = "".join(f'<th scope="col"{kind(column)}>{text(column.title, lang)}</th>' for column in columns)
    rows = "".join(row_html(table, columns, row, lang) for row in table.rows)
    return (
        f'<div class="report-scroll" role="region" tabindex="0" aria-label="{name}"><table>\n<caption>{name}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )


def row_html(table: Table, columns: list[Column], row: Row, lang: str) -> str:
    first, *others = (escape(cell_text(table, column, row, lang)) for column in columns)
    cells = "".join(f"<td{kind(column)}>{cell}</td>" for column, cell in zip(columns[1:], others, strict=True))
    return f'<tr><th scope="row"{kind(columns[0])}>{first}</th>{cells}</tr>\n'


def kind(column: Column) -> str:
    return "" if column.form == TEXT else ' class="report-number"'


def repeat_html(report: Report, lang: str) -> str:
    """How to repeat the report: its command, and the files that the command reads."""
    files = "".join(file_html(file) for file in report.files)
    needed = f"<p>{escape(say(lang, 'report_files'))}</p>\n" if report.files else ""
    return (
        '<section class="report-section" id="report-repeat" aria-labelledby="report-repeat-title">\n'
        f'<h2 id="report-repeat-title">{escape(say(lang, "report_repeat"))}</h2>\n'
        f"<p>{escape(say(lang, 'report_repeat_text', version=__version__))}</p>\n"
        f"<pre>{escape(report.command)}</pre>\n{needed}{files}</section>\n"
    )


def file_html(file: File) -> str:
    return f"<details><summary>{escape(file.name)}</summary>\n<pre>{escape(file.text)}</pre></details>\n"
