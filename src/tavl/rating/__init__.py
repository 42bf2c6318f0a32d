"""Rating formulas, pure. Where they come from is in docs/rating.md."""

from tavl.rating.elo import (
    DANISH,
    FIBS,
    FORMULAS,
    NEW,
    Formula,
    FormulaError,
    Standing,
    after,
    factor,
    win_probability,
)

__all__ = [
    "DANISH",
    "FIBS",
    "FORMULAS",
    "NEW",
    "Formula",
    "FormulaError",
    "Standing",
    "after",
    "factor",
    "win_probability",
]
