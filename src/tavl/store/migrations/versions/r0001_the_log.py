"""The log, people, timers, and the first projections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _log()
    _people()
    _timers()
    _caches()
    _lists()
    _forbid_rewriting()


def _log() -> None:
    op.create_table(
        "events",
        sa.Column("number", BIG, sa.Identity(), primary_key=True),
        sa.Column("txn", sa.BigInteger, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action_id", sa.Text, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("id", name="uq_events_id"),
        sa.UniqueConstraint("stream", "version", name="uq_events_stream_version"),
        sa.UniqueConstraint("stream", "action_id", "ordinal", name="uq_events_stream_action_id_ordinal"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_actor", "events", ["actor"])
    op.create_index("ix_events_txn_number", "events", ["txn", "number"])
    feed = op.create_table(
        "feed",
        sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shift", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(feed, [{"one": 1, "shift": 0}])


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("display_name", sa.Text),
        sa.Column("contact", sa.Text),
        sa.Column("language", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("erased", sa.BigInteger),
    )
    op.create_table(
        "writings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", name="fk_writings_person_people"), nullable=False),
        sa.Column("stream", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_writings_person", "writings", ["person"])
    op.create_index("ix_writings_stream", "writings", ["stream"])


def _timers() -> None:
    op.create_table(
        "timers",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("lease_owner", sa.Text),
        sa.Column("lease_until", sa.BigInteger),
        sa.Column("lease_token", sa.Text),
    )
    op.create_index("ix_timers_due", "timers", ["due"])


def _caches() -> None:
    op.create_table(
        "projections",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("fold", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("fold_version", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )


def _lists() -> None:
    op.create_table(
        "tables",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("first_score", sa.Integer, nullable=False),
        sa.Column("second_score", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tables_status_updated", "tables", ["status", "updated"])
    op.create_table(
        "seats",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "results",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("first_score", sa.Integer, nullable=False),
        sa.Column("second_score", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_results_at", "results", ["at"])
    op.create_table(
        "dice_counts",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("context", sa.Text, primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("second", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False),
    )


def _forbid_rewriting() -> None:
    """The log is only added to; the database itself sees to it."""
    if op.get_bind().dialect.name == "sqlite":
        for what in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER events_no_{what.lower()} BEFORE {what} ON events "
                "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events "
        "FOR EACH ROW EXECUTE FUNCTION events_are_append_only()"
    )
