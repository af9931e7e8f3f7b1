"""The command ``quepu``: reads the command line, runs a command, and reports errors.

Modules that take long to import are imported where they are used: ``quepu score`` answers in under 0.2 s.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from quepu import __version__
from quepu.cli.analyse import add_analyse
from quepu.cli.arguments import (
    Number,
    Parser,
    UsageError,
    add_answer,
    add_language,
    add_rules,
    add_workers,
    language,
    not_empty,
    show_help,
    wants_json,
    words_in,
)
from quepu.cli.games import add_game_commands
from quepu.cli.output import BAD, DONE, INTERRUPTED, NO, print_json, screen_for
from quepu.cli.scoring import add_scoring_commands
from quepu.cli.streams import discard_output, open_streams
from quepu.errors import NotationError, QuepuError, RecordError
from quepu.kernel.style import STYLES
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
    _add_serve(commands, lang)
    _add_lab(commands, lang)
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
    serve.add_argument("--port", action=Number, least=0, most=65535, metavar="PORT", help=say(lang, "cli_port"))
    serve.add_argument("--data", metavar="DIR", help=say(lang, "cli_data"))
    serve.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
    serve.add_argument("--pace", action=Number, least=0.0, most=10.0, default=1.0, metavar="FACTOR", help=say(lang, "cli_pace"))
    serve.add_argument("--no-browser", action="store_true", help=say(lang, "cli_no_browser"))
    add_language(serve, lang)
    serve.set_defaults(run=_serve, json=False)


def _serve(options: argparse.Namespace) -> int:
    host, data, database = (not_empty("--" + option, getattr(options, option)) for option in ("host", "data", "database"))
    try:
        from quepu.cli.serve import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    return serve(host, options.port, options.lan, data, database, options.pace, not options.no_browser, options.lang)


# lab


def _add_lab(commands: Any, lang: str) -> None:
    lab = commands.add_parser("lab", help=say(lang, "cli_lab"), description=say(lang, "cli_lab"))
    lab.set_defaults(run=show_help(lab))
    experiments = lab.add_subparsers(dest="experiment", metavar="EXPERIMENT")
    floors = experiments.add_parser("floors", help=say(lang, "cli_floors"), description=say(lang, "cli_floors"))
    add_rules(floors, lang)
    add_answer(floors, lang)
    add_workers(floors, lang)
    floors.set_defaults(run=_floors)
    fit = experiments.add_parser("fit", help=say(lang, "cli_fit"), description=say(lang, "cli_fit"))
    add_rules(fit, lang)
    fit.add_argument("--deals", action=Number, least=64, most=1_000_000, default=12_000, metavar="N", help=say(lang, "cli_fit_deals"))
    fit.add_argument("--seed", action=Number, least=0, most=2**31, default=1, metavar="S", help=say(lang, "cli_fit_seed"))
    fit.add_argument("--style", choices=[*STYLES], default="efficient", help=say(lang, "cli_fit_style"))
    add_workers(fit, lang)
    add_language(fit, lang)
    fit.set_defaults(run=_fit, json=False)


def _fit(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress

    try:
        from quepu.lab.fit import fit

        found = fit(options.rules, options.deals, options.seed, options.style, options.workers, progress)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise QuepuError("missing_extra", text="numpy", extra="lab") from error
    print_json(found)
    return DONE


def _floors(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab.floors import floors

    found = floors(options.rules, options.workers, progress)
    if options.json:
        print_json([floor.as_dict() for floor in found])
        return DONE
    screen = screen_for(options)
    rows = [[screen.say("fan_name"), screen.say("floor"), screen.say("ceiling"), screen.say("witness")]]
    rows += [[floor.name, str(floor.floor), str(floor.ceiling), floor.hand] for floor in found]
    print("\n".join(screen.columns(rows)))
    return DONE
