"""Tournaments that are run elsewhere and shown here, and the tokens with which they are sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "copy_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("name"),
        sa.UniqueConstraint("token"),
    )
    op.create_table(
        "copies",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("home", sa.Text, nullable=False),
        sa.Column("as_of", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_copies_source", "copies", ["source"])
