"""Evening 10 on a real server that is killed: what was acknowledged is there, and the cut costs nobody anything."""

from __future__ import annotations

from typing import Any

import pytest

from tavl.server.service import open_store
from tavl.server.settings import Settings
from tavl.server.tournaments.stream import fold, stream_of
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.standings.results_table import rated
from tests.server.harness import Player, Process
from tests.server.tournaments.http_tournament import SWISS, act, enter, make, matches, see

MINUTE = 60_000
SIDE = {"id": "side", "stages": [{"id": "main", "length": 5}]}
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]


async def evening(ida: Player) -> tuple[str, dict[str, Any]]:
    """Seven matches of a Swiss are called, and a side event waits for its draw."""
    id = await make(ida, SWISS, SIDE, late_by_itself=True)
    await act(ida, id, "open_entries")
    await act(ida, id, "set_places", places=[{"id": f"t{n}"} for n in range(1, 9)])
    await act(ida, id, "set_standing_confirmation", on=True)
    people = await enter(ida, id, *NAMES)
    await enter(ida, id, "Anna", "Bo", "Carl", "Dan", division="side")
    await act(ida, id, "make_draw", division="open")
    await act(ida, id, "announce_draw", division="open", starts_at=0)
    for number, match in enumerate(sorted(matches(await see(ida, id))), start=1):
        await act(ida, id, "call_match", match=match, place=f"t{number}")
    return id, people


def pairs(state: Any) -> dict[str, Any]:
    """The side event as it was drawn."""
    return {id: (match["players"], match["sources"]) for id, match in matches(state, 1).items()}


async def the_log(ida: Player, id: str, type: str) -> list[Any]:
    found = (await ida.ask("GET", f"/tournaments/{id}/log", 200))["events"]
    return [each["event"] for each in found if each["event"]["type"] == type]


@pytest.mark.rule("T2.2.iv")
async def test_a_draw_and_results_survive_kill_9_and_nobody_is_late_for_the_cut(sqlite_url: str) -> None:
    async with Process(sqlite_url) as server, Player(server.url) as ida:
        id, people = await evening(ida)
        before = await see(ida, id)
        called = sorted(matches(before).values(), key=lambda match: match["id"])
        *playing, empty = called
        for match in playing:
            await act(ida, id, "begin_match", match=match["id"])
        await act(ida, id, "report_absence", match=empty["id"], entry=empty["players"][1])
        done, *playing = playing
        await act(
            ida, id, "report_result", match=done["id"], players=done["players"], score=[7, 0], confirms=True, key="last"
        )
        made = await act(ida, id, "make_draw", division="side")
        drawn = pairs(await see(ida, id))
        assert len(drawn) == 3
        phones = {}
        for match in playing[:3]:
            for entry in match["players"]:
                mine = next(each for each in people.values() if each["entry"] == entry)
                phones[entry] = player = Player(server.url)
                await player.ask("POST", f"/tournaments/{id}/seats", 200, code=mine["code"])
        server.kill()

        await server.start(ahead_ms=6 * MINUTE)
        for player in (ida, *phones.values()):
            player.url = server.url
        after = await see(ida, id)
        assert after["version"] >= made["version"]
        assert pairs(after) == drawn
        (waiting,) = [each for each in after["desk"]["now"] if each["kind"] == "announce"]
        assert waiting["action"]["division"] == "side"
        again = await act(
            ida, id, "report_result", match=done["id"], players=done["players"], score=[7, 0], confirms=True, key="last"
        )
        assert again["repeated"]  # it had been acknowledged
        (outage,) = await the_log(ida, id, "outage_stated")
        assert outage["until"] - outage["since"] >= 6 * MINUTE
        cut = int(outage["since"])

        for number, match in enumerate(playing[:3]):  # each phone hands in what it has, with when it ended
            for entry in match["players"]:
                told = {"match": match["id"], "players": match["players"], "score": [7, number]}
                await act(phones[entry], id, "report_result", **told, ended_at=cut + (2 * number + 1) * MINUTE)
        for match, minutes in zip(playing[3:5], (2, 4), strict=True):  # from paper, with their own times
            told = {"match": match["id"], "players": match["players"], "score": [3, 7], "confirms": True}
            await act(ida, id, "report_result", **told, ended_at=cut + minutes * MINUTE)
        await act(ida, id, "arrive", match=empty["id"], entry=empty["players"][1])
        assert await the_log(ida, id, "late_penalty_given") == []
        await act(ida, id, "announce_draw", division="side", starts_at=cut + 20 * MINUTE)
        assert pairs(await see(ida, id)) == drawn
        for player in phones.values():
            await player.http.aclose()
    async with await open_store(Settings(database=sqlite_url)) as store:
        tournament = fold(None, await store.read(stream_of(id)))
    assert tournament is not None
    # What ended just before the cut is not among them.
    order = [(each.id, each.ended) for each in rated(flow_of(tournament)) if each.ended >= cut + MINUTE]
    by_end = [playing[0], playing[3], playing[1], playing[4], playing[2]]
    assert order == [(match["id"], cut + minutes * MINUTE) for match, minutes in zip(by_end, range(1, 6), strict=True)]
