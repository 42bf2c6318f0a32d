"""A tournament over HTTP, on both databases: created, acted on, previewed, looked at; nothing is done twice."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import InvalidStatus

from tavl.server.tournaments.stream import fold, stream_of
from tavl.tournament.draws.lots import promise
from tests.server.harness import Player, Running, running
from tests.server.tournaments.http_tournament import (
    KNOCK_OUT,
    SWISS,
    act,
    enter,
    invitation,
    make,
    matches,
    people,
    refused,
    see,
    started,
    watching,
)


async def test_an_evening_from_invitation_to_result(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as ida, Player(server_on_both.url) as siri:
        id, found = await started(ida, "Anna", "Bo", "Carl", "Dan")
        state = await see(ida, id)
        assert state["view"]["roles"] == ["organiser", "director"]
        assert {state["names"][each["id"]] for each in found.values()} == {"Anna", "Bo", "Carl", "Dan"}
        call = state["desk"]["now"][0]
        assert (call["kind"], call["action"]["type"]) == ("call", "call_match")
        done = await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call["action"])  # as it is
        match = call["id"]
        await act(ida, id, "begin_match", match=match)
        players = matches(await see(ida, id))[match]["players"]
        await act(ida, id, "report_result", match=match, players=players, score=[7, 5], confirms=True)
        board = await see(siri, id)
        assert matches(board)[match]["score"] == [7, 5]
        assert board["desk"] is None
        assert board["me"] is None
        assert board["version"] == done["version"] + 3


async def test_the_log_replays_to_the_state_that_is_kept(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as ida:
        id, _ = await started(ida, "Anna", "Bo", "Carl")
        service = server_on_both.service
        kept = await service.tournaments.state(id)
        assert fold(None, await service.store.read(stream_of(id))) == kept.tournament


async def test_the_same_key_is_done_once_and_answered_twice(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as ida, Player(server_on_both.url) as jens:
        await ida.me()
        body = {"title": "Open", "invitation": invitation(), "key": "new"}
        one, two = [await ida.ask("POST", "/tournaments", 201, **body) for _ in range(2)]
        assert one == two
        id = one["id"]
        await act(ida, id, "open_entries")
        (anna,) = (await people(ida, id, "Anna")).values()
        sent = [act(ida, id, "enter", key="k1", division="open", members=[anna["id"]]) for _ in range(3)]
        answers = await asyncio.gather(*sent)
        assert len({answer["version"] for answer in answers}) == 1
        assert sorted(answer["repeated"] for answer in answers) == [False, True, True]
        assert len((await see(ida, id))["view"]["entries"]) == 1
        await act(ida, id, "appoint", person=await jens.me(), role="director")
        (entry,) = (await see(ida, id))["view"]["entries"]
        other = await act(jens, id, "approve_entry", key="k1", entry=entry["id"])  # their own key, another act
        assert not other["repeated"]


async def test_a_preview_tells_what_would_change_and_does_nothing(server: Running) -> None:
    async with Player(server.url) as ida:
        id, found = await started(ida, "Anna", "Bo", "Carl", "Dan")
        state = await see(ida, id)
        call = state["desk"]["now"][0]["action"]
        would = await ida.ask("POST", f"/tournaments/{id}/preview", 200, action=call)
        changed = {(each["what"], each["after"]) for each in would["changes"]}
        assert ("place", "t1") in changed
        assert set(would["names"].values()) <= set(found)
        assert len(would["people"]) == 2
        assert (await see(ida, id))["version"] == state["version"] == would["version"]
        no = await ida.ask("POST", f"/tournaments/{id}/preview", 200, action={"type": "open_entries"})
        assert (no["refused"]["code"], no["refused"]["rule"]) == ("done_already", "T1.1")
        assert no["refused"]["message"]


async def test_a_seed_is_promised_before_the_draw_and_told_with_it(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as ida:
        id = await make(ida)
        await act(ida, id, "open_entries")
        promised = (await act(ida, id, "promise_seed", division="open"))["events"][0]["promise"]
        await enter(ida, id, "Anna", "Bo", "Carl", "Dan")
        would = await ida.ask(
            "POST", f"/tournaments/{id}/preview", 200, action={"type": "make_draw", "division": "open"}
        )
        assert would["example"]
        assert would["refused"] is None
        drawn = (await act(ida, id, "make_draw", division="open"))["events"][0]
        assert promise(bytes.fromhex(drawn["seed"])) == promised
        await act(ida, id, "undo", act=(await see(ida, id))["desk"]["journal"][0]["act"])
        again = (await act(ida, id, "make_draw", division="open"))["events"][0]
        assert again["pairings"] == drawn["pairings"]  # who does not like a draw gets the same one


async def test_what_everybody_may_see_is_made_once_a_version(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, found = await started(ida, "Anna", "Bo")
        one = await siri.http.get(f"/api/v1/tournaments/{id}")
        tag = one.headers["etag"]
        assert (await siri.http.get(f"/api/v1/tournaments/{id}", headers={"If-None-Match": tag})).status_code == 304
        assert (await siri.http.get(f"/api/v1/tournaments/{id}")).content == one.content
        await act(ida, id, "set_unavailable", entry=found["Anna"]["entry"], until=None)
        two = await siri.http.get(f"/api/v1/tournaments/{id}", headers={"If-None-Match": tag})
        assert two.status_code == 200
        assert two.json()["version"] == one.json()["version"] + 1


async def test_pages_are_told_of_changes_and_staff_of_what_others_have_open(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as jens, Player(url) as siri:
        id = await make(ida)
        await act(ida, id, "open_entries")
        await act(ida, id, "appoint", person=await jens.me(), role="helper")
        async with watching(ida, id) as desk, watching(jens, id) as other, watching(siri, id) as board:
            done = await act(ida, id, "set_places", places=[{"id": "t1"}])
            for page in (desk, other, board):
                await page.hear_version(done["version"])
            await desk.say(open="match open/main.1.1")
            told = await other.hear("staff")
            assert told["open"] == [{"person": await ida.me(), "open": "match open/main.1.1"}]
            assert (await see(jens, id))["desk"]["open"] == told["open"]
            await board.say(open="match open/main.1.1")
            assert (await board.hear("error"))["error"]["code"] == "staff_only"
            await board.say(ping=1)
            assert (await board.hear("pong"))["sent"] == 1
        assert await see(siri, id)


@pytest.mark.postgres
async def test_two_processes_tell_each_other(postgres_url: str) -> None:
    async with (
        running(postgres_url) as one,
        running(postgres_url) as two,
        Player(one.url) as ida,
        Player(two.url) as jens,
    ):
        id = await make(ida)
        await act(ida, id, "open_entries")
        await act(ida, id, "appoint", person=await jens.me(), role="director")
        async with watching(jens, id) as desk, watching(ida, id) as first:
            done = await act(ida, id, "set_places", places=[{"id": "t1"}])
            await desk.hear_version(done["version"])
            await first.say(open="entries")
            while not (told := await desk.hear("staff"))["open"]:
                pass
            assert told["open"] == [{"person": await ida.me(), "open": "entries"}]
        (anna,) = (await people(ida, id, "Anna")).values()
        await asyncio.gather(
            *(act(each, id, "enter", division="open", members=[anna["id"]], status=None) for each in (ida, jens))
        )
        assert len((await see(jens, id))["view"]["entries"]) == 1  # decided again on what the other wrote


async def test_a_draft_is_seen_by_its_makers_alone(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id = await make(ida)
        await siri.ask("GET", f"/tournaments/{id}", 404)
        with pytest.raises(InvalidStatus):
            async with watching(siri, id):
                pass
        assert [each["id"] for each in (await ida.ask("GET", "/tournaments", 200))["mine"]] == [id]
        assert (await siri.ask("GET", "/tournaments", 200))["others"] == []
        await act(ida, id, "open_entries")
        assert [each["title"] for each in (await siri.ask("GET", "/tournaments", 200))["others"]] == ["Open"]


async def test_who_acts_is_never_taken_from_a_request(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, _ = await started(ida, "Anna", "Bo")
        await siri.me()
        assert await refused(siri, id, "make_draw", division="open") == ("not_your_role", "T1.3.i")
        for forged in ({"by": await ida.me()}, {"person": await ida.me()}, {"office": "system"}):
            body = {"action": {"type": "make_draw", "division": "open"}, **forged}
            assert (await siri.ask("POST", f"/tournaments/{id}/actions", 400, **body))["error"]["code"] == "bad_message"
        body = {"action": {"type": "state_licences", "people": []}, "for_federation": True}
        assert (await siri.ask("POST", f"/tournaments/{id}/actions", 403, **body))["error"]["code"] == (
            "administrators_only"
        )


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "enter", "division": "open", "members": ["nobody"]}, "unknown_person"),
        ({"type": "enter", "division": "open", "members": []}, "wrong_members"),
        ({"type": "enter", "division": "open", "members": ["x"], "club": "a" * 101}, "too_long"),
        ({"type": "enter", "division": "open", "members": ["x"], "club": "a\u0007"}, "bad_value"),
        ({"type": "create_tournament", "title": "x", "invitation": {}}, "bad_value"),
        ({"type": "no_such_action"}, "bad_message"),
        ({"type": "report_result", "match": "open/main.1.1", "players": ["a"], "score": [1, 2]}, "bad_message"),
        ({"type": "make_draw", "division": "nowhere"}, "no_such_division"),
    ],
    ids=str,
)
async def test_bad_input_is_refused_by_field_and_nothing_is_done(server: Running, action: dict, code: str) -> None:
    async with Player(server.url) as ida:
        id = await make(ida, KNOCK_OUT)
        await act(ida, id, "open_entries")
        before = (await see(ida, id))["version"]
        told = await ida.ask("POST", f"/tournaments/{id}/actions", action=action)
        assert told["error"]["code"] == code, told
        assert (await see(ida, id))["version"] == before


async def test_a_round_drawn_over_http_is_paired_from_results(server: Running) -> None:
    async with Player(server.url) as ida:
        id = await make(ida, SWISS)
        await act(ida, id, "open_entries")
        await enter(ida, id, *"ABCD")
        await act(ida, id, "set_places", places=[{"id": f"t{n}"} for n in (1, 2)])
        for _ in range(2):
            await act(ida, id, "make_draw", division="open")
            await act(ida, id, "announce_draw", division="open", starts_at=0)
            while (item := (await see(ida, id))["desk"]["now"]) and item[0]["kind"] == "call":
                match = item[0]["id"]
                await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=item[0]["action"])
                players = matches(await see(ida, id))[match]["players"]
                await act(ida, id, "report_result", match=match, players=players, score=[7, 3], confirms=True)
        assert len(matches(await see(ida, id))) == 4


async def test_the_journal_says_whose_money_was_moved(server: Running) -> None:
    fee = {"price": {"minor": 50000, "currency": "DKK"}, "registration": {"minor": 5000, "currency": "DKK"}}
    async with Player(server.url) as ida:
        id = await make(ida, {**KNOCK_OUT, "fees": [fee]})
        await act(ida, id, "open_entries")
        anna = (await enter(ida, id, "Anna"))["Anna"]
        amount = {"minor": 50000, "currency": "DKK"}
        await act(ida, id, "take_payment", person=anna["id"], amount=amount)
        state = await see(ida, id)
        paid = state["desk"]["journal"][0]
        whose = {"kind": "payment", "account": "person", "person": anna["id"], "amount": amount}
        assert paid["booked"] == [whose]
        assert state["names"][anna["id"]] == "Anna"
        await act(ida, id, "undo", act=paid["act"])
        await act(ida, id, "take_payment", person=anna["id"], amount=amount)
        registration = {"minor": 5000, "currency": "DKK"}
        await act(ida, id, "hand_over", account="registration", amount=registration)
        over = {"kind": "handed_over", "account": "registration", "person": None, "amount": registration}
        lines = (await see(ida, id))["desk"]["journal"]
        assert [line["booked"] for line in lines[:2]] == [[over], [whose]]
        assert lines[3] == {**paid, "undone": True, "undo": False, "stands_on_it": []}  # moved back, not struck out
