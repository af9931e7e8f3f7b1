"""PostgreSQL for the tests of nodes."""

from tests.server.play.conftest import postgres

__all__ = ["postgres"]
