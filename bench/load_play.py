"""The players of the load test: two clients at each table, and the schedule of actions."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from bench.load_http import HttpConnection
from bench.load_socket import Frames, connect

Server = tuple[str, int]  # host and port of one of its processes
BOTS = 8
AT_ONCE = 24  # who open tables
SETTLES_S, SETTLING_S = 15.0, 0.25  # how long to wait for pending actions at the end, and the interval between checks


class Seen(msgspec.Struct):
    """What a client reads of a state."""

    actions: list[str]
    tree: msgspec.Raw = msgspec.Raw(b"null")


class Said(msgspec.Struct):
    type: str
    version: int = 0
    id: str = ""
    code: str = ""
    view: msgspec.Raw = msgspec.Raw(b"")


SAID = msgspec.json.Decoder(Said)
SEEN = msgspec.json.Decoder(Seen)
TREE = msgspec.json.Decoder(list[list[tuple[int, int, int, bool, int]]])


@dataclass
class Figures:
    """Latencies in seconds, and what became of every action."""

    seen: list[float] = field(default_factory=list)  # from due to the opponent's screen
    back: list[float] = field(default_factory=list)  # from connecting again to the state
    sent: int = 0
    acknowledged: int = 0
    shown: int = 0  # on the opponent's screen, at the version acknowledged or later
    refused: dict[str, int] = field(default_factory=dict)
    cut: int = 0  # pending when the connection was cut
    idle: int = 0  # due times at which nobody had anything to do
    bot_actions: int = 0
    tries_again: int = 0  # reconnects that the server did not take
    behind: int = 0  # screens that show less than was acknowledged

    @property
    def unaccounted(self) -> int:
        """Actions without an answer, and answered ones that the opponent did not get."""
        answered = self.acknowledged + sum(self.refused.values())
        return (self.sent - self.cut - answered) + (self.acknowledged - self.shown) + self.behind


class Client:
    """One player at one table."""

    def __init__(self, live: Live, seat: int, cookie: str, person: str, server: Server) -> None:
        self.live, self.seat, self.cookie, self.person, self.server = live, seat, cookie, person, server
        self.frames: Frames | None = None
        self.view = b""
        self.version = 0
        self.waits: asyncio.Future[None] | None = None
        self.here = False

    async def connect(self, after: int = 0) -> None:
        self.waits = asyncio.get_running_loop().create_future()
        path = f"/api/v1/tables/{self.live.table}/socket"
        self.frames = await connect(*self.server, path, self.cookie, self.hear)
        self.frames.send(b'{"hello":{"after":%d}}' % after)
        await self.waits
        self.here = True

    def cut(self) -> None:
        self.here = False
        if self.frames is not None:
            self.frames.cut()

    def hear(self, message: bytes) -> None:
        said = SAID.decode(message)
        if said.type == "state":
            self.view, self.version = bytes(said.view), said.version
            if self.waits is not None and not self.waits.done():
                self.waits.set_result(None)
            self.live.heard(self)
        elif said.type == "done":
            self.live.done(said.id, said.version)
        elif said.type == "refused":
            self.live.refused(said.id, said.code)

    def action(self) -> bytes | None:
        """The next thing to do: roll, take, or a legal play."""
        if not self.view:
            return None
        seen = SEEN.decode(self.view)
        for kind in (b"roll", b"take", b"accept_resignation"):
            if kind.decode() in seen.actions:
                return b'{"type":"%s","seat":%d}' % (kind, self.seat)
        if "make_play" not in seen.actions:
            return None
        nodes = TREE.decode(seen.tree)
        moves, steps = [], nodes[0]
        while steps:
            source, target, _, _, following = steps[-1]
            moves.append([source, target])
            steps = nodes[following]
        return msgspec.json.encode({"type": "make_play", "seat": self.seat, "moves": moves})


class Live:
    """A table in play, and its one pending action."""

    def __init__(self, table: str, figures: Figures) -> None:
        self.table, self.figures = table, figures
        self.clients: list[Client] = []
        self.id = ""
        self.due = 0.0
        self.by: Client | None = None
        self.wants = 0  # the version the action led to, once it is known
        self.shown: float | None = None
        self.last_done = 0
        self.with_bot = False
        self.answers = False  # answer at once, against a bot

    @property
    def free(self) -> bool:
        return not self.id and all(client.here for client in self.clients)

    def act(self, due: float) -> bool:
        for client in self.clients:
            action = client.action()
            if action is not None and client.frames is not None:
                self.id, self.due, self.by, self.wants, self.shown = secrets.token_hex(8), due, client, 0, None
                self.figures.sent += 1
                client.frames.send(b'{"id":"%s","version":%d,"action":%s}' % (self.id.encode(), client.version, action))
                return True
        return False

    def heard(self, client: Client) -> None:
        if self.id and client is not self.by:
            self.shown = time.perf_counter()
            self._look()
        self._answer()

    def done(self, id: str, version: int) -> None:
        if id != self.id:
            return
        self.figures.acknowledged += 1
        self.last_done = max(self.last_done, version)
        self.wants = version
        self._look()

    def _look(self) -> None:
        """An action is done once it is acknowledged and on the opponent's screen (or, against a bot, the player's)."""
        screens = self.clients if self.with_bot else [client for client in self.clients if client is not self.by]
        if not self.wants or any(client.version < self.wants for client in screens):
            return
        self.figures.shown += 1
        if self.with_bot:
            self.figures.bot_actions += 1
        elif self.shown is not None:
            self.figures.seen.append(self.shown - self.due)
        self.id = ""
        self._answer()  # the state may have come before the answer

    def _answer(self) -> None:
        if self.answers:
            asyncio.get_running_loop().call_soon(lambda: self.answers and self.free and self.act(time.perf_counter()))

    def refused(self, id: str, code: str) -> None:
        if id == self.id:
            self.figures.refused[code] = self.figures.refused.get(code, 0) + 1
            self.id = ""

    def cut(self) -> None:
        """Cut the connections. Pending actions are not counted; the log shows afterwards whether they were written."""
        if self.id:
            self.figures.cut += 1
            self.figures.acknowledged -= bool(self.wants)
        self.id = ""
        for client in self.clients:
            client.cut()


async def open_tables(urls: Sequence[str], count: int, figures: Figures, apart: bool = False) -> list[Live]:
    """Each of a few openers has a connection of its own and opens one table after the other; tables take turns at the
    processes of the server. `apart`: the two players of a table are connected to different ones."""
    servers = [(host, int(port)) for host, port in (url.removeprefix("http://").split(":") for url in urls)]
    lives: list[Live] = []
    numbers = iter(range(count + BOTS))

    async def post(http: HttpConnection, path: str, said: dict[str, object], cookie: str = "") -> tuple[str, str]:
        """The id in the answer, and the cookie that came with it."""
        status, headers, body = await http.post("/api/v1" + path, msgspec.json.encode(said), cookie)
        if status >= 400:
            raise RuntimeError(f"{path}: {status} {body.decode()}")
        return msgspec.json.decode(body)["id"], headers.get(b"set-cookie", b"").decode().partition(";")[0]

    async def one(http: HttpConnection, bot: bool, number: int) -> None:
        people = [await post(http, "/session", {}) for _ in range(1 if bot else 2)]
        asked: dict[str, object] = {"opponent": "bot:full" if bot else "friend", "length": 99}
        table, _ = await post(http, "/tables", asked, people[0][1])
        live = Live(table, figures)
        if not bot:
            await post(http, f"/tables/{table}/join", {}, people[1][1])
        for seat, (id, cookie) in enumerate(people):
            server = servers[(number + (seat if apart else 0)) % len(servers)]
            live.clients.append(Client(live, seat, cookie, id, server))
        for client in live.clients:
            await client.connect()
        live.with_bot = bot
        lives.append(live)

    async def opener(place: int) -> None:
        http = HttpConnection(*servers[place % len(servers)])
        for number in numbers:
            await one(http, number < BOTS, number)
        http.close()

    await asyncio.gather(*(opener(place) for place in range(AT_ONCE)))
    return lives


async def play(lives: list[Live], rate: float, seconds: float, figures: Figures) -> None:
    """An action falls due every 1/rate seconds, at a random table without a pending action."""
    chance = random.Random(1)
    ready = [live for live in lives if not live.with_bot]
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        wait = due - time.perf_counter()
        if wait > 0.001:
            await asyncio.sleep(wait)
        elif number % 8 == 0:
            await asyncio.sleep(0)
        for _ in range(20):
            live = chance.choice(ready)
            if live.free and live.act(due):
                break
        else:
            figures.idle += 1


async def settle(lives: list[Live]) -> None:
    """Start nothing new, and wait for everything pending: answers, bots, games that begin automatically."""
    for live in lives:
        live.answers = False
    moving = lives
    for _ in range(int(SETTLES_S / SETTLING_S)):
        moving = [live for live in moving if live.id or all(client.action() is None for client in live.clients)]
        if not moving:
            break
        await asyncio.sleep(SETTLING_S)


async def all_come_back(lives: list[Live], rate: float, seconds: float, back: Figures) -> None:
    """Cut all connections at once; everybody reconnects within seconds, and plays on once the opponent is back."""
    for live in lives:
        live.cut()
        live.figures = back

    async def again(client: Client, wait: float) -> None:
        await asyncio.sleep(wait)
        began = time.perf_counter()
        while True:
            try:
                await client.connect(client.version)
                break
            except ConnectionError:  # too many at once for the server: as a page does, try again
                back.tries_again += 1
                await asyncio.sleep(1)
        back.back.append(time.perf_counter() - began)

    clients = [client for live in lives for client in live.clients]
    coming = (again(client, seconds * n / len(clients)) for n, client in enumerate(clients))
    await asyncio.gather(play(lives, rate, seconds, back), *coming)


def count_behind(lives: list[Live], figures: Figures) -> None:
    """Count clients that show less than the last version acknowledged to either player."""
    figures.behind = sum(client.version < live.last_done for live in lives for client in live.clients)
