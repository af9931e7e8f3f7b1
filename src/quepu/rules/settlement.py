"""Who pays what when a deal is won, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from quepu.kernel.actions import NO_SEAT
from quepu.kernel.payments import Payments
from quepu.texts import Text, fill, say
from quepu.tiles import WINDS


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat pays to the winner, and why: a sentence for each step of the arithmetic."""

    seat: int
    points: int
    zh: tuple[str, ...]
    en: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of the server."""
        return {"seat": WINDS[self.seat], "points": self.points, "why": {"zh": list(self.zh), "en": list(self.en)}}


@dataclass(frozen=True)
class Settlement:
    """The payments for a win, as numbers. ``quepu.kernel.payments`` does the arithmetic; halves are rounded up."""

    base: int = 0
    """What each pays besides the points."""
    self_drawn: int = 2
    """Halves of the points that each pays if the winner drew the tile."""
    discarder: int = 2
    """Halves of the points that the discarder pays."""
    others: int = 2
    """Halves of the points that the others pay on a discard."""
    dealer: int = 1
    """What the dealer pays and receives is multiplied by this."""
    half_liable: int = 0
    """包牌: a player who gave the winner this number of tiles pays half of what the others owe. 0: never."""
    liable: int = 0
    """包牌: with this number of tiles all of it."""
    words: ClassVar[Mapping[str, Text]] = {
        "self_drawn": ("自摸，三家都付：{sum}", "won by self-draw, all three pay: {sum}"),
        "flowers": ("八花，三家都付：{sum}", "won by eight flowers, all three pay: {sum}"),
        "discarder": ("点炮：{sum}", "discarded the winning tile: {sum}"),
        "others": ("没有点炮：{sum}", "did not discard the winning tile: {sum}"),
        "base": ("底分 {base}", "base {base}"),
        "points": ("和牌分 {points}", "{points} point{points:s}"),
        "times": ("和牌分 {points} × {times}", "{points} point{points:s} × {times}"),
        "rounded": ("（进位）", " (rounded up)"),
        "nothing": ("0 分", "nothing"),
        "dealer_pays": ("庄家加倍：{before} × {times} = {points}", "as dealer, {before} × {times} = {points}"),
        "dealer_wins": ("和家是庄家，加倍：{before} × {times} = {points}", "the winner is the dealer: {before} × {times} = {points}"),
        "by_all": ("三家各付 {each} 分，共收 {total} 分。", "All three pay {each} point{each:s}: {total} in all."),
        "by_dealer": (
            "庄家付 {most} 分，另两家各付 {each} 分，共收 {total} 分。",
            "The dealer pays {most} point{most:s}, each of the others {each}: {total} in all.",
        ),
        "by_discarder": (
            "点炮的付 {most} 分，另两家各付 {each} 分，共收 {total} 分。",
            "The discarder pays {most} point{most:s}, each of the others {each}: {total} in all.",
        ),
        "carries": (
            "包牌：喂了和家 {given} 张牌，替{who}付 {moved}",
            "liable (包牌): gave the winner {given} tiles, and pays {moved} for {who}",
        ),
        "carried": (
            "包牌：{who}喂了和家 {given} 张牌，替付 {moved}",
            "{who} is liable (包牌): gave the winner {given} tiles, and pays {moved} of it",
        ),
    }

    def payments(self) -> Payments:
        """A new workspace of the kernel; give each thread its own."""
        return Payments(self.base, self.self_drawn, self.discarder, self.others, self.dealer, self.half_liable, self.liable)

    def settle(self, winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
        """What each seat receives; the four add up to zero. ``loser`` is the seat whose tile it was, None by self-draw; ``given`` is the
        number of tiles that each seat gave to the winner.

        >>> Settlement(base=8, others=0).settle(0, 2, 12, (0, 0, 1, 0))
        (36, -8, -20, -8)
        """
        return self.payments().settled(winner, NO_SEAT if loser is None else loser, points, given)

    def in_words(self) -> Text:
        """Who pays what, in Chinese and English.

        >>> print(Settlement(base=8, others=0).in_words()[1])
        Self-draw: all three pay 8 + the points. On a discard: the discarder pays 8 + the points, each of the others 8.
        """
        drawn, discarder, others = (self._amount(halves) for halves in (self.self_drawn, self.discarder, self.others))
        if discarder == others:
            zh = f"自摸：三家各付{drawn[0]}。点和：三家各付{discarder[0]}，点炮的不多付。"
            en = f"Self-draw: all three pay {drawn[1]}. On a discard: all three pay {discarder[1]}, the discarder no more."
        else:
            zh = f"自摸：三家各付{drawn[0]}。点和：点炮的付{discarder[0]}，另两家各付{others[0]}。"
            en = f"Self-draw: all three pay {drawn[1]}. On a discard: the discarder pays {discarder[1]}, each of the others {others[1]}."
        if self.dealer != 1:
            zh += f"庄家收付都乘 {self.dealer}。"
            en += f" What the dealer pays and receives is multiplied by {self.dealer}."
        if self.liable:
            zh += f"包牌：给和家喂过 {self.half_liable} 张的替别家付一半，喂过 {self.liable} 张的全付。"
            en += (
                f" Liability (包牌): who gave the winner {self.half_liable} tiles pays half of what the others owe, "
                f"who gave {self.liable} pays all of it."
            )
        return zh, en

    def amounts(self, winner: int, self_drawn: bool, points: int) -> Text:
        """What a win is paid with, if nobody is liable (包牌), in Chinese and English.

        >>> print(Settlement(base=8, others=0).amounts(0, False, 12)[1])
        The discarder pays 20 points, each of the others 8: 36 in all.
        """
        loser, other = [seat for seat in (1, 2, 3, 0) if seat != winner][:2]
        paid = self.settle(winner, None if self_drawn else loser, points, (0, 0, 0, 0))
        total, most, least = paid[winner], -paid[loser], -paid[other]
        key = "by_discarder" if most != least else "by_dealer" if total != 3 * least else "by_all"
        if key == "by_dealer":
            most = -paid[0]
        zh, en = (self._say(lang, key, most=most, each=least, total=total) for lang in ("zh", "en"))
        return zh, en

    def _amount(self, halves: int) -> Text:
        """What a player pays: the base, and so many halves of the points."""
        times = {0: ("", ""), 2: ("分数", "the points")}.get(halves, (f"分数 × {halves / 2:g}", f"the points × {halves / 2:g}"))
        parts = [[str(self.base)] * bool(self.base) + [part] * bool(part) for part in times]
        zh, en = (" + ".join(part) or "0" for part in parts)
        return (f" {zh}" if zh[0].isdigit() else zh) + (" 分" if zh[-1].isdigit() and not halves else ""), en

    def explain(self, winner: int, loser: int | None, points: int, given: Sequence[int], flowers: bool = False) -> tuple[Payment, ...]:
        """What each of the other seats pays and why, in the order of the seats; ``flowers``: won by eight flowers.

        >>> for payment in Settlement(base=8, others=0).explain(0, 2, 12, (0, 0, 1, 0)):
        ...     print(payment.seat, payment.points, *payment.zh)
        1 8 没有点炮：底分 8
        2 20 点炮：底分 8 + 和牌分 12 = 20
        3 8 没有点炮：底分 8
        """
        own = replace(self, half_liable=0, liable=0).settle(winner, loser, points, given)
        paid = self.settle(winner, loser, points, given)
        moved = {seat: paid[seat] - own[seat] for seat in range(4) if seat != winner}
        how = "flowers" if flowers else "self_drawn"
        return tuple(
            Payment(
                seat,
                -paid[seat],
                *(
                    (
                        *self._share_words(
                            lang, seat, winner, how if loser is None else "discarder" if seat == loser else "others", points
                        ),
                        *self._liability_words(lang, seat, moved, given),
                    )
                    for lang in ("zh", "en")
                ),
            )
            for seat in moved
        )

    def _say(self, lang: str, key: str, **details: object) -> str:
        return fill(self.words[key], lang, **details)

    def _share_words(self, lang: str, seat: int, winner: int, role: str, points: int) -> list[str]:
        """How a seat's own share comes about."""
        halves = {"discarder": self.discarder, "others": self.others}.get(role, self.self_drawn)
        terms, share = [], self.base
        if self.base:
            terms.append(self._say(lang, "base", base=self.base))
        if halves:
            share += -(-halves * points // 2)
            times = f"{halves / 2:g}"
            rounded = self._say(lang, "rounded") if halves * points % 2 else ""
            terms.append(self._say(lang, "points" if halves == 2 else "times", points=points, times=times) + rounded)
        is_sum = len(terms) > 1 or halves not in (0, 2)
        text = " + ".join(terms) + (f" = {share}" if is_sum else "") if terms else self._say(lang, "nothing")
        lines = [self._say(lang, role, sum=text)]
        if self.dealer > 1 and (seat == 0 or winner == 0):
            key = "dealer_wins" if winner == 0 else "dealer_pays"
            lines.append(self._say(lang, key, before=share, times=self.dealer, points=share * self.dealer))
        return lines

    def _liability_words(self, lang: str, seat: int, moved: Mapping[int, int], given: Sequence[int]) -> list[str]:
        """包牌: what this seat pays for others, or another seat for it. The winner has at most five tiles of others: one seat is liable."""
        if not moved[seat]:
            return []
        liable = min(moved, key=lambda other: moved[other])
        key, others = ("carries", [other for other in moved if moved[other] > 0]) if seat == liable else ("carried", [liable])
        who = ("、" if lang == "zh" else " and ").join(say(lang, f"wind_{WINDS[other]}") for other in others)
        return [self._say(lang, key, who=who, given=given[liable], moved=abs(moved[seat]))]
