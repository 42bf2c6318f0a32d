"""Guessing somebody's password: so many tries for one login name, whichever process they come to.

Buckets in the database for each name, that are emptied by tries and refilled evenly: one for each address, one for all
addresses together, and one for each device from which the account was entered before, which nobody else can empty.
Names are kept as SHA-256, and forgotten after a day: what was tried tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import DAY, digest
from tavl.server.errors import ApiError
from tavl.server.rate_limits import RATES, Bucket
from tavl.store import Store
from tavl.store.databases.dialect import upsert

_HOLD = upsert(schema.login_tries, lambda new: {"login": new.login})  # changes nothing, and keeps others waiting


class LoginTries:
    def __init__(self, store: Store, clock: Callable[[], int], on: bool = True) -> None:
        self._store, self._clock, self._on = store, clock, on

    async def take(self, login: str, address: str, device: str | None) -> None:
        """One more try, or too many of them: from this address and from everywhere, or from a device that is known."""
        if not self._on:
            return
        now, asked = self._clock(), _buckets(login, address, device)

        def take(connection: sa.Connection) -> bool:
            connection.execute(sa.delete(schema.login_tries).where(schema.login_tries.c.at < now - DAY))
            # one address that has had its tries takes none from all the others
            return all(_take(connection, key, rate, now) for key, rate in asked.items())

        if not await self._store.write_rows(take):
            raise ApiError("too_many")

    async def forget(self, login: str, address: str, device: str | None) -> None:
        """It was the right one."""
        if self._on:
            keys = list(_buckets(login, address, device))
            gone = sa.delete(schema.login_tries).where(schema.login_tries.c.login.in_(keys))
            await self._store.write_rows(lambda c: c.execute(gone))


def _buckets(login: str, address: str, device: str | None) -> dict[str, str]:
    """Which buckets a try is taken from, and at which rate each is filled."""
    if device is not None:
        return {digest(f"{login} {device}"): "login_name"}
    return {digest(f"{login} {address}"): "login_name", digest(login): "login_name_anywhere"}


def _take(connection: sa.Connection, key: str, rate: str, now: int) -> bool:
    t, (burst, per_second) = schema.login_tries.c, RATES[rate]
    connection.execute(_HOLD[connection.dialect.name].values({"login": key, "left": burst, "at": now}))
    left, at = connection.execute(sa.select(t.left, t.at).where(t.login == key)).one()
    bucket = Bucket(burst, per_second, at / 1000, left)
    allowed = bucket.take(max(now, at) / 1000)
    kept = sa.update(schema.login_tries).where(t.login == key).values(left=bucket.left, at=max(now, at))
    connection.execute(kept)
    return allowed
