"""Who runs the organisation."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.acts import Role
from tavl.organisation.registry import CHAIR, OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp

MAX_OFFICERS = 100


def _appoint(organisation: Organisation, action: acts.AppointOfficer, by: By, at: int) -> HandlerResult:
    if action.role not in OFFICERS or not action.person or len(organisation.officers) >= MAX_OFFICERS:
        return refuse("bad_value", "T1.1", field="role")
    if organisation.officers.get(action.person) is action.role:
        return refuse("done_already", "T1.1")
    if action.role is not Role.CHAIR and _last_chair(organisation, action.person):
        return refuse("no_chair_left", "T1.1")
    return [acts.OfficerAppointed(person=action.person, role=action.role)]


def _dismiss(organisation: Organisation, action: acts.DismissOfficer, by: By, at: int) -> HandlerResult:
    if action.person not in organisation.officers:
        return refuse("not_an_officer", "T1.1")
    if _last_chair(organisation, action.person):
        return refuse("no_chair_left", "T1.1")
    return [acts.OfficerDismissed(person=action.person)]


def _last_chair(organisation: Organisation, person: str) -> bool:
    return [each for each, role in organisation.officers.items() if role is Role.CHAIR] == [person]


HANDLERS: dict[type, Handler] = {
    acts.AppointOfficer: Handler(_appoint, CHAIR, "T1.1"),
    acts.DismissOfficer: Handler(_dismiss, CHAIR, "T1.1"),
}


def _dismissed(organisation: Organisation, event: acts.OfficerDismissed, stamp: Stamp) -> Organisation:
    left = {person: role for person, role in organisation.officers.items() if person != event.person}
    return replace(organisation, officers=left)


EVOLVERS: dict[type, Evolver] = {
    acts.OfficerAppointed: lambda organisation, event, stamp: replace(
        organisation, officers={**organisation.officers, event.person: event.role}
    ),
    acts.OfficerDismissed: _dismissed,
}
