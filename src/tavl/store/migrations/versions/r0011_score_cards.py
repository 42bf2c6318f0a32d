"""Score cards that players of a tournament keep on their own phones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "score_cards",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("entry", sa.Text, primary_key=True),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
    )
