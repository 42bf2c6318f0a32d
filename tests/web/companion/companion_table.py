"""Two people at a physical board, with a phone between them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, expect

from tests.web.server_and_player import Player, poll_page

PATIENT = 30_000
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "locale": "en"}
# What a browser says when the line is cut; nothing of it is the page's doing.
CUT = ("ERR_INTERNET_DISCONNECTED", "fetching the script", "Failed to update a ServiceWorker")


class Phone:
    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.page.set_default_timeout(PATIENT)

    @property
    def context(self) -> BrowserContext:
        return self.player.context

    def open(self, language: str = "en") -> Phone:
        self.player.go(f"/companion/{language}").ready()
        return self

    def stored(self) -> Phone:
        """Until the page needs no line any more."""
        expect(self.page.locator("html[data-stored]")).to_be_attached(timeout=PATIENT)
        return self

    def until(self, function: str) -> None:
        """Until a function of the page is true."""
        poll_page(self.page, lambda: self.page.evaluate(function), lambda: function)

    def reload(self) -> Phone:
        self.page.reload()
        self.player.ready()
        return self

    def start(self, length: str = "7", clock: str = "tournament", names: tuple[str, str] = ("Anna", "Bo")) -> Phone:
        self.choose("length", length)
        self.choose("clock", clock)
        for seat, name in enumerate(names):
            self.page.locator(f"#choice [name=name_{seat}]").fill(name)
        self.page.locator("#choice button[type=submit]").tap()
        expect(self.page.locator("#table")).to_be_visible()
        return self

    def choose(self, name: str, value: str) -> None:
        self.page.locator(f"#choice [name={name}][value='{value}']").check(force=True)

    def half(self, seat: int) -> Locator:
        return self.page.locator(f"#half-{seat}")

    def tap(self, seat: int) -> None:
        self.half(seat).locator(".press").tap()

    def runs(self, seat: int | None) -> None:
        """Whose time runs."""
        for each in (0, 1):
            if each == seat:
                expect(self.half(each)).to_have_class(re.compile(r"\bruns\b"))
            else:
                expect(self.half(each)).not_to_have_class(re.compile(r"\bruns\b"))

    def time(self, seat: int, text: str) -> None:
        expect(self.half(seat).locator(".time")).to_have_text(text)

    def dialog(self, name: str) -> Locator:
        """A dialog that is open."""
        found = self.page.locator(f"#{name}-dialog[open]")
        expect(found).to_be_visible()
        return found

    def undo(self) -> None:
        self.page.locator("#undo").tap()

    def doubles(self, name: str) -> None:
        self.page.locator("#double").tap()
        self.dialog("double").get_by_role("button", name=re.compile(f"^{name} ")).tap()

    def answers(self, seat: int, answer: str) -> None:
        self.half(seat).locator(f"[data-answer={answer}]").tap()

    def won(self, seat: int, size: int) -> None:
        """Tells the phone how the game ended."""
        self.page.locator("#end-game").tap()
        self.finish(seat, size)

    def finish(self, seat: int, size: int) -> None:
        ending = self.dialog("end")
        ending.locator(f"[name=winner][value='{seat}']").check(force=True)
        ending.locator(f"[data-size='{size}']").first.tap()

    def next_game(self) -> None:
        self.dialog("between").locator("#next-game").tap()

    def score(self, first: int, second: int) -> None:
        for seat, points in enumerate((first, second)):
            expect(self.half(seat).locator(".points")).to_have_text(re.compile(rf"^{points}\b"))
