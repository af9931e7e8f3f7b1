"""Where simulations are played: the options ``--workers`` and ``--ray``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quepu.cli.arguments import add_workers, not_empty
from quepu.errors import QuepuError
from quepu.texts import say

if TYPE_CHECKING:
    from quepu.lab.workers import Executor


def add_executor(parser: argparse.ArgumentParser, lang: str) -> None:
    add_workers(parser, lang)
    parser.add_argument("--ray", metavar="ADDRESS", help=say(lang, "cli_ray"))


def executor(options: argparse.Namespace) -> Executor:
    from quepu.lab.cluster import LOCAL, on_cluster
    from quepu.lab.workers import processes

    address = not_empty("--ray", options.ray)
    if address is None:
        return processes(options.workers)
    if options.workers is not None and address != LOCAL:
        raise QuepuError("not_together", first="--workers", second=f"--ray {address}")
    return on_cluster(address, options.workers)
