"""Featured matches (T3.8), and streams that everybody at the board agrees to (T1.7.ii)."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.matches.advancement import OVER, Flow, MatchStanding, flow_of, plays_in, standing_at
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
)
from tavl.tournament.state import Tournament, match_of, put_match


def is_streamed(flow: Flow, standing: MatchStanding) -> bool:
    """Whether the public may see it as it is played: it is featured, and everybody at the board agrees."""
    people = flow.people(standing)
    return standing.match.featured and bool(people) and set(people) <= set(standing.match.streamed_with)


def _feature(tournament: Tournament, action: acts.FeatureMatch, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.where in OVER:
        return refuse("match_is", "T3.8", where=standing.where)
    if standing.match.featured == action.on:
        return refuse("done_already", "T3.8")
    return [acts.MatchFeatured(action.match, action.on)]


def _consent(tournament: Tournament, action: acts.ConsentToStream, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T1.7.ii")
    if (by.person in standing.match.streamed_with) == action.on:
        return refuse("done_already", "T1.7.ii")
    return [acts.StreamConsented(action.match, by.person, action.on)]


HANDLERS: dict[type, Handler] = {
    acts.FeatureMatch: Handler(_feature, DIRECTORS, "T3.8"),
    acts.ConsentToStream: Handler(_consent, PLAYERS, "T1.7.ii"),
}


def _evolve_consented(tournament: Tournament, event: acts.StreamConsented, stamp: Stamp) -> Tournament:
    others = tuple(p for p in match_of(tournament, event.match).streamed_with if p != event.person)
    return put_match(tournament, event.match, streamed_with=(*others, event.person) if event.on else others)


EVOLVERS: dict[type, Evolver] = {
    acts.MatchFeatured: lambda t, event, stamp: put_match(t, event.match, featured=event.on),
    acts.StreamConsented: _evolve_consented,
}
