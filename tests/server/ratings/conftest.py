"""A store of each kind."""

from __future__ import annotations

from tests.server.play.conftest import database, kind, other_database, postgres, server

__all__ = ["database", "kind", "other_database", "postgres", "server"]
