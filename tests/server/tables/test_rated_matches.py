"""Which matches are rated, in which list, and how it is shown."""

from __future__ import annotations

import random

import sqlalchemy as sa

from tavl.store.projections import ratings
from tavl.store.schema import ratings as rated_rows
from tavl.store.schema import standings
from tests.server.harness import Player, Running, a_play, running


async def registered(server: Running, name: str) -> Player:
    player = Player(server.url)
    await player.ask("POST", "/account", 201, password="correct horse", name=name)
    return player


async def lost_on_time(winner: Player, loser: Player, length: int | None = 1, **terms: object) -> str:
    """A match in which the loser does nothing, and has a fifth of a second for that."""
    clock = {"clock": {"minutes_per_point": 0, "delay_seconds": 60}, "delays_ms": [60_000, 200]}
    table = await winner.open(opponent="friend", length=length, **{"rated": True, **clock, **terms})
    await loser.join(table)
    async with winner.at(table) as here:
        while not here.over:
            if "make_play" in here.view["actions"]:
                await here.act("make_play", moves=a_play(here.view["tree"], random.Random(1)))
            if not here.over:
                await here.hear()
    return table


def everything(connection: sa.Connection) -> list[list[tuple[object, ...]]]:
    return [sorted(tuple(row) for row in connection.execute(sa.select(t))) for t in (rated_rows, standings)]


async def test_a_match_between_two_accounts_is_rated_and_told_everywhere(url: str) -> None:
    async with running(url) as server:
        anna, bo = await registered(server, "Anna"), await registered(server, "Bo")
        async with anna, bo:
            table = await lost_on_time(anna, bo)
            me = (await anna.ask("GET", "/me"))["id"]
            told = await bo.ask("GET", f"/players/{me}", 200)
            assert (told["name"], told["won"], told["lost"], told["bot"]) == ("Anna", 1, 0, False)
            assert told["rating"] == {
                "rating": 1510.0,
                "experience": 1,
                "matches": 1,
                "provisional": True,
                "place": None,
                "of": None,
            }
            assert told["with_bots"] is None
            (match,) = told["rated"]
            assert (match["table"], match["won"], match["change"], match["rating"]) == (table, True, 10.0, 1510.0)
            assert [(each["won"], each["lost"]) for each in told["opponents"]] == [(1, 0)]
            assert told["people"][match["opponent"]] == {
                "name": "Bo",
                "bot": False,
                "rating": 1490,
                "provisional": True,
            }
            following = await anna.open(opponent="friend", length=1)
            async with anna.at(following) as here:
                assert here.state["people"][me]["rating"] == 1510
            store = server.service.store
            kept = await store.read_rows(everything)
            await store.erase_person(me, server.service.clock())
            await store.rebuild("tables")
            assert await store.read_rows(everything) == kept
            assert (await bo.ask("GET", f"/players/{me}", 200))["rating"]["rating"] == 1510.0


async def test_guests_money_and_tables_not_opened_for_it_are_not_rated(server: Running) -> None:
    anna, bo = await registered(server, "Anna"), await registered(server, "Bo")
    async with anna, bo, Player(server.url) as guest:
        await guest.me()
        await lost_on_time(anna, guest)
        await lost_on_time(guest, bo)
        await lost_on_time(anna, bo, rated=False)
        await lost_on_time(anna, bo, length=None)
        assert await server.service.store.read_rows(everything) == [[], []]
        await lost_on_time(anna, bo)
        assert len((await server.service.store.read_rows(everything))[0]) == 2


async def test_a_table_that_is_closed_counts_for_nothing(server: Running) -> None:
    anna, bo = await registered(server, "Anna"), await registered(server, "Bo")
    async with anna, bo:
        table = await anna.open(opponent="friend", length=1, rated=True)
        async with anna.at(table) as here:
            await here.act("abort")
            await here.until(lambda: here.over)
        assert await server.service.store.read_rows(everything) == [[], []]


async def test_bots_are_rated_apart(sqlite_url: str) -> None:
    async with running(sqlite_url, rating_listed_from=0) as server:
        anna, bo = await registered(server, "Anna"), await registered(server, "Bo")
        made = await anna.ask("POST", "/tokens", 201, name="Robo")
        async with anna, bo, Player(server.url, made["token"]) as robo:
            await lost_on_time(robo, bo)  # somebody's bot
            clock = {"clock": {"minutes_per_point": 0, "delay_seconds": 60}, "delays_ms": [200, 60_000]}
            table = await bo.open(opponent="bot:newcomer", length=1, rated=True, **clock)  # and one of the house
            async with bo.at(table) as here:
                await here.until(lambda: here.over)
            found = await bo.ask("GET", "/players", 200)
            assert found["players"] == []
            assert {line["person"] for line in found["bots"]} == {made["person"], "bot.newcomer"}
            assert found["people"]["bot.newcomer"]["bot"]
            me = await bo.ask("GET", f"/players/{(await bo.ask('GET', '/me'))['id']}", 200)
            assert me["rating"] is None
            assert me["with_bots"]["matches"] == 2
            assert me["with_bots"]["place"] is None
            robos = await bo.ask("GET", f"/players/{made['person']}", 200)
            assert (robos["bot"], robos["rating"], robos["with_bots"]["of"]) == (True, None, 2)
            await lost_on_time(anna, bo)
            found = await bo.ask("GET", "/players", 200)
            assert [(line["place"], line["rating"]) for line in found["players"]] == [(1, 1510.0), (2, 1490.0)]


async def test_other_numbers_lead_to_other_ratings_when_the_server_starts(sqlite_url: str) -> None:
    async with running(sqlite_url) as server:
        anna, bo = await registered(server, "Anna"), await registered(server, "Bo")
        async with anna, bo:
            await lost_on_time(anna, bo)
    async with running(sqlite_url, rating_start=1000, rating_ramp=1.0) as server:
        rows = await server.service.store.read_rows(lambda c: ratings.ranking(c, False, 0, 10))
        assert [row.rating for row in rows] == [100_200, 99_800]


async def test_nobody_is_not_found(server: Running) -> None:
    async with Player(server.url) as anna:
        await anna.ask("GET", "/players/nobody", 404)
