"""After the server was down: clocks that were running are set back to when it was last alive, and nobody was late. When
it counts as down: `heartbeat.py`, by `away_after_ms` in `server/settings.py`."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from tavl.server.logs import log
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import STREAM, table_of
from tavl.server.tables.timers.table_timers import DUE
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.stream import id_of
from tavl.server.wall_clock import DAY
from tavl.store import Store
from tavl.store.projections.tournament_list import open_streams
from tavl.store.schema import timers as timer_rows

AT_ONCE = 64  # tables


class Downtime:
    def __init__(self, store: Store, executor: Executor, tournaments: Tournaments) -> None:
        self._store, self._executor, self._tournaments = store, executor, tournaments

    async def make_good(self, since: int, starting: bool) -> None:
        """The server was down: charge that time to nobody. Done before the next heartbeat, so that it is repeated if
        interrupted; the action's id makes sure that each table is done once."""
        query = sa.select(timer_rows.c.stream).where(timer_rows.c.kind == DUE)
        streams = await self._store.read_rows(lambda c: c.execute(query).scalars().all())
        tables = [table_of(name) for name in streams if name.startswith(STREAM)]
        suspended = 0
        for start in range(0, len(tables), AT_ONCE):
            some = tables[start : start + AT_ONCE]
            suspended += sum(await asyncio.gather(*(self._executor.suspend(table, since) for table in some)))
        lately = since - DAY
        running = await self._store.read_rows(lambda c: open_streams(c, lately))
        for stream in running:
            await self._tournaments.suspend(id_of(stream), since)
        level = logging.INFO if starting else logging.WARNING  # at a start it is expected that it was not running
        log.log(level, "the service was away", extra={"fields": {"since": since, "tables": suspended}})
