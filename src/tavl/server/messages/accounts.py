"""What is said over HTTP about guests, accounts, logins, passkeys and tokens."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from tavl.server.messages.base import Heard, Name, Password


class ChangeMe(Heard, frozen=True):
    name: Annotated[str, Meta(max_length=200)] | None = None
    language: Annotated[str, Meta(max_length=16)] | None = None


class MakeAccount(Heard, frozen=True):
    password: Annotated[str, Meta(max_length=1024)]
    name: Annotated[str, Meta(max_length=200)] | None = None
    login: Annotated[str, Meta(max_length=200)] | None = None  # a login name of one's own; without it one is drawn


class LogIn(Heard, frozen=True):
    login: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class Recover(Heard, frozen=True):
    code: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class MakeToken(Heard, frozen=True):
    """A bot of one's own: it plays under this name, always labelled as a bot."""

    name: Annotated[str, Meta(max_length=200)]


class Person(Struct, frozen=True):
    name: str
    bot: bool = False
    rating: int | UnsetType = UNSET  # of matches with people; a bot's of all of them; none: not rated yet
    provisional: bool | UnsetType = UNSET  # said where it is


class Me(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    bot: bool
    guest: bool
    login: str | None
    language: str | None
    administrator: bool = False
    suspended: str | None = None  # why, where an administrator did that


class AccountMade(Struct, frozen=True):
    """The login name and the code that gets a lost password replaced; the code is shown this once."""

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
    """The token is shown this once."""

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
    """The old one is asked for where there is one."""

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
    """`confirm` is the login name, a guest's the name."""

    confirm: Name


class RecoveryCode(Struct, frozen=True):
    """Shown this once; the one before is worth nothing any more."""

    recovery_code: str


class PasskeyCeremony(Struct, frozen=True):
    """What the browser is to be asked with, and the name under which to bring its answer back, once and soon."""

    ceremony: str
    options: dict[str, Any]


class Passkey(Struct, frozen=True):
    id: str
    name: str
    made: int
    used: int | None


class PasskeyMade(Struct, frozen=True):
    passkey: Passkey
    account: AccountMade | None  # where a guest made an account by it


TAKEN = (
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
)
GIVEN = (
    Me,
    AccountMade,
    tuple[Login, ...],
    TokenMade,
    tuple[Token, ...],
    RecoveryCode,
    PasskeyCeremony,
    Passkey,
    PasskeyMade,
    tuple[Passkey, ...],
)
