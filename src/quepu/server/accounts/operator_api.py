"""The HTTP functions of operators, below ``/api/v1/operator``."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from sqlalchemy.engine import Connection
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.errors import QuepuError
from quepu.server.accounts import schemas as account_schemas
from quepu.server.accounts.accounts import Accounts
from quepu.server.accounts.people_api import AccountId, PlainText, Reason
from quepu.server.accounts.routes import SIGNED_IN, Language, new_router
from quepu.server.http import JSONAnswer, read_body
from quepu.server.openapi import answers_of
from quepu.server.play import store_operator
from quepu.server.play.messages import Strict, read_request
from quepu.server.play.store_operator import Maintenance
from quepu.server.schemas import LanguageQuery, closed
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn, required

_Id = Annotated[str, Field(pattern="^[a-z0-9]{16}$")]


class BanRequest(Strict):
    """An account by its id, or an address or network; for some days, or until it is lifted."""

    kind: Literal["account", "address"]
    subject: Annotated[str, Field(min_length=1, max_length=64)]
    reason: PlainText = ""
    days: Annotated[float, Field(gt=0, le=36_500, allow_inf_nan=False)] | None = None


class UnbanRequest(Strict):
    """A ban."""

    ban: _Id


class CloseReportRequest(Strict):
    """A report."""

    report: _Id


class CloseRoomRequest(Strict):
    """Nothing: the address has the room."""


class MaintenanceRequest(Strict):
    """In how many minutes the server is to be stopped, and what is shown at all tables; null: it is not."""

    minutes: Annotated[float, Field(ge=0, le=10_080, allow_inf_nan=False)] | None
    text: PlainText = ""


REQUESTS: dict[str, Any] = {
    "ban": BanRequest,
    "unban": UnbanRequest,
    "close_report": CloseReportRequest,
    "close_room": CloseRoomRequest,
    "set_maintenance": MaintenanceRequest,
}


class AccountsQuery(LanguageQuery):
    name: str = Field("", max_length=60, description="How the name begins.")


@closed
class BanJson(TypedDict):
    """``name`` is that of a banned account."""

    id: str
    kind: Literal["account", "address"]
    subject: str
    name: str | None
    reason: str
    created: float
    until: float | None


@closed
class ReportJson(TypedDict):
    """``by`` is who has reported ``name``; both are null if the account does not exist any more."""

    id: str
    created: float
    reporter: str | None
    by: str | None
    account: str | None
    room: str | None
    name: str | None
    reason: Reason
    text: str
    closed: float | None


@closed
class OperatorRoom(TypedDict):
    room: str
    rules: str
    private: bool
    playing: bool
    touched: float
    seated: list[str]


@closed
class MaintenanceJson(TypedDict):
    at: float
    text: str


@closed
class OperatorAnswer(TypedDict):
    """What an operator looks at."""

    reports: list[ReportJson]
    bans: list[BanJson]
    rooms: list[OperatorRoom]
    maintenance: MaintenanceJson | None


@closed
class FoundAccount(TypedDict):
    id: AccountId
    name: str
    is_operator: bool
    created: float
    seen: float


@closed
class FoundAccountsAnswer(TypedDict):
    """At most 200 accounts, the newest first."""

    accounts: list[FoundAccount]


def operator(request: Request) -> SignedIn:
    """Raises QuepuError unless an operator is signed in."""
    account = required(request.scope)
    if not account.is_operator:
        raise QuepuError("not_an_operator")
    return account


def _overview(connection: Connection) -> dict[str, Any]:
    maintenance = store_operator.read_maintenance(connection)
    return {
        "reports": store_operator.list_reports(connection),
        "bans": store_operator.bans_in_force(connection),
        "rooms": store_operator.list_rooms(connection),
        "maintenance": None if maintenance is None else {"at": maintenance.at, "text": maintenance.text},
    }


def router(settings: Settings, accounts: Accounts) -> APIRouter:
    api = new_router("/api/v1/operator")
    _add_looking(api, accounts)
    _add_doing(api, settings, accounts)
    return api


def room_router(settings: Settings, close: Callable[[str], Awaitable[None]]) -> APIRouter:
    """What operators do to a room, below its own address, so that the node gets it that has the room. ``close`` closes it for good."""
    api = new_router("/api/v1/rooms")

    @api.post("/{room}/close", responses=answers_of(account_schemas.DoneAnswer, 404, *SIGNED_IN), response_model=None)
    async def close_room(room: Annotated[str, Path(max_length=64)], request: Request, query: Language) -> JSONAnswer:
        """By an operator: close a room for good. The game that is played there ends without a record; those that are over keep theirs."""
        operator(request)
        read_request(CloseRoomRequest, await read_body(request, settings))
        await close(room)
        return JSONAnswer({})

    return api


def _add_looking(api: APIRouter, accounts: Accounts) -> None:
    @api.get("", responses=answers_of(OperatorAnswer, 401, 403), response_model=None)
    async def show_operator(request: Request, query: Language) -> JSONAnswer:
        """Reports, bans, rooms, and whether the server is to be stopped."""
        operator(request)
        return JSONAnswer(await accounts.do(_overview))

    @api.get("/accounts", responses=answers_of(FoundAccountsAnswer, 401, 403), response_model=None)
    async def find_accounts(request: Request, query: Annotated[AccountsQuery, Query()]) -> JSONAnswer:
        """Accounts by how their names begin."""
        operator(request)
        return JSONAnswer({"accounts": await accounts.do(lambda connection: store_operator.find_accounts(connection, query.name))})


def _add_doing(api: APIRouter, settings: Settings, accounts: Accounts) -> None:
    done = account_schemas.DoneAnswer

    @api.post("/ban", responses=answers_of(done, 404, *SIGNED_IN), response_model=None)
    async def ban(request: Request, query: Language) -> JSONAnswer:
        """Ban an account, whose sessions end, or an address. Their connections are closed."""
        operator(request)
        wanted = read_request(BanRequest, await read_body(request, settings))
        is_account = wanted.kind == "account"
        own = accounts.addresses.who(request.scope)[0]
        subject = wanted.subject if is_account else store_operator.network(wanted.subject, settings.local_networks, own)
        if is_account and not (subject.isascii() and subject.isalnum()):
            raise QuepuError("no_such_account", text=subject)
        await accounts.do(lambda connection: store_operator.ban(connection, wanted.kind, subject, wanted.reason, wanted.days))
        await accounts.operated()
        return JSONAnswer({})

    @api.post("/unban", responses=answers_of(done, *SIGNED_IN), response_model=None)
    async def unban(request: Request, query: Language) -> JSONAnswer:
        """Lift a ban."""
        operator(request)
        wanted = read_request(UnbanRequest, await read_body(request, settings))
        await accounts.do(lambda connection: store_operator.unban(connection, wanted.ban))
        await accounts.operated()
        return JSONAnswer({})

    @api.post("/reports/close", responses=answers_of(done, *SIGNED_IN), response_model=None)
    async def close_report(request: Request, query: Language) -> JSONAnswer:
        """A report has been dealt with."""
        operator(request)
        wanted = read_request(CloseReportRequest, await read_body(request, settings))
        await accounts.do(lambda connection: store_operator.close_report(connection, wanted.report))
        return JSONAnswer({})

    @api.post("/maintenance", responses=answers_of(done, *SIGNED_IN), response_model=None)
    async def set_maintenance(request: Request, query: Language) -> JSONAnswer:
        """Say at all tables that the server is to be stopped; from then on no game begins."""
        operator(request)
        wanted = read_request(MaintenanceRequest, await read_body(request, settings))
        planned = None if wanted.minutes is None else Maintenance(time.time() + 60 * wanted.minutes, wanted.text)
        await accounts.do(lambda connection: store_operator.set_maintenance(connection, planned))
        await accounts.operated()
        return JSONAnswer({})
