"""What happens automatically: flags, next games, bots; and after the server was down."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tavl.server.processes.process import Process as ServerProcess
from tavl.server.wall_clock import Clock, now_ms
from tests.server.harness import Player, Process, Running, running


def types(events: list[dict[str, dict[str, str]]]) -> list[str]:
    return [event["event"]["type"] for event in events]


async def test_a_flag_falls_by_itself_and_not_before_the_grace(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna, Player(server_on_both.url) as bo:
        clock = {"minutes_per_point": 1 / 60, "delay_seconds": 0}
        table = await anna.open(opponent="friend", length=1, clock=clock)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            await first.until(lambda: first.view["phase"] == "to_play")
            started = next(e["at"] for e in reversed(first.events) if e["event"]["type"] == "opening_rolled")
            await first.until(lambda: first.over)
            await second.until(lambda: second.over)
            assert first.view["result"]["reason"] == "time"
            assert first.view["result"]["winner"] == 1 - first.view["turn"]
            ended = first.events[-1]["at"]
            assert 1500 <= ended - started <= 1600  # one second of time, half a second of grace for lag
            assert types(first.events)[-3:] == ["clock_stopped", "match_decided", "secret_told"]


async def test_time_that_the_service_was_away_is_charged_to_nobody(sqlite_url: str) -> None:
    settings = {"heartbeat_ms": 100, "away_after_ms": 5_000}
    server = await Process(sqlite_url, **settings).start()
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=1, clock={"minutes_per_point": 1, "delay_seconds": 0})
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.view["phase"] == "to_play")
            turn = here.view["turn"]
        server.kill()
        # A minute and a half later, which is longer than the player has.
        async with running(sqlite_url, wall=lambda: now_ms() + 90_000, **settings) as again:
            anna.url = bo.url = again.url
            async with anna.at(table) as first, bo.at(table) as second:
                assert not first.over
                assert types(first.events)[-2:] == ["suspended", "resumed"]
                assert first.view["clock"]["remaining"][turn] > 30_000
                mover = first if first.seat == turn else second
                chosen = mover.something(random.Random(1))
                assert chosen
                assert (await mover.act(chosen[0], **chosen[1]))["type"] == "done"


@pytest.mark.parametrize("end", [Process.kill, Process.stop], ids=["killed", "stopped"])
async def test_a_short_restart_is_charged_to_nobody_either(sqlite_url: str, end: Callable[[Process], None]) -> None:
    """A process that starts alone was not here before, however short that was."""
    async with (
        Process(sqlite_url, away_after_ms=60_000) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        clock = {"minutes_per_point": 10, "delay_seconds": 0}
        table = await anna.open(opponent="friend", length=1, clock=clock)
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.view["phase"] == "to_play")
            turn = here.view["turn"]
            known = here.state["version"]
            shown = here.view["clock"]
        end(server)
        async with running(sqlite_url, wall=lambda: now_ms() + 1_000, away_after_ms=60_000) as again:
            anna.url = again.url
            async with anna.at(table) as here:
                fresh = [event for event in here.events if event["version"] > known]
                assert types(fresh) == ["suspended", "resumed"]
                away = fresh[1]["at"] - fresh[0]["event"]["since"]
                assert away >= 1_000
                ran = here.view["clock"]["at"] - shown["at"]
                assert ran - away == shown["remaining"][turn] - here.view["clock"]["remaining"][turn]
                assert here.view["clock"]["running"] == turn


@pytest.mark.postgres
async def test_a_process_that_joins_others_stops_no_clock(postgres_url: str) -> None:
    async with (
        running(postgres_url) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        table = await anna.open(opponent="friend", length=1, clock={"minutes_per_point": 10, "delay_seconds": 5})
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.view["phase"] == "to_play")
            async with running(postgres_url, heartbeat_ms=9_000):  # a busy machine: two of these are long enough
                state = await server.service.executor.state(table)
            assert state.version == here.state["version"]


async def test_the_next_game_begins_by_itself_and_a_bot_keeps_its_pace(sqlite_url: str) -> None:
    async with running(sqlite_url, next_game_after_ms=400, bot_delay_ms=300) as server, Player(server.url) as guest:
        table = await guest.open(opponent="bot:newcomer", length=1)
        async with guest.at(table) as here:
            await here.until(lambda: here.view["phase"] in ("to_play", "to_roll"))
            at = {event["event"]["type"]: event["at"] for event in here.events}
            assert at["game_started"] - at["word_told"] >= 400
            await here.play_on(random.Random(1), 18)
            await here.until(lambda: here.view["last"] is not None and here.view["to_act"] == [0])
            bots = [
                (before["at"], event["at"])
                for before, event in zip(here.events, here.events[1:], strict=False)
                if event["event"]["type"] in ("rolled", "played") and event["event"]["seat"] == 1
            ]
            assert bots
            assert all(after - before >= 300 for before, after in bots)


@pytest.mark.rule("T2.2.i")
async def test_a_match_begins_at_its_start_time_by_itself(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        starts = server.service.clock() + 1_500
        table = await anna.open(opponent="friend", length=1, starts_at=starts, conduct=True)
        await bo.join(table)
        async with anna.at(table) as here:
            assert here.view["around"]["sheet"]["starts_at"] == starts
            await here.until(lambda: here.view["phase"] == "to_play")
            assert next(e["at"] for e in here.events if e["event"]["type"] == "game_started") >= starts


async def test_a_dispute_that_nobody_rules_on_ends_by_its_clause_after_the_stated_time(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna, Player(server_on_both.url) as bo:
        table = await anna.open(opponent="friend", length=1, conduct=True, default_after_ms=400)
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.view["phase"] == "to_play")
            assert (await here.act("raise_dispute", rule="T4.4.ix", statement="the cube"))["type"] == "done"
            await here.until(lambda: here.view["dispute"] is not None)
            assert here.view["dispute"]["default_at"] is not None
            await here.until(lambda: here.view["dispute"] is None)
            at = {event["event"]["type"]: event["at"] for event in here.events}
            assert at["dispute_settled"] - at["dispute_raised"] >= 400


# the machine's own clock


def test_a_clock_that_is_set_back_goes_on() -> None:
    wall, monotonic = 1_000_000, 50.0
    clock = Clock(lambda: wall, lambda: monotonic)
    wall, monotonic = wall + 1_000, monotonic + 1
    assert clock() == 1_001_000
    wall -= 3_600_000
    assert clock() == 1_001_000
    monotonic += 100
    wall += 100_000
    assert clock() == 1_100_000  # one percent slow, until the wall has caught up
    wall, monotonic = wall + 360_000_000, monotonic + 360_000
    assert clock() == wall
    wall += 7_200_000  # a machine that slept: by the wall alone
    assert clock() == wall


def test_a_clock_goes_on_where_it_was_before_a_restart_unless_that_was_far_off() -> None:
    clock = Clock(lambda: 1_000_000, lambda: 0.0)
    clock.continue_from(4_600_000)
    assert clock() == 4_600_000
    clock.continue_from(2_000_000)
    assert clock() == 4_600_000
    clock.continue_from(4_600_000 + 86_400_000)
    assert clock() == 4_600_000


def test_clocks_are_trusted_until_a_heartbeat_is_late_by_either_of_them() -> None:
    wall, monotonic = 1_000_000, 50.0
    process = ServerProcess("a", 3_000, Clock(lambda: wall, lambda: monotonic))
    process.note_beat(wall)
    assert process.alive
    monotonic += 3
    assert not process.alive  # it was held up
    process.note_beat(wall)
    wall += 3_000
    assert not process.alive  # the machine slept


async def test_a_clock_that_is_set_back_makes_no_bot_wait(sqlite_url: str) -> None:
    back = 0

    def wall() -> int:
        return now_ms() - back

    chance = random.Random(5)
    async with running(sqlite_url, wall=wall, bot_delay_ms=50) as server, Player(server.url) as anna:
        table = await anna.open(opponent="bot:newcomer", length=3)
        async with anna.at(table) as here:
            await here.play_on(chance, 20)
            back = 3_600_000
            await here.play_on(chance, 40)
    back = 7_200_000
    async with running(sqlite_url, wall=wall, bot_delay_ms=50) as server, Player(server.url) as again:
        again.http.cookies.update(anna.http.cookies)  # and the clock was set back again while nobody was there
        async with again.at(table) as here:
            await here.play_on(chance, 60)
            assert here.over or here.state["version"] >= 60
