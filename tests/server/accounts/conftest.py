"""Databases as the tests of play have them, and a site without accounts for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.server.accounts.limits import SignInLimits
from quepu.server.play import store_tables
from tests.server.accounts.browser import SETTINGS, Browser, opened
from tests.server.play.conftest import database, kind, postgres

KEPT = ("quepu_version", "alembic_version", "clock", "rooms", "members", "games", "journal")
"""What the rooms of another test may still use."""


@pytest.fixture(scope="session")
def shared_site() -> Iterator[TestClient]:
    with opened(SETTINGS) as site:
        yield site


def _empty(connection: Connection) -> None:
    for table in store_tables.metadata.sorted_tables:
        if table.name not in KEPT:
            connection.execute(table.delete())


@pytest.fixture
def site(shared_site: TestClient) -> TestClient:
    """One without accounts, on which nobody has tried to sign in: making another would take longer than most tests."""
    state = shared_site.app.state  # type: ignore[attr-defined]
    assert shared_site.portal is not None
    shared_site.portal.call(state.play.rooms.store.do, _empty)
    state.accounts.limits = SignInLimits(SETTINGS)
    return shared_site


@pytest.fixture
def ann(site: TestClient) -> Browser:
    """Somebody who has just signed up."""
    browser = Browser(site)
    browser.sign_up("Ann")
    return browser


__all__ = ["database", "kind", "postgres"]
