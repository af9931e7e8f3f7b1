"""The HTTP functions of accounts, below ``/api/v1/account``."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response, StreamingResponse

from quepu.errors import QuepuError
from quepu.json_lines import read_json
from quepu.server.accounts import schemas as account_schemas
from quepu.server.accounts.accounts import Accounts
from quepu.server.accounts.own_data import OwnData, packed_profile
from quepu.server.accounts.routes import BODY_ERRORS, SIGNED_IN, Language, new_router
from quepu.server.accounts.schemas import (
    ChangePasswordRequest,
    ConfirmRequest,
    GamesQuery,
    OwnAccount,
    ProfileRequest,
    RecoverRequest,
    RenameRequest,
    SignInRequest,
    SignOutRequest,
    SignUpRequest,
)
from quepu.server.accounts.sessions import clear_cookies, comes_from_here, set_cookies
from quepu.server.http import JSONAnswer, download, read_body, read_json_bytes
from quepu.server.openapi import answers_of
from quepu.server.play import store_departed
from quepu.server.play.messages import read_request
from quepu.server.settings import Settings
from quepu.server.signed_in import required, signed_in
from quepu.server.threads import Check
from quepu.server.tokens import Account

REQUESTS: dict[str, Any] = {
    "sign_up": SignUpRequest,
    "sign_in": SignInRequest,
    "sign_out": SignOutRequest,
    "recover_account": RecoverRequest,
    "rename_account": RenameRequest,
    "change_password": ChangePasswordRequest,
    "new_recovery_codes": ConfirmRequest,
    "keep_profile": ProfileRequest,
    "delete_account": ConfirmRequest,
}
"""The body of each function, for the description."""


def not_from_elsewhere(request: Request) -> None:
    """Refuse what a page of another server sends. Who is signed in is protected by a token too; this is for those who are not yet."""
    if comes_from_here(request.headers) is False:
        raise QuepuError("wrong_origin")


def router(settings: Settings, accounts: Accounts, forgotten: Callable[[str], Awaitable[None]]) -> APIRouter:
    """``forgotten`` is called after an account was deleted, with its id."""
    api = new_router("/api/v1/account")
    _add_sign_in(api, settings, accounts)
    _add_changes(api, settings, accounts)
    _add_data(api, settings, accounts, forgotten)
    return api


async def _own(accounts: Accounts, id: str) -> OwnAccount:
    found, codes_left = await accounts.read(id)
    own: OwnAccount = {
        "id": found.id,
        "name": found.name,
        "created": found.created,
        "is_operator": found.is_operator,
        "codes_left": codes_left,
    }
    return own


def _add_sign_in(api: APIRouter, settings: Settings, accounts: Accounts) -> None:
    from_here = [Depends(not_from_elsewhere)]

    def with_session(request: Request, secret: str, answer: dict[str, Any]) -> JSONAnswer:
        found = JSONAnswer(answer)
        set_cookies(found, request.scope, secret, accounts.session_seconds)
        return found

    @api.get("", responses=answers_of(account_schemas.AccountAnswer), response_model=None)
    async def show_account(request: Request, query: Language) -> JSONAnswer:
        """One's own account; null for a guest."""
        account = signed_in(request.scope)
        return JSONAnswer({"account": None if account is None else await _own(accounts, account.id)})

    @api.post(
        "/sign-up",
        responses=answers_of(account_schemas.SignedUpAnswer, 403, 409, *BODY_ERRORS),
        response_model=None,
        dependencies=from_here,
    )
    async def sign_up(request: Request, query: Language) -> JSONAnswer:
        """A new account, and a session of it."""
        wanted = read_request(SignUpRequest, await read_body(request, settings))
        id, secret, codes = await accounts.sign_up(request, wanted.name, wanted.password)
        return with_session(request, secret, {"account": await _own(accounts, id), "codes": codes})

    @api.post(
        "/sign-in", responses=answers_of(account_schemas.SignedInAnswer, 403, *BODY_ERRORS), response_model=None, dependencies=from_here
    )
    async def sign_in(request: Request, query: Language) -> JSONAnswer:
        """A new session of an account. The error is the same whether the name or the password is wrong."""
        wanted = read_request(SignInRequest, await read_body(request, settings))
        id, secret = await accounts.sign_in(request, wanted.name, wanted.password)
        return with_session(request, secret, {"account": await _own(accounts, id)})

    @api.post(
        "/recover", responses=answers_of(account_schemas.SignedInAnswer, 403, *BODY_ERRORS), response_model=None, dependencies=from_here
    )
    async def recover_account(request: Request, query: Language) -> JSONAnswer:
        """Set a new password with a recovery code, which is used up. All other sessions end."""
        wanted = read_request(RecoverRequest, await read_body(request, settings))
        id, secret = await accounts.recover(request, wanted.name, wanted.code, wanted.password)
        return with_session(request, secret, {"account": await _own(accounts, id)})

    @api.post("/sign-out", responses=answers_of(account_schemas.DoneAnswer, *SIGNED_IN), response_model=None)
    async def sign_out(request: Request, query: Language) -> JSONAnswer:
        """End the session of this browser, or all sessions of the account."""
        account = required(request.scope)
        wanted = read_request(SignOutRequest, await read_body(request, settings))
        await accounts.sign_out(account, wanted.everywhere)
        answer = JSONAnswer({})
        clear_cookies(answer, request.scope)
        return answer


