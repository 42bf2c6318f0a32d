"""Servers for tests, in this process or a separate one, and players that connect to them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import random
import secrets
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tavl.server.app import create_app
from tavl.server.run import server_for
from tavl.server.service import Service
from tavl.server.settings import Settings
from tavl.server.wall_clock import Clock, now_ms

ROOT = Path(__file__).parents[2]
QUICK: dict[str, Any] = {
    "port": 0,
    "bot_delay_ms": 0,
    "next_game_after_ms": 0,
    "rates": False,
    "log_level": "warning",
    "heartbeat_ms": 500,
    "away_after_ms": 20_000,  # a busy machine is not away
}
PATIENCE = 300.0 if os.environ.get("TAVL_SOAK") else 30.0
START_PATIENCE = 120.0  # a process of its own, on a busy machine
# The server closes a connection that was silent for five seconds. A client lets go of it before, so that no request
# meets one that is being closed.
LIMITS = httpx.Limits(keepalive_expiry=2)
_TLS = ssl.create_default_context()  # one for all: making it takes longer than a request


class Running:
    """A server in this process, reached over real sockets."""

    def __init__(self, url: str, app: Any) -> None:
        self.url, self.app = url, app

    @property
    def service(self) -> Service:
        service: Service = self.app.state.service
        return service


@asynccontextmanager
async def running(
    database: str,
    make: Callable[..., Any] = create_app,
    wall: Callable[[], int] = now_ms,
    monotonic: Callable[[], float] = time.monotonic,
    **settings: Any,
) -> AsyncIterator[Running]:
    chosen = Settings(**{**QUICK, "database": database, **settings})
    app = make(chosen, Clock(wall, monotonic))
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = server_for(chosen, app, ready.set_result)
    task = asyncio.create_task(server.serve())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    assert ready.done(), "the server did not start"
    try:
        yield Running(ready.result(), app)
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE)


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, log: Path | None = None, **settings: Any) -> None:
        self._log = log
        fields = {**QUICK, "database": database, **settings}
        self._environ = {**os.environ, **{f"TAVL_{name.upper()}": str(value) for name, value in fields.items()}}
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    async def start(self, ahead_ms: int = 0) -> Process:
        """With its machine's clock so much ahead."""
        later = ["tests.server.server_with_clock_ahead", str(ahead_ms)]
        command = [sys.executable, "-m", *(later if ahead_ms else ["tavl.server"])]
        with contextlib.ExitStack() as stack:
            log = stack.enter_context(self._log.open("a")) if self._log else None
            process = subprocess.Popen(  # noqa: ASYNC220 - it is killed and waited for from anywhere
                command, cwd=ROOT, env=self._environ, stdout=subprocess.PIPE, stderr=log, text=True
            )
        self._process = process
        assert process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START_PATIENCE)
        assert line.startswith("listening on "), line
        self.url = line.split()[-1]
        return self

    def kill(self) -> None:
        """kill -9"""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE)
            assert process.stdout is not None
            process.stdout.close()

    async def __aenter__(self) -> Process:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        self.kill()


class Player:
    """Somebody with a browser, or with a token."""

    def __init__(self, url: str, token: str | None = None, language: str = "en") -> None:
        headers = {"X-Tavl": "1", "Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.token = token
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE, verify=_TLS, limits=LIMITS)

    @property
    def url(self) -> str:
        return str(self.http.base_url).rstrip("/")

    @url.setter
    def url(self, url: str) -> None:
        self.http.base_url = httpx.URL(url)

    async def __aenter__(self) -> Player:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, status: int | None = None, **body: Any) -> Any:
        answer = await self.http.request(method, f"/api/v1{path}", json=body if method != "GET" else None)
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def open(self, **body: Any) -> str:
        made = await self.ask("POST", "/tables", 201, **body)
        return str(made["id"])

    async def join(self, table: str, **body: Any) -> Any:
        return await self.ask("POST", f"/tables/{table}/join", 200, **body)

    async def me(self) -> str:
        return str((await self.ask("POST", "/session", 200))["id"])

    def socket_headers(self) -> dict[str, str]:
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"Cookie": cookies, "Origin": self.url} if cookies else {"Origin": self.url}

    @asynccontextmanager
    async def at(self, table: str, after: int = 0) -> AsyncIterator[AtTable]:
        here = AtTable(self, table)
        await here.connect(after)
        try:
            yield here
        finally:
            await here.disconnect()


def socket_url(url: str, table: str) -> str:
    return f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"


