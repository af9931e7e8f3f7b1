"""The command line. Everything heavy is imported where it is used: ``quepu score`` answers in under 0.2 s."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quepu import __version__
from quepu.errors import NotationError, QuepuError, RecordError
from quepu.hand import READY
from quepu.rules import BOOKS, DEFAULT
from quepu.table_cli import add_commands as add_table_commands
from quepu.texts import say

if TYPE_CHECKING:
    from quepu.rules.base import RuleBook
    from quepu.terminal import Screen

DONE, NO, BAD = 0, 1, 2
"""Exit codes: done; the answer is no (not a win, not ready, a wrong record); bad input."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    options = _parser(_language(given)).parse_args(given)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except QuepuError as error:
        _complain(error, options)
        return NO if isinstance(error, RecordError) and not error.incomplete else BAD
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except (EOFError, OSError) as error:
        if not isinstance(error, BrokenPipeError):
            print(f"{say(options.lang, 'error')}: {error}", file=sys.stderr)
            return BAD
        # the reader has gone; keep the interpreter from complaining about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _open_streams() -> None:
    """Streams that show everything, whatever the locale, and read everything; in the place of those that were closed, some that lead
    nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")


def _language(arguments: Sequence[str]) -> str:
    """``--lang``, wherever it stands, else the environment's."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if word == "--lang" and following in ("zh", "en"):
            return following
        if word in ("--lang=zh", "--lang=en"):
            return word[-2:]
    environment = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if environment.startswith("zh") else "en"


def _parser(lang: str) -> argparse.ArgumentParser:
    answer = argparse.ArgumentParser(add_help=False)
    answer.add_argument("--json", action="store_true", help=say(lang, "cli_json"))
    answer.add_argument("--lang", choices=("zh", "en"), default=lang, help=say(lang, "cli_lang"))
    known = ", ".join(BOOKS)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--rules", default=DEFAULT, metavar="BOOK", help=say(lang, "cli_rules", known=known, default=DEFAULT))
    several = argparse.ArgumentParser(add_help=False)
    several.add_argument("--rules", action="append", metavar="BOOK[,BOOK…]", help=say(lang, "cli_compare_rules", known=known))

    circumstances = argparse.ArgumentParser(add_help=False)
    for flag in ("self", "last-tile", "kong", "first-turn", "last-copy"):
        circumstances.add_argument("--" + flag, action="store_true", help=say(lang, "cli_" + flag.replace("-", "_")))
    for wind in ("seat", "round"):
        circumstances.add_argument("--" + wind, choices=list("ESWN"), help=say(lang, "cli_" + wind))
    circumstances.add_argument("--flowers", metavar="N", help=say(lang, "cli_flowers"))
    circumstances.add_argument("--ready", choices=READY, help=say(lang, "cli_ready"))
    circumstances.add_argument("--tiles-left", metavar="N", help=say(lang, "cli_tiles_left"))

    parser = argparse.ArgumentParser(prog="quepu", description=say(lang, "cli"))
    parser.add_argument("--lang", choices=("zh", "en"), default=argparse.SUPPRESS, help=say(lang, "cli_lang"))
    parser.add_argument("--version", action="version", version=_version(), help=say(lang, "cli_version"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Any, *parents: argparse.ArgumentParser, books: argparse.ArgumentParser = common) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(
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

    add_table_commands(commands, lang)

    serve = commands.add_parser("serve", help=say(lang, "cli_serve"), description=say(lang, "cli_serve"))
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", metavar="HOST", help=say(lang, "cli_host"))
    where.add_argument("--lan", action="store_true", help=say(lang, "cli_lan"))
    serve.add_argument("--port", type=_port, metavar="PORT", help=say(lang, "cli_port"))
    serve.add_argument("--data", metavar="DIR", help=say(lang, "cli_data"))
    serve.add_argument("--database", metavar="URL", help=say(lang, "cli_database"))
    serve.add_argument("--pace", type=_pace, default=1.0, metavar="FACTOR", help=say(lang, "cli_pace"))
    serve.add_argument("--no-browser", action="store_true", help=say(lang, "cli_no_browser"))
    serve.add_argument("--lang", choices=("zh", "en"), default=lang, help=say(lang, "cli_lang"))
    serve.set_defaults(run=_serve, json=False)

    lab = commands.add_parser("lab", help=say(lang, "cli_lab"), description=say(lang, "cli_lab"))
    experiments = lab.add_subparsers(dest="experiment", required=True, metavar="EXPERIMENT")
    floors = experiments.add_parser("floors", parents=[common, answer], help=say(lang, "cli_floors"), description=say(lang, "cli_floors"))
    floors.add_argument("--workers", type=_positive, metavar="N", help=say(lang, "cli_workers"))
    floors.set_defaults(run=_floors)
    return parser


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r}")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r}")
    return int(text)


