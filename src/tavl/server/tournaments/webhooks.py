"""Webhooks: other servers that are notified when a tournament changes. Signed, retried, and never to our own network.

A message says that something has changed, and what kind of thing: the receiver requests the rest, and sees what
everybody may see. `X-Tavl-Signature` is `sha256=` and the HMAC-SHA256 of the body with the secret that was shown once.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.codes import new_token
from tavl.server.errors import ApiError
from tavl.server.logs import log
from tavl.server.network.outgoing_requests import NotSent, is_of, parts_of, post
from tavl.server.settings import Settings
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.plans import WEBHOOK
from tavl.server.tournaments.stream import stream_of
from tavl.server.wall_clock import HOUR
from tavl.store import Store
from tavl.store.log.events import SetTimer, new_id

AT_ONCE = 4
MAX_HOOKS = 5  # of one tournament
MAX_FAILURES = 12  # failures in a row: nobody is there any more
FIRST_RETRY_MS = 30_000
MAX_RETRY_MS = 6 * HOUR
MAX_TYPES = 50  # kinds of events in one message


class Webhooks:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        tournaments: Tournaments,
        people: TournamentPeople,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._settings, self._tournaments = store, settings, tournaments
        self._people, self._clock = people, clock
        self._threads = ThreadPoolExecutor(AT_ONCE, "tavl-webhook")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    # setting them up

    async def add(self, id: str, who: Identity, url: str) -> tuple[str, str]:
        """Its id and its secret, which is shown once."""
        await self._people.need_staff(id, who)
        parts = parts_of(url)
        if parts is None or (parts.scheme != "https" and not is_of(url, self._settings.webhook_services)):
            raise ApiError("bad_value", field="url", problem="an address that begins with https://")
        now, stream, secret = self._clock(), stream_of(id), new_token()
        version = (await self._tournaments.state(id)).version
        w = schema.webhooks
        row = {"id": new_id(now), "stream": stream, "url": url, "secret": secret, "person": who.person, "made": now}

        def write(connection: sa.Connection) -> None:
            if connection.execute(sa.select(sa.func.count()).where(w.c.stream == stream)).scalar_one() >= MAX_HOOKS:
                raise ApiError("enough_of_them", most=MAX_HOOKS)
            connection.execute(sa.insert(w).values({**row, "sent": version, "failures": 0}))

        await self._store.write_rows(write)
        return str(row["id"]), secret

    async def listed(self, id: str, who: Identity) -> Sequence[Any]:
        await self._people.need_staff(id, who)
        return await self._rows(id)

    async def remove(self, id: str, who: Identity, hook: str) -> None:
        await self._people.need_staff(id, who)
        w = schema.webhooks.c
        gone = sa.delete(schema.webhooks).where(w.stream == stream_of(id), w.id == hook)
        if not await self._store.write_rows(lambda c: c.execute(gone).rowcount):
            raise ApiError("not_found")

    async def _rows(self, id: str) -> Sequence[Any]:
        w = schema.webhooks
        query = sa.select(w).where(w.c.stream == stream_of(id)).order_by(w.c.made, w.c.id)
        return await self._store.read_rows(lambda c: c.execute(query).all())

    # telling

    async def carry_out(self, id: str) -> None:
        """A timer is due: notify those who have not got the last version, and retry later those who did not answer."""
        version = (await self._tournaments.state(id)).version
        rows = [row for row in await self._rows(id) if row.sent < version and row.failures < MAX_FAILURES]
        told = await asyncio.gather(*(self._tell(id, row, version) for row in rows))
        failures = [row.failures for row, sent in zip(rows, told, strict=True) if not sent]
        if failures and min(failures) + 1 < MAX_FAILURES:
            due = self._clock() + min(FIRST_RETRY_MS * 2 ** min(failures), MAX_RETRY_MS)
            await self._store.timers.change(SetTimer(stream_of(id), WEBHOOK, due))

    async def _tell(self, id: str, row: Any, version: int) -> bool:
        events = await self._tournaments.events(id, row.sent, 1_000)
        types = list(dict.fromkeys(event.type for event in events))[:MAX_TYPES]
        at = events[-1].at if events else self._clock()
        body = msgspec.json.encode({"tournament": id, "version": version, "at": at, "types": types})
        signature = hmac.new(row.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "tavl",
            "X-Tavl-Signature": f"sha256={signature}",
            "X-Tavl-Delivery": f"{row.id}.{version}",
        }
        public_only = not is_of(row.url, self._settings.webhook_services)
        loop = asyncio.get_running_loop()
        try:
            status = await loop.run_in_executor(self._threads, post, row.url, body, headers, public_only)
            sent = 200 <= status < 300
            problem = "" if sent else f"answered {status}"
        except NotSent as error:
            sent, problem = False, str(error)
        if not sent:
            log.info("a webhook was not told: %s", problem)
        w = schema.webhooks.c
        values = {"sent": version, "failures": 0} if sent else {"failures": row.failures + 1}
        change = sa.update(schema.webhooks).where(w.id == row.id).values(values)
        await self._store.write_rows(lambda c: c.execute(change))
        return sent
