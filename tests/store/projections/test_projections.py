"""Projections: up to date at every commit, and the same after a rebuild."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.rules import Match
from tavl.rules.acts import GameStarted, MatchDecided, MatchReopened, Outcome, OutcomeSet
from tavl.rules.seat import Seat
from tavl.store import (
    Appended,
    Event,
    NewEvent,
    NoSuchProjection,
    ProjectionMissing,
    ProjectionNewer,
    Store,
    Upcasts,
)
from tavl.store.projections.dice_counts import DiceCounts, dice_statistics
from tavl.store.projections.table_list import TableList
from tavl.store.schema import results, seats, tables
from tests.polling import poll_async
from tests.store.helpers import AT, play_out, read_all, say
from tests.store.plain_matches import MatchOpened, MatchReading, match_event


def projections() -> tuple:
    return TableList(MatchReading()), DiceCounts()


def everything(connection: sa.Connection) -> list:
    """All that a rebuild brings back; which process counted which roll is not part of it."""
    lists = [sorted(tuple(row) for row in connection.execute(sa.select(table))) for table in (tables, seats, results)]
    return [*lists, dice_statistics(connection)]


async def one_table(log: Store, stream: str = "t:1") -> sa.Row:
    return await log.read_rows(lambda c: c.execute(sa.select(tables).where(tables.c.stream == stream)).one())


async def act(log: Store, *events: object, stream: str = "t:1") -> None:
    version = await log.version(stream)
    done = await log.append(
        stream,
        version,
        [match_event(event) for event in events],
        actor="anna",
        action_id=f"a{version}",
        at=AT + version,
    )
    assert isinstance(done, Appended)


async def test_the_list_of_tables_follows_a_match(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await act(log, MatchOpened(Match.start(3).terms, ("anna", "bo")))
        row = await one_table(log)
        assert (row.kind, row.status, row.length, row.created, row.updated) == ("match", "waiting", 3, AT, AT)
        await act(log, GameStarted())
        assert (await one_table(log)).status == "playing"
        await act(log, OutcomeSet(Outcome(Seat.SECOND, 2, 2, "ruling")))
        row = await one_table(log)
        assert (row.first_score, row.second_score, row.status, row.created, row.updated) == (
            0,
            2,
            "playing",
            AT,
            AT + 2,
        )
        await act(log, MatchDecided(Seat.FIRST, "time"))
        assert (await one_table(log)).status == "over"
        (result,) = await log.read_rows(lambda c: c.execute(sa.select(results)).all())
        assert tuple(result) == ("t:1", 0, "time", 0, 2, AT + 3)
        await act(log, MatchReopened())
        assert (await one_table(log)).status == "playing"
        assert await log.read_rows(lambda c: c.execute(sa.select(results)).all()) == []
        seated = await log.read_rows(lambda c: c.execute(sa.select(seats).order_by(seats.c.seat)).all())
        assert [tuple(row)[:3] for row in seated] == [("t:1", 0, "anna"), ("t:1", 1, "bo")]


async def test_streams_of_another_kind_are_not_in_the_list(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await say(log, "t:1", 0, "something")
        await say(log, "t:1", 1, "else")
        assert await log.read_rows(everything) == [[], [], [], {}]


async def test_made_anew_the_projections_are_the_same(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await asyncio.gather(*(play_out(log, f"t:{n}", seed=n, length=1) for n in range(4)))
        kept = await log.read_rows(everything)
        assert all(kept)
        steps: list[tuple[int, int]] = []
        total = len(await read_all(log, limit=10_000))
        assert await log.rebuild("tables", lambda done, all: steps.append((done, all))) == total
        assert steps[-1] == (total, total)
        await log.rebuild("dice")
        assert await log.read_rows(everything) == kept
    async with await store.open(url, projections=projections()) as log:  # and from a memory that is empty
        await log.rebuild("tables")
        assert await log.read_rows(everything) == kept
        await play_out(log, "t:9", seed=9, length=1)


async def test_a_projection_can_be_made_anew_while_matches_are_played(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        matches = asyncio.gather(*(play_out(log, f"t:{n}", seed=n, length=1) for n in range(3)))
        for events in (1, 20, 40):

            async def written(events: int = events) -> bool:
                return len(await read_all(log, limit=10_000)) >= events

            await poll_async(written, 60)
            await log.rebuild("tables")
            await log.rebuild("dice")
        await matches
        kept = await log.read_rows(everything)
        await log.rebuild("tables")
        await log.rebuild("dice")
        assert await log.read_rows(everything) == kept


async def test_every_roll_is_counted(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await play_out(log, "t:1", seed=3, length=1)
        rolled = [event for event in await log.read("t:1") if event.type == "rolled"]
        counts = await log.read_rows(dice_statistics)
        assert sum(counts["turn"].values()) == len(rolled) > 10
        assert all(high >= low for high, low in counts["turn"])


async def test_a_new_projection_takes_in_what_was_there_before(url: str) -> None:
    async with await store.open(url) as log:
        await play_out(log, "t:1", seed=1, length=1)
    async with await store.open(url, projections=projections()) as log:
        assert (await one_table(log)).status == "over"


class Streams:
    """A projection of another version writes something else."""

    name = "tables"
    tables = (tables,)

    def __init__(self, version: int) -> None:
        self.version = version

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> None:
        for event in events:
            if event.version == 1:
                row = {"kind": f"version {self.version}", "status": "", "created": event.at, "updated": event.at}
                connection.execute(sa.insert(tables).values(stream=event.stream, first_score=0, second_score=0, **row))


async def test_a_projection_of_a_new_version_is_made_anew_when_opened(url: str) -> None:
    async with await store.open(url, projections=[Streams(1)]) as log:
        await say(log, "t:1", 0, "a")
        assert (await one_table(log)).kind == "version 1"
    async with await store.open(url, projections=[Streams(2)]) as log:
        assert (await one_table(log)).kind == "version 2"
    with pytest.raises(ProjectionNewer):
        await store.open(url, projections=[Streams(1)])


async def test_nothing_is_appended_where_a_projection_would_be_left_behind(url: str) -> None:
    async with await store.open(url, projections=[Streams(1)]) as log:
        await say(log, "t:1", 0, "a")
    async with await store.open(url) as log:
        with pytest.raises(ProjectionMissing):
            await say(log, "t:1", 1, "b")
        assert await log.version("t:1") == 1
    async with await store.open(url, projections=[Streams(2)], rebuild=False) as log:
        with pytest.raises(ProjectionMissing):
            await say(log, "t:1", 1, "b")
    async with await store.open(url, projections=[Streams(1)]) as log:
        with pytest.raises(NoSuchProjection):
            await log.rebuild("dice")


@pytest.mark.postgres
async def test_two_processes_keep_one_list(postgres_url: str) -> None:
    async with (
        await store.open(postgres_url, projections=projections()) as here,
        await store.open(postgres_url, projections=projections()) as there,
    ):
        await act(here, MatchOpened(Match.start(5).terms, ("anna", "bo")))
        for log in (here, there, there, here):  # each knows only what it wrote itself, and reads the rest
            await act(log, GameStarted())
            await act(log, OutcomeSet(Outcome(Seat.FIRST, 1, 1, "ruling")))
        assert (await one_table(here)).first_score == 4
        kept = await here.read_rows(everything)
        await there.rebuild("tables")
        assert await here.read_rows(everything) == kept


async def test_what_a_projection_reads_back_is_upcast_too(url: str) -> None:
    opened = match_event(MatchOpened(Match.start(3).terms, ("anna", "bo")))
    old = NewEvent("match_begun", opened.body.replace(b"match_opened", b"match_begun"))
    async with await store.open(url) as log:
        await log.append("t:1", 0, [old], actor="anna", action_id="a", at=AT)
    upcasts = Upcasts()

    @upcasts.upcast("match_begun", 1, becomes="match_opened")
    def renamed(body: dict) -> dict:
        return {**body, "type": "match_opened"}

    opened_now = NewEvent("match_opened", opened.body)
    async with await store.open(url, projections=projections(), upcasts=upcasts) as log:
        assert (await one_table(log)).status == "waiting"
    async with await store.open(url, projections=projections(), upcasts=upcasts) as log:  # nothing in memory
        await act(log, GameStarted())
        assert (await one_table(log)).status == "playing"
        await log.append("t:2", 0, [opened_now], actor="anna", action_id="a", at=AT)
        assert (await one_table(log, "t:2")).status == "waiting"
