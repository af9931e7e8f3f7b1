"""The reports of studies, as the API sends them."""

from __future__ import annotations

from functools import lru_cache

from quepu.errors import QuepuError
from quepu.lab.report import Report
from quepu.lab.report import Table as ReportTable
from quepu.lab.report_data import as_csv, as_parquet, can_write_parquet, metadata_of
from quepu.lab.report_html import body as html_of
from quepu.lab.simulate import Study
from quepu.lab.study_reports import comparison_report, simulation_report
from quepu.server.lab.schemas import ReportAnswer
from quepu.server.play.store_studies import unpack
from quepu.texts import both


def report_of(study: Study, other: Study | None) -> Report:
    """The report of a study, or of its comparison with another one. Raises QuepuError if there is nothing to report yet."""
    for one in (study, other):
        if one is not None and not one.counts.deals:
            raise QuepuError("nothing_simulated")
    if other is None:
        return simulation_report(study)
    if not are_comparable(study, other):
        raise QuepuError("studies_not_comparable")
    return comparison_report(study, other)


def are_comparable(study: Study, other: Study) -> bool:
    """Whether two studies are of the same walls, with the same players."""
    one, two = study.design, other.design
    return (one.players, one.hands, one.seed) == (two.players, two.hands, two.seed)


@lru_cache(maxsize=64)
def report_answer(body: bytes, other_body: bytes | None, lang: str) -> ReportAnswer:
    """The report of packed studies. A study that is shared is looked at by many, and its charts take a tenth of a second."""
    study, other = unpack(body), None if other_body is None else unpack(other_body)
    report = report_of(study, other)
    return {
        "html": html_of(report, lang),
        "tables": [{"id": section.table.id, "title": both(section.table.title)} for section in report.sections],
        "deals": study.counts.deals if other is None else min(study.counts.deals, other.counts.deals),
        "complete": study.is_complete and (other is None or other.is_complete),
        "parquet": can_write_parquet(),
    }


def table_csv(study: Study, other: Study | None, table: str) -> bytes:
    """A table of a report as CSV. Raises QuepuError if there is no such table."""
    return as_csv(_table(report_of(study, other), table))


def table_parquet(study: Study, other: Study | None, table: str) -> bytes:
    """A table of a report as Parquet. Raises QuepuError if there is no such table, or nothing here that writes Parquet."""
    report = report_of(study, other)
    return as_parquet(_table(report, table), metadata_of(report))


def _table(report: Report, id: str) -> ReportTable:
    for section in report.sections:
        if section.table.id == id:
            return section.table
    raise QuepuError("not_found", text=id)
