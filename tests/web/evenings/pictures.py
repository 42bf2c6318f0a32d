"""Takes the pictures of the director's guide, in each language, and those of docs/desk.md:
`python -m tests.web.evenings.pictures`."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tavl.i18n import LANGUAGES
from tests.board.conftest import AT_REST
from tests.ensure_chromium import browser_path
from tests.server.tournaments.http_tournament import invitation
from tests.web.desk.test_desk import fetched
from tests.web.evenings.laptop_and_phones import Hall, Laptop, Phone
from tests.web.evenings.test_evening_11_two_of_the_staff import MADE
from tests.web.server_and_player import DRAWN, ROOT, Player
from tests.web.tournament.tournaments import name

GUIDE, DOCS = ROOT / "src/tavl/web/static/guide", ROOT / "docs/pictures"
LAPTOP, NEW, PHONE, SCREEN = (1366, 768), (1366, 1310), (390, 844), (1366, 768)
QUALITY, MAX_BYTES = 72, 90_000
STAGES = [{"id": "main", "length": 7}, {"id": "consolation", "length": 5}]
PRIZES = [
    {"stage": "main", "part": "70 %", "places": ["60 %", "40 %"]},
    {"stage": "consolation", "part": "30 %", "places": ["100 %"]},
]
FEES = [{"price": {"minor": 15_000, "currency": "DKK"}, "registration": {"minor": 0, "currency": "DKK"}}]
OPEN = {"id": "open", "format": "consolation", "stages": STAGES, "prizes": PRIZES, "fees": FEES}
PLAYERS = tuple(name(n) for n in range(30))


class Studio(Hall):
    def keep(self, path: Path, page: Page) -> None:
        page.mouse.move(0, 0)
        page.evaluate(DRAWN)
        page.evaluate(AT_REST)
        asked = {"format": "webp", "quality": QUALITY}
        taken = base64.b64decode(page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)["data"])
        assert len(taken) < MAX_BYTES, (path, len(taken))
        path.write_bytes(taken)
        print(f"{path.name} {len(taken) // 1000} kB", flush=True)

    def again(self, player: Player, path: str, size: tuple[int, int], scheme: str, language: str = "en") -> Player:
        """The same person elsewhere: in another language, in the dark."""
        touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        kept = player.context.storage_state()
        locale = "en-GB" if language == "en" else language
        here = self.somebody(
            *size, storage_state=kept, color_scheme=scheme, reduced_motion="reduce", locale=locale, **touch
        )
        here.context.add_cookies([{"name": "tavl_language", "value": language, "url": self.server.url}])
        return here.go(path)

    def leave(self, player: Player) -> None:
        player.context.close()
        self.people.remove(player)


class Evening:
    """An open of thirty, from the first entry to the prizes; a picture wherever the guide has one."""

    def __init__(self, hall: Studio) -> None:
        self.hall = hall
        self.ida = hall.laptop("Ida Ravn")
        self.ida.of(self.ida.page.evaluate(MADE, ["Copenhagen Open", invitation(OPEN)]))
        self.desk = f"/tournaments/{self.ida.id}/desk"

    def shown(
        self,
        picture: str,
        path: str,
        ready: str,
        who: Laptop | Phone,
        size: tuple[int, int] = LAPTOP,
        do: Callable[[Player], object] = lambda player: None,
    ) -> None:
        """As this person sees a page, in each language."""
        for language in LANGUAGES:
            here = self.hall.again(who.player, path, size, "light", language)
            here.page.locator(ready).first.wait_for()
            do(here)
            self.hall.keep(GUIDE / f"{picture}-{language}.webp", here.page)
            self.hall.leave(here)

    def at_the_desk(self, picture: str, where: str, ready: str = "#now-items > li", **more: Any) -> None:
        self.shown(picture, f"{self.desk}#{where}", ready, self.ida, **more)

    def for_docs(self, picture: str, path: str, ready: str, who: Laptop | Phone, size: tuple[int, int]) -> None:
        for scheme in ("light", "dark"):
            here = self.hall.again(who.player, path, size, scheme)
            here.page.locator(ready).first.wait_for()
            self.hall.keep(DOCS / f"{picture}-{scheme}.webp", here.page)
            self.hall.leave(here)

    def entries(self) -> None:
        ida = self.ida
        names = ", ".join(PLAYERS[:8])

        def fill(here: Player) -> None:
            here.page.locator("textarea[name=names]").fill(names)
            here.page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")

        self.shown("new", "/tournaments/new", "textarea[name=names]", ida, NEW, fill)
        ida.act("open_entries")
        ida.act("set_places", places=[{"id": str(n), "room": "Hall" if n < 9 else "Balcony"} for n in range(1, 13)])
        ida.enter("open", *PLAYERS)
        people = [entry["members"][0] for entry in ida.state()["view"]["entries"]]
        for person in people[:24]:
            ida.act("take_payment", person=person, amount={"minor": 15_000, "currency": "DKK"})
        self.at_the_desk("entries", "entries", "table.entries")
        for person in people[24:]:
            ida.act("take_payment", person=person, amount={"minor": 15_000, "currency": "DKK"})

    def first_round(self) -> None:
        ida, hall = self.ida, self.hall
        ida.act("make_draw", division="open")
        self.at_the_desk("draw", "draw/open", ".announce")
        ida.act("announce_draw", division="open", starts_at=hall.ms("10:15"))
        hall.at("10:14")
        self.on = [match for match in ida.matches() if match["where"] == "ready"][:11]
        for n, match in enumerate(self.on, start=1):
            ida.act("call_match", match=match["id"], place=str(n))
        screen = hall.again(ida.player, f"/tournaments/{ida.id}/screen", SCREEN, "dark").ready()
        hall.keep(DOCS / "screen.webp", screen.page)
        hall.leave(screen)
        hall.at("10:16")
        for match in self.on[:8]:
            ida.act("begin_match", match=match["id"])
        hall.at("10:24")
        ida.act("report_absence", match=self.on[8]["id"], entry=self.on[8]["players"][1])
        self.at_the_desk("late", f"match/{self.on[8]['id']}", "#pane")

    def phones(self) -> Phone:
        ida, hall = self.ida, self.hall
        codes = fetched(ida.player, f"/api/v1/tournaments/{ida.id}/places")["places"]
        state = ida.state()
        names = {entry["id"]: state["names"][entry["members"][0]] for entry in state["view"]["entries"]}
        phone = hall.phone().sit(ida.id, "3", codes["3"], names[self.on[2]["players"][0]])
        me = f"/tournaments/{ida.id}/me"

        def told(here: Player) -> None:
            here.page.locator(".winners button").first.tap()

        self.shown("phone", me, ".next h1", phone, PHONE, told)
        cut_off = {language: hall.again(phone.player, me, PHONE, "light", language) for language in LANGUAGES}
        hall.power_off()
        for language, here in cut_off.items():
            told(here)
            here.page.locator(".points button").nth(4).tap()
            here.page.locator(".unsent").wait_for()
            here.page.locator(".lost:not(:empty)").wait_for()
            hall.keep(GUIDE / f"offline-{language}.webp", here.page)
            hall.leave(here)
        hall.power_on()
        return phone

    def results(self) -> None:
        ida, hall = self.ida, self.hall
        hall.at("10:28")
        late = {"match": self.on[8]["id"], "entry": self.on[8]["players"][1]}
        ida.act("arrive", **late)
        ida.act("apply_late_penalty", **late)
        for match in self.on[8:10]:
            ida.act("begin_match", match=match["id"])
        hall.at("10:52")
        for match in self.on[:2]:
            score = {"match": match["id"], "players": match["players"], "score": [7, 4]}
            ida.act("report_result", **score, confirms=match is self.on[0])
        self.at_the_desk("desk", "", ".tile")
        wrong = self.on[0]["id"]
        self.at_the_desk("mistakes", f"correct/{wrong}/4-7", "#pane .preview button")
        ida.act("open_case", rule="T4.4.ix", statement="The cube shows 4, it was 2.", match=self.on[3]["id"])
        self.at_the_desk("case", "case/c1", "#pane textarea")

    def for_the_docs(self, phone: Phone) -> None:
        base = f"/tournaments/{self.ida.id}"
        self.for_docs("desk", self.desk, ".tile", self.ida, LAPTOP)
        self.for_docs("desk-phone", self.desk, "#now-items > li", self.ida, PHONE)
        self.for_docs("evening-phone", f"{base}/me", ".next h1", phone, PHONE)
        here = self.hall.again(self.ida.player, f"{base}/paper", LAPTOP, "light").ready()
        self.hall.keep(DOCS / "paper.webp", here.page)
        self.hall.leave(here)

    def prizes(self) -> None:
        ida = self.ida
        ruling = {"rule": "T4.4.ix", "decision": "The cube stands at 4.", "reason": "Presumed right as it stands."}
        ida.act("rule_case", case="c1", **ruling)
        open_ = ("ready", "called", "playing", "reported")
        while left := [match for match in ida.matches() if match["where"] in open_]:
            for match in left:
                score = [match["length"], 4 % match["length"]]
                ida.act("report_result", match=match["id"], players=match["players"], score=score, confirms=True)
        ida.act("award_prizes", division="open")
        self.at_the_desk("money", "money", "table.money")


def main() -> None:
    GUIDE.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser: Browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--lang=en-GB"]
        )
        hall = Studio(browser, Path(folder), datetime(2026, 11, 21, 10, 0))
        evening = Evening(hall)
        evening.entries()
        evening.first_round()
        phone = evening.phones()
        evening.results()
        evening.for_the_docs(phone)
        evening.prizes()
        for person in hall.people:
            person.context.close()
        hall.server.stop()
        browser.close()


if __name__ == "__main__":
    main()
