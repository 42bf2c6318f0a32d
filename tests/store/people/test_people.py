"""Idea 8: people are ids; what is said of them elsewhere can be exported, and erased for good."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from tavl import store
from tavl.server.schema import accounts
from tavl.store import NoSuchPerson, PersonalTable, Store
from tavl.store.databases import sqlite
from tavl.store.projections.dice_counts import DiceCounts
from tavl.store.projections.table_list import TableList
from tests.store.helpers import AT, play_out, say, writings_of
from tests.store.plain_matches import MatchReading

PERSONAL = (PersonalTable(accounts, hidden=("password", "recovery")),)
ACCOUNT = {"person": "anna", "login": "a", "password": "secret hash", "recovery": "secret code", "made": AT}


async def test_a_person_has_a_name_a_contact_and_a_language_that_can_change(log: Store) -> None:
    anna = await log.people.add(AT, "Anna", "anna@example.org", "da")
    assert await log.people.find(anna.id, "nobody") == {anna.id: anna}
    await log.people.change(anna.id, display_name="Anna Ås")
    found = (await log.people.find(anna.id))[anna.id]
    assert (found.display_name, found.contact, found.language) == ("Anna Ås", "anna@example.org", "da")
    with pytest.raises(NoSuchPerson):
        await log.people.change("nobody", display_name="x")
    with pytest.raises(ValueError, match="erased"):
        await log.people.change(anna.id, erased=None)


async def test_what_somebody_wrote_is_kept_with_its_stream_and_kind(log: Store) -> None:
    await log.people.add(AT, id="anna")
    chat = await log.people.write_down("anna", "chat", "good luck", AT, "t:1")
    statement = await log.people.write_down("anna", "statement", "I saw it", AT + 1, "t:1")
    assert await writings_of(log, "t:1") == [chat, statement]
    assert [(each.kind, each.text) for each in (chat, statement)] == [("chat", "good luck"), ("statement", "I saw it")]
    assert await writings_of(log, "t:2") == []
    with pytest.raises(NoSuchPerson):
        await log.people.write_down("nobody", "chat", "x", AT)


async def test_erasing_leaves_the_streams_and_everything_made_of_them_as_they_were(url: str) -> None:
    kept = {"projections": (TableList(MatchReading()), DiceCounts()), "personal": PERSONAL, "kept": (accounts,)}
    async with await store.open(url, **kept) as log:
        await log.people.add(AT, "Anna", "anna@example.org", "da", id="anna")
        await log.people.add(AT, "Bo", id="bo")
        await log.people.write_down("anna", "chat", "good luck", AT, "t:1")
        await log.people.write_down("bo", "chat", "you too", AT, "t:1")
        await log.write_rows(lambda c: c.execute(accounts.insert().values(ACCOUNT)))
        await play_out(log, "t:1", seed=1, length=1)
        before = await log.read("t:1")
        lists = await log.read_rows(lists_of)
        await log.erase_person("anna", AT + 5)
        assert await log.read("t:1") == before
        assert await log.read_rows(lists_of) == lists
        gone = (await log.people.find("anna"))["anna"]
        assert (gone.display_name, gone.contact, gone.language, gone.erased) == (None, None, None, AT + 5)
        assert [writing.text for writing in await writings_of(log, "t:1")] == ["you too"]
        assert await log.read_rows(lambda c: c.execute(sa.select(accounts)).all()) == []
        assert await log.people.erased() == ["anna"]
        with pytest.raises(NoSuchPerson):
            await log.people.change("anna", display_name="Anna again")
        with pytest.raises(NoSuchPerson):
            await log.people.write_down("anna", "chat", "x", AT)
        await log.erase_person("anna", AT + 9)  # again: as it was
        assert (await log.people.find("anna"))["anna"].erased == AT + 5
        with pytest.raises(NoSuchPerson):
            await log.erase_person("nobody", AT)


def lists_of(connection: sa.Connection) -> list[list[tuple]]:
    names = ("tables", "seats", "results", "dice_counts")
    return [[tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {n} ORDER BY 1, 2, 3")] for n in names]


def in_a_file(folder: Path, words: bytes) -> bool:
    return any(words in path.read_bytes() for path in folder.iterdir())


async def test_what_was_erased_is_in_no_file(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await log.people.add(AT, "Unmistakable Name", id="anna")
        await log.people.write_down("anna", "chat", "unmistakable words", AT)
        assert in_a_file(tmp_path, b"nmistakable")
        await log.erase_person("anna", AT)
        assert not in_a_file(tmp_path, b"nmistakable")


@contextmanager
def reader(folder: Path) -> Iterator[None]:
    """Another process in the middle of reading, as `tavl db backup` is for a while."""
    connection = sqlite3.connect(folder / "tavl.db", isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM people").fetchone()
    try:
        yield
    finally:
        connection.execute("COMMIT")
        connection.close()


async def test_what_was_erased_while_somebody_read_is_in_no_file_once_they_are_done(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "FOLD_AGAIN_S", (0.01, 0.02))
    async with await store.open(sqlite_url) as log:
        assert isinstance(log.database, sqlite.SqliteDatabase)
        await log.people.add(AT, "Unmistakable Name", id="anna")
        with reader(tmp_path):
            await log.erase_person("anna", AT)
            assert in_a_file(tmp_path, b"nmistakable")  # the reader may still need it
            folding = log.database.folding
            assert folding is not None
            await log.people.add(AT, "Bo", id="bo")  # others need not wait for the reader
        async with asyncio.timeout(30):
            await folding
        assert not in_a_file(tmp_path, b"nmistakable")


async def test_what_was_erased_before_the_process_was_killed_is_gone_when_the_next_one_starts(
    sqlite_url: str, tmp_path: Path
) -> None:
    after = tmp_path / "after"
    after.mkdir()
    async with await store.open(sqlite_url) as log:
        await log.people.add(AT, "Unmistakable Name", id="anna")
        with reader(tmp_path):
            await log.erase_person("anna", AT)
            for name in ("tavl.db", "tavl.db-wal"):  # as they lie on the disk now
                shutil.copy(tmp_path / name, after / name)
    assert in_a_file(after, b"nmistakable")
    async with await store.open(f"sqlite:///{after / 'tavl.db'}") as log:
        assert not in_a_file(after, b"nmistakable")
        assert (await log.people.find("anna"))["anna"].erased == AT


async def test_everything_about_one_person_is_exported_and_nothing_about_others(url: str) -> None:
    kept = {"projections": (TableList(MatchReading()),), "personal": PERSONAL, "kept": (accounts,)}
    async with await store.open(url, **kept) as log:
        await log.people.add(AT, "Anna", "anna@example.org", "da", id="anna")
        await log.people.add(AT, "Bo Secret", id="bo")
        await log.people.write_down("anna", "chat", "good luck", AT, "t:1")
        await log.people.write_down("bo", "chat", "a secret", AT, "t:1")
        await log.write_rows(lambda c: c.execute(accounts.insert().values(ACCOUNT)))
        await play_out(log, "t:1", seed=2, length=1)
        await say(log, "t:2", 0, "a", actor="bo")
        exported = await log.export_person("anna")
        text = msgspec.json.encode(exported)
        assert exported["people"][0]["contact"] == "anna@example.org"
        assert [writing["text"] for writing in exported["writings"]] == ["good luck"]
        assert exported["accounts"] == [{"person": "anna", "login": "a", "made": AT}]
        assert [seat["stream"] for seat in exported["seats"]] == ["t:1"]
        assert [row["reason"] for row in exported["results"]] == ["score"]
        assert {event["actor"] for event in exported["events"]} == {"anna"}
        assert len(exported["events"]) == await log.version("t:1")
        assert b"ecret" not in text
        with pytest.raises(NoSuchPerson):
            await log.export_person("nobody")
