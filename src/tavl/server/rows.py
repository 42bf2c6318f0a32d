"""What the server keeps beside the log: accounts, logins, tokens, the dice's secrets, who is here, that it is alive.

None of it is in a stream. The store makes these tables and takes them into its backups.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("login", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),  # argon2
    sa.Column("recovery", sa.Text, nullable=False, unique=True),  # SHA-256 of a code of 125 random bits
    sa.Column("made", sa.BigInteger, nullable=False),
)
logins = sa.Table(
    "logins",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, nullable=False, unique=True),  # SHA-256
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
)
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, unique=True),  # SHA-256; none once it is ended
    sa.Column("owner", sa.Text, index=True),  # none once that person is erased
    sa.Column("person", sa.Text, nullable=False, index=True),  # the bot that plays with it
    sa.Column("made", sa.BigInteger, nullable=False),
)
dice_secrets = sa.Table(
    "dice_secrets",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("promise", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("process", sa.Text, primary_key=True),
)
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("beat", sa.BigInteger, nullable=False),
)

ALL = tuple(metadata.sorted_tables)
