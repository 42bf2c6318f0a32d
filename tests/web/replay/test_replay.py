"""A match is gone through after it was played, and shared at any move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Somebody


def test_a_replay_is_walked_by_keys_and_shared_at_any_move(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "1", level="Newcomer")
    for _ in range(4):
        anna.play_a_turn()
    anna.go(f"{anna.page.url}/replay").ready()
    start = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
    assert anna.state()["position"] == start
    assert anna.state()["actions"] == []
    keys = anna.page.keyboard
    frames = anna.page.request.get(f"{anna.page.url.partition('#')[0]}.json").json()["frames"]
    played = next(step for step, frame in enumerate(frames, 1) if frame["event"]["type"] == "played")  # after any ties
    for _ in range(played - 1):
        keys.press("ArrowRight")
    expect(anna.page).to_have_url(re.compile(f"#{played}$"))
    expect(anna.page.locator("#step-number")).to_contain_text(f"Step {played} of")
    assert anna.state()["position"] != start
    bo = somebody().go(anna.page.url).ready()  # whoever gets the link sees the same moment, from the first seat
    assert bo.state()["position"] == anna.state()["position"]
    keys.press("End")
    keys.press("Home")
    assert anna.state()["position"] == start
    anna.page.locator("#moves button").nth(1).click()
    assert anna.state()["position"] != start
