"""Hints between processes that share a database, besides those of the log. They may be lost: they only save waiting."""

from __future__ import annotations

from collections.abc import Iterable

from tavl.store import Hint, Store

ROOM_HINT = "room/"  # somebody came, left or wrote in the chat
PERSON_HINT = "person/"  # a login or a token was ended, or a name changed
TEXTS_HINT = "words/"  # somebody was erased who had written something in a stream
SPECTATORS_HINT = "watchers/"  # somebody began or ceased to watch
DESK_HINT = "desk/"  # one of a tournament's staff has opened something else


def announce(store: Store, kind: str, ids: Iterable[str], at: int) -> None:
    store.database.announce([Hint(kind + id, at) for id in ids])
