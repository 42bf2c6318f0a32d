"""Timers as values. How they are kept and claimed is in `timers`."""

from __future__ import annotations

from msgspec import Struct


class SetTimer(Struct, frozen=True):
    """Something will happen at `due`. A stream has at most one timer of a kind; a new one takes the old one's place."""

    stream: str
    kind: str
    due: int
    payload: bytes = b"{}"


class CancelTimer(Struct, frozen=True):
    stream: str
    kind: str


class Lease(Struct, frozen=True):
    """A due timer that its holder alone may carry out until `until`, or longer if renewed."""

    stream: str
    kind: str
    due: int
    payload: bytes
    owner: str
    until: int
    token: str
