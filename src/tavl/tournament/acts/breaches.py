"""Breaches that are noted (T1.6, T1.7)."""

from __future__ import annotations

from tavl.rules.text_kinds import Clause, Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class NoteBreach(TournamentAction, frozen=True):
    """A breach that costs nothing the first time; when it is repeated, a warning is proposed."""

    person: Person
    rule: Clause
    what: Words
    match: Code | None = None


class BreachNoted(TournamentEvent, frozen=True):
    person: Person
    rule: Clause
    what: Words
    match: Code | None = None


BreachAction = NoteBreach
BreachEvent = BreachNoted
