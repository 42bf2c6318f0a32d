"""A player's connection is lost: the clock runs or the match waits, as the table says, and the opponent sees it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tavl.rules.seat import Seat
from tavl.server.live.lost_connections import settles_s
from tavl.server.tables.hosting import HouseTerms, LoseLine, LostLine
from tests.server.harness import AtTable, Player, running

QUICKLY = {"line_grace_ms": 300, "flag_grace_ms": 0}


def kinds(here: AtTable) -> list[str]:
    return [event["event"]["type"] for event in here.events]


def losses(here: AtTable, seat: int) -> list[dict[str, Any]]:
    """Of one player: where nothing is waited for, the other may have counted as lost while sitting down."""
    lost = [event for event in here.events if event["event"]["type"] == "line_lost"]
    return [event for event in lost if event["event"]["seat"] == seat]


async def both(anna: Player, bo: Player, seconds: float, **terms: Any) -> tuple[AtTable, AtTable]:
    """Whoever is on turn first; each has so many seconds."""
    clock = {"minutes_per_point": seconds / 60, "delay_seconds": 0}
    table = await anna.open(opponent="friend", length=1, clock=clock, **terms)
    await bo.join(table)
    first, second = AtTable(anna, table), AtTable(bo, table)
    for here in (first, second):
        await here.connect()
        await here.until(lambda here=here: here.view["phase"] == "to_play")
    return (first, second) if first.seat == first.view["turn"] else (second, first)


@pytest.mark.rule("T4.3.ii")
async def test_the_match_waits_and_goes_on_where_it_was(url: str) -> None:
    async with running(url, **QUICKLY, line_wait_ms=60_000) as server, Player(server.url) as a, Player(server.url) as b:
        mover, other = await both(a, b, 20, lost_line="waits")
        seat = mover.seat
        mover.drop()
        await other.until(lambda: other.state["house"]["waits_for"] == seat)
        assert kinds(other)[-3:] == ["line_lost", "match_waits", "suspended"]
        house, clock = other.state["house"], other.view["clock"]
        assert (house["lost_line"], house["wait_left_ms"][seat]) == ("waits", 60_000)
        assert house["waits_until"] > other.state["at"]
        assert clock["running"] is None
        assert {"type": "presence", "present": [seat != 0, seat != 1]} in other.heard
        remaining = clock["remaining"]
        await mover.connect(after=mover.state["version"])
        await other.until(lambda: kinds(other)[-2:] == ["line_back", "resumed"])
        assert other.view["clock"]["running"] == seat
        at = [event["at"] for event in other.events]
        charged = remaining[seat] - other.view["clock"]["remaining"][seat]
        assert charged <= other.state["at"] - at[-1]  # nobody paid for the time in which the line was lost
        assert other.state["house"]["wait_left_ms"][seat] < 60_000
        for here in (mover, other):
            await here.disconnect()


async def test_a_match_does_not_wait_for_ever_and_not_where_the_clock_runs(sqlite_url: str) -> None:
    async with (
        running(sqlite_url, **QUICKLY, line_wait_ms=700, next_game_after_ms=1_000) as server,
        Player(server.url) as a,
        Player(server.url) as b,
        Player(server.url) as c,
        Player(server.url) as d,
    ):
        waiting, other = await both(a, b, 4, lost_line="waits")
        waiting.drop()
        running_on, opponent = await both(c, d, 1)
        running_on.drop()
        await opponent.until(lambda: opponent.over)
        assert "line_lost" not in kinds(opponent)
        await other.until(lambda: other.over)
        assert kinds(other)[-6:-3] == ["match_waits", "suspended", "resumed"]
        assert other.view["result"]["reason"] == "time"
        for here in (other, opponent):
            await here.disconnect()


async def test_a_page_that_is_loaded_anew_is_no_lost_line(sqlite_url: str) -> None:
    patient = {**QUICKLY, "line_grace_ms": 10_000}  # a busy machine is not away
    async with running(sqlite_url, **patient) as server, Player(server.url) as a, Player(server.url) as b:
        mover, other = await both(a, b, 60, lost_line="waits")
        mover.drop()
        await mover.connect()
        chosen = mover.something(random.Random(1))
        assert chosen
        assert (await mover.act(chosen[0], **chosen[1]))["type"] == "done"
        await other.until(lambda: other.view["phase"] == "to_roll")
        assert "match_waits" not in kinds(other)
        for here in (mover, other):
            await here.disconnect()


async def test_nobody_loses_on_time_because_nobody_could_tell_that_they_are_away(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed writes down nothing about the lines it had; whoever claims the time looks first."""
    settings = {**QUICKLY, "next_game_after_ms": 1_000}
    async with running(sqlite_url, **settings) as server, Player(server.url) as a, Player(server.url) as b:
        monkeypatch.setattr(server.service.lost_connections, "changed", lambda table: None)
        mover, other = await both(a, b, 2, lost_line="waits")
        seat = mover.seat
        mover.drop()
        await other.until(lambda: other.state["house"]["waits_for"] == seat)
        assert not other.over
        assert other.view["clock"]["remaining"][seat] == 2_000
        await other.disconnect()


