"""Files imported into an organisation: member lists as CSV, and reports from other servers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.organisation import Organisation, acts, decide
from tavl.organisation.acts import Admission
from tavl.organisation.member_list_columns import MEMBERS, members_of
from tavl.organisation.submission import SubmissionFile, renamed
from tavl.rules.refusal import Refused
from tavl.server.accounts.identity import Identity
from tavl.server.errors import RefusedError
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.people import MEMBER, Numbered, OrganisationPeople
from tavl.server.organisations.tournament_links import keeping_paper
from tavl.server.streams.executor import Done
from tavl.server.validation.names import usable_name
from tavl.store import Store
from tavl.store.log.events import Event, new_id
from tavl.store.store import Also
from tavl.tournament import By
from tavl.tournament.files import csv_format as csv_text
from tavl.tournament.report.report import to_bytes


class Imported(Struct, frozen=True):
    """What an import of a member list changed, or would change."""

    lines: int
    added: int  # people who are new
    changed: int  # lines with something new
    ignored: tuple[str, ...] = ()  # headings that were not recognised
    version: int = 0


class OrganisationImports:
    def __init__(
        self, store: Store, organisations: Organisations, people: OrganisationPeople, clock: Callable[[], int]
    ) -> None:
        self._store, self._organisations, self._people, self._clock = store, organisations, people, clock

    async def import_members(self, id: str, who: Identity, data: bytes, try_only: bool) -> Imported:
        """A member list as CSV: all of it or nothing. Raises FileError with every fault."""
        kept = await self._people.need_officer(id, who)
        taken = csv_text.read(MEMBERS, data)
        members, starting = members_of(taken)
        now = self._clock()
        by_number = {each.number: person for person, each in (await self._people.numbers(id)).items() if each.number}
        fresh: dict[str, str] = {}
        known: dict[str, Numbered] = {}
        for row in taken.rows:
            number = str(row["number"])
            if number not in by_number:
                by_number[number] = MEMBER + new_id(now)
                fresh[by_number[number]] = usable_name(str(row["name"]))
            known[by_number[number]] = Numbered(number, str(row["club"] or ""))
        admissions = []
        for member in members:
            first = starting.get(member.person)
            for period in member.periods:
                each = Admission(person=by_number[member.person], since=period.since, until=period.until)
                if first is not None:
                    each = replace(each, rating=first.rating, experience=first.experience)
                admissions.append(each)
        action = acts.AdmitMembers(members=tuple(admissions))
        made = Imported(len(taken.rows), len(fresh), _changes(kept.organisation, who, action, now), taken.ignored)
        if try_only:
            return made

        def also(connection: sa.Connection, _: Sequence[Event]) -> None:
            self._people.put(connection, id, fresh, known, now)

        done = await self._act(id, who, action, also)
        return replace(made, version=done.version)

    async def receive(self, id: str, who: Identity, file: SubmissionFile) -> Done[acts.AnyEvent]:
        """A report from another server. People with a known id or member number are recognised; all others are new."""
        await self._people.need_officer(id, who)
        now = self._clock()
        by_number = {each.number: person for person, each in (await self._people.numbers(id)).items() if each.number}
        given = {each.id: MEMBER + each.id for each in file.people}
        here = await self._store.people.find(*given, *given.values())
        ids: dict[str, str] = {}
        fresh: dict[str, str] = {}
        numbers: dict[str, Numbered] = {}
        for each in file.people:
            if each.number in by_number:
                ids[each.id] = by_number[each.number]
            elif each.id not in here and each.name:
                ids[each.id] = given[each.id]
                if given[each.id] not in here:
                    fresh[given[each.id]] = usable_name(each.name)
                    numbers[given[each.id]] = Numbered(each.number)
        sent = replace(renamed(file.submission, ids), elsewhere=True)
        paper = keeping_paper(id, sent.tournament, to_bytes(file.report), now)

        def also(connection: sa.Connection, events: Sequence[Event]) -> None:
            self._people.put(connection, id, fresh, numbers, now)
            paper(connection, events)

        return await self._act(id, who, acts.ReceiveReport(title=file.title, submission=sent), also)

    async def _act(self, id: str, who: Identity, action: acts.AnyAction, also: Also) -> Done[acts.AnyEvent]:
        act = f"{who.person}:{secrets.token_hex(10)}"
        return await self._organisations.act(id, By(who.person), action, act, also)


def _changes(organisation: Organisation, who: Identity, action: acts.AdmitMembers, at: int) -> int:
    events = decide(organisation, action, By(who.person), at)
    if isinstance(events, Refused):
        raise RefusedError(events)
    return sum(len(event.members) for event in events if isinstance(event, acts.MembersAdmitted))
