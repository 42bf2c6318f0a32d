"""SQLite: one file, one process, one writer that puts all waiting work into one commit.

The writer is a thread of its own with the standard driver. Work runs there from BEGIN to COMMIT without a visit to the
event loop in between; through an async driver, which visits it for every statement, the same work took five times as
long. A savepoint around each piece of work keeps one's failure from the others. Readers have connections and threads
of their own and see the last commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct

from tavl.store.database import Database, Work, sqlite_path, typed
from tavl.store.errors import BadUrl, StoreClosed, StoreError, StoreFault, StoreUnavailable
from tavl.store.events import Hint
from tavl.store.lock import FileLock
from tavl.store.portable import Exported, whole_file

T = TypeVar("T")

READERS = 4
MOST_IN_A_GROUP = 200  # so that the first of a group does not wait long for the last
_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit is on the disk before it is answered
    "fullfsync": "ON",  # where the system's fsync stops at the disk's cache (macOS)
    "checkpoint_fullfsync": "ON",
    "foreign_keys": "ON",
    "busy_timeout": "5000",
    "secure_delete": "ON",  # what is erased is overwritten in the file
}


class _Job(Struct):
    work: Work[Any]
    answer: asyncio.Future[Any]
    alone: bool  # long work does not make others wait for its commit, and sees nothing uncommitted


class _Done(Struct):
    value: Any


class SqliteDatabase(Database):
    kind = "sqlite"

    def __init__(self, url: str) -> None:
        self.path = Path(sqlite_path(url))
        self.place = str(self.path)
        self._lock = FileLock(self.path)
        self._waiting: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self._writing = ThreadPoolExecutor(1, "tavl-writer")
        self._reading = ThreadPoolExecutor(READERS, "tavl-reader")
        self._write_engine = _engine(self.path, "BEGIN IMMEDIATE", 1)
        self._read_engine = _engine(self.path, "BEGIN", READERS, query_only=True)

    async def open(self) -> None:
        if self.path.is_dir() or not self.path.resolve().parent.is_dir():
            raise BadUrl(path=self.place, problem="no file can be there")
        self._lock.acquire()
        try:
            self.path.touch(mode=0o600)  # names and contacts are in it
        except OSError as error:
            raise StoreUnavailable(path=self.place, problem=error.strerror) from None
        self._writer = asyncio.create_task(self._write_groups(), name="tavl-store-writer")

    async def close(self) -> None:
        if self._writer is not None:
            self._closing = True
            self._arrived.set()
            writer, self._writer = self._writer, None
            with suppress(asyncio.CancelledError):  # a loop that is being torn down has cancelled it already
                await writer
        for threads in (self._reading, self._writing):
            await asyncio.to_thread(threads.shutdown)
        # The readers first: who closes last folds the write-ahead file into the database, which a reader may not.
        self._read_engine.dispose()
        self._write_engine.dispose()
        self._lock.release()

    async def read(self, work: Work[T], *, fixed: bool = False) -> T:
        if self._writer is None:
            raise StoreClosed(path=self.place)
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    def _read(self, work: Work[T]) -> T:
        try:
            with self._read_engine.begin() as connection:
                return work(connection)
        except sa.exc.SQLAlchemyError as error:
            raise typed(error) from error

    async def write(self, work: Work[T], *, repeatable: bool = False, patient: bool = False) -> T:
        if self._writer is None:
            raise StoreClosed(path=self.place)
        job = _Job(work, asyncio.get_running_loop().create_future(), alone=patient)
        self._waiting.append(job)
        self._arrived.set()
        answer: T = await job.answer
        return answer

    async def _write_groups(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting or not self._closing:
            await self._arrived.wait()
            self._arrived.clear()
            while group := self._next_group():
                works = [job.work for job in group]
                try:
                    outcomes = await loop.run_in_executor(self._writing, self._run_group, works)
                except asyncio.CancelledError:
                    _answer(group, [StoreClosed(path=self.place)] * len(group))
                    raise
                except Exception as error:  # nothing of the group was committed
                    fault = error if isinstance(error, StoreError) else StoreFault(problem=repr(error))
                    outcomes = [fault] * len(group)
                _answer(group, outcomes)

    def _next_group(self) -> list[_Job]:
        group: list[_Job] = []
        while self._waiting and len(group) < MOST_IN_A_GROUP:
            if self._waiting[0].alone and group:
                break
            job = self._waiting.popleft()
            if job.answer.cancelled():
                continue
            group.append(job)
            if job.alone:
                break
        return group

    def _run_group(self, works: Sequence[Work[Any]]) -> list[_Done | BaseException]:
        try:
            with self._write_engine.begin() as connection:
                return [_attempt(connection, work) for work in works]
        except sa.exc.SQLAlchemyError as error:
            raise typed(error) from error

    async def durability(self) -> dict[str, str]:
        def ask(connection: sa.Connection) -> dict[str, str]:
            return {name: str(connection.exec_driver_sql(f"PRAGMA {name}").scalar()) for name in _PRAGMAS}

        return await self.write(ask)

    def announce(self, hints: Iterable[Hint]) -> None:
        """Nobody else can be there."""

    async def checkpoint(self) -> None:
        """Fold the write-ahead file into the database and empty it, so that what was erased is in neither."""

        def fold() -> None:
            with self._write_engine.connect() as connection:
                driver = connection.connection.dbapi_connection
                assert isinstance(driver, sqlite3.Connection)
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

        await asyncio.get_running_loop().run_in_executor(self._writing, fold)

    async def copy_to(self, path: Path) -> None:
        """One step of SQLite's backup: the state of one moment, while the writer goes on."""

        def copy(connection: sa.Connection) -> None:
            source = connection.connection.dbapi_connection
            assert isinstance(source, sqlite3.Connection)
            whole_file(path, lambda part: _copy(source, part))

        await self.read(copy)


def _copy(source: sqlite3.Connection, path: Path) -> Exported:
    try:
        target = sqlite3.connect(path)
        try:
            source.backup(target, pages=-1)
            count = target.execute("SELECT count(*) FROM events").fetchone()[0]
        finally:
            target.close()
    except sqlite3.Error as error:
        raise StoreUnavailable(path=str(path), problem=str(error)) from error
    return Exported(count, 0)


def _attempt(connection: sa.Connection, work: Work[Any]) -> _Done | BaseException:
    connection.exec_driver_sql("SAVEPOINT work")
    try:
        done = _Done(work(connection))
    except Exception as error:
        connection.exec_driver_sql("ROLLBACK TO work")
        connection.exec_driver_sql("RELEASE work")
        return typed(error) if isinstance(error, sa.exc.SQLAlchemyError) else error
    connection.exec_driver_sql("RELEASE work")
    return done


def _answer(group: Sequence[_Job], outcomes: Sequence[_Done | BaseException]) -> None:
    for job, outcome in zip(group, outcomes, strict=True):
        if job.answer.done():  # whoever asked has gone; the work is done all the same
            continue
        if isinstance(outcome, _Done):
            job.answer.set_result(outcome.value)
        else:
            job.answer.set_exception(outcome)


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
