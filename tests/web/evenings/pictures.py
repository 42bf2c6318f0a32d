"""Takes the pictures of the director's guide, in each language: `python -m tests.web.evenings.pictures`."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tavl.i18n import LANGUAGES
from tests.board.small_png import small
from tests.ensure_chromium import browser_path
from tests.server.tournaments.hall import invitation
from tests.web.driving import ROOT, Player
from tests.web.evenings.hall import Hall
from tests.web.evenings.test_evening_11 import MADE
from tests.web.test_desk import fetched
from tests.web.tournament.tournaments import name

TARGET = ROOT / "src/tavl/web/static/guide"
LAPTOP, PHONE = (1366, 768), (390, 844)
SCALE = 0.75
MAX_BYTES = 150_000
STAGES = [{"id": "main", "length": 7}, {"id": "consolation", "length": 5}]
PRIZES = [{"stage": "main", "part": "100 %", "places": ["60 %", "40 %"]}]
FEES = [{"price": {"minor": 15_000, "currency": "DKK"}, "registration": {"minor": 0, "currency": "DKK"}}]
OPEN = {"id": "open", "format": "consolation", "stages": STAGES, "prizes": PRIZES, "fees": FEES}


class Studio(Hall):
    def picture(self, name: str, page: Page) -> None:
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        taken = small(page.screenshot(scale="device"))
        assert len(taken) < MAX_BYTES, (name, len(taken))
        (TARGET / f"{name}.png").write_bytes(taken)
        print(f"{name}.png {len(taken) // 1000} kB")

    def again(self, player: Player, language: str, size: tuple[int, int], scale: float, path: str) -> Player:
        """The same person, in another language."""
        here = self.somebody(
            *size, storage_state=player.context.storage_state(), device_scale_factor=scale, color_scheme="light"
        )
        here.context.add_cookies([{"name": "tavl_language", "value": language, "url": self.server.url}])
        return here.go(path)


def act(ida: Any, type: str, **fields: Any) -> Any:
    return ida.act(type, **fields)


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser: Browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        hall = Studio(browser, Path(folder), datetime(2026, 11, 21, 10, 0))
        ida = hall.laptop("Ida Ravn")
        id = ida.page.evaluate(MADE, ["Copenhagen Open", invitation(OPEN)])
        ida.at(id)
        ida.act("open_entries")
        ida.act("set_places", places=[{"id": str(n), "room": "Hall" if n < 9 else "Balcony"} for n in range(1, 13)])
        ida.page.goto(f"{ida.page.url.split('#')[0]}#entries")
        ida.page.get_by_label("New names").fill(", ".join(name(n) for n in range(20)))
        ida.page.get_by_role("button", name="Enter", exact=True).click()
        ida.page.locator("table.entries tbody").get_by_text(name(19)).wait_for(timeout=90_000)
        ida.page.get_by_role("button", name="Everybody is here").click()
        ida.page.get_by_role("button", name="Everybody is here").wait_for(state="hidden", timeout=90_000)
        for entry in ida.state()["view"]["entries"]:
            ida.act("take_payment", person=entry["members"][0], amount={"minor": 15_000, "currency": "DKK"})
        ida.act("make_draw", division="open")

        def everywhere(picture: str, where: str) -> None:
            for language in LANGUAGES:
                here = hall.again(ida.player, language, LAPTOP, SCALE, f"/tournaments/{id}/desk#{where}")
                here.page.locator("#now-items > li").first.wait_for()
                hall.picture(f"{picture}-{language}", here.page)
                here.context.close()
                hall.people.remove(here)

        everywhere("draw", "draw/open")
        ida.act("announce_draw", division="open", starts_at=hall.ms("10:15"))
        hall.at("10:14")
        ready = [match for match in ida.matches() if match["where"] == "ready"]
        for n, match in enumerate(ready[:11], start=1):
            ida.act("call_match", match=match["id"], place=str(n))
        hall.at("10:38")
        on = ready[:11]
        for match in on[:8]:
            ida.act("begin_match", match=match["id"])
        codes = fetched(ida.player, f"/api/v1/tournaments/{id}/places")["places"]
        phone = hall.phone()
        at = next(match for match in ida.matches() if match["place"] == "9" or match["place"] == "3")
        names = ida.tile_of(at["place"]).locator(".names span").all_inner_texts()
        phone.sit(id, at["place"], codes[at["place"]], names[0])
        for language in LANGUAGES:
            here = hall.again(phone.player, language, PHONE, 1, f"/tournaments/{id}/me")
            here.page.locator(".next h1").wait_for()
            hall.picture(f"phone-{language}", here.page)
            here.context.close()
            hall.people.remove(here)
        hall.at("10:52")
        for match in on[:2]:
            score = {"match": match["id"], "players": match["players"], "score": [7, 4]}
            ida.act("report_result", **score, confirms=match is on[0])
        ida.page.goto(f"{ida.page.url.split('#')[0]}#")
        everywhere("desk", "")
        ida.act("open_case", rule="T4.4.ix", statement="The cube shows 4, it was 2.", match=on[3]["id"])
        everywhere("case", "case/c1")
        ida.act(
            "rule_case",
            case="c1",
            rule="T4.4.ix",
            decision="The cube stands at 4.",
            reason="Presumed right as it stands.",
        )
        while ready := [m for m in ida.matches() if m["where"] in ("ready", "called", "playing", "reported")]:
            for match in ready:
                score = [match["length"], 4 % match["length"]]
                ida.act("report_result", match=match["id"], players=match["players"], score=score, confirms=True)
        ida.act("award_prizes", division="open")
        everywhere("money", "money")
        for person in hall.people:
            person.context.close()
        hall.server.stop()
        browser.close()


if __name__ == "__main__":
    main()
