"""Boards, cups, dice and baffle boxes, as far as there are any (T3.1 to T3.4), and what players ask of the director."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.table.acts.preparation import Equipment, Way
from tavl.table.acts.requests import Request
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class PreferEquipment(TournamentAction, frozen=True):
    """Somebody demands it in all their matches, where there is one (T3.1 to T3.4)."""

    person: Person
    kind: Equipment
    on: bool = True


class DemandEquipment(TournamentAction, frozen=True):
    """For one match. Where none is free they are next in line. `person`: whose demand it is, where the staff say it."""

    match: Code
    kind: Equipment
    person: Person = ""


class GiveEquipment(TournamentAction, frozen=True):
    """It is put at the board. A board is changed between two games only, which whoever brings it says (T3.1)."""

    match: Code
    kind: Equipment
    between_games: bool = False


class TakeEquipment(TournamentAction, frozen=True):
    """Taken away or not brought, with a reason: by the director at any time (T3.7.i), or as an exemption (T3.4.ii)."""

    match: Code
    kind: Equipment
    reason: Words


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


class OrderBox(TournamentAction, frozen=True):
    """A baffle box for the rest of the match, because of how somebody rolls (T2.4.i)."""

    match: Code
    reason: Words


class EquipmentPreferred(TournamentEvent, frozen=True):
    person: Person
    kind: Equipment
    on: bool = True


class EquipmentDemanded(TournamentEvent, frozen=True):
    match: Code
    person: Person
    kind: Equipment


class EquipmentGiven(TournamentEvent, frozen=True):
    """`way`: of a baffle box, how it came to be used (T3.4.i)."""

    match: Code
    kind: Equipment
    way: Way | None = None
    reason: Words = ""


class EquipmentTaken(TournamentEvent, frozen=True):
    match: Code
    kind: Equipment
    reason: Words


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


EquipmentAction = (
    PreferEquipment
    | DemandEquipment
    | GiveEquipment
    | TakeEquipment
    | AskDirector
    | AnswerRequest
    | RelayRequest
    | RelayAnswer
    | OrderBox
)
EquipmentEvent = (
    EquipmentPreferred | EquipmentDemanded | EquipmentGiven | EquipmentTaken | DirectorAsked | RequestAnswered
)
