"""A table's socket, subprotocol `tavl.v1`: incoming messages are decoded and acted on, outgoing ones are queued. How
large one may be, and how many may wait: `max_message_bytes` and `socket_queue` in `server/settings.py`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.authentication import Arrival
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError, ErrorBody, RefusedError
from tavl.server.live.chat import Chat
from tavl.server.live.connections import FAILED, SEND_NOW, SENT_AWAY, Connection, Room
from tavl.server.live.process_messages import Changes
from tavl.server.live.rooms import Rooms
from tavl.server.live.visibility import why_not_watch
from tavl.server.logs import about, log
from tavl.server.messages.chat import ChatLine
from tavl.server.messages.decoding import decoded
from tavl.server.messages.socket import Done, FromClient, Pong, Refusal, SocketError, Why
from tavl.server.metrics import Metrics
from tavl.server.network.clients import address_of, is_own_origin, language, note_person
from tavl.server.network.credentials import credentials_of
from tavl.server.processes.process import Process
from tavl.server.rate_limits import HELLOS, MESSAGES, Bucket, Limits, cost_of
from tavl.server.settings import Settings
from tavl.server.tables.executor import Executor
from tavl.server.tables.offline_devices import acts_as
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.tables.stream.stream_state import ClientAction
from tavl.server.wall_clock import Clock
from tavl.store.errors import ActionIdTaken, StoreError

SUBPROTOCOL = "tavl.v1"
FLOOD = 4029
LAST_WORD_S = 1.0  # to say why a socket is closed
FLOOD_PATIENCE = 100  # messages over the limit before the socket is closed


class Sockets:
    """What every socket uses."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        clock: Clock,
        process: Process,
        limits: Limits,
        accounts: Accounts,
        executor: Executor,
        rooms: Rooms,
        chat: Chat,
        changes: Changes,
    ) -> None:
        self.settings, self.metrics, self.clock, self.process, self.limits = settings, metrics, clock, process, limits
        self.accounts, self.executor, self.rooms, self.chat, self.changes = accounts, executor, rooms, chat, changes


async def serve_socket(sockets: Sockets, websocket: WebSocket, table: str) -> None:
    looks = sockets.changes.looks
    try:
        arrival = await admit(sockets, websocket, stream_of(table))
        identity = arrival.identity
        state = await sockets.executor.state_at_least(table, arrival.version)
        fault = why_not_watch(state, state.by(identity.person if identity else None), identity)
        if fault:
            raise fault
        connection = connection_of(sockets, websocket, identity)
        connection.muted, connection.blocked = arrival.muted, arrival.blocked
        room = await sockets.rooms.enter(table, connection, state)
    except (ApiError, StoreError):
        await websocket.close()  # before accepting: the browser is answered 403
        return
    reader = Reader(sockets, websocket, room, connection, address_of(websocket, sockets.settings))
    leave = partial(sockets.rooms.leave, room, connection)
    await converse(sockets, websocket, connection, looks, reader.run(), leave)


def connection_of(sockets: Sockets, websocket: WebSocket, identity: Identity | None) -> Connection:
    send_now = websocket.scope.get("extensions", {}).get(SEND_NOW)
    return Connection(identity, language(websocket), sockets.settings.socket_queue, send_now)


async def converse(
    sockets: Sockets,
    websocket: WebSocket,
    connection: Connection,
    looks: int,
    reading: Coroutine[Any, Any, None],
    leave: Callable[[], None],
) -> None:
    """Accept a socket, and send and read until one of the two ends. `looks` is how often people had been looked up
    when this person was looked up."""
    tasks: dict[str, asyncio.Task[None]] = {}
    try:
        if connection.person and sockets.changes.looks != looks:
            # A login was ended after this one was checked and before the socket was registered: perhaps it is this one.
            await sockets.changes.look_at_person(connection.person)
        await websocket.accept(SUBPROTOCOL)
        _start(tasks, "reader", reading, connection)
        await _attend(websocket, connection, tasks)
    except StoreError as error:
        log.warning("not admitted: %s", error)
    finally:
        leave()
        if "reader" not in tasks:
            reading.close()
        failed = await _stopped(tasks, websocket.url.path)
        both = {websocket.application_state, websocket.client_state}
        if both == {WebSocketState.CONNECTED}:  # a broken connection needs no closing message
            with contextlib.suppress(Exception):
                code = connection.closed or (FAILED if failed else 1000)
                await asyncio.wait_for(websocket.close(code), LAST_WORD_S)


