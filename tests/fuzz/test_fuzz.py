"""Short runs of every fuzzer, long ones, and proof that a fault does not go unseen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.fuzz import runner
from tests.fuzz.entries import ENTRIES, FAULTY, make_entry
from tests.fuzz.entry import CORPUS
from tests.fuzz.faulty import FATAL
from tests.fuzz.runner import Run, tasks_for

pytestmark = pytest.mark.compiled


def fuzz(name: str, inputs: int, processes: int = 1) -> Run:
    run = Run(tasks_for(name, inputs, 1e9, seed=1, processes=processes), processes)
    run.run(lambda _: None)
    return run


def reports(run: Run) -> str:
    return "\n".join(f"{failure.data[:300]!r}\n{failure.report}\n{failure.save()}" for failure in run.failures)


@pytest.mark.parametrize("name", ENTRIES)
def test_no_input_breaks_it(name: str) -> None:
    inputs = max(150, ENTRIES[name].share)
    run = fuzz(name, inputs)
    assert not run.failures, reports(run)
    assert run.counts[name].inputs == inputs
    assert len(run.counts[name].outcomes) > 3, "the inputs reach next to nothing"


@pytest.mark.long
@pytest.mark.parametrize("name", ENTRIES)
def test_no_input_of_many_breaks_it(name: str) -> None:
    run = fuzz(name, 40 * max(150, ENTRIES[name].share), processes=2)
    assert not run.failures, reports(run)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_entry_has_real_and_broken_seeds(name: str) -> None:
    assert (CORPUS / f"{name}.json").exists()
    if not ENTRIES[name].needs_server:
        assert len(make_entry(name).seeds()) > 10


def test_the_same_seed_makes_the_same_inputs() -> None:
    first, second = (fuzz("jsonl", 1000).counts["jsonl"].outcomes for _ in range(2))
    assert first == second


# A fault is found, whatever it is.


def only_failure(name: str) -> runner.Failure:
    run = fuzz(name, 100)
    [failure] = run.failures
    assert failure.entry == name
    assert failure.data == FATAL
    return failure


def test_a_process_that_dies_is_a_failure_with_its_input() -> None:
    assert set(FAULTY) == {"dies", "raises", "waits"}
    assert "Segmentation fault" in only_failure("dies").report or "AddressSanitizer" in only_failure("dies").report


def test_an_error_that_is_not_documented_is_a_failure_with_its_input() -> None:
    assert "KeyError: 'not a documented error'" in only_failure("raises").report


def test_an_input_that_takes_too_long_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "HANG_SECONDS", 8.0)
    report = only_failure("waits").report
    assert "took too long" in report
    assert "in fail" in report, "the report shows where it waits"


def test_the_command_exits_1_and_saves_the_input() -> None:
    answer = subprocess.run([sys.executable, "-m", "tests.fuzz", "raises", "--inputs", "100"], capture_output=True, text=True)
    assert answer.returncode == 1, answer.stderr
    [saved] = [line.split()[-1] for line in answer.stdout.splitlines() if line.startswith("saved")]
    again = subprocess.run([sys.executable, "-m", "tests.fuzz", "raises", "--replay", saved], capture_output=True, text=True)
    assert again.returncode == 1
    assert "KeyError" in again.stdout


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_no_process_and_prints_the_counts(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "waits", "--inputs", "100"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    children: list[str] = []
    while not children:
        assert process.poll() is None
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
            children = file.read().split()
        time.sleep(0.05)
    process.send_signal(how)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "in all" in said
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(int(child), 0)
