"""Tournaments: the list of them, their people without accounts, what staff have open, tables of pairings, webhooks.
Analyses of matches, and the answers of those that are under way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("snapshots")  # nothing used it
    _lists()
    _analyses()
    op.create_table(
        "tournament_people",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("code", sa.Text),
        sa.Column("holder", sa.Text),
        sa.Column("by_code", sa.Boolean, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("code"),
    )
    op.create_index("ix_tournament_people_person", "tournament_people", ["person"])
    op.create_index("ix_tournament_people_holder", "tournament_people", ["holder"])
    op.create_table(
        "place_codes",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("place", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
    )
    op.create_table(
        "desk_presence",
        sa.Column("connection", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("open", sa.Text, nullable=False),
    )
    for column in ("stream", "person", "process"):
        op.create_index(f"ix_desk_presence_{column}", "desk_presence", [column])
    op.create_table(
        "pairing_tables",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_pairing_tables_stream", "pairing_tables", ["stream"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("ix_webhooks_stream", "webhooks", ["stream"])
    op.create_index("ix_webhooks_person", "webhooks", ["person"])


def _lists() -> None:
    op.create_table(
        "tournaments",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("sanctioned", sa.Boolean, nullable=False),
        sa.Column("starts_at", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tournaments_phase_updated", "tournaments", ["phase", "updated"])
    op.create_table(
        "tournament_roles",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
    )
    op.create_index("ix_tournament_roles_person", "tournament_roles", ["person"])


def _analyses() -> None:
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