class AtTable:
    """A player's socket: keeps the last state and every event, in order."""

    def __init__(self, player: Player, table: str) -> None:
        self.player, self.table = player, table
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []  # everything but states
        self.acknowledged = 0  # the highest version that was answered with done
        self.on_done: Callable[[int], None] = lambda gained: None  # called whenever that grows
        self._socket: ClientConnection | None = None
        self._numbers = itertools.count()
        self._nonce = secrets.token_hex(4)
        self.words: dict[int, str] = {}

    async def connect(self, after: int = 0) -> None:
        self._socket = await connect(
            socket_url(self.player.url, self.table),
            subprotocols=["tavl.v1"],  # type: ignore[list-item]
            additional_headers=self.player.socket_headers(),
            max_size=None,
            open_timeout=PATIENCE,
        )
        self.state = {}
        await self.send(hello={"after": after})
        await self.until(lambda: bool(self.state))

    async def disconnect(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    def drop(self) -> None:
        """The line is cut."""
        assert self._socket
        self._socket.transport.abort()
        self._socket = None

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state["view"]
        return view

    @property
    def seat(self) -> int:
        return int(self.view["viewer"])

    @property
    def over(self) -> bool:
        return self.view["result"] is not None or self.view["aborted"]

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        if message["type"] == "state":
            self.take(message)
        else:
            self.heard.append(message)
        return message

    def take(self, state: dict[str, Any]) -> None:
        known = self.events[-1]["version"] if self.events else 0
        fresh = [event for event in state["events"] if event["version"] > known]
        versions = [event["version"] for event in fresh]
        assert versions == list(range(versions[0], versions[0] + len(versions))) if versions else True
        self.events += fresh
        self.state = state

    async def until(self, true: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.hear()

    async def answered(self, kind: str, id: str | None = None) -> dict[str, Any]:
        """The next message of a kind, states passed by."""
        while True:
            message = await self.hear()
            if message["type"] == kind and (id is None or message.get("id") == id):
                return message

    def new_id(self) -> str:
        return f"{self._nonce}.{next(self._numbers)}"

    async def act(self, type: str, id: str | None = None, version: int | None = None, **fields: Any) -> dict[str, Any]:
        """Send an action and wait for its answer: done or refused. Without a version of the caller's own, what is stale
        because something happened meanwhile, as a game that begins by itself, is sent again."""
        id = id or self.new_id()
        while True:
            seen = self.state["version"] if version is None else version
            await self.send(id=id, version=seen, action={"type": type, "seat": self.seat, **fields})
            while (message := await self.hear()).get("id") != id:
                pass
            if message["type"] == "done":
                gained = max(0, message["version"] - self.acknowledged)
                self.acknowledged += gained
                self.on_done(gained)
            elif version is None and message.get("code") == "stale":
                while self.state["version"] <= seen:
                    await self.hear()
                continue
            return message

    def something(self, chance: random.Random) -> tuple[str, dict[str, Any]] | None:
        """A legal action at random, from what the state says; rarely the cube, never resigning or leaving."""
        allowed = set(self.view["actions"])
        if "tell_word" in allowed:
            return "tell_word", {"word": self.words[self.seat]}
        for one in ("start_game", "make_play"):
            if one in allowed and one == "make_play":
                return "make_play", {"moves": a_play(self.view["tree"], chance)}
        if "take" in allowed:
            return chance.choice(("take", "drop")), {}
        if "accept_resignation" in allowed:
            return chance.choice(("accept_resignation", "refuse_resignation")), {}
        if "double" in allowed and chance.random() < 0.1:
            return "double", {}
        if "roll" in allowed and self.view["phase"] != "opening":
            return "roll", {}
        return None

    async def play_on(self, chance: random.Random, upto: int = 1_000_000) -> None:
        """Play until the match is over, or its stream has reached a version."""
        while not self.over and self.state["version"] < upto:
            asked = self.seat in self.view["to_act"] or "tell_word" in self.view["actions"]
            chosen = self.something(chance) if asked else None
            if chosen is None:
                await self.hear()
                continue
            answer = await self.act(chosen[0], version=self.state["version"], **chosen[1])
            assert answer["type"] == "done" or answer["code"] in ("stale", "match_over"), answer
            reached: int = answer["version"]
            await self.until(lambda reached=reached: self.state["version"] >= reached)


def a_play(tree: list[list[list[Any]]], chance: random.Random) -> list[list[int]]:
    """A way through the tree of legal plays, to its end."""
    node, moves = 0, []
    while tree[node]:
        source, target, _, _, node = chance.choice(tree[node])
        moves.append([source, target])
    return moves


def promise(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
