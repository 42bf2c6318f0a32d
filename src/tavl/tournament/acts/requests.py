"""What players ask of the director at a board, and the answers."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.table.acts.requests import Request
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class AskDirector(TournamentAction, frozen=True):
    """To expel spectators (T1.6.iv), for a baffle box for the rest (T2.4.ii), to approve box or clock (T3.4.iii,
    T3.5.iii). It stays on the desk's list until it is answered."""

    match: Code
    what: Request
    reason: Words = ""


class AnswerRequest(TournamentAction, frozen=True):
    """`spectators`: who may no longer watch the match, where that was asked for and is granted. `request`: its number
    at the table, where it was made there."""

    match: Code
    person: Person
    what: Request
    granted: bool
    reason: Words
    spectators: tuple[Person, ...] = ()
    request: int = 0


class RelayRequest(TournamentAction, frozen=True):
    """What was asked of the director at the table of a match. `request`: its number there."""

    match: Code
    person: Person
    what: Request
    request: int
    reason: Words = ""


class RelayAnswer(TournamentAction, frozen=True):
    """It was answered at the table."""

    match: Code
    request: int
    granted: bool
    reason: Words = ""


class DirectorAsked(TournamentEvent, frozen=True):
    match: Code
    person: Person
    what: Request
    reason: Words = ""
    request: int = 0  # its number at the table, where it was made there


class RequestAnswered(TournamentEvent, frozen=True):
    match: Code
    person: Person
    what: Request
    granted: bool
    reason: Words
    request: int = 0


RequestAction = AskDirector | AnswerRequest | RelayRequest | RelayAnswer
RequestEvent = DirectorAsked | RequestAnswered
