"""The JSON Schema of the messages only grows within v1."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.server.errors import ApiError
from tavl.server.http import json_schema
from tavl.server.messages.decoding import decoded
from tavl.server.messages.socket import FromClient
from tests.server.harness import Player, Running

SNAPSHOT = Path(__file__).with_name("schema_v1.json")
Schema = dict[str, Any]


def now() -> Schema:
    found: Schema = json.loads(msgspec.json.encode(json_schema.document()))
    return found


def breaks(old: Any, new: Any, where: str, given: bool) -> list[str]:
    """What a client of the old would trip over. `given`: the server sends it; otherwise the client does."""
    found: list[str] = []
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old.get("properties", {}):
            if name not in new.get("properties", {}):
                found.append(f"{where}.{name} is gone")
        needed_then, needed_now = set(old.get("required", [])), set(new.get("required", []))
        if given:
            found += [f"{where}.{name} may be missing now" for name in needed_then - needed_now]
        else:
            found += [f"{where}.{name} is required now" for name in needed_now - needed_then]
        for key in ("anyOf", "enum"):
            gone = [] if given else [part for part in old.get(key, []) if not _taken_still(part, new.get(key, []))]
            found += [f"{where}: {json.dumps(part)} is gone" for part in gone]
        if old.get("type") != new.get("type") and "type" in old:
            found.append(f"{where} is of another type")
        for name, part in old.get("properties", {}).items():
            if name in new.get("properties", {}):
                found += breaks(part, new["properties"][name], f"{where}.{name}", given)
    return found


def _taken_still(part: Any, choices: list[Any]) -> bool:
    """One of many may have become one of more."""
    unions = [choice for choice in choices if isinstance(choice, dict) and "anyOf" in choice]
    grown = isinstance(part, dict) and "anyOf" in part and any(not breaks(part, choice, "", False) for choice in unions)
    return part in choices or grown


def test_the_schema_of_v1_only_grows() -> None:
    """The snapshot is that of the last release; TAVL_UPDATE_SCHEMA=1 writes it again."""
    if os.environ.get("TAVL_UPDATE_SCHEMA") or not SNAPSHOT.exists():
        SNAPSHOT.write_text(json.dumps(now(), indent=1, sort_keys=True) + "\n")
    old, new = json.loads(SNAPSHOT.read_text()), now()
    asked = {kind.__name__ for kind in (*json_schema.TAKEN, FromClient)} | {"Hello", "ChatSaid", "Mute", "Ping"}
    found: list[str] = []
    for name, part in old["components"]["schemas"].items():
        if name not in new["components"]["schemas"]:
            found.append(f"{name} is gone")
        else:
            found += breaks(part, new["components"]["schemas"][name], name, given=name not in asked)
    assert not found


def test_what_would_break_a_client_is_noticed() -> None:
    old = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a"]}
    assert breaks(old, {"type": "object", "properties": {"a": {"type": "string"}}, "required": []}, "X", True) == [
        "X.b is gone",
        "X.a may be missing now",
        "X.a is of another type",
    ]
    grown = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}, "c": {}}, "required": ["a", "c"]}
    assert breaks(old, grown, "X", True) == []
    assert breaks(old, grown, "X", False) == ["X.c is required now"]
    one, more, other = ({"anyOf": [{"anyOf": kinds}, {"type": "null"}]} for kinds in (["a"], ["a", "b"], ["b"]))
    assert breaks(one, more, "X", False) == []
    assert len(breaks(one, other, "X", False)) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(["id", "version", "action", "hello", "chat", "mute", "ping", "type", "seat", "moves", "after"])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=200) | st.dictionaries(KEYS, JSON).map(lambda value: json.dumps(value).encode()))
def test_whatever_comes_is_a_message_or_a_typed_error(data: bytes) -> None:
    try:
        read: object = decoded(data, FromClient)
    except ApiError as error:
        read = error.body("da")
    assert isinstance(read, FromClient) or read.code == "bad_message"  # type: ignore[attr-defined]


async def test_what_is_sent_is_as_described(server: Running) -> None:
    """Every message of a played match satisfies the schema's required fields and knows no others."""
    async with Player(server.url) as anna:
        table = await anna.open(opponent="bot:club", length=1)
        served = (await anna.http.get("/api/v1/schema")).json()
        assert served == now()
        components = served["components"]["schemas"]
        async with anna.at(table) as here:
            await here.play_on(random.Random(1), 20)
            await here.send(ping={})
            await here.answered("pong")
            kinds = {
                "state": "TableState",
                "done": "Done",
                "pong": "Pong",
                "presence": "Presence",
                "refused": "Refusal",
            }
            for message in (here.state, *here.heard):
                described = components[kinds[message["type"]]]
                assert set(described["required"]) <= set(message)
                assert set(message) <= set(described["properties"])
            assert set(here.view) == set(components["TableView"]["properties"])
            described_events = components["EventOut"]["properties"]["event"]["anyOf"]
            names = {part["$ref"].rpartition("/")[2] for part in described_events}
            tags = {components[name]["properties"]["type"]["enum"][0] for name in names}
            assert {event["event"]["type"] for event in here.events} <= tags
        openapi = (await anna.http.get("/api/v1/openapi.json")).json()
        assert set(openapi["components"]["schemas"]) == set(components)
        assert "/api/v1/tables/{id}/join" in openapi["paths"]
