"""The luck of a roll: what it is worth, played best, less the mean of all rolls. Pure. See docs/analysis.md."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from tavl.analysis.engine.questions import RollsAnswer, Step
from tavl.analysis.match_analysis import RollLuck
from tavl.notation.record import Turn
from tavl.rules.board import ALL_ROLLS
from tavl.rules.seat import Seat

_ROLLS = {roll: number for number, roll in enumerate(ALL_ROLLS)}


def roll_luck(step: Step, answer: RollsAnswer) -> RollLuck:
    assert isinstance(step.item, Turn)
    luck = answer.values[_ROLLS[step.item.dice]] - answer.mean
    return RollLuck(
        entry=step.entry,
        seat=step.item.seat,
        dice=step.item.dice,
        luck=round(luck, 6),
        cost=answer.scale.cost(luck),
    )


def without_luck(result: float, rolls: Iterable[RollLuck]) -> float:
    """The first seat's result less its luck plus the other's; it can lie outside 0 and 1."""
    return round(result - fsum(roll.cost if roll.seat == Seat.FIRST else -roll.cost for roll in rolls), 6)
