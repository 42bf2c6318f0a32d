"""Suspensions from tournaments (T1.2). By which clauses one may be for good: `FOR_GOOD` in
`tournament/cases/penalties.py`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.registry import OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation, Suspension
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp
from tavl.tournament.cases.penalties import FOR_GOOD
from tavl.tournament.registry import gives_reason, reasoned


def _suspend(organisation: Organisation, action: acts.Suspend, by: By, at: int) -> HandlerResult:
    if not action.person:
        return refuse("bad_value", "T1.2", field="person")
    if fault := reasoned(action.rule, action.reason):
        return fault
    if action.until is None and action.rule not in FOR_GOOD:
        return refuse("only_for_a_time", action.rule)
    since = max(action.since, at)
    if action.until is not None and action.until <= since:
        return refuse("bad_value", action.rule, field="until")
    return [
        acts.Suspended(
            suspension=f"s{len(organisation.suspensions) + 1}",
            person=action.person,
            rule=action.rule,
            reason=action.reason,
            since=since,
            until=action.until,
        )
    ]


def _lift(organisation: Organisation, action: acts.LiftSuspension, by: By, at: int) -> HandlerResult:
    found = organisation.suspensions.get(action.suspension)
    if found is None or found.lifted_at is not None or (found.until is not None and found.until <= at):
        return refuse("not_suspended", "T1.2")
    fault = gives_reason(action.reason, "T1.2")
    return fault or [acts.SuspensionLifted(suspension=found.id, reason=action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.Suspend: Handler(_suspend, OFFICERS, "T1.2"),
    acts.LiftSuspension: Handler(_lift, OFFICERS, "T1.2"),
}


def _suspended(organisation: Organisation, event: acts.Suspended, stamp: Stamp) -> Organisation:
    made = Suspension(
        id=event.suspension,
        person=event.person,
        rule=event.rule,
        reason=event.reason,
        since=event.since,
        until=event.until,
        by=stamp.person,
        at=stamp.at,
    )
    return replace(organisation, suspensions={**organisation.suspensions, made.id: made})


def _lifted(organisation: Organisation, event: acts.SuspensionLifted, stamp: Stamp) -> Organisation:
    found = organisation.suspensions[event.suspension]
    found = replace(found, lifted_at=stamp.at, lifted_because=event.reason)
    return replace(organisation, suspensions={**organisation.suspensions, found.id: found})


EVOLVERS: dict[type, Evolver] = {
    acts.Suspended: _suspended,
    acts.SuspensionLifted: _lifted,
}
