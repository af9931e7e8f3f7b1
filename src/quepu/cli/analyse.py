"""``quepu analyse``: what every legal action of a position brings, and the review of a record."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, add_answer, add_rules
from quepu.cli.files import read_file
from quepu.cli.output import DONE, print_json, screen_for
from quepu.errors import QuepuError, RecordError, json_type
from quepu.texts import say
from quepu.tiles import WINDS

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen
    from quepu.engine.decisions import Decision
    from quepu.engine.record import Header
    from quepu.players.analysis import Analysis
    from quepu.players.review import Reviewed
    from quepu.rules.base import RuleBook

SAMPLES, FEWEST, MOST = 256, 2, 8192
"""As in ``quepu.players.analysed``, which takes long to import; a test compares them."""
MOST_SEED = 2**31 - 1
_SINGLE_WORD = 400
"""A word of this length is no hand: it is an observation."""


def add_analyse(commands: Any, lang: str) -> None:
    """Add the command to the parser."""
    added: argparse.ArgumentParser = commands.add_parser("analyse", help=say(lang, "cli_analyse"), description=say(lang, "cli_analyse"))
    add_rules(added, lang)
    added.set_defaults(rules=None)  # to know whether it is given
    add_answer(added, lang)
    added.add_argument("hand", nargs="+", metavar="POSITION", help=say(lang, "cli_position"))
    samples = say(lang, "cli_samples", least=FEWEST, most=MOST, default=SAMPLES)
    added.add_argument("--samples", action=Number, least=FEWEST, most=MOST, metavar="N", help=samples)
    added.add_argument("--seed", action=Number, least=0, most=MOST_SEED, metavar="S", help=say(lang, "cli_analyse_seed"))
    added.add_argument("--deal", action=Number, least=1, most=MOST_SEED, metavar="N", help=say(lang, "cli_analyse_deal"))
    added.add_argument("--seat", type=str.upper, choices=list(WINDS), help=say(lang, "cli_analyse_seat"))
    added.add_argument("--decision", action=Number, least=1, most=MOST_SEED, metavar="N", help=say(lang, "cli_decision"))
    added.set_defaults(run=_analyse)


def _analyse(options: argparse.Namespace) -> int:
    given = options.hand[0] if len(options.hand) == 1 else ""
    if given == "-" or _is_path(given):
        data = read_file(given)
        if data.lstrip().startswith(b'{"quepu"'):
            return _record(data, options)
        position = _position(data)
    elif len(given) >= _SINGLE_WORD and " " not in given:
        position = {"observation": given}
    else:
        position = {"hand": " ".join(options.hand)}
    for option in ("deal", "seat", "decision"):
        if getattr(options, option) is not None:
            raise QuepuError("only_record", option="--" + option)
    return _one(position, options)


def _is_path(text: str) -> bool:
    """Whether an argument is a file rather than a hand: it exists, or looks like one. A slash is also a character of base64."""
    return bool(text) and len(text) < _SINGLE_WORD and (os.path.exists(text) or bool(re.search(r"[/\\]|\.jsonl?$|\.txt$", text)))


# A position.


def _position(data: bytes) -> dict[str, object]:
    """The position in a file: an object as in ``POST /analyse``, or an observation."""
    from quepu.json_lines import read_json

    if not data.lstrip().startswith((b"{", b"[", b"\xef\xbb\xbf")):
        text = b"".join(data.split())
        if not re.fullmatch(rb"[0-9A-Za-z+/=_-]{%d,}" % _SINGLE_WORD, text):
            raise QuepuError("not_a_position")
        return {"observation": text.decode("ascii")}

    given = read_json(data)
    if not isinstance(given, dict):
        raise QuepuError("bad_json", text=f"expected an object, got {json_type(given)}")
    return given


def _check_rules(book: RuleBook, options: argparse.Namespace) -> None:
    """Raise QuepuError if ``--rules`` names other rules than the input."""
    from quepu.rules import book as find_book

    if options.rules is not None and find_book(options.rules).id != book.id:
        raise QuepuError("other_rules", found=book.id, text=options.rules)


def _one(given: dict[str, object], options: argparse.Namespace) -> int:
    from quepu.engine.observation import decode
    from quepu.players.analysed import analysis_dict, take_numbers
    from quepu.players.analysis import analyse
    from quepu.players.position import observation_of
    from quepu.rules import DEFAULT
    from quepu.rules import book as find_book

    rest = dict(given)
    rules = rest.pop("rules", options.rules or DEFAULT)
    if not isinstance(rules, str):
        raise QuepuError("bad_value", option="rules", text=json_type(rules))
    book = find_book(rules)
    _check_rules(book, options)
    samples, seed = take_numbers(rest)
    observation = observation_of(rest, book)
    found = analyse(book, observation, options.samples or samples, seed if options.seed is None else options.seed)
    if options.json:
        print_json(analysis_dict(book, observation, found))
        return DONE
    screen = screen_for(options)
    head = _head(book, observation, found, screen)
    if "hand" in rest:
        head.append("  " + _nothing_else(book, found.seat, bool(decode(observation).seats[found.seat].melds), screen))
    print("\n".join([*head, "", *_actions(observation, found, None, screen)]))
    return DONE


def _nothing_else(book: RuleBook, seat: int, has_melds: bool, screen: Screen) -> str:
    """What a hand alone is taken for."""
    from quepu.cli.drawing import TableScreen

    line = screen.say("analyse_hand_alone", seat=TableScreen(screen).wind(seat))
    if has_melds:
        return line + screen.say("analyse_claimed")
    return line + screen.say("analyse_first_turn" if "first_turn" in book.sees else "analyse_no_first_turn")


def _head(book: RuleBook, observation: bytes, found: Analysis, screen: Screen) -> list[str]:
    """What there is to decide about."""
    from quepu.cli.drawing import TableScreen
    from quepu.engine.observation import decode

    draw, view = TableScreen(screen), decode(observation)
    rules = book.name if screen.lang == "zh" else book.en
    lines = [screen.say("analyse_head", rules=rules, seat=draw.wind(found.seat), samples=found.samples, seed=found.seed), ""]
    hand = draw.own_hand(view)
    hand[0] = "  ".join([hand[0], *map(draw.meld, view.seats[found.seat].melds)])
    if view.offer is not None:
        offered = screen.say("analyse_offer", seat=draw.wind(view.offer.seat), tile=screen.tile_name(view.offer.tile))
        hand.append("  " + offered)
    return lines + hand


def _actions(observation: bytes, found: Analysis, played: int | None, screen: Screen) -> list[str]:
    """A line for every legal action, the best first."""
    from quepu.cli.drawing import TableScreen
    from quepu.engine.observation import decode

    draw, view = TableScreen(screen), decode(observation)
    keys = ("action", "points", "behind", "wins", "deal_ins", "deals")
    rows = [[*(screen.say("analyse_" + key) for key in keys), ""]]
    for one in found.actions:
        marks = [("analyse_best", one.action == found.choice), ("analyse_played", one.action == played)]
        rows.append(
            [
                draw.action(one.action, view),
                f"{one.points:+.1f} ±{one.error:.1f}",
                f"{one.behind:.1f} ±{one.behind_error:.1f}" if one.behind else "—",
                f"{100 * one.win:.1f} ±{100 * one.win_error:.1f}",
                f"{100 * one.deal_in:.1f}",
                str(one.samples),
                ", ".join(screen.say(key) for key, holds in marks if holds),
            ]
        )
    return [*screen.columns(rows), "", screen.say("analyse_note")]


# A record.


@dataclass(frozen=True, slots=True)
class _Game:
    """A record as far as it goes: its decisions with their numbers, and the line at which it ends early."""

    header: Header
    decisions: list[tuple[int, Decision]]
    missing: int | None


def _read_game(data: bytes) -> _Game:
    """Raises RecordError if the record is wrong, or ends before the first decision."""
    from quepu.engine.decisions import decisions
    from quepu.engine.record import RecordLines

    header = RecordLines(data).header()
    found: list[Decision] = []
    try:
        for one in decisions(data):  # one by one, so that those before an error are kept
            found.append(one)
    except RecordError as error:
        if error.code != "record_incomplete" or not found:
            raise
        return _Game(header, list(enumerate(found, 1)), error.line)
    return _Game(header, list(enumerate(found, 1)), None)


def _record(data: bytes, options: argparse.Namespace) -> int:
    game = _read_game(data)
    _check_rules(game.header.book, options)
    wanted = _wanted(game, options)
    if options.decision is not None:
        _decision(wanted[0], game, options)
    elif options.seat is not None:
        _review(wanted, game, options)
    else:
        _list(wanted, game, options)
    if game.missing is not None and not options.json:
        print(say(options.lang, "analyse_incomplete", line=game.missing))
    return DONE


def _wanted(game: _Game, options: argparse.Namespace) -> list[tuple[int, Decision]]:
    """The decisions that the options name. Raises QuepuError if there are none."""
    deals = max((one.deal for _, one in game.decisions), default=0)
    if options.deal is not None and options.deal > deals:
        raise QuepuError("no_such_deal", number=options.deal, count=deals)
    if options.decision is not None and options.decision > len(game.decisions):
        raise QuepuError("no_such_decision", count=len(game.decisions))
    found = [
        (number, one)
        for number, one in game.decisions
        if options.seat in (None, WINDS[one.player]) and options.deal in (None, one.deal) and options.decision in (None, number)
    ]
    if options.decision is not None and not found:
        number, other = game.decisions[options.decision - 1]
        raise QuepuError("other_decision", number=number, seat=WINDS[other.player], deal=other.deal)
    if not found:
        raise QuepuError("no_decisions")
    return found


def _names(header: Header, lang: str) -> list[str]:
    from quepu.players import distinct_names, in_words

    return [in_words(name, lang) for name in distinct_names(header.players)]


def _list(found: list[tuple[int, Decision]], game: _Game, options: argparse.Namespace) -> None:
    """All decisions, with their numbers."""
    from quepu.cli.drawing import TableScreen
    from quepu.engine.observation import decode
    from quepu.notation import format_tiles

    if options.json:
        rows_of = [
            {"decision": number, "hand": one.deal, "step": one.step, "seat": WINDS[one.seat], "player": one.player, "action": one.action}
            for number, one in found
        ]
        head = {"rules": game.header.book.id, "players": list(game.header.players), "complete": game.missing is None}
        print_json({**head, "decisions": rows_of})
        return
    screen = screen_for(options)
    draw, names = TableScreen(screen), _names(game.header, options.lang)
    rows = [[screen.say("analyse_" + key) for key in ("number", "hand", "step", "player", "tiles", "chosen")]]
    for number, one in found:
        view = decode(one.observation)
        hand = screen.tiles(view.hand) if screen.fancy else format_tiles(view.hand)
        rows.append([str(number), str(one.deal), str(one.step), names[one.player], hand, draw.action(one.action, view)])
    print("\n".join([*screen.columns(rows), "", screen.say("analyse_list", count=len(found))]))


def _decision(numbered: tuple[int, Decision], game: _Game, options: argparse.Namespace) -> None:
    """One decision in full."""
    from quepu.cli.drawing import TableScreen
    from quepu.players.analysed import analysis_dict
    from quepu.players.review import review

    (number, decision), header = numbered, game.header
    found = review(header.book, decision, options.samples or SAMPLES, options.seed or 0)
    if options.json:
        answer = analysis_dict(header.book, decision.observation, found.analysis)
        print_json({"decision": number, "hand": decision.deal, "step": decision.step, "played": decision.action, **answer})
        return
    screen = screen_for(options)
    names, seat = _names(header, options.lang), TableScreen(screen).wind(decision.seat)
    where = screen.say("analyse_decision", number=number, hand=decision.deal, step=decision.step, player=names[decision.player], seat=seat)
    lines = [where, *_head(header.book, decision.observation, found.analysis, screen), ""]
    print("\n".join(lines + _actions(decision.observation, found.analysis, decision.action, screen)))


def _review(wanted: list[tuple[int, Decision]], game: _Game, options: argparse.Namespace) -> None:
    """All decisions of a player: the mistakes, the most expensive first."""
    from quepu.cli.progress import progress
    from quepu.players.review import review

    header, samples, seed = game.header, options.samples or SAMPLES, options.seed or 0
    work = ((number, review(header.book, one, samples, seed)) for number, one in wanted)
    found = list(progress(work, len(wanted), "analyse"))
    if options.json:
        decisions = [{"decision": number, **one.as_dict()} for number, one in found]
        head = {"rules": header.book.id, "player": wanted[0][1].player, "name": header.players[wanted[0][1].player]}
        print_json({**head, "complete": game.missing is None, "samples": samples, "seed": seed, "decisions": decisions})
        return
    print("\n".join(_review_text(found, header, samples, screen_for(options))))


def _review_text(found: list[tuple[int, Reviewed]], header: Header, samples: int, screen: Screen) -> list[str]:
    from quepu.cli.drawing import TableScreen
    from quepu.engine.observation import decode

    draw, book = TableScreen(screen), header.book
    mistakes = sorted((pair for pair in found if pair[1].is_mistake), key=lambda pair: -pair[1].cost)
    summary = screen.say(
        "analyse_review",
        rules=book.name if screen.lang == "zh" else book.en,
        player=_names(header, screen.lang)[found[0][1].decision.player],
        count=len(found),
        agreed=sum(one.agrees for _, one in found),
        mistakes=len(mistakes),
        cost=f"{sum(one.cost for _, one in mistakes):.1f}",
        samples=samples,
    )
    if not mistakes:
        return [summary, "", screen.say("analyse_no_mistakes")]
    rows = [[screen.say("analyse_" + key) for key in ("number", "hand", "step", "cost", "chosen", "better", "points")]]
    for number, one in mistakes:
        view, decision = decode(one.decision.observation), one.decision
        cost = f"{one.cost:.1f} ±{one.chosen.behind_error:.1f}"
        actions = draw.action(decision.action, view), draw.action(one.analysis.choice, view)
        rows.append([str(number), str(decision.deal), str(decision.step), cost, *actions, f"{one.chosen.points:+.1f}"])
    head, *lines = screen.columns(rows)
    reasons = ["" if one.why is None else one.why["zh" if screen.lang == "zh" else "en"] for _, one in mistakes]
    explained = [line for pair in zip(lines, reasons, strict=True) for line in (pair[0], f"    {pair[1]}")]
    return [summary, "", head, *explained, "", screen.say("analyse_note")]
