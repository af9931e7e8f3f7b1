"""``quepu backup`` and ``quepu restore``: the database of a server in a file, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import add_answer, not_empty
from quepu.cli.output import DONE, print_json
from quepu.errors import QuepuError
from quepu.texts import say

if TYPE_CHECKING:
    import sqlalchemy as sa


def add_backup(commands: Any, lang: str) -> None:
    """Add both commands to the parser."""
    for name, run in (("backup", _backup), ("restore", _restore)):
        added: argparse.ArgumentParser = commands.add_parser(name, help=say(lang, f"cli_{name}"), description=say(lang, f"cli_{name}"))
        added.add_argument("file", metavar="FILE", help=say(lang, f"cli_{name}_file"))
        added.add_argument("--data", metavar="DIR", help=say(lang, "cli_data_of_server"))
        added.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
        add_answer(added, lang)
        added.set_defaults(run=run)


def _backup(options: argparse.Namespace) -> int:
    url, file = _database(options), _file(options)
    from quepu.server.backup import back_up

    return _show(options, back_up(url, file).as_dict())


def _restore(options: argparse.Namespace) -> int:
    url, file = _database(options), _file(options)
    from quepu.server.backup import restore

    return _show(options, restore(file, url).as_dict())


def _file(options: argparse.Namespace) -> Path:
    return Path(not_empty("FILE", options.file) or "")


def _database(options: argparse.Namespace) -> sa.URL:
    data, database = (not_empty(f"--{name}", getattr(options, name)) for name in ("data", "database"))
    try:
        from quepu.cli.data import database_url
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    return database_url(data, database)


def _show(options: argparse.Namespace, made: dict[str, Any]) -> int:
    if options.json:
        print_json(made)
    else:
        print(say(options.lang, f"{options.command}_done", **made))
    return DONE
