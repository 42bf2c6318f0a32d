"""How somebody wants to be notified: a mail address, confirmed by a link sent there; browsers for push."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.notifications.push import Subscription
from tavl.server.wall_clock import DAY
from tavl.store import Store
from tavl.store.people import people as stored
from tavl.store.schema import people

MAX_BROWSERS = 10  # of one person
CONFIRM_WITHIN = 2 * DAY


class Choice(Struct, frozen=True, kw_only=True):
    """What somebody has chosen. Mail is sent only to a confirmed address."""

    mail: bool = False
    push: bool = False
    stop: str = ""
    address: str | None = None  # confirmed
    wanted: str | None = None  # not confirmed yet
    language: str | None = None


class NoticeChoices:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

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

    async def want_address(self, who: Identity, address: str) -> str:
        """Store an address to be confirmed, and return the code to send there."""
        code = secrets.token_urlsafe(24)
        await self.choose(who, wanted=address, code=digest(code), until=self._clock() + CONFIRM_WITHIN)
        return code

    async def drop_address(self, who: Identity) -> None:
        await self._store.people.change(who.person, contact=None)
        await self.choose(who, mail=False, wanted=None, code=None, until=None)

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

    async def stop_mail(self, token: str) -> bool:
        """Unsubscribe by the link in a mail; no login is needed."""
        n = schema.notice_choices.c
        statement = sa.update(schema.notice_choices).where(n.stop == token).values(mail=False)
        return bool(await self._store.write_rows(lambda c: c.execute(statement).rowcount))

    async def subscribe(self, who: Identity, given: Subscription) -> None:
        """Subscribe a browser for this person. The browser's previous user no longer gets messages there."""
        s = schema.push_subscriptions.c
        values = {"endpoint": given.endpoint, "p256dh": given.p256dh, "auth": given.auth}
        others = sa.select(sa.func.count()).where(s.person == who.person, s.endpoint != given.endpoint)

        def write(connection: sa.Connection) -> bool:
            connection.execute(sa.delete(schema.push_subscriptions).where(s.endpoint == given.endpoint))
            if connection.execute(others).scalar_one() >= MAX_BROWSERS:
                return False
            new = values | {"person": who.person, "made": self._clock()}
            connection.execute(sa.insert(schema.push_subscriptions).values(new))
            return True

        if not await self._store.write_rows(write):
            raise ApiError("bad_value", field="endpoint", problem=f"more than {MAX_BROWSERS} browsers")
        await self.choose(who, push=True)

    async def unsubscribe(self, who: Identity, endpoint: str) -> None:
        s = schema.push_subscriptions.c
        statement = sa.delete(schema.push_subscriptions).where(s.endpoint == endpoint, s.person == who.person)
        await self._store.write_rows(lambda c: c.execute(statement))

    async def browsers(self, person: str) -> list[Subscription]:
        s = schema.push_subscriptions.c
        query = sa.select(s.endpoint, s.p256dh, s.auth).where(s.person == person).order_by(s.made)
        return await self._store.read_rows(lambda c: [Subscription(*row) for row in c.execute(query)])

    async def forget(self, endpoint: str) -> None:
        gone = sa.delete(schema.push_subscriptions).where(schema.push_subscriptions.c.endpoint == endpoint)
        await self._store.write_rows(lambda c: c.execute(gone))
