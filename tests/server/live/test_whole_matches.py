"""Whole matches over the socket."""

from __future__ import annotations

import asyncio
import random

import sqlalchemy as sa

from tavl.server.schema import dice_secrets
from tavl.server.tables.dice.proof import verify
from tavl.server.tables.stream.event_codec import read, stream_of
from tests.server.harness import Player, Running, promise


async def stream(server: Running, table: str) -> list[object]:
    return [read(event) for event in await server.service.store.read(stream_of(table))]


async def test_two_people_play_a_match(server_on_both: Running) -> None:
    server = server_on_both
    words = ("a-word-that-the-first-draws", "a-word-that-the-second-draws")
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=3, promise=promise(words[0]))
        await bo.join(table, promise=promise(words[1]))
        async with anna.at(table) as first, bo.at(table) as second:
            for here in (first, second):
                here.words = dict(enumerate(words))
            await asyncio.gather(first.play_on(random.Random(1)), second.play_on(random.Random(2)))
            assert first.view["result"] == second.view["result"]
            assert max(first.view["score"]) == 3
            assert first.events == second.events
            assert [event["version"] for event in first.events] == list(range(1, len(first.events) + 1))
    verdict = verify(await stream(server, table))
    assert verdict.proven, verdict.faults
    assert verdict.rolls >= 2  # two games at least, whoever drops when


async def test_a_guest_plays_a_bot(server_on_both: Running) -> None:
    server = server_on_both
    async with Player(server.url) as guest:
        table = await guest.open(opponent="bot:club", length=1)
        async with guest.at(table) as here:
            assert here.state["people"]["bot.club"] == {"name": "tavl club", "bot": True}
            assert here.state["present"] == [True, True]
            await here.play_on(random.Random(3))
            assert here.view["result"]["reason"] == "score"
    assert verify(await stream(server, table)).proven


async def test_the_secret_is_nowhere_before_the_end(server: Running) -> None:
    async with Player(server.url) as guest:
        table = await guest.open(opponent="bot:strong", length=1)
        async with guest.at(table) as here:
            await here.play_on(random.Random(4), 16)
            kept = await secrets_of(server, table)
            told = {word["word"] for word in here.state["dice"]["words"]}
            assert len(kept - told) == 1
            secret = (kept - told).pop()
            logged = [event.body.decode() for event in await server.service.store.read(stream_of(table))]
            shown = (await guest.http.get(f"/api/v1/tables/{table}")).text
            assert all(secret not in text for text in (*logged, shown, str(here.events)))
            await here.play_on(random.Random(4))
            assert here.state["dice"]["secret"] == secret
            assert promise(secret) == here.state["dice"]["promise"]


async def secrets_of(server: Running, table: str) -> set[str]:
    query = sa.select(dice_secrets.c.text).where(dice_secrets.c.stream == stream_of(table))
    return set(await server.service.store.read_rows(lambda c: c.execute(query).scalars().all()))


async def test_anyone_is_paired_with_the_first_who_comes(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna, Player(server_on_both.url) as bo, Player(server_on_both.url) as cy:
        waiting = await anna.open(opponent="anyone", length=3)
        other = await cy.open(opponent="anyone", length=5)
        assert other != waiting
        lists = await bo.ask("GET", "/tables")
        assert {line["id"] for line in lists["open"]} == {waiting, other}
        assert await bo.open(opponent="anyone", length=3) == waiting
        assert [line["status"] for line in (await bo.ask("GET", "/tables"))["mine"]] == ["playing"]
        assert await bo.open(opponent="anyone", length=3) not in (waiting, other)


async def test_asked_twice_with_one_id_it_is_one_table(server: Running) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        first = await anna.open(opponent="friend", length=3, id="once")
        assert await anna.open(opponent="friend", length=3, id="once") == first