# many at once


@pytest.mark.parametrize(
    ("terms", "seconds"),
    [
        (HouseTerms(), None),
        (HouseTerms(lost_line=LostLine.WAITS, gone_wait_ms=300_000), 1),
        (HouseTerms(gone_wait_ms=0), 1),
        (HouseTerms(gone_wait_ms=120_000), 4),
        (HouseTerms(gone_wait_ms=300_000), 10),
        (HouseTerms(gone_wait_ms=86_400_000), 10),
    ],
    ids=["nothing depends on it", "the match waits", "claimed at once", "a thirtieth", "five minutes", "a day"],
)
def test_how_long_somebody_may_be_away_before_it_is_recorded(terms: HouseTerms, seconds: float | None) -> None:
    assert settles_s(terms) == seconds


async def without_clock(anna: Player, bo: Player) -> tuple[AtTable, AtTable]:
    table = await anna.open(opponent="friend", length=3)
    await bo.join(table)
    both = AtTable(anna, table), AtTable(bo, table)
    for here in both:
        await here.connect()
        await here.until(lambda here=here: here.view["phase"] == "to_play")
    return both


async def test_who_is_back_in_seconds_leaves_nothing_in_the_log_and_nothing_is_looked_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(url) as server, Player(server.url) as a, Player(server.url) as b:
        both = await without_clock(a, b)
        version = both[0].state["version"]

        def looked_up(*_: object) -> None:
            raise AssertionError("one process knows who is connected")

        monkeypatch.setattr(server.service.presence, "anywhere", looked_up)
        for here in both:
            here.drop()
        for here in both:
            await here.connect(after=version)
            assert here.state["version"] == version
        assert await server.service.presence.connected_elsewhere([both[0].table]) == {}
        for here in both:
            await here.disconnect()


async def test_the_wait_for_a_claim_counts_from_when_the_connection_was_lost(sqlite_url: str) -> None:
    async with running(sqlite_url, gone_wait_ms=0) as server, Player(server.url) as a, Player(server.url) as b:
        gone, stays = await without_clock(a, b)
        gone.drop()

        await stays.until(lambda: bool(losses(stays, gone.seat)))
        lost = losses(stays, gone.seat)[-1]
        assert lost["at"] == lost["event"]["since"]
        await gone.connect()
        await stays.until(lambda: kinds(stays)[-1] == "line_back")
        for here in (gone, stays):
            await here.disconnect()


async def test_who_is_connected_to_another_process_is_not_lost(postgres_url: str) -> None:
    async with (
        running(postgres_url, gone_wait_ms=0) as here,
        running(postgres_url, gone_wait_ms=0) as there,
        Player(here.url) as a,
        Player(there.url) as b,
    ):
        for server in (here, there):
            await server.service.heartbeat.beat()
        assert here.service.process.others
        gone, stays = await without_clock(a, b)
        await stays.until(lambda: stays.state["house"]["lost"][stays.seat] is None)
        before = losses(stays, stays.seat)
        gone.drop()
        await stays.until(lambda: bool(losses(stays, gone.seat)))
        assert stays.state["house"]["lost"][stays.seat] is None
        assert losses(stays, stays.seat) == before
        await stays.disconnect()


async def test_who_came_back_while_the_loss_was_written_is_found(sqlite_url: str) -> None:
    async with running(sqlite_url, gone_wait_ms=0) as server, Player(server.url) as a, Player(server.url) as b:
        first, second = await without_clock(a, b)
        lost = server.service.lost_connections
        await lost._lose((first.table, Seat.FIRST))  # who was to be recorded, and is back before it is their turn
        await lost._write(first.table, LoseLine(Seat.FIRST, 0), "0:0")  # as another process might, who is late
        await second.until(lambda: kinds(second)[-2:] == ["line_lost", "line_back"])
        for here in (first, second):
            await here.disconnect()
