"""Who is connected to a table in this process, and what each is told. What many see alike is put into words once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tavl.rules.codec import to_json
from tavl.server.accounts.accounts import Accounts
from tavl.server.live.connections import ENDED, FAILED, SENT_AWAY, Connection, Room
from tavl.server.live.spectators import named_watchers
from tavl.server.live.visibility import delay_of, gallery_of, pages_of, table_state, why_not_watch
from tavl.server.logs import log
from tavl.server.messages.accounts import Person
from tavl.server.messages.socket import ChatLine, Presence, SocketError
from tavl.server.messages.tables import EventOut, TableState
from tavl.server.metrics import Metrics
from tavl.server.recent import Recent
from tavl.server.settings import Settings
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import RoleGiven, people_of
from tavl.server.tables.stream_state import State
from tavl.table import acts
from tavl.table.acts import By, Role

LATELY, LATELY_S = 4_096, 60.0  # rooms left last whose people's names are still known, and for how long
_NAMES_SOMEBODY = (acts.Seated, acts.ObserverAppointed, acts.ReaderAppointed, acts.RulerNamed, RoleGiven)


class Rooms:
    def __init__(self, executor: Executor, accounts: Accounts, settings: Settings, metrics: Metrics) -> None:
        self._executor, self._accounts, self._settings, self._metrics = executor, accounts, settings, metrics
        self.rooms: dict[str, Room] = {}
        self._lately: Recent[str, tuple[float, dict[str, Person]]] = Recent(LATELY)
        self._tasks: set[asyncio.Task[None]] = set()
        self.seat_changed: Callable[[str], None] = lambda table: None
        self.came_or_went: Callable[[Room, Connection], None] = lambda room, connection: None
        executor.listen(self._heard)
        metrics.gauge("sockets", lambda: sum(len(room.connections) for room in self.rooms.values()))
        metrics.gauge("rooms", lambda: len(self.rooms))

    # coming and going

    async def enter(self, table: str, connection: Connection, state: State) -> Room:
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(table)
            room.people = self._lately_known(table)
        before = room.here(state)
        room.connections.add(connection)
        try:
            await self._learn_names(room, state)
        except BaseException:
            self.leave(room, connection)
            raise
        if room.here(state) != before:
            self.seat_changed(table)
        self.came_or_went(room, connection)
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        state = self._executor.known(room.table)
        before = room.here(state) if state else frozenset()
        room.connections.discard(connection)
        if state and room.here(state) != before:
            self.seat_changed(room.table)
            self.tell_presence(room, state)
        self.came_or_went(room, connection)
        if not room.connections and self.rooms.get(room.table) is room:
            del self.rooms[room.table]
            if state and not state.table.over:  # a line that broke is mostly back in seconds, a thousand at once too
                self._lately.put(room.table, (time.monotonic(), room.people))

    def _lately_known(self, table: str) -> dict[str, Person]:
        left, people = self._lately.get(table) or (0.0, {})
        return people if time.monotonic() - left < LATELY_S else {}

    def tell_presence(self, room: Room, state: State) -> None:
        present = room.present(state)
        if present != room.told_present:
            room.told_present = present
            message = to_json(Presence(present))
            for connection in room.connections:
                connection.send(message)

    def forget_name(self, person: str) -> None:
        self._lately.drop(lambda left: person in left[1])

    def knows(self, person: str) -> bool:
        return any(
            person in room.people or any(c.person == person for c in room.connections) for room in self.rooms.values()
        )

    def let_go(self, person: str, unless: frozenset[str | None]) -> None:
        """Sockets of a person are closed, unless the login that they were opened with is still good."""
        for room in list(self.rooms.values()):
            for connection in room.connections:
                who = connection.identity
                if who and who.person == person and who.login not in unless:
                    connection.close(ENDED)

    def hear_no_more(self, person: str, blocked: frozenset[str]) -> None:
        for room in self.rooms.values():
            for connection in room.connections:
                if connection.person == person:
                    connection.blocked = blocked

    def close_all(self, code: int) -> None:
        for room in self.rooms.values():
            for connection in room.connections:
                connection.close(code)

    # states

    async def hello(self, room: Room, connection: Connection, after: int) -> None:
        """The table as it is, and what came after a version."""
        state = await self._executor.state_at_least(room.table, after)
        by = state.by(connection.person)
        if not self._may_stay(state, by, connection):
            return
        if delay_of(state, by):
            await self._hello_later(room, connection, state, after)
            return
        events = await self._executor.events(room.table, after)
        state = self._executor.known(room.table) or state
        connection.version = state.version
        self._tell_all(room, state, connection, [out for out in events if out.version <= state.version])
        self.tell_presence(room, state)

    def _tell_all(self, room: Room, state: State, connection: Connection, events: Sequence[EventOut]) -> None:
        """A long match comes in several messages, each as far as its events go, so that one cut off can go on there."""
        for page in pages_of(events):
            told = self.message(room, state, connection, page)
            connection.tell(replace(told, version=page[-1].version) if page else told)

    def _may_stay(self, state: State, by: By, connection: Connection) -> bool:
        fault = why_not_watch(state, by, connection.identity)
        if fault is None:
            return True
        connection.tell(SocketError(fault.body(connection.language)))
        connection.close(SENT_AWAY)
        return False

    def message(self, room: Room, state: State, connection: Connection, events: Sequence[EventOut]) -> TableState:
        by = state.by(connection.person)
        watchers = named_watchers(room, state) if by.role is Role.DIRECTOR else ()
        present, now = room.present(state), self._executor.clock()
        return table_state(room.table, state, by, now, room.people, present, events, watchers)

    def _heard(self, table: str, state: State, events: Sequence[EventOut]) -> None:
        """Something was written: everybody in the room is told what he may see of it."""
        room = self.rooms.get(table)
        if room is None:
            return
        if any(isinstance(out.event, _NAMES_SOMEBODY) for out in events):
            self._start(self._learn_and_tell(room, state, events))
        else:
            self._tell(room, state, events)

    async def _learn_and_tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        await self._learn_names(room, state)
        now = self._executor.known(room.table) or state
        self.seat_changed(room.table)
        self._tell(room, state, events)
        self.tell_presence(room, now)

    def _tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        if any(isinstance(out.event, acts.SpectatorDelaySet) for out in events):
            self.show_anew(room)
        private = any(isinstance(out.event, acts.ConcernTold) for out in events)
        worded: dict[tuple[By, int], bytes] = {}
        for connection in tuple(room.connections):
            if connection.version < 0 or connection.version >= state.version:
                continue  # has not said hello yet, or was told already
            try:
                self._tell_one(room, state, connection, events, worded, private)
            except Exception:  # what was written stands, and the others hear of it
                log.exception("somebody could not be told", extra={"fields": {"table": room.table}})
                connection.close(FAILED)
        if room.gallery is not None:
            room.gallery.coming.extend(events)
            self._show_later(room, state.table.terms.spectator_delay_ms)

    def _tell_one(
        self,
        room: Room,
        state: State,
        connection: Connection,
        events: Sequence[EventOut],
        worded: dict[tuple[By, int], bytes],
        private: bool,
    ) -> None:
        by = state.by(connection.person)
        if not self._may_stay(state, by, connection) or delay_of(state, by):
            return
        key = (by if private else By(by.role, "", by.seat), connection.version)
        if key not in worded:
            if events[0].version > connection.version + 1:
                self._start(self.hello(room, connection, connection.version))
                return
            fresh = [out for out in events if out.version > connection.version]
            worded[key] = to_json(self.message(room, state, connection, fresh))
        connection.version = state.version
        connection.send(worded[key])

    # spectators of a table that is shown later

    async def _hello_later(self, room: Room, connection: Connection, state: State, after: int) -> None:
        if room.gallery is None:
            made = await gallery_of(self._executor, room.table, state, self._executor.clock())
            if room.gallery is None:  # nobody was faster
                room.gallery = made
                for out in made.coming:
                    self._show_later(room, out.at + state.table.terms.spectator_delay_ms - self._executor.clock())
        gallery = room.gallery
        if gallery.shown.version < connection.version:
            return  # had seen more, before the delay was set
        seen = [out for out in await self._executor.events(room.table, after) if out.version <= gallery.shown.version]
        connection.version = gallery.shown.version
        self._tell_all(room, gallery.shown, connection, seen)

    def _show_later(self, room: Room, wait_ms: int) -> None:
        asyncio.get_running_loop().call_later(max(wait_ms, 0) / 1000 + 0.01, self._tell_later, room)

    def show_anew(self, room: Room) -> None:
        """The delay is another, or somebody's words are gone."""
        room.gallery = None
        for connection in room.connections:
            state = self._executor.known(room.table)
            if connection.version >= 0 and state and state.by(connection.person).role is Role.SPECTATOR:
                self._start(self.hello(room, connection, connection.version))

    def _tell_later(self, room: Room) -> None:
        state = self._executor.known(room.table)
        if room.gallery is None or state is None or not room.connections:
            return
        fresh = room.gallery.advance(self._executor.clock() - state.table.terms.spectator_delay_ms)
        shown = room.gallery.shown
        for connection in tuple(room.connections) if fresh else ():
            by = state.by(connection.person)
            waits = 0 <= connection.version < shown.version and delay_of(state, by)
            if waits and self._may_stay(state, by, connection):
                events = [out for out in fresh if out.version > connection.version]
                connection.version = shown.version
                connection.tell(self.message(room, shown, connection, events))

    # chat

    def tell_chat(self, room: Room, state: State, line: ChatLine) -> None:
        """To both players, except to one who muted or blocked the other."""
        message = to_json(line)
        for connection in room.connections:
            seat = state.table.seat_of(connection.person) if connection.person else None
            heard = line.person not in connection.blocked and not (connection.muted and seat != line.seat)
            if seat is not None and heard:
                connection.send(message)

    # names

    async def _learn_names(self, room: Room, state: State) -> None:
        missing = [who for who in people_of(state.house, state.table) if who not in room.people]
        if missing:
            room.people = {**room.people, **await self._accounts.names(missing)}

    async def learn_anew(self, person: str) -> None:
        """Somebody has another name."""
        for room in list(self.rooms.values()):
            if person in room.people:
                room.people = {**room.people, **await self._accounts.names([person])}

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("telling a room failed", exc_info=task.exception())

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
