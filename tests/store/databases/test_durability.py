"""Acknowledged commits survive whatever happens to the process; and only one process has the file."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.store import (
    Appended,
    BadUrl,
    NotDurable,
    SeveralNames,
    Store,
    StoreClosed,
    StoreFault,
    StoreInUse,
    StoreUnavailable,
)
from tavl.store.databases.sqlite import SqliteDatabase
from tests.store.helpers import AT, fact, say, versions
from tests.store.postgres import Postgres

WRITE_UNTIL_KILLED = """
import asyncio, sys
from tavl import store
from tavl.store import NewEvent

async def write(log, stream):
    version = await log.version(stream)
    while True:
        events = [NewEvent("a"), NewEvent("b")]
        await log.append(stream, version, events, actor="x", action_id=f"a{version}", at=1_700_000_000_000)
        version += 2
        print(stream, version, flush=True)  # acknowledged

async def main():
    async with await store.open(sys.argv[1]) as log:
        await asyncio.gather(*(write(log, f"t:{n}") for n in range(8)))

asyncio.run(main())
"""


def killed_writer(url: str, after_lines: int) -> dict[str, int]:
    """Let a process write, kill it -9 in the middle, and say what it had acknowledged."""
    process = subprocess.Popen([sys.executable, "-c", WRITE_UNTIL_KILLED, url], stdout=subprocess.PIPE)
    assert process.stdout
    acknowledged: dict[str, int] = {}
    with process:
        for number, line in enumerate(process.stdout):
            if number == after_lines:
                process.kill()
            if line.endswith(b"\n"):
                stream, version = line.split()
                acknowledged[stream.decode()] = int(version)
    return acknowledged


async def test_every_acknowledged_append_survives_kill_9(url: str) -> None:
    moments = random.Random(4)
    for _ in range(3):
        acknowledged = await asyncio.to_thread(killed_writer, url, moments.randrange(5, 200))
        assert acknowledged
        async with await store.open(url) as log:
            for stream, version in acknowledged.items():
                found = versions(await log.read(stream))
                assert found == list(range(1, len(found) + 1))
                assert len(found) >= version
                assert len(found) % 2 == 0  # an action whole or not at all


async def test_sqlite_is_set_to_lose_nothing(sqlite_url: str) -> None:
    async with await store.open(sqlite_url) as log:
        health = await log.health()
        assert health.ok
        assert health.durability["journal_mode"] == "wal"
        assert health.durability["synchronous"] == "2"  # FULL
        assert health.durability["foreign_keys"] == "1"
        assert health.durability["busy_timeout"] == "5000"
        assert health.durability["secure_delete"] == "1"


@pytest.mark.postgres
async def test_postgresql_is_set_to_lose_nothing(postgres_url: str, postgres: Postgres) -> None:
    name = urlsplit(postgres_url).path.removeprefix("/")
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        async with await store.open(postgres_url) as log:  # turned on again for our sessions
            assert (await log.health()).durability == {
                "fsync": "on",
                "full_page_writes": "on",
                "synchronous_commit": "on",
            }
    finally:
        postgres.execute(f"ALTER DATABASE {name} RESET synchronous_commit")


async def test_a_database_that_may_lose_what_it_acknowledged_is_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tavl.store.databases import sqlite

    monkeypatch.setitem(sqlite._PRAGMAS, "synchronous", "NORMAL")
    with pytest.raises(NotDurable) as error:
        await store.open(sqlite_url)
    assert error.value.facts == {"setting": "synchronous", "found": "1", "needed": "2"}


HOLD = """
import asyncio, sys
from tavl import store

async def main():
    async with await store.open(sys.argv[1]):
        print("open", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_second_process_is_refused_until_the_first_is_gone(sqlite_url: str) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, sqlite_url, stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout
    assert await asyncio.wait_for(holder.stdout.readline(), 30) == b"open\n"
    with pytest.raises(StoreInUse) as error:
        await store.open(sqlite_url)
    assert error.value.facts["holder"] == str(holder.pid)
    holder.kill()
    await holder.communicate()
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, "a")


