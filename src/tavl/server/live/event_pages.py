"""How many events of a table are sent at once, over HTTP and to a socket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavl.rules.codec import to_json
from tavl.server.messages.tables import EventOut

PAGE = 10_000  # events in one answer: more than a match to 25 points has
PAGE_BYTES = 4_000_000


def page_of(events: Sequence[EventOut], most: int | None = None) -> tuple[EventOut, ...]:
    """The first events, as many as fit into one response."""
    page, size = tuple(events[: PAGE if most is None else most]), 0
    for count, out in enumerate(page):
        size += len(to_json(out))
        if size > PAGE_BYTES and count:
            return page[:count]
    return page


def pages_of(events: Sequence[EventOut]) -> Iterator[tuple[EventOut, ...]]:
    """All events, page by page; one empty page if there are none."""
    page = page_of(events)
    yield page
    while len(page) < len(events):
        events = events[len(page) :]
        page = page_of(events)
        yield page
