"""From a position to a table with a tutor: hints in steps, a blunder that is asked about, a decision taken back."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways
from tests.web.server_and_player import TABLE

OPENING_31 = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
DICE = "() => document.querySelector('#board').state.dice"
BLUNDER = "() => document.querySelector('#board').attempt([[6, 3], [6, 5]])"


def test_somebody_plays_on_from_a_position_with_a_tutor(somebody: Somebody) -> None:
    anna = somebody(width=1366, height=768).go(f"/analysis/position?id={OPENING_31}").ready()
    page = anna.page
    anna.button("Play on from here").click()
    page.locator("#play-on").get_by_label("How strong?").select_option("Newcomer")
    assert violations_light_and_dark(anna) == []
    anna.button("Sit down and play").click()
    page.wait_for_url(TABLE)
    anna.ready()
    # Hints say more and more.
    lines = page.locator("#tutor .tutor-lines p")
    anna.button("Hint").click()
    expect(lines).to_have_text(["Look at your home board: you can make a point there."])
    anna.button("Another hint").click()
    expect(lines).to_have_count(2)
    anna.button("Another hint").click()
    expect(lines.nth(1)).to_have_text("Play 8/5 6/5.")
    expect(page.locator("tavl-board .arrow.best")).to_have_count(2)
    expect(anna.button("Hint")).to_be_disabled()
    # A blunder is asked about before it ends the turn; it can be tried again or kept.
    page.evaluate(BLUNDER)
    page.evaluate("document.querySelector('#board').done()")
    warning = page.locator("#tutor-warning")
    expect(warning.get_by_role("heading")).to_contain_text("Keep it or try again?")
    expect(warning.locator("li")).not_to_have_count(0)
    assert violations_light_and_dark(anna) == []
    if os.environ.get("TAVL_PICTURES"):
        page.screenshot(path=f"{os.environ['TAVL_PICTURES']}/tutor-warning.png")
    anna.button("Try again").click()
    expect(warning).to_have_count(0)
    expect(anna.button("Take back")).to_be_disabled()
    page.evaluate("document.querySelector('#board').done()")
    anna.button("Keep it").click()
    # It was made, and is taken back to the same dice.
    expect(anna.button("Take back")).to_be_enabled()
    anna.button("Take back").click()
    expect(anna.button("Hint")).to_be_enabled()
    expect(anna.button("Take back")).to_be_disabled()
    anna.until("() => String(document.querySelector('#board').state.dice) === '3,1'")
    assert sideways(anna) == []
    # The same position again, at a table of its own, on a phone.
    here = page.url
    page.set_viewport_size({"width": 390, "height": 844})
    assert sideways(anna) == []
    if os.environ.get("TAVL_PICTURES"):
        page.screenshot(path=f"{os.environ['TAVL_PICTURES']}/tutor-phone.png", full_page=True)
    anna.button("Begin again from here").click()
    page.wait_for_url(lambda url: bool(TABLE.search(url)) and url != here)
    anna.ready()
    expect(anna.button("Hint")).to_be_enabled()
    assert page.evaluate(DICE) == [3, 1]
