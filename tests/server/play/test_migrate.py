"""Databases of earlier versions: the revisions that they lack, all or none."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations

from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.server.play import store_migrate, store_tables
from quepu.server.play.store import Store
from quepu.server.play.store_connect import open_engine
from quepu.server.play.store_migrate import NEWEST, REVISIONS, upgrade
from tests.server.play.postgres import Postgres


def old(database: str) -> None:
    """Make a database from before there were revisions, with a room, and without the latest of its tables."""
    engine = open_engine(database)
    with engine.begin() as connection:
        upgrade(connection, REVISIONS[0])
        for statement in (
            "DROP TABLE alembic_version",
            "DROP TABLE document_entries",
            "UPDATE quepu_version SET version = 1",
            "INSERT INTO rooms (id, settings, touched) VALUES ('room', '{}', 5)",
            "INSERT INTO members (room, number, name, chair, token) VALUES ('room', 0, 'Ann', 2, 'hash')",
        ):
            connection.exec_driver_sql(statement)
    engine.dispose()


def look(database: str) -> dict[str, Any]:
    engine = open_engine(database)
    with engine.connect() as connection:
        inspector = sa.inspect(connection)
        found = {
            "tables": {name: [column["name"] for column in inspector.get_columns(name)] for name in sorted(inspector.get_table_names())},
            "differences": compare_metadata(MigrationContext.configure(connection), store_tables.metadata),
            "revision": store_migrate.revision(connection),
            "version": connection.scalar(sa.select(store_tables.versions.c.version)),
        }
    engine.dispose()
    return found


def test_a_new_database_and_one_that_was_upgraded_have_the_same_tables(database: str, other_database: str) -> None:
    old(other_database)
    Store(database).close()
    Store(other_database).close()
    new, upgraded = look(database), look(other_database)
    assert new["tables"] == upgraded["tables"]
    assert (new["differences"], upgraded["differences"]) == ([], [])
    assert (new["revision"], upgraded["revision"]) == (NEWEST, NEWEST)
    assert (new["version"], upgraded["version"]) == (2, 2)


def test_what_an_old_database_has_stays(database: str) -> None:
    old(database)
    Store(database).close()
    engine = open_engine(database)
    with engine.connect() as connection:
        rooms = connection.execute(sa.select(store_tables.rooms)).all()
        members = connection.execute(sa.select(store_tables.members)).all()
    engine.dispose()
    assert [tuple(row) for row in rooms] == [("room", "{}", 5.0, None)]
    assert [tuple(row) for row in members] == [("room", 0, "Ann", 2, "hash", None)]


def test_revisions_that_fail_change_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old(database)
    before = look_without_revision(database)

    def fails(*_: object, **__: object) -> None:
        raise sa.exc.OperationalError("a full disk", None, Exception("disk full"))

    monkeypatch.setattr(Operations, "add_column", fails)
    with pytest.raises(QuepuError) as error:
        Store(database)
    assert error.value.code == "no_database"
    assert look_without_revision(database) == before
    monkeypatch.undo()
    Store(database).close()
    assert look(database)["revision"] == NEWEST


def look_without_revision(database: str) -> dict[str, list[str]]:
    engine = open_engine(database)
    inspector = sa.inspect(engine)
    found = {name: [column["name"] for column in inspector.get_columns(name)] for name in sorted(inspector.get_table_names())}
    engine.dispose()
    return found


@pytest.fixture
def newer(database: str) -> str:
    """A database that a version which this one does not know has upgraded: with a revision, and a table."""
    Store(database).close()
    engine = open_engine(database)
    with engine.begin() as connection:
        connection.execute(store_tables.revisions.update().values(version_num="9999"))
        connection.exec_driver_sql("CREATE TABLE of_the_future (id INTEGER)")
    engine.dispose()
    return database


def test_a_database_that_a_newer_version_has_upgraded_is_left_alone(newer: str) -> None:
    before = look_without_revision(newer)
    with pytest.raises(QuepuError) as error:
        Store(newer)
    where = sa.make_url(newer).render_as_string()
    assert (error.value.code, error.value.details) == ("database_newer", {"file": where, "found": "9999", "known": NEWEST})
    assert look_without_revision(newer) == before
    assert look(newer)["revision"] == "9999"


@pytest.mark.parametrize("command", [["serve", "--no-browser", "--port", "0"], ["admin", "accounts"]], ids=["serve", "admin"])
def test_an_older_server_says_what_to_do_with_it(newer: str, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = {}
    for lang in ("zh", "en"):
        assert main([*command, "--database", newer, "--lang", lang]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        said[lang] = printed.err
    where = sa.make_url(newer).render_as_string()
    assert said == {
        "zh": f"错误 [database_newer]: 数据库 {where} 已由更新版本的雀谱升级（修订 9999，本版本只到 {NEWEST}），未作任何改动。"
        "请启动那个新版本，或恢复升级前的备份\n",
        "en": f"error [database_newer]: a newer version of Quepu has upgraded the database {where} (revision 9999; this version knows "
        f"{NEWEST}); nothing was changed. Start the newer version, or restore a backup from before\n",
    }


def test_so_does_a_node(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgres.database()
    Store(url).close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(store_tables.revisions.update().values(version_num="9999"))
    engine.dispose()
    assert main(["serve", "--no-browser", "--port", "0", "--database", url, "--node", "127.0.0.1:1", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("error [database_newer]: a newer version of Quepu has upgraded the database ")
