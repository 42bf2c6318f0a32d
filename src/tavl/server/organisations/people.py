"""The people of an organisation: names, member numbers and clubs are stored outside its stream, and can be erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.organisation import Organisation
from tavl.organisation.personal_data import data_of, people_in
from tavl.organisation.registry import OFFICERS, role_of
from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.stream import Kept, id_of, stream_of
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.validation.names import usable_name
from tavl.store import Store
from tavl.store.log.events import new_id
from tavl.store.people import people as stored
from tavl.store.projections.organisation_list import streams_of
from tavl.tournament import By

MEMBER = "member."  # the prefix of the ids of people who are known only to an organisation


class Numbered(Struct, frozen=True):
    """How the organisation knows somebody."""

    number: str = ""
    club: str = ""


class OrganisationPeople:
    def __init__(
        self, store: Store, organisations: Organisations, people: TournamentPeople, clock: Callable[[], int]
    ) -> None:
        self._store, self._organisations, self._people, self._clock = store, organisations, people, clock

    async def need_officer(self, id: str, who: Identity) -> Kept:
        kept = await self._organisations.state(id)
        if role_of(kept.organisation, By(who.person)) not in OFFICERS:
            raise ApiError("officers_of_it_only")
        return kept

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        return await self._people.names(people)

    async def numbers(self, id: str) -> dict[str, Numbered]:
        t = schema.organisation_people.c
        query = sa.select(t.person, t.member_number, t.club).where(t.stream == stream_of(id))
        rows = await self._store.read_rows(lambda c: c.execute(query).all())
        return {row.person: Numbered(row.member_number or "", row.club or "") for row in rows}

    async def check_known(self, organisation: Organisation, people: Iterable[str]) -> None:
        """Members, officers and directors must be people who are known here."""
        wanted = {person for person in people if person} - people_in(organisation)
        if not wanted:
            return
        found = await self._store.people.find(*sorted(wanted))
        known = {person for person, row in found.items() if row.erased is None and not person.startswith("desk.")}
        if unknown := sorted(wanted - known):
            raise ApiError("unknown_person", person=unknown[0])

    # adding

    async def add(self, id: str, who: Identity, names: Sequence[str]) -> list[str]:
        """People without an account, by name: their ids."""
        await self.need_officer(id, who)
        now = self._clock()
        fresh = {MEMBER + new_id(now): usable_name(name) for name in names}
        rows = {person: Numbered() for person in fresh}
        await self._store.write_rows(lambda c: self.put(c, id, fresh, rows, now))
        return list(fresh)

    def put(
        self, connection: sa.Connection, id: str, fresh: dict[str, str], known: dict[str, Numbered], now: int
    ) -> None:
        stream, t = stream_of(id), schema.organisation_people
        for person, name in fresh.items():
            stored.add(connection, now, name or None, id=person)
        here = set(connection.execute(sa.select(t.c.person).where(t.c.stream == stream)).scalars())
        for person, each in known.items():
            values = {"member_number": each.number or None, "club": each.club or None}
            if person in here:
                at = sa.and_(t.c.stream == stream, t.c.person == person)
                connection.execute(sa.update(t).where(at).values(values))
            else:
                connection.execute(sa.insert(t).values(stream=stream, person=person, added=now, **values))

    async def paper(self, id: str, which: str) -> bytes:
        """A report or a case, as it came in."""
        t = schema.organisation_papers.c
        query = sa.select(t.data).where(t.stream == stream_of(id), t.id == which)
        found = await self._store.read_rows(lambda c: c.execute(query).scalar())
        if found is None:
            raise ApiError("not_found")
        return bytes(found)

    # their data

    async def data_about(self, person: str) -> list[dict[str, Any]]:
        """What the organisations here store about somebody."""
        streams = await self._store.read_rows(lambda c: streams_of(c, person))
        found = []
        for stream in streams:
            kept = await self._organisations.state(id_of(stream))
            data = data_of(kept.organisation, person, kept.computed)
            found.append({"organisation": id_of(stream), "name": kept.organisation.charter.name, "data": data})
        return found

    async def export(self, id: str, who: Identity, person: str) -> dict[str, Any]:
        """Of somebody without an account, for an officer to hand over."""
        await self._check_ours(id, who, person)
        kept = await self._store.export_person(person)
        kept["organisations"] = await self.data_about(person)
        kept["tournaments"] = await self._people.data_about(person, stream_of(id))
        return {"person": person, "exported": self._clock(), **kept}

    async def erase(self, id: str, who: Identity, person: str) -> list[str]:
        """Deletes the name, the number and the words; ratings and results stay without a name."""
        await self._check_ours(id, who, person)
        streams = await self._store.erase_person(person, self._clock())
        self._people.forget_names()
        return streams

    async def _check_ours(self, id: str, who: Identity, person: str) -> None:
        """A person who is known only to this organisation: without an account, and not from a tournament's desk."""
        await self.need_officer(id, who)
        if person not in await self.numbers(id) or not person.startswith(MEMBER):
            raise ApiError("no_such_person")
