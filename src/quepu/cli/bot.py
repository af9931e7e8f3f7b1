"""``quepu bot``: connect programs to a server as bots, check them, and players of the library as programs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, add_answer, add_language, not_empty, show_help
from quepu.cli.output import DONE, NO, print_json
from quepu.errors import QuepuError
from quepu.names import escaped
from quepu.rules import BOOKS, DEFAULT, named
from quepu.texts import say

if TYPE_CHECKING:
    from quepu.cli.bot_check import Checked, Player, Start

SERVER = "http://127.0.0.1:8000"
_TOKEN = "QUEPU_BOT_TOKEN"


def add_bot(commands: Any, lang: str) -> None:
    """Add the commands to the parser."""
    bot = commands.add_parser("bot", help=say(lang, "cli_bot"), description=say(lang, "cli_bot"))
    bot.set_defaults(run=show_help(bot))
    kinds = bot.add_subparsers(dest="bot", metavar="COMMAND")

    def command(name: str, run: Any) -> argparse.ArgumentParser:
        about = say(lang, "cli_bot_" + name)
        added: argparse.ArgumentParser = kinds.add_parser(name, help=about, description=about)
        added.set_defaults(run=run, json=False)
        return added

    def add_server(to: argparse.ArgumentParser) -> None:
        to.add_argument("--server", default=SERVER, metavar="URL", help=say(lang, "cli_bot_server", default=SERVER))
        to.add_argument("--token-file", metavar="FILE", help=say(lang, "cli_bot_token_file", variable=_TOKEN))

    def add_program(to: argparse.ArgumentParser) -> None:
        to.add_argument("--botzone", choices=("json", "simple"), help=say(lang, "cli_bot_botzone_program"))
        to.add_argument("--keep-running", action="store_true", help=say(lang, "cli_bot_keep_running"))
        to.add_argument("program", nargs="+", metavar="-- PROGRAM", help=say(lang, "cli_bot_program"))

    new = command("new", _new)
    new.add_argument("name", metavar="NAME", help=say(lang, "cli_bot_name"))
    add_server(new)
    add_answer(new, lang)

    run = command("run", _run)
    add_server(run)
    run.add_argument("--sandbox", choices=BOOKS, metavar="BOOK", help=say(lang, "cli_bot_sandbox", known=", ".join(BOOKS)))
    run.add_argument("--hands", action=Number, least=1, most=16, default=4, metavar="N", help=say(lang, "cli_bot_hands"))
    run.add_argument("--room", metavar="LINK", help=say(lang, "cli_bot_room"))
    run.add_argument("--rooms", action="store_true", help=say(lang, "cli_bot_rooms"))
    run.add_argument("--ladder", choices=BOOKS, action="append", default=[], metavar="BOOK", help=say(lang, "cli_bot_ladder"))
    run.add_argument("--games", action=Number, least=1, most=16, default=4, metavar="N", help=say(lang, "cli_bot_games"))
    add_language(run, lang)
    add_program(run)

    check = command("check", _check)
    check.add_argument("--rules", action="append", metavar="BOOK", help=say(lang, "cli_bot_check_rules", known=", ".join(BOOKS)))
    check.add_argument("--hands", action=Number, least=1, most=64, default=2, metavar="N", help=say(lang, "cli_bot_check_hands"))
    check.add_argument("--seconds", action=Number, least=0.05, most=60.0, default=3.0, metavar="S", help=say(lang, "cli_bot_seconds"))
    check.add_argument("--seed", action=Number, least=0, most=2**31 - 10, default=1, metavar="N", help=say(lang, "cli_bot_seed"))
    check.add_argument("--deterministic", action="store_true", help=say(lang, "cli_bot_deterministic"))
    add_answer(check, lang)
    add_program(check)

    play = command("play", _play)
    play.add_argument("player", metavar="PLAYER", help=say(lang, "cli_bot_player"))
    add_language(play, lang)

    botzone = command("botzone", _botzone)
    botzone.add_argument("player", metavar="PLAYER", help=say(lang, "cli_bot_player"))
    botzone.add_argument("--rules", choices=("guobiao", "guobiao98"), default="guobiao", help=say(lang, "cli_bot_botzone_rules"))
    botzone.add_argument("--keep-running", action="store_true", help=say(lang, "cli_bot_ask_keep_running"))
    add_language(botzone, lang)


# A bot of a server.


def _new(options: argparse.Namespace) -> int:
    from quepu.bot_client.register import BotError, new_bot
    from quepu.cli.bot_errors import error_of

    file = not_empty("--token-file", options.token_file)
    try:
        made = new_bot(options.server, options.name)
    except BotError as error:
        raise error_of(options.server, error) from error
    if file is not None:
        _keep(Path(file), made["token"])
        made = {**made, "token": None}
    if options.json:
        print_json(made)
    else:
        where = {"token": made["token"]} if made["token"] else {"token": file}
        print(escaped(say(options.lang, "bot_made" if made["token"] else "bot_made_file", name=made["name"], id=made["bot"], **where)))
    return DONE


def _keep(file: Path, token: str) -> None:
    """Write a token to a new file that only its owner can read."""
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
            stream.write(token + "\n")
    except OSError as error:
        raise QuepuError("unwritable_file", text=str(file), reason=error.strerror or str(error)) from error


def _token(options: argparse.Namespace) -> str:
    file = not_empty("--token-file", options.token_file)
    token = os.environ.get(_TOKEN, "") if file is None else _read(Path(file))
    if not token.strip():
        raise QuepuError("no_token", variable=_TOKEN, option="--token-file")
    return token.strip()


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise QuepuError("unreadable_file", text=str(file), reason=getattr(error, "strerror", None) or str(error)) from error


def _start(options: argparse.Namespace) -> Start:
    """A function that makes the player of the command line."""
    from quepu.bot_client.program import Program
    from quepu.botzone.program import BotzoneProgram

    def start() -> Player:
        if options.botzone:
            return BotzoneProgram(options.program, options.botzone, options.keep_running)
        return Program(options.program)

    return start


def _run(options: argparse.Namespace) -> int:
    try:
        from quepu.cli.bot_run import Run, run
    except ModuleNotFoundError as error:
        if error.name != "websockets":
            raise
        raise QuepuError("missing_extra", text="websockets", extra="bots") from error
    wanted = Run(
        server=options.server,
        token=_token(options),
        start=_start(options),
        program=Path(options.program[0]).name[:60],
        sandbox=options.sandbox,
        hands=options.hands,
        room=not_empty("--room", options.room),
        rooms=options.rooms,
        ladder=tuple(options.ladder),
        games=options.games,
        lang=options.lang,
    )
    return run(wanted)


# Checks.


def _check(options: argparse.Namespace) -> int:
    import asyncio

    from quepu.botzone import BOOKS as BOTZONE_BOOKS
    from quepu.cli.bot_check import Check

    books = options.rules or (BOTZONE_BOOKS if options.botzone else BOOKS)
    for rules in books:
        named(rules)
        if options.botzone and rules not in BOTZONE_BOOKS:
            raise QuepuError("not_one_of", option="--rules", text=rules, known=", ".join(BOTZONE_BOOKS))
    check = Check(_start(options), books, options.hands, options.seconds, options.seed, options.deterministic, lines=not options.botzone)
    found: list[Checked] = []

    def report(one: Checked) -> None:
        found.append(one)
        if not options.json:
            print(_checked_text(one, options.lang), flush=True)

    ok = asyncio.run(check.run(report))
    if options.json:
        print_json({"ok": ok, "checks": [one.as_dict() for one in found]})
    else:
        print(say(options.lang, "bot_check_ok" if ok else "bot_check_failed"))
    return DONE if ok else NO


def _checked_text(one: Checked, lang: str) -> str:
    """A check and its result in a line."""
    what = say(lang, "bot_check_" + one.check, rules=one.rules or "")
    counts = say(lang, "bot_check_counts", asked=one.asked, late=one.late, illegal=one.illegal, slowest=f"{one.slowest:.2f}")
    return f"{say(lang, 'bot_yes' if one.ok else 'bot_no')}  {what}{counts if one.asked else ''}"


# Players of the library.


def _play(options: argparse.Namespace) -> int:
    from quepu.cli.bot_players import answer_lines
    from quepu.players import player

    player(options.player, named(DEFAULT))  # an unknown name is an error at once
    answer_lines(options.player, sys.stdin, sys.stdout)
    return DONE


def _botzone(options: argparse.Namespace) -> int:
    from quepu.cli.bot_players import answer_botzone

    answer_botzone(options.player, options.rules, sys.stdin, sys.stdout, options.keep_running)
    return DONE
