"""Browsers that somebody has subscribed for push messages."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.notifications.preferences import NoticeChoices
from tavl.server.notifications.push_protocol import Subscription
from tavl.store import Store

MAX_BROWSERS = 10  # of one person


class PushSubscriptions:
    def __init__(self, store: Store, clock: Callable[[], int], choices: NoticeChoices) -> None:
        self._store, self._clock, self._choices = store, clock, choices

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
        await self._choices.choose(who, push=True)

    async def unsubscribe(self, who: Identity, endpoint: str) -> None:
        s = schema.push_subscriptions.c
        statement = sa.delete(schema.push_subscriptions).where(s.endpoint == endpoint, s.person == who.person)
        await self._store.write_rows(lambda c: c.execute(statement))

    async def of(self, person: str) -> list[Subscription]:
        s = schema.push_subscriptions.c
        query = sa.select(s.endpoint, s.p256dh, s.auth).where(s.person == person).order_by(s.made)
        return await self._store.read_rows(lambda c: [Subscription(*row) for row in c.execute(query)])

    async def forget(self, endpoint: str) -> None:
        gone = sa.delete(schema.push_subscriptions).where(schema.push_subscriptions.c.endpoint == endpoint)
        await self._store.write_rows(lambda c: c.execute(gone))
