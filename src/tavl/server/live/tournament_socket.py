"""The socket of a page that shows a tournament, subprotocol `tavl.v1`: it gets what has changed, and reports what one
of the staff has open. How large a message may be: `max_message_bytes` in `server/settings.py`."""

from __future__ import annotations

import contextlib
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from tavl.server.errors import ApiError
from tavl.server.live.connections import Connection
from tavl.server.live.socket import Sockets, admit, connection_of, converse
from tavl.server.live.tournament_rooms import TournamentRooms
from tavl.server.messages.decoding import decoded
from tavl.server.messages.socket import SocketError
from tavl.server.messages.tournaments import FromDesk, StillHere
from tavl.server.rate_limits import MESSAGES, Bucket
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.stream import stream_of
from tavl.server.tournaments.views import check_shown
from tavl.store.errors import StoreError
from tavl.tournament import By
from tavl.tournament.registry import RUNNERS, roles_of


class TournamentSockets:
    """What every such socket uses."""

    def __init__(
        self, sockets: Sockets, tournaments: Tournaments, people: TournamentPeople, rooms: TournamentRooms
    ) -> None:
        self.sockets, self.tournaments, self.people, self.rooms = sockets, tournaments, people, rooms


async def serve_tournament(served: TournamentSockets, websocket: WebSocket, id: str) -> None:
    sockets = served.sockets
    looks = sockets.changes.looks
    try:
        arrival = await admit(sockets, websocket, stream_of(id))
        identity = arrival.identity
        kept = await served.tournaments.state_at_least(id, arrival.version)
        check_shown(kept.tournament, await served.people.by(id, kept.tournament, identity))
    except (ApiError, StoreError):
        await websocket.close()  # before accepting: the browser is answered 403
        return
    connection = connection_of(sockets, websocket, identity)
    served.rooms.enter(id, connection, kept.version)
    reading, leave = _read(served, websocket, id, connection), partial(served.rooms.leave, id, connection)
    await converse(sockets, websocket, connection, looks, reading, leave)


async def _read(served: TournamentSockets, websocket: WebSocket, id: str, connection: Connection) -> None:
    settings, monotonic = served.sockets.settings, served.sockets.clock.monotonic
    bucket = Bucket(*MESSAGES, monotonic())
    with contextlib.suppress(WebSocketDisconnect):
        while connection.closed is None:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = (message.get("text") or "").encode() or message.get("bytes") or b""
            if settings.rates and not bucket.take(monotonic()):
                continue
            try:
                if len(data) > settings.max_message_bytes:
                    raise ApiError("body_too_large", most=settings.max_message_bytes)
                await _take(served, id, connection, decoded(data, FromDesk))
            except ApiError as error:
                connection.tell(SocketError(error.body(connection.language)))


async def _take(served: TournamentSockets, id: str, connection: Connection, said: FromDesk) -> None:
    if said.ping is not None:
        connection.tell(StillHere(said.ping, served.sockets.clock()))
    if said.open is not None:
        tournament = (await served.tournaments.state_at_least(id)).tournament
        if not connection.person or not roles_of(tournament, By(connection.person)) & RUNNERS:
            raise ApiError("staff_only")
        if not said.open.isprintable():
            raise ApiError("bad_value", field="open", problem="control characters")
        served.rooms.show_open(id, connection, connection.person, said.open)
