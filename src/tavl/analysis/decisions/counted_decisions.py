"""Which decisions count for an error rate: those neither forced nor obvious. Definitions: docs/analysis.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tavl.notation.record import PlayAnalysis

NOTHING_TO_LOSE: Final = 0.0001
"""Plays that are all within this of each other are one play to XG."""
CLOSE: Final = 0.2
"""A double that nobody made is a decision where doubling and not doubling are less than this apart."""


def not_doubling_counts(no_double: float, double_take: float, double_drop: float, error: float) -> bool:
    return abs(no_double - min(double_take, double_drop)) < CLOSE or error > 0


def play_counts(analysis: PlayAnalysis) -> bool:
    """As the program says; else where there was something to lose."""
    if analysis.counts is not None:
        return analysis.counts
    return something_to_lose([each.equity for each in analysis.candidates if each.equity is not None])


def something_to_lose(equities: Sequence[float]) -> bool:
    return len(equities) > 1 and max(equities) - min(equities) > NOTHING_TO_LOSE
