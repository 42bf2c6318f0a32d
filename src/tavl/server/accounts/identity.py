"""Who somebody is, as the rest of the server knows it. How a visitor becomes a guest: `guests`."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Me
from tavl.server.tables.hosting import Registered
from tavl.store.log.events import new_id


class Identity(Struct, frozen=True, kw_only=True):
    person: str
    name: str
    bot: bool = False
    login_name: str | None = None  # None: a guest
    language: str | None = None
    login: str | None = None  # the id of the login that was used; None with a token
    began: int = 0  # when that login began
    administrator: bool = False
    suspended: str | None = None  # why

    @property
    def guest(self) -> bool:
        return self.login_name is None and not self.bot

    @property
    def registered(self) -> tuple[Registered, ...]:
        """The event for a table when this person sits down there: results may be rated."""
        return () if self.guest else (Registered(self.person, self.bot),)

    @property
    def me(self) -> Me:
        return Me(
            id=self.person,
            name=self.name,
            bot=self.bot,
            guest=self.guest,
            login=self.login_name,
            language=self.language,
            administrator=self.administrator,
            suspended=self.suspended,
        )

    def need_person(self) -> None:
        """Refuse a bot's token: it must not change its owner's account."""
        if self.bot:
            raise ApiError("not_for_bots")

    def need_account(self) -> None:
        self.need_person()
        if self.guest:
            raise ApiError("account_needed")


def begin_login(connection: sa.Connection, person: str, token: str, agent: str, at: int) -> str:
    id = new_id(at)
    values = {"id": id, "token": digest(token), "person": person, "began": at, "used": at, "agent": agent[:200]}
    connection.execute(sa.insert(schema.logins).values(values))
    return id
