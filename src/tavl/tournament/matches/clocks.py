"""Clocks as far as there are any (T3.5.i): where the invitation gives preference one player's wish is enough, elsewhere
both have to agree; where it requires them no match begins without."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.profile import Use
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import AT_BOARD, OVER, Flow, MatchStanding, flow_of, plays_in, standing_at
from tavl.tournament.registry import PLAYERS, STAFF, Chance, Evolver, Handler, HandlerResult, gives_reason, roles_of
from tavl.tournament.state import Tournament, match_of, put_match


def is_required(tournament: Tournament) -> bool:
    """And the inventory has been entered, so the desk knows whether one is free."""
    known = tournament.clocks > 0 or any(place.clock for place in tournament.places)
    return known and tournament.invitation.profile.clock_use is Use.REQUIREMENT


def wants_clock(tournament: Tournament, flow: Flow, standing: MatchStanding, also: str = "") -> bool:
    """Whether the match is to have a clock, if one is free."""
    use = tournament.invitation.profile.clock_use
    asked = {*dict(standing.match.clock_asked), *(tournament.prefers_clock & set(flow.people(standing))), also}
    sides = {plays_in(flow, standing, person) for person in asked} - {None}
    return use is Use.REQUIREMENT or len(sides) >= (1 if use is Use.PREFERENCE else 2)


def has_own_clock(tournament: Tournament, place: str | None) -> bool:
    return any(each.id == place and each.clock for each in tournament.places)


def clocks_free(tournament: Tournament, flow: Flow) -> int:
    """Of those that are not fixed to a table."""
    at_board = (each for each in flow.standings.values() if each.where in AT_BOARD and each.match.clock)
    return tournament.clocks - sum(not has_own_clock(tournament, each.match.place) for each in at_board)


def clock_line(tournament: Tournament, flow: Flow) -> list[MatchStanding]:
    """Matches at their boards for which a clock was demanded and has not come yet, in the order of the demands."""
    asked = (m for m in flow.standings.values() if m.where in AT_BOARD and m.match.clock_asked and not m.match.clock)
    waiting = [m for m in asked if wants_clock(tournament, flow, m)]
    return sorted(waiting, key=lambda m: (m.match.clock_asked[0][1], m.id))


def clock_for(tournament: Tournament, flow: Flow, place: str | None) -> bool:
    """Whether a match at this table can have one: the table's own, or one that nobody is waiting for."""
    return has_own_clock(tournament, place) or clocks_free(tournament, flow) > len(clock_line(tournament, flow))


def _prefer(tournament: Tournament, action: acts.PreferClock, by: By, at: int, chance: Chance) -> HandlerResult:
    if by.person != action.person and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_entry", "T3.5.i")
    return [acts.ClockPreferred(action.person, action.on)]


def _demand(tournament: Tournament, action: acts.DemandClock, by: By, at: int, chance: Chance) -> HandlerResult:
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


def _give(tournament: Tournament, action: acts.GiveClock, by: By, at: int, chance: Chance) -> HandlerResult:
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


def _take(tournament: Tournament, action: acts.TakeClock, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if not standing.match.clock and not standing.match.clock_asked:
        return refuse("nothing_changes", "T3.5.ii")
    return gives_reason(action.reason, "T3.5.ii") or [acts.ClockTaken(action.match, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.PreferClock: Handler(_prefer, STAFF | PLAYERS, "T3.5.i"),
    acts.DemandClock: Handler(_demand, STAFF | PLAYERS, "T1.6.i"),
    acts.GiveClock: Handler(_give, STAFF, "T1.3.i"),
    acts.TakeClock: Handler(_take, STAFF, "T3.5.ii"),
}


def _evolve_preferred(tournament: Tournament, event: acts.ClockPreferred, stamp: Stamp) -> Tournament:
    who = frozenset({event.person})
    prefers = tournament.prefers_clock | who if event.on else tournament.prefers_clock - who
    return replace(tournament, prefers_clock=prefers)


def _evolve_demanded(tournament: Tournament, event: acts.ClockDemanded, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).clock_asked, (event.person, stamp.at))
    return put_match(tournament, event.match, clock_asked=asked)


EVOLVERS: dict[type, Evolver] = {
    acts.ClockPreferred: _evolve_preferred,
    acts.ClockDemanded: _evolve_demanded,
    acts.ClockGiven: lambda t, event, stamp: put_match(t, event.match, clock=True),
    acts.ClockTaken: lambda t, event, stamp: put_match(t, event.match, clock=False, clock_asked=()),
}
