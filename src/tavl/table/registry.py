"""Finds the part that decides an action: each part of a table lists its actions, who may take them, and the clause that
says so. `table.py` only looks them up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tavl.rules.clauses import clause
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table.acts import AnyEvent, By, Role
from tavl.table.state import Table

Roll = tuple[int, int] | None
HandlerResult = list[AnyEvent] | Refused
Decider = Callable[["Table", Any, By, int, Roll], HandlerResult]
Evolver = Callable[["Table", Any, int], "Table"]

ANYBODY = frozenset(Role)
PLAYERS = frozenset({Role.PLAYER})
PLAYING = frozenset({Role.PLAYER, Role.READER, Role.SYSTEM})
DIRECTORS = frozenset({Role.DIRECTOR})
PLAYERS_AND_DIRECTORS = PLAYERS | DIRECTORS
OFFICIALS = frozenset({Role.DIRECTOR, Role.OBSERVER})


class Handler(Struct, frozen=True):
    decide: Decider
    roles: frozenset[Role]
    rule: str  # cited when somebody else tries
    freely: bool = False  # also while a claim or a dispute freezes everything
    conduct: bool = False  # only where conduct is kept (TableTerms.keeps_conduct)


def reasoned(rule: str, reason: str) -> Refused | None:
    """A ruling, an order, a refusal names a clause that exists and a reason."""
    try:
        clause(rule)
    except RuleError as error:
        return error.refused
    return gives_reason(reason)


def gives_reason(reason: str) -> Refused | None:
    if not reason.strip():
        return refuse("reason_missing", "T5.1")
    return refuse("text_too_long", "T5.1", most=MAX_TEXT) if len(reason) > MAX_TEXT else None


def seat_of(action: Any) -> Seat | None:
    seat = getattr(action, "seat", None)
    return seat if isinstance(seat, Seat) else None


def needs_dice(roll: Roll) -> Refused | None:
    if roll is None:
        return refuse("no_dice", "T4.1.i")
    first, second = roll
    if not (1 <= first <= 6 and 1 <= second <= 6):
        return refuse("no_such_dice", "T4.1.i", first=first, second=second)
    return None
