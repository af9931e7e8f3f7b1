"""The commands of the laboratory: fit, simulate, merge, compare, and those of ``lab_fans``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import Number, add_answer, add_language, add_rules, add_workers, not_empty, show_help
from quepu.cli.executors import add_executor, executor
from quepu.cli.files import read_file
from quepu.cli.lab_fans import add_balance, add_count, add_floors
from quepu.cli.output import DONE, print_json, screen_for
from quepu.cli.reports import ReportFiles, add_report, report_files
from quepu.errors import QuepuError
from quepu.kernel.style import STYLES
from quepu.lab.limits import MOST_DEALS
from quepu.texts import say

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen
    from quepu.lab.simulate import Study
    from quepu.rules.base import RuleBook

SHOWN_FANS, SHOWN_PAIRS = 25, 10
"""How many fans and pairs of fans the text has; the JSON has all fans."""


def add_lab(commands: Any, lang: str) -> None:
    lab = commands.add_parser("lab", help=say(lang, "cli_lab"), description=say(lang, "cli_lab"))
    lab.set_defaults(run=show_help(lab))
    experiments = lab.add_subparsers(dest="experiment", metavar="EXPERIMENT")

    def command(text: str, run: Callable[[argparse.Namespace], int], name: str | None = None) -> argparse.ArgumentParser:
        about = say(lang, "cli_" + text)
        added: argparse.ArgumentParser = experiments.add_parser(name or text, help=about, description=about)
        added.set_defaults(run=run)
        return added

    add_floors(command, lang)
    add_count(command, lang)

    fit = command("fit", _fit)
    add_rules(fit, lang)
    fit.add_argument("--deals", action=Number, least=64, most=1_000_000, default=12_000, metavar="N", help=say(lang, "cli_fit_deals"))
    fit.add_argument("--seed", action=Number, least=0, most=2**31, default=1, metavar="S", help=say(lang, "cli_fit_seed"))
    fit.add_argument("--style", choices=[*STYLES], default="efficient", help=say(lang, "cli_fit_style"))
    add_workers(fit, lang)
    add_language(fit, lang)
    fit.set_defaults(json=False)

    def add_study(to: argparse.ArgumentParser, hands: int = 10_000) -> None:
        known = ", ".join(STYLES)
        to.add_argument(
            "--players", default="swift,swift,swift,swift", metavar="NAMES", help=say(lang, "cli_simulate_players", known=known)
        )
        about = say(lang, "cli_simulate_hands", default=hands)
        to.add_argument("--hands", action=Number, least=1, most=MOST_DEALS, default=hands, metavar="N", help=about)
        to.add_argument("--seed", action=Number, least=0, most=2**31 - 1, default=0, metavar="S", help=say(lang, "cli_simulate_seed"))

    simulate = command("simulate", _simulate)
    add_rules(simulate, lang)
    add_study(simulate)
    simulate.add_argument("--shard", default="1/1", metavar="I/N", help=say(lang, "cli_shard"))
    simulate.add_argument("--out", metavar="FILE", help=say(lang, "cli_simulate_out"))
    add_report(simulate, lang)
    add_answer(simulate, lang)
    add_executor(simulate, lang)

    merge = command("merge", _merge)
    merge.add_argument("files", nargs="+", metavar="FILE", help=say(lang, "cli_study_file"))
    merge.add_argument("--out", metavar="FILE", help=say(lang, "cli_merge_out"))
    add_report(merge, lang)
    add_answer(merge, lang)

    compare = command("what_if", _compare, "compare")
    compare.add_argument("before", metavar="BOOK", help=say(lang, "cli_what_if_before"))
    compare.add_argument("after", metavar="OTHER", help=say(lang, "cli_what_if_after"))
    add_study(compare)
    add_report(compare, lang)
    add_answer(compare, lang)
    add_executor(compare, lang)

    add_balance(command, lang, add_study)


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


# simulate and merge


def _simulate(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab.simulate import new_study, simulate
    from quepu.lab.study_files import StudyFile

    shard, shards = _shard(options.shard)
    study = new_study(options.rules, options.players.split(","), options.hands, options.seed, shard, shards)
    path, files = not_empty("--out", options.out), report_files(options)
    if path is None:
        return _show(simulate(study, executor(options), progress=progress), options, files)
    with StudyFile(Path(path), study) as file:
        return _show(simulate(file.study, executor(options), file.keep, progress), options, files)


def _shard(text: str) -> tuple[int, int]:
    shard, slash, shards = text.partition("/")
    if not (slash and shard.isdecimal() and shards.isdecimal() and len(text) < 20):
        raise QuepuError("bad_shard", text=text)
    return int(shard), int(shards)


def _merge(options: argparse.Namespace) -> int:
    from quepu.lab.simulate import Study, merge
    from quepu.lab.study_files import StudyFile

    whole = merge([Study.from_bytes(read_file(path)) for path in options.files])
    path, files = not_empty("--out", options.out), report_files(options)
    if path is not None:
        with StudyFile(Path(path), whole) as file:
            file.write(whole)
    return _show(whole, options, files)


def _show(study: Study, options: argparse.Namespace, files: ReportFiles) -> int:
    from quepu.lab.simulated import figures
    from quepu.lab.study_reports import simulation_report

    files.write(lambda: simulation_report(study))
    found = figures(study) if study.counts.deals else {}
    if options.json:
        print_json(found)
    else:
        print("\n".join(_text(study, found, screen_for(options)) if found else [say(options.lang, "simulate_empty")]))
    return DONE


def _text(study: Study, found: dict[str, Any], screen: Screen) -> list[str]:
    from quepu.players import distinct_names

    def percent(one: dict[str, Any]) -> str:
        if one["interval"] is None:
            return f"{100 * one['mean']:.2f}"
        low, high = one["interval"]
        return f"{100 * one['mean']:.2f} ({100 * low:.2f}–{100 * high:.2f})"

    def points(one: dict[str, Any], form: str = "+.2f") -> str:
        if one["interval"] is None:
            return f"{one['mean']:{form}}"
        return f"{one['mean']:{form}} ±{(one['interval'][1] - one['interval'][0]) / 2:.2f}"

    def standing(name: str, one: dict[str, Any]) -> list[str]:
        return [name, points(one["points"]), *(percent(one[key]) for key in ("wins", "self_draws", "deal_ins"))]

    columns = [screen.say("arena_" + column) for column in ("points", "wins", "self_draws", "deal_ins")]
    names = distinct_names([one["name"] for one in found["players"]])
    lines = [
        screen.say("simulate_head", rules=study.design.book().id, deals=f"{found['deals']:,}", seed=found["seed"], shard=found["shard"]),
        screen.say("simulate_note"),
        "",
        screen.say("simulate_draws", draws=percent(found["draws"]), self_draws=percent(found["self_draws"])),
        screen.say("simulate_length", discards=points(found["discards"], ".1f"), points=points(found["points"], ".1f")),
        screen.say("simulate_refused", refused=percent(found["refused"])),
        "",
        *screen.columns(
            [
                [screen.say("arena_player"), *columns],
                *(standing(name, one) for name, one in zip(names, found["players"], strict=True)),
            ]
        ),
        "",
        *screen.columns(
            [
                [screen.say("simulate_seat"), *columns],
                *(standing(screen.say("wind_" + one["seat"]), one) for one in found["seats"]),
            ]
        ),
        "",
        screen.say("simulate_dealer", advantage=points(found["dealer_advantage"])),
        "",
    ]
    book = study.design.book()
    rows = [[screen.say("fan_name"), screen.say("simulate_wins"), screen.say("simulate_share"), screen.say("simulate_mean")]]
    for one in found["fans"][:SHOWN_FANS]:
        if one["wins"]:
            rows.append([screen.fan_names([book.fans[one["id"]]]), f"{one['wins']:,}", percent(one["share"]), f"{one['points']:.1f}"])
    lines += screen.columns(rows)
    never = sum(not one["wins"] for one in found["fans"])
    lines += ["", screen.say("simulate_rest", shown=len(rows) - 1, all=len(found["fans"]), never=never), ""]
    rows = [[screen.say("simulate_pair"), screen.say("simulate_wins"), screen.say("simulate_lift")]]
    for pair in found["pairs"][:SHOWN_PAIRS]:
        both = " + ".join(screen.fan_names([book.fans[id]]) for id in pair["fans"])
        rows.append([both, f"{pair['wins']:,}", f"{pair['lift']:.2f}"])
    return lines + screen.columns(rows)


# compare


def _compare(options: argparse.Namespace) -> int:
    from quepu.cli.progress import progress
    from quepu.lab.study_reports import comparison_report
    from quepu.lab.what_if import as_dict, what_if

    players, files = options.players.split(","), report_files(options)
    studies = what_if(options.before, options.after, players, options.hands, options.seed, executor(options), progress)
    files.write(lambda: comparison_report(*studies))
    found = as_dict(*studies)
    if options.json:
        print_json(found)
    else:
        print("\n".join(_comparison(studies[0].design.book(), studies[1].design.book(), found, screen_for(options))))
    return DONE


def _comparison(before: RuleBook, after: RuleBook, found: dict[str, Any], screen: Screen) -> list[str]:
    def row(name: str, one: dict[str, Any], factor: float) -> list[str]:
        low, high = one["interval"]
        difference = f"{factor * one['difference']:+.2f} ±{factor * (high - low) / 2:.2f}"
        mark = screen.say("what_if_significant") if one["significant"] else ""
        return [name, f"{factor * one['before']:.2f}", f"{factor * one['after']:.2f}", difference, f"{one['corrected']:.2g}", mark]

    names = [book.name if screen.lang == "zh" else book.en for book in (before, after)]
    head = [*names, screen.say("what_if_difference"), screen.say("what_if_chance"), ""]
    measures = [
        row(screen.say("what_if_" + one["name"]), one, 100 if one["name"] in ("draws", "self_draws", "refused") else 1)
        for one in found["measures"]
    ]
    shown = [one for one in found["fans"] if one["significant"]] or found["fans"][:5]
    fans = [row(screen.fan_names([before.fans[one["name"]]]), one, 100) for one in shown[:SHOWN_FANS]]
    return [
        screen.say("what_if_head", before=names[0], after=names[1], hands=f"{found['hands']:,}", seed=found["seed"]),
        screen.say("what_if_note"),
        "",
        *screen.columns([[screen.say("what_if_measure"), *head], *measures]),
        "",
        *screen.columns([[screen.say("what_if_fan"), *head], *fans]),
        "",
        screen.say("what_if_rest", significant=sum(one["significant"] for one in found["fans"]), all=len(found["fans"])),
    ]
