"""Timers: what will happen automatically, and which process carries it out.

A timer is set in the transaction of the events that cause it. Any process may claim due timers for the length of a
lease; if the holder dies, the lease runs out, and the next claimer gets the timer. Leases are compared with the
claimer's clock, so the clocks of hosts that share a database must be within a second of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.store.databases.database import Database
from tavl.store.databases.dialect import upsert
from tavl.store.errors import BadAppend
from tavl.store.log.events import CancelTimer, SetTimer, check_timer, new_id
from tavl.store.schema import timers

_UNHELD = {"lease_owner": None, "lease_until": None, "lease_token": None}
_SET = upsert(timers, lambda new: {"due": new.due, "payload": new.payload, **_UNHELD})
_CANCEL = sa.delete(timers).where(
    timers.c.stream == sa.bindparam("stream_is", type_=sa.Text), timers.c.kind == sa.bindparam("kind_is", type_=sa.Text)
)


class Lease(Struct, frozen=True):
    """A due timer that only its holder may carry out until `until`, or longer if renewed."""

    stream: str
    kind: str
    due: int
    payload: bytes
    owner: str
    until: int
    token: str


def change(connection: sa.Connection, changes: Iterable[SetTimer | CancelTimer]) -> None:
    ordered = sorted(changes, key=lambda timer: (timer.stream, timer.kind))  # everybody locks in the same order
    for cancels, run in groupby(ordered, key=lambda timer: isinstance(timer, CancelTimer)):
        if cancels:
            connection.execute(_CANCEL, [{"stream_is": timer.stream, "kind_is": timer.kind} for timer in run])
            continue
        values = ("stream", "kind", "due", "payload")
        connection.execute(
            _SET[connection.dialect.name], [{name: getattr(timer, name) for name in values} for timer in run]
        )


def _free(now: int) -> sa.ColumnElement[bool]:
    return sa.and_(timers.c.due <= now, sa.or_(timers.c.lease_until.is_(None), timers.c.lease_until <= now))


def one_free(now: int) -> sa.Select[tuple[str]]:
    """In the order of `due`: without it PostgreSQL reads the table until it meets one, and usually there is none."""
    return sa.select(timers.c.kind).where(_free(now)).order_by(timers.c.due).limit(1)


def claim(connection: sa.Connection, now: int, owner: str, lease_ms: int, limit: int) -> list[Lease]:
    free = (
        sa.select(timers.c.stream, timers.c.kind, timers.c.due, timers.c.payload)
        .where(_free(now))
        .order_by(timers.c.due)
        .limit(limit)
        .with_for_update(skip_locked=True)  # SQLite does not have this and does not need it: writers take turns
    )
    leases = [Lease(*row, owner, now + lease_ms, new_id(now)) for row in connection.execute(free)]
    for lease in leases:
        mine = sa.and_(timers.c.stream == lease.stream, timers.c.kind == lease.kind)
        held = {"lease_owner": owner, "lease_until": lease.until, "lease_token": lease.token}
        connection.execute(sa.update(timers).where(mine).values(held))
    return leases


def next_due(connection: sa.Connection, now: int) -> int | None:
    """Two looks at the index of `due`, whatever number of timers there is: it is asked at every wake."""
    is_held = timers.c.lease_until > now
    unheld = sa.or_(timers.c.lease_until.is_(None), timers.c.lease_until <= now)
    first: int | None = connection.execute(
        sa.select(timers.c.due).where(unheld).order_by(timers.c.due).limit(1)
    ).scalar()
    # Held timers become free when their lease ends; those that are due later than the first free one do not matter.
    free_at = sa.case((timers.c.lease_until > timers.c.due, timers.c.lease_until), else_=timers.c.due)
    earlier = sa.true() if first is None else timers.c.due < first
    released: int | None = connection.execute(sa.select(sa.func.min(free_at)).where(is_held, earlier)).scalar()
    return min((due for due in (first, released) if due is not None), default=None)


def _held_by(lease: Lease) -> sa.ColumnElement[bool]:
    return sa.and_(timers.c.stream == lease.stream, timers.c.kind == lease.kind, timers.c.lease_token == lease.token)


class Timers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def change(self, *changes: SetTimer | CancelTimer) -> None:
        """Set and cancel timers without events. With events they belong in the `Commit`."""
        for timer in changes:
            check_timer(timer)
        await self._database.write(lambda connection: change(connection, changes), repeatable=True)

    async def claim_due(self, now: int, owner: str, lease_ms: int = 4000, limit: int = 100) -> list[Lease]:
        """Claim due timers that nobody holds for `owner`. Nobody else gets them before `now + lease_ms`."""
        if not owner or lease_ms < 1 or limit < 1:
            raise BadAppend(field="lease", problem="needs an owner, a lease and a limit")
        if not await self._database.read(lambda connection: connection.execute(one_free(now)).first()):
            return []  # reading is cheap; writing is not
        return await self._database.write(lambda connection: claim(connection, now, owner, lease_ms, limit))

    async def renew(self, lease: Lease, now: int, lease_ms: int = 4000) -> Lease | None:
        """Extend the lease; None if somebody else holds it by now or the timer was set again."""
        until = now + lease_ms
        statement = sa.update(timers).where(_held_by(lease)).values(lease_until=until)
        changed = await self._database.write(lambda connection: connection.execute(statement).rowcount, repeatable=True)
        return replace(lease, until=until) if changed else None

    async def complete(self, lease: Lease) -> bool:
        """Delete a timer that was carried out, unless it was set again or somebody else holds it."""
        statement = sa.delete(timers).where(_held_by(lease))
        return bool(await self._database.write(lambda connection: connection.execute(statement).rowcount))

    async def postpone(self, lease: Lease, due: int, payload: bytes) -> bool:
        """Let any process try a timer again later, unless it was set again meanwhile."""
        values = {"due": due, "payload": payload, **_UNHELD}
        statement = sa.update(timers).where(_held_by(lease)).values(values)
        return bool(await self._database.write(lambda connection: connection.execute(statement).rowcount))

    async def next_due(self, now: int) -> int | None:
        """When to look again: the earliest time at which a timer is due and free; None if there is no timer."""
        return await self._database.read(lambda connection: next_due(connection, now))

    async def of_stream(self, stream: str) -> list[SetTimer]:
        columns = (timers.c.stream, timers.c.kind, timers.c.due, timers.c.payload)
        statement = sa.select(*columns).where(timers.c.stream == stream).order_by(timers.c.due)
        return await self._database.read(lambda connection: [SetTimer(*row) for row in connection.execute(statement)])
