"""Who watches a table: told to whoever directs it and may send somebody away (T1.6.iii), and to nobody else.

Only at tables where somebody can rule. Each process knows its own connections; where several share a database each
writes down whom it has, and reads what the others wrote when it hears of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.live.connections import Connection, Room
from tavl.server.logs import log
from tavl.server.tables.event_codec import stream_of, table_of
from tavl.server.tables.stream_state import State
from tavl.store import Hint, StoreError
from tavl.table.acts import Role
from tavl.table.terms import Ruler

if TYPE_CHECKING:
    from tavl.server.service import Service

WATCHERS_HINT = "watchers/"
SETTLES_S = 0.2  # a gallery that comes in at once is told of at once
MAX_TOLD = 200  # of those who watch: a list for people to read


def watchers_of(room: Room, state: State) -> tuple[str, ...]:
    """Those who watch and have said who they are."""
    here = {connection.person for connection in room.connections if connection.person}
    everybody = sorted((here | room.watching_elsewhere) - set(state.table.requests.expelled))
    return tuple(person for person in everybody if state.by(person).role is Role.SPECTATOR)[:MAX_TOLD]


def named_watchers(room: Room, state: State) -> tuple[str, ...]:
    """Those of them whose names are known by now; the others' are being looked up."""
    return tuple(person for person in watchers_of(room, state) if person in room.people)


class Watchers:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._shared = service.store.database.kind == "postgresql"
        self._changed: set[str] = set()  # tables where somebody came or went here
        self._stale: set[str] = set()  # tables where that happened elsewhere
        self._task: asyncio.Task[None] | None = None

    def changed(self, room: Room, connection: Connection) -> None:
        """Somebody came to a table or left it."""
        state = self._service.executor.known(room.table)
        if state is None or not connection.person or state.table.terms.ruler is Ruler.NOBODY:
            return
        if state.by(connection.person).role in (Role.SPECTATOR, Role.DIRECTOR):
            self._changed.add(room.table)
            self._tend()

    def heard(self, table: str) -> None:
        """Somebody came or went in another process."""
        self._stale.add(table)
        self._tend()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _tend(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell())
            self._task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            log.error("telling who watches failed", exc_info=task.exception())

    async def _tell(self) -> None:
        while self._changed or self._stale:
            await asyncio.sleep(SETTLES_S)
            changed, self._changed = self._changed, set()
            tables, self._stale = sorted(changed | self._stale), set()
            try:
                if self._shared:
                    await self._exchange(sorted(changed), tables)
                for table in tables:
                    await self._tell_directors(table)
            except StoreError as error:
                log.warning("who watches was not told: %s", error)

    async def _exchange(self, changed: list[str], tables: list[str]) -> None:
        """Write down who watches here, and read who watches elsewhere."""
        service, w, rooms = self._service, schema.watching.c, self._service.rooms.rooms
        mine = sa.delete(schema.watching).where(
            w.process == service.process, w.stream.in_([stream_of(table) for table in changed])
        )
        values = [
            {"stream": stream_of(table), "person": person, "process": service.process}
            for table in changed
            for person in self._here(table)
        ]
        others = sa.select(w.stream, w.person).where(
            w.stream.in_([stream_of(table) for table in tables if table in rooms]),
            w.process != service.process,
            w.process.in_(service.living),
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(schema.watching), values)

        if changed:
            await service.store.write_rows(write)
            service.store.database.announce([Hint(WATCHERS_HINT + table, service.clock()) for table in changed])
        found: dict[str, set[str]] = {table: set() for table in tables}
        for stream, person in await service.store.read_rows(lambda c: c.execute(others).all()):
            found[table_of(stream)].add(person)
        for table, people in found.items():
            if table in rooms:
                rooms[table].watching_elsewhere = frozenset(people)

    def _here(self, table: str) -> list[str]:
        room, state = self._service.rooms.rooms.get(table), self._service.executor.known(table)
        if room is None or state is None:
            return []
        people = {connection.person for connection in room.connections if connection.person}
        return sorted(person for person in people if state.by(person).role is Role.SPECTATOR)

    async def _tell_directors(self, table: str) -> None:
        rooms, executor = self._service.rooms, self._service.executor
        room, state = rooms.rooms.get(table), executor.known(table)
        if room is None or state is None:
            return
        missing = [person for person in watchers_of(room, state) if person not in room.people]
        if missing:
            room.people = {**room.people, **await self._service.accounts.names(missing)}
        state = executor.known(table) or state
        for connection in tuple(room.connections):
            knows_all = connection.version == state.version  # who is behind hears of it with what is new
            if knows_all and state.by(connection.person).role is Role.DIRECTOR:
                connection.tell(rooms.message(room, state, connection, ()))
