"""Disputes, rulings, penalties."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tavl.rules.acts import Cube, Event, Outcome
from tavl.rules.board import Dice, Position
from tavl.rules.penalty_kinds import PenaltyKind as PenaltyKind
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Clause, Code, Words, words_or
from tavl.table.acts.corrections import AnyCorrection, CorrectingAction, CorrectingEvent
from tavl.table.acts.people import Person, TableAction

LATE = "late"  # the reason of an automatic penalty


class RaiseDispute(TableAction, frozen=True):
    """Everything is left as it is (T5.1). `claim` is what its seat asks for."""

    seat: Seat
    rule: Clause
    statement: Words = ""
    claim: AnyCorrection | None = None
    case: Code = ""  # of the tournament, where it was raised at the desk


class ConcedeDispute(TableAction, frozen=True):
    seat: Seat


class WithdrawDispute(TableAction, frozen=True):
    seat: Seat


class RollForDispute(TableAction, frozen=True):
    """Settle it by the dice; when both ask for it they are rolled."""

    seat: Seat


class SettleTimes(TableAction, frozen=True):
    """Both are out of time and there is no director to call (T4.3.iii): whom the players agree on as the winner; if on
    nobody, the rest is played without a clock. It is settled once both say the same."""

    seat: Seat
    winner: Seat | None = None


class SettleByDefault(TableAction, frozen=True):
    """Nobody rules here and the time is up: what the clause says by default."""


class NameRuler(TableAction, frozen=True):
    """Both players name the same person to rule."""

    seat: Seat
    person: Person


class Penalty(Struct, frozen=True):
    seat: Seat
    kind: PenaltyKind
    points: int = 0


class Effects(Struct, frozen=True, kw_only=True):
    """What a ruling sets, in this order. What it does not name stays as it is."""

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
    winner: Seat | None = None  # of the match
    penalties: tuple[Penalty, ...] = ()  # before the winner is named


class Rule(Effects, TableAction, frozen=True, kw_only=True):
    """A ruling, under a clause and with a reason."""

    rule: Clause
    reason: Words
    final: bool = False
    committee: bool = False
    appeal: int | None = None  # the ruling whose appeal it answers
    case: Code = ""  # of the tournament, where it was made at the desk


class Appeal(TableAction, frozen=True):
    """Ask for a committee (T5.2); if the tournament accepts the appeal, everything waits for it."""

    seat: Seat
    ruling: int


class Settlement(StrEnum):
    AGREEMENT = "agreement"
    WITHDRAWN = "withdrawn"
    ROLL = "roll"
    DEFAULT = "default"
    RULING = "ruling"


class DisputeRaised(Event, frozen=True):
    id: int
    rule: Clause
    seat: Seat | None = None
    statement: Words = ""
    claim: AnyCorrection | None = None
    stood: bool = False  # the director had stopped the clock before, and that outlives the dispute (T4.3.ii.c)
    case: Code = ""


class DisputeSettled(Event, frozen=True):
    id: int
    how: Settlement
    upheld: bool
    since: int | None = None  # it kept people from beginning since then: no lateness, and no break, ran on


class DisputeRollWanted(Event, frozen=True):
    seat: Seat


class DisputeRolled(Event, frozen=True):
    first: int
    second: int


class SettlementStated(Event, frozen=True):
    seat: Seat
    winner: Seat | None = None


class RulerNamed(Event, frozen=True):
    seat: Seat
    person: Person


class Ruled(Event, frozen=True, kw_only=True):
    id: int
    rule: Clause
    reason: Words
    person: Person
    dispute: int | None = None
    final: bool = False
    committee: bool = False
    settles_score: bool = False  # cards that differ are settled by it (T4.7)
    appeal: int | None = None  # the ruling whose appeal it answers
    case: Code = ""


class PenaltyGiven(Event, frozen=True):
    seat: Seat
    kind: PenaltyKind
    rule: Clause
    reason: Annotated[str, words_or(LATE)]
    points: int = 0


class AppealLodged(Event, frozen=True):
    seat: Seat
    ruling: int


RulingAction = (
    CorrectingAction
    | RaiseDispute
    | ConcedeDispute
    | WithdrawDispute
    | RollForDispute
    | SettleTimes
    | SettleByDefault
    | NameRuler
    | Rule
    | Appeal
)
RulingEvent = (
    CorrectingEvent
    | DisputeRaised
    | DisputeSettled
    | DisputeRollWanted
    | DisputeRolled
    | SettlementStated
    | RulerNamed
    | Ruled
    | PenaltyGiven
    | AppealLodged
)
