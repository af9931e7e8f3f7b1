"""The tables of a report as files: CSV for spreadsheets, Parquet for programs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from quepu import __version__
from quepu.csv_text import csv_text
from quepu.engine.record import why_not
from quepu.errors import QuepuError
from quepu.lab.report import TYPES, Column, Report, Table
from quepu.lab.whole_files import write_whole


def as_csv(table: Table) -> bytes:
    """A table as CSV; the first line has the ids of the columns."""
    return csv_text([column.id for column in table.columns], table.rows)


def as_parquet(table: Table, metadata: Mapping[str, str] | None = None) -> bytes:
    """A table as Parquet, with whole numbers as int64, other numbers as double, and the titles of the columns."""
    pyarrow, parquet = arrow()
    types = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}

    def field(column: Column) -> Any:
        titles = {"title_zh": column.title[0], "title_en": column.title[1], "form": column.form}
        return pyarrow.field(column.id, types[TYPES[column.form]], metadata=titles)

    known = {"title_zh": table.title[0], "title_en": table.title[1], **(metadata or {})}
    schema = pyarrow.schema([field(column) for column in table.columns], metadata=known)
    arrays = [pyarrow.array(table.values(column.id), types[TYPES[column.form]]) for column in table.columns]
    stream = BytesIO()
    parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), stream)
    return stream.getvalue()


def arrow() -> tuple[Any, Any]:
    """The modules that write Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "pyarrow":
            raise
        raise QuepuError("missing_extra", text="pyarrow", extra="lab") from error
    return pyarrow, pyarrow.parquet


def can_write_parquet() -> bool:
    """Whether the library that writes Parquet is installed."""
    return find_spec("pyarrow") is not None


def metadata_of(report: Report) -> dict[str, str]:
    """What every file of a report says about itself."""
    return {"source": report.source, "command": report.command, "quepu_version": __version__} | {
        f"file:{file.name}": file.text for file in report.files
    }


def write_data(report: Report, folder: Path) -> None:
    """Write ``NAME.csv`` and ``NAME.parquet`` for each table. Each file is there as a whole or not at all."""
    metadata = metadata_of(report)
    made = [(section.table.id, as_csv(section.table), as_parquet(section.table, metadata)) for section in report.sections]
    make_folder(folder)
    for name, text, columns in made:
        write_whole(folder / f"{name}.csv", text)
        write_whole(folder / f"{name}.parquet", columns)


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there. Raises QuepuError if that is not possible, or nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        raise QuepuError("unwritable_folder", text=str(folder), reason=why_not(error)) from error
