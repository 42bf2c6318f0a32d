"""Backgammon as a federation plays it."""

from tavl.notation.ids.xgid import position_from_xgid, position_xgid
from tavl.rules import Dice, Match, Play, Position

__all__ = ["Dice", "Match", "Play", "Position"]

# An XGID describes a match, which the native core knows nothing about, so these two methods are added to its class
# here.
Position.from_xgid = staticmethod(position_from_xgid)  # type: ignore[method-assign]
Position.xgid = position_xgid  # type: ignore[method-assign, assignment]
