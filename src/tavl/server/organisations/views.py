"""An organisation as a person may see it, with names; and the list of all."""

from __future__ import annotations

from tavl.organisation import view
from tavl.organisation.charter import Kind
from tavl.organisation.personal_data import people_in
from tavl.organisation.view import OrganisationView
from tavl.server.accounts.identity import Identity
from tavl.server.messages.organisations import (
    NumberedMember,
    OrganisationInList,
    OrganisationList,
    OrganisationState,
    TournamentOfIt,
)
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.people import OrganisationPeople
from tavl.server.organisations.stream import id_of, stream_of
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.stream import id_of as tournament_id
from tavl.store import Store
from tavl.store.projections import organisation_list
from tavl.store.projections.tournament_list import OPEN, listed
from tavl.tournament import By

MAX_LISTED = 500
MAX_TO_COME = 50


async def all_for(store: Store, who: Identity | None) -> OrganisationList:
    person = who.person if who else None
    rows = await store.read_rows(lambda c: organisation_list.listed(c, person, MAX_LISTED))
    return OrganisationList(
        tuple(OrganisationInList(id_of(row.stream), row.name, Kind(row.kind), row.officer) for row in rows)
    )


async def state_for(
    id: str,
    who: Identity | None,
    store: Store,
    organisations: Organisations,
    people: OrganisationPeople,
    tournaments: Tournaments,
    at: int,
) -> OrganisationState:
    kept = await organisations.state(id)
    seen = view(kept.organisation, By(who.person if who else ""), at, kept.computed)
    wanted = people_in(kept.organisation) if seen.desk else _shown(seen)
    numbers = await people.numbers(id) if seen.desk else {}
    return OrganisationState(
        id=id,
        version=kept.version,
        at=at,
        view=seen,
        names=await people.names(wanted),
        tournaments=await _tournaments(id, store, tournaments),
        numbers={person: NumberedMember(each.number, each.club) for person, each in numbers.items()},
    )


def _shown(seen: OrganisationView) -> set[str]:
    found = {line.person for line in seen.ratings} | set(seen.licensed)
    return found | {line.person for series in seen.series for line in series.standings}


async def _tournaments(id: str, store: Store, tournaments: Tournaments) -> tuple[TournamentOfIt, ...]:
    """Upcoming, or under way; closed ones are in the reports."""
    stream = stream_of(id)
    rows = await store.read_rows(lambda c: listed(c, organisation=stream, phases=(OPEN,), limit=MAX_TO_COME))
    found = []
    for row in rows:
        tournament = (await tournaments.state_at_least(tournament_id(row.stream))).tournament
        found.append(
            TournamentOfIt(
                tournament_id(row.stream),
                tournament.title,
                tournament.phase,
                tournament.invitation.sanctioned,
                tournament.invitation.starts_at,
            )
        )
    return tuple(sorted(found, key=lambda each: (each.starts_at, each.id)))
