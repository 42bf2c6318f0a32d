"""Mistakes on a physical board, as reported, and the corrections that the rules prescribe."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.acts import Cube, Event, tag_of
from tavl.rules.board import Position
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Clause, Code, Words
from tavl.table.acts.people import TableAction


class Correction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    """Something to be corrected; the consequences are worked out when it is."""


class ReplayPlay(Correction, frozen=True):
    """The last play was illegal: the same dice are played again (T4.2.iii)."""


class SetUpRight(Correction, frozen=True):
    """The starting position was wrong (T4.2.iv)."""


class CubeRight(Correction, frozen=True):
    """The physical cube shows a wrong value or lies in a wrong place (T4.4.i, T4.4.vi)."""


class VoidDouble(Correction, frozen=True):
    """A double in the Crawford game or with a dead cube is annulled (T4.4.iv, T4.4.vii)."""


class RightLength(Correction, frozen=True):
    """The match is played to a wrong length (T4.8)."""

    length: int


class RightScore(Correction, frozen=True):
    """The score was kept wrong (T4.7)."""

    score: tuple[int, int]


class LoseDelay(Correction, frozen=True):
    """A seat waits out its next delay (T4.1.v.b)."""

    seat: Seat


class BothOut(Correction, frozen=True):
    """Both are out of time: who was first, if that is known (T4.3.iii)."""

    first: Seat | None = None


AnyCorrection = ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut


class Correct(TableAction, frozen=True):
    """Ask the opponent to correct something; the director corrects it at once."""

    what: AnyCorrection
    seat: Seat | None = None


class AgreeToCorrection(TableAction, frozen=True):
    seat: Seat


class DisputeCorrection(TableAction, frozen=True):
    seat: Seat
    statement: Words = ""


class ReportCube(TableAction, frozen=True):
    """What the physical cube shows, and on whose side it lies."""

    seat: Seat
    cube: Cube | None = None


class ReportSetUp(TableAction, frozen=True):
    """The starting position as it really stood, seen by the seat that reports it."""

    seat: Seat
    position: Position


class RecordDouble(TableAction, frozen=True):
    """A double that was made at a physical board, valid or not; `level` is what the cube was turned to."""

    seat: Seat
    level: int | None = None


class RecordResult(TableAction, frozen=True):
    """How the game on the physical board ended; written down once both say the same."""

    seat: Seat
    winner: Seat
    size: int


class CorrectionAsked(Event, frozen=True):
    what: AnyCorrection
    seat: Seat


class Corrected(Event, frozen=True):
    """`rule` is the clause for the correction; events for what changed follow it."""

    what: AnyCorrection
    rule: Clause


class CubeReported(Event, frozen=True):
    cube: Cube | None = None


class SetUpReported(Event, frozen=True):
    """The starting position as it really stood, seen by the player whose turn it is; what stands there now comes
    after it."""

    position: Position


class DoubleRecorded(Event, frozen=True):
    """What was wrong with a double, beside `Doubled`; `cube` is the one before it."""

    seat: Seat
    fault: Code  # crawford, dead, level
    cube: Cube | None = None
    level: int | None = None


class ResultStated(Event, frozen=True):
    seat: Seat
    winner: Seat
    size: int


class LengthToBeCorrected(Event, frozen=True):
    """Before the next game, the one in progress being left alone (T4.8)."""

    length: int


class LengthCorrectionDropped(Event, frozen=True):
    length: int


CorrectingAction = (
    Correct | AgreeToCorrection | DisputeCorrection | ReportCube | ReportSetUp | RecordDouble | RecordResult
)
CorrectingEvent = (
    CorrectionAsked
    | Corrected
    | CubeReported
    | SetUpReported
    | DoubleRecorded
    | ResultStated
    | LengthToBeCorrected
    | LengthCorrectionDropped
)
