"""Approval of a baffle box or a clock by the director: play waits for it (T3.4.iii, T3.5.iii)."""

from __future__ import annotations

from tavl.rules.refusal import refuse
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Request, Useful
from tavl.table.preparation.wishes import use_in, with_setup, without
from tavl.table.registry import DIRECTORS, PLAYERS, Evolver, Handler, HandlerResult, Roll, gives_reason
from tavl.table.state import Table
from tavl.table.terms import Ruler

REQUESTS = {Useful.BAFFLE_BOX: Request.APPROVE_BAFFLE_BOX, Useful.CLOCK: Request.APPROVE_CLOCK}


def _ask(table: Table, action: acts.AskApproval, by: By, at: int, roll: Roll) -> HandlerResult:
    what = action.what
    rule = "T3.4.iii" if what is Useful.BAFFLE_BOX else "T3.5.iii"
    if table.terms.ruler is Ruler.NOBODY:
        return refuse("nobody_rules", "T5.1")
    if table.over:
        return refuse("match_over", "T4.5")
    if use_in(table, what) is None:
        return refuse("not_in_use", rule)
    if what is Useful.CLOCK and table.begun:
        return refuse("match_begun", "T3.5.iii")
    if what in table.setup.awaiting:
        return refuse("asked_already", rule)
    asked = acts.Asked(table.requests.asked + 1, action.seat, REQUESTS[what])
    return [acts.ApprovalAsked(action.seat, what), asked]


def _approve(table: Table, action: acts.Approve, by: By, at: int, roll: Roll) -> HandlerResult:
    if action.what not in table.setup.awaiting:
        return refuse("nothing_asked", "T3.4.iii" if action.what is Useful.BAFFLE_BOX else "T3.5.iii")
    fault = None if action.approved else gives_reason(action.reason)
    if fault:
        return fault
    given: AnyEvent = acts.ApprovalGiven(action.what, action.approved, action.reason)
    lines = [line for line in table.requests.lines if line.what is REQUESTS[action.what] and line.granted is None]
    return [given, *(acts.Answered(line.id, action.approved, action.reason) for line in lines)]


HANDLERS: dict[type, Handler] = {
    acts.AskApproval: Handler(_ask, PLAYERS, "T3.4.iii", conduct=True),
    acts.Approve: Handler(_approve, DIRECTORS, "T3.4.iii", freely=True, conduct=True),
}


def _evolve_asked(table: Table, event: acts.ApprovalAsked, at: int) -> Table:
    return with_setup(table, awaiting=(*table.setup.awaiting, event.what))


def _evolve_given(table: Table, event: acts.ApprovalGiven, at: int) -> Table:
    """Equipment that is not approved is not used."""
    awaiting = tuple(what for what in table.setup.awaiting if what is not event.what)
    table = with_setup(table, awaiting=awaiting)
    return table if event.approved else without(table, event.what)


EVOLVERS: dict[type, Evolver] = {acts.ApprovalAsked: _evolve_asked, acts.ApprovalGiven: _evolve_given}
