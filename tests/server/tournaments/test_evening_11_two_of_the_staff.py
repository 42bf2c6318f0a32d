"""Evening 11 over HTTP, on both databases: two of the staff at once. Nothing is lost, and every act is under its
person's name; roles tried against each other are refused by their clause."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.server.harness import Player, Running
from tests.server.tournaments.http_tournament import SWISS, act, enter, make, matches, refused, see

NAMES = ("Anna", "Bo", "Carl", "Dan", "Eva", "Finn", "Gert", "Hans")


class Evening:
    """A Swiss of eight: tables 7 to 10 play the first round. Ida and Jens direct, Kai helps."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self._url, self._stack = url, stack
        self.id = ""
        self.found: dict[str, Any] = {}

    async def somebody(self) -> Player:
        player = await self._stack.enter_async_context(Player(self._url))
        await player.me()
        return player

    async def begin(self) -> None:
        self.ida, self.jens, self.kai = [await self.somebody() for _ in range(3)]
        self.id = await make(self.ida, SWISS)
        await act(self.ida, self.id, "appoint", person=await self.jens.me(), role="director")
        await act(self.ida, self.id, "appoint", person=await self.kai.me(), role="helper")
        await act(self.ida, self.id, "open_entries")
        self.found = await enter(self.ida, self.id, *NAMES)
        await act(self.ida, self.id, "set_places", places=[{"id": f"t{n}"} for n in range(7, 11)])
        await act(self.ida, self.id, "make_draw", division="open")
        await act(self.ida, self.id, "announce_draw", division="open", starts_at=0)
        while (item := (await see(self.kai, self.id))["desk"]["now"][:1]) and item[0]["kind"] == "call":
            await self.kai.ask("POST", f"/tournaments/{self.id}/actions", 200, action=item[0]["action"])
            await act(self.kai, self.id, "begin_match", match=item[0]["id"])

    async def at_table(self, place: str) -> dict[str, Any]:
        found = matches(await see(self.ida, self.id)).values()
        return next(each for each in found if each["place"] == place)

    async def phone(self, entry: str) -> Player:
        """Of whoever plays for an entry."""
        player = await self.somebody()
        code = next(each["code"] for each in self.found.values() if each["entry"] == entry)
        await player.ask("POST", f"/tournaments/{self.id}/seats", 200, code=code)
        return player

    async def report(self, player: Player, match: dict[str, Any], *score: int, **more: Any) -> Any:
        fields = {"match": match["id"], "players": match["players"], "score": list(score), "seen": match["version"]}
        return await act(player, self.id, "report_result", **{**fields, **more})


@pytest.fixture
async def evening(server_on_both: Running) -> AsyncIterator[Evening]:
    async with AsyncExitStack() as stack:
        made = Evening(server_on_both.url, stack)
        await made.begin()
        yield made


@pytest.mark.rule("T4.6")
async def test_two_of_the_staff_at_once(evening: Evening) -> None:
    id, ida, jens = evening.id, evening.ida, evening.jens
    seven, eight, nine = [await evening.at_table(place) for place in ("t7", "t8", "t9")]
    # 1. two different results within a second: neither is published, both stand on the desk
    await asyncio.gather(evening.report(ida, seven, 7, 5), evening.report(jens, seven, 5, 7))
    desk = await see(ida, id)
    item = desk["desk"]["now"][0]
    assert (item["kind"], item["id"]) == ("results_differ", seven["id"])
    assert set(item["people"]) == {await ida.me(), await jens.me()}
    reports = desk["desk"]["matches"][seven["id"]]["reports"]
    assert sorted(each["result"]["score"] for each in reports) == [[5, 7], [7, 5]]
    siri = await evening.somebody()
    assert matches(await see(siri, id))[seven["id"]]["score"] is None
    # 2. the same twice is one result; the desk and both phones confirm each other
    await asyncio.gather(evening.report(ida, eight, 7, 3), evening.report(jens, eight, 7, 3))
    phones = [await evening.phone(entry) for entry in nine["players"]]
    await asyncio.gather(*(evening.report(each, nine, 7, 6) for each in (evening.kai, *phones)))
    board = matches(await see(siri, id))
    assert (board[eight["id"]]["score"], board[nine["id"]]["score"]) == ([7, 3], [7, 6])
    # 3. the director asks; both cards say the first; confirmed
    for phone in [await evening.phone(entry) for entry in seven["players"]]:
        await evening.report(phone, seven, 7, 5)
    reports = (await see(jens, id))["desk"]["matches"][seven["id"]]["reports"]
    number = next(n for n, each in enumerate(reports, start=1) if each["result"]["score"] == [7, 5])
    assert await refused(ida, id, "confirm_result", match=seven["id"]) == ("results_differ", "T4.6")
    await act(jens, id, "confirm_result", match=seven["id"], report=number, reason="both cards say so")
    assert matches(await see(siri, id))[seven["id"]]["score"] == [7, 5]
    # 4. undo: only one's own acts, each with what follows; a draw made since stands in the way
    ten = await evening.at_table("t10")
    done = await evening.report(jens, ten, 7, 2, confirms=True)
    await act(ida, id, "make_draw", division="open")
    assert await refused(ida, id, "undo", act=done["act"]) == ("not_your_act", "T1.3.i")
    would = await jens.ask("POST", f"/tournaments/{id}/preview", 200, action={"type": "undo", "act": done["act"]})
    assert would["refused"]["code"] == "something_stands_on_it"
    told = (await act(jens, id, "undo", status=409, act=done["act"]))["error"]
    assert told["facts"]["what"].startswith("draw of round 2")
    # every act is under its person's name
    journal = (await see(ida, id))["desk"]["journal"]
    assert {line["person"] for line in journal} >= {await ida.me(), await jens.me(), await evening.kai.me()}


