"""Organisations: the list of them, how they know people, reports and cases as they came in; whose a tournament is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("organisation", sa.Text))
    op.create_index("ix_tournaments_organisation", "tournaments", ["organisation"])
    op.create_table(
        "organisations",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "organisation_roles",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
    )
    op.create_index("ix_organisation_roles_person", "organisation_roles", ["person"])
    op.create_table(
        "organisation_people",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("member_number", sa.Text),
        sa.Column("club", sa.Text),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_organisation_people_person", "organisation_people", ["person"])
    op.create_table(
        "organisation_papers",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
