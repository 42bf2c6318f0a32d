"""Your own data: all of it to take along, all of it erased on request.

docs/privacy.md says the same to people; a test holds that every table of the server is named there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.bot_tokens import BotTokens
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.tables.creation import SOMEBODY_BESIDE
from tavl.server.tables.event_codec import as_heard, table_of
from tavl.server.tables.executor import Executor
from tavl.store import PersonalTable, Store
from tavl.store.log.append import NO_LIMIT
from tavl.store.projections.table_list import listed
from tavl.store.projections.table_rows import PLAYING, WAITING
from tavl.store.schema import seats
from tavl.table.acts import Abort, By, Role

# What is about people, how it is exported, and how it is erased. That somebody blocked or reported a person is told in
# confidence: an instant, or the table, would tell who it was.
PERSONAL = (
    PersonalTable(schema.accounts, hidden=("password", "recovery")),
    PersonalTable(schema.logins, hidden=("token",)),
    PersonalTable(schema.passkeys),
    PersonalTable(schema.ceremonies, hidden=("challenge",)),
    PersonalTable(schema.issued_codes, hidden=("code",)),
    PersonalTable(schema.tokens, person="owner", clear=("owner", "token"), hidden=("token",)),
    PersonalTable(schema.mutes),
    PersonalTable(schema.watching, hidden=("process",)),
    PersonalTable(schema.invites, hidden=("code",)),
    PersonalTable(schema.blocks),
    PersonalTable(schema.blocks, person="blocked", shown=sa.false(), called="blocked_by_others"),
    PersonalTable(schema.reports, clear=("person", "text")),
    PersonalTable(schema.reports, person="about", shown=sa.false(), called="reports_by_others"),
    PersonalTable(schema.notice_choices, hidden=("stop", "code")),
    PersonalTable(schema.push_subscriptions, hidden=("auth",)),
    PersonalTable(schema.notices_sent),
    PersonalTable(schema.analyses, hidden=("process", "beat", "result")),
    PersonalTable(schema.administrators),
    PersonalTable(schema.suspensions),
    PersonalTable(
        schema.administrative_acts,
        person="about",
        clear=("note",),
        hidden=("by",),
        shown=schema.administrative_acts.c.act != "close_report",
    ),
)


class Privacy:
    """`texts_erased` is told at which tables somebody's texts are gone: what is remembered of them still has them."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        tokens: BotTokens,
        clock: Callable[[], int],
        texts_erased: Callable[[list[str]], Awaitable[None]],
    ) -> None:
        self._store, self._executor, self._clock = store, executor, clock
        self._tokens, self._texts_erased = tokens, texts_erased

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
            await self._texts_erased([table_of(stream) for stream in streams])
        return gone

    async def _beside(self, person: str) -> list[str]:
        """Those without a login, whose names this person gave."""
        mine = sa.select(seats.c.stream).where(seats.c.person == person)
        query = sa.select(seats.c.person).where(seats.c.stream.in_(mine), seats.c.person.startswith(SOMEBODY_BESIDE))
        return list(await self._store.read_rows(lambda c: c.execute(query.order_by(seats.c.person)).scalars()))

    async def _close_tables(self, person: str) -> None:
        """Those at which nothing counts yet."""
        going_on = (WAITING, PLAYING)
        for found in await self._store.read_rows(lambda c: listed(c, person=person, status=going_on, limit=NO_LIMIT)):
            table = table_of(found.stream)
            seat = (await self._executor.state(table)).table.seat_of(person)
            if seat is not None:
                with suppress(ApiError):
                    await self._executor.act(table, By(Role.PLAYER, person, seat), Abort(seat), f"erased:{person}")
