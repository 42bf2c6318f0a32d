"""Devices at a physical board: batches from offline devices, several devices, for one login or two."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tavl.store.projections.dice_counts import dice_statistics
from tests.server.harness import Player, Running

CLOCK = {"minutes_per_point": 10, "delay_seconds": 12}


class Device:
    """A phone that takes down what happens and has a clock of its own, which knows nothing of ours."""

    def __init__(self, player: Player, table: str, name: str = "phone") -> None:
        self.player, self.table, self.name = player, table, name
        self.now = 5_000
        self.taken: list[dict[str, Any]] = []

    def note(self, type: str, after_ms: int = 1_000, **fields: Any) -> None:
        self.now += after_ms
        action = {"type": type, **fields}
        self.taken.append({"sequence": len(self.taken) + 1, "elapsed": self.now, "action": action})

    async def send(self, first: int = 1, last: int | None = None, status: int = 200) -> Any:
        body = {"device": self.name, "sent": self.now, "actions": self.taken[first - 1 : last]}
        return await self.player.ask("POST", f"/tables/{self.table}/batch", status, **body)


def opening(device: Device) -> None:
    device.note("start_game", seat=0)
    device.note("record_opening", seat=0, first=3, second=1)
    device.note("make_play", seat=0, moves=[[8, 5], [6, 5]])


async def test_what_a_device_took_down_while_it_was_alone_is_taken_once_and_at_its_own_instants(
    server_on_both: Running,
) -> None:
    async with Player(server_on_both.url) as anna:
        began = 3 * 3_600_000
        table = await anna.open(
            opponent="beside",
            opponent_name="Bo",
            sitting="recorded",
            length=3,
            clock=CLOCK,
            began_ago_ms=began,
        )
        phone = Device(anna, table)
        opening(phone)
        phone.note("press_clock", seat=0, after_ms=2_000)
        phone.note("record_roll", seat=1, dice=[6, 4], after_ms=30_000)
        phone.note("make_play", seat=1, moves=[[24, 14]], after_ms=2_000)
        phone.note("press_clock", seat=1)
        phone.now += began - 60_000  # the line comes back hours later
        gap = await phone.send(first=2, status=409)
        assert (gap["error"]["code"], gap["error"]["facts"]["sequence"]) == ("device_gap", 1)
        taken = await phone.send()
        assert (taken["sequence"], taken["refused"]) == (7, {})
        again = await phone.send()
        assert (again["version"], again["sequence"]) == (taken["version"], 7)
        await phone.send(first=3)
        events = (await anna.ask("GET", f"/tables/{table}/events"))["events"]
        kinds = [event["event"]["type"] for event in events]
        assert kinds.count("played") == 2
        assert kinds.count("device_heard") == 1
        at = {event["event"]["type"]: event["at"] for event in events}
        first = next(event["at"] for event in events if event["event"]["type"] == "opening_rolled")
        assert at["played"] - first == 1_000 + 2_000 + 30_000 + 2_000
        view = (await anna.ask("GET", f"/tables/{table}"))["view"]
        remaining = view["clock"]["remaining"]
        assert remaining[1] == 30 * 60_000 - (30_000 + 2_000 + 1_000 - 12_000)
        people = (await anna.ask("GET", f"/tables/{table}"))["people"]
        assert sorted(person["name"] for person in people.values())[0] == "Bo"


async def test_what_the_table_cannot_take_is_told_by_number_and_the_rest_is_in(server: Running) -> None:
    async with Player(server.url) as anna:
        table = await anna.open(opponent="beside", sitting="recorded", length=3)
        phone = Device(anna, table)
        opening(phone)
        phone.note("take", seat=1)
        phone.note("record_roll", seat=1, dice=[6, 4])
        taken = await phone.send()
        assert taken["sequence"] == 5
        assert {number: error["code"] for number, error in taken["refused"].items()} == {"4": "nothing_offered"}
        view = (await anna.ask("GET", f"/tables/{table}"))["view"]
        assert view["dice"] == [6, 4]
        assert view["around"]["devices"][0]["refused"][0]["action"] == "take"


async def test_two_devices_that_differ_are_shown_side_by_side(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", sitting="recorded", length=5)
        await bo.join(table)
        first, second = Device(anna, table), Device(bo, table)  # both call themselves "phone"
        opening(first)
        first.note("report_reading", seat=0, device="", score=[0, 0], cube={"value": 1, "owner": None})
        second.note("report_reading", seat=1, device="", score=[0, 1], cube={"value": 1, "owner": None})
        await asyncio.gather(first.send(), second.send())
        async with bo.at(table) as here:
            around = here.view["around"]
            assert [device["id"] for device in around["devices"]] == ["0.phone", "1.phone"]
            assert [device["reading"]["score"] for device in around["devices"]] == [[0, 0], [0, 1]]
            assert around["devices_differ"] == ["score"]
            # A third device of the same login, live over the socket: it is seen by everybody at once.
            done = await here.act("report_reading", device="1.tablet", score=[0, 0])
            assert done["type"] == "done"
            await here.until(lambda: len(here.view["around"]["devices"]) == 3)


@pytest.mark.rule("T4.7")
async def test_either_player_takes_down_what_both_see_and_nobody_speaks_for_the_other(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", sitting="recorded", length=5)
        await bo.join(table)
        phone = Device(anna, table)
        opening(phone)
        phone.note("record_roll", seat=1, dice=[2, 1])  # Bo's, on the board between them
        phone.note("write_score", seat=1, score=[3, 0])  # Bo's own card is his
        phone.note("offer_resignation", seat=1, size=1)
        taken = await phone.send()
        assert {number: error["code"] for number, error in taken["refused"].items()} == dict.fromkeys(
            ("5", "6"), "not_your_seat"
        )
        events = await server.service.store.read(f"table/{table}")
        assert {event.actor for event in events if event.type == "rolled"} == {await anna.me()}


async def test_who_only_watches_sends_no_batch(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as cy:
        table = await anna.open(opponent="beside", sitting="recorded", length=3)
        stranger = Device(cy, table)
        stranger.note("start_game", seat=0)
        assert (await stranger.send(status=401))["error"]["code"] == "login_needed"
        await cy.me()
        assert (await stranger.send(status=409))["error"]["code"] == "not_your_role"
        enforced = Device(anna, await anna.open(opponent="friend", length=1))
        enforced.note("start_game", seat=0)
        assert (await enforced.send(status=409))["error"]["code"] == "no_devices_here"
        words = Device(anna, table)
        words.note("tell_word", seat=0, word="x" * 20)
        assert (await words.send(status=422))["error"]["code"] == "bad_value"


@pytest.mark.parametrize(
    "terms",
    [
        {"opponent": "bot:club", "sitting": "recorded"},
        {"opponent": "beside"},
        {"opponent": "friend", "began_ago_ms": 1},
        {"opponent": "friend", "sitting": "recorded", "lost_line": "waits"},
        {"opponent": "friend", "sits": False},
        {"opponent": "anyone", "sits": False, "ruled_by": "director"},
    ],
)
async def test_what_does_not_go_together_is_refused_by_its_field(server: Running, terms: dict[str, Any]) -> None:
    async with Player(server.url) as anna:
        refused = await anna.ask("POST", "/tables", 422, length=3, **terms)
        assert refused["error"]["code"] == "bad_value"


async def test_dice_on_wood_are_not_the_servers(server: Running) -> None:
    async with Player(server.url) as anna:
        table = await anna.open(opponent="beside", sitting="recorded", length=3)
        phone = Device(anna, table)
        opening(phone)
        phone.note("record_roll", seat=1, dice=[6, 4])
        await phone.send()
        counted = await server.service.store.read_rows(dice_statistics)
        assert counted == {}
        await server.service.store.rebuild("dice")
        assert await server.service.store.read_rows(dice_statistics) == {}
