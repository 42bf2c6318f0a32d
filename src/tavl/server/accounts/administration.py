"""Administration: issue recovery codes, see and close reports, suspend people, appoint administrators.

The page `/admin` and the command `tavl admin` use this. Every act is recorded in the same transaction: who did it, when
and to whom.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.recovery_codes import recovery_code
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.messages.moderation import Act, IssuedCode, KnownPerson, ReportLine
from tavl.server.tables.stream.event_codec import table_of
from tavl.server.venue.copy_tokens import new_copy_token
from tavl.server.wall_clock import DAY, HOUR
from tavl.store import Store
from tavl.store.log.events import new_id
from tavl.store.schema import people as people_rows

COMMAND = "command"  # the actor of `tavl admin`: whoever can run commands on the server's machine
MAX_LISTED = 200
Changed = Callable[[str], Awaitable[None]]


class Administration:
    def __init__(self, store: Store, clock: Callable[[], int], changed: Changed) -> None:
        self._store, self._clock, self._changed = store, clock, changed

    # people

    async def find(self, text: str) -> KnownPerson:
        """Find a person by login name or id; the address of a player's page works too."""
        key = text.strip().rstrip("/").rpartition("/")[2]
        p, a, d, s, t, r = (
            people_rows.c,
            schema.accounts.c,
            schema.administrators.c,
            schema.suspensions.c,
            schema.tokens.c,
            schema.reports.c,
        )
        reports = sa.select(sa.func.count()).where(r.about == p.id, r.closed.is_(None)).scalar_subquery()
        in_force = sa.or_(s.until.is_(None), s.until > self._clock())
        query = (
            sa.select(p.id, p.display_name, a.login, t.id, p.created, d.person, s.reason, s.until, reports)
            .outerjoin_from(people_rows, schema.accounts, a.person == p.id)
            .outerjoin(schema.administrators, d.person == p.id)
            .outerjoin(schema.suspensions, sa.and_(s.person == p.id, in_force))
            .outerjoin(schema.tokens, t.person == p.id)
            .where(sa.or_(p.id == key, a.login == key.lower()), p.erased.is_(None))
        )
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        if row is None:
            raise ApiError("no_such_person")
        return KnownPerson(
            id=row[0],
            name=row[1] or "",
            login=row[2],
            bot=row[3] is not None,
            made=row[4],
            administrator=row[5] is not None,
            suspended=row[6],
            suspended_until=row[7],
            reports=row[8],
        )

    # acts

    async def grant(self, by: str, person: str) -> KnownPerson:
        known = await self._with_account(person)
        row = {"person": known.id, "since": self._clock()}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(schema.administrators).where(schema.administrators.c.person == known.id))
            connection.execute(sa.insert(schema.administrators).values(row))
            self._note(connection, by, "grant", known.id)

        await self._store.write_rows(write)
        return await self.find(known.id)

    async def copy_token(self, by: str, name: str) -> str:
        """For a venue's server that shows its tournaments here."""
        return await new_copy_token(self._store, name, self._clock())

    async def revoke(self, by: str, person: str) -> KnownPerson:
        known = await self._other(by, person)
        return await self._take_away(schema.administrators, by, "revoke", known)

    async def issue_code(self, by: str, person: str, hours: int) -> IssuedCode:
        """A code that replaces the password once and expires. An earlier one no longer works."""
        known = await self._with_account(person)
        assert known.login is not None
        code, until = recovery_code(), self._clock() + hours * HOUR
        row = {"code": digest(code), "person": known.id, "until": until}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(schema.issued_codes).where(schema.issued_codes.c.person == known.id))
            connection.execute(sa.insert(schema.issued_codes).values(row))
            self._note(connection, by, "issue_code", known.id, f"{hours} h")

        await self._store.write_rows(write)
        return IssuedCode(known.login, code, until)

    async def suspend(self, by: str, person: str, reason: str, days: int | None) -> KnownPerson:
        """Suspend a person: their sockets and their bots' are closed, and they can only read why, download their data
        and erase it."""
        known = await self._other(by, person)
        shown = reason.strip()
        if not shown:
            raise ApiError("bad_value", field="reason", problem="empty")
        now = self._clock()
        until = now + days * DAY if days else None
        row = {"person": known.id, "since": now, "until": until, "reason": shown}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(schema.suspensions).where(schema.suspensions.c.person == known.id))
            connection.execute(sa.insert(schema.suspensions).values(row))
            self._note(connection, by, "suspend", known.id, f"{days} d: {shown}" if days else shown)

        await self._store.write_rows(write)
        await self._tell(known.id)
        return await self.find(known.id)

    async def lift(self, by: str, person: str) -> KnownPerson:
        return await self._take_away(schema.suspensions, by, "lift", await self.find(person))

    async def _take_away(self, table: sa.Table, by: str, act: str, known: KnownPerson) -> KnownPerson:
        """What a person has in this table."""

        def write(connection: sa.Connection) -> int:
            count = connection.execute(sa.delete(table).where(table.c.person == known.id)).rowcount
            if count:
                self._note(connection, by, act, known.id)
            return count

        if not await self._store.write_rows(write):
            raise ApiError("not_found")
        return await self.find(known.id)

    async def close_report(self, by: str, report: str, outcome: str) -> None:
        r, now = schema.reports.c, self._clock()
        closing = sa.update(schema.reports).where(r.id == report, r.closed.is_(None))

        def write(connection: sa.Connection) -> str | None:
            about = connection.execute(closing.values(closed=now, outcome=outcome.strip()).returning(r.about)).scalar()
            if about is not None:
                self._note(connection, by, "close_report", about, outcome.strip() or None)
            return about

        if await self._store.write_rows(write) is None:
            raise ApiError("not_found")

    # lists

    async def reports(self, closed_too: bool = False) -> tuple[ReportLine, ...]:
        r = schema.reports.c
        query = sa.select(schema.reports).order_by(r.closed.is_not(None), r.at.desc(), r.id).limit(MAX_LISTED)
        if not closed_too:
            query = query.where(r.closed.is_(None))
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(
            ReportLine(
                id=row.id,
                by=row.person,
                about=row.about,
                table=table_of(row.stream) if row.stream else None,
                reason=row.reason,
                text=row.text or "",
                at=row.at,
                closed=row.closed,
                outcome=row.outcome,
            )
            for row in found
        )

    async def acts(self) -> tuple[Act, ...]:
        done = schema.administrative_acts
        query = sa.select(done).order_by(done.c.at.desc(), done.c.id.desc()).limit(MAX_LISTED)
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(Act(id=r.id, at=r.at, by=r.by, act=r.act, about=r.about, note=r.note) for r in found)

    async def administrators(self) -> list[str]:
        query = sa.select(schema.administrators.c.person).order_by(schema.administrators.c.since)
        return await self._store.read_rows(lambda c: list(c.execute(query).scalars()))

    async def note(self, by: str, act: str, about: str, note: str) -> None:
        """Something that was done elsewhere."""
        await self._store.write_rows(lambda connection: self._note(connection, by, act, about, note))

    def _note(self, connection: sa.Connection, by: str, act: str, about: str, note: str | None = None) -> None:
        at = self._clock()
        row = {"id": new_id(at), "at": at, "by": by, "act": act, "about": about, "note": note}
        connection.execute(sa.insert(schema.administrative_acts).values(row))

    async def _with_account(self, person: str) -> KnownPerson:
        known = await self.find(person)
        if known.login is None:
            raise ApiError("no_account")
        return known

    async def _other(self, by: str, person: str) -> KnownPerson:
        """Administrators cannot do this to themselves."""
        known = await self.find(person)
        if known.id == by:
            raise ApiError("not_yourself")
        return known

    async def _tell(self, person: str) -> None:
        t = schema.tokens.c
        bots = sa.select(t.person).where(t.owner == person, t.token.is_not(None))
        for id in (person, *await self._store.read_rows(lambda c: c.execute(bots).scalars().all())):
            await self._changed(id)
