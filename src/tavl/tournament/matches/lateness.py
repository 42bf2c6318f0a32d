"""Lateness (T2.2.iv): nobody is late until somebody reports the absence; it is counted from then on.

It reaches back to the start time or to the call, whichever is later. It does not run while a case of the match's
players was open or the desk was away.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tavl.rules.late_penalties import MINUTE, late_points, loses_match
from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Role, Stamp
from tavl.tournament.acts.results import Ended, Result
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.tables_and_calls import first_score
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    roles_of,
    too_long,
)
from tavl.tournament.state import Absence, Due, Penalty, Tournament, match_of, next_penalty, put, put_match


def late_ms(tournament: Tournament, flow: Flow, standing: MatchStanding, entry: str, at: int) -> int:
    """For how long somebody who was reported absent has been late."""
    absence = standing.match.absences.get(entry)
    if absence is None or absence.waived:
        return 0
    end = at if absence.until is None else absence.until
    people = set(flow.people(standing))
    cases = (case for case in tournament.cases.values() if people & set(case.parties))
    pauses = [(case.opened_at, at if case.closed_at is None else case.closed_at) for case in cases]
    return max(
        0, end - absence.since - _covered([*pauses, *tournament.outages, *tournament.breaks], absence.since, end)
    )


def _covered(spans: list[tuple[int, int]], start: int, end: int) -> int:
    """How much of a time these cover together."""
    total, reached = 0, start
    for since, until in sorted(spans):
        since, until = max(since, reached), min(until, end)
        if until > since:
            total += until - since
            reached = until
    return total


def owed(tournament: Tournament, flow: Flow, standing: MatchStanding, entry: str, at: int) -> tuple[int, int]:
    """Penalty points earned and not given yet, and how late that is."""
    late = late_ms(tournament, flow, standing, entry, at)
    absence = standing.match.absences.get(entry)
    counted = absence.counted if absence else 0
    return max(0, late_points(tournament.invitation.profile.late, late) - counted), late


def _report(tournament: Tournament, action: acts.ReportAbsence, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    mine = plays_in(flow, standing, by.person)
    if mine is None and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_match", "T1.6.i")
    if mine == action.entry:
        return refuse("not_against_yourself", "T2.2.iv")
    if action.entry not in (standing.players or ()):
        return refuse("not_a_player_of_it", "T2.2.iv")
    since = standing.match.late_from
    if standing.where is not Where.CALLED or since is None or at < since:
        return refuse("nobody_is_late", "T2.2.iv")
    absence = standing.match.absences.get(action.entry)
    if absence is not None and absence.until is None:
        return refuse("reported_already", "T2.2.iv")
    return [acts.AbsenceReported(action.match, action.entry, since)]


def _arrive(tournament: Tournament, action: acts.Arrive, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if not roles_of(tournament, by) & STAFF and plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T1.6.i")
    absence = standing.match.absences.get(action.entry)
    if absence is None or absence.until is not None:
        return refuse("not_reported_absent", "T2.2.iv")
    events: list[AnyEvent] = [acts.Arrived(action.match, action.entry)]
    if tournament.invitation.late_by_itself:
        events += _counted(tournament, flow, standing, action.entry, at)
    return events


def why_not_judge(tournament: Tournament, flow: Flow, standing: MatchStanding, by: By) -> Refused | None:
    """No director judges their own match (T5.1)."""
    return refuse("party_cannot_rule", "T5.1") if plays_in(flow, standing, by.person) is not None else None


def _apply(tournament: Tournament, action: acts.ApplyLatePenalty, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if fault := why_not_judge(tournament, flow, standing, by):
        return fault
    if Role.SYSTEM in roles_of(tournament, by) and not tournament.invitation.late_by_itself:
        return refuse("not_your_role", "T2.2.iv", role=Role.SYSTEM)
    if standing.match.confirmed is not None:
        return refuse("match_is", "T2.2.iv", where=standing.where)
    return _counted(tournament, flow, standing, action.entry, at) or refuse("nothing_owed", "T2.2.iv")


def _counted(tournament: Tournament, flow: Flow, standing: MatchStanding, entry: str, at: int) -> list[AnyEvent]:
    points, late = owed(tournament, flow, standing, entry, at)
    if not points or standing.players is None:
        return []
    given: list[AnyEvent] = [acts.LatePenaltyGiven(standing.id, entry, late, points)]
    more = {entry: points}
    # if two are late, the order in which they are checked must not decide
    if lost_by_points(tournament, standing, more, at):
        other = next(each for each in standing.players if each != entry)
        points, late = owed(tournament, flow, standing, other, at)
        if points:
            given.append(acts.LatePenaltyGiven(standing.id, other, late, points))
            more[other] = points
    return [*given, *lost_by_points(tournament, standing, more, at)]


def lost_by_points(tournament: Tournament, standing: MatchStanding, more: dict[str, int], at: int) -> list[AnyEvent]:
    """Above half the match length the match is lost; if both are above it, nobody wins."""
    assert standing.players is not None
    total = {entry: standing.match.points.get(entry, 0) + more.get(entry, 0) for entry in standing.players}
    lost = [loses_match(standing.length, total[entry]) for entry in standing.players]
    if not any(lost):
        return []
    score = first_score(tournament, replace(standing, match=replace(standing.match, points=total)))
    winner = None if all(lost) else lost.index(False)
    how = Ended.NOBODY if winner is None else Ended.PENALTY
    result = Result(players=standing.players, score=score, winner=winner, how=how)
    return [acts.ResultConfirmed(standing.id, result, at)]


def _waive(tournament: Tournament, action: acts.WaiveLatePenalty, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    absence = standing.match.absences.get(action.entry)
    if absence is None or absence.waived:
        return refuse("nothing_owed", "T2.2.iv")
    fault = why_not_judge(tournament, flow, standing, by) or gives_reason(action.reason, "T2.2.iv")
    return fault or [acts.LatePenaltyWaived(action.match, action.entry, action.reason)]


def _outage(tournament: Tournament, action: acts.StateOutage, by: By, at: int, chance: Chance) -> HandlerResult:
    if not 0 <= action.since < action.until <= at:
        return refuse("bad_value", "T2.2.iii", field="since")
    return too_long(action.reason) or [acts.OutageStated(action.since, action.until, action.reason)]


def coming(tournament: Tournament) -> Iterator[Due]:
    """The next points of those who were reported absent, where they are counted without a press."""
    late = tournament.invitation.profile.late
    if late is None or not tournament.invitation.late_by_itself:
        return
    flow = flow_of(tournament)
    for standing in flow.standings.values():
        if standing.where is not Where.CALLED:
            continue
        for entry, absence in standing.match.absences.items():
            if absence.until is None and not absence.waived and not any(p in flow.held for p in flow.people(standing)):
                now = late_ms(tournament, flow, standing, entry, tournament.last_at)
                due = (absence.counted // late.points + 1) * late.every_minutes * MINUTE
                yield Due(max(0, due - now) + tournament.last_at, acts.ApplyLatePenalty(standing.id, entry))


HANDLERS: dict[type, Handler] = {
    acts.ReportAbsence: Handler(_report, STAFF | PLAYERS, "T1.6.i"),
    acts.Arrive: Handler(_arrive, STAFF | PLAYERS, "T1.6.i"),
    acts.ApplyLatePenalty: Handler(_apply, DIRECTORS | {Role.SYSTEM}, "T2.2.iv"),
    acts.WaiveLatePenalty: Handler(_waive, DIRECTORS, "T2.2.iv"),
    acts.StateOutage: Handler(_outage, STAFF | {Role.SYSTEM}, "T2.2.iii"),
}


def _absent(tournament: Tournament, id: str, entry: str, absence: Absence) -> Tournament:
    return put_match(tournament, id, absences={**match_of(tournament, id).absences, entry: absence})


def _evolve_reported(tournament: Tournament, event: acts.AbsenceReported, stamp: Stamp) -> Tournament:
    return _absent(tournament, event.match, event.entry, Absence(event.since))


def _evolve_arrived(tournament: Tournament, event: acts.Arrived, stamp: Stamp) -> Tournament:
    absence = match_of(tournament, event.match).absences.get(event.entry, Absence(stamp.at))
    return _absent(tournament, event.match, event.entry, replace(absence, until=stamp.at))


def _evolve_waived(tournament: Tournament, event: acts.LatePenaltyWaived, stamp: Stamp) -> Tournament:
    absence = match_of(tournament, event.match).absences.get(event.entry, Absence(stamp.at))
    return _absent(tournament, event.match, event.entry, replace(absence, waived=True))


def _evolve_given(tournament: Tournament, event: acts.LatePenaltyGiven, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    absence = match.absences.get(event.entry, Absence(stamp.at))
    tournament = _absent(tournament, event.match, event.entry, replace(absence, counted=absence.counted + event.points))
    return with_points(tournament, event.match, event.entry, event.points, stamp, late=event.late_ms)


def with_points(tournament: Tournament, match: str, entry: str, points: int, stamp: Stamp, late: int) -> Tournament:
    had = match_of(tournament, match).points
    tournament = put_match(tournament, match, points={**had, entry: had.get(entry, 0) + points})
    members = tournament.entries[entry].members if entry in tournament.entries else ()
    penalty = Penalty(
        person=members[0] if members else "",
        kind=PenaltyKind.POINTS,
        rule="T2.2.iv",
        reason="late",
        by=stamp.person,
        at=stamp.at,
        match=match,
        points=points,
        late_ms=late,
    )
    return put(tournament, "penalties", next_penalty(tournament), penalty)


EVOLVERS: dict[type, Evolver] = {
    acts.AbsenceReported: _evolve_reported,
    acts.Arrived: _evolve_arrived,
    acts.LatePenaltyGiven: _evolve_given,
    acts.LatePenaltyWaived: _evolve_waived,
    acts.OutageStated: lambda t, event, stamp: replace(t, outages=(*t.outages, (event.since, event.until))),
}
