"""Takes the pictures of the pages: `python -m tests.web.pictures`. Freja and Nils play, as well as the engine can."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from tavl.engine import Engine
from tavl.rules import Dice
from tavl.rules.board import parse_position
from tests.analysis.matches import PLAYED
from tests.board.small_png import small
from tests.ensure_chromium import browser_path
from tests.web.analysis.test_analysis import OPENING_31, drop
from tests.web.companion.pictures import at_a_physical_board
from tests.web.learn.pictures import learning
from tests.web.server_and_player import ROOT, Player, Server
from tests.web.two_players import in_turn, sit_two_down

TARGET = ROOT / "docs/pictures"
DESK, PHONE = (1280, 800), (390, 844)
TURNS = 14
MAX_BYTES = 200_000
NAME = """name => fetch("/api/v1/me", {method: "PATCH", body: JSON.stringify({name}),
  headers: {"X-Tavl": "1", "Content-Type": "application/json"}}).then(() => {})"""


class Studio:
    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server

    def somebody(self, size: tuple[int, int] = DESK, **context: Any) -> Player:
        width, height = size
        viewport = {"width": width, "height": height}
        opened = self._browser.new_context(viewport=viewport, reduced_motion="reduce", locale="en", **context)
        return Player(opened, self._server.url)

    def twice(self, name: str, player: Player, path: str, size: tuple[int, int] = DESK, **more: Any) -> None:
        """As this player sees a page: in the light, and in the dark."""
        for scheme in ("light", "dark"):
            here = self.somebody(size, color_scheme=scheme, storage_state=player.context.storage_state(), **more)
            here.go(path).ready()
            here.drawn()
            if "/t/" in path and "replay" not in path:
                half_a_play(here)
            self.keep(f"{name}-{scheme}", here)
            here.context.close()

    def keep(self, name: str, player: Player) -> None:
        player.page.mouse.move(0, 0)
        player.drawn()
        picture = small(player.page.screenshot())
        assert len(picture) < MAX_BYTES, name
        (TARGET / f"{name}.png").write_bytes(picture)
        print(f"{name}.png {len(picture) // 1000} kB")


def best_moves(engine: Engine, player: Player) -> list[list[int]]:
    state = player.state()
    best = engine.plays(parse_position(state["position"]), Dice(*state["dice"]))[0].play
    return [[move.source, move.target] for move in best.moves]


def turn(engine: Engine, player: Player) -> None:
    if "roll" in player.state()["actions"]:
        player.act("Roll")
        player.may("play")
    before = player.state()["position"]
    moves = best_moves(engine, player)
    player.page.evaluate("moves => {const b = document.querySelector('#board'); b.attempt(moves); b.done()}", moves)
    if moves:
        player.until("before => document.querySelector('#board').state.position !== before", before)
    else:
        player.until("() => !document.querySelector('#board').state.actions.includes('play')")


def half_a_play(player: Player) -> None:
    """The first move of a play, as when one still thinks about the second."""
    if "play" in player.state()["actions"] and player.state()["tree"]["nodes"][0]:
        moves = best_moves(Engine(threads=1), player)[:1]
        player.page.evaluate("moves => document.querySelector('#board').attempt(moves)", moves)


def a_table(studio: Studio) -> Player:
    clock = {"minutes_per_point": 2, "delay_seconds": 12}
    freja, nils = sit_two_down(lambda **_: studio.somebody(), {"length": 5, "clock": clock})
    for player, name in ((freja, "Freja"), (nils, "Nils")):
        player.page.evaluate(NAME, name)
    engine = Engine(threads=1)
    for _ in range(TURNS):
        turn(engine, in_turn(freja, nils))
    mover = in_turn(freja, nils)
    for player, text in ((nils, "Good luck!"), (freja, "You too.")):
        player.page.get_by_label("Say something").fill(text)
        player.page.keyboard.press("Enter")
    if "roll" in mover.state()["actions"]:
        mover.act("Roll")
        mover.may("play")
    return mover


def around_the_game(studio: Studio) -> None:
    """A play is flagged, disputed, and ruled on."""
    ask = {"length": 5, "sitting": "challenge", "ruled_by": "named"}
    freja, nils = sit_two_down(lambda **_: studio.somebody(), ask)
    for player, name in ((freja, "Freja"), (nils, "Nils")):
        player.page.evaluate(NAME, name)
    freja.page.get_by_role("button", name="Name somebody").click()
    freja.page.locator("#around button[type=submit]").click()
    link = freja.page.get_by_label("Link to this role").input_value()
    freja.page.locator("#close-around").click()
    judge = studio.somebody(color_scheme="dark").home()
    judge.sit_down("A friend", "3")  # becomes somebody who can have a name
    judge.page.evaluate(NAME, "Astrid")
    judge.go(link).ready()
    judge.button("Yes, take me there").click()
    judge.page.wait_for_selector("#board")
    nils.page.get_by_role("button", name="Agree to").click()
    engine = Engine(threads=1)
    for _ in range(6):
        turn(engine, in_turn(freja, nils, asked=("roll", "play")))
    mover = in_turn(freja, nils, asked=("roll", "play"))
    other = nils if mover is freja else freja
    if "roll" in mover.state()["actions"]:
        mover.act("Roll")
        mover.may("play")
    mover.until(
        """() => [13, 24, ...Array(16).keys()].some((from) =>
          from > 8 && document.querySelector("#board").attempt([[from, from - 8]]))"""
    )
    mover.act("Done")
    other.may("roll")
    other.page.locator("#flag").click()
    mover.page.locator("[data-matter=claim]").wait_for()
    studio.keep("flagged-light", mover)
    mover.page.get_by_role("button", name="It was legal").click()
    mover.page.locator("#around textarea").fill("I played 6 and 2 with the same checker.")
    mover.page.locator("#around button[type=submit]").click()
    judge.page.get_by_role("button", name="Rule on it").click()
    judge.page.get_by_label("The claim").select_option("is upheld")
    judge.page.get_by_label("Reason, for everybody to read").fill("The dice were not a 6 and a 2.")
    judge.page.get_by_text("Set something").click()
    studio.keep("ruling-dark", judge)
    phone = studio.somebody(
        PHONE, color_scheme="dark", storage_state=other.context.storage_state(), has_touch=True, is_mobile=True
    )
    phone.go(other.page.url).ready().page.locator("[data-matter^=dispute]").wait_for()
    studio.keep("dispute-phone-dark", phone)


def an_analysis(studio: Studio) -> None:
    """A match of three points, at its first blunder."""
    freja = drop(studio.somebody(), PLAYED.read_text().replace("Anna", "Freja").replace("Bo ", "Nils "))
    address = freja.page.url
    studio.keep("analysis-light", freja.settle())
    phone = studio.somebody(PHONE, color_scheme="dark", has_touch=True, is_mobile=True, device_scale_factor=1)
    studio.keep("analysis-phone-dark", phone.go(address).ready().settle())
    dark = studio.somebody(color_scheme="dark").go(f"/analysis/position?id={quote(OPENING_31)}")
    studio.keep("position-dark", dark.ready().settle())


def main() -> None:
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "t.db") as server,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        studio = Studio(browser, server)
        mover = a_table(studio)
        table = mover.page.url
        half_a_play(mover)
        studio.keep("table-light", mover)
        mover.page.emulate_media(color_scheme="dark")
        studio.keep("table-dark", mover)
        studio.twice("table-phone", mover, table, PHONE, has_touch=True, is_mobile=True, device_scale_factor=1)
        studio.twice("replay", mover, f"{table}/replay#16")
        studio.twice("home", mover, "/")
        an_analysis(studio)
        around_the_game(studio)
        at_a_physical_board(studio)
        learning(studio)
        browser.close()


if __name__ == "__main__":
    main()
