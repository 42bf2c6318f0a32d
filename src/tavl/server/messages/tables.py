"""Messages about tables: opening one, lists, states and events."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from tavl.rules.profile import Breaks, ClockSetting
from tavl.rules.seat import Seat
from tavl.server.messages.accounts import Person
from tavl.server.messages.base import ActionId, Digest, Heard, Milliseconds
from tavl.server.tables.dice.verifiable_dice import FairDice
from tavl.server.tables.hosting import LostLine
from tavl.server.tables.hosting_view import HouseView
from tavl.server.tables.stream.stream_state import StreamEvent
from tavl.server.wall_clock import DAY
from tavl.table.acts import Equipment
from tavl.table.terms import Detail, Ruler, Sitting
from tavl.table.view import TableView

MAX_BEGAN_AGO_MS = 7 * DAY
MAX_POSITION_ID = 400  # characters


class StartFrom(Heard, frozen=True):
    """A position to play on from, with its score, cube, turn and dice."""

    id: Annotated[str, Meta(max_length=MAX_POSITION_ID)]  # an XGID, a GNU ID or an OGID
    seat: Seat = Seat.FIRST  # which of its two players the opener is


class OpenTable(Heard, frozen=True):
    """A table to open. Without a length it is money play. The opponent: `bot:<level>`, `friend`, `anyone`, or at
    a physical board `beside`, somebody without a device of their own."""

    opponent: Annotated[str, Meta(max_length=32)] = "anyone"
    length: Annotated[int, Meta(ge=1, le=999)] | None = None
    stake: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    profile: Annotated[str, Meta(max_length=32)] | None = None
    vary: dict[str, Any] = field(default_factory=dict)
    clock: ClockSetting | None = None
    rated: bool = False
    aids: bool = True
    sitting: Sitting = Sitting.ENFORCED
    ruled_by: Ruler = Ruler.NOBODY
    sits: bool = True  # false: whoever opens the table directs it
    detail: Detail = Detail.PLAYS  # of a recorded table
    conduct: bool = False  # keep consents, breaks, requests and cards even if nobody rules
    breaks: Breaks | None = None  # other than the profile's
    best_of_three: bool = False
    teams: bool = False
    starts_at: Annotated[int, Meta(ge=0, le=1 << 46)] | None = None
    late_penalties_by_themselves: bool = False
    delays_ms: tuple[Milliseconds, Milliseconds] | None = None  # if one player has a different delay (T2.2.iii)
    equipment: frozenset[Equipment] = frozenset()  # what the venue has
    languages: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=16)], ...], Meta(max_length=8)] = ("en",)
    accept_after_ms: Milliseconds | None = None
    default_after_ms: Milliseconds | None = None
    disputes_each: Annotated[int, Meta(ge=0, le=99)] | None = None
    arrangements_each_turn: Annotated[int, Meta(ge=1, le=999)] | None = None
    spectators: bool = True
    spectator_delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    lost_line: LostLine = LostLine.RUNS
    opponent_name: Annotated[str, Meta(max_length=200)] | None = None  # of the opponent at a physical board
    began_ago_ms: Annotated[int, Meta(ge=0, le=MAX_BEGAN_AGO_MS)] = 0  # at a physical board: how long ago it began
    tutor: bool = False  # against a bot, unrated: warns before blunders, hints, takes back
    start: StartFrom | None = None  # against a bot, unrated: the first game begins here; length and score are its own
    promise: Digest | None = None  # the SHA-256 of a word for the dice; without it the server draws one
    id: ActionId | None = None


class JoinTable(Heard, frozen=True):
    promise: Digest | None = None
    id: ActionId | None = None


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
    rated: bool = False  # the match will be rated, as far as is known from who sits there now


class TableList(Struct, frozen=True):
    open: tuple[TableLine, ...]
    mine: tuple[TableLine, ...]
    people: dict[str, Person]


class EventOut(Struct, frozen=True):
    version: int
    at: int
    event: StreamEvent


class TableState(Struct, frozen=True, kw_only=True, tag="state", tag_field="type"):
    """The table as its receiver may see it; `view.actions` are the types of the actions that the receiver may take."""

    table: str
    version: int
    at: int  # the server's time, in ms
    view: TableView
    dice: FairDice
    people: dict[str, Person]
    present: tuple[bool, bool]
    events: tuple[EventOut, ...]  # after the version that the receiver had
    house: HouseView
    rated: bool = False  # the match will be rated, as far as is known from who sits there now
    watchers: tuple[str, ...] = ()  # the spectators, only for people who may expel them


class EventList(Struct, frozen=True):
    version: int
    events: tuple[EventOut, ...]
    next: int | None = None  # there are more events after this version


TAKEN = (OpenTable, JoinTable)
GIVEN = (TableLine, TableList, TableState, EventList)
