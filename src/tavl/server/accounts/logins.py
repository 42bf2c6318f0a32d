"""Logins: begun, listed and ended. How long one lasts without being used: `session_days` in `server/settings.py`."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity, begin_login
from tavl.server.codes import new_token
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Login
from tavl.store import Store


class Logins:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    async def begin(self, person: str, agent: str, already: Identity | None) -> str:
        at, token = self._clock(), new_token()

        def change(connection: sa.Connection) -> None:
            if already is not None and already.person == person:
                connection.execute(sa.delete(schema.logins).where(schema.logins.c.id == already.login))
            begin_login(connection, person, token, agent, at)

        await self._store.write_rows(change)
        return token

    async def of_person(self, who: Identity) -> tuple[Login, ...]:
        t = schema.logins.c
        query = sa.select(t.id, t.began, t.used, t.agent).where(t.person == who.person).order_by(t.used.desc())
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(
            Login(id=id, began=began, used=used, agent=agent, current=id == who.login)
            for id, began, used, agent in found
        )

    async def end(self, who: Identity, login: str) -> None:
        t = schema.logins.c
        statement = sa.delete(schema.logins).where(t.id == login, t.person == who.person)
        if not await self._store.write_rows(lambda c: c.execute(statement).rowcount):
            raise ApiError("not_found")

    async def ways_in(self, person: str) -> frozenset[str | None]:
        """The valid logins of a person; None among them stands for a valid token. A suspended person has none."""
        t, k, s = schema.logins.c, schema.tokens.c, schema.suspensions.c
        logins = sa.select(t.id).where(t.person == person)
        token = sa.select(k.id, k.owner).where(k.person == person, k.token.is_not(None))

        def find(connection: sa.Connection) -> frozenset[str | None]:
            bot = connection.execute(token).first()
            people = (person, bot.owner) if bot else (person,)
            if connection.execute(sa.select(s.person).where(s.person.in_(people), self._in_force())).first():
                return frozenset()
            return frozenset(connection.execute(logins).scalars()) | ({None} if bot else frozenset())

        return await self._store.read_rows(find)

    def _in_force(self) -> sa.ColumnElement[bool]:
        until = schema.suspensions.c.until
        return sa.or_(until.is_(None), until > self._clock())
