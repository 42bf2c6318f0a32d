"""PostgreSQL: several processes, several writers at once; collisions are found by the unique keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tavl.store.bus import Bus
from tavl.store.database import Database, Work, is_collision, typed
from tavl.store.errors import BadUrl, ConnectionLost, StoreClosed, StoreUnavailable
from tavl.store.events import Hint
from tavl.store.log import Collision

T = TypeVar("T")

CONNECTIONS = 10
ATTEMPTS = 8
CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 30.0
_SESSION = {
    "application_name": "tavl",
    "timezone": "UTC",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    # A process that hangs in the middle of a transaction must not hold its locks for ever.
    "idle_in_transaction_session_timeout": "15s",
}
_DURABLE_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes")


class PostgresDatabase(Database):
    kind = "postgresql"

    def __init__(self, url: str, hear: Callable[[list[Hint]], None]) -> None:
        self._dsn = _dsn(url)
        parts = urlsplit(self._dsn)
        self.place = f"{parts.hostname or 'local socket'}{parts.path}"
        self._engine: AsyncEngine | None = None
        self.bus = Bus(self.connect, hear)

    async def connect(self) -> asyncpg.Connection:
        try:
            connection = await asyncpg.connect(
                self._dsn, timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS, server_settings=_SESSION
            )
            try:
                # A commit is answered when it is on the disk. How a standby is waited for is the operator's choice.
                await connection.execute(
                    "SELECT set_config('synchronous_commit', 'on', false)"
                    " WHERE current_setting('synchronous_commit') = 'off'"
                )
            except BaseException:
                connection.terminate()
                raise
        except ValueError as error:  # what cannot be an address; asyncpg's own error for that is one too
            raise BadUrl(url=self.place, problem=str(error)) from None
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            raise StoreUnavailable(database=self.place, problem=str(error) or type(error).__name__) from error
        return connection

    async def open(self) -> None:
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=10,
        )

    async def close(self) -> None:
        await self.bus.stop()
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.dispose()

    async def read(self, work: Work[T], *, fixed: bool = False) -> T:
        level = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if fixed else {}
        return await self._run(work, level, repeatable=True)

    async def write(self, work: Work[T], *, repeatable: bool = False, patient: bool = False) -> T:
        def patiently(connection: sa.Connection) -> T:
            connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
            connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            return work(connection)

        return await self._run(patiently if patient else work, {}, repeatable)

    async def _run(self, work: Work[T], options: dict[str, object], repeatable: bool) -> T:
        lost = 0
        for attempt in range(ATTEMPTS):
            if self._engine is None:
                raise StoreClosed(database=self.place)
            try:
                async with self._engine.connect() as connection:
                    await connection.execution_options(**options)
                    async with connection.begin():
                        return await connection.run_sync(work)
            except Collision:
                if attempt == ATTEMPTS - 1:
                    raise
            except sa.exc.SQLAlchemyError as error:
                collided = isinstance(error, sa.exc.DBAPIError) and is_collision(error)
                problem = typed(error)
                lost += isinstance(problem, ConnectionLost)
                # After a restart of the database every pooled connection is dead, and the first one tells.
                again = collided or (repeatable and lost == 1 and isinstance(problem, ConnectionLost))
                if not again or attempt == ATTEMPTS - 1:
                    raise problem from error
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
                raise StoreUnavailable(database=self.place, problem=str(error)) from error
        raise AssertionError("not reached")

    async def durability(self) -> dict[str, str]:
        def ask(connection: sa.Connection) -> dict[str, str]:
            return {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in _DURABLE_SETTINGS}

        return await self.read(ask)

    def announce(self, hints: Iterable[Hint]) -> None:
        self.bus.send(hints)


def _dsn(url: str) -> str:
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise BadUrl(url=scheme, problem="sqlite:///path or postgresql://user@host/database")
    return f"postgresql://{rest}"
