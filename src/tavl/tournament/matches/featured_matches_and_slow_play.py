"""At the boards: clocks as far as there are any (T3.5.i), featured matches (T3.8), streams that both agree to, slow
play (T2.3), and breaches that are noted."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.penalties import PenaltyKind
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import Flow, Standing, Where, flow_of, plays_in
from tavl.tournament.matches.clocks import AT_BOARD, clock_for, clocks_free, has_own_clock, wants_clock
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.matches.tables_and_calls import standing_at
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    Answer,
    Chance,
    Evolver,
    Handler,
    gives_reason,
    reasoned,
    roles_of,
    too_long,
)
from tavl.tournament.state import Breach, Tournament, match_of, put_match

OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)


def is_streamed(flow: Flow, standing: Standing) -> bool:
    """Whether the public may see it as it is played: it is featured, and everybody at the board agrees."""
    people = flow.people(standing)
    return standing.match.featured and bool(people) and set(people) <= set(standing.match.streamed_with)


def _prefer(tournament: Tournament, action: acts.PreferClock, by: By, at: int, chance: Chance) -> Answer:
    if by.person != action.person and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_entry", "T3.5.i")
    return [acts.ClockPreferred(action.person, action.on)]


def _demand(tournament: Tournament, action: acts.DemandClock, by: By, at: int, chance: Chance) -> Answer:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_match", "T3.5.i")
    if standing.where in OVER:
        return refuse("match_is", "T3.5.i", where=standing.where)
    if standing.match.clock or by.person in dict(standing.match.clock_asked):
        return refuse("done_already", "T3.5.i")
    wanted = standing.where in AT_BOARD and wants_clock(tournament, flow, standing, by.person)
    demanded: list[AnyEvent] = [acts.ClockDemanded(action.match, by.person)]
    return (
        [*demanded, acts.ClockGiven(action.match)]
        if wanted and clock_for(tournament, flow, standing.match.place)
        else demanded
    )


def _give(tournament: Tournament, action: acts.GiveClock, by: By, at: int, chance: Chance) -> Answer:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.where not in AT_BOARD:
        return refuse("match_is", "T3.5.i", where=standing.where)
    if standing.match.clock:
        return refuse("done_already", "T3.5.i")
    if not has_own_clock(tournament, standing.match.place) and not clocks_free(tournament, flow):
        return refuse("no_clock_free", "T3.5.i", clocks=tournament.clocks)
    return [acts.ClockGiven(action.match)]


def _take(tournament: Tournament, action: acts.TakeClock, by: By, at: int, chance: Chance) -> Answer:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if not standing.match.clock and not standing.match.clock_asked:
        return refuse("nothing_changes", "T3.5.ii")
    return gives_reason(action.reason, "T3.5.ii") or [acts.ClockTaken(action.match, action.reason)]


def _feature(tournament: Tournament, action: acts.FeatureMatch, by: By, at: int, chance: Chance) -> Answer:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.where in OVER:
        return refuse("match_is", "T3.8", where=standing.where)
    if standing.match.featured == action.on:
        return refuse("done_already", "T3.8")
    return [acts.MatchFeatured(action.match, action.on)]


def _consent(tournament: Tournament, action: acts.ConsentToStream, by: By, at: int, chance: Chance) -> Answer:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T1.7.ii")
    if (by.person in standing.match.streamed_with) == action.on:
        return refuse("done_already", "T1.7.ii")
    return [acts.StreamConsented(action.match, by.person, action.on)]


def _ask_pace(tournament: Tournament, action: acts.AskForPace, by: By, at: int, chance: Chance) -> Answer:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T2.3.ii")
    if standing.where is not Where.PLAYING:
        return refuse("match_is", "T2.3.ii", where=standing.where)
    return too_long(action.reason) or [acts.PaceAsked(action.match, by.person, action.reason)]


def _answer_pace(tournament: Tournament, action: acts.AnswerPace, by: By, at: int, chance: Chance) -> Answer:
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


def _note(tournament: Tournament, action: acts.NoteBreach, by: By, at: int, chance: Chance) -> Answer:
    if fault := reasoned(action.rule, action.what):
        return fault
    if action.match is not None:
        standing = standing_at(flow_of(tournament), action.match)
        if isinstance(standing, Refused):
            return standing
    if not action.person:
        return refuse("bad_value", "T1.5", field="person")
    return [acts.BreachNoted(action.person, action.rule, action.what, action.match)]


def to_be_warned(tournament: Tournament) -> list[Breach]:
    """Who has done again what was noted before, since they were last punished for it."""
    found: list[Breach] = []
    by_person: dict[tuple[str, str], list[Breach]] = {}
    for breach in tournament.breaches:
        by_person.setdefault((breach.person, breach.rule), []).append(breach)
    for (person, rule), breaches in by_person.items():
        punished = [p.at for p in tournament.penalties.values() if (p.person, p.rule) == (person, rule)]
        last = breaches[-1]
        if len(breaches) > 1 and last.at > max(punished, default=-1):
            found.append(last)
    return found


HANDLERS: dict[type, Handler] = {
    acts.PreferClock: Handler(_prefer, STAFF | PLAYERS, "T3.5.i"),
    acts.DemandClock: Handler(_demand, STAFF | PLAYERS, "T1.6.i"),
    acts.GiveClock: Handler(_give, STAFF, "T1.3.i"),
    acts.TakeClock: Handler(_take, STAFF, "T3.5.ii"),
    acts.FeatureMatch: Handler(_feature, DIRECTORS, "T3.8"),
    acts.ConsentToStream: Handler(_consent, PLAYERS, "T1.7.ii"),
    acts.AskForPace: Handler(_ask_pace, PLAYERS, "T2.3.ii"),
    acts.AnswerPace: Handler(_answer_pace, DIRECTORS, "T2.3.i"),
    acts.NoteBreach: Handler(_note, STAFF, "T1.3.i"),
}


def _evolve_preferred(tournament: Tournament, event: acts.ClockPreferred, stamp: Stamp) -> Tournament:
    who = frozenset({event.person})
    prefers = tournament.prefers_clock | who if event.on else tournament.prefers_clock - who
    return replace(tournament, prefers_clock=prefers)


def _evolve_demanded(tournament: Tournament, event: acts.ClockDemanded, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).clock_asked, (event.person, stamp.at))
    return put_match(tournament, event.match, clock_asked=asked)


def _evolve_consented(tournament: Tournament, event: acts.StreamConsented, stamp: Stamp) -> Tournament:
    others = tuple(p for p in match_of(tournament, event.match).streamed_with if p != event.person)
    return put_match(tournament, event.match, streamed_with=(*others, event.person) if event.on else others)


def _evolve_asked(tournament: Tournament, event: acts.PaceAsked, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).pace_asked, event.person)
    return put_match(tournament, event.match, pace_asked=asked)


def _evolve_noted(tournament: Tournament, event: acts.BreachNoted, stamp: Stamp) -> Tournament:
    breach = Breach(event.person, event.rule, stamp.at, event.match)
    return replace(tournament, breaches=(*tournament.breaches, breach))


EVOLVERS: dict[type, Evolver] = {
    acts.ClockPreferred: _evolve_preferred,
    acts.ClockDemanded: _evolve_demanded,
    acts.ClockGiven: lambda t, event, stamp: put_match(t, event.match, clock=True),
    acts.ClockTaken: lambda t, event, stamp: put_match(t, event.match, clock=False, clock_asked=()),
    acts.MatchFeatured: lambda t, event, stamp: put_match(t, event.match, featured=event.on),
    acts.StreamConsented: _evolve_consented,
    acts.PaceAsked: _evolve_asked,
    acts.PaceAnswered: lambda t, event, stamp: put_match(t, event.match, pace_asked=()),
    acts.BreachNoted: _evolve_noted,
}
