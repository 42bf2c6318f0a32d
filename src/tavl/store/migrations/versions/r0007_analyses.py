"""Analyses of matches, and the answers of those that are under way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("stream", sa.Text),
        sa.Column("depth", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("process", sa.Text),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )
    for column in ("person", "state", "made"):
        op.create_index(f"ix_analyses_{column}", "analyses", [column])
    op.create_table(
        "analysis_answers",
        sa.Column("analysis", sa.Text, primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answers", sa.LargeBinary, nullable=False),
    )
