"""Downtime: while the server was down nobody could play, and that time is charged to nobody (T4.3.ii). Who suspends the
tables: `server/processes/downtime.py`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.clock.automatic_stops import clock_follows, stopped
from tavl.table.preparation import breaks_and_lateness
from tavl.table.registry import DIRECTORS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.terms import Sitting


def _suspend(table: Table, action: acts.Suspend, by: By, at: int, roll: Roll) -> HandlerResult:
    return [] if table.suspended or table.over else [acts.Suspended(max(action.since, table.last_at))]


def _resume(table: Table, action: acts.Resume, by: By, at: int, roll: Roll) -> HandlerResult:
    return [acts.Resumed()] if table.suspended else []


SYSTEM = frozenset({Role.SYSTEM})
HANDLERS: dict[type, Handler] = {
    acts.Suspend: Handler(_suspend, SYSTEM, "T4.3.ii", freely=True),
    acts.Resume: Handler(_resume, SYSTEM | DIRECTORS, "T4.3.ii", freely=True),
}


def _evolve_suspended(table: Table, event: acts.Suspended, at: int) -> Table:
    return replace(stopped(table, event.since), suspended=True, away_since=event.since)


def _evolve_resumed(table: Table, event: acts.Resumed, at: int) -> Table:
    """At a digital table nothing ran while nobody could act: no clock, no break, no lateness, no time to answer.
    At a physical board people went on without the server."""
    back = replace(table, suspended=False)
    if table.suspended and table.terms.sitting is not Sitting.RECORDED:
        back = _put_off(back, table.away_since, at)
    return clock_follows(back, at)


def _put_off(table: Table, since: int, at: int) -> Table:
    gone = at - since
    claim, dispute = table.handling.claim, table.disputes.open
    return replace(
        breaks_and_lateness.put_off(table, since, at),
        handling=replace(table.handling, claim=replace(claim, since=claim.since + gone) if claim else None),
        disputes=replace(table.disputes, open=replace(dispute, since=dispute.since + gone) if dispute else None),
    )


EVOLVERS: dict[type, Evolver] = {
    acts.Suspended: _evolve_suspended,
    acts.Resumed: _evolve_resumed,
}
