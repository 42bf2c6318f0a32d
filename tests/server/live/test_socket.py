"""The socket: what it accepts, what it answers, who may do what."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from tavl.server.live import event_pages
from tavl.server.live.connections import Room
from tavl.server.messages.tables import EventOut
from tavl.table import acts
from tests.server.harness import PATIENCE, AtTable, Player, Running, running, socket_url

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('socket') / 'tavl.db'}", socket_queue=16) as here:
        yield here


async def seated(anna: Player, bo: Player, **terms: Any) -> str:
    table = await anna.open(**{"opponent": "friend", "length": 3, **terms})
    await bo.join(table)
    return table


async def to_roll(here: AtTable, there: AtTable) -> tuple[AtTable, AtTable]:
    """Both have the first game before them; the one on turn first."""
    for one in (here, there):
        await one.until(lambda one=one: one.view["phase"] in ("to_play", "to_roll"))
    return (here, there) if here.seat == here.view["turn"] else (there, here)


async def test_a_state_lists_what_its_receiver_may_do(anna: Player, bo: Player) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        assert "make_play" in mover.view["actions"]
        assert mover.view["tree"][0]
        assert "make_play" not in other.view["actions"]
        assert other.view["tree"] is None
        assert {person["bot"] for person in first.state["people"].values()} == {False}


async def test_a_refusal_cites_its_clause(anna: Player, bo: Player) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        refused = await mover.act("make_play", moves=[[24, 2]])
        assert (refused["type"], refused["rule"]) == ("refused", "G4.3")
        assert "G4.3" in refused["message"]
        assert refused["version"] == mover.state["version"]
        assert (await other.act("roll"))["code"] in ("not_your_turn", "already_rolled")


async def test_nobody_acts_for_another(server: Running, anna: Player, bo: Player) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        await other.send(id="x1", action={"type": "offer_resignation", "seat": mover.seat, "size": 1})
        assert (await other.answered("refused", "x1"))["code"] == "not_your_seat"
        async with Player(server.url) as cy:
            async with cy.at(first.table) as watching:
                assert watching.view["role"] == "spectator"
                assert watching.view["actions"] == []
                await watching.send(id="x2", action={"type": "roll", "seat": 0})
                assert (await watching.answered("refused", "x2"))["code"] == "login_needed"
                await watching.send(chat={"text": "hello"})
                assert (await watching.answered("error"))["error"]["code"] == "login_needed"
            await cy.me()
            async with cy.at(first.table) as watching:
                assert (await watching.act("roll"))["rule"] == "T1.6.i"
            joined = await cy.http.post(f"/api/v1/tables/{first.table}/join", json={})
            assert joined.status_code == 409
            assert joined.json()["error"]["code"] == "no_room"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"roll"',
        "{}",
        '{"id": "a"}',
        '{"action": {"type": "roll", "seat": 0}}',
        '{"id": "a", "action": {"type": "fly", "seat": 0}}',
        '{"id": "a", "action": {"type": "roll", "seat": 2}}',
        '{"id": "a", "action": {"type": "roll"}}',
        '{"id": "a", "action": {"type": "suspend", "since": 0}}',
        '{"id": "a", "action": {"type": "sit", "seat": 0, "person": "me"}}',
        '{"id": "../../x y", "action": {"type": "roll", "seat": 0}}',
        '{"id": "a", "version": -1, "action": {"type": "roll", "seat": 0}}',
        '{"id": "a", "action": {"type": "make_play", "seat": 0, "moves": [[1]]}}',
        '{"hello": {"after": "x"}}',
        '{"hello": {}, "ping": {}}',
        '{"chat": {"text": ""}}',
        '{"launch": true}',
        "[" * 5000,
        "\x00",
        '{"id": "' + "a" * 9000 + '"}',
    ],
)
async def test_a_malformed_message_is_told_so_and_the_socket_lives(anna: Player, text: str) -> None:
    table = await anna.open(opponent="friend", length=1)
    async with anna.at(table) as here:
        await here.socket.send(text)
        error = await here.answered("error")
        assert error["error"]["code"] in ("bad_message", "body_too_large")
        await here.socket.send(text.encode())
        await here.answered("error")
        await here.send(ping={"sent": 5})
        pong = await here.answered("pong")
        assert pong["sent"] == 5
        assert abs(pong["at"] - here.state["at"]) < 20_000


async def test_an_action_sent_twice_is_answered_twice_and_done_once(anna: Player, bo: Player) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        chosen = mover.something(random.Random(1))
        assert chosen
        done = await mover.act(chosen[0], id="one", **chosen[1])
        assert done["type"] == "done"
        again = await mover.act(chosen[0], id="one", version=done["version"] - 1, **chosen[1])
        assert again == done
        await other.until(lambda: other.state["version"] >= done["version"])
        assert sum(event["event"]["type"] == "played" for event in other.events) == 1
        taken = await other.act("roll", id="one")
        assert (taken["type"], taken["code"]) == ("refused", "id_taken")


async def test_what_was_answered_at_an_older_version_is_refused_once_it_no_longer_stands(
    anna: Player, bo: Player
) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        chosen = mover.something(random.Random(1))
        assert chosen
        old = mover.state["version"]
        await mover.act(chosen[0], **chosen[1])
        stale = await other.act("roll", version=old - 1)
        assert stale["code"] == "stale"
        ahead = await other.act("roll", version=10_000)
        assert ahead["code"] == "stale"
        assert (await other.act("roll"))["type"] == "done"


async def test_messages_out_of_order_change_nothing(anna: Player, bo: Player) -> None:
    """The play arrives before the roll it plays."""
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        chosen = mover.something(random.Random(1))
        assert chosen
        await mover.act(chosen[0], **chosen[1])
        await other.until(lambda: other.view["phase"] == "to_roll")
        early = await other.act("make_play", moves=[[24, 23]])
        assert early["code"] == "roll_first"
        assert (await other.act("roll"))["type"] == "done"


async def test_a_connection_that_was_lost_goes_on_where_it_was(anna: Player, bo: Player) -> None:
    table = await seated(anna, bo)
    async with bo.at(table) as second:
        first = AtTable(anna, table)
        await first.connect()
        mover, other = await to_roll(first, second)
        known = first.state["version"]
        first.drop()
        await second.until(lambda: {"type": "presence", "present": [False, True]} in second.heard)
        chosen = mover.something(random.Random(1)) if mover is second else None
        if chosen:
            await second.act(chosen[0], **chosen[1])
        await first.connect(after=known)
        await second.until(lambda: second.heard[-1] == {"type": "presence", "present": [True, True]})
        assert [event["version"] for event in first.state["events"]] == list(
            range(known + 1, second.state["version"] + 1)
        )
        assert {**first.view, "viewer": 0, "at": 0}["score"] == second.view["score"]
        await first.disconnect()
    listed = await anna.ask("GET", f"/tables/{table}/events?after={known}")
    assert [event["version"] for event in listed["events"]] == list(range(known + 1, listed["version"] + 1))
    assert other.table == table


async def test_two_devices_of_one_person_see_the_same(anna: Player, bo: Player) -> None:
    table = await seated(anna, bo)
    async with anna.at(table) as phone, anna.at(table) as laptop, bo.at(table) as second:
        mover, _ = await to_roll(phone, second)
        await to_roll(laptop, second)
        chosen = mover.something(random.Random(1))
        assert chosen
        done = await mover.act(chosen[0], **chosen[1])
        for here in (phone, laptop):
            await here.until(lambda here=here: here.state["version"] >= done["version"])
        assert phone.events == laptop.events


async def test_chat_goes_to_the_other_player_until_muted_and_not_into_the_stream(
    server: Running, anna: Player, bo: Player
) -> None:
    table = await seated(anna, bo)
    async with anna.at(table) as first, bo.at(table) as second, Player(server.url) as cy, cy.at(table) as watching:
        await first.send(chat={"text": "  good luck <b>  "})
        line = await second.answered("chat")
        assert (line["seat"], line["text"]) == (0, "good luck <b>")
        await second.send(mute={"on": True})
        await second.send(ping={})
        await second.answered("pong")
        await first.send(chat={"text": "are you there?"})
        await first.answered("chat")
        await second.send(ping={"sent": 1})
        assert (await second.answered("pong"))["sent"] == 1
        assert sum(message["type"] == "chat" for message in second.heard) == 1
        assert all(message["type"] != "chat" for message in watching.heard)
        assert "good luck" not in json.dumps(first.events)
    async with bo.at(table) as second, anna.at(table) as first:  # it stays so on the next connection
        await first.send(chat={"text": "hello again"})
        await first.answered("chat")
        await second.send(ping={})
        await second.answered("pong")
        assert all(message["type"] != "chat" for message in second.heard)


async def test_a_slow_reader_is_let_go_and_nobody_waits_for_it(server: Running, anna: Player) -> None:
    table = await anna.open(opponent="friend", length=1)
    slow = await connect(
        socket_url(server.url, table),
        subprotocols=["tavl.v1"],  # type: ignore[list-item]
        additional_headers=anna.socket_headers(),
        max_queue=1,
        ping_interval=None,
    )
    slow.transport.pause_reading()
    async with anna.at(table) as here:
        room = server.service.rooms.rooms[table]
        for number in range(40_000):
            if slow.state is not State.OPEN or (number > 100 and len(room.connections) == 1):
                break
            await slow.send(json.dumps({"hello": {"after": 0}}))
            if number % 20 == 0:
                await asyncio.sleep(0)
        assert len(room.connections) == 1
        await here.send(ping={})
        await asyncio.wait_for(here.answered("pong"), PATIENCE)
    slow.transport.abort()
    await asyncio.sleep(0)


async def test_what_fails_in_a_socket_is_written_down_and_the_socket_closed(
    server: Running, anna: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await anna.open(opponent="friend", length=1)

    async def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(logging.getLogger("tavl"), "propagate", True)
    async with anna.at(table) as here:
        monkeypatch.setattr(server.service.rooms, "hello", fail)
        await here.send(hello={"after": 0})
        with pytest.raises(ConnectionClosed) as closed:
            await here.until(lambda: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    errors = [record.exc_info for record in caplog.records if record.name == "tavl" and record.levelno >= logging.ERROR]
    assert errors
    assert {str(error[1]) for error in errors if error} == {"a fault of ours"}


async def test_somebody_who_cannot_be_told_keeps_nobody_else_from_hearing(
    server: Running, anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with anna.at(await seated(anna, bo)) as first, bo.at(first.table) as second:
        mover, other = await to_roll(first, second)
        worded = Room.state_for

        def fail_for_one(self: Room, connection: Any, state: Any, events: Any, now: int) -> Any:
            if state.by(connection.person).seat == other.seat:
                raise RuntimeError("a fault of ours")
            return worded(self, connection, state, events, now)

        monkeypatch.setattr(Room, "state_for", fail_for_one)
        chosen = mover.something(random.Random(1))
        assert chosen
        done = await mover.act(chosen[0], **chosen[1])
        assert done["type"] == "done"
        await mover.until(lambda: mover.state["version"] >= done["version"])
        with pytest.raises(ConnectionClosed) as closed:
            await other.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011


async def test_a_long_match_comes_in_several_messages_that_leave_nothing_out(
    anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_pages, "PAGE", 4)
    table = await seated(anna, bo)
    async with anna.at(table) as first, bo.at(table) as second:
        await to_roll(first, second)
        version = second.state["version"]
    async with anna.at(table) as here:
        assert here.state["version"] == 4
        await here.until(lambda: here.state["version"] >= version)
        assert [event["version"] for event in here.events] == list(range(1, version + 1))
    found, after = [], 0
    while after is not None:
        page = await anna.ask("GET", f"/tables/{table}/events?after={after}", 200)
        assert page["version"] >= version
        assert len(page["events"]) <= 4
        found += [event["version"] for event in page["events"]]
        after = page["next"]
    assert found == list(range(1, len(found) + 1))
    assert len(found) >= version
    one = await anna.ask("GET", f"/tables/{table}/events?after=1&limit=1", 200)
    assert ([event["version"] for event in one["events"]], one["next"]) == ([2], 2)
    for wrong in ("0", "5", "-1", "x", "1" * 10, "٣"):
        refused = await anna.ask("GET", f"/tables/{table}/events?limit={wrong}", 422)
        assert refused["error"]["facts"]["field"] == "limit"


async def test_a_page_ends_where_it_would_grow_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_pages, "PAGE_BYTES", 200)
    events = [
        EventOut(n, 0, acts.DeviceActionRefused("x" * 60, n, "roll", "not_your_turn", "G2.1")) for n in range(1, 8)
    ]
    pages = list(event_pages.pages_of(events))
    assert [out for page in pages for out in page] == events
    assert max(map(len, pages)) < 3
    assert list(event_pages.pages_of([])) == [()]


async def test_spectators_see_a_table_later_where_it_says_so(server: Running, anna: Player, bo: Player) -> None:
    table = await seated(anna, bo, spectator_delay_ms=600_000)
    async with anna.at(table) as first, bo.at(table) as second, Player(server.url) as cy, cy.at(table) as watching:
        await to_roll(first, second)
        assert watching.state["version"] == 1
        assert (await cy.ask("GET", f"/tables/{table}", 200))["version"] == 1
        assert len((await cy.ask("GET", f"/tables/{table}/events", 200))["events"]) == 1
    table = await seated(anna, bo, spectator_delay_ms=500)
    async with anna.at(table) as first, bo.at(table) as second, Player(server.url) as cy, cy.at(table) as watching:
        await to_roll(first, second)
        await watching.until(lambda: watching.view["phase"] == "to_play")
        assert watching.state["at"] >= watching.events[-1]["at"] + 500
        assert watching.events == first.events[: len(watching.events)]


async def test_a_seat_can_be_left_and_the_table_closed_before_anything_counts(server: Running) -> None:
    database = f"{server.service.settings.database}.other"
    async with (
        running(database, next_game_after_ms=60_000) as calm,
        Player(calm.url) as anna,
        Player(calm.url) as bo,
        Player(calm.url) as cy,
    ):
        table = await seated(anna, bo)
        async with anna.at(table) as first, bo.at(table) as second:
            assert first.state["dice"]["words"][0]["word"]
            assert (await second.act("leave"))["type"] == "done"
            await first.until(lambda: first.view["seats"][1] is None)
            told = first.state["dice"]["words"]
            assert told[0]["word"] is None
            assert told[1] is None
            await cy.join(table)
            await first.until(lambda: first.view["seats"][1] is not None)
            await first.until(lambda: first.state["dice"]["words"][1] is not None)
            assert (await first.act("abort"))["type"] == "done"
            assert first.over or (await first.hear())["view"]["aborted"]
