"""Databases and servers as the tests of play have them."""

from tests.server.play.conftest import database, kind, postgres, server

__all__ = ["database", "kind", "postgres", "server"]
