"""The socket of a page that shows a tournament, subprotocol `tavl.v1`: it gets what has changed, and reports what one
of the staff has open. How large a message may be: `max_message_bytes` in `server/settings.py`."""

from __future__ import annotations

import contextlib
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from tavl.server.errors import ApiError
from tavl.server.live.connections import Connection
from tavl.server.live.socket import Sockets, admit, connection_of, converse
from tavl.server.live.tournament_boards import Boards
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


class BoardSockets:
    """What every such socket uses."""

    def __init__(self, sockets: Sockets, tournaments: Tournaments, people: TournamentPeople, boards: Boards) -> None:
        self.sockets, self.tournaments, self.people, self.boards = sockets, tournaments, people, boards


async def serve_board(board: BoardSockets, websocket: WebSocket, id: str) -> None:
    sockets = board.sockets
    looks = sockets.changes.looks
    try:
        arrival = await admit(sockets, websocket, stream_of(id))
        identity = arrival.identity
        kept = await board.tournaments.state_at_least(id, arrival.version)
        check_shown(kept.tournament, await board.people.by(id, kept.tournament, identity))
    except (ApiError, StoreError):
        await websocket.close()  # before accepting: the browser is answered 403
        return
    connection = connection_of(sockets, websocket, identity)
    board.boards.enter(id, connection, kept.version)
    reading, leave = _read(board, websocket, id, connection), partial(board.boards.leave, id, connection)
    await converse(sockets, websocket, connection, looks, reading, leave)


async def _read(board: BoardSockets, websocket: WebSocket, id: str, connection: Connection) -> None:
    settings, monotonic = board.sockets.settings, board.sockets.clock.monotonic
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
                await _take(board, id, connection, decoded(data, FromDesk))
            except ApiError as error:
                connection.tell(SocketError(error.body(connection.language)))


async def _take(board: BoardSockets, id: str, connection: Connection, said: FromDesk) -> None:
    if said.ping is not None:
        connection.tell(StillHere(said.ping, board.sockets.clock()))
    if said.open is not None:
        tournament = (await board.tournaments.state_at_least(id)).tournament
        if not connection.person or not roles_of(tournament, By(connection.person)) & RUNNERS:
            raise ApiError("staff_only")
        if not said.open.isprintable():
            raise ApiError("bad_value", field="open", problem="control characters")
        board.boards.show_open(id, connection, connection.person, said.open)
