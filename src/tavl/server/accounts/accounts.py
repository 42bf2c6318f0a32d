"""Who is asking, by cookie or token; people's own names and how others see them.

Tokens are random and stored as SHA-256. Guests are made in `guests`, accounts in `passwords` and `passkeys`. How long a
cookie lasts: `session_days` in `server/settings.py`; from which experience a rating is shown without a question mark:
`rating_listed_from` there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import sqlalchemy as sa
from msgspec import UNSET

from tavl.rating import Formula
from tavl.rating.provisional import is_provisional
from tavl.server import schema
from tavl.server.accounts import authentication
from tavl.server.accounts.authentication import Arrival, AtTable
from tavl.server.accounts.identity import Identity
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Person
from tavl.server.network.credentials import Credentials
from tavl.server.settings import Settings
from tavl.server.tables import bots
from tavl.server.validation.names import usable_name
from tavl.server.wall_clock import DAY, HOUR
from tavl.store import Store
from tavl.store.batched_reads import BatchedReads
from tavl.store.projections import ratings
from tavl.store.schema import people as people_rows

__all__ = ["Accounts", "Identity"]


class Accounts:
    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self._at_tables = BatchedReads(self._look_together)

    # who is asking

    async def arrive(self, shown: Credentials, stream: str | None) -> Arrival:
        """Who is asking, by token or cookie, and what to know about them at a table, in one query; with a token,
        cookies are ignored. Nothing is cached, so a login that was ended is refused at once."""
        scheme, _, bearer = shown.authorization.partition(" ")
        if not scheme:
            found = await self._arrive(digest(shown.login) if shown.login else None, stream, by_token=False)
        elif scheme == "Bearer" and bearer:
            found = await self._arrive(digest(bearer), stream, by_token=True)
        else:
            found = Arrival()
        if found.identity is None and scheme:
            raise ApiError("login_needed")
        return found

    async def by_cookie(self, token: str) -> Identity | None:
        return (await self._arrive(digest(token), None, by_token=False)).identity

    async def _arrive(self, token: str | None, stream: str | None, by_token: bool) -> Arrival:
        if token is None and stream is None:
            return Arrival()
        now = self._clock()
        since = now - self._settings.session_days * DAY
        if stream is not None and not by_token and stream.isprintable():  # other values only hurt the sender
            found = await self._at_tables.ask((token, stream))
        else:
            found = await self._store.read_rows(lambda c: authentication.look(c, token, stream, by_token, now, since))
        if found.used < now - HOUR and found.identity is not None and found.identity.login is not None:
            await self._store.write_rows(lambda c: authentication.note_use(c, found, now))
        return found

    async def _look_together(self, asked: Sequence[AtTable]) -> list[Arrival]:
        now = self._clock()
        since = now - self._settings.session_days * DAY
        return await self._store.read_rows(lambda c: authentication.look_together(c, asked, now, since))

    # what people may change about themselves

    async def change(self, who: Identity, name: str | None, language: str | None) -> Identity:
        fields: dict[str, str | None] = {}
        if name is not None:
            fields["display_name"] = usable_name(name)
        if language is not None:
            fields["language"] = language
        if fields:
            await self._store.people.change(who.person, **fields)
        return Identity(
            person=who.person,
            name=fields.get("display_name") or who.name,
            bot=who.bot,
            login_name=who.login_name,
            language=fields.get("language") or who.language,
            login=who.login,
            began=who.began,
            administrator=who.administrator,
        )

    # displayed names

    async def names(self, ids: Iterable[str | None]) -> dict[str, Person]:
        wanted = {id for id in ids if id}
        if not wanted:
            return {}
        seated = {id: Person(bots.name_of(id), bot=True) for id in wanted if bots.is_bot_seat(id)}
        asked = sorted(wanted - set(seated))
        t, p = schema.tokens.c, people_rows.c
        query = (
            sa.select(p.id, p.display_name, t.id)
            .outerjoin_from(people_rows, schema.tokens, t.person == p.id)
            .where(p.id.in_(asked))
        )
        found, rated = await self._store.read_rows(
            lambda c: (c.execute(query).all() if asked else [], ratings.of_people(c, list(wanted)))
        )
        known = seated | {id: Person(name or "", bot=token is not None) for id, name, token in found}
        return {id: with_rating(person, id, rated, self._settings.formula) for id, person in known.items()}


def with_rating(person: Person, id: str, rated: Mapping[tuple[str, str], ratings.Rating], formula: Formula) -> Person:
    """With the rating: a person's from matches against people, a bot's from all its matches."""
    stands = rated.get((ratings.BOTS if person.bot else ratings.PEOPLE, id))
    if stands is None:
        return person
    provisional = is_provisional(stands.experience, formula.listed_from)
    return Person(person.name, person.bot, round(stands.rating / 100), True if provisional else UNSET)
