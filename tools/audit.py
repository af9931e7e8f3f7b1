"""``make audit``: looks for known faults of what operators install (deploy/requirements.txt).

Two questions: whether a release was withdrawn (yanked), which every index answers, and whether there is an advisory about it, which
pypi.org answers. Exit code 1 if so. Where the advisories cannot be read, as behind a mirror, that is said, and it fails only with
``--require``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

REQUIREMENTS = Path(__file__).parents[1] / "deploy" / "requirements.txt"
FAILED, NOT_AUDITED = 1, 3


def install(requirements: Path) -> tuple[bool, list[str]]:
    """Whether all can be installed with exactly these hashes, without installing them; and what was withdrawn."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--require-hashes", "--no-color"]
    done = subprocess.run([*command, "-r", str(requirements)], capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    if done.returncode:
        print("\n".join(line for line in lines if line.startswith("ERROR") or "Expected sha256" in line), file=sys.stderr)
    return done.returncode == 0, [line.strip() for line in lines if "yanked version" in line]


def advisories(requirements: Path) -> dict[str, Any] | None:
    """What pip-audit finds; None if it cannot ask."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run([*command, "-r", str(requirements)], capture_output=True, text=True, check=False)
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        return None
    return found


def report(found: dict[str, Any] | None) -> int:
    """Print what was found; the exit code."""
    known = [] if found is None else found["dependencies"]
    for one in known:
        for fault in one.get("vulns", ()):
            fixed = ", ".join(fault["fix_versions"]) or "none yet"
            print(f"{one['name']} {one['version']}: {fault['id']}, fixed in: {fixed}")
    skipped = [one["name"] for one in known if "skip_reason" in one]
    asked = len(known) - len(skipped)
    print(
        f"advisories: {asked} of {len(known)} packages were looked up" if asked else "advisories: none could be read; nothing was looked up"
    )
    if any(one.get("vulns") for one in known):
        return FAILED
    return NOT_AUDITED if skipped or not known else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--require", action="store_true", help="fail if a package could not be looked up")
    parser.add_argument("requirements", type=Path, nargs="?", default=REQUIREMENTS)
    given = parser.parse_args()
    installs, withdrawn = install(given.requirements)
    print("hashes: as pinned" if installs else "hashes: they differ, or something cannot be installed")
    for line in withdrawn:
        print(line)
    code = report(advisories(given.requirements))
    if not installs or withdrawn or code == FAILED:
        return FAILED
    return code if given.require else 0


if __name__ == "__main__":
    sys.exit(main())
