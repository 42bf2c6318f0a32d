"""Who has a tournament open: pages that are notified when it changes, and what its staff have open.

A page gets a version and requests the rest itself, so what it may see is decided in one place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence

import sqlalchemy as sa

from tavl.rules.codec import to_json
from tavl.server import schema
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.connections import ENDED, Connection
from tavl.server.live.hints import DESK_HINT, announce
from tavl.server.messages.tournaments import Changed, StaffNow, StaffOpen
from tavl.server.processes.process import Process
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.stream import Change, read, stream_of
from tavl.server.tournaments.views import concerned
from tavl.store import Store, new_id
from tavl.tournament import By, Tournament
from tavl.tournament.registry import RUNNERS, roles_of


class TournamentRoom:
    """One tournament and the pages of this process that show it."""

    def __init__(self) -> None:
        self.version = 0
        self.connections: set[Connection] = set()
        self.open: dict[Connection, StaffOpen] = {}
        self.elsewhere: tuple[StaffOpen, ...] = ()

    @property
    def open_now(self) -> tuple[StaffOpen, ...]:
        every = {(each.person, each.open) for each in (*self.open.values(), *self.elsewhere)}
        return tuple(StaffOpen(*each) for each in sorted(every))


class TournamentRooms:
    def __init__(
        self,
        store: Store,
        tournaments: Tournaments,
        people: TournamentPeople,
        process: Process,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._tournaments, self._process, self._clock = store, tournaments, process, clock
        self._rooms: dict[str, TournamentRoom] = {}
        self._ids: dict[Connection, str] = {}  # of rows, where other processes read them
        self._tasks = BackgroundTasks("telling what staff have open failed")
        self._writing = asyncio.Lock()
        tournaments.subscribe(self._changed)
        people.subscribe(self._tell_again)
        people.subscribe_to_seats(self._tell_holders)

    @property
    def watched(self) -> Iterable[str]:
        return tuple(self._rooms)

    def enter(self, id: str, connection: Connection, version: int) -> TournamentRoom:
        room = self._rooms.setdefault(id, TournamentRoom())
        room.version = max(room.version, version)
        room.connections.add(connection)
        connection.tell(Changed(room.version))
        if self._store.shared and len(room.connections) == 1:
            self._tasks.start(self.heard(id))
        return room

    def leave(self, id: str, connection: Connection) -> None:
        room = self._rooms[id]
        room.connections.discard(connection)
        if room.open.pop(connection, None) is not None:
            self._opened(id, room, connection, None)
        if not room.connections:
            del self._rooms[id]

    def show_open(self, id: str, connection: Connection, person: str, tile: str) -> None:
        """One of the staff has opened something else."""
        room = self._rooms[id]
        room.open[connection] = here = StaffOpen(person, tile)
        self._opened(id, room, connection, here)

    def open_now(self, id: str) -> tuple[StaffOpen, ...]:
        room = self._rooms.get(id)
        return room.open_now if room else ()

    def _tell_again(self, id: str) -> None:
        """Names or seats have changed."""
        room = self._rooms.get(id)
        for connection in room.connections if room else ():
            connection.tell(Changed(room.version if room else 0))

    def _tell_holders(self, id: str, holders: Collection[str]) -> None:
        room = self._rooms.get(id)
        for connection in room.connections if room else ():
            if connection.person in holders:
                connection.tell(Changed(room.version if room else 0))

    def knows(self, person: str) -> bool:
        return any(each.person == person for room in self._rooms.values() for each in room.connections)

    def close_connections(self, person: str, unless: frozenset[str | None]) -> None:
        """Logins or tokens of somebody were ended, all but these."""
        for room in self._rooms.values():
            for each in room.connections:
                if each.identity and each.person == person and each.identity.login not in unless:
                    each.close(ENDED)

    def close_all(self, code: int) -> None:
        for room in self._rooms.values():
            for connection in room.connections:
                connection.close(code)

    async def stop(self) -> None:
        await self._tasks.stop()

    # what is sent

    def _changed(self, change: Change, tournament: Tournament) -> None:
        room = self._rooms.get(change.id)
        if room is None:
            return
        room.version = change.version
        told = to_json(Changed(change.version, concerned(tournament, map(read, change.events))))
        for connection in room.connections:
            connection.send(told)

    def _opened(self, id: str, room: TournamentRoom, connection: Connection, here: StaffOpen | None) -> None:
        self._tasks.start(self._tell_staff(id, room))
        if self._store.shared:
            self._tasks.start(self._write(id, connection, here))

    async def _tell_staff(self, id: str, room: TournamentRoom) -> None:
        tournament = (await self._tournaments.state_at_least(id)).tournament
        told = StaffNow(room.open_now)
        for connection in room.connections:
            if connection.person and roles_of(tournament, By(connection.person)) & RUNNERS:
                connection.tell(told)

    async def _write(self, id: str, connection: Connection, here: StaffOpen | None) -> None:
        """For the other processes. One after the other, so that the last one stays."""
        d = schema.desk_presence
        async with self._writing:
            row = self._ids.setdefault(connection, new_id(self._clock()))
            if here is None:
                del self._ids[connection]
            values = {"connection": row, "stream": stream_of(id), "process": self._process.id}

            def write(c: sa.Connection) -> None:
                c.execute(sa.delete(d).where(d.c.connection == row))
                if here is not None:
                    c.execute(sa.insert(d).values({**values, "person": here.person, "open": here.open}))

            await self._store.write_rows(write)
        announce(self._store, DESK_HINT, [id], self._clock())

    async def heard(self, id: str) -> None:
        """Another process reports that its staff have something else open."""
        room = self._rooms.get(id)
        if room is None:
            return
        room.elsewhere = tuple(await self._elsewhere(id))
        await self._tell_staff(id, room)

    async def _elsewhere(self, id: str) -> Sequence[StaffOpen]:
        d, others = schema.desk_presence.c, self._process.others
        query = sa.select(d.person, d.open).where(d.stream == stream_of(id), d.process.in_(others))
        rows = await self._store.read_rows(lambda c: c.execute(query).all())
        return [StaffOpen(row.person, row.open) for row in rows]

    async def refresh_all(self) -> None:
        """Another process has started or stopped."""
        if self._store.shared:
            for id in self.watched:
                await self.heard(id)
