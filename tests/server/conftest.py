"""The same tests on both databases; a server on one; and two people for modules with their own server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.server.cheap_passwords import passwords_are_cheap
from tests.server.harness import Player, Running, running
from tests.store.conftest import BOTH, postgres, postgres_url, shared_database, sqlite_template, sqlite_url
from tests.store.schema_check import like_schemas_are_checked_once

__all__ = [
    "like_schemas_are_checked_once",
    "passwords_are_cheap",
    "postgres",
    "postgres_url",
    "shared_database",
    "sqlite_template",
    "sqlite_url",
]


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
