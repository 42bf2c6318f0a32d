"""One's own data: all of it to take along, all of it erased on request; and what goes by itself when its time is over.

docs/privacy.md says the same to people; a test holds that every table of the server is named there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from tavl.server import rows
from tavl.server.desk import Desk
from tavl.server.errors import ApiError
from tavl.server.identity import DAY, HOUR, Identity
from tavl.server.opening import SOMEBODY_BESIDE
from tavl.server.reading import table_of
from tavl.server.settings import Settings
from tavl.server.tokens import BotTokens
from tavl.server.watching import as_heard
from tavl.store import PersonalTable, Store
from tavl.store.schema import seats, tables
from tavl.table.acts import Abort, By, Role

# What is about people, how it is exported, and how it is erased. That somebody blocked or reported a person is told in
# confidence: an instant, or the table, would tell who it was.
PERSONAL = (
    PersonalTable(rows.accounts, hidden=("password", "recovery")),
    PersonalTable(rows.logins, hidden=("token",)),
    PersonalTable(rows.passkeys),
    PersonalTable(rows.ceremonies, hidden=("challenge",)),
    PersonalTable(rows.issued_codes, hidden=("code",)),
    PersonalTable(rows.tokens, person="owner", clear=("owner", "token"), hidden=("token",)),
    PersonalTable(rows.mutes),
    PersonalTable(rows.watching, hidden=("process",)),
    PersonalTable(rows.invites, hidden=("code",)),
    PersonalTable(rows.blocks),
    PersonalTable(rows.blocks, person="blocked", shown=sa.false(), called="blocked_by_others"),
    PersonalTable(rows.reports, clear=("person", "text")),
    PersonalTable(rows.reports, person="about", shown=sa.false(), called="reports_by_others"),
    PersonalTable(rows.notice_choices, hidden=("stop", "code")),
    PersonalTable(rows.push_subscriptions, hidden=("auth",)),
    PersonalTable(rows.notices_sent),
    PersonalTable(rows.administrators),
    PersonalTable(rows.suspensions),
    PersonalTable(
        rows.administrative_acts,
        person="about",
        clear=("note",),
        hidden=("by",),
        shown=rows.administrative_acts.c.act != "close_report",
    ),
)


async def _nobody_remembers(tables: list[str]) -> None:
    pass


class Privacy:
    def __init__(self, store: Store, settings: Settings, desk: Desk, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._desk, self._clock = store, settings, desk, clock
        self._tokens = BotTokens(store, clock)
        self.words_gone: Callable[[list[str]], Awaitable[None]] = _nobody_remembers

    async def export(self, who: Identity) -> dict[str, Any]:
        """Everything that is kept about this person, as JSON."""
        who.need_person()
        kept = await self._store.export_person(who.person)
        kept["events"] = [as_heard(event) for event in kept["events"]]
        beside = await self._store.people.find(*await self._beside(who.person))
        kept["people_beside"] = [{"id": each.id, "display_name": each.display_name} for each in beside.values()]
        return {"person": who.person, "exported": self._clock(), **kept}

    async def erase(self, who: Identity, confirm: str) -> list[str]:
        """Whom it was about: the person, bots of that person's, and whoever sat beside a physical board with them under
        a name that they typed. Tables that wait are closed; matches stay as they are, with an id that says nothing."""
        who.need_person()
        if not who.guest:
            who.need_fresh_login(self._clock())
        if confirm.strip() != (who.login_name or who.name):
            raise ApiError("confirm_wrong")
        gone = [who.person, *await self._tokens.bots_of(who.person), *await self._beside(who.person)]
        for person in gone:
            await self._close_tables(person)
            streams = await self._store.erase_person(person, self._clock())
            await self.words_gone([table_of(stream) for stream in streams])
        return gone

    async def _beside(self, person: str) -> list[str]:
        """Those without a login, whose names this person gave."""
        mine = sa.select(seats.c.stream).where(seats.c.person == person)
        query = sa.select(seats.c.person).where(seats.c.stream.in_(mine), seats.c.person.startswith(SOMEBODY_BESIDE))
        return list(await self._store.read_rows(lambda c: c.execute(query.order_by(seats.c.person)).scalars()))

    async def _close_tables(self, person: str) -> None:
        """Those at which nothing counts yet."""
        query = (
            sa.select(tables.c.stream, seats.c.seat)
            .join_from(tables, seats, seats.c.stream == tables.c.stream)
            .where(seats.c.person == person, tables.c.status != "over")
        )
        for stream, _ in await self._store.read_rows(lambda c: c.execute(query).all()):
            table = table_of(stream)
            seat = (await self._desk.state(table)).table.seat_of(person)
            if seat is not None:
                with suppress(ApiError):
                    await self._desk.act(table, By(Role.PLAYER, person, seat), Abort(seat), f"erased:{person}")

    async def tidy(self) -> None:
        """What is over is not kept: logins that nobody used for long, codes and ceremonies that ran out."""
        now = self._clock()
        over = (
            sa.delete(rows.logins).where(rows.logins.c.used < now - self._settings.session_days * DAY),
            sa.delete(rows.ceremonies).where(rows.ceremonies.c.until < now),
            sa.delete(rows.issued_codes).where(rows.issued_codes.c.until < now),
            sa.delete(rows.login_tries).where(rows.login_tries.c.at < now - DAY),
            sa.delete(rows.notices_sent).where(rows.notices_sent.c.at < now - 30 * DAY),
            sa.delete(rows.suspensions).where(rows.suspensions.c.until < now),
        )

        def tidy(connection: sa.Connection) -> None:
            for statement in over:
                connection.execute(statement)

        await self._store.write_rows(tidy)

    async def tidy_now_and_then(self) -> None:
        await self.tidy()
        await asyncio.sleep(HOUR / 1000)
