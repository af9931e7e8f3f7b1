"""Who sends a request, if they are signed in. ``quepu.server.accounts.sessions`` finds it out before a function is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.types import Scope

from quepu.errors import QuepuError

KEY = "quepu.signed_in"
"""The name of the account in the scope of a request."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The account of a request, and the hash of its session."""

    id: str
    name: str
    is_operator: bool
    session: str


def signed_in(scope: Scope) -> SignedIn | None:
    """The account of a request; None for a guest."""
    found: Any = scope.get(KEY)
    return found if isinstance(found, SignedIn) else None


def required(scope: Scope) -> SignedIn:
    """The account of a request. Raises QuepuError for a guest."""
    found = signed_in(scope)
    if found is None:
        raise QuepuError("not_signed_in")
    return found
