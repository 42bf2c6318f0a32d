"""HTTP messages about notifications."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.server.messages.base import Heard

MAX_MAIL_ADDRESS = 254  # RFC 5321


class ChooseNotices(Heard, frozen=True):
    """How I want to be notified that it is my move. Omitted fields stay as they are. An address is used once it is
    confirmed; an empty one deletes it."""

    mail: bool | None = None
    push: bool | None = None
    address: Annotated[str, Meta(max_length=MAX_MAIL_ADDRESS)] | None = None


class Subscribe(Heard, frozen=True):
    """A browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Unsubscribe(Heard, frozen=True):
    endpoint: Annotated[str, Meta(max_length=1000)]


class NoticesChosen(Struct, frozen=True, kw_only=True):
    """`mail_possible` and `push_possible`: whether the server is set up for it. `push_key` is what a browser
    subscribes with."""

    mail_possible: bool
    mail: bool
    address: str | None
    unconfirmed: str | None
    push_possible: bool
    push: bool
    push_key: str | None
    browsers: int


TAKEN = (ChooseNotices, Subscribe, Unsubscribe)
GIVEN = (NoticesChosen,)
