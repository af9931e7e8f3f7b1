"""Run a command several times in a row while other processes keep every processor busy; stop at the first failure.

python tools/under_load.py 3 make test
"""

from __future__ import annotations

import os
import subprocess
import sys

BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""
"""Until it is ended, or who started it is gone."""


def run(rounds: int, command: list[str]) -> int:
    """The exit status of the command: of the first time it fails, or 0."""
    load: list[subprocess.Popen[bytes]] = []
    try:
        load += (subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1))
        for number in range(1, rounds + 1):
            print(f"round {number} of {rounds}, with {len(load)} busy processes beside it: {' '.join(command)}", flush=True)
            status = subprocess.run(command, check=False).returncode
            if status:
                print(f"round {number} of {rounds} failed with status {status}", flush=True)
                return status
        print(f"{rounds} rounds passed", flush=True)
        return 0
    finally:
        for process in load:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
