"""Slow play (T2.3): somebody asks for a faster pace, and the director warns, brings a clock, or neither."""

from __future__ import annotations

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.clocks import clocks_free, has_own_clock
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.registry import DIRECTORS, PLAYERS, Chance, Evolver, Handler, HandlerResult, gives_reason, too_long
from tavl.tournament.state import Tournament, match_of, put_match


def _ask_pace(tournament: Tournament, action: acts.AskForPace, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T2.3.ii")
    if standing.where is not Where.PLAYING:
        return refuse("match_is", "T2.3.ii", where=standing.where)
    return too_long(action.reason) or [acts.PaceAsked(action.match, by.person, action.reason)]


def _answer_pace(tournament: Tournament, action: acts.AnswerPace, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    asked = bool(standing.match.pace_asked)
    if standing.where is not Where.PLAYING or not (asked or action.warned or action.clock):
        return refuse("nothing_asked", "T2.3.i")
    if fault := why_not_judge(tournament, flow, standing, by):
        return fault
    if not set(action.warned) <= set(flow.people(standing)):
        return refuse("not_a_player_of_it", "T2.3.i")
    if action.clock and standing.match.clock:
        return refuse("done_already", "T3.5.i")
    if action.clock and not has_own_clock(tournament, standing.match.place) and not clocks_free(tournament, flow):
        return refuse("no_clock_free", "T3.5.i", clocks=tournament.clocks)
    if fault := gives_reason(action.reason, "T2.3.i"):
        return fault
    events: list[AnyEvent] = [acts.PaceAnswered(action.match, action.reason)]
    kind = PenaltyKind.WARNING
    events += [acts.Penalised(who, kind, "T2.3.i", action.reason, action.match) for who in action.warned]
    return [*events, acts.ClockGiven(action.match)] if action.clock else events


HANDLERS: dict[type, Handler] = {
    acts.AskForPace: Handler(_ask_pace, PLAYERS, "T2.3.ii"),
    acts.AnswerPace: Handler(_answer_pace, DIRECTORS, "T2.3.i"),
}


def _evolve_asked(tournament: Tournament, event: acts.PaceAsked, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).pace_asked, event.person)
    return put_match(tournament, event.match, pace_asked=asked)


EVOLVERS: dict[type, Evolver] = {
    acts.PaceAsked: _evolve_asked,
    acts.PaceAnswered: lambda t, event, stamp: put_match(t, event.match, pace_asked=()),
}
