"""Checkers, dice and cube on a board that does not enforce the rules: played, flagged, replayed."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules.acts import Event
from tavl.rules.board import Dice, Position
from tavl.rules.profile import Side
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Words
from tavl.table.acts.people import Role, TableAction

Hops = tuple[tuple[int, int], ...]


class InvalidRoll(StrEnum):
    """Why a roll did not count (G9.1, T4.1.iv)."""

    NOT_FLAT = "not_flat"
    WRONG_SIDE = "wrong_side"
    OFF_THE_BOARD = "off_the_board"
    ON_A_CHECKER = "on_a_checker"
    TOUCHED = "touched"
    NOT_SHAKEN = "not_shaken"


class Arrange(TableAction, frozen=True):
    """Put the checkers down; the turn is not over yet and this may be done again. `position`, if the moves alone do not
    tell what stands there, is seen by the mover."""

    seat: Seat
    moves: Hops = ()
    position: Position | None = None


class EndTurn(TableAction, frozen=True):
    """Lift the dice, or with a clock start the opponent's time (G9.2, T4.1.vi)."""

    seat: Seat


class AcceptPlay(TableAction, frozen=True):
    """Let a play that ended the game stand."""

    seat: Seat


class FlagPlay(TableAction, frozen=True):
    """Say that the last play was illegal (T4.2.iii, G9.3)."""

    seat: Seat | None = None  # none: the director or an observer


class AcceptFacts(TableAction, frozen=True):
    seat: Seat


class DisputeFacts(TableAction, frozen=True):
    seat: Seat
    statement: Words = ""


class WithdrawClaim(TableAction, frozen=True):
    seat: Seat | None = None


class ChooseEarlyRoll(TableAction, frozen=True):
    """The player whose turn had not ended lets the early roll stand, or has it rolled again (G9.4)."""

    seat: Seat
    stands: bool


class RecordOpening(TableAction, frozen=True):
    """The opening dice as they lie on the physical board, one of each seat."""

    seat: Seat
    first: int
    second: int


class RecordRoll(TableAction, frozen=True):
    """The dice as they lie on the physical board."""

    seat: Seat
    dice: Dice
    side: Side = Side.RIGHT


class RecordInvalidRoll(TableAction, frozen=True):
    seat: Seat
    why: InvalidRoll


class Arranged(Event, frozen=True):
    """`result` is seen by the opponent, as in `Played`."""

    seat: Seat
    moves: Hops
    result: Position


class PlayAccepted(Event, frozen=True):
    seat: Seat


class PlayFlagged(Event, frozen=True):
    """`asked` is to accept or dispute the facts; `seat` is the player who claims, none for a director or an
    observer."""

    asked: Seat
    role: Role
    seat: Seat | None = None


class FactsAccepted(Event, frozen=True):
    seat: Seat


class ClaimWithdrawn(Event, frozen=True):
    pass


class EarlyRolled(Event, frozen=True):
    """Rolled before the other had ended the turn; both see it."""

    seat: Seat
    dice: Dice


class EarlyRollKept(Event, frozen=True):
    pass


class EarlyRollAnnulled(Event, frozen=True):
    dice: Dice


class EarlyDoubled(Event, frozen=True):
    seat: Seat


class RollInvalid(Event, frozen=True):
    seat: Seat
    why: InvalidRoll


HandlingAction = (
    Arrange
    | EndTurn
    | AcceptPlay
    | FlagPlay
    | AcceptFacts
    | DisputeFacts
    | WithdrawClaim
    | ChooseEarlyRoll
    | RecordOpening
    | RecordRoll
    | RecordInvalidRoll
)
HandlingEvent = (
    Arranged
    | PlayAccepted
    | PlayFlagged
    | FactsAccepted
    | ClaimWithdrawn
    | EarlyRolled
    | EarlyRollKept
    | EarlyRollAnnulled
    | EarlyDoubled
    | RollInvalid
)
