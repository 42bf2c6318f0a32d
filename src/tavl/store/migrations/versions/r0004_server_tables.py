"""The server's tables: accounts and the ways into them, and whatever else it keeps beside the log.

Earlier releases made these without a revision, each where it was missing. A database may so have all, some or none of
them; those that are there are as they are described here, constraints without names included, and stay as they are.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    there = set(sa.inspect(op.get_bind()).get_table_names())
    for name, (items, indexed) in {**_accounts(), **_conduct(), **_tables(), **_notices()}.items():
        if name not in there:
            op.create_table(name, *items)
            for column in indexed:
                op.create_index(f"ix_{name}_{column}", name, [column])


Described = dict[str, tuple[tuple[SchemaItem, ...], tuple[str, ...]]]  # columns and constraints; indexed columns


def _accounts() -> Described:
    return {
        "accounts": (
            (
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("login", sa.Text, nullable=False),
                sa.Column("password", sa.Text, nullable=False),
                sa.Column("recovery", sa.Text, nullable=False),
                sa.Column("made", sa.BigInteger, nullable=False),
                sa.UniqueConstraint("login"),
                sa.UniqueConstraint("recovery"),
            ),
            (),
        ),
        "logins": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("token", sa.Text, nullable=False),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("began", sa.BigInteger, nullable=False),
                sa.Column("used", sa.BigInteger, nullable=False),
                sa.Column("agent", sa.Text, nullable=False),
                sa.UniqueConstraint("token"),
            ),
            ("person",),
        ),
        "passkeys": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("key", sa.LargeBinary, nullable=False),
                sa.Column("counter", sa.BigInteger, nullable=False),
                sa.Column("name", sa.Text, nullable=False),
                sa.Column("made", sa.BigInteger, nullable=False),
                sa.Column("used", sa.BigInteger),
            ),
            ("person",),
        ),
        "ceremonies": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("kind", sa.Text, nullable=False),
                sa.Column("challenge", sa.Text, nullable=False),
                sa.Column("person", sa.Text),
                sa.Column("origin", sa.Text, nullable=False),
                sa.Column("until", sa.BigInteger, nullable=False),
            ),
            ("person", "until"),
        ),
        "issued_codes": (
            (
                sa.Column("code", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("until", sa.BigInteger, nullable=False),
            ),
            ("person",),
        ),
        "login_tries": (
            (
                sa.Column("login", sa.Text, primary_key=True),
                sa.Column("left", sa.Float, nullable=False),
                sa.Column("at", sa.BigInteger, nullable=False),
            ),
            ("at",),
        ),
        "tokens": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("token", sa.Text),
                sa.Column("owner", sa.Text),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("made", sa.BigInteger, nullable=False),
                sa.UniqueConstraint("token"),
            ),
            ("owner", "person"),
        ),
    }


def _conduct() -> Described:
    return {
        "administrators": (
            (
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("since", sa.BigInteger, nullable=False),
            ),
            (),
        ),
        "suspensions": (
            (
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("since", sa.BigInteger, nullable=False),
                sa.Column("until", sa.BigInteger),
                sa.Column("reason", sa.Text, nullable=False),
            ),
            (),
        ),
        "blocks": (
            (
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("blocked", sa.Text, primary_key=True),
                sa.Column("at", sa.BigInteger, nullable=False),
            ),
            ("blocked",),
        ),
        "reports": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("person", sa.Text),
                sa.Column("about", sa.Text, nullable=False),
                sa.Column("stream", sa.Text),
                sa.Column("reason", sa.Text, nullable=False),
                sa.Column("text", sa.Text),
                sa.Column("at", sa.BigInteger, nullable=False),
                sa.Column("closed", sa.BigInteger),
                sa.Column("outcome", sa.Text),
            ),
            ("person", "about", "closed"),
        ),
        "administrative_acts": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("at", sa.BigInteger, nullable=False),
                sa.Column("by", sa.Text, nullable=False),
                sa.Column("act", sa.Text, nullable=False),
                sa.Column("about", sa.Text),
                sa.Column("note", sa.Text),
            ),
            ("by", "about"),
        ),
    }


def _tables() -> Described:
    return {
        "dice_secrets": (
            (
                sa.Column("stream", sa.Text, primary_key=True),
                sa.Column("promise", sa.Text, primary_key=True),
                sa.Column("text", sa.Text, nullable=False),
            ),
            (),
        ),
        "mutes": (
            (
                sa.Column("stream", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, primary_key=True),
            ),
            (),
        ),
        "invites": (
            (
                sa.Column("code", sa.Text, primary_key=True),
                sa.Column("stream", sa.Text, nullable=False),
                sa.Column("role", sa.Text, nullable=False),
                sa.Column("seat", sa.Integer),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("until", sa.BigInteger, nullable=False),
            ),
            ("stream", "person", "until"),
        ),
        "presence": (
            (
                sa.Column("stream", sa.Text, primary_key=True),
                sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
                sa.Column("process", sa.Text, primary_key=True),
            ),
            (),
        ),
        "watching": (
            (
                sa.Column("stream", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("process", sa.Text, primary_key=True),
            ),
            ("person",),
        ),
        "processes": (
            (
                sa.Column("id", sa.Text, primary_key=True),
                sa.Column("beat", sa.BigInteger, nullable=False),
            ),
            (),
        ),
    }


def _notices() -> Described:
    return {
        "notice_choices": (
            (
                sa.Column("person", sa.Text, primary_key=True),
                sa.Column("mail", sa.Boolean, nullable=False),
                sa.Column("push", sa.Boolean, nullable=False),
                sa.Column("stop", sa.Text, nullable=False),
                sa.Column("wanted", sa.Text),
                sa.Column("code", sa.Text),
                sa.Column("until", sa.BigInteger),
                sa.UniqueConstraint("stop"),
                sa.UniqueConstraint("code"),
            ),
            (),
        ),
        "push_subscriptions": (
            (
                sa.Column("endpoint", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("p256dh", sa.Text, nullable=False),
                sa.Column("auth", sa.Text, nullable=False),
                sa.Column("made", sa.BigInteger, nullable=False),
            ),
            ("person",),
        ),
        "notices_sent": (
            (
                sa.Column("key", sa.Text, primary_key=True),
                sa.Column("person", sa.Text, nullable=False),
                sa.Column("at", sa.BigInteger, nullable=False),
            ),
            ("person",),
        ),
    }
