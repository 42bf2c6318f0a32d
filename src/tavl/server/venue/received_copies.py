"""Tournaments that are run at a venue and shown here: taken over event by event, and read-only.

A copy is a stream as the venue has it, ids and all, with the names and words that everybody may read. So the public
pages are made as they are there. Whoever wants to act is told where it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.live.process_messages import Changes
from tavl.server.messages.tournament_copies import CopiedEvent, CopiedPerson, CopiedWords, CopyHere, PushCopy
from tavl.server.tournaments import archive
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.stream import id_of, stream_of
from tavl.server.validation.names import usable_name
from tavl.server.venue.copy_sources import REMOVED, CopySources
from tavl.server.venue.copy_tokens import PREFIX
from tavl.server.wall_clock import MINUTE
from tavl.store import Store
from tavl.store.databases.dialect import upsert
from tavl.store.errors import NotEmpty
from tavl.store.log.events import BEGINNING, Event
from tavl.store.people import people as stored
from tavl.store.schema import events as event_rows
from tavl.store.schema import words as word_rows
from tavl.tournament import Tournament

_MARK = upsert(schema.copies, lambda new: {"home": new.home, "as_of": new.as_of})


class Source(Struct, frozen=True):
    """A venue's server that sends copies."""

    id: str
    name: str


class Copies:
    def __init__(
        self,
        store: Store,
        sources: CopySources,
        tournaments: Tournaments,
        people: TournamentPeople,
        changes: Changes,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._sources, self._clock = store, sources, clock
        self._tournaments, self._people, self._changes = tournaments, people, changes

    async def source(self, header: str) -> Source:
        """The venue that has this token."""
        token, t = header.removeprefix("Bearer "), schema.copy_tokens.c
        query = sa.select(t.id, t.name).where(t.token == digest(token))
        row = await self._store.read_rows(lambda c: c.execute(query).first()) if token.startswith(PREFIX) else None
        if row is None:
            raise ApiError("copy_token_wrong")
        return Source(*row)

    async def listed(self, source: Source) -> dict[str, int]:
        c, e = schema.copies.c, event_rows.c
        query = (
            sa.select(c.stream, sa.func.max(e.version))
            .join_from(schema.copies, event_rows, e.stream == c.stream)
            .where(c.source == source.id)
            .group_by(c.stream)
        )
        rows = await self._store.read_rows(lambda connection: connection.execute(query).all())
        return {id_of(stream): int(version) for stream, version in rows}

    async def take(self, source: Source, id: str, pushed: PushCopy) -> int:
        """The version that is here now. Sent twice, it is refused the second time and nothing is doubled."""
        stream, events = stream_of(id), [_event(stream_of(id), each) for each in pushed.events]
        if await self._sources.is_removed(id):
            raise ApiError("copy_removed")
        before = await self._before(source, id, pushed)
        if [event.version for event in events] != list(range(pushed.after + 1, pushed.after + 1 + len(events))):
            raise ApiError("bad_value", field="events", problem="versions that follow on each other")
        if not pushed.after and not events:
            raise ApiError("bad_value", field="events", problem="there are none")
        said = {each.id: each.text for each in pushed.words or ()}
        if events:
            archive.check_replay(events, said, before)
        now, known = self._clock(), await self._sources.of(id)
        as_of = now if pushed.whole or known is None else known.as_of

        gone = False

        def write(connection: sa.Connection, _: Sequence[Event] = ()) -> None:
            nonlocal gone
            row = {"stream": stream, "source": source.id, "home": pushed.home, "as_of": as_of}
            connection.execute(_MARK[connection.dialect.name].values(row))
            if pushed.people is not None:
                _name(connection, stream, pushed.people, now)
            gone = pushed.words is not None and _say(connection, stream, pushed.words)

        if events:
            try:
                await self._store.import_stream(events, (), write, after=pushed.after)
            except NotEmpty:
                raise ApiError("copy_behind", version=await self._store.version(stream)) from None
        else:
            await self._store.write_rows(write)
        self._sources.forget(id)
        if gone:  # what is remembered still has them
            await self._changes.texts_erased([stream])
        if gone or pushed.people is not None or known is None or as_of // MINUTE != known.as_of // MINUTE:
            self._people.changed(id)
        return pushed.after + len(events)

    async def all(self) -> list[CopyHere]:
        """For who administers: every tournament that is run elsewhere, the one that was last heard of first."""
        c, t = schema.copies.c, schema.copy_tokens.c
        query = (
            sa.select(c.stream, c.home, c.as_of, t.name)
            .join_from(schema.copies, schema.copy_tokens, t.id == c.source, isouter=True)
            .where(c.home != REMOVED)
            .order_by(c.as_of.desc(), c.stream)
        )
        rows = await self._store.read_rows(lambda connection: connection.execute(query).all())
        found = []
        for row in rows:
            id = id_of(row.stream)
            title = (await self._tournaments.state_at_least(id)).tournament.title
            found.append(CopyHere(id, title, row.home, row.as_of, row.name or ""))
        return found

    async def remove(self, id: str) -> None:
        """Stop showing it: its names and words are deleted, and it is not accepted again."""
        if await self._sources.of(id) is None or await self._sources.is_removed(id):
            raise ApiError("not_found")
        stream, c, t = stream_of(id), schema.copies.c, schema.tournament_people

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.update(schema.copies).where(c.stream == stream).values(home=REMOVED))
            connection.execute(sa.delete(word_rows).where(word_rows.c.stream == stream))
            theirs = set(connection.execute(sa.select(t.c.person).where(t.c.stream == stream)).scalars())
            connection.execute(sa.delete(t).where(t.c.stream == stream))
            elsewhere = sa.select(t.c.person).where(t.c.person.in_(theirs))
            _unname(connection, theirs - set(connection.execute(elsewhere).scalars()))

        await self._store.write_rows(write)
        await self._changes.texts_erased([stream])
        self._people.changed(id)

    async def _before(self, source: Source, id: str, pushed: PushCopy) -> Tournament | None:
        """The tournament that the events follow on: this source's, at that version, with that last event."""
        stream, c, e = stream_of(id), schema.copies.c, event_rows.c
        last = sa.select(e.version, e.id).where(e.stream == stream).order_by(e.version.desc()).limit(1)

        def look(connection: sa.Connection) -> tuple[str | None, int, str]:
            owner = connection.execute(sa.select(c.source).where(c.stream == stream)).scalar()
            row = connection.execute(last).first()
            return owner, *(row or (0, ""))

        owner, version, event = await self._store.read_rows(look)
        if version and owner != source.id:
            raise ApiError("here_already")
        if version != pushed.after:
            raise ApiError("copy_behind", version=version)
        if event != pushed.last:
            raise ApiError("copy_differs", version=version)
        return (await self._tournaments.state_at_least(id, version)).tournament if version else None


