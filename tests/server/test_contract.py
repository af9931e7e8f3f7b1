"""The API against its own description: whatever is sent, no server error, and every answer as described."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from quepu import notation
from quepu.hand import Hand
from quepu.rules import BOOKS, named
from quepu.server.app import create_app
from quepu.server.settings import Settings
from quepu.tiles import NAMES
from tests.hands import wins

PATIENCE = 120
"""How many seconds a busy machine has for an answer."""

FANS = sorted({fan for id in BOOKS for fan in named(id).fans})


# winning hands with and without their circumstances, and thirteen tiles
hands = wins.flatmap(
    lambda win: st.sampled_from(
        [notation.format_hand(*win), notation.format_hand(win[0]), notation.format_hand(Hand(win[0].concealed, win[0].melds))]
    )
)
overlays = st.builds(
    lambda base, minimum, fan, change: f"base = {json.dumps(base)}\nminimum = {minimum}\n[fan.{fan}]\n{change}\n",
    st.sampled_from(BOOKS),
    st.integers(-1, 30),
    st.sampled_from(FANS),
    st.sampled_from(["fu = 4", "points = 9", "enabled = false", 'excludes_add = ["seven_pairs"]', "colour = 1"]),
)
schemathesis.openapi.format("quepu-hand", hands)
schemathesis.openapi.format("quepu-tiles", st.lists(st.sampled_from(NAMES), max_size=8).map("".join))
schemathesis.openapi.format("quepu-rules", st.sampled_from([*BOOKS, "lingque28+appendix", "guobiao+kongs3"]))
schemathesis.openapi.format("quepu-overlay", overlays)


@schemathesis.serializer("application/x-ndjson")
def _as_record(ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """A record is sent as it is."""
    return value.encode("utf-8", "replace") if isinstance(value, str) else json.dumps(value).encode()


# A well-formed request may still be a wrong hand (fifteen tiles, say), which no JSON schema can express: positive_data_acceptance is off.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
    allow_header_conformance,
]

schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(Settings(rate=None, local_rate=None)), timeout=PATIENCE)
quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


@schema.parametrize()
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=quiet, phases=[Phase.explicit, Phase.generate])
def test_the_api_is_as_it_is_described(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=CHECKS, timeout=PATIENCE)


@pytest.mark.long
@schema.parametrize()
@settings(max_examples=300, deadline=None, suppress_health_check=quiet)
def test_the_api_is_as_it_is_described_at_length(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=CHECKS, timeout=PATIENCE)
