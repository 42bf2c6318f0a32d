"""Mail addresses: each is confirmed by a link sent to it, before any other mail is."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.codes import digest
from tavl.server.messages.notifications import MAX_MAIL_ADDRESS
from tavl.server.notifications.preferences import NoticeChoices
from tavl.server.wall_clock import DAY
from tavl.store import Store
from tavl.store.people import people as stored

CONFIRM_WITHIN = 2 * DAY
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")


def is_address(text: str) -> bool:
    return len(text) <= MAX_MAIL_ADDRESS and _ADDRESS.fullmatch(text) is not None


class MailAddresses:
    def __init__(self, store: Store, clock: Callable[[], int], choices: NoticeChoices) -> None:
        self._store, self._clock, self._choices = store, clock, choices

    async def want(self, who: Identity, address: str) -> str:
        """Store an address to be confirmed, and return the code to send there."""
        code = secrets.token_urlsafe(24)
        await self._choices.choose(who, wanted=address, code=digest(code), until=self._clock() + CONFIRM_WITHIN)
        return code

    async def drop(self, who: Identity) -> None:
        await self._store.people.change(who.person, contact=None)
        await self._choices.choose(who, mail=False, wanted=None, code=None, until=None)

    async def confirm(self, code: str) -> bool:
        """Confirm the address: mail goes there from now on."""
        n, now = schema.notice_choices.c, self._clock()
        known = sa.and_(n.code == digest(code), n.until > now)

        def write(connection: sa.Connection) -> bool:
            row = connection.execute(sa.select(n.person, n.wanted).where(known)).first()
            if row is None:
                return False
            stored.change(connection, row.person, {"contact": row.wanted})
            done = {"mail": True, "wanted": None, "code": None, "until": None}
            connection.execute(sa.update(schema.notice_choices).where(n.person == row.person).values(done))
            return True

        return await self._store.write_rows(write)

    async def knows(self, code: str) -> bool:
        n = schema.notice_choices.c
        query = sa.select(n.person).where(n.code == digest(code), n.until > self._clock())
        return await self._store.read_rows(lambda c: c.execute(query).first()) is not None
