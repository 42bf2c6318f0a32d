"""Which of a table's two players are connected, here or to another process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.live.connections import Room
from tavl.server.live.hints import ROOM_HINT, announce
from tavl.server.logs import log
from tavl.server.processes.process import Process
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import stream_of
from tavl.store import Store, StoreError


class Presence:
    def __init__(self, store: Store, rooms: Mapping[str, Room], executor: Executor, process: Process) -> None:
        self._store, self._rooms, self._executor, self._process = store, rooms, executor, process

    def here(self, table: str) -> frozenset[int]:
        """Seats whose players are connected to this process."""
        room, state = self._rooms.get(table), self._executor.known(table)
        return room.here(state) if room and state else frozenset()

    async def anywhere(self, table: str) -> frozenset[int]:
        """Seats whose players are connected to any process."""
        if not self._store.shared:
            await self._executor.state_at_least(table, 0)
            return self.here(table)
        await self._executor.state(table)
        return self.here(table) | (await self.connected_elsewhere([table])).get(stream_of(table), frozenset())

    async def connected_elsewhere(self, tables: Sequence[str]) -> dict[str, frozenset[int]]:
        """By stream, seats whose players are connected to another process; nothing is read if there is no other
        process."""
        if not self._process.others:
            return {}
        streams = [stream_of(table) for table in tables]
        return await self._store.read_rows(lambda c: self.elsewhere(c, streams))

    def elsewhere(self, connection: sa.Connection, streams: Sequence[str]) -> dict[str, frozenset[int]]:
        """By stream, seats whose players are connected to another process."""
        if not self._process.others:
            return {}
        p = schema.presence.c
        there = sa.select(p.stream, p.seat).where(p.stream.in_(streams), p.process.in_(self._process.others))
        found: dict[str, frozenset[int]] = {}
        for stream, seat in connection.execute(there):
            found[stream] = found.get(stream, frozenset()) | {seat}
        return found

    def take_in(self, rooms: Iterable[Room], elsewhere: Mapping[str, frozenset[int]]) -> None:
        for room in rooms:
            state = self._executor.known(room.table)
            if state is not None:
                room.elsewhere = elsewhere.get(stream_of(room.table), frozenset())
                room.tell_presence(state)

    async def write(self, tables: Sequence[str], at: int) -> None:
        """Tell the other processes who is connected to this one."""
        p, me, streams = schema.presence.c, self._process.id, [stream_of(table) for table in tables]
        mine = sa.delete(schema.presence).where(p.process == me, p.stream.in_(streams))
        values = [
            {"stream": stream_of(table), "seat": seat, "process": me} for table in tables for seat in self.here(table)
        ]

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(schema.presence), values)

        try:
            await self._store.write_rows(write)
        except StoreError as error:
            log.warning("presence not written: %s", error)
        announce(self._store, ROOM_HINT, tables, at)
