"""Alembic executes this file. The connection, and its transaction, are those of the caller (``store_migrate.py``)."""

from alembic import context

from quepu.server.play.store_tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
