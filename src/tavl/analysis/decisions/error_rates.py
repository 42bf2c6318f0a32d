"""Error rates of a player: PR as eXtreme Gammon counts it, and Snowie's. Definitions: docs/analysis.md. Which
decisions count: `counted_decisions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from msgspec import Struct

from tavl.analysis.decisions.decisions import Decision, DecisionKind
from tavl.analysis.decisions.error_classes import ErrorClass
from tavl.notation.record import MatchRecord, Turn
from tavl.rules.seat import Seat


class ErrorTotals(Struct, frozen=True, kw_only=True):
    """Of one player. Errors are sums, 0 or more, in points of a money game."""

    plays: int = 0  # decisions that count
    doubles: int = 0
    takes: int = 0
    play_error: float = 0.0
    double_error: float = 0.0
    take_error: float = 0.0
    mistakes: int = 0  # blunders not among them
    blunders: int = 0
    turns: int = 0  # rolls of both players, forced ones and dances too

    @property
    def decisions(self) -> int:
        return self.plays + self.doubles + self.takes

    @property
    def error(self) -> float:
        return self.play_error + self.double_error + self.take_error

    @property
    def performance_rating(self) -> float | None:
        """XG's PR: 500 times the error of a decision. Lower is better; None if nothing was decided."""
        return 500 * self.error / self.decisions if self.decisions else None

    @property
    def snowie_error_rate(self) -> float | None:
        """Snowie's: thousandths of a point for each roll of either player."""
        return 1000 * self.error / self.turns if self.turns else None


def error_totals(decisions: Iterable[Decision], seat: Seat, turns: int) -> ErrorTotals:
    """What a player's decisions add up to; `turns` are the rolls of both."""
    own = [decision for decision in decisions if decision.seat == seat]
    counted = {kind: sum(each.counts for each in own if each.kind is kind) for kind in DecisionKind}
    errors = {kind: fsum(each.error for each in own if each.kind is kind) for kind in DecisionKind}
    classes = [decision.error_class for decision in own]
    return ErrorTotals(
        plays=counted[DecisionKind.PLAY],
        doubles=counted[DecisionKind.DOUBLE],
        takes=counted[DecisionKind.TAKE],
        play_error=errors[DecisionKind.PLAY],
        double_error=errors[DecisionKind.DOUBLE],
        take_error=errors[DecisionKind.TAKE],
        mistakes=classes.count(ErrorClass.MISTAKE),
        blunders=classes.count(ErrorClass.BLUNDER),
        turns=turns,
    )


def count_turns(record: MatchRecord) -> int:
    """Rolls of both players that were played or danced with."""
    return sum(isinstance(entry, Turn) and entry.moves is not None for game in record.games for entry in game.entries)
