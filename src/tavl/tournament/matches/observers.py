"""Observers of a match (T1.3.iii): asked for by a player, appointed by a director, and who pays for them."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import flow_of, plays_in, standing_at
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.registry import DIRECTORS, PLAYERS, Chance, Evolver, Handler, HandlerResult, too_long
from tavl.tournament.state import Tournament, match_of, put_match

OBSERVERS = "observers"
"""The account that observers are paid from."""


def _ask(tournament: Tournament, action: acts.AskObserver, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T1.3.iii")
    return too_long(action.reason) or [acts.ObserverAsked(action.match, by.person, action.reason)]


def _appoint(tournament: Tournament, action: acts.AppointObserver, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    players = flow.people(standing)
    if action.person in players or not action.person:
        return refuse("party_cannot_observe", "T1.3.iii")
    if standing.match.confirmed is not None:
        return refuse("match_is", "T1.3.iii", where=standing.where)
    if not set(action.pays) <= set(players):
        return refuse("not_a_player_of_it", "T1.3.iii")
    fee: Amount | None = action.fee or tournament.invitation.observer_fee
    if action.pays and (fee is None or fee.minor <= 0):
        return refuse("bad_value", "T1.3.iii", field="fee")
    events: list[AnyEvent] = [acts.ObserverAppointed(action.match, action.person, action.pays)]
    if fee is not None:
        events += [acts.Booked(ledger.charge(person, {OBSERVERS: fee})) for person in action.pays]
    return events


HANDLERS: dict[type, Handler] = {
    acts.AskObserver: Handler(_ask, PLAYERS, "T1.3.iii"),
    acts.AppointObserver: Handler(_appoint, DIRECTORS, "T1.3.iii"),
}


def _evolve_appointed(tournament: Tournament, event: acts.ObserverAppointed, stamp: Stamp) -> Tournament:
    observers = (*match_of(tournament, event.match).observers, event.person)
    return put_match(tournament, event.match, observers=observers, observer_asked=())


def _evolve_asked(tournament: Tournament, event: acts.ObserverAsked, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).observer_asked, event.person)
    return put_match(tournament, event.match, observer_asked=asked)


EVOLVERS: dict[type, Evolver] = {
    acts.ObserverAsked: _evolve_asked,
    acts.ObserverAppointed: _evolve_appointed,
}
