"""The HTTP functions between people: friends, blocks and reports, below ``/api/v1/account``."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Request
from pydantic import AfterValidator, Field
from sqlalchemy.engine import Connection
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.errors import QuepuError
from quepu.server.accounts import schemas as account_schemas
from quepu.server.accounts.accounts import Accounts
from quepu.server.accounts.routes import SIGNED_IN, Language, new_router
from quepu.server.http import JSONAnswer, read_body
from quepu.server.openapi import answers_of
from quepu.server.play import store_accounts, store_people
from quepu.server.play.messages import Number, Strict, read_request
from quepu.server.play.store_operator import new_id
from quepu.server.play.store_tables import members
from quepu.server.schemas import closed
from quepu.server.settings import Settings
from quepu.server.signed_in import required

MOST_REPORTS = 20
"""The maximum number of reports of one person a day."""

AccountId = Annotated[str, Field(pattern="^[a-z0-9]{16}$")]
Reason = Literal["cheating", "insult", "stalling", "name", "other"]


def _plain(text: str) -> str:
    """A text without characters that could not be stored, or would hide something."""
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) not in ("Cc", "Cs", "Cf"))


PlainText = Annotated[str, AfterValidator(_plain), Field(max_length=1000)]


class BefriendRequest(Strict):
    """Somebody, by the id of their account or by their name."""

    account: AccountId | None = None
    name: account_schemas.TypedName | None = None


class PersonRequest(Strict):
    """Somebody, by the id of their account."""

    account: AccountId


class ReportRequest(Strict):
    """Somebody, by their account or as a member of a room; what they did, and what else the operators should know."""

    account: AccountId | None = None
    room: Annotated[str, Field(pattern="^[a-z0-9]{1,32}$")] | None = None
    member: Number | None = None
    reason: Reason
    text: PlainText = ""


REQUESTS: dict[str, Any] = {
    "befriend": BefriendRequest,
    "end_friendship": PersonRequest,
    "block_person": PersonRequest,
    "unblock_person": PersonRequest,
    "report_person": ReportRequest,
}


@closed
class PersonJson(TypedDict):
    """Somebody, and since when."""

    id: str
    name: str
    since: float


@closed
class HostJson(TypedDict):
    id: str
    name: str


@closed
class FriendsTable(TypedDict):
    """A room of a friend that is open to friends."""

    room: str
    host: HostJson
    rules: str
    overlay: bool


@closed
class PeopleAnswer(TypedDict):
    """Friends; who was asked, and who asks; who is blocked; tables of friends."""

    friends: list[PersonJson]
    asked: list[PersonJson]
    asking: list[PersonJson]
    blocked: list[PersonJson]
    tables: list[FriendsTable]


def router(settings: Settings, accounts: Accounts, changed: Callable[[str], Awaitable[None]]) -> APIRouter:
    """``changed`` is called with an account after it blocks somebody, or no longer."""
    api = new_router("/api/v1/account")
    _add_friends(api, settings, accounts)
    _add_blocks(api, settings, accounts, changed)
    return api


async def _people(accounts: Accounts, id: str) -> JSONAnswer:
    def work(connection: Connection) -> dict[str, Any]:
        return {**store_people.people_of(connection, id), "tables": store_people.tables_of_friends(connection, id)}

    return JSONAnswer(await accounts.do(work))


def _add_friends(api: APIRouter, settings: Settings, accounts: Accounts) -> None:
    @api.get("/people", responses=answers_of(PeopleAnswer, 401), response_model=None)
    async def show_people(request: Request, query: Language) -> JSONAnswer:
        """Friends, requests, blocked people, and the tables of friends."""
        return await _people(accounts, required(request.scope).id)

    @api.post("/friends", responses=answers_of(PeopleAnswer, 404, 409, *SIGNED_IN), response_model=None)
    async def befriend(request: Request, query: Language) -> JSONAnswer:
        """Ask somebody to be friends, or accept that they ask."""
        account = required(request.scope)
        wanted = read_request(BefriendRequest, await read_body(request, settings))
        if (wanted.account is None) == (wanted.name is None):
            raise QuepuError("missing_key", text="account")

        def work(connection: Connection) -> QuepuError | None:
            found = None if wanted.name is None else store_accounts.by_name(connection, wanted.name)
            return store_people.befriend(connection, account.id, wanted.account or (found.id if found else ""))

        await accounts.do(work)
        return await _people(accounts, account.id)

    @api.post("/friends/end", responses=answers_of(PeopleAnswer, *SIGNED_IN), response_model=None)
    async def end_friendship(request: Request, query: Language) -> JSONAnswer:
        """End a friendship, take a request back, or decline one."""
        account = required(request.scope)
        wanted = read_request(PersonRequest, await read_body(request, settings))
        await accounts.do(lambda connection: store_people.part(connection, account.id, wanted.account))
        return await _people(accounts, account.id)


def _add_blocks(api: APIRouter, settings: Settings, accounts: Accounts, changed: Callable[[str], Awaitable[None]]) -> None:
    @api.post("/block", responses=answers_of(PeopleAnswer, 404, 409, *SIGNED_IN), response_model=None)
    async def block_person(request: Request, query: Language) -> JSONAnswer:
        """Block somebody: they cannot join one's rooms, and one sees nothing that they say."""
        account = required(request.scope)
        wanted = read_request(PersonRequest, await read_body(request, settings))
        await accounts.do(lambda connection: store_people.block(connection, account.id, wanted.account))
        await changed(account.id)
        return await _people(accounts, account.id)

    @api.post("/unblock", responses=answers_of(PeopleAnswer, *SIGNED_IN), response_model=None)
    async def unblock_person(request: Request, query: Language) -> JSONAnswer:
        """Block somebody no longer."""
        account = required(request.scope)
        wanted = read_request(PersonRequest, await read_body(request, settings))
        await accounts.do(lambda connection: store_people.unblock(connection, account.id, wanted.account))
        await changed(account.id)
        return await _people(accounts, account.id)

    @api.post("/report", responses=answers_of(account_schemas.DoneAnswer, 404, *SIGNED_IN), response_model=None)
    async def report_person(request: Request, query: Language) -> JSONAnswer:
        """Tell the operators what somebody did."""
        account = required(request.scope)
        wanted = read_request(ReportRequest, await read_body(request, settings))

        def work(connection: Connection) -> QuepuError | None:
            who = _reported(connection, wanted)
            if who is None:
                return QuepuError("no_such_person")
            values = {"id": new_id(), "reporter": account.id, "room": wanted.room, "reason": wanted.reason, "text": wanted.text}
            return store_people.report(connection, {**values, **who}, MOST_REPORTS)

        await accounts.do(work)
        return JSONAnswer({})


def _reported(connection: Connection, wanted: ReportRequest) -> dict[str, str | None] | None:
    """The name and the account of the person in a report; None if there is no such person."""
    if wanted.room is not None and wanted.member is not None:
        where = (members.c.room == wanted.room) & (members.c.number == wanted.member)
        row = connection.execute(sa.select(members.c.name, members.c.account).where(where)).first()
        return None if row is None else {"name": row.name, "account": row.account}
    names = {} if wanted.account is None else store_accounts.names_of(connection, [wanted.account])
    return {"name": names[wanted.account], "account": wanted.account} if wanted.account in names else None
