"""The types of the pages come from the schemas of the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_types_of_the_pages_are_current() -> None:
    check = subprocess.run([sys.executable, "tools/page_types.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr
