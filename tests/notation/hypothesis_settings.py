"""How the laws of this folder are tried: always on the same examples."""

from __future__ import annotations

from hypothesis import settings

from tavl import Position
from tests.example_counts import times

law = settings(max_examples=times(60), deadline=None, derandomize=True, database=None)


def with_15_checkers(position: Position) -> Position:
    """IDs know no other sides: what is missing is off."""
    own, opponent = list(position.own), list(position.opponent)
    for side in (own, opponent):
        side[0] += 15 - sum(side)
    return Position(own, opponent)
