"""The commands that score: score, waits, discards, compare, fans."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, Parser, add_answer, add_rules
from quepu.cli.output import DONE, NO, print_json, screen_for
from quepu.errors import NotationError, QuepuError
from quepu.hand import READY
from quepu.rules import BOOKS
from quepu.texts import say
from quepu.tiles import ALL_TILES

if TYPE_CHECKING:
    from quepu.rules.base import RuleBook


def add_scoring_commands(commands: Any, lang: str) -> None:
    """Add the commands to the parser."""

    def command(name: str, run: Any) -> Parser:
        added: Parser = commands.add_parser(name, help=say(lang, "cli_" + name), description=say(lang, "cli_" + name))
        if name == "compare":
            known = ", ".join(BOOKS)
            added.add_argument("--rules", action="append", metavar="BOOK[,BOOK…]", help=say(lang, "cli_compare_rules", known=known))
        else:
            add_rules(added, lang)
        add_answer(added, lang)
        added.set_defaults(run=run)
        return added

    score = command("score", _score)
    _add_circumstances(score, lang)
    score.add_argument("hand", nargs="*", metavar="HAND", help=say(lang, "cli_hand"))
    score.add_argument("--jsonl", action="store_true", help=say(lang, "cli_jsonl"))
    score.add_argument("--explain", action="store_true", help=say(lang, "cli_explain"))
    score.add_argument("--html", action="store_true", help=say(lang, "cli_html"))
    for name, run in (("waits", _waits), ("discards", _discards), ("compare", _compare)):
        added = command(name, run)
        _add_circumstances(added, lang)
        added.add_argument("hand", nargs="+", metavar="HAND", help=say(lang, "cli_hand"))
        if name != "compare":
            added.add_argument("--seen", default="", metavar="TILES", help=say(lang, "cli_seen"))
    command("fans", _fans).add_argument("fan", nargs="*", metavar="FAN", help=say(lang, "cli_fan"))


def _add_circumstances(parser: Parser, lang: str) -> None:
    """The options for how a hand was won."""
    for flag in ("self", "last-tile", "kong", "first-turn", "last-copy"):
        parser.add_argument("--" + flag, action="store_true", help=say(lang, "cli_" + flag.replace("-", "_")))
    for wind in ("seat", "round"):
        parser.add_argument("--" + wind, choices=list("ESWN"), help=say(lang, "cli_" + wind))
    parser.add_argument("--flowers", metavar="N", help=say(lang, "cli_flowers"))
    parser.add_argument("--ready", choices=READY, help=say(lang, "cli_ready"))
    parser.add_argument("--tiles-left", action=Number, least=0, most=len(ALL_TILES), metavar="N", help=say(lang, "cli_tiles_left"))


def _circumstances(options: argparse.Namespace) -> dict[str, object]:
    """The circumstances given as options, as arguments of the functions that score."""
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
        except NotationError as error:  # its position is not a position in the hand
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
    """Read one object from each line and write one object for it, in the same order. A bad line gets an error object."""
    from quepu.json_lines import LONGEST_LINE, answer_line

    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        answer = json.dumps(answer_line(line, options.rules, options.explain), ensure_ascii=False)
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):  # skip the rest of a line that is too long
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
    """The books to compare: the named ones in this order, or all. A single option or overlay is compared with the book that it changes."""
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
