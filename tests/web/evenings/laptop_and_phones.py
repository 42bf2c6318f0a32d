"""A room with a laptop at the desk, phones and a projector: real browsers at a server whose clock the test drives."""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from playwright.sync_api import Browser, Locator, Page, expect

from tavl.rules.codec import from_json
from tavl.server.messages.tournaments import TournamentLog
from tavl.tournament.acts import Stamp
from tavl.tournament.money import ledger
from tavl.tournament.report.report import report, to_bytes
from tavl.tournament.state import Tournament
from tavl.tournament.tournament import replay
from tests.polling import poll
from tests.web.desk.test_desk import Desk
from tests.web.server_and_player import PATIENCE, Player, Server

HERE = ZoneInfo("Europe/Copenhagen")
RETRIES = 3  # where the server has just closed a line that nobody used
LONG = 864_000_000  # a clock that is moved on is no outage
NAMED = """async (name) => {
  const headers = {"X-Tavl": "1", "Content-Type": "application/json"};
  await fetch("/api/v1/session", {method: "POST", headers, body: "{}"});
  const body = JSON.stringify({name});
  return (await (await fetch("/api/v1/me", {method: "PATCH", headers, body})).json()).id;
}"""


class Hall:
    """`at` moves the clock of the server and of every page, all that was due meanwhile happens."""

    def __init__(self, browser: Browser, folder: Path, start: datetime, lots: str = "lots", **settings: Any) -> None:
        self._browser, self._database = browser, folder / "tavl.db"
        self.on = True
        self.now = start.replace(tzinfo=HERE)
        given = {"test_clock": self._ms, "test_lots": lots, "away_after_ms": LONG, **settings}
        self.server = Server(folder / "tavl.db", "tests.web.evenings.server", **given).start()
        self.people: list[Player] = []

    @property
    def _ms(self) -> int:
        return round(self.now.timestamp() * 1000)

    def at(self, time: str) -> None:
        """ "20:10" or "10:27:30", later today; with a date, on a later day."""
        later = self._instant(time)
        assert later >= self.now, time
        self.now = later
        if self.on:
            with urllib.request.urlopen(f"{self.server.url}/it-is/{self._ms}"):
                pass
        for person in self.people:
            for page in person.context.pages:
                self._move(page)

    def power_off(self) -> None:
        """As soon as the server has written down that it was there at this hour."""
        seen = "SELECT max(beat) FROM processes"
        with sqlite3.connect(self._database) as database:
            poll(lambda: database.execute(seen).fetchone() == (self._ms,), PATIENCE / 1000)
        self.server.stop()
        self.on = False

    def power_on(self) -> None:
        self.server.again(self.server.url.rpartition(":")[2], test_clock=self._ms)
        self.on = True

    def _instant(self, time: str) -> datetime:
        day, _, of_day = time.rpartition(" ")
        return datetime.fromisoformat(f"{day or self.now.date()} {of_day}").replace(tzinfo=HERE)

    def ms(self, time: str) -> int:
        return round(self._instant(time).timestamp() * 1000)

    def _move(self, page: Page) -> None:
        behind = self._ms - int(page.evaluate("Date.now()"))
        if behind > 0:
            page.clock.fast_forward(behind)

    def somebody(self, width: int, height: int, expects: tuple[str, ...] = (), **context: Any) -> Player:
        options = {"locale": "en", **context}
        opened = self._browser.new_context(
            viewport={"width": width, "height": height}, timezone_id=str(HERE), **options
        )
        opened.clock.install(time=self.now)
        self.people.append(Player(opened, self.server.url, expects))
        return self.people[-1]

    def laptop(self, name: str = "", **context: Any) -> Laptop:
        player = self.somebody(1366, 768, **context)
        laptop = Laptop(player, self)
        if name:
            player.go("/")
            laptop.person = player.page.evaluate(NAMED, name)
        return laptop

    def phone(self, **context: Any) -> Phone:
        return Phone(self.somebody(390, 844, has_touch=True, is_mobile=True, **context))

    def projector(self, id: str, **context: Any) -> Player:
        return self.somebody(1920, 1080, **context).go(f"/tournaments/{id}/screen").ready()

    def picture(self, name: str, page: Page) -> None:
        """To be looked at; where to, TAVL_PICTURES says."""
        if folder := os.environ.get("TAVL_PICTURES"):
            page.screenshot(path=f"{folder}/{name}.png")

    def close(self) -> None:
        """Nobody's pages have complained, and everybody goes home."""
        complaints = [complaint for person in self.people for complaint in person.complaints.take()]
        for person in self.people:
            person.context.close()
        self.server.stop()
        assert complaints == []


