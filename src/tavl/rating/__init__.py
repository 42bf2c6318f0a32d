"""Rating formulas, pure. Where they come from is in docs/rating.md."""

from tavl.rating.elo import NEW, Formula, FormulaError, Standing, after, factor, win_probability

__all__ = ["NEW", "Formula", "FormulaError", "Standing", "after", "factor", "win_probability"]
