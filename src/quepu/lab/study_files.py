"""Files of simulations: written so that an interruption at any moment loses a few seconds of work at most."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from quepu.errors import QuepuError
from quepu.lab.simulate import Study
from quepu.lab.whole_files import check_writable, write_whole

SECONDS = 5.0
"""The time between two writes."""


class StudyFile:
    """A study that is kept in a file. One that is there already is continued if it is the same study, and never overwritten otherwise.
    Whether it can be written is checked at once. As a context manager it is written on exit, also after an interruption."""

    def __init__(self, path: Path, study: Study, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self.study = study
        self.clock = clock
        self.written = clock()
        self.is_current = False
        check_writable(path)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise QuepuError("unreadable_file", text=str(path), reason=error.strerror or str(error)) from error
        found = Study.from_bytes(data)
        if (found.design, found.shard, found.shards) != (study.design, study.shard, study.shards):
            raise QuepuError("other_study", text=str(path))
        if not found.is_current and not found.is_complete:
            raise QuepuError("different_releases", found=found.release or "?", wanted=study.release)
        self.study = found
        self.is_current = True

    def __enter__(self) -> StudyFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self.is_current:
            self.write(self.study)

    def keep(self, study: Study) -> None:
        """Write the study if it was not written for some seconds, or is complete."""
        self.is_current = False
        if study.is_complete or self.clock() - self.written >= SECONDS:
            self.write(study)

    def write(self, study: Study) -> None:
        """Write the study: the file has the old content or the new one, never a part."""
        write_whole(self.path, study.as_bytes())
        self.written = self.clock()
        self.is_current = True
