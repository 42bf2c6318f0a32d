"""Messages generated from our own types, and broken ones, in any order: every answer is typed, nothing fails."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from tavl.rules.board import Dice, Position
from tavl.server.tables.stream.stream_state import ClientAction
from tests.example_counts import times
from tests.server.harness import LIMITS, PATIENCE, Process, socket_url
from tests.store.conftest import BOTH
from tests.store.postgres import TEMPLATE

MESSAGES = 30
ANSWERS = {"state", "done", "refused", "why", "error", "presence", "chat"}
TEXTS = ["", "T4.7", "T5.1", "T1.1", "T9.9.x", "…", "0.phone", "x" * 3000, "🎲", "\x00"]
POSITIONS = ["24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", "24:2 | 1:15", "1:1 | 1:1", "", "99:1 |"]
NUMBERS = [-1, 0, 1, 2, 3, 6, 24, 25, 64, 10**12, 2**63 - 1]
KEYS = ["id", "version", "action", "hello", "chat", "mute", "ping", "why", "type", "seat"]
ACTIONS = {kind.__struct_config__.tag: inspect.type_info(kind) for kind in get_args(ClientAction)}


def made(kind: inspect.Type, chance: random.Random) -> Any:
    """Something that the type lets through, before any rule is asked."""
    match kind:
        case inspect.Metadata(type=inner):
            return made(inner, chance)
        case inspect.StructType(fields=fields, tag=tag):
            chosen = [field for field in fields if field.required or chance.random() < 0.5]
            named = {field.encode_name: made(field.type, chance) for field in chosen}
            return named if tag is None else {"type": tag, **named}
        case inspect.UnionType(types=types):
            return made(chance.choice(types), chance)
        case inspect.EnumType(cls=cls):
            return chance.choice([each.value for each in cls])
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [made(item, chance) for _ in range(chance.randrange(4))]
        case inspect.TupleType(item_types=items):
            return [made(item, chance) for item in items]
        case inspect.CustomType(cls=cls) if cls is Position:
            return chance.choice(POSITIONS)
        case inspect.CustomType(cls=cls) if cls is Dice:
            return [chance.randint(0, 7), chance.randint(1, 6)]
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.IntType():
            return chance.choice(NUMBERS)
        case inspect.FloatType():
            return chance.choice([0.0, -1.0, 1e9, 0.5])
        case inspect.StrType():
            return chance.choice(TEXTS)
        case _:
            raise NotImplementedError(kind)


def junk(chance: random.Random, depth: int = 0) -> Any:
    kinds = [None, True, chance.choice(NUMBERS), chance.choice(TEXTS)]
    if depth < 3:
        kinds.append([junk(chance, depth + 1) for _ in range(chance.randrange(3))])
        kinds += 2 * [{chance.choice(KEYS): junk(chance, depth + 1) for _ in range(chance.randrange(4))}]
    return chance.choice(kinds)


def said(open_now: list[str], who: int, id: str, chance: random.Random) -> Any:
    """Mostly what this person may do now, so that the table gets somewhere; else anything at all."""
    draw = chance.random()
    if draw < 0.7:
        action = made(ACTIONS[chance.choice(open_now if open_now and draw < 0.55 else sorted(ACTIONS))], chance)
        if "seat" in action and draw < 0.65:
            action["seat"] = who % 2
        return {"id": id, "action": action}
    action = made(ACTIONS[chance.choice(sorted(ACTIONS))], chance)
    return chance.choice(
        [
            {"hello": {"after": chance.randrange(40)}},
            {"chat": {"text": chance.choice(TEXTS)}},
            {"mute": {"on": chance.random() < 0.5}},
            {"why": {"action": action}},
            {"id": id, "version": chance.randrange(30), "action": action},
            junk(chance),
        ]
    )


def a_table(chance: random.Random) -> dict[str, Any]:
    return {
        "opponent": "friend",
        "length": chance.choice([1, 3, 17]),
        "sitting": chance.choice(["enforced", "challenge", "recorded"]),
        "ruled_by": chance.choice(["nobody", "named", "director"]),
        "conduct": chance.random() < 0.5,
        "detail": chance.choice(["plays", "cube"]),
        "clock": chance.choice([None, {"minutes_per_point": 10, "delay_seconds": 12}]),
    }


@pytest.fixture(scope="module", params=BOTH)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    place = tmp_path_factory.mktemp("fuzz")
    with ExitStack() as stack:
        database = f"sqlite:///{place / 'tavl.db'}"
        if request.param == "postgresql":
            database = stack.enter_context(request.getfixturevalue("postgres").database(TEMPLATE))
        process = Process(database, log=place / "log")
        asyncio.run(process.start())
        stack.callback(process.kill)
        yield process.url, place / "log"


def seated(url: str, terms: dict[str, Any], stack: ExitStack) -> list[ClientConnection]:
    """Two players, a director where there is one, and somebody who watches."""
    usual: dict[str, Any] = {"headers": {"X-Tavl": "1"}, "timeout": PATIENCE, "limits": LIMITS}
    people = [stack.enter_context(httpx.Client(base_url=f"{url}/api/v1", **usual)) for _ in range(4)]
    for person in people:
        person.post("/session").raise_for_status()
    table = people[0].post("/tables", json=terms).raise_for_status().json()["id"]
    if terms["ruled_by"] == "director":
        code = people[0].post(f"/tables/{table}/roles", json={"role": "director"}).raise_for_status().json()["code"]
        people[2].post(f"/tables/{table}/role", json={"code": code}).raise_for_status()
    people[1].post(f"/tables/{table}/join", json={}).raise_for_status()
    sockets = []
    for person in people:
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        headers = {"Cookie": cookie, "Origin": url}
        opened = connect(socket_url(url, table), subprotocols=["tavl.v1"], additional_headers=headers)  # type: ignore[list-item]
        sockets.append(stack.enter_context(opened))
    return sockets


def answers(socket: ClientConnection, text: str, number: int) -> list[dict[str, Any]]:
    """What comes back between a message and the ping sent after it."""
    socket.send(text)
    socket.send(json.dumps({"ping": {"sent": number}}))
    found: list[dict[str, Any]] = []
    while True:
        message = json.loads(socket.recv(timeout=30))
        if message["type"] == "pong" and message["sent"] == number:
            return found
        found.append(message)


def check(message: dict[str, Any]) -> None:
    assert message["type"] in ANSWERS, message
    error = message.get("error", message)
    assert error.get("code") not in ("internal", "unavailable"), message
    if message["type"] in ("refused", "error"):
        assert error["message"]
        assert isinstance(error["facts"], dict)


def play(url: str, chance: random.Random) -> int:
    """How many actions were taken."""
    done = 0
    with ExitStack() as stack:
        sockets = seated(url, a_table(chance), stack)
        open_now: list[list[str]] = [[] for _ in sockets]
        there = list(range(len(sockets)))
        for number in range(MESSAGES):
            who = number if number < len(sockets) else chance.choice(there)
            if who not in there:
                continue
            message = {"hello": {}} if number < len(sockets) else said(open_now[who], who, f"m{number}", chance)
            try:
                heard = answers(sockets[who], json.dumps(message), number)
            except ConnectionClosedError as error:
                if error.rcvd is None or error.rcvd.code != 4003:
                    raise
                there.remove(who)  # the director expelled somebody: no more guests
                continue
            for answer in heard:
                check(answer)
                done += answer["type"] == "done"
                if answer["type"] == "state":
                    open_now[who] = answer["view"]["actions"]
    return done


@settings(
    max_examples=times(6), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(seed=st.integers(0, 2**32))
def test_every_message_has_a_typed_answer_and_no_server_error(server: tuple[str, Path], seed: int) -> None:
    url, log = server
    play(url, random.Random(seed))
    wrong = [line for line in log.read_text().splitlines() if '"level": "error"' in line or "exception" in line]
    assert wrong == []


def test_what_is_made_up_leads_somewhere(server: tuple[str, Path]) -> None:
    assert sum(play(server[0], random.Random(seed)) for seed in range(6)) > 10


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_tables_of_made_up_messages_find_no_server_error(server: tuple[str, Path]) -> None:
    url, log = server
    for seed in range(1_000):
        play(url, random.Random(seed))
        assert '"level": "error"' not in log.read_text(), seed
