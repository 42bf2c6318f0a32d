"""Heartbeats. Every process regularly writes a row that shows that it is alive. If none did for a while the server was
down, and that is corrected before anything else happens (`downtime.py`). How often, and after how long it counts as
down: `heartbeat_ms` and `away_after_ms` in `server/settings.py`."""

from __future__ import annotations

import asyncio
import contextlib

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.live.shared_rooms import SharedRooms
from tavl.server.live.tournament_rooms import TournamentRooms
from tavl.server.processes.downtime import Downtime
from tavl.server.processes.process import Process
from tavl.server.settings import Settings
from tavl.server.wall_clock import MINUTE, Clock
from tavl.store import Store, StoreError

OF_PROCESSES = (schema.presence, schema.watching, schema.desk_presence)  # who is connected to which


class Heartbeat:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        process: Process,
        rooms: SharedRooms,
        tournament_rooms: TournamentRooms,
        downtime: Downtime,
    ) -> None:
        self._store, self._settings, self._clock, self._process = store, settings, clock, process
        self._rooms, self._tournament_rooms, self._downtime = rooms, tournament_rooms, downtime

    async def beat_periodically(self) -> None:
        await asyncio.sleep(self._settings.heartbeat_ms / 1000)
        await self.beat()

    async def beat(self, starting: bool = False) -> None:
        last = await self._store.read_rows(
            lambda c: c.execute(sa.select(sa.func.max(schema.processes.c.beat))).scalar()
        )
        if last is not None and starting:
            self._clock.continue_from(last)
        if last is not None and self._clock() - last > self._silence(starting):
            await self._downtime.make_good(last, starting)
        now = self._clock()
        living = await self._store.write_rows(lambda c: self._write(c, now))
        self._process.note_beat(now)
        if living != self._process.living:
            self._process.living = living
            self._store.database.note_others(bool(self._process.others))
            await self._rooms.refresh_all()
            await self._tournament_rooms.refresh_all()

    def _write(self, connection: sa.Connection, now: int) -> frozenset[str]:
        """Write the heartbeat, and return which processes are alive."""
        p = schema.processes.c
        mine = sa.update(schema.processes).where(p.id == self._process.id).values(beat=now)
        if not connection.execute(mine).rowcount:
            connection.execute(sa.insert(schema.processes).values(id=self._process.id, beat=now))
        fresh = now - self._settings.away_after_ms
        living = frozenset(connection.execute(sa.select(p.id).where(p.beat > fresh)).scalars())
        if connection.execute(sa.delete(schema.processes).where(p.beat < now - MINUTE)).rowcount:
            known = sa.select(p.id)
            for table in OF_PROCESSES:
                connection.execute(sa.delete(table).where(table.c.process.not_in(known)))
        return living

    async def stop(self) -> None:
        """Write a last heartbeat, and delete who is connected here."""
        me, now = self._process.id, self._clock()
        last = sa.update(schema.processes).where(schema.processes.c.id == me).values(beat=now)
        gone = [sa.delete(table).where(table.c.process == me) for table in OF_PROCESSES]
        with contextlib.suppress(StoreError):
            await self._store.write_rows(lambda c: [c.execute(each) for each in (*gone, last)])

    def _silence(self, starting: bool) -> int:
        """How long there may be no heartbeat before the server counts as down. A running process may be busy. When a
        process starts, only another one can have been running, and its last heartbeat is at most two intervals old.
        On SQLite there is no other process."""
        if not starting:
            return self._settings.away_after_ms
        return 2 * self._settings.heartbeat_ms if self._store.shared else 0
