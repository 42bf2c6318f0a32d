"""Appeals against a ruling at a table (T5.2)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.table import acts
from tavl.table.acts import By
from tavl.table.disputes.disputes import stops_clock
from tavl.table.preparation.breaks_and_lateness import put_off
from tavl.table.registry import PLAYERS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table


def _appeal(table: Table, action: acts.Appeal, by: By, at: int, roll: Roll) -> HandlerResult:
    ruling = next((line for line in table.disputes.rulings if line.id == action.ruling), None)
    if ruling is None:
        return refuse("no_such_ruling", "T5.2", id=action.ruling)
    if ruling.final:
        return refuse("ruling_is_final", "T3.8")
    if ruling.appealed or action.seat in ruling.appealed_late:
        return refuse("appealed_already", "T5.2")
    stops = stops_clock(table, action.seat, at) if table.terms.appeals_wait else []
    return [*stops, acts.AppealLodged(action.seat, action.ruling)]


HANDLERS: dict[type, Handler] = {
    acts.Appeal: Handler(_appeal, PLAYERS, "T5.2", freely=True),
}


def answered(table: Table, at: int) -> Table:
    """The appeal is decided: nothing waits for it any longer, and nobody was late or on a break during it."""
    since = table.disputes.appealed_at
    stopped_for_it = table.stand.reason is acts.StopReason.DIRECTOR and table.stand.seat is not None
    stand = replace(table.stand, reason=None, seat=None) if stopped_for_it else table.stand
    after = replace(table, disputes=replace(table.disputes, appeal=None), stand=stand)
    return after if table.game_running else put_off(after, since, at)


def too_late(table: Table, ruling: int) -> Table:
    """The appeal is refused by a director: it does not count as one, and the other may still ask in time."""
    lines = tuple(
        replace(line, appealed=False, appealed_late=(*line.appealed_late, line.appealed_by))
        if line.id == ruling and line.appealed_by is not None
        else line
        for line in table.disputes.rulings
    )
    return replace(table, disputes=replace(table.disputes, rulings=lines))


def _evolve_appeal(table: Table, event: acts.AppealLodged, at: int) -> Table:
    lines = tuple(
        replace(line, appealed=True, appealed_by=event.seat) if line.id == event.ruling else line
        for line in table.disputes.rulings
    )
    disputes = replace(table.disputes, rulings=lines)
    if table.terms.appeals_wait:
        disputes = replace(disputes, appeal=event.ruling, appealed_at=at)
    return replace(table, disputes=disputes)


EVOLVERS: dict[type, Evolver] = {
    acts.AppealLodged: _evolve_appeal,
}
