"""Bring the tables to this release's revision."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tavl.store.errors import SchemaOutdated, SchemaTooNew

_UPGRADING = 0x7461766C  # an advisory lock: processes that start together upgrade one after the other


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def newest_revision() -> str:
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def current_revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def one_at_a_time(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADING})


def upgrade(connection: sa.Connection) -> tuple[str | None, str]:
    """The revision before and after."""
    one_at_a_time(connection)
    config = _config()
    before = _known(connection, config)
    newest = newest_revision()
    if before != newest:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return before, newest


def require_newest(connection: sa.Connection) -> None:
    before, newest = _known(connection, _config()), newest_revision()
    if before != newest:
        raise SchemaOutdated(revision=before, needed=newest)


def _known(connection: sa.Connection, config: Config) -> str | None:
    revision = current_revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise SchemaTooNew(revision=revision, newest=newest_revision())
    return revision
