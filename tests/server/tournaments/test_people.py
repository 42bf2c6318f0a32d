"""People without accounts: names outside the stream, personal codes, seats claimed and given back, data and erasure."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.tournaments.stream import stream_of
from tests.server.harness import Player, Running
from tests.server.tournaments.http_tournament import KNOCK_OUT, act, enter, make, matches, people, refused, see, started


async def test_names_are_outside_the_stream(server: Running) -> None:
    async with Player(server.url) as ida:
        id, found = await started(ida, "Anna Ås", "Bo")
        log = await server.service.store.read(stream_of(id))
        assert not any(b"Anna" in event.body for event in log)
        assert any(found["Anna Ås"]["id"].encode() in event.body for event in log)
        await ida.ask("PATCH", f"/tournaments/{id}/people/{found['Bo']['id']}", 204, name="Bo Ek")
        assert (await see(ida, id))["names"][found["Bo"]["id"]] == "Bo Ek"


async def test_a_personal_code_gives_a_browser_the_seat_and_one_press_gives_it_back(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as phone, Player(url) as other:
        id, found = await started(ida, "Anna", "Bo")
        anna = found["Anna"]
        told = await phone.ask("POST", f"/tournaments/{id}/seats", 403, code="nothing")
        assert told["error"]["code"] == "code_wrong"
        claimed = await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=anna["code"].upper())
        assert claimed == {"person": anna["id"], "name": "Anna"}
        mine = await see(phone, id)
        assert (mine["me"], mine["seat"], mine["view"]["roles"]) == (anna["id"], True, ["player"])
        (next_match,) = mine["view"]["mine"]
        (call,) = (item["action"] for item in (await see(ida, id))["desk"]["now"] if item["kind"] == "call")
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
        players = matches(mine)[next_match["match"]]["players"]
        await act(phone, id, "report_result", match=next_match["match"], players=players, score=[7, 4])
        report = (await see(ida, id))["desk"]["matches"][next_match["match"]]["reports"][0]
        assert report["by"] == anna["id"]  # under the person's name, not the browser's
        await other.ask("POST", f"/tournaments/{id}/seats", 200, code=anna["code"])  # a new phone
        assert (await see(phone, id))["me"] != anna["id"]
        await other.ask("DELETE", f"/tournaments/{id}/seats", 204)
        assert await refused(other, id, "withdraw_entry", entry=anna["entry"]) == ("not_your_role", "T1.3.i")


async def test_a_tap_at_the_table_needs_its_cards_code_and_a_free_seat(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as one, Player(server.url) as two:
        id, found = await started(ida, "Anna", "Bo")
        codes = (await ida.ask("GET", f"/tournaments/{id}/places", 200))["places"]
        assert list(codes) == ["t1", "t2", "t3", "t4"]
        tap = {"person": found["Anna"]["id"], "place": "t1", "code": codes["t1"]}
        seats = f"/tournaments/{id}/seats"
        assert (await one.ask("POST", seats, 403, **tap))["error"]["code"] == "code_wrong"  # not called to it
        (call,) = (item["action"] for item in (await see(ida, id))["desk"]["now"] if item["kind"] == "call")
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
        await one.ask("POST", seats, 403, **{**tap, "code": "234567"})
        await one.ask("POST", seats, 200, **tap)
        assert (await two.ask("POST", seats, 409, **tap))["error"]["code"] == "seat_taken"
        await two.ask("POST", seats, 200, **{**tap, "person": found["Bo"]["id"]})
        person = f"/tournaments/{id}/people/{found['Bo']['id']}"
        await two.ask("GET", f"{person}/data", 403)  # a tap is not enough for somebody's data
        await two.ask("DELETE", person, 403)
        code = (await ida.ask("POST", f"{person}/code", 201))["code"]
        assert (await see(two, id))["me"] != found["Bo"]["id"]  # the staff have freed the seat
        await two.ask("POST", seats, 200, code=code)
        assert (await two.ask("GET", f"{person}/data", 200))["people"][0]["display_name"] == "Bo"


async def test_somebody_without_an_account_takes_their_data_and_is_erased(server_on_both: Running) -> None:
    url, store = server_on_both.url, server_on_both.service.store
    async with Player(url) as ida, Player(url) as phone:
        id, found = await started(ida, "Anna", "Bo")
        anna = found["Anna"]
        path = f"/tournaments/{id}/people/{anna['id']}"
        await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=anna["code"])
        opened = await act(phone, id, "open_case", rule="T4.7", statement="it was 5-4", match="open/main.1.1")
        assert (await see(ida, id))["view"]["cases"][0]["statements"][0]["text"] == "it was 5-4"
        kept = await phone.ask("GET", f"{path}/data", 200)
        assert kept["words"][0]["text"] == "it was 5-4"
        assert kept["events"][0]["type"] == "case_opened"
        assert "code" not in kept["tournament_people"][0]
        data = about(kept, id)
        assert (data["entries"][0]["id"], data["matches"][0]["match"]) == (anna["entry"], "open/main.1.1")
        assert data["statements"][0][1]["text"] == "it was 5-4"
        await phone.ask("DELETE", path, 204)
        state = await see(ida, id)
        assert anna["id"] not in state["names"]
        assert state["view"]["cases"][0]["statements"][0]["text"] == "[erased]"
        assert state["version"] == opened["version"]  # the log is as it was
        rows = await store.read_rows(lambda c: c.execute(sa.select(schema.tournament_people.c.person)).scalars().all())
        assert anna["id"] not in rows
        await ida.ask("DELETE", f"/tournaments/{id}/people/{found['Bo']['id']}", 204)  # asked for at the desk
        assert found["Bo"]["id"] not in (await see(ida, id))["names"]


def about(export: Any, id: str) -> Any:
    """What a tournament holds, in somebody's export."""
    (found,) = (each["data"] for each in export["tournaments"] if each["tournament"] == id)
    return found


