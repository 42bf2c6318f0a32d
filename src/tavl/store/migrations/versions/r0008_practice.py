"""Practice: cards, answers to them, decks, and somebody's own matches in numbers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "practice_cards",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("decision", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("memory", sa.Text, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
    )
    op.create_index("ix_practice_cards_person_due", "practice_cards", ["person", "due"])
    op.create_table(
        "practice_answers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("grade", sa.Text, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("memory", sa.Text, nullable=False),
        sa.Column("next_due", sa.BigInteger),
    )
    op.create_index("ix_practice_answers_person_at", "practice_answers", ["person", "at"])
    op.create_table(
        "practice_decks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_practice_decks_person", "practice_decks", ["person"])
    op.create_table(
        "practice_matches",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("analysis", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
    )
