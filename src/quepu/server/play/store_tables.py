"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
versions = sa.Table("quepu_version", metadata, sa.Column("version", sa.Integer, primary_key=True))
"""Read by servers from before there were revisions: they refuse a database whose number is not 1."""
revisions = sa.Table("alembic_version", metadata, sa.Column("version_num", sa.String(32), primary_key=True))
"""The revision of the tables (``quepu.server.migrations``), as Alembic stores it."""
clock = sa.Table(
    "clock",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("seen", sa.Float),
    sa.Column("probe", sa.Integer, nullable=False),
)
"""One row: the last trusted time (see upkeep.py), and a number that is written to check whether writing works."""
rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("engine", sa.Integer),
)
"""``engine`` is the version of the engine that plays the running game; null if there is none."""
members = sa.Table(
    "members",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("chair", sa.Integer),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("account", sa.String(16), index=True),
)
"""``account`` is null for a guest."""
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("room", sa.String(32), index=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("members", sa.Text),
    sa.Column("bots", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("finished", sa.Float),
    sa.Column("scores", sa.Text),
    sa.Column("hands", sa.Integer),
    sa.Column("record", sa.LargeBinary),
    sa.Column("accounts", sa.Text),
)
"""``members``, ``bots`` and ``accounts`` are lists by player; a guest and a bot have no account. A game that
continues another one from its record counts for no account."""
journal = sa.Table(
    "journal",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
records = sa.Table(
    "records",
    metadata,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
)
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
review_requests = sa.Table(
    "review_requests",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
studies = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("error", sa.String(64)),
    sa.Column("version", sa.String(32), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
documents = sa.Table(
    "documents",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("digest", sa.BigInteger, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
    sa.Column("deleted", sa.Float),
    sa.Column("pin", sa.String(128)),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("locked_until", sa.Float, nullable=False),
)
"""Score sheets, clubs and tournaments: the number and the bytes of their entries, the greatest logical time, the PIN, and its wrong tries.
Of a deleted one the row remains, without entries and keys."""
document_keys = sa.Table(
    "document_keys",
    metadata,
    sa.Column("document", sa.String(16), primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
)
document_entries = sa.Table(
    "document_entries",
    metadata,
    sa.Column("document", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(20), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("document", "id"),
)
accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.String(160), nullable=False, unique=True),
    sa.Column("password", sa.String(255), nullable=False),
    sa.Column("is_operator", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
"""``name_key`` is the name as it is compared (``quepu.server.account_names``). The password is hashed."""
account_sessions = sa.Table(
    "account_sessions",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(16), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
)
"""``hash`` is that of the secret in the cookie."""
nodes = sa.Table(
    "nodes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("engine", sa.Integer, nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    sa.Column("draining", sa.Boolean, nullable=False),
)
"""The servers that share this database (``quepu.server.cluster``)."""
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("node", sa.String(32)),
    sa.Column("epoch", sa.Integer, nullable=False),
)
"""What only one node may own at a time, and the node that does. The epoch grows with each claim."""
cluster_secret = sa.Table(
    "cluster_secret",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
)
"""One row: what the nodes send with requests that they relay to each other. The first node makes it."""
account_codes = sa.Table(
    "account_codes",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(16), nullable=False, index=True),
)
"""The recovery codes that were not used, hashed."""
account_profiles = sa.Table(
    "account_profiles",
    metadata,
    sa.Column("account", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""What browsers keep of a person: practice, lessons and settings. ``number`` grows with each change."""
account_games = sa.Table(
    "account_games",
    metadata,
    sa.Column("account", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("claimed", sa.Boolean, nullable=False),
)
"""The games of an account. One that was played as a guest and claimed later is only here, not in ``games.accounts``."""
departed_accounts = sa.Table(
    "departed_accounts",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("departed", sa.Float, nullable=False),
)
"""Deleted accounts whose name is still in games; see ``store_departed.py``."""
friends = sa.Table(
    "friends",
    metadata,
    sa.Column("account", sa.String(16), primary_key=True),
    sa.Column("other", sa.String(16), primary_key=True, index=True),
    sa.Column("accepted", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
"""A request is one row, from who asks; a friendship is two, one for each side."""
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.String(16), primary_key=True),
    sa.Column("other", sa.String(16), primary_key=True, index=True),
    sa.Column("created", sa.Float, nullable=False),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("reporter", sa.String(16), index=True),
    sa.Column("account", sa.String(16), index=True),
    sa.Column("room", sa.String(32)),
    sa.Column("name", sa.Text),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("closed", sa.Float),
)
"""``account`` is null if a guest was reported; ``name`` is the name that the reported person had."""
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("until", sa.Float),
)
"""``kind`` is ``account`` or ``address``; an address is one network."""
maintenance = sa.Table(
    "maintenance",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
"""At most one row: from when on no game begins, and what is shown at all tables."""
player_results = sa.Table(
    "player_results",
    metadata,
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
    sa.Index("ix_player_results_who", "who", "rules", "finished"),
)
"""What each player did in a game that is over. ``who`` is an account or a bot, and null for a guest."""
won_hands = sa.Table(
    "won_hands",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("who", sa.String(40), index=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("finished", sa.Float, nullable=False),
    sa.Column("self_drawn", sa.Boolean, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("hand", sa.Text, nullable=False),
    sa.Column("fans", sa.Text, nullable=False),
    sa.Index("ix_won_hands_points", "rules", "points"),
)
"""The hands that people have won in public rooms; ``who`` is null for a guest."""
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("who", sa.String(40), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("rank_sum", sa.Integer, nullable=False),
    sa.Column("rated", sa.Float, nullable=False),
    sa.Index("ix_ratings_rules", "rules"),
)
"""``seats``: how many there were in these games, of which a bot may have several; ``rank_sum``: the sum of their ranks."""
rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(32), nullable=False, unique=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("finished", sa.Float, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
)
"""In the order in which they were rated: the ratings follow from them."""
rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("who", sa.String(40), primary_key=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("mu_before", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Index("ix_rating_changes_who", "who", "rules"),
)
bots = sa.Table(
    "bots",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("account", sa.String(16), index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
"""Programs that may connect: the hash of the token, and the account of the owner, null for a guest."""
bot_ratings = sa.Table(
    "bot_ratings",
    metadata,
    sa.Column("rules", sa.String(32), primary_key=True),
    sa.Column("bot", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""The ladder; ``bot`` is the id of a bot, or the name of a built-in player."""
ladder_games = sa.Table(
    "ladder_games",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.String(32), nullable=False, unique=True),
    sa.Column("rules", sa.String(32), nullable=False, index=True),
    sa.Column("bots", sa.Text, nullable=False),
    sa.Column("ranks", sa.Text, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
)
"""The games of the ladder in the order in which they were rated; ``bots`` and ``ranks`` are lists by player."""
match_tickets = sa.Table(
    "match_tickets",
    metadata,
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
"""Who waits for a game, and then the room that they were put into. The secret whose hash this is becomes their token there."""
events = sa.Table(
    "events",
    metadata,
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
"""Duplicate events: the settings of their rooms, how many people are at a table, what all walls follow from, and the hash of the key of the
organiser."""
event_players = sa.Table(
    "event_players",
    metadata,
    sa.Column("event", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("account", sa.String(16)),
    sa.Column("room", sa.String(32), index=True),
    sa.Column("member", sa.Integer),
)
