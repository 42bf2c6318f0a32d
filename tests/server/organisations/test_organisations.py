"""Organisations over HTTP: member lists, licences, suspensions, reports that arrive by themselves, cases, erasure."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.organisation.submission import SubmissionFile, encode
from tavl.rules.codec import from_json
from tavl.server.organisations.stream import check_replay, stream_of
from tavl.tournament.report.report import digest
from tests.server.harness import Player, Running
from tests.server.organisations.federation import (
    DAY,
    MEMBERS,
    account,
    act,
    make,
    members,
    played,
    refused,
    sanctioned,
    see,
    send,
)
from tests.server.tournaments import http_tournament


@pytest.mark.rule("T5.5.ii", shows="allowed")
async def test_a_sanctioned_tournament_from_licence_to_rating(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as lone, Player(url) as ida, Player(url) as anybody:
        await account(lone, "Lone")
        director = await account(ida, "Ida")
        id = await make(lone)
        found = await members(lone, id)
        asked = http_tournament.invitation(
            http_tournament.KNOCK_OUT, sanctioned=True, organisation=id, sanctioned_class="league"
        )
        told = await ida.ask("POST", "/tournaments", 409, title="Open", invitation=asked)
        assert (told["error"]["code"], told["error"]["rule"]) == ("no_such_class", "T1.1")
        draft = await sanctioned(ida, id)  # without a licence nobody directs it
        assert await http_tournament.refused(ida, draft, "appoint", person=director, role="director") == (
            "no_licence",
            "T1.2",
        )
        await act(lone, id, "grant_licence", person=director)
        await http_tournament.act(
            ida, draft, "appoint", person=director, role="director"
        )  # heard of in the same moment
        tournament = await sanctioned(ida, id, starts_at=7 * DAY)
        await played(ida, tournament, found["Anna Ås"], found["Bo Ek"])
        assert [each["id"] for each in (await see(anybody, id))["tournaments"]] == [tournament]
        await http_tournament.act(ida, tournament, "close_tournament")
        state = await see(anybody, id)
        assert [(each["tournament"], each["matches"]) for each in state["view"]["played"]] == [(tournament, 1)]
        lines = {state["names"][each["person"]]: each["rating"] for each in state["view"]["ratings"]}
        assert lines == {"Anna Ås": 104_660, "Bo Ek": 103_960}
        assert state["view"]["desk"] is None
        report = (await lone.http.get(f"/api/v1/organisations/{id}/papers/{tournament}")).json()
        assert (report["title"], len(report["results"])) == ("Open", 1)
        await act(
            lone, id, "correct_match", tournament=tournament, match="open/main.1.1", reason="mistyped",
            winners=[found["Bo Ek"]], losers=[found["Anna Ås"]],
        )  # fmt: skip
        after = await see(anybody, id)
        assert {each["person"]: each["rating"] for each in after["view"]["ratings"]} == {
            found["Bo Ek"]: 104_660,
            found["Anna Ås"]: 103_960,
        }
        sheet = (await anybody.http.get(f"/api/v1/organisations/{id}/files/ratings")).text
        assert "Bo Ek" in sheet
        check_replay(await server_on_both.service.store.read(stream_of(id)))


async def test_a_list_is_tried_taken_and_changes_nothing_the_second_time(server: Running) -> None:
    async with Player(server.url) as lone, Player(server.url) as other:
        await account(lone, "Lone")
        await other.me()
        id = await make(lone)
        path = f"/organisations/{id}/members"
        tried = await send(lone, f"{path}?try=1", MEMBERS)
        assert (tried["lines"], tried["added"], tried["changed"]) == (3, 3, 3)
        assert (await see(lone, id))["view"]["desk"]["members"] == []
        await send(lone, path, MEMBERS)
        state = await see(lone, id)
        carl = next(each for each in state["view"]["desk"]["members"] if state["names"][each["person"]] == "Carl Dahl")
        assert (carl["member_now"], state["view"]["members"]) == (False, 2)
        assert {each["number"] for each in state["numbers"].values()} == {"7", "8", "9"}
        again = await send(lone, path, MEMBERS)
        assert (again["added"], again["changed"], again["version"]) == (0, 0, state["version"])
        told = await send(lone, path, MEMBERS.replace("1043,10", "many"), 422)
        assert told["error"]["facts"]["field"] == "line 2 rating"
        assert (await send(other, path, MEMBERS, 403))["error"]["code"] == "officers_of_it_only"
        exported = (await lone.http.get(f"/api/v1/organisations/{id}/files/members")).content
        assert (await send(lone, path, exported))["changed"] == 0
        log = await server.service.store.read(stream_of(id))
        assert not any(b"Anna" in event.body or b"Aarhus" in event.body for event in log)


@pytest.mark.rule("T1.2")
async def test_who_is_suspended_is_refused_at_the_entry_and_who_loses_the_licence_directs_no_more(
    server: Running,
) -> None:
    async with Player(server.url) as lone, Player(server.url) as ida:
        await account(lone, "Lone")
        director = await account(ida, "Ida")
        id = await make(lone)
        found = await members(lone, id)
        await act(lone, id, "grant_licence", person=director)
        tournament = await sanctioned(ida, id)
        await http_tournament.act(ida, tournament, "open_entries")
        until = server.service.clock() + 30 * DAY
        suspended = await act(lone, id, "suspend", person=found["Bo Ek"], rule="T1.2", reason="threats", until=until)
        wish = {"division": "open", "members": [found["Bo Ek"]]}
        assert await http_tournament.refused(ida, tournament, "enter", **wish) == ("suspended_person", "T1.2")
        await act(lone, id, "lift_suspension", suspension=suspended["events"][0]["suspension"], reason="sorry")
        entered = await http_tournament.act(ida, tournament, "enter", **wish)
        await act(lone, id, "suspend", person=found["Bo Ek"], rule="T1.7.i", reason="an engine")
        entry = entered["events"][0]["entry"]
        assert await http_tournament.refused(ida, tournament, "approve_entry", entry=entry) == (
            "suspended_person",
            "T1.2",
        )
        await act(lone, id, "withdraw_licence", person=director, reason="conduct")
        assert director not in (await http_tournament.see(ida, tournament))["desk"]["staff"]


@pytest.mark.rule("T5.4", shows=("asked", "answers"))
async def test_a_case_that_anybody_sends_on_arrives_and_its_answer_goes_back(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as lone, Player(url) as ida, Player(url) as anybody:
        await account(lone, "Lone")
        await account(ida, "Ida")
        await anybody.me()
        id = await make(lone)
        tournament = await http_tournament.make(ida, organisation=id)
        await http_tournament.act(ida, tournament, "open_entries")
        found = await http_tournament.enter(ida, tournament, "Anna", "Bo")
        anna = found["Anna"]["id"]
        opened = await http_tournament.act(
            ida, tournament, "open_case", rule="T4.4.ix", statement="the cube fell", parties=[anna]
        )
        case = opened["events"][0]["case"]
        ruling = {"rule": "T4.4.ix", "decision": "it stands", "reason": "both saw it"}
        await http_tournament.act(ida, tournament, "rule_case", case=case, **ruling)
        await http_tournament.act(anybody, tournament, "send_on", case=case, statement="is that so?")
        (received,) = (await see(lone, id))["view"]["desk"]["cases"]
        assert (received["rule"], received["senders"][0]["statement"]) == ("T4.4.ix", "is that so?")
        paper = (await lone.http.get(f"/api/v1/organisations/{id}/papers/{received['id']}")).json()
        assert paper["decision"] == "it stands"
        assert await refused(anybody, id, "answer_case", case=received["id"], answer="no") == ("officers_only", "T5.4")
        answer = {"answer": "The ruling is right.", "precedent": True, "summary": "A cube that fell off the board"}
        await act(lone, id, "answer_case", case=received["id"], **answer)
        (there,) = (await http_tournament.see(ida, tournament))["view"]["cases"]
        assert (there["answer"], there["precedent"]) == ("The ruling is right.", True)
        rulings = await anybody.ask("GET", f"/organisations/{id}/precedents?rule=T4.4", 200)
        assert [each["summary"] for each in rulings["rulings"]] == ["A cube that fell off the board"]
        assert (await anybody.ask("GET", f"/organisations/{id}/precedents?rule=T2", 200))["rulings"] == []


@pytest.mark.rule("T5.5.ii", shows="allowed")
async def test_a_report_from_another_server_is_a_file_that_an_officer_accepts(server: Running) -> None:
    async with Player(server.url) as lone, Player(server.url) as ida:
        await account(lone, "Lone")
        await ida.me()
        tournament, _ = await http_tournament.started(ida, "Anna", "Bo")
        data = (await ida.http.get(f"/api/v1/tournaments/{tournament}/files/submission")).content
        file: SubmissionFile = from_json(data.replace(b'"desk.', b'"desk.far-'), SubmissionFile)  # nobody knows them
        data = encode(replace(file, submission=replace(file.submission, report=digest(file.report))))
        id = await make(lone, sanctioned_only=False, members_only=False)
        await send(ida, f"/organisations/{id}/reports", data, 403)
        assert (await send(lone, f"/organisations/{id}/reports", b"{}", 422))["error"]["code"] == "bad_value"
        report = data.replace(b'"title": "Open"', b'"title": "Shut"')
        assert (await send(lone, f"/organisations/{id}/reports", report, 422))["error"]["facts"]["problem"] == "changed"
        await send(lone, f"/organisations/{id}/reports", data)
        (received,) = (await see(lone, id))["view"]["desk"]["reports"]
        assert (received["status"], received["elsewhere"], received["title"]) == ("received", True, "Open")
        assert (await send(lone, f"/organisations/{id}/reports", data))["repeated"]
        await act(lone, id, "accept_report", tournament=tournament)
        assert [each["tournament"] for each in (await see(ida, id))["view"]["played"]] == [tournament]


async def test_a_federations_whole_member_list_is_taken_and_only_an_officers(server_on_both: Running) -> None:
    """A thousand lines: larger than anything but a list may be."""
    club = "The Old, Honourable and Unmistakably Longnamed Backgammon Club of the Islands"
    lines = (f'{n},Unmistakably Longnamed Member {n},"{club} {n % 40}"' for n in range(1, 1_001))
    data = "\n".join(("number,name,club", *lines)).encode()
    assert len(data) > server_on_both.service.settings.max_body_bytes
    async with Player(server_on_both.url) as lone, Player(server_on_both.url) as other:
        await account(lone, "Lone")
        await account(other, "Other")
        id = await make(lone)
        refused = await send(other, f"/organisations/{id}/members", data, 403)
        assert refused["error"]["code"] == "officers_of_it_only"
        assert (await send(lone, f"/organisations/{id}/members", data))["added"] == 1_000
        assert len((await see(lone, id))["view"]["desk"]["members"]) == 1_000
        assert (await send(lone, f"/organisations/{id}/reports", data, 422))["error"]["code"] == "bad_value"
        most = server_on_both.service.settings.max_list_bytes
        refused = await send(lone, f"/organisations/{id}/members", b"x" * (most + 1), 413)
        assert refused["error"]["facts"]["most"] == most
        refused = await send(lone, f"/organisations/{id}/people", data, 413)
        assert refused["error"]["code"] == "body_too_large"


async def test_a_member_without_an_account_takes_their_data_and_is_erased(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as lone, Player(url) as anna, Player(url) as other:
        await account(lone, "Lone")
        person = await account(anna, "Anna Ås")
        await account(other, "Other")
        id = await make(lone)
        found = await members(lone, id)
        path = f"/organisations/{id}/people/{found['Anna Ås']}"
        assert (await other.ask("DELETE", path, 403))["error"]["code"] == "officers_of_it_only"
        await lone.ask("DELETE", f"/organisations/{id}/people/{person}", 404)  # an account is nobody else's to erase
        its, another = await http_tournament.make(lone, organisation=id), await http_tournament.make(lone)
        for tournament in (its, another):
            await http_tournament.act(lone, tournament, "open_entries")
            await http_tournament.act(lone, tournament, "enter", division="open", members=[found["Anna Ås"]])
        data = await lone.ask("GET", f"{path}/data", 200)
        assert [each["tournament"] for each in data["tournaments"]] == [its]
        assert data["tournaments"][0]["data"]["entries"][0]["division"] == "open"
        assert data["organisation_people"][0]["member_number"] == "7"
        assert data["organisations"][0]["data"]["membership"][0]["until"] is None
        await act(lone, id, "merge_people", entry=found["Anna Ås"], into=person, reason="the same")
        await act(lone, id, "appoint_officer", person=person)
        mine = await anna.ask("GET", "/me/data", 200)
        assert mine["organisations"][0]["data"]["also"] == [found["Anna Ås"]]
        version = (await see(lone, id))["version"]
        await lone.ask("DELETE", path, 204)
        state = await see(lone, id)
        assert found["Anna Ås"] not in state["names"]
        assert found["Anna Ås"] not in state["numbers"]
        assert state["version"] == version  # the log is as it was


async def test_an_organisation_needs_an_account_and_people_who_are_somebody(server: Running) -> None:
    async with Player(server.url) as lone, Player(server.url) as guest:
        await account(lone, "Lone")
        await guest.me()
        told = await guest.ask("POST", "/organisations", 403, charter={"name": "x"})
        assert told["error"]["code"] == "account_needed"
        told = await lone.ask("POST", "/organisations", 409, charter={"name": " "})
        assert (told["error"]["code"], told["error"]["facts"]["field"]) == ("bad_value", "name")
        id = await make(lone)
        told = await act(lone, id, "admit_members", status=422, members=[{"person": "nobody"}])
        assert told["error"]["code"] == "unknown_person"
        for type, fields in (
            ("create_organisation", {"charter": {"name": "x"}}),
            ("receive_report", {"title": "x", "submission": {"tournament": "t"}}),
        ):
            assert (await act(lone, id, type, status=422, **fields))["error"]["code"] == "bad_value"
        (kim,) = (await lone.ask("POST", f"/organisations/{id}/people", 201, names=["Kim"]))["people"]
        await act(lone, id, "admit_members", members=[{"person": kim}])
        assert (await see(guest, id))["view"]["members"] == 1
        listed = await lone.ask("GET", "/organisations", 200)
        assert listed["organisations"] == [{"id": id, "name": "Forbundet", "kind": "federation", "officer": True}]
        await guest.ask("GET", "/organisations/nothing", 404)
        await guest.ask("GET", f"/organisations/{id}/files/nothing", 404)
        await guest.ask("GET", f"/organisations/{id}/files/members", 403)
        await guest.ask("GET", f"/organisations/{id}/papers/x", 403)


async def test_a_tournament_that_only_names_a_club_waits_for_an_officer(server: Running) -> None:
    async with Player(server.url) as lone, Player(server.url) as ida:
        await account(lone, "Lone")
        await ida.me()
        id = await make(lone, kind="club", sanctioned_only=False, members_only=False, classes=[])
        for director, status in ((ida, "received"), (lone, "accepted")):
            tournament = await http_tournament.make(director, organisation=id)
            (one, two) = (await http_tournament.people(director, tournament, "Anna", "Bo")).values()
            await played(director, tournament, one["id"], two["id"])
            await http_tournament.act(director, tournament, "close_tournament")
            reports = (await see(lone, id))["view"]["desk"]["reports"]
            assert [each["status"] for each in reports if each["tournament"] == tournament] == [status]


@pytest.mark.rule("T1.2")
async def test_members_are_found_by_three_letters_and_a_later_suspension_is_on_the_desk(server: Running) -> None:
    async with Player(server.url) as lone, Player(server.url) as ida, Player(server.url) as anybody:
        await account(lone, "Lone")
        director = await account(ida, "Ida")
        await anybody.me()
        id = await make(lone)
        found = await members(lone, id)
        await act(lone, id, "grant_licence", person=director)
        tournament = await sanctioned(ida, id)
        await http_tournament.act(ida, tournament, "open_entries")

        async def search(text: str) -> list[tuple[str, ...]]:
            told = await ida.ask("GET", f"/tournaments/{tournament}/members?text={text}", 200)
            return [(each["name"], each["number"], each["club"], each["suspended"]) for each in told["members"]]

        assert await search("an") == []  # two letters are too few
        assert await search("ann") == [("Anna Ås", "7", "Aarhus", False)]
        assert await search("dah") == [("Carl Dahl", "9", "", False)]
        bo = found["Bo Ek"]
        added = await ida.ask("POST", f"/tournaments/{tournament}/people", 201, known=[bo])
        assert added["people"][0]["name"] == "Bo Ek"
        entry = (await http_tournament.act(ida, tournament, "enter", division="open", members=[bo]))["events"][0][
            "entry"
        ]
        await http_tournament.act(ida, tournament, "approve_entry", entry=entry)
        await act(lone, id, "suspend", person=bo, rule="T1.7.i", reason="an engine")
        (warned,) = [
            each for each in (await http_tournament.see(ida, tournament))["desk"]["now"] if each["kind"] == "suspended"
        ]
        assert (warned["id"], warned["people"], warned["rule"]) == (entry, [bo], "T1.2")
        assert await search("bo+ek") == [("Bo Ek", "8", "Odense", True)]

        # who only writes the federation's name on an invitation reads no member list
        own = await http_tournament.make(anybody, organisation=id)
        told = await anybody.ask("GET", f"/tournaments/{own}/members?text=ann", 403)
        assert told["error"]["code"] == "officers_of_it_only"
        taken = await anybody.ask("POST", f"/tournaments/{own}/people", 422, known=[bo])
        assert taken["error"]["code"] == "unknown_person"
