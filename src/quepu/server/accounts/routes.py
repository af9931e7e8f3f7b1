"""What the functions of accounts have in common."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from quepu.server.http import JSONAnswer, no_parameter_twice
from quepu.server.schemas import LanguageQuery

Language = Annotated[LanguageQuery, Query()]

BODY_ERRORS = (408, 413, 415)
SIGNED_IN = (401, 403, *BODY_ERRORS)
"""The errors of a function that takes a body, for who is signed in."""


def new_router(prefix: str) -> APIRouter:
    return APIRouter(
        prefix=prefix,
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )
