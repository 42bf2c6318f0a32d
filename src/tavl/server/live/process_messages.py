"""Messages between processes that share a database: new events, and changes outside the log."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from tavl.server.accounts.blocking_and_reporting import Blocking
from tavl.server.accounts.logins import Logins
from tavl.server.errors import ApiError
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.connections import Room
from tavl.server.live.hints import DESK_HINT, PERSON_HINT, ROOM_HINT, SPECTATORS_HINT, TEXTS_HINT, announce
from tavl.server.live.rooms import Rooms
from tavl.server.live.shared_rooms import SharedRooms
from tavl.server.live.spectator_list import Spectators
from tavl.server.live.tournament_rooms import TournamentRooms
from tavl.server.logs import log
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.stream import STREAM as ORGANISATION_STREAM
from tavl.server.organisations.stream import id_of as organisation_of
from tavl.server.processes.process import Process
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import STREAM, stream_of, table_of
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import PEOPLE_HINT, TournamentPeople
from tavl.server.tournaments.stream import STREAM as TOURNAMENT_STREAM
from tavl.server.tournaments.stream import id_of
from tavl.server.tournaments.stream import stream_of as tournament_stream
from tavl.store import Hint, Store, StoreError

POLL_S = 2.0  # hints can be lost, so rooms with people in them poll the log this often
ALONE_POLL_S = 30.0  # and this often where no other process is known
POLLED_AT_ONCE = 500
# Used only where several processes can share a database, which is PostgreSQL.
_HEADS = sa.text("""
    SELECT a.stream, (SELECT e.version FROM events e WHERE e.stream = a.stream ORDER BY e.version DESC LIMIT 1)
    FROM unnest(CAST(:streams AS text[])) AS a (stream)
""")


class Changes:
    """Changes outside the log that connected people must learn of, in this process and the others."""

    def __init__(
        self,
        store: Store,
        logins: Logins,
        blocking: Blocking,
        executor: Executor,
        rooms: Rooms,
        tournaments: Tournaments,
        tournament_rooms: TournamentRooms,
        tournament_people: TournamentPeople,
        organisations: Organisations,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._logins, self._blocking = store, logins, blocking
        self._executor, self._rooms, self._clock = executor, rooms, clock
        self._tournaments, self._tournament_rooms, self._tournament_people = (
            tournaments,
            tournament_rooms,
            tournament_people,
        )
        self._organisations = organisations
        self.looks = 0  # lookups of people, for those who are just connecting

    async def person_changed(self, person: str) -> None:
        """A login or a token was ended, a name changed, or somebody was blocked: tell all processes."""
        await self.look_at_person(person)
        announce(self._store, PERSON_HINT, [person], self._clock())

    async def look_at_person(self, person: str) -> None:
        self.looks += 1
        self._rooms.forget_name(person)
        self._tournament_people.forget_names()
        if self._tournament_rooms.knows(person):
            self._tournament_rooms.close_connections(person, unless=await self._logins.ways_in(person))
        if self._rooms.knows(person):
            await self._rooms.learn_name(person)
            self._rooms.close_connections(person, unless=await self._logins.ways_in(person))
            self._rooms.set_blocked(person, await self._blocking.blocked_by(person))

    async def texts_erased(self, streams: Sequence[str]) -> None:
        """Somebody was erased: what processes remember of these streams still has that person's texts."""
        for stream in streams:
            await self.read_again(stream)
        announce(self._store, TEXTS_HINT, streams, self._clock())

    async def read_again(self, stream: str) -> None:
        if stream.startswith(STREAM):
            await self._executor.read_again(table_of(stream))
            self._rooms.show_again(table_of(stream))
        elif stream.startswith(TOURNAMENT_STREAM):
            await self._tournaments.read_again(id_of(stream))
        elif stream.startswith(ORGANISATION_STREAM):
            await self._organisations.read_again(organisation_of(stream))


class ProcessMessages:
    """Listens to the other processes, and polls the log periodically."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        rooms: Mapping[str, Room],
        shared_rooms: SharedRooms,
        spectators: Spectators,
        changes: Changes,
        tournaments: Tournaments,
        tournament_rooms: TournamentRooms,
        tournament_people: TournamentPeople,
        organisations: Organisations,
        process: Process,
    ) -> None:
        self._store, self._executor, self._rooms, self._process = store, executor, rooms, process
        self._tasks = BackgroundTasks("looking at a table failed")
        self._had_others, self._polled = False, 0.0  # when it was last looked at, in the loop's time
        self._tournaments, self._tournament_rooms, self._tournament_people = (
            tournaments,
            tournament_rooms,
            tournament_people,
        )
        self._shared_rooms, self._spectators, self._changes = shared_rooms, spectators, changes
        self._organisations = organisations

    async def listen(self) -> None:
        now = asyncio.get_running_loop().time
        async with self._store.subscribe(own=False) as hints:
            look_at = now() + POLL_S
            while True:
                hint = await hints.next(max(0.0, look_at - now()))
                if hint is None or hint.stream is None:
                    look_at = now() + POLL_S
                    if hint is not None or self.may_have_missed(now()):
                        await self._poll()
                else:
                    await self._take(hint, hint.stream)

    def may_have_missed(self, now: float) -> bool:
        """Whether another process can have written since the last poll: one that is known, or was then. One that
        started and ended in between is found by the next poll, or by the next action at its table."""
        others, had = bool(self._process.others), self._had_others
        missed = others or had or now - self._polled >= ALONE_POLL_S
        self._had_others = others
        if missed:
            self._polled = now
        return missed

    async def _take(self, hint: Hint, about: str) -> None:
        if about.startswith(STREAM):
            table = table_of(about)
            if self._executor.note_version(table, hint.version) and table in self._rooms:
                self._tasks.start(self._look(table))  # do not keep the next hint waiting: many are read together
        elif about.startswith(ROOM_HINT):
            self._shared_rooms.heard(about.removeprefix(ROOM_HINT))
        elif about.startswith(PERSON_HINT):
            await self._changes.look_at_person(about.removeprefix(PERSON_HINT))
        elif about.startswith(SPECTATORS_HINT):
            self._spectators.heard(about.removeprefix(SPECTATORS_HINT))
        elif about.startswith(TEXTS_HINT):
            await self._changes.read_again(about.removeprefix(TEXTS_HINT))
        elif about.startswith(TOURNAMENT_STREAM):
            id = id_of(about)
            if self._tournaments.note_version(id, hint.version) and id in self._tournament_rooms.watched:
                await self._look_at_tournament(id)
        elif about.startswith(ORGANISATION_STREAM):
            self._organisations.note_version(organisation_of(about), hint.version)
        elif about.startswith(DESK_HINT):
            await self._tournament_rooms.heard(about.removeprefix(DESK_HINT))
        elif about.startswith(PEOPLE_HINT):
            self._tournament_people.heard(about.removeprefix(PEOPLE_HINT))

    async def _poll(self) -> None:
        """Find events of other processes whose hints were lost. Without other processes there is nothing to do."""
        tables = list(self._rooms) if self._store.shared else []
        for start in range(0, len(tables), POLLED_AT_ONCE):
            streams = [stream_of(table) for table in tables[start : start + POLLED_AT_ONCE]]
            for name, version in await self._heads(streams):
                known = self._executor.known(table_of(name))
                if known is None or known.version < (version or 0):
                    await self._look(table_of(name))
        watched = [tournament_stream(id) for id in self._tournament_rooms.watched] if self._store.shared else []
        for name, version in await self._heads(watched) if watched else ():
            if self._tournaments.note_version(id_of(name), version or 0):
                await self._look_at_tournament(id_of(name))

    async def _heads(self, streams: list[str]) -> Sequence[Any]:
        return await self._store.read_rows(lambda c: c.execute(_HEADS, {"streams": streams}).all())

    async def _look(self, table: str) -> None:
        try:
            await self._executor.state(table)
        except StoreError as error:
            log.warning("news of a table not read: %s", error)  # the next hint or poll finds it
        except ApiError:
            return

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _look_at_tournament(self, id: str) -> None:
        with contextlib.suppress(ApiError):
            await self._tournaments.state(id)
