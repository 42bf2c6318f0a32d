"""Guessing somebody's password: so many tries for one login name, whichever process they come to.

A bucket in the database for each name, that is emptied by tries and refilled evenly. Names are kept as SHA-256, and
forgotten after a day: what was tried tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import rows
from tavl.server.errors import ApiError
from tavl.server.identity import DAY, digest
from tavl.server.limits import RATES, Bucket
from tavl.store import Store
from tavl.store.sql import upsert

_HOLD = upsert(rows.login_tries, lambda new: {"login": new.login})  # changes nothing, and keeps others waiting


class LoginTries:
    def __init__(self, store: Store, clock: Callable[[], int], on: bool = True) -> None:
        self._store, self._clock, self._on = store, clock, on

    async def take(self, login: str) -> None:
        """One more try, or too many of them."""
        if not self._on:
            return
        key, now = digest(login), self._clock()
        t = rows.login_tries.c
        burst, per_second = RATES["login_name"]

        def take(connection: sa.Connection) -> bool:
            connection.execute(sa.delete(rows.login_tries).where(t.at < now - DAY))
            fresh = {"login": key, "left": burst, "at": now}
            connection.execute(_HOLD[connection.dialect.name].values(fresh))
            left, at = connection.execute(sa.select(t.left, t.at).where(t.login == key)).one()
            bucket = Bucket(burst, per_second, at / 1000, left)
            allowed = bucket.take(max(now, at) / 1000)
            kept = sa.update(rows.login_tries).where(t.login == key).values(left=bucket.left, at=max(now, at))
            connection.execute(kept)
            return allowed

        if not await self._store.write_rows(take):
            raise ApiError("too_many")

    async def forget(self, login: str) -> None:
        """It was the right one."""
        if self._on:
            gone = sa.delete(rows.login_tries).where(rows.login_tries.c.login == digest(login))
            await self._store.write_rows(lambda c: c.execute(gone))
