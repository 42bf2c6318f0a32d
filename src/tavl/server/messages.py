"""Everything that is said over the wire, as types: decoded against them, described by them (see `schema.py`)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from tavl.rules.profile import Breaks, ClockSetting
from tavl.rules.seat import Seat
from tavl.server.dice import FairDice
from tavl.server.errors import ErrorBody
from tavl.server.house import HouseView, LostLine
from tavl.server.stream import ClientAction, StreamEvent
from tavl.table.acts import Equipment
from tavl.table.terms import Detail, Ruler, Sitting
from tavl.table.view import TableView

ActionId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[int, Meta(ge=0)]
PersonId = Annotated[str, Meta(min_length=1, max_length=64)]
Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]


class Heard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


# What is asked over HTTP


class OpenTable(Heard, frozen=True):
    """A table to open. Without a length it is money play. The opponent: `bot:<level>`, `friend`, `anyone`, or on wood
    `beside`, somebody without a device of his own."""

    opponent: Annotated[str, Meta(max_length=32)] = "anyone"
    length: Annotated[int, Meta(ge=1, le=999)] | None = None
    stake: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    profile: Annotated[str, Meta(max_length=32)] | None = None
    vary: dict[str, Any] = {}
    clock: ClockSetting | None = None
    rated: bool = False
    aids: bool = True
    sitting: Sitting = Sitting.ENFORCED
    ruled_by: Ruler = Ruler.NOBODY
    sits: bool = True  # false: whoever opens the table directs it
    detail: Detail = Detail.PLAYS  # of a recorded table
    conduct: bool = False  # consents, breaks, requests and the like are kept, although nobody rules
    breaks: Breaks | None = None  # other than the profile's
    best_of_three: bool = False
    teams: bool = False
    starts_at: Annotated[int, Meta(ge=0, le=1 << 46)] | None = None
    late_penalties_by_themselves: bool = False
    delays_ms: tuple[Milliseconds, Milliseconds] | None = None  # where one player has a delay of his own (T2.2.iii)
    equipment: frozenset[Equipment] = frozenset()  # what the venue has
    languages: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=16)], ...], Meta(max_length=8)] = ("en",)
    accept_after_ms: Milliseconds | None = None
    default_after_ms: Milliseconds | None = None
    disputes_each: Annotated[int, Meta(ge=0, le=99)] | None = None
    arrangements_each_turn: Annotated[int, Meta(ge=1, le=999)] | None = None
    spectators: bool = True
    spectator_delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    lost_line: LostLine = LostLine.RUNS
    opponent_name: Annotated[str, Meta(max_length=200)] | None = None  # of somebody beside the board
    began_ago_ms: Annotated[int, Meta(ge=0, le=7 * 86_400_000)] = 0  # on wood: a device was alone since then
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


# What is answered


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
    sitting: Sitting = Sitting.ENFORCED
    ruled_by: Ruler = Ruler.NOBODY
    spectators: bool = True
    rated: bool = False  # the match will be rated, as far as can be told from whoever sits there by now


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
    house: HouseView
    rated: bool = False  # the match will be rated, as far as can be told from whoever sits there by now
    watchers: tuple[str, ...] = ()  # who watches and has said who that is; for whoever may send somebody away


class EventList(Struct, frozen=True):
    version: int
    events: tuple[EventOut, ...]
    next: int | None = None  # there is more: ask for what came after this version


# Over the socket


class Hello(Heard, frozen=True):
    after: Version = 0


class ChatSaid(Heard, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Heard, frozen=True):
    on: bool


class Ping(Heard, frozen=True):
    sent: int | float = 0


class AskWhy(Heard, frozen=True):
    """May this be done now, and if not, why not?"""

    action: ClientAction


class FromClient(Heard, frozen=True):
    """One of: an action with its id and the version it answers, hello, why, chat, mute, ping."""

    id: ActionId | None = None
    version: Version | None = None
    action: ClientAction | None = None
    hello: Hello | None = None
    chat: ChatSaid | None = None
    mute: Mute | None = None
    ping: Ping | None = None
    why: AskWhy | None = None


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


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="why", tag_field="type"):
    """The answer: it may, or the clause that says otherwise. `id` is that of the question."""

    may: bool
    version: int
    id: str | None = None
    code: str | None = None
    rule: str | None = None
    facts: dict[str, Any] = {}
    message: str | None = None


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


ToClient = TableState | Done | Refusal | Why | SocketError | Presence | ChatLine | Pong
