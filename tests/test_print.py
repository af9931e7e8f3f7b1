"""The tables of the rule books as a browser prints them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

TABLES = sorted((Path(__file__).parent.parent / "docs/rules").glob("*-table*.html"))
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_table_of_a_rule_book_is_one_page_of_A4(table: Path, tmp_path: Path) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert browser, "this test wants Chromium and a Chinese font: apt-get install chromium-headless-shell fonts-noto-cjk"
    paper = tmp_path / "table.pdf"
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={tmp_path / 'profile'}")
    subprocess.run([browser, *quiet, f"--print-to-pdf={paper}", table.as_uri()], check=True, capture_output=True, timeout=120)
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", paper.read_bytes())
    [(wide, high)] = set(re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", paper.read_bytes()))
    assert (len(pages), round(float(wide)), round(float(high))) == (1, 595, 842)
