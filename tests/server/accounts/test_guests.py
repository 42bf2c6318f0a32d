"""How a visitor becomes a guest, and what guests are called."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.server.harness import Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('guests') / 'tavl.db'}") as here:
        yield here


async def test_a_guest_is_somebody_at_once_and_can_change_the_name(anna: Player) -> None:
    me = await anna.ask("POST", "/session", 200)
    assert me["guest"]
    assert me["name"].startswith("Guest ")
    assert (await anna.ask("PATCH", "/me", 200, name="  Anna   B ", language="da"))["name"] == "Anna B"
    assert (await anna.ask("GET", "/me", 200)) == {**me, "name": "Anna B", "language": "da"}


async def test_a_guest_is_called_so_in_the_language_they_read(server: Running) -> None:
    async with Player(server.url, language="da") as one, Player(server.url, language="da") as two:
        names = [(await each.ask("POST", "/session", 200))["name"] for each in (one, two)]
    assert all(name.startswith("Gæst ") for name in names)
    assert names[0] != names[1]
