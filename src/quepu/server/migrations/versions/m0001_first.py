"""The tables of databases that were made before there were revisions. Some of these databases lack the latest of them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _play()
    _reviews_and_studies()
    _documents()
    op.execute("DELETE FROM quepu_version")
    op.execute("INSERT INTO quepu_version (version) VALUES (2)")


def _play() -> None:
    op.create_table("quepu_version", sa.Column("version", sa.Integer, primary_key=True), if_not_exists=True)
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seen", sa.Float),
        sa.Column("probe", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "members",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("chair", sa.Integer),
        sa.Column("token", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(32)),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("members", sa.Text),
        sa.Column("bots", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("scores", sa.Text),
        sa.Column("hands", sa.Integer),
        sa.Column("record", sa.LargeBinary),
        if_not_exists=True,
    )
    op.create_index("ix_games_room", "games", ["room"], if_not_exists=True)
    op.create_table(
        "journal",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "records",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        if_not_exists=True,
    )


def _reviews_and_studies() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "review_requests",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("error", sa.String(64)),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("digest", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("deleted", sa.Float),
        sa.Column("pin", sa.String(128)),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_documents_touched", "documents", ["touched"], if_not_exists=True)
    op.create_table(
        "document_keys",
        sa.Column("document", sa.String(16), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "document_entries",
        sa.Column("document", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("document", "id"),
        if_not_exists=True,
    )
