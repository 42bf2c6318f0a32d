"""One socket at one table, and everybody at a table in this process.

A connection has a bounded queue (`socket_queue` in `server/settings.py`); a client that does not read is disconnected,
and can reconnect where it was.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tavl.rules.codec import to_json
from tavl.rules.seat import SEATS
from tavl.server.accounts.identity import Identity
from tavl.server.live.event_pages import pages_of
from tavl.server.live.spectator_delay import Gallery
from tavl.server.live.visibility import table_state, why_not_watch
from tavl.server.messages.accounts import Person
from tavl.server.messages.socket import Presence, SocketError
from tavl.server.messages.tables import EventOut, TableState
from tavl.server.tables.stream.stream_state import State
from tavl.table.acts import By, Role

MAX_WAITING = 32_000_000  # bytes for one reader; the longest match is less
MAX_TOLD = 200  # spectators in a list: nobody reads more than that
SEND_NOW = "tavl.send_now"  # in a socket's scope: sends a message at once, if the client reads; else it answers no
# close codes: reads too slowly, the login ended, may not watch, something failed here
SLOW, ENDED, SENT_AWAY, FAILED = 4008, 4001, 4003, 1011


class Connection:
    """One socket at one table. What can be sent is sent at once; the queue is for what has to wait."""

    def __init__(
        self,
        identity: Identity | None,
        language: str,
        room_for: int,
        send_now: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.identity, self.language = identity, language
        self._send_now = send_now
        self._unsent = 0  # taken from the queue, and not sent yet
        self.queue: deque[bytes] = deque()
        self.waiting = 0  # bytes in it
        self.arrived = asyncio.Event()  # something has to wait, or the connection is to be closed
        self.room_for = room_for
        self.closed: int | None = None  # the close code
        self.version = -1  # of the last state sent; negative: no hello yet
        self.muted = False
        self.blocked: frozenset[str] = frozenset()  # people whose chat this person never gets

    @property
    def person(self) -> str | None:
        return self.identity.person if self.identity else None

    def send(self, message: bytes) -> None:
        if self.closed is not None:
            return
        if self._send_now is not None and not self.queue and not self._unsent and self._send_now(message):
            return
        if len(self.queue) >= self.room_for or self.waiting > MAX_WAITING:
            self.close(SLOW)
            return
        self.queue.append(message)
        self.waiting += len(message)
        self.arrived.set()

    async def send_next(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send the first in the queue; nothing overtakes it."""
        message = self.queue.popleft()
        self.waiting -= len(message)
        self._unsent += 1
        await send(message.decode())
        self._unsent -= 1

    def tell(self, message: Any) -> None:
        self.send(to_json(message))

    def may_stay(self, state: State, by: By) -> bool:
        """Whether this person may watch; if not, they are told why and sent away."""
        fault = why_not_watch(state, by, self.identity)
        if fault is None:
            return True
        self.tell(SocketError(fault.body(self.language)))
        self.close(SENT_AWAY)
        return False

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
        self.watching_elsewhere: frozenset[str] = frozenset()  # who watches, connected to another process
        self.told_present: tuple[bool, bool] = (False, False)
        self.gallery: Gallery | None = None  # what spectators see, if delayed
        self.last_chat = ""

    def here(self, state: State) -> frozenset[int]:
        people = {connection.person for connection in self.connections if connection.person}
        return frozenset(int(seat) for seat in SEATS if not people.isdisjoint(state.table.people_of(seat)))

    def present(self, state: State) -> tuple[bool, bool]:
        there = self.here(state) | self.elsewhere
        bots = {int(seat) for seat in SEATS if (who := state.table.seats[seat]) and self.people.get(who, _NOBODY).bot}
        here = there | bots
        return (0 in here, 1 in here)

    def spectators(self, state: State) -> tuple[str, ...]:
        """The spectators who are not anonymous."""
        here = {connection.person for connection in self.connections if connection.person}
        everybody = sorted((here | self.watching_elsewhere) - set(state.table.requests.expelled))
        return tuple(person for person in everybody if state.by(person).role is Role.SPECTATOR)[:MAX_TOLD]

    def state_for(self, connection: Connection, state: State, events: Sequence[EventOut], now: int) -> TableState:
        """The table as this connection may see it."""
        by = state.by(connection.person)
        watchers: tuple[str, ...] = ()
        if by.role is Role.DIRECTOR:  # only those with a known name; the others' names are being looked up
            watchers = tuple(person for person in self.spectators(state) if person in self.people)
        return table_state(self.table, state, by, now, self.people, self.present(state), events, watchers)

    def tell_all(self, connection: Connection, state: State, events: Sequence[EventOut], now: int) -> None:
        """Send a long match in several messages, each with its version, so that a cut-off client can continue there."""
        for page in pages_of(events):
            told = self.state_for(connection, state, page, now)
            connection.tell(replace(told, version=page[-1].version) if page else told)

    def tell_presence(self, state: State) -> None:
        present = self.present(state)
        if present != self.told_present:
            self.told_present = present
            message = to_json(Presence(present))
            for connection in self.connections:
                connection.send(message)


_NOBODY = Person("")
