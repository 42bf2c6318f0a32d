"""A dispute at the table of a tournament match is a case at the desk: one commit each way, on both databases
(evening 3, step 8)."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tavl.server.tables.stream.event_codec import stream_of as table_stream
from tavl.server.tournaments.stream import stream_of
from tests.server.harness import AtTable, Player, Running
from tests.server.tournaments.http_tournament import act, matches, people, refused, see
from tests.server.tournaments.test_pairing_tables import paired

FIVE = {"id": "open", "stages": [{"id": "main", "length": 5}]}
MATCH = "open/main.1.1"


async def acts_of(server: Running, stream: str, type: str) -> list[str]:
    return [event.action_id for event in await server.service.store.read(stream) if event.type == type]


async def begun(one: AtTable, two: AtTable) -> None:
    """A few plays, so that the match is under way; nobody has doubled."""
    await asyncio.gather(one.play_on(random.Random(1), 12), two.play_on(random.Random(2), 12))
    assert not one.over


async def seat_of(player: Player, table: str) -> int:
    return (await player.ask("GET", f"/tables/{table}", 200))["view"]["viewer"]


async def case_of(player: Player, id: str) -> Any:
    (case,) = (await see(player, id))["view"]["cases"]
    return case


@pytest.mark.rule("T5.1", "T5.2", "T5.3", "T1.3.ii")
async def test_a_dispute_at_the_table_runs_through_the_desk_and_a_committee_back_to_the_board(
    server_on_both: Running,
) -> None:
    url, server = server_on_both.url, server_on_both
    async with Player(url) as ida, Player(url) as freja, Player(url) as gert, Player(url) as grete, Player(url) as kai:
        id = await paired(ida, freja, gert, grete, kai, division=FIVE)
        seen = await see(ida, id)
        entry = {each["members"][0]: each["id"] for each in seen["view"]["entries"]}
        persons = {await each.me(): each for each in (freja, gert, grete, kai)}
        player = {entry[person]: each for person, each in persons.items()}
        own = entry[await freja.me()]
        mine = next(each for each in matches(seen).values() if own in (each["players"] or ()))
        (foe,) = [player[each] for each in mine["players"] if player[each] is not freja]
        other_two = [each for each in player.values() if each not in (freja, foe)]
        table = (await freja.ask("POST", f"/tournaments/{id}/tables", 201, match=mine["id"]))["table"]
        here, there = table_stream(table), stream_of(id)
        async with freja.at(table) as one, foe.at(table) as two:
            await begun(one, two)
            # the table freezes, and the desk has a case with what was said
            assert (await one.act("raise_dispute", rule="T4.4.ix", statement="the cube is mine"))["type"] == "done"
            assert await acts_of(server, here, "dispute_raised") == await acts_of(server, there, "case_opened")
            refusal = await two.act("offer_resignation", size=1)
            assert (refusal["code"], refusal["rule"]) == ("everything_waits", "T5.1")
            case = await case_of(ida, id)
            assert (case["state"], case["rule"], case["match"]) == ("open", "T4.4.ix", mine["id"])
            assert case["opened_by"] == await freja.me()
            await act(foe, id, "give_statement", case="c1", statement="it is not")
            assert [each["text"] for each in (await case_of(ida, id))["statements"]] == [
                "the cube is mine",
                "it is not",
            ]
            assert (await see(ida, id))["desk"]["now"][0]["kind"] == "dispute"

            # the ruling at the desk is on the board in the same commit
            cube = {"value": 2, "owner": two.seat}
            ruling = {"case": "c1", "rule": "T4.4.ix", "decision": "it stands at 2", "reason": "as it lies"}
            done = await act(ida, id, "rule_case", effects={"cube": cube}, **ruling)
            assert await acts_of(server, here, "ruled") == [done["act"]]
            await two.until(lambda: two.view["cube"] == cube)

            # an appeal at the table keeps the board and the next match waiting
            assert (await one.act("appeal", ruling=1))["type"] == "done"
            assert await acts_of(server, here, "appeal_lodged") == await acts_of(server, there, "appealed")
            await two.until(lambda: two.view["appeal"] == 1)
            assert (await two.act("offer_resignation", size=1))["code"] == "everything_waits"
            assert (await case_of(ida, id))["state"] == "appealed"

            # the committee's decision is what the board goes on with
            await act(ida, id, "appoint", person=await other_two[1].me(), role="helper")
            names = await people(ida, id, "Hans", "Inger", "Jan")
            three = [each["id"] for each in names.values()]
            helper = [await other_two[1].me(), *three[:2]]
            assert await refused(ida, id, "name_committee", case="c1", members=helper) == (
                "staff_cannot_sit",
                "T1.3.ii",
            )
            members = [await other_two[0].me(), three[0], three[1]]
            await act(ida, id, "name_committee", case="c1", members=members)
            assert [await other_two[0].me(), "meets_party"] in (await case_of(ida, id))["warnings"]
            async with Player(url) as hans:
                await hans.ask("POST", f"/tournaments/{id}/seats", 200, code=names["Hans"]["code"])
                centred = {"value": 1, "owner": None}
                vote = {"case": "c1", "verdict": "replace", "decision": "in the middle", "reason": "nobody doubled"}
                await act(other_two[0], id, "vote", effects={"cube": centred}, **vote)
                assert await acts_of(server, here, "ruled") == [done["act"]]
                last = await act(hans, id, "vote", **vote)
            assert [event["type"] for event in last["events"]] == ["voted", "case_decided"]
            assert await acts_of(server, here, "ruled") == [done["act"], last["act"]]
            await two.until(lambda: two.view["cube"] == centred and two.view["appeal"] is None)

            # nobody appeals twice, neither here nor there
            assert await refused(freja, id, "appeal", case="c1") == ("appealed_already", "T5.2")
            assert (await one.act("appeal", ruling=1))["code"] == "appealed_already"
            assert (await one.act("appeal", ruling=2))["code"] == "ruling_is_final"
            await asyncio.gather(one.play_on(random.Random(3)), two.play_on(random.Random(4)))
        assert matches(await see(ida, id))[mine["id"]]["where"] == "done"


@pytest.mark.rule("T5.1", "T5.2")
async def test_a_case_raised_at_the_desk_freezes_its_table_and_what_the_table_cannot_take_is_not_ruled(
    server: Running,
) -> None:
    url = server.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division=FIVE)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two:
            await begun(one, two)
            opened = await act(bo, id, "open_case", rule="T4.7", statement="the score", match=MATCH)
            assert await acts_of(server, table_stream(table), "dispute_raised") == [opened["act"]]
            assert await refused(bo, id, "undo", act=opened["act"]) == ("cannot_be_undone", "T1.3.i")
            ruling = {"case": "c1", "rule": "T4.7", "decision": "3-1", "reason": "by the cards"}
            impossible = {"score": [1, 0], "length": 9000}
            assert (await refused(ida, id, "rule_case", effects=impossible, **ruling))[0] == "bad_length"
            assert (await case_of(ida, id))["state"] == "open"  # nothing is half done
            await act(ida, id, "rule_case", effects={"score": [3, 1]}, **ruling)
            await one.until(lambda: one.view["score"] == [3, 1] and one.view["dispute"] is None)

            # an appeal that is refused at the desk lets the table go on
            await act(bo, id, "appeal", case="c1", reason="no")
            await two.until(lambda: two.view["appeal"] == 1)
            await act(ida, id, "refuse_appeal", case="c1", reason="a game later")
            await two.until(lambda: two.view["appeal"] is None)
            assert two.view["score"] == [3, 1]


@pytest.mark.rule("T5.1", "T5.5.i")
async def test_what_players_settle_at_the_table_is_dropped_and_what_a_director_rules_there_is_reported(
    server: Running,
) -> None:
    url = server.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division=FIVE)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two, ida.at(table) as director:
            await begun(one, two)
            await one.act("raise_dispute", rule="T4.7")  # without words: it is the director who asks
            await one.act("withdraw_dispute")
            case = await case_of(ida, id)
            assert (case["state"], case["statements"]) == ("dropped", [])

            await one.act("raise_dispute", rule="T4.7", statement="2-0")
            ruling = {"rule": "T4.7", "reason": "both cards say so", "score": [2, 0], "upholds": True}
            assert (await director.act("rule", **ruling))["type"] == "done"
            cases = (await see(ida, id))["view"]["cases"]
            assert [(each["state"], each["reason"]) for each in cases][1:] == [("ruled", "both cards say so")]
            assert cases[1]["ruled_by"] == await ida.me()

            # a ruling without a dispute is a case of its own, which can be appealed
            penalty = {"seat": two.seat, "kind": "warning"}
            assert (await director.act("rule", rule="T4.2.i", reason="both hands", penalties=[penalty]))[
                "type"
            ] == "done"
            seen = (await see(ida, id))["view"]
            assert [each["state"] for each in seen["cases"]] == ["dropped", "ruled", "ruled"]
            report = (await ida.ask("GET", f"/tournaments/{id}/report", 200))["report"]
            assert [(each["rule"], each["kind"]) for each in report["penalties"]] == [("T4.2.i", "warning")]
            await two.act("appeal", ruling=2)
            assert [each["state"] for each in (await see(ida, id))["view"]["cases"]] == ["dropped", "ruled", "appealed"]


@pytest.mark.rule("T5.1", "T4.7")
async def test_what_a_ruling_would_set_is_shown_before_and_a_match_that_it_ends_has_its_result(
    server_on_both: Running,
) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division=FIVE)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two:
            await begun(one, two)
            await one.act("raise_dispute", rule="T4.7", statement="the score")

            async def would(**effects: Any) -> Any:
                ruling = {"case": "c1", "rule": "T4.7", "decision": "so", "reason": "by the cards", "effects": effects}
                asked = {"action": {"type": "rule_case", **ruling}}
                return await ida.ask("POST", f"/tournaments/{id}/preview", 200, **asked)

            seen = await would(score=[3, 1], cube={"value": 2, "owner": 1})
            shown = {(each["what"], each["before"], each["after"]) for each in seen["changes"] if each["id"] == MATCH}
            assert {("score", "0-0", "3-1"), ("cube", "1", "2 1"), ("waits", "director", "")} <= shown
            assert (await would(length=9000))["refused"]["code"] == "bad_length"
            assert (await case_of(ida, id))["state"] == "open"  # nothing is done
            assert one.view["score"] == [0, 0]

            # a game is given and ends the match: the tournament hears of it in the same commit
            ruling = {"rule": "T4.7", "reason": "by the cards"}
            await act(ida, id, "rule_case", case="c1", decision="4-4", effects={"score": [4, 4]}, **ruling)
            await one.act("raise_dispute", rule="T4.7", statement="the game")
            game = {"winner": 1, "size": 1, "points": 1, "reason": "ruling"}
            done = await act(ida, id, "rule_case", case="c2", decision="Bo's", effects={"outcome": game}, **ruling)
            await two.until(lambda: two.over)
        match = matches(await see(ida, id))[MATCH]
        assert (match["where"], match["winner"]) == ("done", 1)
        assert await acts_of(server_on_both, stream_of(id), "result_confirmed") == [done["act"]]


@pytest.mark.rule("T5.2")
async def test_a_disqualification_that_a_committee_reverses_is_undone_at_the_table_in_the_same_commit(
    server_on_both: Running,
) -> None:
    url, server = server_on_both.url, server_on_both
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo, Player(url) as one, Player(url) as two:
        id = await paired(ida, anna, bo, division=FIVE)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as first, bo.at(table) as second:
            await begun(first, second)
        players = matches(await see(ida, id))[MATCH]["players"]
        entries = {each["id"]: each["members"][0] for each in (await see(ida, id))["view"]["entries"]}
        seat = [entries[each] for each in players].index(await bo.me())
        opened = await act(anna, id, "open_case", rule="T1.7.i", statement="an engine", match=MATCH)
        case = opened["events"][0]["case"]
        ruling = {"case": case, "rule": "T1.7.i", "decision": "out", "reason": "seen"}
        await act(ida, id, "rule_case", **ruling, effects={"penalties": [{"seat": seat, "kind": "disqualify"}]})
        here = (await server.service.executor.state(table)).table
        assert here.over
        assert matches(await see(ida, id))[MATCH]["how"] == "disqualified"
        await act(bo, id, "appeal", case=case, reason="it was a clock")
        found = await people(ida, id, "Siri", "Tove", "Ulla")
        await act(ida, id, "name_committee", case=case, members=[each["id"] for each in found.values()])
        for member, name in ((one, "Siri"), (two, "Tove")):
            await member.ask("POST", f"/tournaments/{id}/seats", 200, code=found[name]["code"])
            done = await act(member, id, "vote", case=case, verdict="reverse", reason="it was a clock")
        after = (await server.service.executor.state(table)).table
        assert (after.over, after.match.score) == (False, here.match.score)
        assert after.disputes.appeal is None
        assert matches(await see(ida, id))[MATCH]["where"] == "playing"
        for type in ("penalty_revoked", "result_reopened"):
            assert await acts_of(server, stream_of(id), type) == [done["act"]]
        assert await acts_of(server, table_stream(table), "match_reopened") == [done["act"]]


@pytest.mark.rule("T2.3.ii", "T5.1")
async def test_what_is_asked_of_the_director_at_a_board_stands_on_the_desks_list_until_it_is_answered_here_or_there(
    server_on_both: Running,
) -> None:
    url, server = server_on_both.url, server_on_both
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division=FIVE)
        await act(ida, id, "set_places", places=[{"id": "t7", "room": "hall"}])
        await act(ida, id, "call_match", match=MATCH, place="t7")
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        here, there = table_stream(table), stream_of(id)

        async def waiting() -> list[Any]:
            return [each for each in (await see(ida, id))["desk"]["now"] if each["kind"] == "request"]

        async with anna.at(table) as one, bo.at(table) as two:
            asked = await one.act("ask_director", what="come", reason="a die is on the floor")
            assert asked["type"] == "done"
            assert await acts_of(server, here, "asked") == await acts_of(server, there, "director_asked")
            (item,) = await waiting()
            assert item["people"] == [await anna.me()]
            facts = {"what": "come", "reason": "a die is on the floor", "request": 1, "place": "t7"}
            assert item["facts"] == facts
            assert (await see(ida, id))["tables"][item["id"]] == table  # one press opens it

            # answered at the desk: the board reads it in the same commit, and the list is empty
            done = (await act(ida, id, **item["action"]))["act"]
            assert await acts_of(server, here, "answered") == [done]
            assert await waiting() == []

            # answered at the board: it is off the desk's list; what needs more than a yes is granted there only
            await two.act("ask_director", what="observer", reason="they roll oddly")
            (item,) = await waiting()
            answer = {**item["action"], "granted": True, "reason": "so be it"}
            assert await refused(ida, id, **answer) == ("answer_at_table", "T1.7.vii")
            async with ida.at(table) as director:
                answer = {"type": "answer_request", "id": 2, "granted": False, "reason": "nobody is free"}
                await director.send(id="no", version=director.state["version"], action=answer)
                await director.answered("done", "no")
            assert await acts_of(server, here, "answered") == await acts_of(server, there, "request_answered")
            assert await waiting() == []
            relayed = {"match": MATCH, "person": await bo.me(), "what": "come", "request": 9}
            assert await refused(bo, id, "relay_request", **relayed) == ("not_your_role", "T1.3.i")


@pytest.mark.rule("T5.5.i", "T4.2.i", "T4.4.iv")
async def test_a_penalty_given_at_a_board_is_reported_and_a_match_that_goes_on_there_has_no_result(
    server: Running,
) -> None:
    url = server.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division=FIVE)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two, ida.at(table) as director:
            await begun(one, two)
            seen = {"against": two.seat, "rule": "T4.2.i", "reason": "both hands"}
            for more in ({"kind": "warning"}, {"kind": "points", "points": 1}):
                assert (await director.act("penalise", **seen, **more))["type"] == "done"
            cases = (await see(ida, id))["view"]["cases"]
            assert [(each["state"], each["ruled_by"]) for each in cases] == [("ruled", await ida.me())] * 2
            told = (await ida.ask("GET", f"/tournaments/{id}/report", 200))["report"]
            penalties = [(each["kind"], each["points"], each["case"]) for each in told["penalties"]]
            assert penalties == [("warning", 0, "c1"), ("points", 1, "c2")]

            # a ruling gives the match, another one lets it go on: the tournament follows
            assert (await director.act("rule", rule="T4.5", reason="left", winner=one.seat))["type"] == "done"
            assert matches(await see(ida, id))[MATCH]["where"] == "done"
            again = {"rule": "T4.4.iv", "reason": "the last double was none", "reopens": True}
            assert (await director.act("rule", **again))["type"] == "done"
            await one.until(lambda: not one.over)
            assert matches(await see(ida, id))[MATCH]["where"] == "playing"
