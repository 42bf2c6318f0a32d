"""Between processes: hints of what was written elsewhere, who is connected where, chat; and lines that are lost."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tavl.rules.seat import SEATS, Seat
from tavl.server import schema
from tavl.server.errors import ApiError
from tavl.server.live.connections import Room
from tavl.server.live.spectators import WATCHERS_HINT
from tavl.server.logs import log
from tavl.server.messages.socket import ChatLine
from tavl.server.tables import bots, stream_state
from tavl.server.tables.event_codec import STREAM, stream_of, table_of
from tavl.server.tables.hosting import FindLine, LoseLine, LostLine
from tavl.server.tables.stream_state import State
from tavl.store import Hint, StoreError
from tavl.table.acts import By, ClaimFlag, Role

if TYPE_CHECKING:
    from tavl.server.service import Service

ROOM_HINT = "room/"  # somebody came or went, or said something
PERSON_HINT = "person/"  # a login or a token was ended, or a name changed
WORDS_HINT = "words/"  # somebody was erased who had written something at a table
POLL_S = 2.0  # hints can be lost: rooms with people in them look into the log this often
POLLED_AT_ONCE = 500
SETTLES_S = 1.0  # a page that is reloaded is no lost line
# Asked only where several processes can share a database, which is PostgreSQL.
_HEADS = sa.text("""
    SELECT a.stream, (SELECT e.version FROM events e WHERE e.stream = a.stream ORDER BY e.version DESC LIMIT 1)
    FROM unnest(CAST(:streams AS text[])) AS a (stream)
""")
_SAID = sa.text("""
    SELECT w.stream, w.id, w.person, w.at, w.text
    FROM unnest(CAST(:streams AS text[]), CAST(:last AS text[])) AS a (stream, last)
    JOIN writings w ON w.stream = a.stream AND w.kind = 'chat' AND w.id > a.last
    ORDER BY w.id
