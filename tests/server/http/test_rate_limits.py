"""Rate limits stop floods."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tavl.server.live import event_pages
from tavl.server.rate_limits import RATES
from tavl.server.settings import Settings
from tests.server.harness import AtTable, Player, a_play, running


async def flood(here: AtTable) -> None:
    for number in range(100_000):
        await here.socket.send(json.dumps({"ping": {"sent": number}}))
        if number % 50 == 0:
            await asyncio.sleep(0)


async def test_floods_are_limited(sqlite_url: str) -> None:
    standing = running(
        sqlite_url, rates=True, monotonic=lambda: 0.0
    )  # on a slow machine too, nothing is let in meanwhile
    async with standing as server, Player(server.url) as one:
        table = await one.open(opponent="friend", length=1)
        for _ in range(10):
            await one.ask("POST", "/login", 401, login="somebody-else", password="wrong horse")
        limited = await one.http.post("/api/v1/login", json={"login": "somebody-else", "password": "wrong horse"})
        assert limited.status_code == 429
        assert limited.headers["retry-after"]
        assert limited.json()["error"]["code"] == "too_many"
        async with one.at(table) as here:
            for number in range(60):
                await here.send(ping={"sent": number})
            error = await here.answered("error")
            assert error["error"]["code"] == "too_many"
            with pytest.raises(ConnectionClosed) as closed:
                await flood(here)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4029
        statuses = {(await one.http.get("/api/v1/me")).status_code for _ in range(300)}
        assert statuses == {200, 429}
        assert (await one.http.get("/healthz")).status_code == 200


# what is kept for ever

WOOD = {"opponent": "beside", "sitting": "recorded", "length": 3}


def junk(first: int, count: int = 500) -> dict[str, Any]:
    """A batch of actions that are refused, each of which is written down."""
    action = {"type": "take", "seat": 0}
    actions = [{"sequence": first + n, "elapsed": 0, "action": action} for n in range(count)]
    return {"device": "phone", "sent": 0, "actions": actions}


async def batches_until_refused(player: Player, table: str, most: int) -> tuple[int, str]:
    """How many are taken, and why no more."""
    for number in range(most):
        answer = await player.http.post(f"/api/v1/tables/{table}/batch", json=junk(number * 500 + 1))
        if answer.status_code != 200:
            return number, str(answer.json()["error"]["code"])
    return most, ""


async def test_one_person_cannot_fill_the_disk_with_batches(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "action", (1_500, 0.001))
    async with running(sqlite_url, rates=True) as server, Player(server.url) as guest, Player(server.url) as other:
        table, second = await guest.open(**WOOD), await guest.open(**WOOD)
        assert await batches_until_refused(guest, table, 5) == (2, "too_many")  # each of 500 actions, and long
        assert await batches_until_refused(guest, second, 1) == (0, "too_many")  # at another table neither
        assert await batches_until_refused(other, await other.open(**WOOD), 1) == (1, "")


async def test_all_guests_of_one_address_together_cannot_either(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "action_address", (1_500, 0.001))
    async with running(sqlite_url, rates=True) as server:
        taken = []
        for _ in range(4):
            async with Player(server.url) as guest:
                taken.append(await batches_until_refused(guest, await guest.open(**WOOD), 1))
        assert taken == [(1, ""), (1, ""), (0, "too_many"), (0, "too_many")]


async def test_actions_over_many_sockets_of_one_person_are_counted_together(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "action", (4, 0.001))
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna:
        tables = [await anna.open(opponent="friend", length=1) for _ in range(3)]
        codes = []
        for table in tables:
            async with anna.at(table) as here:
                codes += [(await here.act("roll")).get("code") for _ in range(2)]
        assert codes[:4] == [codes[0]] * 4
        assert codes[0] != "too_many"
        assert codes[4:] == ["too_many"] * 2


async def test_a_stream_has_an_end_but_a_match_can_still_be_ended(sqlite_url: str) -> None:
    async with running(sqlite_url, max_stream_events=700) as server, Player(server.url) as guest:
        table = await guest.open(**WOOD)
        assert await batches_until_refused(guest, table, 5) == (2, "stream_full")
        assert (await guest.ask("GET", f"/tables/{table}"))["version"] < 700 + 600
    async with (
        running(f"{sqlite_url}.other", max_stream_events=8) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        table = await anna.open(opponent="friend", length=None)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            await first.until(lambda: first.view["phase"] == "to_play")
            await second.until(lambda: second.view["phase"] == "to_play")
            mover = first if first.view["turn"] == first.seat else second
            refused = await mover.act("make_play", moves=a_play(mover.view["tree"], random.Random(1)))
            assert refused["code"] == "stream_full"
            assert refused["message"]
            other = second if mover is first else first
            assert (await mover.act("offer_resignation", size=1))["type"] == "done"
            await other.until(lambda: "accept_resignation" in other.view["actions"])
            assert (await other.act("refuse_resignation"))["code"] == "stream_full"
            assert (await other.act("accept_resignation"))["type"] == "done"


async def test_a_match_to_25_points_is_far_from_the_end_of_a_stream() -> None:
    """A game takes some sixty turns of two or three events, and a match to 25 points has some thirty games."""
    assert Settings().max_stream_events > 5 * (30 * 60 * 3)
    assert event_pages.PAGE > 30 * 60 * 3
