"""The options ``--report`` and ``--data`` of experiments: a report as one HTML file, and its tables as files."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from quepu.cli.arguments import not_empty
from quepu.errors import QuepuError
from quepu.texts import say

if TYPE_CHECKING:
    from quepu.lab.report import Report

BEGIN = b"<!doctype html>"
"""How a report begins; another file is not overwritten by one."""


def add_report(parser: argparse.ArgumentParser, lang: str) -> None:
    """``--report`` and ``--data``."""
    parser.add_argument("--report", metavar="FILE", help=say(lang, "cli_report"))
    parser.add_argument("--data", metavar="FOLDER", help=say(lang, "cli_report_data"))


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """Where a report goes."""

    page: Path | None
    folder: Path | None
    lang: str

    def write(self, make: Callable[[], Report]) -> None:
        """Make the report, if it is wanted, and write it."""
        if self.page is None and self.folder is None:
            return
        report = make()
        if self.page is not None:
            from quepu.lab.report_html import page
            from quepu.lab.whole_files import write_whole

            write_whole(self.page, page(report, self.lang).encode())
        if self.folder is not None:
            from quepu.lab.report_data import write_data

            write_data(report, self.folder)


def report_files(options: argparse.Namespace) -> ReportFiles:
    """Where the report goes. Raises QuepuError if it cannot be written there: better before the experiment than after it."""
    page, folder = not_empty("--report", options.report), not_empty("--data", options.data)
    if page is not None:
        for option in ("out", "overlay"):
            other = getattr(options, option, None)
            if other and realpath(other) == realpath(page):
                raise QuepuError("not_together", first=f"--{option} {other}", second=f"--report {page}")
        check_page(Path(page))
    if folder is not None:
        from quepu.lab.report_data import arrow, make_folder

        arrow()
        make_folder(Path(folder))
    return ReportFiles(None if page is None else Path(page), None if folder is None else Path(folder), options.lang)


def check_page(path: Path) -> None:
    """Raise QuepuError if a report cannot be written to this file, or would overwrite something else."""
    from quepu.lab.whole_files import check_writable

    check_writable(path)
    with suppress(FileNotFoundError):
        try:
            with open(path, "rb") as stream:
                begin = stream.read(len(BEGIN))
        except PermissionError as error:
            raise QuepuError("unreadable_file", text=str(path), reason=error.strerror or str(error)) from error
        if begin not in (b"", BEGIN):
            raise QuepuError("not_a_report", text=str(path))
