"""The list of tournaments, their phases, and who is involved in them. Titles are words: the log has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.store.log.events import SYSTEM, Event
from tavl.store.projections.role_rows import RoleRows
from tavl.store.schema import tournament_roles, tournaments

STREAM = "tournament/"
ORGANISATION = "organisation/"  # the prefix of the stream of a tournament's owner
DRAFT, OPEN, CLOSED = "draft", "open", "closed"
ORGANISER, DIRECTOR, HELPER, PLAYER = "organiser", "director", "helper", "player"
KNOWN = "known"  # for anything else that is kept about somebody
STAFF = (ORGANISER, DIRECTOR, HELPER)

_ROLES = RoleRows(tournament_roles)


class TournamentList:
    name = "tournaments"
    version = 3  # whom else it knows
    tables = (tournament_roles, tournaments)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> Callable[[], None] | None:
        for event in events:
            if event.stream.startswith(STREAM):
                _take(connection, event)
        return None


def _take(connection: sa.Connection, event: Event) -> None:
    t, stream = tournaments.c, event.stream
    if event.version == 1:
        fields = event.fields()
        invitation = fields["invitation"]
        values = {
            "phase": DRAFT,
            "sanctioned": invitation.get("sanctioned", True),
            "starts_at": invitation.get("starts_at", 0),
            "created": event.at,
            "updated": event.at,
            "organisation": _organisation(invitation),
        }
        connection.execute(sa.insert(tournaments).values(stream=stream, **values))
        if event.actor != SYSTEM:
            _ROLES.give(connection, stream, ORGANISER, [event.actor])
        _ROLES.give(connection, stream, DIRECTOR, fields.get("directors", ()))
        return
    changes: dict[str, Any] = {"updated": event.at}
    match event.type:
        case "invitation_changed":
            invitation = event.fields()["invitation"]
            changes |= {"sanctioned": invitation["sanctioned"], "starts_at": invitation["starts_at"]}
            changes["organisation"] = _organisation(invitation)
        case "entries_opened":
            changes["phase"] = OPEN
        case "tournament_closed":
            changes["phase"] = CLOSED
        case "appointed":
            fields = event.fields()
            _ROLES.take_away(connection, stream, fields["person"], (DIRECTOR, HELPER))
            _ROLES.give(connection, stream, fields["role"], [fields["person"]])
        case "dismissed" | "licence_withdrawn":
            person = event.fields()["person"]
            _ROLES.take_away(connection, stream, person, (DIRECTOR, HELPER))
            _ROLES.give(connection, stream, KNOWN, [person])
        case "observer_appointed" | "person_asked" | "penalised" | "spectator_expelled":
            _ROLES.give(connection, stream, KNOWN, [event.fields()["person"]])
        case "case_opened":
            _ROLES.give(connection, stream, KNOWN, event.fields()["parties"])
        case "committee_named":
            _ROLES.give(connection, stream, KNOWN, event.fields()["members"])
        case "entered":
            _ROLES.give(connection, stream, PLAYER, event.fields()["members"])
        case "member_replaced":
            _ROLES.give(connection, stream, PLAYER, [event.fields()["comes"]])
    connection.execute(sa.update(tournaments).where(t.stream == stream).values(changes))


def _organisation(invitation: dict[str, Any]) -> str | None:
    named = invitation.get("organisation", "")
    return ORGANISATION + named if named else None


# reading


class ListedTournament(Struct, frozen=True, kw_only=True):
    stream: str
    phase: str
    sanctioned: bool
    starts_at: int
    created: int
    updated: int
    organisation: str | None = None


def listed(
    connection: sa.Connection,
    *,
    limit: int,
    person: str | None = None,
    phases: Sequence[str] = (OPEN, CLOSED),
    organisation: str | None = None,
) -> list[ListedTournament]:
    """The latest first; for a person, those they are involved in; for an organisation, its own."""
    t, r = tournaments.c, tournament_roles.c
    query = sa.select(tournaments).where(t.phase.in_(phases))
    if person is not None:
        query = query.where(t.stream.in_(sa.select(r.stream).where(r.person == person, r.role != KNOWN)))
    if organisation is not None:
        query = query.where(t.organisation == organisation)
    rows = connection.execute(query.order_by(t.updated.desc(), t.stream).limit(limit))
    return [ListedTournament(**row._mapping) for row in rows]


def staffed_by(connection: sa.Connection, person: str) -> frozenset[str]:
    """The streams of the tournaments that somebody runs, or has run."""
    r = tournament_roles.c
    found = sa.select(r.stream).where(r.person == person, r.role.in_(STAFF))
    return frozenset(connection.execute(found).scalars())


def streams_of(connection: sa.Connection, person: str, organisation: str | None = None) -> list[str]:
    """The streams that keep anything about somebody; of an organisation's tournaments alone, if one is given."""
    t, r = tournaments.c, tournament_roles.c
    query = sa.select(t.stream).where(t.stream.in_(sa.select(r.stream).where(r.person == person)))
    if organisation is not None:
        query = query.where(t.organisation == organisation)
    return list(connection.execute(query.order_by(t.created, t.stream)).scalars())


def open_streams(connection: sa.Connection, changed_after: int) -> list[str]:
    """Tournaments that are going on."""
    t = tournaments.c
    query = sa.select(t.stream).where(t.phase == OPEN, t.updated > changed_after).order_by(t.stream)
    return list(connection.execute(query).scalars())
