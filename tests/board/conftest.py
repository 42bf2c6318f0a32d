"""A real Chromium, a static server with the strict policy, and one board on a page.

The browser belongs to this package and is closed after it: while it lives, its event loop is in the way of others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.board.example_states import states
from tests.browser_complaints import Complaints
from tests.ensure_chromium import browser_path

HERE = Path(__file__).parent
BOARD = HERE.parents[1] / "src/tavl/web/static/board"
# A busy machine is slow.
expect.set_options(timeout=30_000)
# One renderer for each context: going from an empty page to ours and back would start another each time. Without the
# emulation of a graphics card, which nobody sees and which takes a tenth of the time.
FLAGS = ["--no-sandbox", "--renderer-process-limit=1", "--disable-gpu"]
POLICY = "default-src 'self'; style-src 'self'; script-src 'self'"


class Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        own = HERE / path.lstrip("/").partition("?")[0]
        return str(own) if own.is_file() else super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(BOARD)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = browser_path()
    if path is None:
        pytest.fail("these tests need Chromium; on Debian: apt-get install -y chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class BoardPage:
    """A page with one board, what it told the page, and what went wrong on it."""

    page: Page
    complaints: Complaints

    @property
    def heard(self) -> list[dict[str, Any]]:
        return self.page.evaluate("window.heard")

    def show(self, state: str | dict[str, Any], **more: Any) -> None:
        given = {**(states()[state] if isinstance(state, str) else state), **more}
        self.page.evaluate("state => { document.querySelector('tavl-board').state = state }", given)

    def place(self, number: int | str) -> Locator:
        return self.page.locator(f"[data-place='{number}']")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def label(self, number: int | str) -> str:
        return self.place(number).get_attribute("aria-label") or ""

    def drag(self, source: int, target: int) -> None:
        mouse = self.page.mouse
        for place, act in ((source, mouse.down), (target, mouse.up)):
            box = self.place(place).bounding_box()
            assert box
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act()

    @property
    def moves(self) -> list[list[int]]:
        return self.page.evaluate("document.querySelector('tavl-board').moves")

    def played(self) -> list[list[list[int]]]:
        return [event["moves"] for event in self.heard if event["event"] == "tavl-play"]

    def actions(self) -> list[dict[str, Any]]:
        return [{k: v for k, v in e.items() if k != "event"} for e in self.heard if e["event"] == "tavl-action"]

    def said(self) -> list[str]:
        return self.page.locator(".log p").all_text_contents()

    def settle(self) -> None:
        """Until everything that moves has come to rest."""
        self.page.evaluate(AT_REST)


OpenBoard = Callable[..., BoardPage]
# A cancelled animation has come to rest too; one that begins meanwhile is waited for, one without an end is not.
AT_REST = """async () => {
  const moving = () => [document, ...[...document.querySelectorAll("tavl-board")].map((board) => board.shadowRoot)]
    .flatMap((root) => root.getAnimations())
    .filter((each) => each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity);
  while (moving().length) await Promise.allSettled(moving().map((each) => each.finished));
}"""
ATTRIBUTES_AND_EARS = """attributes => {
  const board = document.querySelector("tavl-board");
  for (const [name, value] of Object.entries(attributes))
    board.setAttribute(name.replaceAll("_", "-"), value);
  window.heard = [];
  for (const event of ["tavl-play", "tavl-action"])
    board.addEventListener(event, ({detail}) => window.heard.push({event, ...detail}));
  return customElements.whenDefined("tavl-board").then(() => {});
}"""


def play_quickly(context: BrowserContext, page: Page) -> None:
    """All that moves moves as for everybody, from its first frame to its last, in a twentieth of the time."""
    inspector = context.new_cdp_session(page)
    inspector.send("Animation.enable")
    inspector.send("Animation.setPlaybackRate", {"playbackRate": 20})


class Pages:
    """Pages by the options of their context. A new one takes longer than most tests, so they are used again; what a
    test did to one is gone with its document, and the mouse is out of the way."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BoardPage]] = {}
        self._taken: list[tuple[str, BoardPage]] = []

    def take(self, options: dict[str, Any], width: int, height: int, quickly: bool) -> BoardPage:
        kind = repr((quickly, sorted(options.items())))
        free = self._free.setdefault(kind, [])
        board = free.pop() if free else self._new(options, quickly)
        self._taken.append((kind, board))
        board.page.set_viewport_size({"width": width, "height": height})
        return board

    def _new(self, options: dict[str, Any], quickly: bool) -> BoardPage:
        context = self._browser.new_context(**options)
        complaints = Complaints(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        if quickly:
            play_quickly(context, page)
        return BoardPage(page, complaints)

    def give_back(self) -> list[str]:
        """All that were taken; what they complained about."""
        complaints = []
        for kind, board in self._taken:
            complaints += board.complaints.take()
            board.page.mouse.move(0, 0)
            board.page.goto("about:blank")
            self._free[kind].append(board)
        self._taken.clear()
        return complaints


@pytest.fixture(scope="package")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def open_board(pages: Pages, address: str) -> Iterator[OpenBoard]:
    """Opens a page with one board: attributes as keywords, the browser's options in `context`."""

    def open_(
        path: str = "bare.html",
        *,
        width: int = 1000,
        height: int = 760,
        context: dict[str, Any] | None = None,
        **attributes: str,
    ) -> BoardPage:
        # Who looks at the motion itself has it slow.
        board = pages.take(context or {}, width, height, quickly=attributes.get("speed") != "slow")
        board.page.goto(f"{address}/{path}")
        board.page.evaluate(ATTRIBUTES_AND_EARS, attributes)
        return board

    yield open_
    assert pages.give_back() == []
