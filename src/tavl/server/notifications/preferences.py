"""How somebody wants to be notified: by mail, by push, or not at all."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.store import Store
from tavl.store.schema import people


class Choice(Struct, frozen=True, kw_only=True):
    """What somebody has chosen. Mail is sent only to a confirmed address."""

    mail: bool = False
    push: bool = False
    stop: str = ""
    address: str | None = None  # confirmed
    wanted: str | None = None  # not confirmed yet
    language: str | None = None


class NoticeChoices:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str) -> Choice:
        n, p = schema.notice_choices.c, people.c
        query = (
            sa.select(n.mail, n.push, n.stop, p.contact, n.wanted, p.language)
            .outerjoin_from(people, schema.notice_choices, n.person == p.id)
            .where(p.id == person, p.erased.is_(None))
        )
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        if row is None:
            return Choice()
        mail, push, stop, contact, wanted, language = row
        return Choice(
            mail=bool(mail), push=bool(push), stop=stop or "", address=contact, wanted=wanted, language=language
        )

    async def choose(self, who: Identity, **chosen: Any) -> None:
        """Store choices: `mail`, `push`, and the fields of an address to be confirmed."""
        n = schema.notice_choices.c
        mine = sa.update(schema.notice_choices).where(n.person == who.person)
        new = {"person": who.person, "mail": False, "push": False, "stop": secrets.token_urlsafe(24)}

        def write(connection: sa.Connection) -> None:
            if not connection.execute(mine.values(chosen)).rowcount:
                connection.execute(sa.insert(schema.notice_choices).values(new | chosen))

        await self._store.write_rows(write)

    async def stop_mail(self, token: str) -> bool:
        """Unsubscribe by the link in a mail; no login is needed."""
        n = schema.notice_choices.c
        statement = sa.update(schema.notice_choices).where(n.stop == token).values(mail=False)
        return bool(await self._store.write_rows(lambda c: c.execute(statement).rowcount))