def _start(
    tasks: dict[str, asyncio.Task[None]], name: str, work: Coroutine[Any, Any, None], connection: Connection
) -> asyncio.Task[None]:
    """Start a task; whoever attends to the connection wakes up when it is done."""
    task = tasks[name] = asyncio.create_task(work)
    task.add_done_callback(lambda _: connection.arrived.set())
    return task


async def _attend(websocket: WebSocket, connection: Connection, tasks: dict[str, asyncio.Task[None]]) -> None:
    """Until there is nothing to read any more, or the connection is to be closed. Mostly everything is sent at once;
    there is a writer only while something has to wait."""
    writer: asyncio.Task[None] | None = None
    while connection.closed is None and not tasks["reader"].done():
        if writer is not None and writer.done():
            if writer.exception() is not None:
                return
            writer = None
        if connection.queue and writer is None:
            writer = _start(tasks, "writer", _write(websocket, connection), connection)
        await connection.arrived.wait()
        connection.arrived.clear()
    if connection.closed == SENT_AWAY and connection.queue and (writer is None or writer.done()):
        writer = _start(tasks, "writer", _write(websocket, connection), connection)
    if connection.closed is not None and writer is not None:  # send the reason, if the client still reads
        await asyncio.wait({writer}, timeout=LAST_WORD_S)


async def _stopped(tasks: dict[str, asyncio.Task[None]], path: str) -> bool:
    """Whether one of them failed, which is logged: nobody else waits for them."""
    for task in tasks.values():
        task.cancel()
    outcomes = await asyncio.gather(*tasks.values(), return_exceptions=True)
    failed = [
        (name, error)
        for name, error in zip(tasks, outcomes, strict=True)
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect)
    ]
    for name, error in failed:
        log.error("a socket's %s failed", name, exc_info=error, extra={"fields": {"path": path}})
    return bool(failed)


async def admit(sockets: Sockets, websocket: WebSocket, stream: str) -> Arrival:
    """A browser sends its origin and cannot be made to send another; a bot sends a token and needs none."""
    if SUBPROTOCOL not in websocket.scope.get("subprotocols", ()):
        raise ApiError("bad_message", problem=f"subprotocol {SUBPROTOCOL}")
    address = address_of(websocket, sockets.settings)
    if not sockets.limits.allows("socket_address", address):
        raise ApiError("too_many")
    origin = websocket.headers.get("origin")
    if origin is not None and not is_own_origin(origin, websocket.headers, sockets.settings):
        raise ApiError("bad_origin")
    if origin is None and "authorization" not in websocket.headers and "cookie" in websocket.headers:
        raise ApiError("bad_origin")
    arrival = await sockets.accounts.arrive(credentials_of(websocket, sockets.settings), stream)
    if arrival.identity is not None:
        note_person(websocket, arrival.identity.person, arrival.identity.language)
    if not sockets.limits.allows("socket", arrival.identity.person if arrival.identity else address):
        raise ApiError("too_many")
    if arrival.identity is not None and arrival.identity.suspended is not None:
        raise ApiError("suspended", reason=arrival.identity.suspended)
    return arrival


async def _write(websocket: WebSocket, connection: Connection) -> None:
    """Send what waits; after the end only the reason for it."""
    while connection.queue and connection.closed is None:
        await connection.send_next(websocket.send_text)
    if connection.closed == SENT_AWAY and connection.queue:
        await websocket.send_text(connection.queue.pop().decode())


