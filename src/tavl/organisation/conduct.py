"""Licences of directors, and suspensions from tournaments (T1.2)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.registry import OFFICERS, Answer, Evolver, Handler
from tavl.organisation.state import Organisation, Suspension, ended, entries_of, holds, with_period
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp
from tavl.tournament.cases.penalties import FOR_GOOD
from tavl.tournament.registry import gives_reason, reasoned
from tavl.tournament.standings.rating_list import Period


def _grant(organisation: Organisation, action: acts.GrantLicence, by: By, at: int) -> Answer:
    if not action.person:
        return refuse("bad_value", "T1.2", field="person")
    if action.until is not None and action.until <= max(action.since, at):
        return refuse("bad_value", "T1.2", field="until")
    had = organisation.licences.get(action.person, ())
    since = max(action.since, 0)
    if with_period(had, Period(since, action.until)) == had:
        return refuse("done_already", "T1.2")
    return [acts.LicenceGranted(person=action.person, since=since, until=action.until)]


def _withdraw(organisation: Organisation, action: acts.WithdrawLicence, by: By, at: int) -> Answer:
    held = [each for each in entries_of(organisation, action.person) if _holds_one(organisation, each, at)]
    if not held:
        return refuse("no_licence", "T1.2", person=action.person)
    fault = gives_reason(action.reason, "T1.2")
    return fault or [acts.LicenceWithdrawn(person=each, reason=action.reason) for each in held]


def _holds_one(organisation: Organisation, person: str, at: int) -> bool:
    """Now, or from some day on."""
    periods = organisation.licences.get(person, ())
    return ended(periods, at) != periods or holds(periods, at)


def _suspend(organisation: Organisation, action: acts.Suspend, by: By, at: int) -> Answer:
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


def _lift(organisation: Organisation, action: acts.LiftSuspension, by: By, at: int) -> Answer:
    found = organisation.suspensions.get(action.suspension)
    if found is None or found.lifted_at is not None or (found.until is not None and found.until <= at):
        return refuse("not_suspended", "T1.2")
    fault = gives_reason(action.reason, "T1.2")
    return fault or [acts.SuspensionLifted(suspension=found.id, reason=action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.GrantLicence: Handler(_grant, OFFICERS, "T1.2"),
    acts.WithdrawLicence: Handler(_withdraw, OFFICERS, "T1.2"),
    acts.Suspend: Handler(_suspend, OFFICERS, "T1.2"),
    acts.LiftSuspension: Handler(_lift, OFFICERS, "T1.2"),
}


def _granted(organisation: Organisation, event: acts.LicenceGranted, stamp: Stamp) -> Organisation:
    periods = with_period(organisation.licences.get(event.person, ()), Period(event.since, event.until))
    return replace(organisation, licences={**organisation.licences, event.person: periods})


def _withdrawn(organisation: Organisation, event: acts.LicenceWithdrawn, stamp: Stamp) -> Organisation:
    periods = ended(organisation.licences.get(event.person, ()), stamp.at)
    return replace(organisation, licences={**organisation.licences, event.person: periods})


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
    acts.LicenceGranted: _granted,
    acts.LicenceWithdrawn: _withdrawn,
    acts.Suspended: _suspended,
    acts.SuspensionLifted: _lifted,
}