@pytest.mark.rule("T1.3.i", "T1.6.i", "T5.1")
async def test_roles_are_tried_against_each_other_and_refused_by_clause(evening: Evening) -> None:
    id, seven = evening.id, await evening.at_table("t7")
    player = await evening.phone(seven["players"][0])
    spectator = await evening.somebody()
    score = {"match": seven["id"], "players": seven["players"], "score": [7, 5]}
    # a player at the desk
    assert await refused(player, id, "confirm_result", match=seven["id"]) == ("not_your_role", "T1.3.i")
    assert await refused(player, id, "make_draw", division="open") == ("not_your_role", "T1.3.i")
    other = await evening.phone((await evening.at_table("t8"))["players"][0])
    assert await refused(other, id, "report_result", **score) == ("not_your_match", "T1.6.i")
    # a spectator at a table
    assert await refused(spectator, id, "report_result", **score) == ("not_your_role", "T1.6.i")
    # a helper who rules
    case = (await act(player, id, "open_case", rule="T4.7", statement="5-4", match=seven["id"]))["events"][0]["case"]
    ruling = {"case": case, "rule": "T4.7", "decision": "5-4", "reason": "the card"}
    assert (await refused(evening.kai, id, "rule_case", **ruling))[0] == "not_your_role"
    # a director in their own case, who sees no deliberations either
    await act(evening.ida, id, "open_case", rule="T1.2", statement="rude", parties=[await evening.jens.me()])
    own = next(each["id"] for each in (await see(evening.ida, id))["view"]["cases"] if each["rule"] == "T1.2")
    assert [each["id"] for each in (await see(evening.jens, id))["view"]["cases"]] == [case]
    told = await refused(evening.jens, id, "rule_case", **{**ruling, "case": own, "rule": "T1.2"})
    assert told == ("party_cannot_rule", "T5.1")
    log = await evening.jens.ask("GET", f"/tournaments/{id}/log", 200)
    assert not any(e["event"].get("case") == own and e["event"]["type"] == "statement_given" for e in log["events"])
    looked = await evening.jens.ask(
        "POST", f"/tournaments/{id}/preview", 200, action={"type": "rule_case", **ruling, "case": own, "rule": "T1.2"}
    )
    assert (looked["refused"]["code"], looked["refused"]["rule"]) == ("party_cannot_rule", "T5.1")
    # phones and votes are for those whom they concern
    assert await refused(player, id, "provide_device", match=seven["id"]) == ("not_your_role", "T4.7")
    taken = {"match": seven["id"], "entry": seven["players"][0], "reason": "x"}
    assert await refused(player, id, "withdraw_phone", **taken) == ("not_your_role", "T1.7.iv")
    assert await refused(spectator, id, "ask_phone", match=seven["id"]) == ("not_your_role", "T1.7.iv")
    assert await refused(evening.ida, id, "vote", case=case, verdict="uphold") == ("not_your_role", "T1.3.ii")
    # nobody acts for the federation who does not
    for who in (player, spectator, evening.jens):
        body = {"action": {"type": "withdraw_licence", "person": await evening.ida.me(), "reason": "x"}}
        told = await who.ask("POST", f"/tournaments/{id}/actions", 403, **body, for_federation=True)
        assert told["error"]["code"] == "administrators_only"
    for path in ("log", "people", "places", "report", "webhooks"):
        for who in (player, spectator):
            assert (await who.ask("GET", f"/tournaments/{id}/{path}", 403))["error"]["code"] == "staff_only"


async def test_many_at_once_and_nothing_is_lost(evening: Evening) -> None:
    """All write to one stream in the same moment: each is decided again on what the others wrote."""
    entries = [each["entry"] for each in evening.found.values()]
    staff = (evening.ida, evening.jens, evening.kai)
    sent = [act(staff[n % 3], evening.id, "set_unavailable", entry=e, until=n) for n, e in enumerate(entries * 3)]
    answers = await asyncio.gather(*sent)
    assert len({answer["version"] for answer in answers}) == len(sent)
