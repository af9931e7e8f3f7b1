"""The commands of the engine: play, replay, verify, arena."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, add_answer, add_language, add_rules, add_workers, not_empty
from quepu.cli.files import read_file
from quepu.cli.output import BAD, DONE, NO, print_json, screen_for
from quepu.errors import QuepuError, RecordError
from quepu.names import escaped
from quepu.texts import PLAYERS_IN_WORDS, fill, say
from quepu.tiles import WINDS

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen
    from quepu.lab.arena import Estimate, Results


def add_game_commands(commands: Any, lang: str) -> None:
    """Add the commands to the parser."""

    def command(name: str, run: Callable[[argparse.Namespace], int], *, rules: bool, answers: bool) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=say(lang, "cli_" + name), description=say(lang, "cli_" + name))
        if rules:
            add_rules(added, lang)
        if answers:
            add_answer(added, lang)
            added.set_defaults(run=run)
        else:
            add_language(added, lang)
            added.set_defaults(run=run, json=False)
        return added

    known = ("、" if lang == "zh" else ", ").join(f"{name} ({fill(words, lang)})" for name, words in PLAYERS_IN_WORDS.items())
    play = command("play", _play, rules=True, answers=False)
    play.add_argument("--bots", default="normal", metavar="NAMES", help=say(lang, "cli_bots", known=known))
    play.add_argument("--seed", action=Number, least=0, most=MOST, metavar="N", help=say(lang, "cli_play_seed"))
    play.add_argument("--rounds", action=Number, least=1, most=len(WINDS), default=4, metavar="N", help=say(lang, "cli_rounds"))
    play.add_argument("--hands", action=Number, least=1, most=MOST, metavar="N", help=say(lang, "cli_play_hands"))
    play.add_argument("--practice", action="store_true", help=say(lang, "cli_practice"))
    play.add_argument("--record", metavar="FILE", help=say(lang, "cli_record"))

    replay = command("replay", _replay, rules=False, answers=True)
    replay.add_argument("file", metavar="FILE", help=say(lang, "cli_record_file"))
    replay.add_argument("--view", choices=["E", "S", "W", "N", "all"], default="all", help=say(lang, "cli_view"))
    replay.add_argument("--all", action="store_true", help=say(lang, "cli_all"))

    verify = command("verify", _verify, rules=False, answers=True)
    verify.add_argument("files", nargs="+", metavar="FILE", help=say(lang, "cli_record_file"))

    arena = command("arena", _arena, rules=True, answers=True)
    arena.add_argument("players", nargs=4, metavar="PLAYER", help=say(lang, "cli_players", known=known))
    arena.add_argument("--hands", action=Number, least=1, most=MOST_ARENA, default=1024, metavar="N", help=say(lang, "cli_arena_hands"))
    arena.add_argument("--seed", action=Number, least=0, most=MOST, default=0, metavar="S", help=say(lang, "cli_arena_seed"))
    arena.add_argument("--records", metavar="DIR", help=say(lang, "cli_records"))
    add_workers(arena, lang)


MOST = 999_999_999
"""The largest number in an option."""
MOST_ARENA = 10_000_000
"""The maximum number of deals in an arena: each set of them takes memory until the end."""


# play


def _play(options: argparse.Namespace) -> int:
    from secrets import randbelow

    from quepu.cli.play import Setup, TerminalMatch
    from quepu.cli.terminal import edit_lines
    from quepu.engine import Header, MatchSettings, RecordWriter, play_rules
    from quepu.players import distinct_names, in_words, player_at_table
    from quepu.rules import book as find_book

    edit_lines()
    book = find_book(options.rules)
    seed = randbelow(10**9) if options.seed is None else options.seed
    bots = options.bots.split(",")
    if len(bots) not in (1, 3):
        raise QuepuError("bot_count", option="--bots", text=options.bots)
    bots *= 3 // len(bots)
    settings = MatchSettings(play_rules(book).tiles, options.rounds, options.hands)
    names = (say(options.lang, "you"), *distinct_names(bots))
    called = tuple(in_words(name, options.lang) for name in names)
    players = tuple(player_at_table(name, book, seed + i) for i, name in enumerate(bots))
    setup = Setup(book, called, players, seed, settings, options.practice, tuple(bots))
    file = not_empty("--record", options.record)
    record = RecordWriter.create(file, Header(book, names, settings)) if file else None
    try:
        # if the person leaves early, the record stays incomplete
        if TerminalMatch(setup, screen_for(options), record).run() and record is not None:
            record.finish()
    finally:
        if record is not None:
            record.stream.close()
            print(escaped(say(options.lang, "play_recorded", file=options.record)))
    return DONE


# replay and verify


def _replay(options: argparse.Namespace) -> int:
    from quepu.cli.viewer import Viewer, as_dict, transcript

    data = read_file(options.file)
    if options.json:
        print_json(as_dict(data))
        return DONE
    screen = screen_for(options)
    if options.all or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for line in transcript(data, screen, options.view):
            print(line)
        return DONE
    error = Viewer(data, screen, options.view).run()
    if error is not None:
        raise error
    return DONE


def _verify(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress

    worst = DONE
    answers = []
    # no progress bar where the answers themselves appear on the terminal
    shows_answers = sys.stdout.isatty() and not options.json
    for path in options.files if shows_answers else progress(options.files, len(options.files), "verify"):
        code, answer = _verified(path, options.lang)
        worst = max(worst, code)
        if options.json:
            answers.append(answer)
        elif code == DONE:
            valid = say(options.lang, "verify_valid", hands=answer["hands"], players=", ".join(answer["players"]))
            print(escaped(f"{path}: {valid}"))
            if "nonces" in answer:
                print(f"  {_nonces_text(answer['nonces'], options.lang)}")
        else:
            print(escaped(f"{path}: {answer['error']['message']}"))
    if options.json:
        print_json(answers)
    return worst


def _verified(path: str, lang: str) -> tuple[int, dict[str, Any]]:
    """The exit code for one record, and the answer about it."""
    from quepu.engine import replay
    from quepu.engine.events import HandBegan
    from quepu.engine.fairness import nonces_in
    from quepu.engine.record import RecordLines

    try:
        data = read_file(path)
        header = RecordLines(data).header()
        events = [step.event for step in replay(data)]
    except QuepuError as error:
        wrong = isinstance(error, RecordError) and not error.incomplete
        return NO if wrong else BAD, {"file": path, "valid": False, "error": error.as_dict(lang)}
    hands = sum(isinstance(event, HandBegan) for event in events)
    valid = {"file": path, "valid": True, "rules": header.book.id, "players": list(header.players), "hands": hands}
    nonces = nonces_in(events, header.players)
    return DONE, valid if nonces is None else {**valid, "nonces": nonces}


def _nonces_text(nonces: dict[str, Any], lang: str) -> str:
    """The nonces that were checked, and the players who withheld one."""
    line = say(lang, "verify_nonces", hands=nonces["hands"], opened=nonces["opened"], withheld=len(nonces["withheld"]))
    named = (say(lang, "verify_withheld", hand=one["hand"], player=one["player"]) for one in nonces["withheld"])
    return f"{line} ({', '.join(named)})" if nonces["withheld"] else line


# arena


def _arena(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab.arena import arena

    folder = not_empty("--records", options.records)
    keep = _record_folder(Path(folder)) if folder else None
    results = arena(options.players, options.rules, options.hands, options.seed, options.workers, keep, progress)
    if options.json:
        print_json(results.as_dict())
    else:
        print("\n".join(_arena_text(results, screen_for(options))))
    return DONE


def _record_folder(folder: Path) -> Callable[[str, bytes], None]:
    """Create a folder for records, which must be empty or new; return a function that stores a record there, completely or not at all."""
    from quepu.engine.record import why_not

    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise QuepuError("folder_not_empty", text=str(folder))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise QuepuError("unwritable_folder", text=str(folder), reason=why_not(error)) from error

    def keep(name: str, data: bytes) -> None:
        path = folder / name
        try:
            stream = open(path, "xb")  # noqa: SIM115  # so that only a file created here is removed on failure
        except FileExistsError as error:
            raise QuepuError("record_exists", text=str(path)) from error
        except OSError as error:
            raise QuepuError("unwritable_file", text=str(path), reason=why_not(error)) from error
        try:
            with stream:
                stream.write(data)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise QuepuError("unwritable_file", text=str(path), reason=why_not(error)) from error
        except BaseException:
            path.unlink(missing_ok=True)
            raise

    return keep


def _arena_text(results: Results, screen: Screen) -> list[str]:
    def percent(estimate: Estimate) -> str:
        if estimate.interval is None:
            return f"{100 * estimate.mean:.1f}"
        return f"{100 * estimate.mean:.1f} ({100 * estimate.interval[0]:.1f}–{100 * estimate.interval[1]:.1f})"

    def points(estimate: Estimate) -> str:
        if estimate.interval is None:
            return f"{estimate.mean:+.2f}"
        return f"{estimate.mean:+.2f} ±{(estimate.interval[1] - estimate.interval[0]) / 2:.2f}"

    from quepu.players import distinct_names

    columns = ("player", "points", "wins", "of_decided", "self_draws", "deal_ins")
    rows = [[screen.say("arena_" + column) for column in columns]]
    for name, one in zip(distinct_names([one.name for one in results.players]), results.players, strict=True):
        rows.append([name, points(one.points), *map(percent, (one.wins, one.of_decided, one.self_draws, one.deal_ins))])
    return [
        screen.say("arena_head", rules=results.rules, hands=results.hands, sets=results.sets, seed=results.seed),
        "",
        *screen.columns(rows),
        "",
        screen.say("arena_draws", draws=percent(results.draws)),
        screen.say("arena_note"),
    ]
