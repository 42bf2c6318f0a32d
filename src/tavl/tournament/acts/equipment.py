"""Boards, cups, dice and baffle boxes, as far as there are any (T3.1 to T3.4)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.table.acts.preparation import Equipment, Way
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


EquipmentAction = PreferEquipment | DemandEquipment | GiveEquipment | TakeEquipment | OrderBox
EquipmentEvent = EquipmentPreferred | EquipmentDemanded | EquipmentGiven | EquipmentTaken
