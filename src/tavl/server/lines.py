"""Between processes: hints of what was written elsewhere, who is connected where, chat; and lines that are lost."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tavl.rules.seat import SEATS, Seat
from tavl.server import bots, rows, stream
from tavl.server.connections import Room
from tavl.server.errors import ApiError
from tavl.server.house import FindLine, LoseLine, LostLine
from tavl.server.logs import log
from tavl.server.messages import ChatLine
from tavl.server.reading import STREAM, stream_of, table_of
from tavl.server.stream import State
from tavl.store import Hint, StoreError
from tavl.store.schema import events as logged
from tavl.store.schema import writings
from tavl.table.acts import By, ClaimFlag, Role

if TYPE_CHECKING:
    from tavl.server.service import Service

ROOM_HINT = "room/"  # somebody came or went, or said something
PERSON_HINT = "person/"  # a login or a token was ended, or a name changed
POLL_S = 2.0  # hints can be lost: rooms with people in them look into the log this often
POLLED_AT_ONCE = 500
SETTLES_S = 1.0  # a page that is loaded anew is no lost line


class Lines:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._shared = service.store.database.kind == "postgresql"
        self._tasks: set[asyncio.Task[None]] = set()
        self._began = service.clock()

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

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
                    known = service.desk.known(table_of(hint.stream))
                    if known and known.version < hint.version and table_of(hint.stream) in service.rooms.rooms:
                        await self._look(table_of(hint.stream))
                elif hint.stream.startswith(ROOM_HINT):
                    room = service.rooms.rooms.get(hint.stream.removeprefix(ROOM_HINT))
                    if room:
                        await self.refresh(room)
                elif hint.stream.startswith(PERSON_HINT):
                    await service.look_at_person(hint.stream.removeprefix(PERSON_HINT))

    async def _poll(self) -> None:
        """What was written elsewhere without our being told. Where nobody else can write there is nothing to ask."""
        tables = list(self._service.rooms.rooms) if self._shared else []
        e = logged.c
        for start in range(0, len(tables), POLLED_AT_ONCE):
            streams = [stream_of(table) for table in tables[start : start + POLLED_AT_ONCE]]
            heads = sa.select(e.stream, sa.func.max(e.version)).where(e.stream.in_(streams)).group_by(e.stream)
            for name, version in await self._rows(heads):
                known = self._service.desk.known(table_of(name))
                if known is None or known.version < version:
                    await self._look(table_of(name))

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await self._service.store.read_rows(lambda c: c.execute(query).all())

    async def _look(self, table: str) -> None:
        with contextlib.suppress(ApiError):
            await self._service.desk.state(table)

    # presence and chat

    def seat_changed(self, table: str) -> None:
        """Somebody who plays came or went."""
        if self._shared:
            self._start(self._write_presence(table))
        state = self._service.desk.known(table)
        if state and state.house.terms.lost_line is LostLine.WAITS:
            self._start(self._look_at_lines(table, self._service.clock()))

    async def _write_presence(self, table: str) -> None:
        service = self._service
        p = rows.presence.c
        mine = sa.delete(rows.presence).where(p.stream == stream_of(table), p.process == service.process)
        room = service.rooms.rooms.get(table)
        state = service.desk.known(table)
        now = room.here(state) if room and state else frozenset()  # whatever changed while this waited its turn
        values = [{"stream": stream_of(table), "seat": seat, "process": service.process} for seat in now]

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(rows.presence), values)

        try:
            await service.store.write_rows(write)
        except StoreError as error:
            log.warning("presence not written: %s", error)
        service.store.database.announce([Hint(ROOM_HINT + table, service.clock())])
        if room:
            await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """What other processes know of this room: who is there, what was said."""
        if not self._shared:
            return
        service, w = self._service, writings.c
        said = (
            sa.select(w.id, w.person, w.at, w.text)
            .where(w.stream == stream_of(room.table), w.kind == "chat", w.id > room.last_chat)
            .order_by(w.id)
        )
        there = self._elsewhere(room.table)
        seats, lines = await service.store.read_rows(
            lambda c: (c.execute(there).scalars().all(), c.execute(said).all())
        )
        state = service.desk.known(room.table)
        if state is None:
            return
        room.elsewhere = frozenset(seats)
        service.rooms.tell_presence(room, state)
        for id, person, at, text in lines:
            if id <= room.last_chat:
                continue
            room.last_chat = id
            seat = state.table.seat_of(person)
            if seat is not None:
                service.rooms.tell_chat(room, state, ChatLine(seat=seat, person=person, text=text, at=at))

    def _elsewhere(self, table: str) -> sa.Select[Any]:
        p, service = rows.presence.c, self._service
        mine = p.process != service.process
        return sa.select(p.seat).where(p.stream == stream_of(table), mine, p.process.in_(service.living))

    async def say(self, room: Room, state: State, line: ChatLine) -> None:
        """Chat is kept beside the streams, so that it can be erased."""
        store, name = self._service.store, stream_of(room.table)
        written = await store.people.write_down(line.person, "chat", line.text, line.at, name)
        if self._shared:
            store.database.announce([Hint(ROOM_HINT + room.table, self._service.clock())])
            await self.refresh(room)
        else:
            room.last_chat = written.id
            self._service.rooms.tell_chat(room, state, line)

    # lines that are lost, where the match waits for them

    async def _look_at_lines(self, table: str, since: int) -> None:
        here = await self._here(table)
        if not here.issuperset(SEATS):
            await asyncio.sleep(SETTLES_S)
            here = await self._here(table)
        state = await self._service.desk.state(table)
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
            await self._service.desk.act(table, By(Role.SYSTEM), action, f"s:{kind}:{key}")
        except (ApiError, StoreError) as error:
            log.warning("a line's change was not written: %s", error)

    async def _here(self, table: str) -> frozenset[int]:
        """Who of the two is connected, to any process."""
        state = await self._service.desk.state(table)
        room = self._service.rooms.rooms.get(table)
        here = room.here(state) if room else frozenset()
        if self._shared:
            elsewhere = await self._service.store.read_rows(lambda c: c.execute(self._elsewhere(table)).scalars().all())
            here = here | frozenset(elsewhere)
        return here

    async def before_due(self, table: str) -> None:
        """A process that was killed could not tell that a line was lost. Before time is claimed against somebody for
        whom the match waits, it is looked whether he is there at all."""
        state = await self._service.desk.state(table)
        coming = stream.due(state)
        if coming is None or state.house.terms.lost_line is LostLine.RUNS or not isinstance(coming.action, ClaimFlag):
            return
        seat: Seat = coming.action.against
        clock = state.table.clock
        known = state.house.lost[seat] is not None or bots.is_bot_seat(state.table.seats[seat])
        if clock and not known and seat not in await self._here(table):
            since = max(self._began, clock.since)
            await self._write_line(table, LoseLine(seat, since), f"{seat}:{since}")
