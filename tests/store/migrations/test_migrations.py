"""Migrations: what they make is what the code expects, on both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tavl import store
from tavl.server import schema
from tavl.store import SchemaOutdated, SchemaTooNew, Store
from tavl.store.migrations.upgrade import _config, newest_revision
from tavl.store.schema import kept_tables, metadata
from tests.store.postgres import Postgres


def differences(connection: sa.Connection) -> list:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return compare_metadata(context, [metadata, schema.metadata])


async def test_the_migrations_make_the_tables_that_the_code_describes(log: Store) -> None:
    assert await log.write_rows(differences) == []


@pytest.fixture
def no_tables(tmp_path: Path) -> str:
    """The address of a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'new.db'}"


async def test_upgrading_says_from_where_to_where_and_does_nothing_twice(no_tables: str) -> None:
    assert await store.upgrade(no_tables) == (None, newest_revision())
    assert await store.upgrade(no_tables) == (newest_revision(), newest_revision())
    async with await store.open(no_tables, migrate=False) as log:
        assert (await log.health()).revision == newest_revision()


async def test_without_leave_to_migrate_an_old_database_is_refused(no_tables: str) -> None:
    with pytest.raises(SchemaOutdated):
        await store.open(no_tables, migrate=False)


async def test_a_database_of_a_later_release_is_refused(url: str) -> None:
    async with await store.open(url) as log:
        await log.write_rows(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(SchemaTooNew) as error:
            await store.open(url)
        assert error.value.facts["revision"] == "9999"
    finally:
        if url.startswith("postgresql"):
            Postgres(url).execute(f"UPDATE alembic_version SET version_num = '{newest_revision()}'")


@pytest.mark.postgres
async def test_processes_that_start_together_on_a_new_database_all_start(postgres: Postgres) -> None:
    with postgres.database() as url:
        opened = await asyncio.gather(*(store.open(url) for _ in range(3)))
        for log in opened:
            assert (await log.health()).revision == newest_revision()
            await log.close()


def test_truth_is_what_is_not_derived() -> None:
    assert [table.name for table in kept_tables()] == ["people", "timers", "words", "writings"]


def test_there_is_one_line_of_revisions() -> None:
    scripts = ScriptDirectory.from_config(_config())
    assert scripts.get_heads() == [newest_revision()]
    assert len(scripts.get_bases()) == 1
