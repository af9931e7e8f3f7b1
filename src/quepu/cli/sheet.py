"""``quepu sheet``: an exported score sheet on the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quepu.cli.arguments import add_answer
from quepu.cli.files import read_file
from quepu.cli.output import DONE, print_json, screen_for
from quepu.errors import QuepuError
from quepu.names import escaped, width
from quepu.texts import say
from quepu.tiles import WINDS

if TYPE_CHECKING:
    from quepu.cli.terminal import Screen

TABLES = ("deals", "scores")
"""As in ``quepu.club.files``, which takes long to import; a test compares them."""


def add_sheet(commands: Any, lang: str) -> None:
    """Add the command to the parser."""
    added: argparse.ArgumentParser = commands.add_parser("sheet", help=say(lang, "cli_sheet"), description=say(lang, "cli_sheet"))
    added.add_argument("file", metavar="FILE", help=say(lang, "cli_sheet_file"))
    added.add_argument("--csv", choices=TABLES, help=say(lang, "cli_sheet_csv"))
    add_answer(added, lang)
    added.set_defaults(run=_sheet)


def _sheet(options: argparse.Namespace) -> int:
    from quepu.club.files import from_bytes, to_csv
    from quepu.club.sheet import sheet_state

    if options.csv and options.json:
        raise QuepuError("not_together", first="--csv", second="--json")
    document = from_bytes(read_file(options.file))
    if document.kind != "sheet":
        raise QuepuError("not_one_of", option="kind", text=document.kind, known="sheet")
    if options.csv:
        sys.stdout.flush()
        sys.stdout.buffer.write(to_csv(options.csv, document.entries))
        return DONE
    state = sheet_state(document.entries)
    if options.json:
        print_json(state)
    else:
        print("\n".join(_Shown(state, screen_for(options)).lines()))
    return DONE


class _Shown:
    """The state of a sheet as text."""

    def __init__(self, state: Mapping[str, Any], screen: Screen) -> None:
        self.state = state
        self.screen = screen
        self.say = screen.say
        self.names = [escaped(name) or self.say("wind_" + WINDS[player]) for player, name in enumerate(state["names"])]

    def lines(self) -> list[str]:
        from quepu.rules import book

        rules = book(self.state["rules"])
        title = [escaped(self.state["title"])] * bool(self.state["title"])
        found = ["  ".join([*title, rules.name if self.screen.lang == "zh" else rules.en]), "", *self.deals(), "", self.following(), ""]
        found += self.result()
        if self.state["final"]["transfers"]:
            found += ["", self.say("sheet_transfers"), *self.transfers()]
        return found

    def deals(self) -> list[str]:
        """A line for each deal, one more for its penalties, and the total."""
        rows = [[*(self.say("sheet_" + column) for column in ("deal", "round", "dealer", "result")), *self.names]]
        for deal in self.state["deals"]:
            place = [str(deal["number"]), self.wind(deal["round"]), self.names[deal["dealer"]]]
            rows.append([*place, self.outcome(deal), *_signed(deal["payments"])])
            rows += self.penalties(deal)
        rows += self.penalties(self.state["open"]) if self.state["open"] else []
        rows.append(["", "", "", self.say("sheet_total"), *_signed(self.state["scores"])])
        return _aligned(rows, right=range(4, 8))

    def penalties(self, part: Mapping[str, Any]) -> list[list[str]]:
        return [["", "", "", self.say("sheet_penalty"), *_signed(part["penalty_payments"])]] if part["penalties"] else []

    def outcome(self, deal: Mapping[str, Any]) -> str:
        details = {"points": deal["points"]}
        details |= {role: self.names[deal[role]] for role in ("winner", "source") if deal[role] is not None}
        key = "draw" if deal["kind"] == "draw" else "self_drawn" if deal["source"] is None else "discard"
        parts = [self.say("sheet_" + key, **details)]
        if len(deal["candidates"]) > 1:
            parts.append(self.say("sheet_conflict", count=len(deal["candidates"])))
        if not deal["counts"]:
            parts.append(self.say("sheet_not_counted"))
        return self.screen.clauses(parts)

    def wind(self, number: int) -> str:
        return self.say("wind_" + WINDS[number])

    def following(self) -> str:
        coming = self.state["next"]
        if coming is None:
            return self.say("sheet_over")
        return self.say("sheet_next", number=coming["number"], round=self.wind(coming["round"]), dealer=self.names[coming["dealer"]])

    def result(self) -> list[str]:
        final = self.state["final"]
        rows = [[self.say("sheet_rank"), self.say("sheet_player"), self.say("sheet_score")]]
        rows += [[str(final["ranks"][player]), self.names[player], str(self.state["scores"][player])] for player in range(4)]
        if final["reduced"]:
            texts = (self.say("sheet_reduced"), *(f"{value:.3f}" for value in final["reduced"]))
            rows = [[*row, text] for row, text in zip(rows, texts, strict=True)]
        return _aligned([rows[0], *sorted(rows[1:], key=lambda row: int(row[0]))], right=(2, 3))

    def transfers(self) -> list[str]:
        rows = []
        for transfer in self.state["final"]["transfers"]:
            payer, receiver = self.names[transfer["from"]], self.names[transfer["to"]]
            rows.append([self.say("sheet_transfer", payer=payer, receiver=receiver), str(transfer["points"])])
        return _aligned(rows, right=(1,))


def _signed(numbers: Iterable[int]) -> list[str]:
    return [f"{number:+}" if number else "0" for number in numbers]


def _aligned(rows: Sequence[Sequence[str]], right: Iterable[int]) -> list[str]:
    """Rows as lines with aligned columns, those with numbers to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]

    def cell(text: str, column: int) -> str:
        space = " " * (widths[column] - width(text))
        return space + text if column in right else text + space

    return [("  " + "  ".join(cell(text, column) for column, text in enumerate(row))).rstrip() for row in rows]
