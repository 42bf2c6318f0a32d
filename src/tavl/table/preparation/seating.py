"""Sitting down, leaving, closing a table."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.clock.automatic_stops import stopped
from tavl.table.preparation import breaks_and_lateness
from tavl.table.registry import ANYBODY, PLAYERS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.terms import Ruler


def _sit(table: Table, action: acts.Sit, by: By, at: int, roll: Roll) -> HandlerResult:
    seat, person = action.seat, action.person
    if table.over:
        return refuse("match_over", "T4.5")
    if by.role not in (Role.DIRECTOR, Role.SYSTEM) and by.person != person:
        return refuse("not_your_seat", "T4.2.ii", seat=int(seat))
    if table.seats[seat] == person:
        return []
    if table.seats[seat] is not None:
        return refuse("seat_taken", "T3.6", seat=int(seat))
    if table.seat_of(person) is not None:
        return refuse("already_seated", "T3.6")
    return [acts.Seated(seat, person)]


def _leave(table: Table, action: acts.Leave, by: By, at: int, roll: Roll) -> HandlerResult:
    return refuse("match_begun", "T4.5") if table.begun else [acts.SeatLeft(action.seat)]


def _seat_partner(table: Table, action: acts.SeatPartner, by: By, at: int, roll: Roll) -> HandlerResult:
    there = table.seat_of(action.person)
    if there is not None:
        return [] if there == action.seat else refuse("already_seated", "T3.6")
    if table.over or not action.person:
        return refuse("table_closed", "T4.5")
    return [acts.PartnerSeated(action.seat, action.person)]


def _unseat_partner(table: Table, action: acts.UnseatPartner, by: By, at: int, roll: Roll) -> HandlerResult:
    others = table.partners[action.seat]
    if action.person in others:
        return [acts.PartnerLeft(action.seat, action.person)]
    if table.seats[action.seat] != action.person or table.over:
        return []
    if not others:
        return refuse("opponent_missing", "T2.2.i")
    return [acts.PartnerLeft(action.seat, others[0]), acts.Seated(action.seat, others[0])]


def _abort(table: Table, action: acts.Abort, by: By, at: int, roll: Roll) -> HandlerResult:
    return why_not_abort(table, action.seat, at) or [acts.Aborted(action.seat)]


def why_not_abort(table: Table, seat: Seat, at: int) -> Refused | None:
    """A match with a director is played out once it has begun; any other as soon as something counts: a second
    play, a game, penalty points, or some that this seat owes."""
    if table.over:
        return refuse("match_over", "T4.5")
    game, directed = table.match.game, table.terms.ruler is Ruler.DIRECTOR
    begun = game is not None and (directed or game.turns >= 2)
    counts = bool(table.match.finished) or table.match.score != (0, 0) or any(table.conduct.points)
    owes = breaks_and_lateness.owed(table, seat, at)[0] > 0
    if begun or counts or owes:
        return refuse("match_must_be_played_out", "T4.5", length=table.match.length or 0)
    return None


SYSTEM = frozenset({Role.SYSTEM})
HANDLERS: dict[type, Handler] = {
    acts.Sit: Handler(_sit, ANYBODY, "T4.2.ii", freely=True),
    acts.Leave: Handler(_leave, PLAYERS | SYSTEM, "T1.6.i"),
    acts.SeatPartner: Handler(_seat_partner, SYSTEM, "T1.3.i", freely=True),
    acts.UnseatPartner: Handler(_unseat_partner, SYSTEM, "T1.3.i", freely=True),
    acts.Abort: Handler(_abort, PLAYERS | SYSTEM, "T1.6.i"),
}


def _evolve_seated(table: Table, seat: Seat, person: str | None) -> Table:
    first, second = table.seats
    return replace(table, seats=(person, second) if seat == Seat.FIRST else (first, person))


def _evolve_partner(table: Table, seat: Seat, people: tuple[str, ...]) -> Table:
    first, second = table.partners
    return replace(table, partners=(people, second) if seat == Seat.FIRST else (first, people))


EVOLVERS: dict[type, Evolver] = {
    acts.Seated: lambda table, event, at: _evolve_seated(table, event.seat, event.person),
    acts.SeatLeft: lambda table, event, at: _evolve_seated(table, event.seat, None),
    acts.PartnerSeated: lambda table, event, at: _evolve_partner(
        table, event.seat, (*table.partners[event.seat], event.person)
    ),
    acts.PartnerLeft: lambda table, event, at: _evolve_partner(
        table, event.seat, tuple(person for person in table.partners[event.seat] if person != event.person)
    ),
    acts.Aborted: lambda table, event, at: stopped(replace(table, aborted=True), at),
}
