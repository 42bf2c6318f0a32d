"""The interface that both databases implement. Work is a plain function of a connection, the same for both.

`read` and `write` take such a function and return its result; a write returns after its commit. The function may be
run again after a collision, so it must have no effects except on the connection.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import sqlalchemy as sa

from tavl.store.errors import (
    BadUrl,
    ConnectionLost,
    Duplicate,
    StoreDamaged,
    StoreError,
    StoreFault,
    StoreUnavailable,
)
from tavl.store.log.events import Hint

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

# SQLSTATE classes and codes under which the same statement may succeed later: connection, resources, operator, locks.
_PASSING_STATES = ("08", "53", "57", "55P03")
_PASSING_CODES = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
_COLLISION_STATES = ("40001", "40P01")
_DAMAGE_STATES = ("XX001", "XX002")  # data_corrupted, index_corrupted
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Database(ABC):
    kind: str
    place: str  # for people: the file, or the server without its password
    damage: str | None = None  # found so far; damage does not go away by itself

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def read(self, work: Work[T], *, fixed: bool = False) -> T:
        """`fixed`: every statement of the work sees the same snapshot."""

    @abstractmethod
    async def write(self, work: Work[T], *, repeatable: bool = False, patient: bool = False) -> T:
        """`repeatable`: idempotent, so it may be sent again when the connection broke.
        `patient`: no limit to how long it takes."""

    def noted(self, outcome: Any) -> Any:
        """Return the error, and remember the damage that it reports."""
        if isinstance(outcome, StoreDamaged):
            self.damage = str(outcome.facts["problem"])
        return outcome

    @abstractmethod
    async def look_for_damage(self) -> None:
        """Raise StoreDamaged if a quick check finds damage. It does not read everything."""

    @abstractmethod
    async def durability(self) -> dict[str, str]:
        """The current settings that decide whether an acknowledged commit survives a power cut."""

    def listen_to_others(self) -> None:
        """To the other processes, if there can be any."""
        return

    def note_others(self, there: bool) -> None:
        """Whether other processes are known to have this database open: they are notified sooner."""
        return

    @abstractmethod
    def announce(self, hints: Iterable[Hint]) -> None:
        """Notify other processes, if there can be any."""


def sqlite_path(url: str) -> str:
    path = url.removeprefix("sqlite:///")
    if not url.startswith("sqlite:///") or path in ("", ":memory:") or "?" in path:
        raise BadUrl(url=url, problem="a file is needed: sqlite:///path")
    return path


def is_collision(error: sa.exc.DBAPIError) -> bool:
    return _state(error) in _COLLISION_STATES


def typed(error: sa.exc.SQLAlchemyError) -> StoreError:
    """The store's error for a driver's error."""
    if isinstance(error, sa.exc.TimeoutError):
        return StoreUnavailable(problem="all connections are busy")
    if not isinstance(error, sa.exc.DBAPIError):
        return StoreFault(problem=str(error))
    problem = str(error.orig).partition("\n")[0]
    if error.connection_invalidated:
        return ConnectionLost(problem=problem)
    if isinstance(error, sa.exc.IntegrityError):
        return Duplicate(problem=problem)
    state = _state(error)
    code = getattr(error.orig, "sqlite_errorcode", None)
    if state in _DAMAGE_STATES or (code is not None and code & 0xFF in _DAMAGE_CODES):
        return StoreDamaged(problem=problem)
    if state is not None:
        return StoreUnavailable(problem=problem) if state.startswith(_PASSING_STATES) else StoreFault(problem=problem)
    passing = code is not None and code & 0xFF in _PASSING_CODES  # the low byte; the rest is detail
    return StoreUnavailable(problem=problem) if passing else StoreFault(problem=problem)


def _state(error: sa.exc.DBAPIError) -> str | None:
    state = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None
