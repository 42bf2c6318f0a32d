"""Members found by three letters of a name or by their number: for the desks of the organisation's tournaments."""

from __future__ import annotations

import unicodedata

from tavl.organisation.state import entries_of, is_member, licensed, person_of, suspended
from tavl.rating import Standing
from tavl.server.errors import ApiError
from tavl.server.messages.tournament_people import FoundMember
from tavl.server.organisations.people import Numbered, OrganisationPeople
from tavl.server.organisations.plans import OrganisationPlans
from tavl.server.organisations.stream import Kept
from tavl.tournament import Tournament

MIN_LETTERS = 3
MAX_FOUND = 12


class MemberSearch:
    def __init__(self, organisations: OrganisationPlans, people: OrganisationPeople) -> None:
        self._organisations, self._people = organisations, people

    async def find(self, tournament: Tournament, text: str, at: int) -> list[FoundMember]:
        """By the beginning of any part of the name, or of the number; suspended members are marked, not left out."""
        kept, wanted = await self._organisation_of(tournament, at), _folded(text)
        if len(wanted) < MIN_LETTERS:
            return []
        organisation = kept.organisation
        members = sorted({person_of(organisation, person) for person in organisation.members})
        names = await self._people.names(members)
        numbers = await self._people.numbers(tournament.invitation.organisation)
        fits = [
            person
            for person in members
            if _begins(names.get(person, ""), wanted)
            or _folded(numbers.get(person, Numbered()).number).startswith(wanted)
        ]
        fits.sort(key=lambda person: (not is_member(organisation, person, at), names.get(person, ""), person))
        return [
            _found(kept, tournament, person, names.get(person, ""), numbers.get(person, Numbered()), at)
            for person in fits[:MAX_FOUND]
        ]

    async def members_for(self, tournament: Tournament, at: int) -> frozenset[str]:
        """The members that its desk may take over from the member list."""
        try:
            return frozenset((await self._organisation_of(tournament, at)).organisation.members)
        except ApiError:
            return frozenset()  # none

    async def _organisation_of(self, tournament: Tournament, at: int) -> Kept:
        """Its member list is for tournaments that its officers or its licensed directors run, not for anybody who
        writes its name on an invitation."""
        id = tournament.invitation.organisation
        kept = await self._organisations.state_if_here(id) if id else None
        if kept is None:
            raise ApiError("not_found")
        trusted = licensed(kept.organisation, at) | set(kept.organisation.officers)
        if not trusted & {tournament.organiser, *tournament.staff}:
            raise ApiError("officers_of_it_only")
        return kept


def _found(kept: Kept, tournament: Tournament, person: str, name: str, known: Numbered, at: int) -> FoundMember:
    organisation = kept.organisation
    out = suspended(organisation, at)
    ids = set(entries_of(organisation, person))
    return FoundMember(
        person=person,
        name=name,
        number=known.number,
        club=known.club,
        rating=kept.computed.list.standings.get(person, Standing()).points(kept.computed.rules.formula),
        member=is_member(organisation, person, at),
        licensed=person in licensed(organisation, at),
        suspended=person in out,
        suspended_until=out.get(person),
        entered=any(ids & set(entry.members) for entry in tournament.entries.values()),
    )


def _begins(name: str, letters: str) -> bool:
    folded = _folded(name)
    return folded.startswith(letters) or any(part.startswith(letters) for part in folded.replace("-", " ").split())


def _folded(text: str) -> str:
    """Without case and accents; "å" is found as "a" too."""
    plain = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).replace("ø", "o").replace("æ", "ae")
