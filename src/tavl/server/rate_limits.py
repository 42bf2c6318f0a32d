"""How often something may be asked: a bucket of tokens for each asker, refilled evenly.

Kept in memory by each process: with several processes an asker has so much at each, which bounds a flood as well. Only
the tries for one login name are counted in the database, by all processes together (`throttle.py`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MAX_ASKERS = 50_000


class Bucket:
    """`burst` at once, then `per_second`."""

    __slots__ = ("burst", "left", "per_second", "then")

    def __init__(self, burst: float, per_second: float, now: float, left: float | None = None) -> None:
        self.burst, self.per_second, self.then = burst, per_second, now
        self.left = burst if left is None else left

    def take(self, now: float, cost: float = 1) -> bool:
        self.left = min(self.burst, self.left + (now - self.then) * self.per_second)
        self.then = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


# what is asked: how many at once, how many a second after that
RATES: dict[str, tuple[float, float]] = {
    "request": (120, 20.0),
    "guest": (30, 1 / 20),
    "account": (10, 1 / 60),
    "login": (10, 1 / 30),
    "login_name": (10, 1 / 60),  # of one account, from one address or one device that it knows
    "login_name_anywhere": (50, 1 / 30),  # of one account, from all devices that it does not know
    "report": (5, 1 / 600),
    "block": (30, 1 / 10),
    "data": (5, 1 / 60),
    "mail": (5, 1 / 600),  # to an address that is to be confirmed
    "table": (30, 1 / 4),
    "table_address": (200, 1.0),  # of all people there
    "action": (4_000, 5.0),  # of one person at all tables, over sockets and in batches; a long text counts for several
    "action_address": (20_000, 40.0),
    "chat": (8, 1.0),
    "chat_address": (80, 10.0),
    "history": (60, 2.0),
    "socket": (60, 4.0),
}
MESSAGES = (60, 20.0)  # of one socket
HELLOS = (20, 0.2)  # of one socket: each may be answered with a whole match
BYTES_OF_ONE = 500  # so much text counts as one action more


def cost_of(actions: int, size: int) -> float:
    """What is written for ever is counted by how much it is."""
    return actions + size // BYTES_OF_ONE


class Limits:
    def __init__(self, clock: Callable[[], float], on: bool = True) -> None:
        self._clock = clock
        self._on = on
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def allows(self, what: str, who: str, cost: float = 1) -> bool:
        if not self._on:
            return True
        now = self._clock()
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*RATES[what], now)
            if len(self._buckets) > MAX_ASKERS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(now, cost)

    def allows_both(self, what: str, person: str, address: str, cost: float = 1) -> bool:
        """Of this person, and of all people at that address together."""
        return self.allows(what, person, cost) and self.allows(f"{what}_address", address, cost)
