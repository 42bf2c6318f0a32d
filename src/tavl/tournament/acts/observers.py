"""Observers of a match (T1.3.iii)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent
from tavl.tournament.money.amounts import Amount


class AskObserver(TournamentAction, frozen=True):
    match: Code
    reason: Words = ""


class AppointObserver(TournamentAction, frozen=True):
    """For the rest of the match; the fee is charged to those named in `pays` (T1.3.iii)."""

    match: Code
    person: Person
    pays: tuple[Person, ...] = ()
    fee: Amount | None = None  # for each of them; none: as announced


class ObserverAsked(TournamentEvent, frozen=True):
    match: Code
    person: Person
    reason: Words = ""


class ObserverAppointed(TournamentEvent, frozen=True):
    match: Code
    person: Person
    pays: tuple[Person, ...] = ()


ObserverAction = AskObserver | AppointObserver
ObserverEvent = ObserverAsked | ObserverAppointed
