"""The socket's messages. The JSON Schema is made from these types (`http/json_schema.py`)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tavl.server.errors import ErrorBody
from tavl.server.messages.base import ActionId, Heard, Version
from tavl.server.messages.chat import ChatLine, ChatSaid
from tavl.server.messages.tables import TableState
from tavl.server.tables.stream.stream_state import ClientAction


class Hello(Heard, frozen=True):
    after: Version = 0


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
    """The answer: it may be done, or why not. `id` is that of the question."""

    may: bool
    version: int
    id: str | None = None
    code: str | None = None
    rule: str | None = None
    facts: dict[str, Any] = {}
    message: str | None = None


class SocketError(Struct, frozen=True, tag="error", tag_field="type"):
    """The last message could not be read; the socket stays open."""

    error: ErrorBody


class Presence(Struct, frozen=True, tag="presence", tag_field="type"):
    present: tuple[bool, bool]


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """What was sent in the ping, and the server's time, so that clients can set their clocks."""

    sent: int | float
    at: int


ToClient = TableState | Done | Refusal | Why | SocketError | Presence | ChatLine | Pong
