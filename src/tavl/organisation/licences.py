"""Licences of directors (T1.2)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.registry import OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation, ended, entries_of, holds, with_period
from tavl.rating.counted_matches import Period
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp
from tavl.tournament.registry import gives_reason


def _grant(organisation: Organisation, action: acts.GrantLicence, by: By, at: int) -> HandlerResult:
    if not action.person:
        return refuse("bad_value", "T1.2", field="person")
    if action.until is not None and action.until <= max(action.since, at):
        return refuse("bad_value", "T1.2", field="until")
    had = organisation.licences.get(action.person, ())
    since = max(action.since, 0)
    if with_period(had, Period(since, action.until)) == had:
        return refuse("done_already", "T1.2")
    return [acts.LicenceGranted(person=action.person, since=since, until=action.until)]


def _withdraw(organisation: Organisation, action: acts.WithdrawLicence, by: By, at: int) -> HandlerResult:
    held = [each for each in entries_of(organisation, action.person) if _holds_one(organisation, each, at)]
    if not held:
        return refuse("no_licence", "T1.2", person=action.person)
    fault = gives_reason(action.reason, "T1.2")
    return fault or [acts.LicenceWithdrawn(person=each, reason=action.reason) for each in held]


def _holds_one(organisation: Organisation, person: str, at: int) -> bool:
    """Now, or from some day on."""
    periods = organisation.licences.get(person, ())
    return ended(periods, at) != periods or holds(periods, at)


HANDLERS: dict[type, Handler] = {
    acts.GrantLicence: Handler(_grant, OFFICERS, "T1.2"),
    acts.WithdrawLicence: Handler(_withdraw, OFFICERS, "T1.2"),
}


def _granted(organisation: Organisation, event: acts.LicenceGranted, stamp: Stamp) -> Organisation:
    periods = with_period(organisation.licences.get(event.person, ()), Period(event.since, event.until))
    return replace(organisation, licences={**organisation.licences, event.person: periods})


def _withdrawn(organisation: Organisation, event: acts.LicenceWithdrawn, stamp: Stamp) -> Organisation:
    periods = ended(organisation.licences.get(event.person, ()), stamp.at)
    return replace(organisation, licences={**organisation.licences, event.person: periods})


EVOLVERS: dict[type, Evolver] = {
    acts.LicenceGranted: _granted,
    acts.LicenceWithdrawn: _withdrawn,
}
