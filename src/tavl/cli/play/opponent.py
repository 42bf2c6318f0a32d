"""The seam between the terminal and whatever plays against people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tavl.rules import Match, Seat
from tavl.rules.acts import MatchAction


class Opponent(Protocol):
    def choose(self, match: Match, seat: Seat, actions: Sequence[MatchAction]) -> MatchAction:
        """One of these actions, which are all that the seat may do now; never empty."""
        ...
