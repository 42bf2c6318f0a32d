"""Backgammon as a federation plays it."""

from tavl.rules import Dice, Match, Play, Position

__all__ = ["Dice", "Match", "Play", "Position"]
