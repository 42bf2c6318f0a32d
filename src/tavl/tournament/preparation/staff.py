"""Who runs the tournament (T1.2, T1.3): directors and helpers, their licences, and who is suspended."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Role, Stamp
from tavl.tournament.registry import (
    ANYBODY,
    DIRECTORS,
    FEDERATION,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    is_staff,
    too_long,
)
from tavl.tournament.state import Phase, Tournament

MAX_STAFF = 200


def why_not_direct(sanctioned: bool, person: str, licensed: frozenset[str]) -> Refused | None:
    """A sanctioned tournament is directed by people whom the federation has approved of (T1.2)."""
    return refuse("no_licence", "T1.2", person=person) if sanctioned and person not in licensed else None


def _appoint(tournament: Tournament, action: acts.Appoint, by: By, at: int, chance: Chance) -> HandlerResult:
    if action.role not in (Role.DIRECTOR, Role.HELPER) or not action.person:
        return refuse("bad_value", "T1.3.i", field="role")
    if len(tournament.staff) >= MAX_STAFF:
        return refuse("bad_value", "T1.3.i", field="person")
    if any(action.person in case.committee and case.is_open for case in tournament.cases.values()):
        return refuse("sits_on_committee", "T1.3.ii", person=action.person)
    if action.role is Role.DIRECTOR:
        fault = why_not_direct(tournament.invitation.sanctioned, action.person, tournament.licensed)
        if fault:
            return fault
    if tournament.staff.get(action.person) is action.role:
        return refuse("done_already", "T1.3.i")
    return [acts.Appointed(action.person, action.role)]


def _dismiss(tournament: Tournament, action: acts.Dismiss, by: By, at: int, chance: Chance) -> HandlerResult:
    if not is_staff(tournament, action.person):
        return refuse("not_staff", "T1.3.i", person=action.person)
    if tournament.phase is Phase.OPEN and tournament.invitation.attended and tournament.directors == (action.person,):
        return refuse("no_director", "T1.3.i")
    return too_long(action.reason) or [acts.Dismissed(action.person, action.reason)]


def _licences(tournament: Tournament, action: acts.StateLicences, by: By, at: int, chance: Chance) -> HandlerResult:
    return [acts.LicencesStated(action.people)]


def _withdraw_licence(
    tournament: Tournament, action: acts.WithdrawLicence, by: By, at: int, chance: Chance
) -> HandlerResult:
    fault = gives_reason(action.reason, "T1.2")
    if fault:
        return fault
    events: list[AnyEvent] = [acts.LicenceWithdrawn(action.person, action.reason)]
    if tournament.invitation.sanctioned and tournament.staff.get(action.person) is Role.DIRECTOR:
        events.append(acts.Dismissed(action.person, action.reason))
    return events


def _report_director(
    tournament: Tournament, action: acts.ReportDirector, by: By, at: int, chance: Chance
) -> HandlerResult:
    if action.person not in tournament.served:
        return refuse("not_staff", "T1.2", person=action.person)
    return gives_reason(action.reason, "T1.2") or [acts.DirectorReported(action.person, action.reason)]


def _suspension(tournament: Tournament, action: acts.StateSuspension, by: By, at: int, chance: Chance) -> HandlerResult:
    return [acts.SuspensionStated(action.person, action.until)]


HANDLERS: dict[type, Handler] = {
    acts.Appoint: Handler(_appoint, DIRECTORS | {Role.ORGANISER}, "T1.3.i"),
    acts.Dismiss: Handler(_dismiss, DIRECTORS | {Role.ORGANISER}, "T1.3.i"),
    acts.StateLicences: Handler(_licences, FEDERATION, "T1.2"),
    acts.WithdrawLicence: Handler(_withdraw_licence, FEDERATION, "T1.2", closed=True),
    acts.ReportDirector: Handler(_report_director, ANYBODY, "T1.2", closed=True),
    acts.StateSuspension: Handler(_suspension, FEDERATION, "T1.2"),
}


def _evolve_appointed(tournament: Tournament, event: acts.Appointed, stamp: Stamp) -> Tournament:
    served = tuple(dict.fromkeys((*tournament.served, event.person)))
    return replace(tournament, staff={**tournament.staff, event.person: event.role}, served=served)


def _evolve_dismissed(tournament: Tournament, event: acts.Dismissed, stamp: Stamp) -> Tournament:
    return replace(tournament, staff={who: role for who, role in tournament.staff.items() if who != event.person})


def _evolve_reported(tournament: Tournament, event: acts.DirectorReported, stamp: Stamp) -> Tournament:
    return replace(tournament, reported=(*tournament.reported, (event.person, stamp.person, event.reason)))


EVOLVERS: dict[type, Evolver] = {
    acts.Appointed: _evolve_appointed,
    acts.Dismissed: _evolve_dismissed,
    acts.LicencesStated: lambda tournament, event, stamp: replace(tournament, licensed=frozenset(event.people)),
    acts.LicenceWithdrawn: lambda tournament, event, stamp: replace(
        tournament, licensed=tournament.licensed - {event.person}
    ),
    acts.DirectorReported: _evolve_reported,
    acts.SuspensionStated: lambda tournament, event, stamp: replace(
        tournament, suspended={**tournament.suspended, event.person: event.until}
    ),
}
