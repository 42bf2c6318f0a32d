"""What a ruling or a committee's decision does to its match in the tournament: a penalty, and a match that it ends.

Everything else that it sets is on the board, and the table of the match takes it in the same commit.
"""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.table.acts.disputes import Effects
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By
from tavl.tournament.acts.results import Ended, Result
from tavl.tournament.cases.penalties import penalise, scopes
from tavl.tournament.matches.advancement import MatchStanding, flow_of, standing_at
from tavl.tournament.matches.tables_and_calls import first_score
from tavl.tournament.registry import HandlerResult
from tavl.tournament.state import Case, Tournament


def consequences(
    tournament: Tournament, case: Case, effects: Effects | None, rule: str, reason: str, by: By, at: int
) -> HandlerResult:
    """What follows the ruling, under its clause and with its reason."""
    if effects is None or case.match is None:
        return []
    flow = flow_of(tournament)
    standing = standing_at(flow, case.match)
    if isinstance(standing, Refused):
        return standing
    winner = _winner(standing, effects)
    if not effects.penalties and winner is None:
        return []
    if standing.players is None or len(effects.penalties) > 1:
        return refuse("bad_value", "T5.1", field="effects")
    events: list[AnyEvent] = []
    for penalty in effects.penalties:
        person = flow.members(standing.players[penalty.seat])[0]
        action = acts.Penalise(
            person,
            penalty.kind,
            rule,
            reason,
            case.match,
            scopes(rule, penalty.kind)[0],
            penalty.points,
            score=effects.score,
            case=case.id,
        )
        given = penalise(tournament, action, by, at)
        if isinstance(given, Refused):
            return given
        events += given
    if winner is None or any(isinstance(event, acts.ResultConfirmed) for event in events):
        return events
    if standing.match.confirmed is not None:
        return refuse("match_is", "T4.6", where=standing.where)
    score = effects.score or first_score(tournament, standing)
    how = Ended.PLAYED if score[winner] >= standing.length else Ended.FORFEIT
    result = Result(players=standing.players, score=score, winner=winner, how=how)
    return [*events, acts.ResultConfirmed(case.match, result, at, reason=reason)]


def _winner(standing: MatchStanding, effects: Effects) -> int | None:
    """Whom it gives the match, by name or by a score that ends it."""
    if effects.winner is not None:
        return int(effects.winner)
    score = effects.score
    if score is None or standing.match.confirmed is not None or max(score) < (effects.length or standing.length):
        return None
    return score.index(max(score))
