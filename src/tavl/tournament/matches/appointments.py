"""Matches that have days to be played: times offered and agreed, deadlines, postponement, breaks.

All instants are UTC; whoever shows them knows the reader's time zone. What happens automatically is in `coming`; who is
reminded and when, in `reminders.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.matches.tables_and_calls import is_announced, why_not_playable
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    SYSTEM,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    roles_of,
    too_long,
)
from tavl.tournament.state import Due, Tournament, match_of, put_match

MAX_OFFERS = 20


def deadline_of(tournament: Tournament, standing: MatchStanding) -> int | None:
    """By when a match has to be played, where that was announced."""
    if standing.match.deadline is not None:
        return standing.match.deadline
    division = tournament.divisions[standing.division]
    deadlines, round = division.terms.deadlines, standing.pairing.round
    if deadlines and round <= len(deadlines):
        return deadlines[max(0, round - 1)]  # a play-in is before the first round, and has its deadline
    draw = division.draw_of.get(standing.pairing.id)
    return draw.deadline if draw else None


def passed(tournament: Tournament, flow: Flow, at: int) -> list[MatchStanding]:
    """Matches whose deadline is over and that have not begun: the director decides."""
    found = []
    for each in flow.standings.values():
        if each.where not in (Where.READY, Where.CALLED):
            continue
        deadline = deadline_of(tournament, each)
        if deadline is not None and deadline < at and is_announced(tournament, each):
            found.append(each)
    return found


def _offer(tournament: Tournament, action: acts.OfferTimes, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = _open(tournament, flow, action.match)
    if isinstance(standing, Refused):
        return standing
    mine = plays_in(flow, standing, by.person)
    if mine is None and roles_of(tournament, by) & STAFF:
        mine = action.entry
    if mine is None or mine not in (standing.players or ()):
        return refuse("not_your_match", "T2.2.i")
    deadline = deadline_of(tournament, standing)
    late = any(time < at or (deadline is not None and time > deadline) for time in action.times)
    if not action.times or len(action.times) > MAX_OFFERS or late:
        return refuse("bad_value", "T2.2.i", field="times")
    return [acts.TimesOffered(action.match, mine, tuple(sorted(set(action.times))))]


def _open(tournament: Tournament, flow: Flow, match: str) -> MatchStanding | Refused:
    standing = standing_at(flow, match)
    if isinstance(standing, Refused):
        return standing
    if standing.where is not Where.READY or not is_announced(tournament, standing):
        return refuse("match_is", "T2.2.i", where=standing.where)
    return standing


def _accept(tournament: Tournament, action: acts.AcceptTime, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = _open(tournament, flow, action.match)
    if isinstance(standing, Refused):
        return standing
    mine = plays_in(flow, standing, by.person)
    if mine is None:
        return refuse("not_your_match", "T2.2.i")
    theirs = [time for entry, times in standing.match.offers.items() if entry != mine for time in times]
    if action.starts_at not in theirs or action.starts_at < at:
        return refuse("not_offered", "T2.2.i")
    return [acts.TimeAgreed(action.match, action.starts_at)]


def _open_table(tournament: Tournament, action: acts.OpenTable, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.where is not Where.READY:
        return refuse("match_is", "T2.2.i", where=standing.where)
    starts = standing.match.starts_at
    if starts is not None and at < starts and not roles_of(tournament, by) & STAFF:
        return refuse("not_time_yet", "T2.2.i")
    if fault := why_not_playable(tournament, flow, standing):
        return fault
    assert standing.players is not None
    return [acts.TableOpened(action.match, standing.players, max(at, starts or at))]


def _ask(tournament: Tournament, action: acts.AskPostponement, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_match", "T2.2.i")
    fault = _why_not_postpone(standing, action.until, at) or gives_reason(action.reason, "T2.2.i")
    return fault or [acts.PostponementAsked(action.match, action.reason, action.until)]


def _why_not_postpone(standing: MatchStanding, until: int | None, at: int) -> Refused | None:
    if standing.where not in (Where.READY, Where.CALLED):
        return refuse("match_is", "T2.2.i", where=standing.where)
    return refuse("bad_value", "T2.2.i", field="until") if until is not None and until <= at else None


def _postpone(tournament: Tournament, action: acts.PostponeMatch, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    fault = _why_not_postpone(standing, action.until, at) or gives_reason(action.reason, "T2.2.i")
    if fault is None and standing.match.postponement_asked:
        fault = why_not_judge(tournament, flow, standing, by)  # a director who is a party leaves it to another
    return fault or [acts.MatchPostponed(action.match, action.reason, action.until)]


def _refuse(tournament: Tournament, action: acts.RefusePostponement, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if not standing.match.postponement_asked:
        return refuse("nothing_asked", "T2.2.i")
    fault = why_not_judge(tournament, flow, standing, by) or gives_reason(action.reason, "T2.2.i")
    return fault or [acts.PostponementRefused(action.match, action.reason)]


def _break(tournament: Tournament, action: acts.SetBreak, by: By, at: int, chance: Chance) -> HandlerResult:
    if not 0 <= action.since < action.until:
        return refuse("bad_value", "T2.2.iii", field="until")
    return too_long(action.reason) or [acts.BreakSet(action.since, action.until, action.reason)]


def coming(tournament: Tournament) -> Iterator[Due]:
    """Tables that open at the time that was agreed."""
    flow = flow_of(tournament)
    for each in flow.standings.values():
        starts = each.match.starts_at
        if each.where is not Where.READY or not each.match.agreed or starts is None:
            continue
        if is_announced(tournament, each) and not _kept(flow, each):
            yield Due(max(starts, tournament.last_at), acts.OpenTable(each.id))


def _kept(flow: Flow, standing: MatchStanding) -> bool:
    return any(person in flow.held or person in flow.busy for person in flow.people(standing))


HANDLERS: dict[type, Handler] = {
    acts.OfferTimes: Handler(_offer, STAFF | PLAYERS, "T1.6.i"),
    acts.AcceptTime: Handler(_accept, PLAYERS, "T1.6.i"),
    acts.OpenTable: Handler(_open_table, STAFF | SYSTEM, "T1.3.i"),
    acts.AskPostponement: Handler(_ask, STAFF | PLAYERS, "T1.6.i"),
    acts.PostponeMatch: Handler(_postpone, DIRECTORS, "T2.2.i"),
    acts.RefusePostponement: Handler(_refuse, DIRECTORS, "T2.2.i"),
    acts.SetBreak: Handler(_break, STAFF, "T2.2.iii"),
}


def _evolve_offered(tournament: Tournament, event: acts.TimesOffered, stamp: Stamp) -> Tournament:
    offers = match_of(tournament, event.match).offers
    return put_match(tournament, event.match, offers={**offers, event.entry: event.times})


def _evolve_opened(tournament: Tournament, event: acts.TableOpened, stamp: Stamp) -> Tournament:
    changes = {"called_at": stamp.at, "called": event.players, "late_from": event.late_from}
    return put_match(tournament, event.match, **changes)


def _evolve_asked(tournament: Tournament, event: acts.PostponementAsked, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).postponement_asked, (stamp.person, event.until))
    return put_match(tournament, event.match, postponement_asked=asked)


def _evolve_postponed(tournament: Tournament, event: acts.MatchPostponed, stamp: Stamp) -> Tournament:
    return put_match(
        tournament,
        event.match,
        postponed=True,
        postponement_asked=(),
        deadline=event.until,
        starts_at=None,
        agreed=False,
        offers={},
        reminded=(),
        place=None,
        called=None,
        called_at=None,
        late_from=None,
        absences={},
        clock=False,
        equipment=(),
        box_way=None,
    )


EVOLVERS: dict[type, Evolver] = {
    acts.TimesOffered: _evolve_offered,
    acts.TimeAgreed: lambda t, event, stamp: put_match(
        t, event.match, starts_at=event.starts_at, agreed=True, reminded=()
    ),
    acts.TableOpened: _evolve_opened,
    acts.PostponementAsked: _evolve_asked,
    acts.MatchPostponed: _evolve_postponed,
    acts.PostponementRefused: lambda t, event, stamp: put_match(t, event.match, postponement_asked=()),
    acts.BreakSet: lambda t, event, stamp: replace(t, breaks=(*t.breaks, (event.since, event.until))),
}