def _event(stream: str, each: CopiedEvent) -> Event:
    fields = {name: getattr(each, name) for name in each.__struct_fields__}
    return Event(BEGINNING, **{**fields, "stream": stream, "body": each.body.encode()})


def _say(connection: sa.Connection, stream: str, said: Sequence[CopiedWords]) -> bool:
    """Updates words to what the venue has now; returns whether some are gone."""
    w = word_rows.c
    known = {row.id: row.text for row in connection.execute(sa.select(w.id, w.text).where(w.stream == stream))}
    wanted = {each.id: each for each in said}
    gone = [id for id, text in known.items() if id not in wanted or wanted[id].text != text]
    if gone:
        connection.execute(sa.delete(word_rows).where(w.stream == stream, w.id.in_(gone)))
    fresh = [each for each in wanted.values() if known.get(each.id) != each.text]
    rows = [{"id": each.id, "stream": stream, "person": each.person, "text": each.text} for each in fresh]
    if rows:
        connection.execute(sa.insert(word_rows), rows)
    return bool(gone)


def _name(connection: sa.Connection, stream: str, people: Sequence[CopiedPerson], now: int) -> None:
    """Names as the venue has them now. Somebody who is known here otherwise keeps their own; whoever is erased there
    loses it here."""
    t = schema.tournament_people
    theirs = set(connection.execute(sa.select(t.c.person).where(t.c.stream == stream)).scalars())
    known = stored.find(connection, [person.id for person in people])
    for person in people:
        name = usable_name(person.name)
        if person.id in theirs:
            if person.id in known and known[person.id].erased is None:
                stored.change(connection, person.id, {"display_name": name})
        elif person.id not in known:
            stored.add(connection, now, name, id=person.id)
            row = {"stream": stream, "person": person.id, "code": None, "holder": None, "by_code": False, "added": now}
            connection.execute(sa.insert(t).values(row))
    _unname(connection, theirs - {person.id for person in people})


def _unname(connection: sa.Connection, people: Iterable[str]) -> None:
    for person, known in stored.find(connection, list(people)).items():
        if known.erased is None and known.display_name is not None:
            stored.change(connection, person, {"display_name": None})
