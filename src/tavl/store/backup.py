"""Write, check and restore backups."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa

from tavl.store import backup_checksums
from tavl.store.databases.database import sqlite_path
from tavl.store.databases.sqlite import copy_file
from tavl.store.errors import BadFile, NotEmpty, StoreUnavailable
from tavl.store.export_file import settle, verify
from tavl.store.factory import open, upgrade
from tavl.store.log.events import Progress

_SQLITE_MAGIC = b"SQLite format 3\0"


async def backup(url: str, path: str | Path, *, kept: Sequence[sa.Table] = ()) -> None:
    """Copy everything as of now into a new file, while another process keeps using the store."""
    if url.startswith("sqlite://"):
        await asyncio.to_thread(copy_file, sqlite_path(url), Path(path))
        return
    async with await open(url, kept=kept, migrate=False, rebuild=False) as store:
        await store.backup(path)


async def restore(
    path: str | Path, url: str, *, kept: Sequence[sa.Table] = (), progress: Progress | None = None
) -> None:
    """Make a new store from a backup or an exported log. Projections are built when it is opened with them."""
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
    with tempfile.TemporaryDirectory() as folder:  # from one database to the other through an exported log
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
    """Raise BadFile if the backup is damaged or changed."""
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
                raise BadFile(path=str(path), problem="contains no log")
            if verdict == "ok":
                backup_checksums.check(connection, path)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BadFile(path=str(path), problem=str(error)) from None
    if verdict != "ok":
        raise BadFile(path=str(path), problem=verdict)


def _copy_to_place(source: Path, target: Path) -> None:
    if target.exists():
        raise NotEmpty(path=str(target), problem="the file exists already")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # it contains names and contacts
        shutil.copyfile(source, part)
        backup_checksums.remove(part)
        settle(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreUnavailable(path=str(target), problem=error.strerror) from error
