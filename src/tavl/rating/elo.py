"""The rating that backgammon federations and servers use: Elo's, with the length of the match in it.

A longer match lets the stronger player win more often, so the difference of two ratings counts as the square root of
the length; and it says more, so more is won or lost: by the square root too with FIBS, in proportion to the length
itself with the Danish federation. Newcomers' ratings move faster: the factor falls with the experience, which is the
sum of the lengths of all rated matches.

Ratings are kept as whole hundredths: every database and every machine then has the same ones, however its
fractions are rounded.
"""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from tavl.rating.provisional import LISTED_FROM, is_provisional

POINT = 100  # hundredths
MAX_RATING = 4_000 * POINT  # beyond this, ratings mean nothing; a power of ten stays within reach as well


# The least that each number may be.
_MIN_VALUES = {"spread": 1, "step": 0.0, "stake_exponent": 0.0, "ramp": 1.0, "ramp_length": 0, "listed_from": 0}
MAX_EXPONENT = 2.0  # beyond it, one long match would be a rating by itself


class FormulaError(ValueError):
    """A number that the formula cannot work with; the message names it."""


class Formula(Struct, frozen=True, kw_only=True):
    """The numbers of the formula. The defaults are those of FIBS."""

    start: int = 1500
    spread: int = 2000  # this many points at a match to 1 are odds of ten to one
    step: float = 4.0  # what an experienced player wins from an equal at a match to 1 is half of this
    stake_exponent: float = 0.5  # what is at stake grows with this power of the length
    ramp: float = 5.0  # how many times faster a newcomer's rating moves
    ramp_length: int = 400  # experience at which that has faded away
    listed_from: int = LISTED_FROM

    def __post_init__(self) -> None:
        if not 0 < self.start * POINT < MAX_RATING:
            raise FormulaError(f"start must be between 0 and {MAX_RATING // POINT}")
        for name, least in _MIN_VALUES.items():
            value = getattr(self, name)
            if not math.isfinite(value) or value < least:
                raise FormulaError(f"{name} must be at least {least}")
        if self.stake_exponent > MAX_EXPONENT:
            raise FormulaError(f"stake_exponent must be at most {MAX_EXPONENT}")


class Standing(Struct, frozen=True):
    """Where a player stands: the rating in hundredths, the sum of the lengths played, and how many matches."""

    rating: int | None = None  # none: no rated match yet
    experience: int = 0
    matches: int = 0

    def points(self, formula: Formula) -> int:
        """In hundredths; a new player has the starting rating."""
        return formula.start * POINT if self.rating is None else self.rating

    def is_provisional(self, formula: Formula) -> bool:
        return is_provisional(self.experience, formula.listed_from)


NEW = Standing()

FIBS = Formula()
"""The first backgammon server's, and of most others since."""
DANISH = Formula(start=1000, step=1.0, stake_exponent=1.0, ramp=1.0, listed_from=0)
"""The Danish federation's: the winner gets as many points as the match is long, times the loser's chances."""
FORMULAS = {"fibs": FIBS, "danish": DANISH}


def win_probability(difference: float, length: int, formula: Formula) -> float:
    """Of a player whose rating is `difference` points above the other's, in a match to `length`."""
    return 1 / (1 + 10 ** (-difference * math.sqrt(length) / formula.spread))


def factor(experience: int, formula: Formula) -> float:
    """How many times faster than an experienced player's the rating of a player with this experience moves."""
    if experience >= formula.ramp_length:
        return 1.0
    return formula.ramp - (formula.ramp - 1) * experience / formula.ramp_length


def after(winner: Standing, loser: Standing, length: int, formula: Formula) -> tuple[Standing, Standing]:
    """Both after a match to `length`, the winner first. Each moves by their own experience before this match."""
    if length < 1:
        raise FormulaError("a match is to at least 1 point")
    won, lost = winner.points(formula), loser.points(formula)
    surprise = 1 - win_probability((won - lost) / POINT, length, formula)
    stake = formula.step * _weight(length, formula) * surprise * POINT
    return _moved(winner, won, stake, length, formula), _moved(loser, lost, -stake, length, formula)


def _weight(length: int, formula: Formula) -> float:
    # The square root by its own function, whose last bit a power need not share: stored ratings stay as they are.
    return math.sqrt(length) if formula.stake_exponent == 0.5 else length**formula.stake_exponent


def _moved(player: Standing, points: int, by: float, length: int, formula: Formula) -> Standing:
    rating = points + round(by * factor(player.experience, formula))
    return replace(
        player,
        rating=min(max(rating, 0), MAX_RATING),
        experience=player.experience + length,
        matches=player.matches + 1,
    )
