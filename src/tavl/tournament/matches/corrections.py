"""Corrects a wrong result with everything that follows from it (T4.6).

Matches that have not begun follow automatically, because who is where is derived. A match that has begun with the wrong
player is a question to the director; one that is finished stands unless a ruling says otherwise.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.acts.results import Follow, Result
from tavl.tournament.matches.advancement import MatchStanding, Where, conflicts_of, flow_of, plays_in, standing_at
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.matches.results import result_of
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    SYSTEM,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    reasoned,
)
from tavl.tournament.state import Tournament, Void, match_of, put_match

ANSWERED: dict[str, Any] = {"correction_asked": (), "correction_for": None}


def concerned(tournament: Tournament, standing: MatchStanding, result: Result) -> list[str]:
    """Matches that have begun with players whom this result would not have sent there, and what depends on those."""
    confirmed = standing.match.confirmed
    assert confirmed is not None
    return begun_otherwise(tournament, standing.id, confirmed=replace(confirmed, result=result, advances=None))


def begun_otherwise(tournament: Tournament, match: str, **changes: object) -> list[str]:
    """Matches that have begun with players who would not be there if this match ended so, and what depends on those."""
    flow = flow_of(tournament)
    after = _as_if(tournament, match, **changes)
    found: list[str] = []
    while more := [id for id in conflicts_of(after, flow.standings[match].division, flow.out) if id not in found]:
        found += more
        for id in more:
            after = _as_if(after, id, confirmed=None, players=None, reports=())
    return found


def _as_if(tournament: Tournament, id: str, **changes: object) -> Tournament:
    """For previews only."""
    match = replace(match_of(tournament, id), **changes)
    return replace(tournament, matches={**tournament.matches, id: match})


def asks(tournament: Tournament, action: acts.CorrectResult) -> list[str]:
    """The matches about which the director has to choose before this correction can be made."""
    standing = flow_of(tournament).standings.get(action.match)
    if standing is None or standing.match.confirmed is None:
        return []
    result = result_of(tournament, standing, action)
    if isinstance(result, Refused) or result.winner == _goes_on(standing):
        return []
    return concerned(tournament, standing, result)


def _goes_on(standing: MatchStanding) -> int | None:
    confirmed = standing.match.confirmed
    assert confirmed is not None
    return confirmed.result.winner if confirmed.advances is None else confirmed.advances


def _correct(tournament: Tournament, action: acts.CorrectResult, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    confirmed = standing.match.confirmed
    if confirmed is None or standing.where is not Where.DONE:
        return refuse("nothing_to_correct", "T4.6")
    result = result_of(tournament, standing, action)
    if isinstance(result, Refused):
        return result
    fault = why_not_judge(tournament, flow, standing, by) or gives_reason(action.reason, "T4.6")
    if fault is None and action.rule is not None:
        fault = reasoned(action.rule, action.reason)
    if fault:
        return fault
    if result == confirmed.result:
        return refuse("nothing_changes", "T4.6")
    corrected = acts.ResultCorrected(action.match, result, action.reason, rule=action.rule)
    stops = [] if result.winner == _goes_on(standing) else concerned(tournament, standing, result)
    if not stops:
        return [corrected]
    if action.follow is None:
        return refuse("correction_meets_play", "T4.6", matches=", ".join(stops))
    if action.follow is Follow.STAND:
        return [replace(corrected, advances=_goes_on(standing))]
    finished = next((id for id in stops if tournament.matches[id].confirmed is not None), None)
    if finished is not None and action.rule is None:
        return refuse("finished_stands", "T4.6", match=finished)
    events: list[AnyEvent] = [corrected]
    score = action.stopped_at if len(stops) == 1 else None
    return [*events, *(acts.MatchStopped(id, action.starts_at, score) for id in stops)]


def _ask(tournament: Tournament, action: acts.AskCorrection, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T4.6")
    if standing.match.confirmed is None:
        return refuse("nothing_to_correct", "T4.6")
    return gives_reason(action.reason, "T4.6") or [acts.CorrectionAsked(action.match, action.reason)]


def _reopen(tournament: Tournament, action: acts.ReopenResult, by: By, at: int, chance: Chance) -> HandlerResult:
    """Of a match that goes on at its table. Where a later match has begun it is a question to the director."""
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.match.confirmed is None and not standing.match.reports:
        return refuse("nothing_to_correct", "T4.6")
    if begun_otherwise(tournament, action.match, confirmed=None, reports=()):
        return [acts.CorrectionAsked(action.match, "", rule="T4.4.iv")]
    taken = flow_of(tournament).taken.get(standing.match.place or "")
    return [acts.ResultReopened(action.match, "", taken)]


def _refuse(tournament: Tournament, action: acts.RefuseCorrection, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if not standing.match.correction_asked:
        return refuse("nothing_asked", "T4.6")
    fault = why_not_judge(tournament, flow, standing, by) or gives_reason(action.reason, "T4.6")
    return fault or [acts.CorrectionRefused(action.match, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.CorrectResult: Handler(_correct, DIRECTORS, "T4.6"),
    acts.AskCorrection: Handler(_ask, PLAYERS, "T4.6"),
    acts.RefuseCorrection: Handler(_refuse, DIRECTORS, "T4.6"),
    acts.ReopenResult: Handler(_reopen, SYSTEM, "T1.3.i"),
}


def _evolve_corrected(tournament: Tournament, event: acts.ResultCorrected, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    if match.confirmed is None:
        return tournament
    was = match.confirmed.result
    confirmed = replace(match.confirmed, result=event.result, advances=event.advances, version=match.version + 1)
    line = (was, event.result, event.reason, stamp.person, stamp.at)
    corrections = (*match.corrections, line)
    return put_match(tournament, event.match, confirmed=confirmed, corrections=corrections, reports=(), **ANSWERED)


def _evolve_stopped(tournament: Tournament, event: acts.MatchStopped, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    voids = match.voids if match.players is None else (*match.voids, Void(match.players, stamp.at, event.score))
    return put_match(
        tournament,
        event.match,
        voids=voids,
        players=None,
        begun_at=None,
        called=None,
        called_at=None,
        place=None,
        late_from=None,
        reports=(),
        confirmed=None,
        differs=False,
        absences={},
        points={},
        asked=tuple(each for each in match.asked if not each.request),  # at its table
        starts_at=event.starts_at,
        clock=False,
        equipment=(),
        box_way=None,
        agreed=False,
    )


def _evolve_asked(tournament: Tournament, event: acts.CorrectionAsked, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    asked = (*match.correction_asked, (stamp.person, event.reason))
    why = (event.case, event.rule) if not event.reason else match.correction_for
    return put_match(tournament, event.match, correction_asked=asked, correction_for=why)


def _evolve_refused(tournament: Tournament, event: acts.CorrectionRefused, stamp: Stamp) -> Tournament:
    tournament = put_match(tournament, event.match, **ANSWERED)
    return replace(tournament, refused_corrections=(*tournament.refused_corrections, (event.match, event.reason)))


EVOLVERS: dict[type, Evolver] = {
    acts.ResultCorrected: _evolve_corrected,
    acts.MatchStopped: _evolve_stopped,
    acts.CorrectionAsked: _evolve_asked,
    acts.CorrectionRefused: _evolve_refused,
}
