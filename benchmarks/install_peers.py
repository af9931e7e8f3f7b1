"""Installs the packages in ``requirements-bench.txt`` one by one: a peer that cannot be installed is noted in the table, and does not keep
the others away. Run by the environment that is to have them (``make bench`` does)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def requirements(text: str) -> tuple[list[str], list[str]]:
    """What must be there, and the peers, which follow the line that names them."""
    needed, _, peers = text.partition("# peers")
    return pinned(needed), pinned(peers)


def pinned(text: str) -> list[str]:
    return re.findall(r"^[\w.-]+==\S+", text, re.MULTILINE)


def reason(output: str) -> str:
    """The last word of pip about it."""
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    return (errors or output.splitlines() or ["pip failed"])[-1].removeprefix("ERROR:").strip()


def main() -> None:
    needed, peers = requirements((ROOT / "requirements-bench.txt").read_text("utf-8"))
    subprocess.run([*PIP, *needed], check=True)
    failed = {}
    for wanted in peers:
        # together with the pinned packages, so that no peer changes them
        ran = subprocess.run([*PIP, *needed, wanted], capture_output=True, text=True, check=False)
        if ran.returncode:
            name = wanted.partition("==")[0]
            failed[name] = reason(ran.stdout + ran.stderr)
            print(f"{wanted} is not installed: {failed[name]}", file=sys.stderr)
    Path(sys.prefix, "not_installed.json").write_text(json.dumps(failed, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
