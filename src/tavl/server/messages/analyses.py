"""Messages about analyses: a request, its progress and its result."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.analysis.match_analysis import MatchAnalysis
from tavl.engine.named_depths import Depth
from tavl.notation.problems import Problem
from tavl.server.messages.base import Heard

MAX_ANALYSIS_NOTE = 2000  # characters of one's own note on a decision


class StartAnalysis(Heard, frozen=True):
    """A match file, in base 64, or a table whose match is over: one of the two."""

    file: bytes | None = None  # of `max_upload_bytes` (`server/settings.py`) at most
    name: Annotated[str, Meta(max_length=200)] = ""
    table: Annotated[str, Meta(max_length=64)] | None = None
    depth: Depth = Depth.TWO_PLY


class AnalysisLine(Struct, frozen=True, kw_only=True):
    """An analysis in a list."""

    id: str
    name: str
    table: str | None
    depth: Depth
    state: str  # waiting, running, done, failed
    made: int
    done: int  # questions answered
    of: int


class AnalysisList(Struct, frozen=True):
    analyses: tuple[AnalysisLine, ...]


class AnalysisState(Struct, frozen=True, kw_only=True):
    """Its progress, what was wrong with the file, and at the end the result."""

    line: AnalysisLine
    mine: bool
    problems: tuple[Problem, ...] = ()
    result: MatchAnalysis | None = None


TAKEN = (StartAnalysis,)
GIVEN = (AnalysisLine, AnalysisList, AnalysisState)
