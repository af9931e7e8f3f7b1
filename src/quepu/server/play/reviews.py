"""Reviews of games in the background: one decision at a time, in turn for all addresses that wait.

A review is stored deal by deal, and so is the request for it. So a review that is done is there for everybody, and one that was
interrupted by the end of the server continues when it starts again, with the deals that are missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy.exc import SQLAlchemyError

from quepu.engine.decisions import Decision, decisions
from quepu.engine.record import RecordLines
from quepu.errors import QuepuError
from quepu.players.review import review
from quepu.rules.base import RuleBook
from quepu.server.background import RESTARTED, Background, BackgroundTask, Limits
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import REVIEWS
from quepu.server.cluster.roles import Role
from quepu.server.play import store_reviews as rows
from quepu.server.play.replays import count_deals
from quepu.server.play.review_schemas import ReviewAnswer, ReviewDecision, ReviewedDeal
from quepu.server.play.store import Store
from quepu.server.play.store_reviews import WHOLE_GAME, ReviewRequest
from quepu.server.settings import Settings
from quepu.server.threads import Check
from quepu.tiles import WINDS

Key = tuple[str, int]
"""The game, and the player by their first seat."""


@dataclass(slots=True, eq=False, kw_only=True)
class RunningReview(BackgroundTask):
    """A review that waits or runs."""

    request: ReviewRequest
    book: RuleBook | None = None
    left: deque[tuple[int, list[Decision]]] | None = None
    """The deals that are not done, each with its decisions; None until they are known."""
    reviewed: list[dict[str, Any]] = field(default_factory=list)
    """Those of the first of these deals that are done."""
    done: int = 0
    total: int = 0


class Reviews:
    """All reviews of a server, or of all nodes: one of them works on them. ``run`` does that until it is cancelled."""

    def __init__(
        self, store: Store, settings: Settings, record_of: Callable[[str], Awaitable[bytes]], cluster: Cluster | None = None
    ) -> None:
        """``record_of`` returns the record of a game; it raises QuepuError if the game is not over."""
        self._store = store
        self._role = Role(cluster or Cluster(), REVIEWS)
        self._settings = settings
        self._record_of = record_of
        limits = Limits(settings.review_rate, settings.address_reviews, settings.reviews_limit, "too_many_reviews")
        self.background: Background[Key, RunningReview] = Background("review", settings, limits, self._advance, self._fail)
        self._failed: dict[Key, str] = {}
        """The code of the error that has ended a review."""

    # Requests.

    async def request(self, game: str, player: int, deal: int | None, address: str, is_local: bool) -> None:
        """Begin a review, of one deal or of the whole game; if one of this player is running, it goes on and covers both. Raises
        OwnedElsewhere if another node works on reviews."""
        record = await self._record_of(game)
        lease = await self._role.own()
        if deal is not None and deal > count_deals(record):
            raise QuepuError("not_found", text=f"hand {deal}")
        key = game, player
        now = self.background.tasks.get(key)
        wanted = WHOLE_GAME if deal is None or (now is not None and now.request.deal != deal) else deal
        if now is not None and now.request.deal == wanted:
            return
        request = ReviewRequest(game, player, wanted)
        if now is None:
            self.background.check_limits(address)
            self.background.add(key, RunningReview(request=request, account=self.background.account(address, is_local)))
        else:
            now.request, now.left, now.reviewed = request, None, []
        self._failed.pop(key, None)
        try:
            await self._store.do(lambda connection: rows.keep_request(connection, request), lease)
        except BaseException:
            self.background.remove(key)
            raise
        self.background.wake()

    async def cancel(self, game: str, player: int, address: str) -> None:
        """End a review; the deals that are done stay. Only the address that requested it may."""
        await self._role.own()
        found = self.background.tasks.get((game, player))
        if found is None:
            return
        if found.account.address not in (address, RESTARTED):
            raise QuepuError("not_your_review")
        await self._drop(found)

    async def _drop(self, found: RunningReview) -> None:
        game, player = found.request.game, found.request.player
        self.background.remove((game, player))
        await self._store.do(lambda connection: rows.drop_request(connection, game, player), self._role.lease)

    # The state of a review.

    async def state(self, game: str, player: int, deal: int, address: str) -> Callable[[Check], ReviewAnswer]:
        """A function that makes the answer, in a thread: how far a review is, and what it has found, in this deal in detail."""
        key = game, player
        # first what runs, all at one moment, then what is stored: a review that ends in between is reported twice rather than not at all
        found = self.background.tasks.get(key)
        in_work = [] if found is None else list(found.reviewed)
        has_begun = found is not None and (found.done > 0 or found.job is not None)
        answer: ReviewAnswer = {
            "game": game,
            "seat": cast(Any, WINDS[player]),
            "status": "idle" if found is None else "running" if has_begun else "waiting",
            "error": self._failed.get(key),
            "yours": found is not None and found.account.address in (address, RESTARTED),
            "ahead": 0 if found is None or has_begun else self.background.ahead(found),
            "done": 0 if found is None else found.done,
            "total": 0 if found is None else found.total,
            "reviewed": [],
            "hands": [],
            "mistakes": [],
            "decisions": None,
        }
        stored = await self._store.do(lambda connection: rows.read_reviews(connection, game, player))
        reviewed = await self._store.do(lambda connection: rows.reviewed_players(connection, game))
        answer["reviewed"] = [cast(Any, WINDS[one]) for one in reviewed]

        def made(check: Check) -> ReviewAnswer:
            deals: dict[int, list[dict[str, Any]]] = {}
            for number, body in stored:
                check()
                deals[number] = rows.unpack(body)
            answer["hands"] = [_summary(number, reviewed) for number, reviewed in deals.items()]
            if in_work:
                deals.setdefault(in_work[0]["hand"], in_work)
            mistakes = [one for reviewed in deals.values() for one in reviewed if one["mistake"]]
            answer["mistakes"] = [_brief(one) for one in sorted(mistakes, key=lambda one: -one["cost"])]
            answer["decisions"] = cast(Any, deals.get(deal))
            return answer

        return made

    # Work.

    async def run(self) -> None:
        """Work on reviews, whenever no other node does."""
        await self._role.run(self._work)

    async def _work(self) -> None:
        """Continue what was requested before, then work on whatever is requested."""
        try:
            await self._load()
            await self.background.run()
        finally:
            self.background.clear()

    async def _load(self) -> None:
        with suppress(QuepuError, SQLAlchemyError):
            for request in await self._store.do(rows.read_requests):
                key = request.game, request.player
                if key not in self.background.tasks:
                    self.background.add(key, RunningReview(request=request, account=self.background.account(RESTARTED)))

    def close(self) -> None:
        self.background.close()

    async def _fail(self, found: RunningReview, code: str) -> None:
        """End a review. The request stays in the database, and is tried again when the server starts, unless the game itself cannot be
        reviewed."""
        key = found.request.game, found.request.player
        self.background.remove(key)
        if code == "moved":  # another node works on reviews now, and goes on with it
            return
        self._failed[key] = code
        if not code.startswith("store_"):
            with suppress(QuepuError, SQLAlchemyError):
                await self._drop(found)

    async def _advance(self, found: RunningReview) -> None:
        """Find the decisions, or review the next one, or end."""
        request, lease = found.request, await self._role.own()
        if found.left is None:
            await self._prepare(found)
        elif not found.left:
            await self._drop(found)
        elif len(found.reviewed) < len(found.left[0][1]):
            decision, book = found.left[0][1][len(found.reviewed)], found.book
            assert book is not None
            samples = self._settings.review_samples
            reviewed = await self.background.compute(found, lambda check: review(book, decision, samples, check=check).as_dict())
            if found.request is request:
                found.reviewed.append(reviewed)
                found.done += 1
        else:
            deal, kept = found.left[0][0], found.reviewed
            await self._store.do(lambda connection: rows.keep_review(connection, request.game, request.player, deal, kept), lease)
            if found.request is request:
                found.left.popleft()
                found.reviewed = []

    async def _prepare(self, found: RunningReview) -> None:
        """Find the decisions of the deals that are not done."""
        request = found.request
        record = await self._record_of(request.game)
        done = await self._store.do(lambda connection: rows.reviewed_deals(connection, request.game, request.player))
        wanted = None if request.deal == WHOLE_GAME else request.deal
        deals = range(1, count_deals(record) + 1) if wanted is None else [wanted]

        def listed(check: Check) -> tuple[RuleBook, list[Decision]]:
            return RecordLines(record).header().book, list(decisions(record, request.player, wanted, check))

        book, all_of_them = await self.background.compute(found, listed)
        by_deal: dict[int, list[Decision]] = {deal: [] for deal in deals if deal not in done}
        for decision in all_of_them:
            if decision.deal in by_deal:
                by_deal[decision.deal].append(decision)
        if found.request is request:
            found.book, found.left, found.reviewed = book, deque(by_deal.items()), []
            found.done, found.total = 0, sum(map(len, by_deal.values()))


def _summary(number: int, reviewed: list[dict[str, Any]]) -> ReviewedDeal:
    mistakes = [one["cost"] for one in reviewed if one["mistake"]]
    agreed = sum(one["action"] == one["choice"] for one in reviewed)
    return {"hand": number, "decisions": len(reviewed), "agreed": agreed, "mistakes": len(mistakes), "cost": round(sum(mistakes), 3)}


def _brief(reviewed: dict[str, Any]) -> ReviewDecision:
    """A decision without the estimates for all its actions."""
    return cast(ReviewDecision, {key: value for key, value in reviewed.items() if key != "actions"})
