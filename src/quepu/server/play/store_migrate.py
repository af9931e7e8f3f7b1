"""Bring the tables of a database to what this version of the server needs."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server import migrations
from quepu.server.play import store_tables as tables

FOLDER = Path(migrations.__file__).parent
REVISIONS = tuple(sorted(path.stem[1:5] for path in (FOLDER / "versions").glob("m[0-9]*.py")))
NEWEST = REVISIONS[-1]
VERSION = 2
"""What ``quepu_version`` has since there are revisions."""
_LOCK = 0x71756571
"""The number of the lock of PostgreSQL that a server holds while it changes the tables."""


def prepare(connection: Connection) -> None:
    """Create the tables, or apply the revisions that they lack. The caller's transaction makes all of that one change. A database that a
    newer version has changed is refused."""
    if connection.dialect.name == "postgresql":  # several servers may start at once
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    current = revision(connection)
    check_known(current, connection.engine.url.render_as_string())
    if current is None and not sa.inspect(connection).has_table(tables.rooms.name):
        tables.metadata.create_all(connection)
        connection.execute(tables.versions.insert().values(version=VERSION))
        connection.execute(tables.revisions.insert().values(version_num=NEWEST))
    elif current != NEWEST:
        upgrade(connection)
    if connection.scalar(sa.select(tables.clock.c.id)) is None:
        connection.execute(tables.clock.insert().values(id=1, seen=None, probe=0))


def check_known(revision: str | None, where: str) -> None:
    """Raise QuepuError if only a newer version knows this revision of a database."""
    if revision is not None and revision not in REVISIONS:
        raise QuepuError("database_newer", file=where, found=revision, known=NEWEST)


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if it has none."""
    if not sa.inspect(connection).has_table(tables.revisions.name):
        return None
    found: str | None = connection.scalar(sa.select(tables.revisions.c.version_num))
    return found


def upgrade(connection: Connection, to: str = "head") -> None:
    """Apply the revisions up to this one."""
    from alembic import command  # it takes 0.2 s to import, and most databases need nothing
    from alembic.config import Config

    driver = connection.connection.driver_connection
    if connection.dialect.name == "sqlite" and driver is not None and not driver.in_transaction:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver begins none for changes of tables
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("version_locations", str(FOLDER / "versions").replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
