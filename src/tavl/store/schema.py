"""The database tables. Those marked as derived can be rebuilt from the others; backups leave them out.

A change here needs a revision in `migrations/versions`; a test compares the two on both databases.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
DERIVED = {"derived": True}
BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite autoincrements only an INTEGER column

events = sa.Table(
    "events",
    metadata,
    sa.Column("number", BIG, sa.Identity(), primary_key=True),
    sa.Column("txn", sa.BigInteger, nullable=False),  # which transaction wrote it, see log/read.py; 0 in SQLite
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("schema", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False, index=True),
    sa.Column("action_id", sa.Text, nullable=False),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("stream", "version"),
    sa.UniqueConstraint("stream", "action_id", "ordinal"),
    sa.Index(None, "txn", "number"),
    sqlite_autoincrement=True,
)

feed = sa.Table(
    "feed",
    metadata,
    sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("shift", sa.BigInteger, nullable=False),
    info=DERIVED,
)

timers = sa.Table(
    "timers",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("due", sa.BigInteger, nullable=False, index=True),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("lease_owner", sa.Text),
    sa.Column("lease_until", sa.BigInteger),
    sa.Column("lease_token", sa.Text),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("display_name", sa.Text),
    sa.Column("contact", sa.Text),
    sa.Column("language", sa.Text),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("erased", sa.BigInteger),
    sa.Column("dump_consent", sa.BigInteger),  # since when their matches may be in dumps; none: they may not
)

writings = sa.Table(
    "writings",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("stream", sa.Text, index=True),
    sa.Column("kind", sa.Text, nullable=False),  # chat, statement, ...
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

words = sa.Table(  # erasable texts in events: the body of the event has the id (people/texts.py)
    "words",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("person", sa.Text, nullable=False, index=True),  # whose: the actor of the event
    sa.Column("text", sa.Text, nullable=False),
)

projections = sa.Table(
    "projections",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    info=DERIVED,
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("first_score", sa.Integer, nullable=False),
    sa.Column("second_score", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("pace", sa.BigInteger),  # correspondence: ms a move; null: played in one sitting
    sa.Column("deadline", sa.BigInteger),  # correspondence: when the time of the player to act runs out
    sa.Index(None, "status", "updated"),
    info=DERIVED,
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("asked", sa.BigInteger),  # correspondence: since when this player is waited for; null: is not
    info=DERIVED,
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("winner", sa.Integer),  # a seat; null for a money session that was ended
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("first_score", sa.Integer, nullable=False),
    sa.Column("second_score", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    info=DERIVED,
)

dice_counts = sa.Table(
    "dice_counts",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("context", sa.Text, primary_key=True),  # opening: one die of each seat; turn: high and low
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("second", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    info=DERIVED,
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, nullable=False),  # people: between two of them; bots: a bot took part
    sa.Column("opponent", sa.Text, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("before", sa.Integer, nullable=False),  # ratings in hundredths
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("experience", sa.Integer, nullable=False),  # including this match
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Index(None, "pool", "at", "stream"),
    sa.Index(None, "person", "pool", "at"),
    info=DERIVED,
)

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("bot", sa.Boolean, nullable=False),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("experience", sa.Integer, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index(None, "pool", "bot", "rating"),
    info=DERIVED,
)

rating_formula = sa.Table(
    "rating_formula",
    metadata,
    sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    info=DERIVED,
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("phase", sa.Text, nullable=False),  # draft, open, closed
    sa.Column("sanctioned", sa.Boolean, nullable=False),
    sa.Column("starts_at", sa.BigInteger, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("organisation", sa.Text, index=True),  # the stream of the one whose it is
    sa.Index(None, "phase", "updated"),
    info=DERIVED,
)

tournament_roles = sa.Table(
    "tournament_roles",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True, index=True),
    sa.Column("role", sa.Text, primary_key=True),
    info=DERIVED,
)

organisations = sa.Table(
    "organisations",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),  # federation, club
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    info=DERIVED,
)

organisation_roles = sa.Table(
    "organisation_roles",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True, index=True),
    sa.Column("role", sa.Text, primary_key=True),
    info=DERIVED,
)


def kept_tables() -> list[sa.Table]:
    """The tables besides the log that are not derived; referenced tables come first."""
    return [table for table in metadata.sorted_tables if not table.info.get("derived") and table is not events]
