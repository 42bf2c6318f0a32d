"""People's own bots: each is a person with a token, labelled as a bot wherever its name is shown."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.accounts.recent_login import need_fresh_login
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Token
from tavl.server.validation.names import usable_name
from tavl.store import Store
from tavl.store.log.events import new_id
from tavl.store.people import people as stored
from tavl.store.schema import people as people_rows

MAX_TOKENS = 20


class BotTokens:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    async def make(self, who: Identity, name: str) -> tuple[Token, str]:
        """A token is valid until it is ended, so making one needs a recent login."""
        need_fresh_login(who, self._clock())
        shown, at, token = usable_name(name), self._clock(), "tavl_" + secrets.token_urlsafe(32)
        id, t = new_id(at), schema.tokens.c
        count = sa.select(sa.func.count()).where(t.owner == who.person, t.token.is_not(None))

        def make(connection: sa.Connection) -> str | None:
            if connection.execute(count).scalar_one() >= MAX_TOKENS:
                return None
            person = stored.add(connection, at, shown).id
            values = {"id": id, "token": digest(token), "owner": who.person, "person": person, "made": at}
            connection.execute(sa.insert(schema.tokens).values(values))
            return person

        person = await self._store.write_rows(make)
        if person is None:
            raise ApiError("enough_of_them", most=MAX_TOKENS)
        return Token(id, person, shown, at), token

    async def listed(self, who: Identity) -> tuple[Token, ...]:
        t, p = schema.tokens.c, people_rows.c
        query = (
            sa.select(t.id, t.person, p.display_name, t.made)
            .join_from(schema.tokens, people_rows, t.person == p.id)
            .where(t.owner == who.person, t.token.is_not(None))
            .order_by(t.made)
        )
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(Token(id, person, name or "", made) for id, person, name, made in found)

    async def end(self, who: Identity, id: str) -> str:
        """End a token and return its bot. The row stays, so that its matches stay labelled as a bot's."""
        t = schema.tokens.c
        mine = sa.and_(t.id == id, t.owner == who.person, t.token.is_not(None))
        statement = sa.update(schema.tokens).where(mine).values(token=None).returning(t.person)
        person = await self._store.write_rows(lambda c: c.execute(statement).scalar())
        if person is None:
            raise ApiError("not_found")
        return str(person)

    async def every_bot(self) -> frozenset[str]:
        """The people who are bots."""
        query = sa.select(schema.tokens.c.person)
        return await self._store.read_rows(lambda c: frozenset(c.execute(query).scalars()))

    async def bots_of(self, person: str) -> list[str]:
        t = schema.tokens.c
        query = sa.select(t.person).where(t.owner == person)
        return await self._store.read_rows(lambda c: list(c.execute(query).scalars()))
