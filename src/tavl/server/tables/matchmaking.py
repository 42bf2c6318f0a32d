"""Matchmaking: who asks to play anyone sits down with the first person who waits for the same terms, or waits too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.errors import ApiError
from tavl.server.messages.tables import OpenTable
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import HouseTerms, Registered
from tavl.server.tables.stream.event_codec import table_of
from tavl.store import Store
from tavl.store.errors import Duplicate
from tavl.store.projections.table_list import ListedTable, Order, listed
from tavl.store.projections.table_rows import WAITING
from tavl.table.terms import TableTerms

MAX_TRIED = 20  # tables at which somebody tries to sit down
MAX_LOOKS = 50

Also = Callable[[sa.Connection], None]  # written in the same transaction


class _SomebodyOpened(Exception):
    """Somebody else opened a table for anyone meanwhile: look again."""


_OPENED = sa.select(schema.matchmaking.c.opened)


def _count_opened(before: int | None, connection: sa.Connection) -> None:
    if before is None:
        connection.execute(sa.insert(schema.matchmaking).values(one=1, opened=1))
        return
    counted = sa.update(schema.matchmaking).where(schema.matchmaking.c.opened == before).values(opened=before + 1)
    if not connection.execute(counted).rowcount:
        raise _SomebodyOpened


class Newcomer(Protocol):
    """A person who sits down, and the table's event about their account."""

    @property
    def person(self) -> str: ...

    @property
    def registered(self) -> tuple[Registered, ...]: ...


class Matchmaking:
    def __init__(self, store: Store, executor: Executor) -> None:
        self._store, self._executor = store, executor

    async def sit_down_or_open(
        self,
        who: Newcomer,
        asked: OpenTable,
        terms: TableTerms,
        house: HouseTerms,
        apart: frozenset[str],
        id: str,
        open_table: Callable[[Also | None], Awaitable[str]],
    ) -> str:
        """Two people who look at the same time would each find nobody, and both wait. So opening a table for anyone
        raises a counter in the same transaction, and fails if somebody else has raised it since the look."""
        for _ in range(MAX_LOOKS):
            opened = await self._store.read_rows(lambda c: c.execute(_OPENED).scalar())
            found = await self._sit_down(who, asked, terms, house, apart, id)
            if found is not None:
                return found
            with suppress(_SomebodyOpened, Duplicate):
                return await open_table(partial(_count_opened, opened))
        return await open_table(None)

    async def _sit_down(
        self,
        who: Newcomer,
        asked: OpenTable,
        terms: TableTerms,
        house: HouseTerms,
        apart: frozenset[str],
        id: str,
    ) -> str | None:
        def look(connection: sa.Connection) -> list[ListedTable]:
            waiting = (WAITING,)
            return listed(
                connection, status=waiting, kind="anyone", length=asked.length, order=Order.OLDEST, limit=MAX_TRIED
            )

        for found in await self._store.read_rows(look):
            table = table_of(found.stream)
            state = await self._executor.state(table)
            here = state.table
            if here.terms != terms or state.house.terms != house or here.full or here.over:
                continue
            if who.person in here.seats or apart & set(here.seats):
                continue
            try:
                await self._executor.join(table, who.person, asked.promise, id, who.registered)
            except ApiError:
                continue  # somebody was faster
            return table
        return None
