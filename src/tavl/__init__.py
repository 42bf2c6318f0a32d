"""Backgammon as a federation plays it."""

from tavl.notation.ids.xgid import position_from_xgid, position_xgid
from tavl.rules import Dice, Match, Play, Position

__all__ = ["Dice", "Match", "Play", "Position"]

# An XGID speaks of a match, which the native core does not know; so the two are put on its class here, above both.
Position.from_xgid = staticmethod(position_from_xgid)  # type: ignore[method-assign]
Position.xgid = position_xgid  # type: ignore[method-assign, assignment]
