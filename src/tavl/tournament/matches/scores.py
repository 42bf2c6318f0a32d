"""Which scores a match of a length can end with (T4.5)."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse


def why_not_score(score: tuple[int, int], length: int) -> Refused | None:
    if max(score) > length or min(score) >= length or min(score) < 0:
        return refuse("score_not_possible", "T4.5", length=length)
    return refuse("short_of_length", "T4.5", length=length) if max(score) < length else None
