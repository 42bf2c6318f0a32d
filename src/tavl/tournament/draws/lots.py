"""Lots that can be verified, like the dice: a seed is promised by its SHA-256 before the draw is
made and published with it, so anybody can repeat the draw.

The whole method, `tavl-lots-1`: number `k` (from 0) under a label is, read as a big-endian integer, the first
16 bytes of

    HMAC-SHA256(key = seed, message = "tavl-lots-1\\n" + label + "\\n" + str(k))

`below(n)` takes the next number, skips any from the largest multiple of n up (so that all results are equally
likely), and divides with remainder by n. `shuffled` lets `i` run from the last place down to 1 and swaps place `i` with
place `below(i + 1)`. `weight(key)` is the same 16 bytes with `"=" + key` instead of the number: it does not depend
on what was drawn before it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

METHOD = "tavl-lots-1"
_RANGE = 1 << 128


def promise(seed: bytes) -> str:
    """What is published before the seed is: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def keeps(seed: bytes, promised: str) -> bool:
    """Whether this is the seed that was promised."""
    return hmac.compare_digest(promise(seed), promised)


class Lots:
    """Draws one lot after the other. Each purpose has a label of its own, so that one draw does not shift another."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.seed = seed
        self.label = label
        self._next = 0

    def below(self, n: int) -> int:
        """The next lot: 0 to n - 1, all equally likely."""
        if not 0 < n <= _RANGE:
            raise ValueError(f"no lots below {n}")
        fair = _RANGE - _RANGE % n
        while True:
            number = self._number(str(self._next))
            self._next += 1
            if number < fair:
                return number % n

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """In an order drawn by lot. Give them in a fixed order (by id): the result depends on it."""
        drawn = list(things)
        for i in range(len(drawn) - 1, 0, -1):
            j = self.below(i + 1)
            drawn[i], drawn[j] = drawn[j], drawn[i]
        return drawn

    def weight(self, key: str) -> int:
        """A number below 2**128 that belongs to this key, whatever else was drawn."""
        return self._number("=" + key)

    def by_lot(self, keys: Iterable[str]) -> list[str]:
        """In the order of their weights, which does not depend on the order of the input."""
        return sorted(keys, key=lambda key: (self.weight(key), key))

    def _number(self, counter: str) -> int:
        message = f"{METHOD}\n{self.label}\n{counter}"
        return int.from_bytes(hmac.new(self.seed, message.encode(), hashlib.sha256).digest()[:16], "big")