async def test_an_account_takes_what_every_tournament_holds_about_it(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as jens:
        await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
        await jens.ask("POST", "/account", 201, password="correct horse", name="Jens")
        mine, his = await anna.me(), await jens.me()
        fee = {"price": {"minor": 30000, "currency": "DKK"}, "registration": {"minor": 3000, "currency": "DKK"}}
        id, refused_at = await make(ida, KNOCK_OUT | {"fees": [fee]}), await make(ida, title="Masters")
        for each in (id, refused_at):
            await act(ida, each, "open_entries")
        await act(ida, id, "appoint", person=his, role="helper")
        await enter(ida, id, "Bo")
        for each in (id, refused_at):
            await act(anna, each, "enter", division="open", members=[mine])
        await act(ida, refused_at, "refuse_entry", entry="e1", explanation="full")
        await act(ida, id, "approve_entry", entry="e2")
        await act(ida, id, "check_in", entry="e2")
        await act(ida, id, "dismiss", person=his)
        await act(ida, id, "make_draw", division="open")
        found = await anna.ask("GET", "/me/data", 200)
        assert about(found, refused_at)["entries"][0]["explanation"] == "full"
        assert [entry["checked_in"] for entry in about(found, id)["entries"]] == [True]
        assert about(found, id)["matches"] == about(found, id)["places"] == []  # the draw is not announced
        assert [(line["kind"], line["minor"]) for line in about(found, id)["money"]] == [("charge", 30000)]
        await act(ida, id, "announce_draw", division="open", starts_at=0)
        await act(anna, id, "open_case", rule="T4.7", statement="it was 5-4", match="open/main.1.1")
        await act(ida, id, "ask_person", case="c1", person=his)
        await act(jens, id, "give_statement", case="c1", statement="I saw 4-4")
        await act(ida, id, "report_result", match="open/main.1.1", players=["e1", "e2"], score=[7, 4], confirms=True)
        told = about(await anna.ask("GET", "/me/data", 200), id)
        (bo,) = (each for each in await people_of(ida, id) if each != mine)
        assert told["matches"][0] | {"ended_at": 0} == {
            "match": "open/main.1.1",
            "against": [bo],
            "score": [4, 7],
            "won": False,
            "ended_at": 0,
        }
        assert told["places"] == [["open", 2, 2]]
        assert [said["text"] for _, said in told["statements"]] == told["cases"][0]["said"] == ["it was 5-4"]
        assert "4-4" not in str(told)  # what others said is not theirs to read (T5.1)
        helped = about(await jens.ask("GET", "/me/data", 200), id)
        assert (helped["served"], helped["roles"], helped["entries"]) == (True, [], [])
        assert [said["text"] for _, said in helped["statements"]] == ["I saw 4-4"]
        assert "organiser" in about(await ida.ask("GET", "/me/data", 200), id)["roles"]
        await anna.ask("DELETE", "/me", 204, confirm=(await anna.ask("GET", "/me"))["login"])
        assert (await see(ida, id))["view"]["cases"][0]["statements"][0]["text"] == "[erased]"


async def test_whoever_is_brought_along_takes_both_evenings_and_each_desk_reads_its_own(
    server_on_both: Running,
) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as olga, Player(url) as phone:
        last, found = await started(ida, "Anna", "Bo")
        anna = found["Anna"]["id"]
        now = await make(ida, title="Next week")
        await ida.ask("POST", f"/tournaments/{now}/people", 201, known=[anna])
        await act(ida, now, "appoint", person=await olga.me(), role="director")
        await act(ida, now, "open_entries")
        await act(ida, now, "enter", division="open", members=[anna])
        path = f"/tournaments/{now}/people/{anna}"
        await phone.ask("POST", f"/tournaments/{last}/seats", 200, code=found["Anna"]["code"])
        own = await phone.ask("GET", f"/tournaments/{last}/people/{anna}/data", 200)
        assert [each["tournament"] for each in own["tournaments"]] == [last, now]
        assert [len(about(own, each)["entries"]) for each in (last, now)] == [1, 1]
        hers = await ida.ask("GET", f"{path}/data", 200)
        assert [each["tournament"] for each in hers["tournaments"]] == [last, now]
        theirs = await olga.ask("GET", f"{path}/data", 200)
        assert [each["tournament"] for each in theirs["tournaments"]] == [now]


async def people_of(player: Player, id: str) -> list[str]:
    return [person for entry in (await see(player, id))["view"]["entries"] for person in entry["members"]]


async def test_staff_reach_for_nobodys_account_and_for_no_other_desks_people(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as olga, Player(server.url) as anna:
        await anna.ask("POST", "/account", 201, password="correct horse")
        person = await anna.me()
        id = await make(ida)
        await act(ida, id, "open_entries")
        await act(ida, id, "enter", division="open", members=[person])
        for method, path, body in (("GET", "/data", {}), ("DELETE", "", {}), ("PATCH", "", {"name": "x"})):
            await ida.ask(method, f"/tournaments/{id}/people/{person}{path}", 404, **body)
        theirs = await make(olga)
        (bo,) = (await people(olga, theirs, "Bo")).values()
        told = await act(ida, id, "enter", status=422, division="open", members=[bo["id"]])
        assert told["error"]["code"] == "unknown_person"
        await ida.ask("POST", f"/tournaments/{id}/people", 422, known=[bo["id"]])
        await ida.ask("DELETE", f"/tournaments/{id}/people/{bo['id']}", 404)
        await olga.ask("DELETE", f"/tournaments/{id}/people/{bo['id']}", 404)
        assert (await ida.ask("GET", f"/tournaments/{theirs}/people", 403))["error"]["code"] == "staff_only"


async def test_last_weeks_list_is_brought_along(server: Running) -> None:
    async with Player(server.url) as ida:
        last, now = await make(ida), await make(ida)
        found = await people(ida, last, "Anna", "Bo")
        known = [each["id"] for each in found.values()]
        added = (await ida.ask("POST", f"/tournaments/{now}/people", 201, names=["Kim"], known=known))["people"]
        assert [each["name"] for each in added] == ["Kim", "Anna", "Bo"]
        await ida.ask("POST", f"/tournaments/{now}/people", 422, known=known[:1])  # is here already
        await act(ida, now, "open_entries")
        assert await act(ida, now, "enter", division="open", members=known[:1])


async def test_two_who_claim_one_seat_at_once_do_not_both_have_it(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as one, Player(url) as two:
        id = await make(ida)
        await act(ida, id, "open_entries")
        found = await enter(ida, id, "Anna")
        await asyncio.gather(one.me(), two.me())
        claims = (each.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Anna"]["code"]) for each in (one, two))
        await asyncio.gather(*claims)
        acting = [(await see(each, id))["me"] for each in (one, two)]
        assert acting.count(found["Anna"]["id"]) == 1


async def test_staff_without_an_account_have_the_desk_by_their_code_and_not_by_a_tap(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as jens, Player(server.url) as tapped:
        id, found = await started(ida, "Jens", "Bo")
        await act(ida, id, "appoint", person=found["Jens"]["id"], role="helper")
        await jens.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Jens"]["code"])
        assert (await see(jens, id))["desk"] is not None
        await people(jens, id, "Kim")  # what the staff may
        await jens.ask("DELETE", f"/tournaments/{id}/seats", 204)
        (call,) = (item["action"] for item in (await see(ida, id))["desk"]["now"] if item["kind"] == "call")
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
        codes = (await ida.ask("GET", f"/tournaments/{id}/places", 200))["places"]
        place = call["place"]
        await tapped.ask(
            "POST", f"/tournaments/{id}/seats", 200, person=found["Jens"]["id"], place=place, code=codes[place]
        )
        assert (await see(tapped, id))["desk"] is None
        await tapped.ask("GET", f"/tournaments/{id}/log", 403)
