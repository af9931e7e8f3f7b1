"""The command line. Everything heavy is imported where it is used: ``quepu score`` answers in under 0.2 s."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from quepu import __version__
from quepu.cli.arguments import Number, Parser, UsageError, language, not_empty, show_help, wants_json, words_in
from quepu.cli.games import add_commands as add_game_commands
from quepu.cli.output import BAD, DONE, INTERRUPTED, NO, print_json, screen_for
from quepu.cli.streams import discard_output, open_streams
from quepu.errors import NotationError, QuepuError, RecordError
from quepu.hand import READY
from quepu.lab.cores import most_workers
from quepu.names import escaped
from quepu.rules import BOOKS, DEFAULT
from quepu.texts import say
from quepu.tiles import ALL_TILES

if TYPE_CHECKING:
    from quepu.rules.base import RuleBook


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    lang, as_json = language(given, os.environ), wants_json(given)
    code = DONE
    try:
        options = None
        try:
            with words_in(lang):
                options = _parser(lang).parse_args(given)
                code = options.run(options)
        except QuepuError as error:
            code = NO if isinstance(error, RecordError) and not error.incomplete else BAD
            _complain(error, lang, as_json, " ".join(getattr(options, "hand", ())))
        except SystemExit:  # the help or the version has been shown
            pass
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has gone
        discard_output()
        return code
    except (EOFError, OSError) as error:
        discard_output()
        _complain(QuepuError("system_error", reason=getattr(error, "strerror", None) or str(error)), lang, False)
        return BAD


def _parser(lang: str) -> Parser:
    answer = Parser(add_help=False)
    answer.add_argument("--json", action="store_true", help=say(lang, "cli_json"))
    answer.add_argument("--lang", choices=("zh", "en"), default=lang, help=say(lang, "cli_lang"))
    known = ", ".join(BOOKS)
    common = Parser(add_help=False)
    common.add_argument("--rules", default=DEFAULT, metavar="BOOK", help=say(lang, "cli_rules", known=known, default=DEFAULT))
    several = Parser(add_help=False)
    several.add_argument("--rules", action="append", metavar="BOOK[,BOOK…]", help=say(lang, "cli_compare_rules", known=known))

    circumstances = Parser(add_help=False)
    for flag in ("self", "last-tile", "kong", "first-turn", "last-copy"):
        circumstances.add_argument("--" + flag, action="store_true", help=say(lang, "cli_" + flag.replace("-", "_")))
    for wind in ("seat", "round"):
        circumstances.add_argument("--" + wind, choices=list("ESWN"), help=say(lang, "cli_" + wind))
    circumstances.add_argument("--flowers", metavar="N", help=say(lang, "cli_flowers"))
    circumstances.add_argument("--ready", choices=READY, help=say(lang, "cli_ready"))
    circumstances.add_argument("--tiles-left", action=Number, least=0, most=len(ALL_TILES), metavar="N", help=say(lang, "cli_tiles_left"))

    parser = Parser(prog="quepu", description=say(lang, "cli"))
    parser.add_argument("--lang", choices=("zh", "en"), default=argparse.SUPPRESS, help=say(lang, "cli_lang"))
    parser.add_argument("--version", action="version", version=_version(), help=say(lang, "cli_version"))
    parser.set_defaults(run=show_help(parser))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, run: Any, *parents: Parser, books: Parser = common) -> Parser:
        added = commands.add_parser(
            name, parents=[books, answer, *parents], help=say(lang, "cli_" + name), description=say(lang, "cli_" + name)
        )
        added.set_defaults(run=run)
        return added

    score = command("score", _score, circumstances)
    score.add_argument("hand", nargs="*", metavar="HAND", help=say(lang, "cli_hand"))
    score.add_argument("--jsonl", action="store_true", help=say(lang, "cli_jsonl"))
    score.add_argument("--explain", action="store_true", help=say(lang, "cli_explain"))
    score.add_argument("--html", action="store_true", help=say(lang, "cli_html"))
    for name, run in (("waits", _waits), ("discards", _discards)):
        added = command(name, run, circumstances)
        added.add_argument("hand", nargs="+", metavar="HAND", help=say(lang, "cli_hand"))
        added.add_argument("--seen", default="", metavar="TILES", help=say(lang, "cli_seen"))
    compare = command("compare", _compare, circumstances, books=several)
    compare.add_argument("hand", nargs="+", metavar="HAND", help=say(lang, "cli_hand"))
    command("fans", _fans).add_argument("fan", nargs="*", metavar="FAN", help=say(lang, "cli_fan"))

    add_game_commands(commands, lang)

    serve = commands.add_parser("serve", help=say(lang, "cli_serve"), description=say(lang, "cli_serve"))
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", metavar="HOST", help=say(lang, "cli_host"))
    where.add_argument("--lan", action="store_true", help=say(lang, "cli_lan"))
    serve.add_argument("--port", action=Number, least=0, most=65535, metavar="PORT", help=say(lang, "cli_port"))
    serve.add_argument("--data", metavar="DIR", help=say(lang, "cli_data"))
    serve.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
    serve.add_argument("--pace", action=Number, least=0.0, most=10.0, default=1.0, metavar="FACTOR", help=say(lang, "cli_pace"))
    serve.add_argument("--no-browser", action="store_true", help=say(lang, "cli_no_browser"))
    serve.add_argument("--lang", choices=("zh", "en"), default=lang, help=say(lang, "cli_lang"))
    serve.set_defaults(run=_serve, json=False)

    lab = commands.add_parser("lab", help=say(lang, "cli_lab"), description=say(lang, "cli_lab"))
    lab.set_defaults(run=show_help(lab))
    experiments = lab.add_subparsers(dest="experiment", metavar="EXPERIMENT")
    floors = experiments.add_parser("floors", parents=[common, answer], help=say(lang, "cli_floors"), description=say(lang, "cli_floors"))
    workers = most_workers()
    floors.add_argument("--workers", action=Number, least=1, most=workers, metavar="N", help=say(lang, "cli_workers", most=workers))
    floors.set_defaults(run=_floors)
    return parser


def _version() -> str:
    from quepu.kernel import is_compiled

    return f"quepu {__version__} ({'compiled' if is_compiled() else 'interpreted'})"


def _complain(error: QuepuError, lang: str, as_json: bool, hand: str = "") -> None:
    """Say what is wrong: as JSON where JSON is wanted, else in words, with an arrow below the place in the hand."""
    if as_json:
        print_json({"error": error.as_dict(lang)})
        return
    with suppress(OSError):  # there is nobody else to tell
        if isinstance(error, UsageError):
            print(error.usage, end="", file=sys.stderr)
        print(f"{say(lang, 'error')} [{error.code}]: {escaped(error.message(lang))}", file=sys.stderr)
        if isinstance(error, NotationError) and hand:
            from quepu.cli.terminal import pointed

            print("\n".join(pointed(hand, error.position)), file=sys.stderr)


def _circumstances(options: argparse.Namespace) -> dict[str, object]:
    """The circumstances given as options, for the functions that score."""
    given: dict[str, object] = {}
    if options.self:
        given["self_drawn"] = True
    given |= {name: True for name in ("last_tile", "kong", "first_turn", "last_copy") if getattr(options, name)}
    given |= {name: getattr(options, name) for name in ("seat", "round", "ready") if getattr(options, name)}
    if options.tiles_left is not None:
        given["tiles_left"] = options.tiles_left
    if options.flowers is not None:
        from quepu.notation import parse

        try:
            given["flowers"] = parse(f"E | flowers={''.join(options.flowers.split())}")[1]["flowers"]
        except NotationError as error:  # its position would not be one in the hand
            raise QuepuError("bad_flowers", option="--flowers", text=options.flowers) from error
    return given


def _score(options: argparse.Namespace) -> int:
    if options.html and (options.json or options.jsonl):
        raise QuepuError("not_together", first="--html", second="--json" if options.json else "--jsonl")
    if options.jsonl:
        if options.hand or _circumstances(options):
            raise QuepuError("jsonl_alone")
        return _jsonl(options)
    if not options.hand:
        if options.json or options.html or _circumstances(options):
            raise QuepuError("empty_hand")
        from quepu.cli.prompt import prompt

        return prompt(options.rules, options.lang)
    from quepu.score import score

    result = score(" ".join(options.hand), options.rules, **_circumstances(options))
    if options.json:
        print_json(result.as_dict(explain=True, lang=options.lang))
    elif options.html:
        print(result.html(options.lang))
    else:
        print(screen_for(options).score(result))
    return DONE if result.win else NO


def _jsonl(options: argparse.Namespace) -> int:
    """One object a line in, one a line out, in the same order; a bad line gets an error object and the stream goes on."""
    from quepu.json_lines import LONGEST_LINE, answer_line

    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        answer = json.dumps(answer_line(line, options.rules, options.explain), ensure_ascii=False)
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):  # what is left of it
            line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
    return DONE


def _waits(options: argparse.Namespace) -> int:
    from quepu.waits import check_seen, distance, legally_farther, useful, waits, waits_dict

    hand, seen, given = " ".join(options.hand), check_seen(options.seen, "--seen"), _circumstances(options)
    if options.json:
        answer = waits_dict(hand, options.rules, seen, **given)
        print_json(answer)
        return DONE if answer["waits"] else NO
    screen = screen_for(options)
    found = waits(hand, options.rules, seen, **given)
    if found:
        print(screen.say("waits_for", kinds=len(found), left=sum(wait.left for wait in found)))
        print("\n".join(screen.waits(found)))
    else:
        print(screen.say("not_ready", distance=distance(hand, options.rules)))
        print("  " + screen.useful(useful(hand, options.rules, seen)))
    legal = legally_farther(hand, options.rules, **given)
    if legal:
        print(screen.say("legal_distance" if legal.exact else "legal_distance_at_least", distance=legal.value))
    return DONE if found else NO


def _discards(options: argparse.Namespace) -> int:
    from quepu.waits import check_seen, discards, discards_dict, drawn

    hand, seen, given = " ".join(options.hand), check_seen(options.seen, "--seen"), _circumstances(options)
    if options.json:
        print_json(discards_dict(hand, options.rules, seen, **given))
        return DONE
    screen = screen_for(options)
    found = discards(hand, options.rules, seen, **given)
    complete = drawn(hand, options.rules, **given)
    if complete:
        print(screen.say("already_won", worth=screen.worth(complete)))
    print("\n".join(screen.discards(found)))
    return DONE


def _compare(options: argparse.Namespace) -> int:
    from quepu.compare import compare

    comparison = compare(" ".join(options.hand), _chosen_books(options.rules), **_circumstances(options))
    if options.json:
        print_json(comparison.as_dict())
    else:
        print(comparison.text(options.lang))
    return DONE if any(score.win for score in comparison.scores) else NO


def _chosen_books(rules: list[str] | None) -> list[RuleBook]:
    """The books to compare: those named, in that order, or all. An option or an overlay alone stands beside the book that it changes."""
    from quepu.rules import book, named

    names = [name for given in rules or BOOKS for name in ([given] if os.path.exists(given) else given.split(","))]
    books = [book(name) for name in dict.fromkeys(names)]
    if len(books) == 1:
        [only] = books
        changed = only.overlay["base"] if only.overlay else only.id.partition("+")[0]
        if changed != only.id:
            books.append(named(changed))
    return books


def _fans(options: argparse.Namespace) -> int:
    from quepu.rules import book

    rules = book(options.rules)
    chosen = rules.find(" ".join(options.fan)) if options.fan else rules.rows
    if options.json:
        print_json([rules.fan_dict(fan) for fan in chosen])
        return DONE
    screen = screen_for(options)
    print("\n\n".join(screen.fan(rules, fan) for fan in chosen) if options.fan else screen.book(rules))
    return DONE


def _serve(options: argparse.Namespace) -> int:
    host, data, database = (not_empty("--" + option, getattr(options, option)) for option in ("host", "data", "database"))
    try:
        from quepu.cli.serve import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    return serve(host, options.port, options.lan, data, database, options.pace, not options.no_browser, options.lang)


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
