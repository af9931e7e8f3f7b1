"""A connection of a node to PostgreSQL, besides the one of the store: it opens itself again when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg
import sqlalchemy as sa

LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""What is raised if the database cannot be reached, or refuses."""
_KEEPALIVES = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 4000}
"""So that a connection whose other end has vanished fails within seconds, not hours."""


def connection_options(url: str | sa.URL) -> dict[str, Any]:
    """The options of psycopg that connect to the database of a SQLAlchemy URL."""
    given = sa.make_url(url).translate_connect_args(username="user", database="dbname")
    return {"connect_timeout": 5, **_KEEPALIVES, **given, **sa.make_url(url).query}


class Link:
    """One connection, for all tasks of a process."""

    def __init__(self, url: str | sa.URL, settings: Sequence[LiteralString] = ()) -> None:
        """``settings`` are statements that a new connection executes first."""
        self._options = connection_options(url)
        self._settings = settings
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._opening = asyncio.Lock()

    async def open(self) -> psycopg.AsyncConnection[tuple[Any, ...]]:
        async with self._opening:
            if self._connection is None or self._connection.broken or self._connection.closed:
                connection = await psycopg.AsyncConnection.connect(**self._options, autocommit=True)
                try:
                    for statement in self._settings:
                        await connection.execute(statement)
                except BaseException:
                    await connection.close()
                    raise
                self._connection = connection
            return self._connection

    async def fetch(self, query: LiteralString, parameters: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of a statement, which is a transaction of its own. If the connection is found to be lost, it is tried once more."""
        connection = await self.open()
        try:
            return await _fetched(connection, query, parameters)
        except LOST:
            if not connection.broken:
                raise
        return await _fetched(await self.open(), query, parameters)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


async def _fetched(
    connection: psycopg.AsyncConnection[tuple[Any, ...]], query: LiteralString, parameters: dict[str, Any] | None
) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(query, parameters)
    return await cursor.fetchall() if cursor.description else []
