"""A tournament as one file that moves to another server: written here, and imported there, all of it or nothing. How
large it may be: `max_import_bytes` in `server/settings.py`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from tavl.server import schema
from tavl.server.codes import digest, drawn_letters
from tavl.server.errors import ApiError
from tavl.server.tables.timers.table_timers import DUE, FAR_OFF
from tavl.server.tournaments.people import DESK_PERSON, TournamentPeople
from tavl.server.tournaments.personal_codes import CODE_LETTERS
from tavl.server.tournaments.stream import STREAM, fold, id_of, stream_of
from tavl.store import Store, timers
from tavl.store.errors import NotEmpty, UnknownSchema
from tavl.store.log.events import BEGINNING, SYSTEM, Event, SetTimer
from tavl.store.people import people as stored
from tavl.store.people.erasable_texts import filled
from tavl.tournament import Tournament, due
from tavl.tournament.files import archive as files
from tavl.tournament.files.errors import FileError
from tavl.tournament.report.report import report, to_bytes
from tavl.tournament.state import Phase


def people_of(tournament: Tournament, events: Sequence[Event]) -> set[str]:
    """Everybody whom a tournament knows by id."""
    found = {tournament.organiser, *tournament.staff, *(event.actor for event in events)}
    found |= {person for entry in tournament.entries.values() for person in entry.members}
    found |= {penalty.person for penalty in tournament.penalties.values()}
    for case in tournament.cases.values():
        found |= {*case.parties, *case.committee, *(statement.person for statement in case.statements)}
    return found - {"", SYSTEM}


async def write(store: Store, people: TournamentPeople, id: str, tournament: Tournament, at: int) -> bytes:
    events, words = await store.export_stream(stream_of(id))
    names = await people.names(people_of(tournament, events))
    kept = [{n: getattr(event, n) for n in event.__struct_fields__ if n != "place"} for event in events]
    made: list[files.Attachment] = []
    if tournament.phase is Phase.CLOSED:
        data = to_bytes(report(tournament))
        made.append(files.Attachment(name="report.json", kind="application/json", data=data))
    return files.encode(
        files.Archive(
            tournament=stream_of(id),
            made_at=at,
            people=tuple(files.ArchivedPerson(id=person, name=name) for person, name in names.items()),
            events=tuple(files.Event(**{**each, "body": msgspec.Raw(each["body"])}) for each in kept),
            words=tuple(files.Words(**each) for each in words),
            files=tuple(made),
        )
    )


async def take_over(store: Store, people: TournamentPeople, data: bytes, at: int) -> tuple[str, int]:
    """Its id and version here. A damaged file, or one that cannot be replayed, is refused before anything is stored."""
    try:
        archive = files.decode(data)
    except FileError as error:
        first = error.faults[0]
        raise ApiError("bad_value", field=f"line {first.line} {first.field}".strip(), problem=first.reason) from None
    return await take_in(store, people, archive, at)


async def take_in(store: Store, people: TournamentPeople, archive: files.Archive, at: int) -> tuple[str, int]:
    streams = {event.stream for event in archive.events}
    if streams != {archive.tournament} or not archive.tournament.startswith(STREAM):
        raise ApiError("bad_value", field="tournament", problem="one stream of a tournament")
    events = [event_of(each) for each in archive.events]
    tournament = check_replay(events, {each.id: each.text for each in archive.words})
    words = [{"id": w.id, "stream": w.stream, "person": w.person, "text": w.text} for w in archive.words]
    id = id_of(archive.tournament)

    def also(connection: sa.Connection, _: Sequence[Event]) -> None:
        known = stored.find(connection, [person.id for person in archive.people])
        for person in archive.people:
            if person.id not in known:
                stored.add(connection, at, person.name or None, id=person.id)
        t = schema.tournament_people
        rows = [
            {"stream": archive.tournament, "person": person.id, "code": digest(drawn_letters(CODE_LETTERS))}
            | {"holder": None, "by_code": False, "added": at}
            for person in archive.people
            if person.id.startswith(DESK_PERSON)
        ]
        if rows:
            connection.execute(sa.insert(t), rows)
        if (coming := due(tournament)) is not None:
            timers.change(connection, [SetTimer(archive.tournament, DUE, min(coming.at, FAR_OFF))])

    try:
        await store.import_stream(events, words, also)
    except NotEmpty:
        raise ApiError("here_already") from None
    people.changed(id)
    return id, events[-1].version


def event_of(each: files.Event) -> Event:
    fields = {name: getattr(each, name) for name in each.__struct_fields__}
    return Event(BEGINNING, **{**fields, "body": bytes(each.body)})


def check_replay(events: Sequence[Event], words: dict[str, str], before: Tournament | None = None) -> Tournament:
    """Check that it can be replayed here."""
    whole = [msgspec.structs.replace(event, body=filled(event.body, words)) for event in events]
    try:
        after = fold(before, whole)
    except (UnknownSchema, ValueError, KeyError, IndexError, AssertionError, TypeError, AttributeError):
        raise ApiError("bad_value", field="events", problem="they do not replay") from None
    if after is None:
        raise ApiError("bad_value", field="events", problem="there are none")
    return after
