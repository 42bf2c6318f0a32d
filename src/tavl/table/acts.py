"""The vocabulary of a table beyond the game itself: who acts, what they may ask for, what has happened."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.acts import Event, MatchAction, MatchEvent, tag_of
from tavl.rules.seat import Seat
from tavl.table.terms import TableTerms

Person = str  # opaque


class Role(StrEnum):
    PLAYER = "player"
    DIRECTOR = "director"
    OBSERVER = "observer"
    READER = "reader"
    SPECTATOR = "spectator"
    SYSTEM = "system"  # a timer that came due


class By(Struct, frozen=True):
    """Who acts. A player acts for one seat."""

    role: Role
    person: Person = ""
    seat: Seat | None = None


class StopReason(StrEnum):
    """The only reasons for stopping a clock (T4.3.ii, T4.3.v)."""

    GAME_OVER = "game_over"
    BREAK = "break"
    DIRECTOR = "director"
    DICE_LIFTED_EARLY = "dice_lifted_early"
    CLOCK_STARTED_EARLY = "clock_started_early"
    ILLEGAL_PLAY = "illegal_play"
    GAME_DECIDED = "game_decided"
    INVALID_ROLL = "invalid_roll"


class TableAction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    pass


class Sit(TableAction, frozen=True):
    seat: Seat
    person: Person


class Leave(TableAction, frozen=True):
    """Give the seat up before the match has begun."""

    seat: Seat


class ClaimFlag(TableAction, frozen=True):
    """State that a player's time is out (T4.3.iii)."""

    against: Seat


class Suspend(TableAction, frozen=True):
    """The service was away: its time is charged to nobody."""

    since: int


class Resume(TableAction, frozen=True):
    pass


class Abort(TableAction, frozen=True):
    """Close a table at which nothing counts yet."""

    seat: Seat


OwnAction = Sit | Leave | ClaimFlag | Suspend | Resume | Abort
AnyAction = MatchAction | OwnAction


class Opened(Event, frozen=True):
    terms: TableTerms


class Seated(Event, frozen=True):
    seat: Seat
    person: Person


class SeatLeft(Event, frozen=True):
    seat: Seat


class ClockStopped(Event, frozen=True):
    reason: StopReason
    times: tuple[int, int]


class ClockResumed(Event, frozen=True):
    seat: Seat


class Suspended(Event, frozen=True):
    since: int


class Resumed(Event, frozen=True):
    pass


class Aborted(Event, frozen=True):
    seat: Seat


OwnEvent = Opened | Seated | SeatLeft | ClockStopped | ClockResumed | Suspended | Resumed | Aborted
AnyEvent = MatchEvent | OwnEvent
