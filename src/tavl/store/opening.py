"""Opening a store, upgrading it, and making one from a backup."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa

from tavl.store import seal
from tavl.store import upgrade as upgrades
from tavl.store.database import Database, sqlite_path
from tavl.store.errors import BadFile, BadUrl, NotDurable, NotEmpty, StoreUnavailable
from tavl.store.hints import Hints
from tavl.store.people import PersonalTable
from tavl.store.portable import settle, verify
from tavl.store.postgres import PostgresDatabase
from tavl.store.projection import Progress, Projection
from tavl.store.schema import metadata
from tavl.store.sqlite import SqliteDatabase, copy_file
from tavl.store.store import Store
from tavl.store.upcast import Upcasts

_SQLITE_MAGIC = b"SQLite format 3\0"
_DURABLE = {
    "sqlite": {"journal_mode": "wal", "synchronous": "2"},
    "postgresql": {"fsync": "on", "full_page_writes": "on"},
}


def _database(url: str, hints: Hints) -> Database:
    if url.startswith("sqlite://"):
        return SqliteDatabase(url)
    if url.startswith("postgres"):
        return PostgresDatabase(url, hints.tell)
    raise BadUrl(url=url.partition(":")[0], problem="sqlite:///path or postgresql://user@host/database")


async def open(
    url: str,
    *,
    projections: Sequence[Projection] = (),
    upcasts: Upcasts | None = None,
    personal: Sequence[PersonalTable] = (),
    kept: Sequence[sa.Table] = (),
    migrate: bool = True,
    rebuild: bool = True,
    progress: Progress | None = None,
) -> Store:
    """The store at `sqlite:///path` or `postgresql://user@host/database`, with its tables at this release's revision.

    Projections that are new or have another version than the one kept are rebuilt first. Without `rebuild` the store
    can only be read while one is behind. `kept` are tables beside the store's own, which the migrations make as well:
    they are in every backup. Tables that are not as described are refused.
    """
    hints = Hints()
    database = _database(url, hints)
    store = Store(database, hints, projections, upcasts, personal, kept)
    try:
        await database.open()
        if migrate:
            await database.write(upgrades.upgrade, patient=True)
        else:
            await database.read(upgrades.require_newest)
        await database.read(lambda c: upgrades.require_as_described(c, (*metadata.tables.values(), *kept)))
        await _require_durable(database)
        await store.prepare(rebuild, progress)
        if isinstance(database, PostgresDatabase):
            database.bus.start()
    except BaseException:
        await database.close()
        raise
    return store


async def _require_durable(database: Database) -> None:
    found = await database.durability()
    for setting, needed in _DURABLE[database.kind].items():
        if found[setting] != needed:
            raise NotDurable(setting=setting, found=found[setting], needed=needed)
    if found.get("synchronous_commit") == "off":
        raise NotDurable(setting="synchronous_commit", found="off", needed="on")


async def upgrade(url: str) -> tuple[str | None, str]:
    """Bring the tables to this release's revision: the one before and the one after."""
    database = _database(url, Hints())
    try:
        await database.open()
        return await database.write(upgrades.upgrade, patient=True)
    finally:
        await database.close()


async def revision(url: str) -> str | None:
    """The revision that the tables have; none where there are none. Nothing is changed."""
    database = _database(url, Hints())
    try:
        await database.open()
        return await database.read(upgrades.current_revision)
    finally:
        await database.close()


async def backup(url: str, path: str | Path, *, kept: Sequence[sa.Table] = ()) -> None:
    """A copy of everything as of now into a new file, while another process goes on with the store."""
    if url.startswith("sqlite://"):
        await asyncio.to_thread(copy_file, sqlite_path(url), Path(path))
        return
    async with await open(url, kept=kept, migrate=False, rebuild=False) as store:
        await store.backup(path)


async def restore(
    path: str | Path, url: str, *, kept: Sequence[sa.Table] = (), progress: Progress | None = None
) -> None:
    """A new store from a backup or an exported log. Projections are made when it is opened with them."""
    source = Path(path)
    check_backup(source)
    if not _begins_as_sqlite(source):
        async with await open(url, kept=kept) as store:
            await store.import_log(source, progress)
        return
    if url.startswith("sqlite://"):
        _copy_to_place(source, Path(sqlite_path(url)))
        await upgrade(url)
        return
    with tempfile.TemporaryDirectory() as folder:  # from one database to the other by way of the exported log
        copy, exported = Path(folder, "backup.db"), Path(folder, "log.jsonl")
        shutil.copyfile(source, copy)
        async with await open(f"sqlite:///{copy}", kept=kept) as old:
            await old.export_log(exported)
        async with await open(url, kept=kept) as store:
            await store.import_log(exported, progress)


def _begins_as_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_SQLITE_MAGIC)) == _SQLITE_MAGIC


def check_backup(path: str | Path) -> None:
    """Raises BadFile, with what is wrong."""
    source = Path(path)
    try:
        is_sqlite = _begins_as_sqlite(source)
    except OSError as error:
        raise BadFile(path=str(path), problem=error.strerror) from None
    if is_sqlite:
        _check_sqlite(source)
    else:
        verify(source)


def _check_sqlite(path: Path) -> None:
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
                raise BadFile(path=str(path), problem="no log in it")
            if verdict == "ok":
                seal.check(connection, path)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BadFile(path=str(path), problem=str(error)) from None
    if verdict != "ok":
        raise BadFile(path=str(path), problem=verdict)


def _copy_to_place(source: Path, target: Path) -> None:
    if target.exists():
        raise NotEmpty(path=str(target), problem="a file is there already")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # names and contacts are in it
        shutil.copyfile(source, part)
        seal.remove(part)
        settle(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreUnavailable(path=str(target), problem=error.strerror) from error
