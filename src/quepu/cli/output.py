"""Exit codes, and printing of answers."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: success; the answer is no (not a win, not ready, a wrong record); bad input; Ctrl-C."""


def print_json(answer: object) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def screen_for(options: argparse.Namespace) -> Screen:
    from quepu.cli.terminal import Screen

    return Screen(options.lang)
