"""Flagging an illegal play and playing it again (G9.3, T4.2.iii)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, ReplayPlay, Role, StopReason
from tavl.table.disputes.correction_effects import going_on, replayed
from tavl.table.disputes.disputes import denied
from tavl.table.play.illegal_play_window import why_no_flag
from tavl.table.registry import OFFICIALS, PLAYERS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Claim


def _flag(table: Table, action: acts.FlagPlay, by: By, at: int, roll: Roll) -> HandlerResult:
    fault = why_no_flag(table, by)
    if fault:
        return fault
    game = table.match.game
    assert game is not None
    assert game.last is not None
    mover = game.last.seat
    asked = mover.other if by.role is Role.PLAYER and by.seat == mover else mover
    flagged = acts.PlayFlagged(asked, by.role, action.seat if by.role is Role.PLAYER else None)
    return [*_clock_stopped(table, action.seat, at), flagged]


def _clock_stopped(table: Table, seat: Seat | None, at: int) -> list[AnyEvent]:
    if table.clock is None or not table.clock.is_running:
        return []
    return [acts.ClockStopped(StopReason.ILLEGAL_PLAY, table.clock.reads(at)[0], seat)]


def _accept_facts(table: Table, action: acts.AcceptFacts, by: By, at: int, roll: Roll) -> HandlerResult:
    claim = table.handling.claim
    if claim is None:
        return refuse("nothing_claimed", "T4.2.iii.b")
    if action.seat != claim.asked:
        return refuse("not_yours_to_answer", "T4.2.iii.b")
    if table.cards.confirmed:  # meanwhile; for the director to rule on
        return refuse("result_confirmed", "T4.6")
    again = replayed(table)
    return [acts.FactsAccepted(action.seat), *again, *going_on(table, again, at)]


def _dispute_facts(table: Table, action: acts.DisputeFacts, by: By, at: int, roll: Roll) -> HandlerResult:
    claim = table.handling.claim
    if claim is None:
        return refuse("nothing_claimed", "T4.2.iii.b")
    if action.seat != claim.asked:
        return refuse("not_yours_to_answer", "T4.2.iii.b")
    return denied(table, claim.seat, "T4.2.iii.b", ReplayPlay(), by, at, action.statement)


def _withdraw(table: Table, action: acts.WithdrawClaim, by: By, at: int, roll: Roll) -> HandlerResult:
    claim = table.handling.claim
    if claim is None:
        return refuse("nothing_claimed", "T4.2.iii.b")
    mine = claim.seat == by.seat if by.role is Role.PLAYER else claim.role is by.role
    if not mine:
        return refuse("not_your_claim", "T4.2.iii.b")
    return [acts.ClaimWithdrawn(), *going_on(table, [], at)]


HANDLERS: dict[type, Handler] = {
    acts.FlagPlay: Handler(_flag, PLAYERS | OFFICIALS, "T4.2.iii.a"),
    acts.AcceptFacts: Handler(_accept_facts, PLAYERS, "T4.2.iii.b", freely=True),
    acts.DisputeFacts: Handler(_dispute_facts, PLAYERS | {Role.SYSTEM}, "T4.2.iii.b", freely=True),
    acts.WithdrawClaim: Handler(_withdraw, PLAYERS | OFFICIALS, "T4.2.iii.b", freely=True),
}


def _flagged(table: Table, event: acts.PlayFlagged, at: int) -> Table:
    claim = Claim(event.asked, event.role, event.seat, at)
    return replace(table, handling=replace(table.handling, claim=claim))


def _unclaimed(table: Table, event: object, at: int) -> Table:
    return replace(table, handling=replace(table.handling, claim=None))


def _withdrawn(table: Table, event: object, at: int) -> Table:
    """It counts as a failed claim: stopping the game without a reason is limited."""
    claim = table.handling.claim
    lost = list(table.disputes.lost)
    if claim and claim.seat is not None:
        lost[claim.seat] += 1
    return replace(_unclaimed(table, event, at), disputes=replace(table.disputes, lost=(lost[0], lost[1])))


EVOLVERS: dict[type, Evolver] = {
    acts.PlayFlagged: _flagged,
    acts.FactsAccepted: _unclaimed,
    acts.ClaimWithdrawn: _withdrawn,
}
