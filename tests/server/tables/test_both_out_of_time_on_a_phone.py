"""A match recorded on one phone, with both clocks run out, is sent to the server."""

from __future__ import annotations

import pytest

from tests.server.harness import Player, Running
from tests.server.tables.test_offline_devices import Device

MINUTE = 60_000


@pytest.mark.rule("T4.3.iii")
@pytest.mark.parametrize("winner", [0, 1, None])
async def test_two_fallen_flags_that_the_two_settled_are_handed_in_as_they_settled_them(
    server: Running, winner: int | None
) -> None:
    async with Player(server.url) as anna:
        table = await anna.open(
            opponent="beside",
            sitting="recorded",
            detail="cube",
            ruled_by="named",
            length=3,
            clock={"minutes_per_point": 1, "delay_seconds": 0},
            began_ago_ms=60 * MINUTE,
        )
        phone = Device(anna, table)
        phone.note("start_game", seat=0)
        phone.note("press_clock", seat=1)
        phone.note("press_clock", seat=0, after_ms=4 * MINUTE)
        phone.note("claim_flag", against=0, after_ms=4 * MINUTE)
        phone.taken[-1]["seat"] = 1
        for seat in (0, 1):
            phone.note("settle_times", seat=seat, winner=winner)
        if winner is None:
            for seat in (0, 1):
                phone.note("record_result", seat=seat, winner=0, size=3)
        phone.now += MINUTE
        taken = await phone.send()
        assert taken["refused"] == {}
        view = (await anna.ask("GET", f"/tables/{table}"))["view"]
        assert view["dispute"] is None
        reason = "score" if winner is None else "time"
        assert (view["result"]["winner"], view["result"]["reason"]) == (winner or 0, reason)


async def test_two_fallen_flags_that_nobody_settled_wait_at_the_table(server: Running) -> None:
    """They are for whoever rules; until then everybody sees that nothing is decided."""
    async with Player(server.url) as anna:
        clock = {"minutes_per_point": 1, "delay_seconds": 0}
        terms = {"opponent": "beside", "sitting": "recorded", "detail": "cube", "ruled_by": "named", "length": 3}
        table = await anna.open(**terms, clock=clock, began_ago_ms=60 * MINUTE)
        phone = Device(anna, table)
        phone.note("start_game", seat=0)
        phone.note("press_clock", seat=1)
        phone.note("press_clock", seat=0, after_ms=4 * MINUTE)
        phone.note("claim_flag", against=0, after_ms=4 * MINUTE)
        phone.taken[-1]["seat"] = 1
        phone.now += MINUTE
        assert (await phone.send())["refused"] == {}
        view = (await anna.ask("GET", f"/tables/{table}"))["view"]
        assert view["result"] is None
        assert (view["dispute"]["rule"], view["dispute"]["claim"]) == ("T4.3.iii", {"type": "both_out", "first": 0})
        assert "settle_times" in view["actions"]
