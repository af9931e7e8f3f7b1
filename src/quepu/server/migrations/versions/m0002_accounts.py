"""Accounts and their sessions, and which accounts the members of a room and the players of a game have."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False, unique=True),
        sa.Column("password", sa.String(255), nullable=False),
        sa.Column("is_operator", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "account_sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("ix_account_sessions_account", "account_sessions", ["account"])
    op.add_column("members", sa.Column("account", sa.String(16)))
    op.create_index("ix_members_account", "members", ["account"])
    op.add_column("games", sa.Column("accounts", sa.Text))
