"""``python -m tests.fuzz [ENTRY …]``: fuzz everything that takes bytes from outside, or some of it.

Exit 0: nothing failed; 1: something did, and the input is saved; 130: interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import sys
import time
from pathlib import Path

from tests.fuzz.entries import ENTRIES, FAULTY
from tests.fuzz.runner import Run, Task, shared_out, tasks_for

_EVER = 1e9


def main() -> int:
    options = _parser().parse_args()
    names = options.entry or [name for name, listed in ENTRIES.items() if not (options.library and listed.needs_server)]
    if options.replay:
        if len(options.entry) != 1:
            sys.exit("--replay needs the one entry that the files are for")
        files = tuple(Path(path).read_bytes().hex() for path in options.replay)
        tasks = [Task(names[0], "replay", len(files), _EVER, inputs_hex=files)]
    else:
        seconds = options.seconds or (_EVER if options.inputs else 10.0)
        counts = shared_out(names, options.inputs) if options.inputs else dict.fromkeys(names)
        tasks = [task for name in names for task in tasks_for(name, counts[name], seconds, options.seed, options.processes, options.guided)]
    run = Run(tasks, options.processes)
    progress = Progress(options.inputs)
    interrupted = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that SIGTERM ends the workers too
    try:
        run.run(progress.show)
    except KeyboardInterrupt:
        interrupted = True
    progress.end()
    _print_table(run)
    for failure in run.failures:
        print(f"\nFAILED {failure.entry}: {failure.data[:200]!r}{'…' if len(failure.data) > 200 else ''}\n{failure.report[-6000:]}")
        print(f"saved; again: python -m tests.fuzz {failure.entry} --replay {failure.save()}")
    if options.json:
        header = {"build": os.environ.get("QUEPU_BUILD", "normal"), "python": platform.python_version(), "seed": options.seed}
        Path(options.json).write_text(json.dumps({**header, "entries": run.as_dict()}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 1 if run.failures else 130 if interrupted else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz everything that takes bytes from outside.")
    parser.add_argument(
        "entry", nargs="*", choices=[[], *ENTRIES, *FAULTY], metavar="ENTRY", help=f"one of {', '.join(ENTRIES)}; without: all"
    )
    parser.add_argument("--library", action="store_true", help="only the entries that need no package")
    parser.add_argument("--inputs", type=int, metavar="N", help="inputs in all, shared out among the entries")
    parser.add_argument("--seconds", type=float, metavar="T", help="seconds, at most, for each part of an entry (10 if nothing is said)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed and number make the same inputs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="P", help="the number of processes")
    parser.add_argument("--guided", action="store_true", help="let Atheris choose what to change, by the lines that are reached")
    parser.add_argument("--json", metavar="FILE", help="write the counts there")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="run saved inputs of one entry")
    return parser


class Progress:
    """A line on the terminal that says how far it is; elsewhere a line now and then."""

    def __init__(self, inputs: int | None) -> None:
        self.inputs = inputs
        self.began = time.monotonic()
        self.shown = 0.0
        self.on_terminal = sys.stderr.isatty()

    def show(self, run: Run) -> None:
        now = time.monotonic()
        if now - self.shown < (0.5 if self.on_terminal else 30):
            return
        self.shown = now
        ran = run.ran()
        of = f" of {self.inputs:,}" if self.inputs else ""
        names = " ".join(sorted({process.task.entry for process in run.running}))
        line = f"{ran:,}{of} inputs, {ran / (now - self.began):,.0f}/s, {len(run.failures)} failures: {names}"
        print(f"\r{line:<100}" if self.on_terminal else line, end="" if self.on_terminal else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.on_terminal:
            print(file=sys.stderr)


def _print_table(run: Run) -> None:
    print(f"{'entry':<14}{'inputs':>12}{'per CPU s':>10}{'failures':>10}  ends most often as")
    for name, count in run.counts.items():
        most = ", ".join(f"{outcome} {n:,}" for outcome, n in count.outcomes.most_common(4))
        print(f"{name:<14}{count.inputs:>12,}{count.inputs / max(count.seconds, 1e-3):>10,.0f}{count.failures:>10}  {most}")
    total = sum(count.inputs for count in run.counts.values())
    print(f"{'in all':<14}{total:>12,}{'':>10}{len(run.failures):>10}")


if __name__ == "__main__":
    sys.exit(main())
