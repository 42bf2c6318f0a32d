"""Matches of a tournament are analysed as they end, and directors have their fair-play sheets; nobody else has."""

from __future__ import annotations

import asyncio
import random

from tavl.analysis import Depth
from tavl.web.app import create_app
from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, running
from tests.server.tournaments.http_tournament import act, make
from tests.server.tournaments.test_pairing_tables import MATCH, ONE_POINT


async def test_a_match_is_analysed_as_it_ends_and_only_directors_see_the_sheet(sqlite_url: str) -> None:
    async with running(sqlite_url, create_app) as server:
        url = server.url
        async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
            id = await make(ida, ONE_POINT, analysed=True)
            await act(ida, id, "open_entries")
            for player in (anna, bo):
                me = await player.me()
                entry = (await act(ida, id, "enter", division="open", members=[me]))["events"][0]["entry"]
                await act(ida, id, "approve_entry", entry=entry)
                await act(ida, id, "check_in", entry=entry)
            await act(ida, id, "make_draw", division="open")
            await act(ida, id, "announce_draw", division="open", starts_at=0)
            page = f"/tournaments/{id}/fairplay"
            assert "No match has been analysed yet" in (await ida.http.get(page)).text
            table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
            async with anna.at(table) as one, bo.at(table) as two:
                await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))

            async def at_both_depths():
                here, _ = await server.service.tournament_matches.analysed(id)
                return here if here and len(here[0].by_depth) == 2 else None

            here = await poll_async(at_both_depths, PATIENCE)
            assert set(here[0].by_depth) == {Depth.INSTANT, Depth.TWO_PLY}
            # Whose match it was is known by id: two people may have the same name.
            people = {await anna.me(), await bo.me()}
            assert {*here[0].deepest.players} == people
            assert {player.name for player in here[0].record.players} == people  # no name is kept
            for player in (anna, bo):
                await player.ask("PATCH", "/me", 200, name="Anna Twice")
            text = (await ida.http.get(page)).text
            assert text.partition("</table>")[0].count("Anna Twice") == 2
            assert "not a verdict" in text
            assert f"/t/{table}/replay" in text
            # Asked for again, nothing is done twice.
            asked = await ida.http.post(page, headers={"Origin": url})
            assert asked.status_code == 303
            assert len(await server.service.analyses.finished_for("tournament.", 10)) == 2
            for other in (anna, bo):
                assert (await other.http.get(page)).status_code == 404
                assert (await other.http.post(page, headers={"Origin": url})).status_code == 404
            assert (await anna.ask("GET", "/analyses", 200))["analyses"] == []  # they are nobody's own
