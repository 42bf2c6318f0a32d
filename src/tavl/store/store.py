"""The store: the log, people, timers and projections of one database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from msgspec import Struct

from tavl.store import export_file, schema, timers
from tavl.store.databases.database import Database, Work
from tavl.store.databases.sqlite import SqliteDatabase
from tavl.store.errors import (
    NoSuchProjection,
    NotEmpty,
    ProjectionMissing,
    StoreDamaged,
    StoreError,
    StoreFault,
)
from tavl.store.log import append, batches
from tavl.store.log import read as log_read
from tavl.store.log.events import (
    Append,
    Appended,
    CancelTimer,
    Commit,
    Conflict,
    Event,
    Hint,
    NewEvent,
    Progress,
    SetTimer,
    check_commit,
)
from tavl.store.log.group_commit import Joint
from tavl.store.log.subscriptions import Hints, Subscription
from tavl.store.log.upcast import Upcasts
from tavl.store.migrations.upgrade import current_revision
from tavl.store.people import people
from tavl.store.people.people import People, PersonalTable
from tavl.store.projections import projection
from tavl.store.projections.projection import Projection
from tavl.store.schema import kept_tables
from tavl.store.timers import Timers

T = TypeVar("T")
Also = Callable[[sa.Connection, Sequence[Event]], None]
_Remember = list[Callable[[], None]]
_Written = tuple[Appended | Conflict, _Remember]

_count = sa.func.count
events_logged = sa.select(_count()).select_from(schema.events)
streams_logged = sa.select(_count()).where(schema.events.c.version == 1)
people_known = sa.select(_count()).select_from(schema.people)
tables_listed = sa.select(_count()).select_from(schema.tables)


class Health(Struct, frozen=True):
    ok: bool
    database: str
    place: str
    revision: str | None = None
    durability: dict[str, str] = {}
    problem: str | None = None


class Store:
    """Made by `tavl.store.open`; `async with` closes it."""

    def __init__(
        self,
        database: Database,
        hints: Hints,
        projections: Sequence[Projection] = (),
        upcasts: Upcasts | None = None,
        personal: Sequence[PersonalTable] = (),
        kept: Sequence[sa.Table] = (),
    ) -> None:
        self.database = database
        self.upcasts = upcasts or Upcasts()
        self.timers = Timers(database)
        self.people = People(database)
        self._hints = hints
        self._projections = {given.name: given for given in projections}
        for given in projections:
            if isinstance(given, projection.ReadsBack):
                given.upcasts = self.upcasts
        self._not_given: list[str] = []
        self._personal = tuple(personal)
        self._kept = (*kept_tables(), *kept)

    async def prepare(self, rebuild: bool, progress: Progress | None) -> None:
        """Once the tables exist: align the order of events, and check that the projections are up to date."""
        given = list(self._projections.values())
        await self.database.write(log_read.align_feed)
        self._not_given = await self.database.read(lambda c: projection.unknown(c, given))
        stale = await self.database.read(lambda c: projection.stale(c, given))
        for behind in stale if rebuild else ():
            await self._rebuild(behind, progress, only_if_stale=True)
        if stale and not rebuild:
            self._not_given += [behind.name for behind in stale]

    async def close(self) -> None:
        await self.database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def shared(self) -> bool:
        """Whether several processes can have it open at once."""
        return self.database.kind == "postgresql"

    # Writing

    async def append(
        self,
        stream: str,
        expected_version: int,
        events: Sequence[NewEvent],
        *,
        actor: str,
        action_id: str,
        at: int,
        timers: Sequence[SetTimer | CancelTimer] = (),
        also: Also | None = None,
    ) -> Appended | Conflict:
        """One action on one stream. See `commit`."""
        append = Append(stream, expected_version, tuple(events))
        return await self.commit(Commit(action_id, actor, at, (append,), tuple(timers)), also)

    async def commit(self, commit: Commit, also: Also | None = None) -> Appended | Conflict:
        """Write an action with its timers, projections and whatever `also` writes, all or nothing.

        For a known action id the events that it led to are returned, whatever else is passed. This returns after the
        commit; after a cancelled call or a lost connection, send the same action again to find out.
        """
        check_commit(commit)
        if self._not_given:
            raise ProjectionMissing(names=", ".join(self._not_given))
        try:
            work: Work[_Written] = Joint(self._commit, (commit, also))
            outcome, remember = await self.database.write(work, repeatable=True)
        except append.Collision as error:
            raise StoreFault(problem="too many collisions", action_id=commit.action_id) from error
        if isinstance(outcome, Appended) and not outcome.repeated:
            for call in remember:
                call()
            self._tell(outcome.events, own=True)
        return outcome

    def _commit(self, connection: sa.Connection, asked: Sequence[tuple[Commit, Also | None]]) -> list[_Written]:
        """Write all waiting commits together, with each kind of statement once."""
        outcomes = batches.record(connection, [commit for commit, _ in asked], self.upcasts)
        written = [
            (commit, also, outcome.events)
            for (commit, also), outcome in zip(asked, outcomes, strict=True)
            if isinstance(outcome, Appended) and not outcome.repeated
        ]
        events = [event for _, _, fresh in written for event in fresh]
        calls = [kept.apply(connection, events) for kept in self._projections.values()] if events else []
        timers.change(connection, [timer for commit, _, _ in written for timer in commit.timers])
        for _, also, fresh in written:
            if also:
                also(connection, fresh)
        remember: _Remember = [call for call in calls if call]
        return [(outcome, remember if n == 0 else []) for n, outcome in enumerate(outcomes)]

    def _tell(self, events: Sequence[Event], own: bool = False) -> None:
        reached = {event.stream: event.version for event in events}
        hints = [Hint(stream, version) for stream, version in reached.items()]
        self._hints.tell(hints, own)
        self.database.announce(hints)

    async def write_rows(self, work: Work[T]) -> T:
        """Any other write, in a transaction. The work may be run again, so it must have no other effects."""
        return await self.database.write(work)

    # Reading

    async def read_rows(self, work: Work[T]) -> T:
        """Any query."""
        return await self.database.read(work)

    async def version(self, stream: str) -> int:
        return (await self.database.read(lambda c: log_read.head(c, stream)))[0]

    async def read(self, stream: str, after_version: int = 0, limit: int = log_read.NO_LIMIT) -> list[Event]:
        """The events after a version, upcast to this release's schemas."""
        found = await self.database.read(lambda c: log_read.of_stream(c, stream, after_version, limit=limit))
        return [self.upcasts.read(event) for event in found]

    async def read_news(self, asked: Sequence[tuple[str, int]]) -> list[list[Event]]:
        """For each of these streams the events after a version, in one read. They are as stored: `upcasts.read` is for
        each reader, so that a stream that this release cannot read does not stand in the way of the others."""
        return await self.database.read(lambda c: log_read.of_streams(c, asked))

    async def read_action(self, stream: str, action_id: str) -> list[Event]:
        """The events that an action led to; empty if it is unknown. Call this before deciding on an action again."""
        found = await self.database.read(lambda c: log_read.of_action(c, stream, action_id))
        return [self.upcasts.read(event) for event in found]

    def subscribe(self, own: bool = True) -> Subscription:
        """Hints of new events, from this process and others. They may be lost, so poll as well. Without `own` those of
        commits of this process are left out, for a listener whom their writers tell themselves."""
        return self._hints.subscribe(own)

    # Keeping

    async def rebuild(self, name: str, progress: Progress | None = None) -> int:
        """Build a projection again from the log; returns the number of events read."""
        if name not in self._projections:
            raise NoSuchProjection(name=name, known=", ".join(self._projections))
        return await self._rebuild(self._projections[name], progress, only_if_stale=False)

    async def _rebuild(self, kept: Projection, progress: Progress | None, only_if_stale: bool) -> int:
        def work(connection: sa.Connection) -> int:
            return projection.rebuild(connection, kept, self.upcasts, progress, only_if_stale)

        return await self.database.write(work, repeatable=True, patient=True)

    async def export_person(self, id: str) -> people.Record:
        """Everything that is stored about one person, ready for JSON."""
        return await self.database.read(lambda c: people.export(c, id, self._personal), fixed=True)

    async def erase_person(self, id: str, at: int) -> list[str]:
        """Erase name, contact, chat and texts; the streams stay as they are. Returns the streams that contained texts
        of the person: cached states of them must be read again."""
        streams = await self.database.write(lambda c: people.erase(c, id, at, self._personal), repeatable=True)
        if isinstance(self.database, SqliteDatabase):
            await self.database.forget_erased()
        return streams

    async def export_log(
        self, path: str | Path, people: bool = True, progress: Progress | None = None
    ) -> export_file.Exported:
        """Write the log as lines of JSON; with people, their texts and the timers unless `people` is false."""
        tables = self._kept if people else ()
        return await self.database.read(lambda c: export_file.write(c, Path(path), tables, progress), fixed=True)

    async def import_log(self, path: str | Path, progress: Progress | None = None) -> export_file.Exported:
        """Read an exported log into this store, which must be empty."""

        def work(connection: sa.Connection) -> export_file.Exported:
            projection.forget_all(connection)
            return export_file.read(connection, Path(path), self._kept, progress)

        imported = await self.database.write(work, patient=True)
        for kept in self._projections.values():
            await self._rebuild(kept, progress, only_if_stale=False)
        self._hints.tell([Hint(None)])
        return imported

    async def export_stream(
        self, stream: str, after: int = 0, limit: int = log_read.NO_LIMIT
    ) -> tuple[list[Event], list[people.Record]]:
        """One stream as stored: events with references to people's words, and all words that still exist."""

        def look(connection: sa.Connection) -> tuple[list[Event], list[people.Record]]:
            found = log_read.of_stream_as_kept(connection, stream, after, limit)
            rows = connection.execute(sa.select(schema.words).where(schema.words.c.stream == stream))
            return found, [dict(row._mapping) for row in rows]

        return await self.database.read(look, fixed=True)

    async def import_stream(
        self, events: Sequence[Event], words: Sequence[people.Record], also: Also, after: int = 0
    ) -> None:
        """Import the new events of a stream from another store, with their ids: all or nothing; `also` writes more.
        `NotEmpty`: the stream here is not at that version."""
        streams = {event.stream for event in events}
        rows = [{n: getattr(event, n) for n in event.__struct_fields__ if n != "place"} for event in events]

        def write(connection: sa.Connection) -> _Remember:
            if any(log_read.head(connection, stream)[0] != after for stream in streams):
                raise NotEmpty(problem="the stream is here already")
            append.insert_as_is(connection, rows)
            if words:
                connection.execute(sa.insert(schema.words), list(words))
            fresh = [e for stream in sorted(streams) for e in log_read.of_stream(connection, stream, after)]
            there = [self.upcasts.read(e) for e in fresh]
            calls = [kept.apply(connection, there) for kept in self._projections.values()]
            also(connection, there)
            return [call for call in calls if call]

        try:
            for call in await self.database.write(write, patient=True):
                call()
        except append.Collision as error:
            raise NotEmpty(problem="an event of it is here already") from error
        self._tell(events)

    async def backup(self, path: str | Path) -> Path:
        """Copy everything as of now while work continues: an SQLite file, or from PostgreSQL an exported log."""
        target = Path(path)
        if isinstance(self.database, SqliteDatabase):
            await self.database.copy_to(target)
        else:
            await self.export_log(target)
        return target

    @property
    def tables(self) -> tuple[sa.Table, ...]:
        """The tables besides the log that are in every backup."""
        return self._kept

    @property
    def given(self) -> tuple[Projection, ...]:
        return tuple(self._projections.values())

    @property
    def projections(self) -> tuple[str, ...]:
        return tuple(self._projections)

    async def counts(self) -> dict[str, int]:
        """The number of rows by table."""
        counted = {"events": events_logged, "streams": streams_logged, "people": people_known, "tables": tables_listed}
        return await self.database.read(
            lambda c: {name: int(c.execute(statement).scalar_one()) for name, statement in counted.items()}
        )

    async def health(self) -> Health:
        """Never raises: `problem` says what is wrong."""
        kind, place = self.database.kind, self.database.place
        if self.database.damage:
            return Health(False, kind, place, problem=str(StoreDamaged(problem=self.database.damage)))
        try:
            revision = await self.database.read(current_revision)
            return Health(True, kind, place, revision, await self.database.durability())
        except StoreError as error:
            return Health(False, kind, place, problem=str(error))
