"""Waiting commits are written together: in fewer statements, with the same result for each."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import sqlalchemy as sa

from tavl.store import (
    ActionIdTaken,
    Append,
    Appended,
    Commit,
    Conflict,
    Event,
    InstantFell,
    SetTimer,
    Store,
    StoreFault,
)
from tavl.store.log import batches as together
from tavl.store.log.append import record
from tests.store.helpers import AT, fact, say, versions


def some_commits(chance: random.Random, prefix: str) -> list[Commit]:
    """Most are in order; some are sent twice, come late, fall back in time, or touch what one before them touches."""
    reached: dict[str, int] = {}
    commits: list[Commit] = []
    for number in range(chance.randrange(1, 12)):
        again = commits and chance.random() < 0.1
        if again:
            commits.append(chance.choice(commits))
            continue
        appends = []
        for name in chance.sample("abcdef", chance.choice((1, 1, 1, 2))):
            stream = f"{prefix}:{name}"
            events = tuple(fact(kind) for kind in chance.sample(("x", "y", "z"), chance.randrange(1, 3)))
            late = chance.random() < 0.1
            appends.append(Append(stream, 0 if late else reached.get(stream, 0), events))
            if not late:
                reached[stream] = reached.get(stream, 0) + len(events)
        commits.append(
            Commit(f"act{number}", chance.choice(("anna", "anna", "anna", "bo")), AT + number, tuple(appends))
        )
    return commits


def told(outcome: Appended | Conflict, prefix: str) -> Any:
    if isinstance(outcome, Conflict):
        return outcome.stream.removeprefix(prefix), outcome.current_version
    return outcome.repeated, [written(event, prefix) for event in outcome.events]


def written(event: Event, prefix: str) -> Any:
    return event.stream.removeprefix(prefix), event.version, event.type, event.actor, event.action_id, event.at


@pytest.mark.parametrize("seed", range(12))
async def test_written_together_is_written_as_one_after_the_other(log: Store, seed: int) -> None:
    async def outcome(prefix: str, at_once: bool) -> Any:
        batches = [some_commits(chance, prefix) for _ in range(4)]

        def work(connection: sa.Connection) -> list[Any]:
            found = []
            for commits in batches:
                if at_once:
                    found += together.record(connection, commits, log.upcasts)
                else:
                    found += [record(connection, commit, log.upcasts) for commit in commits]
            return [told(each, prefix) for each in found]

        try:
            return await log.write_rows(work)
        except (ActionIdTaken, InstantFell) as error:
            return type(error)

    chance = random.Random(seed)
    one_by_one = await outcome(f"a{seed}", at_once=False)
    chance = random.Random(seed)
    assert await outcome(f"b{seed}", at_once=True) == one_by_one
    streams = [
        [[written(event, f"{prefix}{seed}") for event in await log.read(f"{prefix}{seed}:{name}")] for name in "abcdef"]
        for prefix in "ab"
    ]
    assert streams[0] == streams[1]


async def test_one_that_fails_takes_nobody_along(log: Store) -> None:
    await say(log, "t:0", 0, "a", at=AT + 10)
    timer = SetTimer("t:1", "due", AT + 50)
    works = [
        say(log, "t:0", 1, "early", action="early", at=AT),  # before what is there
        say(log, "t:0", 0, "late", action="late", at=AT + 20),
        log.write_rows(lambda connection: connection.exec_driver_sql("SELECT no_such_column FROM events")),
        log.append("t:1", 0, [fact("a")], actor="anna", action_id="one", at=AT, timers=[timer]),
        *(say(log, f"t:{number}", 0, "a") for number in range(2, 30)),
    ]
    fell, conflict, broken, *done = await asyncio.gather(*works, return_exceptions=True)
    assert isinstance(fell, InstantFell)
    assert conflict == Conflict("t:0", 1)
    assert isinstance(broken, StoreFault)
    assert all(isinstance(outcome, Appended) for outcome in done)
    assert [versions(await log.read(f"t:{number}")) for number in range(30)] == [[1]] * 30
    assert [each.due for each in await log.timers.of_stream("t:1")] == [AT + 50]


async def test_a_group_takes_a_few_statements_however_many_are_in_it(log: Store) -> None:
    await say(log, "warm:0", 0, "a")
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    engine = log.database._write_engine  # type: ignore[attr-defined]
    sa.event.listen(engine, "after_cursor_execute", count)
    try:
        outcomes = await asyncio.gather(*(say(log, f"many:{number}", 0, "a", "b") for number in range(100)))
    finally:
        sa.event.remove(engine, "after_cursor_execute", count)
    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    assert counted <= 20


async def test_whoever_writes_waits_for_the_disk(log: Store) -> None:
    if log.database.kind == "postgresql":
        asked = ("synchronous_commit", "fsync", "full_page_writes")
        shown = await log.write_rows(lambda c: [c.exec_driver_sql(f"SHOW {name}").scalar() for name in asked])
        assert shown == ["on", "on", "on"]
    else:
        asked = ("synchronous", "journal_mode")
        shown = await log.write_rows(lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked])
        assert shown == [2, "wal"]  # FULL
