"""Links between tournaments and their organisation, on the same server.

A report that is closed and a case that is sent on arrive in the same commit; so does an answer, and the loss of a
licence. Before somebody enters or is appointed, the tournament hears who holds a licence and who is suspended.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import replace

from tavl.organisation import Organisation, evolve
from tavl.organisation import acts as organisation_acts
from tavl.organisation.acts import AnyEvent as OrganisationEvent
from tavl.organisation.state import licensed, person_of, suspended
from tavl.organisation.submission import submission_of
from tavl.rules.codec import to_json
from tavl.rules.refusal import Refused
from tavl.server import schema
from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import log
from tavl.server.organisations.plans import OrganisationPlans
from tavl.server.organisations.stream import stream_of
from tavl.server.tables.stream.commits import Joined, all_joined
from tavl.server.tournaments.plans import FEDERATION, TournamentPlans
from tavl.server.tournaments.stream import id_of as tournament_id
from tavl.store import Store
from tavl.store.databases.dialect import upsert
from tavl.store.log.events import Event
from tavl.store.projections.tournament_list import DRAFT, OPEN, listed
from tavl.store.store import Also
from tavl.tournament import By, Invitation, Office, Role, Stamp, Tournament, acts
from tavl.tournament.acts import AnyAction, AnyEvent
from tavl.tournament.report.report import report, to_bytes
from tavl.tournament.state import Phase

# Actions for which it matters who holds a licence and who is suspended.
ASKS = (acts.Enter, acts.ReplaceMember, acts.Appoint, acts.OpenEntries, acts.ChangeInvitation, acts.ApproveEntry)
MAX_OPEN = 500  # tournaments of one organisation under way at the same time
_KEEP = upsert(schema.organisation_papers, lambda new: {"received": new.received, "data": new.data})


def keeping_paper(organisation: str, id: str, data: bytes, at: int) -> Also:
    """A report or a case as it came in, stored by the commit that says so. One that comes again replaces it."""
    row = {"stream": stream_of(organisation), "id": id, "received": at, "data": data}

    def keep(connection: sa.Connection, _: Sequence[Event]) -> None:
        connection.execute(_KEEP[connection.dialect.name].values(row))

    return keep


class TournamentLinks:
    def __init__(self, store: Store, tournaments: TournamentPlans, organisations: OrganisationPlans) -> None:
        self._store, self._tournaments, self._organisations = store, tournaments, organisations

    # from the tournament to the organisation

    async def from_tournament(
        self, id: str, tournament: Tournament, events: Sequence[AnyEvent], stamp: Stamp
    ) -> Joined | None:
        """What the organisation gets in the same commit: the report of a closed tournament, a case that is sent on."""
        found: list[Joined | None] = []
        for event in events:
            if isinstance(event, acts.TournamentClosed):
                found.append(await self._closed(id, tournament, stamp))
            elif isinstance(event, acts.CaseSentOn):
                found.append(await self._sent_on(id, tournament, event, stamp))
        return all_joined([each for each in found if each is not None])

    async def _closed(self, id: str, tournament: Tournament, stamp: Stamp) -> Joined | None:
        organisation = tournament.invitation.organisation
        action = organisation_acts.ReceiveReport(title=tournament.title, submission=submission_of(id, tournament))
        paper = keeping_paper(organisation, id, to_bytes(report(tournament)), stamp.at)
        return await self._planned(organisation, By(stamp.person, Office.SYSTEM), action, stamp, paper)

    async def _sent_on(self, id: str, tournament: Tournament, event: acts.CaseSentOn, stamp: Stamp) -> Joined | None:
        organisation, case = tournament.invitation.organisation, tournament.cases[event.case]
        action = organisation_acts.SendCase(
            tournament=id,
            case=case.id,
            rule=case.ruled_under or case.rule,
            statement=event.statement,
            parties=case.parties,
        )
        paper = keeping_paper(organisation, f"{id}/{case.id}", to_json(case), stamp.at)
        return await self._planned(organisation, By(stamp.person), action, stamp, paper)

    async def _planned(
        self, organisation: str, by: By, action: organisation_acts.AnyAction, stamp: Stamp, paper: Also
    ) -> Joined | None:
        if not organisation or await self._organisations.state_if_here(organisation) is None:
            return None  # it is on another server, which takes the file
        planned = await self._organisations.planned(organisation, by, [action], stamp.at, stamp.person, paper)
        if isinstance(planned, Refused):
            log.info("an organisation did not take it", extra={"fields": {"code": planned.code}})
            return None
        return planned

    # before somebody acts in the tournament

    async def before(self, id: str, action: AnyAction, at: int) -> list[AnyAction]:
        """What the federation states in the tournament first: who holds a licence and who is suspended now, where the
        tournament knows it otherwise. Raises RefusedError for a sanction that it does not give."""
        if isinstance(action, acts.CreateTournament):
            await self._check_sanction(action.invitation)
            return []
        if not isinstance(action, (*ASKS, acts.AddDivision)):
            return []
        tournament = (await self._tournaments.state(id)).tournament
        if isinstance(action, acts.ChangeInvitation):
            await self._check_sanction(action.invitation)
        elif isinstance(action, acts.OpenEntries):
            await self._check_sanction(tournament.invitation)
        elif isinstance(action, acts.AddDivision):
            divisions = (*tournament.invitation.divisions, action.terms)
            await self._check_sanction(replace(tournament.invitation, divisions=divisions))
        organisation = tournament.invitation.organisation
        kept = await self._organisations.state_if_here(organisation) if organisation else None
        if kept is None or tournament.phase is Phase.CLOSED:
            return []
        return statements(kept.organisation, tournament, at)

    async def _check_sanction(self, invitation: Invitation) -> None:
        """A tournament that names an organisation here is sanctioned only in one of its classes (T1.1)."""
        if not invitation.organisation:
            return
        kept = await self._organisations.state_if_here(invitation.organisation)
        fault = kept.organisation.charter.why_not_sanction(invitation) if kept else None
        if fault is not None:
            raise RefusedError(fault)

    async def licensed(self, organisation: str, at: int) -> tuple[str, ...]:
        kept = await self._organisations.state_if_here(organisation) if organisation else None
        return tuple(sorted(licensed(kept.organisation, at))) if kept else ()

    # from the organisation to its tournaments

    async def from_organisation(
        self, id: str, organisation: Organisation, events: Sequence[OrganisationEvent], stamp: Stamp
    ) -> Joined | None:
        """What its tournaments get in the same commit: answers to cases, licences that are lost."""
        found: list[Joined] = []
        for event in events:
            if isinstance(event, organisation_acts.CaseAnswered):
                case = organisation.cases[event.case]
                answer = acts.AnswerCase(case.case, event.answer, event.precedent, event.sanction)
                found += await self._to_tournament(case.tournament, [answer], stamp)
            elif isinstance(event, organisation_acts.LicenceWithdrawn):
                for tournament in await self._directed_by(id, person_of(organisation, event.person), organisation):
                    lost = acts.WithdrawLicence(tournament[1], event.reason)
                    found += await self._to_tournament(tournament[0], [lost], stamp)
            elif isinstance(event, organisation_acts.Suspended | organisation_acts.SuspensionLifted):
                found += await self._suspensions(id, evolve(organisation, event, stamp), stamp)
        return all_joined(found)

    async def _suspensions(self, id: str, organisation: Organisation, stamp: Stamp) -> list[Joined]:
        """The desks of tournaments that go on hear of it at once: somebody may be playing."""
        found: list[Joined] = []
        for running in await self._going_on(id):
            tournament = (await self._tournaments.state(running)).tournament
            told = [each for each in statements(organisation, tournament, stamp.at) if _is_here(tournament, each)]
            if told:
                found += await self._to_tournament(running, told, stamp)
        return found

    async def _to_tournament(self, id: str, actions: Sequence[AnyAction], stamp: Stamp) -> list[Joined]:
        try:
            planned = await self._tournaments.planned(id, "", [(FEDERATION, each) for each in actions], stamp.at)
        except ApiError:
            return []  # it is on another server
        return [planned] if planned else []

    async def _directed_by(self, id: str, person: str, organisation: Organisation) -> list[tuple[str, str]]:
        """Tournaments that go on, and under which id the person directs them."""
        found = []
        for running in await self._going_on(id):
            tournament = (await self._tournaments.state(running)).tournament
            for each, role in tournament.staff.items():
                if role is Role.DIRECTOR and person_of(organisation, each) == person:
                    found.append((running, each))
        return found

    async def _going_on(self, id: str) -> list[str]:
        stream = stream_of(id)
        rows = await self._store.read_rows(
            lambda c: listed(c, organisation=stream, phases=(DRAFT, OPEN), limit=MAX_OPEN)
        )
        return [tournament_id(row.stream) for row in rows]


def _is_here(tournament: Tournament, action: AnyAction) -> bool:
    """It is about somebody who has entered; others are asked about when they come."""
    if not isinstance(action, acts.StateSuspension):
        return False
    return any(action.person in entry.members for entry in tournament.entries.values())


def statements(organisation: Organisation, tournament: Tournament, at: int) -> list[AnyAction]:
    """What the tournament has to be told so that it knows of licences and suspensions what the organisation knows."""
    found: list[AnyAction] = []
    holders = licensed(organisation, at)
    if holders != tournament.licensed:
        found.append(acts.StateLicences(tuple(sorted(holders))))
    now = suspended(organisation, at)
    for person, until in now.items():
        if tournament.suspended.get(person, 0) != until:
            found.append(acts.StateSuspension(person, until))
    for person, until in tournament.suspended.items():
        if person not in now and (until is None or until > at):
            found.append(acts.StateSuspension(person, at))  # lifted
    return found
