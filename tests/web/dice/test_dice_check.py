"""Dice are checked in the browser: as the documentation has them, and in a match whose dice were changed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.server_and_player import ROOT
from tests.web.two_players import in_turn, sit_two_down


def test_the_browser_repeats_the_dice_as_the_documentation_has_them(somebody: Somebody) -> None:
    vectors: dict[str, Any] = json.loads(_block(ROOT / "docs/dice.md"))
    visitor = somebody().home()
    told = visitor.page.evaluate(REPEAT, vectors)
    assert told["promises"] == list(vectors["promises"].values())
    assert told["rolls"] == [each["dice"] for each in vectors["rolls"]]


REPEAT = """async ({promises, rolls}) => {
  const scripts = document.querySelector("script[src*='home/new-table.js']").src;
  const dice = await import(new URL("../dice/fair-dice.js", scripts).href);
  return {
    promises: await Promise.all(Object.keys(promises).map((text) => dice.promiseOf(text))),
    rolls: await Promise.all(rolls.map(({secret, words, game, roll}) => dice.roll(secret, words, game, roll))),
  };
}"""


def _block(path: Path) -> str:
    found = re.search(r"```json\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_a_match_is_downloaded_and_dice_that_are_not_as_promised_are_found_out(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "profile": "dbf-basic"})
    for _ in range(6):
        in_turn(anna, bo).play_a_turn()
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Single game")
    bo.act("Accept")
    table = anna.page.url.rpartition("/")[2]
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download the match (.mat)").click()
    written = download.value.path().read_text(encoding="utf-8")
    assert " 1 point match" in written
    assert "Wins 1 point" in written
    anna.go(f"/t/{table}/dice").ready()
    expect(anna.page.locator("#verdict-text")).to_contain_text("as promised.")
    assert anna.page.locator("#rolls tbody tr.right").count() == anna.page.locator("#rolls tbody tr").count() >= 3

    def cheat(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        rolled = next(out["event"] for out in body["events"] if out["event"]["type"] == "rolled")
        rolled["dice"] = [6, 6] if rolled["dice"] != [6, 6] else [5, 5]
        route.fulfill(response=answer, json=body)

    anna.page.route("**/events?after=0", cheat)
    anna.page.reload()
    anna.ready()
    expect(anna.page.locator("#verdict-text")).to_have_text("These dice are not as promised!")
    expect(anna.page.locator("#verdict li").last).to_have_text(
        "The dice rolled are not those that the three texts give."
    )
    assert anna.page.locator("#rolls tbody tr.wrong").count() == 1
    anna.go("/dice").ready()
    expect(anna.page.locator(".faces")).to_be_visible()
