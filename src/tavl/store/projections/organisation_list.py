"""The list of organisations, and who is involved in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.store.log.events import Event
from tavl.store.projections.role_rows import RoleRows
from tavl.store.projections.tournament_list import ORGANISATION
from tavl.store.schema import organisation_roles, organisations

STREAM = ORGANISATION
OFFICERS, MEMBER = ("chair", "officer"), "member"
KNOWN = "known"  # for anything else that is kept about somebody
_ROLES = RoleRows(organisation_roles)


class OrganisationList:
    name = "organisations"
    version = 1
    tables = (organisation_roles, organisations)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> Callable[[], None] | None:
        for event in events:
            if event.stream.startswith(STREAM):
                _take(connection, event)
        return None


def _take(connection: sa.Connection, event: Event) -> None:
    stream, here = event.stream, organisations.c.stream == event.stream
    changes: dict[str, object] = {"updated": event.at}
    match event.type:
        case "organisation_created":
            charter = event.fields()["charter"]
            row = {"kind": charter["kind"], "name": charter["name"], "created": event.at, "updated": event.at}
            connection.execute(sa.insert(organisations).values(stream=stream, **row))
            _ROLES.give(connection, stream, OFFICERS[0], [event.actor])
            return
        case "charter_changed":
            charter = event.fields()["charter"]
            changes |= {"kind": charter["kind"], "name": charter["name"]}
        case "officer_appointed":
            fields = event.fields()
            _ROLES.take_away(connection, stream, fields["person"], OFFICERS)
            _ROLES.give(connection, stream, fields["role"], [fields["person"]])
        case "officer_dismissed":
            _ROLES.take_away(connection, stream, event.fields()["person"], OFFICERS)
        case "members_admitted":
            _ROLES.give(connection, stream, MEMBER, [each["person"] for each in event.fields()["members"]])
        case "licence_granted" | "suspended" | "starting_rating_set":
            _ROLES.give(connection, stream, KNOWN, [event.fields()["person"]])
        case "people_merged":
            fields = event.fields()
            _ROLES.give(connection, stream, KNOWN, [fields["entry"], fields["into"]])
        case "case_received":
            _ROLES.give(connection, stream, KNOWN, [event.actor, *event.fields().get("parties", ())])
    connection.execute(sa.update(organisations).where(here).values(changes))


# reading


class ListedOrganisation(Struct, frozen=True):
    stream: str
    kind: str
    name: str
    officer: bool = False


def listed(connection: sa.Connection, person: str | None, limit: int) -> list[ListedOrganisation]:
    """Those in which the person is an officer first, then federations, then by name."""
    o, r = organisations.c, organisation_roles.c
    mine: set[str] = set()
    if person is not None:
        officer = sa.select(r.stream).where(r.person == person, r.role.in_(OFFICERS))
        mine = set(connection.execute(officer).scalars())
    rows = connection.execute(
        sa.select(o.stream, o.kind, o.name).order_by(o.kind.desc(), o.name, o.stream).limit(limit)
    )
    found = [ListedOrganisation(row.stream, row.kind, row.name, row.stream in mine) for row in rows]
    return sorted(found, key=lambda each: not each.officer)


def streams_of(connection: sa.Connection, person: str) -> list[str]:
    """The organisations that keep something about somebody."""
    r = organisation_roles.c
    query = sa.select(r.stream).where(r.person == person).distinct().order_by(r.stream)
    return list(connection.execute(query).scalars())
