"""Rate limits: a token bucket for each address or person, refilled evenly.

Each process keeps its own in memory, so with several processes the limits apply to each, which still bounds a flood.
Only attempts to log in are counted in the database, by all processes together (`accounts/login_attempts.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from tavl.recent import Recent

MAX_ASKERS = 50_000
RETRY_AFTER_S = 5  # what a refused client is told to wait (the header Retry-After)


class Bucket:
    """`burst` at once, then `per_second`."""

    __slots__ = ("burst", "left", "per_second", "then")

    def __init__(self, burst: float, per_second: float, now: float, left: float | None = None) -> None:
        self.burst, self.per_second, self.then = burst, per_second, now
        self.left = burst if left is None else left

    def has(self, now: float, cost: float = 1) -> bool:
        self.left = min(self.burst, self.left + (now - self.then) * self.per_second)
        self.then = now
        return self.left >= cost

    def take(self, now: float, cost: float = 1) -> bool:
        if not self.has(now, cost):
            return False
        self.left -= cost
        return True


# kind of request: how many at once, how many a second after that
RATES: dict[str, tuple[float, float]] = {
    "request": (120, 20.0),  # of somebody who is known here; of all others at an address together
    "request_address": (3_000, 300.0),  # of all who are known at an address: a hall full of phones shares one
    "newcomer": (600, 10.0),  # with a cookie or token that this process has not seen before, beyond the others
    "guest": (30, 1 / 20),  # of an address; beyond that those who come to a table or a tournament that is there:
    "guest_table": (8, 1 / 60),
    "guest_tournament": (300, 1 / 4),  # a hall full of phones shares an address
    "guest_address": (300, 1 / 4),
    "account": (10, 1 / 60),
    "login": (10, 1 / 30),
    "report": (5, 1 / 600),
    "block": (30, 1 / 10),
    "data": (5, 1 / 60),
    "mail": (5, 1 / 600),  # to an address that has to be confirmed
    "seat": (60, 1 / 5),  # of a tournament: wrong codes from one address
    "table": (30, 1 / 4),
    "table_address": (200, 1.0),  # for all people at an address
    "action": (4_000, 5.0),  # for one person at all tables, over sockets and in batches; a long text counts as several
    "action_address": (20_000, 40.0),
    "analysis": (20, 1 / 30),
    "analysis_address": (100, 1 / 5),
    "tutor": (120, 1.0),  # of all people at an address who play with a tutor
    "transcript": (120, 4.0),  # entries of a match written down, of all people at an address
    "evaluation": (60, 1 / 2),  # of single positions, of all people at an address
    "practice": (120, 2.0),  # answers, cards and decks of one person
    "practice_address": (1_000, 20.0),
    "chat": (8, 1.0),
    "chat_address": (80, 10.0),
    "history": (60, 2.0),
    "socket": (60, 4.0),  # of somebody who is known here; of all others at an address together
    "socket_address": (2_000, 50.0),
    "copy": (120, 10.0),  # of a venue's tournaments, from its server
}
MESSAGES = (60, 20.0)  # for one socket
HELLOS = (20, 0.2)  # for one socket: each answer may be a whole match
BYTES_OF_ONE = 500  # this much text counts as another action


def cost_of(actions: int, size: int) -> float:
    """What is stored permanently is counted by its size."""
    return actions + size // BYTES_OF_ONE


class Limits:
    def __init__(self, clock: Callable[[], float], on: bool = True) -> None:
        self._clock = clock
        self._on = on
        self._buckets: Recent[tuple[str, str], Bucket] = Recent(MAX_ASKERS)

    def allows(self, what: str, who: str, cost: float = 1) -> bool:
        if not self._on:
            return True
        now = self._clock()
        key = (what, who)
        bucket = self._buckets.get(key) or Bucket(*RATES[what], now)
        self._buckets.put(key, bucket)  # again: those who ask stay
        return bucket.take(now, cost)

    def has_left(self, what: str, who: str) -> bool:
        """Whether one more would be allowed, without counting it."""
        bucket = self._buckets.get((what, who))
        return not self._on or bucket is None or bucket.has(self._clock())

    def allows_both(self, what: str, person: str, address: str, cost: float = 1) -> bool:
        """Count for this person, and for all people at the address together."""
        return self.allows(what, person, cost) and self.allows(f"{what}_address", address, cost)


class Visitors:
    """Who has been here recently, by the cookie or token of their requests: each is counted separately, so that a hall
    full of phones behind one address does not shut itself out. What nobody has recognised yet proves nothing."""

    def __init__(self) -> None:
        self._people: Recent[bytes, str] = Recent(MAX_ASKERS)

    def person(self, brought: bytes) -> str | None:
        return self._people.get(brought)

    def recognised(self, brought: bytes, person: str) -> None:
        self._people.put(brought, person)
