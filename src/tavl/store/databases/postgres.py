"""PostgreSQL: several processes, each with one writer (`log/group_commit.py`); unique keys detect collisions.

Reading and writing are done in threads; the event loop listens for other processes (`notify.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg
import sqlalchemy as sa

from tavl.store.databases.database import Database, Work, typed
from tavl.store.databases.notify import Bus
from tavl.store.errors import BadUrl, ConnectionLost, StoreClosed, StoreUnavailable
from tavl.store.log.events import Hint
from tavl.store.log.group_commit import Outcome, Writer, commit_together

T = TypeVar("T")

READERS = 4
CONNECT_SECONDS = 5
_SESSION = {
    "application_name": "tavl",
    "timezone": "UTC",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    # A process that hangs in the middle of a transaction must not hold its locks forever.
    "idle_in_transaction_session_timeout": "15s",
}
_DURABLE_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes")
# A commit returns when it is on the disk. Whether to wait for a standby is the operator's choice.
_DURABLY = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"


class PostgresDatabase(Database):
    kind = "postgresql"

    def __init__(self, url: str, hear: Callable[[list[Hint]], None]) -> None:
        self._dsn = _dsn(url)
        try:
            parts = urlsplit(self._dsn)
            _ = parts.port
        except ValueError as error:
            raise BadUrl(url=url.partition("://")[0], problem=str(error)) from None
        self.place = f"{parts.hostname or 'local socket'}{parts.path}"
        self._writer = Writer(self.place, self._commit)
        self._reading = ThreadPoolExecutor(READERS, "tavl-reader")
        self._write_engine = self._engine(1)
        self._read_engine = self._engine(READERS)
        self.bus = Bus(self.listen, hear)

    def _engine(self, connections: int) -> sa.Engine:
        return sa.create_engine(
            "postgresql+psycopg://", creator=self._connect, pool_size=connections, max_overflow=0, pool_timeout=10
        )

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            connection = psycopg.connect(self._dsn, connect_timeout=CONNECT_SECONDS, autocommit=True)
            try:
                for name, value in _SESSION.items():
                    connection.execute("SELECT set_config(%s, %s, false)", (name, value))
                connection.execute(_DURABLY)
                connection.autocommit = False
            except BaseException:
                connection.close()
                raise
        except (psycopg.ProgrammingError, ValueError) as error:  # not a valid address
            raise BadUrl(url=self.place, problem=str(error).partition("\n")[0]) from None
        except (OSError, psycopg.Error) as error:
            problem = str(error).partition("\n")[0] or type(error).__name__
            raise StoreUnavailable(database=self.place, problem=problem) from error
        return connection

    async def listen(self) -> psycopg.AsyncConnection[Any]:
        """A connection that listens for notifications."""
        try:
            return await psycopg.AsyncConnection.connect(
                self._dsn, connect_timeout=CONNECT_SECONDS, autocommit=True, application_name="tavl"
            )
        except (psycopg.ProgrammingError, ValueError) as error:
            raise BadUrl(url=self.place, problem=str(error).partition("\n")[0]) from None
        except (OSError, psycopg.Error) as error:
            raise StoreUnavailable(database=self.place, problem=str(error) or type(error).__name__) from error

    async def open(self) -> None:
        self._writer.start()

    async def close(self) -> None:
        await self.bus.stop()
        await self._writer.close()
        await asyncio.to_thread(self._reading.shutdown)
        self._read_engine.dispose()
        self._write_engine.dispose()

    async def read(self, work: Work[T], *, fixed: bool = False) -> T:
        if not self._writer.open:
            raise StoreClosed(place=self.place)
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work, fixed)

    def _read(self, work: Work[T], fixed: bool) -> T:
        try:
            return self._read_once(work, fixed)
        except ConnectionLost:  # after a restart of the database the connections are dead, which the first use reveals
            return self._read_once(work, fixed)

    def _read_once(self, work: Work[T], fixed: bool) -> T:
        # Every statement sees what was last committed, within a transaction or not: unless one fixed state is asked
        # for, beginning and ending one would be two of three trips to the database.
        level = "REPEATABLE READ" if fixed else "AUTOCOMMIT"
        try:
            with self._read_engine.connect() as connection:
                connection.execution_options(isolation_level=level, postgresql_readonly=True)
                with connection.begin():
                    return work(connection)
        except sa.exc.SQLAlchemyError as error:
            raise self.noted(typed(error)) from error

    async def write(self, work: Work[T], *, repeatable: bool = False, patient: bool = False) -> T:
        def patiently(connection: sa.Connection) -> T:
            connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
            connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            return work(connection)

        return await self._writer.write(patiently if patient else work, repeatable=repeatable, alone=patient)

    def _commit(self, works: Sequence[Work[Any]]) -> list[Outcome]:
        try:
            return [self.noted(each) for each in commit_together(self._write_engine.begin, works)]
        except sa.exc.SQLAlchemyError as error:
            raise self.noted(typed(error)) from error

    async def look_for_damage(self) -> None:
        """PostgreSQL checks every page that it reads."""

    async def durability(self) -> dict[str, str]:
        def ask(connection: sa.Connection) -> dict[str, str]:
            return {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in _DURABLE_SETTINGS}

        return await self.read(ask)

    def listen_to_others(self) -> None:
        self.bus.start()

    def note_others(self, there: bool) -> None:
        self.bus.alone = not there

    def announce(self, hints: Iterable[Hint]) -> None:
        self.bus.send(hints)


def _dsn(url: str) -> str:
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise BadUrl(url=scheme, problem="sqlite:///path or postgresql://user@host/database")
    return f"postgresql://{rest}"
