"""Messages about a tournament's webhooks: other servers that are notified when it changes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.server.messages.base import Heard


class AddWebhook(Heard, frozen=True):
    url: Annotated[str, Meta(min_length=1, max_length=1000)]


class Webhook(Struct, frozen=True):
    id: str
    url: str
    failures: int  # in a row


class WebhookMade(Struct, frozen=True):
    id: str
    secret: str  # shown once: what messages are signed with


class WebhookList(Struct, frozen=True):
    webhooks: tuple[Webhook, ...]
