"""Who watches is shown only to those who may expel somebody; also ratings shown, and a lone player's seat."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tavl.server import schema
from tavl.server.live.hints import SPECTATORS_HINT
from tavl.server.tables.listing import TableReading
from tavl.store import Hint
from tavl.store.schema import seats
from tests.server.harness import Player, Running, running
from tests.server.tables.test_roles import directed, linked


@pytest.mark.rule("T1.6.iii")
async def test_whoever_may_expel_spectators_is_told_who_watches_and_nobody_else_is(server_on_both: Running) -> None:
    server = server_on_both
    async with (
        directed(server) as (table, anna, bo, dora),
        Player(server.url) as eve,
        Player(server.url) as otto,
        Player(server.url) as nobody,
        dora.at(table) as director,
        anna.at(table) as first,
        bo.at(table),
        nobody.at(table),  # has not said who that is
    ):
        watcher, late = await eve.me(), await otto.me()
        assert director.state["watchers"] == []
        async with eve.at(table) as watching, otto.at(table) as later:
            await director.until(lambda: sorted(director.state["watchers"]) == sorted([watcher, late]))
            assert {director.state["people"][who]["name"] for who in (watcher, late)} == {
                (await eve.ask("GET", "/me"))["name"],
                (await otto.ask("GET", "/me"))["name"],
            }
            for here in (watching, later, first):
                await here.send(hello={"after": 0})
                await here.answered("state")
                assert here.state["watchers"] == []
                assert watcher not in here.state["people"]
            await director.send(id="e", action={"type": "expel_spectator", "person": watcher, "reason": "loud"})
            await director.answered("done", "e")
            await director.until(lambda: director.state["watchers"] == [late])
        await director.until(lambda: director.state["watchers"] == [])


async def test_where_nobody_rules_nobody_is_written_down_for_watching(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as eve:
        table = await anna.open(opponent="friend", length=3)
        await bo.join(table)
        await eve.me()
        async with anna.at(table) as first, eve.at(table) as watching:
            assert server.service.spectators._telling is None
            assert first.state["watchers"] == watching.state["watchers"] == []


@pytest.mark.postgres
async def test_who_watches_in_another_process_is_told_too(postgres_url: str) -> None:
    async with (
        running(postgres_url) as here,
        running(postgres_url) as there,
        directed(here) as (table, _, _, dora),
        dora.at(table) as director,
        Player(there.url) as eve,
    ):
        watcher = await eve.me()
        async with eve.at(table):
            await director.until(lambda: director.state["watchers"] == [watcher])
            assert director.state["people"][watcher]["name"]
            found = await here.service.store.read_rows(lambda c: c.execute(sa.select(schema.watching)).all())
            assert [row.person for row in found] == [watcher]
        await director.until(lambda: director.state["watchers"] == [])
        there.service.store.database.announce([Hint(SPECTATORS_HINT + "nowhere", 1)])  # and a table nobody knows
        assert await here.service.store.read_rows(lambda c: c.execute(sa.select(schema.watching)).all()) == []


async def test_a_director_who_comes_later_sees_who_was_there_before(server: Running) -> None:
    async with (
        Player(server.url) as dora,
        Player(server.url) as anna,
        Player(server.url) as bo,
        Player(server.url) as eve,
    ):
        table = await dora.open(opponent="friend", length=3, ruled_by="director", sits=False)
        await anna.join(table)
        await bo.join(table)
        watcher = await eve.me()
        async with eve.at(table), dora.at(table) as director:
            await director.until(
                lambda: director.state["watchers"] == [watcher] and watcher in director.state["people"]
            )
            await linked(dora, eve, table, "observer")
            await director.until(lambda: director.state["watchers"] == [])  # has a part in it now


# whether it counts


async def test_a_table_says_whether_its_match_is_rated(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as guest:
        for player, name in ((anna, "Anna"), (bo, "Bo")):
            await player.ask("POST", "/account", 201, password="correct horse", name=name)
        rated = await anna.open(opponent="anyone", length=3, rated=True)
        friendly = await anna.open(opponent="anyone", length=5)
        money = await anna.open(opponent="friend", rated=True)
        listed = {line["id"]: line["rated"] for line in (await bo.ask("GET", "/tables"))["open"]}
        assert listed == {rated: True, friendly: False}
        assert (await anna.ask("GET", f"/tables/{money}"))["rated"] is False  # money play never is
        await bo.join(rated)
        async with bo.at(rated) as here:
            assert here.state["rated"] is True
        other = await anna.open(opponent="friend", length=3, rated=True)
        assert (await guest.ask("GET", f"/tables/{other}"))["rated"] is True
        await guest.me()
        await guest.join(other)
        assert (await guest.ask("GET", f"/tables/{other}"))["rated"] is False  # a guest is not registered
        bot = await anna.open(opponent="bot:newcomer", length=3, rated=True)
        assert (await anna.ask("GET", f"/tables/{bot}"))["rated"] is True  # among bots


# where somebody sits


async def test_a_lone_player_on_the_second_seat_is_listed_there(server: Running) -> None:
    async with Player(server.url) as dora, Player(server.url) as anna, Player(server.url) as bo:
        table = await dora.open(opponent="friend", length=3, ruled_by="director", sits=False, starts_at=1 << 45)
        await anna.join(table)
        await bo.join(table)
        async with anna.at(table) as here:
            assert (await here.act("leave"))["type"] == "done"
        him = await bo.me()
        query = sa.select(seats.c.seat, seats.c.person).where(seats.c.stream == f"table/{table}")
        log = server.service.store
        assert [tuple(row) for row in await log.read_rows(lambda c: c.execute(query).all())] == [(1, him)]
        state = await server.service.executor.state(table)
        assert TableReading().row(state).players == (None, him)
        await log.rebuild("tables")
        assert [tuple(row) for row in await log.read_rows(lambda c: c.execute(query).all())] == [(1, him)]
