"""Which phase of a game a position belongs to, found by counting alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tavl.rules.board import Position

OPENING_TURNS: Final = 6
"""Rolls of both players."""
BEHIND: Final = 40
"""The least number of pips that a back game is behind."""


class GamePhase(StrEnum):
    OPENING = "opening"  # the first six rolls of a game
    MIDDLE_GAME = "middle_game"
    BACK_GAME = "back_game"  # somebody holds two points in the other's home and is 40 pips behind
    BEAR_IN = "bear_in"  # somebody has all checkers at home or off, and the other still stands against them
    RACE = "race"  # no contact
    BEAR_OFF = "bear_off"  # no contact, and whoever is on roll has all checkers at home


def phase_of(position: Position, turns: int) -> GamePhase:
    """`position` is seen by the player on roll; `turns` are the rolls before it."""
    if position.race:
        return GamePhase.BEAR_OFF if not any(position.own[7:]) else GamePhase.RACE
    pips = (position.pips, position.opponent_pips)
    sides = (position.own, position.opponent)
    for side, (mine, behind) in zip(sides, (pips, pips[::-1]), strict=True):
        anchors = sum(side[point] >= 2 for point in range(19, 25))
        if anchors >= 2 and mine - behind >= BEHIND:
            return GamePhase.BACK_GAME
    if not any(position.own[7:]) or not any(position.opponent[7:]):
        return GamePhase.BEAR_IN
    return GamePhase.OPENING if turns < OPENING_TURNS else GamePhase.MIDDLE_GAME
