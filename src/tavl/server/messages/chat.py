"""Chat at a table, as it is sent and received over the socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.rules.seat import Seat
from tavl.server.messages.base import Heard

MAX_CHAT_LENGTH = 500  # characters of one message


class ChatSaid(Heard, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]


class ChatLine(Struct, frozen=True, kw_only=True, tag="chat", tag_field="type"):
    seat: Seat
    person: str
    text: str
    at: int
