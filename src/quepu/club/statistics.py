"""What a member of a club has done: wins, deal-ins, the best hand, fans, and points over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from quepu.club.clubs import Tally, select
from quepu.club.entries import Entry
from quepu.club.linked import LinkedDeal, LinkedSheet
from quepu.errors import QuepuError
from quepu.rules import book


@dataclass
class _Deals:
    """What is counted in the deals of a member."""

    wins: int = 0
    self_drawn: int = 0
    deal_ins: int = 0
    draws: int = 0
    kongs: int = 0
    penalties: int = 0
    won: int = 0
    """The points of all hands won, and of all dealt into."""
    dealt_in: int = 0
    best: dict[str, Any] | None = None
    fans: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add_sheet(self, sheet: LinkedSheet, player: int) -> None:
        for deal in sheet.deals:
            self.kongs += deal.kongs[player]
            self.draws += deal.winner is None
            if deal.winner == player:
                self.wins += 1
                self.self_drawn += deal.source is None
                self.won += deal.points
                self._add_hand(sheet, deal)
            elif deal.source == player:
                self.deal_ins += 1
                self.dealt_in += deal.points
        self.penalties += sheet.penalties[player]

    def _add_hand(self, sheet: LinkedSheet, deal: LinkedDeal) -> None:
        fans = [fan for fan in deal.fans if fan in book(sheet.rules).fans]
        self.fans.update((sheet.rules, fan) for fan in fans)
        if self.best is None or deal.points > self.best["points"]:
            own = {"deal": deal.number, "points": deal.points, "hand": deal.hand, "fans": fans, "when": deal.when}
            self.best = {"sheet": sheet.id, "rules": sheet.rules, **own}


def member_statistics(
    entries: Iterable[Entry], sheets: Mapping[str, LinkedSheet], member: str, season: str | None = None, rules: str | None = None
) -> dict[str, Any]:
    """What a member has done in the sheets of a club that count, as a JSON object; ``docs/clubs.md`` describes it. The id of somebody who
    was merged is that of who they became. Raises QuepuError if there is no such member."""
    chosen = select(entries, sheets, season, rules)
    if member not in chosen.member_of:
        raise QuepuError("not_found", text=member)
    id = chosen.member_of[member]
    tally, deals, over_time = Tally(), _Deals(), []
    for sheet in chosen.counted:
        for player, who in enumerate(chosen.members(sheet)):
            if who == id:
                tally.add(sheet, player)
                deals.add_sheet(sheet, player)
                over_time.append(_point(sheet, player, tally.points))
    return {
        "member": next(one for one in chosen.state["members"] if one["id"] == id),
        "season": season,
        "rules": rules,
        "books": chosen.books(),
        **tally.as_dict(),
        **{key: getattr(deals, key) for key in ("wins", "self_drawn", "deal_ins", "draws", "kongs", "penalties", "best")},
        "win_rate": _share(deals.wins, tally.deals),
        "self_drawn_rate": _share(deals.self_drawn, deals.wins),
        "deal_in_rate": _share(deals.deal_ins, tally.deals),
        "average_win": _share(deals.won, deals.wins),
        "average_deal_in": _share(deals.dealt_in, deals.deal_ins),
        "average_rank": _share(sum(rank * times for rank, times in enumerate(tally.ranks, 1)), tally.sheets),
        "fans": [_fan(*fan, count) for fan, count in sorted(deals.fans.items(), key=lambda found: (-found[1], found[0]))],
        "over_time": over_time,
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _fan(rules: str, id: str, count: int) -> dict[str, Any]:
    fan = book(rules).fans[id]
    return {"rules": rules, "id": id, "name": fan.name, "en": fan.en, "count": count}


def _point(sheet: LinkedSheet, player: int, total: int) -> dict[str, Any]:
    shown = {"sheet": sheet.id, "key": sheet.key, "title": sheet.title, "when": sheet.when}
    return {**shown, "points": sheet.scores[player], "total": total, "rank": sheet.ranks[player]}
