"""Who agreed, and when, to have their matches in dumps for programmers. By default nobody has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("dump_consent", sa.BigInteger))
