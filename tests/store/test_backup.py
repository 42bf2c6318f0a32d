"""Backups, exported logs, and moving from one database to the other."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from tavl import store
from tavl.server.schema import passkeys
from tavl.store import BadFile, NotEmpty, SetTimer, Store, StoreUnavailable
from tavl.store.projections.dice_counts import DiceCounts
from tavl.store.projections.table_list import TableList
from tests.store.helpers import AT, play_out, read_all, say, writings_of
from tests.store.plain_matches import MatchReading
from tests.store.projections.test_projections import everything

PASSKEY = {"id": "x", "person": "anna", "key": b"\x00\xff", "counter": 1, "name": "phone", "made": AT}


def kept() -> dict:
    return {"projections": (TableList(MatchReading()), DiceCounts()), "kept": (passkeys,)}


async def fill(log: Store) -> None:
    await log.people.add(AT, "Anna Ås", "anna@example.org", "da", id="anna")
    await log.people.write_down("anna", "chat", "held og lykke\n\N{GAME DIE}", AT, "t:1")
    await asyncio.gather(play_out(log, "t:1", seed=1, length=1), play_out(log, "t:2", seed=2, length=1))
    await log.timers.change(SetTimer("t:1", "flag", AT, b'{"a":1}'), SetTimer("t:2", "flag", AT))
    await log.timers.claim_due(AT, "somebody", limit=1)
    await log.write_rows(lambda c: c.execute(passkeys.insert().values(PASSKEY)))


async def content(log: Store) -> tuple:
    """All that must be the same in a copy."""
    events = [msgspec.structs.replace(event, place=None) for event in await read_all(log, limit=100_000)]
    rows = await log.read_rows(lambda c: [tuple(row) for row in c.execute(sa.select(passkeys))])
    return (
        events,
        await log.read_rows(everything),
        await log.people.find("anna"),
        await writings_of(log, "t:1"),
        await log.timers.of_stream("t:1") + await log.timers.of_stream("t:2"),
        rows,
    )


@pytest.mark.parametrize("target", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def test_a_backup_restores_to_either_database(
    url: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async with await store.open(url, **kept()) as log:
        await fill(log)
        expected = await content(log)
        path = await log.backup(tmp_path / "backup")
        await say(log, "later", 0, "a")  # not in it
    new = f"sqlite:///{tmp_path}/new.db" if target == "sqlite" else request.getfixturevalue("another_postgres_url")
    await store.restore(path, new, kept=(passkeys,))
    async with await store.open(new, **kept()) as copy:
        assert await content(copy) == expected
        await say(copy, "later", 0, "b")
        assert len(await copy.timers.claim_due(AT + 10_000, "me")) == 2  # whoever held one is gone


async def test_a_backup_is_of_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    async with await store.open(url) as log:
        begun = asyncio.Event()

        async def write(stream: str) -> None:
            for version in range(0, 60, 2):
                await say(log, stream, version, "a", "b")
                begun.set()

        writing = asyncio.gather(*(write(f"t:{n}") for n in range(4)))
        await begun.wait()
        path = await log.backup(tmp_path / "backup")
        await writing
    copy_url = f"sqlite:///{tmp_path}/copy.db"
    await store.restore(path, copy_url)
    async with await store.open(copy_url) as copy:
        for n in range(4):
            found = [event.version for event in await copy.read(f"t:{n}")]
            assert found == list(range(1, len(found) + 1))
            assert len(found) % 2 == 0


async def test_a_backup_never_writes_over_anything(log: Store, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("mine")
    with pytest.raises(NotEmpty):
        await log.backup(tmp_path / "backup")
    with pytest.raises(StoreUnavailable):
        await log.backup(tmp_path / "no such folder" / "backup")
    assert not (tmp_path / "backup.part").exists()
    assert (tmp_path / "backup").read_text() == "mine"


async def test_a_log_can_be_exported_without_people(log: Store, tmp_path: Path) -> None:
    await log.people.add(AT, "Anna", id="anna")
    await say(log, "t:1", 0, "a", "b")
    exported = await log.export_log(tmp_path / "log.jsonl", people=False)
    assert (exported.events, exported.rows) == (2, 0)
    assert "Anna" not in (tmp_path / "log.jsonl").read_text()


async def test_nothing_is_imported_over_what_is_there(log: Store, tmp_path: Path) -> None:
    await say(log, "t:1", 0, "a")
    await log.export_log(tmp_path / "log.jsonl")
    with pytest.raises(NotEmpty):
        await log.import_log(tmp_path / "log.jsonl")
    with pytest.raises(NotEmpty):
        await store.restore(tmp_path / "log.jsonl", f"sqlite:///{other_file(tmp_path)}")


async def test_a_restore_into_tables_made_beforehand_fills_the_lists_too(url: str, tmp_path: Path) -> None:
    async with await store.open(f"sqlite:///{tmp_path}/old.db", **kept()) as log:
        await fill(log)
        expected = await log.read_rows(everything)
        await log.export_log(tmp_path / "log.jsonl")
    async with await store.open(url, **kept()):  # `tavl db upgrade`
        pass
    await store.restore(tmp_path / "log.jsonl", url, kept=(passkeys,))
    async with await store.open(url, **kept()) as log:
        assert await log.read_rows(everything) == expected


def other_file(folder: Path) -> Path:
    """A store with a person in it, and nothing else."""
    path = folder / "other.db"

    async def make() -> None:
        async with await store.open(f"sqlite:///{path}") as log:
            await log.people.add(AT, "Bo")

    from tests.store.postgres import in_a_thread

    in_a_thread(make)
    return path


DAMAGES = {
    "cut short": lambda lines: lines[:-1],
    "a line missing": lambda lines: [*lines[:1], *lines[2:]],
    "a word changed": lambda lines: [*lines[:1], lines[1].replace(b'"a"', b'"z"'), *lines[2:]],
    "something after the end": lambda lines: [*lines, lines[1]],
    "not JSON": lambda lines: [*lines[:1], b"hello\n", *lines[2:]],
    "another file": lambda lines: [b'{"hello":1}\n', *lines[1:]],
    "of a later release": lambda lines: [b'{"tavl_log":99}\n', *lines[1:]],
    "empty": lambda lines: [],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
async def test_a_damaged_export_is_refused_before_anything_is_written(sqlite_url: str, tmp_path: Path, damage) -> None:
    path = tmp_path / "log.jsonl"
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, "a", "b")
        await log.export_log(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(damage(lines)))
    async with await store.open(f"sqlite:///{tmp_path}/new.db") as new:
        with pytest.raises(BadFile):
            await new.import_log(path)
        assert await read_all(new) == []


async def test_rows_of_an_unknown_table_are_refused_and_nothing_is_written(url: str, tmp_path: Path) -> None:
    async with await store.open(f"sqlite:///{tmp_path}/with.db", kept=(passkeys,)) as log:
        await say(log, "t:1", 0, "a")
        await log.write_rows(lambda c: c.execute(passkeys.insert().values(PASSKEY)))
        await log.export_log(tmp_path / "log.jsonl")
    async with await store.open(url) as log:
        with pytest.raises(BadFile) as error:
            await log.import_log(tmp_path / "log.jsonl")
        assert "passkeys" in str(error.value)
        assert await log.version("t:1") == 0


async def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(BadFile):
        await store.restore(tmp_path / "nothing", target)
    (tmp_path / "half").write_bytes(b"SQLite format 3\0" + b"\1" * 500)
    with pytest.raises(BadFile):
        await store.restore(tmp_path / "half", target)
    connection = sqlite3.connect(tmp_path / "other")
    connection.execute("CREATE TABLE x (y)")
    connection.close()
    with pytest.raises(BadFile):
        await store.restore(tmp_path / "other", target)
    assert not (tmp_path / "new.db").exists()


def changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


CHANGES = {
    "a letter of a name": lambda path: path.write_bytes(path.read_bytes().replace(b"Anna", b"Anne")),
    "a letter of an event": lambda path: path.write_bytes(path.read_bytes().replace(b'"length":1', b'"length":7')),
    "a row is gone": lambda path: changed(path, "DELETE FROM passkeys"),
    "a row came": lambda path: changed(path, "INSERT INTO people (id, created) VALUES ('eve', 1)"),
    "a table came": lambda path: changed(path, "CREATE TABLE more (x)"),
    "a checksum is gone": lambda path: changed(path, "DELETE FROM backup_checksums WHERE name = 'timers'"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_a_backup_that_was_changed_is_refused_by_its_checksum(sqlite_url: str, tmp_path: Path, change) -> None:
    async with await store.open(sqlite_url, **kept()) as log:
        await fill(log)
        path = await log.backup(tmp_path / "backup")
    store.check_backup(path)
    before = path.read_bytes()
    change(path)
    assert path.read_bytes() != before
    with pytest.raises(BadFile, match="changed since"):
        store.check_backup(path)
    with pytest.raises(BadFile, match="changed since"):
        await store.restore(path, f"sqlite:///{tmp_path}/new.db", kept=(passkeys,))
    assert not (tmp_path / "new.db").exists()


async def test_a_backup_of_a_restored_database_has_a_checksum_of_its_own(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, "a")
        await log.backup(tmp_path / "first")
    new = f"sqlite:///{tmp_path}/new.db"
    await store.restore(tmp_path / "first", new)
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0
    async with await store.open(new) as log:
        await say(log, "t:1", 1, "b")
        await log.backup(tmp_path / "second")
    store.check_backup(tmp_path / "second")


async def test_a_backup_of_an_earlier_release_has_no_checksum_and_is_restored(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, "a")
        await log.backup(tmp_path / "backup")
    changed(tmp_path / "backup", "DROP TABLE backup_checksums")
    await store.restore(tmp_path / "backup", f"sqlite:///{tmp_path}/new.db")
    async with await store.open(f"sqlite:///{tmp_path}/new.db") as log:
        assert await log.version("t:1") == 1


async def test_a_backup_is_not_restored_over_a_store(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await log.backup(tmp_path / "backup")
    with pytest.raises(NotEmpty):
        await store.restore(tmp_path / "backup", sqlite_url)
