"""Corrections that the rules give, disputes, rulings, penalties."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.acts import Cube, Event, Outcome, tag_of
from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat
from tavl.table.acts.people import Person, TableAction


class Correction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    """Something to be set right; what follows from it is worked out when it is."""


class ReplayPlay(Correction, frozen=True):
    """The last play was illegal: the same dice are played again (T4.2.iii)."""


class SetUpRight(Correction, frozen=True):
    """The starting position was wrong (T4.2.iv)."""


class CubeRight(Correction, frozen=True):
    """The wooden cube shows or lies wrong (T4.4.i, T4.4.vi)."""


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
    """Ask the opponent to have something set right; the director sets it right at once."""

    what: AnyCorrection
    seat: Seat | None = None


class AgreeToCorrection(TableAction, frozen=True):
    seat: Seat


class DisputeCorrection(TableAction, frozen=True):
    seat: Seat
    statement: str = ""


class ReportCube(TableAction, frozen=True):
    """What the wooden cube shows, and on whose side it lies."""

    seat: Seat
    cube: Cube | None = None


class ReportSetUp(TableAction, frozen=True):
    """The starting position as it really stood, seen by the seat that reports it."""

    seat: Seat
    position: Position


class RecordDouble(TableAction, frozen=True):
    """A double that was made on wood, valid or not; `level` is what the cube was turned to."""

    seat: Seat
    level: int | None = None


class RecordResult(TableAction, frozen=True):
    """How the game on the wooden board ended; written down once both say the same."""

    seat: Seat
    winner: Seat
    size: int


class RaiseDispute(TableAction, frozen=True):
    """Everything is left as it is (T5.1). `claim` is what its seat asks for."""

    seat: Seat
    rule: str
    statement: str = ""
    claim: AnyCorrection | None = None


class ConcedeDispute(TableAction, frozen=True):
    seat: Seat


class WithdrawDispute(TableAction, frozen=True):
    seat: Seat


class RollForDispute(TableAction, frozen=True):
    """Settle it by the dice; when both ask for it they are rolled."""

    seat: Seat


class SettleByDefault(TableAction, frozen=True):
    """Nobody rules here and the time is up: what the clause says by default."""


class NameRuler(TableAction, frozen=True):
    """Both players name the same person to rule."""

    seat: Seat
    person: Person


class PenaltyKind(StrEnum):
    WARNING = "warning"
    POINTS = "points"
    LOSE_GAME = "lose_game"
    LOSE_MATCH = "lose_match"
    DISQUALIFY = "disqualify"
    EXPEL = "expel"
    EXCLUDE = "exclude"  # from later tournaments too


class Penalty(Struct, frozen=True):
    seat: Seat
    kind: PenaltyKind
    points: int = 0


class Rule(TableAction, frozen=True, kw_only=True):
    """A ruling: whatever of this it sets is set, in this order, under a clause and with a reason."""

    rule: str
    reason: str
    upholds: bool | None = None  # the claim of the open dispute
    reopens: bool = False
    length: int | None = None
    score: tuple[int, int] | None = None
    outcome: Outcome | None = None
    position: Position | None = None  # seen by `turn`, or by the player whose turn it is
    turn: Seat | None = None
    dice: Dice | None = None
    cube: Cube | None = None
    no_cube: bool = False
    times: tuple[int, int] | None = None
    delay_left: int | None = None
    runs: Seat | None = None  # whose time goes on
    penalties: tuple[Penalty, ...] = ()
    winner: Seat | None = None  # of the match
    final: bool = False
    committee: bool = False


class Appeal(TableAction, frozen=True):
    """Ask for a committee (T5.2); the tournament takes it up."""

    seat: Seat
    ruling: int


class CorrectionAsked(Event, frozen=True):
    what: AnyCorrection
    seat: Seat


class Corrected(Event, frozen=True):
    """`rule` is the clause that gives the correction; what changed comes after it."""

    what: AnyCorrection
    rule: str


class CubeReported(Event, frozen=True):
    cube: Cube | None = None


class SetUpReported(Event, frozen=True):
    """Seen by the player whose turn it is, as the position set with it."""

    position: Position


class DoubleRecorded(Event, frozen=True):
    """What was wrong with a double, beside `Doubled`; `cube` is the one before it."""

    seat: Seat
    fault: str  # crawford, dead, level
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


class Settlement(StrEnum):
    AGREEMENT = "agreement"
    WITHDRAWN = "withdrawn"
    ROLL = "roll"
    DEFAULT = "default"
    RULING = "ruling"


class DisputeRaised(Event, frozen=True):
    id: int
    rule: str
    seat: Seat | None = None
    statement: str = ""
    claim: AnyCorrection | None = None


class DisputeSettled(Event, frozen=True):
    id: int
    how: Settlement
    upheld: bool


class DisputeRollWanted(Event, frozen=True):
    seat: Seat


class DisputeRolled(Event, frozen=True):
    first: int
    second: int


class RulerNamed(Event, frozen=True):
    seat: Seat
    person: Person


class Ruled(Event, frozen=True, kw_only=True):
    id: int
    rule: str
    reason: str
    person: Person
    dispute: int | None = None
    final: bool = False
    committee: bool = False


class PenaltyGiven(Event, frozen=True):
    seat: Seat
    kind: PenaltyKind
    rule: str
    reason: str
    points: int = 0


class AppealLodged(Event, frozen=True):
    seat: Seat
    ruling: int


RulingAction = (
    Correct
    | AgreeToCorrection
    | DisputeCorrection
    | ReportCube
    | ReportSetUp
    | RecordDouble
    | RecordResult
    | RaiseDispute
    | ConcedeDispute
    | WithdrawDispute
    | RollForDispute
    | SettleByDefault
    | NameRuler
    | Rule
    | Appeal
)
RulingEvent = (
    CorrectionAsked
    | Corrected
    | CubeReported
    | SetUpReported
    | DoubleRecorded
    | ResultStated
    | LengthToBeCorrected
    | LengthCorrectionDropped
    | DisputeRaised
    | DisputeSettled
    | DisputeRollWanted
    | DisputeRolled
    | RulerNamed
    | Ruled
    | PenaltyGiven
    | AppealLodged
)
