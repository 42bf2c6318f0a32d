"""A demonstration on the server: whoever asks directs it, and others do not find it on their lists."""

from __future__ import annotations

from tests.server.harness import Player, running
from tests.server.tournaments.http_tournament import act, see


async def test_whoever_asks_directs_it_and_it_is_on_nobody_elses_list(url: str) -> None:
    async with running(url) as here, Player(here.url) as ida, Player(here.url) as jens:
        made = await ida.ask("POST", "/tournaments/demonstration", 201)
        id = made["id"]
        state = await see(ida, id)
        assert state["invitation"]["demonstration"]
        kinds = [item["kind"] for item in state["desk"]["now"]]
        assert kinds[0] == "dispute"
        assert {"late", "draw", "confirm"} <= set(kinds)
        assert "Anna Holm" in state["names"].values()
        (draw,) = [item["action"] for item in state["desk"]["now"] if item["kind"] == "draw"]
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=draw)
        other = await ida.ask("POST", "/tournaments/demonstration", 201)
        assert other["id"] != id  # begun again
        mine = await ida.ask("GET", "/tournaments", 200)
        assert {line["id"] for line in mine["mine"]} == {id, other["id"]}
        theirs = await jens.ask("GET", "/tournaments", 200)
        assert theirs == {"mine": [], "others": []}
        await jens.me()
        refused = await act(jens, id, "make_draw", status=409, division="beginners")
        assert refused["error"]["code"] == "not_your_role"
