"""kill -9, several processes, lost hints, a database that goes away: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import read, stream_of
from tavl.server.tables.stream.stream_state import State
from tavl.store import Hint, StoreError
from tests.polling import poll_async
from tests.server.harness import PATIENCE, AtTable, Player, Process, Running, running
from tests.store.postgres import Postgres

T = TypeVar("T")
LOST = (ConnectionClosed, OSError, TimeoutError, httpx.HTTPError)


async def played_until_killed(here: AtTable, chance: random.Random) -> None:
    with contextlib.suppress(*LOST):
        await here.play_on(chance)


def same(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> bool:
    return first[: len(second)] == second[: len(first)]


async def at_once(work: Iterable[Coroutine[Any, Any, T]], most: int = 24) -> list[T]:
    """All of it, so many at a time, as browsers would."""
    turns = asyncio.Semaphore(most)

    async def one(each: Coroutine[Any, Any, T]) -> T:
        async with turns:
            return await each

    return await asyncio.gather(*(one(each) for each in work))


async def match_of_two(url: str, number: int) -> tuple[AtTable, AtTable]:
    first, second = Player(url), Player(url)
    clock = {"minutes_per_point": 60, "delay_seconds": 12} if number % 3 == 0 else None
    table = await first.open(opponent="friend", length=5, clock=clock)
    await second.join(table)
    seats = AtTable(first, table), AtTable(second, table)
    for here in seats:
        await here.connect()
    return seats


async def is_as_it_was(seats: tuple[AtTable, AtTable], url: str) -> None:
    """What was acknowledged and what was seen is there; both see the same."""
    whole: list[dict[str, Any]] = []
    for here in seats:
        here.player.url = url
        known, last = list(here.events), here.acknowledged
        await here.connect(after=known[-1]["version"])
        assert here.state["version"] >= max(last, known[-1]["version"])
        whole = whole or (await here.player.ask("GET", f"/tables/{here.table}/events"))["events"]
        assert whole[: len(known)] == known
        assert same(whole, here.events)


async def acknowledged(seats: list[AtTable], count: int) -> None:
    """Until the versions that they know of have grown by so many together."""
    left, enough = count, asyncio.Event()

    def told(gained: int) -> None:
        nonlocal left
        left -= gained
        if left <= 0:
            enough.set()

    for here in seats:
        here.on_done = told
    await enough.wait()


async def killed_thrice(database: str, tables: int, seed: int) -> None:
    chance = random.Random(seed)
    async with Process(database) as server:
        matches = await at_once(match_of_two(server.url, number) for number in range(tables))
        seats = [here for match in matches for here in match]
        for _ in range(3):
            playing = [asyncio.create_task(played_until_killed(here, random.Random(chance.random()))) for here in seats]
            await asyncio.wait_for(acknowledged(seats, 4 * len(seats) + chance.randrange(2 * len(seats))), 300)
            server.kill()  # at any moment
            await asyncio.gather(*playing)
            await server.start()
            await at_once(is_as_it_was(match, server.url) for match in matches)
        for here in seats:
            await here.disconnect()
            await here.player.http.aclose()


async def test_every_match_is_as_at_its_last_acknowledged_action_after_kill_9(sqlite_url: str) -> None:
    await killed_thrice(sqlite_url, 16, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(2))
async def test_a_thousand_matches_are_as_at_their_last_acknowledged_action_after_kill_9(url: str, seed: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket and a line for HTTP for each of 2,000 people
    await killed_thrice(url, 1_000, seed)


@pytest.mark.postgres
async def test_two_processes_share_a_database_and_one_is_killed(postgres_url: str) -> None:
    async with (
        Process(postgres_url) as left,
        Process(postgres_url) as right,
        Player(left.url) as anna,
        Player(right.url) as bo,
        Player(left.url) as cy,
    ):
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        with_bot = await cy.open(opponent="bot:club", length=1)
        first, second, third = AtTable(anna, table), AtTable(bo, table), AtTable(cy, with_bot)
        for here in (first, second, third):
            await here.connect()
        await second.until(lambda: second.state["present"] == [True, True] or _present(second))
        await first.send(chat={"text": "hello over there"})
        assert (await second.answered("chat"))["text"] == "hello over there"
        playing = [
            asyncio.create_task(here.play_on(random.Random(n), 40)) for n, here in enumerate((first, second, third))
        ]
        await asyncio.gather(*playing)
        going_on = asyncio.create_task(played_until_killed(second, random.Random(7)))
        left.kill()
        for here in (first, third):
            here.player.url = right.url
            await here.connect(after=here.events[-1]["version"])
            assert here.state["version"] >= here.acknowledged
        await asyncio.gather(first.play_on(random.Random(5)), third.play_on(random.Random(6)), going_on)
        for here in (first, second, third):
            assert here.view["result"]["reason"] == "score"
        assert first.events == second.events
        waits = [after["at"] - before["at"] for before, after in zip(third.events, third.events[1:], strict=False)]
        assert max(waits) <= 20_000  # whoever held the bot's timer: the other took it over, on a busy machine too
        for here in (first, second, third):
            await here.disconnect()


def _present(here: AtTable) -> bool:
    return {"type": "presence", "present": [True, True]} in here.heard


@pytest.mark.postgres
async def test_lost_hints_delay_and_lose_nothing(postgres_url: str) -> None:
    async with running(postgres_url) as left, running(postgres_url) as right:
        for server in (left, right):
            server.service.store.database.announce = lambda hints: None  # type: ignore[method-assign]
        async with Player(left.url) as anna, Player(right.url) as bo:
            table = await anna.open(opponent="friend", length=1)
            await bo.join(table)
            async with anna.at(table) as first, bo.at(table) as second:
                await asyncio.gather(first.play_on(random.Random(1), 17), second.play_on(random.Random(2), 17))
                assert same(first.events, second.events)


@pytest.mark.postgres
async def test_two_writers_collide_and_the_later_decides_again(postgres_url: str) -> None:
    """Both players' words come at once, each to another process; both stand."""
    async with (
        running(postgres_url) as left,
        running(postgres_url) as right,
        Player(left.url) as anna,
        Player(right.url) as bo,
    ):
        words = ("the-word-of-the-first-one", "the-word-of-the-second-one")
        table = await anna.open(opponent="friend", length=1, promise=fair.promise(words[0]))
        await bo.join(table, promise=fair.promise(words[1]))
        async with anna.at(table) as first, bo.at(table) as second:
            told = await asyncio.gather(first.act("tell_word", word=words[0]), second.act("tell_word", word=words[1]))
            assert [answer["type"] for answer in told] == ["done", "done"]
            await first.until(lambda: first.view["phase"] == "to_play")


