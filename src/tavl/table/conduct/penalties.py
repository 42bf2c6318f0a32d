"""Warnings, penalty points and worse: what each does to the match (T1.7.vi, T2.2.iv)."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.acts import Outcome
from tavl.rules.late_penalties import loses_match
from tavl.rules.profile import PenaltyPointsTo
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, Penalty, PenaltyKind
from tavl.table.state import Table

MAX_POINTS = 999
ENDS_MATCH = {
    PenaltyKind.LOSE_MATCH: "ruling",
    PenaltyKind.DISQUALIFY: "disqualified",
    PenaltyKind.EXPEL: "expelled",
    PenaltyKind.EXCLUDE: "excluded",
}


def fault_of(table: Table, penalty: Penalty) -> Refused | None:
    if (penalty.kind is PenaltyKind.POINTS) != (penalty.points > 0) or penalty.points > MAX_POINTS:
        return refuse("bad_value", "T1.7.vi", field="points")
    if penalty.kind is PenaltyKind.LOSE_GAME and not table.game_running:
        return refuse("game_not_begun", "T4.3.iv")
    return None


def penalty_events(table: Table, penalty: Penalty, rule: str, reason: str) -> list[AnyEvent]:
    """The penalty on record, then what it changes: score, game or match."""
    seat = penalty.seat
    given = acts.PenaltyGiven(seat, penalty.kind, rule, reason, penalty.points)
    if table.over:
        return [given]
    match penalty.kind:
        case PenaltyKind.WARNING:
            return [given]
        case PenaltyKind.POINTS:
            return [given, *_points(table, seat, penalty.points)]
        case PenaltyKind.LOSE_GAME:
            game = table.match.game
            assert game is not None
            return [given, game_acts.OutcomeSet(Outcome(seat.other, 1, game.worth(1), "ruling"))]
        case kind:
            return [given, game_acts.MatchDecided(seat.other, ENDS_MATCH[kind])]


def _points(table: Table, seat: Seat, points: int) -> list[AnyEvent]:
    total = table.conduct.points[seat] + points
    if loses_match(table.match.length, total):
        return [game_acts.MatchDecided(seat.other, "penalty_points", {"points": total})]
    score = list(table.match.score)
    if table.terms.match.profile.penalty_points_go_to is PenaltyPointsTo.OPPONENT:
        score[seat.other] += min(points, table.match.needs[seat.other]) if table.match.needs else points
    else:
        score[seat] -= points
    return [game_acts.ScoreSet((score[0], score[1]))]
