"""Projections: tables for queries, derived from the log and rebuilt from it at any time.

A projection is applied in the transaction that appends, so it is always up to date. A rebuild must give the same rows:
they may depend on the events and their order within a stream, but not on how streams were interleaved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import sqlalchemy as sa

from tavl.store.errors import ProjectionNewer
from tavl.store.log import read as log_read
from tavl.store.log.events import BATCH, BEGINNING, Event, Progress
from tavl.store.log.upcast import Upcasts
from tavl.store.schema import projections


class Projection(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Increase it when the same events give other rows than before; the store then rebuilds it when opened."""

    @property
    def tables(self) -> tuple[sa.Table, ...]:
        """The tables that only this projection writes, in the order in which rows may be deleted."""

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> Callable[[], None] | None:
        """Apply events. The returned function is called after the commit: the place to update a cache."""


@runtime_checkable
class ReadsBack(Protocol):
    """A projection that also reads earlier events by itself; it gets the store's upcasts for them."""

    upcasts: Upcasts


def stale(connection: sa.Connection, given: Sequence[Projection]) -> list[Projection]:
    kept = _kept(connection)
    for projection in given:
        if kept.get(projection.name, 0) > projection.version:
            raise ProjectionNewer(name=projection.name, version=kept[projection.name], known=projection.version)
    return [projection for projection in given if kept.get(projection.name) != projection.version]


def unknown(connection: sa.Connection, given: Sequence[Projection]) -> list[str]:
    """Names of projections that are in the database but were not given."""
    return sorted(set(_kept(connection)) - {projection.name for projection in given})


def forget_all(connection: sa.Connection) -> None:
    """The log is another now: whoever opens the store with a projection rebuilds it first."""
    connection.execute(sa.delete(projections))


def _kept(connection: sa.Connection) -> dict[str, int]:
    rows = connection.execute(sa.select(projections.c.name, projections.c.version))
    return {row.name: row.version for row in rows}


def rebuild(
    connection: sa.Connection,
    projection: Projection,
    upcasts: Upcasts,
    progress: Progress | None = None,
    only_if_stale: bool = False,
) -> int:
    """Empty its tables and apply the whole log. Appends wait meanwhile; reads do not."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("LOCK TABLE events IN SHARE MODE"))
    if only_if_stale and not stale(connection, [projection]):
        return 0  # another process was faster
    for table in projection.tables:
        connection.execute(sa.delete(table))
    total, done, place = log_read.count(connection), 0, BEGINNING
    while batch := log_read.of_snapshot(connection, place, BATCH):
        remember = projection.apply(connection, [upcasts.read(event) for event in batch])
        if remember:  # everything read here is committed
            remember()
        place = batch[-1].place
        done += len(batch)
        if progress:
            progress(done, total)
    connection.execute(sa.delete(projections).where(projections.c.name == projection.name))
    connection.execute(sa.insert(projections).values(name=projection.name, version=projection.version))
    return done