class Reader:
    def __init__(
        self, sockets: Sockets, websocket: WebSocket, room: Room, connection: Connection, address: str
    ) -> None:
        self._sockets, self._websocket, self._room, self._connection = sockets, websocket, room, connection
        self._address = address
        self._bucket, self._hellos = (Bucket(*rate, sockets.clock.monotonic()) for rate in (MESSAGES, HELLOS))
        self._over = 0

    async def run(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while self._connection.closed is None:
                message = await self._websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                received = self._sockets.clock()
                text = message.get("text")
                data = text.encode() if text is not None else message.get("bytes") or b""
                try:
                    if self._admits(len(data)):
                        await self._take(decoded(data, FromClient), received, cost_of(1, len(data)))
                except ApiError as error:
                    self._connection.tell(SocketError(error.body(self._connection.language)))
                except StoreError as error:
                    log.warning("store: %s", error)
                    self._connection.tell(SocketError(ApiError("unavailable").body(self._connection.language)))

    def _admits(self, size: int) -> bool:
        """Whether the rate limit allows another message."""
        settings = self._sockets.settings
        if settings.rates and not self._bucket.take(self._sockets.clock.monotonic()):
            self._over += 1
            if self._over > FLOOD_PATIENCE:
                self._connection.close(FLOOD)
            if self._over % 20 == 1:  # answering each would double the flood
                raise ApiError("too_many")
            return False
        self._over = max(0, self._over - 1)
        if size > settings.max_message_bytes:
            raise ApiError("body_too_large", most=settings.max_message_bytes)
        return True

    async def _take(self, said: FromClient, received: int, cost: float) -> None:
        connection = self._connection
        kinds = (said.action, said.hello, said.why, said.chat, said.mute, said.ping)
        if sum(kind is not None for kind in kinds) != 1:
            raise ApiError("bad_message", problem="one of action, hello, why, chat, mute, ping")
        if said.ping is not None:
            connection.tell(Pong(said.ping.sent, self._sockets.clock()))
        elif said.hello is not None:
            if self._sockets.settings.rates and not self._hellos.take(self._sockets.clock.monotonic()):
                raise ApiError("too_many")
            await self._sockets.rooms.hello(self._room, connection, said.hello.after)
        elif said.why is not None:
            await self._why(said.why.action, said.id, received)
        elif said.chat is not None:
            await self._chat(said.chat.text, received)
        elif said.mute is not None:
            await self._sockets.chat.mute(self._room.table, self._person(), said.mute.on)
            connection.muted = said.mute.on
        elif said.id is None:
            raise ApiError("bad_message", problem="an action needs an id")
        else:
            with about(action=said.id, table=self._room.table):
                await self._act(said, said.id, received, cost)

    def _person(self) -> str:
        if self._connection.person is None:
            raise ApiError("login_needed")
        return self._connection.person

    async def _act(self, said: FromClient, id: str, received: int, cost: float) -> None:
        sockets, connection, table = self._sockets, self._connection, self._room.table
        began = sockets.clock.monotonic()
        assert said.action is not None
        try:
            if not sockets.process.alive:  # clocks cannot be trusted until the downtime is corrected
                raise ApiError("unavailable")
            person = self._person()
            if not sockets.limits.allows_both("action", person, self._address, cost):
                raise ApiError("too_many")
            state = sockets.executor.known(table) or await sockets.executor.state(table)
            by = acts_as(state, person, said.action)
            done = await sockets.executor.act(table, by, said.action, f"c:{id}", said.version, received, person)
        except ActionIdTaken:
            self._refuse(id, ApiError("id_taken").body(connection.language))
        except ApiError as error:
            body = error.body(connection.language)
            self._refuse(id, body)
        except StoreError as error:
            log.warning("action not written: %s", error)
            self._refuse(id, ApiError("unavailable").body(connection.language))
        else:
            connection.tell(Done(id, done.version))
            sockets.metrics.time("action", sockets.clock.monotonic() - began)
            if log.isEnabledFor(logging.DEBUG):
                log.debug("acted", extra={"fields": {"version": done.version, "repeated": done.repeated}})

    def _refuse(self, id: str, body: ErrorBody) -> None:
        state = self._sockets.executor.known(self._room.table)
        rule = body.rule if isinstance(body.rule, str) else None
        version = state.version if state else 0
        self._connection.tell(
            Refusal(id=id, code=body.code, facts=dict(body.facts), message=body.message, version=version, rule=rule)
        )

    async def _why(self, action: ClientAction, id: str | None, at: int) -> None:
        """Whether something may be done now, and if not, the clause."""
        executor, connection, table = self._sockets.executor, self._connection, self._room.table
        state = executor.known(table) or await executor.state(table)
        refused = stream_state.why_not(state, action, acts_as(state, connection.person, action), at)
        if refused is None:
            connection.tell(Why(may=True, version=state.version, id=id))
            return
        body = RefusedError(refused).body(connection.language)
        why = Why(
            may=False,
            version=state.version,
            id=id,
            code=body.code,
            rule=refused.rule,
            facts=dict(body.facts),
            message=body.message,
        )
        connection.tell(why)

    async def _chat(self, text: str, received: int) -> None:
        sockets, person = self._sockets, self._person()
        state = await sockets.executor.state(self._room.table)
        seat = state.table.seat_of(person)
        if seat is None:
            raise ApiError("not_your_table")
        if not sockets.limits.allows_both("chat", person, self._address):
            raise ApiError("too_many")
        line = ChatLine(seat=seat, person=person, text=text.strip(), at=received)
        if line.text:
            await sockets.chat.say(self._room, state, line)
