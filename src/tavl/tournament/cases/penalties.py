"""Penalties with the scope that their clause allows, and spectators (T1.2, T1.6, T1.7)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Office, Stamp
from tavl.tournament.acts.cases import Scope
from tavl.tournament.acts.results import Ended, Result
from tavl.tournament.matches.advancement import OUT, Flow, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.corrections import concerned
from tavl.tournament.matches.lateness import lost_by_points, why_not_judge
from tavl.tournament.matches.tables_and_calls import first_score
from tavl.tournament.registry import DIRECTORS, SYSTEM, Chance, Evolver, Handler, HandlerResult, reasoned
from tavl.tournament.state import Penalty, Tournament, match_of, next_id, next_penalty, put, put_match

WARNING, POINTS, LOSE_MATCH = PenaltyKind.WARNING, PenaltyKind.POINTS, PenaltyKind.LOSE_MATCH
LOSE_GAME = PenaltyKind.LOSE_GAME
DISQUALIFY, EXPEL, EXCLUDE = PenaltyKind.DISQUALIFY, PenaltyKind.EXPEL, PenaltyKind.EXCLUDE
GRAVE = frozenset({WARNING, POINTS, DISQUALIFY, EXPEL, EXCLUDE})
REPEATS = frozenset({WARNING, POINTS})

ALLOWED: dict[str, frozenset[PenaltyKind]] = {
    "T1.1": frozenset({WARNING, POINTS, LOSE_MATCH, DISQUALIFY}),  # the director's judgement fills the gaps
    "T1.2": frozenset({DISQUALIFY, EXPEL, EXCLUDE}),
    "T1.5": frozenset({WARNING, POINTS, DISQUALIFY, EXPEL}),
    "T1.7.i": GRAVE,
    "T1.7.ii": GRAVE,
    "T1.7.iii": GRAVE,
    "T1.7.iv": GRAVE,
    "T1.7.v": GRAVE,
    "T1.7.vi": GRAVE,
    "T2.2.iv": frozenset({POINTS}),
    "T2.3.i": REPEATS,
    "T4.2.i": REPEATS,
    "T4.2.ii": REPEATS,
    "T4.2.iii.d": REPEATS,
    "T4.2.v": REPEATS,
    "T4.3.i": REPEATS,
    "T4.3.iv": frozenset({WARNING, POINTS, LOSE_GAME, LOSE_MATCH, DISQUALIFY, EXCLUDE}),
    "T4.4.iv": frozenset({LOSE_MATCH, DISQUALIFY}),
    "T4.5": frozenset({DISQUALIFY, EXCLUDE}),
}
"""What a breach of each clause may cost."""
FOR_GOOD = frozenset({"T1.6.iii", "T1.7.i", "T1.7.ii", "T1.7.iii", "T1.7.iv", "T1.7.v", "T1.7.vi", "T4.3.iv", "T4.5"})
"""Clauses under which an exclusion from later tournaments may be for good; otherwise it is for a time (T1.2)."""
OUT_OF_IT = frozenset({"T1.2", "T4.3.iv", "T4.4.iv"})
"""Clauses under which a disqualified player is out of the whole tournament, not just of a match."""
WARNED_FIRST = frozenset({"T1.5", "T2.3.i", "T4.2.i", "T4.2.ii", "T4.2.iii.d", "T4.2.v", "T4.3.i"})
"""Clauses under which a repeated breach first gets a warning, and only then costs more."""
SPECTATORS = frozenset({"T1.5", "T1.6.i", "T1.6.ii", "T1.6.iii", "T1.6.iv"})


def scopes(rule: str, kind: PenaltyKind) -> tuple[Scope, ...]:
    """The scopes that can be chosen for a penalty."""
    if kind not in OUT:
        return (Scope.MATCH,)
    if kind is EXCLUDE:
        return (Scope.LATER,)
    return (
        (Scope.TOURNAMENT,) if kind is EXPEL or rule in OUT_OF_IT else (Scope.MATCH, Scope.DIVISION, Scope.TOURNAMENT)
    )


def _directly(tournament: Tournament, action: acts.Penalise, by: By, at: int, chance: Chance) -> HandlerResult:
    """Without a dispute: a ruling of its own, so that it is found by its clause, can be appealed (T5.2) and sent on
    (T5.4). At a table its ruling may have a case already."""
    if action.case and (by.office is not Office.SYSTEM or action.case not in tournament.cases):
        return refuse("bad_value", "T5.1", field="case")
    id = action.case or next_id("c", tournament.cases)
    given = penalise(tournament, replace(action, case=id), by, at)
    if isinstance(given, Refused) or action.case:
        return given
    flow = flow_of(tournament)
    parties = flow.people(flow.standings[action.match]) if action.match is not None else (action.person,)
    opened = acts.CaseOpened(id, action.rule, "", parties, action.match, penalty=True)
    return [*given, opened, acts.CaseRuled(id, action.rule, action.reason, action.reason)]


def penalise(tournament: Tournament, action: acts.Penalise, by: By, at: int) -> HandlerResult:
    flow = flow_of(tournament)
    fault = reasoned(action.rule, action.reason) or _fault(tournament, action, by, at)
    if fault:
        return fault
    given = acts.Penalised(
        action.person,
        action.kind,
        action.rule,
        action.reason,
        action.match,
        action.scope,
        action.points,
        action.until,
        action.case,
    )
    if action.match is None:
        return [given, *_running(flow, action, at)]
    standing = standing_at(flow, action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    if fault := why_not_judge(tournament, flow, standing, by):
        return fault
    entry = plays_in(flow, standing, action.person)
    if entry is None:
        return refuse("not_a_player_of_it", "T1.7.vi")
    over = standing.match.confirmed is not None
    if over:
        return [given, *_nobody_wins(tournament, standing, entry, action)]
    if action.kind in (WARNING, LOSE_GAME):  # what a game was worth is on the board or the cards
        return [given]
    if action.kind is POINTS:
        return [given, *lost_by_points(tournament, standing, {entry: action.points}, at)]
    return [given, acts.ResultConfirmed(action.match, _lost(tournament, standing, entry, action), at)]


def _fault(tournament: Tournament, action: acts.Penalise, by: By, at: int) -> Refused | None:
    if action.person == by.person:
        return refuse("party_cannot_rule", "T5.1")
    if by.office is Office.SYSTEM:
        return None if action.match is not None else refuse("bad_value", "T1.7.vi", field="match")  # ruled at the table
    if action.kind not in ALLOWED.get(action.rule, frozenset()):
        return refuse("penalty_not_in_clause", action.rule, kind=action.kind)
    if action.scope not in scopes(action.rule, action.kind):
        return refuse("penalty_not_in_clause", action.rule, kind=action.scope)
    if action.kind != WARNING and action.rule in WARNED_FIRST and not _warned(tournament, action):
        return refuse("warn_first", action.rule)
    if action.kind is EXCLUDE and action.until is None and action.rule not in FOR_GOOD:
        return refuse("only_for_a_time", action.rule)
    if action.until is not None and (action.kind is not EXCLUDE or action.until <= at):
        return refuse("bad_value", action.rule, field="until")
    if (action.kind is POINTS) != (action.points > 0) or action.points > 99:
        return refuse("bad_value", "T1.7.vi", field="points")
    if (action.kind in (POINTS, LOSE_GAME, LOSE_MATCH) or action.scope is Scope.DIVISION) and action.match is None:
        return refuse("bad_value", "T1.7.vi", field="match")
    if not any(action.person in entry.members for entry in tournament.entries.values()):
        return refuse("not_a_player_of_it", "T1.7.vi")
    return None


def _warned(tournament: Tournament, action: acts.Penalise) -> bool:
    return any((p.person, p.rule) == (action.person, action.rule) for p in tournament.penalties.values())


def _nobody_wins(tournament: Tournament, standing: MatchStanding, entry: str, action: acts.Penalise) -> list[AnyEvent]:
    """Both can be disqualified (T4.5): somebody who had won only because the other was disqualified has not won
    either."""
    confirmed = standing.match.confirmed
    assert confirmed is not None
    result = confirmed.result
    won = result.winner is not None and result.players[result.winner] == entry
    if action.kind not in OUT or result.how is not Ended.DISQUALIFIED or not won:
        return []
    nobody = replace(result, winner=None, how=Ended.NOBODY)
    if concerned(tournament, standing, nobody):
        return []  # what has begun since is a question to the director
    return [acts.ResultCorrected(standing.id, nobody, action.reason, rule=action.rule)]


def _lost(tournament: Tournament, standing: MatchStanding, entry: str, action: acts.Penalise) -> Result:
    assert standing.players is not None
    winner = 1 - standing.players.index(entry)
    how = Ended.DISQUALIFIED if action.kind in OUT else Ended.FORFEIT
    if standing.match.begun_at is None:
        how = Ended.WALKOVER if how is Ended.FORFEIT else how
    score = action.score or first_score(tournament, standing)
    return Result(players=standing.players, score=score, winner=winner, how=how)


def _running(flow: Flow, action: acts.Penalise, at: int) -> list[AnyEvent]:
    """Whoever is disqualified from the tournament loses the match that they are playing."""
    id = flow.busy.get(action.person)
    standing = flow.standings[id] if id is not None else None
    if action.kind not in OUT or standing is None or standing.where is not Where.PLAYING:
        return []
    entry = plays_in(flow, standing, action.person)
    assert entry is not None
    return [acts.ResultConfirmed(standing.id, _lost(flow.tournament, standing, entry, action), at)]


def _expel(tournament: Tournament, action: acts.ExpelSpectator, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = reasoned(action.rule, action.reason)
    if fault:
        return fault
    if action.rule not in SPECTATORS:
        return refuse("penalty_not_in_clause", action.rule, kind=EXPEL)
    if is_expelled(tournament, action.person, action.match):
        return refuse("done_already", "T1.6.iii")
    noted = any((breach.person, breach.rule) == (action.person, action.rule) for breach in tournament.breaches)
    if action.rule in WARNED_FIRST and not noted:
        return refuse("warn_first", action.rule)
    if (action.match is not None) != (action.scope is Scope.MATCH) or action.scope is Scope.DIVISION:
        return refuse("bad_value", "T1.6.iii", field="scope")
    if action.person == by.person or not action.person:
        return refuse("bad_value", "T1.6.iii", field="person")
    if action.match is not None:
        flow = flow_of(tournament)
        standing = standing_at(flow, action.match)
        if isinstance(standing, Refused):
            return standing
        if plays_in(flow, standing, action.person) is not None:
            return refuse("not_a_spectator", "T1.6.iii")
    return [acts.SpectatorExpelled(action.person, action.rule, action.reason, action.match, action.scope, action.until)]


def is_expelled(tournament: Tournament, person: str, match: str | None = None) -> bool:
    """May no longer watch: this match, or anything here."""
    return any(
        each.person == person and each.spectator and (each.match is None or each.match == match)
        for each in tournament.penalties.values()
    )


HANDLERS: dict[type, Handler] = {
    acts.Penalise: Handler(_directly, DIRECTORS | SYSTEM, "T1.3.i"),
    acts.ExpelSpectator: Handler(_expel, DIRECTORS, "T1.6.iii"),
}


def _evolve_penalised(tournament: Tournament, event: acts.Penalised, stamp: Stamp) -> Tournament:
    if event.match is not None and event.points:
        flow = flow_of(tournament)
        entry = plays_in(flow, flow.standings[event.match], event.person)
        if entry is not None:
            had = match_of(tournament, event.match).points
            points = {**had, entry: had.get(entry, 0) + event.points}
            tournament = put_match(tournament, event.match, points=points)
    return _kept(tournament, event, stamp, spectator=False)


def _kept(
    tournament: Tournament, event: acts.Penalised | acts.SpectatorExpelled, stamp: Stamp, spectator: bool
) -> Tournament:
    penalty = Penalty(
        person=event.person,
        kind=EXPEL if isinstance(event, acts.SpectatorExpelled) else event.kind,
        rule=event.rule,
        reason=event.reason,
        by=stamp.person,
        at=stamp.at,
        match=event.match,
        scope=event.scope,
        points=0 if isinstance(event, acts.SpectatorExpelled) else event.points,
        until=event.until,
        spectator=spectator,
        case="" if isinstance(event, acts.SpectatorExpelled) else event.case,
    )
    return put(tournament, "penalties", next_penalty(tournament), penalty)


EVOLVERS: dict[type, Evolver] = {
    acts.Penalised: _evolve_penalised,
    acts.SpectatorExpelled: lambda t, event, stamp: _kept(t, event, stamp, spectator=True),
}
