"""A fair-play sheet as a director sees it: numbers, and that they are no verdict."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player
from tests.server.tournaments.http_tournament import act, make
from tests.server.tournaments.test_pairing_tables import MATCH, ONE_POINT
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways
from tests.web.server_and_player import Server


async def played(url: str) -> tuple[str, dict[str, str]]:
    """A tournament whose first match is over and analysed: its sheet's address, and the director's cookies."""
    async with Player(url) as ida, Player(url) as anna, Player(url) as bo:
        id = await make(ida, ONE_POINT, analysed=True)
        await act(ida, id, "open_entries")
        for player, name in ((anna, "Anna Sheet"), (bo, "Bo Sheet")):
            me = await player.me()
            await player.ask("PATCH", "/me", 200, name=name)
            entry = (await act(ida, id, "enter", division="open", members=[me]))["events"][0]["entry"]
            await act(ida, id, "approve_entry", entry=entry)
            await act(ida, id, "check_in", entry=entry)
        await act(ida, id, "make_draw", division="open")
        await act(ida, id, "announce_draw", division="open", starts_at=0)
        table = (await anna.ask("POST", f"/tournaments/{id}/tables", 201, match=MATCH))["table"]
        async with anna.at(table) as one, bo.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))
        page = f"/tournaments/{id}/fairplay"

        async def shown() -> bool:
            seen = (await ida.http.get(page)).text
            return "Agrees, instant" in seen and "Agrees, 2-ply" in seen  # whichever is done first

        await poll_async(shown, PATIENCE)
        return page, dict(ida.http.cookies)


def test_a_director_reads_a_sheet_on_a_laptop_and_on_a_phone(server: Server, somebody: Somebody) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # an event loop of its own
        address, cookies = elsewhere.submit(asyncio.run, played(server.url)).result()
    ida = somebody(width=1366, height=768)
    for name, value in cookies.items():
        ida.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page = ida.go(address).page
    expect(page.locator("h1")).to_have_text("Fair play")
    expect(page.locator(".lead")).to_contain_text("not a verdict")
    expect(page.locator("#players-title + .scroll tbody th")).to_have_text(["Anna Sheet", "Bo Sheet"])
    expect(page.locator("section.card")).to_have_count(2)
    expect(page.get_by_role("columnheader", name="Agrees, instant").first).to_be_visible()
    assert violations_light_and_dark(ida) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(ida) == []
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay")
