"""Team matches: line-ups sealed until both are in, and who plays at which board."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import Where, flow_of, plays_in, standing_at
from tavl.tournament.registry import PLAYERS, STAFF, Answer, Chance, Evolver, Handler, roles_of
from tavl.tournament.state import Match, Tournament, match_of, put_match


def line_ups(match: Match, entry: str | None = None) -> dict[str, tuple[str, ...]]:
    """What may be seen of the line-ups: both, once both are named; before that one's own."""
    if len(match.line_ups) == 2:
        return match.line_ups
    return {whose: people for whose, people in match.line_ups.items() if whose == entry}


def _name(tournament: Tournament, action: acts.NameLineUp, by: By, at: int, chance: Chance) -> Answer:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    terms = tournament.divisions[standing.division].terms
    if terms.format is not Format.LEAGUE or action.entry not in (standing.players or ()):
        return refuse("not_a_player_of_it", "T1.1")
    mine = plays_in(flow, standing, by.person)
    if mine != action.entry and not (mine is None and roles_of(tournament, by) & STAFF):
        return refuse("not_your_entry", "T1.1")
    if standing.where not in (Where.READY, Where.CALLED):
        return refuse("match_is", "T1.1", where=standing.where)
    if len(standing.match.line_ups) == 2:
        return refuse("line_ups_opened", "T1.1")
    people, members = action.people, flow.members(action.entry)
    if len(people) != terms.boards or len(set(people)) != len(people) or not set(people) <= set(members):
        return refuse("wrong_members", "T1.1", members=terms.boards)
    return [acts.LineUpNamed(action.match, action.entry, people)]


HANDLERS: dict[type, Handler] = {acts.NameLineUp: Handler(_name, STAFF | PLAYERS, "T1.6.i")}


def _evolve_named(tournament: Tournament, event: acts.LineUpNamed, stamp: Stamp) -> Tournament:
    named = {**match_of(tournament, event.match).line_ups, event.entry: event.people}
    return put_match(tournament, event.match, line_ups=named)


EVOLVERS: dict[type, Evolver] = {acts.LineUpNamed: _evolve_named}