""")


class Lines:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._shared = service.store.database.kind == "postgresql"
        self._tasks: set[asyncio.Task[None]] = set()
        self._began = service.clock()
        self._changed: set[str] = set()  # tables where somebody came or went here
        self._stale: set[str] = set()  # and those of which another process has said so
        self._tending: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a line's change failed", exc_info=task.exception())

    # hints from other processes, and their absence

    async def hear(self) -> None:
        service = self._service
        async with service.store.subscribe() as hints:
            look_at = time.monotonic() + POLL_S
            while True:
                hint = await hints.next(max(0.0, look_at - time.monotonic()))
                if hint is None or hint.stream is None:
                    look_at = time.monotonic() + POLL_S
                    await self._poll()
                elif hint.stream.startswith(STREAM):
                    table = table_of(hint.stream)
                    if service.executor.told_of(table, hint.version) and table in service.rooms.rooms:
                        await self._look(table)
                elif hint.stream.startswith(ROOM_HINT):
                    self._stale.add(hint.stream.removeprefix(ROOM_HINT))
                    self._tend()
                elif hint.stream.startswith(PERSON_HINT):
                    await service.look_at_person(hint.stream.removeprefix(PERSON_HINT))
                elif hint.stream.startswith(WATCHERS_HINT):
                    service.watchers.heard(hint.stream.removeprefix(WATCHERS_HINT))
                elif hint.stream.startswith(WORDS_HINT):
                    await self._read_anew(hint.stream.removeprefix(WORDS_HINT))

    async def _poll(self) -> None:
        """What was written elsewhere without our being told. Where nobody else can write there is nothing to ask."""
        tables = list(self._service.rooms.rooms) if self._shared else []
        for start in range(0, len(tables), POLLED_AT_ONCE):
            streams = [stream_of(table) for table in tables[start : start + POLLED_AT_ONCE]]
            for name, version in await self._heads(streams):
                known = self._service.executor.known(table_of(name))
                if known is None or known.version < (version or 0):
                    await self._look(table_of(name))

    async def _heads(self, streams: list[str]) -> Sequence[Any]:
        return await self._service.store.read_rows(lambda c: c.execute(_HEADS, {"streams": streams}).all())

    async def _look(self, table: str) -> None:
        with contextlib.suppress(ApiError):
            await self._service.executor.state(table)

    # words that are gone

    async def words_gone(self, tables: Sequence[str]) -> None:
        """Somebody was erased: what processes remember of these tables still has that person's words."""
        for table in tables:
            await self._read_anew(table)
        self._service.store.database.announce([Hint(WORDS_HINT + table, self._service.clock()) for table in tables])

    async def _read_anew(self, table: str) -> None:
        service = self._service
        await service.executor.read_anew(table)
        room = service.rooms.rooms.get(table)
        if room and room.gallery is not None:
            service.rooms.show_anew(room)

    # presence and chat

    def seat_changed(self, table: str) -> None:
        """Somebody who plays came or went."""
        if self._shared:
            self._changed.add(table)
            self._tend()
        state = self._service.executor.known(table)
        house = state.house.terms if state else None
        if house and (house.lost_line is LostLine.WAITS or house.gone_wait_ms is not None):
            self._start(self._look_at_lines(table, self._service.clock()))

    def _tend(self) -> None:
        """One at a time: what changes while it writes is written together, however many it is."""
        if self._tending is None or self._tending.done():
            self._tending = self._start(self._tend_rooms())

    async def _tend_rooms(self) -> None:
        while self._changed or self._stale:
            changed, self._changed = self._changed, set()
            stale, self._stale = self._stale, set()
            if changed:
                await self._write_presence(sorted(changed))
            rooms = self._service.rooms.rooms
            await self.refresh([rooms[table] for table in sorted(changed | stale) if table in rooms])

    async def _write_presence(self, tables: Sequence[str]) -> None:
        service = self._service
        p, streams = schema.presence.c, [stream_of(table) for table in tables]
        mine = sa.delete(schema.presence).where(p.process == service.process, p.stream.in_(streams))
        values = [
            {"stream": stream_of(table), "seat": seat, "process": service.process}
            for table in tables
            for seat in self._here_now(table)
        ]

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(schema.presence), values)

        try:
            await service.store.write_rows(write)
        except StoreError as error:
            log.warning("presence not written: %s", error)
        service.store.database.announce([Hint(ROOM_HINT + table, service.clock()) for table in tables])

    def _here_now(self, table: str) -> frozenset[int]:
        room, state = self._service.rooms.rooms.get(table), self._service.executor.known(table)
        return room.here(state) if room and state else frozenset()

    async def refresh(self, rooms: Sequence[Room]) -> None:
        """What other processes know of these rooms: who is there, what was said."""
        if not self._shared or not rooms:
            return
        streams = {stream_of(room.table): room for room in rooms}
        asked = {"streams": list(streams), "last": [room.last_chat for room in rooms]}
        there = self._elsewhere(list(streams))
        seats, lines = await self._service.store.read_rows(
            lambda c: (c.execute(there).all(), c.execute(_SAID, asked).all())
        )
        present: dict[str, set[int]] = {}
        for stream_name, seat in seats:
            present.setdefault(stream_name, set()).add(seat)
        for stream_name, room in streams.items():
            state = self._service.executor.known(room.table)
            if state is not None:
                room.elsewhere = frozenset(present.get(stream_name, ()))
                self._service.rooms.tell_presence(room, state)
        for stream_name, *line in lines:
            self._tell_chat(streams[stream_name], *line)

    def _tell_chat(self, room: Room, id: str, person: str, at: int, text: str) -> None:
        state = self._service.executor.known(room.table)
        if state is None or id <= room.last_chat:
            return
        room.last_chat = id
        seat = state.table.seat_of(person)
        if seat is not None:
            self._service.rooms.tell_chat(room, state, ChatLine(seat=seat, person=person, text=text, at=at))

    def _elsewhere(self, streams: Sequence[str]) -> sa.Select[Any]:
        p, service = schema.presence.c, self._service
        others = p.process.in_(service.living - {service.process})
        return sa.select(p.stream, p.seat).where(p.stream.in_(streams), others)

    async def say(self, room: Room, state: State, line: ChatLine) -> None:
        """Chat is kept beside the streams, so that it can be erased."""
        store, name = self._service.store, stream_of(room.table)
        written = await store.people.write_down(line.person, "chat", line.text, line.at, name)
        if self._shared:
            store.database.announce([Hint(ROOM_HINT + room.table, self._service.clock())])
            await self.refresh([room])
        else:
            room.last_chat = written.id
            self._service.rooms.tell_chat(room, state, line)

    # lines that are lost, where the match waits for them or may be claimed

    async def _look_at_lines(self, table: str, since: int) -> None:
        if not self._here_now(table).issuperset(SEATS):
            await asyncio.sleep(SETTLES_S)
        known = self._service.executor.known(table)
        if not self._shared and known and known.house.lost == (None, None) and self._here_now(table).issuperset(SEATS):
            return  # nobody was gone for long: there is nothing to write, and nothing to look up
        here = await self.present(table)
        state = await self._service.executor.state(table)
        for seat in SEATS:
            lost = state.house.lost[seat]
            if bots.is_bot_seat(state.table.seats[seat]) or not state.table.full or state.table.over:
                continue
            if seat in here and lost is not None:
                await self._write_line(table, FindLine(seat), f"{seat}:{lost}")
            elif seat not in here and lost is None:
                await self._write_line(table, LoseLine(seat, since), f"{seat}:{since}")

    async def _write_line(self, table: str, action: FindLine | LoseLine, key: str) -> None:
        kind = str(action.__struct_config__.tag)
        try:
            await self._service.executor.act(table, By(Role.SYSTEM), action, f"s:{kind}:{key}")
        except (ApiError, StoreError) as error:
            log.warning("a line's change was not written: %s", error)

    async def present(self, table: str) -> frozenset[int]:
        """Who of the two is connected, to any process."""
        state = await self._service.executor.state(table)
        room = self._service.rooms.rooms.get(table)
        here = room.here(state) if room else frozenset()
        if self._shared:
            query = self._elsewhere([stream_of(table)])
            here = here | {seat for _, seat in await self._service.store.read_rows(lambda c: c.execute(query).all())}
        return here

    async def before_due(self, table: str) -> None:
        """A process that was killed could not tell that a line was lost. Before time is claimed against somebody for
        whom the match waits, it is looked whether he is there at all."""
        state = await self._service.executor.state(table)
        coming = stream_state.due(state)
        if coming is None or state.house.terms.lost_line is LostLine.RUNS or not isinstance(coming.action, ClaimFlag):
            return
        seat: Seat = coming.action.against
        clock = state.table.clock
        known = state.house.lost[seat] is not None or bots.is_bot_seat(state.table.seats[seat])
        if clock and not known and seat not in await self.present(table):
            since = max(self._began, clock.since)
            await self._write_line(table, LoseLine(seat, since), f"{seat}:{since}")
