"""Timers are leased: carried out by one process, taken over from a dead one."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.store import Append, BadAppend, CancelTimer, Commit, Conflict, SetTimer, Store
from tavl.store.timers import claim, next_due, one_free
from tests.polling import poll_async
from tests.store.helpers import AT, fact

FLAG = SetTimer("t:1", "flag", AT + 1000, b'{"seat":0}')


async def test_a_timer_is_set_with_the_events_that_bring_it_about(log: Store) -> None:
    await log.append("t:1", 0, [fact()], actor="a", action_id="x", at=AT, timers=[FLAG])
    assert await log.timers.of_stream("t:1") == [FLAG]
    again = SetTimer("t:1", "flag", AT + 5000)
    conflict = Commit("y", "a", AT, (Append("t:1", 0, (fact(),)),), (again,))
    assert isinstance(await log.commit(conflict), Conflict)
    assert await log.timers.of_stream("t:1") == [FLAG]
    await log.append("t:1", 1, [fact()], actor="a", action_id="z", at=AT, timers=[again])
    assert await log.timers.of_stream("t:1") == [again]
    await log.append("t:1", 2, [fact()], actor="a", action_id="w", at=AT, timers=[CancelTimer("t:1", "flag")])
    assert await log.timers.of_stream("t:1") == []


async def test_nothing_is_claimed_before_it_is_due(log: Store) -> None:
    await log.timers.change(FLAG)
    assert await log.timers.claim_due(FLAG.due - 1, "p") == []
    (lease,) = await log.timers.claim_due(FLAG.due, "p")
    assert (lease.stream, lease.kind, lease.due, lease.payload, lease.owner) == (
        "t:1",
        "flag",
        FLAG.due,
        b'{"seat":0}',
        "p",
    )


async def test_what_is_due_first_is_claimed_first_and_no_more_than_asked_for(log: Store) -> None:
    await log.timers.change(*(SetTimer(f"t:{n}", "flag", AT + 10 - n) for n in range(5)))
    leases = await log.timers.claim_due(AT + 10, "p", limit=2)
    assert [lease.stream for lease in leases] == ["t:4", "t:3"]


async def test_a_held_timer_is_nobody_elses_until_the_lease_runs_out(log: Store) -> None:
    await log.timers.change(FLAG)
    now = FLAG.due
    (lease,) = await log.timers.claim_due(now, "p", lease_ms=4000)
    assert await log.timers.claim_due(now + 3999, "q") == []
    assert await log.timers.next_due(now) == now + 4000
    (taken,) = await log.timers.claim_due(now + 4000, "q")
    assert taken.owner == "q"
    assert not await log.timers.complete(lease)
    assert await log.timers.renew(lease, now + 4001) is None
    assert await log.timers.complete(taken)
    assert await log.timers.next_due(now) is None


async def test_the_next_timer_is_the_first_one_to_be_due_and_free(log: Store) -> None:
    await log.timers.change(*(SetTimer(f"t:{n}", "flag", AT + n) for n in (0, 1, 6000)))
    assert await log.timers.next_due(AT) == AT
    await log.timers.claim_due(AT, "p", lease_ms=4000)
    assert await log.timers.next_due(AT) == AT + 1  # free before the held one is
    await log.timers.claim_due(AT + 1, "p", lease_ms=9000)
    assert await log.timers.next_due(AT + 1) == AT + 4000  # a lease ends before the free one is due
    assert await log.timers.next_due(AT + 4000) == AT  # it has ended: due long ago, and free
    await log.timers.claim_due(AT + 4000, "q", lease_ms=9000)
    assert await log.timers.next_due(AT + 4000) == AT + 6000
    await log.timers.claim_due(AT + 6000, "q", lease_ms=1)
    assert await log.timers.next_due(AT + 6000) == AT + 6001  # nothing is free, this is so first


async def test_looking_for_timers_does_not_read_all_of_them(log: Store) -> None:
    """By what both databases say they do with three thousand timers, of which a few are held: the index of `due`."""
    await log.timers.change(*(SetTimer(f"t:{n}", "flag", AT + n) for n in range(3000)))
    held = await log.timers.claim_due(AT + 20, "p")
    assert len(held) == 21
    plans = await log.database.write(lambda connection: plans_of_looking(connection, AT + 20))
    assert len(plans) == 4  # the first free one, the held ones before it; is one due, and those to claim
    for plan in plans:
        assert "ix_timers_due" in plan
        assert "Seq Scan" not in plan
        assert "TEMP B-TREE" not in plan  # nothing is sorted


def plans_of_looking(connection: sa.Connection, now: int) -> list[str]:
    sqlite = connection.dialect.name == "sqlite"
    connection.execute(sa.text("ANALYZE" if sqlite else "ANALYZE timers"))  # as a server that has run for a while
    explain = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN"
    plans: list[str] = []

    def note(_: object, cursor: Any, statement: str, parameters: Any, *rest: object) -> None:
        plans.append(str(cursor.execute(f"{explain} {statement}", parameters).fetchall()))

    sa.event.listen(connection, "before_cursor_execute", note)
    next_due(connection, now)
    connection.execute(one_free(now)).first()
    assert claim(connection, now, "q", 4000, 10) == []
    sa.event.remove(connection, "before_cursor_execute", note)
    return plans


async def test_a_renewed_lease_lasts_longer(log: Store) -> None:
    await log.timers.change(FLAG)
    (lease,) = await log.timers.claim_due(FLAG.due, "p", lease_ms=4000)
    renewed = await log.timers.renew(lease, FLAG.due + 3000, lease_ms=4000)
    assert renewed is not None
    assert renewed.until == FLAG.due + 7000
    assert await log.timers.claim_due(FLAG.due + 6999, "q") == []
    assert await log.timers.complete(renewed)


async def test_a_timer_set_anew_is_not_done_away_with_by_who_held_the_old_one(log: Store) -> None:
    await log.timers.change(FLAG)
    (lease,) = await log.timers.claim_due(FLAG.due, "p")
    await log.timers.change(SetTimer("t:1", "flag", FLAG.due + 500))
    assert not await log.timers.complete(lease)
    (again,) = await log.timers.claim_due(FLAG.due + 500, "p")  # held by nobody since it was set again
    assert not await log.timers.complete(lease)
    assert await log.timers.complete(again)


async def test_many_that_claim_at_once_never_get_the_same_timer(log: Store) -> None:
    await log.timers.change(*(SetTimer(f"t:{n}", "flag", AT) for n in range(60)))
    claimed = await asyncio.gather(*(log.timers.claim_due(AT, f"p{n}", limit=10) for n in range(12)))
    got = Counter(lease.stream for leases in claimed for lease in leases)
    assert set(got.values()) <= {1}
    rest = await log.timers.claim_due(AT, "last", limit=100)
    assert len(got) + len(rest) == 60


@pytest.mark.parametrize("wrong", [{"owner": ""}, {"lease_ms": 0}, {"limit": 0}])
async def test_a_claim_without_owner_length_or_limit_is_refused(log: Store, wrong: dict) -> None:
    with pytest.raises(BadAppend):
        await log.timers.claim_due(**{"now": AT, "owner": "p", **wrong})


async def test_a_senseless_timer_is_refused(log: Store) -> None:
    with pytest.raises(BadAppend):
        await log.timers.change(SetTimer("t:1", "flag", -5))
    with pytest.raises(BadAppend):
        await log.timers.change(SetTimer("t:1", "flag", AT, b"not json"))


CLAIM_UNTIL_KILLED = """
import asyncio, sys, time
from tavl import store

