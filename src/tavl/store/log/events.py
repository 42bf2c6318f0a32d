"""Events as they are written and read back, commits, and the answers to them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from tavl.ids import id_of
from tavl.store.errors import BadAppend

SYSTEM = "system"
"""The actor of what nobody did: a flag that fell, a deadline that passed."""

MAX_BODY = 1 << 20
REFERENCE = b'{"$words":"'  # in a stored body, in the place of somebody's text (people/texts.py)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._/~@+-]{0,199}")
_TYPE = re.compile(r"[a-z][a-z0-9_.]{0,99}")

BATCH = 1000  # events read at once by a reader of all events
Progress = Callable[[int, int], None]
"""Called with how many events are read, and how many there are."""


class Place(NamedTuple):
    """The position of an event in the order of all streams. Opaque: compare it and pass it back."""

    transaction: int
    number: int


BEGINNING = Place(-1, -1)


class NewEvent(Struct, frozen=True):
    """An event to be written: a type name and one JSON object on one line. `schema` is the current one unless given,
    `at` the commit's time; only an event that is reported late has an earlier one. `words` names the fields of the body
    with texts of its actor: those are stored outside the stream, and can be erased."""

    type: str
    body: bytes = b"{}"
    schema: int | None = None
    at: int | None = None
    words: tuple[str, ...] = ()


class Event(Struct, frozen=True):
    place: Place
    id: str
    stream: str
    version: int  # 1, 2, 3, ... within its stream
    type: str
    schema: int
    at: int  # UTC milliseconds, never decreasing within its stream
    actor: str  # a person's id, or SYSTEM
    action_id: str
    ordinal: int  # which of its action's events in this stream, from 0
    body: bytes

    def fields(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.json.decode(self.body)
        return data


class Append(Struct, frozen=True):
    stream: str
    expected_version: int  # the last version that the writer has seen; 0 begins a stream
    events: tuple[NewEvent, ...]
    actor: str | None = None  # under whose name, if not under that of the commit


class SetTimer(Struct, frozen=True):
    """Something will happen at `due`. A stream has at most one timer of a kind; a new one replaces it."""

    stream: str
    kind: str
    due: int
    payload: bytes = b"{}"


class CancelTimer(Struct, frozen=True):
    stream: str
    kind: str


class Commit(Struct, frozen=True):
    """Everything that one action leads to, written all or nothing."""

    action_id: str
    actor: str
    at: int
    appends: tuple[Append, ...]
    timers: tuple[SetTimer | CancelTimer, ...] = ()


class Appended(Struct, frozen=True):
    events: tuple[Event, ...]
    repeated: bool = False
    """The action was known: these are the events that it led to then, and nothing was done now."""


class Conflict(Struct, frozen=True):
    """Somebody else wrote first."""

    stream: str
    current_version: int


class Hint(Struct, frozen=True):
    """A stream has reached a version. Without a stream: hints may have been lost, so read the log."""

    stream: str | None
    version: int = 0


def new_id(at: int) -> str:
    """An opaque id that sorts by time to the millisecond."""
    return id_of(at, secrets.randbits(80))


def check_commit(commit: Commit) -> None:
    """Raise BadAppend, naming the field, for an invalid commit."""
    _check_name("action_id", commit.action_id)
    _check_name("actor", commit.actor)
    _check_instant("at", commit.at)
    if not commit.appends:
        raise BadAppend(field="appends", problem="empty")
    if len({append.stream for append in commit.appends}) < len(commit.appends):
        raise BadAppend(field="appends", problem="the same stream twice")
    for append in commit.appends:
        _check_name("stream", append.stream)
        _check_name("actor", append.actor or commit.actor)
        if type(append.expected_version) is not int or append.expected_version < 0:
            raise BadAppend(field="expected_version", problem="not a version", value=str(append.expected_version))
        if not append.events:
            raise BadAppend(field="events", problem="empty", stream=append.stream)
        for event in append.events:
            _check_event(event)
        instants = [commit.at if event.at is None else event.at for event in append.events]
        if instants != sorted(instants) or instants[-1] > commit.at:
            raise BadAppend(field="at", problem="decreasing, or after the commit", stream=append.stream)
    for timer in commit.timers:
        check_timer(timer)


def check_timer(timer: SetTimer | CancelTimer) -> None:
    _check_name("timers.stream", timer.stream)
    _check_name("timers.kind", timer.kind)
    if isinstance(timer, SetTimer):
        _check_instant("timers.due", timer.due)
        _check_json("timers.payload", timer.payload)


def _check_event(event: NewEvent) -> None:
    if not (isinstance(event.type, str) and _TYPE.fullmatch(event.type)):
        raise BadAppend(field="type", problem="not a type name", value=str(event.type)[:100])
    if event.schema is not None and (type(event.schema) is not int or event.schema < 1):
        raise BadAppend(field="schema", problem="not a schema number", value=str(event.schema))
    if event.at is not None:
        _check_instant("at", event.at)
    fields = _check_json("body", event.body)
    if REFERENCE in event.body:
        raise BadAppend(field="body", problem="a reference to a text, which only the store may make")
    for name in event.words:
        text = fields.get(name, "")
        if not isinstance(text, str) or "\0" in text:  # PostgreSQL stores no NUL in a text
            raise BadAppend(field="words", problem="not a text", value=name)


def _check_name(field: str, value: object) -> None:
    if not (isinstance(value, str) and _NAME.fullmatch(value)):
        raise BadAppend(field=field, problem="not a name", value=str(value)[:100])


def _check_instant(field: str, value: object) -> None:
    if type(value) is not int or not 0 <= value < 1 << 47:
        raise BadAppend(field=field, problem="not a time in milliseconds", value=str(value)[:100])


def _check_json(field: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, bytes):
        raise BadAppend(field=field, problem="not bytes")
    if len(value) > MAX_BODY:
        raise BadAppend(field=field, problem="too long", length=len(value), most=MAX_BODY)
    if b"\n" in value or b"\r" in value:
        raise BadAppend(field=field, problem="more than one line")  # an exported log has one line an event
    try:
        data = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadAppend(field=field, problem=str(error)) from None
    if not isinstance(data, Mapping):
        raise BadAppend(field=field, problem="not an object")
    return data
