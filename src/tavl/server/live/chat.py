"""Chat between the two players. It is stored outside the streams, so that it can be erased. How long a message may be:
`MAX_CHAT_LENGTH` in `server/messages/chat.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from tavl.rules.codec import to_json
from tavl.server import schema
from tavl.server.live.connections import Room
from tavl.server.live.hints import ROOM_HINT, announce
from tavl.server.messages.chat import ChatLine
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.tables.stream.stream_state import State
from tavl.store import Store

# Used only where several processes can share a database, which is PostgreSQL.
_SAID = sa.text("""
    SELECT w.stream, w.id, w.person, w.at, w.text
    FROM unnest(CAST(:streams AS text[]), CAST(:last AS text[])) AS a (stream, last)
    JOIN writings w ON w.stream = a.stream AND w.kind = 'chat' AND w.id > a.last
    ORDER BY w.id
""")


def tell(room: Room, state: State, line: ChatLine) -> None:
    """Send it to both players, except to one who muted or blocked the other."""
    message = to_json(line)
    for connection in room.connections:
        seat = state.table.seat_of(connection.person) if connection.person else None
        heard = line.person not in connection.blocked and not (connection.muted and seat != line.seat)
        if seat is not None and heard:
            connection.send(message)


class Chat:
    def __init__(self, store: Store, executor: Executor, clock: Callable[[], int]) -> None:
        self._store, self._executor, self._clock = store, executor, clock

    async def say(self, room: Room, state: State, line: ChatLine) -> None:
        name = stream_of(room.table)
        written = await self._store.people.write_down(line.person, "chat", line.text, line.at, name)
        if self._store.shared:  # in the same order for all processes
            announce(self._store, ROOM_HINT, [room.table], self._clock())
            self.take_in({name: room}, await self._store.read_rows(lambda c: self.said(c, [room])))
        else:
            room.last_chat = written.id
            tell(room, state, line)

    def said(self, connection: sa.Connection, rooms: Sequence[Room]) -> Sequence[Any]:
        """Chat that these rooms have not received yet."""
        asked = {"streams": [stream_of(room.table) for room in rooms], "last": [room.last_chat for room in rooms]}
        return connection.execute(_SAID, asked).all()

    def take_in(self, rooms: Mapping[str, Room], said: Sequence[Any]) -> None:
        for stream, id, person, at, text in said:
            room = rooms[stream]
            state = self._executor.known(room.table)
            if state is None or id <= room.last_chat:
                continue
            room.last_chat = id
            seat = state.table.seat_of(person)
            if seat is not None:
                tell(room, state, ChatLine(seat=seat, person=person, text=text, at=at))

    async def mute(self, table: str, person: str, on: bool) -> None:
        m = schema.mutes.c
        gone = sa.delete(schema.mutes).where(m.stream == stream_of(table), m.person == person)

        def write(connection: sa.Connection) -> None:
            connection.execute(gone)
            if on:
                connection.execute(sa.insert(schema.mutes).values(stream=stream_of(table), person=person))

        await self._store.write_rows(write)
