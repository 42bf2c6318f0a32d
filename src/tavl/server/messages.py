"""Everything that is said over the wire, as types: decoded against them, described by them (see `schema.py`)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavl.rules.profile import ClockSetting
from tavl.rules.seat import Seat
from tavl.server.dice import FairDice
from tavl.server.errors import ErrorBody
from tavl.server.stream import ClientAction, StreamEvent
from tavl.table.view import TableView

ActionId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[int, Meta(ge=0)]


class Heard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


# What is asked over HTTP


class OpenTable(Heard, frozen=True):
    """A table to open. Without a length it is money play. The opponent: `bot:<level>`, `friend` or `anyone`."""

    opponent: Annotated[str, Meta(max_length=32)] = "anyone"
    length: Annotated[int, Meta(ge=1, le=999)] | None = None
    stake: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    profile: Annotated[str, Meta(max_length=32)] | None = None
    vary: dict[str, Any] = {}
    clock: ClockSetting | None = None
    rated: bool = False
    aids: bool = True
    spectator_delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    promise: Digest | None = None  # of a word for the dice; without it the server draws one
    id: ActionId | None = None


class JoinTable(Heard, frozen=True):
    promise: Digest | None = None
    id: ActionId | None = None


class ChangeMe(Heard, frozen=True):
    name: Annotated[str, Meta(max_length=200)] | None = None
    language: Annotated[str, Meta(max_length=16)] | None = None


class MakeAccount(Heard, frozen=True):
    password: Annotated[str, Meta(max_length=1024)]
    name: Annotated[str, Meta(max_length=200)] | None = None


class LogIn(Heard, frozen=True):
    login: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class Recover(Heard, frozen=True):
    code: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1024)]


class MakeToken(Heard, frozen=True):
    """A bot of one's own: it plays under this name, always labelled as a bot."""

    name: Annotated[str, Meta(max_length=200)]


# What is answered


class Person(Struct, frozen=True):
    name: str
    bot: bool = False


class Me(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    bot: bool
    guest: bool
    login: str | None
    language: str | None


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


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    status: str  # waiting, playing, over
    opponent: str  # what its opener asked for: bot, friend, anyone
    seats: tuple[str | None, str | None]
    length: int | None
    profile: str
    clock: ClockSetting | None
    score: tuple[int, int]
    opened: int
    changed: int


class TableList(Struct, frozen=True):
    open: tuple[TableLine, ...]
    mine: tuple[TableLine, ...]
    people: dict[str, Person]


class EventOut(Struct, frozen=True):
    version: int
    at: int
    event: StreamEvent


class TableState(Struct, frozen=True, kw_only=True, tag="state", tag_field="type"):
    """The table as its receiver may see it; `view.actions` are the types of what the receiver may do now."""

    table: str
    version: int
    at: int  # the server's time, in ms
    view: TableView
    dice: FairDice
    people: dict[str, Person]
    present: tuple[bool, bool]
    events: tuple[EventOut, ...]  # after the version that the receiver had


class EventList(Struct, frozen=True):
    version: int
    events: tuple[EventOut, ...]


# Over the socket


class Hello(Heard, frozen=True):
    after: Version = 0


class ChatSaid(Heard, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Heard, frozen=True):
    on: bool


class Ping(Heard, frozen=True):
    sent: int | float = 0


class FromClient(Heard, frozen=True):
    """One of: an action with its id and the version it answers, hello, chat, mute, ping."""

    id: ActionId | None = None
    version: Version | None = None
    action: ClientAction | None = None
    hello: Hello | None = None
    chat: ChatSaid | None = None
    mute: Mute | None = None
    ping: Ping | None = None


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    id: str
    version: int


class Refusal(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="refused", tag_field="type"):
    id: str
    code: str
    facts: dict[str, Any]
    message: str
    version: int
    rule: str | None = None


class SocketError(Struct, frozen=True, tag="error", tag_field="type"):
    """The last message could not be taken as one; the socket lives on."""

    error: ErrorBody


class Presence(Struct, frozen=True, tag="presence", tag_field="type"):
    present: tuple[bool, bool]


class ChatLine(Struct, frozen=True, kw_only=True, tag="chat", tag_field="type"):
    seat: Seat
    person: str
    text: str
    at: int


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """What was sent in the ping, and the server's time: enough to set a clock by."""

    sent: int | float
    at: int


ToClient = TableState | Done | Refusal | SocketError | Presence | ChatLine | Pong
