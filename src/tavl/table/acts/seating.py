"""Sitting down, and the table as a whole: opened, suspended while the server is down, closed."""

from __future__ import annotations

from tavl.rules.acts import Event
from tavl.rules.seat import Seat
from tavl.table.acts.people import Person, TableAction
from tavl.table.terms import TableTerms


class Sit(TableAction, frozen=True):
    seat: Seat
    person: Person


class Leave(TableAction, frozen=True):
    """Give the seat up before the match has begun."""

    seat: Seat


class SeatPartner(TableAction, frozen=True):
    """Somebody else acts for the seat too: the partner of a pair, a team mate, or another device of the same player."""

    seat: Seat
    person: Person


class UnseatPartner(TableAction, frozen=True):
    """They no longer do so: a reserve has come in for them, or the device was given back."""

    seat: Seat
    person: Person


class Suspend(TableAction, frozen=True):
    """The server was down: that time is charged to nobody."""

    since: int


class Resume(TableAction, frozen=True):
    pass


class Abort(TableAction, frozen=True):
    """Close a table at which nothing counts yet."""

    seat: Seat


class Opened(Event, frozen=True):
    terms: TableTerms


class Seated(Event, frozen=True):
    seat: Seat
    person: Person


class SeatLeft(Event, frozen=True):
    seat: Seat


class PartnerSeated(Event, frozen=True):
    seat: Seat
    person: Person


class PartnerLeft(Event, frozen=True):
    seat: Seat
    person: Person


class Suspended(Event, frozen=True):
    since: int


class Resumed(Event, frozen=True):
    pass


class Aborted(Event, frozen=True):
    seat: Seat


SeatingAction = Sit | Leave | SeatPartner | UnseatPartner | Suspend | Resume | Abort
SeatingEvent = Opened | Seated | SeatLeft | PartnerSeated | PartnerLeft | Suspended | Resumed | Aborted
