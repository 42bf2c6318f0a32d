"""What happens by itself: lateness counted by the timekeeper, and not while the server was away."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, running
from tests.server.tournaments.http_tournament import act, make, matches, see, started

MINUTE = 60_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


async def called(ida: Player, **more: Any) -> tuple[str, dict[str, Any]]:
    id, _ = await started(ida, "Ole", "Per", late_by_itself=True, **more)
    call = (await see(ida, id))["desk"]["now"][0]["action"]
    await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
    (match,) = matches(await see(ida, id)).values()
    return id, match


@pytest.mark.rule("T2.2.iv")
async def test_lateness_that_was_reported_is_counted_by_the_timekeeper(url: str) -> None:
    clock = Clock()
    async with running(url, wall=clock, away_after_ms=10_000_000) as here, Player(here.url) as ida:
        id, match = await called(ida)
        await act(ida, id, "report_absence", match=match["id"], entry=match["players"][1])
        for _ in range(4):  # a minute at a time: nobody was away
            clock.now += 2 * MINUTE
            await here.service.heartbeat.beat()

        async def points() -> dict[str, int]:
            return (await see(ida, id))["desk"]["matches"][match["id"]]["points"]

        assert await poll_async(points, PATIENCE) == {match["players"][1]: 1}
        log = (await ida.ask("GET", f"/tournaments/{id}/log", 200))["events"]
        (given,) = [each for each in log if each["event"]["type"] == "late_penalty_given"]
        assert given["person"] == ""  # nobody's act


async def test_nobody_is_late_while_the_server_was_away(url: str) -> None:
    clock = Clock()
    async with running(url, wall=clock) as here, Player(here.url) as ida:
        id, match = await called(ida)
        cookies = dict(ida.http.cookies)
    gone = clock.now
    clock.now += 6 * MINUTE
    async with running(url, wall=clock) as here, Player(here.url) as ida:
        ida.http.cookies.update(cookies)
        kept = (await here.service.tournaments.state(id)).tournament
        ((since, until),) = kept.outages
        assert 0 <= since - gone < MINUTE
        assert 0 <= until - clock.now < MINUTE
        await act(ida, id, "report_absence", match=match["id"], entry=match["players"][1])
        (late,) = [item for item in (await see(ida, id))["desk"]["now"] if item["kind"] == "late"]
        assert late["facts"]["points"] == 0
        assert late["facts"]["late_ms"] < MINUTE


async def test_a_sit_and_go_fills_draws_and_opens_its_tables_without_a_director(url: str) -> None:
    division = {"id": "go", "stages": [{"id": "main", "length": 5}], "capacity": 4, "by_itself": True}
    async with running(url) as here, AsyncExitStack() as doors:
        players = [await doors.enter_async_context(Player(here.url)) for _ in range(4)]
        id = await make(players[0], division, title="Sit and go", attended=False)
        await act(players[0], id, "open_entries")
        for player in players:
            me = await player.me()
            await act(player, id, "enter", division="go", members=[me])

        async def both_tables() -> list[str]:
            tables = (await see(players[0], id))["tables"].values()
            return [*tables] if len(tables) == 2 else []

        seats = set()
        for table in await poll_async(both_tables, PATIENCE):
            state = await players[0].ask("GET", f"/tables/{table}", 200)
            assert state["view"]["length"] == 5
            seats |= set(state["view"]["seats"])
        assert len(seats) == 4
