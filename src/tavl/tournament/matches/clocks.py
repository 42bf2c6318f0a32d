"""Clocks as far as there are any (T3.5.i): where the invitation gives preference one player's wish is enough, elsewhere
both have to agree; where it requires them no match begins without."""

from __future__ import annotations

from tavl.rules.profile import Use
from tavl.tournament.matches.advancement import Flow, Standing, Where, plays_in
from tavl.tournament.state import Tournament

AT_BOARD = (Where.CALLED, Where.PLAYING)


def is_required(tournament: Tournament) -> bool:
    """And the inventory has been entered, so that the desk knows whether one is free."""
    known = tournament.clocks > 0 or any(place.clock for place in tournament.places)
    return known and tournament.invitation.profile.clock_use is Use.REQUIREMENT


def wants_clock(tournament: Tournament, flow: Flow, standing: Standing, also: str = "") -> bool:
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


def clock_line(tournament: Tournament, flow: Flow) -> list[Standing]:
    """Matches at their boards for which a clock was demanded and none has come, in the order of the demands."""
    asked = (m for m in flow.standings.values() if m.where in AT_BOARD and m.match.clock_asked and not m.match.clock)
    waiting = [m for m in asked if wants_clock(tournament, flow, m)]
    return sorted(waiting, key=lambda m: (m.match.clock_asked[0][1], m.id))


def clock_for(tournament: Tournament, flow: Flow, place: str | None) -> bool:
    """Whether a match at this table can have one: the table's own, or one that nobody is waiting for."""
    return has_own_clock(tournament, place) or clocks_free(tournament, flow) > len(clock_line(tournament, flow))