def _pace(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = -1
    if not 0 <= factor <= 10:
        raise argparse.ArgumentTypeError(f"{text!r}")
    return factor


def _version() -> str:
    from quepu.kernel import is_compiled

    return f"quepu {__version__} ({'compiled' if is_compiled() else 'interpreted'})"


def _complain(error: QuepuError, options: argparse.Namespace) -> None:
    """Say what is wrong: as JSON where JSON was asked for, else with an arrow below the place."""
    if options.json:
        _print_json({"error": error.as_dict(options.lang)})
        return
    print(f"{say(options.lang, 'error')} [{error.code}]: {error.message(options.lang)}", file=sys.stderr)
    if isinstance(error, NotationError) and getattr(options, "hand", None):
        from quepu.terminal import width

        text = " ".join(options.hand)
        print(f"  {text}\n  {' ' * width(text[: error.position])}^", file=sys.stderr)


def _print_json(answer: object) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def _screen(options: argparse.Namespace) -> Screen:
    from quepu.terminal import Screen

    return Screen(options.lang)


def _circumstances(options: argparse.Namespace) -> dict[str, object]:
    """The circumstances given as options, for the functions that score."""
    given: dict[str, object] = {}
    if options.self:
        given["self_drawn"] = True
    given |= {name: True for name in ("last_tile", "kong", "first_turn", "last_copy") if getattr(options, name)}
    given |= {name: getattr(options, name) for name in ("seat", "round", "ready") if getattr(options, name)}
    for name in ("flowers", "tiles_left"):
        text = getattr(options, name)
        if text is not None:
            from quepu.notation import parse

            try:
                given[name] = parse(f"E | {name}={''.join(text.split())}")[1][name]
            except NotationError as error:  # its position would not be one in the hand
                raise QuepuError("bad_value", option="--" + name.replace("_", "-"), text=text) from error
    return given


def _score(options: argparse.Namespace) -> int:
    if options.jsonl:
        if options.hand or _circumstances(options):
            raise QuepuError("bad_value", option="--jsonl", text="with a hand or circumstances: they stand in the objects")
        return _jsonl(options)
    if not options.hand:
        if options.json or options.html or _circumstances(options):
            raise QuepuError("empty_hand")
        from quepu.prompt import prompt

        return prompt(options.rules, options.lang)
    from quepu.score import score

    result = score(" ".join(options.hand), options.rules, **_circumstances(options))
    if options.json:
        _print_json(result.as_dict(explain=True, lang=options.lang))
    elif options.html:
        print(result.html(options.lang))
    else:
        print(_screen(options).score(result))
    return DONE if result.win else NO


def _jsonl(options: argparse.Namespace) -> int:
    """One object a line in, one a line out, in the same order; a bad line gets an error object and the stream goes on."""
    for line in sys.stdin.buffer:
        answer = json.dumps(answer_line(line, options.rules, options.explain), ensure_ascii=False)
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    return DONE


def answer_line(line: bytes, rules: str = DEFAULT, explain: bool = False) -> dict[str, Any]:
    """The answer to one line of JSON."""
    from quepu.batch import read_json, read_object
    from quepu.rules import book
    from quepu.score import Score

    try:
        given = read_json(line)
        if not isinstance(given, dict):
            raise QuepuError("bad_json", text=type(given).__name__)
        id, hand, win = read_object({"rules": rules, **given})
        return Score(hand, win, book(id)).as_dict(explain)
    except QuepuError as error:
        return {"error": error.as_dict()}


def _waits(options: argparse.Namespace) -> int:
    from quepu.waits import check_seen, distance, legally_farther, useful, waits, waits_dict

    hand, seen, given = " ".join(options.hand), check_seen(options.seen, "--seen"), _circumstances(options)
    if options.json:
        answer = waits_dict(hand, options.rules, seen, **given)
        _print_json(answer)
        return DONE if answer["waits"] else NO
    screen = _screen(options)
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
        _print_json(discards_dict(hand, options.rules, seen, **given))
        return DONE
    screen = _screen(options)
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
        _print_json(comparison.as_dict())
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
        _print_json([rules.fan_dict(fan) for fan in chosen])
        return DONE
    screen = _screen(options)
    print("\n\n".join(screen.fan(rules, fan) for fan in chosen) if options.fan else screen.book(rules))
    return DONE


def _serve(options: argparse.Namespace) -> int:
    try:
        from quepu.server.command import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "quepu":
            raise
        raise QuepuError("missing_extra", text=error.name, extra="server") from error
    where = options.host, options.port, options.lan
    return serve(*where, options.data, options.database, options.pace, not options.no_browser, options.lang)


def _floors(options: argparse.Namespace) -> int:
    from quepu.lab.floors import floors

    found = floors(options.rules, options.workers)
    if options.json:
        _print_json([floor.as_dict() for floor in found])
        return DONE
    screen = _screen(options)
    rows = [[screen.say("fan_name"), screen.say("floor"), screen.say("ceiling"), screen.say("witness")]]
    rows += [[floor.name, str(floor.floor), str(floor.ceiling), floor.hand] for floor in found]
    print("\n".join(screen.columns(rows)))
    return DONE
