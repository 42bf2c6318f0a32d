"""Slow play (T2.3): asking the director for a faster pace, and the answer."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


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


class PaceAsked(TournamentEvent, frozen=True):
    match: Code
    person: Person
    reason: Words = ""


class PaceAnswered(TournamentEvent, frozen=True):
    match: Code
    reason: Words = ""


PaceAction = AskForPace | AnswerPace
PaceEvent = PaceAsked | PaceAnswered
