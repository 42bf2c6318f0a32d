"""A counter that everybody who opens a table for anyone raises, so that two who look at once find each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matchmaking",
        sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
