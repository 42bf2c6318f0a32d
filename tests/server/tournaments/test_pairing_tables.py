"""A pairing opens its table; what concerns both is written to both streams in one commit, on both databases."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tavl.server.tables.stream.event_codec import stream_of as table_stream
from tavl.server.tournaments.stream import stream_of
from tests.server.harness import Player, Running
from tests.server.tournaments.http_tournament import act, make, matches, refused, see, started

ONE_POINT = {"id": "open", "stages": [{"id": "main", "length": 1}]}
MATCH = "open/main.1.1"


async def paired(ida: Player, *players: Player, division: dict[str, Any] = ONE_POINT) -> str:
    """Two with browsers of their own, drawn against each other; no tables in a room."""
    id = await make(ida, division)
    await act(ida, id, "open_entries")
    for player in players:
        entry = (await act(ida, id, "enter", division="open", members=[await player.me()]))["events"][0]["entry"]
        await act(ida, id, "approve_entry", entry=entry)
        await act(ida, id, "check_in", entry=entry)
    await act(ida, id, "make_draw", division="open")
    await act(ida, id, "announce_draw", division="open", starts_at=0)
    return id


async def actions_of(server: Running, stream: str, type: str) -> list[str]:
    return [event.action_id for event in await server.service.store.read(stream) if event.type == type]


async def test_a_match_played_online_comes_back_with_its_result(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo)
        opened = await asyncio.gather(
            *(each.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH) for each in (anna, bo, ida))
        )
        (table,) = {each["table"] for each in opened}
        assert (await see(anna, id))["tables"] == {MATCH: table}
        shown = (await anna.ask("GET", f"/tables/{table}", 200))["view"]
        assert (shown["length"], shown["pips"]) == (1, None)  # and nobody gets hints (T1.7.i)
        async with anna.at(table) as one, bo.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))
        match = matches(await see(ida, id))[MATCH]
        assert (match["where"], match["how"]) == ("done", "played")
        assert max(match["score"]) == 1
        (ended,) = await actions_of(server_on_both, stream_of(id), "result_confirmed")
        assert ended in [event.action_id for event in await server_on_both.service.store.read(table_stream(table))]
        log = await server_on_both.service.store.read(stream_of(id))
        assert {event.type for event in log} >= {"match_begun", "result_reported", "result_confirmed"}
        assert next(event for event in log if event.type == "result_confirmed").actor == "system"


@pytest.mark.rule("T1.7.vi")
async def test_a_disqualification_ends_the_match_at_its_table_too(server_on_both: Running) -> None:
    url = server_on_both.url
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await paired(ida, anna, bo, division={"id": "open", "stages": [{"id": "main", "length": 5}]})
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1), 12), two.play_on(random.Random(2), 12))
            penalty = {"person": await bo.me(), "kind": "disqualify", "rule": "T1.7.i", "reason": "an engine"}
            done = await act(ida, id, "penalise", match=MATCH, scope="tournament", score=[0, 0], **penalty)
            assert "penalised" in {event["type"] for event in done["events"]}
            await one.until(lambda: one.over)
        result = (await anna.ask("GET", f"/tables/{table}", 200))["view"]["result"]
        assert result["reason"] == "disqualified"
        (act_id,) = await actions_of(server_on_both, table_stream(table), "penalty_given")
        assert act_id == done["act"]
        assert matches(await see(ida, id))[MATCH]["how"] == "disqualified"


async def test_a_result_at_the_desk_ends_the_match_at_its_table(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as anna, Player(server.url) as bo:
        id = await paired(ida, anna, bo, division={"id": "open", "stages": [{"id": "main", "length": 3}]})
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        players = matches(await see(ida, id))[MATCH]["players"]
        done = await act(ida, id, "report_result", match=MATCH, players=players, score=[3, 1], confirms=True)
        assert await actions_of(server, table_stream(table), "match_decided") == [done["act"]]
        assert (await anna.ask("GET", f"/tables/{table}", 200))["view"]["result"]["winner"] == 0


@pytest.mark.rule("T1.7.iv", shows=("record", "next step"))
async def test_a_phone_beside_the_board_needs_consent_in_this_match_or_is_the_directors(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as phone:
        id, found = await started(ida, "Anna", "Bo", division=ONE_POINT)
        assert await refused(ida, id, "begin_match", match=MATCH) == ("not_called", "T2.1")
        call = (await see(ida, id))["desk"]["now"][0]["action"]
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
        await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Anna"]["code"])
        path, wish = f"/tournaments/{id}/tables", {"match": MATCH, "online": False}
        told = (await phone.ask("POST", path, 409, **wish))["error"]
        assert (told["code"], told["rule"]) == ("phone_needs_consent", "T1.7.iv")
        await act(phone, id, "ask_phone", match=MATCH)
        async with Player(server.url) as other:
            await other.ask("POST", f"/tournaments/{id}/seats", 200, code=found["Bo"]["code"])
            await act(other, id, "answer_phone", match=MATCH, consents=False)
            assert (await phone.ask("POST", path, 409, **wish))["error"]["code"] == "phone_needs_consent"
            await act(phone, id, "ask_phone", match=MATCH)
            await act(other, id, "answer_phone", match=MATCH)
            assert (await other.ask("POST", path, 409, **wish))["error"]["code"] == "phone_needs_consent"  # whose phone
        table = (await phone.ask("POST", path, 201, **wish))["table"]
        entry = matches(await see(phone, id))[MATCH]["phones"][0]
        await act(ida, id, "withdraw_phone", match=MATCH, entry=entry, reason="it rang")
        assert (await phone.ask("POST", path, 409, **wish))["error"]["code"] == "phone_needs_consent"
        await act(ida, id, "provide_device", match=MATCH)  # equipment, which needs nobody's consent (T4.7)
        assert (await phone.ask("POST", path, 201, **wish))["table"] == table
        shown = await phone.ask("GET", f"/tables/{table}", 200)
        assert shown["view"]["sitting"] == "recorded"
        assert await phone.me() in shown["view"]["seats"]  # the browser sits for whom it has claimed


async def test_who_has_nothing_to_do_with_a_match_opens_no_table_for_it(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as x:
        id = await paired(ida, anna, bo)
        await x.me()
        told = await x.ask("POST", f"/tournaments/{id}/tables", 403, match=MATCH)
        assert told["error"]["code"] == "staff_only"
        await ida.ask("POST", f"/tournaments/{id}/tables", 404, match="open/main.9.9")


@pytest.mark.rule("T3.3", "T2.4.i")
async def test_what_the_desk_brings_is_at_hand_at_the_table(server: Running) -> None:
    async with Player(server.url) as ida:
        id, _ = await started(ida, "Anna", "Bo", division=ONE_POINT, score_boards=True)
        await act(ida, id, "set_places", places=[{"id": "t1", "cups": True}], boards=1, dice=1, boxes=1)
        await act(ida, id, "call_match", match=MATCH, place="t1")
        table = (await ida.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH, online=False))["table"]
        terms = (await server.service.executor.state(table)).table.terms
        assert terms.equipment == {"lipped_cups"}
        assert await actions_of(server, table_stream(table), "allowance_announced")  # a score board (T4.7)
        await act(ida, id, "give_equipment", match=MATCH, kind="precision_dice")
        await act(ida, id, "begin_match", match=MATCH)
        await act(ida, id, "order_box", match=MATCH, reason="the dice slide")
        here = (await server.service.executor.state(table)).table
        assert here.setup.brought == {"precision_dice", "baffle_box"}
        assert [(use.what, use.way, use.from_game) for use in here.setup.uses if use.what == "baffle_box"] == [
            ("baffle_box", "penalty", 1)
        ]
        desk = (await see(ida, id))["desk"]
        assert [desk[name] for name in ("boards", "cups", "dice", "boxes")] == [1, 0, 1, 1]
        assert matches(await see(ida, id))[MATCH]["equipment"] == ["precision_dice", "baffle_box"]


@pytest.mark.rule("T3.1")
async def test_no_board_is_brought_while_the_table_knows_of_a_game(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as anna, Player(server.url) as bo:
        id = await paired(ida, anna, bo, division={"id": "open", "stages": [{"id": "main", "length": 5}]})
        await act(ida, id, "set_places", places=[], boards=1)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1), 12), two.play_on(random.Random(2), 12))
        give = {"match": MATCH, "kind": "board", "between_games": True}
        assert await refused(ida, id, "give_equipment", **give) == ("game_running", "T3.1")


@pytest.mark.rule("T4.8")
async def test_a_length_set_at_the_desk_reaches_the_open_table_and_what_the_table_refuses_is_not_set(
    server: Running,
) -> None:
    async with Player(server.url) as ida, Player(server.url) as anna, Player(server.url) as bo:
        id = await paired(ida, anna, bo, division={"id": "open", "stages": [{"id": "main", "length": 3}]})
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        done = await act(ida, id, "set_length", match=MATCH, length=5, reason="misprinted")
        assert await actions_of(server, table_stream(table), "corrected") == [done["act"]]
        here = (await server.service.executor.state(table)).table
        assert (here.corrections.length_due or here.match.length) == 5  # due, if a game has set itself up meanwhile
        async with anna.at(table) as one, bo.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1), 12), two.play_on(random.Random(2), 12))
            await act(ida, id, "set_length", match=MATCH, length=1, reason="the hall closes")
            now = (await server.service.executor.state(table)).table
            assert (now.corrections.length_due or now.match.length) == 1
            assert not now.game_running or now.match.length == here.match.length  # a game in progress is left alone
            await act(ida, id, "set_length", match=MATCH, length=5, reason="it does not close")
            again = (await server.service.executor.state(table)).table
            assert (again.corrections.length_due or again.match.length) == 5
            await act(ida, id, "set_length", match=MATCH, length=3, reason="a little later")
            await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))
        length = (await server.service.executor.state(table)).table.match.length
        match = matches(await see(ida, id))[MATCH]
        assert (match["where"], match["how"], match["length"], max(match["score"])) == (
            "done",
            "played",
            length,
            length,
        )
        assert await refused(ida, id, "set_length", match=MATCH, length=9, reason="x") == ("length_played_out", "T4.8")
