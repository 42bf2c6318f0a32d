"""Roles at a table: given to a person by id, or by a link to the first who follows it. For how long it works the page
says too: `static/officiating/role-links.js`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import sqlalchemy as sa

from tavl.rules.seat import Seat
from tavl.server import schema
from tavl.server.codes import digest, drawn_letters
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.roles import GiveRole, RoleMade
from tavl.server.tables import bots
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import Given
from tavl.server.tables.hosting import GiveRole as Give
from tavl.server.tables.roles import why_not_give
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.wall_clock import DAY
from tavl.store import Store

MAX_INVITES = 32  # open at one table


class Roles:
    def __init__(self, store: Store, executor: Executor, clock: Callable[[], int]) -> None:
        self._store, self._executor, self._clock = store, executor, clock

    async def give(self, table: str, person: str, asked: GiveRole) -> RoleMade:
        state = await self._executor.state(table)
        by = state.by(person)
        if asked.person is not None:
            await self._check_known(asked.person)
            id = f"r:{person}:{asked.role}:{asked.person}"
            await self._executor.act(table, by, Give(asked.role, asked.person, asked.seat), id)
            return RoleMade(role=asked.role, person=asked.person)
        fault = why_not_give(state.house, state.table, asked.role, asked.seat, by)
        if fault:
            raise RefusedError(fault)
        code, now = drawn_letters(20), self._clock()
        row = {
            "code": digest(code),
            "stream": stream_of(table),
            "role": str(asked.role),
            "seat": None if asked.seat is None else int(asked.seat),
            "person": person,
            "until": now + DAY,
        }
        i = schema.invites.c
        open_now = sa.select(sa.func.count()).where(i.stream == row["stream"], i.until > now)

        def write(connection: sa.Connection) -> bool:
            connection.execute(sa.delete(schema.invites).where(i.until <= now))
            if connection.execute(open_now).scalar_one() >= MAX_INVITES:
                return False
            connection.execute(sa.insert(schema.invites).values(row))
            return True

        if not await self._store.write_rows(write):
            raise ApiError("too_many")
        return RoleMade(role=asked.role, code=code)

    async def take(self, table: str, person: str, code: str) -> RoleMade:
        """Take the role of a link, if its maker may still give it: the link is used up before the role is given, and
        restored if that fails."""
        i = schema.invites.c
        here = sa.and_(i.code == digest(code), i.stream == stream_of(table), i.until > self._clock())
        used = sa.delete(schema.invites).where(here).returning(*schema.invites.c)
        row = await self._store.write_rows(lambda c: c.execute(used).mappings().first())
        if row is None:
            raise ApiError("not_found")
        role = Given(row["role"])
        action = Give(role, person, None if row["seat"] is None else Seat(row["seat"]))
        id = f"r:{digest(code)[:32]}:{person}"
        try:
            state = await self._executor.state(table)
            await self._executor.act(table, state.by(row["person"]), action, id, actor=person)
        except BaseException:
            back = sa.insert(schema.invites).values(dict(row))
            await asyncio.shield(self._store.write_rows(lambda c: c.execute(back)))
            raise
        return RoleMade(role=role, person=person)

    async def _check_known(self, person: str) -> None:
        found = await self._store.people.find(person)
        if bots.is_bot_seat(person) or person not in found or found[person].erased is not None:
            raise ApiError("not_found")
