"""``quepu admin``: what the operators of a server do from a terminal, beside the running server or without it.

The server reads these tables each time, or every few seconds, so the command needs no connection to it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from quepu.cli.arguments import Number, add_language, not_empty, show_help
from quepu.cli.output import DONE, print_json
from quepu.errors import QuepuError
from quepu.names import escaped, width
from quepu.texts import say

Rows = list[dict[str, Any]]
Work = Callable[[argparse.Namespace, Any], Rows]
_DAYS, _MINUTES = 36_500.0, 10_080.0


def add_admin(commands: Any, lang: str) -> None:
    admin = commands.add_parser("admin", help=say(lang, "cli_admin"), description=say(lang, "cli_admin_about"))
    admin.set_defaults(run=show_help(admin))
    parts = admin.add_subparsers(dest="part", metavar="WHAT")

    def part(name: str, work: Work, *columns: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = parts.add_parser(
            name, help=say(lang, f"cli_admin_{name}"), description=say(lang, f"cli_admin_{name}")
        )
        made.add_argument("--data", metavar="DIR", help=say(lang, "cli_admin_data"))
        made.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
        made.add_argument("--json", action="store_true", help=say(lang, "cli_json"))
        add_language(made, lang)
        made.set_defaults(run=lambda options: _run(options, work, columns))
        return made

    part("accounts", _accounts, "name", "id", "is_operator", "created", "seen").add_argument(
        "name", metavar="NAME", nargs="?", default="", help=say(lang, "cli_admin_name")
    )
    operators = part("operators", _operators, "name", "id")
    operators.add_argument("--add", metavar="NAME", help=say(lang, "cli_admin_add"))
    operators.add_argument("--remove", metavar="NAME", help=say(lang, "cli_admin_remove"))
    ban = part("ban", _ban, "id", "kind", "subject", "name", "until", "reason")
    ban.add_argument("name", metavar="NAME", nargs="?", default="", help=say(lang, "cli_admin_name"))
    ban.add_argument("--address", metavar="NETWORK", help=say(lang, "cli_admin_address"))
    ban.add_argument("--days", action=Number, least=0.01, most=_DAYS, metavar="N", help=say(lang, "cli_admin_days"))
    ban.add_argument("--reason", default="", metavar="TEXT", help=say(lang, "cli_admin_reason"))
    part("bans", _bans, "id", "kind", "subject", "name", "until", "reason")
    part("unban", _unban, "id", "kind", "subject", "name", "until", "reason").add_argument(
        "ban", metavar="ID", help=say(lang, "cli_admin_id")
    )
    reports = part("reports", _reports, "id", "created", "by", "name", "reason", "text", "closed")
    reports.add_argument("--close", metavar="ID", help=say(lang, "cli_admin_close"))
    part("rooms", _rooms, "room", "rules", "playing", "touched", "seated")
    maintenance = part("maintenance", _maintenance, "at", "text")
    maintenance.add_argument(
        "--in", dest="minutes", action=Number, least=0.0, most=_MINUTES, metavar="MINUTES", help=say(lang, "cli_admin_in")
    )
    maintenance.add_argument("--text", default="", metavar="TEXT", help=say(lang, "cli_admin_text"))
    maintenance.add_argument("--off", action="store_true", help=say(lang, "cli_admin_off"))


def _run(options: argparse.Namespace, work: Work, columns: tuple[str, ...]) -> int:
    not_empty("--data", options.data)
    not_empty("--database", options.database)
    with _database(options) as connection:
        rows = work(options, connection)
    if options.json:
        print_json(rows)
    else:
        done = _done(options, bool(rows))
        if done:
            print(say(options.lang, done))
        _print_table(rows, columns)
    return DONE


def _done(options: argparse.Namespace, found: bool) -> str:
    """The id of what is said of work whose table does not show that it was done; otherwise empty."""
    if options.part == "unban":
        return "cli_admin_unbanned"
    if options.part == "maintenance" and not found:
        return "cli_admin_reopened" if options.off else "cli_admin_no_maintenance"
    return ""


@contextmanager
def _database(options: argparse.Namespace) -> Iterator[Any]:
    """A connection to the database of a server, which may be running: SQLite and PostgreSQL let both write in turn."""
    try:
        from quepu.cli.serve import database_url
        from quepu.server.play.store_connect import open_beside
        from quepu.server.play.store_migrate import check_known, revision
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    with open_beside(database_url(options.data, options.database)) as connection:
        check_known(revision(connection), connection.engine.url.render_as_string())
        yield connection


def _account(connection: Any, name: str) -> str:
    """The id of the account of this name. Raises QuepuError if there is none."""
    from quepu.server.play.store_accounts import by_name

    found = by_name(connection, name)
    if found is None:
        raise QuepuError("no_such_account", text=name[:100])
    return found.id


def _accounts(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import find_accounts

    return find_accounts(connection, options.name)


def _operators(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_accounts import set_operator
    from quepu.server.play.store_operator import list_operators

    for name, is_operator in ((options.add, True), (options.remove, False)):
        if name is not None:
            set_operator(connection, _account(connection, name), is_operator)
    return list_operators(connection)


def _ban(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import ban, bans_in_force, network
    from quepu.server.settings import Settings

    if bool(options.name) == (options.address is not None):
        raise QuepuError("needs_one_of", first="NAME", second="--address")
    if options.name:
        kind, subject = "account", _account(connection, options.name)
    else:
        kind, subject = "address", network(options.address, Settings.from_environment().local_networks)
    made = ban(connection, kind, subject, options.reason, options.days)
    if isinstance(made, QuepuError):
        raise made
    return [row for row in bans_in_force(connection) if row["id"] == made]


def _bans(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import bans_in_force

    return bans_in_force(connection)


def _unban(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import bans_in_force, unban

    if not unban(connection, options.ban):
        raise QuepuError("no_such_ban", text=options.ban[:100])
    return bans_in_force(connection)


def _reports(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import close_report, list_reports

    if options.close is not None:
        close_report(connection, options.close)
    return list_reports(connection)


def _rooms(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import list_rooms

    return list_rooms(connection)


def _maintenance(options: argparse.Namespace, connection: Any) -> Rows:
    from quepu.server.play.store_operator import Maintenance, read_maintenance, set_maintenance

    if options.off or options.minutes is not None:
        set_maintenance(connection, None if options.off else Maintenance(time.time() + 60 * options.minutes, options.text))
    planned = read_maintenance(connection)
    return [] if planned is None else [{"at": planned.at, "text": planned.text}]


# Tables on a terminal.

_TIMES = ("created", "seen", "until", "closed", "touched", "at")


def _shown(name: str, value: object) -> str:
    if value is None:
        return "–"
    if name in _TIMES and isinstance(value, float):
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M}"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, list):
        return escaped(", ".join(map(str, value))) or "–"
    return escaped(str(value)) or "–"


def _print_table(rows: Rows, columns: tuple[str, ...]) -> None:
    """The columns, each as wide as needed. Nothing for no rows."""
    if not rows:
        return
    lines = [columns, *(tuple(_shown(name, row[name]) for name in columns) for row in rows)]
    widths = [max(width(line[at]) for line in lines) for at in range(len(columns))]
    for line in lines:
        print("  ".join(text + " " * (wide - width(text)) for text, wide in zip(line, widths, strict=True)).rstrip())
