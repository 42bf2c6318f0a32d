"""Sitting down, and the table as a whole."""

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


class Suspended(Event, frozen=True):
    since: int


class Resumed(Event, frozen=True):
    pass


class Aborted(Event, frozen=True):
    seat: Seat


SeatingAction = Sit | Leave | Suspend | Resume | Abort
SeatingEvent = Opened | Seated | SeatLeft | Suspended | Resumed | Aborted
