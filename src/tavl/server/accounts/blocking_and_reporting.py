"""Blocking and reporting people.

Somebody who blocks a person gets no chat from them, and the two are not seated together, neither by matchmaking nor by
a link. The refusal does not say which of the two it was, and blocked people are not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.messages.moderation import Blocked, Report
from tavl.server.tables import bots
from tavl.server.tables.stream.event_codec import stream_of
from tavl.store import Store
from tavl.store.databases.dialect import upsert
from tavl.store.log.events import new_id
from tavl.store.schema import people as people_rows
from tavl.store.schema import seats

MAX_BLOCKED = 500
_BLOCK = upsert(schema.blocks, lambda new: {"blocked": new.blocked})


class Blocking:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    async def block(self, who: Identity, person: str) -> None:
        who.need_person()
        await self._known(who, person)
        mine = sa.select(sa.func.count()).where(schema.blocks.c.person == who.person)
        row = {"person": who.person, "blocked": person, "at": self._clock()}

        def write(connection: sa.Connection) -> bool:
            if connection.execute(mine).scalar_one() >= MAX_BLOCKED:
                return False
            connection.execute(_BLOCK[connection.dialect.name].values(row))
            return True

        if not await self._store.write_rows(write):
            raise ApiError("enough_of_them", most=MAX_BLOCKED)

    async def unblock(self, who: Identity, person: str) -> None:
        b = schema.blocks.c
        statement = sa.delete(schema.blocks).where(b.person == who.person, b.blocked == person)
        if not await self._store.write_rows(lambda c: c.execute(statement).rowcount):
            raise ApiError("not_found")

    async def listed(self, who: Identity) -> tuple[Blocked, ...]:
        b, p = schema.blocks.c, people_rows.c
        query = (
            sa.select(b.blocked, p.display_name, b.at)
            .join_from(schema.blocks, people_rows, b.blocked == p.id)
            .where(b.person == who.person)
            .order_by(b.at.desc())
        )
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(Blocked(person, name or "", at) for person, name, at in found)

    async def blocked_by(self, person: str) -> frozenset[str]:
        """Whom this person has blocked."""
        query = sa.select(schema.blocks.c.blocked).where(schema.blocks.c.person == person)
        return frozenset(await self._store.read_rows(lambda c: c.execute(query).scalars().all()))

    async def apart_from(self, person: str) -> frozenset[str]:
        """People this person is not seated with, whichever of the two blocked the other."""
        b = schema.blocks.c
        query = sa.union(sa.select(b.blocked).where(b.person == person), sa.select(b.person).where(b.blocked == person))
        return frozenset(await self._store.read_rows(lambda c: c.execute(query).scalars().all()))

    async def check_together(self, person: str, others: Iterable[str | None]) -> None:
        if (await self.apart_from(person)) & {other for other in others if other}:
            raise ApiError("kept_apart")

    async def report(self, who: Identity, said: Report) -> str:
        """Report somebody to the administrators, with the table where it happened."""
        who.need_person()
        await self._known(who, said.person)
        stream = stream_of(said.table) if said.table else None
        if stream is not None:
            sat = sa.select(seats.c.seat).where(seats.c.stream == stream, seats.c.person == said.person)
            if await self._store.read_rows(lambda c: c.execute(sat).first()) is None:
                raise ApiError("not_found")
        at = self._clock()
        row = {
            "id": new_id(at),
            "person": who.person,
            "about": said.person,
            "stream": stream,
            "reason": said.reason,
            "text": said.text.strip(),
            "at": at,
        }
        await self._store.write_rows(lambda c: c.execute(sa.insert(schema.reports).values(row)))
        return str(row["id"])

    async def _known(self, who: Identity, person: str) -> None:
        if person == who.person:
            raise ApiError("not_yourself")
        query = sa.select(people_rows.c.id).where(people_rows.c.id == person, people_rows.c.erased.is_(None))
        if bots.is_bot_seat(person) or await self._store.read_rows(lambda c: c.execute(query).first()) is None:
            raise ApiError("not_found")