class Laptop(Desk):
    """A director, who counts their keys and clicks."""

    def __init__(self, player: Player, hall: Hall) -> None:
        super().__init__(player)
        self.hall = hall
        self.person = self._id = ""

    @property
    def id(self) -> str:
        """Of the tournament whose desk is open, or was last."""
        if "/desk" in self.page.url:
            self._id = super().id
        return self._id

    def click(self, what: Locator) -> Laptop:
        what.click()
        self.keys += 1
        return self

    def of(self, id: str) -> Laptop:
        """Directs a tournament, without its desk on the screen."""
        self._id = id
        return self

    def enter(self, division: str, *names: str) -> None:
        """Typed, approved and here."""
        address = f"{self.player.url}/api/v1/tournaments/{self.id}/people"
        asked = self.player.context.request.post(address, data={"names": names}, headers={"X-Tavl": "1"}).json()
        for person in asked["people"]:
            entered, *approved = self.act("enter", division=division, members=[person["id"]])["events"]
            if not approved:
                self.act("approve_entry", entry=entered["entry"])
            self.act("check_in", entry=entered["entry"])

    def at(self, id: str) -> Laptop:
        self.player.go(f"/tournaments/{id}/desk")
        expect(self.page.locator("#now-items > li").first).to_be_visible()
        return self

    def _ask(self, path: str, action: dict[str, Any] | None = None) -> Any:
        """As this browser, without its page: quicker, and the page is told of it like everybody's."""
        requests, address = self.player.context.request, f"{self.player.url}/api/v1/tournaments/{self.id}{path}"
        headers = {"X-Tavl": "1"}
        if action is None:
            return requests.get(address, max_retries=RETRIES).json()
        said = {"action": action, "key": secrets.token_hex(12)}
        return requests.post(address, data=said, headers=headers, max_retries=RETRIES).json()

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._ask("")
        return state

    def act(self, type: str, **fields: Any) -> Any:
        """What this evening is not about."""
        answer = self._ask("/actions", {"type": type, **fields})
        assert "error" not in answer, answer
        return answer

    def refused(self, type: str, **fields: Any) -> tuple[str, str]:
        answer = self._ask("/actions", {"type": type, **fields})
        return answer["error"]["code"], answer["error"]["rule"]

    def first(self, text: str) -> Locator:
        """What Space would do."""
        item = self.items.first
        expect(item).to_contain_text(text)
        return item

    def space(self) -> Laptop:
        """The first thing under Now, and until the list has changed."""
        before = self.items.first.inner_text()
        self.press("Space")
        expect(self.items.first).not_to_have_text(before, use_inner_text=True)
        return self

    def won(self, name: str) -> list[int]:
        """Points of those whom they beat."""
        return [match["score"][1 - match["winner"]] for match in self._over(name) if self._wins(name, match)]

    def lost(self, name: str) -> list[int]:
        """Their own points in the matches that they lost."""
        return [match["score"][1 - match["winner"]] for match in self._over(name) if not self._wins(name, match)]

    def _over(self, name: str) -> list[dict[str, Any]]:
        entry = self.entry_of(name)
        return [match for match in self.matches() if match["where"] == "done" and entry in match["players"]]

    def _wins(self, name: str, match: dict[str, Any]) -> bool:
        return bool(match["players"][match["winner"]] == self.entry_of(name))

    def details(self, place: str) -> dict[str, Any]:
        """All that the desk knows of the match at a table."""
        state = self.state()
        match = next(each for each in self.matches(state) if each["place"] == place and each["where"] != "done")
        details: dict[str, Any] = state["desk"]["matches"][match["id"]]
        return details

    def tile_of(self, place: str) -> Locator:
        return self.page.locator(f"#room-tables > li[data-key='{place}']")

    @property
    def pane(self) -> Locator:
        return self.page.locator("#pane")

    def quiet(self) -> Laptop:
        """Nobody types: single keys are heard again."""
        self.page.locator("#line-text").fill("")
        self.page.locator("#line-text").blur()
        return self

    def entry_of(self, name: str) -> str:
        state = self.state()
        return next(
            entry["id"]
            for entry in state["view"]["entries"]
            if " / ".join(state["names"][person] for person in entry["members"]) == name
        )

    def matches(self, state: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        divisions = (state or self.state())["view"]["divisions"]
        return [match for division in divisions for match in division["matches"]]

    def tournament(self) -> tuple[Tournament, TournamentLog]:
        """As its log replays."""
        events: list[Any] = []
        after: int | None = 0
        while after is not None:
            address = f"{self.player.url}/api/v1/tournaments/{self.id}/log?after={after}"
            log = from_json(self.player.context.request.get(address).body(), TournamentLog)
            events += log.events
            after = log.next
        state = replay([(each.event, Stamp(each.at, each.person, each.act)) for each in events])
        return state, msgspec.structs.replace(log, events=tuple(events))

    def three_checks(self) -> Tournament:
        """The log replays, money closes to 0, the report made twice is the same file."""
        state, _ = self.tournament()
        shown, again = self._ask("/report"), self._ask("/report")
        assert shown["sha256"] == again["sha256"]
        assert to_bytes(report(state)) == to_bytes(report(self.tournament()[0]))
        assert not ledger.open_lines(state.book)
        return state


class Phone:
    """A player's own."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.taps = 0

    def sit(self, id: str, place: str, code: str, name: str) -> Phone:
        """The code on the table, two names, a tap."""
        self.player.go(f"/tournaments/{id}/me?place={place}&code={code}")
        self.player.button(name).tap()
        expect(self.page.locator(".whoami")).to_contain_text(name)
        return self

    def own(self, id: str, code: str) -> Phone:
        """By the personal code that the desk gave."""
        self.player.go(f"/tournaments/{id}/me")
        expect(self.page.locator("#evening").get_by_text(re.compile("^(That is not me|Your evening)$"))).to_be_visible()
        if (before := self.player.button("That is not me")).is_visible():
            before.tap()
        self.page.get_by_label("Your own code").fill(code)
        self.player.button("This is me").tap()
        expect(self.page.locator(".whoami")).to_be_visible()
        return self

    def says(self, text: str | re.Pattern[str]) -> Phone:
        expect(self.page.locator("#evening")).to_contain_text(text)
        return self

    def headline(self, text: str | re.Pattern[str]) -> Phone:
        expect(self.page.locator(".next h1")).to_have_text(text)
        return self

    def tap(self, name: str) -> Phone:
        return self._tap(self.player.button(name))

    def _tap(self, what: Locator) -> Phone:
        what.tap()
        self.taps += 1
        return self

    def won(self, lost: int, mine: bool = True) -> Phone:
        """Two taps."""
        result = self.page.locator("details.result")
        self._tap(result.locator(".winners button").nth(0 if mine else 1))
        return self._tap(result.locator(".points button").nth(lost))
