"""How a tournament is shown in lists."""

from __future__ import annotations

import sqlalchemy as sa

from tavl.server.messages.tournaments import TournamentInList, TournamentList
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.stream import id_of
from tavl.server.venue.copy_sources import REMOVED, CopySources
from tavl.store import Store
from tavl.store.projections.tournament_list import CLOSED, DRAFT, OPEN, ListedTournament, listed
from tavl.tournament import By, Role
from tavl.tournament.registry import roles_of

MAX_LISTED = 50


async def tournaments_for(
    store: Store, tournaments: Tournaments, sources: CopySources, person: str | None
) -> TournamentList:
    """Those that a person is involved in, including drafts, and all others whose entries are or were open."""

    def look(connection: sa.Connection) -> tuple[list[ListedTournament], list[ListedTournament]]:
        every = (DRAFT, OPEN, CLOSED)
        mine = listed(connection, person=person, phases=every, limit=MAX_LISTED) if person else []
        return mine, listed(connection, limit=MAX_LISTED)

    mine, others = await store.read_rows(look)
    known = {each.stream for each in mine}
    rest = [each for each in others if each.stream not in known]
    own = [await _line(tournaments, sources, each, person) for each in mine]
    lines = [await _line(tournaments, sources, each, None) for each in rest]
    return TournamentList(
        tuple(line for line in own if not _removed(line)),
        tuple(line for line in lines if not line.demonstration and not _removed(line)),
    )


def _removed(line: TournamentInList) -> bool:
    return line.copy is not None and line.copy.home == REMOVED


async def _line(
    tournaments: Tournaments, sources: CopySources, each: ListedTournament, person: str | None
) -> TournamentInList:
    id = id_of(each.stream)
    tournament = (await tournaments.state_at_least(id)).tournament
    roles = roles_of(tournament, By(person)) if person else frozenset()
    return TournamentInList(
        id=id,
        title=tournament.title,
        phase=tournament.phase,
        sanctioned=tournament.invitation.sanctioned,
        starts_at=tournament.invitation.starts_at,
        updated=each.updated,
        roles=tuple(role for role in Role if role in roles),
        demonstration=tournament.invitation.demonstration,
        copy=await sources.of(id),
    )
