"""Breaches that are noted, and who has done again what was noted before."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.matches.advancement import flow_of, standing_at
from tavl.tournament.registry import STAFF, Chance, Evolver, Handler, HandlerResult, reasoned
from tavl.tournament.state import Breach, Tournament


def _note(tournament: Tournament, action: acts.NoteBreach, by: By, at: int, chance: Chance) -> HandlerResult:
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


HANDLERS: dict[type, Handler] = {acts.NoteBreach: Handler(_note, STAFF, "T1.3.i")}


def _evolve_noted(tournament: Tournament, event: acts.BreachNoted, stamp: Stamp) -> Tournament:
    breach = Breach(event.person, event.rule, stamp.at, event.match)
    return replace(tournament, breaches=(*tournament.breaches, breach))


EVOLVERS: dict[type, Evolver] = {acts.BreachNoted: _evolve_noted}
