"""The charter, and who runs the organisation."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.acts import Role
from tavl.organisation.registry import CHAIR, OFFICERS, Answer, Evolver, Handler
from tavl.organisation.state import Organisation
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp
from tavl.tournament.registry import too_long

MOST_OFFICERS = 100


def create(action: acts.CreateOrganisation, by: By) -> Answer:
    """The first event of a stream; whoever asks is its chair."""
    if not by.person:
        return refuse("bad_value", "T1.1", field="person")
    fault = action.charter.fault or too_long(action.about)
    return fault or [acts.OrganisationCreated(charter=action.charter, about=action.about)]


def created(event: acts.OrganisationCreated, stamp: Stamp) -> Organisation:
    return Organisation(
        charter=event.charter,
        about=event.about,
        founder=stamp.person,
        created_at=stamp.at,
        last_at=stamp.at,
        officers={stamp.person: Role.CHAIR},
    )


def _change(organisation: Organisation, action: acts.ChangeCharter, by: By, at: int) -> Answer:
    if action.charter == organisation.charter:
        return []
    return action.charter.fault or [acts.CharterChanged(charter=action.charter)]


def _describe(organisation: Organisation, action: acts.DescribeOrganisation, by: By, at: int) -> Answer:
    return too_long(action.about) or [acts.OrganisationDescribed(about=action.about)]


def _appoint(organisation: Organisation, action: acts.AppointOfficer, by: By, at: int) -> Answer:
    if action.role not in OFFICERS or not action.person or len(organisation.officers) >= MOST_OFFICERS:
        return refuse("bad_value", "T1.1", field="role")
    if organisation.officers.get(action.person) is action.role:
        return refuse("done_already", "T1.1")
    if action.role is not Role.CHAIR and _last_chair(organisation, action.person):
        return refuse("no_chair_left", "T1.1")
    return [acts.OfficerAppointed(person=action.person, role=action.role)]


def _dismiss(organisation: Organisation, action: acts.DismissOfficer, by: By, at: int) -> Answer:
    if action.person not in organisation.officers:
        return refuse("not_an_officer", "T1.1")
    if _last_chair(organisation, action.person):
        return refuse("no_chair_left", "T1.1")
    return [acts.OfficerDismissed(person=action.person)]


def _last_chair(organisation: Organisation, person: str) -> bool:
    return [each for each, role in organisation.officers.items() if role is Role.CHAIR] == [person]


HANDLERS: dict[type, Handler] = {
    acts.ChangeCharter: Handler(_change, CHAIR, "T1.1"),
    acts.DescribeOrganisation: Handler(_describe, OFFICERS, "T1.1"),
    acts.AppointOfficer: Handler(_appoint, CHAIR, "T1.1"),
    acts.DismissOfficer: Handler(_dismiss, CHAIR, "T1.1"),
}


def _dismissed(organisation: Organisation, event: acts.OfficerDismissed, stamp: Stamp) -> Organisation:
    left = {person: role for person, role in organisation.officers.items() if person != event.person}
    return replace(organisation, officers=left)


EVOLVERS: dict[type, Evolver] = {
    acts.CharterChanged: lambda organisation, event, stamp: replace(organisation, charter=event.charter),
    acts.OrganisationDescribed: lambda organisation, event, stamp: replace(organisation, about=event.about),
    acts.OfficerAppointed: lambda organisation, event, stamp: replace(
        organisation, officers={**organisation.officers, event.person: event.role}
    ),
    acts.OfficerDismissed: _dismissed,
}
