"""A pair sits at its table as one: either partner acts for the seat, a third person does not (evening 6)."""

from __future__ import annotations

import pytest

from tests.server.harness import AtTable, Player, Running
from tests.server.tournaments.http_tournament import act, make, matches, people, refused, see

DOUBLES = {"id": "open", "members": 2, "reserves": 1, "stages": [{"id": "main", "length": 5}]}
MATCH = "open/main.1.1"


async def doubles(ida: Player, *pairs: tuple[Player, Player]) -> str:
    id = await make(ida, DOUBLES)
    await act(ida, id, "open_entries")
    for pair in pairs:
        members = [await each.me() for each in pair]
        entry = (await act(ida, id, "enter", division="open", members=members))["events"][0]["entry"]
        await act(ida, id, "approve_entry", entry=entry)
        await act(ida, id, "check_in", entry=entry)
    await act(ida, id, "make_draw", division="open")
    await act(ida, id, "announce_draw", division="open", starts_at=0)
    return id


async def told(at: AtTable, type: str, **fields: object) -> tuple[str, str | None]:
    answer = await at.act(type, **fields)
    return answer.get("code", answer["type"]), answer.get("rule")


@pytest.mark.rule("T1.1", "T5.1")
async def test_either_partner_acts_for_the_seat_and_a_third_person_does_not(server_on_both: Running) -> None:
    url = server_on_both.url
    async with (
        Player(url) as ida,
        Player(url) as anna,
        Player(url) as jens,
        Player(url) as carl,
        Player(url) as dan,
        Player(url) as eva,
    ):
        id = await doubles(ida, (anna, jens), (carl, dan))
        await act(ida, id, "appoint", person=await jens.me(), role="director")
        table = (await jens.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, jens.at(table) as two, carl.at(table) as three, dan.at(table) as four:
            assert (one.view["role"], two.view["role"]) == ("player", "player")
            assert (one.seat, three.seat) == (two.seat, four.seat)
            assert one.seat != three.seat
            assert [one.view["seats"][0], *one.view["partners"][0]] in (
                [await anna.me(), await jens.me()],
                [await carl.me(), await dan.me()],
            )
            # either partner: one offers to stop for a ruling, the other takes it back
            assert await told(one, "raise_dispute", rule="T4.7", statement="the score") == ("done", None)
            assert await told(two, "withdraw_dispute") == ("done", None)
            assert await told(four, "raise_dispute", rule="T4.7", statement="the score") == ("done", None)
            assert await told(two, "withdraw_dispute") == ("not_your_claim", "T5.1")
            # a director who is a partner is a player at this table, and no ruler (T5.1); another director is one
            assert (await told(two, "rule", rule="T4.7", reason="as it stands", upholds=False))[0] == "not_your_role"
            ruling = {"case": "c2", "rule": "T4.7", "decision": "as it stands", "reason": "nothing shown"}
            assert await refused(jens, id, "rule_case", **ruling) == ("party_cannot_rule", "T5.1")
            await act(ida, id, "rule_case", **ruling)
            await eva.me()
            async with eva.at(table) as spectator:
                answer = await told(spectator, "raise_dispute", rule="T4.7", statement="I saw it", seat=one.seat)
                assert answer == ("not_your_role", "T5.1")
        opened = (await see(ida, id))["view"]["cases"]
        assert [each["opened_by"] for each in opened] == [await anna.me(), await dan.me()]  # who of the pair it was


async def test_a_reserve_sits_down_for_a_partner_and_the_partner_does_no_more(server: Running) -> None:
    url = server.url
    async with Player(url) as ida, Player(url) as a, Player(url) as b, Player(url) as c, Player(url) as d:
        id = await doubles(ida, (a, b), (c, d))
        await act(ida, id, "provide_device", match=MATCH)
        table = (await a.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH, online=False))["table"]
        async with Player(url) as reserve, b.at(table) as gone:
            assert gone.view["role"] == "player"
            entries = (await see(ida, id))["view"]["entries"]
            (entry,) = [each["id"] for each in entries if await a.me() in each["members"]]
            leaves, comes = await b.me(), await reserve.me()
            await act(ida, id, "replace_member", entry=entry, leaves=leaves, comes=comes, reason="a fever")
            await gone.until(lambda: gone.view["role"] == "spectator")
            async with reserve.at(table) as come:
                assert (come.view["role"], come.seat) == (
                    "player",
                    (await a.ask("GET", f"/tables/{table}", 200))["view"]["viewer"],
                )


async def test_a_phone_that_is_taken_up_later_acts_for_its_seat_until_it_is_given_back(server: Running) -> None:
    url = server.url
    async with Player(url) as ida, Player(url) as phone, Player(url) as second:
        id = await make(ida, {"id": "open", "stages": [{"id": "main", "length": 5}]})
        await act(ida, id, "open_entries")
        found = await people(ida, id, "Anna", "Bo")
        for each in found.values():
            entry = (await act(ida, id, "enter", division="open", members=[each["id"]]))["events"][0]["entry"]
            await act(ida, id, "approve_entry", entry=entry)
            await act(ida, id, "check_in", entry=entry)
        await act(ida, id, "make_draw", division="open")
        await act(ida, id, "announce_draw", division="open", starts_at=0)
        table = (await ida.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH, online=False))["table"]
        await phone.me()
        async with phone.at(table) as here:
            assert here.view["role"] == "spectator"
            await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Anna"]["code"])
            await here.until(lambda: here.view["role"] == "player")
            await second.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Anna"]["code"])  # another phone
            await here.until(lambda: here.view["role"] == "spectator")
            await second.ask("DELETE", f"/tournaments/{id}/seats", 204)
            assert found["Anna"]["id"] in (await ida.ask("GET", f"/tables/{table}", 200))["view"]["seats"]
        assert matches(await see(ida, id))[MATCH]["where"] == "ready"
