"""How an organisation begins, and who may change its charter."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.acts import Role
from tavl.organisation.registry import CHAIR, OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp
from tavl.tournament.registry import too_long


def create(action: acts.CreateOrganisation, by: By) -> HandlerResult:
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


def _change(organisation: Organisation, action: acts.ChangeCharter, by: By, at: int) -> HandlerResult:
    if action.charter == organisation.charter:
        return []
    return action.charter.fault or [acts.CharterChanged(charter=action.charter)]


def _describe(organisation: Organisation, action: acts.DescribeOrganisation, by: By, at: int) -> HandlerResult:
    return too_long(action.about) or [acts.OrganisationDescribed(about=action.about)]


HANDLERS: dict[type, Handler] = {
    acts.ChangeCharter: Handler(_change, CHAIR, "T1.1"),
    acts.DescribeOrganisation: Handler(_describe, OFFICERS, "T1.1"),
}
EVOLVERS: dict[type, Evolver] = {
    acts.CharterChanged: lambda organisation, event, stamp: replace(organisation, charter=event.charter),
    acts.OrganisationDescribed: lambda organisation, event, stamp: replace(organisation, about=event.about),
}
