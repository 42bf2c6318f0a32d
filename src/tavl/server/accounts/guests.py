"""Guests: how a new visitor becomes one, and what they are called until they choose a name.

A guest and the account made from it (`passwords`, `passkeys`) have the same person id, so the games stay. How many new
guests an address may bring: `server/rate_limits.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.i18n import SOURCE_LANGUAGE, words
from tavl.server.accounts.identity import Identity, begin_login
from tavl.server.codes import drawn_letters, new_token
from tavl.store import Store
from tavl.store.people import people as stored

NAME_LETTERS = 4  # drawn, to tell one guest from another


class Guests:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    async def new_guest(self, agent: str, language: str | None = None) -> tuple[Identity, str]:
        """The guest, and the token of the login."""
        at, token, name = self._clock(), new_token(), guest_name(language)

        def make(connection: sa.Connection) -> tuple[str, str]:
            person = stored.add(connection, at, name, None, language)
            return person.id, begin_login(connection, person.id, token, agent, at)

        person, login = await self._store.write_rows(make)
        return Identity(person=person, name=name, language=language, login=login, began=at), token


def guest_name(language: str | None) -> str:
    w = words(language or SOURCE_LANGUAGE)
    return w("Guest {letters}", letters=drawn_letters(NAME_LETTERS))
