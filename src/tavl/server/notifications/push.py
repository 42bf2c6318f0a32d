"""Web push: browsers that somebody has subscribed, and messages to them through the push service of their maker.

Only services in the settings are contacted: the address comes from a browser, and must not lead elsewhere.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.network.outgoing_requests import NotSent, is_of, post
from tavl.server.notifications.preferences import NoticeChoices
from tavl.server.notifications.push_encryption import Key, Subscription, encoded, encrypt
from tavl.server.settings import Settings
from tavl.store import Store

MAX_BROWSERS = 10  # of one person
AT_ONCE = 4
MAX_PAYLOAD = 3000
KEPT_FOR_S = 3 * 24 * 3600  # how long the push service keeps a message for a browser that is off


class Gone(Exception):
    """The browser has cancelled the subscription."""


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


class Pusher:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.key = Key(settings.push_key) if settings.push_key else None
        self._threads = ThreadPoolExecutor(AT_ONCE, "tavl-push")

    @property
    def set_up(self) -> bool:
        return self.key is not None and bool(self._settings.push_contact)

    def takes(self, endpoint: str) -> bool:
        return is_of(endpoint, self._settings.push_services)

    async def send(self, to: Subscription, payload: bytes, topic: str, now_s: int) -> None:
        """Raises Gone or NotSent. For a browser that is off, a push service keeps only the last message of a topic."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._send, to, payload, topic, now_s)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, to: Subscription, payload: bytes, topic: str, now_s: int) -> None:
        assert self.key is not None
        if not self.takes(to.endpoint):
            raise Gone
        try:
            body = encrypt(payload[:MAX_PAYLOAD], to)
        except ValueError:
            raise Gone from None
        headers = {
            "Authorization": self.key.authorization(to.endpoint, self._settings.push_contact, now_s),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR_S),
            "Topic": encoded(hashlib.sha256(topic.encode()).digest())[:32],
            "Urgency": "normal",
        }
        status = post(to.endpoint, body, headers)
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            raise NotSent(f"answered {status}", later=status == 429 or status >= 500)
