"""Attempts to log in with a password: how many wrong ones there may be for one login name, over all processes."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.rate_limits import Bucket
from tavl.server.wall_clock import DAY
from tavl.store import Store
from tavl.store.databases.dialect import upsert

# how many at once, how many a second after that
ATTEMPTS: dict[str, tuple[float, float]] = {
    "login_name": (10, 1 / 60),  # for one account, from one address or one known device
    "login_name_anywhere": (50, 1 / 30),  # for one account, from all unknown devices
}
_HOLD = upsert(schema.login_tries, lambda new: {"login": new.login})  # changes nothing, but locks the row


class LoginAttempts:
    """Limits the tries for one login name over all processes.

    Each name has buckets in the database: one for each address, one for all addresses together, and one for each device
    on which the account has logged in before, which nobody else can empty. Names are stored as SHA-256 for a day.
    """

    def __init__(self, store: Store, clock: Callable[[], int], on: bool = True) -> None:
        self._store, self._clock, self._on = store, clock, on

    async def take(self, login: str, address: str, device: str | None) -> None:
        """Take one try or raise `too_many`: from this address and from everywhere, or from a known device."""
        if not self._on:
            return
        now, asked = self._clock(), _buckets(login, address, device)

        def take(connection: sa.Connection) -> bool:
            connection.execute(sa.delete(schema.login_tries).where(schema.login_tries.c.at < now - DAY))
            # an address without tries left uses up none of the others'
            return all(_take(connection, key, rate, now) for key, rate in asked.items())

        if not await self._store.write_rows(take):
            raise ApiError("too_many")

    async def forget(self, login: str, address: str, device: str | None) -> None:
        """The password was right: refill."""
        if self._on:
            keys = list(_buckets(login, address, device))
            gone = sa.delete(schema.login_tries).where(schema.login_tries.c.login.in_(keys))
            await self._store.write_rows(lambda c: c.execute(gone))


def _buckets(login: str, address: str, device: str | None) -> dict[str, str]:
    """Which buckets a try is taken from, with the rate of each."""
    if device is not None:
        return {digest(f"{login} {device}"): "login_name"}
    return {digest(f"{login} {address}"): "login_name", digest(login): "login_name_anywhere"}


def _take(connection: sa.Connection, key: str, rate: str, now: int) -> bool:
    t, (burst, per_second) = schema.login_tries.c, ATTEMPTS[rate]
    connection.execute(_HOLD[connection.dialect.name].values({"login": key, "left": burst, "at": now}))
    left, at = connection.execute(sa.select(t.left, t.at).where(t.login == key)).one()
    bucket = Bucket(burst, per_second, at / 1000, left)
    allowed = bucket.take(max(now, at) / 1000)
    kept = sa.update(schema.login_tries).where(t.login == key).values(left=bucket.left, at=max(now, at))
    connection.execute(kept)
    return allowed
