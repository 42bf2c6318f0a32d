"""Authentication and reconnecting: fast enough for everybody at once, and never from a cache."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tavl.server.live.connections import ENDED
from tests.server.harness import PATIENCE, Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('arriving') / 'tavl.db'}") as here:
        yield here


async def at_a_table(anna: Player, bo: Player) -> str:
    table = await anna.open(opponent="friend", length=3)
    await bo.join(table)
    return table


class Counted:
    """How often the store is asked about people, and which streams are read."""

    def __init__(self, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
        store = server.service.store
        self.logs: list[str] = []
        self.rows = 0
        read, read_rows = store.read, store.read_rows

        async def counted_read(stream: str, *rest: Any) -> Any:
            self.logs.append(stream)
            return await read(stream, *rest)

        async def counted_rows(work: Callable[..., Any]) -> Any:
            about = work.__qualname__  # a sign of life, which comes when its time has come, is nobody's coming back
            counted = ("Accounts", "Blocking", "Logins", "Passwords", "Rooms", "Service")
            self.rows += about.startswith(counted) and "_show_life" not in about
            return await read_rows(work)

        monkeypatch.setattr(store, "read", counted_read)
        monkeypatch.setattr(store, "read_rows", counted_rows)


async def settled(*tables: Any) -> None:
    """Nothing happens by itself any more: somebody is to make the first play."""
    for here in tables:
        await here.until(lambda here=here: here.view["phase"] == "to_play")


async def test_who_comes_back_to_a_live_table_costs_one_look_and_no_log(
    server: Running, anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_a_table(anna, bo)
    async with anna.at(table) as here, bo.at(table) as there:
        await settled(here, there)
        seen = here.state
        here.drop()
        counted = Counted(server, monkeypatch)
        await here.connect(seen["version"])
        assert (counted.logs, counted.rows) == ([], 1)
        assert (here.state["version"], here.view) == (seen["version"], seen["view"])


async def test_so_does_the_whole_table_when_both_lines_were_cut(
    server: Running, anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_a_table(anna, bo)
    async with anna.at(table) as here, bo.at(table) as there:
        await settled(here, there)
        here.drop()
        there.drop()
        async with asyncio.timeout(PATIENCE):
            while table in server.service.rooms.rooms:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        counted = Counted(server, monkeypatch)
        await here.connect()
        await there.connect()
        assert (counted.rows, here.state["people"]) == (2, there.state["people"])
        assert all(person["name"] for person in here.state["people"].values())


async def test_what_another_process_has_said_it_wrote_is_read_first(
    server: Running, anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_a_table(anna, bo)
    executor = server.service.executor
    async with anna.at(table) as here, bo.at(table) as there:
        await settled(here, there)
        counted = Counted(server, monkeypatch)
        known = executor.known(table)
        assert known is not None
        assert await executor.state_at_least(table, known.version) is known
        assert not executor.told_of(table, known.version)
        assert counted.logs == []
        await executor.state_at_least(table, known.version + 1)  # a client that has seen more than we
        (stream,) = counted.logs
        assert executor.told_of(table, known.version + 1)
        await executor.state_at_least(table, 0)
        assert counted.logs.count(stream) == 2  # a timer may look at another test's table meanwhile


async def test_a_table_that_is_pushed_out_of_memory_while_it_is_written_to_is_answered_all_the_same(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'tavl.db'}"
    async with running(database, folds_kept=1) as small, Player(small.url) as anna, Player(small.url) as bo:
        tables = [await at_a_table(anna, bo) for _ in range(3)]
        async with anna.at(tables[0]) as first, anna.at(tables[1]) as second, anna.at(tables[2]) as third:
            every = (first, second, third)
            await settled(*every)
            for _ in range(4):
                answers = await asyncio.gather(*(here.act("beaver") for here in every))
                assert {answer.get("code") for answer in answers} == {"no_beavers"}


async def test_a_new_name_is_seen_by_who_comes_back(anna: Player, bo: Player) -> None:
    table = await at_a_table(anna, bo)
    async with anna.at(table):
        pass
    await anna.ask("PATCH", "/me", 200, name="Ane")
    async with bo.at(table) as there:
        assert "Ane" in {person["name"] for person in there.state["people"].values()}


async def test_a_login_that_was_ended_opens_no_socket_again(server: Running, anna: Player, bo: Player) -> None:
    table = await at_a_table(anna, bo)
    async with anna.at(table):
        cookies = dict(anna.http.cookies)
    await anna.ask("DELETE", "/session", 204)
    anna.http.cookies.update(cookies)  # somebody kept them
    assert "Cookie" in anna.socket_headers()
    async with anna.at(table) as here:
        assert here.view["role"] == "spectator"  # whoever that is, it is not Anna


async def test_a_login_that_ends_while_it_comes_in_does_not_get_in(
    server: Running, anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it was found good, and before the room could be told to let it go."""
    table = await at_a_table(anna, bo)
    service = server.service
    await ending_on_the_way(service.rooms, monkeypatch, lambda: anna.ask("DELETE", "/session", 204))
    with pytest.raises((ConnectionClosed, InvalidStatus)) as caught:
        async with anna.at(table):
            pytest.fail("let in")
    if isinstance(caught.value, ConnectionClosed):
        assert caught.value.rcvd
        assert caught.value.rcvd.code == ENDED
    assert table not in service.rooms.rooms or not service.rooms.rooms[table].connections


async def ending_on_the_way(rooms: Any, monkeypatch: pytest.MonkeyPatch, end: Callable[[], Awaitable[Any]]) -> None:
    enter = rooms.enter

    async def slowly(*given: Any) -> Any:
        monkeypatch.setattr(rooms, "enter", enter)
        await end()
        return await enter(*given)

    monkeypatch.setattr(rooms, "enter", slowly)
