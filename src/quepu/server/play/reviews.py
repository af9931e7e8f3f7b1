"""Reviews of games in the background: one decision at a time, in turn for all addresses that wait.

A review is stored deal by deal, and so is the request for it. So a review that is done is there for everybody, and one that was
interrupted by the end of the server continues when it starts again, with the deals that are missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

from sqlalchemy.exc import SQLAlchemyError

from quepu.engine.decisions import Decision, decisions
from quepu.engine.record import RecordLines
from quepu.errors import QuepuError
from quepu.players.review import review
from quepu.rules.base import RuleBook
from quepu.server.play import store_reviews as rows
from quepu.server.play.replays import count_deals
from quepu.server.play.review_schemas import ReviewAnswer, ReviewDecision, ReviewedDeal
from quepu.server.play.store import Store
from quepu.server.play.store_reviews import WHOLE_GAME, ReviewRequest
from quepu.server.settings import Settings
from quepu.server.threads import Check, Job, Stopped, Threads
from quepu.server.tokens import Account, Buckets
from quepu.tiles import WINDS

LOG = logging.getLogger("quepu.server")

_STOP_SECONDS = 0.5
"""How long the end of the server waits for an analysis to stop."""
_RESTARTED = ""
"""The address of a review that was requested before the server started again."""

Key = tuple[str, int]
"""The game, and the player by their first seat."""


@dataclass(slots=True, eq=False)
class RunningReview:
    """A review that waits or runs."""

    request: ReviewRequest
    account: Account
    order: int
    book: RuleBook | None = None
    left: deque[tuple[int, list[Decision]]] | None = None
    """The deals that are not done, each with its decisions; None until they are known."""
    reviewed: list[dict[str, Any]] = field(default_factory=list)
    """Those of the first of these deals that are done."""
    done: int = 0
    total: int = 0
    job: Job[Any] | None = None
    """What a thread is computing for it."""
    is_cancelled: bool = False


class Reviews:
    """All reviews of a server. ``run`` works on them until it is cancelled."""

    def __init__(self, store: Store, settings: Settings, record_of: Callable[[str], Awaitable[bytes]]) -> None:
        """``record_of`` returns the record of a game; it raises QuepuError if the game is not over."""
        self._store = store
        self._settings = settings
        self._record_of = record_of
        self._buckets = Buckets(settings.review_rate) if settings.review_rate else None
        self._threads = Threads(1, "quepu-review")
        self._running: dict[Key, RunningReview] = {}
        self._served: dict[str, int] = {}
        """By address: when it was last served, as a number that grows."""
        self._number = count()
        self._changed = asyncio.Event()
        self._failed: dict[Key, str] = {}
        """The code of the error that has ended a review."""

    # Requests.

    async def request(self, game: str, player: int, deal: int | None, address: str, is_local: bool) -> None:
        """Begin a review, of one deal or of the whole game; if one of this player is running, it goes on and covers both."""
        record = await self._record_of(game)
        if deal is not None and deal > count_deals(record):
            raise QuepuError("not_found", text=f"hand {deal}")
        key = game, player
        account = Account(self._settings, None if is_local else self._buckets, address, 0)
        now = self._running.get(key)
        wanted = WHOLE_GAME if deal is None or (now is not None and now.request.deal != deal) else deal
        if now is not None and now.request.deal == wanted:
            return
        if now is None:
            self._check_limits(address)
        request = ReviewRequest(game, player, wanted)
        self._failed.pop(key, None)
        found = now or RunningReview(request, account, next(self._number))
        found.request, found.left, found.reviewed = request, None, []
        self._running[key] = found
        try:
            await self._store.do(lambda connection: rows.keep_request(connection, request))
        except BaseException:
            self._running.pop(key, None)
            raise
        self._changed.set()

    def _check_limits(self, address: str) -> None:
        own = sum(one.account.address == address for one in self._running.values())
        if own >= self._settings.address_reviews or len(self._running) >= self._settings.reviews_limit:
            raise QuepuError("too_many_reviews")

    async def cancel(self, game: str, player: int, address: str) -> None:
        """End a review; the deals that are done stay. Only the address that requested it may."""
        found = self._running.get((game, player))
        if found is None:
            return
        if found.account.address not in (address, _RESTARTED):
            raise QuepuError("not_your_review")
        await self._drop(found)

    async def _drop(self, found: RunningReview) -> None:
        game, player = found.request.game, found.request.player
        found.is_cancelled = True
        if found.job is not None:
            self._threads.stop(found.job)
        self._running.pop((game, player), None)
        await self._store.do(lambda connection: rows.drop_request(connection, game, player))

    # The state of a review.

    async def state(self, game: str, player: int, deal: int, address: str) -> Callable[[Check], ReviewAnswer]:
        """A function that makes the answer, in a thread: how far a review is, and what it has found, in this deal in detail."""
        key = game, player
        # first what runs, all at one moment, then what is stored: a review that ends in between is reported twice rather than not at all
        found = self._running.get(key)
        in_work = [] if found is None else list(found.reviewed)
        has_begun = found is not None and (found.done > 0 or found.job is not None)
        answer: ReviewAnswer = {
            "game": game,
            "seat": cast(Any, WINDS[player]),
            "status": "idle" if found is None else "running" if has_begun else "waiting",
            "error": self._failed.get(key),
            "yours": found is not None and found.account.address in (address, _RESTARTED),
            "ahead": 0 if found is None or has_begun else sum(one.order < found.order for one in self._running.values()),
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
        """Continue what was requested before, then work on whatever is requested."""
        with suppress(QuepuError, SQLAlchemyError):
            for request in await self._store.do(rows.read_requests):
                account = Account(self._settings, None, _RESTARTED, 0)
                self._running.setdefault((request.game, request.player), RunningReview(request, account, next(self._number)))
        while True:
            self._changed.clear()
            found = self._next()
            if found is None:
                await self._wait()
                continue
            self._served[found.account.address] = next(self._number)
            await self._advance_or_fail(found)

    def close(self) -> None:
        self._threads.stop_all(_STOP_SECONDS)

    def _next(self) -> RunningReview | None:
        """Of the address that was served longest ago, the oldest review; none of an address that owes something."""
        ready = [one for one in self._running.values() if not one.account.owed()]
        return min(ready, key=lambda one: (self._served.get(one.account.address, -1), one.order), default=None)

    async def _wait(self) -> None:
        """Wait for a request, or until an address owes nothing any more."""
        addresses = {one.account.address for one in self._running.values()}
        self._served = {address: at for address, at in self._served.items() if address in addresses}
        pause = min((one.account.owed() for one in self._running.values()), default=None)
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._changed.wait()

    async def _advance_or_fail(self, found: RunningReview) -> None:
        try:
            await self._advance(found)
        except Stopped:  # it was cancelled
            pass
        except (QuepuError, SQLAlchemyError) as error:
            # the request stays in the database, and is tried again when the server starts, unless the game itself cannot be reviewed
            await self._fail(found, error.code if isinstance(error, QuepuError) else "store_unwritable")
        except Exception:  # a fault in the review of one game must not end the others
            LOG.exception("the review of %s failed", found.request.game)
            await self._fail(found, "internal_error")

    async def _fail(self, found: RunningReview, code: str) -> None:
        self._failed[found.request.game, found.request.player] = code
        self._running.pop((found.request.game, found.request.player), None)
        if not code.startswith("store_"):
            with suppress(QuepuError, SQLAlchemyError):
                await self._drop(found)

    async def _advance(self, found: RunningReview) -> None:
        """Find the decisions, or review the next one, or end."""
        request = found.request
        if found.left is None:
            await self._prepare(found)
        elif not found.left:
            await self._drop(found)
        elif len(found.reviewed) < len(found.left[0][1]):
            decision, book = found.left[0][1][len(found.reviewed)], found.book
            assert book is not None
            samples = self._settings.review_samples
            reviewed = await self._compute(found, lambda check: review(book, decision, samples, check=check).as_dict())
            if found.request is request:
                found.reviewed.append(reviewed)
                found.done += 1
        else:
            deal, kept = found.left[0][0], found.reviewed
            await self._store.do(lambda connection: rows.keep_review(connection, request.game, request.player, deal, kept))
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

        book, all_of_them = await self._compute(found, listed)
        by_deal: dict[int, list[Decision]] = {deal: [] for deal in deals if deal not in done}
        for decision in all_of_them:
            if decision.deal in by_deal:
                by_deal[decision.deal].append(decision)
        if found.request is request:
            found.book, found.left, found.reviewed = book, deque(by_deal.items()), []
            found.done, found.total = 0, sum(map(len, by_deal.values()))

    async def _compute(self, found: RunningReview, work: Callable[[Check], Any]) -> Any:
        """Compute something in a thread, at the expense of the address that requested the review."""
        if found.is_cancelled:
            raise Stopped
        found.job = Job(work, found.account.address, is_long=True, ended=found.account.spend)
        try:
            return await self._threads.run(found.job)
        finally:
            found.job = None


def _summary(number: int, reviewed: list[dict[str, Any]]) -> ReviewedDeal:
    mistakes = [one["cost"] for one in reviewed if one["mistake"]]
    agreed = sum(one["action"] == one["choice"] for one in reviewed)
    return {"hand": number, "decisions": len(reviewed), "agreed": agreed, "mistakes": len(mistakes), "cost": round(sum(mistakes), 3)}


def _brief(reviewed: dict[str, Any]) -> ReviewDecision:
    """A decision without the estimates for all its actions."""
    return cast(ReviewDecision, {key: value for key, value in reviewed.items() if key != "actions"})
