"""The command ``quepu``: reads the command line, runs a command, and reports errors.

Modules that take long to import are imported where they are used: ``quepu score`` answers in under 0.2 s.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quepu import __version__
from quepu.cli.admin import add_admin
from quepu.cli.analyse import add_analyse
from quepu.cli.arguments import (
    Number,
    Parser,
    UsageError,
    add_language,
    language,
    not_empty,
    show_help,
    wants_json,
    words_in,
)
from quepu.cli.backup import add_backup
from quepu.cli.bot import add_bot
from quepu.cli.games import add_game_commands
from quepu.cli.lab import add_lab
from quepu.cli.output import BAD, DONE, INTERRUPTED, NO, print_json
from quepu.cli.scoring import add_scoring_commands
from quepu.cli.sheet import add_sheet
from quepu.cli.streams import discard_output, open_streams
from quepu.errors import NotationError, QuepuError, RecordError
from quepu.names import escaped
from quepu.texts import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    lang, as_json = language(given, os.environ), wants_json(given)
    code = DONE
    try:
        options = None
        try:
            with words_in(lang):
                options = parser(lang).parse_args(given)
                code = options.run(options)
        except QuepuError as error:
            code = NO if isinstance(error, RecordError) and not error.incomplete else BAD
            report_error(error, lang, as_json, " ".join(getattr(options, "hand", ())))
        except SystemExit:  # argparse has printed the help or the version
            pass
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has ended
        discard_output()
        return code
    except (EOFError, OSError) as error:
        discard_output()
        report_error(QuepuError("system_error", reason=getattr(error, "strerror", None) or str(error)), lang, False)
        return BAD


def report_error(error: QuepuError, lang: str, as_json: bool, hand: str = "") -> None:
    """Print an error: as JSON on standard output if the answer is JSON, else as text, with an arrow below the place in the hand."""
    if as_json:
        print_json({"error": error.as_dict(lang)})
        return
    with suppress(OSError):  # standard error cannot be written either; the exit code remains
        if isinstance(error, UsageError):
            print(error.usage, end="", file=sys.stderr)
        print(f"{say(lang, 'error')} [{error.code}]: {escaped(error.message(lang))}", file=sys.stderr)
        if isinstance(error, NotationError) and hand:
            from quepu.cli.terminal import with_arrow

            print("\n".join(with_arrow(hand, error.position)), file=sys.stderr)


def parser(lang: str) -> Parser:
    """The parser of the whole command line."""
    made = Parser(prog="quepu", description=say(lang, "cli"))
    made.add_argument("--lang", choices=("zh", "en"), default=argparse.SUPPRESS, help=say(lang, "cli_lang"))
    made.add_argument("--version", action="version", version=_version(), help=say(lang, "cli_version"))
    made.set_defaults(run=show_help(made))
    commands = made.add_subparsers(dest="command", metavar="COMMAND")
    add_scoring_commands(commands, lang)
    add_game_commands(commands, lang)
    add_analyse(commands, lang)
    add_sheet(commands, lang)
    _add_serve(commands, lang)
    add_backup(commands, lang)
    add_admin(commands, lang)
    add_lab(commands, lang)
    add_bot(commands, lang)
    return made


def _version() -> str:
    from quepu.kernel import is_compiled

    return f"quepu {__version__} ({'compiled' if is_compiled() else 'interpreted'})"


# serve


def _add_serve(commands: Any, lang: str) -> None:
    serve = commands.add_parser("serve", help=say(lang, "cli_serve"), description=say(lang, "cli_serve"))
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", metavar="HOST", help=say(lang, "cli_host"))
    where.add_argument("--lan", action="store_true", help=say(lang, "cli_lan"))
    serve.add_argument("--https", action="store_true", help=say(lang, "cli_https"))
    serve.add_argument("--https-certificate", metavar="FILE", help=say(lang, "cli_https_certificate"))
    serve.add_argument("--https-key", metavar="FILE", help=say(lang, "cli_https_key"))
    serve.add_argument("--port", action=Number, least=0, most=65535, metavar="PORT", help=say(lang, "cli_port"))
    serve.add_argument("--data", metavar="DIR", help=say(lang, "cli_data"))
    serve.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
    serve.add_argument("--compute", action=Number, least=0, most=256, metavar="N", help=say(lang, "cli_compute"))
    serve.add_argument("--node", metavar="HOST:PORT", help=say(lang, "cli_node"))
    serve.add_argument("--pace", action=Number, least=0.0, most=10.0, default=1.0, metavar="FACTOR", help=say(lang, "cli_pace"))
    serve.add_argument("--log", choices=("text", "json"), help=say(lang, "cli_log"))
    serve.add_argument("--no-browser", action="store_true", help=say(lang, "cli_no_browser"))
    add_language(serve, lang)
    serve.set_defaults(run=_serve, json=False)


def _serve(options: argparse.Namespace) -> int:
    host, data, database, node, certificate, key = (
        not_empty("--" + option.replace("_", "-"), getattr(options, option))
        for option in ("host", "data", "database", "node", "https_certificate", "https_key")
    )
    if (certificate is None) != (key is None):
        raise QuepuError("needs_the_other", first="--https-certificate", second="--https-key")
    try:
        from quepu.cli.serve import serve
        from quepu.cli.serve_https import Own
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    https = Own(Path(certificate), Path(key)) if certificate and key else options.https
    where = host, options.port, options.lan, https, data, database, node, options.compute
    return serve(*where, options.pace, not options.no_browser, options.lang, options.log)
