"""Clocks in matches: preferred, demanded, given and taken (T3.5.i)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class PreferClock(TournamentAction, frozen=True):
    """Somebody wants a clock in all their matches, if one is available (T3.5.i)."""

    person: Person
    on: bool = True


class DemandClock(TournamentAction, frozen=True):
    """By a player of the match, whose right it is where the invitation gives preference; elsewhere both have to ask.
    Where none is free they are next in line (T3.5.i)."""

    match: Code


class GiveClock(TournamentAction, frozen=True):
    """A clock is put at the board: on demand, as a penalty or by the director's order (T3.5.i)."""

    match: Code


class TakeClock(TournamentAction, frozen=True):
    """A clock is taken away, or the director exempts the match from it (T3.5.ii)."""

    match: Code
    reason: Words


class ClockPreferred(TournamentEvent, frozen=True):
    person: Person
    on: bool = True


class ClockDemanded(TournamentEvent, frozen=True):
    match: Code
    person: Person


class ClockGiven(TournamentEvent, frozen=True):
    match: Code


class ClockTaken(TournamentEvent, frozen=True):
    match: Code
    reason: Words


ClockAction = PreferClock | DemandClock | GiveClock | TakeClock
ClockEvent = ClockPreferred | ClockDemanded | ClockGiven | ClockTaken
