"""An organisation's decisions and state: what an action leads to, and the state after an event."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tavl.organisation import acts, charter_changes, licences, members, officers, reports_and_cases, series, suspensions
from tavl.organisation.acts import AnyAction, AnyEvent
from tavl.organisation.registry import Evolver, Handler, HandlerResult, role_of
from tavl.organisation.state import Organisation
from tavl.rules.refusal import refuse
from tavl.tournament import By, Stamp

PARTS = (charter_changes, licences, members, officers, reports_and_cases, series, suspensions)
HANDLERS: dict[type, Handler] = {kind: handler for part in PARTS for kind, handler in part.HANDLERS.items()}
EVOLVERS: dict[type, Evolver] = {kind: evolver for part in PARTS for kind, evolver in part.EVOLVERS.items()}


def decide(organisation: Organisation | None, action: AnyAction, by: By, at: int) -> HandlerResult:
    """What an action by somebody at an instant leads to."""
    if isinstance(action, acts.CreateOrganisation):
        return charter_changes.create(action, by) if organisation is None else refuse("done_already", "T1.1")
    if organisation is None:
        return refuse("no_organisation", "T1.1")
    handler = HANDLERS[type(action)]
    organisation = replace(organisation, last_at=max(at, organisation.last_at))
    role = role_of(organisation, by)
    if role not in handler.roles:
        return refuse("officers_only", handler.rule, role=role)
    return handler.decide(organisation, action, by, organisation.last_at)


def evolve(organisation: Organisation | None, event: AnyEvent, stamp: Stamp) -> Organisation:
    """The organisation after something happened."""
    if isinstance(event, acts.OrganisationCreated):
        return charter_changes.created(event, stamp)
    if organisation is None:
        raise ValueError("a stream begins with the organisation's creation")
    stamp = replace(stamp, at=max(stamp.at, organisation.last_at))
    return EVOLVERS[type(event)](replace(organisation, last_at=stamp.at), event, stamp)


def replay(events: Iterable[tuple[AnyEvent, Stamp]], organisation: Organisation | None = None) -> Organisation | None:
    """The organisation that events lead to, from their beginning or from one that they continue."""
    for event, stamp in events:
        organisation = evolve(organisation, event, stamp)
    return organisation
