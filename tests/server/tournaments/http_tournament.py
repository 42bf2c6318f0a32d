"""A tournament on a server, with people who talk to it over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import PATIENCE, Player

KNOCK_OUT = {"id": "open", "stages": [{"id": "main", "length": 7}]}
SWISS = {"id": "open", "format": "swiss", "rounds": 3, "stages": [{"id": "swiss", "length": 7}]}


def invitation(*divisions: dict[str, Any], **more: Any) -> dict[str, Any]:
    from tavl.rules.codec import to_json
    from tavl.rules.profile import DBF_TOURNAMENT

    profile = json.loads(to_json(DBF_TOURNAMENT))
    return {"profile": profile, "sanctioned": False, "divisions": list(divisions or [KNOCK_OUT]), **more}


async def make(player: Player, *divisions: dict[str, Any], title: str = "Open", **more: Any) -> str:
    """A tournament, organised and directed by a player."""
    await player.me()
    asked = {"title": title, "invitation": invitation(*divisions, **more)}
    return str((await player.ask("POST", "/tournaments", 201, **asked))["id"])


async def act(
    player: Player, id: str, type: str, status: int | None = 200, key: str | None = None, **fields: Any
) -> Any:
    body: dict[str, Any] = {"action": {"type": type, **fields}}
    if key is not None:
        body["key"] = key
    return await player.ask("POST", f"/tournaments/{id}/actions", status, **body)


async def refused(player: Player, id: str, type: str, **fields: Any) -> tuple[str, str | None]:
    """The code and the clause."""
    told = (await act(player, id, type, status=409, **fields))["error"]
    return told["code"], told.get("rule")


async def see(player: Player, id: str) -> Any:
    return await player.ask("GET", f"/tournaments/{id}", 200)


async def people(player: Player, id: str, *names: str) -> dict[str, dict[str, str]]:
    """Typed at the desk: by name, id and code."""
    added = (await player.ask("POST", f"/tournaments/{id}/people", 201, names=list(names)))["people"]
    return {each["name"]: each for each in added}


async def enter(player: Player, id: str, *names: str, division: str = "open") -> dict[str, dict[str, str]]:
    """Typed, entered, approved and here."""
    found = await people(player, id, *names)
    for each in found.values():
        entered = await act(player, id, "enter", division=division, members=[each["id"]])
        entry = each["entry"] = entered["events"][0]["entry"]
        if len(entered["events"]) == 1:
            await act(player, id, "approve_entry", entry=entry)
        await act(player, id, "check_in", entry=entry)
    return found


async def started(
    player: Player, *names: str, tables: int = 4, division: dict[str, Any] = KNOCK_OUT, **more: Any
) -> tuple[str, dict[str, Any]]:
    """Drawn and announced, with tables."""
    id = await make(player, division, **more)
    await act(player, id, "open_entries")
    found = await enter(player, id, *names)
    await act(player, id, "set_places", places=[{"id": f"t{n}"} for n in range(1, tables + 1)])
    await act(player, id, "make_draw", division="open")
    await act(player, id, "announce_draw", division="open", starts_at=0)
    return id, found


def matches(state: Any, division: int = 0) -> dict[str, Any]:
    return {each["id"]: each for each in state["view"]["divisions"][division]["matches"]}


class Watching:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def hear(self, type: str) -> Any:
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await self._socket.recv()))["type"] != type:
                pass
            return message

    async def hear_version(self, version: int) -> None:
        while (await self.hear("changed"))["version"] < version:
            pass


@asynccontextmanager
async def watching(player: Player, id: str) -> AsyncIterator[Watching]:
    address = f"{player.url.replace('http', 'ws', 1)}/api/v1/tournaments/{id}/changes"
    headers = player.socket_headers()
    async with connect(
        address,
        subprotocols=["tavl.v1"],  # type: ignore[list-item]
        additional_headers=headers,
        open_timeout=PATIENCE,
    ) as socket:
        yield Watching(socket)