async def test_a_second_store_in_the_same_process_is_refused_by_any_name_of_the_file(
    sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    async with await store.open(sqlite_url) as log:
        for url in (sqlite_url, f"sqlite:///{tmp_path}/folder/../tavl.db"):
            with pytest.raises(StoreInUse):
                await store.open(url)
        await say(log, "t:1", 0, "a")  # the refused one has not taken the lock away
        with pytest.raises(StoreInUse):
            await store.open(sqlite_url)
    async with await store.open(sqlite_url) as log:
        assert await log.version("t:1") == 1


async def test_a_file_with_a_hard_link_is_refused_by_both_names(sqlite_url: str, tmp_path: Path) -> None:
    """Each name has a lock and a write-ahead file of its own: two processes would destroy the file."""
    other = tmp_path / "other.db"
    async with await store.open(sqlite_url) as log:
        other.hardlink_to(tmp_path / "tavl.db")
        with pytest.raises(SeveralNames, match="2 names"):
            await store.open(f"sqlite:///{other}")
        await say(log, "t:1", 0, "a")
    with pytest.raises(SeveralNames):
        await store.open(sqlite_url)
    other.unlink()
    async with await store.open(sqlite_url) as log:
        assert await log.version("t:1") == 1


async def test_a_full_disk_is_a_typed_error_and_passes(sqlite_url: str) -> None:
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, "a")
        pages = await log.read_rows(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar())
        await log.write_rows(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar())
        big = [fact("a", text="x" * 100_000)]
        with pytest.raises(StoreUnavailable):
            await log.append("t:2", 0, big, actor="a", action_id="x", at=AT)
        await log.write_rows(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 100000").scalar())
        assert isinstance(await log.append("t:2", 0, big, actor="a", action_id="x", at=AT), Appended)


async def test_waiting_actions_share_a_commit(sqlite_url: str) -> None:
    async with await store.open(sqlite_url) as log:
        assert isinstance(log.database, SqliteDatabase)
        commits = []
        sa.event.listen(log.database._write_engine, "commit", commits.append)
        await asyncio.gather(*(say(log, f"t:{n}", 0, "a") for n in range(100)))
        assert len(commits) <= 2
        await say(log, "t:0", 1, "b")
        await say(log, "t:0", 2, "c")
        assert len(commits) <= 4


async def test_nobody_else_on_the_machine_reads_the_file(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await log.backup(tmp_path / "backup")
        await log.export_log(tmp_path / "log.jsonl")
    for name in ("tavl.db", "backup", "log.jsonl"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


async def test_a_call_that_is_given_up_does_not_hold_up_the_others(log: Store) -> None:
    tasks = [asyncio.create_task(say(log, f"t:{n}", 0, "a")) for n in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(outcome, Appended) for outcome in outcomes[1::2])
    for n in range(0, 20, 2):  # whether it took place or not, sent again it is done once
        assert isinstance(await say(log, f"t:{n}", 0, "a"), Appended)
        assert await log.version(f"t:{n}") == 1


async def test_waiting_writes_are_done_before_a_store_closes_and_later_ones_refused(sqlite_url: str) -> None:
    log = await store.open(sqlite_url)
    tasks = [asyncio.create_task(say(log, f"t:{n}", 0, "a")) for n in range(50)]
    await asyncio.sleep(0)
    await log.close()
    assert all(isinstance(outcome, Appended) for outcome in await asyncio.gather(*tasks))
    with pytest.raises(StoreClosed):
        await say(log, "t:1", 1, "b")
    with pytest.raises(StoreClosed):
        await log.read("t:1")
    assert not (await log.health()).ok


async def test_a_closed_store_says_so(url: str) -> None:
    log = await store.open(url)
    await log.close()
    with pytest.raises(StoreClosed):
        await say(log, "t:1", 0, "a")


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ("mysql://x/y", BadUrl),
        ("sqlite://", BadUrl),
        ("sqlite:///", BadUrl),
        ("sqlite:///:memory:", BadUrl),
        ("sqlite:////no/such/folder/tavl.db", BadUrl),
        ("postgresql:no", BadUrl),
        ("postgresql://nobody@127.0.0.1:1/none", StoreUnavailable),
        ("postgresql://x:not-a-port/none", BadUrl),
    ],
)
async def test_an_address_that_leads_nowhere_is_a_typed_error(wrong: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        await store.open(wrong)


async def test_a_file_that_is_no_database_is_a_typed_error(tmp_path: Path) -> None:
    path = tmp_path / "tavl.db"
    await asyncio.to_thread(path.write_bytes, b"not a database, but long enough to look at" * 100)
    with pytest.raises(StoreFault):
        await store.open(f"sqlite:///{path}")


@pytest.mark.postgres
async def test_a_database_that_does_not_exist_is_a_typed_error(postgres: Postgres) -> None:
    with pytest.raises(StoreUnavailable) as error:
        await store.open(postgres.of("no_such_database"))
    assert "no_such_database" in str(error.value)


@pytest.mark.postgres
async def test_the_database_may_be_gone_for_a_while(postgres: Postgres, postgres_url: str) -> None:
    if not postgres.ours:
        pytest.skip("not ours to stop")
    async with await store.open(postgres_url) as log:
        await say(log, "t:1", 0, "a")
        await asyncio.to_thread(postgres.stop)
        try:
            for _ in range(2):
                with pytest.raises(StoreUnavailable):
                    await say(log, "t:1", 1, "b")
                with pytest.raises(StoreUnavailable):
                    await log.read("t:1")
            health = await log.health()
            assert not health.ok
            assert "unavailable" in (health.problem or "")
        finally:
            await asyncio.to_thread(postgres.start)
        assert isinstance(await say(log, "t:1", 1, "b"), Appended)
        assert versions(await log.read("t:1")) == [1, 2]
        assert (await log.health()).ok


@pytest.mark.postgres
async def test_a_restart_between_two_actions_is_not_noticed(postgres: Postgres, postgres_url: str) -> None:
    if not postgres.ours:
        pytest.skip("not ours to stop")
    async with await store.open(postgres_url) as log:
        await asyncio.gather(*(say(log, f"t:{n}", 0, "a") for n in range(5)))
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        assert isinstance(await say(log, "t:1", 1, "b"), Appended)
        assert versions(await log.read("t:1")) == [1, 2]
