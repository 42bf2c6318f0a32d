"""Who is connected to a table in this process, and what each is told.

A connection has a queue of bounded length; who does not read is let go and can come back where it was. What many see
alike is put into words once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tavl.rules.codec import to_json
from tavl.rules.seat import SEATS
from tavl.server import stream
from tavl.server.accounts import Accounts, Identity
from tavl.server.desk import Desk, by_of
from tavl.server.logs import log
from tavl.server.messages import ChatLine, EventOut, Person, Presence, TableState
from tavl.server.metrics import Metrics
from tavl.server.settings import Settings
from tavl.server.stream import State
from tavl.table import view
from tavl.table.acts import By, Role, Seated

SLOW, ENDED = 4008, 4001  # codes of closing: reads too slowly, the login was ended


class Connection:
    """One socket at one table."""

    def __init__(self, identity: Identity | None, language: str, room_for: int) -> None:
        self.identity, self.language = identity, language
        self.queue: deque[bytes] = deque()
        self.arrived = asyncio.Event()
        self.room_for = room_for
        self.closed: int | None = None  # the code it is to be closed with
        self.version = -1  # of the last state sent; below zero: nothing before hello
        self.muted = False

    @property
    def person(self) -> str | None:
        return self.identity.person if self.identity else None

    def send(self, message: bytes) -> None:
        if self.closed is not None:
            return
        if len(self.queue) >= self.room_for:
            self.close(SLOW)
            return
        self.queue.append(message)
        self.arrived.set()

    def tell(self, message: Any) -> None:
        self.send(to_json(message))

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
            self.arrived.set()


class Room:
    def __init__(self, table: str) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.people: dict[str, Person] = {}
        self.elsewhere: frozenset[int] = frozenset()  # seats whose players are connected to another process
        self.told_present: tuple[bool, bool] = (False, False)
        self.delayed: State | None = None  # what spectators see, where they see it later
        self.pending: deque[EventOut] = deque()
        self.last_chat = ""

    def here(self, state: State) -> frozenset[int]:
        people = {connection.person for connection in self.connections if connection.person}
        return frozenset(int(seat) for seat in SEATS if state.table.seats[seat] in people)

    def present(self, state: State) -> tuple[bool, bool]:
        there = self.here(state) | self.elsewhere
        bots = {int(seat) for seat in SEATS if (who := state.table.seats[seat]) and self.people.get(who, _NOBODY).bot}
        here = there | bots
        return (0 in here, 1 in here)


_NOBODY = Person("")


class Rooms:
    def __init__(self, desk: Desk, accounts: Accounts, settings: Settings, metrics: Metrics) -> None:
        self._desk, self._accounts, self._settings, self._metrics = desk, accounts, settings, metrics
        self.rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.seat_changed: Callable[[str, frozenset[int]], None] = lambda table, seats: None
        desk.heard = self._heard
        metrics.gauge("sockets", lambda: sum(len(room.connections) for room in self.rooms.values()))
        metrics.gauge("rooms", lambda: len(self.rooms))

    # coming and going

    async def enter(self, table: str, connection: Connection) -> Room:
        state = await self._desk.state(table)
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(table)
        before = room.here(state)
        room.connections.add(connection)
        await self._learn_names(room, state)
        if room.here(state) != before:
            self.seat_changed(table, room.here(state))
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        state = self._desk.known(room.table)
        before = room.here(state) if state else frozenset()
        room.connections.discard(connection)
        if state and room.here(state) != before:
            self.seat_changed(room.table, room.here(state))
            self.tell_presence(room, state)
        if not room.connections and self.rooms.get(room.table) is room:
            del self.rooms[room.table]

    def tell_presence(self, room: Room, state: State) -> None:
        present = room.present(state)
        if present != room.told_present:
            room.told_present = present
            message = to_json(Presence(present))
            for connection in room.connections:
                connection.send(message)

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

    def close_all(self, code: int) -> None:
        for room in self.rooms.values():
            for connection in room.connections:
                connection.close(code)

    # states

    async def hello(self, room: Room, connection: Connection, after: int) -> None:
        """The table as it is, and what came after a version."""
        state = await self._desk.state(room.table)
        if by_of(state, connection.person).role is Role.SPECTATOR and state.table.terms.spectator_delay_ms:
            await self._hello_late(room, connection, state, after)
            return
        events = await self._desk.events(room.table, after)
        state = self._desk.known(room.table) or state
        connection.version = state.version
        connection.tell(self.message(room, state, connection, tuple(e for e in events if e.version <= state.version)))
        self.tell_presence(room, state)

    def message(self, room: Room, state: State, connection: Connection, events: tuple[EventOut, ...]) -> TableState:
        return table_state(
            room.table,
            state,
            by_of(state, connection.person),
            self._desk.clock(),
            room.people,
            room.present(state),
            events,
        )

    def _heard(self, table: str, state: State, events: Sequence[EventOut]) -> None:
        """Something was written: everybody in the room is told what he may see of it."""
        room = self.rooms.get(table)
        if room is None:
            return
        if any(isinstance(out.event, Seated) for out in events):
            self._start(self._learn_and_tell(room, state, events))
        else:
            self._tell(room, state, events)

    async def _learn_and_tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        await self._learn_names(room, state)
        now = self._desk.known(room.table) or state
        self.seat_changed(room.table, room.here(now))
        self._tell(room, state, events)
        self.tell_presence(room, now)

    def _tell(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        delay = state.table.terms.spectator_delay_ms
        worded: dict[tuple[By, int], bytes] = {}
        for connection in tuple(room.connections):
            by = by_of(state, connection.person)
            if connection.version < 0 or connection.version >= state.version:
                continue  # has not said hello yet, or was told already
            if delay and by.role is Role.SPECTATOR:
                continue
            key = (By(by.role, "", by.seat), connection.version)
            if key not in worded:
                if events[0].version > connection.version + 1:
                    self._start(self.hello(room, connection, connection.version))
                    continue
                fresh = tuple(out for out in events if out.version > connection.version)
                worded[key] = to_json(self.message(room, state, connection, fresh))
            connection.version = state.version
            connection.send(worded[key])
        if delay and room.delayed is not None:
            room.pending.extend(events)
            asyncio.get_running_loop().call_later(delay / 1000 + 0.01, self._tell_late, room)

    # spectators of a table that is shown later

    async def late(self, table: str, state: State) -> tuple[State, tuple[EventOut, ...], tuple[EventOut, ...]]:
        """What a spectator may see now: the state, its events, and those that are still to come."""
        events = await self._desk.events(table, 0)
        until = self._desk.clock() - state.table.terms.spectator_delay_ms
        seen = tuple(out for out in events if out.version == 1 or out.at <= until)
        then = stream.fold(None, ((out.event, out.at, out.version) for out in seen))
        assert then is not None
        return then, seen, events[len(seen) :]

    async def _hello_late(self, room: Room, connection: Connection, state: State, after: int) -> None:
        then, seen, coming = await self.late(room.table, state)
        if room.delayed is None:
            room.delayed, room.pending = then, deque(coming)
            for out in coming:
                wait = out.at + state.table.terms.spectator_delay_ms - self._desk.clock()
                asyncio.get_running_loop().call_later(max(wait, 0) / 1000 + 0.01, self._tell_late, room)
        shown = room.delayed
        connection.version = shown.version
        events = tuple(out for out in seen if after < out.version <= shown.version)
        connection.tell(self.message(room, shown, connection, events))

    def _tell_late(self, room: Room) -> None:
        if room.delayed is None or not room.connections:
            return
        until = self._desk.clock() - room.delayed.table.terms.spectator_delay_ms
        fresh: list[EventOut] = []
        while room.pending and room.pending[0].at <= until:
            out = room.pending.popleft()
            if out.version == room.delayed.version + 1:
                room.delayed = stream.evolve(room.delayed, out.event, out.at, out.version) or room.delayed
                fresh.append(out)
        if not fresh:
            return
        for connection in tuple(room.connections):
            if 0 <= connection.version < room.delayed.version and by_of(room.delayed, connection.person).seat is None:
                events = tuple(out for out in fresh if out.version > connection.version)
                connection.version = room.delayed.version
                connection.tell(self.message(room, room.delayed, connection, events))

    # chat

    def tell_chat(self, room: Room, state: State, line: ChatLine) -> None:
        """To both players, except to one who muted the other."""
        message = to_json(line)
        for connection in room.connections:
            seat = state.table.seat_of(connection.person) if connection.person else None
            if seat is not None and not (connection.muted and seat != line.seat):
                connection.send(message)

    # names

    async def _learn_names(self, room: Room, state: State) -> None:
        missing = [who for who in state.table.seats if who and who not in room.people]
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


def table_state(
    table: str,
    state: State,
    by: By,
    at: int,
    people: dict[str, Person],
    present: tuple[bool, bool],
    events: tuple[EventOut, ...],
) -> TableState:
    """The one message about a table, for whoever it is."""
    seen = view(state.table, by, at)
    return TableState(
        table=table,
        version=state.version,
        at=at,
        view=replace(seen, actions=stream.open_types(state, by, seen.actions)),
        dice=state.dice,
        people={who: people[who] for who in state.table.seats if who and who in people},
        present=present,
        events=events,
    )
