"""How tests run a server with pages, and how they play: by mouse, by finger, by keyboard, by ear."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.board.conftest import AT_REST, play_quickly
from tests.browser_complaints import Complaints
from tests.polling import poll

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
QUICK: dict[str, Any] = {
    "port": 0,
    "bot_delay_ms": 0,
    "next_game_after_ms": 200,
    "rates": "false",
    "log_level": "error",
    "away_after_ms": 5_000,
}
PATIENCE = 30_000  # a busy machine is slow; nobody waits this long where all is well
expect.set_options(timeout=PATIENCE)


def pause_page(page: Page, seconds: float) -> None:
    """A pause of a poll, in which the page's events go on."""
    page.wait_for_timeout(1000 * seconds)


def poll_page(page: Page, ask: Callable[[], T], problem: Callable[[], object]) -> T:
    """Until an answer counts as true, where the page's policy lets Playwright wait for nothing in it."""
    return poll(ask, PATIENCE / 1000, problem, partial(pause_page, page))


# What a picture shows: fonts have come, and what was changed last has been drawn.
DRAWN = """async () => {
  await document.fonts.ready;
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
}"""
TABLE = re.compile(r"/t/[0-9a-f]{20}$")


class Server:
    def __init__(self, database: Path, module: str = "tavl.web", **settings: Any) -> None:
        self._module = module
        fields = {**QUICK, "database": str(database), **settings}
        self._environ = {**os.environ, **{f"TAVL_{name.upper()}": str(value) for name, value in fields.items()}}
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> Server:
        command = [sys.executable, "-m", self._module]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._environ, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("listening on "), line
        self.url = line.split()[-1]
        return self

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(10)
            assert process.stdout is not None
            process.stdout.close()

    def again(self, port: str, **settings: Any) -> Server:
        """At the same address, as after a crash."""
        self._environ |= {f"TAVL_{name.upper()}": str(value) for name, value in {"port": port, **settings}.items()}
        return self.start()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class Player:
    """Somebody with a browser. `expects` are complaints that belong to the test."""

    def __init__(
        self, context: BrowserContext, url: str, expects: tuple[str, ...] = (), *, quickly: bool = True
    ) -> None:
        self.context, self.url = context, url
        self.complaints = Complaints(context, expects)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        if quickly and context.browser and context.browser.browser_type.name == "chromium":
            play_quickly(context, self.page)

    # going places

    def go(self, path: str) -> Player:
        self.page.goto(path if path.startswith("http") else self.url + path)
        return self

    def ready(self) -> Player:
        self.page.wait_for_selector("html[data-ready]", state="attached")
        return self

    def home(self) -> Player:
        return self.go("/").ready()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def choose(self, label: str) -> Player:
        self.page.get_by_label(label, exact=True).check(force=True)
        return self

    def sit_down(self, opponent: str = "A bot", length: str = "1", level: str | None = None) -> str:
        """From the home page to a table, whose address is returned."""
        self.choose(opponent)
        if level:
            self.choose(level)
        self.choose(length)
        self.button("Play now").click()
        self.page.wait_for_url(TABLE)
        self.ready()
        return self.page.url

    # at a table

    @property
    def board(self) -> Locator:
        return self.page.locator("tavl-board")

    def state(self) -> dict[str, Any]:
        """What the board was given."""
        state: dict[str, Any] = self.page.evaluate("document.querySelector('#board').state") or {}
        return state

    def actions(self) -> list[str]:
        """What the board offers."""
        return list(self.page.evaluate("document.querySelector('#board').state?.actions ?? []"))

    def said(self) -> list[str]:
        """What the board's live region holds."""
        return self.page.locator("#board .log p").all_text_contents()

    def hears(self, text: str) -> None:
        expect(self.page.locator("#board .log p").filter(has_text=text).last).to_be_attached(timeout=PATIENCE)

    def settle(self) -> Player:
        """Until everything that moves has come to rest."""
        self.page.evaluate(AT_REST)
        return self

    def until(self, function: str, argument: Any = None) -> None:
        """Until a function of the page is true. Asked from here: the page's policy lets nobody evaluate texts in it."""
        ask = partial(self.page.evaluate, function, argument)
        poll_page(self.page, ask, lambda: f"{function}; said: {self.said()}")

    def drawn(self) -> Player:
        """Until everything is on the screen, and at rest."""
        self.page.evaluate(DRAWN)
        return self.settle()

    def may(self, action: str) -> None:
        """Until the board offers an action."""
        self.until("name => Boolean(document.querySelector('#board').state?.actions.includes(name))", action)

    def wait_until_asked(self) -> list[str]:
        """Until there is something to do, or the match is over; the board's actions."""
        self.until(
            """() => {
              const state = document.querySelector("#board").state;
              if (!state) return false;
              const asked = ["roll", "play", "take", "accept_resignation"].some((name) => state.actions.includes(name));
              return asked || !document.querySelector("#result").hidden;
            }"""
        )
        return self.actions()

    @property
    def over(self) -> bool:
        return self.page.locator("#result").is_visible()

    def complete(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('#board').complete"))

    def act(self, label: str) -> None:
        self.board.get_by_role("button", name=label, exact=True).click()

    def play_a_turn(self, tap: bool = False) -> None:
        """Whatever is asked: roll, or play by clicking checkers and end the turn. Offers are taken."""
        actions = self.wait_until_asked()
        if self.over:
            return
        self.page.evaluate(f"() => {{ window.before = {MOMENT}; }}")
        if "roll" in actions:
            self._press("Roll", tap)
        elif "take" in actions:
            self._press("Take", tap)
        elif "accept_resignation" in actions:
            self._press("Accept", tap)
        elif "play" in actions:
            while not self.complete():
                movable = self.board.locator(".place.movable").first
                (movable.tap if tap else movable.click)(force=True)
            self._press("Done", tap)
        self.until(f"() => ({MOMENT}) !== window.before")

    def _press(self, name: str, tap: bool) -> None:
        button = self.board.get_by_role("button", name=name, exact=True)
        (button.tap if tap else button.click)()

    def type(self, text: str) -> None:
        """Into the one line, and Enter; by keys alone."""
        keyboard = self.page.keyboard
        if self.page.evaluate("document.activeElement?.id") != "ask-text":
            keyboard.press("/")
        keyboard.insert_text(text)
        keyboard.press("Enter")


# What changes with every step of a game.
MOMENT = """JSON.stringify([document.querySelector("#board").state, document.querySelector("#result")?.hidden]
  .map((part) => part?.position ? [part.actions, part.dice, part.position] : part))"""
