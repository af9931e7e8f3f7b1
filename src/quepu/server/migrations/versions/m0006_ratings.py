"""Results of players, the hands they have won, their ratings; who waits for a game; duplicate events."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "player_results",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(40)),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("self_drawn", sa.Integer, nullable=False),
        sa.Column("deal_ins", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("opened", sa.Integer, nullable=False),
        sa.Column("points_won", sa.Integer, nullable=False),
        sa.Column("points_dealt_in", sa.Integer, nullable=False),
        sa.Column("fans", sa.Text, nullable=False),
    )
    op.create_index("ix_player_results_who", "player_results", ["who", "rules", "finished"])
    op.create_table(
        "won_hands",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("who", sa.String(40)),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("self_drawn", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("hand", sa.Text, nullable=False),
        sa.Column("fans", sa.Text, nullable=False),
    )
    op.create_index("ix_won_hands_who", "won_hands", ["who"])
    op.create_index("ix_won_hands_points", "won_hands", ["rules", "points"])
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(40), primary_key=True),
        sa.Column("rules", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rank_sum", sa.Integer, nullable=False),
        sa.Column("rated", sa.Float, nullable=False),
    )
    op.create_index("ix_ratings_rules", "ratings", ["rules"])
    op.create_table(
        "rated_games",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False, unique=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
    )
    op.create_table(
        "rating_changes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.String(40), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("ix_rating_changes_who", "rating_changes", ["who", "rules"])
    op.create_table(
        "match_tickets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account", sa.String(16)),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("room", sa.String(32)),
        sa.Column("member", sa.Integer),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("account", sa.String(16)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("ended", sa.Float),
    )
    op.create_table(
        "event_players",
        sa.Column("event", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("account", sa.String(16)),
        sa.Column("room", sa.String(32)),
        sa.Column("member", sa.Integer),
    )
    op.create_index("ix_event_players_room", "event_players", ["room"])
