"""`check` finds problems in a database, changes nothing, and may run beside the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.store import Checked, SchemaOutdated
from tavl.store.projections.dice_counts import DiceCounts
from tavl.store.projections.table_list import TableList
from tests.store.databases.test_damage import damage_page_of
from tests.store.helpers import AT, play_out
from tests.store.plain_matches import MatchReading


def projections() -> tuple[Any, ...]:
    return TableList(MatchReading()), DiceCounts()


def replay(events: Any) -> None:
    reading = MatchReading()
    state = reading.start(events[0])
    for event in events[1:]:
        state = reading.step(state, event)


async def checked(url: str) -> Checked:
    return await store.check(url, replay=replay, projections=projections)


@pytest.fixture
async def filled(url: str) -> str:
    async with await store.open(url, projections=projections()) as log:
        await log.people.add(AT, "Anna", id="anna")
        for n in (1, 2):
            await play_out(log, f"t:{n}", seed=n, length=1)
    return url


async def spoil(url: str, *statements: str) -> None:
    """As the database would be after somebody was there by hand: the log's own guard is taken away for it."""
    async with await store.open(url, projections=projections()) as log:

        def write(connection: sa.Connection) -> None:
            sqlite = connection.dialect.name == "sqlite"
            guards = ["events_no_update", "events_no_delete"] if sqlite else ["events_append_only ON events"]
            for guard in guards:
                connection.exec_driver_sql(f"DROP TRIGGER {guard}")
            for statement in statements:
                connection.execute(sa.text(statement))
            if not sqlite:  # the tests share the database
                connection.exec_driver_sql(
                    "CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events "
                    "FOR EACH ROW EXECUTE FUNCTION events_are_append_only()"
                )

        await log.write_rows(write)


async def test_nothing_is_wrong_with_a_log_that_was_played(filled: str) -> None:
    found = await checked(filled)
    assert found.problems == ()
    assert found.streams == 2
    async with await store.open(filled, projections=projections()) as log:
        assert found.events == await log.version("t:1") + await log.version("t:2")
        assert (await checked(filled)).problems == ()  # while another has it open


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("DELETE FROM events WHERE stream = 't:1' AND version = 5", "t:1: version 5 is missing"),
        ("DELETE FROM events WHERE stream = 't:2' AND version = 1", "t:2: version 1 is missing"),
        ("UPDATE events SET at = 1 WHERE stream = 't:1' AND version = 7", "t:1: its instants fall"),
        ("UPDATE tables SET first_score = 99 WHERE stream = 't:1'", "tables: 1 rows are not what the log says"),
        ("DELETE FROM seats WHERE stream = 't:2'", "seats: 0 rows are not what the log says, 2 that it says"),
        ("UPDATE results SET winner = 1 - winner", "results: 2 rows"),
        ("UPDATE dice_counts SET count = count + 1", "dice_counts:"),
    ],
)
async def test_what_is_wrong_is_said(filled: str, statement: str, problem: str) -> None:
    await spoil(filled, statement)
    assert any(found.startswith(problem) for found in (await checked(filled)).problems)


async def test_a_stream_that_cannot_be_replayed_is_named(filled: str) -> None:
    nonsense = "x'ff'" if filled.startswith("sqlite") else r"'\xff'"
    await spoil(filled, f"UPDATE events SET body = {nonsense} WHERE stream = 't:1' AND version = 3")
    problems = (await checked(filled)).problems
    assert [problem.partition(": ")[0] for problem in problems] == ["t:1"]
    assert "cannot be replayed" in problems[0]


async def test_a_damaged_page_is_found(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url, projections=projections()) as log:
        await play_out(log, "t:1", seed=1, length=1)
    damage_page_of(tmp_path / "tavl.db", "seats")
    assert (await checked(sqlite_url)).problems


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def test_a_check_changes_nothing(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url, projections=projections()) as log:
        await play_out(log, "t:1", seed=1, length=1)
    await spoil(sqlite_url, "UPDATE tables SET first_score = 99")
    before = files(tmp_path)
    assert (await checked(sqlite_url)).problems
    assert files(tmp_path) == before


async def test_a_database_that_needs_an_upgrade_is_not_checked(sqlite_url: str) -> None:
    async with await store.open(sqlite_url) as log:
        await log.write_rows(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'"))
    with pytest.raises(SchemaOutdated):
        await checked(sqlite_url)
