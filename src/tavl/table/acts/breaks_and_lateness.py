"""Breaks, lateness, breaches and what they cost."""

from __future__ import annotations

from tavl.rules.acts import Event
from tavl.rules.profile import Breaks
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Clause, Words
from tavl.table.acts.disputes import PenaltyKind
from tavl.table.acts.people import Person, Role, TableAction

# breaks and lateness


class TakeBreak(TableAction, frozen=True):
    """A player may join several of their own breaks, or join one to the opponent's (T2.2.ii)."""

    seat: Seat
    count: int = 1


class ReturnFromBreak(TableAction, frozen=True):
    seat: Seat


class ReportAbsence(TableAction, frozen=True):
    """Report a player absent; it counts from the start time or the end of the break (T2.2.iv)."""

    against: Seat
    seat: Seat | None = None


class Arrive(TableAction, frozen=True):
    seat: Seat


class ApplyLatePenalty(TableAction, frozen=True):
    against: Seat
    seat: Seat | None = None


class WaiveLatePenalty(TableAction, frozen=True):
    against: Seat
    reason: Words


class SetBreaks(TableAction, frozen=True):
    """This match has breaks of its own (T2.2.iii)."""

    breaks: Breaks
    reason: Words


class MoveStart(TableAction, frozen=True):
    starts_at: int
    reason: Words


class BreakBegun(Event, frozen=True):
    seat: Seat
    count: int
    until: int


class BackFromBreak(Event, frozen=True):
    seat: Seat


class AbsenceReported(Event, frozen=True):
    seat: Seat
    since: int


class Arrived(Event, frozen=True):
    seat: Seat


class LatePenaltyCounted(Event, frozen=True):
    seat: Seat
    late_ms: int
    points: int


class LatePenaltyWaived(Event, frozen=True):
    seat: Seat
    reason: Words


class BreaksSet(Event, frozen=True):
    breaks: Breaks
    reason: Words


class StartMoved(Event, frozen=True):
    starts_at: int
    reason: Words


# breaches


class RecordInfraction(TableAction, frozen=True, kw_only=True):
    """A breach of a clause by a player or a spectator."""

    rule: Clause
    against: Seat | None = None
    person: Person = ""
    note: Words = ""
    among_team_mates: bool = False
    seat: Seat | None = None  # who records it; none: director or observer


class Penalise(TableAction, frozen=True, kw_only=True):
    against: Seat
    kind: PenaltyKind
    rule: Clause
    reason: Words
    points: int = 0


class InfractionRecorded(Event, frozen=True, kw_only=True):
    rule: Clause
    seat: Seat | None = None
    person: Person = ""
    note: Words = ""
    role: Role


ConductAction = (
    TakeBreak
    | ReturnFromBreak
    | ReportAbsence
    | Arrive
    | ApplyLatePenalty
    | WaiveLatePenalty
    | SetBreaks
    | MoveStart
    | RecordInfraction
    | Penalise
)
ConductEvent = (
    BreakBegun
    | BackFromBreak
    | AbsenceReported
    | Arrived
    | LatePenaltyCounted
    | LatePenaltyWaived
    | BreaksSet
    | StartMoved
    | InfractionRecorded
)
