"""Results: reported, checked and published (T4.6). Two reports at the same time are compared, never overwritten."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.acts.results import Ended, Result
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.scores import why_not_score
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.matches.teams import team_result, turned
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    SYSTEM,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    changed,
    gives_reason,
    roles_of,
    too_long,
)
from tavl.tournament.state import Confirmed, Report, Tournament, match_of, put_match

REPORTABLE = frozenset({Where.READY, Where.CALLED, Where.PLAYING, Where.REPORTED, Where.DIFFERS})
NEEDS_REASON = frozenset({Ended.SHORT, Ended.FORFEIT, Ended.NOBODY})


def result_of(
    tournament: Tournament, standing: MatchStanding, said: acts.ReportResult | acts.CorrectResult
) -> Result | Refused:
    """The typed result, in the order of the draw; or why it is not a result of this match."""
    stands, players, score, winner = standing.players, said.players, said.score, said.winner
    boards = said.boards
    if stands is None or set(players) != set(stands):
        return refuse("players_changed", "T4.6", match=standing.id)
    if players != stands:
        players, score = stands, (score[1], score[0])
        winner = None if winner is None else 1 - winner
        boards = tuple(turned(board) for board in boards)
    if min(score) < 0 or winner not in (None, 0, 1):
        return refuse("bad_value", "T4.6", field="score")
    terms = tournament.divisions[standing.division].terms
    if terms.format is Format.LEAGUE and said.how is Ended.PLAYED:
        return team_result(standing, players, boards, terms.boards)
    length = standing.length if standing.pairing.best_of == 1 else standing.pairing.best_of // 2 + 1
    if said.how is Ended.PLAYED:
        if fault := why_not_score(score, length):
            return fault
        winner = score.index(max(score))
    elif said.how in (Ended.NOBODY, Ended.DRAWN):
        winner = None
    elif winner is None and score[0] != score[1]:
        winner = score.index(max(score))
    if winner is None and said.how is not Ended.NOBODY:
        return refuse("bad_value", "T4.6", field="winner")
    return Result(players=players, score=score, winner=winner, how=said.how)


def _report(tournament: Tournament, action: acts.ReportResult, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    party = plays_in(flow, standing, by.person)
    roles = roles_of(tournament, by)
    server = bool(roles & SYSTEM)  # a table on the server, at which both have played it
    board = server and action.confirms  # where the rules are enforced: its report is enough
    staff = party is None and (bool(roles & STAFF) or board)  # who plays in it reports as a player (T5.1)
    if not staff and party is None and not server:
        return refuse("not_your_match", "T1.6.i")
    if fault := _why_not_report(tournament, flow, standing, action, staff or server):
        return fault
    result = result_of(tournament, standing, action)
    if isinstance(result, Refused):
        return result
    ended_at = at if action.ended_at is None else min(action.ended_at, at)
    reported = acts.ResultReported(action.match, result, staff, ended_at, action.reason)
    if standing.match.confirmed is not None:
        same = standing.match.confirmed.result == result
        return [reported] if same else [reported, acts.ResultsDiffer(action.match)]
    followed = _compared(tournament, flow, standing, reported, by, action.confirms)
    unasked = tournament.standing_confirmation or not tournament.invitation.attended
    if server and unasked and not followed:
        followed = [acts.ResultConfirmed(action.match, result, ended_at, standing=True)]
    return [reported, *followed]


def _why_not_report(
    tournament: Tournament, flow: Flow, standing: MatchStanding, action: acts.ReportResult, staff: bool
) -> Refused | None:
    if standing.where is Where.WAITS:
        return refuse("waits_for_match", "T4.6", match=standing.waits_for[0])
    confirmed = standing.match.confirmed
    if confirmed is not None and not standing.match.differs:
        unseen = action.seen is not None and action.seen < confirmed.version
        follows = any(tournament.matches[id].players for id in flow.followers(standing.id) if id in tournament.matches)
        if not unseen or follows:
            return refuse("result_confirmed", "T4.6")
    elif standing.where not in REPORTABLE:
        return refuse("match_is", "T4.6", where=standing.where)
    if not is_announced(tournament, standing):
        return refuse("not_announced", "T2.2.i")
    # on paper, without having been begun here: just as good, if they could have played
    if standing.match.players is None:
        for person in flow.people(standing):
            if (busy := flow.busy.get(person)) is not None and busy != standing.id:
                return refuse("plays_elsewhere", "T2.2.i", match=busy)
    if action.how is not Ended.PLAYED and not staff:
        return refuse("score_needs_ruling", "T4.5")
    if action.how in NEEDS_REASON and (fault := gives_reason(action.reason, "T4.5")):
        return fault
    return too_long(action.reason)


def _compared(
    tournament: Tournament, flow: Flow, standing: MatchStanding, new: acts.ResultReported, by: By, confirms: bool
) -> list[AnyEvent]:
    """What follows from the reports that there are: confirmed, contradicted, or waiting for the desk."""
    others = [report for report in standing.match.reports if report.by != by.person]
    if any(report.result != new.result for report in others):
        return [acts.ResultsDiffer(standing.id)]
    confirmed = acts.ResultConfirmed(standing.id, new.result, min([new.ended_at, *(each.ended_at for each in others)]))
    if (new.staff and (confirms or others)) or any(report.staff for report in others):
        return [confirmed]
    sides = {plays_in(flow, standing, person) for person in (by.person, *(report.by for report in others))}
    if tournament.standing_confirmation and len(sides - {None}) == 2:
        return [replace(confirmed, standing=True)]
    return []


def _confirm(tournament: Tournament, action: acts.ConfirmResult, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    reports = standing.match.reports
    if standing.match.confirmed is not None and not standing.match.differs:
        return refuse("result_confirmed", "T4.6")
    if fault := (None if _was_seen(action, reports) else changed(action.seen, standing.match.version)):
        return fault
    if fault := too_long(action.reason):
        return fault
    if not reports:
        return refuse("nothing_reported", "T4.6")
    if action.report is None and len({report.result for report in reports}) > 1:
        return refuse("results_differ", "T4.6")
    number = action.report or len(reports)
    if not 1 <= number <= len(reports):
        return refuse("nothing_reported", "T4.6")
    report = reports[number - 1]
    mine = plays_in(flow, standing, by.person)
    if mine is not None:
        theirs = [r for r in reports if plays_in(flow, standing, r.by) not in (None, mine)]
        if not any(r.result == report.result for r in theirs) or standing.match.differs:
            return refuse("party_cannot_rule", "T5.1")
    ended_at = min(each.ended_at for each in reports if each.result == report.result)  # when it was first reported
    return [acts.ResultConfirmed(action.match, report.result, ended_at, reason=action.reason)]


def _was_seen(action: acts.ConfirmResult, reports: Sequence[Report]) -> bool:
    """The confirmed result had been reported when they looked; since then others have only said the same."""
    agreed = action.report is None and len({report.result for report in reports}) == 1
    return agreed and action.seen is not None and min(report.version for report in reports) <= action.seen


def _standing(
    tournament: Tournament, action: acts.SetStandingConfirmation, by: By, at: int, chance: Chance
) -> HandlerResult:
    return [acts.StandingConfirmationSet(action.on)]


HANDLERS: dict[type, Handler] = {
    acts.ReportResult: Handler(_report, STAFF | PLAYERS | SYSTEM, "T1.6.i"),
    acts.ConfirmResult: Handler(_confirm, STAFF, "T1.3.i"),
    acts.SetStandingConfirmation: Handler(_standing, DIRECTORS, "T4.6"),
}


def _evolve_reported(tournament: Tournament, event: acts.ResultReported, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    report = Report(
        result=event.result,
        by=stamp.person,
        at=stamp.at,
        staff=event.staff,
        ended_at=event.ended_at,
        version=match.version + 1,
        reason=event.reason,
    )
    reports = (*(each for each in match.reports if each.by != stamp.person), report)
    differs = match.differs and len({each.result for each in reports}) > 1
    players = match.players or event.result.players
    return put_match(tournament, event.match, reports=reports, differs=differs, players=players)


def _evolve_confirmed(tournament: Tournament, event: acts.ResultConfirmed, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    confirmed = Confirmed(
        result=event.result,
        by=stamp.person,
        at=stamp.at,
        ended_at=event.ended_at,
        version=match.version + 1,
        reason=event.reason,
    )
    return put_match(
        tournament, event.match, confirmed=confirmed, differs=False, players=match.players or event.result.players
    )


EVOLVERS: dict[type, Evolver] = {
    acts.ResultReported: _evolve_reported,
    acts.ResultsDiffer: lambda t, event, stamp: put_match(t, event.match, differs=True),
    acts.ResultConfirmed: _evolve_confirmed,
    acts.StandingConfirmationSet: lambda t, event, stamp: replace(t, standing_confirmation=event.on),
}
