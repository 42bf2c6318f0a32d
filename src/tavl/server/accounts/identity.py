"""Who somebody is, as the rest of the server knows it; and the small things all ways in share."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from email.errors import HeaderParseError
from email.header import decode_header, make_header

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Me
from tavl.server.tables.hosting import Registered
from tavl.store.log.events import new_id

DAY = 86_400_000
HOUR = 3_600_000
MINUTE = 60_000
FRESH = 10 * MINUTE  # so long after logging in the ways into an account can be changed
MAX_NAME = 40
_LOGIN = re.compile(r"[a-z0-9][a-z0-9.-]{1,28}[a-z0-9]")
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"


class Identity(Struct, frozen=True, kw_only=True):
    person: str
    name: str
    bot: bool = False
    login_name: str | None = None  # none: a guest
    language: str | None = None
    login: str | None = None  # the id of the login that was used; none with a token
    began: int = 0  # when that login was made
    administrator: bool = False
    suspended: str | None = None  # why

    @property
    def guest(self) -> bool:
        return self.login_name is None and not self.bot

    @property
    def registered(self) -> tuple[Registered, ...]:
        """What a table is told when this person sits down there: that results may count."""
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
        """Not a bot's token: it must not reach for its owner's affairs."""
        if self.bot:
            raise ApiError("not_for_bots")

    def need_account(self) -> None:
        self.need_person()
        if self.guest:
            raise ApiError("account_needed")

    def need_fresh_login(self, now: int) -> None:
        """Ways in are changed by somebody who has just shown to be that person: a borrowed or stolen cookie is not
        enough."""
        self.need_account()
        if now - self.began > FRESH:
            raise ApiError("proof_needed")


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def usable_name(name: str) -> str:
    """A name as it is shown: no control or invisible characters, single spaces, not too long. One that a mail program
    would decode (`=?utf-8?B?...?=`) must be fit to be shown then, too."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in shown + _decoded(shown)):
        raise ApiError("name_unusable", most=MAX_NAME)
    return shown


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):  # not decodable, so nobody decodes it
        return ""


def usable_login(login: str) -> str:
    """A login name that somebody chose: what every keyboard has, in one case."""
    name = login.strip().lower()
    if not _LOGIN.fullmatch(name):
        raise ApiError("login_unusable")
    return name


def drawn_letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def recovery_code() -> str:
    """25 letters in groups of five: about 122 bits."""
    return "-".join(drawn_letters(5) for _ in range(5))


def plain_code(code: str) -> str:
    """As it was drawn, however it was typed."""
    letters = "".join(c for c in code.lower() if c in LETTERS)
    return "-".join(letters[i : i + 5] for i in range(0, len(letters), 5))


def begin_login(connection: sa.Connection, person: str, token: str, agent: str, at: int) -> str:
    id = new_id(at)
    values = {"id": id, "token": digest(token), "person": person, "began": at, "used": at, "agent": agent[:200]}
    connection.execute(sa.insert(schema.logins).values(values))
    return id