async def main():
    async with await store.open(sys.argv[1]) as log:
        print("ready", flush=True)
        while True:
            now = time.time_ns() // 1_000_000
            for lease in await log.timers.claim_due(now, sys.argv[2], limit=3):
                print(lease.stream, flush=True)
                if sys.argv[3] == "works":
                    await log.timers.complete(lease)
            await asyncio.sleep(0.01)

asyncio.run(main())
"""


@asynccontextmanager
async def claimer(url: str, name: str, how: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLAIM_UNTIL_KILLED, url, name, how, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        await end(process)


async def lines(process: asyncio.subprocess.Process, count: int) -> list[str]:
    assert process.stdout
    return [(await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip() for _ in range(count)]


async def end(process: asyncio.subprocess.Process) -> list[str]:
    if process.returncode is None:
        process.kill()
    rest, _ = await process.communicate()
    return rest.decode().split()


@pytest.mark.postgres
async def test_two_processes_share_the_timers_and_one_takes_over_from_the_killed(postgres_url: str) -> None:
    async with await store.open(postgres_url) as log, claimer(postgres_url, "dead", "hangs") as dead:
        await log.timers.change(*(SetTimer(f"held:{n}", "flag", AT) for n in range(3)))
        assert sorted(await lines(dead, 4)) == ["held:0", "held:1", "held:2", "ready"]
        async with claimer(postgres_url, "one", "works") as one, claimer(postgres_url, "two", "works") as two:
            assert await lines(one, 1) + await lines(two, 1) == ["ready", "ready"]
            await end(dead)
            await log.timers.change(*(SetTimer(f"t:{n}", "flag", AT) for n in range(40)))

            async def all_done() -> bool:
                return await log.timers.next_due(AT) is None

            await poll_async(all_done, 5)
            done = Counter(await end(one) + await end(two))
        assert set(done) == {f"held:{n}" for n in range(3)} | {f"t:{n}" for n in range(40)}
        assert set(done.values()) == {1}
