"""The same tests on both databases; and a server on one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.harness import Running, running
from tests.store.conftest import BOTH, postgres
from tests.store.postgres import TEMPLATE, Postgres

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    with postgres.database(TEMPLATE) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tavl.db'}"


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    chosen: str = request.getfixturevalue(f"{'postgres' if request.param == 'postgresql' else 'sqlite'}_url")
    return chosen


@pytest.fixture
async def server(sqlite_url: str) -> AsyncIterator[Running]:
    async with running(sqlite_url) as here:
        yield here


@pytest.fixture
async def server_on_both(url: str) -> AsyncIterator[Running]:
    async with running(url) as here:
        yield here
