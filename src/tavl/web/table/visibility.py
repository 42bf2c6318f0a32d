"""What the person who asks for a page may know about a table."""

from __future__ import annotations

from starlette.requests import Request

from tavl.server.http.dependencies import identify, service_of
from tavl.server.live import visibility
from tavl.server.messages.tables import EventOut
from tavl.server.tables.stream.stream_state import State
from tavl.table.acts import By


async def seen(request: Request) -> tuple[State, By, tuple[EventOut, ...]]:
    """Its state, their own role there, and its events up to that state."""
    service = service_of(request)
    who = await identify(request)
    found = await visibility.seen(service.executor, who, request.path_params["id"], service.clock())
    return found.state, found.by, found.events
