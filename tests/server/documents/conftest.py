"""Databases and servers as the tests of play have them."""

from tests.server.play.conftest import database, postgres, server

__all__ = ["database", "postgres", "server"]
