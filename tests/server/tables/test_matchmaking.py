"""Two people who ask for anyone are seated together, also if many ask at once and in several processes."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.harness import Player, Running, running


async def ask_at_once(servers: list[Running], people: int, **terms: object) -> list[str]:
    """The tables they were given."""
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(servers[n % len(servers)].url)) for n in range(people)]
        for player in players:
            await player.me()
        return list(await asyncio.gather(*(player.open(opponent="anyone", **terms) for player in players)))


async def test_two_who_ask_for_anyone_at_once_sit_down_together(server_on_both: Running) -> None:
    for length in (1, 3, 5, 7, 9):
        first, second = await ask_at_once([server_on_both], 2, length=length)
        assert first == second


async def test_a_dozen_who_ask_at_once_leave_nobody_waiting(server_on_both: Running) -> None:
    given = await ask_at_once([server_on_both], 12, length=5)
    assert sorted(given.count(table) for table in set(given)) == [2] * 6


@pytest.mark.postgres
async def test_nobody_waits_who_asks_another_process(postgres_url: str) -> None:
    async with running(postgres_url) as one, running(postgres_url) as two:
        for length in (1, 3, 5):
            first, second = await ask_at_once([one, two], 2, length=length)
            assert first == second
        given = await ask_at_once([one, two], 8, length=7)
        assert sorted(given.count(table) for table in set(given)) == [2] * 4


async def test_who_asks_for_something_else_waits(server: Running) -> None:
    given = await ask_at_once([server], 1, length=3) + await ask_at_once([server], 1, length=5)
    assert len(set(given)) == 2
