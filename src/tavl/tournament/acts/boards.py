"""Clocks, featured boards, pace of play, notes on conduct: what the desk does at a board."""

from __future__ import annotations

from tavl.rules.text_kinds import Clause, Code, Person, Words
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


class FeatureMatch(TournamentAction, frozen=True):
    """To be played at a featured board (T3.8). There is no appeal."""

    match: Code
    on: bool = True


class ConsentToStream(TournamentAction, frozen=True):
    """By a player, each time (T1.7.ii). A consent withdrawn ends the public feed."""

    match: Code
    on: bool = True


class AskForPace(TournamentAction, frozen=True):
    """A player asks for a clock for the rest, because of slow play (T2.3.ii). It stays on the list until answered."""

    match: Code
    reason: Words = ""


class AnswerPace(TournamentAction, frozen=True):
    """A warning of penalty points, a clock for the rest, both, or neither with a reason (T2.3.i)."""

    match: Code
    warned: tuple[Person, ...] = ()
    clock: bool = False
    reason: Words = ""


class NoteBreach(TournamentAction, frozen=True):
    """A breach that costs nothing the first time; when it is repeated, a warning is proposed."""

    person: Person
    rule: Clause
    what: Words
    match: Code | None = None


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


class MatchFeatured(TournamentEvent, frozen=True):
    match: Code
    on: bool = True


class StreamConsented(TournamentEvent, frozen=True):
    match: Code
    person: Person
    on: bool = True


class PaceAsked(TournamentEvent, frozen=True):
    match: Code
    person: Person
    reason: Words = ""


class PaceAnswered(TournamentEvent, frozen=True):
    match: Code
    reason: Words = ""


class BreachNoted(TournamentEvent, frozen=True):
    person: Person
    rule: Clause
    what: Words
    match: Code | None = None


BoardAction = (
    PreferClock
    | DemandClock
    | GiveClock
    | TakeClock
    | FeatureMatch
    | ConsentToStream
    | AskForPace
    | AnswerPace
    | NoteBreach
)
BoardEvent = (
    ClockPreferred
    | ClockDemanded
    | ClockGiven
    | ClockTaken
    | MatchFeatured
    | StreamConsented
    | PaceAsked
    | PaceAnswered
    | BreachNoted
)
