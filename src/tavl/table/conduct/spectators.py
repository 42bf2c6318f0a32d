"""Spectators (T1.6): what they may tell the director, expelling one, and how much later they see the match (from the
beginning `spectator_delay_ms` in `table/terms.py`)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.registry import DIRECTORS, Evolver, Handler, HandlerResult, Roll, gives_reason
from tavl.table.state import Table
from tavl.table.terms import Ruler

MAX_DELAY = 24 * 3600_000


def _tell(table: Table, action: acts.TellDirector, by: By, at: int, roll: Roll) -> HandlerResult:
    """The only thing a spectator may do: write to the director in private (T1.6.i)."""
    if table.terms.ruler is Ruler.NOBODY:
        return refuse("nobody_rules", "T5.1")
    fault = why_not_watch(table, by)
    if fault:
        return fault
    if len(action.text) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    return [acts.ConcernTold(by.person, action.concern, action.text)]


def why_not_watch(table: Table, by: By) -> Refused | None:
    if by.role is Role.SPECTATOR and by.person and by.person in table.requests.expelled:
        return refuse("expelled", "T1.6.iii")
    return None


def _expel(table: Table, action: acts.ExpelSpectator, by: By, at: int, roll: Roll) -> HandlerResult:
    if not action.person or table.seat_of(action.person) is not None:
        return refuse("bad_value", "T1.6.iii", field="person")
    expelled = acts.SpectatorExpelled(action.person, action.reason, action.from_later)
    return gives_reason(action.reason) or [expelled]


def _delay(table: Table, action: acts.SetSpectatorDelay, by: By, at: int, roll: Roll) -> HandlerResult:
    if not 0 <= action.delay_ms <= MAX_DELAY:
        return refuse("bad_value", "T1.6.ii", field="delay_ms")
    return [acts.SpectatorDelaySet(action.delay_ms)]


HANDLERS: dict[type, Handler] = {
    acts.TellDirector: Handler(_tell, frozenset({Role.SPECTATOR}), "T1.6.i", freely=True, conduct=True),
    acts.ExpelSpectator: Handler(_expel, DIRECTORS, "T1.6.iii", freely=True, conduct=True),
    acts.SetSpectatorDelay: Handler(_delay, DIRECTORS, "T1.6.ii", freely=True, conduct=True),
}


def _with(table: Table, **changes: object) -> Table:
    return replace(table, requests=replace(table.requests, **changes))


def _evolve_told(table: Table, event: acts.ConcernTold, at: int) -> Table:
    return _with(table, concerns=(*table.requests.concerns, event))


def _evolve_expelled(table: Table, event: acts.SpectatorExpelled, at: int) -> Table:
    return _with(table, expelled=(*table.requests.expelled, event.person))


def _evolve_delay(table: Table, event: acts.SpectatorDelaySet, at: int) -> Table:
    return replace(table, terms=replace(table.terms, spectator_delay_ms=event.delay_ms))


EVOLVERS: dict[type, Evolver] = {
    acts.ConcernTold: _evolve_told,
    acts.SpectatorExpelled: _evolve_expelled,
    acts.SpectatorDelaySet: _evolve_delay,
}
