"""The big screen: it turns by itself, on a clock that the test drives, and is written large."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SHOWN = ".screen-page:not([hidden])"
SMALL = """(share) => [...document.querySelectorAll("#screen *")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => {
    const scale = one.getScreenCTM ? one.getScreenCTM().a : 1;
    return [one.textContent.trim().slice(0, 30), parseFloat(getComputedStyle(one).fontSize) * scale];
  })
  .filter(([, size]) => size < share * innerHeight - 0.01)"""
LINES = """() => new Set([...document.querySelector(".screen-page:not([hidden])").querySelectorAll("h2, li, text")]
  .map((one) => Math.round(one.getBoundingClientRect().top / 20))).size"""


def projector(somebody: Somebody, id: str = "open") -> Player:
    player = somebody(width=1920, height=1080)
    player.page.clock.install(time=NOON)
    player.page.clock.pause_at(NOON + timedelta(hours=1))  # while it is being installed it runs
    return player.go(f"/tournaments/{id}/screen?wifi=Club&password=secret").ready()


def test_a_page_stands_for_ten_seconds_and_calls_come_back(somebody: Somebody) -> None:
    screen = projector(somebody)
    title = screen.page.locator(f"{SHOWN} h2")
    expect(title).to_have_text("Called now")
    screen.page.clock.run_for(9_000)
    expect(title).to_have_text("Called now")
    screen.page.clock.run_for(1_500)
    expect(title).to_have_text("Being played")
    screen.page.clock.run_for(10_000)
    expect(title).to_have_text("Next")
    screen.page.clock.run_for(10_000)
    expect(title).to_have_text("Called now")
    screen.page.keyboard.press("Space")  # held
    screen.page.clock.run_for(60_000)
    expect(title).to_have_text("Called now")


def test_nothing_is_smaller_than_a_twentieth_of_the_height_and_no_page_has_more_than_14_lines(
    somebody: Somebody,
) -> None:
    screen = projector(somebody)
    for _ in range(screen.page.locator(".screen-page").count()):
        assert screen.page.evaluate(SMALL, 0.05) == []
        assert screen.page.evaluate(LINES) <= 14
        assert screen.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        screen.page.keyboard.press("ArrowRight")
    expect(screen.page.get_by_alt_text("Wi-Fi")).to_be_visible()
    expect(screen.page.get_by_alt_text("The address of this tournament")).to_be_visible()
