"""The same tests on both databases: `url` is a fresh store's address, once of each kind."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tavl import store
from tavl.server import schema
from tavl.store import Store
from tavl.store.schema import events, feed, metadata
from tests.store.postgres import TEMPLATE, Postgres, in_a_thread, running_postgres
from tests.store.schema_check import like_schemas_are_checked_once

__all__ = ["like_schemas_are_checked_once"]
ALONE = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        server.execute(f"DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)", f"CREATE DATABASE {TEMPLATE}")
        in_a_thread(lambda: store.upgrade(server.of(TEMPLATE)))
        yield server
        server.execute(f"DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared_database(postgres: Postgres) -> Iterator[str]:
    with postgres.database(TEMPLATE) as url:
        yield url


@pytest.fixture
def postgres_url(shared_database: str) -> Iterator[str]:
    """Making a database takes longer than a test; one is emptied between them, when all have gone."""
    yield shared_database
    tables = (*schema.ALL, *reversed(metadata.sorted_tables))
    emptied = [f"DELETE FROM {table.name}" for table in tables if table not in (events, feed)]
    Postgres(shared_database).execute(ALONE, "TRUNCATE events RESTART IDENTITY", "; ".join(emptied))


@pytest.fixture
def another_postgres_url(postgres: Postgres) -> Iterator[str]:
    with postgres.database(TEMPLATE) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables and nothing in them: as on PostgreSQL, they are made once and copied."""
    path = tmp_path_factory.mktemp("template") / "tavl.db"
    in_a_thread(lambda: store.upgrade(f"sqlite:///{path}"))
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'tavl.db')}"


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    chosen: str = request.getfixturevalue(f"{'postgres' if request.param == 'postgresql' else 'sqlite'}_url")
    return chosen


@pytest.fixture
async def log(url: str) -> AsyncIterator[Store]:
    async with await store.open(url) as opened:
        yield opened
