"""The JSON of accounts: what the API takes, checked by Pydantic, and what it returns, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.server.accounts.passwords import CODES, MOST
from quepu.server.play.messages import Name, Number, Strict
from quepu.server.schemas import LanguageQuery, closed

Password = Annotated[str, Field(max_length=MOST)]
TypedName = Annotated[str, Field(max_length=200, description="A name as somebody types it.")]


class SignUpRequest(Strict):
    """A new account."""

    name: Name
    password: Password


class SignInRequest(Strict):
    """The name and the password of an account."""

    name: TypedName
    password: Password


class SignOutRequest(Strict):
    """Here, or in all browsers."""

    everywhere: bool = False


class RecoverRequest(Strict):
    """A recovery code, and the password that is to be set."""

    name: TypedName
    code: Annotated[str, Field(max_length=100)]
    password: Password


class RenameRequest(Strict):
    """Another name."""

    name: Name


class ChangePasswordRequest(Strict):
    """The password, and the one that is to be set."""

    password: Password
    new_password: Password


class ConfirmRequest(Strict):
    """The password, which confirms what is to be done."""

    password: Password


@closed
class OwnAccount(TypedDict):
    """One's own account."""

    id: str
    name: str
    created: float
    is_operator: bool
    codes_left: Annotated[int, Field(ge=0, le=CODES, description="The number of recovery codes that were not used.")]


@closed
class AccountAnswer(TypedDict):
    """The account of the browser that asks; null for a guest."""

    account: OwnAccount | None


@closed
class SignedInAnswer(TypedDict):
    """The account; the cookies of a session come with it."""

    account: OwnAccount


@closed
class SignedUpAnswer(TypedDict):
    """The new account, and its recovery codes, which are not shown again."""

    account: OwnAccount
    codes: list[str]


@closed
class CodesAnswer(TypedDict):
    """New recovery codes, which are not shown again."""

    codes: list[str]


@closed
class DoneAnswer(TypedDict):
    """It is done."""


class ProfileRequest(Strict):
    """What a browser keeps, and the number of the profile from which it was made; 0 if there was none."""

    number: Number
    profile: dict[Literal["practice", "daily", "lessons", "settings"], Any]


class GamesQuery(LanguageQuery):
    before: str | None = Field(None, max_length=64, description="The id of a game; those before it are listed.")


@closed
class ProfileAnswer(TypedDict):
    """What the account keeps; null if nothing was stored."""

    number: int
    profile: dict[str, Any] | None


@closed
class KeptAnswer(TypedDict):
    """The number of the stored profile."""

    number: int


@closed
class OwnGameJson(TypedDict):
    """A game of the account. ``claimed``: it was played as a guest."""

    game: str
    rules: str
    overlay: dict[str, Any] | None
    players: list[str]
    player: Annotated[int, Field(ge=0, le=3)]
    scores: list[int] | None
    hands: int | None
    created: float
    finished: float | None
    claimed: bool


@closed
class OwnGamesAnswer(TypedDict):
    """Games of the account, the newest first."""

    games: list[OwnGameJson]
