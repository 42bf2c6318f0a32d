"""SQLite: one file, one process, one writer (`log/group_commit.py`). Readers have their own connections and threads,
and see the last commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from tavl.store import backup_checksums
from tavl.store.databases.database import Database, Work, sqlite_path, typed
from tavl.store.databases.file_lock import FileLock
from tavl.store.errors import BadUrl, StoreClosed, StoreDamaged, StoreUnavailable
from tavl.store.export_file import Exported, whole_file
from tavl.store.log.events import Hint
from tavl.store.log.group_commit import Outcome, Writer, commit_together

T = TypeVar("T")

READERS = 4
BUSY_MS = 5000
FOLDING_MS = 100  # nobody writes meanwhile
FOLD_AGAIN_S = (0.2, 30.0)  # the first wait; it doubles each time, up to the second
_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit is on the disk before it returns
    "fullfsync": "ON",  # where the system's fsync stops at the disk's cache (macOS)
    "checkpoint_fullfsync": "ON",
    "foreign_keys": "ON",
    "busy_timeout": str(BUSY_MS),
    "secure_delete": "ON",  # what is erased is overwritten in the file
}


class SqliteDatabase(Database):
    kind = "sqlite"

    def __init__(self, url: str) -> None:
        self.path = Path(sqlite_path(url))
        self.place = str(self.path)
        self._lock = FileLock(self.path)
        self._writer = Writer(self.place, self._commit)
        self._reading = ThreadPoolExecutor(READERS, "tavl-reader")
        self._write_engine = _engine(self.path, "BEGIN IMMEDIATE", 1)
        self._read_engine = _engine(self.path, "BEGIN", READERS, query_only=True)
        self.folding: asyncio.Task[None] | None = None

    async def open(self) -> None:
        if self.path.is_dir() or not self.path.resolve().parent.is_dir():
            raise BadUrl(path=self.place, problem="no file can be created there")
        self._lock.acquire()
        try:
            self.path.touch(mode=0o600)  # it contains names and contacts
            self._lock.require_one_name()
        except OSError as error:
            raise StoreUnavailable(path=self.place, problem=error.strerror) from None
        self._writer.start()
        await self.forget_erased()  # in case the last process could not, because somebody was reading or it was killed

    async def close(self) -> None:
        if self.folding is not None:
            self.folding.cancel()
            with suppress(asyncio.CancelledError):
                await self.folding
        await self._writer.close()
        await asyncio.to_thread(self._reading.shutdown)
        # The readers first: the last to close folds the write-ahead file into the database, which a reader may not do.
        self._read_engine.dispose()
        self._write_engine.dispose()
        self._lock.release()

    async def read(self, work: Work[T], *, fixed: bool = False) -> T:
        if not self._writer.open:
            raise StoreClosed(place=self.place)
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    def _read(self, work: Work[T]) -> T:
        try:
            with self._read_engine.begin() as connection:
                return work(connection)
        except sa.exc.SQLAlchemyError as error:
            raise self.noted(typed(error)) from error

    async def write(self, work: Work[T], *, repeatable: bool = False, patient: bool = False) -> T:
        return await self._writer.write(work, repeatable=repeatable, alone=patient)

    def _commit(self, works: Sequence[Work[Any]]) -> list[Outcome]:
        try:
            return [self.noted(each) for each in commit_together(self._write_engine.begin, works)]
        except sa.exc.SQLAlchemyError as error:
            raise self.noted(typed(error)) from error

    async def look_for_damage(self) -> None:
        def look(connection: sa.Connection) -> str:
            return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())

        verdict = await self.read(look)
        if verdict != "ok":
            raise self.noted(StoreDamaged(problem=verdict))

    async def durability(self) -> dict[str, str]:
        def ask(connection: sa.Connection) -> dict[str, str]:
            return {name: str(connection.exec_driver_sql(f"PRAGMA {name}").scalar()) for name in _PRAGMAS}

        return await self.write(ask)

    def announce(self, hints: Iterable[Hint]) -> None:
        """There are no other processes."""

    async def forget_erased(self) -> None:
        """Fold the write-ahead file into the database and empty it, so that erased data is in neither. This is not
        possible while another process reads (a backup, for example); then it is retried until it succeeds, by the next
        process if necessary."""
        if not await self._writer.between(self._fold) and (self.folding is None or self.folding.done()):
            self.folding = asyncio.create_task(self._fold_later(), name="tavl-store-folding")

    def _fold(self) -> bool:
        try:
            with self._write_engine.connect() as connection:
                driver = connection.connection.dbapi_connection
                assert isinstance(driver, sqlite3.Connection)
                driver.execute(f"PRAGMA busy_timeout={FOLDING_MS}").close()
                try:
                    busy = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                finally:
                    driver.execute(f"PRAGMA busy_timeout={BUSY_MS}").close()
        except (sqlite3.Error, sa.exc.SQLAlchemyError):
            return False
        return not busy

    async def _fold_later(self) -> None:
        wait, longest = FOLD_AGAIN_S
        while True:
            await asyncio.sleep(wait)
            if await self._writer.between(self._fold):
                return
            wait = min(2 * wait, longest)

    async def copy_to(self, path: Path) -> None:
        """One step of SQLite's backup: a snapshot, while the writer continues."""

        def copy(connection: sa.Connection) -> None:
            source = connection.connection.dbapi_connection
            assert isinstance(source, sqlite3.Connection)
            whole_file(path, lambda part: _copy(source, part))

        await self.read(copy)


def copy_file(database: str, path: Path) -> None:
    """The same for a file that another process has open: SQLite isolates readers from the writer."""
    try:
        source = sqlite3.connect(f"{Path(database).resolve().as_uri()}?mode=rw", uri=True, timeout=10)
    except sqlite3.Error as error:
        raise StoreUnavailable(path=database, problem=str(error)) from error
    try:
        whole_file(path, lambda part: _copy(source, part))
    finally:
        source.close()


def _copy(source: sqlite3.Connection, path: Path) -> Exported:
    try:
        target = sqlite3.connect(path)
        try:
            source.backup(target, pages=-1)
            backup_checksums.write(target)
            count = target.execute("SELECT count(*) FROM events").fetchone()[0]
        finally:
            target.close()
    except sqlite3.Error as error:
        raise StoreUnavailable(path=str(path), problem=str(error)) from error
    return Exported(count, 0)


def _engine(path: Path, begin: str, connections: int, query_only: bool = False) -> sa.Engine:
    url = sa.URL.create("sqlite", database=str(path))
    engine = sa.create_engine(
        url,
        poolclass=sa.pool.QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )

    @sa.event.listens_for(engine, "connect")
    def set_up(driver: Any, _record: Any) -> None:
        for name, value in _PRAGMAS.items():
            driver.execute(f"PRAGMA {name}={value}").close()
        if query_only:
            driver.execute("PRAGMA query_only=ON").close()

    @sa.event.listens_for(engine, "begin")
    def begin_transaction(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
