"""Authentication and reconnecting: fast enough for everybody at once, and never from a cache."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tavl import store as stores
from tavl.server import schema
from tavl.server.accounts import authentication
from tavl.server.accounts.identity import Identity
from tavl.server.live.connections import ENDED
from tavl.store.log.events import NewEvent
from tavl.store.schema import people as people_rows
from tests.polling import poll_async
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
        await poll_async(lambda: table not in server.service.rooms.rooms, PATIENCE)
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
        assert not executor.note_version(table, known.version)
        assert counted.logs == []
        await executor.state_at_least(table, known.version + 1)  # a client that has seen more than we
        (stream,) = counted.logs
        assert executor.note_version(table, known.version + 1)
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


# many at tables

DAY_MS = 86_400_000


async def test_who_comes_with_others_is_found_as_if_alone(url: str) -> None:
    """A guest, an account that is an administrator's, a suspended one, a login that is too old, an erased person,
    somebody who mutes and blocks, an unknown cookie and none; at a table and where there is none."""
    now, since = 10 * DAY_MS, 5 * DAY_MS
    people = {
        name: {"id": name, "display_name": name.title(), "created": 1, "language": "da"}
        for name in ("guest", "admin", "bad", "lifted", "old", "gone", "quiet")
    }
    people["gone"]["erased"] = 2
    logins = [
        {"id": f"l-{name}", "token": f"t-{name}", "person": name, "began": 7, "used": now, "agent": ""}
        for name in people
    ]
    logins[list(people).index("old")]["used"] = since - 1
    account = {"person": "admin", "login": "boss", "password": "", "recovery": "r", "made": 1}
    rows: list[tuple[sa.Table, list[dict[str, Any]]]] = [
        (people_rows, [{"erased": None, **person} for person in people.values()]),
        (schema.logins, logins),
        (schema.accounts, [account]),
        (schema.administrators, [{"person": "admin", "since": 1}]),
        (schema.suspensions, [{"person": "bad", "since": 1, "until": None, "reason": "noise"}]),
        (schema.suspensions, [{"person": "lifted", "since": 1, "until": now, "reason": "over"}]),
        (schema.mutes, [{"stream": "table/a", "person": "quiet"}]),
        (schema.blocks, [{"person": "quiet", "blocked": other, "at": 1} for other in ("bad", "old")]),
    ]
    async with await stores.open(url, kept=schema.ALL) as store:
        await store.append("table/a", 0, [NewEvent("opened")] * 3, actor="guest", action_id="1", at=1)

        def write(connection: sa.Connection) -> None:
            for table, values in rows:
                connection.execute(sa.insert(table), values)

        await store.write_rows(write)
        tokens = [*(f"t-{name}" for name in people), "t-nobody", None]
        asked = [(token, stream) for token in tokens for stream in ("table/a", "table/b")]
        together = await store.read_rows(lambda c: authentication.look_together(c, asked, now, since))
        alone = [
            await store.read_rows(lambda c, one=one: authentication.look(c, *one, False, now, since)) for one in asked
        ]
        assert together == alone
        found = dict(zip(asked, together, strict=True))
        assert found["t-admin", "table/a"].identity == Identity(
            person="admin", name="Admin", login_name="boss", language="da", login="l-admin", began=7, administrator=True
        )
        assert found["t-quiet", "table/a"].muted
        assert found["t-quiet", "table/b"].blocked == {"bad", "old"}
        assert [found[token, "table/a"].identity for token in ("t-old", "t-gone", "t-nobody", None)] == [None] * 4
        assert (found[None, "table/a"].version, found[None, "table/b"].version) == (3, 0)


async def test_a_table_with_an_impossible_name_troubles_nobody_else(server: Running, anna: Player, bo: Player) -> None:
    table = await at_a_table(anna, bo)

    async def comes(name: str) -> str:
        async with anna.at(name) as here:
            return str(here.view["role"])

    outcomes = await asyncio.gather(*(comes(name) for name in (table, "%00", table)), return_exceptions=True)
    assert [outcomes[0], outcomes[2]] == ["player", "player"]
    assert isinstance(outcomes[1], InvalidStatus)
