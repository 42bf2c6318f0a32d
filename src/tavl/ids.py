"""Opaque ids that sort by time: the store's, and those that a tournament in a file gives without one."""

from __future__ import annotations

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]


def id_of(at: int, chance: int) -> str:
    """48 bits of time in milliseconds, 80 of chance, in base 32."""
    number = ((at & (1 << 48) - 1) << 80) | (chance & (1 << 80) - 1)
    return "".join([_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)])
