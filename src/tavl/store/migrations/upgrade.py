"""Migrate the tables to this release's revision, and check that they are as the code describes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tavl.store.errors import SchemaDiffers, SchemaOutdated, SchemaTooNew

_UPGRADING = 0x7461766C  # an advisory lock: processes that start together upgrade one after the other


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def newest_revision() -> str:
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


@cache
def _known_revisions() -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def current_revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _one_at_a_time(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADING})


def upgrade(connection: sa.Connection) -> tuple[str | None, str]:
    """Migrate, and return the revisions before and after."""
    _one_at_a_time(connection)
    config = _config()
    before = _known(connection)
    newest = newest_revision()
    if before != newest:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return before, newest


def require_newest(connection: sa.Connection) -> None:
    before, newest = _known(connection), newest_revision()
    if before != newest:
        raise SchemaOutdated(revision=before, needed=newest)


def _known(connection: sa.Connection) -> str | None:
    revision = current_revision(connection)
    if revision is not None and revision not in _known_revisions():
        raise SchemaTooNew(revision=revision, newest=newest_revision())
    return revision


def require_as_described(connection: sa.Connection, tables: Sequence[sa.Table]) -> None:
    """Raise SchemaDiffers now: otherwise a missing column would be noticed only when a statement needs it."""
    for problem in differences(connection, tables):
        raise SchemaDiffers(revision=current_revision(connection), problem=problem)


def differences(connection: sa.Connection, tables: Sequence[sa.Table]) -> Iterator[str]:
    """Differences that make a statement fail or keep two writers from colliding. Indexes for speed are ignored."""
    there = sa.inspect(connection)
    columns, keys = there.get_multi_columns(), there.get_multi_pk_constraint()
    uniques, indexes = there.get_multi_unique_constraints(), there.get_multi_indexes()
    for table in tables:
        place = (None, table.name)
        if place not in columns:
            yield f"{table.name} is missing"
            continue
        found = {column["name"]: column for column in columns[place]}
        for column in table.c:
            if column.name not in found:
                yield f"{table.name}.{column.name} is missing"
            elif column.type._type_affinity is not found[column.name]["type"]._type_affinity:
                yield f"{table.name}.{column.name} is {found[column.name]['type']}"
            elif not column.primary_key and column.nullable is not found[column.name]["nullable"]:
                yield f"{table.name}.{column.name} {'cannot' if column.nullable else 'can'} be empty"
        for name in found.keys() - set(table.c.keys()):
            if not found[name]["nullable"] and found[name]["default"] is None:
                yield f"{table.name}.{name} is not known, and cannot be empty"
        unique = {frozenset(each["column_names"]) for each in uniques.get(place, ())}
        named = [each["column_names"] for each in indexes.get(place, ()) if each["unique"]]
        unique |= {frozenset(name for name in names if name) for names in named}
        unique.add(frozenset(keys[place]["constrained_columns"]))
        for wanted in _unique(table) - unique:
            yield f"{table.name} may have the same {', '.join(sorted(wanted))} twice"


def _unique(table: sa.Table) -> set[frozenset[str]]:
    kinds = (sa.PrimaryKeyConstraint, sa.UniqueConstraint)
    return {frozenset(each.columns.keys()) for each in table.constraints if isinstance(each, kinds)}
