"""The rooms of this process: who is connected to a table, and what is sent to each. Equal messages are encoded once.
What spectators are sent later than the players: `spectator_updates`."""

from __future__ import annotations

from collections.abc import Sequence

from tavl.recent import Recent
from tavl.rules.codec import to_json
from tavl.server.accounts.accounts import Accounts
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.connections import ENDED, FAILED, Connection, Room
from tavl.server.live.lost_connections import LostConnections
from tavl.server.live.shared_rooms import SharedRooms
from tavl.server.live.spectator_list import Spectators
from tavl.server.live.spectator_updates import SpectatorUpdates, is_sent_later
from tavl.server.logs import log
from tavl.server.messages.accounts import Person
from tavl.server.messages.tables import EventOut
from tavl.server.metrics import Metrics
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import RoleGiven
from tavl.server.tables.roles import people_of
from tavl.server.tables.stream.stream_state import State
from tavl.server.wall_clock import Clock
from tavl.table import acts
from tavl.table.acts import By

LATELY, LATELY_S = 4_096, 60.0  # how many empty rooms keep their names cached, and for how long
_NAMES_SOMEBODY = (
    acts.Seated,
    acts.PartnerSeated,
    acts.ObserverAppointed,
    acts.ReaderAppointed,
    acts.RulerNamed,
    RoleGiven,
)


class Rooms:
    def __init__(
        self,
        rooms: dict[str, Room],
        executor: Executor,
        accounts: Accounts,
        metrics: Metrics,
        clock: Clock,
        shared_rooms: SharedRooms,
        lost_connections: LostConnections,
        spectators: Spectators,
    ) -> None:
        self.rooms, self._executor, self._accounts, self._clock = rooms, executor, accounts, clock
        self._shared_rooms, self._lost_connections, self._spectators = shared_rooms, lost_connections, spectators
        self._lately: Recent[str, tuple[float, dict[str, Person]]] = Recent(LATELY)
        self._tasks = BackgroundTasks("telling a room failed")
        self._spectator_updates = SpectatorUpdates(executor, clock, self._tasks, self.hello)
        executor.subscribe(self._heard)
        metrics.gauge("sockets", lambda: sum(len(room.connections) for room in self.rooms.values()))
        metrics.gauge("rooms", lambda: len(self.rooms))

    # connecting and disconnecting

    async def enter(self, table: str, connection: Connection, state: State) -> Room:
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(table)
            room.people = self._recently_known(table)
        before = room.here(state)
        room.connections.add(connection)
        try:
            await self._learn_names(room, state)
        except BaseException:
            self.leave(room, connection)
            raise
        if room.here(state) != before:
            self._seat_changed(table)
        self._spectators.changed(room, connection)
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        state = self._executor.known(room.table)
        before = room.here(state) if state else frozenset()
        room.connections.discard(connection)
        if state and room.here(state) != before:
            self._seat_changed(room.table)
            room.tell_presence(state)
        self._spectators.changed(room, connection)
        if not room.connections and self.rooms.get(room.table) is room:
            del self.rooms[room.table]
            if state and not state.table.over:  # most broken connections are back in seconds, often a thousand at once
                self._lately.put(room.table, (self._clock.monotonic(), room.people))

    def _seat_changed(self, table: str) -> None:
        """A player connected or disconnected."""
        self._shared_rooms.changed(table)
        self._lost_connections.changed(table)

    def _recently_known(self, table: str) -> dict[str, Person]:
        left, people = self._lately.get(table) or (0.0, {})
        return people if self._clock.monotonic() - left < LATELY_S else {}

    def forget_name(self, person: str) -> None:
        self._lately.drop(lambda left: person in left[1])

    def knows(self, person: str) -> bool:
        return any(
            person in room.people or any(c.person == person for c in room.connections) for room in self.rooms.values()
        )

    def close_connections(self, person: str, unless: frozenset[str | None]) -> None:
        """Close a person's sockets whose login is no longer valid."""
        for room in list(self.rooms.values()):
            for connection in room.connections:
                who = connection.identity
                if who and who.person == person and who.login not in unless:
                    connection.close(ENDED)

    def set_blocked(self, person: str, blocked: frozenset[str]) -> None:
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
        """Send the current state, and the events after a version."""
        state = await self._executor.state_at_least(room.table, after)
        by = state.by(connection.person)
        if not connection.may_stay(state, by):
            return
        if is_sent_later(state, by):
            await self._spectator_updates.hello(room, connection, state, after)
            return
        events = await self._executor.events(room.table, after)
        state = self._executor.known(room.table) or state
        connection.version = state.version
        told = [out for out in events if out.version <= state.version]
        room.tell_all(connection, state, told, self._clock())
        room.tell_presence(state)

    def _heard(self, table: str, state: State, events: Sequence[EventOut]) -> None:
        """Something was written: send everybody in the room what they may see of it."""
        room = self.rooms.get(table)
        if room is None:
            return
        if any(isinstance(out.event, _NAMES_SOMEBODY) for out in events):
            self._tasks.start(self._learn_and_tell(room, state, events))
        else:
            self._tell(room, state, events)

    async def _learn_and_tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        await self._learn_names(room, state)
        now = self._executor.known(room.table) or state
        self._seat_changed(room.table)
        self._tell(room, state, events)
        room.tell_presence(now)

    def _tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        if any(isinstance(out.event, acts.SpectatorDelaySet) for out in events):
            self._spectator_updates.start_again(room)
        private = any(isinstance(out.event, acts.ConcernTold) for out in events)
        worded: dict[tuple[By, int], bytes] = {}
        now = self._clock()
        for connection in tuple(room.connections):
            if connection.version < 0 or connection.version >= state.version:
                continue  # no hello yet, or up to date already
            try:
                self._tell_one(room, state, connection, events, worded, private, now)
            except Exception:  # the event is written, and the others must still get it
                log.exception("somebody could not be told", extra={"fields": {"table": room.table}})
                connection.close(FAILED)
        self._spectator_updates.add(room, state, events)

    def _tell_one(
        self,
        room: Room,
        state: State,
        connection: Connection,
        events: Sequence[EventOut],
        worded: dict[tuple[By, int], bytes],
        private: bool,
        now: int,
    ) -> None:
        by = state.by(connection.person)
        if not connection.may_stay(state, by) or is_sent_later(state, by):
            return
        key = (by if private else By(by.role, "", by.seat), connection.version)
        if key not in worded:
            if events[0].version > connection.version + 1:
                self._tasks.start(self.hello(room, connection, connection.version))
                return
            fresh = [out for out in events if out.version > connection.version]
            worded[key] = to_json(room.state_for(connection, state, fresh, now))
        connection.version = state.version
        connection.send(worded[key])

    def show_again(self, table: str) -> None:
        """Somebody's texts were erased: send the state again."""
        room = self.rooms.get(table)
        if room and room.gallery is not None:
            self._spectator_updates.start_again(room)

    # names

    async def _learn_names(self, room: Room, state: State) -> None:
        missing = [who for who in people_of(state.house, state.table) if who not in room.people]
        if missing:
            room.people = {**room.people, **await self._accounts.names(missing)}

    async def learn_name(self, person: str) -> None:
        """Somebody has changed their name."""
        for room in list(self.rooms.values()):
            if person in room.people:
                room.people = {**room.people, **await self._accounts.names([person])}

    async def stop(self) -> None:
        await self._tasks.stop()
