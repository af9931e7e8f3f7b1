"""Programs that connect and play, and their ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "bots",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("account", sa.String(16)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("ix_bots_account", "bots", ["account"])
    op.create_table(
        "bot_ratings",
        sa.Column("rules", sa.String(32), primary_key=True),
        sa.Column("bot", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "ladder_games",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(32), nullable=False, unique=True),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("ranks", sa.Text, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("ix_ladder_games_rules", "ladder_games", ["rules"])
