"""The command line: every command of ``quepu`` and what it draws on the terminal."""

from quepu.cli.main import main

__all__ = ["main"]
