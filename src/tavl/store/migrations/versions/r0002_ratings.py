"""Ratings, and games by correspondence: derived tables and columns, filled when the store is opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.BigInteger))
    op.add_column("tables", sa.Column("deadline", sa.BigInteger))
    op.add_column("seats", sa.Column("asked", sa.BigInteger))
    op.create_table(
        "ratings",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("experience", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_index("ix_ratings_pool_at_stream", "ratings", ["pool", "at", "stream"])
    op.create_index("ix_ratings_person_pool_at", "ratings", ["person", "pool", "at"])
    op.create_table(
        "standings",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("experience", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_standings_pool_bot_rating", "standings", ["pool", "bot", "rating"])
    op.create_table(
        "rating_formula",
        sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
