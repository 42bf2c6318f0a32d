"""Which tables are kept in memory: those with somebody connected, whatever their number, and the last of the others."""

from __future__ import annotations

from tests.server.harness import Player, running


async def test_a_table_with_somebody_connected_is_not_forgotten_for_others(sqlite_url: str) -> None:
    async with running(sqlite_url, folds_kept=2) as server, Player(server.url) as anna:
        known = server.service.executor.known
        here = [await anna.open(opponent="friend", length=3) for _ in range(2)]
        async with anna.at(here[0]), anna.at(here[1]):
            others = [await anna.open(opponent="friend", length=3) for _ in range(4)]
            assert [known(table) is not None for table in here] == [True, True]
            assert [known(table) is not None for table in others] == [False, False, False, True]


async def test_a_table_that_everybody_has_left_makes_room(sqlite_url: str) -> None:
    async with running(sqlite_url, folds_kept=2) as server, Player(server.url) as anna:
        left = await anna.open(opponent="friend", length=3)
        async with anna.at(left):
            pass
        service = server.service
        while left in service.rooms.rooms:
            await service.store.health()
        later = [await anna.open(opponent="friend", length=3) for _ in range(3)]
        assert [service.executor.known(table) is not None for table in (left, *later)] == [False, False, True, True]
