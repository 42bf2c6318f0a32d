"""HTTP messages about guests, accounts, logins, passkeys and tokens."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from tavl.server.messages.base import Heard, Name, Password


class BeginSession(Heard, frozen=True):
    """Where a visitor comes to, if it is a table or a tournament."""

    table: Annotated[str, Meta(max_length=200)] | None = None
    tournament: Annotated[str, Meta(max_length=200)] | None = None


class ChangeMe(Heard, frozen=True):
    name: Annotated[str, Meta(max_length=200)] | None = None
    language: Annotated[str, Meta(max_length=16)] | None = None


class MakeAccount(Heard, frozen=True):
    password: Annotated[str, Meta(max_length=1024)]
    name: Annotated[str, Meta(max_length=200)] | None = None
    login: Annotated[str, Meta(max_length=200)] | None = None  # the chosen login name; without it the server draws one


class LogIn(Heard, frozen=True):
    login: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class Recover(Heard, frozen=True):
    code: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class MakeToken(Heard, frozen=True):
    """A bot of the person's own: it plays under this name, always labelled as a bot."""

    name: Annotated[str, Meta(max_length=200)]


class Person(Struct, frozen=True):
    name: str
    bot: bool = False
    rating: int | UnsetType = UNSET  # from matches against people, a bot's from all; unset: not rated yet
    provisional: bool | UnsetType = UNSET  # only sent if true


class Me(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    bot: bool
    guest: bool
    login: str | None
    language: str | None
    administrator: bool = False
    suspended: str | None = None  # why, if suspended


class AccountMade(Struct, frozen=True):
    """The login name and the recovery code for a lost password; the code is shown only once."""

    me: Me
    login: str
    recovery_code: str


class Login(Struct, frozen=True, kw_only=True):
    id: str
    began: int
    used: int
    agent: str
    current: bool


class TokenMade(Struct, frozen=True):
    """The token is shown only once."""

    id: str
    person: str
    name: str
    token: str


class Token(Struct, frozen=True):
    id: str
    person: str
    name: str
    made: int


class ChangePassword(Heard, frozen=True):
    """The old password is required if there is one."""

    password: Password
    old: Password | None = None
    end_others: bool = False  # all other logins end


class AddPasskey(Heard, frozen=True):
    """`credential` is what `navigator.credentials.create` answered, as JSON."""

    ceremony: Annotated[str, Meta(max_length=64)]
    credential: dict[str, Any]
    name: Name | None = None


class PasskeyLogIn(Heard, frozen=True):
    """`credential` is what `navigator.credentials.get` answered, as JSON."""

    ceremony: Annotated[str, Meta(max_length=64)]
    credential: dict[str, Any]


class NamePasskey(Heard, frozen=True):
    name: Name


class EraseMe(Heard, frozen=True):
    """`confirm` is the login name, or for a guest the name."""

    confirm: Name


class ChooseDumps(Heard, frozen=True):
    allowed: bool


class DumpsChosen(Struct, frozen=True):
    """Whether my matches may be in dumps for programmers, and since when (UTC milliseconds)."""

    allowed: bool
    since: int | None


class RecoveryCode(Struct, frozen=True):
    """Shown only once; the previous code no longer works."""

    recovery_code: str


class PasskeyCeremony(Struct, frozen=True):
    """The options for the browser, and the name of the ceremony, to be sent back with its answer once and soon."""

    ceremony: str
    options: dict[str, Any]


class Passkey(Struct, frozen=True):
    id: str
    name: str
    made: int
    used: int | None


class PasskeyMade(Struct, frozen=True):
    passkey: Passkey
    account: AccountMade | None  # if a guest made an account with it


TAKEN = (
    BeginSession,
    ChangeMe,
    MakeAccount,
    LogIn,
    Recover,
    MakeToken,
    ChangePassword,
    AddPasskey,
    PasskeyLogIn,
    NamePasskey,
    EraseMe,
    ChooseDumps,
)
GIVEN = (
    Me,
    AccountMade,
    tuple[Login, ...],
    TokenMade,
    tuple[Token, ...],
    RecoveryCode,
    DumpsChosen,
    PasskeyCeremony,
    Passkey,
    PasskeyMade,
    tuple[Passkey, ...],
)
