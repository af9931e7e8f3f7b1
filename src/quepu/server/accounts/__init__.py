"""Accounts: who somebody is, in more than one room and on more than one device. Nobody needs one to play."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from quepu.server.signed_in import SignedIn, signed_in


def of(request: HTTPConnection) -> SignedIn | None:
    """The account of a request; None for a guest."""
    return signed_in(request.scope)


__all__ = ["SignedIn", "of"]
