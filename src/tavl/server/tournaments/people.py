"""The people of a tournament: names typed at the desk, personal codes, and whose browser acts for whom.

Streams know a person by an id alone, with or without an account. People without one are rows of their own, with a name
that can be erased; the desk gives them a personal code, or they tap their name at the table whose card has its code.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.recent import Recent
from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.codes import digest, drawn_letters
from tavl.server.errors import ApiError
from tavl.server.tournaments.personal_codes import CODE_LETTERS, PLACE_LETTERS, plain_letters
from tavl.server.tournaments.plans import TournamentPlans
from tavl.server.tournaments.stream import id_of, stream_of
from tavl.server.validation.names import usable_name
from tavl.server.venue.copy_sources import CopySources
from tavl.store import Hint, Store
from tavl.store.log.events import new_id
from tavl.store.people import people as stored
from tavl.store.projections.tournament_list import staffed_by, streams_of
from tavl.store.schema import people as people_rows
from tavl.tournament import By, Office, Tournament
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.registry import RUNNERS, roles_of
from tavl.tournament.report.personal_data import data_of

DESK_PERSON = "desk."  # the prefix of the ids of people whose names were typed at a desk
PEOPLE_HINT = "tournament_people/"  # a seat was claimed or given back, a name typed
MAX_PEOPLE = 5_000  # typed for one tournament
AT_TABLE = (Where.CALLED, Where.PLAYING, Where.REPORTED, Where.DIFFERS)


class Seat(Struct, frozen=True):
    """Whom a browser acts for."""

    person: str
    by_code: bool


class TournamentPeople:
    def __init__(
        self, store: Store, tournaments: TournamentPlans, sources: CopySources, clock: Callable[[], int]
    ) -> None:
        self._store, self._tournaments, self._sources, self._clock = store, tournaments, sources, clock
        self._seats: Recent[str, Mapping[str, Seat]] = Recent(256)  # by tournament and holder
        self._names: Recent[str, str] = Recent(20_000)
        # Raised whenever a name, a seat or a table may have changed: whatever was built with them is rebuilt.
        self.renamed = 0
        self._listeners: list[Callable[[str], None]] = []
        self._seat_listeners: list[Callable[[str, Collection[str]], None]] = []
        self._claim_listeners: list[Callable[[str, str], Awaitable[None]]] = []

    def subscribe(self, listener: Callable[[str], None]) -> None:
        """Call it with the tournament whenever names or seats have changed, here or in another process."""
        self._listeners.append(listener)

    def subscribe_to_seats(self, listener: Callable[[str, Collection[str]], None]) -> None:
        """Call it with the tournament and whose browsers act for somebody else, or no longer, from now on."""
        self._seat_listeners.append(listener)

    def subscribe_to_claims(self, listener: Callable[[str, str], Awaitable[None]]) -> None:
        """Call it with the tournament and a person whenever another browser acts for that person from now on."""
        self._claim_listeners.append(listener)

    # who acts

    async def by(self, id: str, tournament: Tournament, who: Identity | None) -> By:
        """Never trust the request: somebody known here acts as themselves, a browser that has claimed a seat as
        that person."""
        if who is None or await self._sources.of(id) is not None:  # of a copy, everybody sees the same
            return By()
        mine = By(who.person)
        seat = (await self.seats(id)).get(who.person)
        if seat is None or roles_of(tournament, mine) & RUNNERS:
            return mine
        if not seat.by_code and roles_of(tournament, By(seat.person)) & RUNNERS:
            return mine  # a tap at a table is not enough for the desk
        return By(seat.person)

    async def federation(self, who: Identity) -> By:
        """Whoever administers this server answers for the federation here."""
        if not who.administrator:
            raise ApiError("administrators_only")
        return By(who.person, Office.FEDERATION)

    async def need_staff(self, id: str, who: Identity) -> Tournament:
        tournament = (await self._tournaments.state(id)).tournament
        await self._sources.check_run_here(id)
        if not roles_of(tournament, await self.by(id, tournament, who)) & RUNNERS:
            raise ApiError("staff_only")
        return tournament

    async def seats(self, id: str) -> Mapping[str, Seat]:
        known = self._seats.get(id)
        if known is None:
            t = schema.tournament_people.c
            query = sa.select(t.holder, t.person, t.by_code).where(t.stream == stream_of(id), t.holder.is_not(None))
            rows = await self._store.read_rows(lambda c: c.execute(query).all())
            known = {row.holder: Seat(row.person, row.by_code) for row in rows}
            self._seats.put(id, known)
        return known

    def changed(self, id: str) -> None:
        """In all processes: seats and names are looked up again."""
        self.heard(id)
        self._store.database.announce([Hint(PEOPLE_HINT + id, self._clock())])

    def heard(self, id: str) -> None:
        """In this process, and for its listeners."""
        self._seats.forget(id)
        self._sources.forget(id)
        self.forget_names()
        for listener in self._listeners:
            listener(id)

    def forget_names(self) -> None:
        self._names = Recent(20_000)
        self.renamed += 1

    # names

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """Those that are known; an erased person has none."""
        wanted = {person for person in people if person}
        found = {person: name for person in wanted if (name := self._names.get(person)) is not None}
        missing = sorted(wanted - found.keys())
        for start in range(0, len(missing), 500):
            some = missing[start : start + 500]
            for person, row in (await self._store.people.find(*some)).items():
                found[person] = row.display_name or ""
                self._names.put(person, found[person])
        return {person: name for person, name in sorted(found.items()) if name}

    async def check_known(self, id: str, people: Iterable[str]) -> None:
        """People who are entered or named must be known here, and not from somebody else's desk."""
        wanted = {person for person in people if person}
        if not wanted:
            return
        t, stream = schema.tournament_people.c, stream_of(id)
        typed = sa.select(t.person).where(t.stream == stream, t.person.in_(wanted))

        def look(connection: sa.Connection) -> set[str]:
            known = {each for each, row in stored.find(connection, wanted).items() if row.erased is None}
            here = set(connection.execute(typed).scalars())
            return {each for each in known if each in here or not each.startswith(DESK_PERSON)}

        unknown = sorted(wanted - await self._store.read_rows(look))
        if unknown:
            raise ApiError("unknown_person", person=unknown[0])

    # the desk's list

    async def add(
        self, id: str, who: Identity, names: Sequence[str], known: Sequence[str], members: Collection[str] = ()
    ) -> list[tuple[str, str]]:
        """Names typed at the desk, and people from a list of an earlier time or of the organisation's `members`: ids
        and personal codes, in that order."""
        await self.need_staff(id, who)
        usable, now, stream = [usable_name(name) for name in names], self._clock(), stream_of(id)
        ids = [DESK_PERSON + new_id(now) for _ in usable]
        codes = [drawn_letters(CODE_LETTERS) for _ in (*usable, *known)]
        t = schema.tournament_people

        def write(connection: sa.Connection) -> None:
            count = sa.select(sa.func.count()).where(t.c.stream == stream)
            if connection.execute(count).scalar_one() + len(codes) > MAX_PEOPLE:
                raise ApiError("enough_of_them", most=MAX_PEOPLE)
            for person, name in zip(ids, usable, strict=True):
                stored.add(connection, now, name, id=person)
            self._check_brought(connection, stream, known, who.person, members)
            rows = [_row(stream, person, code, now) for person, code in zip((*ids, *known), codes, strict=True)]
            if rows:
                connection.execute(sa.insert(t), rows)

        await self._store.write_rows(write)
        self.changed(id)
        return list(zip((*ids, *known), codes, strict=True))

    def _check_brought(
        self, connection: sa.Connection, stream: str, known: Sequence[str], by: str, members: Collection[str]
    ) -> None:
        """They are members, or on the list of a tournament that the same person runs or has run, and not here yet."""
        if not known:
            return
        t = schema.tournament_people.c
        mine = staffed_by(connection, by)
        rows = connection.execute(sa.select(t.person, t.stream).where(t.person.in_(known))).all()
        listed = {row.person for row in rows if row.stream in mine} | set(members)
        here = {row.person for row in rows if row.stream == stream}
        for person in known:
            if person not in listed or person in here or known.count(person) > 1:
                raise ApiError("unknown_person", person=person)

    async def new_code(self, id: str, who: Identity, person: str) -> str:
        """Another personal code; the earlier one no longer works, and whoever held the seat loses it."""
        await self.need_staff(id, who)
        code, t = drawn_letters(CODE_LETTERS), schema.tournament_people
        here = sa.and_(t.c.stream == stream_of(id), t.c.person == person)
        change = sa.update(t).where(here).values(code=digest(code), holder=None, by_code=False)
        held_by = await self._holders(id, person)
        if not (await self._store.write_rows(lambda c: c.execute(change).rowcount)):
            raise ApiError("no_such_person")
        await self._claims_changed(id, (person,), held_by)
        return code

    async def rename(self, id: str, who: Identity, person: str, name: str) -> None:
        await self.need_staff(id, who)
        usable = usable_name(name)
        await self._check_on_list(id, person)
        await self._store.people.change(person, display_name=usable)
        self.changed(id)

    async def listed(self, id: str) -> list[Any]:
        t = schema.tournament_people.c
        query = (
            sa.select(t.person, people_rows.c.display_name, t.holder, t.by_code, t.added)
            .join_from(schema.tournament_people, people_rows, people_rows.c.id == t.person)
            .where(t.stream == stream_of(id))
            .order_by(t.added, t.person)
        )
        return list(await self._store.read_rows(lambda c: c.execute(query).all()))

    # seats

    async def holder_of_code(self, id: str, person: str | None, place: str | None, code: str) -> str | None:
        """The person whose seat a code opens: its owner, or at a table the person who is named. None: the code is
        wrong."""
        await self._sources.check_run_here(id)
        plain = plain_letters(code)
        if place is not None:
            return person if person is not None and person in await self._at_place(id, place, plain) else None
        t = schema.tournament_people.c
        query = sa.select(t.person).where(t.stream == stream_of(id), t.code == digest(plain))
        found: str | None = await self._store.read_rows(lambda c: c.execute(query).scalar())
        return found

    async def claim(self, id: str, holder: str, person: str | None, place: str | None, code: str) -> Seat:
        """By a personal code, or by a tap at the table where the person is to play, with the code of its card."""
        await self._sources.check_run_here(id)
        t, stream = schema.tournament_people, stream_of(id)
        if place is None:
            here = sa.and_(t.c.stream == stream, t.c.code == digest(plain_letters(code)))
        else:
            if await self.holder_of_code(id, person, place, code) is None:
                raise ApiError("code_wrong")
            free = sa.or_(t.c.holder.is_(None), t.c.holder == holder)
            here = sa.and_(t.c.stream == stream, t.c.person == person, free)
        others = sa.update(t).where(t.c.stream == stream, t.c.holder == holder).values(holder=None, by_code=False)

        def write(connection: sa.Connection) -> str | None:
            found: str | None = connection.execute(sa.select(t.c.person).where(here)).scalar()
            if found is not None:
                connection.execute(others)
                connection.execute(sa.update(t).where(here).values(holder=holder, by_code=place is None))
            return found

        before = (await self.seats(id)).get(holder)
        claimed = await self._store.write_rows(write)
        if claimed is None:
            raise ApiError("code_wrong" if place is None else "seat_taken")
        people = (*((before.person,) if before else ()), claimed)
        await self._claims_changed(id, people, {holder, *await self._holders(id, claimed)})
        return Seat(claimed, place is None)

    async def _holders(self, id: str, person: str) -> set[str]:
        """Whose browsers act for somebody, as far as that was known before it changed."""
        return {holder for holder, seat in (await self.seats(id)).items() if seat.person == person}

    async def _claims_changed(self, id: str, people: Iterable[str], holders: Collection[str]) -> None:
        """Only the pages of the people concerned are refreshed: not everybody's, when a whole hall comes in
        together."""
        self._seats.forget(id)
        self._store.database.announce([Hint(PEOPLE_HINT + id, self._clock())])
        for told in self._seat_listeners:
            told(id, holders)
        for person in dict.fromkeys(people):
            for listener in self._claim_listeners:
                await listener(id, person)

    async def give_back(self, id: str, holder: str) -> None:
        await self._sources.check_run_here(id)
        t = schema.tournament_people
        mine = sa.and_(t.c.stream == stream_of(id), t.c.holder == holder)
        before = (await self.seats(id)).get(holder)
        await self._store.write_rows(lambda c: c.execute(sa.update(t).where(mine).values(holder=None, by_code=False)))
        await self._claims_changed(id, (before.person,) if before else (), {holder})

    async def _at_place(self, id: str, place: str, code: str) -> frozenset[str]:
        """Who plays at a table now, for whoever has the code on its card."""
        if (await self.place_codes(id)).get(place) != code:
            return frozenset()
        flow = flow_of((await self._tournaments.state(id)).tournament)
        at = (each for each in flow.standings.values() if each.match.place == place and each.where in AT_TABLE)
        return frozenset(person for each in at for person in flow.people(each))

    async def place_codes(self, id: str) -> dict[str, str]:
        """For all tables of the inventory, made on first use."""
        tournament = (await self._tournaments.state(id)).tournament
        p, stream = schema.place_codes, stream_of(id)
        query = sa.select(p.c.place, p.c.code).where(p.c.stream == stream)
        wanted = [place.id for place in tournament.places]

        def look(connection: sa.Connection) -> dict[str, str]:
            return {row.place: row.code for row in connection.execute(query)}

        def write(connection: sa.Connection) -> dict[str, str]:
            there = look(connection)
            fresh = {place: drawn_letters(PLACE_LETTERS) for place in wanted if place not in there}
            rows = [{"stream": stream, "place": place, "code": code} for place, code in fresh.items()]
            if rows:
                connection.execute(sa.insert(p), rows)
            return there | fresh

        known = await self._store.read_rows(look)
        known = known if set(wanted) <= known.keys() else await self._store.write_rows(write)
        return {place: known[place] for place in wanted}

    # their data

    async def export(self, id: str, who: Identity, person: str) -> dict[str, Any]:
        """Everything that is kept about somebody without an account: for themselves, or for the staff to hand over.
        What another desk noted about them, the staff here do not read."""
        own = await self._check_own_or_staff(id, who, person)
        kept = await self._store.export_person(person)
        streams = await self._store.read_rows(lambda c: streams_of(c, person))
        if not own:
            mine = await self._store.read_rows(lambda c: staffed_by(c, who.person))
            streams = [stream for stream in streams if stream in mine or stream == stream_of(id)]
        found = await self._data_in(streams, person)
        return {"person": person, "exported": self._clock(), **kept, "tournaments": found}

    async def data_about(self, person: str, organisation: str | None = None) -> list[dict[str, Any]]:
        """What every tournament here holds about somebody; those of an organisation alone, if its stream is given."""
        return await self._data_in(await self._store.read_rows(lambda c: streams_of(c, person, organisation)), person)

    async def _data_in(self, streams: Iterable[str], person: str) -> list[dict[str, Any]]:
        found = []
        for id in map(id_of, streams):
            if not await self._sources.is_removed(id):
                tournament = (await self._tournaments.state(id)).tournament
                found.append({"tournament": id, "title": tournament.title, "data": data_of(tournament, person)})
        return found

    async def erase(self, id: str, who: Identity, person: str) -> list[str]:
        """The name and the words are gone, here and wherever the same person was on a list; results stay."""
        await self._check_own_or_staff(id, who, person)
        streams = await self._store.erase_person(person, self._clock())
        self.changed(id)
        return streams

    async def _check_own_or_staff(self, id: str, who: Identity, person: str) -> bool:
        """Whether it is their own, by their personal code."""
        await self._check_on_list(id, person)
        seat = (await self.seats(id)).get(who.person)
        own = seat is not None and seat.person == person and seat.by_code
        if not own:
            await self.need_staff(id, who)
        return own

    async def _check_on_list(self, id: str, person: str) -> None:
        t = schema.tournament_people.c
        query = sa.select(t.person).where(t.stream == stream_of(id), t.person == person)
        found = await self._store.read_rows(lambda c: c.execute(query).scalar())
        if found is None or not person.startswith(DESK_PERSON):
            raise ApiError("no_such_person")


def _row(stream: str, person: str, code: str, now: int) -> dict[str, Any]:
    return {
        "stream": stream,
        "person": person,
        "code": digest(code),
        "holder": None,
        "by_code": False,
        "added": now,
    }
