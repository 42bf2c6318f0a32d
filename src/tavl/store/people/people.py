"""People: names, contacts and what they wrote, stored outside the streams so that it can be erased.

Streams contain only a person's id. After erasing, the id stays without any information about the person.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.store.databases.database import Database
from tavl.store.errors import NoSuchPerson
from tavl.store.log.events import new_id
from tavl.store.people import erasable_texts as own_words
from tavl.store.schema import events, people, ratings, results, seats, tables, words, writings

Record = dict[str, Any]


class Person(Struct, frozen=True):
    id: str
    display_name: str | None
    contact: str | None
    language: str | None
    created: int
    erased: int | None
    dump_consent: int | None = None


class Writing(Struct, frozen=True):
    """A text by a person, such as chat. A stream refers to it by id."""

    id: str
    person: str
    stream: str | None
    kind: str
    at: int
    text: str


@dataclass(frozen=True)
class PersonalTable:
    """Another table with rows about people: accounts, sessions, blocks. Its rows are exported and erased with the
    person: they are deleted, or only the columns named in `clear` are emptied."""

    table: sa.Table
    person: str = "person"
    clear: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()  # not exported: a password's hash
    shown: sa.ColumnElement[bool] | None = None  # which of its rows are exported; None: all
    called: str = ""  # its name in an export, if the table's own is taken

    def export(self, connection: sa.Connection, person: str) -> list[Record]:
        columns = [column for column in self.table.c if column.name not in self.hidden]
        query = sa.select(*columns).where(self.table.c[self.person] == person)
        return _records(connection, query if self.shown is None else query.where(self.shown))

    def erase(self, connection: sa.Connection, person: str) -> None:
        of_person = self.table.c[self.person] == person
        if self.clear:
            connection.execute(sa.update(self.table).where(of_person).values(dict.fromkeys(self.clear)))
        else:
            connection.execute(sa.delete(self.table).where(of_person))


OWN = (
    PersonalTable(writings),
    PersonalTable(words),
    PersonalTable(people, "id", clear=("display_name", "contact", "language", "dump_consent")),
)


def add(
    connection: sa.Connection,
    at: int,
    display_name: str | None = None,
    contact: str | None = None,
    language: str | None = None,
    id: str | None = None,
) -> Person:
    person = Person(id or new_id(at), display_name, contact, language, at, None)
    connection.execute(sa.insert(people).values({name: getattr(person, name) for name in person.__struct_fields__}))
    return person


def find(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Person]:
    rows = connection.execute(sa.select(people).where(people.c.id.in_(list(ids))))
    return {row.id: Person(*row) for row in rows}


def change(connection: sa.Connection, id: str, fields: Record) -> None:
    """Change a person, unless they were erased."""
    here = sa.and_(people.c.id == id, people.c.erased.is_(None))
    if not connection.execute(sa.update(people).where(here).values(fields)).rowcount:
        raise NoSuchPerson(id=id)


def write_down(connection: sa.Connection, person: str, kind: str, text: str, at: int, stream: str | None) -> Writing:
    writing = Writing(new_id(at), person, stream, kind, at, text)
    known = sa.select(people.c.id).where(people.c.id == person, people.c.erased.is_(None))
    if connection.execute(known.with_for_update()).first() is None:  # locked against erasing meanwhile
        raise NoSuchPerson(id=person)
    connection.execute(sa.insert(writings).values({name: getattr(writing, name) for name in writing.__struct_fields__}))
    return writing


def erase(connection: sa.Connection, id: str, at: int, personal: Sequence[PersonalTable]) -> list[str]:
    """Erase, and return the streams that contained texts of this person: cached states of them must be read again."""
    known = sa.select(people.c.erased).where(people.c.id == id).with_for_update()
    row = connection.execute(known).first()
    if row is None:
        raise NoSuchPerson(id=id)
    spoke_in = sa.select(words.c.stream).where(words.c.person == id).distinct().order_by(words.c.stream)
    streams = list(connection.execute(spoke_in).scalars())
    for table in (*personal, *OWN):
        table.erase(connection, id)
    if row.erased is None:
        connection.execute(sa.update(people).where(people.c.id == id).values(erased=at))
    return streams


def export(connection: sa.Connection, id: str, personal: Sequence[PersonalTable]) -> Record:
    """Everything that is stored about one person, ready for JSON."""
    if connection.execute(sa.select(people.c.id).where(people.c.id == id)).first() is None:
        raise NoSuchPerson(id=id)
    found: Record = {table.called or table.table.name: table.export(connection, id) for table in (*OWN, *personal)}
    sat_at = sa.select(seats.c.stream).where(seats.c.person == id)
    found["seats"] = _records(connection, sa.select(seats).where(seats.c.person == id))
    found["tables"] = _records(connection, sa.select(tables).where(tables.c.stream.in_(sat_at)))
    found["results"] = _records(connection, sa.select(results).where(results.c.stream.in_(sat_at)))
    found["ratings"] = _records(connection, sa.select(ratings).where(ratings.c.person == id).order_by(ratings.c.at))
    caused = _records(connection, sa.select(events).where(events.c.actor == id).order_by(events.c.number))
    known = own_words.find(connection, (event["body"].encode() for event in caused)) or {}
    found["events"] = [{**each, "body": own_words.filled(each["body"].encode(), known).decode()} for each in caused]
    return found


def _records(connection: sa.Connection, statement: sa.Select[Any]) -> list[Record]:
    return [
        {str(name): _said(value) for name, value in row._mapping.items() if name not in ("txn", "number")}
        for row in connection.execute(statement)
    ]


def _said(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.b64encode(value).decode()


class People:
    """People and what they wrote. Inside a larger transaction use the functions above."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        at: int,
        display_name: str | None = None,
        contact: str | None = None,
        language: str | None = None,
        id: str | None = None,
    ) -> Person:
        return await self._database.write(lambda c: add(c, at, display_name, contact, language, id))

    async def find(self, *ids: str) -> dict[str, Person]:
        return await self._database.read(lambda c: find(c, ids))

    async def change(self, id: str, **fields: str | None) -> None:
        """`display_name`, `contact`, `language`."""
        wrong = sorted(set(fields) - {"display_name", "contact", "language"})
        if wrong or not fields:
            raise ValueError(f"a person has no field to change called {wrong}")
        await self._database.write(lambda c: change(c, id, dict(fields)), repeatable=True)

    async def set_dump_consent(self, id: str, since: int | None) -> None:
        """Since when somebody's matches may be in dumps for programmers; None: they may not."""
        await self._database.write(lambda c: change(c, id, {"dump_consent": since}), repeatable=True)

    async def dump_consents(self) -> frozenset[str]:
        """Ids of people who agreed that their matches are in dumps."""
        statement = sa.select(people.c.id).where(people.c.dump_consent.is_not(None), people.c.erased.is_(None))
        return await self._database.read(lambda c: frozenset(c.execute(statement).scalars()))

    async def write_down(self, person: str, kind: str, text: str, at: int, stream: str | None = None) -> Writing:
        return await self._database.write(lambda c: write_down(c, person, kind, text, at, stream))

    async def erased(self) -> list[str]:
        """Ids of erased people, to erase them again after restoring an older backup."""
        statement = sa.select(people.c.id).where(people.c.erased.is_not(None)).order_by(people.c.id)
        return await self._database.read(lambda c: list(c.execute(statement).scalars()))
