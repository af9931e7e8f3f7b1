"""The OpenAPI description of the API: what is the same for all functions."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from quepu import __version__
from quepu.server import schemas

_REF = "#/components/schemas/{model}"

_ERRORS = {
    400: "The request is wrong; the code says why.",
    401: "Nobody is signed in.",
    403: "Not by this person, or not by this link; the code says why.",
    404: "There is nothing here, or no such rule book, room or game.",
    405: "This is the address of another function.",
    408: "The body did not arrive in time.",
    409: "It cannot be done now; the code says why.",
    413: "The body is too large.",
    415: "The body is of another media type.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The answer took too long, or nothing can be stored now.",
}


def answers_of(model: Any, *errors: int) -> dict[int | str, dict[str, Any]]:
    """The description of an answer, and of the errors that there may be instead."""
    described: dict[int | str, dict[str, Any]] = {200: {"model": model, "description": "The answer."}}
    described |= {status: {"model": schemas.ErrorAnswer, "description": _ERRORS[status]} for status in (400, *errors, 429, 503)}
    described[429]["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return described


def describe(app: FastAPI, requests: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI description: FastAPI's, with ``requests``, the bodies that FastAPI does not read itself, and without its own error
    object, which we do not send."""
    described = get_openapi(
        title="Quepu 雀谱",
        version=__version__,
        description="Scores any winning mahjong hand, with its reasons. Errors are objects with a stable code; see docs/errors.md.",
        routes=app.routes,
    )
    adapters: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (name, "validation", TypeAdapter(type)) for name, type in requests.items()
    ]
    bodies, shared = TypeAdapter.json_schemas(adapters, ref_template=_REF)
    schemas_of = described["components"]["schemas"]
    schemas_of |= shared["$defs"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas_of.pop(unused, None)
    for methods in described["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("422", None)
            if operation["operationId"] in requests:
                schema = bodies[operation["operationId"], "validation"]
                operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return described
