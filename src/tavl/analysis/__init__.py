"""What the decisions of a match were worth: errors, error rates and, from the engine, where a match was lost."""

from tavl.analysis.decisions import Decision, DecisionKind, ErrorClass, class_of, stored_decisions
from tavl.analysis.error_rates import ErrorTotals, count_turns, error_totals

__all__ = [
    "Decision",
    "DecisionKind",
    "ErrorClass",
    "ErrorTotals",
    "class_of",
    "count_turns",
    "error_totals",
    "stored_decisions",
]
