"""What the decisions of a match were worth: errors, error rates and, from the engine, where a match was lost."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavl.analysis.decisions.decisions import Decision, DecisionKind, stored_decisions
from tavl.analysis.decisions.error_classes import ErrorClass, class_of
from tavl.analysis.decisions.error_rates import ErrorTotals, count_turns, error_totals
from tavl.engine.named_depths import Depth

if TYPE_CHECKING:
    from tavl.analysis.engine.analyst import Analyst
    from tavl.analysis.engine.engine_analysis import MatchAnalyser, analyse
    from tavl.analysis.match_analysis import AnalysedDecision, MatchAnalysis, read_analysis, write_analysis

_LATER = {  # what needs the engine or is large is loaded on first use
    "AnalysedDecision": "match_analysis",
    "Analyst": "engine.analyst",
    "MatchAnalyser": "engine.engine_analysis",
    "MatchAnalysis": "match_analysis",
    "analyse": "engine.engine_analysis",
    "read_analysis": "match_analysis",
    "write_analysis": "match_analysis",
}

__all__ = [
    "AnalysedDecision",
    "Analyst",
    "Decision",
    "DecisionKind",
    "Depth",
    "ErrorClass",
    "ErrorTotals",
    "MatchAnalyser",
    "MatchAnalysis",
    "analyse",
    "class_of",
    "count_turns",
    "error_totals",
    "read_analysis",
    "stored_decisions",
    "write_analysis",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
