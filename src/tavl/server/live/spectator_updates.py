"""When spectators are sent what happens at a table, where they see it later than the players (`spectator_delay`; by
`spectator_delay_ms` in `table/terms.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence

from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.connections import Connection, Room
from tavl.server.live.spectator_delay import delay_of, gallery_of
from tavl.server.messages.tables import EventOut
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.stream_state import State
from tavl.table.acts import By, Role

Hello = Callable[[Room, Connection, int], Coroutine[None, None, None]]


def is_sent_later(state: State, by: By) -> bool:
    """Whether somebody is sent what happens by `SpectatorUpdates`, and not at once as the players are."""
    return delay_of(state, by) > 0


class SpectatorUpdates:
    """`say_hello` sends a connection the current state, and the events after a version."""

    def __init__(self, executor: Executor, clock: Callable[[], int], tasks: BackgroundTasks, say_hello: Hello) -> None:
        self._executor, self._clock, self._tasks, self._say_hello = executor, clock, tasks, say_hello

    async def hello(self, room: Room, connection: Connection, state: State, after: int) -> None:
        """Send what this spectator sees now, and the events after a version."""
        if room.gallery is None:
            made = await gallery_of(self._executor, room.table, state, self._clock())
            if room.gallery is None:  # no other task was faster
                room.gallery = made
                for out in made.coming:
                    self._show_later(room, out.at + state.table.terms.spectator_delay_ms - self._clock())
        gallery = room.gallery
        if gallery.shown.version < connection.version:
            return  # has seen more already, before the delay was set
        seen = [out for out in await self._executor.events(room.table, after) if out.version <= gallery.shown.version]
        connection.version = gallery.shown.version
        room.tell_all(connection, gallery.shown, seen, self._clock())

    def add(self, room: Room, state: State, events: Sequence[EventOut]) -> None:
        """Something has happened: send it when its time has come."""
        if room.gallery is not None:
            room.gallery.coming.extend(events)
            self._show_later(room, state.table.terms.spectator_delay_ms)

    def start_again(self, room: Room) -> None:
        """The spectators' delay has changed: start over."""
        room.gallery = None
        for connection in room.connections:
            state = self._executor.known(room.table)
            if connection.version >= 0 and state and state.by(connection.person).role is Role.SPECTATOR:
                self._tasks.start(self._say_hello(room, connection, connection.version))

    def _show_later(self, room: Room, wait_ms: int) -> None:
        asyncio.get_running_loop().call_later(max(wait_ms, 0) / 1000 + 0.01, self._tell_later, room)

    def _tell_later(self, room: Room) -> None:
        state = self._executor.known(room.table)
        if room.gallery is None or state is None or not room.connections:
            return
        fresh = room.gallery.advance(self._clock() - state.table.terms.spectator_delay_ms)
        shown = room.gallery.shown
        for connection in tuple(room.connections) if fresh else ():
            by = state.by(connection.person)
            waits = 0 <= connection.version < shown.version and is_sent_later(state, by)
            if waits and connection.may_stay(state, by):
                events = [out for out in fresh if out.version > connection.version]
                connection.version = shown.version
                connection.tell(room.state_for(connection, shown, events, self._clock()))
