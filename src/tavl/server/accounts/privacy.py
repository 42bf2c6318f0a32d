"""Export and erase a person's data, and what they agreed to.

docs/privacy.md describes it for users; a test checks that every table of the server is named there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.bot_tokens import BotTokens
from tavl.server.accounts.identity import Identity
from tavl.server.accounts.recent_login import need_fresh_login
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import DumpsChosen
from tavl.server.tables.creation import SOMEBODY_BESIDE
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import as_heard, table_of
from tavl.store import PersonalTable, Store
from tavl.store.log.read import NO_LIMIT
from tavl.store.projections.table_list import listed
from tavl.store.projections.table_rows import PLAYING, WAITING
from tavl.store.schema import seats
from tavl.table.acts import Abort, By, Role

# The tables about people, how they are exported, and how they are erased. Who blocked or reported a person is
# confidential, so it is not exported: the time, or the table, would reveal who it was.
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
    PersonalTable(schema.tournament_people, hidden=("code", "holder")),
    PersonalTable(
        schema.tournament_people, person="holder", clear=("holder",), hidden=("code",), called="seats_claimed"
    ),
    PersonalTable(schema.desk_presence, hidden=("process", "connection")),
    PersonalTable(schema.webhooks, clear=("person",), hidden=("secret",)),
    PersonalTable(schema.organisation_people),
    PersonalTable(schema.analyses, hidden=("process", "beat", "result")),
    PersonalTable(schema.practice_cards),
    PersonalTable(schema.practice_answers),
    PersonalTable(schema.practice_decks),
    PersonalTable(schema.practice_matches),
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
    """`texts_erased` is told in which streams somebody's texts are gone: what is remembered of them still has them.
    `folded` says what streams have about a person, by its name in an export."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        tokens: BotTokens,
        clock: Callable[[], int],
        texts_erased: Callable[[list[str]], Awaitable[None]],
        folded: Mapping[str, Callable[[str], Awaitable[list[Any]]]],
    ) -> None:
        self._store, self._executor, self._clock = store, executor, clock
        self._tokens, self._texts_erased, self._folded = tokens, texts_erased, folded

    async def export(self, who: Identity) -> dict[str, Any]:
        """Everything that is stored about this person, as JSON."""
        who.need_person()
        kept = await self._store.export_person(who.person)
        kept["events"] = [as_heard(event) for event in kept["events"]]
        beside = await self._store.people.find(*await self._beside(who.person))
        kept["people_beside"] = [{"id": each.id, "display_name": each.display_name} for each in beside.values()]
        for name, look in self._folded.items():
            kept[name] = await look(who.person)
        return {"person": who.person, "exported": self._clock(), **kept}

    async def dumps(self, who: Identity) -> DumpsChosen:
        who.need_person()
        found = (await self._store.people.find(who.person)).get(who.person)
        since = found.dump_consent if found else None
        return DumpsChosen(since is not None, since)

    async def choose_dumps(self, who: Identity, allowed: bool) -> DumpsChosen:
        """Whoever allows it twice has done so since the first time."""
        chosen = await self.dumps(who)
        if chosen.allowed != allowed:
            await self._store.people.set_dump_consent(who.person, self._clock() if allowed else None)
        return await self.dumps(who)

    async def erase(self, who: Identity, confirm: str) -> list[str]:
        """Erase the person, their bots, and people at a physical board whose names they typed; returns their ids.
        Waiting tables are closed; matches stay as they are, without names."""
        who.need_person()
        if not who.guest:
            need_fresh_login(who, self._clock())
        if confirm.strip() != (who.login_name or who.name):
            raise ApiError("confirm_wrong")
        gone = [who.person, *await self._tokens.bots_of(who.person), *await self._beside(who.person)]
        for person in gone:
            await self._close_tables(person)
            streams = await self._store.erase_person(person, self._clock())
            await self._texts_erased(streams)
        return gone

    async def _beside(self, person: str) -> list[str]:
        """People without a login whose names this person typed."""
        mine = sa.select(seats.c.stream).where(seats.c.person == person)
        query = sa.select(seats.c.person).where(seats.c.stream.in_(mine), seats.c.person.startswith(SOMEBODY_BESIDE))
        return list(await self._store.read_rows(lambda c: c.execute(query.order_by(seats.c.person)).scalars()))

    async def _close_tables(self, person: str) -> None:
        """Close the tables at which nothing counts yet."""
        going_on = (WAITING, PLAYING)
        for found in await self._store.read_rows(lambda c: listed(c, person=person, status=going_on, limit=NO_LIMIT)):
            table = table_of(found.stream)
            seat = (await self._executor.state(table)).table.seat_of(person)
            if seat is not None:
                with suppress(ApiError):
                    await self._executor.act(table, By(Role.PLAYER, person, seat), Abort(seat), f"erased:{person}")