def missed_heartbeats(server: Running) -> asyncio.Semaphore:
    """Released whenever a heartbeat finds no database."""
    missed, beat = asyncio.Semaphore(0), server.service.heartbeat.beat

    async def watched() -> None:
        try:
            await beat()
        except StoreError:
            missed.release()
            raise

    server.service.heartbeat.beat = watched  # type: ignore[method-assign]
    return missed


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("tries", "for_heartbeats"),
    [(4, False), pytest.param(10, True, marks=pytest.mark.soak)],
    ids=["a moment", "ten heartbeats"],
)
async def test_the_database_gone_for_a_while_loses_nothing(
    postgres: Postgres, postgres_url: str, tries: int, for_heartbeats: bool
) -> None:
    if not postgres.ours:
        pytest.skip("the given PostgreSQL is not ours to stop")
    async with running(postgres_url) as server, Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            await asyncio.gather(first.play_on(random.Random(1), 16), second.play_on(random.Random(2), 16))
            for here in (first, second):
                await here.until(
                    lambda here=here: here.state["version"] >= max(first.acknowledged, second.acknowledged)
                )
            mover = first if first.seat in first.view["to_act"] else second
            chosen = mover.something(random.Random(3))
            assert chosen
            missed = missed_heartbeats(server)
            await asyncio.to_thread(postgres.stop)
            try:
                for _ in range(tries):
                    refused = await mover.act(chosen[0], id="during", **chosen[1])
                    assert refused["code"] == "unavailable"
                    assert (await anna.http.get("/readyz")).status_code == 503
                    assert (await anna.http.get(f"/api/v1/tables/{table}")).status_code == 503
                    if for_heartbeats:
                        await asyncio.wait_for(missed.acquire(), PATIENCE)
            finally:
                await asyncio.to_thread(postgres.start)

            async def done() -> bool:
                return (await mover.act(chosen[0], id="during", **chosen[1]))["type"] == "done"

            await poll_async(done, PATIENCE)
            await asyncio.gather(first.play_on(random.Random(4)), second.play_on(random.Random(5)))
            assert first.view["result"] == second.view["result"]


async def folded(server: Running, table: str) -> State:
    events = await server.service.store.read(stream_of(table))
    state = stream_state.fold(None, ((read(event), event.at, event.version) for event in events))
    assert state is not None
    return state


async def test_a_hint_for_another_stream_is_none_of_our_business(server: Running) -> None:
    async with Player(server.url) as anna:
        table = await anna.open(opponent="friend", length=1)
        server.service.store._hints.tell([Hint("room/none", 1), Hint("tournament/1", 3), Hint("table/none", 9)])
        async with anna.at(table) as here:
            assert here.state["version"] == (await folded(server, table)).version
