"""Who watches a table: shown only to whoever directs it and may expel somebody (T1.6.iii).

Only at tables where somebody can rule. Each process knows its own connections; if several share a database, each writes
its own and reads those of the others after a hint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.accounts import Accounts
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.connections import Connection, Room
from tavl.server.live.hints import SPECTATORS_HINT, announce
from tavl.server.logs import log
from tavl.server.processes.process import Process
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import stream_of, table_of
from tavl.store import Store, StoreError
from tavl.table.acts import Role
from tavl.table.terms import Ruler

SETTLES_S = 0.2  # many who come at once are reported together


class Spectators:
    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, Room],
        executor: Executor,
        accounts: Accounts,
        process: Process,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._rooms, self._executor, self._accounts = store, rooms, executor, accounts
        self._process, self._clock = process, clock
        self._changed: set[str] = set()  # tables where somebody came or left here
        self._stale: set[str] = set()  # tables where that happened elsewhere
        self._tasks = BackgroundTasks("telling who watches failed")
        self._telling: asyncio.Task[None] | None = None

    def changed(self, room: Room, connection: Connection) -> None:
        """Somebody came to a table or left it."""
        state = self._executor.known(room.table)
        if state is None or not connection.person or state.table.terms.ruler is Ruler.NOBODY:
            return
        if state.by(connection.person).role in (Role.SPECTATOR, Role.DIRECTOR):
            self._changed.add(room.table)
            self._tend()

    def heard(self, table: str) -> None:
        """Somebody came or left in another process."""
        self._stale.add(table)
        self._tend()

    async def stop(self) -> None:
        await self._tasks.stop()

    def _tend(self) -> None:
        if self._telling is None or self._telling.done():
            self._telling = self._tasks.start(self._tell())

    async def _tell(self) -> None:
        while self._changed or self._stale:
            await asyncio.sleep(SETTLES_S)
            changed, self._changed = self._changed, set()
            tables, self._stale = sorted(changed | self._stale), set()
            try:
                if self._store.shared:
                    await self._exchange(sorted(changed), tables)
                for table in tables:
                    await self._tell_directors(table)
            except StoreError as error:
                log.warning("spectators not reported: %s", error)

    async def _exchange(self, changed: list[str], tables: list[str]) -> None:
        """Write who watches here, and read who watches elsewhere."""
        w, me = schema.watching.c, self._process.id
        mine = sa.delete(schema.watching).where(w.process == me, w.stream.in_([stream_of(table) for table in changed]))
        values = [
            {"stream": stream_of(table), "person": person, "process": me}
            for table in changed
            for person in self._here(table)
        ]
        others = sa.select(w.stream, w.person).where(
            w.stream.in_([stream_of(table) for table in tables if table in self._rooms]),
            w.process.in_(self._process.others),
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(schema.watching), values)

        if changed:
            await self._store.write_rows(write)
            announce(self._store, SPECTATORS_HINT, changed, self._clock())
        found: dict[str, set[str]] = {table: set() for table in tables}
        for stream, person in await self._store.read_rows(lambda c: c.execute(others).all()):
            found[table_of(stream)].add(person)
        for table, people in found.items():
            if table in self._rooms:
                self._rooms[table].watching_elsewhere = frozenset(people)

    def _here(self, table: str) -> list[str]:
        room, state = self._rooms.get(table), self._executor.known(table)
        if room is None or state is None:
            return []
        people = {connection.person for connection in room.connections if connection.person}
        return sorted(person for person in people if state.by(person).role is Role.SPECTATOR)

    async def _tell_directors(self, table: str) -> None:
        room, state = self._rooms.get(table), self._executor.known(table)
        if room is None or state is None:
            return
        missing = [person for person in room.spectators(state) if person not in room.people]
        if missing:
            room.people = {**room.people, **await self._accounts.names(missing)}
        state = self._executor.known(table) or state
        for connection in tuple(room.connections):
            knows_all = connection.version == state.version  # others get it with the new events
            if knows_all and state.by(connection.person).role is Role.DIRECTOR:
                connection.tell(room.state_for(connection, state, (), self._clock()))
