"""The order of all streams, and hints: hints may be lost, events may not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest

from tavl import store
from tavl.store import BEGINNING, Event, Hint, NewEvent, Store
from tavl.store.databases.postgres import PostgresDatabase
from tavl.store.log.subscriptions import ROOM, Hints
from tests.store.helpers import read_all, say, versions


async def all_of(log: Store, limit: int = 7) -> list[Event]:
    found: list[Event] = []
    place = BEGINNING
    while page := await read_all(log, place, limit):
        found += page
        place = page[-1].place
    return found


async def test_reading_everything_gives_every_event_once_and_each_stream_in_its_order(log: Store) -> None:
    await asyncio.gather(*(say(log, f"t:{n}", 0, "a", "b") for n in range(10)))
    await asyncio.gather(*(say(log, f"t:{n}", 2, "c") for n in range(10)))
    found = await all_of(log)
    assert len({event.id for event in found}) == len(found) == 30
    for n in range(10):
        assert versions([event for event in found if event.stream == f"t:{n}"]) == [1, 2, 3]


async def test_a_place_holds_for_what_comes_later(log: Store) -> None:
    await say(log, "t:1", 0, "a")
    (first,) = await read_all(log)
    assert await read_all(log, first.place) == []
    await say(log, "t:0", 0, "b")
    assert [event.type for event in await read_all(log, first.place)] == ["b"]


async def test_the_news_of_many_streams_is_what_each_of_them_has(log: Store) -> None:
    for n in range(3):
        await say(log, f"t:{n}", 0, "a", "b", "c")
    said = NewEvent("said", b'{"reason":"too late"}', words=("reason",))
    await log.append("t:1", 3, [said], actor="anna", action_id="said", at=2 * 10**12)
    asked = [("t:2", 1), ("t:0", 3), ("t:1", 2), ("t:9", 0), ("t:2", 0)]
    found = await log.read_news(asked)
    assert [versions(events) for events in found] == [[2, 3], [], [3, 4], [], [1, 2, 3]]
    assert found == [await log.read(stream, after) for stream, after in asked]
    assert found[2][-1].fields() == {"reason": "too late"}
    assert await log.read_news([]) == []


@pytest.mark.postgres
async def test_the_order_goes_on_after_a_move_to_a_younger_cluster(another_postgres_url: str) -> None:
    async with await store.open(another_postgres_url) as log:
        await say(log, "t:1", 0, "a")
        (old,) = await read_all(log)
    async with await psycopg.AsyncConnection.connect(another_postgres_url) as raw:
        await raw.execute("ALTER TABLE events DISABLE TRIGGER events_append_only")
        await raw.execute("UPDATE events SET txn = txn + 1000000")  # as restored from a cluster that was used more
    for _ in range(2):
        async with await store.open(another_postgres_url) as log:
            await say(log, "t:1", await log.version("t:1"), "b")
            found = await all_of(log)
            assert versions(found) == list(range(1, len(found) + 1))
            assert found[0].place.transaction == old.place.transaction + 1_000_000


async def test_who_subscribes_hears_of_every_stream_once_it_is_written(log: Store) -> None:
    async with log.subscribe() as hints:
        await say(log, "t:1", 0, "a", "b")
        await say(log, "t:1", 0, "a", "b")  # known: nothing new to tell
        await say(log, "t:2", 0, "a")
        heard = {hint async for hint in take(hints, 2) if hint.stream}
        assert heard <= {Hint("t:1", 2), Hint("t:2", 1)}
    await say(log, "t:3", 0, "a")


async def test_who_is_told_by_the_writers_of_this_process_hears_only_of_others(log: Store) -> None:
    hints = log._hints
    async with log.subscribe(own=False) as others:
        await say(log, "t:1", 0, "a")
        hints.tell([Hint("t:2", 1)])
        heard = [hint async for hint in take(others, 1)]
    assert heard in ([Hint("t:2", 1)], [Hint(None)])  # none: PostgreSQL's bus has just begun to listen


async def take(hints, count: int) -> AsyncIterator[Hint]:
    for _ in range(count):
        hint = await hints.next(5)
        assert hint is not None
        yield hint


async def test_a_listener_who_is_far_behind_is_told_to_look_for_itself() -> None:
    hints = Hints()
    async with hints.subscribe() as slow:
        hints.tell([Hint(f"t:{n}", 1) for n in range(ROOM + 1)])
        assert await slow.next() == Hint(None)
        hints.tell([Hint("t:1", 5), Hint("t:1", 4)])
        assert await slow.next(1) == Hint("t:1", 5)
        assert await slow.next(0.01) is None


@pytest.mark.postgres
async def test_another_process_is_told_by_notification(postgres_url: str) -> None:
    async with await store.open(postgres_url) as here, await store.open(postgres_url) as there:
        await listening(here, there)
        async with there.subscribe() as hints:
            await say(here, "t:1", 0, "a")
            assert await hints.next(5) == Hint("t:1", 1)
            many = [f"a-rather-long-name-of-a-stream:{n}" for n in range(400)]
            assert isinstance(here.database, PostgresDatabase)
            here.database.announce([Hint(stream, 3) for stream in many])
            heard = set()
            while len(heard) < len(many):
                hint = await hints.next(5)
                assert hint is not None
                heard.add(hint.stream)
            assert heard == set(many)


@pytest.mark.postgres
async def test_a_process_that_is_not_known_yet_is_told_all_the_same(postgres_url: str) -> None:
    async with await store.open(postgres_url) as here, await store.open(postgres_url) as there:
        await listening(here, there)
        here.database.note_others(False)
        async with there.subscribe() as hints:
            for version in range(2):
                await say(here, "t:1", version, "a")
                assert await hints.next(5) == Hint("t:1", version + 1)


async def listening(*stores: Store) -> None:
    for one in stores:
        assert isinstance(one.database, PostgresDatabase)
        await asyncio.wait_for(one.database.bus.listening.wait(), 10)


@pytest.mark.postgres
async def test_when_the_listening_connection_is_cut_the_listener_is_told_to_look(postgres_url: str) -> None:
    async with await store.open(postgres_url) as here, await store.open(postgres_url) as there:
        await listening(here, there)
        async with there.subscribe() as hints:
            async with await psycopg.AsyncConnection.connect(postgres_url) as raw:
                await raw.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE query ILIKE 'LISTEN%' AND datname = current_database() AND pid <> pg_backend_pid()"
                )
            await say(here, "t:1", 0, "a")
            assert await hints.next(10) in (Hint(None), Hint("t:1", 1))
            assert versions(await there.read("t:1")) == [1]
            await listening(here, there)
