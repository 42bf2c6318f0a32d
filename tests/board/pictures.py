"""Takes the pictures of docs/board.md: `python -m tests.board.pictures`."""

from __future__ import annotations

import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.board.conftest import BOARD, Handler
from tests.board.example_states import states
from tests.board.small_png import small
from tests.ensure_chromium import browser_path

TARGET = Path(__file__).parents[2] / "docs/pictures"
# Name, size, theme, page colours, state, moves that are tried.
PICTURES = (
    ("board-wood", (900, 690), "wood", "#f3ede3", "#3b2a18", "middle", [[13, 9]]),
    ("board-dark", (900, 690), "dark", "#14171b", "#e6ebf0", "roll", []),
    ("board-phone", (375, 667), "wood", "#f3ede3", "#3b2a18", "start", [[24, 15]]),
)
SHOW = """async ([theme, paper, ink, state, moves]) => {
  await customElements.whenDefined("tavl-board");
  const board = document.querySelector("tavl-board");
  document.body.style.background = paper;
  document.body.style.color = ink;
  board.setAttribute("theme", theme);
  board.setAttribute("speed", "off");
  board.state = state;
  board.attempt(moves);
}"""


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(BOARD)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for name, (width, height), theme, paper, ink, state, moves in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"http://127.0.0.1:{server.server_port}/bare.html")
            page.evaluate(SHOW, [theme, paper, ink, states()[state], moves])
            (TARGET / f"{name}.png").write_bytes(small(page.screenshot()))
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
