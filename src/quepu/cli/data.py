"""Where the database of a server is."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import sqlalchemy as sa

from quepu.server.play.store_connect import file_url, known_url

NAME = "quepu.db"


def data_folder() -> Path:
    """The default folder of a user's data, by the rules of the system."""
    return platformdirs.user_data_path("quepu", appauthor=False)


def database_url(data: str | None, database: str | None) -> sa.URL:
    """The database of a command: ``--database``, else the variable ``QUEPU_DATABASE``, else a file in the folder of ``--data``."""
    given = database or os.environ.get("QUEPU_DATABASE")
    return known_url(given) if given else file_url((data_folder() if data is None else Path(data)) / NAME)
