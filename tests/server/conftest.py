"""The same tests on both databases; a server on one; and two people for the modules that keep a server of their own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tavl import store
from tests.server.harness import Player, Running, running
from tests.store.conftest import BOTH, postgres
from tests.store.postgres import TEMPLATE, Postgres, in_a_thread

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
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
async def server(sqlite_url: str) -> AsyncIterator[Running]:
    async with running(sqlite_url) as here:
        yield here


@pytest.fixture
async def server_on_both(url: str) -> AsyncIterator[Running]:
    async with running(url) as here:
        yield here


@pytest_asyncio.fixture(loop_scope="module")
async def anna(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        yield player


@pytest_asyncio.fixture(loop_scope="module")
async def bo(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        yield player
