"""Whoever directs a table sees who watches it and can send somebody away; what somebody wrote who is gone is gone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.officiating.test_officiating import card, deed, send, sheet
from tests.web.two_players import OPEN_TABLE

LOUD = "Unmistakably loud."
SAY_WHO = """async () => (await fetch("/api/v1/session", { method: "POST", headers: { "X-Tavl": "1" } })).status"""
# The list of what can be done is made when it is opened.
LISTED = """(there) => {
  const list = document.querySelector("#around");
  if (!list.open) document.querySelector("#open-around").click();
  if (Boolean(list.querySelector("[data-deed='expel_spectator']")) === there) return true;
  list.close();
  return false;
}"""
ERASE = """async () => {
  const me = await (await fetch("/api/v1/me")).json();
  const headers = { "X-Tavl": "1", "Content-Type": "application/json" };
  const gone = await fetch("/api/v1/me", { method: "DELETE", headers, body: JSON.stringify({ confirm: me.name }) });
  return gone.status;
}"""


def test_a_director_sends_a_spectator_away_and_words_go_with_whoever_wrote_them(somebody: Somebody) -> None:
    director, anna, bo = somebody().go("/dice").ready(), somebody(), somebody(expects=("401", "403"))
    ask = {"opponent": "friend", "length": 3, "ruled_by": "director", "sits": False}
    link = director.page.evaluate(OPEN_TABLE, ask)
    for player in (director, anna, bo):
        player.go(link).ready()
    for player in (anna, bo):
        player.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    expect(director.page.locator("#rated-terms")).to_have_text("this match does not count")
    watcher = somebody(expects=("403",)).go("/dice").ready()
    assert watcher.page.evaluate(SAY_WHO) == 200
    watcher.go(link).ready()
    director.until(LISTED, True)
    expect(sheet(director)).to_contain_text("Spectators")
    deed(director, "expel_spectator").click()
    expect(sheet(director).locator("[name=person] option")).to_have_count(1)
    sheet(director).get_by_label("Why?").fill("It is loud.")
    send(director)
    anna.hears("A spectator has been sent away.")
    expect(watcher.page.locator("body")).to_contain_text("T1.6.iii")
    director.until(LISTED, False)
    director.page.keyboard.press("Escape")

    deed(bo, "raise_dispute").click()
    sheet(bo).get_by_label("What is it about?").fill(LOUD)
    send(bo)
    expect(card(anna, "dispute")).to_contain_text(LOUD)
    assert bo.page.evaluate(ERASE) == 204
    anna.go(link).ready()
    expect(card(anna, "dispute")).to_contain_text("(text that was erased)")
    expect(anna.page.locator("body")).not_to_contain_text(LOUD)
    anna.go(f"{link}/replay").ready()
    expect(anna.page.locator("#moves")).to_contain_text("(text that was erased)")
