"""The list of tables with their seats, results and ratings, as a projection; and queries for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType

from tavl.rating import Formula
from tavl.recent import Recent
from tavl.store.log import read as log_read
from tavl.store.log.events import Event
from tavl.store.log.upcast import Upcasts
from tavl.store.projections import ratings as rated
from tavl.store.projections.table_rows import OVER, PLAYING, WAITING, Reading, TableRow
from tavl.store.schema import rating_formula, ratings, results, seats, standings, tables

S = TypeVar("S")


class TableList(Generic[S]):
    """Keeps `tables`, `seats`, `results` and ratings, for all streams that the reading knows."""

    name = "tables"
    tables = (ratings, standings, rating_formula, results, seats, tables)

    def __init__(
        self, reading: Reading[S], *, formula: Formula | None = None, version: int = 3, room: int = 20_000
    ) -> None:
        self.version = version
        self.formula = formula or Formula()
        self._reading = reading
        self.upcasts = Upcasts()  # replaced by the store's
        self._recent: Recent[str, tuple[int, S | None]] = Recent(room)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> Callable[[], None]:
        after: dict[str, tuple[int, S | None]] = {}
        ordered = sorted(events, key=lambda event: (event.stream, event.version))
        for stream, run in groupby(ordered, key=lambda event: event.stream):
            after[stream] = self._take_in(connection, stream, list(run))

        def remember() -> None:
            for stream, known in after.items():
                self._recent.put(stream, known)

        return remember

    def _take_in(self, connection: sa.Connection, stream: str, events: list[Event]) -> tuple[int, S | None]:
        state = self._before(connection, events[0])
        row = self._reading.row(state) if state is not None else None
        for event in events:
            state = self._step(state, event)
            if state is None:
                break
            now = self._reading.row(state)
            if now != row:
                _write(connection, stream, row, now, event.at)
                if row is not None and row.status == OVER and row.rated:
                    rated.withdraw(connection, stream, self.formula)
                if now.status == OVER and now.rated:
                    rated.enter(connection, stream, now, event.at, self.formula)
                row = now
        return events[-1].version, state

    def _before(self, connection: sa.Connection, event: Event) -> S | None:
        """The state before this event: from the cache, otherwise from the log."""
        version, state = self._recent.get(event.stream) or (0, None)
        if version >= event.version:  # a rebuild reads the log from the beginning again
            version, state = 0, None
        if version < event.version - 1:
            for earlier in log_read.of_stream(connection, event.stream, version, event.version - 1):
                state = self._step(state, self.upcasts.read(earlier))
        return state

    def _step(self, state: S | None, event: Event) -> S | None:
        if event.version == 1:
            return self._reading.start(event)
        return None if state is None else self._reading.step(state, event)


def _write(connection: sa.Connection, stream: str, before: TableRow | None, row: TableRow, at: int) -> None:
    values: dict[str, Any] = {
        "kind": row.kind,
        "status": row.status,
        "first_score": row.score[0],
        "second_score": row.score[1],
        "length": row.length,
        "updated": at,
        "pace": row.pace,
        "deadline": row.deadline,
    }
    if before is None:
        connection.execute(sa.insert(tables).values(stream=stream, created=at, **values))
    else:
        connection.execute(sa.update(tables).where(tables.c.stream == stream).values(values))
    if before is None or before.players != row.players:
        connection.execute(sa.delete(seats).where(seats.c.stream == stream))
        taken = [(seat, person) for seat, person in enumerate(row.players) if person is not None]
        sitting = [{"stream": stream, "seat": seat, "person": person} for seat, person in taken]
        if sitting:
            connection.execute(sa.insert(seats), sitting)
    if row.pace is not None:
        _write_asked(connection, stream, before, row, at)
    if before is not None and before.status == OVER:
        connection.execute(sa.delete(results).where(results.c.stream == stream))
    if row.status == OVER:
        first, second = row.score
        ended = {"winner": row.winner, "reason": row.reason or "", "first_score": first, "second_score": second}
        connection.execute(sa.insert(results).values(stream=stream, at=at, **ended))


def _write_asked(connection: sa.Connection, stream: str, before: TableRow | None, row: TableRow, at: int) -> None:
    """Write since when players are waited for; the time of one who was waited for already stays."""
    same_people = before is not None and before.players == row.players
    for seat in range(len(row.players)):
        was, now = before is not None and seat in before.asked, seat in row.asked
        if was != now or (now and not same_people):
            here = sa.and_(seats.c.stream == stream, seats.c.seat == seat)
            connection.execute(sa.update(seats).where(here).values(asked=at if now else None))


# queries


class Order(StrEnum):
    OLDEST = "oldest"
    NEWEST = "newest"
    CHANGED = "changed"  # most recently changed first
    WAITED_FOR = "waited_for"  # where the person is waited for first, soonest deadline first


class ListedTable(Struct, frozen=True, kw_only=True):
    """A table as shown in lists."""

    stream: str
    kind: str
    status: str  # waiting, playing, over
    players: tuple[str | None, str | None]
    score: tuple[int, int]
    length: int | None
    created: int
    updated: int
    winner: int | None = None  # a seat
    reason: str | None = None


def listed(
    connection: sa.Connection,
    *,
    limit: int,
    status: Sequence[str] = (WAITING, PLAYING, OVER),
    kind: str | None = None,
    person: str | None = None,
    length: int | UnsetType | None = UNSET,
    changed_after: int = 0,
    order: Order = Order.CHANGED,
) -> list[ListedTable]:
    """Tables by status, by what their opener asked for, by who sits there, by length."""
    t, first, second, r = tables.c, seats.alias("first"), seats.alias("second"), results.c
    query = (
        sa.select(tables, first.c.person, second.c.person, r.winner, r.reason)
        .outerjoin_from(tables, first, sa.and_(first.c.stream == t.stream, first.c.seat == 0))
        .outerjoin(second, sa.and_(second.c.stream == t.stream, second.c.seat == 1))
        .outerjoin(results, r.stream == t.stream)
        .where(t.status.in_(status))
        .limit(limit)
    )
    if kind is not None:
        query = query.where(t.kind == kind)
    if person is not None:
        query = query.where(t.stream.in_(sa.select(seats.c.stream).where(seats.c.person == person)))
    if length is not UNSET:
        query = query.where(t.length.is_(None) if length is None else t.length == length)
    if changed_after:
        query = query.where(t.updated > changed_after)
    asked = sa.case((first.c.person == person, first.c.asked), else_=second.c.asked)
    orders: dict[Order, tuple[sa.ColumnElement[Any], ...]] = {
        Order.OLDEST: (t.created.asc(),),
        Order.NEWEST: (t.created.desc(),),
        Order.CHANGED: (t.updated.desc(),),
        Order.WAITED_FOR: (asked.is_(None), sa.case((asked.is_not(None), t.deadline)), t.updated.desc()),
    }
    return [
        ListedTable(
            stream=row.stream,
            kind=row.kind,
            status=row.status,
            players=(row[-4], row[-3]),
            score=(row.first_score, row.second_score),
            length=row.length,
            created=row.created,
            updated=row.updated,
            winner=row.winner,
            reason=row.reason,
        )
        for row in connection.execute(query.order_by(*orders[order]))
    ]
