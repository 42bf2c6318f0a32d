"""Takes the pictures of docs/tournament_pages.md: `python -m tests.web.tournament.pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.board.small_png import small
from tests.ensure_chromium import browser_path
from tests.web.server_and_player import ROOT, Player, Server

TARGET = ROOT / "docs/pictures"
PICTURES = (
    ("tournament-light", "open", (1366, 768), "light"),
    ("tournament-bracket-light", "open#open", (1366, 768), "light"),
    ("tournament-phone-dark", "open#open", (390, 844), "dark"),
    ("tournament-screen", "open/screen?wifi=Club&password=secret", (1920, 1080), "dark"),
)


def main() -> None:
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "t.db", "tests.web.tournament.server") as server,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for name, path, (width, height), scheme in PICTURES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
                locale="en",
            )
            player = Player(context, server.url).go(f"/tournaments/{path}").ready()
            if "phone" in name:
                player.page.locator("#find-name").fill("freja holm")
                player.page.keyboard.press("Enter")
            player.drawn()
            (TARGET / f"{name}.png").write_bytes(small(player.page.screenshot()))
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
