"""Nodes and leases, and the version of the engine that plays the running game of a room."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("engine", sa.Integer, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("node", sa.String(32)),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.add_column("rooms", sa.Column("engine", sa.Integer))
