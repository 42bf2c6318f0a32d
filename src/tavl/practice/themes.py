"""Themes of positions: race, prime, blitz and others, found by counting alone, the same from both sides."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tavl.analysis.reasons.phases import GamePhase
from tavl.rules.board import Position

HOME: Final = range(1, 7)
THEIR_HOME: Final = range(19, 25)
HOLDING_POINTS: Final = range(18, 23)
"""The opponent's bar point and the upper points of their home board."""
TRAPPING: Final = 4
"""Points in a row that hold a checker back."""
ATTACKED: Final = 3
"""Home points made against checkers that are attacked."""


class Theme(StrEnum):
    """The first that fits. "Somebody" is either player."""

    RACE = "race"  # no contact
    CONTAINMENT = "containment"  # somebody has borne off checkers, and one of theirs is held behind four home points
    BACK_GAME = "back_game"  # as the phase: two points in the other's home, 40 pips behind
    BEAR_IN = "bear_in"  # as the phase: somebody has all checkers at home, with contact
    PRIME = "prime"  # somebody has four points in a row and a checker of the other behind them
    BLITZ = "blitz"  # somebody without an anchor is on the bar or has a blot behind, against three home points
    HOLDING = "holding"  # somebody holds a high anchor, and the other has no checker back or holds one too
    OPENING = "opening"  # as the phase: the first six rolls
    OTHER = "other"


def theme_of(position: Position, phase: GamePhase) -> Theme:
    sides = (position, position.mirror())
    if position.race:
        return Theme.RACE
    if any(_is_contained(side) for side in sides):
        return Theme.CONTAINMENT
    if phase is GamePhase.BACK_GAME:
        return Theme.BACK_GAME
    if phase is GamePhase.BEAR_IN:
        return Theme.BEAR_IN
    if any(_is_primed(side) for side in sides):
        return Theme.PRIME
    if any(_is_attacked(side) for side in sides):
        return Theme.BLITZ
    if any(_is_holding(side) for side in sides):
        return Theme.HOLDING
    return Theme.OPENING if phase is GamePhase.OPENING else Theme.OTHER


def _is_contained(side: Position) -> bool:
    return side.off > 0 and checkers_back(side) > 0 and home_points(side.mirror()) >= TRAPPING


def _is_primed(side: Position) -> bool:
    """A checker of this side stands behind the other's prime; the bar is behind all of them."""
    prime = side.mirror().longest_prime
    return len(prime) >= TRAPPING and any(side.own[place] for place in range(26 - min(prime), 26))


def _is_attacked(side: Position) -> bool:
    """Points 19 to 24 and the bar are where the opponent's home board is."""
    alone = side.bar > 0 or any(side.own[place] == 1 for place in THEIR_HOME)
    return alone and not anchors(side, THEIR_HOME) and home_points(side.mirror()) >= ATTACKED


def _is_holding(side: Position) -> bool:
    other = side.mirror()
    if not anchors(side, HOLDING_POINTS) or checkers_back(side) - side.bar > 5:
        return False
    return checkers_back(other) == 0 or anchors(other, HOLDING_POINTS) > 0


def anchors(side: Position, places: range) -> int:
    return sum(side.own[place] >= 2 for place in places)


def checkers_back(side: Position) -> int:
    return sum(side.own[place] for place in range(19, 26))


def home_points(side: Position) -> int:
    return sum(side.own[place] >= 2 for place in HOME)