def _add_changes(api: APIRouter, settings: Settings, accounts: Accounts) -> None:
    @api.post("/name", responses=answers_of(account_schemas.SignedInAnswer, 409, *SIGNED_IN), response_model=None)
    async def rename_account(request: Request, query: Language) -> JSONAnswer:
        """Change one's name. Games keep the name with which they began."""
        account = required(request.scope)
        wanted = read_request(RenameRequest, await read_body(request, settings))
        await accounts.rename(account, wanted.name)
        return JSONAnswer({"account": await _own(accounts, account.id)})

    @api.post("/password", responses=answers_of(account_schemas.SignedInAnswer, *SIGNED_IN), response_model=None)
    async def change_password(request: Request, query: Language) -> JSONAnswer:
        """Change one's password. All other sessions end."""
        account = required(request.scope)
        wanted = read_request(ChangePasswordRequest, await read_body(request, settings))
        secret = await accounts.change_password(request, account, wanted.password, wanted.new_password)
        answer = JSONAnswer({"account": await _own(accounts, account.id)})
        set_cookies(answer, request.scope, secret, accounts.session_seconds)
        return answer

    @api.post("/codes", responses=answers_of(account_schemas.CodesAnswer, *SIGNED_IN), response_model=None)
    async def new_recovery_codes(request: Request, query: Language) -> JSONAnswer:
        """New recovery codes instead of those before."""
        account = required(request.scope)
        wanted = read_request(ConfirmRequest, await read_body(request, settings))
        return JSONAnswer({"codes": await accounts.new_codes(request, account, wanted.password)})


def _add_data(api: APIRouter, settings: Settings, accounts: Accounts, forgotten: Callable[[str], Awaitable[None]]) -> None:
    data = OwnData(accounts)

    @api.get("/profile", responses=answers_of(account_schemas.ProfileAnswer, 401), response_model=None)
    async def show_profile(request: Request, query: Language) -> Response:
        """What the account keeps for its browsers: practice, lessons and settings."""
        account = required(request.scope)
        number, body = await data.profile(account)
        return await accounts.workers.answer(request, lambda check: {"number": number, "profile": body and body()})

    @api.post("/profile", responses=answers_of(account_schemas.KeptAnswer, 409, *SIGNED_IN), response_model=None)
    async def keep_profile(request: Request, query: Language) -> JSONAnswer:
        """Store the profile of a browser, made from the one with this number."""
        account = required(request.scope)
        body = await read_json_bytes(request, settings, settings.document_body_limit)

        def checked(check: Check) -> tuple[ProfileRequest, bytes]:
            wanted = read_request(ProfileRequest, read_json(body))
            return wanted, packed_profile(wanted.profile)

        wanted, packed = await accounts.workers.run(request, checked)
        number = await data.keep_profile(account, packed, wanted.number)
        Account.of(request.scope).spend(stored=len(packed))
        return JSONAnswer({"number": number})

    @api.get("/games", responses=answers_of(account_schemas.OwnGamesAnswer, 401), response_model=None)
    async def own_games(request: Request, query: Annotated[GamesQuery, Query()]) -> JSONAnswer:
        """The games of the account, the newest first; ``before`` is the last one that is known."""
        return JSONAnswer({"games": await data.games(required(request.scope), query.before)})

    exported = {**answers_of(None, 401), 200: {"content": {"application/zip": {}}, "description": "The file."}}

    @api.get("/export", responses=exported, response_model=None, response_class=Response)
    async def export_account(request: Request, query: Language) -> Response:
        """Everything that the server stores about the account: a ZIP file with JSON and records."""
        account = required(request.scope)
        file, size = await data.export(request, account)
        headers = {**download(f"quepu-{time.strftime('%Y-%m-%d', time.gmtime())}.zip"), "Content-Length": str(size)}
        return StreamingResponse(file, media_type="application/zip", headers=headers)

    @api.post("/delete", responses=answers_of(account_schemas.DoneAnswer, *SIGNED_IN), response_model=None)
    async def delete_account(request: Request, query: Language) -> JSONAnswer:
        """Delete the account. Its games stay, without the name."""
        account = required(request.scope)
        wanted = read_request(ConfirmRequest, await read_body(request, settings))
        await accounts.confirm(request, account, wanted.password, lambda connection: store_departed.delete_account(connection, account.id))
        await forgotten(account.id)
        answer = JSONAnswer({})
        clear_cookies(answer, request.scope)
        return answer
