"""The commands of the laboratory about the fans of a rule book: floors, count, balance."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, add_answer, add_rules, add_workers, not_empty
from quepu.cli.executors import add_executor, executor
from quepu.cli.files import read_file
from quepu.cli.output import DONE, print_json, screen_for
from quepu.cli.reports import add_report, report_files
from quepu.errors import QuepuError
from quepu.rules import BOOKS, DEFAULT
from quepu.texts import say
from quepu.tiles import WINDS

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen
    from quepu.lab.balance import Balance, Weighed
    from quepu.lab.count import Count
    from quepu.lab.simulate import Study
    from quepu.rules.base import RuleBook

SIMULATION: dict[str, Any] = {"players": "swift,swift,swift,swift", "hands": 100_000, "seed": 0}
"""The options of a simulation for ``balance``, with what they are if they are not given."""

Command = Callable[[str, Callable[[argparse.Namespace], int]], argparse.ArgumentParser]


def add_floors(command: Command, lang: str) -> None:
    floors = command("floors", _floors)
    add_rules(floors, lang)
    add_answer(floors, lang)
    add_workers(floors, lang)


def add_count(command: Command, lang: str) -> None:
    count = command("count", _count)
    add_book(count, lang)
    for option in ("seat", "round"):
        count.add_argument(f"--{option}", choices=[*WINDS], default=WINDS[0], help=say(lang, f"cli_count_{option}"))
    add_report(count, lang)
    add_answer(count, lang)
    add_workers(count, lang)


def add_balance(command: Command, lang: str, add_study: Callable[[argparse.ArgumentParser, int], None]) -> None:
    balance = command("balance", _balance)
    add_book(balance, lang)
    sources = balance.add_mutually_exclusive_group()
    sources.add_argument("--study", metavar="FILE", help=say(lang, "cli_balance_study"))
    sources.add_argument("--enumerated", action="store_true", help=say(lang, "cli_balance_enumerated"))
    add_study(balance, SIMULATION["hands"])
    balance.set_defaults(**dict.fromkeys(SIMULATION))  # so that it is known which are given
    balance.add_argument("--factor", action=Number, least=1.0, most=100.0, default=2.0, metavar="F", help=say(lang, "cli_balance_factor"))
    balance.add_argument("--multiple", action=Number, least=1, most=100, default=1, metavar="N", help=say(lang, "cli_balance_multiple"))
    balance.add_argument("--keep-order", action="store_true", help=say(lang, "cli_balance_keep_order"))
    balance.add_argument("--keep", metavar="FANS", help=say(lang, "cli_balance_keep"))
    balance.add_argument("--all", action="store_true", help=say(lang, "cli_balance_all"))
    balance.add_argument("--overlay", metavar="FILE", help=say(lang, "cli_balance_overlay"))
    add_report(balance, lang)
    add_answer(balance, lang)
    add_executor(balance, lang)


def add_book(to: argparse.ArgumentParser, lang: str) -> None:
    help = say(lang, "cli_rules", known=", ".join(BOOKS), default=DEFAULT)
    to.add_argument("book", nargs="?", metavar="BOOK", help=help)


# floors


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


# count


def _count(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab.count import count, figures
    from quepu.lab.fan_reports import count_report

    seat, round, files = WINDS.index(options.seat), WINDS.index(options.round), report_files(options)
    counts = count(options.book or DEFAULT, seat, round, options.workers, progress)
    files.write(lambda: count_report(counts))
    if options.json:
        print_json(figures(counts))
    else:
        print("\n".join(_count_text(counts, screen_for(options))))
    return DONE


def _count_text(counts: tuple[Count, Count], screen: Screen) -> list[str]:
    on_discard, by_self_draw = counts
    book = on_discard.book
    head = ["fan_name", "count_hands", "count_by_self_draw", "count_hands", "count_by_discard"]
    rows = [[screen.say(key) for key in head]]
    order = sorted(book.fans, key=lambda id: -(on_discard.chance(id) + by_self_draw.chance(id)))
    absent = [id for id in order if not on_discard.fans[id][0] and not by_self_draw.fans[id][0]]
    for id in order:
        if id not in absent:
            cells = [cell for one in (by_self_draw, on_discard) for cell in (f"{one.fans[id][0]:,}", chance(float(one.chance(id)), screen))]
            rows.append([screen.fan_names([book.fans[id]]), *cells])
    lines = [screen.say("count_head", rules=name_of(book, screen)), screen.say("count_note"), ""]
    for way, one in (("count_by_self_draw", by_self_draw), ("count_by_discard", on_discard)):
        complete, winning = one.complete[0], one.winning[0]
        share = f"{100 * one.winning[1] / one.complete[1]:.2f}" if one.complete[1] else "0"
        lines.append(screen.say("count_total", way=screen.say(way), complete=f"{complete:,}", winning=f"{winning:,}", share=share))
    lines += ["", *screen.columns(rows)]
    if absent:
        lines += ["", screen.say("count_absent", count=len(absent), fans=screen.fan_names(book.fans[id] for id in absent))]
    return lines


def chance(share: float, screen: Screen) -> str:
    """A share in percent, or as one in many."""
    if not share:
        return "0"
    return f"{100 * share:.3g} %" if share >= 0.001 else screen.say("one_in", number=f"{round(1 / share):,}")


def name_of(book: RuleBook, screen: Screen) -> str:
    return book.name if screen.lang == "zh" else book.en


# balance


def _balance(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab import simulated
    from quepu.lab.balance import Constraints, balance, figures, of_counts, of_study
    from quepu.lab.count import SOURCE, count
    from quepu.lab.fan_reports import balance_report
    from quepu.lab.whole_files import write_whole
    from quepu.rules import book as find_book
    from quepu.rules.overlay import as_toml

    _check_source(options)
    path, files = not_empty("--overlay", options.overlay), report_files(options)
    if path is not None:
        _check_overlay(path)
    study = _stored_study(options)
    book = study.design.book() if study else find_book(options.book or DEFAULT)
    constraints = Constraints(options.multiple, options.keep_order, _kept(book, options.keep), options.all)
    if options.enumerated:
        source, shares = SOURCE, of_counts(count(book, workers=options.workers, progress=progress))
    else:
        study = study or _simulated(book, options)
        source, shares = simulated.SOURCE, of_study(study)
    found = balance(book, source, shares, options.factor, constraints)
    if path is not None:
        write_whole(Path(path), as_toml(found.overlay()).encode())
    files.write(lambda: balance_report(found, study))
    if options.json:
        print_json(figures(found))
    else:
        print("\n".join(_balance_text(found, path, screen_for(options))))
    return DONE


def _check_overlay(path: str) -> None:
    """Raise QuepuError if an overlay cannot be written to this file, or would overwrite something else."""
    from quepu.lab.whole_files import check_writable
    from quepu.rules import book

    check_writable(Path(path))
    if not path.lower().endswith(".toml"):
        raise QuepuError("not_an_overlay_file", text=path)
    if Path(path).exists() and Path(path).stat().st_size:
        try:
            book(path)
        except QuepuError as error:
            raise QuepuError("not_an_overlay_file", text=path) from error


def _check_source(options: argparse.Namespace) -> None:
    """Raise QuepuError if an option is for a simulation, and none is made."""
    if options.study is None and not options.enumerated:
        return
    source = "--enumerated" if options.enumerated else f"--study {options.study}"
    for name in (*SIMULATION, "ray", *([] if options.enumerated else ["workers"])):
        value = getattr(options, name)
        if value is not None:
            raise QuepuError("not_together", first=source, second=f"--{name} {value}")


def _stored_study(options: argparse.Namespace) -> Study | None:
    """The study of ``--study``."""
    from quepu.lab.simulate import Study, merge
    from quepu.rules import book as find_book

    path = not_empty("--study", options.study)
    if path is None:
        return None
    study = merge([Study.from_bytes(read_file(path))])  # whole: the command in a report must give the same figures again
    book = study.design.book()
    asked = find_book(options.book) if options.book else book
    if (asked.base_id, asked.overlay) != (book.base_id, book.overlay):
        raise QuepuError("other_book", text=path, rules=book.id)
    return study


def _simulated(book: RuleBook, options: argparse.Namespace) -> Study:
    from quepu.cli.progress import progress
    from quepu.lab.simulate import new_study, simulate

    players, hands, seed = (default if getattr(options, name) is None else getattr(options, name) for name, default in SIMULATION.items())
    return simulate(new_study(book, players.split(","), hands, seed), executor(options), progress=progress)


def _kept(book: RuleBook, text: str | None) -> frozenset[str]:
    """The ids of the fans that are named, by id or by name."""
    from quepu.rules.search import called

    kept = set()
    for name in (not_empty("--keep", text) or "").split(",") if text is not None else ():
        fan = book.fans.get(name) or called(book, name)
        if fan is None:
            raise QuepuError("unknown_fan", rules=book.id, text=name)
        kept.add(fan.id)
    return frozenset(kept)


def _balance_text(found: Balance, path: str | None, screen: Screen) -> list[str]:
    def row(one: Weighed) -> list[str]:
        fan = one.share.fan
        mark = screen.say("balance_high" if one.ratio > 1 else "balance_low") if one.is_outlier else ""
        changed = "" if one.proposed == one.value else f"{one.value} → {one.proposed}"
        share = chance(one.share.mean, screen)
        return [screen.fan_names([fan]), share, str(one.worth), f"{one.line:.3g}", f"{one.ratio:.2f}", changed, mark]

    head = ["fan_name", "simulate_share_name", "balance_worth", "balance_line", "balance_ratio", "balance_proposed"]
    outliers = sum(one.is_outlier for one in found.fans)
    changed = sum(one.proposed != one.value for one in found.fans)
    lines = [
        screen.say("balance_head", rules=name_of(found.book, screen)),
        screen.say("balance_" + found.source),
        screen.say("balance_fit", scale=f"{found.line.scale:.3g}", slope=f"{found.line.slope:.2f}"),
        screen.say("balance_pairs", pairs=f"{found.pairs:,}", broken=f"{found.broken:,}"),
        "",
        *screen.columns([[*map(screen.say, head), ""], *map(row, found.fans)]),
        "",
        screen.say("balance_outliers", outliers=outliers, factor=f"{found.factor:g}", changed=changed),
    ]
    if found.left_out:
        lines.append(screen.say("balance_left_out", count=len(found.left_out), fans=screen.fan_names(found.left_out)))
    if path is not None:
        lines.append(screen.say("balance_written", file=path))
    return lines
