"""A federation on a server, with people who talk to it over HTTP."""

from __future__ import annotations

from typing import Any

from tests.server.harness import Player
from tests.server.tournaments import http_tournament

DAY = 86_400_000
CHARTER = {
    "name": "Forbundet",
    "kind": "federation",
    "sanctioned_only": True,
    "classes": [{"id": "open", "name": "Open", "shortest": 5}],
}
MEMBERS = """Medlemsnr;Navn;Klub;Rating;Medlem siden;Medlem til
7;Anna Ås;Aarhus;1043,10;2020-01-01;
8;Bo Ek;Odense;1043,10;2020-01-01;
9;Carl Dahl;;;2020-01-01;2021-12-31
"""


async def account(player: Player, name: str) -> str:
    await player.ask("POST", "/account", 201, password="correct horse", name=name)
    return await player.me()


async def make(player: Player, **charter: Any) -> str:
    made = await player.ask("POST", "/organisations", 201, charter={**CHARTER, **charter}, about="Since 1989")
    return str(made["id"])


async def act(player: Player, id: str, type: str, status: int | None = 200, **fields: Any) -> Any:
    return await player.ask("POST", f"/organisations/{id}/actions", status, action={"type": type, **fields})


async def refused(player: Player, id: str, type: str, **fields: Any) -> tuple[str, str | None]:
    told = (await act(player, id, type, status=409, **fields))["error"]
    return told["code"], told.get("rule")


async def see(player: Player, id: str) -> Any:
    return await player.ask("GET", f"/organisations/{id}", 200)


async def send(player: Player, path: str, data: bytes | str, status: int = 200) -> Any:
    content = data.encode() if isinstance(data, str) else data
    answer = await player.http.post(f"/api/v1{path}", content=content, headers={"Content-Type": "text/csv"})
    assert answer.status_code == status, answer.text
    return answer.json()


async def members(player: Player, id: str) -> dict[str, str]:
    """By name, from the list above."""
    await send(player, f"/organisations/{id}/members", MEMBERS)
    state = await see(player, id)
    return {state["names"][each["person"]]: each["person"] for each in state["view"]["desk"]["members"]}


async def sanctioned(player: Player, organisation: str, **more: Any) -> str:
    """A tournament of the federation."""
    given = {"sanctioned": True, "organisation": organisation, "sanctioned_class": "open", **more}
    return await http_tournament.make(player, http_tournament.KNOCK_OUT, **given)


async def played(player: Player, id: str, one: str, two: str, score: tuple[int, int] = (7, 4)) -> None:
    """Two members enter, and the first beats the second."""
    await http_tournament.act(player, id, "open_entries")
    for person in (one, two):
        entered = await http_tournament.act(player, id, "enter", division="open", members=[person])
        entry = entered["events"][0]["entry"]
        await http_tournament.act(player, id, "approve_entry", entry=entry)
        await http_tournament.act(player, id, "check_in", entry=entry)
    await http_tournament.act(player, id, "set_places", places=[{"id": "t1"}])
    await http_tournament.act(player, id, "make_draw", division="open")
    await http_tournament.act(player, id, "announce_draw", division="open", starts_at=0)
    state = await http_tournament.see(player, id)
    (match,) = http_tournament.matches(state).values()
    entries = {entry["id"]: entry["members"][0] for entry in state["view"]["entries"]}
    first = entries[match["players"][0]] == one
    await http_tournament.act(player, id, "call_match", match=match["id"], place="t1")
    await http_tournament.act(player, id, "begin_match", match=match["id"])
    result = {"players": match["players"], "score": list(score if first else reversed(score))}
    await http_tournament.act(player, id, "report_result", match=match["id"], **result)
    for item in (await http_tournament.see(player, id))["desk"]["now"]:
        if item["kind"] == "confirm":
            await player.ask("POST", f"/tournaments/{id}/actions", 200, action=item["action"])
