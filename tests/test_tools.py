"""What ``make`` runs beside the tests: packages are installed one after the other, and the load ends with what ran under it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4 (apt-get)"


def under_load(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "tools/under_load.py", *command], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("fails_in", [None, 2])
def test_a_command_is_run_under_load_until_it_fails(tmp_path: Path, fails_in: int | None) -> None:
    counted = tmp_path / "counted"
    ran = under_load("3", "sh", "-c", f'echo "$PPID" >> "{counted}"; [ $(wc -l < "{counted}") != {fails_in} ]')
    rounds = counted.read_text().split()
    assert (ran.returncode, len(rounds), len(set(rounds))) == ((1, 2, 1) if fails_in else (0, 3, 1))
    assert ran.stderr == ""
    assert [line.partition(",")[0] for line in ran.stdout.splitlines()] == (
        ["round 1 of 3", "round 2 of 3", "round 2 of 3 failed with status 1"]
        if fails_in
        else ["round 1 of 3", "round 2 of 3", "round 3 of 3", "3 rounds passed"]
    )


def test_while_it_runs_there_is_a_busy_process_for_each_processor_and_none_afterwards(tmp_path: Path) -> None:
    parents = tmp_path / "parents"
    ran = under_load("1", "sh", "-c", f'cat /proc/$PPID/task/*/children > "{parents}"')
    assert ran.returncode == 0
    children = [int(process) for process in parents.read_text().split()]
    assert len(children) == (os.cpu_count() or 1) + 1, "the busy ones, and the command itself"
    assert [process for process in children if Path(f"/proc/{process}").exists()] == []


def apt_install(folder: Path, apt_get: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run with an apt-get that does this; what happened, and how apt-get was called."""
    for name, script in {"apt-get": f'echo "$*" >> "{folder}/calls"\n{apt_get}', "sleep": "exit 0"}.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    ran = subprocess.run([ROOT / "tools/apt-install", "one", "two"], env=environment, capture_output=True, text=True, check=False)
    return ran, (folder / "calls").read_text().splitlines()


UPDATE = "update -qq"
INSTALL = "install -qq --no-install-recommends -o DPkg::Lock::Timeout=600 one two"


def test_packages_are_installed_once_another_apt_get_has_done_its_work(tmp_path: Path) -> None:
    ran, calls = apt_install(
        tmp_path, f'[ "$1" = install ] || [ $(wc -l < "{tmp_path}/calls") = 3 ] || {{ echo "{LOCKED}" >&2; exit 100; }}'
    )
    waiting = "another apt-get is at work: waiting for it\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"installing one two (apt-get)\n{waiting}{waiting}", "")
    assert calls == [UPDATE, UPDATE, UPDATE, INSTALL]


def test_a_lock_that_is_never_released_is_an_error_in_the_end(tmp_path: Path) -> None:
    ran, calls = apt_install(tmp_path, f'echo "{LOCKED}" >&2; exit 100')
    assert (ran.returncode, ran.stderr) == (1, f"{LOCKED}\n")
    assert calls == [UPDATE] * 301


def test_any_other_error_of_apt_get_is_reported_at_once(tmp_path: Path) -> None:
    ran, calls = apt_install(tmp_path, 'echo "E: no network" >&2; exit 100')
    assert (ran.returncode, ran.stderr, calls) == (1, "E: no network\n", [UPDATE])
