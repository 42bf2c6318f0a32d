"""What a hall full of phones asks for: each only its own matches, at once only where it is concerned."""

from __future__ import annotations

import json

from tests.server.harness import Player, running
from tests.server.tournaments.hall import act, matches, see, started, watching

NAMES = [f"Player {letter}" for letter in "ABCDEFGH"]


async def test_a_phone_gets_its_own_matches_and_hears_whom_a_change_concerns(sqlite_url: str) -> None:
    async with running(sqlite_url) as here, Player(here.url) as ida, Player(here.url) as phone:
        id, people = await started(ida, *NAMES)
        first, second, *_ = sorted(matches(await see(ida, id)).values(), key=lambda match: match["id"])
        mine = next(each for each in people.values() if each["entry"] == first["players"][0])
        await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=mine["code"])
        whole = await see(phone, id)
        own = await phone.ask("GET", f"/tournaments/{id}?only=mine", 200)
        assert own["view"]["mine"] == whole["view"]["mine"]
        assert matches(own)[first["id"]] == matches(whole)[first["id"]]
        assert second["id"] not in matches(own)
        entries = {entry["id"] for entry in own["view"]["entries"]}
        assert set(first["players"]) <= entries
        assert not entries & set(second["players"])
        assert 2 * len(json.dumps(own["view"])) < len(json.dumps(whole["view"]))
        async with watching(phone, id) as hears:
            await hears.hear("changed")
            await act(ida, id, "call_match", match=second["id"], place="t2")
            told = await hears.hear("changed")
            theirs = {each["id"] for each in people.values() if each["entry"] in second["players"]}
            assert theirs <= set(told["about"])
            assert mine["id"] not in told["about"]
            await act(ida, id, "set_places", places=[{"id": "t1"}, {"id": "t2"}])
            assert (await hears.hear("changed"))["about"] is None  # everybody
