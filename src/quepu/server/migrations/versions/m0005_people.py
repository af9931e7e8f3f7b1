"""What belongs to accounts: recovery codes, profiles, games, friends, blocks; reports, bans and maintenance."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_ACCOUNT = sa.String(16)


def upgrade() -> None:
    op.create_table(
        "account_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", _ACCOUNT, nullable=False),
    )
    op.create_index("ix_account_codes_account", "account_codes", ["account"])
    op.create_table(
        "account_profiles",
        sa.Column("account", _ACCOUNT, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "account_games",
        sa.Column("account", _ACCOUNT, primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("claimed", sa.Boolean, nullable=False),
    )
    op.create_table("departed_accounts", sa.Column("id", _ACCOUNT, primary_key=True), sa.Column("departed", sa.Float, nullable=False))
    _between_people()
    _of_operators()


def _between_people() -> None:
    op.create_table(
        "friends",
        sa.Column("account", _ACCOUNT, primary_key=True),
        sa.Column("other", _ACCOUNT, primary_key=True),
        sa.Column("accepted", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_friends_other", "friends", ["other"])
    op.create_table(
        "blocks",
        sa.Column("account", _ACCOUNT, primary_key=True),
        sa.Column("other", _ACCOUNT, primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def _of_operators() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("reporter", _ACCOUNT),
        sa.Column("account", _ACCOUNT),
        sa.Column("room", sa.String(32)),
        sa.Column("name", sa.Text),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", sa.Float),
    )
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("ix_reports_account", "reports", ["account"])
    op.create_table(
        "bans",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "maintenance",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
